// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/heat_rejection.h"

#include "engine/run/cooling/chillers.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/usual.h"
#include "models/cooling/water.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

/// Narrowings of the range of air flows in which fans and compressors together draw least: to 2 % of full air.
constexpr int kNarrowings = 8;

/// Heat below which a loop counts as idle, share of its design heat.
constexpr double kIdleShare = 1e-4;

/// Water that towers or dry coolers give to condensers, where chillers cool alone.
double condenserTargetC(const PlantLoop& l, const models::Weather& w) {
    const models::CoolingLoopSpec& spec = l.spec;
    const double overK = !std::isnan(spec.towerApproachK) ? spec.towerApproachK
                         : l.hasTower                     ? l.tower.designApproachK
                                                          : spec.changeOverK + 5.0;
    return std::max(spec.towerMinimumC, w.wetBulbC + overK);
}

/// Below it the water of towers or dry coolers next to an exchanger is never held.
double leastHeldC(const models::CoolingLoopSpec& spec, const models::Weather& w) {
    return std::isnan(spec.towerApproachK)
               ? spec.towerMinimumC
               : std::max(spec.towerMinimumC, w.wetBulbC + spec.towerApproachK);
}

}  // namespace

HeatRejection::HeatRejection(const RunContext& run, const CoolantMode& mode, const LoopFlows& flows,
                             HeatNetwork& heat)
    : CoolantPart(run, mode), flows_(flows), heat_(heat) {
    outdoors_.resize(plant_.loops.size());
}

double HeatRejection::economiserWPerK(LoopIndex loop) const {
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

/// Inputs of the cooling mode of a loop: its heat and set-point, and the effect of full outdoor air on it.
struct HeatRejection::Outlook {
    double loopW = 0.0, backC = 0.0;  ///< of the loop's water [W/K], and where it comes back
    double heatW = 0.0, designW = 0.0, setC = 0.0;
    double economiser = 0.0;           ///< [W/K]
    double coldC = 0.0, reachC = 0.0;  ///< of the water outdoors, of the loop's
    bool separate = false;             ///< an exchanger lies between loop and outdoors
    bool besidePays = true;            ///< the economiser saves chillers more than its fans cost
    /// Temperature of the outdoor water at which fans and compressors together draw least.
    double besideC = 0.0;
};

/// Chillers off, and economiser on together with them.
struct HeatRejection::ChangeOver {
    models::ChangeOverState chillersOff, economiserOn;
};

/// Temperatures that the water outdoors shall have, and whether the economiser takes part.
struct HeatRejection::Target {
    double leavingC = 0.0;  ///< of the water that leaves the towers or dry coolers
    double floorC = 0.0;    ///< below it water passes by
    bool economises = true;
};

OutdoorMachines HeatRejection::machinesOf(LoopIndex loop, const models::Weather& w,
                                          double aheadS) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    OutdoorMachines r;
    r.tower = l.hasTower;
    r.link = l.hasTower ? n_.loopTowers[i] : n_.loopDryCoolers[i];
    if (r.link < 0) {
        return r;
    }
    r.units = c_.running[at(r.link)];
    r.wPerK = wPerK(LinkIndex(r.link));
    r.kept = c_.foul[at(r.link)];
    r.inC = aheadC(n_.links[at(r.link)].from, aheadS);
    const double each = l.hasTower ? l.tower.waterFlowM3PerS : l.dryCooler.waterFlowM3PerS;
    // Cells without power still let water through, with natural draught. Towers have water in proportion to the wetted
    // number, on the average of the time.
    double watered = n_.links[at(r.link)].units;
    if (r.tower) {
        watered =
            std::clamp(c_.flowM3PerS[at(r.link)] / (models::kTowerLeastWater * each), 1.0, watered);
    }
    r.units = std::min(r.units, watered);
    r.fanned = r.units / watered;
    r.waterRatio = c_.flowM3PerS[at(r.link)] / (watered * each);
    if (!l.hasTower) {  // glycol carries less heat than the water of the rating
        r.waterRatio *= rhoCp(LinkIndex(r.link)) / (models::kWaterDensity * models::kWaterCp);
    }
    if (r.tower) {
        r.cell.emplace(l.tower, r.inC, r.waterRatio, w);
    }
    return r;
}

/// Power of fans, compressors and pumps outdoors together, while the economiser takes what it can from the water that
/// leaves the towers.
double HeatRejection::besideW(LoopIndex loop, const OutdoorMachines& r, const Outlook& o,
                              const OutdoorWater& held) const {
    const auto i = at(loop);
    const double takesW = std::clamp(o.economiser * (o.backC - held.leavingC), 0.0, o.heatW);
    const double leftW = o.heatW - takesW;
    const int machines = std::max(1, c_.chillers[i].on);
    return held.fanW + flows_.outdoorPumpsW(i, flows_.outdoorM3PerS(i, true, machines, leftW)) +
           chillersPowerW(plant_.loops[i], leftW, o.setC, held.leavingC + takesW / r.wPerK);
}

/// Air of the towers while chillers and economiser work together: as much as costs least. Each further kelvin spares the
/// compressors about as much as the last one, and takes more of the fans, whose power goes with the cube. Golden section
/// over the air flow.
/// Source: Braun and Diderrich, "Near-Optimal Control of Cooling Towers for Chilled-Water Systems", ASHRAE
/// Transactions 96(2), 1990.
OutdoorWater HeatRejection::leastPower(LoopIndex loop, OutdoorMachines r, const Outlook& o,
                                       const models::Weather& w, double outdoorW) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const double leastC = leastHeldC(l.spec, w);
    const auto held = [&](double air) {
        r.at(l, w, air, c_.served[i]);
        return OutdoorWater{std::max(leastC, r.restsC(r.fanned, outdoorW)), r.fanW};
    };
    const double golden = std::numbers::phi - 1.0;
    double low = 0.0, high = 1.0;
    double inner = high - golden * (high - low), outer = low + golden * (high - low);
    double innerW = besideW(loop, r, o, held(inner)), outerW = besideW(loop, r, o, held(outer));
    for (int k = 0; k < kNarrowings; ++k) {
        if (innerW < outerW) {
            high = std::exchange(outer, inner);
            outerW = innerW;
            inner = high - golden * (high - low);
            innerW = besideW(loop, r, o, held(inner));
        } else {
            low = std::exchange(inner, outer);
            innerW = outerW;
            outer = low + golden * (high - low);
            outerW = besideW(loop, r, o, held(outer));
        }
    }
    return held(0.5 * (low + high));
}

HeatRejection::Outlook HeatRejection::outlook(LoopIndex loop, OutdoorMachines& full,
                                              const models::Weather& w, double aheadS) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const models::CoolingLoopSpec& spec = l.spec;
    Outlook o;
    o.loopW = wPerK(n_.loopPumps[i]);
    o.backC = aheadC(n_.loopReturn[i], aheadS);
    o.designW = l.designFlowM3PerS * rhoCp(n_.loopPumps[i]) * spec.designRiseK;
    o.heatW = std::max(0.0, o.loopW * (o.backC - aheadC(n_.loopSupply[i], aheadS)));
    o.setC = spec.supplySetpointC + spec.resetK * std::clamp(1.0 - o.heatW / o.designW, 0.0, 1.0);
    if (full.link < 0) {
        return o;
    }
    full.at(l, w, 1.0, c_.served[i]);
    o.economiser = economiserWPerK(loop);
    o.separate = n_.loopBasin[i] >= 0;
    const double outdoorW = o.heatW + (o.separate ? c_.chillerW[i] : 0.0);
    const double share = full.fanned;
    const double epsFull = std::max(1e-6, share * full.eps);
    o.coldC =
        full.wPerK > 0.0 ? full.sinkC + outdoorW / full.wPerK * (1.0 - epsFull) / epsFull : o.backC;
    if (o.separate) {
        // No colder than it will be held.
        o.coldC = std::max(o.coldC, leastHeldC(spec, w));
    }
    o.reachC = o.coldC;
    if (o.separate && o.economiser > 0.0) {
        o.reachC = o.loopW > 0.0 ? o.coldC + o.heatW / o.economiser - o.heatW / o.loopW : o.coldC;
    }
    o.besideC = leastHeldC(spec, w);
    const bool asks = l.hasChiller && !l.chiller.airCooled && o.separate && o.economiser > 0.0 &&
                      full.wPerK > 0.0 && full.units > 0.0 && c_.chillersOffOn[i] <= 0.5;
    if (asks && (c_.economiserOn[i] > 0.5 || o.backC - o.coldC > spec.changeOverK)) {
        const OutdoorWater beside = leastPower(loop, full, o, w, outdoorW);
        const OutdoorWater alone =
            full.held(l, w, share, outdoorW, condenserTargetC(l, w), c_.served[i]);
        const int machines = std::max(1, c_.chillers[i].on);
        const double aloneW =
            alone.fanW +
            flows_.outdoorPumpsW(i, flows_.outdoorM3PerS(i, false, machines, o.heatW)) +
            chillersPowerW(l, o.heatW, o.setC, alone.leavingC);
        const double band =
            c_.economiserOn[i] > 0.5 ? 1.0 + models::kBesideBand : 1.0 - models::kBesideBand;
        o.besideC = beside.leavingC;
        o.besidePays = besideW(loop, full, o, beside) < band * aloneW;
    }
    return o;
}

HeatRejection::ChangeOver HeatRejection::changeOver(LoopIndex loop, const Outlook& o,
                                                    double dt) const {
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
    next.economiserOn =
        models::changeOverStep(rule, {c_.economiserOn[i] > 0.5, c_.economiserS[i]},
                               o.economiser > 0.0 && o.besidePays ? o.backC - o.coldC : -100.0, dt);
    return next;
}

bool HeatRejection::changesOver(LoopIndex loop, const models::Weather& w, double dt) const {
    const auto i = at(loop);
    // Load now, and load if the water continues as it does: twice as far ahead, since rates hold for a
    // while only.
    for (const double aheadS : {0.0, c_.nodeKPerS.empty() ? 0.0 : 2.0 * dt}) {
        OutdoorMachines r = machinesOf(loop, w, aheadS);
        if (r.link < 0) {
            break;
        }
        const ChangeOver next = changeOver(loop, outlook(loop, r, w, aheadS), dt);
        if (next.chillersOff.on != (c_.chillersOffOn[i] > 0.5) ||
            next.economiserOn.on != (c_.economiserOn[i] > 0.5)) {
            return true;
        }
    }
    return false;
}

void HeatRejection::shutExchanges(std::size_t i) {
    const HeatNetwork::Exchanges& of = heat_.exchanges();
    for (const int e : {of.tower[i], of.economiser[i], of.reuse[i]}) {
        if (e >= 0) {
            heat_.shut(e);
        }
    }
}

/// Heat above the temperature that reuse needs, up to what it takes.
void HeatRejection::reuse(std::size_t i, const Outlook& now) {
    const models::CoolingLoopSpec& spec = plant_.loops[i].spec;
    if (!(spec.reuseW > 0.0) || now.loopW <= 0.0 || now.backC <= spec.reuseFromC) {
        return;
    }
    ThermalExchange& e = heat_.exchange(heat_.exchanges().reuse[i]);
    if (now.loopW * (now.backC - spec.reuseFromC) <= spec.reuseW) {
        e.gHotWPerK = now.loopW;
        e.q0W = -now.loopW * spec.reuseFromC;
    } else {
        e.q0W = spec.reuseW;
    }
}

/// Sets the mode of the loop by what full air could do.
HeatRejection::Target HeatRejection::target(LoopIndex loop, const OutdoorMachines& r,
                                            const Outlook& now, const models::Weather& w,
                                            double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const models::CoolingLoopSpec& spec = l.spec;
    bool free = true;
    Target target;
    target.economises = now.separate ? now.economiser > 0.0 : true;
    if (l.hasChiller) {
        const auto [off, on] = changeOver(loop, now, dt);
        c_.chillersOffOn[i] = off.on ? 1.0 : 0.0;
        c_.chillersOffS[i] = off.sinceS;
        free = off.on;
        c_.economiserOn[i] = on.on ? 1.0 : 0.0;
        c_.economiserS[i] = on.sinceS;
        target.economises = on.on || free;
    }
    const bool off = r.units <= 0.0 || r.wPerK <= 0.0;
    c_.mode[i] = static_cast<std::int32_t>(off                 ? PlantMode::Off
                                           : free              ? PlantMode::FreeCooling
                                           : target.economises ? PlantMode::Mixed
                                                               : PlantMode::Mechanical);
    target.leavingC = now.setC;
    target.floorC = now.separate ? spec.towerMinimumC : now.setC;
    if (!now.separate) {
        return target;
    }
    if (!std::isnan(spec.towerApproachK)) {
        target.leavingC = w.wetBulbC + spec.towerApproachK;
    } else if (free || target.economises) {
        // Water as cold as the loop needs it without chillers, whether or not that can be had. With chillers on
        // duty no colder than pays, while they hold the set-point.
        target.leavingC =
            now.economiser > 0.0 && now.loopW > 0.0
                ? now.backC - std::max(0.0, now.backC - now.setC) * now.loopW / now.economiser
                : now.setC;
        const bool chills = !free && c_.chillers[i].ready() > 0;
        if (chills && now.besideC > target.leavingC) {
            target.leavingC += (1.0 - flows_.missedShare(i)) * (now.besideC - target.leavingC);
        }
    } else {
        target.leavingC = condenserTargetC(l, w);
    }
    target.leavingC = std::max(target.leavingC, spec.towerMinimumC);
    return target;
}

/// The fans hold the water at its target. Returns the machines at the air that the controller looked at last, which is the
/// one that it took.
OutdoorMachines HeatRejection::moveFans(LoopIndex loop, const OutdoorMachines& r,
                                        const Outlook& now, const Target& target,
                                        const models::Weather& w, double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const models::CoolingLoopSpec& spec = l.spec;
    const auto to = at(n_.links[at(r.link)].to);
    const double capacity = heat_.capacityJPerK(to) / dt;
    // The return temperature follows the supply, more so the longer the sub-step is relative to the circulation
    // time of the circuit: without that, fans overshoot further in each long sub-step where the air is far colder
    // than what they hold.
    const double restW = (heat_.outdoorJPerK(i) - heat_.capacityJPerK(to)) / dt;
    const double follows = r.wPerK > 0.0 ? r.wPerK / (r.wPerK + restW) : 0.0;
    const double elseC = r.inC - follows * c_.nodeC[to];
    models::ControlLoop control;
    control.gain = -spec.fanGainPerK;
    control.integralS = spec.fanIntegralS;
    control.strokeS = l.hasTower ? l.tower.restartS : l.dryCooler.restartS;
    OutdoorMachines then = r;
    // Without water, air that is warmer than the tower's would only warm it.
    const bool warms = l.hasTower && c_.served[i] < 1.0 && r.inC <= r.sinkC;
    if ((now.heatW > kIdleShare * now.designW || r.inC > target.leavingC) && !warms) {
        c_.fan[i] = models::controlStep(
            control, c_.fan[i], target.leavingC, mode_.controlledS(control, dt), [&](double air) {
                then.at(l, w, air, c_.served[i]);
                const double e = r.fanned * then.eps;
                const double mixedC =
                    (capacity * c_.nodeC[to] + r.wPerK * ((1.0 - e) * elseC + e * then.sinkC)) /
                    (capacity + r.wPerK * (1.0 - (1.0 - e) * follows));
                const double inC = elseC + follows * std::max(mixedC, target.floorC);
                const double outC = inC - e * (inC - then.sinkC);
                // While water passes by, what mixes behind it says nothing of the excess: fans go by
                // the water of the cells, or two integrators would hold one temperature.
                return outC < target.floorC ? outC : mixedC;
            });
    } else {
        c_.fan[i] = {0.0, 0.0};
        then.at(l, w, 0.0, c_.served[i]);
    }
    return then;
}

void HeatRejection::setOutdoors(LoopIndex loop, const OutdoorMachines& r,
                                const OutdoorMachines& moved, double floorC,
                                const models::Weather& w) {
    const auto i = at(loop);
    // Cells that run, and those that only let water through.
    const double share = r.fanned;
    double eps = share * moved.eps;
    if (share < 1.0) {
        OutdoorMachines still = r;
        still.at(plant_.loops[i], w, 0.0, c_.served[i]);
        eps += (1.0 - share) * still.eps;
    }
    const int tower = heat_.exchanges().tower[i];
    const double outC = moved.inC - eps * (moved.inC - moved.sinkC);
    // Water that would be overcooled passes by: nothing leaves below the floor of the target.
    const bool passes = outC < floorC && moved.inC > moved.sinkC;
    ThermalExchange& e = heat_.exchange(tower);
    heat_.setHolding(tower, passes);
    if (!passes) {
        e.gHotWPerK = eps * moved.wPerK;
        e.q0W = -eps * moved.wPerK * moved.sinkC;
    } else if (moved.inC > floorC) {
        e.gHotWPerK = moved.wPerK;
        e.q0W = -moved.wPerK * floorC;
    }
    outdoors_[i] = {moved.fanW, moved.waterKgPerS, moved.units, moved.wetShare};
    c_.powerW[at(r.link)] = static_cast<float>(moved.fanW);
}

void HeatRejection::setEconomiser(std::size_t i, const Outlook& now) {
    const int economiser = heat_.exchanges().economiser[i];
    if (economiser < 0 || now.economiser <= 0.0) {
        return;
    }
    ThermalExchange& x = heat_.exchange(economiser);
    // Only as far as it cools: valves shut it off against the other way round.
    const double hotC = c_.nodeC[at(n_.links[at(n_.loopEconomiser[i])].from)];
    const double outdoorC = c_.nodeC[at(n_.links[at(n_.loopEconomiserOut[i])].from)];
    if (hotC <= outdoorC) {
        return;
    }
    // It cools to the set-point and no further: the rest of the loop passes by. Heat taken then goes with the
    // loop's water of this sub-step, at any temperature outdoors.
    const double wanted = now.loopW * std::max(0.0, hotC - now.setC) / (hotC - outdoorC);
    const bool holds = wanted < now.economiser;
    heat_.setHolding(economiser, holds);
    if (!holds) {
        x.gHotWPerK = x.gColdWPerK = now.economiser;
    } else if (hotC > now.setC) {
        x.gHotWPerK = now.loopW;
        x.q0W = -now.loopW * now.setC;
    }
}

void HeatRejection::reject(LoopIndex loop, const models::Weather& w, double dt) {
    const auto i = at(loop);
    OutdoorMachines machines = machinesOf(loop, w, 0.0);
    const Outlook now = outlook(loop, machines, w, 0.0);
    c_.setpointC[i] = now.setC;
    outdoors_[i].fanW = outdoors_[i].coolerWaterKgPerS = 0.0;
    shutExchanges(i);
    reuse(i, now);
    if (machines.link < 0) {
        // Air-cooled chillers alone.
        c_.mode[i] = static_cast<std::int32_t>(PlantMode::Mechanical);
        return;
    }
    const Target wanted = target(loop, machines, now, w, dt);
    setOutdoors(loop, machines, moveFans(loop, machines, now, wanted, w, dt), wanted.floorC, w);
    if (wanted.economises) {
        setEconomiser(i, now);
    }
}

void HeatRejection::count(LoopIndex loop, Flows& f) const {
    const double fanW = outdoors_[at(loop)].fanW;
    f.rejectionW[at(loop)] += fanW;
    f.rejectionFanW += fanW;
    f.mechanicalW += fanW;
    f.rejectedW += fanW;
}

}  // namespace headroom::engine
