// SPDX-License-Identifier: Apache-2.0
// Order of symbols and ports.
#include "engine/diagram/one_line_sketch.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

constexpr int kOrderSweeps = 24;

void visit(OneLineSketch& sketch, int start, std::vector<char>& seen) {
    std::vector<int> stack{start};
    while (!stack.empty()) {
        const int v = stack.back();
        stack.pop_back();
        if (seen[at(v)] != 0) {
            continue;
        }
        seen[at(v)] = 1;
        const SketchVertex& vertex = sketch.vertices[at(v)];
        sketch.layers[at(vertex.layer)].push_back(v);
        for (std::size_t i = vertex.down.size(); i-- > 0;) {
            stack.push_back(sketch.segments[at(vertex.down[i])].lower);
        }
    }
}

void notePlaces(OneLineSketch& sketch) {
    for (const auto& layer : sketch.layers) {
        for (std::size_t i = 0; i < layer.size(); ++i) {
            sketch.place[at(layer[i])] = static_cast<int>(i);
        }
    }
}

/// Wires that cross between a layer and the next: inversions of their lower ends, counted in a
/// binary indexed tree.
long crossingsBelow(const OneLineSketch& sketch, int layer) {
    if (at(layer + 1) >= sketch.layers.size()) {
        return 0;
    }
    std::vector<int> ends;
    for (const int v : sketch.layers[at(layer)]) {
        const std::size_t from = ends.size();
        for (const int s : sketch.vertices[at(v)].down) {
            ends.push_back(sketch.place[at(sketch.segments[at(s)].lower)]);
        }
        std::sort(ends.begin() + static_cast<std::ptrdiff_t>(from), ends.end());
    }
    std::vector<int> tree(sketch.layers[at(layer + 1)].size() + 1, 0);
    long crossings = 0;
    int count = 0;
    for (const int end : ends) {
        int notAbove = 0;
        for (int i = end + 1; i > 0; i -= i & -i) {
            notAbove += tree[at(i)];
        }
        crossings += count - notAbove;
        ++count;
        for (std::size_t i = at(end + 1); i < tree.size(); i += i & (~i + 1)) {
            ++tree[i];
        }
    }
    return crossings;
}

long crossings(const OneLineSketch& sketch) {
    long all = 0;
    for (std::size_t layer = 0; layer < sketch.layers.size(); ++layer) {
        all += crossingsBelow(sketch, static_cast<int>(layer));
    }
    return all;
}

void sweep(OneLineSketch& sketch, bool down) {
    const int count = static_cast<int>(sketch.layers.size());
    for (int k = 1; k < count; ++k) {
        auto& layer = sketch.layers[at(down ? k : count - 1 - k)];
        std::vector<std::pair<double, int>> keyed;
        for (const int v : layer) {
            const SketchVertex& vertex = sketch.vertices[at(v)];
            double sum = 0.0;
            for (const int s : down ? vertex.up : vertex.down) {
                const SketchSegment& segment = sketch.segments[at(s)];
                sum += sketch.place[at(down ? segment.upper : segment.lower)];
            }
            const auto n = static_cast<double>(down ? vertex.up.size() : vertex.down.size());
            keyed.emplace_back(n > 0 ? sum / n : sketch.place[at(v)], v);
        }
        std::stable_sort(keyed.begin(), keyed.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < layer.size(); ++i) {
            layer[i] = keyed[i].second;
            sketch.place[at(layer[i])] = static_cast<int>(i);
        }
    }
}

/// Crossings of the wires of `a` with those of `b` when `a` is on the left, one side only.
long crossingsOfPair(const OneLineSketch& sketch, int a, int b, bool below) {
    const SketchVertex& left = sketch.vertices[at(a)];
    const SketchVertex& right = sketch.vertices[at(b)];
    long count = 0;
    for (const int i : below ? left.down : left.up) {
        const SketchSegment& si = sketch.segments[at(i)];
        const int pi = sketch.place[at(below ? si.lower : si.upper)];
        for (const int j : below ? right.down : right.up) {
            const SketchSegment& sj = sketch.segments[at(j)];
            count += pi > sketch.place[at(below ? sj.lower : sj.upper)] ? 1 : 0;
        }
    }
    return count;
}

void transpose(OneLineSketch& sketch) {
    for (int round = 0; round < 8; ++round) {
        bool changed = false;
        for (auto& layer : sketch.layers) {
            for (std::size_t i = 0; i + 1 < layer.size(); ++i) {
                const int a = layer[i];
                const int b = layer[i + 1];
                const long now =
                    crossingsOfPair(sketch, a, b, true) + crossingsOfPair(sketch, a, b, false);
                const long swapped =
                    crossingsOfPair(sketch, b, a, true) + crossingsOfPair(sketch, b, a, false);
                if (swapped < now) {
                    std::swap(layer[i], layer[i + 1]);
                    std::swap(sketch.place[at(a)], sketch.place[at(b)]);
                    changed = true;
                }
            }
        }
        if (!changed) {
            return;
        }
    }
}

}  // namespace

void orderLayers(OneLineSketch& sketch, int layers) {
    sketch.layers.assign(at(layers), {});
    sketch.place.assign(sketch.vertices.size(), 0);
    std::vector<char> seen(sketch.vertices.size(), 0);
    for (std::size_t v = 0; v < sketch.vertices.size(); ++v) {
        if (sketch.vertices[v].up.empty()) {
            visit(sketch, static_cast<int>(v), seen);
        }
    }
    notePlaces(sketch);
    auto best = sketch.layers;
    long least = crossings(sketch);
    for (int k = 0; k < kOrderSweeps && least > 0; ++k) {
        sweep(sketch, k % 2 == 0);
        transpose(sketch);
        const long now = crossings(sketch);
        if (now < least) {
            least = now;
            best = sketch.layers;
        }
    }
    sketch.layers = std::move(best);
    notePlaces(sketch);
}

void orderPorts(OneLineSketch& sketch, const OneLineStyle& style) {
    for (SketchVertex& v : sketch.vertices) {
        const auto spread = [&](std::vector<int>& list, bool in) {
            std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
                const SketchSegment& sa = sketch.segments[at(a)];
                const SketchSegment& sb = sketch.segments[at(b)];
                return sketch.place[at(in ? sa.upper : sa.lower)] <
                       sketch.place[at(in ? sb.upper : sb.lower)];
            });
            const double middle = (static_cast<double>(list.size()) - 1.0) / 2.0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const double offset = (static_cast<double>(i) - middle) * style.pitch;
                SketchSegment& s = sketch.segments[at(list[i])];
                (in ? s.inOffset : s.outOffset) = offset;
            }
        };
        spread(v.up, true);
        if (v.board) {
            spread(v.down, false);
        }
    }
}

}  // namespace headroom::engine
