// SPDX-License-Identifier: Apache-2.0
#include "engine/base/words.h"
#include "engine/run/power/electrical.h"
#include "models/facility/consumption.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Flows of a sub-step, their integrals, and the limit that comes next.
namespace headroom::engine {

namespace {

/// A prediction that moves by less than this, or by less than this share of the time left, keeps
/// its event: loads that creep do not fill the queue.
constexpr double kTimerTolerance = 1e-3;
constexpr double kTimerShare = 2e-3;

/// Passes of the load flow in which the shares of sources in parallel with the mains settle: what a board
/// takes depends on them by its cables alone.
constexpr int kSharePasses = 2;

}  // namespace

/// Heat that the mass of electrical parts gives to the air in a sub-step with the losses of the sub-step before:
///   dE/dt = W - E/T,  given = E_0 (1 - k) + W (dt - T (1 - k)),  k = exp(-dt/T)
/// What they lose more or less than that stays in E (`lossHeatJ`), which solve() fills.
void Electrical::releaseLosses(Flows& flows, double dt) {
    const double gone = -std::expm1(-dt / models::kLossTimeS);
    for (std::size_t h = 0; h < plant_.halls.size(); ++h) {
        const double givenJ =
            p_.lossHeatJ[h] * gone + p_.lossHeatW[h] * (dt - models::kLossTimeS * gone);
        p_.lossHeatJ[h] -= givenJ;
        flows.hallAirW[h] += givenJ / dt;
        flows.storedW -= givenJ / dt;
    }
}

/// Demand of everything in this sub-step, as racks and cooling have counted it.
void Electrical::askLoads(const Flows& flows) {
    std::copy(flows.rackW.begin(), flows.rackW.end(), askedW_.begin());
    for (std::size_t l = at(plant_.racks); l < n_.loads.size(); ++l) {
        const PowerLoad& load = n_.loads[l];
        const auto i = at(load.index);
        double& askedW = askedW_[l];
        switch (load.kind) {
            case PowerLoadKind::Rack:
                break;
            case PowerLoadKind::HallIt:
                askedW =
                    (s_.fabric.hallW[i] + plant_.halls[i].storageW) * load.share * p_.running[l];
                break;
            case PowerLoadKind::Fans:
                askedW = flows.fanW[i];
                break;
            case PowerLoadKind::CduPumps:
                askedW = flows.cduPumpW[i];
                break;
            case PowerLoadKind::LoopPumps:
                askedW = flows.loopPumpW[i];
                break;
            case PowerLoadKind::HeatRejection:
                askedW = flows.rejectionW[i];
                break;
        }
    }
}

bool Electrical::solve(Flows& flows, double dt, double untilS) {
    flows.fuelM3PerS = flows.pipedFuelW = flows.pipedUsdPerS = flows.pipedCarbonKgPerS = 0.0;
    askLoads(flows);
    askBatteries(dt);
    bool collapsed = false, holdUp = false;
    int pass = 0;
    for (;;) {
        // Loads without a live cord live on their hold-up.
        holdUp = false;
        const auto draw = [&](std::size_t l, double reactive) {
            const bool live = p_.flow.liveCords[l] > 0;
            holdUp = holdUp || !live;
            demand_.powerW[l] = live ? askedW_[l] : 0.0;
            demand_.reactiveVar[l] = demand_.powerW[l] * reactive;
        };
        for (const PlantBlock& b : plant_.blocks) {
            for (int r = b.firstRack; r < b.firstRack + b.racks; ++r) {
                draw(at(r), b.feedReactive);
            }
        }
        for (std::size_t l = at(plant_.racks); l < n_.loads.size(); ++l) {
            draw(l, plant_.mechanicalReactive);
        }
        if (workers_.threads() > 1 && !sections_.fits(p_.flow)) {
            sections_ = sectionsOf(n_, p_.flow, workers_.threads());
        }
        const std::vector<VoltageCollapse> collapses =
            solvePower(n_, p_.switching, demand_, sections_, workers_, p_.flow, toleranceV_);
        if (collapses.empty()) {
            // The demand of boards is known now: sources parallel to the mains give their part of it.
            if (pass++ < kSharePasses) {
                const bool shared = shareBesideMains();
                if (limitBatteries(dt) || shared) {
                    continue;
                }
            }
            break;
        }
        collapse(collapses, untilS);
        askBatteries(dt);
        collapsed = true;
    }
    // Energy from a load's own store after it loses its supply (power supplies hold up for about 20 ms)
    // passes no meter and does not count as IT power.
    double suppliedItW = 0.0, allHeldUpW = 0.0;
    for (std::size_t l = 0; holdUp && l < n_.loads.size(); ++l) {
        const double heldUpW = askedW_[l] - demand_.powerW[l];
        flows.storedW -= heldUpW;
        allHeldUpW += heldUpW;
        const PowerLoadKind kind = n_.loads[l].kind;
        if (kind == PowerLoadKind::Rack || kind == PowerLoadKind::HallIt) {
            suppliedItW += demand_.powerW[l];
        }
    }
    if (allHeldUpW > 0.0) {
        flows.itW = suppliedItW;
    }

    flows.pduLossW = flows.upsLossW = flows.transformerLossW = flows.cableLossW = 0.0;
    flows.utilityW = flows.gensetW = flows.batteryW = flows.withdrawnW = 0.0;
    double apparentVar = 0.0, worst = 0.0;  // worst: the square of the worst loading
    std::fill(p_.lossHeatW.begin(), p_.lossHeatW.end(), 0.0);
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        double heatW = p_.flow.lossW[i];
        const double outW = p_.flow.outVa[i].real();
        switch (infoOf(u.kind).meter) {
            case PowerMeter::Utility:
                flows.utilityW += outW;
                apparentVar += p_.flow.outVa[i].imag();
                break;
            case PowerMeter::Generation: {
                flows.gensetW += outW;
                if (u.kind == PowerKind::Genset) {
                    noteBlockLoad(UnitIndex(i), untilS);
                }
                const double fuelM3PerS = tankFuelOf(i);
                if (fuelM3PerS > 0.0) {
                    p_.energy[i] = std::max(0.0, p_.energy[i] - fuelM3PerS * dt);
                    flows.fuelM3PerS += fuelM3PerS;
                }
                break;
            }
            case PowerMeter::UpsLoss: {
                const models::UpsSpec& ups = n_.ups(u);
                flows.upsLossW += p_.flow.lossW[i];
                const double batteryW = p_.flow.batteryW[i];
                // Discharge loses its share as heat; charging is counted at the battery.
                const double takenW = batteryW > 0.0 ? batteryW / ups.batteryEfficiency : batteryW;
                p_.energy[i] -= takenW * dt;
                if (batteryW < 0.0 &&
                    p_.energy[i] > models::kUsableCharge * batteryFullJ(UnitIndex(i))) {
                    p_.switching.hasCharge[i] = 1;
                }
                flows.batteryW += batteryW;
                flows.withdrawnW += takenW;
                flows.storedW -= takenW;
                heatW += takenW - batteryW;
                break;
            }
            case PowerMeter::TransformerLoss:
                flows.transformerLossW += p_.flow.lossW[i];
                break;
            case PowerMeter::PduLoss:
                flows.pduLossW += p_.flow.lossW[i];
                break;
            case PowerMeter::CableLoss:
                flows.cableLossW += p_.flow.lossW[i];
                break;
        }
        const int inService = u.modules - p_.switching.modulesOut[i];
        const double mostVa =
            inService == u.modules ? u.ratedVa : u.ratedVa * inService / u.modules;
        const double activeVa = outW / u.ratedPowerFactor;
        const double squareVa = std::max(std::norm(p_.flow.outVa[i]), activeVa * activeVa);
        if (inService > 0 && squareVa > worst * mostVa * mostVa && u.ratedVa > 0.0) {
            worst = squareVa / (mostVa * mostVa);
        }
        if (u.hall >= 0) {
            p_.lossHeatW[at(u.hall)] += heatW;
            flows.storedW += heatW;
        } else {
            flows.rejectedW += heatW;
        }
    }
    flows.worstLoading = std::sqrt(worst);
    withdrawBatteries(flows, dt);
    for (std::size_t h = 0; h < p_.lossHeatJ.size(); ++h) {
        p_.lossHeatJ[h] += p_.lossHeatW[h] * dt;
    }
    flows.upsOutputW = meteredItW(upsMeter_);
    flows.pduOutputW = meteredItW(pduMeter_);
    follow(flows, dt);
    flows.facilityW = flows.utilityW + flows.gensetW;
    flows.consumedW = models::consumedW(flows.facilityW, flows.withdrawnW);
    flows.powerFactor =
        flows.utilityW > 0.0 ? flows.utilityW / std::hypot(flows.utilityW, apparentVar) : 0.0;

    for (std::size_t b = 0; b < n_.breakers.size(); ++b) {
        decay_[b] = std::exp(-dt / n_.breakers[b].thermalS);
    }
    for (std::size_t e = 0; e < n_.edges.size(); ++e) {
        const int breaker = n_.edges[e].breaker;
        if (breaker >= 0) {
            p_.heat[e] = models::breakerTheta(n_.breakers[at(breaker)], p_.flow.edgeA[e],
                                              p_.heat[e], decay_[at(breaker)]);
        }
    }
    if (collapsed) {
        holdUpOver(untilS, whyStrained(untilS));
    }
    return collapsed;
}

/// A generator that takes a larger step than its block load from one sub-step to the next dips in voltage and
/// frequency: said, as a Limit. A step beyond its rating stalls it; that is the overload of predict(). Its load at the
/// start of a run, or while a balance is sought with a stopped clock, is not a load step.
void Electrical::noteBlockLoad(UnitIndex unit, double timeS) {
    const auto i = at(unit);
    const models::GeneratingSet& spec = n_.generator(n_.units[i]);
    const int inService = n_.units[i].modules - p_.switching.modulesOut[i];
    const double nowW = p_.flow.outVa[i].real();
    const double stepW = nowW - p_.gensetW[i];
    const double mostW = spec.blockShare * spec.ratedPowerW * inService;
    const bool isStep = s_.flowS > 0.0 && timeS > s_.flowS;
    if (isStep && stepW > mostW) {
        say(timeS, EventKind::Limit, unit,
            words("Takes {} in one step; its block load is {}: voltage and frequency dip.",
                  amount(stepW / 1e6, "MW", 2), amount(mostW / 1e6, "MW", 2)),
            p_.lastCause[i]);
    }
    p_.gensetW[i] = nowW;
}

bool Electrical::hasMoved(double dueS, double queuedS, double nowS) {
    return !(std::abs(dueS - queuedS) < kTimerTolerance + kTimerShare * (dueS - nowS));
}

void Electrical::queueLimit(std::size_t unit, double dueS, double nowS) {
    if (dueS == kNever) {
        p_.limitS[unit] = kNever;
    } else if (hasMoved(dueS, p_.limitS[unit], nowS)) {
        p_.limitS[unit] = dueS;
        queue_.push(dueS, PowerEvent::Limit, static_cast<std::int32_t>(unit), 0);
    }
}

void Electrical::predict(double timeS) {
    findLowVoltages();
    for (std::size_t e = 0; e < n_.edges.size(); ++e) {
        if (p_.switching.edgeClosed[e] != 0 && low_[at(n_.edges[e].to)] == 1) {
            letGo(EdgeIndex(e), timeS);
            continue;
        }
        const int breaker = n_.edges[e].breaker;
        if (breaker < 0 || p_.switching.edgeClosed[e] == 0) {
            p_.tripS[e] = kNever;
            continue;
        }
        const models::BreakerSpec& spec = n_.breakers[at(breaker)];
        double dueS = kNever;
        if (p_.flow.edgeA[e] > spec.longTimePickup * spec.ratedA) {
            dueS = timeS + models::breakerTripS(spec, p_.flow.edgeA[e], p_.heat[e]);
        }
        if (dueS == kNever) {
            p_.tripS[e] = kNever;
        } else if (hasMoved(dueS, p_.tripS[e], timeS)) {
            if (p_.tripS[e] == kNever) {
                const PowerEdge& x = n_.edges[e];
                say(timeS, EventKind::Limit, x.to,
                    words("Its breaker from {} carries {} on {}: trips in {} at this load.",
                          name(x.from), amount(p_.flow.edgeA[e], "A", 0),
                          amount(spec.ratedA, "A", 0), amount(dueS - timeS, "s", 0)),
                    p_.lastCause[at(x.from)]);
            }
            p_.tripS[e] = dueS;
            queue_.push(dueS, PowerEvent::Trip, static_cast<std::int32_t>(e), 0);
        }
    }
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        const PowerUnit& u = n_.units[i];
        const bool isUps = u.kind == PowerKind::Ups;
        if (!isUps && !(makesPower(u.kind) && p_.mode[i] == PowerUnitState::Running)) {
            continue;
        }
        double dueS = kNever;
        double longestS = 0.0;
        if (isUps) {
            const models::UpsSpec& ups = n_.ups(u);
            const double batteryW = p_.flow.batteryW[i];
            if (batteryW > 0.0) {
                const double drainW = batteryW / ups.batteryEfficiency;
                dueS = timeS + std::max(0.0, batteryLeftJ(UnitIndex(i), drainW)) / drainW;
            } else if (batteryW < 0.0) {
                dueS = timeS + (batteryFullJ(UnitIndex(i)) - p_.energy[i]) / -batteryW;
            }
        } else {
            const double fuelM3PerS = tankFuelOf(i);
            if (fuelM3PerS > 0.0 && !std::isnan(p_.energy[i])) {
                dueS = timeS + p_.energy[i] / fuelM3PerS;
            }
        }
        const int inService = u.modules - p_.switching.modulesOut[i];
        const double loading = p_.flow.live[i] != 0 && inService > 0
                                   ? p_.flow.outVa[i].real() / (u.ratedW() * inService / u.modules)
                                   : 0.0;
        longestS = isUps ? models::upsOverloadTripS(n_.ups(u), loading)
                         : n_.generator(u).overloadTripS(loading);
        const bool behind = !isUps && isBehind(i);
        if (behind) {
            longestS = std::min(longestS, n_.generator(u).coverS);
        }
        if (std::isfinite(longestS)) {
            if (p_.overloadSinceS[i] == kNever) {
                p_.overloadSinceS[i] = timeS;
                say(timeS, EventKind::Limit, UnitIndex(i),
                    behind
                        ? words(
                              "Asked for {}, has come up to {}: its store covers the rest for {}.",
                              amount(p_.flow.outVa[i].real() / 1e3, "kW", 0),
                              amount(p_.reachedW[i] / 1e3, "kW", 0), amount(longestS, "s", 0))
                        : words("Loaded to {} of what is in service.",
                                amount(100.0 * loading, "%", 0)),
                    p_.lastCause[i]);
            }
            dueS = std::min(dueS, std::max(timeS, p_.overloadSinceS[i] + longestS));
        } else {
            p_.overloadSinceS[i] = kNever;
        }
        queueLimit(i, dueS, timeS);
    }
    predictBatteries(timeS);
    if (plant_.policy.capEnabled || plant_.policy.shedEnabled) {
        loosen(timeS);
    }
}

void Electrical::fill(Frame& frame) const {
    frame.network = plant_.network;
    frame.powerUnits.resize(n_.units.size());
    for (std::size_t i = 0; i < n_.units.size(); ++i) {
        PowerUnitNow& now = frame.powerUnits[i];
        const PowerUnit& u = n_.units[i];
        now.state = p_.mode[i];
        now.modulesOut = p_.switching.modulesOut[i];
        now.outputW = static_cast<float>(p_.flow.outVa[i].real());
        now.outputVa = static_cast<float>(std::abs(p_.flow.outVa[i]));
        now.loading = static_cast<float>(loadingOf(n_, p_.switching, p_.flow, UnitIndex(i)));
        now.voltage =
            p_.flow.live[i] != 0 ? static_cast<float>(std::abs(p_.flow.voltage[i])) : 0.0F;
        now.lossW = static_cast<float>(p_.flow.lossW[i]);
        double charge = models::kNotStated;
        if (u.kind == PowerKind::Ups && batteryFullJ(UnitIndex(i)) > 0.0) {
            const double drainW = std::max(0.0, p_.flow.batteryW[i]) / n_.ups(u).batteryEfficiency;
            const double fullJ = batteryFullJ(UnitIndex(i));
            const double emptyJ =
                drainW > 0.0 ? p_.energy[i] - batteryLeftJ(UnitIndex(i), drainW) : 0.0;
            charge = std::clamp((p_.energy[i] - emptyJ) / (fullJ - emptyJ), 0.0, 1.0);
        } else if (makesPower(u.kind)) {
            charge = p_.energy[i] / (u.modules * n_.generator(u).tankM3);
        } else if (hasBattery(UnitIndex(i))) {
            charge = std::clamp(p_.energy[i] / n_.batteryOf(UnitIndex(i)).fullJ, 0.0, 1.0);
            now.givesW = static_cast<float>(p_.flow.batteryW[i]);
        }
        now.charge = static_cast<float>(charge);
    }
    frame.powerEdges.resize(n_.edges.size());
    for (std::size_t e = 0; e < n_.edges.size(); ++e) {
        frame.powerEdges[e] = {p_.breaker[e], static_cast<float>(p_.flow.edgeVa[e].real()),
                               static_cast<float>(p_.flow.edgeA[e]),
                               static_cast<float>(p_.heat[e])};
    }
}

}  // namespace headroom::engine
