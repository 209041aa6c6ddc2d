// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/plant/plant_order.h"
#include "engine/run/simulator.h"

#include <atomic>
#include <functional>
#include <vector>

/// Effect of the failure of a part on a running facility, found by letting the simulation run on twice from the same state,
/// with and without it. Both meet the same random failures, since these
/// are counter-based: the difference is what the part costs. It holds for the weather, the load
/// and the jobs of that hour; reach.h says what the design guarantees.
namespace headroom::engine {

/// Changes between two moments of one run.
struct RunStretch {
    double tokens = 0.0;  ///< trained, less what was lost
    double energyUsd = 0.0, facilityJ = 0.0, itJ = 0.0;
    int interruptions = 0;
    int racksOff = 0;        ///< most at one time without power or tripped
    int racksThrottled = 0;  ///< most at one time below full clock
    double hottestC = -273.15;
    std::vector<double> work;         ///< by job: done in it, in its own unit, less what was lost
    std::vector<double> productiveS;  ///< by job: accelerator seconds of progress
    Error fault;  ///< of the step that ended it (SIM-045): no result; empty code: none
};

/// Accelerator seconds of work that `with` lacks: for each job the share of its work that is
/// missing, times the accelerator seconds that it took `without`; what jobs did only `with` counts
/// against it.
double missingAcceleratorS(const RunStretch& without, const RunStretch& with);

struct Forecast {
    double horizonS = 0.0;
    RunStretch without, with;
    std::vector<Event> events;  ///< what the failure led to, the first ones; by their causes

    double lostAcceleratorS = 0.0;  ///< see missingAcceleratorS; negative where the failure helped
    double lostShare =
        0.0;  ///< over the work of `without`; above 1 if work from before the failure is lost

    double lostTokens() const { return without.tokens - with.tokens; }
};

/// Runs `simulator` on to `untilS`, and says what happened; `afterStep` looks at each step. Events
/// it takes are appended to `events`, if there is one. Ends early once `cancel` is true, or with
/// `fault` where a step gave no figures: its figures then are not a result.
RunStretch runOn(Simulator& simulator, double untilS, std::vector<Event>* events = nullptr,
                 const std::atomic<bool>* cancel = nullptr,
                 const std::function<void(const Simulator&)>& afterStep = {});

/// A branch of `simulator` with the orders given now; `without` is the same stretch undisturbed,
/// from runOn of another branch, so that many forecasts share it.
Forecast forecast(const Simulator& simulator, const std::vector<PlantOrder>& orders,
                  double horizonS, const RunStretch& without,
                  const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
