// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/job_energy.h"

#include "engine/run/workload/allocation.h"
#include "models/compute/accelerator_power.h"

#include <limits>
#include <numeric>

namespace headroom::engine {

namespace {

constexpr int kNsPerRack = 8;  ///< about, for Workers::forRange

double weightW(const models::AcceleratorSpec& a, double activity) {
    return a.idleW + models::activeSpanW(a) * activity;
}

}  // namespace

void chargeRacks(const Plant& plant, State& s, std::span<const double> rackW, double energyJ,
                 double usd, Workers& workers) {
    const double sumW = std::accumulate(rackW.begin(), rackW.end(), 0.0);
    if (!(sumW > 0.0)) {
        return;
    }
    const double perW = 1.0 / sumW;
    workers.forRange(plant.racks, kNsPerRack, [&](int first, int end) {
        double shareW = 0.0, shareWeighs = 0.0, share = 0.0;  // of the rack before: mostly its like
        for (int r = first; r < end; ++r) {
            const auto i = static_cast<std::size_t>(r);
            const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[i])];
            const models::AcceleratorSpec& a = b.accelerator;
            const double on = static_cast<double>(s.rackServersUp[i]) * b.server.accelerators;
            const double weighs = on * a.idleW + models::activeSpanW(a) * s.rackActivity[i];
            if (weighs > 0.0) {
                if (rackW[i] != shareW || weighs != shareWeighs) {
                    share = rackW[i] * perW / weighs;
                    shareW = rackW[i];
                    shareWeighs = weighs;
                }
                s.rackEnergyJ[i] += energyJ * share;
                s.rackEnergyUsd[i] += usd * share;
            }
        }
    });
}

JobEnergy energyMarkOf(const Plant& plant, const State& s, const Job& job) {
    JobEnergy mark;
    if (s.wasUncoupled != 0) {
        return mark;  // energyOf does not look at it
    }
    forEachRackPart(plant, s, job, [&](RackIndex rack, int slots) {
        const auto i = static_cast<std::size_t>(rack);
        mark.energyJ += slots * s.rackEnergyJ[i];
        mark.energyUsd += slots * s.rackEnergyUsd[i];
    });
    return mark;
}

JobEnergy energyOf(const Plant& plant, const State& s, const Job& job) {
    return energyAt(plant, s, job, energyMarkOf(plant, s, job));
}

JobEnergy energyAt(const Plant& plant, const State& s, const Job& job, const JobEnergy& mark) {
    if (s.wasUncoupled != 0) {
        constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();
        return {kNotKnown, kNotKnown};
    }
    JobEnergy e{job.energyJ, job.energyUsd};
    if (job.firstSlot >= 0) {
        const double w =
            weightW(plant.pools[static_cast<std::size_t>(job.pool)].spec, job.activity);
        e.energyJ += w * (mark.energyJ - job.markJ);
        e.energyUsd += w * (mark.energyUsd - job.markUsd);
    }
    return e;
}

}  // namespace headroom::engine
