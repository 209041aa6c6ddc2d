// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

/// A hall of 32 direct-liquid racks (2,048 H100) at constant full load, without random failures:
/// the `feed-loss-2n` scenario with one job. Warm water from three adiabatic coolers serves four
/// CDUs, chilled water the air handlers. What tests of cooling in time start from.
namespace headroom::tests {

inline engine::Project steadyHall() {
    engine::Project p = scenario("feed-loss-2n");
    removeAll(p, "drill");
    removeAll(p, "job_generator");
    std::erase_if(p.objects, [](const engine::Object& o) { return o.id == "llama-8b"; });
    set(p, "failures", "enabled", false);
    set(p, "failures", "spare_pct", 0.0);
    set(p, "failures", "restart_overhead_s", 10.0);
    set(p, "llama-70b", "accelerators", std::int64_t{2048});
    set(p, "llama-70b", "micro_batches", std::int64_t{2});
    set(p, "llama-70b", "profile", std::string{"fixed"});
    return p;
}

/// The same with the CDUs on chilled water, in a climate where towers alone never make it.
inline engine::Project chilledHall() {
    engine::Project p = steadyHall();
    set(p, "site", "climate", std::string{"singapore"});
    set(p, "cdus", "loop", std::string{"chilled"});
    set(p, "cdus", "supply_setpoint_c", 24.0);
    set(p, "chilled", "chiller_count", std::int64_t{3});
    set(p, "chilled", "cooling_tower_count", std::int64_t{5});
    set(p, "chilled", "pump_count", std::int64_t{5});
    set(p, "chilled", "condenser_pump_count", std::int64_t{3});
    set(p, "chilled", "volume_m3", 30.0);
    std::erase_if(p.objects, [](const engine::Object& o) { return o.id == "warm"; });
    return p;
}

/// One drill; what it needs beyond is set by hand.
inline void addDrill(engine::Project& p, const std::string& id, const std::string& action,
                     const std::string& unit, double atMin, const std::string& machine = "all",
                     std::int64_t count = 0, models::Value durationMin = {},
                     models::Value amountPct = {}) {
    engine::Object o;
    o.id = id;
    o.type = models::findComponentType("drill");
    o.values.assign(o.type->attributes.size(), {});
    p.objects.push_back(o);
    set(p, id, "action", action);
    set(p, id, "unit", unit);
    set(p, id, "at_min", atMin);
    set(p, id, "machine", machine);
    set(p, id, "count", count);
    set(p, id, "duration_min", std::move(durationMin));
    set(p, id, "amount_pct", std::move(amountPct));
}

inline bool within(double value, double expected, double share) {
    return std::abs(value - expected) <= share * std::abs(expected);
}

struct CoolantRun {
    explicit CoolantRun(const engine::Project& project, double stepS = 15.0) {
        engine::RunOptions o;
        o.stepS = stepS;
        s = simulator(project, o);
    }

    /// Steps to `untilS`, keeping the events, and holds every step against what must always be
    /// true.
    void until(double untilS) {
        while (s->timeS() < untilS - 1e-6) {
            s->step();
            for (const engine::Event& e : s->takeEvents()) {
                events.push_back(e);
            }
            check();
        }
    }

    /// No NaN; nothing that towers or dry coolers give is colder than the air that they have.
    void check() {
        const engine::State& state = s->state();
        const double wetC = facility(engine::FacilityQuantity::WetBulb);
        lowestWetC = std::min(lowestWetC, wetC);
        for (const double t : state.coolant.nodeC) {
            sane = sane && std::isfinite(t) && t > -30.0 && t < 400.0;
        }
        for (const double t : state.rackHotC) {
            sane = sane && std::isfinite(t);
        }
        const engine::Plant& plant = s->plant();
        for (std::size_t i = 0; i < plant.loops.size(); ++i) {
            if (!plant.loops[i].hasChiller) {
                const double supplyC = state.shown.loops[i][static_cast<std::size_t>(
                    engine::LoopQuantity::SupplyTemperature)];
                coldestOverWetK = std::min(coldestOverWetK, supplyC - lowestWetC);
            }
        }
    }

    double facility(engine::FacilityQuantity q) const { return s->state().shown[q]; }

    double loop(const std::string& id, engine::LoopQuantity q) const {
        const auto& loops = s->plant().loops;
        for (std::size_t i = 0; i < loops.size(); ++i) {
            if (loops[i].id == id) {
                return s->state().shown.loops[i][static_cast<std::size_t>(q)];
            }
        }
        return NAN;
    }

    double cdu(engine::CduQuantity q, std::size_t unit = 0) const {
        return s->state().shown.cdus[unit][static_cast<std::size_t>(q)];
    }

    double hall(engine::HallQuantity q, std::size_t unit = 0) const {
        return s->state().shown.halls[unit][static_cast<std::size_t>(q)];
    }

    const engine::CoolantState& coolant() const { return s->state().coolant; }

    /// First event of that kind after `fromS` whose text holds `part`; nullptr if none.
    const engine::Event* find(engine::EventKind kind, double fromS = 0.0,
                              const std::string& part = {}) const {
        for (const engine::Event& e : events) {
            if (e.timeS >= fromS && e.kind == kind && e.text.find(part) != std::string::npos) {
                return &e;
            }
        }
        return nullptr;
    }

    /// The same as a time, -1: none.
    double when(engine::EventKind kind, double fromS = 0.0, const std::string& part = {}) const {
        const engine::Event* e = find(kind, fromS, part);
        return e != nullptr ? e->timeS : -1.0;
    }

    bool balanced() const { return s->summary().sums[engine::Sum::WorstImbalance] < 1e-9 && sane; }

    /// Temperature of stored liquid, and what of it there is, in a circuit.
    double circuitMeanC(int circuit, double* jPerK = nullptr) const {
        const engine::Plant& plant = s->plant();
        const auto& c = plant.cooling->circuits[static_cast<std::size_t>(circuit)];
        const double rhoCp = plant.circuitFluid[static_cast<std::size_t>(circuit)].jPerM3K();
        double sum = 0.0, weight = 0.0;
        for (int n = c.firstNode; n < c.firstNode + c.nodes; ++n) {
            const auto i = static_cast<std::size_t>(n);
            const double w = plant.cooling->nodes[i].volumeM3 * rhoCp + 4186.0;
            sum += w * s->state().coolant.nodeC[i];
            weight += w;
        }
        if (jPerK != nullptr) {
            *jPerK = weight;
        }
        return sum / weight;
    }

    void print(double fromS = 0.0) const {
        for (const engine::Event& e : events) {
            if (e.timeS >= fromS) {
                std::printf("  %9.1f %2d %s: %s\n", e.timeS, static_cast<int>(e.kind),
                            e.subject.c_str(), e.text.c_str());
            }
        }
    }

    std::unique_ptr<engine::Simulator> s;
    std::vector<engine::Event> events;
    bool sane = true;
    double coldestOverWetK = 1e9, lowestWetC = 1e9;
};

}  // namespace headroom::tests
