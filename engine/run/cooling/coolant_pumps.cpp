// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant_pumps.h"

#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>

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

CoolantPumps::CoolantPumps(const RunContext& run, const CoolantMode& mode, const Parts& parts)
    : CoolantPart(run, mode), parts_(parts) {
    outdoorM3PerS_.assign(plant_.loops.size(), 0.0);
    shaftW_.assign(n_.links.size(), 0.0);
    motorLossW_.assign(n_.links.size(), 0.0);
}

void CoolantPumps::begin() {
    for (std::size_t i = 0; i < outdoorM3PerS_.size(); ++i) {
        outdoorM3PerS_[i] = n_.loopCondenserPumps[i] >= 0 ? parts_.flows.outdoorM3PerS(i) : 0.0;
    }
}

LinkIndex CoolantPumps::pumpsOf(std::size_t c) const {
    const CoolingCircuit& circuit = n_.circuits[c];
    const auto k = at(circuit.subject);
    return circuit.kind == CircuitKind::Facility  ? n_.loopPumps[k]
           : circuit.kind == CircuitKind::Outdoor ? n_.loopCondenserPumps[k]
                                                  : n_.cduPumps[k];
}

/// Pumps of a loop or an outdoor circuit that are ordered to run, by the flow that they carry or shall carry, in
/// pumps. None stops while the others could not make the head.
void CoolantPumps::stage(std::size_t c, LinkIndex pumps, double demand, double dt) {
    const models::PumpSpec& spec = pumpOf(plant_, n_.links[at(pumps)]);
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
    // One speeds up while another slows down: flow and head are kept.
    double& running = c_.running[at(pumps)];
    const double then = std::min(parts_.units.able(pumps), static_cast<double>(stage.on));
    if (running > 0.0 && then > 0.0 && then != running) {
        const double flow = c_.flowM3PerS[at(pumps)];
        double& speed = c_.speed[at(pumps)];
        speed = std::clamp(
            models::pumpSpeed(spec, flow / then, models::pumpHeadPa(spec, flow / running, speed)),
            spec.minSpeed, 1.0);
        running = then;
    }
}

void CoolantPumps::move(std::size_t c, double dt) {
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
    // In a long sub-step pumps would do away with all of a pressure that valves are about to move (CoolantMode::controlledS).
    const double relax = 1.0 - std::exp(-(mode_.grows ? std::min(dt, models::kPumpPressureS) : dt) /
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
    } else if (parts_.branches.farthest[c] >= 0) {
        const CoolingLink& far = n_.links[at(parts_.branches.farthest[c])];
        double wanted = far.designPa + far.valvePa + far.balancingPa;
        if (circuit.kind == CircuitKind::Facility) {
            double open = 0.0;
            LinkIndex widest;
            for (const LinkIndex link : parts_.branches.links[c]) {
                if (c_.running[at(link)] > 0.0 && c_.valve[at(link)].output > open) {
                    open = c_.valve[at(link)].output;
                    widest = link;
                }
            }
            double& reset = c_.pressureReset[k];
            const double gain = widest >= 0 ? parts_.valves.openingPerPressure(widest, open) : 0.0;
            reset *= std::exp(models::integralMove(open - models::kMostOpenValve, gain,
                                                   dt / models::kPumpResetS));
            reset = std::clamp(reset, models::kLeastPumpPressure, 1.0);
            wanted *= reset;
        }
        const double have = std::max(dropPa(parts_.branches.farthest[c]), 0.01 * wanted);
        target = from * std::sqrt(std::max(0.25, 1.0 + relax * (wanted / have - 1.0)));
        if (circuit.kind == CircuitKind::Facility) {
            const int bypass = n_.loopBypass[k];
            if (const double least = parts_.flows.leastM3PerS(k);
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
        stage(c, pumps, demand, dt);
    }
}

void CoolantPumps::count(Flows& f) {
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
