// SPDX-License-Identifier: Apache-2.0
// What a one-line is made of: nodes, wires, layers.
#include "engine/diagram/one_line_sketch.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

constexpr int kLoadsInOneRow = 4;

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
    // Racks are at the bottom; where there are many groups, what else hangs on the same units has
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

OneLineSketch makeSketch(const PowerNetwork& network, const OneLineStyle& style, OneLine& out) {
    OneLineSketch sketch;
    for (std::size_t n = 0; n < out.nodes.size(); ++n) {
        SketchVertex v;
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
                    SketchVertex bend;
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
    for (SketchVertex& v : sketch.vertices) {
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

}  // namespace

bool hasBreakers(const PowerNetwork& network, const OneLineWire& wire) {
    return std::any_of(wire.edges.begin(), wire.edges.end(),
                       [&network](int e) { return network.edges[at(e)].breaker >= 0; });
}

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
    OneLineSketch sketch = makeSketch(network, style, out);
    orderLayers(sketch, out.layers);
    orderPorts(sketch, style);
    placeVertices(sketch, style);
    routeWires(sketch, style, out);
    return out;
}

}  // namespace headroom::engine
