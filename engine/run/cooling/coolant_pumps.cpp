// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>

/// Pumps of the coolant plant: how many run, how fast, and what they draw.
namespace headroom::engine {

const models::PumpSpec& pumpOf(const Plant& plant, const CoolingLink& l) {
    switch (l.kind) {
        case CoolingLinkKind::CduPumps:
            return plant.cdus[at(l.subject)].pump;
        case CoolingLinkKind::CondenserPumps:
            return plant.loops[at(l.subject)].condenserPump;
        default:
            return plant.loops[at(l.subject)].pump;
    }
}

/// Demand of the pumps of a loop, and of the chillers that run, or the first that would.
double Coolant::leastFlowM3PerS(std::size_t i) const {
    const PlantLoop& l = plant_.loops[i];
    return models::leastFlowM3PerS(l.spec, l.designFlowM3PerS, l.evaporatorM3PerS,
                                   std::max(1, c_.chillers[i].on));
}

/// Flow of the outdoor circuit: condensers by the load of their chillers, an economiser in the proportion of the
/// loop's water, and no less than what pumps, condensers and tower cells need. More of it where the loop misses its
/// set-point.
double Coolant::outdoorFlowM3PerS(std::size_t i) const {
    const CoolingLink& pumps = n_.links[at(n_.loopCondenserPumps[i])];
    const bool economises = n_.loopEconomiserOut[i] >= 0 &&
                            c_.mode[i] != static_cast<std::int32_t>(PlantMode::Mechanical);
    const int on = n_.loopCondensers[i] >= 0 ? c_.chillers[i].on : 0;
    double heatW = 0.0;
    if (on > 0) {
        const LinkIndex evaporators = n_.loopEvaporators[i];
        const CoolingLink& e = n_.links[at(evaporators)];
        heatW = wPerK(evaporators) * (c_.nodeC[at(e.from)] - c_.nodeC[at(e.to)]);
    }
    const double wanted = outdoorFlowM3PerS(i, economises, on, heatW);
    return wanted + missedShare(i) * (pumps.designM3PerS - wanted);
}

/// The same with its economiser at work or not, for that many chillers with that heat.
double Coolant::outdoorFlowM3PerS(std::size_t i, bool economises, int chillers,
                                  double heatW) const {
    const PlantLoop& l = plant_.loops[i];
    const CoolingLink& pumps = n_.links[at(n_.loopCondenserPumps[i])];
    double wanted = models::kLeastFlow * pumps.designM3PerS / pumps.units;
    if (l.hasTower) {
        wanted = std::max(wanted, models::kTowerLeastWater * l.tower.waterFlowM3PerS);
    }
    if (chillers > 0) {
        const double load =
            std::clamp(heatW / (chillers * l.chiller.ratedHeatW), models::kChillerLeastFlow, 1.0);
        wanted = std::max(wanted, chillers * load * l.condenserM3PerS);
    }
    if (economises) {
        wanted = std::max(
            wanted, pumps.designM3PerS * c_.flowM3PerS[at(n_.loopPumps[i])] / l.designFlowM3PerS);
    }
    return std::min(wanted, pumps.designM3PerS);
}

/// Power of the pumps outdoors at another flow, from the power that they draw: by the affinity laws, its cube.
double Coolant::outdoorPumpsW(std::size_t i, double flowM3PerS) const {
    const auto pumps = at(n_.loopCondenserPumps[i]);
    const double share = c_.flowM3PerS[pumps] > 0.0 ? flowM3PerS / c_.flowM3PerS[pumps] : 0.0;
    return c_.powerW[pumps] * share * share * share;
}

/// By how much a loop misses its set-point: 0 within the dead band of its controls, 1 beyond twice of it.
double Coolant::missedShare(std::size_t i) const {
    const double missedK = c_.nodeC[at(n_.loopSupply[i])] - c_.setpointC[i];
    return std::clamp(missedK / models::kOutdoorMissedK - 1.0, 0.0, 1.0);
}

LinkIndex Coolant::pumpsOf(std::size_t c) const {
    const CoolingCircuit& circuit = n_.circuits[c];
    const auto k = at(circuit.subject);
    return circuit.kind == CircuitKind::Facility  ? n_.loopPumps[k]
           : circuit.kind == CircuitKind::Outdoor ? n_.loopCondenserPumps[k]
                                                  : n_.cduPumps[k];
}

/// All CDU pumps run; all pumps of a new loop run.
double Coolant::orderedPumps(LinkIndex pumps) const {
    const CoolingLink& l = n_.links[at(pumps)];
    const int on = c_.pumps[at(l.circuit)].on;
    return l.kind == CoolingLinkKind::CduPumps || on <= 0 ? l.units : on;
}

/// Pumps of a loop or an outdoor circuit that are ordered to run, by the flow that they carry or shall carry, in
/// pumps. None stops while the others could not make the head.
void Coolant::stagePumps(std::size_t c, LinkIndex pumps, const models::PumpSpec& spec,
                         double demand, double dt) {
    models::StagingState& stage = c_.pumps[c];
    models::StagingRule rule;
    rule.units = n_.links[at(pumps)].units;
    rule.least = 1;
    rule.upAt = models::kPumpUpAt;
    rule.downAt = models::kPumpDownAt;
    rule.minOnS = models::kPumpLeastRunS;
    if (stage.on <= 0) {
        stage.on = rule.units;
    }
    const double on = std::min(c_.running[at(pumps)], static_cast<double>(stage.on));
    if (on > 1.0) {
        const double flow = c_.flowM3PerS[at(pumps)];
        const double headPa = models::pumpHeadPa(spec, flow / on, c_.speed[at(pumps)]);
        if (models::pumpHeadPa(spec, flow / (on - 1.0), 1.0) <
            (1.0 + models::kPumpReserve) * headPa) {
            demand = std::max(demand, rule.downAt * (stage.on - 1));
        }
    }
    const int before = stage.on;
    stage = models::stageStep(rule, stage, std::max(demand, models::kLeastFlow), rule.units, dt);
    if (stage.on < before) {
        stage.sinceStartS = 0.0;  // the least run counts from one stop to the next, too
    }
    // One speeds up while another slows down: flow and head stay as they are.
    double& running = c_.running[at(pumps)];
    const double then = std::min(able(pumps), static_cast<double>(stage.on));
    if (running > 0.0 && then > 0.0 && then != running) {
        const double flow = c_.flowM3PerS[at(pumps)];
        double& speed = c_.speed[at(pumps)];
        speed = std::clamp(
            models::pumpSpeed(spec, flow / then, models::pumpHeadPa(spec, flow / running, speed)),
            spec.minSpeed, 1.0);
        running = then;
    }
}

/// Pumps hold the pressure over the index branch of their circuit; that of a facility circuit is
/// trimmed until its most open valve is nearly open, and raised where its bypass is open and lets less through than
/// the loop needs. Pumps of an outdoor circuit hold its flow. Without power they coast down.
void Coolant::movePumps(std::size_t c, double dt) {
    const CoolingCircuit& circuit = n_.circuits[c];
    const auto k = at(circuit.subject);
    const LinkIndex pumps = pumpsOf(c);
    const models::PumpSpec& spec = pumpOf(plant_, n_.links[at(pumps)]);
    double& speed = c_.speed[at(pumps)];
    if (c_.running[at(pumps)] <= 0.0) {
        speed = models::coastDownSpeed(spec, speed, dt);
        if (speed < 0.02) {
            speed = 0.0;
        }
        return;
    }
    const double flow = c_.flowM3PerS[at(pumps)];
    // In a long sub-step pumps would do away with all of a pressure that valves are about to move (controlledS()).
    const double relax = 1.0 - std::exp(-(grows_ ? std::min(dt, models::kPumpPressureS) : dt) /
                                        models::kPumpPressureS);
    const double from = std::max(speed, spec.minSpeed);
    /// Flow of a circuit whose flow goes with the speed.
    const auto speedFor = [&](double wanted) {
        return from * std::max(0.5, 1.0 + relax * (wanted / std::max(flow, 0.01 * wanted) - 1.0));
    };
    double target = 1.0, demand = flow / spec.flowM3PerS;
    if (circuit.kind == CircuitKind::Outdoor) {
        const double wanted = outdoorM3PerS_[k];
        target = speedFor(wanted);
        demand = wanted / spec.flowM3PerS;
    } else if (farLink_[c] >= 0) {
        const CoolingLink& far = n_.links[at(farLink_[c])];
        double wanted = far.designPa + far.valvePa + far.balancingPa;
        if (circuit.kind == CircuitKind::Facility) {
            double open = 0.0;
            LinkIndex widest;
            for (const LinkIndex link : branches_[c]) {
                if (c_.running[at(link)] > 0.0 && c_.valve[at(link)].output > open) {
                    open = c_.valve[at(link)].output;
                    widest = link;
                }
            }
            double& reset = c_.pressureReset[k];
            const double gain = widest >= 0 ? openingPerPressure(widest, open) : 0.0;
            reset *= std::exp(models::integralMove(open - models::kMostOpenValve, gain,
                                                   dt / models::kPumpResetS));
            reset = std::clamp(reset, models::kLeastPumpPressure, 1.0);
            wanted *= reset;
        }
        const double have = std::max(dropPa(farLink_[c]), 0.01 * wanted);
        target = from * std::sqrt(std::max(0.25, 1.0 + relax * (wanted / have - 1.0)));
        if (circuit.kind == CircuitKind::Facility) {
            const int bypass = n_.loopBypass[k];
            if (const double least = leastFlowM3PerS(k);
                flow < least && bypass >= 0 &&
                c_.valve[at(bypass)].output > models::kMostOpenValve) {
                target = std::max(target, speedFor(least));
            }
            // At full speed and short of pressure.
            if (speed >= 1.0 && have < (1.0 - models::kPumpReserve) * wanted) {
                demand = std::max(demand, c_.pumps[c].on + models::kLeastFlow);
            }
        }
    }
    speed = models::rampSpeed(spec, speed, std::clamp(target, spec.minSpeed, 1.0), dt);
    if (circuit.kind != CircuitKind::Rack) {
        stagePumps(c, pumps, spec, demand, dt);
    }
}

/// Power of pumps: what the shaft takes heats the liquid; what motor and drive lose heats the room
/// (CDUs) or the plant room, which is ventilated.
void Coolant::pumpPower(Flows& f) {
    std::fill(f.cduPumpW.begin(), f.cduPumpW.end(), 0.0);
    std::fill(f.loopPumpW.begin(), f.loopPumpW.end(), 0.0);
    std::fill(f.rejectionW.begin(), f.rejectionW.end(), 0.0);
    for (const CoolingCircuit& circuit : n_.circuits) {
        const auto k = at(circuit.subject);
        const auto i = at(pumpsOf(at(n_.links[at(circuit.firstLink)].circuit)));
        const double units = c_.running[i];
        shaftW_[i] = motorLossW_[i] = 0.0;
        c_.powerW[i] = 0.0F;
        if (units <= 0.0) {
            continue;
        }
        const models::PumpSpec& spec = pumpOf(plant_, n_.links[i]);
        const double each = c_.flowM3PerS[i] / units;
        const double headPa = models::pumpHeadPa(spec, each, c_.speed[i]);
        const double inputW = units * models::pumpInputW(spec, each, headPa, c_.speed[i]);
        shaftW_[i] = std::min(inputW, units * models::pumpShaftW(spec, each, headPa, c_.speed[i]));
        motorLossW_[i] = inputW - shaftW_[i];
        c_.powerW[i] = static_cast<float>(inputW);
        f.mechanicalW += inputW;
        switch (circuit.kind) {
            case CircuitKind::Facility:
                f.loopPumpW[k] += inputW;
                f.waterPumpW += inputW;
                f.rejectedW += motorLossW_[i];
                break;
            case CircuitKind::Outdoor:
                f.rejectionW[k] += inputW;
                f.waterPumpW += inputW;
                f.rejectedW += motorLossW_[i];
                break;
            case CircuitKind::Rack: {
                // Controls, screens and valve motors of the units, where pumps are stated apart.
                const PlantCdu& cdu = plant_.cdus[k];
                const double controlsW =
                    cdu.cdu.pump.empty() ? 0.0
                                         : cdu.cdu.controlsW * units / std::max(1, cdu.cdu.pumps);
                f.cduPumpW[k] += inputW + controlsW;
                f.cduPumpsW += inputW + controlsW;
                f.mechanicalW += controlsW;
                f.hallAirW[at(cdu.hall)] += motorLossW_[i] + controlsW;
                break;
            }
        }
    }
}

}  // namespace headroom::engine
