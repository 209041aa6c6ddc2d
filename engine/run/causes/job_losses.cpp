// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/plant/plant.h"
#include "engine/run/causes/causes.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_energy.h"
#include "engine/run/workload/job_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

/// Why jobs slow down, are stopped, stop and start again, and what that costs.
namespace headroom::engine {

namespace {

/// A job is reported when it loses more than this share of its rate, and again when all but half of
/// the share is back. Assumption: less is within the spread of step times.
constexpr double kSlowShare = 0.02;
constexpr double kRegainedShare = 0.01;

bool works(const Job& job) {
    return job.source != JobSource::Service && job.place < 0;
}

/// The newest fault of its fabric or of the lines between sites; -1 if none.
std::int64_t faultOfFabric(const Plant& plant, const State& s, const Job& job) {
    int fabric = -1;
    if (job.firstSlot >= 0) {
        const RackIndex rack(plant.serverRack[at(serverOfSlot(plant, job.pool, job.firstSlot))]);
        fabric = plant.blocks[at(plant.rackBlock[at(rack)])].fabric;
    }
    std::int64_t event = -1;
    for (const FabricFaultState& fault : s.fabric.faults) {
        if (fault.fabric == fabric || fault.fabric >= static_cast<int>(plant.fabrics.size())) {
            event = std::max(event, fault.cause);
        }
    }
    return event;
}

}  // namespace

JobCause& Causes::of(JobIndex job) {
    std::vector<JobCause>& all = s_.causes.job;
    if (all.size() <= at(job)) {
        all.resize(s_.jobs.size());
    }
    return all[at(job)];
}

Loss Causes::lossOf(JobIndex index, LossKind kind, double acceleratorS, double tokens,
                    std::int64_t event, double fromS, double toS) const {
    const Job& job = s_.jobs[at(index)];
    Loss loss{event, job.id, kind, fromS, toS, acceleratorS, tokens, 0.0, 0.0};
    const double heldS = job.productiveS + job.startingS + job.stalledS + job.hungS + job.lostS;
    if (kind != LossKind::Waiting && kind != LossKind::Slowed && heldS > 0.0) {
        const JobEnergy energy = energyOf(plant_, s_, job);
        loss.energyJ = energy.energyJ / heldS * acceleratorS;
        loss.usd = energy.energyUsd / heldS * acceleratorS;
    }
    return loss;
}

void Causes::add(const Loss& loss) {
    if (book_.kept) {
        book_.newLosses.push_back(loss);
    }
    book_.fresh.push_back(loss);
}

void Causes::book(JobIndex job, LossKind kind, double acceleratorS, double tokens,
                  std::int64_t event, double fromS, double toS) {
    if (acceleratorS > 0.0) {
        add(lossOf(job, kind, acceleratorS, tokens, event, fromS, toS));
    }
}

/// Before Job::sinceS moves to timeS.
void Causes::settled(JobIndex index, const JobProgress& p, double timeS) {
    const Job& job = s_.jobs[at(index)];
    if (!works(job)) {
        return;
    }
    JobCause& c = of(index);
    const double heldS = (timeS - job.sinceS) * job.accelerators;
    if (heldS <= 0.0) {
        return;
    }
    if (c.hungS <= 0.0 && p.hungS > 0.0) {
        c.sinceS = job.sinceS;
    }
    c.hungS += p.hungS;
    if (job.state == JobState::Starting && c.interrupted >= 0) {
        c.restartS += p.startingS;
    } else if (job.state == JobState::Running && job.rate > 0.0) {
        c.interrupted = -1;
        if (c.slowed >= 0 && c.reference > 0.0) {
            c.slowedS += heldS * std::max(0.0, 1.0 - job.rate / (c.reference * job.accelerators));
        }
    }
}

void Causes::lost(JobIndex job, double acceleratorS, double work) {
    if (!works(s_.jobs[at(job)]) || acceleratorS <= 0.0) {
        return;
    }
    JobCause& c = of(job);
    c.redoneS += acceleratorS;
    c.redoneWork += s_.jobs[at(job)].training >= 0 ? work : 0.0;
}

void Causes::hung(JobIndex job, std::int64_t event) {
    of(job).hung = event;
}

void Causes::bookSlowed(JobIndex index, double timeS) {
    JobCause& c = of(index);
    const double tokens = s_.jobs[at(index)].training >= 0 ? c.slowedS * c.reference : 0.0;
    book(index, LossKind::Slowed, std::exchange(c.slowedS, 0.0), tokens, c.slowed, c.slowedSinceS,
         timeS);
    c.slowedSinceS = timeS;
}

/// Loss while it held its accelerators, to the event that ended that.
void Causes::bookHeld(JobIndex index, std::int64_t event, double timeS) {
    JobCause& c = of(index);
    const Job& job = s_.jobs[at(index)];
    const double perS = job.training >= 0 ? c.reference : 0.0;
    const double hungS = std::exchange(c.hungS, 0.0);
    const double redoneS = std::exchange(c.redoneS, 0.0);
    const double work = std::exchange(c.redoneWork, 0.0);
    book(index, LossKind::Hung, hungS, hungS * perS, event, c.sinceS, timeS);
    book(index, LossKind::Redone, redoneS, work, event,
         timeS - redoneS / std::max(1, job.accelerators), timeS);
    c.hung = -1;
}

void Causes::interrupted(JobIndex index, std::int64_t event, double timeS) {
    JobCause& c = of(index);
    if (!works(s_.jobs[at(index)])) {
        c.interrupted = event;
        return;
    }
    // A start that failed too belongs to the interruption before.
    const double restartS = std::exchange(c.restartS, 0.0);
    if (c.interrupted >= 0) {
        book(index, LossKind::Restarting, restartS,
             s_.jobs[at(index)].training >= 0 ? restartS * c.reference : 0.0, c.interrupted,
             s_.jobs[at(index)].startS, timeS);
    }
    if (c.slowed >= 0) {
        bookSlowed(index, timeS);
    }
    c.slowed = c.slowCause = -1;
    c.told = c.reference;
    bookHeld(index, event, timeS);
    c.interrupted = event;
    moved(s_.causes.load, event, s_.jobs[at(index)].wanted, timeS);
    moved(s_.causes.work, event, s_.jobs[at(index)].wanted, timeS);
}

void Causes::stopsWaiting(JobIndex index, double timeS) {
    const Job& job = s_.jobs[at(index)];
    const JobCause& c = of(index);
    if (c.interrupted >= 0 && job.source != JobSource::Service) {
        const double waitedS = (timeS - job.queueS) * job.wanted;
        book(index, LossKind::Waiting, waitedS, job.training >= 0 ? waitedS * c.reference : 0.0,
             c.interrupted, job.queueS, timeS);
    }
}

std::int64_t Causes::whyStarts(JobIndex job) const {
    if (s_.causes.job.size() <= at(job)) {
        return -1;
    }
    const JobCause& c = s_.causes.job[at(job)];
    return c.interrupted >= 0 ? c.interrupted : c.started;
}

void Causes::submitted(JobIndex job, std::int64_t event) {
    of(job).started = event;
}

void Causes::started(JobIndex job, std::int64_t event, double timeS) {
    of(job).started = event;
    moved(s_.causes.load, event, s_.jobs[at(job)].accelerators, timeS);
    moved(s_.causes.work, event, s_.jobs[at(job)].accelerators, timeS);
}

void Causes::ended(JobIndex index, std::int64_t event, double timeS) {
    event = event >= 0 ? event : whyStarts(index);
    JobCause& c = of(index);
    if (c.slowed >= 0) {
        bookSlowed(index, timeS);
    }
    bookHeld(index, event, timeS);
    c = {};
    if (event >= 0) {
        moved(s_.causes.load, event, s_.jobs[at(index)].wanted, timeS);
        moved(s_.causes.work, event, s_.jobs[at(index)].wanted, timeS);
    }
}

/// The rate has just been computed anew; what it held before is settled.
void Causes::rateChanged(JobIndex index, double timeS) {
    const Job& job = s_.jobs[at(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return;
    }
    JobCause& c = of(index);
    if (!works(job)) {
        c.interrupted = -1;
        return;
    }
    if (c.restartS > 0.0 && c.interrupted >= 0) {
        const double restartS = std::exchange(c.restartS, 0.0);
        book(index, LossKind::Restarting, restartS,
             job.training >= 0 ? restartS * c.reference : 0.0, c.interrupted, job.startS, timeS);
    }
    if (c.hungS > 0.0) {
        bookHeld(index, c.hung, timeS);  // it continues without an interruption
    }
    const double now = job.rate / job.accelerators;
    // In its first instant its traffic finds its place; only a job that never ran is judged anew.
    if (job.spanFromS == timeS) {
        c.reference = c.reference <= 0.0 || (job.restarts == 0 && c.slowed < 0) ? now : c.reference;
        c.told = c.reference;
        return;
    }
    if (now >= c.reference * (1.0 - kRegainedShare)) {
        if (c.slowed >= 0) {
            bookSlowed(index, timeS);
            const auto id = log_.add(s_, timeS, EventKind::JobSlowed, jobName(plant_, s_, job),
                                     "Back at the rate that it had.", c.slowed, {}, job.id);
            moved(s_.causes.work, id, job.accelerators * (1.0 - c.told / c.reference), timeS);
            c.slowed = c.slowCause = -1;
        }
        c.reference = std::max(c.reference, now);
        c.told = c.reference;
        return;
    }
    if (now >= c.told * (1.0 - kSlowShare)) {
        return;
    }
    const std::int64_t cause = whySlow(index, timeS);
    if (cause < 0) {
        // Nobody's doing: it shares with others as it always may.
        c.reference = c.slowed < 0 ? now : c.reference;
        c.told = now;
        return;
    }
    c.told = now;
    if (c.slowed >= 0 && cause == c.slowCause) {
        return;
    }
    if (c.slowed >= 0) {
        bookSlowed(index, timeS);
    }
    const char* by = job.reason == static_cast<std::int32_t>(JobReason::Throttled) ? "lower clocks"
                     : job.reason == static_cast<std::int32_t>(JobReason::Network) ? "the network"
                     : job.reason == static_cast<std::int32_t>(JobReason::Storage) ? "storage"
                                                                                   : "a slow part";
    c.slowCause = cause;
    c.slowedSinceS = timeS;
    c.slowed = log_.add(
        s_, timeS, EventKind::JobSlowed, jobName(plant_, s_, job),
        words("Runs at {} of its rate: {}.", amount(100.0 * now / c.reference, "%", 1), by), cause,
        {}, job.id);
    moved(s_.causes.work, c.slowed, job.accelerators * (1.0 - now / c.reference), timeS);
    moved(s_.causes.load, c.slowed, job.accelerators * (1.0 - now / c.reference), timeS);
}

/// The event that lowered the rate of a job; -1 if none, it shares with others.
std::int64_t Causes::whySlow(JobIndex index, double timeS) {
    const Job& job = s_.jobs[at(index)];
    std::int64_t slowPart = -1;
    for (const Fault& fault : s_.faults.open) {
        if (fault.kind != FaultKind::FailSlow || fault.server < 0 ||
            fault.phase == FaultPhase::Over) {
            continue;
        }
        const auto jobs = jobsOnServer(plant_, s_, fault.server);
        if (std::find(jobs.begin(), jobs.end(), index) != jobs.end()) {
            slowPart = std::max(slowPart, fault.event);
        }
    }
    std::int64_t event = -1;
    switch (static_cast<JobReason>(job.reason)) {
        case JobReason::Throttled:
            event = whyClock(index, timeS);
            break;
        case JobReason::Storage:
            event = latest(CausePlace::Storage, 0, timeS);
            break;
        case JobReason::Network:
            event = std::max(faultOfFabric(plant_, s_, job), latest(CausePlace::Fabric, 0, timeS));
            break;
        default:
            break;
    }
    event = event >= 0 ? event : slowPart;
    return event >= 0 ? event : lastNow(index, timeS);
}

/// Limit of the rack with the lowest clock: the power controller, or heat.
std::int64_t Causes::whyClock(JobIndex index, double timeS) {
    int slowest = -1;
    forEachRackPart(plant_, s_, s_.jobs[at(index)], [&](RackIndex rack, int /*slots*/) {
        if (slowest < 0 || s_.rackClock[at(rack)] < s_.rackClock[at(slowest)]) {
            slowest = rack;
        }
    });
    if (slowest < 0) {
        return -1;
    }
    if (s_.power.rackCap[at(slowest)] <= s_.rackClock[at(slowest)]) {
        return latest(CausePlace::Power, 0, timeS);
    }
    const std::int64_t told = s_.coolant.throttling[at(plant_.rackBlock[at(slowest)])];
    return told >= 0 ? told : heat(RackIndex(slowest), timeS);
}

/// The last event of this very instant that is not the job's own; -1 if none.
std::int64_t Causes::lastNow(JobIndex index, double timeS) const {
    const auto& recent = log_.recent();
    for (auto e = recent.rbegin(); e != recent.rend() && e->timeS == timeS; ++e) {
        const bool acts = e->kind == EventKind::Failure || e->kind == EventKind::Trip ||
                          e->kind == EventKind::Limit || e->kind == EventKind::Repair ||
                          e->kind == EventKind::JobStarted;
        if (acts && e->subject != jobName(plant_, s_, s_.jobs[at(index)])) {
            return e->id;
        }
    }
    return -1;
}

void Causes::serverDown(ServerIndex server, std::int64_t event, double timeS) {
    if (s_.causes.serverEvent[at(server)] < 0) {
        s_.causes.serverEvent[at(server)] = event;
        s_.causes.serverDownS[at(server)] = timeS;
        moved(s_.causes.load, event,
              plant_.serverFirstSlot[at(server) + 1] - plant_.serverFirstSlot[at(server)], timeS);
    }
}

void Causes::serverUp(ServerIndex server, double timeS) {
    const std::int64_t event = std::exchange(s_.causes.serverEvent[at(server)], -1);
    if (event >= 0) {
        const double fromS = s_.causes.serverDownS[at(server)];
        const int accelerators =
            plant_.serverFirstSlot[at(server) + 1] - plant_.serverFirstSlot[at(server)];
        add({event, -1, LossKind::OutOfService, fromS, timeS, (timeS - fromS) * accelerators, 0.0,
             0.0, 0.0});
    }
}

std::int64_t Causes::whyDown(ServerIndex server) const {
    return s_.causes.serverEvent[at(server)];
}

std::vector<Loss> Causes::openLosses(double timeS) const {
    std::vector<Loss> open;
    const auto put = [&](JobIndex job, LossKind kind, double acceleratorS, double perS,
                         std::int64_t event, double fromS) {
        if (acceleratorS > 0.0) {
            open.push_back(
                lossOf(job, kind, acceleratorS, acceleratorS * perS, event, fromS, timeS));
        }
    };
    for (std::size_t i = 0; i < s_.causes.job.size(); ++i) {
        const JobCause& c = s_.causes.job[i];
        const Job& job = s_.jobs[i];
        if (!works(job)) {
            continue;
        }
        const JobIndex index(i);
        const double perS = job.training >= 0 ? c.reference : 0.0;
        const JobProgress p = progressAt(job, timeS);
        const bool runs = job.state == JobState::Running;
        put(index, LossKind::Hung, c.hungS + p.hungS, perS, c.hung,
            c.hungS > 0.0 ? c.sinceS : job.sinceS);
        if (c.interrupted >= 0) {
            const bool starts = job.state == JobState::Starting;
            put(index, LossKind::Restarting, c.restartS + (starts ? p.startingS : 0.0), perS,
                c.interrupted, job.startS);
            put(index, LossKind::Waiting,
                job.state == JobState::Queued ? (timeS - job.queueS) * job.wanted : 0.0, perS,
                c.interrupted, job.queueS);
        }
        if (c.slowed >= 0) {
            const double lacks =
                runs && job.rate > 0.0 && c.reference > 0.0
                    ? std::max(0.0, 1.0 - job.rate / (c.reference * job.accelerators))
                    : 0.0;
            put(index, LossKind::Slowed,
                c.slowedS + (timeS - job.sinceS) * job.accelerators * lacks, perS, c.slowed,
                c.slowedSinceS);
        }
    }
    for (std::size_t server = 0; server < s_.causes.serverEvent.size(); ++server) {
        if (s_.causes.serverEvent[server] >= 0) {
            const double fromS = s_.causes.serverDownS[server];
            const int accelerators =
                plant_.serverFirstSlot[server + 1] - plant_.serverFirstSlot[server];
            open.push_back({s_.causes.serverEvent[server], -1, LossKind::OutOfService, fromS, timeS,
                            (timeS - fromS) * accelerators, 0.0, 0.0, 0.0});
        }
    }
    return open;
}

void Causes::reset() {
    book_.fresh.clear();
    book_.newLosses.clear();
    book_.blocks.clear();
}

std::shared_ptr<const Story> Causes::story(double timeS) {
    if (!book_.newLosses.empty()) {
        book_.blocks.push_back(
            std::make_shared<const std::vector<Loss>>(std::exchange(book_.newLosses, {})));
    }
    auto story = std::make_shared<Story>();
    story->blocks = log_.blocks();
    story->losses = book_.blocks;
    story->open = openLosses(timeS);
    story->left = log_.left();
    story->sinceS = log_.sinceS();
    const std::size_t losses =
        std::accumulate(story->losses.begin(), story->losses.end(), std::size_t{0},
                        [](std::size_t sum, const auto& block) { return sum + block->size(); });
    // Losses of an event are at most one of each kind once they are summed.
    if (story->size() > kMostEvents || losses > book_.mostLosses) {
        *story = condensed(*story, kMostEvents / 2);
        log_.condense(*story);
        book_.blocks = story->losses;
        book_.mostLosses = kMostEvents + (story->losses.empty() ? 0 : story->losses[0]->size());
    }
    return story;
}

}  // namespace headroom::engine
