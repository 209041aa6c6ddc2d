// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/dispatch.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Orders of people and schedulers: submit, kill, preempt, hold, release, send.
namespace headroom::engine {

double Jobs::preempt(JobIndex index, double timeS, std::int64_t cause, bool checkpointFirst) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running && job.state != JobState::Starting) {
        return 0.0;
    }
    if (cause < 0) {
        cause = log_.in(EventArea::Control)
                    .add(s_, timeS, EventKind::Note, "scheduler",
                         fmt::format("Takes the accelerators of {} for others that go first.",
                                     name(job)),
                         -1, {}, job.id);
    }
    settle(job, timeS);
    if (checkpointFirst && job.state == JobState::Running && job.rate > 0.0 &&
        job.source != JobSource::Service) {
        const double toStorageS = job.training >= 0 ? fabric_->checkpointWriteS(job) : 0.0;
        const double writeS = std::max(job.stallS, toStorageS);
        job.rate = 0.0;
        job.reason = static_cast<std::int32_t>(JobReason::Yielding);
        ++job.version;
        spin(index);
        queue_.push(timeS + writeS, JobEvent::Yield, index, job.version, cause);
        return writeS;
    }
    const double before = job.lostS;
    lose(job, job.stored);
    job.restartTier = static_cast<std::int32_t>(models::CheckpointTier::Storage);
    leave(index, timeS, cause);
    ++job.preemptions;
    ++s_.totals.preempted;
    requeue(index, timeS, JobReason::Preempted, JobLine::InOrder);
    const auto id = log_.add(
        s_, timeS, EventKind::JobPreempted, name(job),
        words("Preempted; {} of work on {} accelerators lost since its last checkpoint in storage.",
              amount((job.lostS - before) / 60.0 / job.accelerators, "min", 1), job.accelerators),
        cause, {}, job.id);
    causes_.interrupted(index, id, timeS);
    return 0.0;
}

void Jobs::yield(JobIndex index, std::int32_t version, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.version != version || job.state != JobState::Running) {
        return;
    }
    settle(job, timeS);
    job.kept = job.stored = {job.done, job.productiveS};
    job.restartTier = static_cast<std::int32_t>(models::CheckpointTier::Storage);
    leave(index, timeS, cause);
    ++job.preemptions;
    ++s_.totals.preempted;
    requeue(index, timeS, JobReason::Preempted, JobLine::InOrder);
    const auto id = log_.add(s_, timeS, EventKind::JobPreempted, name(job),
                             "Preempted with a checkpoint: nothing is lost.", cause, {}, job.id);
    causes_.interrupted(index, id, timeS);
}

/// Takes a waiting job out of its queue.
void Jobs::leaveQueue(JobIndex index) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.line == JobLine::Held || job.line == JobLine::OffSite) {
        std::erase(s_.held, index);
        return;
    }
    if (dispatch_ != nullptr) {
        return;  // it learns of it by hold() or ended()
    }
    auto& queue = s_.queues[static_cast<std::size_t>(job.pool)];
    PoolState& pool = s_.pools[static_cast<std::size_t>(job.pool)];
    const auto at = std::find(queue.begin() + pool.queueHead, queue.end(), index);
    if (at != queue.end()) {
        queue.erase(at);
    }
    pool.dirty = 1;  // the next one may fit
}

void Jobs::kill(JobIndex index, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued) {
        leaveQueue(index);
        stopWaiting(index, timeS);
        endSpan(job, timeS, cause);
    } else if (job.state == JobState::Running || job.state == JobState::Starting) {
        settle(job, timeS);
        lose(job, job.kept);
        leave(index, timeS, cause);
    } else {
        return;
    }
    causes_.ended(index, cause, timeS);
    finish(index, timeS, JobState::Failed, JobReason::Killed);
    ++s_.totals.killed;
}

void Jobs::hold(JobIndex index) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued && job.line != JobLine::Held) {
        leaveQueue(index);
        const bool inLine = job.line != JobLine::OffSite;
        job.line = JobLine::Held;
        s_.held.push_back(index);
        if (dispatch_ != nullptr && inLine) {
            dispatch_->hold(index, true);
        }
    }
}

void Jobs::release(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued && job.line == JobLine::Held) {
        leaveQueue(index);
        job.line = JobLine::InOrder;
        job.reason = static_cast<std::int32_t>(dispatch_ != nullptr ? JobReason::WaitsTurn
                                                                    : JobReason::WaitsForHead);
        if (dispatch_ != nullptr && canRunHere(job)) {
            dispatch_->hold(index, false);
        } else {
            joinLine(index, timeS);
        }
        s_.pools[static_cast<std::size_t>(job.pool)].dirty = 1;
    }
}

bool Jobs::resize(JobIndex index, std::int32_t count, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return false;
    }
    settle(job, timeS);
    // Every copy holds the whole state, sharded or not: what runs on continues from where it is.
    job.kept = {job.done, job.productiveS};
    const std::int32_t before = job.accelerators;
    leave(index, timeS, -1);
    ++job.restarts;
    job.accelerators = count;
    wait(index, timeS);
    if (start(index, timeS)) {
        return true;
    }
    Job& same = s_.jobs[static_cast<std::size_t>(index)];
    s_.queuedAccelerators += before - count;
    same.accelerators = before;
    start(index, timeS);  // on what it just left
    return false;
}

void Jobs::retire(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state == JobState::Queued) {
        leaveQueue(index);
        stopWaiting(index, timeS);
        endSpan(job, timeS, -1);
    } else if (job.state == JobState::Running || job.state == JobState::Starting) {
        settle(job, timeS);
        leave(index, timeS, -1);
    } else {
        return;
    }
    causes_.ended(index, -1, timeS);
    finish(index, timeS, JobState::Completed, JobReason::Done);
    ++s_.totals.completed;
}

namespace {

template <class List, class IsIt>
int find(const List& list, IsIt&& isIt) {
    const auto at = std::find_if(list.begin(), list.end(), isIt);
    return at == list.end() ? -1 : static_cast<int>(at - list.begin());
}

}  // namespace

/// The job that an order describes; or what is wrong with it in `fault`.
Job Jobs::submitted(const JobOrder& order, std::string& fault) const {
    Job job;
    job.source = JobSource::Hand;
    const auto faulty = [&](std::string text) {
        fault = std::move(text);
        return job;
    };
    if (!order.like.empty()) {
        job.training = find(plant_.training, [&](const auto& t) { return t.id == order.like; });
        if (job.training < 0) {
            return faulty(
                fmt::format("there is no training job '{}' to submit another like it", order.like));
        }
        const PlantTraining& t = trainingOf(plant_, job);
        job.pool = t.pool;
        job.profile = t.profileIndex;
        job.accelerators = t.spec.accelerators;
        job.work = t.spec.totalTokens;
        job.checkpointS = t.spec.checkpointS;
        setTerms(job, t.terms, 0.0);
    } else {
        job.pool = PoolIndex(
            find(plant_.pools, [&](const auto& p) { return p.accelerator == order.accelerator; }));
        if (job.pool < 0) {
            return faulty(fmt::format("no rack holds accelerators '{}'", order.accelerator));
        }
        job.profile = find(plant_.profiles, [&](const auto& p) { return p.id == order.profile; });
        if (job.profile < 0) {
            return faulty(fmt::format("the catalogue has no job profile '{}'", order.profile));
        }
        if (!(order.runS > 0.0) || !std::isfinite(order.runS)) {
            return faulty("its run time must be above 0");
        }
        job.accelerators = order.accelerators;
        job.work = order.runS;
        job.checkpointS = models::BatchJobSpec{}.checkpointS;
        setTerms(job, {}, order.runS);
    }
    job.tenant = order.tenant.empty()
                     ? job.tenant
                     : find(plant_.tenants, [&](const auto& t) { return t == order.tenant; });
    if (job.tenant < 0 && !order.tenant.empty()) {
        return faulty(fmt::format("the project has no tenant '{}'", order.tenant));
    }
    job.priority = order.priority;
    return job;
}

std::string Jobs::submitFault(const JobOrder& order) const {
    std::string fault;
    submitted(order, fault);
    return fault;
}

void Jobs::order(const JobOrder& order, double timeS) {
    const auto note = [&](const std::string& subject, std::string text) {
        log_.add(s_, timeS, EventKind::Note, subject, std::move(text));
    };
    if (order.action == JobAction::Submit) {
        std::string fault;
        Job job = submitted(order, fault);
        if (!fault.empty()) {
            note(order.name, "Not submitted: " + fault + ".");
            return;
        }
        const std::string called =
            !order.name.empty() ? order.name : fmt::format("by-hand-{}", s_.nextJobId);
        job.sourceIndex = static_cast<std::int32_t>(s_.handNames.size());
        s_.handNames.emplace_back(called.begin(), called.end());
        submit(job, timeS);
        return;
    }
    const JobIndex index(indexOf(order.job));
    if (index < 0) {
        note({}, order.job >= 1 && order.job < s_.nextJobId
                     ? fmt::format("Job {} ended long ago.", order.job)
                     : fmt::format("There is no job {} to act on.", order.job));
        return;
    }
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    const std::string called = name(job);
    const bool queued = job.state == JobState::Queued;
    const bool placed = job.state == JobState::Starting || job.state == JobState::Running;
    const auto unfit = [&](const char* what) {
        note(called, fmt::format("{}: it is {}{}.", what, jobStateName(job.state),
                                 job.line == JobLine::Held && queued ? " and held" : ""));
    };
    switch (order.action) {
        case JobAction::Kill:
            if (queued || placed) {
                kill(index, timeS, log_.add(s_, timeS, EventKind::Note, called, "Ended by order."));
            } else {
                unfit("Cannot be ended");
            }
            break;
        case JobAction::Preempt:
            if (placed) {
                preempt(index, timeS,
                        log_.add(s_, timeS, EventKind::Note, called, "Preempted by order."),
                        order.checkpointFirst);
            } else {
                unfit("Cannot be preempted");
            }
            break;
        case JobAction::Hold:
            if (queued && job.line != JobLine::Held) {
                hold(index);
                note(called, "Held by order.");
            } else {
                unfit("Cannot be held");
            }
            break;
        case JobAction::Release:
            if (queued && job.line == JobLine::Held) {
                release(index, timeS);
                note(called, "Released by order.");
            } else {
                unfit("Cannot be released");
            }
            break;
        case JobAction::Send:
            if (!queued || job.line == JobLine::Held) {
                unfit("Cannot be sent away");
            } else if (const std::string fault = remote_->send(index, order.site, timeS);
                       !fault.empty()) {
                note(called, fmt::format("Cannot be sent to {}: {}.", order.site, fault));
            }
            break;
        case JobAction::Submit:
            break;
    }
}

}  // namespace headroom::engine
