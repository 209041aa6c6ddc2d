// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/failures/corruption.h"
#include "engine/failures/failures.h"
#include "engine/sim/coolant.h"
#include "engine/sim/electrical.h"
#include "engine/sim/event_log.h"
#include "engine/sim/fabric_run.h"
#include "engine/sim/job_detail.h"
#include "engine/sim/jobs.h"
#include "engine/sim/plant.h"
#include "engine/sim/remote_sites.h"
#include "engine/sim/services.h"
#include "engine/sim/simulator.h"
#include "engine/sim/state.h"
#include "engine/sim/thermal.h"

#include <ctime>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

/// What simulator*.cpp share: simulator.cpp makes, steps and shows it, simulator_events.cpp hands
/// each event to whom it concerns, simulator_flows.cpp integrates power and heat between them.
namespace headroom::engine {

inline double cpuNowS() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// A run as it was before an edit.
struct Unedited;

/// Money and carbon of the meters' sums.
void price(const Plant& plant, Totals& totals);

struct Simulator::Private {
    Private(std::shared_ptr<const Plant> p, Coupling c)
        : shared(std::move(p)),
          plant(*shared),
          coupling(c),
          jobs(of(EventArea::Jobs), history),
          remote(of(EventArea::Jobs)),
          corruption(of(EventArea::Servers), jobs),
          failures(of(EventArea::Servers), jobs),
          electrical(of(EventArea::Power), jobs, failures),
          coolant(of(EventArea::Cooling)),
          services(of(EventArea::Jobs), jobs),
          fabric(of(EventArea::Network)),
          flows(plant) {
        jobs.join(fabric, remote);
        jobs.join(failures, corruption);
        remote.join(jobs);
        failures.join(electrical, fabric, coolant, corruption);
        corruption.join(failures);
        fabric.join(jobs, failures);
    }

    RunContext of(EventArea area) { return {plant, state, queue, causes, log.in(area)}; }

    void begin();
    void hearFrom(const Unedited& before);
    void takeOver(const std::shared_ptr<const Unedited>& before);
    Errors faults() const;
    void restored();
    void act(const QueuedEvent& event);
    void handle(const QueuedEvent& event);
    int hazardOf(const QueuedEvent& event) const;
    void account(double timeS);
    void wake(double timeS);
    void balance(double timeS);
    void announceFlows(double untilS);
    void restFlows(double timeS);
    void integrate(double untilS);
    void integrateOnce(double untilS);
    void totals(double dt);
    void publish();

    /// Time goes on, or somebody acts: the edits so far stand.
    void settled() {
        unedited.reset();
        edits.clear();
    }

    /// Adds the CPU time since `mark` to a phase and moves the mark.
    void phase(const char* name, double& mark) {
        if (measure) {
            const double now = cpuNowS();
            phases.cpuS[name] += now - mark;
            mark = now;
        }
    }

    std::shared_ptr<const Plant> shared;
    const Plant& plant;
    Coupling coupling;
    State state;
    EventLog log;
    EventQueue queue{state};
    Causes causes{plant, state, log.in(EventArea::Jobs)};
    JobLog history;
    Jobs jobs;
    RemoteSites remote;
    Corruption corruption;
    Failures failures;
    Electrical electrical;
    Coolant coolant;
    Services services;
    FabricRun fabric;
    Flows flows;
    models::Weather weather;
    std::vector<Event> taken;
    std::vector<Channel> channels;
    WatchedJob watched;
    std::int64_t design = 0;
    std::shared_ptr<const Unedited> unedited;  ///< null: no edit since the last step
    std::string edits;                         ///< what people did since, in words
    Error stepFault;                           ///< of the last step; empty code: none
    bool measure = false;
    bool keepsEnded = false;
    std::function<void(const Job&)> tellLeaving;
    PhaseTimes phases;
};

}  // namespace headroom::engine
