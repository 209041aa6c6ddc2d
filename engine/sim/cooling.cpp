// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/thermal.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using models::kAirCpVolumetric;
using models::kWaterCp;
using models::kWaterDensity;

/// Time constant with which a control loop brings a temperature to its set-point.
/// Assumption: 60 s, of the order of published valve and fan loops (integral times 35 to 100 s).
constexpr double kControlS = 60.0;

/// Smallest share of design flow that facility pumps hold (bypass keeps them turning).
constexpr double kLowestLoopFlow = 0.25;

/// The economiser runs beside chillers only where it precools the return by more than this.
/// Assumption.
constexpr double kEconomiserGainK = 1.0;

/// Start values of the search for a valve position; any start gives the same root within tolerance.
constexpr double kFlowTolerance = 1e-4;

/// Air that still moves in a hall whose handlers and servers are off, share of the handlers'
/// rating: buoyancy. Assumption.
constexpr double kStillAir = 0.02;

/// Machines that run: of those in service, no more than power reaches.
int unitsRunning(int inService, int units, double running) {
    return std::min(inService, static_cast<int>(std::lround(running * units)));
}

/// Share of a loop's pumps that turns: no heat leaves its consumers where none does.
double loopPumping(const Plant& plant, const State& s, std::size_t loop) {
    return s.power.running[static_cast<std::size_t>(plant.pumpLoad[loop])];
}

double rejectionRunning(const Plant& plant, const State& s, std::size_t loop) {
    return s.power.running[static_cast<std::size_t>(plant.rejectionLoad[loop])];
}

/// One well-mixed volume cooled by a controlled exchanger.
struct Cooled {
    double heatW = 0.0;   ///< given off
    double afterC = 0.0;  ///< temperature of the volume at the end of the sub-step
};

/// A volume of `capacity` [J/K] at `beforeC` receives `loadW` and gives heat to a colder stream
/// that enters at `coldC`. The stream sees the volume `riseK` warmer (its return side). The
/// exchanger carries at most conductanceWPerK (T + rise - cold); within that, control brings T to
/// the set-point with time constant kControlS. Conserves energy exactly: heat = load - capacity
/// (after - before) / dt. Implicit when saturated.
Cooled controlled(double capacity, double beforeC, double setpointC, double loadW, double riseK,
                  double coldC, double conductanceWPerK, double dt) {
    Cooled result;
    const double wishedC = setpointC + (beforeC - setpointC) * std::exp(-dt / kControlS);
    const double wishedW = loadW - capacity * (wishedC - beforeC) / dt;
    const double mostW = std::max(0.0, conductanceWPerK * (wishedC + riseK - coldC));
    if (wishedW <= 0.0) {
        result.heatW = 0.0;
    } else if (wishedW <= mostW) {
        result.heatW = wishedW;
    } else {
        const double stored = capacity / dt;
        const double saturatedC = (stored * beforeC + loadW - conductanceWPerK * (riseK - coldC)) /
                                  (stored + conductanceWPerK);
        result.heatW = std::max(0.0, conductanceWPerK * (saturatedC + riseK - coldC));
    }
    result.afterC = beforeC + (loadW - result.heatW) * dt / capacity;
    return result;
}

/// Conductance eps C_min [W/K] of `units` counter-flow exchangers at a ratio of the cold flow.
double conductance(double uaWPerK, double hotWPerK, double coldWPerK, double coldRatio,
                   double hotRatio) {
    const double cold = coldWPerK * coldRatio;
    const double low = std::min(hotWPerK, cold);
    const double high = std::max(hotWPerK, cold);
    if (low <= 0.0) {
        return 0.0;
    }
    const double ua = models::conductanceWPerK(uaWPerK, hotRatio, coldRatio);
    return models::counterflowEffectiveness(ua / low, low / high) * low;
}

/// Cold flow ratio at which the exchanger carries heatW over the temperature difference: regula
/// falsi on a monotone function, started from the ratio before.
double flowRatioFor(double heatW, double differenceK, double uaWPerK, double hotWPerK,
                    double coldWPerK, double hotRatio, double before) {
    if (heatW <= 0.0 || differenceK <= 0.0) {
        return 0.02;
    }
    const double wanted = heatW / differenceK;
    const auto miss = [&](double ratio) {
        return conductance(uaWPerK, hotWPerK, coldWPerK, ratio, hotRatio) - wanted;
    };
    double low = 0.02, high = 1.0;
    double missLow = miss(low), missHigh = miss(high);
    if (missHigh <= 0.0) {
        return 1.0;
    }
    if (missLow >= 0.0) {
        return low;
    }
    double ratio = std::clamp(before, low, high);
    for (int i = 0; i < 40; ++i) {
        const double m = miss(ratio);
        if (m > 0.0) {
            high = ratio, missHigh = m;
        } else {
            low = ratio, missLow = m;
        }
        if (high - low < kFlowTolerance || std::abs(m) < 1e-6 * wanted) {
            break;
        }
        double next = low - missLow * (high - low) / (missHigh - missLow);
        if (next - low < 0.05 * (high - low) || high - next < 0.05 * (high - low)) {
            next = 0.5 * (low + high);
        }
        ratio = next;
    }
    return ratio;
}

void coolHall(const Plant& plant, State& s, Flows& f, std::size_t i, double dt) {
    const PlantHall& h = plant.halls[i];
    const auto loop = static_cast<std::size_t>(h.loop);
    const int units = unitsRunning(
        unitsInService(plant, s, EquipmentKind::Crah, static_cast<int>(i), h.spec.crahs),
        h.spec.crahs, s.power.running[static_cast<std::size_t>(plant.fanLoad[i])]);
    const double ratedAir = units * h.crah.airflowM3PerS;
    // Air for the servers and the bypass; where servers have no fans of their own (liquid racks,
    // tanks), air for the heat at the handlers' own design rise.
    const double wantedAir = std::max(f.hallFanAirM3PerS[i] / (1.0 - h.spec.bypass),
                                      f.hallAirW[i] / h.crah.ratedHeatW * h.crah.airflowM3PerS);
    const double ratio =
        ratedAir > 0.0 ? std::clamp(wantedAir / ratedAir, h.crah.fanMinSpeed, 1.0) : 0.0;
    const double air = ratio * ratedAir;
    const double fanW = units * h.crah.fanRatedW * ratio * ratio * ratio;
    // With the handlers still, the fans of the servers keep the room's own air in motion.
    const double stirredAir =
        std::max({air, f.hallFanAirM3PerS[i], kStillAir * h.spec.crahs * h.crah.airflowM3PerS});
    const double airWPerK = stirredAir * kAirCpVolumetric;
    const double coldWPerK = units * h.crah.waterFlowM3PerS * kWaterDensity * kWaterCp;
    const double ua = units * h.crah.uaWPerK;
    const double load = f.hallAirW[i] + fanW;
    const double riseK = load / airWPerK;
    const double waterC = s.loopSupplyC[loop];
    const double before = s.hallSupplyC[i];
    const Cooled c = controlled(
        h.airJPerK, before, h.spec.supplyAirC, load, riseK, waterC,
        units > 0 ? conductance(ua, airWPerK, coldWPerK, loopPumping(plant, s, loop), ratio) : 0.0,
        dt);
    s.hallSupplyC[i] = c.afterC;
    s.hallReturnC[i] = c.afterC + riseK;
    f.storedW += h.airJPerK * (c.afterC - before) / dt;
    s.crahFlowRatio[i] = flowRatioFor(c.heatW, c.afterC + riseK - waterC, ua, airWPerK, coldWPerK,
                                      ratio, s.crahFlowRatio[i]);
    f.loopHeatW[loop] += c.heatW;
    f.loopFlowM3PerS[loop] += s.crahFlowRatio[i] * units * h.crah.waterFlowM3PerS;
    f.fanW[i] = fanW;
    f.mechanicalW += fanW;

    auto& out = s.halls[i];
    out[static_cast<std::size_t>(HallQuantity::ItPower)] =
        f.hallRackW[i] + (h.fabricW + h.storageW) * s.hallItRunning[i];
    out[static_cast<std::size_t>(HallQuantity::AirHeat)] = f.hallAirW[i];
    out[static_cast<std::size_t>(HallQuantity::SupplyAir)] = c.afterC;
    out[static_cast<std::size_t>(HallQuantity::ReturnAir)] = s.hallReturnC[i];
    out[static_cast<std::size_t>(HallQuantity::CrahFanPower)] = fanW;
}

void coolCduGroup(const Plant& plant, State& s, Flows& f, std::size_t i, double dt) {
    const PlantCdu& c = plant.cdus[i];
    const auto loop = static_cast<std::size_t>(c.loop);
    const int units = unitsRunning(
        unitsInService(plant, s, EquipmentKind::Cdu, static_cast<int>(i), c.spec.count),
        c.spec.count, s.power.running[static_cast<std::size_t>(plant.cduLoad[i])]);
    // The units that remain carry the racks' flow up to their nominal flow.
    const double share = static_cast<double>(units) / c.spec.count;
    const double hotRatio = share > 0.0 ? std::min(c.secondaryRatio / share, 1.0) : 0.0;
    const double hotWPerK = std::max(1.0, c.secondaryWPerK / c.secondaryRatio * share * hotRatio);
    const double pumpW = units * c.cdu.pumpRatedW * hotRatio * hotRatio * hotRatio;
    const double coldWPerK = units * c.cdu.primaryFlowM3PerS * kWaterDensity * kWaterCp;
    const double ua = units * c.cdu.uaWPerK;
    const double load = f.cduHeatW[i] + pumpW;
    const double riseK = units > 0 ? load / hotWPerK : 0.0;
    const double waterC = s.loopSupplyC[loop];
    const double before = s.cduSupplyC[i];
    const Cooled r = controlled(
        c.coolantJPerK, before, c.spec.supplySetpointC, load, riseK, waterC,
        units > 0 ? conductance(ua, hotWPerK, coldWPerK, loopPumping(plant, s, loop), hotRatio)
                  : 0.0,
        dt);
    s.cduSupplyC[i] = r.afterC;
    f.storedW += c.coolantJPerK * (r.afterC - before) / dt;
    s.cduFlowRatio[i] = units > 0 ? flowRatioFor(r.heatW, r.afterC + riseK - waterC, ua, hotWPerK,
                                                 coldWPerK, hotRatio, s.cduFlowRatio[i])
                                  : 0.0;
    f.loopHeatW[loop] += r.heatW;
    f.loopFlowM3PerS[loop] += s.cduFlowRatio[i] * units * c.cdu.primaryFlowM3PerS;
    f.cduPumpW[i] = pumpW;
    f.mechanicalW += pumpW;

    auto& out = s.cdus[i];
    out[static_cast<std::size_t>(CduQuantity::Heat)] = r.heatW;
    out[static_cast<std::size_t>(CduQuantity::SupplyTemperature)] = r.afterC;
    out[static_cast<std::size_t>(CduQuantity::ReturnTemperature)] = r.afterC + riseK;
    out[static_cast<std::size_t>(CduQuantity::PumpPower)] = pumpW;
    out[static_cast<std::size_t>(CduQuantity::FlowRatio)] = s.cduFlowRatio[i];
}

/// Heat rejection of one loop for one sub-step.
struct Rejection {
    double heatW = 0.0;  ///< taken from the loop
    double chillerW = 0.0;
    double fanW = 0.0;
    double condenserPumpW = 0.0;
    double waterKgPerS = 0.0;  ///< evaporation, drift and blow-down
    double coldestC = 0.0;     ///< supply that heat rejection alone could reach
};

/// Water of the outdoor circuit: what towers or dry coolers deliver for a heat, aiming at targetC.
struct Outdoor {
    double outC = 0.0;
    double fanW = 0.0;
    double waterKgPerS = 0.0;
};

/// givenHeat: the circuit is separate, so that its entering temperature follows from the heat; else
/// inC is the loop's own return.
Outdoor outdoorWater(const Plant& plant, const State& s, std::size_t i, double heatW,
                     double flowM3PerS, double inC, bool givenHeat, double targetC,
                     const models::Weather& w) {
    const PlantLoop& l = plant.loops[i];
    Outdoor o;
    if (l.hasTower) {
        const int cells = unitsRunning(unitsInService(plant, s, EquipmentKind::CoolingTower,
                                                      static_cast<int>(i), l.spec.towers),
                                       l.spec.towers, rejectionRunning(plant, s, i));
        if (cells == 0) {
            o.outC = inC;
            return o;
        }
        const double waterRatio = flowM3PerS / (cells * l.tower.waterFlowM3PerS);
        const auto t =
            models::towerOperation(l.tower, heatW / cells, w.wetBulbC, waterRatio, targetC);
        o.outC = t.outC;
        o.fanW = cells * t.fanW;
        const double evaporation =
            cells * models::towerEvaporationKgPerS(l.tower, heatW / cells, t.airRatio, w.dryBulbC,
                                                   w.humidityRatio, w.pressurePa);
        const double drift = l.tower.driftFraction * flowM3PerS * kWaterDensity;
        const double blowDown =
            std::max(0.0, evaporation / (l.spec.cyclesOfConcentration - 1.0) - drift);
        o.waterKgPerS = heatW > 0.0 ? evaporation + drift + blowDown : 0.0;
    } else {
        const int units = unitsRunning(unitsInService(plant, s, EquipmentKind::DryCooler,
                                                      static_cast<int>(i), l.spec.dryCoolers),
                                       l.spec.dryCoolers, rejectionRunning(plant, s, i));
        if (units == 0) {
            o.outC = inC;
            return o;
        }
        const double waterRatio = flowM3PerS / (units * l.dryCooler.waterFlowM3PerS);
        const double eachW = heatW / units;
        auto d = models::dryCoolerOperation(l.dryCooler, inC, waterRatio, w.dryBulbC, w.wetBulbC,
                                            w.pressurePa, targetC);
        if (givenHeat && d.heatW < 0.999 * eachW) {
            // Even full air misses the target: the circuit warms until the coils carry the heat.
            // At full air that is linear in the entering temperature, so a secant finds it.
            double lowC = inC, lowW = d.heatW;
            double highC = std::max(inC, w.dryBulbC) + 20.0;
            for (int n = 0; n < 4; ++n) {
                d = models::dryCoolerOperation(l.dryCooler, highC, waterRatio, w.dryBulbC,
                                               w.wetBulbC, w.pressurePa, targetC);
                const double slope = (d.heatW - lowW) / (highC - lowC);
                if (!(slope > 0.0) || std::abs(d.heatW - eachW) < 1e-6 * eachW) {
                    break;
                }
                lowC = highC, lowW = d.heatW;
                highC += (eachW - d.heatW) / slope;
            }
        }
        o.outC = d.outC;
        o.fanW = units * d.fanW;
        o.waterKgPerS = units * d.waterKgPerS;
    }
    return o;
}

/// Towers or dry coolers cool the loop as far as weather allows; chillers, where there are any,
/// take what is missing. Without chillers the supply floats above its set-point.
Rejection reject(const Plant& plant, State& s, const Flows& f, std::size_t i, double loadW,
                 const models::Weather& w, double dt) {
    const PlantLoop& l = plant.loops[i];
    Rejection r;
    const double flow = f.loopFlowM3PerS[i];
    const double loopWPerK = flow * kWaterDensity * kWaterCp;
    const double supplyC = s.loopSupplyC[i];
    const double returnC = supplyC + loadW / loopWPerK;
    const double setpointC = l.spec.supplySetpointC;
    // What control asks for: the load, and what brings the supply to its set-point.
    const double towardSetpoint = [&](double goalC) {
        return l.waterJPerK * (supplyC - goalC) * (1.0 - std::exp(-dt / kControlS)) / dt;
    }(setpointC);
    const double wantedW = std::max(0.0, loadW + towardSetpoint);

    if (l.hasTower || l.hasDryCooler) {
        // Through an exchanger the outdoor circuit has its own pumps at design flow.
        const bool separate = l.hasCondenserPump;
        const double outdoorFlow =
            separate ? l.spec.condenserPumps * l.condenserPump.flowM3PerS : flow;
        const double outdoorWPerK = outdoorFlow * kWaterDensity * kWaterCp;
        const double running = rejectionRunning(plant, s, i);
        r.condenserPumpW =
            separate ? running * l.spec.condenserPumps * models::pumpPowerW(l.condenserPump, 1.0)
                     : 0.0;
        if (running <= 0.0) {
            r.coldestC = returnC;
            return r;
        }
        const double approachK = l.spec.exchangerApproachK;
        const double targetC = std::max(setpointC - approachK, l.spec.towerMinimumC);
        const double outdoorHeatW = wantedW + r.condenserPumpW + s.loopChillerW[i];
        const double inC = separate ? targetC + outdoorHeatW / outdoorWPerK : returnC;
        Outdoor o = outdoorWater(plant, s, i, outdoorHeatW, outdoorFlow, inC, separate, targetC, w);
        if (l.hasTower && l.hasChiller && o.outC + approachK > returnC - kEconomiserGainK) {
            // Too warm out for the economiser: the towers serve the condensers alone, at their
            // design approach, instead of running their fans flat out for nothing.
            o = outdoorWater(plant, s, i, outdoorHeatW, outdoorFlow, inC, separate,
                             std::max(w.wetBulbC + l.tower.designApproachK, l.spec.towerMinimumC),
                             w);
        }
        r.fanW = o.fanW;
        r.waterKgPerS = o.waterKgPerS;
        r.coldestC = o.outC + approachK;
        if (r.coldestC <= setpointC + 0.02) {
            r.heatW = wantedW;
        } else if (l.hasChiller) {
            const double economiserW = std::clamp(loopWPerK * (returnC - r.coldestC), 0.0, wantedW);
            const int machines = unitsRunning(unitsInService(plant, s, EquipmentKind::Chiller,
                                                             static_cast<int>(i), l.spec.chillers),
                                              l.spec.chillers, rejectionRunning(plant, s, i));
            if (machines > 0) {
                // As many machines as the load needs share it equally.
                const double restW = wantedW - economiserW;
                const auto full =
                    models::chillerState(l.chiller, l.chiller.ratedHeatW, setpointC, o.outC);
                const int staged =
                    std::clamp(static_cast<int>(std::ceil(restW / std::max(1.0, full.capacityW))),
                               1, machines);
                const double eachW = std::min(restW / staged, full.capacityW);
                r.chillerW =
                    staged * models::chillerState(l.chiller, eachW, setpointC, o.outC).powerW;
                r.heatW = economiserW + staged * eachW;
            } else {
                r.heatW = economiserW;
            }
        } else {
            // The supply drifts to what the weather gives.
            const double floating =
                l.waterJPerK * (supplyC - r.coldestC) * (1.0 - std::exp(-dt / kControlS)) / dt;
            r.heatW = std::max(0.0, loadW + floating);
        }
    } else {
        const int machines = unitsRunning(
            unitsInService(plant, s, EquipmentKind::Chiller, static_cast<int>(i), l.spec.chillers),
            l.spec.chillers, rejectionRunning(plant, s, i));
        if (machines > 0) {
            const auto full =
                models::chillerState(l.chiller, l.chiller.ratedHeatW, setpointC, w.dryBulbC);
            const int staged = std::clamp(
                static_cast<int>(std::ceil(wantedW / std::max(1.0, full.capacityW))), 1, machines);
            const double eachW = std::min(wantedW / staged, full.capacityW);
            r.chillerW =
                staged * models::chillerState(l.chiller, eachW, setpointC, w.dryBulbC).powerW;
            r.heatW = staged * eachW;
        }
        r.coldestC = setpointC;
    }
    return r;
}

void coolLoop(const Plant& plant, State& s, Flows& f, std::size_t i, const models::Weather& w,
              double dt) {
    const PlantLoop& l = plant.loops[i];
    const double least = kLowestLoopFlow * l.designFlowM3PerS;
    f.loopFlowM3PerS[i] = std::max(f.loopFlowM3PerS[i], least);
    const double flowRatio = f.loopFlowM3PerS[i] / l.designFlowM3PerS;
    const double pumpW =
        loopPumping(plant, s, i) * l.spec.pumps * models::pumpPowerW(l.pump, flowRatio);
    const double loadW = f.loopHeatW[i] + pumpW;
    const Rejection r = reject(plant, s, f, i, loadW, w, dt);
    const double before = s.loopSupplyC[i];
    s.loopSupplyC[i] = before + (loadW - r.heatW) * dt / l.waterJPerK;
    s.loopReturnC[i] = s.loopSupplyC[i] + loadW / (f.loopFlowM3PerS[i] * kWaterDensity * kWaterCp);
    s.loopChillerW[i] = r.chillerW;
    f.storedW += l.waterJPerK * (s.loopSupplyC[i] - before) / dt;
    // Outdoor fans and condenser pumps end in the same air as the heat that they move.
    f.rejectedW += r.heatW + r.chillerW + r.fanW + r.condenserPumpW;
    f.waterKgPerS += r.waterKgPerS;
    f.loopPumpW[i] = pumpW;
    f.rejectionW[i] = r.chillerW + r.fanW + r.condenserPumpW;
    f.mechanicalW += f.loopPumpW[i] + f.rejectionW[i];

    auto& out = s.loops[i];
    out[static_cast<std::size_t>(LoopQuantity::Heat)] = loadW;
    out[static_cast<std::size_t>(LoopQuantity::SupplyTemperature)] = s.loopSupplyC[i];
    out[static_cast<std::size_t>(LoopQuantity::ReturnTemperature)] = s.loopReturnC[i];
    out[static_cast<std::size_t>(LoopQuantity::ChillerPower)] = r.chillerW;
    out[static_cast<std::size_t>(LoopQuantity::FanPower)] = r.fanW;
    out[static_cast<std::size_t>(LoopQuantity::PumpPower)] = pumpW + r.condenserPumpW;
    out[static_cast<std::size_t>(LoopQuantity::WaterRate)] = r.waterKgPerS / kWaterDensity;
}

}  // namespace

int unitsInService(const Plant& plant, const State& state, EquipmentKind kind, int group,
                   int units) {
    for (std::size_t h = 0; h < plant.hazards.size(); ++h) {
        const PlantHazard& hazard = plant.hazards[h];
        if (hazard.isEquipment && hazard.equipment == kind && hazard.group == group) {
            return std::max(0, units - state.hazardFailed[h]);
        }
    }
    return units;
}

void cool(const Plant& plant, State& state, Flows& flows, const models::Weather& weather,
          double dt) {
    std::fill(flows.loopHeatW.begin(), flows.loopHeatW.end(), 0.0);
    std::fill(flows.loopFlowM3PerS.begin(), flows.loopFlowM3PerS.end(), 0.0);
    flows.rejectedW = flows.waterKgPerS = flows.mechanicalW = 0.0;
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        coolHall(plant, state, flows, i, dt);
    }
    for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
        coolCduGroup(plant, state, flows, i, dt);
    }
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        coolLoop(plant, state, flows, i, weather, dt);
    }
}

void initialTemperatures(const Plant& plant, State& state) {
    for (std::size_t i = 0; i < plant.loops.size(); ++i) {
        state.loopSupplyC[i] = state.loopReturnC[i] = plant.loops[i].spec.supplySetpointC;
    }
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        state.hallSupplyC[i] = state.hallReturnC[i] = plant.halls[i].spec.supplyAirC;
    }
    for (std::size_t i = 0; i < plant.cdus.size(); ++i) {
        state.cduSupplyC[i] = plant.cdus[i].spec.supplySetpointC;
    }
    for (int r = 0; r < plant.racks; ++r) {
        const auto i = static_cast<std::size_t>(r);
        const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[i])];
        const double coolantC = b.cdu >= 0 ? state.cduSupplyC[static_cast<std::size_t>(b.cdu)]
                                           : state.hallSupplyC[static_cast<std::size_t>(b.hall)];
        state.rackChipC[i] = state.rackHotC[i] =
            coolantC + b.server.chipToCoolantKPerW * b.accelerator.idleW;
    }
}

}  // namespace headroom::engine
