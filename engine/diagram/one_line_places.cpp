// SPDX-License-Identifier: Apache-2.0
// Where symbols are.
#include "engine/diagram/one_line_sketch.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kPlaceSweeps = 80;
constexpr double kLeastGap = 8.0;  // that a box may come near to another to be in line
constexpr double kSmallJog = 8.0;  // a wire that steps aside by less is made straight

/// Places a layer: the least sum of weight * (x - wish)^2 with the gaps kept, by pooling
/// neighbours that would come too near (M. Best, N. Chakravarti, Math. Programming 47 (1990) 425).
void placeLayer(OneLineSketch& sketch, const std::vector<int>& layer,
                const std::vector<double>& wish, const std::vector<double>& weight, double gap) {
    struct Pool {
        double sum = 0.0;
        double weight = 0.0;
        std::size_t first = 0;

        double mean() const { return sum / weight; }
    };

    std::vector<double> offset(layer.size(), 0.0);
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < layer.size(); ++i) {
        if (i > 0) {
            const SketchVertex& a = sketch.vertices[at(layer[i - 1])];
            const SketchVertex& b = sketch.vertices[at(layer[i])];
            const double between = a.node < 0 && b.node < 0 ? 0.0 : gap;
            offset[i] = offset[i - 1] + a.right + between + b.left;
        }
        pools.push_back({weight[i] * (wish[i] - offset[i]), weight[i], i});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            Pool& before = pools[pools.size() - 2];
            before.sum += pools.back().sum;
            before.weight += pools.back().weight;
            pools.pop_back();
        }
    }
    for (std::size_t p = 0; p < pools.size(); ++p) {
        const std::size_t end = p + 1 < pools.size() ? pools[p + 1].first : layer.size();
        for (std::size_t i = pools[p].first; i < end; ++i) {
            sketch.vertices[at(layer[i])].x = pools[p].mean() + offset[i];
        }
    }
}

/// Neither end has another wire on that side: the two should be in line.
bool isChain(const OneLineSketch& sketch, const SketchSegment& s) {
    return sketch.vertices[at(s.upper)].down.size() == 1 &&
           sketch.vertices[at(s.lower)].up.size() == 1;
}

/// How much a wire wants to be straight: most where it passes through layers.
double straightness(const OneLineSketch& sketch, const SketchSegment& s) {
    const int bends = (sketch.vertices[at(s.upper)].node < 0 ? 1 : 0) +
                      (sketch.vertices[at(s.lower)].node < 0 ? 1 : 0);
    return bends == 2 ? 8.0 : bends == 1 ? 2.0 : 1.0;
}

/// By vertex: the one at the top of its chain; itself outside of chains.
std::vector<int> chainsOf(const OneLineSketch& sketch) {
    std::vector<int> head(sketch.vertices.size());
    for (const auto& layer : sketch.layers) {
        for (const int v : layer) {
            head[at(v)] = v;
            const auto& up = sketch.vertices[at(v)].up;
            if (up.size() == 1 && isChain(sketch, sketch.segments[at(up.front())])) {
                head[at(v)] = head[at(sketch.segments[at(up.front())].upper)];
            }
        }
    }
    return head;
}

/// Where the wires of a vertex pull it, as sums of weight and weight times place.
struct Pull {
    double sum = 0.0;
    double weight = 0.0;
};

void addPull(const OneLineSketch& sketch, int v, bool up, bool down, bool skipChain, Pull& pull) {
    const SketchVertex& vertex = sketch.vertices[at(v)];
    const auto add = [&](const std::vector<int>& list, bool upwards) {
        for (const int i : list) {
            const SketchSegment& s = sketch.segments[at(i)];
            if (skipChain && isChain(sketch, s)) {
                continue;
            }
            const double w = straightness(sketch, s);
            pull.sum +=
                w * (upwards ? sketch.upperX(s) - s.inOffset : sketch.lowerX(s) - s.outOffset);
            pull.weight += w;
        }
    };
    if (up) {
        add(vertex.up, true);
    }
    if (down) {
        add(vertex.down, false);
    }
}

/// Takes out jogs too small to mean anything, where the neighbours leave room.
void straighten(OneLineSketch& sketch) {
    const int count = static_cast<int>(sketch.layers.size());
    for (int k = 0; k < 2 * count; ++k) {
        const bool down = k < count;
        const auto& layer = sketch.layers[at(down ? k : 2 * count - 1 - k)];
        for (std::size_t i = 0; i < layer.size(); ++i) {
            SketchVertex& v = sketch.vertices[at(layer[i])];
            const auto& joined = down ? v.up : v.down;
            if (joined.size() != 1) {
                continue;
            }
            const SketchSegment& s = sketch.segments[at(joined.front())];
            const double jog = sketch.upperX(s) - sketch.lowerX(s);
            const double shift = down ? jog : -jog;
            if (jog == 0.0 || std::abs(jog) > kSmallJog) {
                continue;
            }
            const bool roomLeft =
                i == 0 || shift > 0.0 ||
                sketch.vertices[at(layer[i - 1])].x + sketch.vertices[at(layer[i - 1])].right <=
                    v.x + shift - v.left;
            const bool roomRight =
                i + 1 == layer.size() || shift < 0.0 ||
                v.x + shift + v.right <=
                    sketch.vertices[at(layer[i + 1])].x - sketch.vertices[at(layer[i + 1])].left;
            if (roomLeft && roomRight) {
                v.x += shift;
            }
        }
    }
}

/// Whether a vertex may be at x without coming nearer to its neighbours than their extents.
bool fits(const OneLineSketch& sketch, int v, double x, double gap) {
    const SketchVertex& vertex = sketch.vertices[at(v)];
    const auto& layer = sketch.layers[at(vertex.layer)];
    const std::size_t i = at(sketch.place[at(v)]);
    const auto between = [&](const SketchVertex& other) {
        return vertex.node < 0 && other.node < 0 ? 0.0 : gap;
    };
    if (i > 0) {
        const SketchVertex& left = sketch.vertices[at(layer[i - 1])];
        if (left.x + left.right + between(left) > x - vertex.left) {
            return false;
        }
    }
    if (i + 1 < layer.size()) {
        const SketchVertex& right = sketch.vertices[at(layer[i + 1])];
        if (x + vertex.right + between(right) > right.x - right.left) {
            return false;
        }
    }
    return true;
}

/// Chains that a crowded layer has bent are in line again, where the other layers have room: at
/// the place of that member which moves the others least.
void alignChains(OneLineSketch& sketch, const std::vector<std::vector<int>>& chains, double gap) {
    for (const auto& chain : chains) {
        double best = 0.0;
        double least = -1.0;
        for (const int candidate : chain) {
            const double x = sketch.vertices[at(candidate)].x;
            double moved = 0.0;
            bool possible = true;
            for (const int v : chain) {
                const double distance = std::abs(sketch.vertices[at(v)].x - x);
                moved += distance;
                possible = possible && (distance == 0.0 || fits(sketch, v, x, gap));
            }
            if (possible && (least < 0.0 || moved < least)) {
                least = moved;
                best = x;
            }
        }
        for (const int v : chain) {
            if (least >= 0.0) {
                sketch.vertices[at(v)].x = best;
            }
        }
    }
}

}  // namespace

void placeVertices(OneLineSketch& sketch, const OneLineStyle& style) {
    for (auto& layer : sketch.layers) {
        double x = 0.0;
        for (const int v : layer) {
            SketchVertex& vertex = sketch.vertices[at(v)];
            vertex.x = x + vertex.left;
            x = vertex.x + vertex.right + style.gap;
        }
    }
    const std::vector<int> head = chainsOf(sketch);
    std::vector<std::vector<int>> chains(sketch.vertices.size());
    for (std::size_t v = 0; v < head.size(); ++v) {
        chains[at(head[v])].push_back(static_cast<int>(v));
    }
    std::vector<double> wish;
    std::vector<double> weight;
    const int count = static_cast<int>(sketch.layers.size());
    for (int k = 0; k < kPlaceSweeps; ++k) {
        // First one side after the other, to spread out; then both, whole chains at a time.
        const bool both = k >= kPlaceSweeps / 2;
        const bool down = k % 2 == 0;
        for (int j = 0; j < count; ++j) {
            const auto& layer = sketch.layers[at(down ? j : count - 1 - j)];
            wish.clear();
            weight.clear();
            for (const int v : layer) {
                Pull pull;
                if (both) {
                    for (const int member : chains[at(head[at(v)])]) {
                        addPull(sketch, member, true, true, true, pull);
                    }
                } else {
                    addPull(sketch, v, down, !down, false, pull);
                }
                const bool free = pull.weight <= 0.0;
                wish.push_back(free ? sketch.vertices[at(v)].x : pull.sum / pull.weight);
                weight.push_back(free ? 0.01 : pull.weight);
            }
            placeLayer(sketch, layer, wish, weight, style.gap);
        }
    }
    for (SketchVertex& v : sketch.vertices) {
        v.x = std::round(v.x);
    }
    alignChains(sketch, chains, kLeastGap);
    straighten(sketch);
    alignChains(sketch, chains, kLeastGap);
    double left = sketch.vertices.empty() ? 0.0 : sketch.vertices[0].x - sketch.vertices[0].left;
    for (const SketchVertex& v : sketch.vertices) {
        left = std::min(left, v.x - v.left);
    }
    for (SketchVertex& v : sketch.vertices) {
        v.x -= left;
    }
}

}  // namespace headroom::engine
