// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant.h"
#include "models/cooling/chiller.h"
#include "models/cooling/cooling_tower.h"
#include "models/cooling/dry_cooler.h"
#include "models/cooling/natural_draught.h"
#include "models/cooling/plate_exchanger.h"
#include "models/cooling/usual.h"
#include "models/cooling/water.h"

#include <algorithm>
#include <cmath>
#include <optional>

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

    void at(const PlantLoop& l, const models::Weather& w, double airRatio, double served) {
        if (tower) {
            eps = cell->effectiveness(airRatio) *
                  (models::kDryTowerShare + (1.0 - models::kDryTowerShare) * served);
            sinkC = w.wetBulbC;
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

double Coolant::economiserWPerK(int loop) const {
    const auto i = at(loop);
    const int hot = n_.loopEconomiser[i], cold = n_.loopEconomiserOut[i];
    if (hot < 0 || cold < 0) {
        return 0.0;
    }
    const PlantLoop& l = plant_.loops[i];
    return l.economisers *
           models::plateConductanceWPerK(l.economiser, c_.flowM3PerS[at(hot)] / l.economisers,
                                         c_.flowM3PerS[at(cold)] / l.economisers, rhoCp(hot),
                                         rhoCp(cold), 0.0, c_.foul[at(hot)]);
}

/// Mode of the loop, and air of its towers or dry coolers.
///
/// Free cooling alone while full air could hold the set-point; chillers beside the economiser while
/// it still cools the return by changeover_k; else chillers alone, and towers hold their design
/// approach for the condensers.
void Coolant::rejectHeat(int loop, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    const models::CoolingLoopSpec& spec = l.spec;
    const double loopW = wPerK(n_.loopPumps[i]);
    const double backC = c_.nodeC[at(n_.loopReturn[i])];
    const double designW = l.designFlowM3PerS * rhoCp(n_.loopPumps[i]) * spec.designRiseK;
    const double heatW = std::max(0.0, loopW * (backC - c_.nodeC[at(n_.loopSupply[i])]));
    c_.setpointC[i] =
        spec.supplySetpointC + spec.resetK * std::clamp(1.0 - heatW / designW, 0.0, 1.0);
    const double setC = c_.setpointC[i];
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
    Rejection r;
    r.tower = l.hasTower;
    r.link = l.hasTower ? n_.loopTowers[i] : n_.loopDryCoolers[i];
    if (r.link < 0) {
        // Air-cooled chillers alone.
        c_.mode[i] = static_cast<std::int32_t>(PlantMode::Mechanical);
        return;
    }
    r.units = c_.running[at(r.link)];
    r.wPerK = wPerK(r.link);
    r.kept = c_.foul[at(r.link)];
    r.inC = c_.nodeC[at(n_.links[at(r.link)].from)];
    const double installed = n_.links[at(r.link)].units;
    const double each = l.hasTower ? l.tower.waterFlowM3PerS : l.dryCooler.waterFlowM3PerS;
    // Cells without power still let water through, with natural draught.
    r.waterRatio = c_.flowM3PerS[at(r.link)] / (installed * each);
    const double share = r.units / installed;
    if (r.tower) {
        r.cell.emplace(l.tower, r.inC, r.waterRatio, w);
    }

    // What full air could do for the present heat.
    r.at(l, w, 1.0, c_.served[i]);
    const double economiser = economiserWPerK(loop);
    const bool separate = n_.loopBasin[i] >= 0;
    const double outdoorW = heatW + (separate ? c_.chillerW[i] : 0.0);
    const double epsFull = std::max(1e-6, share * r.eps);
    const double coldC =
        r.wPerK > 0.0 ? r.sinkC + outdoorW / r.wPerK * (1.0 - epsFull) / epsFull : backC;
    double reachC = coldC;
    if (separate && economiser > 0.0) {
        reachC = loopW > 0.0 ? coldC + heatW / economiser - heatW / loopW : coldC;
    }
    bool free = true;
    bool beside = separate ? economiser > 0.0 : true;
    if (l.hasChiller) {
        models::ChangeOverRule rule;
        rule.dwellS = spec.changeOverS;
        rule.onAboveK = spec.changeOverBandK;
        rule.offBelowK = 0.0;
        models::ChangeOverState off{c_.chillersOffOn[i] > 0.5, c_.chillersOffS[i]};
        off = models::changeOverStep(rule, off, economiser > 0.0 ? setC - reachC : -100.0, dt);
        c_.chillersOffOn[i] = off.on ? 1.0 : 0.0;
        c_.chillersOffS[i] = off.sinceS;
        free = off.on;
        rule.onAboveK = spec.changeOverK + spec.changeOverBandK;
        rule.offBelowK = spec.changeOverK;
        models::ChangeOverState on{c_.economiserOn[i] > 0.5, c_.economiserS[i]};
        on = models::changeOverStep(rule, on, economiser > 0.0 ? backC - coldC : -100.0, dt);
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
    // What would be overcooled passes by: nothing leaves below the target's floor.
    const double floorC = separate ? spec.towerMinimumC : setC;
    models::ControlLoop control;
    control.gain = -spec.fanGainPerK;
    control.integralS = spec.fanIntegralS;
    control.strokeS = l.hasTower ? l.tower.restartS : l.dryCooler.restartS;
    if (heatW > kIdleShare * designW || r.inC > targetC) {
        c_.fan[i] = models::controlStep(control, c_.fan[i], targetC, dt, [&](double air) {
            Rejection then = r;
            then.at(l, w, air, c_.served[i]);
            const double outC = r.inC - share * then.eps * (r.inC - then.sinkC);
            // While water passes by, what mixes behind it says nothing of the excess: fans go by
            // the water of the cells, or two integrators would hold one temperature.
            if (outC < floorC) {
                return outC;
            }
            return (capacity * c_.nodeC[to] + r.wPerK * outC) / (capacity + r.wPerK);
        });
    } else {
        c_.fan[i] = {0.0, 0.0};
    }
    const double air = c_.fan[i].output;
    // Cells that run, and those that only let water through.
    Rejection still = r;
    still.at(l, w, 0.0, c_.served[i]);
    r.at(l, w, air, c_.served[i]);
    double eps = share * r.eps + (1.0 - share) * still.eps;
    const double outC = r.inC - eps * (r.inC - r.sinkC);
    if (outC < floorC && r.inC > r.sinkC) {
        eps = std::clamp((r.inC - floorC) / (r.inC - r.sinkC), 0.0, eps);
    }
    ThermalExchange& e = thermal_.exchanges[at(towerExchange_[i])];
    e.gHotWPerK = eps * r.wPerK;
    e.q0W = -eps * r.wPerK * r.sinkC;
    fanW_[i] = r.fanW;
    coolerWaterKgPerS_[i] = r.waterKgPerS;
    c_.powerW[at(r.link)] = static_cast<float>(r.fanW);
    if (economiserExchange_[i] >= 0 && beside && economiser > 0.0) {
        ThermalExchange& x = thermal_.exchanges[at(economiserExchange_[i])];
        // Only as far as it cools: valves shut it off against the other way round.
        const double hotC = c_.nodeC[at(n_.links[at(n_.loopEconomiser[i])].from)];
        const double outdoorC = c_.nodeC[at(n_.links[at(n_.loopEconomiserOut[i])].from)];
        if (hotC > outdoorC) {
            // Alone it cools to the set-point and no further: the rest of the loop passes by.
            const double wanted = loopW * std::max(0.0, hotC - setC) / (hotC - outdoorC);
            x.gHotWPerK = x.gColdWPerK = free ? std::min(economiser, wanted) : economiser;
        }
    }
}

/// Power of the fans outdoors, which the air takes away.
void Coolant::countRejection(int loop, Flows& f) const {
    const double fanW = fanW_[at(loop)];
    f.rejectionW[at(loop)] += fanW;
    f.rejectionFanW += fanW;
    f.mechanicalW += fanW;
    f.rejectedW += fanW;
}

/// Chillers take what the economiser leaves. Staged by load with least times on and off; each needs
/// its start-up time to reach its duty.
void Coolant::chill(int loop, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    c_.chillerW[i] = 0.0;
    if (evaporatorExchange_[i] < 0) {
        return;
    }
    ThermalExchange& e = thermal_.exchanges[at(evaporatorExchange_[i])];
    e.gHotWPerK = e.gColdWPerK = e.q0W = 0.0;
    e.coldShare = 1.0;
    const int link = n_.loopEvaporators[i];
    c_.powerW[at(link)] = 0.0F;
    const double setC = c_.setpointC[i];
    const double streamW = wPerK(link);
    const auto from = at(n_.links[at(link)].from);
    double inC = c_.nodeC[from];
    // What the economiser will do in this step to what is about to enter.
    if (economiserExchange_[i] >= 0) {
        const ThermalExchange& x = thermal_.exchanges[at(economiserExchange_[i])];
        if (x.gHotWPerK > 0.0 && streamW > 0.0) {
            const double hotC = c_.nodeC[at(n_.links[at(n_.loopEconomiser[i])].from)];
            const double outdoorC = c_.nodeC[at(n_.links[at(n_.loopEconomiserOut[i])].from)];
            inC = hotC - x.gHotWPerK / streamW * (hotC - outdoorC);
        }
    }
    const bool airCooled = l.chiller.airCooled;
    const double condenserC =
        airCooled ? w.dryBulbC : c_.nodeC[at(n_.links[at(n_.loopCondensers[i])].from)];
    const models::ChillerState full =
        models::chillerState(l.chiller, l.chiller.ratedHeatW, setC, condenserC);
    const bool wanted = c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mixed) ||
                        c_.mode[i] == static_cast<std::int32_t>(PlantMode::Mechanical);
    const double loadW = wanted ? std::max(0.0, streamW * (inC - setC)) : 0.0;
    models::StagingRule rule;
    rule.units = l.spec.chillers;
    rule.upAt = 0.95;
    rule.downAt = 0.85;
    rule.minOnS = l.chiller.minOnS;
    rule.minOffS = l.chiller.minOffS;
    rule.startS = l.chiller.startS;
    int available = static_cast<int>(c_.running[at(link)]);
    const auto flows = [&](int side) {
        const CoolingLink& s = n_.links[at(side)];
        return c_.flowM3PerS[at(side)] > models::kFlowSwitchShare * s.designM3PerS / s.units;
    };
    if (!flows(link) || (!airCooled && (!flows(n_.loopCondensers[i]) ||
                                        c_.mode[i] == static_cast<std::int32_t>(PlantMode::Off)))) {
        available = 0;
    }
    // After a trip or an outage they may restart sooner than after a stop by staging: what their
    // restart time leaves beside the start-up, counted from the return of power.
    models::StagingState& stage = c_.chillers[i];
    if (available < stage.on) {
        c_.chillersLost[i] = 1;
    }
    if (c_.chillersLost[i] != 0) {
        rule.minOffS = std::max(0.0, l.chiller.restartS - l.chiller.startS);
    }
    stage = models::stageStep(rule, stage, loadW / std::max(1.0, full.capacityW), available, dt);
    if (available == 0 && c_.chillersLost[i] != 0) {
        stage.sinceStopS = 0.0;
    } else if (stage.resting == 0) {
        c_.chillersLost[i] = 0;
    }
    const double duty = c_.chillers[i].duty;
    const double capacityW = duty * full.capacityW;
    // Outside of what its curves know a machine may have no capacity at all: it then takes no heat.
    if (capacityW <= 0.0 || loadW <= 0.0) {
        return;
    }
    const models::StreamLaw law = models::evaporatorLaw(capacityW, setC, inC, streamW);
    e.gHotWPerK = streamW * (1.0 - law.slope);
    e.q0W = -streamW * law.offsetC;
    const double heatW = std::min(loadW, capacityW);
    const double machines = std::max(1.0, duty);
    const double powerW =
        machines * models::chillerState(l.chiller, heatW / machines, setC, condenserC).powerW;
    e.coldShare = 1.0 + powerW / heatW;
}

/// Water of towers and wetted pads, from the store or the main.
void Coolant::makeUp(int loop, Flows& f, const models::Weather& w, double dt) {
    const auto i = at(loop);
    const PlantLoop& l = plant_.loops[i];
    if (towerExchange_[i] < 0) {
        return;
    }
    models::WaterUse use;
    if (l.hasTower) {
        const double heatW = std::max(0.0, thermal_.exchangeW(towerExchange_[i]));
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
        const int wet = n_.loopTowers[i] >= 0 ? n_.loopTowers[i] : n_.loopDryCoolers[i];
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
