// SPDX-License-Identifier: Apache-2.0
// Places of the boxes and edges of a fabric: tree, circle, row, grid, single links.
#include "engine/base/index.h"
#include "engine/diagram/fabric_builder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

FabricPoint centreOf(const FabricBox& b) {
    return {b.x + b.width / 2.0, b.y + b.height / 2.0};
}

}  // namespace

FabricPoint FabricBuilder::borderOf(const FabricBox& box, const FabricPoint& towards) {
    const FabricPoint c = centreOf(box);
    const double dx = towards.x - c.x;
    const double dy = towards.y - c.y;
    const double share = std::min(dx == 0.0 ? 1.0 : box.width / 2.0 / std::abs(dx),
                                  dy == 0.0 ? 1.0 : box.height / 2.0 / std::abs(dy));
    return {c.x + std::min(1.0, share) * dx, c.y + std::min(1.0, share) * dy};
}

void FabricBuilder::straight(FabricEdge& edge) const {
    const FabricBox& from = diagram_.nodes[at(edge.from)].box;
    const FabricBox& to = diagram_.nodes[at(edge.to)].box;
    edge.a = borderOf(from, centreOf(to));
    edge.b = borderOf(to, centreOf(from));
    edge.bend = {(edge.a.x + edge.b.x) / 2.0, (edge.a.y + edge.b.y) / 2.0};
}

void FabricBuilder::arc(FabricEdge& edge, double rise, bool sideways) const {
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

bool FabricBuilder::isBar(const FabricNode& node) const {
    return node.kind == FabricNodeKind::Spines || node.kind == FabricNodeKind::Cores ||
           node.kind == FabricNodeKind::Rest;
}

double FabricBuilder::boxWidth(const FabricNode& node) const {
    return node.kind == FabricNodeKind::Group ? style_.group : style_.box;
}

void FabricBuilder::placeTree() {
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
    const double tier = std::clamp((width / style_.shape - boxes) / (bars + 1.0 / 3.0), style_.tier,
                                   style_.mostTier * style_.tier);
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

void FabricBuilder::upright() {
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

void FabricBuilder::placeCircle() {
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

void FabricBuilder::barsStraightDown() {
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

double FabricBuilder::placeBars(double width) {
    double top = 0.0;
    for (FabricNode& node : diagram_.nodes) {
        if (isBar(node)) {
            node.box = {0.0, top, width, style_.box};
            top += style_.box + style_.tier;
        }
    }
    return top;
}

void FabricBuilder::placeRow() {
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

void FabricBuilder::placeGrid() {
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
        const int row = cellOf_[i] / gridColumns_, column = cellOf_[i] % gridColumns_;
        diagram_.nodes[i].box = {edgeRoom + column * pitch, top + row * pitch, style_.box,
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
            const double share =
                static_cast<double>(across + down) / std::max(1, std::max(gridColumns_, rows) - 1);
            // No higher than the room between two rows.
            if (across == 0 || down == 0) {
                arc(edge, (0.25 + 0.42 * share) * pitch, down > 0);
            }
        }
    }
    slantedEnds(0.3 * pitch);
}

void FabricBuilder::slantedEnds(double length) {
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

void FabricBuilder::makeLinks() {
    diagram_.form = FabricForm::Links;
    const TopologyIndex::Ends& first = index_.bundles[at(scope_.bundles.front())];
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
    for (const TopologyIndex::End* end : {&first.from, &first.to}) {
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
        edge.out =
            i < shown ? std::vector<int>{index_.topology->bundleOf(links[at(i)])} : scope_.bundles;
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

}  // namespace headroom::engine
