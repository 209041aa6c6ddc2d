// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/diagram/fabric_diagram.h"
#include "engine/report/drawing/diagrams.h"
#include "engine/report/drawing/sketch.h"
#include "engine/report/format.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine::report {

namespace {

constexpr double kNames = 110.0;  // left of the rows of a tree
constexpr double kThinFabric = 1.0, kWideFabric = 8.0;

const char* rowName(FabricNodeKind kind) {
    switch (kind) {
        case FabricNodeKind::Leaves:
            return "Leaves";
        case FabricNodeKind::Group:
            return "Groups";
        case FabricNodeKind::Spines:
            return "Spines";
        case FabricNodeKind::Cores:
            return "Cores";
        case FabricNodeKind::Rest:
        case FabricNodeKind::End:
            return "";
    }
    return "";
}

/// "3", "1–8": numbers from 1.
std::string numbersOf(const std::vector<int>& members) {
    if (members.empty()) {
        return {};
    }
    const auto [least, most] = std::minmax_element(members.begin(), members.end());
    return *least == *most ? std::to_string(*least + 1)
                           : std::to_string(*least + 1) + "–" + std::to_string(*most + 1);
}

std::string nameOfNode(const FabricNode& node) {
    switch (node.kind) {
        case FabricNodeKind::Leaves:
            return numbersOf(node.leaves);
        case FabricNodeKind::Group:
            return "Group " + numbersOf(node.groups);
        case FabricNodeKind::Spines:
        case FabricNodeKind::Cores:
            return std::to_string(node.switches) + (node.switches == 1 ? " switch" : " switches");
        case FabricNodeKind::Rest:
            return "The rest";
        case FabricNodeKind::End:
            return {};
    }
    return {};
}

}  // namespace

std::string fabricSvg(const Fabric& fabric) {
    if (fabric.topology == nullptr) {
        return {};
    }
    const FabricDiagram diagram = layOutFabric(indexFabric(fabric.topology), {});
    const bool tree = diagram.form == FabricForm::Tree;
    const double left = kSketchEdge + (tree ? kNames : 0.0);
    Sketch out(diagram.width + left + kSketchEdge, diagram.height + 2.0 * kSketchEdge,
               "Fabric " + fabric.name);
    std::int64_t most = 1;
    for (const FabricEdge& edge : diagram.edges) {
        most = std::max(most, edge.links);
    }
    const auto spot = [&](const FabricPoint& p) { return Spot{p.x + left, p.y + kSketchEdge}; };
    for (const FabricEdge& edge : diagram.edges) {
        const double share = static_cast<double>(edge.links) / static_cast<double>(most);
        out.curve(spot(edge.a), spot(edge.bend), spot(edge.b), "link",
                  kThinFabric +
                      (kWideFabric - kThinFabric) * (tree ? 1.0 : 0.6) * std::sqrt(share) * 0.6);
    }
    double row = -1.0;
    for (const FabricNode& node : diagram.nodes) {
        const double x = node.box.x + left, y = node.box.y + kSketchEdge;
        out.box(x, y, node.box.width, node.box.height,
                node.kind == FabricNodeKind::Rest ? "rest" : "body", 4.0);
        const std::string name = nameOfNode(node);
        const char* look = textWidth(name, 12.5, true) <= node.box.width - 4.0 ? "name"
                           : textWidth(name, 10.0) <= node.box.width           ? "small"
                                                                               : "";
        const Spot middle{x + node.box.width / 2.0, y + node.box.height / 2.0 + 4.0};
        if (*look != '\0') {
            out.text(middle, name, look, Sketch::Anchor::Middle);
        }
        if (node.hosts.width > 0.0) {
            const double hx = node.hosts.x + left, hy = node.hosts.y + kSketchEdge;
            out.line({hx + node.hosts.width / 2.0, y + node.box.height},
                     {hx + node.hosts.width / 2.0, hy}, "link", 1.4);
            out.box(hx, hy, node.hosts.width, node.hosts.height, "rest solid-line", 3.0);
            const std::string count = shownNumber(static_cast<double>(node.endpoints));
            out.text({hx + node.hosts.width / 2.0, hy + node.hosts.height / 2.0 + 3.5}, count,
                     "small", Sketch::Anchor::Middle, node.hosts.width);
        }
        if (tree && node.box.y > row) {
            row = node.box.y;
            out.text({kSketchEdge + kNames - 12.0, middle.y}, rowName(node.kind), "figure",
                     Sketch::Anchor::End);
            if (node.hosts.width > 0.0) {
                out.text({kSketchEdge + kNames - 12.0,
                          node.hosts.y + kSketchEdge + node.hosts.height / 2 + 4.0},
                         "Adapters", "figure", Sketch::Anchor::End);
            }
        }
    }
    return out.svg();
}

}  // namespace headroom::engine::report
