// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Runs of feed-loss-2n with drills, and what is asked of them.
namespace headroom::tests::power {

using namespace headroom::engine;
using headroom::models::Value;

struct PowerRun {
    explicit PowerRun(const Project& project) : s(simulator(project)) {}

    explicit PowerRun(std::unique_ptr<Simulator> made) : s(std::move(made)) {}

    /// Steps to `untilS`, keeping the events and the worst imbalance.
    void until(double untilS) {
        while (s->timeS() < untilS - 1e-6) {
            s->step();
            for (const Event& e : s->takeEvents()) {
                events.push_back(e);
            }
            worst = std::max(worst, s->state().shown[FacilityQuantity::EnergyImbalance]);
        }
    }

    /// Time of the first event of that subject whose text holds `part`, after `fromS`; -1 if none.
    double when(const std::string& subject, const std::string& part, double fromS = 0.0) const {
        for (const Event& e : events) {
            if (e.timeS >= fromS && e.subject == subject &&
                e.text.find(part) != std::string::npos) {
                return e.timeS;
            }
        }
        return -1.0;
    }

    int unit(const std::string& id) const {
        const auto& units = s->plant().network->units;
        for (std::size_t i = 0; i < units.size(); ++i) {
            if (units[i].id == id) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    double outputW(const std::string& id) const {
        return s->state().power.flow.outVa[static_cast<std::size_t>(unit(id))].real();
    }

    PowerUnitState mode(const std::string& id) const {
        return s->state().power.mode[static_cast<std::size_t>(unit(id))];
    }

    int poweredRacks() const {
        const auto& powered = s->state().power.rackPowered;
        return static_cast<int>(std::count(powered.begin(), powered.end(), 1));
    }

    std::unique_ptr<Simulator> s;
    std::vector<Event> events;
    double worst = 0.0;
};

/// The 2N scenario without its drills, and without random failures.
inline Project calm() {
    Project p = scenario("feed-loss-2n");
    removeAll(p, "drill");
    set(p, "failures", "enabled", false);
    return p;
}

inline void addDrill(Project& p, const std::string& id, const std::string& action,
                     const std::string& unit, double atMin, Value durationMin = {}) {
    Object o;
    o.id = id;
    o.type = headroom::models::findComponentType("drill");
    o.values.assign(o.type->attributes.size(), {});
    p.objects.push_back(o);
    set(p, id, "action", action);
    set(p, id, "unit", unit);
    set(p, id, "at_min", atMin);
    set(p, id, "duration_min", std::move(durationMin));
}

inline bool near(double a, double b, double tolerance = 1e-6) {
    return std::abs(a - b) <= tolerance;
}

}  // namespace headroom::tests::power
