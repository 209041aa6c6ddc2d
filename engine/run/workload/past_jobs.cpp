// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/past_jobs.h"

#include "engine/plant/index.h"
#include "engine/run/workload/job_statistics.h"

#include <algorithm>
#include <bit>

namespace headroom::engine {

namespace {

/// Fewer are not worth the look at everything that knows jobs by index.
constexpr std::size_t kLeastLeaving = 256;

std::size_t endedJobs(const State& s) {
    const auto alive =
        s.running.size() + s.remote.away.size() + static_cast<std::size_t>(s.queuedJobs);
    return s.jobs.size() - std::min(s.jobs.size(), alive);
}

/// Keeps what stays, in order.
template <class T>
void closeUp(std::vector<T>& list, const std::vector<std::int32_t>& now) {
    const std::size_t known = std::min(list.size(), now.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < known; ++i) {
        if (now[i] >= 0) {
            list[next++] = list[i];
        }
    }
    list.resize(next);
}

template <class I>
void renumber(std::vector<I>& indices, const std::vector<std::int32_t>& now) {
    for (I& index : indices) {
        index = index < 0 ? index : I(now[static_cast<std::size_t>(index)]);
    }
    std::erase_if(indices, [](I index) { return index < 0; });
}

void renumberRemote(State& s, const std::vector<std::int32_t>& now) {
    std::vector<std::int32_t> entries(s.remote.jobs.size(), -1);
    std::int32_t next = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        RemoteJob& remote = s.remote.jobs[i];
        remote.job = JobIndex(now[at(remote.job)]);
        entries[i] = remote.job < 0 ? -1 : next++;
    }
    closeUp(s.remote.jobs, entries);
    renumber(s.remote.away, entries);
    for (Job& job : s.jobs) {
        job.remote = job.remote < 0 ? -1 : entries[at(job.remote)];
    }
}

void renumberNames(State& s) {
    std::vector<std::int32_t> names(s.handNames.size(), -1);
    for (const Job& job : s.jobs) {
        if (job.source == JobSource::Hand) {
            names[at(job.sourceIndex)] = 0;
        }
    }
    std::int32_t next = 0;
    for (std::int32_t& name : names) {
        name = name < 0 ? -1 : next++;
    }
    closeUp(s.handNames, names);
    for (Job& job : s.jobs) {
        if (job.source == JobSource::Hand) {
            job.sourceIndex = names[at(job.sourceIndex)];
        }
    }
}

/// Events that name a job and are void once its version has moved on.
bool isOfJob(const QueuedEvent& e) {
    return e.is(JobEvent::Ready) || e.is(JobEvent::End) || e.is(JobEvent::Yield) ||
           e.is(JobEvent::Kill) || e.is(RemoteEvent::Brought);
}

void renumberQueue(const State& s, EventQueue& queue, const std::vector<std::int32_t>& now) {
    queue.revise([&](QueuedEvent& e) {
        if (isOfJob(e)) {
            e.a = s.jobs[at(e.a)].version == e.b ? now[at(e.a)] : -1;
        } else if (e.is(RemoteEvent::TakenBack)) {
            e.a = now[at(e.a)];
        } else {
            return true;
        }
        return e.a >= 0;
    });
}

void renumberSchedulers(State& s, const std::vector<std::int32_t>& now) {
    for (SchedulerState& scheduler : s.schedulers) {
        closeUp(scheduler.jobs, now);
        std::vector<std::int32_t*> lines;
        for (WaitingClass& c : scheduler.classes) {
            lines.push_back(&c.root);
        }
        scheduler.waiting.renumber(lines, now);
        scheduler.running.renumber({&scheduler.runningRoot}, now);
        scheduler.due.renumber({&scheduler.dueRoot}, now);
        scheduler.victims.renumber({&scheduler.victimsRoot}, now);
        scheduler.shift.renumber({&scheduler.shiftRoot}, now);
    }
}

}  // namespace

bool manyEnded(const State& s) {
    const std::size_t ended = endedJobs(s);
    const std::size_t leaving = ended - std::min(ended, kEndedKept);
    return leaving >= std::max(kLeastLeaving, s.jobs.size() - leaving);
}

std::vector<std::int32_t> stayingJobs(const State& s) {
    std::vector<std::int32_t> now(s.jobs.size(), -1);
    std::size_t kept = 0;
    for (std::size_t i = s.jobs.size(); i-- > 0;) {
        if (!hasEnded(s.jobs[i]) || kept < kEndedKept) {
            kept += hasEnded(s.jobs[i]) ? 1 : 0;
            now[i] = 0;
        }
    }
    for (const Fault& fault : s.faults.open) {
        for (const JobIndex job :
             {fault.job, fault.site == FaultSite::Job ? JobIndex(fault.unit) : JobIndex()}) {
            if (job >= 0) {
                now[at(job)] = 0;
            }
        }
    }
    std::int32_t next = 0;
    for (std::int32_t& index : now) {
        index = index < 0 ? -1 : next++;
    }
    return now;
}

void addPast(const Plant& plant, State& s, const Job& job) {
    PastState& past = s.past;
    past.owners.resize(plant.tenants.size() + 1);
    const std::size_t owner = job.tenant < 0 ? plant.tenants.size() : at(job.tenant);
    PastJobs& sums = past.owners[owner];
    addJob(plant, sums, job);
    const JobTimes times = timesOf(job, s.timeS);
    for (std::size_t t = 0; t < kJobTimes; ++t) {
        if (times.has[t]) {
            // For a number that is not negative, more bits mean more.
            const double value = std::max(0.0, times.value[t]) + 0.0;
            sums.largest[t] = std::max(sums.largest[t], value);
            past.times.push_back({static_cast<std::int32_t>(owner), static_cast<JobTime>(t),
                                  std::bit_cast<std::int64_t>(value) >> past.coarse, 1, value});
        }
    }
    if (job.training >= 0) {
        s.totals.removedTokens += job.done;
    }
}

void renumberJobs(State& s, EventQueue& queue, const std::vector<std::int32_t>& now) {
    renumberQueue(s, queue, now);  // looks at versions
    closeUp(s.jobs, now);
    closeUp(s.causes.job, now);
    for (JobIndex& job : s.slotJob) {
        job = job < 0 ? job : JobIndex(now[at(job)]);
    }
    renumber(s.training, now);
    renumber(s.held, now);
    renumber(s.running, now);
    for (std::size_t p = 0; p < s.queues.size(); ++p) {
        auto& line = s.queues[p];
        line.erase(line.begin(), line.begin() + s.pools[p].queueHead);
        s.pools[p].queueHead = 0;
        renumber(line, now);
    }
    for (auto& replicas : s.serviceReplicas) {
        renumber(replicas, now);
    }
    for (Fault& fault : s.faults.open) {
        fault.job = fault.job < 0 ? fault.job : JobIndex(now[at(fault.job)]);
        if (fault.site == FaultSite::Job && fault.unit >= 0) {
            fault.unit = now[at(fault.unit)];
        }
    }
    for (Taint& taint : s.corruption.taints) {
        taint.job = JobIndex(now[at(taint.job)]);
    }
    renumberRemote(s, now);
    renumberNames(s);
    renumberSchedulers(s, now);
}

}  // namespace headroom::engine
