// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/dry_tower.h"
#include "models/cooling/natural_draught.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/usual.h"
#include "models/cooling/water.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

/// Heat rejection of the coolant plant: towers, dry coolers, economisers, chillers, water.
namespace headroom::engine {

namespace {

/// Heat below which a loop counts as idle, share of its design heat.
constexpr double kIdleShare = 1e-4;

}  // namespace

/// What the outdoor machines of a loop can do now.
struct Coolant::Rejection {
    bool tower = false;
    int link = -1;
    double units = 0.0, wPerK = 0.0, waterRatio = 0.0, inC = 0.0;
    double kept = 1.0;  ///< of its transfer units, by fouling
    std::optional<models::TowerCell> cell;  ///< at its water and weather

    double eps = 0.0, sinkC = 0.0, fanW = 0.0, waterKgPerS = 0.0;
    /// Of a tower's heat, what evaporates water; above 1 where the air warms its dry cells.
    double wetShare = 1.0;

    void at(const PlantLoop& l, const models::Weather& w, double airRatio, double served) {
        if (tower) {
            eps = served * cell->effectiveness(airRatio);
            sinkC = w.wetBulbC;
            wetShare = 1.0;
            if (served < 1.0) {
                // Water that is not sprayed away cools by the air's own temperature: two sinks, as one.
                const double wetW = eps * (inC - w.wetBulbC);
                const double dry = (1.0 - served) *
                                   models::dryTowerEffectiveness(l.tower, waterRatio, airRatio, w);
                const double both = eps + dry;
                sinkC = both > 0.0 ? (eps * w.wetBulbC + dry * w.dryBulbC) / both : w.dryBulbC;
                wetShare =
                    inC > sinkC && both > 0.0 ? std::max(0.0, wetW / (both * (inC - sinkC))) : 0.0;
                eps = both;
            }
            fanW = units * models::towerFanW(l.tower, airRatio);
            waterKgPerS = 0.0;
        } else {
            const models::DryCoolerLaw law =
                models::dryCoolerLaw(l.dryCooler, waterRatio, airRatio, w);
            eps = law.effectiveness;
            // Pads without water leave the air as it is.
            sinkC = w.dryBulbC + served * (law.airC - w.dryBulbC);
            fanW = units * law.fanW;
            waterKgPerS = units * law.waterKgPerS;
        }
        if (kept < 1.0) {
            // NTU times `kept`, as against a sink that does not warm: eps = 1 - exp(-NTU).
            eps = 1.0 - std::pow(1.0 - eps, kept);
        }
    }
};

double Coolant::economiserWPerK(LoopIndex loop) const {
    const auto i = at(loop);
    const LinkIndex hot = n_.loopEconomiser[i], cold = n_.loopEconomiserOut[i];
    if (hot < 0 || cold < 0) {
        return 0.0;
    }
    const PlantLoop& l = plant_.loops[i];
    return l.economisers *
           models::plateConductanceWPerK(l.economiser, c_.flowM3PerS[at(hot)] / l.economisers,
                                         c_.flowM3PerS[at(cold)] / l.economisers, rhoCp(hot),
                                         rhoCp(cold), 0.0, c_.foul[at(hot)]);
}

/// What decides how a loop is cooled: its heat and set-point, and what full air outdoors could do for it.
struct Coolant::Outlook {
    double loopW = 0.0, backC = 0.0;  ///< of the loop's water [W/K], and where it comes back
    double heatW = 0.0, designW = 0.0, setC = 0.0;
    double economiser = 0.0;            ///< [W/K]
    double coldC = 0.0, reachC = 0.0;  ///< of the water outdoors, of the loop's
    bool separate = false;              ///< an exchanger lies between loop and outdoors
};

/// Chillers off, and economiser beside them on.
struct Coolant::ChangeOver {
    models::ChangeOverState chillersOff, economiserOn;
};

Coolant::Rejection Coolant::rejection(LoopIndex loop, const models::Weather& w) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    Rejection r;
    r.tower = l.hasTower;
    r.link = l.hasTower ? n_.loopTowers[i] : n_.loopDryCoolers[i];
    if (r.link < 0) {
        return r;
    }
    r.units = c_.running[at(r.link)];
    r.wPerK = wPerK(LinkIndex(r.link));
    r.kept = c_.foul[at(r.link)];
    r.inC = c_.nodeC[at(n_.links[at(r.link)].from)];
    const double installed = n_.links[at(r.link)].units;
    const double each = l.hasTower ? l.tower.waterFlowM3PerS : l.dryCooler.waterFlowM3PerS;
    // Cells without power still let water through, with natural draught.
    r.waterRatio = c_.flowM3PerS[at(r.link)] / (installed * each);
    if (r.tower) {
        r.cell.emplace(l.tower, r.inC, r.waterRatio, w);
    }
    return r;
}

Coolant::Outlook Coolant::outlook(LoopIndex loop, Rejection& full, const models::Weather& w) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const models::CoolingLoopSpec& spec = l.spec;
    Outlook o;
    o.loopW = wPerK(n_.loopPumps[i]);
    o.backC = c_.nodeC[at(n_.loopReturn[i])];
    o.designW = l.designFlowM3PerS * rhoCp(n_.loopPumps[i]) * spec.designRiseK;
    o.heatW = std::max(0.0, o.loopW * (o.backC - c_.nodeC[at(n_.loopSupply[i])]));
    o.setC = spec.supplySetpointC + spec.resetK * std::clamp(1.0 - o.heatW / o.designW, 0.0, 1.0);
    if (full.link < 0) {
        return o;
    }
    full.at(l, w, 1.0, c_.served[i]);
    o.economiser = economiserWPerK(loop);
    o.separate = n_.loopBasin[i] >= 0;
    const double outdoorW = o.heatW + (o.separate ? c_.chillerW[i] : 0.0);
    const double share = full.units / n_.links[at(full.link)].units;
    const double epsFull = std::max(1e-6, share * full.eps);
    o.coldC = full.wPerK > 0.0 ? full.sinkC + outdoorW / full.wPerK * (1.0 - epsFull) / epsFull : o.backC;
    o.reachC = o.coldC;
    if (o.separate && o.economiser > 0.0) {
        o.reachC = o.loopW > 0.0 ? o.coldC + o.heatW / o.economiser - o.heatW / o.loopW : o.coldC;
    }
    return o;
}

Coolant::ChangeOver Coolant::changeOver(LoopIndex loop, const Outlook& o, double dt) const {
    const auto i = at(loop);
    const models::CoolingLoopSpec& spec = plant_.loops[i].spec;
    models::ChangeOverRule rule;
    rule.dwellS = spec.changeOverS;
    rule.onAboveK = spec.changeOverBandK;
    rule.offBelowK = 0.0;
    ChangeOver next;
    next.chillersOff = models::changeOverStep(rule, {c_.chillersOffOn[i] > 0.5, c_.chillersOffS[i]},
                                              o.economiser > 0.0 ? o.setC - o.reachC : -100.0, dt);
    rule.onAboveK = spec.changeOverK + spec.changeOverBandK;
    rule.offBelowK = spec.changeOverK;
    next.economiserOn = models::changeOverStep(rule, {c_.economiserOn[i] > 0.5, c_.economiserS[i]},
                                               o.economiser > 0.0 ? o.backC - o.coldC : -100.0, dt);
    return next;
}

bool Coolant::changesOver(const models::Weather& w, double dt) const {
    for (LoopIndex loop(0); loop < static_cast<int>(plant_.loops.size()); ++loop) {
        const auto i = at(loop);
        if (!plant_.loops[i].hasChiller) {
            continue;
        }
        if (stages(loop, w, dt)) {
            return true;
        }
        Rejection r = rejection(loop, w);
        if (r.link < 0) {
            continue;
        }
        const ChangeOver next = changeOver(loop, outlook(loop, r, w), dt);
        if (next.chillersOff.on != (c_.chillersOffOn[i] > 0.5) ||
            next.economiserOn.on != (c_.economiserOn[i] > 0.5)) {
            return true;
        }
    }
    return false;
}

/// Mode of the loop, and air of its towers or dry coolers.
///
/// Free cooling alone while full air could hold the set-point; chillers beside the economiser while
/// it still cools the return by changeover_k; else chillers alone, and towers hold their design
/// approach for the condensers.
void Coolant::rejectHeat(LoopIndex loop, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const models::CoolingLoopSpec& spec = l.spec;
    Rejection r = rejection(loop, w);
    const Outlook now = outlook(loop, r, w);
    const auto [loopW, backC, heatW, designW, setC, economiser, coldC, reachC, separate] = now;
    c_.setpointC[i] = setC;
    fanW_[i] = coolerWaterKgPerS_[i] = 0.0;
    for (const int e : {towerExchange_[i], economiserExchange_[i], reuse_[i]}) {
        if (e >= 0) {
            thermal_.exchanges[at(e)].gHotWPerK = thermal_.exchanges[at(e)].gColdWPerK = 0.0;
            thermal_.exchanges[at(e)].q0W = 0.0;
        }
    }
    if (spec.reuseW > 0.0 && loopW > 0.0 && backC > spec.reuseFromC) {
        ThermalExchange& e = thermal_.exchanges[at(reuse_[i])];
        if (loopW * (backC - spec.reuseFromC) <= spec.reuseW) {
            e.gHotWPerK = loopW;
            e.q0W = -loopW * spec.reuseFromC;
        } else {
            e.q0W = spec.reuseW;
        }
    }
    if (r.link < 0) {
        // Air-cooled chillers alone.
        c_.mode[i] = static_cast<std::int32_t>(PlantMode::Mechanical);
        return;
    }
    const double share = r.units / n_.links[at(r.link)].units;
    bool free = true;
    bool beside = separate ? economiser > 0.0 : true;
    if (l.hasChiller) {
        const auto [off, on] = changeOver(loop, now, dt);
        c_.chillersOffOn[i] = off.on ? 1.0 : 0.0;
        c_.chillersOffS[i] = off.sinceS;
        free = off.on;
        c_.economiserOn[i] = on.on ? 1.0 : 0.0;
        c_.economiserS[i] = on.sinceS;
        beside = on.on || free;
    }
    const bool off = r.units <= 0.0 || r.wPerK <= 0.0;
    c_.mode[i] = static_cast<std::int32_t>(off      ? PlantMode::Off
                                           : free   ? PlantMode::FreeCooling
                                           : beside ? PlantMode::Mixed
                                                    : PlantMode::Mechanical);

    // Target of the water that leaves the towers.
    double targetC = setC;
    if (separate) {
        if (free && !std::isnan(spec.towerApproachK)) {
            targetC = w.wetBulbC + spec.towerApproachK;
        } else if (free) {
            targetC = economiser > 0.0 && loopW > 0.0
                          ? backC - std::max(0.0, backC - setC) * loopW / economiser
                          : setC;
        } else if (beside) {
            targetC = spec.towerMinimumC;
        } else {
            targetC = w.wetBulbC + (l.hasTower ? l.tower.designApproachK : spec.changeOverK + 5.0);
        }
        targetC = std::max(targetC, spec.towerMinimumC);
    }
    const auto to = at(n_.links[at(r.link)].to);
    const double capacity = thermal_.capacityJPerK[to] / dt;
    // What comes back follows what leaves, the more so the longer the sub-step is against the time in which the
    // water of their circuit goes round: without that, fans overshoot further in each long sub-step where the air
    // is far colder than what they hold.
    const double restW = (outdoorJPerK_[i] - thermal_.capacityJPerK[to]) / dt;
    const double follows = r.wPerK > 0.0 ? r.wPerK / (r.wPerK + restW) : 0.0;
    const double elseC = r.inC - follows * c_.nodeC[to];
    // What would be overcooled passes by: nothing leaves below the target's floor.
    const double floorC = separate ? spec.towerMinimumC : setC;
    models::ControlLoop control;
    control.gain = -spec.fanGainPerK;
    control.integralS = spec.fanIntegralS;
    control.strokeS = l.hasTower ? l.tower.restartS : l.dryCooler.restartS;
    Rejection then = r;
    // Without water, air that is warmer than the tower's would only warm it.
    const bool warms = l.hasTower && c_.served[i] < 1.0 && r.inC <= r.sinkC;
    if ((heatW > kIdleShare * designW || r.inC > targetC) && !warms) {
        c_.fan[i] = models::controlStep(
            control, c_.fan[i], targetC, controlledS(control, dt),
            [&](double air) {
                then.at(l, w, air, c_.served[i]);
                const double e = share * then.eps;
                const double mixedC =
                    (capacity * c_.nodeC[to] + r.wPerK * ((1.0 - e) * elseC + e * then.sinkC)) /
                    (capacity + r.wPerK * (1.0 - (1.0 - e) * follows));
                const double inC = elseC + follows * std::max(mixedC, floorC);
                const double outC = inC - e * (inC - then.sinkC);
                // While water passes by, what mixes behind it says nothing of the excess: fans go by
                // the water of the cells, or two integrators would hold one temperature.
                return outC < floorC ? outC : mixedC;
            });
    } else {
        c_.fan[i] = {0.0, 0.0};
        then.at(l, w, 0.0, c_.served[i]);
    }
    // Cells that run, and those that only let water through.
    double eps = share * then.eps;  // at the air that the controller looked at last, which is the one that it took
    if (share < 1.0) {
        Rejection still = r;
        still.at(l, w, 0.0, c_.served[i]);
        eps += (1.0 - share) * still.eps;
    }
    r = then;
    const double outC = r.inC - eps * (r.inC - r.sinkC);
    ThermalExchange& e = thermal_.exchanges[at(towerExchange_[i])];
    const bool passes = outC < floorC && r.inC > r.sinkC;
    holds_[at(towerExchange_[i])] = passes ? 1 : 0;
    if (!passes) {
        e.gHotWPerK = eps * r.wPerK;
        e.q0W = -eps * r.wPerK * r.sinkC;
    } else if (r.inC > floorC) {
        e.gHotWPerK = r.wPerK;
        e.q0W = -r.wPerK * floorC;
    }
    fanW_[i] = r.fanW;
    wetShare_[i] = r.wetShare;
    coolerWaterKgPerS_[i] = r.waterKgPerS;
    c_.powerW[at(r.link)] = static_cast<float>(r.fanW);
    if (economiserExchange_[i] >= 0 && beside && economiser > 0.0) {
        ThermalExchange& x = thermal_.exchanges[at(economiserExchange_[i])];
        // Only as far as it cools: valves shut it off against the other way round.
        const double hotC = c_.nodeC[at(n_.links[at(n_.loopEconomiser[i])].from)];
        const double outdoorC = c_.nodeC[at(n_.links[at(n_.loopEconomiserOut[i])].from)];
        if (hotC > outdoorC) {
            // Alone it cools to the set-point and no further: the rest of the loop passes by. What it takes then
            // goes with the loop's water of this sub-step, whatever the water outdoors is.
            const double wanted = loopW * std::max(0.0, hotC - setC) / (hotC - outdoorC);
            const bool holds = free && wanted < economiser;
            holds_[at(economiserExchange_[i])] = holds ? 1 : 0;
            if (!holds) {
                x.gHotWPerK = x.gColdWPerK = economiser;
            } else if (hotC > setC) {
                x.gHotWPerK = loopW;
                x.q0W = -loopW * setC;
            }
        }
    }
}

/// Power of the fans outdoors, which the air takes away.
void Coolant::countRejection(LoopIndex loop, Flows& f) const {
    const double fanW = fanW_[at(loop)];
    f.rejectionW[at(loop)] += fanW;
    f.rejectionFanW += fanW;
    f.mechanicalW += fanW;
    f.rejectedW += fanW;
}

/// A plant outside of the model takes up to what it is said to, and draws what it is said to while it has power; what
/// it drew leaves outside with that heat.
void Coolant::coolFromOutside(LoopIndex loop) {
    const auto i = at(loop);
    const LinkIndex link(n_.loopExternal[i]);
    if (link < 0) {
        return;
    }
    const models::CoolingLoopSpec& spec = plant_.loops[i].spec;
    const bool on = c_.running[at(link)] > 0.0;
    externalPowerW_[i] = on ? spec.externalPowerW : 0.0;
    c_.powerW[at(link)] = static_cast<float>(externalPowerW_[i]);
    ThermalExchange& e = thermal_.exchanges[at(externalExchange_[i])];
    e.gHotWPerK = e.q0W = 0.0;
    const double streamW = wPerK(link);
    const double inC = c_.nodeC[at(n_.links[at(link)].from)];
    if (!on || spec.externalW <= 0.0 || streamW <= 0.0 || inC <= c_.setpointC[i]) {
        return;
    }
    const models::StreamLaw law = models::evaporatorLaw(spec.externalW, c_.setpointC[i], inC, streamW);
    e.gHotWPerK = streamW * (1.0 - law.slope);
    e.q0W = -streamW * law.offsetC;
}

/// What is asked of the chillers of a loop, and what they can do.
struct Coolant::Chilling {
    double setC = 0.0, condenserC = 0.0;
    double streamW = 0.0, inC = 0.0;  ///< water that enters evaporators [W/K], behind the economiser
    double loadW = 0.0;
    models::ChillerState full;
    models::StagingRule rule;
    int available = 0;  ///< none without water for evaporators and condensers
    bool evaporatorFlows = true, condenserFlows = true;  ///< their flow switches are closed
    bool switchedOff = false;                            ///< by these, and by nothing else

    double demand() const { return loadW / std::max(1.0, full.capacityW); }
};

/// With temperatures as they will be in `aheadS`, if they go on as they do.
Coolant::Chilling Coolant::chilling(LoopIndex loop, const models::Weather& w,
                                    double economiserWPerK, double aheadS) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const auto nodeC = [&](int node) {
        return c_.nodeC[at(node)] + (aheadS > 0.0 ? aheadS * c_.nodeKPerS[at(node)] : 0.0);
    };
    Chilling c;
    c.setC = c_.setpointC[i];
    const LinkIndex link(n_.loopEvaporators[i]);
    c.streamW = wPerK(link);
    c.inC = nodeC(n_.links[at(link)].from);
    // What the economiser will do in this step to what is about to enter.
    if (economiserWPerK > 0.0 && c.streamW > 0.0) {
        const double hotC = nodeC(n_.links[at(n_.loopEconomiser[i])].from);
        const double outdoorC = nodeC(n_.links[at(n_.loopEconomiserOut[i])].from);
        c.inC = hotC - economiserWPerK / c.streamW * (hotC - outdoorC);
    }
    const bool airCooled = l.chiller.airCooled;
    c.condenserC = airCooled ? w.dryBulbC : nodeC(n_.links[at(n_.loopCondensers[i])].from);
    c.full = models::chillerState(l.chiller, l.chiller.ratedHeatW, c.setC, c.condenserC);
    const bool wanted = c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mixed) ||
                        c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mechanical);
    c.loadW = wanted ? std::max(0.0, c.streamW * (c.inC - c.setC)) : 0.0;
    c.rule.units = l.spec.chillers;
    c.rule.upAt = 0.95;
    c.rule.downAt = 0.85;
    c.rule.minOnS = l.chiller.minOnS;
    c.rule.minOffS = l.chiller.minOffS;
    c.rule.startS = l.chiller.startS;
    const auto flows = [&](int side) {
        const CoolingLink& s = n_.links[at(side)];
        return c_.flowM3PerS[at(side)] > models::kFlowSwitchShare * s.designM3PerS / s.units;
    };
    const bool off = c_.mode[i] == static_cast<std::int32_t>(PlantMode::Off);
    c.evaporatorFlows = flows(link);
    c.condenserFlows = airCooled || flows(n_.loopCondensers[i]);
    const bool flowing = c.evaporatorFlows && c.condenserFlows;
    c.switchedOff = !flowing && c_.running[at(link)] > 0.0;
    if (flowing && (airCooled || !off)) {
        c.available = static_cast<int>(c_.running[at(link)]);
    }
    // After a trip or an outage they may restart sooner than after a stop by staging: what their
    // restart time leaves beside the start-up, counted from the return of power.
    if (c.available < c_.chillers[i].on || c_.chillersLost[i] != 0) {
        c.rule.minOffS = std::max(0.0, l.chiller.restartS - l.chiller.startS);
    }
    return c;
}

/// Whether another chiller runs, or is on duty, at the end of a sub-step of that length than at its beginning.
bool Coolant::stages(LoopIndex loop, const models::Weather& w, double dt) const {
    const auto i = at(loop);
    if (evaporatorExchange_[i] < 0 || c_.nodeKPerS.empty()) {
        return false;
    }
    const bool beside = c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mixed);
    const double economiser = beside ? economiserWPerK(loop) : 0.0;
    const models::StagingState& before = c_.chillers[i];
    models::StagingState after = before;
    for (const double aheadS : {0.0, dt}) {
        const Chilling c = chilling(loop, w, economiser, aheadS);
        after = models::stageStep(c.rule, after, c.demand(), c.available, dt - aheadS);
        if (after.on != before.on || after.ready() != before.ready()) {
            return true;
        }
    }
    return false;
}

/// Flow switches stop chillers through which too little flows.
void Coolant::noteFlowTrip(LoopIndex loop, int machines, bool byCondensers, double timeS) {
    const auto id =
        log_.add(s_, timeS, EventKind::Trip, plant_.loops[at(loop)].id,
                 fmt::format("Too little water flows through {}: flow switches open and {}.",
                             byCondensers ? "condensers" : "evaporators",
                             machines == 1 ? std::string("the chiller stops")
                                           : fmt::format("{} chillers stop", machines)),
                 causes_.lowFlow(loop, timeS));
    causes_.raiseFlowSwitches(loop, id, timeS);
}

/// Chillers take what the economiser leaves. Staged by load with least times on and off; each needs
/// its start-up time to reach its duty.
void Coolant::chill(LoopIndex loop, const models::Weather& w, double dt) {
    const auto i = at(loop);
    c_.chillerW[i] = 0.0;
    if (evaporatorExchange_[i] < 0) {
        return;
    }
    ThermalExchange& e = thermal_.exchanges[at(evaporatorExchange_[i])];
    e.gHotWPerK = e.gColdWPerK = e.q0W = 0.0;
    e.coldShare = 1.0;
    c_.powerW[at(n_.loopEvaporators[i])] = 0.0F;
    const int economiser = economiserExchange_[i];
    const Chilling c = chilling(
        loop, w, economiser >= 0 ? thermal_.exchanges[at(economiser)].gHotWPerK : 0.0, 0.0);
    models::StagingState& stage = c_.chillers[i];
    if (c.available < stage.on) {
        c_.chillersLost[i] = 1;
        // One that still starts waits for its water.
        if (c.switchedOff && stage.ready() > 0) {
            noteFlowTrip(loop, stage.ready(), c.evaporatorFlows, s_.flowS + dt);
        }
    } else if (c_.chillersLost[i] != 0 && c.evaporatorFlows && c.condenserFlows) {
        causes_.clearFlowSwitches(loop, s_.flowS + dt);
    }
    stage = models::stageStep(c.rule, stage, c.demand(), c.available, dt);
    if (c.available == 0 && c_.chillersLost[i] != 0) {
        stage.sinceStopS = 0.0;
    } else if (stage.resting == 0) {
        c_.chillersLost[i] = 0;
    }
    const double duty = c_.chillers[i].duty;
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

/// Water of towers and wetted pads, from the store or the main.
void Coolant::makeUp(LoopIndex loop, Flows& f, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    if (towerExchange_[i] < 0) {
        return;
    }
    models::WaterUse use;
    if (l.hasTower) {
        // What all of the water that it asks for would take away evaporating; of that it gets its share.
        double heatW = std::max(0.0, thermal_.exchangeW(towerExchange_[i]));
        if (c_.served[i] > 0.0 && c_.served[i] < 1.0) {
            heatW *= wetShare_[i] / c_.served[i];
        }
        const double cells = std::max(1.0, c_.running[at(n_.loopTowers[i])]);
        if (heatW > 0.0 && c_.served[i] > 0.0) {
            // Natural draught moves what heat asks for where fans do less.
            const double waterInC = c_.nodeC[at(n_.links[at(n_.loopTowers[i])].from)];
            const double air =
                std::max(c_.fan[i].output, models::leastAirRatio(l.tower, heatW / cells, waterInC, w.dryBulbC,
                                                                 w.humidityRatio, w.pressurePa));
            const double evaporation =
                cells * models::towerEvaporationKgPerS(l.tower, heatW / cells, air, w.dryBulbC,
                                                       w.humidityRatio, w.pressurePa);
            const double drift =
                l.tower.driftFraction * c_.flowM3PerS[at(n_.loopTowers[i])] * models::kWaterDensity;
            use = models::waterUse(evaporation, drift, l.spec.cyclesOfConcentration);
        }
    } else {
        use.evaporationKgPerS = coolerWaterKgPerS_[i];
    }
    const double demand = use.makeUpKgPerS() / models::kWaterDensity;
    if (!std::isnan(l.spec.storeM3) || !std::isnan(l.spec.mainsM3PerS)) {
        models::WaterStore store;
        store.capacityM3 = std::isnan(l.spec.storeM3) ? 0.0 : l.spec.storeM3;
        store.fillM3PerS = std::isnan(l.spec.mainsM3PerS) ? 1e6 : l.spec.mainsM3PerS;
        store.volumeM3 = c_.storeM3[i];
        // A tower that went dry asks for water again.
        const double asked = c_.served[i] > 0.0 ? demand : 1e-9;
        const models::WaterStoreStep step = models::stepWaterStore(store, asked, dt);
        c_.storeM3[i] = store.volumeM3;
        const double before = c_.served[i];
        c_.served[i] = step.servedShare;
        const LinkIndex wet(n_.loopTowers[i] >= 0 ? n_.loopTowers[i] : n_.loopDryCoolers[i]);
        if (before >= 0.999 && c_.served[i] < 0.999) {
            const double nowS = s_.flowS + dt;
            const auto id =
                log_.add(s_, nowS, EventKind::Limit, l.id,
                         n_.loopTowers[i] >= 0 ? "Make-up water has run out: towers go dry."
                                               : "Make-up water has run out: pads go dry.",
                         causes_.water(loop, nowS));
            causes_.raiseLink(wet, id, nowS);
        } else if (before < 0.999 && c_.served[i] >= 0.999) {
            const double nowS = s_.flowS + dt;
            log_.add(s_, nowS, EventKind::Recovery, l.id, "Make-up water is back.",
                     causes_.ofLink(wet, nowS));
            causes_.clearLink(wet, nowS);
        }
        use.evaporationKgPerS *= step.servedShare;
        use.driftKgPerS *= step.servedShare;
        use.blowDownKgPerS *= step.servedShare;
    }
    f.evaporationKgPerS += use.evaporationKgPerS;
    f.driftKgPerS += use.driftKgPerS;
    f.blowDownKgPerS += use.blowDownKgPerS;
    f.waterKgPerS += use.makeUpKgPerS();
    s_.shown.loops[i][static_cast<std::size_t>(LoopQuantity::WaterRate)] =
        use.makeUpKgPerS() / models::kWaterDensity;
}

}  // namespace headroom::engine
