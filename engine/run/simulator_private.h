// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/command.h"
#include "engine/run/job_detail.h"
#include "engine/run/phase_timer.h"
#include "engine/run/racks/thermal.h"
#include "engine/run/simulator.h"
#include "engine/run/state/event_log.h"
#include "engine/run/state/state.h"
#include "engine/run/step_length.h"
#include "engine/run/subsystems.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// What simulator*.cpp share: simulator.cpp makes and shows it, step.cpp couples the subsystems, simulator_flows.cpp meters
/// and decides when flows are computed, publish.cpp says what it yields, simulator_edit.cpp continues with an edited
/// design.
namespace headroom::engine {

/// A run before an edit.
struct PreEdit;

/// Edits of the design since the run began, and since its last step.
struct EditTrail {
    std::int64_t number = 0;                ///< one more with each edit
    std::string words;                      ///< of the edits since the last step
    std::shared_ptr<const PreEdit> before;  ///< null means no edit since the last step
};

/// Money and carbon of the meters' sums.
void price(const Plant& plant, Totals& totals);

struct Simulator::Private {
    Private(std::shared_ptr<const Plant> p, Coupling c, Steps s)
        : shared(std::move(p)),
          plant(*shared),
          coupling(c),
          length(plant, s == Steps::Growing && c == Coupling::Always),
          parts([this](EventArea area) { return of(area); }, history, length.grows()),
          flows(plant) {}

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
    void purgeEndedJobs();

    /// Time continues, or somebody acts: the edits so far are final.
    void settled() {
        edits.before.reset();
        edits.words.clear();
    }

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
    Subsystems parts;
    Flows flows;
    models::Weather weather;
    std::vector<Event> taken;
    std::vector<Command> commands;  ///< since takeEvents()
    std::vector<Channel> channels;
    WatchedJob watched;
    EditTrail edits;
    Error stepFault;  ///< of the last step; empty code: none
    int threads = 1;  ///< asked for; Workers has what they are
    bool keepsEnded = false;
    std::function<void(const Job&)> tellLeaving;
    PhaseTimer timer;
};

}  // namespace headroom::engine
