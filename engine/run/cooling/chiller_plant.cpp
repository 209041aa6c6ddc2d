// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/chiller_plant.h"

#include "engine/run/cooling/chillers.h"
#include "models/cooling/chiller.h"
#include "models/cooling/condenser_air.h"
#include "models/cooling/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace headroom::engine {

/// Demand on the chillers of a loop, and their capacity.
struct ChillerPlant::Demand {
    double setC = 0.0, condenserC = 0.0;
    double streamW = 0.0,
           inC = 0.0;  ///< water that enters evaporators [W/K], behind the economiser
    double loadW = 0.0;
    models::ChillerState full;
    models::StagingRule rule;
    int available = 0;  ///< none without water for evaporators and condensers
    int watered = 0;    ///< on duty with water through evaporator and condenser
    int waiting = 0;    ///< asked for, and idle until their flow is proved
    bool evaporatorFlows = true,
         condenserFlows = true;  ///< flow switches of those that shall have water are closed
    bool switchedOff = false;    ///< by these, and by nothing else

    double inMachines() const { return loadW / std::max(1.0, full.capacityW); }
};

/// With temperatures as they will be in `aheadS`, if they continue as they do.
ChillerPlant::Demand ChillerPlant::demandOf(LoopIndex loop, const models::Weather& w,
                                            double economiserWPerK, double aheadS) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const auto nodeC = [&](int node) { return aheadC(NodeIndex(node), aheadS); };
    Demand c;
    c.setC = c_.setpointC[i];
    const LinkIndex link(n_.loopEvaporators[i]);
    c.streamW = wPerK(link);
    c.inC = nodeC(n_.links[at(link)].from);
    // Coming effect of the economiser on the entering water in this step.
    if (economiserWPerK > 0.0 && c.streamW > 0.0) {
        const double hotC = nodeC(n_.links[at(n_.loopEconomiser[i])].from);
        const double outdoorC = nodeC(n_.links[at(n_.loopEconomiserOut[i])].from);
        c.inC = hotC - economiserWPerK / c.streamW * (hotC - outdoorC);
    }
    const bool airCooled = l.chiller.airCooled;
    const bool wanted = c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mixed) ||
                        c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mechanical);
    c.loadW = wanted ? std::max(0.0, c.streamW * (c.inC - c.setC)) : 0.0;
    const int on = std::max(1, c_.chillers[i].on);
    if (airCooled) {
        c.condenserC = models::condenserAirC(w);
    } else {
        const LinkIndex condensers(n_.loopCondensers[i]);
        const double heatW =
            std::min(c.loadW / on, l.chiller.ratedHeatW) * (1.0 + 1.0 / l.chiller.ratedCop);
        c.condenserC = nodeC(n_.links[at(condensers)].from) +
                       models::condenserPenaltyK(
                           l.chiller, heatW, c_.flowM3PerS[at(condensers)] / on, rhoCp(condensers));
    }
    c.full = models::chillerState(l.chiller, l.chiller.ratedHeatW, c.setC, c.condenserC);
    c.rule.units = l.spec.chillers;
    c.rule.upAt = kOneMoreAt;
    c.rule.downAt = kOneFewerAt;
    c.rule.minOnS = l.chiller.minOnS;
    c.rule.minOffS = l.chiller.minOffS;
    c.rule.startS = l.chiller.startS;
    proveFlow(loop, c);
    // After a trip or an outage they may restart sooner than after a stop by staging: what their
    // restart time leaves next to the start-up, counted from the return of power.
    if (c.available < c_.chillers[i].on || c_.chillersLost[i] != 0) {
        c.rule.minOffS = std::max(0.0, l.chiller.restartS - l.chiller.startS);
    }
    return c;
}

/// Who has water. Running machines share it, the others pass theirs by: one that the load no longer asks for may rest
/// without it. One that the load asks for anew opens its valves where the flow suffices for it next to those that run,
/// and else waits for the pumps; too long a wait trips it. One that runs and loses its flow trips.
void ChillerPlant::proveFlow(LoopIndex loop, Demand& c) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const bool airCooled = l.chiller.airCooled;
    const LinkIndex link(n_.loopEvaporators[i]);
    const double carrying = std::floor(c.inMachines() / c.rule.downAt) + 1.0;
    const int ready = c_.chillers[i].ready();
    const int asked = std::max(1, carrying < ready ? static_cast<int>(carrying) : ready);
    const int byEvaporators = models::machinesWithFlow(c_.flowM3PerS[at(link)], l.evaporatorM3PerS);
    const int byCondensers =
        airCooled
            ? byEvaporators
            : models::machinesWithFlow(c_.flowM3PerS[at(n_.loopCondensers[i])], l.condenserM3PerS);
    const int flowing = std::min(byEvaporators, byCondensers);
    const bool overdue = c_.chillersWaitS[i] >= models::kFlowProofS;
    const int kept = mode_.settles ? 0 : c_.chillersWatered[i];
    const int before = ready > 0 ? std::min(asked, kept) : 1;  // none starts without water for one
    const int wanted = overdue ? asked : std::clamp(flowing, before, asked);
    c.waiting = asked - wanted;
    c.evaporatorFlows = byEvaporators >= wanted;
    c.condenserFlows = byCondensers >= wanted;
    c.switchedOff = flowing < wanted && c_.running[at(link)] > 0.0;
    if (airCooled || c_.mode[i] != static_cast<std::int32_t>(PlantMode::Off)) {
        c.available = static_cast<int>(c_.running[at(link)]);
        if (flowing < wanted) {
            c.available = std::min(c.available, flowing);
        }
    }
    c.watered = std::min({wanted, flowing, ready, c.available});
}

bool ChillerPlant::stages(LoopIndex loop, const models::Weather& w, double dt) const {
    const auto i = at(loop);
    if (heat_.exchanges().evaporator[i] < 0 || c_.nodeKPerS.empty()) {
        return false;
    }
    const bool beside = c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mixed);
    const double economiser = beside ? rejection_.economiserWPerK(loop) : 0.0;
    const models::StagingState& before = c_.chillers[i];
    models::StagingState after = before;
    for (const double aheadS : {0.0, dt}) {
        const Demand c = demandOf(loop, w, economiser, aheadS);
        after = models::stageStep(c.rule, after, c.inMachines(), c.available, dt - aheadS);
        if (after.on != before.on || after.ready() != before.ready()) {
            return true;
        }
    }
    return false;
}

/// Flow switches stop chillers through which too little flows.
void ChillerPlant::noteFlowTrip(LoopIndex loop, int machines, bool byCondensers, double timeS) {
    const auto id =
        log_.add(s_, timeS, EventKind::Trip, plant_.loops[at(loop)].id,
                 fmt::format("Too little water flows through {}: flow switches open and {}.",
                             byCondensers ? "condensers" : "evaporators",
                             machines == 1 ? std::string("the chiller stops")
                                           : fmt::format("{} chillers stop", machines)),
                 causes_.lowFlow(loop, timeS));
    causes_.raiseFlowSwitches(loop, id, timeS);
}

void ChillerPlant::chill(LoopIndex loop, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const int evaporator = heat_.exchanges().evaporator[i];
    c_.chillerW[i] = 0.0;
    if (evaporator < 0) {
        return;
    }
    ThermalExchange& e = heat_.exchange(evaporator);
    heat_.shut(evaporator);
    e.coldShare = 1.0;
    c_.powerW[at(n_.loopEvaporators[i])] = 0.0F;
    const int economiser = heat_.exchanges().economiser[i];
    const Demand c =
        demandOf(loop, w, economiser >= 0 ? heat_.exchange(economiser).gHotWPerK : 0.0, 0.0);
    models::StagingState& stage = c_.chillers[i];
    if (c.available < stage.on) {
        c_.chillersLost[i] = 1;
        // One that still starts waits for its water.
        if (c.switchedOff && stage.ready() > 0) {
            noteFlowTrip(loop, std::max(1, stage.ready() - c.available), c.evaporatorFlows,
                         s_.flowS + dt);
        }
    } else if (c_.chillersLost[i] != 0 && c.evaporatorFlows && c.condenserFlows) {
        causes_.clearFlowSwitches(loop, s_.flowS + dt);
    }
    stage = models::stageStep(c.rule, stage, c.inMachines(), c.available, dt);
    c_.chillersWatered[i] = std::min(c.watered, stage.ready());
    c_.chillersWaitS[i] = c.waiting > 0 && !mode_.settles ? c_.chillersWaitS[i] + dt : 0.0;
    if (c.available == 0 && c_.chillersLost[i] != 0) {
        stage.sinceStopS = 0.0;
    } else if (stage.resting == 0) {
        c_.chillersLost[i] = 0;
    }
    const double duty = std::max(0.0, c_.chillers[i].duty - c.waiting);
    const double capacityW = duty * c.full.capacityW;
    // Outside of what its curves know a machine may have no capacity at all: it then takes no heat.
    if (capacityW <= 0.0 || c.loadW <= 0.0) {
        return;
    }
    const models::StreamLaw law = models::evaporatorLaw(capacityW, c.setC, c.inC, c.streamW);
    e.gHotWPerK = c.streamW * (1.0 - law.slope);
    e.q0W = -c.streamW * law.offsetC;
    const double heatW = std::min(c.loadW, capacityW);
    const double machines = std::max(1.0, duty);
    const double powerW = machines * models::chillerState(plant_.loops[i].chiller, heatW / machines,
                                                          c.setC, c.condenserC)
                                         .powerW;
    e.coldShare = 1.0 + powerW / heatW;
}

}  // namespace headroom::engine
