// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/job_orders.h"

#include "engine/run/jobs/job_terms.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/job_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

template <class List, class IsIt>
int placeIn(const List& list, IsIt&& isIt) {
    const auto at = std::find_if(list.begin(), list.end(), isIt);
    return at == list.end() ? -1 : static_cast<int>(at - list.begin());
}

}  // namespace

JobOrders::JobOrders(const RunContext& run, Jobs& jobs, JobFabric& fabric, OtherSites& remote)
    : plant_(run.plant),
      s_(run.state),
      log_(run.log),
      jobs_(jobs),
      fabric_(fabric),
      remote_(remote) {}

/// The job that an order describes; or what is wrong with it in `fault`.
Job JobOrders::submitted(const JobOrder& order, std::string& fault) const {
    Job job;
    job.source = JobSource::Hand;
    const auto faulty = [&](std::string text) {
        fault = std::move(text);
        return job;
    };
    if (!order.like.empty()) {
        job.training = placeIn(plant_.training, [&](const auto& t) { return t.id == order.like; });
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
        setTerms(plant_, fabric_, job, t.terms, 0.0);
    } else {
        job.pool = PoolIndex(placeIn(
            plant_.pools, [&](const auto& p) { return p.accelerator == order.accelerator; }));
        if (job.pool < 0) {
            return faulty(fmt::format("no rack holds accelerators '{}'", order.accelerator));
        }
        job.profile =
            placeIn(plant_.profiles, [&](const auto& p) { return p.id == order.profile; });
        if (job.profile < 0) {
            return faulty(fmt::format("the catalogue has no job profile '{}'", order.profile));
        }
        if (!(order.runS > 0.0) || !std::isfinite(order.runS)) {
            return faulty("its run time must be above 0");
        }
        job.accelerators = order.accelerators;
        job.work = order.runS;
        job.checkpointS = models::BatchJobSpec{}.checkpointS;
        setTerms(plant_, fabric_, job, {}, order.runS);
    }
    job.tenant = order.tenant.empty()
                     ? job.tenant
                     : placeIn(plant_.tenants, [&](const auto& t) { return t == order.tenant; });
    if (job.tenant < 0 && !order.tenant.empty()) {
        return faulty(fmt::format("the project has no tenant '{}'", order.tenant));
    }
    job.priority = order.priority;
    return job;
}

std::string JobOrders::submitFault(const JobOrder& order) const {
    std::string fault;
    submitted(order, fault);
    return fault;
}

void JobOrders::submit(const JobOrder& order, double timeS) {
    std::string fault;
    Job job = submitted(order, fault);
    if (!fault.empty()) {
        log_.add(s_, timeS, EventKind::Note, order.name, "Not submitted: " + fault + ".");
        return;
    }
    const std::string called =
        !order.name.empty() ? order.name : fmt::format("by-hand-{}", s_.nextJobId);
    job.sourceIndex = static_cast<std::int32_t>(s_.handNames.size());
    s_.handNames.emplace_back(called.begin(), called.end());
    jobs_.submit(job, timeS);
}

void JobOrders::operate(const JobOrder& order, double timeS) {
    const auto note = [&](const std::string& subject, std::string text) {
        log_.add(s_, timeS, EventKind::Note, subject, std::move(text));
    };
    if (order.action == JobAction::Submit) {
        submit(order, timeS);
        return;
    }
    const JobIndex index(jobs_.indexOf(order.job));
    if (index < 0) {
        note({}, order.job >= 1 && order.job < s_.nextJobId
                     ? fmt::format("Job {} ended long ago.", order.job)
                     : fmt::format("There is no job {} to act on.", order.job));
        return;
    }
    const Job& job = s_.jobs[static_cast<std::size_t>(index)];
    const std::string called = jobs_.name(job);
    const bool queued = job.state == JobState::Queued;
    const bool placed = job.state == JobState::Starting || job.state == JobState::Running;
    const auto unfit = [&](const char* what) {
        note(called, fmt::format("{}: it is {}{}.", what, jobStateName(job.state),
                                 job.line == JobLine::Held && queued ? " and held" : ""));
    };
    switch (order.action) {
        case JobAction::Kill:
            if (queued || placed) {
                jobs_.kill(index, timeS,
                           log_.add(s_, timeS, EventKind::Note, called, "Ended by order."));
            } else {
                unfit("Cannot be ended");
            }
            break;
        case JobAction::Preempt:
            if (placed) {
                jobs_.preempt(index, timeS,
                              log_.add(s_, timeS, EventKind::Note, called, "Preempted by order."),
                              order.checkpointFirst);
            } else {
                unfit("Cannot be preempted");
            }
            break;
        case JobAction::Hold:
            if (queued && job.line != JobLine::Held) {
                jobs_.queues().hold(index);
                note(called, "Held by order.");
            } else {
                unfit("Cannot be held");
            }
            break;
        case JobAction::Release:
            if (queued && job.line == JobLine::Held) {
                jobs_.queues().release(index, timeS);
                note(called, "Released by order.");
            } else {
                unfit("Cannot be released");
            }
            break;
        case JobAction::Send:
            if (!queued || job.line == JobLine::Held) {
                unfit("Cannot be sent away");
            } else if (const std::string fault = remote_.send(index, order.site, timeS);
                       !fault.empty()) {
                note(called, fmt::format("Cannot be sent to {}: {}.", order.site, fault));
            }
            break;
        case JobAction::Submit:
            break;
    }
}

}  // namespace headroom::engine
