// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/workers.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <span>

/// Share of jobs in the energy that the facility consumes.
///
/// The facility's energy and its price, of each sub-step, are divided over racks by the power at
/// their inputs: so cooling, losses, network and storage are in it. Within a rack it is divided
/// over accelerators by weight: idle power, and activity times the span from there to the design
/// power,
///   E_job = sum over racks r of  k_r w_job  integral of  F P_r / (sum P) / W_r dt
/// F power consumed (models/facility/consumption.h), P_r of the rack, W_r = sum of the weights in it, k_r accelerators of the
/// job there. Accelerators without a job have no weight in any job.
///
/// Assumption: hosts, fans and supplies of a rack serve its accelerators by the same weights.
/// State::rackEnergyJ holds the integral. Racks follow a change of their jobs at most one step late
/// (engine/README.md): a job is charged as idle until they do, and what they draw after it has left
/// is charged to nobody, so that jobs together never pay more than the meters read.
namespace headroom::engine {

struct JobEnergy {
    double energyJ = 0.0;
    double energyUsd = 0.0;
};

/// Divides the energy of a sub-step [J] and its price over the racks, by the power of each in it.
void chargeRacks(const Plant& plant, State& state, std::span<const double> rackW, double energyJ,
                 double usd, Workers& workers);

/// So far, of a job in any state; NaN where a part of it was not computed (State::wasUncoupled).
JobEnergy energyOf(const Plant& plant, const State& state, const Job& job);

/// The same where energyMarkOf the job is known: it looks at every accelerator.
JobEnergy energyAt(const Plant& plant, const State& state, const Job& job, const JobEnergy& mark);

/// Sum over its accelerators of what their racks have charged so far for each watt.
JobEnergy energyMarkOf(const Plant& plant, const State& state, const Job& job);

}  // namespace headroom::engine
