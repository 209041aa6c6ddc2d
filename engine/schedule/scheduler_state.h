// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/special_members.h"
#include "engine/schedule/availability.h"
#include "engine/schedule/job_tree.h"
#include "engine/schedule/service_history.h"

#include <cstdint>
#include <limits>
#include <vector>

/// All that a scheduler remembers about one pool of identical accelerators, as plain vectors:
/// copying it is taking a snapshot. Jobs are numbered by their owner (State::jobs in a run, rows of
/// the trace in a replay), from 0; jobs of other pools are just not used here.
namespace headroom::engine {

inline constexpr double kNoTime = std::numeric_limits<double>::infinity();

enum class ScheduledState : std::int32_t { Absent, Waiting, Running };

/// One job as schedulers see it.
struct ScheduledJob {
    double submitS = 0.0;
    double runS = 0.0;  ///< expected running time from nothing on the accelerators that it asks for
    double deadlineS = kNoTime;
    double checkpointS = kNoTime;  ///< interval; 0 if nothing is ever lost, kNoTime: all is
    double restartS = 0.0;         ///< from new accelerators to continuing, after a break
    double contention = 0.0;       ///< c of its speed-up n / (1 + c (n - 1)) on n accelerators
    double startS = -1.0;          ///< of the present allocation
    double expectedEndS = kNoTime;
    double doneS = 0.0;      ///< of runS, at sinceS
    double attainedS = 0.0;  ///< accelerator seconds at sinceS
    double sinceS = 0.0;     ///< running: since then nothing changed; waiting: joined the line
    double latestStartS = kNoTime;     ///< of a job that may wait for a signal
    double reservedS = kNoTime;        ///< start that conservative backfill promises
    std::int32_t accelerators = 1;     ///< asked for
    std::int32_t least = 0, most = 0;  ///< of an elastic job; 0 means `accelerators`
    std::int32_t step = 1;             ///< by which it may be resized
    std::int32_t granted = 0;          ///< now
    std::int32_t tenant = -1;          ///< into SchedulerSpec::tenants, -1: none
    std::int32_t priority = 0;         ///< higher goes first
    std::int32_t preemptible = 1;
    std::int32_t urgent = 0;      ///< was interrupted: first in line, and may take spares
    std::int32_t deferrable = 0;  ///< may wait for the deferral signal
    std::int32_t held = 0;        ///< by hand: passed over
    std::int32_t preemptions = 0;
    ScheduledState state = ScheduledState::Absent;
    std::int32_t jobClass = -1;                          ///< while it is in line
    std::int32_t inDue = 0, inVictims = 0, inShift = 0;  ///< is in that tree
    std::int32_t padding = 0;

    bool elastic() const { return least > 0 && most > least; }
};

/// Waiting jobs of one size and owner: what fits or may start is the same for all of them but for
/// their run time.
struct WaitingClass {
    std::int32_t tenant = -1;
    std::int32_t size = 0;
    std::int32_t urgent = 0;
    std::int32_t deferred = 0;
    std::int32_t root = -1;    ///< of SchedulerState::waiting
    std::int32_t blocked = 0;  ///< no place was found for one of them in this round
};

struct TenantState {
    std::int64_t used = 0;  ///< accelerators
    double usageS = 0.0;    ///< decayed accelerator seconds at `usageAtS`
};

struct SchedulerState {
    HEADROOM_SPECIAL_MEMBERS(SchedulerState);

    std::vector<ScheduledJob> jobs;
    std::vector<WaitingClass> classes;
    JobTree waiting;  ///< by rank, one root for each class
    JobTree running;  ///< by expected end
    JobTree due;      ///< waiting jobs whose place in line changes by itself, by when
    JobTree victims;  ///< running jobs that may be preempted, first victims first
    JobTree shift;    ///< running jobs whose rank as a victim changes by itself, by when
    std::int32_t runningRoot = -1, dueRoot = -1, victimsRoot = -1, shiftRoot = -1;
    std::int32_t waitingJobs = 0;
    std::int32_t freeAccelerators = 0;
    std::int32_t capacity = 0;  ///< in service
    std::int32_t spares = 0;    ///< held back for interrupted jobs
    std::int32_t runningJobs = 0;
    double usageAtS = 0.0;
    double roundS = -kNoTime;  ///< last time that elastic jobs were resized
    std::int64_t preemptions = 0;
    std::int64_t resizes = 0;
    std::int64_t backfilled = 0;
    std::vector<TenantState> tenants;
    ServiceHistory history;         ///< of jobs that ended, where the policy asks for it
    Availability profile;           ///< of conservative backfill
    std::int64_t profileStale = 1;  ///< something ended otherwise than the profile expects
};

/// Calls f(member) for each member, in a fixed order.
template <class State, class F>
void visitSchedulerState(State& s, F&& f) {
    f(s.jobs), f(s.classes), f(s.waiting.nodes), f(s.running.nodes), f(s.due.nodes);
    f(s.victims.nodes), f(s.shift.nodes);
    f(s.runningRoot), f(s.dueRoot), f(s.victimsRoot), f(s.shiftRoot);
    f(s.waitingJobs), f(s.freeAccelerators), f(s.capacity), f(s.spares), f(s.runningJobs);
    f(s.usageAtS), f(s.roundS), f(s.preemptions), f(s.resizes), f(s.backfilled), f(s.tenants);
    f(s.history.sumS), f(s.history.runs);
    f(s.profile.fromS), f(s.profile.free), f(s.profile.added), f(s.profile.least),
        f(s.profile.most);
    f(s.profileStale);
}

}  // namespace headroom::engine
