// SPDX-License-Identifier: Apache-2.0
#include "engine/connections/coolant_pipes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

using PipePoint = std::array<double, 3>;
using PipeWay = std::vector<PipePoint>;

constexpr double kPipeVelocityMPerS = 2.0;  // Assumption: water in mains, as LoopPiping has it.
constexpr double kThinnestPipeM = 0.06;
constexpr double kPipeOutdoorsM = 0.45;  // Height of pipes on sleepers.
constexpr double kPipeAboveM = 0.45;     // Height above racks and machines.
constexpr double kPipeApartM = 0.18;     // From the middle of a pair to each of its pipes.

double pipeDiameterM(double flowM3PerS) {
    return std::max(kThinnestPipeM, std::sqrt(4.0 * std::max(0.0, flowM3PerS) /
                                              (std::numbers::pi * kPipeVelocityMPerS)));
}

PipePoint roofMiddleOf(const Box& b) {
    return {b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height};
}

/// Adds a corner where a way turns from east to north.
void goPipe(PipeWay& way, const PipePoint& to) {
    const PipePoint from = way.back();
    if (std::abs(from[2] - to[2]) > 1e-6) {
        way.push_back({from[0], from[1], to[2]});
    }
    if (std::abs(from[0] - to[0]) > 1e-6 && std::abs(from[1] - to[1]) > 1e-6) {
        way.push_back({to[0], from[1], to[2]});
    }
    way.push_back(to);
}

class PipeBuilder {
  public:
    PipeBuilder(const Layout& layout, const CoolingNetwork& network)
        : layout_(layout), network_(network) {}

    std::vector<CoolantPipe> build() {
        for (std::size_t i = 0; i < layout_.equipment.size(); ++i) {
            const EquipmentBox& box = layout_.equipment[i];
            boxes_[{box.kind, box.group}].push_back(&box.box);
        }
        for (const CoolingLink& link : network_.links) {
            const int index = static_cast<int>(&link - network_.links.data());
            switch (link.kind) {
                case CoolingLinkKind::CduPrimary:
                    branch(index, EquipmentKind::Cdu);
                    break;
                case CoolingLinkKind::AirHandlers:
                    branch(index, EquipmentKind::Crah);
                    break;
                case CoolingLinkKind::Towers:
                    yard(index, EquipmentKind::CoolingTower);
                    break;
                case CoolingLinkKind::DryCoolers:
                    yard(index, EquipmentKind::DryCooler);
                    break;
                case CoolingLinkKind::Evaporators:
                    yard(index, EquipmentKind::Chiller);
                    break;
                case CoolingLinkKind::Racks:
                    row(index);
                    break;
                default:
                    break;
            }
        }
        return std::move(pipes_);
    }

  private:
    const std::vector<const Box*>& boxesOf(EquipmentKind kind, int group) {
        return boxes_[{kind, group}];
    }

    const CoolingLink& linkAt(int index) const { return network_.links[LinkIndex(index)]; }

    int loopOf(const CoolingLink& link) const { return network_.circuits[link.circuit].subject; }

    /// The middle of the loop's pumps, or of its plant; nothing where none of it has a place.
    bool plantOf(int loop, PipePoint& at) {
        for (const EquipmentKind kind : {EquipmentKind::Pump, EquipmentKind::Chiller,
                                         EquipmentKind::CoolingTower, EquipmentKind::DryCooler}) {
            const auto& boxes = boxesOf(kind, loop);
            if (!boxes.empty()) {
                at = roofMiddleOf(*boxes[boxes.size() / 2]);
                at[2] = kPipeOutdoorsM;
                return true;
            }
        }
        return false;
    }

    const HallBox* hallAround(const PipePoint& p) const {
        for (const HallBox& hall : layout_.halls) {
            const Box& b = hall.box;
            if (p[0] >= b.x && p[0] <= b.x + b.width && p[1] >= b.y && p[1] <= b.y + b.depth) {
                return &hall;
            }
        }
        return nullptr;
    }

    /// A supply and its return, which lie next to each other. The way leads from the source to what it serves.
    void pair(int link, const std::string& object, const PipeWay& way, bool isSupplyIn = true) {
        for (const bool isReturn : {false, true}) {
            CoolantPipe pipe;
            pipe.link = link;
            pipe.end = isReturn == isSupplyIn ? CoolantPipe::End::Out : CoolantPipe::End::In;
            pipe.object = object;
            pipe.diameterM = pipeDiameterM(linkAt(link).designM3PerS);
            const double aside =
                std::max(kPipeApartM, 0.65 * pipe.diameterM) * (isReturn ? 1.0 : -1.0);
            for (const PipePoint& p : way) {
                pipe.points.push_back({p[0] + aside, p[1] + aside, p[2]});
            }
            if (isReturn) {
                std::reverse(pipe.points.begin(), pipe.points.end());
            }
            pipes_.push_back(std::move(pipe));
        }
    }

    /// From the plant through the wall of the hall to its machines, along each line of them.
    void branch(int index, EquipmentKind kind) {
        const CoolingLink& link = linkAt(index);
        const std::vector<const Box*>& boxes = boxesOf(kind, link.subject);
        PipePoint plant{};
        if (boxes.empty() || !plantOf(loopOf(link), plant)) {
            return;
        }
        const HallBox* hall = hallAround(roofMiddleOf(*boxes.front()));
        std::map<long, std::vector<const Box*>> lines;  // by their place from west to east
        for (const Box* box : boxes) {
            lines[std::lround(box->x)].push_back(box);
        }
        const std::string object = kind == EquipmentKind::Cdu
                                       ? std::string(cduId(link.subject))
                                       : layout_.halls[static_cast<std::size_t>(link.subject)].id;
        for (auto& [x, line] : lines) {
            std::sort(line.begin(), line.end(),
                      [](const Box* a, const Box* b) { return a->y < b->y; });
            PipeWay way{plant};
            const PipePoint first = roofMiddleOf(*line.front()), last = roofMiddleOf(*line.back());
            const double heightM = first[2] + kPipeAboveM;
            const bool isSouth = plant[1] < (first[1] + last[1]) / 2.0;
            const PipePoint& near = isSouth ? first : last;
            const PipePoint& far = isSouth ? last : first;
            if (hall != nullptr) {
                const Box& room = hall->box;
                // Through the wall that looks to the plant.
                const double wall =
                    isSouth ? std::min(room.y, near[1]) : std::max(room.y + room.depth, near[1]);
                goPipe(way, {near[0], plant[1], kPipeOutdoorsM});
                goPipe(way, {near[0], wall, kPipeOutdoorsM});
                goPipe(way, {near[0], wall, heightM});
            }
            goPipe(way, {near[0], near[1], heightM});
            if (line.size() > 1) {
                goPipe(way, {far[0], far[1], heightM});
            }
            way.push_back({far[0], far[1], far[2]});
            pair(index, object, way);
        }
    }

    std::string_view cduId(int group) const {
        const auto circuit = network_.cduCircuit[CduIndex(group)];
        return circuit < 0 ? std::string_view() : std::string_view(network_.circuits[circuit].id);
    }

    /// From the pumps to a line of heat rejection in the yard. Its water leaves colder than it comes.
    void yard(int index, EquipmentKind kind) {
        const CoolingLink& link = linkAt(index);
        const int loop = loopOf(link);
        const std::vector<const Box*>& boxes = boxesOf(kind, loop);
        PipePoint plant{};
        if (boxes.empty() || !plantOf(loop, plant)) {
            return;
        }
        std::map<long, std::vector<const Box*>> lines;  // by their place from south to north
        for (const Box* box : boxes) {
            lines[std::lround(box->y)].push_back(box);
        }
        const auto circuit = network_.loopCircuit[LoopIndex(loop)];
        for (const auto& [y, line] : lines) {
            const double front = line.front()->y + line.front()->depth + 0.5;
            PipeWay way{plant};
            const double x0 = line.front()->x, x1 = line.back()->x + line.back()->width;
            const bool isWest = std::abs(plant[0] - x0) < std::abs(plant[0] - x1);
            goPipe(way, {isWest ? x0 : x1, front, kPipeOutdoorsM});
            goPipe(way, {isWest ? x1 : x0, front, kPipeOutdoorsM});
            pair(index, network_.circuits[circuit].id, way);
        }
    }

    /// From the nearest CDU of the group along the back of the row.
    void row(int index) {
        const CoolingLink& link = linkAt(index);
        const std::vector<const Box*>& cdus = boxesOf(EquipmentKind::Cdu, loopOf(link));
        const Box* first = nullptr;
        const Box* last = nullptr;
        const RackBox* any = nullptr;
        for (const RackBox& rack : layout_.racks) {
            if (rack.block == link.subject && rack.row == link.row) {
                first = first == nullptr ? &rack.box : first;
                last = &rack.box;
                any = &rack;
            }
        }
        if (any == nullptr || cdus.empty()) {
            return;
        }
        PipePoint from = roofMiddleOf(*first), to = roofMiddleOf(*last);
        const double heightM = from[2] + kPipeAboveM;
        // Along the back of the racks.
        const double back = 0.3 * (any->runsNorth() ? first->width : first->depth);
        const double dx = any->facing == models::Facing::West   ? back
                          : any->facing == models::Facing::East ? -back
                                                                : 0.0;
        const double dy = any->facing == models::Facing::South   ? back
                          : any->facing == models::Facing::North ? -back
                                                                 : 0.0;
        for (PipePoint* p : {&from, &to}) {
            *p = {(*p)[0] + dx, (*p)[1] + dy, heightM};
        }
        const Box* cdu = cdus.front();
        double best = std::numeric_limits<double>::infinity();
        for (const Box* box : cdus) {
            const PipePoint at = roofMiddleOf(*box);
            const double away = std::min(std::abs(at[0] - from[0]) + std::abs(at[1] - from[1]),
                                         std::abs(at[0] - to[0]) + std::abs(at[1] - to[1]));
            if (away < best) {
                best = away;
                cdu = box;
            }
        }
        const PipePoint source = roofMiddleOf(*cdu);
        const bool isTurned = std::abs(source[0] - to[0]) + std::abs(source[1] - to[1]) <
                              std::abs(source[0] - from[0]) + std::abs(source[1] - from[1]);
        if (isTurned) {
            std::swap(from, to);
        }
        PipeWay way{source};
        if (any->runsNorth()) {
            goPipe(way, {from[0], source[1], heightM});
        } else {
            goPipe(way, {source[0], from[1], heightM});
        }
        goPipe(way, from);
        goPipe(way, to);
        pair(index, layout_.blocks[static_cast<std::size_t>(link.subject)], way);
    }

    const Layout& layout_;
    const CoolingNetwork& network_;
    std::map<std::pair<EquipmentKind, int>, std::vector<const Box*>> boxes_;
    std::vector<CoolantPipe> pipes_;
};

}  // namespace

std::vector<CoolantPipe> coolantPipes(const Layout& layout, const CoolingNetwork& network) {
    return PipeBuilder(layout, network).build();
}

}  // namespace headroom::engine
