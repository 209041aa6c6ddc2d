// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_checkpoints.h"
#include "engine/run/workload/job_rate.h"
#include "models/core/random.h"
#include "models/workload/checkpoint.h"
#include "models/workload/usual.h"

#include <algorithm>
#include <cmath>
#include <numbers>

/// How jobs come into being: scripted training jobs, random generators, recorded traces.
namespace headroom::engine {

namespace {

constexpr std::uint64_t kArrivalStream = 2ULL << 40U;  ///< one stream per generator

}  // namespace

void Jobs::begin() {
    for (std::size_t i = 0; i < plant_.training.size(); ++i) {
        queue_.push(plant_.training[i].spec.submitS, JobEvent::Arrival,
                    static_cast<std::int32_t>(JobSource::Training), static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < plant_.batches.size(); ++i) {
        queue_.push(plant_.batches[i].spec.submitS, JobEvent::Arrival,
                    static_cast<std::int32_t>(JobSource::Batch), static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < plant_.generators.size(); ++i) {
        queue_.push(0.0, JobEvent::Arrival, static_cast<std::int32_t>(JobSource::Generator),
                    static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < plant_.traces.size(); ++i) {
        const PlantTrace& trace = plant_.traces[i];
        for (const std::string& note : trace.notes) {
            log_.add(s_, 0.0, EventKind::Note, trace.id, "Trace: " + note + ".");
        }
        auto& next = s_.arrivals[plant_.generators.size() + i];
        while (next < static_cast<std::int64_t>(trace.jobs.size()) &&
               trace.jobs[static_cast<std::size_t>(next)].submitS < trace.offsetS) {
            ++next;
        }
        if (next < static_cast<std::int64_t>(trace.jobs.size())) {
            queue_.push(trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS,
                        JobEvent::Arrival, static_cast<std::int32_t>(JobSource::Trace),
                        static_cast<std::int32_t>(i));
        }
    }
}

void Jobs::act(const QueuedEvent& e) {
    switch (e.as<JobEvent>()) {
        case JobEvent::Arrival:
            arrive(static_cast<JobSource>(e.a), e.b, e.timeS);
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
            wakeScheduler(PoolIndex(e.a), e.timeS);
            break;
    }
}

std::int32_t Jobs::hazardOf(const QueuedEvent& e) const {
    return e.is(JobEvent::Kill) ? e.c - 1 : -1;
}

void Jobs::arrive(JobSource source, int index, double timeS) {
    switch (source) {
        case JobSource::Training:
            arriveTraining(index, timeS);
            break;
        case JobSource::Generator:
            arriveGenerator(index, timeS);
            break;
        case JobSource::Trace:
            arriveTrace(index, timeS);
            break;
        case JobSource::Batch:
            arriveBatch(index, timeS);
            break;
        case JobSource::Service:
        case JobSource::Hand:
            break;  // come by submit() and order()
    }
}

/// Facts from its source; its size, plan and work are set. runS: at full speed, 0 where a training step decides.
void Jobs::setTerms(Job& job, const PlantTerms& given, double runS) const {
    const models::JobTerms& terms = given.terms;
    job.tenant = given.tenant;
    job.priority = terms.priority;
    job.mayLeave = terms.mayLeave ? 1 : 0;
    job.dataSet = given.dataSet;
    job.budgetUsd = terms.budgetUsd >= 0.0 ? terms.budgetUsd : -1.0;
    job.preemptible = terms.preemptible ? 1 : 0;
    job.leastAccelerators = std::max(
        1, static_cast<std::int32_t>(std::ceil(job.accelerators * terms.leastShare - 1e-9)));
    job.mostAccelerators =
        static_cast<std::int32_t>(std::floor(job.accelerators * terms.mostShare + 1e-9));
    if (job.training >= 0) {
        const double tokensPerS = trainingStepOf(plant_, job).tokensPerS;
        runS = tokensPerS > 0.0 ? job.work / tokensPerS : 0.0;
    }
    job.expectedRunS = runS * terms.estimateFactor;
    if (terms.deadlineSlack > 0.0) {
        job.deadlineS = terms.deadlineSlack * runS;  // after submission, until submit()
    }
    job.intervalPolicy = static_cast<std::int32_t>(terms.checkpointPolicy);
    if (terms.checkpointPolicy != models::CheckpointPolicy::Fixed) {
        const double meanS = meanTimeToInterruptionS(plant_, job.pool, job.accelerators);
        const models::JobProfileSpec& profile =
            plant_.profiles[static_cast<std::size_t>(job.profile)].spec;
        const double writeS = job.training >= 0 ? fabric_->checkpointWriteS(job) : 0.0;
        const bool waits = profile.checkpointMode == models::CheckpointMode::Synchronous;
        const double costS =
            waits ? std::max(profile.checkpointStallS, writeS) : profile.checkpointStallS;
        if (std::isfinite(meanS)) {
            const double bestS = terms.checkpointPolicy == models::CheckpointPolicy::Young
                                     ? models::youngIntervalS(costS, meanS)
                                     : models::dalyIntervalS(costS, meanS);
            // Written behind training, one must be done before the next begins.
            job.checkpointS = std::max({bestS, waits ? 0.0 : writeS, models::kLeastCheckpointS});
        }
    }
}

void Jobs::arriveTraining(int index, double timeS) {
    const PlantTraining& t = plant_.training[static_cast<std::size_t>(index)];
    Job job;
    job.source = JobSource::Training;
    job.sourceIndex = job.training = index;
    job.pool = t.pool;
    job.profile = t.profileIndex;
    job.accelerators = t.spec.accelerators;
    job.work = t.spec.totalTokens;
    job.checkpointS = t.spec.checkpointS;
    setTerms(job, t.terms, 0.0);
    if (t.spec.deadlineS > 0.0) {
        job.deadlineS = t.spec.deadlineS;
    }
    for (int copy = 0; copy < t.spec.copies; ++copy) {
        job.copy = copy;
        submit(job, timeS);
    }
}

void Jobs::arriveBatch(int index, double timeS) {
    const auto i = static_cast<std::size_t>(index);
    const PlantBatch& b = plant_.batches[i];
    auto& number = s_.arrivals[plant_.generators.size() + plant_.traces.size() + i];
    Job job;
    job.source = JobSource::Batch;
    job.sourceIndex = index;
    job.pool = b.pool;
    job.profile = b.profileIndex;
    job.accelerators = b.spec.accelerators;
    job.work = b.spec.runS;
    job.checkpointS = b.spec.checkpointS;
    setTerms(job, b.terms, b.spec.runS);
    if (b.spec.deadlineS > 0.0) {
        job.deadlineS = b.spec.deadlineS;
    }
    for (int copy = 0; copy < b.spec.copies; ++copy) {
        job.copy = static_cast<std::int32_t>(number++);
        submit(job, timeS);
    }
    if (b.spec.everyS > 0.0) {
        queue_.push(timeS + b.spec.everyS, JobEvent::Arrival,
                    static_cast<std::int32_t>(JobSource::Batch), index);
    }
}

void Jobs::arriveGenerator(int index, double timeS) {
    const auto i = static_cast<std::size_t>(index);
    const PlantGenerator& g = plant_.generators[i];
    if (g.patterned) {
        arrivePattern(index, timeS);
        return;
    }
    auto& counter = s_.arrivals[i];
    models::RandomStream random{plant_.seed, kArrivalStream + i,
                                static_cast<std::uint64_t>(counter)};
    // Thinning (Lewis and Shedler 1979): candidates at the peak rate, kept with the share of
    // the rate now; the daily wave peaks at 15 h local.
    const double swing = g.spec.diurnalSwing;
    const double peak = g.spec.arrivalsPerS * (1.0 + swing);
    const double hour = std::fmod(plant_.startYearS + timeS, 86400.0) / 3600.0;
    const double rate = g.spec.arrivalsPerS *
                        (1.0 + swing * std::cos(2.0 * std::numbers::pi * (hour - 15.0) / 24.0));
    const bool accepted = random.uniform() < rate / peak;
    const double pick = random.uniform() * g.cumulativeWeight.back();
    const auto size = static_cast<std::size_t>(
        std::upper_bound(g.cumulativeWeight.begin(), g.cumulativeWeight.end(), pick) -
        g.cumulativeWeight.begin());
    const double sigma =
        std::sqrt(2.0 * std::log(std::max(1.0, g.spec.meanRunS / g.spec.medianRunS)));
    const double runS =
        std::min(g.spec.medianRunS * std::exp(sigma * random.normal()), g.spec.maximumRunS);
    queue_.push(timeS + random.exponential() / peak, JobEvent::Arrival,
                static_cast<std::int32_t>(JobSource::Generator), index);
    counter = static_cast<std::int64_t>(random.next);
    if (accepted && timeS > 0.0 && !drawsOnly_) {
        submitDrawn(index, size, runS, timeS);
    }
}

void Jobs::submitDrawn(int index, std::size_t size, double runS, double timeS) {
    const PlantGenerator& g = plant_.generators[static_cast<std::size_t>(index)];
    Job job;
    job.source = JobSource::Generator;
    job.sourceIndex = index;
    job.pool = g.pool;
    job.profile = g.profileIndex;
    job.accelerators =
        static_cast<std::int32_t>(g.spec.sizes.x()[std::min(size, g.spec.sizes.x().size() - 1)]);
    job.work = std::max(1.0, runS);
    job.checkpointS = g.spec.checkpointS;
    setTerms(job, g.terms, job.work);
    for (int trial = 0; trial < g.spec.trials; ++trial) {
        submit(job, timeS);
    }
}

/// A renewal process in the time in which arrivals come evenly: a gap is drawn with mean 1 and used
/// up at the rate of each hour (Lewis and Shedler 1979 call it inversion). With exponential gaps it
/// is the Poisson process of that rate.
void Jobs::arrivePattern(int index, double timeS) {
    const auto i = static_cast<std::size_t>(index);
    const PlantGenerator& g = plant_.generators[i];
    auto& counter = s_.arrivals[i];
    models::RandomStream random{plant_.seed, kArrivalStream + i,
                                static_cast<std::uint64_t>(counter)};
    const double pick = random.uniform() * g.cumulativeWeight.back();
    const auto size = static_cast<std::size_t>(
        std::upper_bound(g.cumulativeWeight.begin(), g.cumulativeWeight.end(), pick) -
        g.cumulativeWeight.begin());
    const double u = random.uniform();
    const double runS = models::runTimeS(g.pattern, u, random.normal());
    double gap = models::arrivalGap(g.pattern, random.uniform());
    counter = static_cast<std::int64_t>(random.next);
    double next = timeS;
    for (;;) {
        const double weekS = std::fmod(plant_.startWeekS + next, 168.0 * 3600.0);
        const auto hour = std::min<std::size_t>(167, static_cast<std::size_t>(weekS / 3600.0));
        const double leftS = static_cast<double>(hour + 1) * 3600.0 - weekS;
        const double rate = g.spec.arrivalsPerS * g.hourWeight[hour];
        if (gap <= rate * leftS) {
            next += gap / rate;
            break;
        }
        gap -= rate * leftS;
        next += std::max(leftS, 1e-6);
    }
    queue_.push(next, JobEvent::Arrival, static_cast<std::int32_t>(JobSource::Generator), index);
    if (timeS > 0.0 && !drawsOnly_) {
        submitDrawn(index, size, runS, timeS);
    }
}

void Jobs::arriveTrace(int index, double timeS) {
    const auto i = static_cast<std::size_t>(index);
    const PlantTrace& trace = plant_.traces[i];
    auto& next = s_.arrivals[plant_.generators.size() + i];
    const auto count = static_cast<std::int64_t>(trace.jobs.size());
    while (next < count &&
           trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS <= timeS) {
        const TraceJob& t = trace.jobs[static_cast<std::size_t>(next)];
        Job job;
        job.source = JobSource::Trace;
        job.sourceIndex = index;
        job.pool = trace.poolOf(next);
        job.profile = trace.profileIndex;
        job.accelerators = t.accelerators;
        job.work = std::max(1.0, t.durationS);
        job.checkpointS = trace.checkpointS;
        job.copy = static_cast<std::int32_t>(next);
        setTerms(job, trace.terms, job.work);
        job.tenant = trace.tenant[static_cast<std::size_t>(next)];
        job.priority += t.priority;
        if (t.requestedS > 0.0) {
            job.expectedRunS = t.requestedS;
        }
        if (t.deadlineS >= 0.0) {
            job.deadlineS = std::max(0.0, t.deadlineS - t.submitS);
        }
        submit(job, timeS);
        ++next;
    }
    if (next < count) {
        queue_.push(trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS,
                    JobEvent::Arrival, static_cast<std::int32_t>(JobSource::Trace), index);
    }
}

}  // namespace headroom::engine
