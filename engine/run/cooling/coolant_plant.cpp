// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/chillers.h"
#include "engine/run/cooling/coolant.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/dry_tower.h"
#include "models/cooling/natural_draught.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/thin_air.h"
#include "models/cooling/usual.h"
#include "models/cooling/water.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

/// Heat rejection of the coolant plant: towers, dry coolers, economisers, water.
namespace headroom::engine {

namespace {

/// Halvings of the air flow that holds a temperature: to half a percent.
constexpr int kHalvings = 8;

/// Narrowings of the range of air flows in which fans and compressors together draw least: to 2 % of full air.
constexpr int kNarrowings = 8;

/// Warmings of the water that full air does not cool enough: what a tower does depends on how warm it enters.
constexpr int kWarmings = 3;

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

/// Water that leaves the outdoor machines of a loop, and the power of their fans for it.
struct Coolant::Outdoors {
    double leavingC = 0.0, fanW = 0.0;
};

/// Present capacity of the outdoor machines of a loop.
struct Coolant::Rejection {
    bool tower = false;
    int link = -1;
    double units = 0.0;   ///< whose fans may run
    double fanned = 0.0;  ///< those over all that have water
    double wPerK = 0.0, waterRatio = 0.0, inC = 0.0;
    double kept = 1.0;                      ///< of its transfer units, by fouling
    std::optional<models::TowerCell> cell;  ///< at its water and weather

    double eps = 0.0, sinkC = 0.0, fanW = 0.0, waterKgPerS = 0.0;
    /// Share of a tower's heat that evaporates water; above 1 where the air warms its dry cells.
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
            fanW = models::thinAirFanW(units * models::towerFanW(l.tower, airRatio), w.pressurePa);
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

    /// At which the water leaves while it brings so much heat, with the effectiveness found last.
    double restsC(double share, double heatW) const {
        const double e = std::max(1e-6, share * eps);
        return sinkC + heatW / wPerK * (1.0 - e) / e;
    }

    /// Heat rejected, and fan power, for a given heat and outlet set-point of the water. Fans run at full
    /// speed if the set-point is not reached. `share`: of the cells that run.
    Outdoors held(const PlantLoop& l, const models::Weather& w, double share, double heatW,
                  double targetC, double served) const {
        Rejection r = *this;
        const auto enters = [&](double waterC) {
            r.inC = waterC;
            if (tower) {
                r.cell.emplace(l.tower, waterC, waterRatio, w);
            }
        };
        const auto leavesC = [&](double air) {
            r.at(l, w, air, served);
            return r.inC - share * r.eps * (r.inC - r.sinkC);
        };
        enters(targetC + heatW / wPerK);
        if (leavesC(1.0) > targetC) {
            for (int i = 0; i < kWarmings; ++i) {
                enters(r.restsC(share, heatW) + heatW / wPerK);
                leavesC(1.0);
            }
            return {r.restsC(share, heatW), r.fanW};
        }
        double low = 0.0, high = 1.0;
        for (int i = 0; i < kHalvings; ++i) {
            const double air = 0.5 * (low + high);
            (leavesC(air) > targetC ? low : high) = air;
        }
        leavesC(high);
        return {targetC, r.fanW};
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

/// Inputs of the cooling mode of a loop: its heat and set-point, and the effect of full outdoor air on it.
struct Coolant::Outlook {
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
struct Coolant::ChangeOver {
    models::ChangeOverState chillersOff, economiserOn;
};

/// Temperature of a node in that number of seconds at its present rate.
double Coolant::aheadC(NodeIndex node, double aheadS) const {
    return c_.nodeC[at(node)] + (aheadS > 0.0 ? aheadS * c_.nodeKPerS[at(node)] : 0.0);
}

Coolant::Rejection Coolant::rejection(LoopIndex loop, const models::Weather& w,
                                      double aheadS) const {
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
double Coolant::besideW(LoopIndex loop, const Rejection& r, const Outlook& o,
                        const Outdoors& held) const {
    const auto i = at(loop);
    const double takesW = std::clamp(o.economiser * (o.backC - held.leavingC), 0.0, o.heatW);
    const double leftW = o.heatW - takesW;
    const int machines = std::max(1, c_.chillers[i].on);
    return held.fanW + outdoorPumpsW(i, outdoorFlowM3PerS(i, true, machines, leftW)) +
           chillersPowerW(plant_.loops[i], leftW, o.setC, held.leavingC + takesW / r.wPerK);
}

/// Air of the towers while chillers and economiser work together: as much as costs least. Each further kelvin spares the compressors about as much as
/// the last one, and takes more of the fans, whose power goes with the cube. Golden section over the air flow.
/// Source: Braun and Diderrich, "Near-Optimal Control of Cooling Towers for Chilled-Water Systems", ASHRAE
/// Transactions 96(2), 1990.
Coolant::Outdoors Coolant::leastPower(LoopIndex loop, Rejection r, const Outlook& o,
                                      const models::Weather& w, double outdoorW) const {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const double leastC = leastHeldC(l.spec, w);
    const auto held = [&](double air) {
        r.at(l, w, air, c_.served[i]);
        return Outdoors{std::max(leastC, r.restsC(r.fanned, outdoorW)), r.fanW};
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

Coolant::Outlook Coolant::outlook(LoopIndex loop, Rejection& full, const models::Weather& w,
                                  double aheadS) const {
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
        const Outdoors beside = leastPower(loop, full, o, w, outdoorW);
        const Outdoors alone =
            full.held(l, w, share, outdoorW, condenserTargetC(l, w), c_.served[i]);
        const int machines = std::max(1, c_.chillers[i].on);
        const double aloneW = alone.fanW +
                              outdoorPumpsW(i, outdoorFlowM3PerS(i, false, machines, o.heatW)) +
                              chillersPowerW(l, o.heatW, o.setC, alone.leavingC);
        const double band =
            c_.economiserOn[i] > 0.5 ? 1.0 + models::kBesideBand : 1.0 - models::kBesideBand;
        o.besideC = beside.leavingC;
        o.besidePays = besideW(loop, full, o, beside) < band * aloneW;
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
    next.economiserOn =
        models::changeOverStep(rule, {c_.economiserOn[i] > 0.5, c_.economiserS[i]},
                               o.economiser > 0.0 && o.besidePays ? o.backC - o.coldC : -100.0, dt);
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
        // As it is now, and as it will be if its water continues as it does: twice as far ahead, since rates hold for a
        // while only.
        for (const double aheadS : {0.0, c_.nodeKPerS.empty() ? 0.0 : 2.0 * dt}) {
            Rejection r = rejection(loop, w, aheadS);
            if (r.link < 0) {
                break;
            }
            const ChangeOver next = changeOver(loop, outlook(loop, r, w, aheadS), dt);
            if (next.chillersOff.on != (c_.chillersOffOn[i] > 0.5) ||
                next.economiserOn.on != (c_.economiserOn[i] > 0.5)) {
                return true;
            }
        }
    }
    return false;
}

/// Mode of the loop, and air of its towers or dry coolers.
///
/// Free cooling alone while full air could hold the set-point; chillers next to the economiser while
/// it still cools the return by changeover_k; else chillers alone, and towers hold their design
/// approach for the condensers.
void Coolant::rejectHeat(LoopIndex loop, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const models::CoolingLoopSpec& spec = l.spec;
    Rejection r = rejection(loop, w, 0.0);
    const Outlook now = outlook(loop, r, w, 0.0);
    const auto [loopW, backC, heatW, designW, setC, economiser, coldC, reachC, separate, besidePays,
                besideC] = now;
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
    const double share = r.fanned;
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
        if (!std::isnan(spec.towerApproachK)) {
            targetC = w.wetBulbC + spec.towerApproachK;
        } else if (free || beside) {
            // As cold as the loop needs it without chillers, whether or not that can be had. With chillers on
            // duty no colder than pays, while they hold the set-point.
            targetC = economiser > 0.0 && loopW > 0.0
                          ? backC - std::max(0.0, backC - setC) * loopW / economiser
                          : setC;
            const bool chills = !free && c_.chillers[i].ready() > 0;
            if (chills && besideC > targetC) {
                targetC += (1.0 - missedShare(i)) * (besideC - targetC);
            }
        } else {
            targetC = condenserTargetC(l, w);
        }
        targetC = std::max(targetC, spec.towerMinimumC);
    }
    const auto to = at(n_.links[at(r.link)].to);
    const double capacity = thermal_.capacityJPerK[to] / dt;
    // The return temperature follows the supply, more so the longer the sub-step is relative to the circulation
    // time of the circuit: without that, fans overshoot further in each long sub-step where the air is far colder
    // than what they hold.
    const double restW = (outdoorJPerK_[i] - thermal_.capacityJPerK[to]) / dt;
    const double follows = r.wPerK > 0.0 ? r.wPerK / (r.wPerK + restW) : 0.0;
    const double elseC = r.inC - follows * c_.nodeC[to];
    // Water that would be overcooled passes by: nothing leaves below the target's floor.
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
            control, c_.fan[i], targetC, controlledS(control, dt), [&](double air) {
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
    double eps =
        share *
        then.eps;  // at the air that the controller looked at last, which is the one that it took
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
    cells_[i] = r.units;
    coolerWaterKgPerS_[i] = r.waterKgPerS;
    c_.powerW[at(r.link)] = static_cast<float>(r.fanW);
    if (economiserExchange_[i] >= 0 && beside && economiser > 0.0) {
        ThermalExchange& x = thermal_.exchanges[at(economiserExchange_[i])];
        // Only as far as it cools: valves shut it off against the other way round.
        const double hotC = c_.nodeC[at(n_.links[at(n_.loopEconomiser[i])].from)];
        const double outdoorC = c_.nodeC[at(n_.links[at(n_.loopEconomiserOut[i])].from)];
        if (hotC > outdoorC) {
            // It cools to the set-point and no further: the rest of the loop passes by. Heat taken then goes with the
            // loop's water of this sub-step, whatever the water outdoors is.
            const double wanted = loopW * std::max(0.0, hotC - setC) / (hotC - outdoorC);
            const bool holds = wanted < economiser;
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
    const models::StreamLaw law =
        models::evaporatorLaw(spec.externalW, c_.setpointC[i], inC, streamW);
    e.gHotWPerK = streamW * (1.0 - law.slope);
    e.q0W = -streamW * law.offsetC;
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
        // Heat that its whole water demand would remove by evaporation; it gets its share of that water.
        double heatW = std::max(0.0, thermal_.exchangeW(towerExchange_[i]));
        if (c_.served[i] > 0.0 && c_.served[i] < 1.0) {
            heatW *= wetShare_[i] / c_.served[i];
        }
        const double cells = std::max(1.0, cells_[i]);
        if (heatW > 0.0 && c_.served[i] > 0.0) {
            // Natural draught moves what heat asks for where fans do less.
            const double waterInC = c_.nodeC[at(n_.links[at(n_.loopTowers[i])].from)];
            const double air = std::max(
                c_.fan[i].output, models::leastAirRatio(l.tower, heatW / cells, waterInC,
                                                        w.dryBulbC, w.humidityRatio, w.pressurePa));
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
    if (!settles_ && (!std::isnan(l.spec.storeM3) || !std::isnan(l.spec.mainsM3PerS))) {
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
