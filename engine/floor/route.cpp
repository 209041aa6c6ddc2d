// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/route.h"

#include "engine/base/index.h"
#include "models/facility/power_unit.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kLongestDetour = 2.0;  // Assumption: against the Manhattan way
constexpr double kTouchM = 0.1;         // boxes drawn this near meet

struct Spot {
    double eastM, northM;
};

double way(Spot a, Spot b) {
    return std::abs(a.eastM - b.eastM) + std::abs(a.northM - b.northM);
}

/// The spot of a tray's middle line that is nearest, along east and north.
Spot nearestOn(const RouteTray& tray, Spot to) {
    if (tray.runsEast()) {
        return {std::clamp(to.eastM, tray.westM, tray.eastM), (tray.southM + tray.northM) / 2.0};
    }
    return {(tray.westM + tray.eastM) / 2.0, std::clamp(to.northM, tray.southM, tray.northM)};
}

bool touch(const RouteTray& a, const RouteTray& b) {
    return a.westM <= b.eastM + kTouchM && b.westM <= a.eastM + kTouchM &&
           a.southM <= b.northM + kTouchM && b.southM <= a.northM + kTouchM;
}

/// Spots on trays and the ways between them, as a graph with few nodes.
class TrayGraph {
  public:
    TrayGraph(const std::vector<RouteTray>& trays, Spot from, Spot to)
        : trays_(trays), onTray_(trays.size()) {
        const int start = add(from), end = add(to);
        for (std::size_t i = 0; i < trays.size(); ++i) {
            for (const int point : {start, end}) {
                join(point, addOn(i, nearestOn(trays[i], spots_[at(point)])));
            }
            for (std::size_t j = 0; j < i; ++j) {
                if (touch(trays[i], trays[j])) {
                    meet(i, j);
                }
            }
        }
        // Along each tray, from spot to spot.
        for (std::vector<int>& along : onTray_) {
            std::sort(along.begin(), along.end(), [this](int a, int b) {
                const Spot &p = spots_[at(a)], &q = spots_[at(b)];
                return std::pair(p.eastM, p.northM) < std::pair(q.eastM, q.northM);
            });
            for (std::size_t i = 1; i < along.size(); ++i) {
                join(along[i - 1], along[i]);
            }
        }
    }

    /// From the first spot to the second (Dijkstra); a walk that never touches a tray is none.
    double shortestM() const {
        std::vector<double> best(spots_.size(), kInfinite);
        using Step = std::pair<double, int>;
        std::priority_queue<Step, std::vector<Step>, std::greater<>> open;
        best[0] = 0.0;
        open.push({0.0, 0});
        while (!open.empty()) {
            const auto [lengthM, node] = open.top();
            open.pop();
            if (lengthM > best[at(node)]) {
                continue;
            }
            for (const int next : joins_[at(node)]) {
                const double thereM = lengthM + way(spots_[at(node)], spots_[at(next)]);
                if (thereM < best[at(next)]) {
                    best[at(next)] = thereM;
                    open.push({thereM, next});
                }
            }
        }
        return best[1];
    }

  private:
    int add(Spot spot) {
        spots_.push_back(spot);
        joins_.emplace_back();
        return static_cast<int>(spots_.size()) - 1;
    }

    int addOn(std::size_t tray, Spot spot) {
        const int node = add(spot);
        onTray_[tray].push_back(node);
        return node;
    }

    void join(int a, int b) {
        joins_[at(a)].push_back(b);
        joins_[at(b)].push_back(a);
    }

    /// Crossing trays meet at the crossing of their lines, others where they are nearest.
    void meet(std::size_t i, std::size_t j) {
        const RouteTray &a = trays_[i], &b = trays_[j];
        const Spot middle{(std::max(a.westM, b.westM) + std::min(a.eastM, b.eastM)) / 2.0,
                          (std::max(a.southM, b.southM) + std::min(a.northM, b.northM)) / 2.0};
        join(addOn(i, nearestOn(a, middle)), addOn(j, nearestOn(b, middle)));
    }

    const std::vector<RouteTray>& trays_;
    std::vector<Spot> spots_;
    std::vector<std::vector<int>> joins_;
    std::vector<std::vector<int>> onTray_;
};

RoutePoint topOf(const Box& box) {
    return {box.x + box.width / 2.0, box.y + box.depth / 2.0, box.z + box.height};
}

/// The placed units of one object, in order of the array.
std::vector<const Box*> boxesOf(const Layout& layout, const std::string& id) {
    std::vector<const Box*> boxes;
    for (const EquipmentBox& box : layout.equipment) {
        if (box.id == id) {
            boxes.push_back(&box.box);
        }
    }
    return boxes;
}

/// Trays that a person drew. Trays of the fabrics carry data cables.
std::vector<RouteTray> traysOf(const Layout& layout) {
    std::vector<RouteTray> trays;
    for (const StructureBox& s : layout.structures) {
        if (s.kind == models::StructureKind::Tray) {
            trays.push_back(
                {s.box.x, s.box.y, s.box.x + s.box.width, s.box.y + s.box.depth, s.box.z});
        }
    }
    return trays;
}

}  // namespace

double routeLengthM(const RoutePoint& from, const RoutePoint& to,
                    const std::vector<RouteTray>& trays) {
    const Spot a{from.eastM, from.northM}, b{to.eastM, to.northM};
    double alongM = way(a, b);
    double trayM = kUsualTrayM;
    if (!trays.empty()) {
        const double byTrayM = TrayGraph(trays, a, b).shortestM();
        if (byTrayM <= kLongestDetour * alongM) {
            alongM = byTrayM;
            trayM = std::max_element(trays.begin(), trays.end(), [](const auto& p, const auto& q) {
                        return p.baseM < q.baseM;
                    })->baseM;
        }
    }
    return std::max(trayM - from.topM, 0.0) + alongM + std::max(trayM - to.topM, 0.0) +
           2.0 * kMadeOffM;
}

std::vector<MeasuredRoute> measureRoutes(const Project& project, const Layout& layout,
                                         const std::vector<std::string>& units) {
    const std::vector<RouteTray> trays = traysOf(layout);
    std::vector<MeasuredRoute> measured;
    for (const Object* object : project.objectsOf("power_unit")) {
        if (!units.empty() && std::find(units.begin(), units.end(), object->id) == units.end()) {
            continue;
        }
        const auto spec = specOf<models::PowerUnitSpec>(*object);
        const std::vector<const Box*> here = boxesOf(layout, object->id);
        MeasuredRoute route{object->id, {}, 0.0, spec.cableM};
        for (const std::string& source : spec.sources) {
            const std::vector<const Box*> there = boxesOf(layout, source);
            for (std::size_t i = 0; i < here.size(); ++i) {
                for (std::size_t j = 0; j < there.size(); ++j) {
                    // Arrays are matched in order unless each is joined to each.
                    if (!spec.joinAll && j != i * there.size() / here.size()) {
                        continue;
                    }
                    const double lengthM = routeLengthM(topOf(*there[j]), topOf(*here[i]), trays);
                    if (lengthM > route.lengthM) {
                        route.lengthM = lengthM;
                        route.from = source;
                    }
                }
            }
        }
        if (route.lengthM > 0.0) {
            measured.push_back(std::move(route));
        }
    }
    return measured;
}

}  // namespace headroom::engine
