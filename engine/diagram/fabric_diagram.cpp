// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/fabric_diagram.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
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

FabricPoint centreOf(const FabricBox& b) {
    return {b.x + b.width / 2.0, b.y + b.height / 2.0};
}

/// Builds one diagram: boxes of the scope, then edges between them, then places.
class Builder {
  public:
    Builder(const FabricIndex& index, const FabricScope& scope, const FabricStyle& style)
        : index_(index), scope_(scope), style_(style), spec_(index.topology->spec()) {}

    FabricDiagram build() {
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

  private:
    int planes() const { return scope_.plane < 0 ? spec_.planes : 1; }

    bool isInPlane(int plane) const { return scope_.plane < 0 || scope_.plane == plane; }

    int addNode(FabricNode node) {
        diagram_.nodes.push_back(std::move(node));
        return static_cast<int>(diagram_.nodes.size()) - 1;
    }

    void addLeaves(std::vector<int> leaves) {
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

    void addGroups(const std::vector<int>& groups) {
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

    void addTop(FabricNodeKind kind, int group, int switches) {
        FabricNode node;
        node.kind = kind;
        node.group = group;
        node.switches = switches * planes();
        const int number = addNode(std::move(node));
        (kind == FabricNodeKind::Cores    ? cores_
         : kind == FabricNodeKind::Spines ? spines_
                                          : rest_) = number;
    }

    void makeNodes() {
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
            // Spines of the one group that all leaves stand in.
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

    /// A grid of two dimensions at most is seen whole.
    bool isFlat() const {
        return (spec_.kind == TopologyKind::Torus || spec_.kind == TopologyKind::HyperX) &&
               spec_.dims.size() <= 2 && spec_.cubeEdge == 0;
    }

    std::vector<int> leavesInScope() const {
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

    std::vector<int> groupsInScope() const {
        if (!scope_.groups.empty()) {
            return scope_.groups;
        }
        std::vector<int> all(at(index_.groups()));
        std::iota(all.begin(), all.end(), 0);
        return all;
    }

    FabricForm formOf(bool byLeaf, const std::vector<int>& numbers) const {
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

    /// Columns and rows in which routers of a torus or HyperX stand: the first dimension, and the
    /// others one after the other.
    std::pair<int, int> sides(const std::vector<int>& numbers) const {
        const int side = spec_.cubeEdge > 0   ? spec_.cubeEdge
                         : spec_.dims.empty() ? 1
                                              : spec_.dims.front();
        const int columns = std::max(1, side);
        const int count = static_cast<int>(numbers.size());
        return {std::min(columns, count), (count + columns - 1) / columns};
    }

    void makeGrid(const std::vector<int>& numbers) {
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

    /// The node in which an end of a bundle is; the rest is made when first needed.
    int nodeOf(const FabricIndex::End& end) {
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

    int rest() {
        if (rest_ < 0) {
            addTop(FabricNodeKind::Rest, -1, 0);
        }
        return rest_;
    }

    void joinNodes() {
        std::map<std::pair<int, int>, int> known;
        for (std::size_t i = 0; i < index_.bundles.size(); ++i) {
            const FabricIndex::Ends& b = index_.bundles[i];
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
            const auto [found, isNew] =
                known.try_emplace(key, static_cast<int>(diagram_.edges.size()));
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

    /// Straight from border to border, along the line between the middles.
    static FabricPoint borderOf(const FabricBox& box, const FabricPoint& towards) {
        const FabricPoint c = centreOf(box);
        const double dx = towards.x - c.x;
        const double dy = towards.y - c.y;
        const double share = std::min(dx == 0.0 ? 1.0 : box.width / 2.0 / std::abs(dx),
                                      dy == 0.0 ? 1.0 : box.height / 2.0 / std::abs(dy));
        return {c.x + std::min(1.0, share) * dx, c.y + std::min(1.0, share) * dy};
    }

    void straight(FabricEdge& edge) const {
        const FabricBox& from = diagram_.nodes[at(edge.from)].box;
        const FabricBox& to = diagram_.nodes[at(edge.to)].box;
        edge.a = borderOf(from, centreOf(to));
        edge.b = borderOf(to, centreOf(from));
        edge.bend = {(edge.a.x + edge.b.x) / 2.0, (edge.a.y + edge.b.y) / 2.0};
    }

    /// Over the row, higher the further.
    void arc(FabricEdge& edge, double rise, bool sideways) const {
        const FabricBox& from = diagram_.nodes[at(edge.from)].box;
        const FabricBox& to = diagram_.nodes[at(edge.to)].box;
        if (sideways) {
            edge.a = {from.x, from.y + from.height / 2.0};
            edge.b = {to.x, to.y + to.height / 2.0};
            edge.bend = {edge.a.x - rise, (edge.a.y + edge.b.y) / 2.0};
        } else {
            edge.a = {from.x + from.width / 2.0, from.y};
            edge.b = {to.x + to.width / 2.0, to.y};
            edge.bend = {(edge.a.x + edge.b.x) / 2.0, edge.a.y - rise};
        }
    }

    bool isBar(const FabricNode& node) const {
        return node.kind == FabricNodeKind::Spines || node.kind == FabricNodeKind::Cores ||
               node.kind == FabricNodeKind::Rest;
    }

    double boxWidth(const FabricNode& node) const {
        return node.kind == FabricNodeKind::Group ? style_.group : style_.box;
    }

    /// Bars on top as wide as all below, so that every link runs straight up.
    void placeTree() {
        int count = 0;
        double width = 0.0;
        for (const FabricNode& node : diagram_.nodes) {
            if (!isBar(node)) {
                ++count;
                width += boxWidth(node) + style_.gap;
            }
        }
        width = std::max(width - style_.gap, 3.0 * style_.group);
        // Tiers as far apart as there is room for.
        const int bars = (cores_ >= 0) + (rest_ >= 0) + (spines_ >= 0);
        const double boxes = (bars + 1) * style_.box + style_.hosts;
        const double tier = std::clamp((width / style_.shape - boxes) / (bars + 1.0 / 3.0),
                                       style_.tier, 3.0 * style_.tier);
        double y = 0.0;
        for (const int bar : {cores_, rest_, spines_}) {
            if (bar >= 0) {
                diagram_.nodes[at(bar)].box = {0.0, y, width, style_.box};
                y += style_.box + tier;
            }
        }
        const double pitch = count > 0 ? (width + style_.gap) / count : width;
        double x = 0.0;
        double foot = y;
        for (FabricNode& node : diagram_.nodes) {
            if (isBar(node)) {
                continue;
            }
            const double wide = pitch - style_.gap;
            node.box = {x, y, wide, style_.box};
            node.hosts = {x, y + style_.box + tier / 3.0, wide, style_.hosts};
            foot = node.hosts.y + node.hosts.height;
            x += pitch;
        }
        upright();
        diagram_.width = width;
        diagram_.height = foot;
    }

    /// Edges of a tree are upright, several from one box beside each other.
    void upright() {
        std::vector<int> ports(diagram_.nodes.size(), 0);
        std::vector<int> used(diagram_.nodes.size(), 0);
        const auto narrow = [this](const FabricEdge& e) {
            return isBar(diagram_.nodes[at(e.to)]) && !isBar(diagram_.nodes[at(e.from)]) ? e.from
                                                                                         : e.to;
        };
        for (const FabricEdge& edge : diagram_.edges) {
            ++ports[at(narrow(edge))];
        }
        for (FabricEdge& edge : diagram_.edges) {
            const int lower = narrow(edge);
            const int upper = lower == edge.from ? edge.to : edge.from;
            const FabricBox& low = diagram_.nodes[at(lower)].box;
            const FabricBox& high = diagram_.nodes[at(upper)].box;
            const double x = low.x + low.width * (++used[at(lower)]) / (ports[at(lower)] + 1.0);
            const FabricPoint foot{x, std::max(low.y, high.y)};
            const FabricPoint top{x, std::min(low.y + low.height, high.y + high.height)};
            edge.a = lower == edge.from ? foot : top;
            edge.b = lower == edge.from ? top : foot;
            edge.bend = {x, (foot.y + top.y) / 2.0};
        }
    }

    void placeCircle() {
        std::vector<FabricNode*> round;
        std::vector<FabricNode*> bars;
        for (FabricNode& node : diagram_.nodes) {
            (isBar(node) ? bars : round).push_back(&node);
        }
        const double side = round.empty() ? style_.box : boxWidth(*round.front());
        const double high = style_.box;
        const auto count = static_cast<double>(std::max<std::size_t>(1, round.size()));
        const double radius =
            std::max(1.6 * side, count * (side + style_.gap) / (2.0 * std::numbers::pi));
        // Wider than high, as screens are.
        const double wide = 1.35 * radius;
        double top = 0.0;
        for (FabricNode* bar : bars) {
            bar->box = {side / 2.0, top, 2.0 * wide, style_.box};
            top += style_.box + style_.tier;
        }
        for (std::size_t i = 0; i < round.size(); ++i) {
            const double angle =
                2.0 * std::numbers::pi * static_cast<double>(i) / count - std::numbers::pi / 2.0;
            round[i]->box = {wide * (1.0 + std::cos(angle)), top + radius * (1.0 + std::sin(angle)),
                             side, high};
        }
        diagram_.width = 2.0 * wide + side;
        diagram_.height = top + 2.0 * radius + high;
        for (FabricEdge& edge : diagram_.edges) {
            straight(edge);
        }
        barsStraightDown();
    }

    /// From bars down to what stands under them.
    void barsStraightDown() {
        for (FabricEdge& edge : diagram_.edges) {
            const bool fromBar = isBar(diagram_.nodes[at(edge.from)]);
            const bool toBar = isBar(diagram_.nodes[at(edge.to)]);
            if (fromBar == toBar) {
                continue;
            }
            const FabricBox& bar = diagram_.nodes[at(fromBar ? edge.from : edge.to)].box;
            const FabricBox& box = diagram_.nodes[at(fromBar ? edge.to : edge.from)].box;
            const FabricPoint low{box.x + box.width / 2.0, box.y};
            const FabricPoint high{std::clamp(low.x, bar.x, bar.x + bar.width), bar.y + bar.height};
            edge.a = fromBar ? high : low;
            edge.b = fromBar ? low : high;
            edge.bend = {(low.x + high.x) / 2.0, (low.y + high.y) / 2.0};
        }
    }

    double placeBars(double width) {
        double top = 0.0;
        for (FabricNode& node : diagram_.nodes) {
            if (isBar(node)) {
                node.box = {0.0, top, width, style_.box};
                top += style_.box + style_.tier;
            }
        }
        return top;
    }

    void placeRow() {
        const auto count =
            static_cast<double>(std::count_if(diagram_.nodes.begin(), diagram_.nodes.end(),
                                              [this](const FabricNode& n) { return !isBar(n); }));
        const double gap = 3.0 * style_.gap;
        const double side = diagram_.nodes.empty() ? style_.box : boxWidth(diagram_.nodes.front());
        diagram_.width = std::max(3.0 * style_.group, count * (side + gap) - gap);
        const double rise = 0.5 * style_.tier + 0.12 * diagram_.width;
        const double top = placeBars(diagram_.width) + 0.5 * rise;
        double x = 0.0;
        std::vector<int> place(diagram_.nodes.size(), 0);
        int n = 0;
        for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) {
            if (!isBar(diagram_.nodes[i])) {
                diagram_.nodes[i].box = {x, top, side, side};
                place[i] = n++;
                x += side + gap;
            }
        }
        for (FabricEdge& edge : diagram_.edges) {
            const int far = std::abs(place[at(edge.from)] - place[at(edge.to)]);
            if (far > 1) {
                arc(edge, rise * far / std::max(1.0, count - 1.0), false);
                edge.wraps = spec_.kind == TopologyKind::Torus;
            } else {
                straight(edge);
            }
        }
        barsStraightDown();
        diagram_.height = top + side;
    }

    void placeGrid() {
        const double pitch = style_.box + 2.5 * style_.gap;
        // Room for what leads around the edges.
        const double edgeRoom = 1.2 * pitch;
        int rows = 0;
        for (const int cell : cellOf_) {
            rows = std::max(rows, cell / gridColumns_ + 1);
        }
        diagram_.width = edgeRoom + gridColumns_ * pitch;
        const double top = placeBars(diagram_.width) + edgeRoom;
        for (std::size_t i = 0; i < cellOf_.size(); ++i) {
            diagram_.nodes[i].box = {edgeRoom + cellOf_[i] % gridColumns_ * pitch,
                                     top + cellOf_[i] / gridColumns_ * pitch, style_.box,
                                     style_.box};
        }
        diagram_.height = top + rows * pitch - 2.5 * style_.gap;
        const auto cell = [this](int node) {
            return at(node) < cellOf_.size() ? cellOf_[at(node)] : -1;
        };
        for (FabricEdge& edge : diagram_.edges) {
            straight(edge);
            const int from = cell(edge.from);
            const int to = cell(edge.to);
            if (from < 0 || to < 0) {
                continue;
            }
            const int across = std::abs(from % gridColumns_ - to % gridColumns_);
            const int down = std::abs(from / gridColumns_ - to / gridColumns_);
            if (across + down > 1) {
                edge.wraps = spec_.kind == TopologyKind::Torus;
                const double share = static_cast<double>(across + down) /
                                     std::max(1, std::max(gridColumns_, rows) - 1);
                // No higher than the room between two rows.
                if (across == 0 || down == 0) {
                    arc(edge, (0.25 + 0.42 * share) * pitch, down > 0);
                }
            }
        }
        slantedEnds(0.3 * pitch);
    }

    /// What leads out of a grid ends beside its box: lines to the bar would cross all others.
    void slantedEnds(double length) {
        for (FabricEdge& edge : diagram_.edges) {
            const bool fromBar = isBar(diagram_.nodes[at(edge.from)]);
            if (!fromBar && !isBar(diagram_.nodes[at(edge.to)])) {
                continue;
            }
            const FabricBox& box = diagram_.nodes[at(fromBar ? edge.to : edge.from)].box;
            const FabricPoint near{box.x + box.width, box.y};
            const FabricPoint far{near.x + length, near.y - length};
            edge.a = fromBar ? far : near;
            edge.b = fromBar ? near : far;
            edge.bend = {(near.x + far.x) / 2.0, (near.y + far.y) / 2.0};
        }
    }

    /// Every link of some bundles as a line of its own, faulty ones and all others alike: the
    /// first of them up to the bound, and one line for the others.
    void makeLinks() {
        diagram_.form = FabricForm::Links;
        const FabricIndex::Ends& first = index_.bundles[at(scope_.bundles.front())];
        std::vector<LinkId> links;
        for (const int b : scope_.bundles) {
            const std::vector<LinkId> some = index_.topology->bundleLinks(b);
            links.insert(links.end(), some.begin(), some.end());
        }
        const int shown = std::min(static_cast<int>(links.size()), style_.mostLinks);
        const int lines = shown + (at(shown) < links.size() ? 1 : 0);
        const double pitch = 22.0;
        const double high = std::max(style_.group, lines * pitch + 8.0);
        const double length = 460.0;
        for (const FabricIndex::End* end : {&first.from, &first.to}) {
            FabricNode node;
            node.kind = FabricNodeKind::End;
            node.switchNumber = end->switchNumber;
            node.group = end->group;
            if (end->leaf >= 0) {
                node.leaves = {end->leaf};
                diagram_.nodeOfLeaf[at(end->leaf)] = static_cast<int>(diagram_.nodes.size());
            }
            const double x = end == &first.from ? 0.0 : style_.group * 2.0 + length;
            node.box = {x, 0.0, style_.group * 2.0, high};
            addNode(std::move(node));
        }
        for (int i = 0; i < lines; ++i) {
            FabricEdge edge;
            edge.from = 0;
            edge.to = 1;
            edge.tier = first.tier;
            edge.links = i < shown ? 1 : static_cast<int>(links.size()) - shown;
            edge.link = i < shown ? links[at(i)] : -1;
            edge.out = i < shown ? std::vector<int>{index_.topology->bundleOf(links[at(i)])}
                                 : scope_.bundles;
            const double y = (high - lines * pitch) / 2.0 + (i + 0.5) * pitch;
            edge.a = {2.0 * style_.group, y};
            edge.b = {2.0 * style_.group + length, y};
            edge.bend = {(edge.a.x + edge.b.x) / 2.0, y};
            diagram_.edges.push_back(std::move(edge));
        }
        diagram_.folded = lines > shown;
        diagram_.width = 4.0 * style_.group + length;
        diagram_.height = high;
    }

    static constexpr int kOutside = -2;

    const FabricIndex& index_;
    const FabricScope& scope_;
    const FabricStyle& style_;
    const TopologySpec& spec_;
    FabricDiagram diagram_;
    std::vector<int> nodeOfGroup_;
    std::vector<int> cellOf_;  ///< by node of a grid: row and column
    int gridColumns_ = 1;
    int spines_ = -1, cores_ = -1, rest_ = -1;
};

}  // namespace

FabricIndex::End FabricIndex::endOf(int node) const {
    End end;
    end.switchNumber = node >= topology->endpoints() ? node - topology->endpoints()
                                                     : leafSwitch[at(topology->leafOf(node))];
    const SwitchPlace place = topology->place(end.switchNumber);
    end.tier = static_cast<std::int8_t>(place.tier);
    end.leaf = leafOfSwitch[at(end.switchNumber)];
    end.group = place.group;
    return end;
}

FabricIndex indexFabric(std::shared_ptr<const Topology> topology) {
    FabricIndex index;
    const Topology& t = *topology;
    index.topology = std::move(topology);
    const int planes = std::max(1, t.spec().planes);
    index.leavesOfGroup.resize(at(std::max(1, t.groups())));
    index.spinesOfGroup.assign(index.leavesOfGroup.size(), 0);
    index.endpointsOfLeaf.assign(at(t.leaves()), 0);
    for (int leaf = 0; leaf < t.leaves(); ++leaf) {
        index.leavesOfGroup[at(std::max(0, t.groupOfLeaf(leaf)))].push_back(leaf);
    }
    for (int e = 0; e < t.endpoints(); ++e) {
        ++index.endpointsOfLeaf[at(t.leafOf(e))];
    }
    // Leaves of a plane are numbered as its switches of tier 0 are.
    index.leafOfSwitch.assign(at(t.switches()), -1);
    index.leafSwitch.assign(at(planes * t.leaves()), -1);
    std::vector<int> next(at(planes), 0);
    for (int s = 0; s < t.switches(); ++s) {
        const SwitchPlace place = t.place(s);
        const int plane = std::clamp(place.plane, 0, planes - 1);
        if (place.tier == 0) {
            const int leaf = next[at(plane)]++;
            if (leaf < t.leaves()) {
                index.leafOfSwitch[at(s)] = leaf;
                index.leafSwitch[at(plane * t.leaves() + leaf)] = s;
            }
        } else if (plane == 0 && place.tier == 1) {
            ++(place.group < 0 ? index.looseSpines : index.spinesOfGroup[at(place.group)]);
        } else if (plane == 0) {
            ++index.cores;
        }
    }
    index.bundles.reserve(at(t.bundles()));
    for (int b = 0; b < t.bundles(); ++b) {
        const Bundle bundle = t.bundle(b);
        FabricIndex::Ends ends;
        ends.tier = bundle.tier;
        ends.plane = bundle.plane;
        ends.links = bundle.links;
        if (const std::vector<LinkId> links = t.bundleLinks(b); !links.empty()) {
            const LinkEnds link = t.ends(links.front());
            ends.from = index.endOf(link.from);
            ends.to = index.endOf(link.to);
        }
        index.bundles.push_back(ends);
    }
    return index;
}

FabricDiagram layOutFabric(const FabricIndex& index, const FabricScope& scope,
                           const FabricStyle& style) {
    return Builder(index, scope, style).build();
}

}  // namespace headroom::engine
