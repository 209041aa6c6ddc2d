// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

constexpr int kOrderSweeps = 24;
constexpr int kPlaceSweeps = 80;
constexpr int kLoadsInOneRow = 4;
constexpr double kSame = 0.5;      // nearer than this is the same place
constexpr double kLeastGap = 8.0;  // that a box may come near to another to stand in line
constexpr double kSmallJog = 8.0;  // a wire that steps aside by less is made straight

/// A place in a layer: a node, or the bend of a wire that passes through it.
struct Vertex {
    int node = -1;
    int layer = 0;
    std::vector<int> up;    ///< segments to the layer above, in the order of their ports
    std::vector<int> down;  ///< to the layer below
    double x = 0.0;         ///< of the symbol's centre
    double left = 0.0;      ///< extent
    double right = 0.0;
    bool board = false;
};

struct Segment {
    int upper = 0;
    int lower = 0;
    double outOffset = 0.0;  ///< of its port from the centre of the upper vertex
    double inOffset = 0.0;
};

struct Sketch {
    std::vector<Vertex> vertices;
    std::vector<Segment> segments;
    std::vector<std::vector<int>> layers;  ///< vertices in order
    std::vector<int> place;                ///< by vertex: within its layer
    std::vector<std::vector<int>> paths;   ///< by wire: its segments from the top

    double upperX(const Segment& s) const { return vertices[at(s.upper)].x + s.outOffset; }

    double lowerX(const Segment& s) const { return vertices[at(s.lower)].x + s.inOffset; }
};

bool isBoard(const PowerNetwork& network, const OneLineNode& node) {
    return !node.isLoad() && network.units[at(node.firstUnit)].kind == PowerKind::Switchboard;
}

bool isUtility(const PowerNetwork& network, const OneLineNode& node) {
    return !node.isLoad() && network.units[at(node.firstUnit)].kind == PowerKind::Utility;
}

void makeNodes(const PowerNetwork& network, std::span<const OneLineFold> fold,
               const OneLineStyle& style, std::span<const int> owner, OneLine& out) {
    const bool folds = static_cast<int>(network.units.size()) > style.unfoldedUpTo;
    std::vector<int> arrays(network.arrays.size());
    std::iota(arrays.begin(), arrays.end(), 0);
    std::stable_sort(arrays.begin(), arrays.end(), [&network](int a, int b) {
        return network.arrays[at(a)].firstUnit < network.arrays[at(b)].firstUnit;
    });
    out.nodeOfUnit.assign(network.units.size(), -1);
    for (const int index : arrays) {
        const PowerArray& array = network.arrays[at(index)];
        const OneLineFold wish = at(index) < fold.size() ? fold[at(index)] : OneLineFold::Automatic;
        const bool automatic = folds || array.units > style.arrayUpTo;
        const bool folded =
            array.units > 1 &&
            (wish == OneLineFold::Automatic ? automatic : wish == OneLineFold::Folded);
        for (int i = 0; i < array.units; i += folded ? array.units : 1) {
            OneLineNode node;
            node.array = index;
            node.firstUnit = array.firstUnit + i;
            node.units = folded ? array.units : 1;
            for (int u = 0; u < node.units; ++u) {
                out.nodeOfUnit[at(node.firstUnit + u)] = static_cast<int>(out.nodes.size());
            }
            out.nodes.push_back(std::move(node));
        }
    }
    std::map<std::pair<PowerLoadGroup, std::vector<int>>, int> groups;
    out.nodeOfLoad.assign(network.loads.size(), -1);
    for (std::size_t i = 0; i < network.loads.size(); ++i) {
        const PowerLoad& load = network.loads[i];
        std::vector<int> cords;
        for (int c = 0; c < load.cords; ++c) {
            cords.push_back(out.nodeOfUnit[at(network.cordUnit[at(load.firstCord + c)])]);
        }
        std::sort(cords.begin(), cords.end());
        cords.erase(std::unique(cords.begin(), cords.end()), cords.end());
        if (cords.empty() && i < owner.size()) {
            cords.push_back(-1 - owner[i]);  // no node has a number below 0
        }
        const auto [found, isNew] = groups.try_emplace(
            {powerLoadGroup(load.kind), std::move(cords)}, static_cast<int>(out.nodes.size()));
        if (isNew) {
            out.nodes.emplace_back();
        }
        out.nodes[at(found->second)].loads.push_back(static_cast<int>(i));
        out.nodeOfLoad[i] = found->second;
    }
}

void makeWires(const PowerNetwork& network, OneLine& out) {
    std::map<std::pair<int, int>, int> known;
    const auto wire = [&](int from, int to) -> OneLineWire& {
        const auto [found, isNew] =
            known.try_emplace({from, to}, static_cast<int>(out.wires.size()));
        if (isNew) {
            out.wires.push_back({from, to, {}, {}});
        }
        return out.wires[at(found->second)];
    };
    for (std::size_t e = 0; e < network.edges.size(); ++e) {
        const int from = out.nodeOfUnit[at(network.edges[e].from)];
        const int to = out.nodeOfUnit[at(network.edges[e].to)];
        if (from != to) {
            wire(from, to).edges.push_back(static_cast<int>(e));
        }
    }
    for (std::size_t i = 0; i < network.loads.size(); ++i) {
        const PowerLoad& load = network.loads[i];
        for (int c = 0; c < load.cords; ++c) {
            wire(out.nodeOfUnit[at(network.cordUnit[at(load.firstCord + c)])], out.nodeOfLoad[i]);
        }
    }
}

void makeLayers(const PowerNetwork& network, OneLine& out) {
    // Nodes of units are in the order of units, sources first, so one pass down and one up do.
    std::vector<std::vector<int>> fed(out.nodes.size());
    std::vector<std::vector<int>> feeds(out.nodes.size());
    for (const OneLineWire& wire : out.wires) {
        fed[at(wire.from)].push_back(wire.to);
        feeds[at(wire.to)].push_back(wire.from);
    }
    std::vector<char> onUtility(out.nodes.size(), 0);
    int last = 0;
    for (std::size_t n = 0; n < out.nodes.size(); ++n) {
        OneLineNode& node = out.nodes[n];
        onUtility[n] = isUtility(network, node) ? 1 : 0;
        for (const int from : feeds[n]) {
            node.layer = std::max(node.layer, out.nodes[at(from)].layer + 1);
            onUtility[n] = onUtility[n] | onUtility[at(from)];
        }
        last = std::max(last, node.layer);
    }
    // Racks stand at the bottom; where there are many groups, what else hangs on the same units has
    // a row of its own above them, which keeps the drawing narrow.
    const auto groupOf = [&network](const OneLineNode& node) {
        return powerLoadGroup(network.loads[at(node.loads.front())].kind);
    };
    const auto atBottom =
        std::count_if(out.nodes.begin(), out.nodes.end(), [&groupOf](const OneLineNode& node) {
            return node.isLoad() && groupOf(node) != PowerLoadGroup::Mechanical;
        });
    const bool twoRows =
        atBottom > kLoadsInOneRow &&
        std::any_of(out.nodes.begin(), out.nodes.end(), [&groupOf](const OneLineNode& node) {
            return node.isLoad() && groupOf(node) == PowerLoadGroup::NetworkAndStorage;
        });
    const int row = last;
    last += twoRows ? 1 : 0;
    for (OneLineNode& node : out.nodes) {
        if (node.isLoad() && groupOf(node) != PowerLoadGroup::Mechanical) {
            node.layer = groupOf(node) == PowerLoadGroup::Racks ? last : row;
        }
    }
    for (std::size_t n = out.nodes.size(); n-- > 0;) {
        if (onUtility[n] != 0 || fed[n].empty()) {
            continue;
        }
        int lowest = last;
        for (const int to : fed[n]) {
            lowest = std::min(lowest, out.nodes[at(to)].layer - 1);
        }
        out.nodes[n].layer = std::max(out.nodes[n].layer, lowest);
    }
    out.layers = out.nodes.empty() ? 0 : last + 1;
}

Sketch makeSketch(const PowerNetwork& network, const OneLineStyle& style, OneLine& out) {
    Sketch sketch;
    for (std::size_t n = 0; n < out.nodes.size(); ++n) {
        Vertex v;
        v.node = static_cast<int>(n);
        v.layer = out.nodes[n].layer;
        v.board = isBoard(network, out.nodes[n]);
        sketch.vertices.push_back(std::move(v));
    }
    std::map<std::pair<int, int>, int> bends;     // of what is one net: source and layer
    std::map<std::pair<int, int>, int> segments;  // by their ends
    for (const OneLineWire& wire : out.wires) {
        std::vector<int> path;
        int upper = wire.from;
        const int top = out.nodes[at(wire.from)].layer;
        const int bottom = out.nodes[at(wire.to)].layer;
        const bool shares = !sketch.vertices[at(wire.from)].board;
        for (int layer = top + 1; layer <= bottom; ++layer) {
            int lower = wire.to;
            if (layer < bottom) {
                const int fresh = static_cast<int>(sketch.vertices.size());
                lower = shares ? bends.try_emplace({wire.from, layer}, fresh).first->second : fresh;
                if (lower == fresh) {
                    Vertex bend;
                    bend.layer = layer;
                    bend.left = bend.right = style.wireGap / 2.0;
                    sketch.vertices.push_back(std::move(bend));
                }
            }
            const int fresh = static_cast<int>(sketch.segments.size());
            const int segment = segments.try_emplace({upper, lower}, fresh).first->second;
            if (segment == fresh) {
                sketch.segments.push_back({upper, lower, 0.0, 0.0});
                sketch.vertices[at(upper)].down.push_back(segment);
                sketch.vertices[at(lower)].up.push_back(segment);
            }
            path.push_back(segment);
            upper = lower;
        }
        sketch.paths.push_back(std::move(path));
    }
    for (Vertex& v : sketch.vertices) {
        if (v.node < 0) {
            continue;
        }
        const std::size_t ports = std::max(v.up.size(), v.board ? v.down.size() : 1);
        OneLineNode& node = out.nodes[at(v.node)];
        node.symbolWidth = std::max(style.symbol, style.pitch * (static_cast<double>(ports) - 0.5));
        if (v.board) {
            node.symbolWidth = std::max(2.0 * style.symbol, node.symbolWidth + 0.5 * style.pitch);
        }
        node.width = node.symbolWidth + style.label;
        node.height = style.symbol;
        v.left = node.symbolWidth / 2.0;
        v.right = node.symbolWidth / 2.0 + style.label;
    }
    return sketch;
}

void visit(Sketch& sketch, int start, std::vector<char>& seen) {
    std::vector<int> stack{start};
    while (!stack.empty()) {
        const int v = stack.back();
        stack.pop_back();
        if (seen[at(v)] != 0) {
            continue;
        }
        seen[at(v)] = 1;
        const Vertex& vertex = sketch.vertices[at(v)];
        sketch.layers[at(vertex.layer)].push_back(v);
        for (std::size_t i = vertex.down.size(); i-- > 0;) {
            stack.push_back(sketch.segments[at(vertex.down[i])].lower);
        }
    }
}

void notePlaces(Sketch& sketch) {
    for (const auto& layer : sketch.layers) {
        for (std::size_t i = 0; i < layer.size(); ++i) {
            sketch.place[at(layer[i])] = static_cast<int>(i);
        }
    }
}

/// Wires that cross between a layer and the next: inversions of their lower ends, counted in a
/// binary indexed tree.
long crossingsBelow(const Sketch& sketch, int layer) {
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

long crossings(const Sketch& sketch) {
    long all = 0;
    for (std::size_t layer = 0; layer < sketch.layers.size(); ++layer) {
        all += crossingsBelow(sketch, static_cast<int>(layer));
    }
    return all;
}

void sweep(Sketch& sketch, bool down) {
    const int count = static_cast<int>(sketch.layers.size());
    for (int k = 1; k < count; ++k) {
        auto& layer = sketch.layers[at(down ? k : count - 1 - k)];
        std::vector<std::pair<double, int>> keyed;
        for (const int v : layer) {
            const Vertex& vertex = sketch.vertices[at(v)];
            double sum = 0.0;
            for (const int s : down ? vertex.up : vertex.down) {
                const Segment& segment = sketch.segments[at(s)];
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

/// Crossings of the wires of `a` with those of `b` when `a` stands to the left, one side only.
long crossingsOfPair(const Sketch& sketch, int a, int b, bool below) {
    const Vertex& left = sketch.vertices[at(a)];
    const Vertex& right = sketch.vertices[at(b)];
    long count = 0;
    for (const int i : below ? left.down : left.up) {
        const Segment& si = sketch.segments[at(i)];
        const int pi = sketch.place[at(below ? si.lower : si.upper)];
        for (const int j : below ? right.down : right.up) {
            const Segment& sj = sketch.segments[at(j)];
            count += pi > sketch.place[at(below ? sj.lower : sj.upper)] ? 1 : 0;
        }
    }
    return count;
}

void transpose(Sketch& sketch) {
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

void orderLayers(Sketch& sketch, int layers) {
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

void orderPorts(Sketch& sketch, const OneLineStyle& style) {
    for (Vertex& v : sketch.vertices) {
        const auto spread = [&](std::vector<int>& list, bool in) {
            std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
                const Segment& sa = sketch.segments[at(a)];
                const Segment& sb = sketch.segments[at(b)];
                return sketch.place[at(in ? sa.upper : sa.lower)] <
                       sketch.place[at(in ? sb.upper : sb.lower)];
            });
            const double middle = (static_cast<double>(list.size()) - 1.0) / 2.0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                const double offset = (static_cast<double>(i) - middle) * style.pitch;
                Segment& s = sketch.segments[at(list[i])];
                (in ? s.inOffset : s.outOffset) = offset;
            }
        };
        spread(v.up, true);
        if (v.board) {
            spread(v.down, false);
        }
    }
}

/// Places a layer: the least sum of weight * (x - wish)^2 with the gaps kept, by pooling
/// neighbours that would come too near (M. Best, N. Chakravarti, Math. Programming 47 (1990) 425).
void placeLayer(Sketch& sketch, const std::vector<int>& layer, const std::vector<double>& wish,
                const std::vector<double>& weight, double gap) {
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
            const Vertex& a = sketch.vertices[at(layer[i - 1])];
            const Vertex& b = sketch.vertices[at(layer[i])];
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

/// Neither end has another wire on that side: the two should stand in line.
bool isChain(const Sketch& sketch, const Segment& s) {
    return sketch.vertices[at(s.upper)].down.size() == 1 &&
           sketch.vertices[at(s.lower)].up.size() == 1;
}

/// How much a wire wants to be straight: most where it passes through layers.
double straightness(const Sketch& sketch, const Segment& s) {
    const int bends = (sketch.vertices[at(s.upper)].node < 0 ? 1 : 0) +
                      (sketch.vertices[at(s.lower)].node < 0 ? 1 : 0);
    return bends == 2 ? 8.0 : bends == 1 ? 2.0 : 1.0;
}

/// By vertex: the one at the top of its chain; itself outside of chains.
std::vector<int> chainsOf(const Sketch& sketch) {
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

void addPull(const Sketch& sketch, int v, bool up, bool down, bool skipChain, Pull& pull) {
    const Vertex& vertex = sketch.vertices[at(v)];
    const auto add = [&](const std::vector<int>& list, bool upwards) {
        for (const int i : list) {
            const Segment& s = sketch.segments[at(i)];
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
void straighten(Sketch& sketch) {
    const int count = static_cast<int>(sketch.layers.size());
    for (int k = 0; k < 2 * count; ++k) {
        const bool down = k < count;
        const auto& layer = sketch.layers[at(down ? k : 2 * count - 1 - k)];
        for (std::size_t i = 0; i < layer.size(); ++i) {
            Vertex& v = sketch.vertices[at(layer[i])];
            const auto& joined = down ? v.up : v.down;
            if (joined.size() != 1) {
                continue;
            }
            const Segment& s = sketch.segments[at(joined.front())];
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

/// Whether a vertex may stand at x without coming nearer to its neighbours than their extents.
bool fits(const Sketch& sketch, int v, double x, double gap) {
    const Vertex& vertex = sketch.vertices[at(v)];
    const auto& layer = sketch.layers[at(vertex.layer)];
    const std::size_t i = at(sketch.place[at(v)]);
    const auto between = [&](const Vertex& other) {
        return vertex.node < 0 && other.node < 0 ? 0.0 : gap;
    };
    if (i > 0) {
        const Vertex& left = sketch.vertices[at(layer[i - 1])];
        if (left.x + left.right + between(left) > x - vertex.left) {
            return false;
        }
    }
    if (i + 1 < layer.size()) {
        const Vertex& right = sketch.vertices[at(layer[i + 1])];
        if (x + vertex.right + between(right) > right.x - right.left) {
            return false;
        }
    }
    return true;
}

/// Chains that a crowded layer has bent stand in line again, where the other layers have room: at
/// the place of that member which moves the others least.
void alignChains(Sketch& sketch, const std::vector<std::vector<int>>& chains, double gap) {
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

void placeVertices(Sketch& sketch, const OneLineStyle& style) {
    for (auto& layer : sketch.layers) {
        double x = 0.0;
        for (const int v : layer) {
            Vertex& vertex = sketch.vertices[at(v)];
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
    for (Vertex& v : sketch.vertices) {
        v.x = std::round(v.x);
    }
    alignChains(sketch, chains, kLeastGap);
    straighten(sketch);
    alignChains(sketch, chains, kLeastGap);
    double left = sketch.vertices.empty() ? 0.0 : sketch.vertices[0].x - sketch.vertices[0].left;
    for (const Vertex& v : sketch.vertices) {
        left = std::min(left, v.x - v.left);
    }
    for (Vertex& v : sketch.vertices) {
        v.x -= left;
    }
}

/// What leaves one port downwards; it runs level on one track.
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
    if (below.source > above.low - kSame && below.source < above.high + kSame) {
        ++count;
    }
    for (const double target : above.targets) {
        if (target > below.low - kSame && target < below.high + kSame) {
            ++count;
        }
        count += std::abs(target - below.source) < 2.0 ? 1000 : 0;
    }
    return count;
}

std::vector<Net> netsBelow(const Sketch& sketch, const std::vector<int>& layer) {
    std::vector<Net> nets;
    for (const int v : layer) {
        const Vertex& vertex = sketch.vertices[at(v)];
        for (std::size_t i = 0; i < vertex.down.size(); ++i) {
            const Segment& s = sketch.segments[at(vertex.down[i])];
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
        if (net.high - net.low > kSame) {
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

void route(const Sketch& sketch, const OneLineStyle& style, OneLine& out) {
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
            const Segment& segment = sketch.segments[at(s)];
            if (i == 0) {
                addPoint(wire.points, sketch.upperX(segment),
                         from.y + from.height * (fromBoard ? 0.5 : 1.0));
            }
            x = sketch.lowerX(segment);
            if (trackY[at(s)] >= 0.0 && std::abs(x - sketch.upperX(segment)) > kSame) {
                addPoint(wire.points, sketch.upperX(segment), trackY[at(s)]);
                addPoint(wire.points, x, trackY[at(s)]);
            }
        }
        addPoint(wire.points, x, to.y + to.height * (toBoard ? 0.5 : 0.0));
    }
}

}  // namespace

PowerLoadGroup powerLoadGroup(PowerLoadKind kind) {
    return kind == PowerLoadKind::Rack     ? PowerLoadGroup::Racks
           : kind == PowerLoadKind::HallIt ? PowerLoadGroup::NetworkAndStorage
                                           : PowerLoadGroup::Mechanical;
}

OneLine layOutOneLine(const PowerNetwork& network, std::span<const OneLineFold> fold,
                      const OneLineStyle& style, std::span<const int> owner) {
    OneLine out;
    makeNodes(network, fold, style, owner, out);
    makeWires(network, out);
    makeLayers(network, out);
    Sketch sketch = makeSketch(network, style, out);
    orderLayers(sketch, out.layers);
    orderPorts(sketch, style);
    placeVertices(sketch, style);
    route(sketch, style, out);
    return out;
}

}  // namespace headroom::engine
