// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant.h"

#include "engine/run/state/design_edit.h"

#include <algorithm>

namespace headroom::engine {

namespace {

/// Sub-steps of controllers and hydraulics with which a run begins at rest.
constexpr int kSettling = 40;
constexpr double kSettlingS = 10.0;

}  // namespace

Coolant::Coolant(const RunContext& run)
    : Subsystem(run, Owner::Cooling),
      branches_(*run.plant.cooling),
      units_(run, mode_, branches_),
      flows_(run, mode_),
      heat_(run, mode_, units_),
      valves_(run, mode_, {units_, flows_, heat_}),
      pumps_(run, mode_, {units_, branches_, flows_, valves_}),
      circuits_(run, mode_, units_, valves_, pumps_),
      leaks_(run, mode_),
      rejection_(run, mode_, flows_, heat_),
      chillers_(run, mode_, rejection_, heat_),
      external_(run, mode_, heat_),
      water_(run, mode_, rejection_, heat_),
      halls_(run, mode_, units_, heat_),
      racks_(run, mode_, heat_),
      subSteps_(run, mode_, branches_, valves_),
      meters_(run, mode_, {units_, pumps_, heat_, rejection_, external_, halls_}),
      orders_(run, mode_, leaks_, racks_) {}

/// Liquids at their set-points, circuits at pressure.
void Coolant::beginLiquids() {
    const CoolingNetwork& n = *plant_.cooling;
    CoolantState& c = s_.coolant;
    for (std::size_t i = 0; i < n.circuits.size(); ++i) {
        c.pressurePa[i] = n.circuits[i].expansionPa;
    }
    for (std::size_t i = 0; i < n.nodes.size(); ++i) {
        const CoolingCircuit& circuit = n.circuits[at(n.nodes[i].circuit)];
        const auto k = at(circuit.subject);
        const bool rack = circuit.kind == CircuitKind::Rack;
        const double setC =
            rack ? plant_.cdus[k].spec.supplySetpointC : plant_.loops[k].spec.supplySetpointC;
        const double riseK = rack ? 0.5 * plant_.loops[at(plant_.cdus[k].loop)].spec.designRiseK
                                  : 0.5 * plant_.loops[k].spec.designRiseK;
        c.nodeC[i] = setC + (n.nodes[i].supply ? 0.0 : riseK);
    }
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        c.setpointC[i] = plant_.loops[i].spec.supplySetpointC;
    }
}

/// Pumps at speed, flows settled under their pressure controllers.
void Coolant::beginMachines() {
    const CoolingNetwork& n = *plant_.cooling;
    CoolantState& c = s_.coolant;
    for (std::size_t i = 0; i < n.links.size(); ++i) {
        const CoolingLinkKind kind = n.links[i].kind;
        c.running[i] = n.links[i].units;
        if (infoOf(kind).isPump) {
            c.speed[i] = 1.0;
            models::StagingState& stage = c.pumps[at(n.links[i].circuit)];
            stage.on = n.links[i].units;
            stage.sinceStartS = 0.0;
        }
        if (kind == CoolingLinkKind::Bypass) {
            c.valve[i].output = 0.0;
        } else if (n.links[i].hasValve) {
            c.valve[i].output = 0.7;
        }
    }
    for (int i = 0; i < kSettling; ++i) {
        units_.run();
        circuits_.solve(kSettlingS);
    }
}

void Coolant::begin() {
    beginLiquids();
    water_.begin();
    halls_.begin();
    racks_.begin();
    beginMachines();
    queueDrills(CoolingEvent::Drill);
    disturb();
}

void Coolant::cool(Flows& f, const models::Weather& w, double dt) {
    f.rejectedW = f.waterKgPerS = f.mechanicalW = 0.0;
    f.chillerW = f.rejectionFanW = f.waterPumpW = f.cduPumpsW = f.airHandlerW = 0.0;
    f.evaporationKgPerS = f.driftKgPerS = f.blowDownKgPerS = f.reusedW = 0.0;
    subSteps_.begin();
    units_.run();
    valves_.move(dt);
    circuits_.solve(dt);
    if (!mode_.settles) {
        leaks_.drain(dt);
    }
    pumps_.count(f);
    exchange(f, w, dt);
    SubStepMove move = heat_.solve(f, pumps_.shaftW(), dt);
    for (std::size_t i = 0; i < plant_.loops.size(); ++i) {
        water_.serve(LoopIndex(i), f, w, dt);
    }
    finish(f, move, dt);
    meters_.show(f);
    subSteps_.end(move, dt);
}

/// Coming effect of each machine, hall and row on the streams that enter it; loops first, which take longest.
void Coolant::exchange(Flows& f, const models::Weather& w, double dt) {
    heat_.setStreams();
    const auto loops = static_cast<int>(plant_.loops.size());
    const auto halls = loops + static_cast<int>(plant_.halls.size());
    const auto cdus = halls + static_cast<int>(plant_.cdus.size());
    const auto rows = cdus + static_cast<int>(plant_.rows.size());
    workers_.each(rows, [&](int k) {
        if (k < loops) {
            rejection_.reject(LoopIndex(k), w, dt);
            external_.cool(LoopIndex(k));
            chillers_.chill(LoopIndex(k), w, dt);
        } else if (k < halls) {
            halls_.blow(at(k - loops), f, dt);
        } else if (k < cdus) {
            heat_.setCdu(at(k - halls));
        } else {
            racks_.condense(plant_.rows[at(k - cdus)], f, dt);
        }
    });
    halls_.count(f);
    for (LoopIndex loop(0); loop < loops; ++loop) {
        rejection_.count(loop, f);
    }
}

/// Racks and halls at the temperatures found.
void Coolant::finish(Flows& f, SubStepMove& move, double dt) {
    const auto halls = static_cast<int>(plant_.halls.size());
    const auto rows = static_cast<int>(plant_.rows.size());
    workers_.each(halls + rows, [&](int k) {
        k < halls ? halls_.finish(at(k), f) : racks_.finish(at(k - halls), f, dt);
    });
    racks_.count(f, move);
    for (std::size_t i = 0; i < plant_.halls.size(); ++i) {
        f.storedW += halls_.storedW(i);
    }
}

bool Coolant::changesOver(const models::Weather& w, double dt) const {
    for (LoopIndex loop(0); loop < static_cast<int>(plant_.loops.size()); ++loop) {
        if (plant_.loops[at(loop)].hasChiller &&
            (chillers_.stages(loop, w, dt) || rejection_.changesOver(loop, w, dt))) {
            return true;
        }
    }
    return false;
}

bool Coolant::hasPart(const PlantOrder& order) const {
    return !coolantLinksOf(plant_, order).empty();
}

void Coolant::operate(const PlantOrder& order, double timeS, std::int64_t cause) {
    orders_.operate(order, timeS, cause);
    disturb();
}

void Coolant::undo(const PlantOrder& order, double timeS, std::int64_t cause) {
    orders_.undo(order, timeS, cause);
    disturb();
}

void Coolant::act(const QueuedEvent& e) {
    switch (e.as<CoolingEvent>()) {
        case CoolingEvent::Drill:
            operate(plant_.drills[at(e.a)].order, e.timeS, -1);
            break;
        case CoolingEvent::Undo:
            orders_.undo(e);
            disturb();
            break;
        case CoolingEvent::Isolate:
            if (leaks_.isolate(LinkIndex(e.a), e.timeS, e.cause)) {
                disturb();
            }
            break;
    }
}

void Coolant::setAirFractions(HallIndex hall, std::span<const double> fractions) {
    if (halls_.setAirFractions(hall, fractions)) {
        disturb();
    }
}

void Coolant::resume(const DesignEdit& /*edit*/) {
    halls_.keepTops();
    water_.bound();
    for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
        s_.hazardFailed[h] = std::min(s_.hazardFailed[h], plant_.hazards[h].units);
    }
    circuits_.forget();
    disturb();
}

void Coolant::publish() {
    setQuantity(FacilityQuantity::WaterStored, water_.storedM3());
}

}  // namespace headroom::engine
