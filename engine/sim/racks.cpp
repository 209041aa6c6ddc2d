// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/thermal.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

Flows::Flows(const Plant& plant)
    : hallRackW(plant.halls.size()),
      hallAirW(plant.halls.size()),
      hallFanAirM3PerS(plant.halls.size()),
      cduHeatW(plant.cdus.size()),
      rackW(static_cast<std::size_t>(plant.racks)),
      fanW(plant.halls.size()),
      cduPumpW(plant.cdus.size()),
      loopPumpW(plant.loops.size()),
      rejectionW(plant.loops.size()),
      loopHeatW(plant.loops.size()),
      loopFlowM3PerS(plant.loops.size()) {
    tripped.reserve(static_cast<std::size_t>(plant.racks));
}

namespace {

/// Share of the way that the clock moves to its target in one sub-step: the throttle loop of chip
/// temperature and clock settles instead of ringing at the step. Assumption.
constexpr double kClockRelaxation = 0.5;

/// A clock that moved by more than this is told to the jobs.
constexpr double kClockTolerance = 0.005;

/// What a block's racks share in one sub-step.
struct BlockStep {
    double airInletC = 0.0;  ///< at rack inlets
    double coolantSupplyC = 0.0;
    double decay = 0.0;  ///< exp(-dt / (R C)) of chip to coolant
};

void sweepBlock(const PlantBlock& b, const BlockStep& step, State& s, Flows& f, double dt) {
    const models::AcceleratorSpec& a = b.accelerator;
    const models::ServerSpec& server = b.server;
    const bool liquid = b.cdu >= 0;
    const double span = a.tdpW - a.idleW;
    const double perServer = server.accelerators;
    const double total = b.acceleratorsPerRack;
    const double chipJPerK = total * a.heatCapacityJPerK;
    const double coolantC = liquid ? step.coolantSupplyC : step.airInletC;
    const auto hall = static_cast<std::size_t>(b.hall);
    double rackSum = 0.0, airSum = 0.0, liquidSum = 0.0, acceleratorSum = 0.0, psuSum = 0.0,
           shelfSum = 0.0, storedSum = 0.0, activitySum = 0.0, fanAirSum = 0.0;

    for (int r = b.firstRack; r < b.firstRack + b.racks; ++r) {
        const auto i = static_cast<std::size_t>(r);
        const double up = s.rackServersUp[i];
        const double on = up * perServer;
        const double clock = s.rackClock[i];
        const double activity = s.rackActivity[i];
        const double warm = 1.0 + a.leakagePerK * (s.rackChipC[i] - a.referenceC);
        // Same law as models::acceleratorPowerW, summed over the rack; the power limit binds where
        // the busiest accelerator would pass it.
        const double busiest =
            s.rackMaxActivity[i] * clock * (1.0 + a.leakagePerK * (s.rackHotC[i] - a.referenceC));
        const double limit = busiest > 1.0 ? 1.0 / busiest : 1.0;
        const double acceleratorW = on * a.idleW + span * activity * clock * warm * limit;
        const double busiestW = on > 0.0 ? a.idleW + span * std::min(busiest, 1.0) : 0.0;

        double rackW = 0.0;
        double psuLossW = 0.0;
        double fanAir = 0.0;
        if (up > 0.0) {
            const double mean = activity / on;
            const double hostW = models::hostPowerW(server, mean);
            const double boardW = acceleratorW / up + hostW;
            const double airW = boardW * (1.0 - server.liquidFraction);
            const double speed = models::serverFanSpeed(server, airW, b.fullFanHeatW);
            const double outputW = boardW + models::serverFanPowerW(server, speed);
            const double inputW = models::psuInputW(b.psu, outputW, server.psus);
            psuLossW = up * (inputW - outputW);
            rackW =
                up * inputW + (b.rack.extraIdleW + (b.rack.extraMaxW - b.rack.extraIdleW) * mean);
            if (b.hasShelf) {
                const int rectifiers = b.rack.staging ? models::stagedRectifiers(
                                                            b.shelf, rackW, b.rack.shelfRectifiers,
                                                            b.rack.stagingShare)
                                                      : b.rack.shelfRectifiers;
                const double feedW = models::psuInputW(b.shelf, rackW, rectifiers);
                shelfSum += feedW - rackW;
                rackW = feedW;
            }
            fanAir = up * speed * server.fanAirflowM3PerS;
        }

        // Chip to coolant: exact for constant power and coolant over the sub-step.
        const double liquidFlowC =
            liquid ? coolantC + 0.5 * rackW * server.liquidFraction / b.coolantWPerK : coolantC;
        const double meanW = acceleratorW / total;
        const double settledC = liquidFlowC + server.chipToCoolantKPerW * meanW;
        const double before = s.rackChipC[i];
        const double after = settledC + (before - settledC) * step.decay;
        s.rackChipC[i] = after;
        const double storedW = chipJPerK * (after - before) / dt;
        const double heatW = rackW - storedW;
        const double liquidW = heatW * (liquid ? server.liquidFraction : 0.0);

        // The busiest chip by the same law under its own power; its heat is in the mean.
        const double hotSettledC = liquidFlowC + server.chipToCoolantKPerW * busiestW;
        const double hotC = hotSettledC + (s.rackHotC[i] - hotSettledC) * step.decay;
        s.rackHotC[i] = hotC;
        const double target = models::clockMultiplier(a, hotC);
        if (target <= 0.0 && s.rackTripped[i] == 0) {
            f.tripped.push_back(r);
        }
        const double allowed = std::min(std::max(target, 0.0), s.power.rackCap[i]);
        double next = clock + kClockRelaxation * (allowed - clock);
        if (std::abs(next - allowed) < 1e-3) {
            next = allowed;
        }
        s.rackClock[i] = next;
        if (std::abs(next - s.rackAppliedClock[i]) > kClockTolerance) {
            f.clockChanged = true;
        }
        if (next < 0.999 && on > 0.0) {
            f.throttled += static_cast<int>(on);
        }

        f.rackW[i] = rackW;
        s.rackPowerW[i] = static_cast<float>(rackW);
        s.rackCoolantC[i] = static_cast<float>(coolantC);
        s.rackHotChipC[i] = static_cast<float>(hotC);
        s.rackUtilization[i] = static_cast<float>(activity / total);
        s.rackClockShown[i] = static_cast<float>(next);
        s.rackHealth[i] = static_cast<float>(up / b.rack.servers);
        f.hottestC = std::max(f.hottestC, hotC);
        rackSum += rackW;
        airSum += heatW - liquidW;
        liquidSum += liquidW;
        acceleratorSum += acceleratorW;
        psuSum += psuLossW;
        storedSum += storedW;
        activitySum += activity;
        fanAirSum += fanAir;
    }
    f.hallRackW[hall] += rackSum;
    f.hallAirW[hall] += airSum;
    f.hallFanAirM3PerS[hall] += fanAirSum;
    f.acceleratorW += acceleratorSum;
    f.psuLossW += psuSum;
    f.shelfLossW += shelfSum;
    f.storedW += storedSum;
    f.activity += activitySum;
    if (liquid) {
        f.cduHeatW[static_cast<std::size_t>(b.cdu)] += liquidSum;
    }
}

}  // namespace

void sweepRacks(const Plant& plant, State& state, Flows& flows, double dt) {
    std::fill(flows.hallRackW.begin(), flows.hallRackW.end(), 0.0);
    std::fill(flows.hallAirW.begin(), flows.hallAirW.end(), 0.0);
    std::fill(flows.hallFanAirM3PerS.begin(), flows.hallFanAirM3PerS.end(), 0.0);
    std::fill(flows.cduHeatW.begin(), flows.cduHeatW.end(), 0.0);
    flows.acceleratorW = flows.psuLossW = flows.shelfLossW = flows.storedW = flows.activity = 0.0;
    flows.hottestC = -273.15;
    flows.throttled = 0;
    flows.clockChanged = false;
    flows.tripped.clear();

    for (const PlantBlock& b : plant.blocks) {
        const auto hall = static_cast<std::size_t>(b.hall);
        BlockStep step;
        step.airInletC =
            state.hallSupplyC[hall] + plant.halls[hall].spec.recirculation *
                                          (state.hallReturnC[hall] - state.hallSupplyC[hall]);
        if (b.cdu >= 0) {
            step.coolantSupplyC = state.cduSupplyC[static_cast<std::size_t>(b.cdu)];
        }
        step.decay = std::exp(-dt / b.chipTimeS);
        sweepBlock(b, step, state, flows, dt);
    }
    flows.itW = 0.0;
    for (std::size_t i = 0; i < plant.halls.size(); ++i) {
        const PlantHall& h = plant.halls[i];
        const double steadyW = (h.fabricW + h.storageW) * state.hallItRunning[i];
        flows.hallAirW[i] += steadyW;
        flows.itW += flows.hallRackW[i] + steadyW;
    }
}

}  // namespace headroom::engine
