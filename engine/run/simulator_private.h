// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/command.h"
#include "engine/run/cooling/coolant.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/faults/corruption.h"
#include "engine/run/faults/failures.h"
#include "engine/run/job_detail.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/offsite/remote_sites.h"
#include "engine/run/power/electrical.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/services/services.h"
#include "engine/run/simulator.h"
#include "engine/run/state/event_log.h"
#include "engine/run/state/state.h"
#include "engine/run/step_length.h"

#include <array>
#include <ctime>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

/// What simulator*.cpp share: simulator.cpp makes and shows it, step.cpp couples the subsystems, simulator_flows.cpp meters
/// and decides when flows are computed, publish.cpp says what it yields, simulator_edit.cpp continues with an edited
/// design.
namespace headroom::engine {

inline double cpuNowS() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// One step in a given number of is measured (PhaseTimes).
inline constexpr int kStepsALap = 8;

/// A run as it was before an edit.
struct PreEdit;

/// Money and carbon of the meters' sums.
void price(const Plant& plant, Totals& totals);

struct Simulator::Private {
    Private(std::shared_ptr<const Plant> p, Coupling c, Steps s)
        : shared(std::move(p)),
          plant(*shared),
          coupling(c),
          length(plant, s == Steps::Growing && c == Coupling::Always),
          jobs(of(EventArea::Jobs), history),
          remote(of(EventArea::Jobs), jobs),
          fabric(of(EventArea::Network), jobs),
          electrical(of(EventArea::Power), jobs),
          coolant(of(EventArea::Cooling)),
          services(of(EventArea::Jobs), jobs),
          corruption(of(EventArea::Servers), jobs),
          failures(of(EventArea::Servers), jobs, electrical, fabric, coolant, corruption),
          flows(plant) {
        jobs.join(fabric, remote, {&corruption, &failures});
        fabric.join(failures);
        corruption.join(failures);
        coolant.growSteps(length.grows());
        electrical.growSteps(length.grows());
    }

    Steps steps() const { return length.grows() ? Steps::Growing : Steps::Even; }

    RunContext of(EventArea area) { return {plant, state, queue, causes, log.in(area), workers}; }

    void begin();
    void copyHistory(const PreEdit& before);
    void takeOver(const std::shared_ptr<const PreEdit>& before);
    Errors faults() const;
    void derive();
    void step(double notBeyondS);
    double happen(double endS);
    void respond(double timeS);
    void operate(const PlantOrder& order);
    bool act(const QueuedEvent& event);
    bool prepare(OnFlows onFlows, double timeS);
    Subsystem& owner(const QueuedEvent& event);
    double nextOfFlows();
    void account(double timeS);
    void wake(double timeS);
    void balance(double timeS);
    void settleStart();
    void announceFlows(double untilS);
    void restFlows(double timeS);
    void integrate(double untilS);
    double undividedS(double h) const;
    void integrateOnce(double untilS);
    void feelWeather(double dt);
    void meter(double dt);
    void totals(double dt);
    void publish();
    void check();
    void letEndedGo();

    /// Time continues, or somebody acts: the edits so far stand.
    void settled() {
        preEdit.reset();
        edits.clear();
    }

    /// Adds the CPU time since the last lap, or its start, to a phase.
    void lap(const char* phase) {
        if (measure) {
            const double fromS = lapS;
            startLap();
            phases.cpuS[phase] += kStepsALap * (lapS - fromS);
        }
    }

    void startLap() { lapS = measure ? cpuNowS() : 0.0; }

    std::shared_ptr<const Plant> shared;
    const Plant& plant;
    Coupling coupling;
    bool unsettled = false;  ///< the first step has not put power and cooling in balance yet
    StepLength length;
    State state;
    EventLog log;
    EventQueue queue{state};
    Workers workers;
    Causes causes{plant, state, log.in(EventArea::Jobs)};
    JobLog history;
    Jobs jobs;
    RemoteSites remote;
    FabricRun fabric;
    Electrical electrical;
    Coolant coolant;
    Services services;
    Corruption corruption;
    Failures failures;
    /// All of them, in the order in which they begin.
    std::array<Subsystem*, 8> parts{&fabric, &electrical, &coolant,    &remote,
                                    &jobs,   &services,   &corruption, &failures};
    Flows flows;
    models::Weather weather;
    std::vector<Event> taken;
    std::vector<Command> commands;  ///< since takeEvents()
    std::vector<Channel> channels;
    WatchedJob watched;
    std::int64_t design = 0;
    std::shared_ptr<const PreEdit> preEdit;  ///< null means no edit since the last step
    std::string edits;                       ///< what people did since, in words
    Error stepFault;                         ///< of the last step; empty code: none
    int threads = 1;                         ///< asked for; Workers has what they are
    bool measures = false;                   ///< on request
    bool measure = false;                    ///< in this step
    bool keepsEnded = false;
    std::function<void(const Job&)> tellLeaving;
    double lapS = 0.0;  ///< of CPU time
    PhaseTimes phases;
};

}  // namespace headroom::engine
