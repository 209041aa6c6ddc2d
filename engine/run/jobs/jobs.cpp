// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"

#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_fault.h"
#include "engine/run/workload/job_rate.h"
#include "engine/run/workload/past_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// The states of a job and the ways between them.
namespace headroom::engine {

namespace {

std::int32_t code(JobReason reason) {
    return static_cast<std::int32_t>(reason);
}

/// Starts and ends of smaller jobs of traces are not reported as events: they would drown the others.
constexpr std::int32_t kReportedAccelerators = 64;

bool isReported(const Job& job) {
    return job.training >= 0 || job.accelerators >= kReportedAccelerators ||
           job.source == JobSource::Hand;
}

}  // namespace

Jobs::Jobs(const RunContext& run, JobLog& history)
    : Subsystem(run, Owner::Jobs),
      history_(history),
      load_(run.plant, run.state),
      speed_(run.plant, run.state, ports_),
      queues_(run, *this, ports_),
      sources_(run, *this, ports_) {}

void Jobs::begin() {
    sources_.begin();
}

void Jobs::act(const QueuedEvent& e) {
    switch (e.as<JobEvent>()) {
        case JobEvent::Arrival:
            sources_.arrive(static_cast<JobSource>(e.a), e.b, e.timeS);
            break;
        case JobEvent::Ready:
            ready(JobIndex(e.a), e.b, e.timeS);
            break;
        case JobEvent::End:
            end(JobIndex(e.a), e.b, e.timeS);
            break;
        case JobEvent::Yield:
            yield(JobIndex(e.a), e.b, e.timeS, e.cause);
            break;
        case JobEvent::Kill:
            if (s_.jobs[static_cast<std::size_t>(e.a)].version == e.b) {
                interrupt(JobIndex(e.a), e.timeS, e.cause);
            }
            break;
        case JobEvent::Schedule:
            queues_.wakeScheduler(PoolIndex(e.a), e.timeS);
            break;
    }
}

std::int32_t Jobs::hazardOf(const QueuedEvent& e) const {
    return e.is(JobEvent::Kill) ? e.c - 1 : -1;
}

std::int32_t Jobs::indexOf(std::int64_t id) const {
    const auto job = std::lower_bound(s_.jobs.begin(), s_.jobs.end(), id,
                                      [](const Job& j, std::int64_t n) { return j.id < n; });
    return job != s_.jobs.end() && job->id == id ? static_cast<std::int32_t>(job - s_.jobs.begin())
                                                 : -1;
}

std::int32_t Jobs::submit(Job job, double timeS) {
    job.id = s_.nextJobId++;
    job.submitS = job.sinceS = job.queueS = job.spanFromS = timeS;
    job.wanted = job.accelerators;
    if (job.deadlineS >= 0.0) {
        job.deadlineS += timeS;
    }
    const auto index = static_cast<std::int32_t>(s_.jobs.size());
    ++s_.totals.submitted;
    s_.jobs.push_back(job);
    const std::string called = name(job);
    const auto tenant = static_cast<std::size_t>(job.tenant);
    history_.add(JobCard{job.id, called, job.tenant < 0 ? std::string{} : plant_.tenants[tenant],
                         plant_.pools[static_cast<std::size_t>(job.pool)].accelerator,
                         job.accelerators, timeS});
    const int most = std::max(mostAccelerators(plant_, job.pool, job.training >= 0),
                              ports_.remote->mostAccelerators(job));
    std::string refused;
    if (job.accelerators < 1 || job.accelerators > most) {
        refused = fmt::format(
            "Asks for {} accelerators; its pool has {} that one fabric or WAN links join.",
            job.accelerators, most);
    } else if (job.training >= 0 && ports_.remote->mostAccelerators(job) == 0) {
        refused = trainingFault(plant_, trainingOf(plant_, job));
    }
    if (!refused.empty()) {
        finish(JobIndex(index), timeS, JobState::Failed, JobReason::TooLarge);
        ++s_.totals.failed;
        log_.add(s_, timeS, EventKind::JobInterrupted, called, std::move(refused), -1, {}, job.id);
        return index;
    }
    if (job.training >= 0) {
        s_.training.emplace_back(index);
    }
    queues_.beginWait(JobIndex(index), timeS);
    s_.jobs[static_cast<std::size_t>(index)].reason = code(queues_.waitReason());
    queues_.join(JobIndex(index), timeS);
    s_.pools[static_cast<std::size_t>(job.pool)].dirty = 1;
    if (job.training >= 0 || job.source == JobSource::Hand) {
        causes_.submitted(
            JobIndex(index),
            log_.add(s_, timeS, EventKind::JobSubmitted, called,
                     fmt::format("Submitted: {} accelerators.", job.accelerators), -1, {}, job.id));
    }
    return index;
}

void Jobs::endSpan(Job& job, double timeS, std::int64_t cause) {
    if (timeS > job.spanFromS && job.state != JobState::Completed &&
        job.state != JobState::Failed) {
        const RackIndex rack(job.firstSlot < 0
                                 ? -1
                                 : plant_.serverRack[static_cast<std::size_t>(
                                       serverOfSlot(plant_, job.pool, job.firstSlot))]);
        history_.add(
            JobSpan{job.id, job.state, job.spanFromS, timeS, job.accelerators, rack, cause});
    }
    job.spanFromS = timeS;
}

void Jobs::finish(JobIndex index, double timeS, JobState state, JobReason reason) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    job.state = state;
    job.reason = code(reason);
    job.endS = job.sinceS = timeS;
    ++job.version;
    for (JobWatcher* watcher : ports_.watchers) {
        watcher->jobEnded(index);
    }
    queues_.ended(index, timeS);
}

void Jobs::purgeEnded(const std::function<void(const Job&)>& tell) {
    const std::vector<std::int32_t> now = stayingJobs(s_);
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (now[i] < 0) {
            addPast(plant_, s_, s_.jobs[i]);
            if (tell) {
                tell(s_.jobs[i]);
            }
        }
    }
    sortPast(s_.past);
    renumberJobs(s_, queue_, now);
    ports_.fabric->renumbered(now);
}

bool Jobs::startWith(JobIndex index, std::int32_t count, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Queued) {
        return false;  // it is still writing its checkpoint
    }
    const std::int32_t before = job.accelerators;
    s_.queuedAccelerators += count - before;
    job.accelerators = count;
    if (start(index, timeS)) {
        return true;
    }
    s_.jobs[static_cast<std::size_t>(index)].accelerators = before;
    s_.queuedAccelerators += before - count;
    return false;
}

bool Jobs::start(JobIndex index, double timeS) {
    if (!place(plant_, s_, index)) {
        return false;
    }
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    queues_.endWait(index, timeS);
    const SlotIndex firstSlot = std::exchange(job.firstSlot, SlotIndex());
    endSpan(job, timeS, -1);  // it waited nowhere
    job.firstSlot = firstSlot;
    job.state = JobState::Starting;
    job.line = JobLine::InOrder;
    job.reason = code(JobReason::Starting);
    job.startS = timeS;
    job.sinceS = timeS;
    if (job.firstStartS < 0.0) {
        job.firstStartS = timeS;
    }
    ++job.version;
    job.phases = {};
    job.activity = 0.0;
    load_.markEnergy(job);
    s_.running.push_back(index);
    s_.allocatedNow += job.accelerators;
    load_.noteJob(job);
    const double startupS = restartS(index);
    if (startupS > 0.0) {
        queue_.push(timeS + startupS, JobEvent::Ready, index, job.version);
    } else {
        run(index, timeS);
    }
    if (isReported(job)) {
        const int first = serverOfSlot(plant_, job.pool, job.firstSlot);
        const auto id = log_.add(
            s_, timeS, EventKind::JobStarted, name(job),
            words("Placed on {} accelerators after waiting {}.", job.accelerators,
                  amount((timeS - job.queueS) / 60.0, "min", 1)),
            causes_.whyStarts(index), plant_.serverRack[static_cast<std::size_t>(first)], job.id);
        causes_.started(index, id, timeS);
    }
    return true;
}

/// Start-up as the job or the policy states it; longer where the checkpoint takes longer to read,
/// and by the time that the first steps take longer.
double Jobs::restartS(JobIndex index) const {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.startupS >= 0.0) {
        return job.startupS;
    }
    // A trace's or generator's run time holds its own start-up; only a restart adds to it.
    if (job.training < 0 && job.restarts == 0) {
        return 0.0;
    }
    const models::FailurePolicySpec& policy = plant_.failures;
    double startupS =
        std::max(policy.restartS, job.restarts > 0 ? ports_.fabric->restartReadS(index) : 0.0);
    if (job.training >= 0 && policy.warmUpSteps > 0 && policy.warmUpSpeed < 1.0) {
        startupS += policy.warmUpSteps * (1.0 / policy.warmUpSpeed - 1.0) *
                    trainingStepOf(plant_, job).stepS;
    }
    return startupS;
}

void Jobs::ready(JobIndex index, std::int32_t version, double timeS) {
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.version == version && job.state == JobState::Starting) {
        run(index, timeS);
    }
}

void Jobs::run(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    settle(job, timeS);
    endSpan(job, timeS, -1);
    job.state = JobState::Running;
    // It continues from what it read: that is safe where it was, and nothing newer is.
    job.taken = job.kept = {job.done, job.productiveS};
    job.storing = job.stored;
    job.runSinceCheckpointS = job.runSinceStoreS = 0.0;
    s_.busyNow += job.place < 0 ? job.accelerators : 0;
    job.networkShare = job.dataShare = job.tensorShare = job.pipelineShare = 1.0;
    job.networkCost = job.readTokensPerS = 0.0;
    job.storageBytesPerS = 0.0;
    job.wanBytesPerS = 0.0;
    job.sites = 1;
    job.bundle = -1;
    refreshRate(index, timeS);
    if (job.place < 0) {
        ports_.fabric->jobStarted(index);
        for (JobWatcher* watcher : ports_.watchers) {
            watcher->jobRuns(index, timeS);
        }
    } else {
        ports_.remote->runs(index, timeS);
    }
}

void Jobs::settle(Job& job, double timeS) {
    const JobProgress p = progressAt(job, timeS);
    causes_.settled(JobIndex(&job - s_.jobs.data()), p, timeS);
    job.done = p.done;
    job.taken = p.taken;
    job.kept = p.kept;
    job.storing = p.storing;
    job.stored = p.stored;
    job.runSinceCheckpointS = p.runSinceCheckpointS;
    job.runSinceStoreS = p.runSinceStoreS;
    job.productiveS = p.productiveS;
    job.startingS += p.startingS;
    job.stalledS += p.stalledS;
    job.hungS += p.hungS;
    job.sinceS = timeS;
    if (job.place < 0) {  // the totals are of accelerators of the facility
        s_.totals.startingS.add(p.startingS);
        s_.totals.stalledS.add(p.stalledS);
        s_.totals.hungS.add(p.hungS);
    }
}

/// Goes back to a checkpoint.
void Jobs::lose(Job& job, const JobMark& mark) {
    if (job.source == JobSource::Service) {
        return;  // what it answered stays answered
    }
    const double lostS = std::max(0.0, job.productiveS - mark.productiveS);
    const double lostWork = std::max(0.0, job.done - mark.work);
    causes_.lost(JobIndex(&job - s_.jobs.data()), lostS, lostWork);
    job.lostS += lostS;
    job.lostWork += lostWork;
    s_.totals.lostS.add(job.place < 0 ? lostS : 0.0);
    s_.totals.tokensLost += job.training >= 0 ? lostWork : 0.0;
    job.productiveS -= lostS;
    job.done -= lostWork;
    job.kept = {job.done, job.productiveS};
    for (JobWatcher* watcher : ports_.watchers) {
        watcher->jobFellBack(JobIndex(&job - s_.jobs.data()));
    }
}

void Jobs::discard(JobIndex index, const JobMark& mark, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    settle(job, timeS);
    for (JobMark* m : {&job.taken, &job.kept, &job.storing, &job.stored}) {
        if (m->work > mark.work) {
            *m = mark;
        }
    }
    if (job.state == JobState::Queued) {
        lose(job, job.kept);
    }
}

/// Gives its accelerators back.
void Jobs::leave(JobIndex index, double timeS, std::int64_t cause, bool done) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    endSpan(job, timeS, cause);
    if (job.place >= 0) {
        ports_.remote->leave(index, timeS, done);
        job.place = -1;
        ++job.version;
        job.rate = 0.0;
        job.phases = {};
        job.activity = 0.0;
        job.sinceS = timeS;
        return;
    }
    load_.settleEnergy(job);
    queues_.yielded(job);
    s_.allocatedNow -= job.accelerators;
    if (job.state == JobState::Running) {
        s_.busyNow -= job.accelerators;
    }
    load_.noteJob(job);
    ports_.fabric->jobStopped(index);
    engine::release(plant_, s_, index);
    s_.running.erase(std::find(s_.running.begin(), s_.running.end(), index));
    s_.pools[static_cast<std::size_t>(job.pool)].dirty = 1;
    ++job.version;
    job.rate = 0.0;
    job.phases = {};
    job.activity = 0.0;
    job.sinceS = timeS;
}

void Jobs::requeue(JobIndex index, double timeS, JobReason reason, JobLine line) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    job.runSinceCheckpointS = job.runSinceStoreS = 0.0;
    job.reason = code(reason);
    job.line = line;
    ++job.restarts;
    ++s_.totals.requeued;
    job.accelerators = job.wanted;
    queues_.beginWait(index, timeS);
    queues_.join(index, timeS);
}

void Jobs::end(JobIndex index, std::int32_t version, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.version != version || job.state != JobState::Running) {
        return;
    }
    settle(job, timeS);
    leave(index, timeS, -1, true);
    finish(index, timeS, JobState::Completed, JobReason::Done);
    job.done = job.work;
    job.kept = job.stored = {job.work, job.productiveS};
    ++s_.totals.completed;
    std::int64_t id = -1;
    if (isReported(job)) {
        id = log_.add(s_, timeS, EventKind::JobCompleted, name(job),
                      words("Completed after {} with {} restart{}.",
                            amount((timeS - job.firstStartS) / 3600.0, "h", 2), job.restarts,
                            job.restarts == 1 ? "" : "s"),
                      causes_.whyStarts(index), {}, job.id);
    }
    causes_.ended(index, id, timeS);
}

void Jobs::hang(JobIndex index, double timeS) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return;
    }
    settle(job, timeS);
    job.rate = 0.0;
    job.reason = code(JobReason::Hung);
    ++job.version;
    ports_.fabric->jobStopped(index);
    load_.spin(index);
}

}  // namespace headroom::engine
