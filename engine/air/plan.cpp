// SPDX-License-Identifier: Apache-2.0
#include "engine/air/plan.h"

#include "engine/base/index.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kWidestAisleM = 4.0;
constexpr double kOuterAisleM = 1.2;
constexpr double kNarrowestM = 0.1;
constexpr double kStillMPerS = 0.05;

/// The ceiling holds at least this share of the hall's heat capacity.
constexpr double kLeastCeiling = 0.1;

/// One row on the floor. Side 0 is south, 1 north.
struct RowBox {
    int firstRack = 0, racks = 0;
    Box box;
    bool facesNorth = false;
    int aisle[2] = {-1, -1};

    int front() const { return aisle[facesNorth ? 1 : 0]; }

    int back() const { return aisle[facesNorth ? 0 : 1]; }
};

struct Aisle {
    double x0 = 0.0, x1 = 0.0, y0 = 0.0, y1 = 0.0, height = 0.0;
    bool cold = false, hot = false;
    int group = 0;  ///< aisle whose zone it shares

    double area() const { return (x1 - x0) * (y1 - y0); }
};

/// East and north exchanged in one hall: what faced west then faces south. Zones know no compass.
Layout transposed(const Layout& layout, int hall) {
    Layout turned;
    turned.halls = layout.halls;
    turned.racks = layout.racks;
    const auto turn = [](Box& box) {
        std::swap(box.x, box.y);
        std::swap(box.width, box.depth);
    };
    turn(turned.halls[at(hall)].box);
    for (RackBox& rack : turned.racks) {
        if (rack.hall == hall) {
            turn(rack.box);
            constexpr std::array kTurned{models::Facing::West, models::Facing::South,
                                         models::Facing::East, models::Facing::North};
            rack.facing = kTurned[static_cast<std::size_t>(rack.facing)];
        }
    }
    return turned;
}

class PlanBuilder {
  public:
    PlanBuilder(const Layout& layout, int hall, const models::HallSpec& spec,
                std::span<const double> designM3PerS, const models::AirProperties& air,
                std::span<const double> rackJPerK)
        : layout_(layout),
          hallBox_(layout.halls[at(hall)].box),
          hall_(hall),
          design_(designM3PerS),
          rackJPerK_(rackJPerK) {
        plan_.spec = spec;
        plan_.air = air;
        plan_.bypass = models::containedBypass(spec);
        plan_.extraToCold = models::cabinetsWarmTheRoom(spec);
    }

    HallAirPlan build() {
        rows();
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            side(r, 0);
            side(r, 1);
        }
        group();
        zones();
        capacities();
        return std::move(plan_);
    }

  private:
    void rows() {
        const std::vector<RackBox>& racks = layout_.racks;
        for (std::size_t i = 0; i < racks.size(); ++i) {
            if (racks[i].hall != hall_) {
                continue;
            }
            const bool follows = !rows_.empty() && i > 0 && racks[i - 1].hall == hall_ &&
                                 racks[i - 1].block == racks[i].block &&
                                 racks[i - 1].row == racks[i].row;
            if (!follows) {
                rows_.push_back(
                    {static_cast<int>(i), 0, racks[i].box, racks[i].facesNorth(), {-1, -1}});
            }
            RowBox& row = rows_.back();
            ++row.racks;
            const double east = racks[i].box.x + racks[i].box.width;
            row.box.width = std::max(row.box.width, east - row.box.x);
        }
    }

    static double overlap(const Box& a, const Box& b) {
        return std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    }

    /// The aisle on one side of a row: shared with the nearest row over there, or its own.
    void side(std::size_t r, int which) {
        RowBox& row = rows_[r];
        if (row.aisle[which] >= 0) {
            return;
        }
        const Box& own = row.box;
        const bool north = which == 1;
        const double edge = north ? own.y + own.depth : own.y;
        double nearest = kWidestAisleM;
        std::size_t other = rows_.size();
        for (std::size_t n = 0; n < rows_.size(); ++n) {
            const Box& b = rows_[n].box;
            const double gap = north ? b.y - edge : edge - (b.y + b.depth);
            if (n != r && gap > -1e-6 && gap < nearest &&
                overlap(own, b) > 0.5 * std::min(own.width, b.width)) {
                nearest = gap;
                other = n;
            }
        }
        const bool isFront = row.facesNorth == north;
        int& opposite = other < rows_.size() ? rows_[other].aisle[1 - which] : row.aisle[which];
        if (opposite < 0) {
            Aisle aisle;
            aisle.x0 = own.x;
            aisle.x1 = own.x + own.width;
            const double wall = north ? hallBox_.y + hallBox_.depth - edge : edge - hallBox_.y;
            const double free = std::max(
                kNarrowestM, other < rows_.size() ? nearest : std::min(kOuterAisleM, wall));
            aisle.y0 = north ? edge : edge - free;
            aisle.y1 = north ? edge + free : edge;
            opposite = static_cast<int>(aisles_.size());
            aisles_.push_back(aisle);
        }
        row.aisle[which] = opposite;
        Aisle& aisle = aisles_[at(opposite)];
        aisle.x0 = std::min(aisle.x0, own.x);
        aisle.x1 = std::max(aisle.x1, own.x + own.width);
        aisle.height = std::max(aisle.height, own.height);
        (isFront ? aisle.cold : aisle.hot) = true;
        // The neighbour sees the same aisle, not only its nearest one.
        if (other < rows_.size()) {
            const bool otherFront = rows_[other].facesNorth == !north;
            (otherFront ? aisle.cold : aisle.hot) = true;
            aisle.height = std::max(aisle.height, rows_[other].box.height);
        }
    }

    bool floods() const {
        return plan_.spec.airSupply != models::AirSupply::RaisedFloor &&
               plan_.spec.containment != models::Containment::ColdAisle;
    }

    /// Aisles that are one zone: the open floor, and those that rows join in a circle.
    void group() {
        const std::size_t n = aisles_.size();
        int floor = -1;
        for (std::size_t i = 0; i < n; ++i) {
            aisles_[i].group = static_cast<int>(i);
            if (floods() && aisles_[i].cold && !aisles_[i].hot) {
                floor = floor < 0 ? static_cast<int>(i) : floor;
                aisles_[i].group = floor;
            }
        }
        std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
        for (const RowBox& r : rows_) {
            reach[at(groupOf(r.front()))][at(groupOf(r.back()))] = true;
        }
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; reach[i][k] && j < n; ++j) {
                    reach[i][j] = reach[i][j] || reach[k][j];
                }
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t g = at(aisles_[i].group);
            for (std::size_t j = 0; j < g; ++j) {
                if (reach[g][j] && reach[j][g]) {
                    aisles_[i].group = aisles_[j].group;
                    break;
                }
            }
        }
    }

    int groupOf(int aisle) const { return aisles_[at(aisle)].group; }

    void zones() {
        std::vector<int> zoneOf(aisles_.size(), -1);
        for (Aisle& a : aisles_) {
            int& zone = zoneOf[at(a.group)];
            if (zone < 0) {
                zone = plan_.zones++;
            }
            a.group = zone;
            plan_.aisles.push_back(
                {{a.x0, a.y0, 0.0, a.x1 - a.x0, a.y1 - a.y0, a.height}, zone, a.cold, a.hot});
        }
        plan_.ceilingZone = plan_.zones++;
        const std::size_t n = at(plan_.zones);
        plan_.zoneShare.assign(n, 0.0);
        plan_.stillM3PerS.assign(n, 0.0);
        std::vector<double> area(n, 0.0), drawn(n, 0.0);
        const double fraction = models::containedRecirculation(plan_.spec);
        for (const RowBox& r : rows_) {
            plan_.rows.push_back({r.firstRack, r.racks, groupOf(r.front()), groupOf(r.back())});
            plan_.rackFraction.insert(plan_.rackFraction.end(), at(r.racks), fraction);
            for (int i = r.firstRack; i < r.firstRack + r.racks; ++i) {
                drawn[at(groupOf(r.front()))] += design_[at(i)];
            }
        }
        for (const Aisle& a : aisles_) {
            area[at(a.group)] += a.cold ? a.area() : 0.0;
            const bool closed =
                plan_.spec.containment == models::Containment::ColdAisle && a.cold && !a.hot;
            plan_.stillM3PerS[at(a.group)] +=
                kStillMPerS * a.area() * (closed ? plan_.spec.containmentLeakage : 1.0);
        }
        const bool tiles = plan_.spec.airSupply == models::AirSupply::RaisedFloor ||
                           std::accumulate(drawn.begin(), drawn.end(), 0.0) <= 0.0;
        const std::vector<double>& weight = tiles ? area : drawn;
        const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
        for (std::size_t z = 0; sum > 0.0 && z < n; ++z) {
            plan_.zoneShare[z] = weight[z] / sum;
        }
        if (sum <= 0.0) {
            plan_.zoneShare[at(plan_.ceilingZone)] = 1.0;
        }
    }

    void capacities() {
        const double perM3 = plan_.air.jPerM3K;
        const double total = perM3 * hallBox_.width * hallBox_.depth * hallBox_.height;
        plan_.zoneJPerK.assign(at(plan_.zones), 0.0);
        double below = 0.0, floorM2 = hallBox_.width * hallBox_.depth, height = 0.0;
        for (const RowBox& r : rows_) {
            floorM2 -= r.box.width * r.box.depth;
            height = std::max(height, r.box.height);
        }
        int floor = -1;
        for (const Aisle& a : aisles_) {
            const double jPerK = perM3 * a.area() * a.height;
            plan_.zoneJPerK[at(a.group)] += jPerK;
            below += jPerK;
            floorM2 -= a.area();
            if (floods() && a.cold && !a.hot) {
                floor = a.group;
            }
        }
        // The open floor is also what lies around the rows.
        if (floor >= 0 && floorM2 > 0.0) {
            plan_.zoneJPerK[at(floor)] += perM3 * floorM2 * height;
            below += perM3 * floorM2 * height;
        }
        const double most = (1.0 - kLeastCeiling) * total;
        if (below > most) {
            for (double& jPerK : plan_.zoneJPerK) {
                jPerK *= most / below;
            }
            below = most;
        }
        plan_.zoneJPerK[at(plan_.ceilingZone)] = total - below;
        for (const HallAirPlan::Row& row : plan_.rows) {
            for (int i = row.firstRack; !rackJPerK_.empty() && i < row.firstRack + row.racks; ++i) {
                // Along the way of the air, which warms evenly on it.
                plan_.zoneJPerK[at(row.coldZone)] += 0.5 * rackJPerK_[at(i)];
                plan_.zoneJPerK[at(row.hotZone)] += 0.5 * rackJPerK_[at(i)];
            }
        }
    }

    const Layout& layout_;
    const Box hallBox_;
    const int hall_;
    const std::span<const double> design_, rackJPerK_;
    HallAirPlan plan_;
    std::vector<RowBox> rows_;
    std::vector<Aisle> aisles_;
};

}  // namespace

HallAirPlan hallAirPlan(const Layout& layout, int hall, const models::HallSpec& spec,
                        std::span<const double> designM3PerS, double pressurePa,
                        std::span<const double> rackJPerK) {
    const bool turned =
        std::any_of(layout.racks.begin(), layout.racks.end(),
                    [&](const RackBox& rack) { return rack.hall == hall && rack.runsNorth(); });
    return PlanBuilder(turned ? transposed(layout, hall) : layout, hall, spec, designM3PerS,
                       models::airAt(spec.supplyAirC, pressurePa), rackJPerK)
        .build();
}

}  // namespace headroom::engine
