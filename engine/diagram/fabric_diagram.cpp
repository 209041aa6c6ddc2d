// SPDX-License-Identifier: Apache-2.0
// What a fabric is drawn as: its boxes, and the edges between them.
#include "engine/diagram/fabric_diagram.h"

#include "engine/base/index.h"
#include "engine/diagram/fabric_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

bool isTree(TopologyKind kind) {
    return kind == TopologyKind::FatTree || kind == TopologyKind::RailOptimised ||
           kind == TopologyKind::RailOnly;
}

/// Numbers 0 … count - 1 in at most `most` runs of neighbours, equal but for the last.
std::vector<std::vector<int>> runsOf(const std::vector<int>& numbers, int most) {
    const int count = static_cast<int>(numbers.size());
    const int each = std::max(1, (count + most - 1) / std::max(1, most));
    std::vector<std::vector<int>> runs;
    for (int first = 0; first < count; first += each) {
        const auto begin = numbers.begin() + first;
        runs.emplace_back(begin, begin + std::min(each, count - first));
    }
    return runs;
}

}  // namespace

FabricDiagram FabricBuilder::build() {
    diagram_.edgeOfBundle.assign(index_.bundles.size(), -1);
    diagram_.nodeOfLeaf.assign(at(index_.leaves()), -1);
    nodeOfGroup_.assign(at(index_.groups()), -1);
    if (!scope_.bundles.empty()) {
        makeLinks();
        return std::move(diagram_);
    }
    makeNodes();
    joinNodes();
    switch (diagram_.form) {
        case FabricForm::Tree:
            placeTree();
            break;
        case FabricForm::Circle:
            placeCircle();
            break;
        case FabricForm::Row:
            placeRow();
            break;
        default:
            placeGrid();
            break;
    }
    return std::move(diagram_);
}

int FabricBuilder::addNode(FabricNode node) {
    diagram_.nodes.push_back(std::move(node));
    return static_cast<int>(diagram_.nodes.size()) - 1;
}

void FabricBuilder::addLeaves(std::vector<int> leaves) {
    FabricNode node;
    node.kind = FabricNodeKind::Leaves;
    node.group = index_.topology->groupOfLeaf(leaves.front());
    for (const int leaf : leaves) {
        node.endpoints += index_.endpointsOfLeaf[at(leaf)];
        node.group = index_.topology->groupOfLeaf(leaf) == node.group ? node.group : -1;
    }
    node.switches = static_cast<int>(leaves.size()) * planes();
    if (leaves.size() == 1) {
        node.switchNumber =
            index_.leafSwitch[at(std::max(0, scope_.plane) * index_.leaves() + leaves.front())];
    }
    node.leaves = std::move(leaves);
    diagram_.folded = diagram_.folded || node.leaves.size() > 1;
    const int number = addNode(node);
    for (const int leaf : node.leaves) {
        diagram_.nodeOfLeaf[at(leaf)] = number;
    }
}

void FabricBuilder::addGroups(const std::vector<int>& groups) {
    FabricNode node;
    node.kind = FabricNodeKind::Group;
    node.groups = groups;
    for (const int g : groups) {
        const auto& leaves = index_.leavesOfGroup[at(g)];
        node.leaves.insert(node.leaves.end(), leaves.begin(), leaves.end());
        node.switches += (static_cast<int>(leaves.size()) + index_.spinesOfGroup[at(g)]);
    }
    node.switches *= planes();
    for (const int leaf : node.leaves) {
        node.endpoints += index_.endpointsOfLeaf[at(leaf)];
    }
    diagram_.folded = diagram_.folded || groups.size() > 1;
    const int number = addNode(node);
    for (const int leaf : node.leaves) {
        diagram_.nodeOfLeaf[at(leaf)] = number;
    }
    for (const int g : groups) {
        nodeOfGroup_[at(g)] = number;
    }
}

void FabricBuilder::addTop(FabricNodeKind kind, int group, int switches) {
    FabricNode node;
    node.kind = kind;
    node.group = group;
    node.switches = switches * planes();
    const int number = addNode(std::move(node));
    (kind == FabricNodeKind::Cores    ? cores_
     : kind == FabricNodeKind::Spines ? spines_
                                      : rest_) = number;
}

void FabricBuilder::makeNodes() {
    const bool oneGroup = index_.groups() <= 1 || scope_.groups.size() == 1;
    const bool byLeaf = oneGroup || !scope_.leaves.empty() || (isFlat() && scope_.isWhole());
    const std::vector<int> numbers = byLeaf ? leavesInScope() : groupsInScope();
    diagram_.form = formOf(byLeaf, numbers);
    if (diagram_.form == FabricForm::Grid) {
        makeGrid(numbers);
    } else {
        const int most =
            diagram_.form == FabricForm::Circle ? style_.mostOnCircle : style_.mostInRow;
        for (auto& run : runsOf(numbers, most)) {
            byLeaf ? addLeaves(std::move(run)) : addGroups(run);
        }
    }
    if (byLeaf) {
        // Spines of the one group that all leaves are in.
        const int group = numbers.empty() ? -1 : index_.topology->groupOfLeaf(numbers.front());
        if (group >= 0 && index_.spinesOfGroup[at(group)] > 0) {
            addTop(FabricNodeKind::Spines, group, index_.spinesOfGroup[at(group)]);
        }
    }
    if (index_.looseSpines > 0) {
        addTop(FabricNodeKind::Spines, -1, index_.looseSpines);
    }
    if (index_.cores > 0) {
        addTop(FabricNodeKind::Cores, -1, index_.cores);
    }
}

bool FabricBuilder::isFlat() const {
    return (spec_.kind == TopologyKind::Torus || spec_.kind == TopologyKind::HyperX) &&
           spec_.dims.size() <= 2 && spec_.cubeEdge == 0;
}

std::vector<int> FabricBuilder::leavesInScope() const {
    if (!scope_.leaves.empty()) {
        return scope_.leaves;
    }
    if (!scope_.groups.empty()) {
        return index_.leavesOfGroup[at(scope_.groups.front())];
    }
    std::vector<int> all(at(index_.leaves()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::vector<int> FabricBuilder::groupsInScope() const {
    if (!scope_.groups.empty()) {
        return scope_.groups;
    }
    std::vector<int> all(at(index_.groups()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

FabricForm FabricBuilder::formOf(bool byLeaf, const std::vector<int>& numbers) const {
    if (isTree(spec_.kind) || (byLeaf && spec_.kind == TopologyKind::DragonflyPlus)) {
        return FabricForm::Tree;
    }
    if (!byLeaf) {
        return spec_.kind == TopologyKind::Torus ? FabricForm::Row : FabricForm::Circle;
    }
    if (spec_.kind == TopologyKind::Dragonfly || sides(numbers).second <= 1) {
        return spec_.kind == TopologyKind::Torus ? FabricForm::Row : FabricForm::Circle;
    }
    return FabricForm::Grid;
}

std::pair<int, int> FabricBuilder::sides(const std::vector<int>& numbers) const {
    const int side = spec_.cubeEdge > 0   ? spec_.cubeEdge
                     : spec_.dims.empty() ? 1
                                          : spec_.dims.front();
    const int columns = std::max(1, side);
    const int count = static_cast<int>(numbers.size());
    return {std::min(columns, count), (count + columns - 1) / columns};
}

void FabricBuilder::makeGrid(const std::vector<int>& numbers) {
    const auto [columns, rows] = sides(numbers);
    const int most =
        spec_.kind == TopologyKind::HyperX ? style_.mostAcrossJoined : style_.mostAcross;
    const int wide = (columns + most - 1) / most;
    const int high = (rows + most - 1) / most;
    gridColumns_ = (columns + wide - 1) / wide;
    const int gridRows = (rows + high - 1) / high;
    std::vector<std::vector<int>> cells(at(gridColumns_ * gridRows));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const int column = static_cast<int>(i) % columns / wide;
        const int row = static_cast<int>(i) / columns / high;
        cells[at(row * gridColumns_ + column)].push_back(numbers[i]);
    }
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (!cells[c].empty()) {
            cellOf_.push_back(static_cast<int>(c));
            addLeaves(std::move(cells[c]));
        }
    }
}

int FabricBuilder::nodeOf(const TopologyIndex::End& end) {
    if (end.leaf >= 0 && diagram_.nodeOfLeaf[at(end.leaf)] >= 0) {
        return diagram_.nodeOfLeaf[at(end.leaf)];
    }
    if (end.tier == 2) {
        return cores_;
    }
    if (end.group >= 0 && nodeOfGroup_[at(end.group)] >= 0) {
        return nodeOfGroup_[at(end.group)];
    }
    if (end.tier == 1 && spines_ >= 0 && diagram_.nodes[at(spines_)].group == end.group) {
        return spines_;
    }
    return kOutside;
}

int FabricBuilder::rest() {
    if (rest_ < 0) {
        addTop(FabricNodeKind::Rest, -1, 0);
    }
    return rest_;
}

void FabricBuilder::joinNodes() {
    std::map<std::pair<int, int>, int> known;
    for (std::size_t i = 0; i < index_.bundles.size(); ++i) {
        const TopologyIndex::Ends& b = index_.bundles[i];
        if (!isInPlane(b.plane)) {
            continue;
        }
        int from = nodeOf(b.from);
        int to = nodeOf(b.to);
        const auto isInside = [this](int node) {
            return node >= 0 && node != cores_ && node != rest_ &&
                   !(node == spines_ && diagram_.nodes[at(node)].group < 0);
        };
        if (!isInside(from) && !isInside(to)) {
            continue;  // outside of the scope
        }
        from = from == kOutside ? rest() : from;
        to = to == kOutside ? rest() : to;
        const int bundle = static_cast<int>(i);
        if (from == to) {
            diagram_.nodes[at(from)].inner.push_back(bundle);
            continue;
        }
        const auto key = std::minmax(from, to);
        const auto [found, isNew] = known.try_emplace(key, static_cast<int>(diagram_.edges.size()));
        if (isNew) {
            FabricEdge edge;
            edge.from = key.first;
            edge.to = key.second;
            edge.tier = b.tier;
            diagram_.edges.push_back(std::move(edge));
        }
        FabricEdge& edge = diagram_.edges[at(found->second)];
        (from == edge.from ? edge.out : edge.back).push_back(bundle);
        edge.links += from == edge.from ? b.links : 0;
        diagram_.edgeOfBundle[i] = found->second;
    }
}

FabricDiagram layOutFabric(const TopologyIndex& index, const FabricScope& scope,
                           const FabricStyle& style) {
    return FabricBuilder(index, scope, style).build();
}

}  // namespace headroom::engine
