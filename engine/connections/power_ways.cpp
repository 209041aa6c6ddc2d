// SPDX-License-Identifier: Apache-2.0
#include "engine/connections/power_ways.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace headroom::engine {

namespace {

using WayPoint = std::array<double, 3>;

constexpr double kDuctWidthM = 0.16, kDuctHeightM = 0.10;  // Assumption: cable duct with a lid.
constexpr double kBuswayWidthM = 0.14,
                 kBuswayHeightM = 0.18;  // Assumption: as busways of 1 to 2 kA.
constexpr double kBuswayAboveM = 0.30;   // Height above the racks.
constexpr double kHeadroomM = 2.4;       // Least height of a busway, so that people walk below it.
constexpr double kBuswaysApartM = 0.30;
constexpr double kRiseM = 0.70;  // From busways to the feeders that cross above them.
constexpr double kLaneM = 0.20;  // Between feeders side by side.
constexpr int kLanes = 8;        // Side by side; further ones lie above.
constexpr double kOnGroundM = kSiteGroundM + kDuctHeightM / 2.0;
constexpr double kFromWallM = 0.4;
constexpr double kBoardWidthM = 2.4, kBoardDepthM = 1.2, kBoardHeightM = 2.2;  // Assumption.
constexpr double kBoardGapM = 0.6;
constexpr double kSearchStepM = 0.5, kSearchM = 40.0;
constexpr double kSameM = 0.05;

bool isNumber(double value) {
    return std::isfinite(value);
}

bool doOverlap(const Box& a, const Box& b, double gapM) {
    return a.x < b.x + b.width + gapM && b.x < a.x + a.width + gapM && a.y < b.y + b.depth + gapM &&
           b.y < a.y + a.depth + gapM;
}

/// Place of a unit: the middle of its roof.
struct Spot {
    double x = 0.0, y = 0.0, topM = 0.0;
    int hall = -1;  ///< -1 means outdoors
};

/// Racks of a row that hang on one unit.
struct Stretch {
    int unit = 0;
    int block = 0, row = 0;
    std::vector<int> racks;
    int lane = 0, lanes = 1;
    bool runsNorth = false;
    double from = 0.0, to = 0.0;  ///< along the row
    double across = 0.0;          ///< of the middle line
    double zM = 0.0;

    WayPoint end(bool isFirst) const {
        const double along = isFirst ? from : to;
        return runsNorth ? WayPoint{across, along, zM} : WayPoint{along, across, zM};
    }
};

class WayBuilder {
  public:
    WayBuilder(const Layout& layout, const PowerNetwork& network)
        : layout_(layout), network_(network), entered_(layout.halls.size()) {}

    PowerWays build() {
        for (const EquipmentBox& each : layout_.equipment) {
            if (each.kind == EquipmentKind::PowerUnit) {
                bodies_[each.id].push_back(&each.box);
            }
        }
        boards();
        stretches();
        spots();
        for (int e = 0; e < static_cast<int>(network_.edges.size()); ++e) {
            feeder(e);
        }
        for (const Stretch& stretch : stretches_) {
            busway(stretch);
        }
        for (int load = 0; load < static_cast<int>(network_.loads.size()); ++load) {
            cords(load);
        }
        return std::move(made_);
    }

  private:
    int hallAt(double x, double y) const {
        for (std::size_t i = 0; i < layout_.halls.size(); ++i) {
            const Box& b = layout_.halls[i].box;
            if (x >= b.x && x <= b.x + b.width && y >= b.y && y <= b.y + b.depth) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    const std::string& idOf(int unit) const {
        return network_.arrays[at(network_.units[at(unit)].array)].id;
    }

    /// Whether a board may be there: free of machines, racks and boards, and not across a wall.
    bool isFree(const Box& box) const {
        const auto meets = [&](const auto& each) { return doOverlap(box, each.box, kBoardGapM); };
        const auto crosses = [&](const HallBox& hall) {
            const Box& h = hall.box;
            const bool isInside = box.x > h.x && box.y > h.y && box.x + box.width < h.x + h.width &&
                                  box.y + box.depth < h.y + h.depth;
            return !isInside && doOverlap(box, h, kBoardGapM);
        };
        return std::none_of(layout_.equipment.begin(), layout_.equipment.end(), meets) &&
               std::none_of(layout_.racks.begin(), layout_.racks.end(), meets) &&
               std::none_of(made_.boards.begin(), made_.boards.end(), meets) &&
               std::none_of(layout_.halls.begin(), layout_.halls.end(), crosses);
    }

    /// The free place nearest to the stated one, in the four directions.
    Box freeNear(const Box& stated) const {
        for (double away = 0.0; away <= kSearchM; away += kSearchStepM) {
            for (const auto& [dx, dy] : {std::pair{0.0, -away}, std::pair{0.0, away},
                                         std::pair{-away, 0.0}, std::pair{away, 0.0}}) {
                Box moved = stated;
                moved.x += dx;
                moved.y += dy;
                if (isFree(moved)) {
                    return moved;
                }
            }
        }
        return stated;
    }

    void boards() {
        for (const PowerArray& array : network_.arrays) {
            if (!isNumber(array.spec.xM) || !isNumber(array.spec.yM) ||
                bodies_.count(array.id) > 0) {
                continue;
            }
            for (int i = 0; i < array.units; ++i) {
                const Box stated{array.spec.xM + i * (kBoardWidthM + kBoardGapM),
                                 array.spec.yM,
                                 0.0,
                                 kBoardWidthM,
                                 kBoardDepthM,
                                 kBoardHeightM};
                Box box = freeNear(stated);
                const bool isOutdoors = hallAt(box.x, box.y) < 0;
                box.z = isOutdoors ? kSiteGroundM : 0.0;
                made_.boards.push_back(
                    {static_cast<std::int32_t>(array.firstUnit) + i, array.id, box});
            }
        }
    }

    void stretches() {
        std::map<std::tuple<int, int, int>, std::size_t> known;  // by block, row and unit
        for (const PowerLoad& load : network_.loads) {
            if (load.kind != PowerLoadKind::Rack || load.index < 0 ||
                at(load.index) >= layout_.racks.size()) {
                continue;
            }
            const RackBox& rack = layout_.racks[at(load.index)];
            for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
                const int unit = network_.cordUnit[at(c)];
                const auto [found, isNew] =
                    known.try_emplace({rack.block, rack.row, unit}, stretches_.size());
                if (isNew) {
                    Stretch made;
                    made.unit = unit;
                    made.block = rack.block;
                    made.row = rack.row;
                    made.runsNorth = rack.runsNorth();
                    stretches_.push_back(std::move(made));
                }
                stretches_[found->second].racks.push_back(load.index);
            }
        }
        for (Stretch& stretch : stretches_) {
            extend(stretch);
        }
        laneOut();
        for (Stretch& stretch : stretches_) {
            placeOver(stretch);
        }
    }

    void extend(Stretch& stretch) const {
        stretch.from = std::numeric_limits<double>::infinity();
        stretch.to = -stretch.from;
        for (const int rack : stretch.racks) {
            const Box& b = layout_.racks[at(rack)].box;
            const double from = stretch.runsNorth ? b.y : b.x;
            stretch.from = std::min(stretch.from, from);
            stretch.to = std::max(stretch.to, from + (stretch.runsNorth ? b.depth : b.width));
        }
    }

    /// Busways over one row that would overlap lie side by side.
    void laneOut() {
        std::map<std::pair<int, int>, std::vector<Stretch*>> rows;
        for (Stretch& stretch : stretches_) {
            rows[{stretch.block, stretch.row}].push_back(&stretch);
        }
        for (auto& [row, all] : rows) {
            std::stable_sort(all.begin(), all.end(),
                             [](const Stretch* a, const Stretch* b) { return a->from < b->from; });
            std::vector<double> ends;  // by lane
            for (Stretch* stretch : all) {
                const auto free = std::find_if(ends.begin(), ends.end(), [&](double end) {
                    return end <= stretch->from + kSameM;
                });
                stretch->lane = static_cast<int>(free - ends.begin());
                if (free == ends.end()) {
                    ends.push_back(stretch->to);
                } else {
                    *free = stretch->to;
                }
            }
            for (Stretch* stretch : all) {
                stretch->lanes = static_cast<int>(ends.size());
            }
        }
    }

    /// Over the front half of the racks, because coolant pipes run over the back.
    void placeOver(Stretch& stretch) const {
        const RackBox& rack = layout_.racks[at(stretch.racks.front())];
        const Box& b = rack.box;
        const double deepM = stretch.runsNorth ? b.width : b.depth;
        const double middle = stretch.runsNorth ? b.x + b.width / 2.0 : b.y + b.depth / 2.0;
        const bool frontIsLow =
            rack.facing == models::Facing::South || rack.facing == models::Facing::West;
        const double frontM = 0.2 * deepM * (frontIsLow ? -1.0 : 1.0);
        const double apartM = std::min(kBuswaysApartM, deepM / stretch.lanes);
        stretch.across = middle + frontM + (stretch.lane - 0.5 * (stretch.lanes - 1)) * apartM;
        stretch.zM = std::max(b.z + b.height + kBuswayAboveM, kHeadroomM);
    }

    std::optional<Spot> ownSpot(int unit) const {
        const PowerUnit& u = network_.units[at(unit)];
        const auto bodies = bodies_.find(idOf(unit));
        const Box* box = nullptr;
        if (bodies != bodies_.end()) {
            const auto first = at(u.instance * std::max(1, u.modules));
            box = bodies->second[std::min(first, bodies->second.size() - 1)];
        }
        for (const PowerBoard& board : made_.boards) {
            box = board.unit == unit ? &board.box : box;
        }
        if (box == nullptr) {
            return std::nullopt;
        }
        const double x = box->x + box->width / 2.0, y = box->y + box->depth / 2.0;
        return Spot{x, y, box->z + box->height, hallAt(x, y)};
    }

    /// Units are in the order in which power passes them: sources first.
    void spots() {
        const int count = static_cast<int>(network_.units.size());
        spots_.resize(at(count));
        std::vector<bool> hasBusway(at(count), false);
        for (const Stretch& stretch : stretches_) {
            hasBusway[at(stretch.unit)] = true;
        }
        for (int u = 0; u < count; ++u) {
            const PowerUnit& unit = network_.units[at(u)];
            spots_[at(u)] = ownSpot(u);
            const int first = unit.firstEdge;
            for (int e = first; e < first + unit.edges && !spots_[at(u)] && !hasBusway[at(u)];
                 ++e) {
                spots_[at(u)] = spots_[at(network_.edges[at(e)].from)];
            }
        }
        for (int e = static_cast<int>(network_.edges.size()) - 1; e >= 0; --e) {
            const PowerEdge& edge = network_.edges[at(e)];
            if (!spots_[at(edge.from)] && !hasBusway[at(edge.from)]) {
                spots_[at(edge.from)] = spots_[at(edge.to)];
            }
        }
    }

    static void go(std::vector<WayPoint>& way, const WayPoint& to) {
        const bool isThere = !way.empty() && std::abs(way.back()[0] - to[0]) < 1e-6 &&
                             std::abs(way.back()[1] - to[1]) < 1e-6 &&
                             std::abs(way.back()[2] - to[2]) < 1e-6;
        if (!isThere) {
            way.push_back(to);
        }
    }

    /// Number of machines and halls that a level stretch would run through.
    int hits(const WayPoint& a, const WayPoint& b) const {
        const Box box{std::min(a[0], b[0]),  std::min(a[1], b[1]),  0.0,
                      std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), 0.0};
        int count = 0;
        for (const EquipmentBox& each : layout_.equipment) {
            count += doOverlap(box, each.box, 0.0) ? 1 : 0;
        }
        for (const HallBox& hall : layout_.halls) {
            count += doOverlap(box, hall.box, 0.0) ? 1 : 0;
        }
        return count;
    }

    /// Level and with one corner: of the two ways the one that runs through fewer things.
    void corner(std::vector<WayPoint>& way, const WayPoint& to) const {
        const WayPoint from = way.back();
        const WayPoint northFirst{from[0], to[1], to[2]}, eastFirst{to[0], from[1], to[2]};
        const bool isNorth = hits(from, northFirst) + hits(northFirst, to) <=
                             hits(from, eastFirst) + hits(eastFirst, to);
        go(way, isNorth ? northFirst : eastFirst);
        go(way, to);
    }

    /// From the ground through the nearest wall of a hall to a place under its ceiling.
    void enter(std::vector<WayPoint>& way, const Spot& from, int hall, const WayPoint& to) {
        const Box& room = layout_.halls[at(hall)].box;
        const int lane = entered_[at(hall)]++;
        const double asideM = kLaneM * (lane % kLanes);
        const double riseM =
            std::min(to[2] + kRiseM + kLaneM * (lane / kLanes % kLanes), room.height - 0.1);
        const bool isBelow = from.y<room.y, isAbove = from.y> room.y + room.depth;
        const bool isSideways = !isBelow && !isAbove;  // through the west or the east wall
        // `a` runs along the wall, `b` through it.
        const auto point = [&](double a, double b, double z) {
            return isSideways ? WayPoint{b, a, z} : WayPoint{a, b, z};
        };
        const double low = (isSideways ? room.y : room.x) + kFromWallM;
        const double high = (isSideways ? room.y + room.depth : room.x + room.width) - kFromWallM;
        const bool isLowWall = isSideways ? from.x < room.x + room.width / 2.0 : isBelow;
        const double wall = isSideways ? (isLowWall ? room.x : room.x + room.width)
                                       : (isLowWall ? room.y : room.y + room.depth);
        const double out = isLowWall ? -1.0 : 1.0;
        const double fromA = isSideways ? from.y : from.x;
        double a = std::clamp(fromA, low, high);
        if (a != fromA) {
            a += (fromA < low ? 1.0 : -1.0) * asideM;
        }
        const double toA = isSideways ? to[1] : to[0], toB = isSideways ? to[0] : to[1];
        go(way, point(fromA, wall + out * (kFromWallM + kLaneM + asideM), kOnGroundM));
        go(way, point(a, wall + out * (kFromWallM + kLaneM + asideM), kOnGroundM));
        go(way, point(a, wall + out * kLaneM, kOnGroundM));
        go(way, point(a, wall + out * kLaneM, riseM));
        go(way, point(a, wall - out * (kFromWallM + asideM), riseM));
        go(way, point(toA, wall - out * (kFromWallM + asideM), riseM));
        go(way, point(toA, toB, riseM));
        go(way, to);
    }

    /// The way from a unit to a place: a machine's roof, or the head of a busway.
    std::vector<WayPoint> lead(const Spot& from, const WayPoint& to, int toHall) {
        std::vector<WayPoint> way;
        if (from.hall < 0 && toHall < 0) {
            way.push_back({from.x, from.y, kOnGroundM});
            corner(way, {to[0], to[1], kOnGroundM});
        } else if (from.hall < 0) {
            way.push_back({from.x, from.y, kOnGroundM});
            enter(way, from, toHall, to);
        } else if (toHall < 0) {
            way.push_back({to[0], to[1], kOnGroundM});
            enter(way, {to[0], to[1], to[2], -1}, from.hall, {from.x, from.y, from.topM});
            std::reverse(way.begin(), way.end());
        } else {
            const double overM = std::max(from.topM, to[2]) + kRiseM;
            way.push_back({from.x, from.y, from.topM});
            go(way, {from.x, from.y, overM});
            corner(way, {to[0], to[1], overM});
            go(way, to);
        }
        return way;
    }

    void add(PowerWay::Kind kind, int edge, int unit, std::vector<WayPoint> points, int load = -1) {
        double lengthM = 0.0;
        for (std::size_t i = 0; i + 1 < points.size(); ++i) {
            lengthM += std::abs(points[i + 1][0] - points[i][0]) +
                       std::abs(points[i + 1][1] - points[i][1]);
        }
        if (lengthM > kSameM) {
            made_.ways.push_back({kind,
                                  edge,
                                  unit,
                                  idOf(unit),
                                  kDuctWidthM,
                                  kDuctHeightM,
                                  std::move(points),
                                  {},
                                  {},
                                  load});
        }
    }

    int hallOf(const Stretch& stretch) const {
        return layout_.racks[at(stretch.racks.front())].hall;
    }

    static bool isFirstNearer(const Stretch& stretch, const Spot& from) {
        const auto away = [&](const WayPoint& p) {
            return std::abs(p[0] - from.x) + std::abs(p[1] - from.y);
        };
        return away(stretch.end(true)) <= away(stretch.end(false));
    }

    void feeder(int e) {
        const PowerEdge& edge = network_.edges[at(e)];
        const std::optional<Spot>& from = spots_[at(edge.from)];
        const std::optional<Spot>& to = spots_[at(edge.to)];
        if (!from) {
            return;
        }
        bool leadsToRacks = false;
        for (const Stretch& stretch : stretches_) {
            if (stretch.unit == edge.to && !to) {
                leadsToRacks = true;
                add(PowerWay::Kind::Feeder, e, edge.to,
                    lead(*from, stretch.end(isFirstNearer(stretch, *from)), hallOf(stretch)));
            }
        }
        if (!leadsToRacks && to) {
            add(PowerWay::Kind::Feeder, e, edge.to,
                lead(*from, {to->x, to->y, to->topM}, to->hall));
        }
    }

    void busway(const Stretch& stretch) {
        PowerWay way;
        way.kind = PowerWay::Kind::Busway;
        way.unit = stretch.unit;
        way.object = idOf(stretch.unit);
        way.widthM = kBuswayWidthM;
        way.heightM = kBuswayHeightM;
        const std::optional<Spot>& body = spots_[at(stretch.unit)];
        const bool isFirst = !body || isFirstNearer(stretch, *body);
        way.points = {stretch.end(isFirst), stretch.end(!isFirst)};
        if (body) {
            way.points = lead(*body, stretch.end(isFirst), hallOf(stretch));
            go(way.points, stretch.end(!isFirst));
        }
        way.racks = stretch.racks;
        for (const int rack : stretch.racks) {
            const Box& b = layout_.racks[at(rack)].box;
            const double along = stretch.runsNorth ? b.y + b.depth / 2.0 : b.x + b.width / 2.0;
            way.taps.push_back(stretch.runsNorth ? WayPoint{stretch.across, along, b.z + b.height}
                                                 : WayPoint{along, stretch.across, b.z + b.height});
        }
        made_.ways.push_back(std::move(way));
    }

    static bool isOf(PowerLoadKind load, EquipmentKind machine) {
        switch (load) {
            case PowerLoadKind::Fans:
                return machine == EquipmentKind::Crah;
            case PowerLoadKind::CduPumps:
                return machine == EquipmentKind::Cdu;
            case PowerLoadKind::LoopPumps:
                return machine == EquipmentKind::Pump || machine == EquipmentKind::CondenserPump;
            case PowerLoadKind::HeatRejection:
                return machine == EquipmentKind::Chiller ||
                       machine == EquipmentKind::CoolingTower ||
                       machine == EquipmentKind::DryCooler;
            default:
                return false;
        }
    }

    void cords(int index) {
        const PowerLoad& load = network_.loads[at(index)];
        std::vector<int> known;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const int unit = network_.cordUnit[at(c)];
            const std::optional<Spot>& from = spots_[at(unit)];
            if (!from || std::find(known.begin(), known.end(), unit) != known.end()) {
                continue;
            }
            known.push_back(unit);
            const Box* nearest = nullptr;
            double least = std::numeric_limits<double>::infinity();
            for (const EquipmentBox& each : layout_.equipment) {
                const double away = std::abs(each.box.x + each.box.width / 2.0 - from->x) +
                                    std::abs(each.box.y + each.box.depth / 2.0 - from->y);
                if (isOf(load.kind, each.kind) && each.group == load.index && away < least) {
                    least = away;
                    nearest = &each.box;
                }
            }
            if (nearest != nullptr) {
                const double x = nearest->x + nearest->width / 2.0,
                             y = nearest->y + nearest->depth / 2.0;
                add(PowerWay::Kind::Cords, -1, unit,
                    lead(*from, {x, y, nearest->z + nearest->height}, hallAt(x, y)), index);
            }
        }
    }

    const Layout& layout_;
    const PowerNetwork& network_;
    std::vector<int> entered_;  ///< feeders into each hall so far
    std::map<std::string, std::vector<const Box*>>
        bodies_;  ///< by object, in the order of its units
    std::vector<Stretch> stretches_;
    std::vector<std::optional<Spot>> spots_;  ///< by unit
    PowerWays made_;
};

}  // namespace

PowerWays powerWays(const Layout& layout, const PowerNetwork& network) {
    return WayBuilder(layout, network).build();
}

}  // namespace headroom::engine
