// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/frame/service_figures.h"
#include "engine/run/state/state.h"
#include "models/workload/inference_queue.h"

#include <cstdint>
#include <vector>

namespace headroom::engine {

class Jobs;

/// Services of a run. A service holds replicas: gangs of accelerators that are submitted as jobs
/// with its priority and may not be preempted. With scheduling by priority and preemption they take
/// accelerators from batch jobs when a service grows, and give them back when it shrinks: the line
/// between both moves between the fewest and the most replicas. First in, first out, they wait.
///
/// Once in a coupling step each service whose arrivals, replicas or clocks changed is solved in
/// steady state (models/workload/inference_queue.h), every replica with an equal share of the
/// arrivals and the slowest clock among them. Arrivals beyond the capacity wait as a backlog and are answered when there is
/// room: nothing is lost. The activity of the replicas follows, hence
/// power and heat; throttled clocks slow tokens. Arrivals are a rate: from the profile and its day,
/// or from a trace by the minute.
///
/// Scaling as in engine/serve/serving.h, with one difference: occupation is arrivals over capacity.
/// A replica starts with its software and its weights, read through the front end of its servers.
/// Disaggregated prefill counts as chunked here: `headroom-cli estimate inference` tells them
/// apart.
class Services : public Subsystem {
  public:
    Services(const RunContext& run, Jobs& jobs) : Subsystem(run, Owner::Services), jobs_(jobs) {}

    void begin() override;

    /// From the last call to `timeS`: arrivals, answers, scaling.
    void advance(double timeS);

    void publish() override;

  private:
    void scale(std::size_t service, double timeS);
    void resize(std::size_t service, int wish, double timeS);
    void addReplica(std::size_t service, double timeS);
    void retireReplica(std::size_t service, double timeS);
    void solve(std::size_t service, double ratePerS);
    void answer(std::size_t service, double ratePerS, double dt);

    Jobs& jobs_;
};

/// Requests a second that arrive at a time of the run.
double arrivalsPerS(const Plant& plant, const PlantService& service, double timeS);

/// A replica as the models take it, at a clock 0..1.
models::InferenceInput replicaInput(const Plant& plant, const PlantService& service, double clock);

/// Each service since the start, and now.
std::vector<ServiceFigures> serviceFigures(const Plant& plant, const State& state);

/// The present iteration of a replica, for its page.
models::IterationTime iterationOf(const Plant& plant, const State& state, const Job& job);

}  // namespace headroom::engine
