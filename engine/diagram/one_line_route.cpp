// SPDX-License-Identifier: Apache-2.0
// How wires run.
#include "engine/diagram/one_line_sketch.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kSamePlace = 0.5;  // nearer than this is the same place

/// Wire that leaves one port downwards; it runs level on one track.
struct Net {
    double source = 0.0;
    std::vector<double> targets;
    std::vector<int> segments;
    double low = 0.0;
    double high = 0.0;
    int track = -1;
};

/// Crossings between two nets when `above` has the higher track; wires that would lie on each
/// other count a thousand.
long cost(const Net& above, const Net& below) {
    long count = 0;
    if (below.source > above.low - kSamePlace && below.source < above.high + kSamePlace) {
        ++count;
    }
    for (const double target : above.targets) {
        if (target > below.low - kSamePlace && target < below.high + kSamePlace) {
            ++count;
        }
        count += std::abs(target - below.source) < 2.0 ? 1000 : 0;
    }
    return count;
}

std::vector<Net> netsBelow(const OneLineSketch& sketch, const std::vector<int>& layer) {
    std::vector<Net> nets;
    for (const int v : layer) {
        const SketchVertex& vertex = sketch.vertices[at(v)];
        for (std::size_t i = 0; i < vertex.down.size(); ++i) {
            const SketchSegment& s = sketch.segments[at(vertex.down[i])];
            if (i == 0 || vertex.board) {
                nets.push_back({sketch.upperX(s), {}, {}, 0.0, 0.0, -1});
            }
            nets.back().targets.push_back(sketch.lowerX(s));
            nets.back().segments.push_back(vertex.down[i]);
        }
    }
    for (Net& net : nets) {
        const auto [low, high] = std::minmax_element(net.targets.begin(), net.targets.end());
        net.low = std::min(net.source, *low);
        net.high = std::max(net.source, *high);
    }
    return nets;
}

/// Whether `second` would lie on `first` unless it has the lower track: it comes up from the place
/// where `first` goes down.
bool mustPrecede(const Net& first, const Net& second) {
    return std::any_of(second.targets.begin(), second.targets.end(),
                       [&first](double target) { return std::abs(target - first.source) < 2.0; });
}

/// Wires that would lie on each other look joined, so that comes before crossings: the order is
/// kept where it may be, and in a ring of such demands the first goes first.
void separate(std::vector<Net*>& order) {
    std::vector<Net*> sorted;
    while (!order.empty()) {
        std::size_t next = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const bool isFree = std::none_of(order.begin(), order.end(), [&](const Net* other) {
                return other != order[i] && mustPrecede(*other, *order[i]);
            });
            if (isFree) {
                next = i;
                break;
            }
        }
        sorted.push_back(order[next]);
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(next));
    }
    order = std::move(sorted);
}

/// Gives each net that bends a track from the top; returns how many tracks there are.
int makeTracks(std::vector<Net>& nets) {
    std::vector<Net*> order;
    for (Net& net : nets) {
        if (net.high - net.low > kSamePlace) {
            order.push_back(&net);
        }
    }
    for (std::size_t round = 0; round < order.size(); ++round) {
        bool changed = false;
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
            if (cost(*order[i + 1], *order[i]) < cost(*order[i], *order[i + 1])) {
                std::swap(order[i], order[i + 1]);
                changed = true;
            }
        }
        if (!changed) {
            break;
        }
    }
    separate(order);
    int tracks = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        int track = 0;
        for (std::size_t j = 0; j < i; ++j) {
            if (order[j]->low < order[i]->high + 8.0 && order[i]->low < order[j]->high + 8.0) {
                track = std::max(track, order[j]->track + 1);
            }
        }
        order[i]->track = track;
        tracks = std::max(tracks, track + 1);
    }
    return tracks;
}

void addPoint(std::vector<OneLinePoint>& line, double x, double y) {
    const std::size_t n = line.size();
    if (n > 0 && line[n - 1].x == x && line[n - 1].y == y) {
        return;
    }
    if (n > 1 && line[n - 1].x == x && line[n - 2].x == x) {
        line[n - 1].y = y;
        return;
    }
    line.push_back({x, y});
}

}  // namespace

void routeWires(const OneLineSketch& sketch, const OneLineStyle& style, OneLine& out) {
    const std::size_t count = sketch.layers.size();
    std::vector<double> trackY(sketch.segments.size(), -1.0);
    double y = 0.0;
    for (std::size_t layer = 0; layer < count; ++layer) {
        for (const int v : sketch.layers[layer]) {
            if (sketch.vertices[at(v)].node >= 0) {
                OneLineNode& node = out.nodes[at(sketch.vertices[at(v)].node)];
                node.x = sketch.vertices[at(v)].x - sketch.vertices[at(v)].left;
                node.y = y;
                out.width = std::max(out.width, node.x + node.width);
            }
        }
        y += style.symbol;
        auto nets = netsBelow(sketch, sketch.layers[layer]);
        const int tracks = makeTracks(nets);
        for (const Net& net : nets) {
            for (const int s : net.segments) {
                trackY[at(s)] = net.track < 0 ? -1.0 : y + style.below + style.track * net.track;
            }
        }
        if (layer + 1 < count) {
            y += style.below + style.track * tracks + style.above;
        }
    }
    out.height = y;
    for (std::size_t w = 0; w < out.wires.size(); ++w) {
        OneLineWire& wire = out.wires[w];
        const OneLineNode& from = out.nodes[at(wire.from)];
        const OneLineNode& to = out.nodes[at(wire.to)];
        // A wire ends on the busbar, which is in the middle of the height of its box.
        const bool fromBoard = sketch.vertices[at(wire.from)].board;
        const bool toBoard = sketch.vertices[at(wire.to)].board;
        double x = 0.0;
        for (std::size_t i = 0; i < sketch.paths[w].size(); ++i) {
            const int s = sketch.paths[w][i];
            const SketchSegment& segment = sketch.segments[at(s)];
            if (i == 0) {
                addPoint(wire.points, sketch.upperX(segment),
                         from.y + from.height * (fromBoard ? 0.5 : 1.0));
            }
            x = sketch.lowerX(segment);
            if (trackY[at(s)] >= 0.0 && std::abs(x - sketch.upperX(segment)) > kSamePlace) {
                addPoint(wire.points, sketch.upperX(segment), trackY[at(s)]);
                addPoint(wire.points, x, trackY[at(s)]);
            }
        }
        addPoint(wire.points, x, to.y + to.height * (toBoard ? 0.5 : 0.0));
    }
}

}  // namespace headroom::engine
