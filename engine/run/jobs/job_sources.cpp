// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/job_sources.h"

#include "engine/plant/plant_map.h"
#include "engine/run/jobs/job_terms.h"
#include "engine/run/jobs/jobs.h"
#include "models/core/random.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::engine {

namespace {

constexpr std::uint64_t kArrivalStream = 2ULL << 40U;  ///< one stream per generator

}  // namespace

JobSources::JobSources(const RunContext& run, Jobs& jobs, const JobPorts& ports)
    : plant_(run.plant),
      s_(run.state),
      queue_(run.queue),
      log_(run.log),
      jobs_(jobs),
      ports_(ports) {}

void JobSources::begin() {
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

void JobSources::arrive(JobSource source, int index, double timeS) {
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
            break;  // submitted by Services and JobOrders
    }
}

void JobSources::arriveTraining(int index, double timeS) {
    const PlantTraining& t = plant_.training[static_cast<std::size_t>(index)];
    Job job;
    job.source = JobSource::Training;
    job.sourceIndex = job.training = index;
    job.pool = t.pool;
    job.profile = t.profileIndex;
    job.accelerators = t.spec.accelerators;
    job.work = t.spec.totalTokens;
    job.checkpointS = t.spec.checkpointS;
    setTerms(plant_, *ports_.fabric, job, t.terms, 0.0);
    if (t.spec.deadlineS > 0.0) {
        job.deadlineS = t.spec.deadlineS;
    }
    for (int copy = 0; copy < t.spec.copies; ++copy) {
        job.copy = copy;
        jobs_.submit(job, timeS);
    }
}

void JobSources::arriveBatch(int index, double timeS) {
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
    setTerms(plant_, *ports_.fabric, job, b.terms, b.spec.runS);
    if (b.spec.deadlineS > 0.0) {
        job.deadlineS = b.spec.deadlineS;
    }
    for (int copy = 0; copy < b.spec.copies; ++copy) {
        job.copy = static_cast<std::int32_t>(number++);
        jobs_.submit(job, timeS);
    }
    if (b.spec.everyS > 0.0) {
        queue_.push(timeS + b.spec.everyS, JobEvent::Arrival,
                    static_cast<std::int32_t>(JobSource::Batch), index);
    }
}

void JobSources::arriveGenerator(int index, double timeS) {
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

void JobSources::submitDrawn(int index, std::size_t size, double runS, double timeS) {
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
    setTerms(plant_, *ports_.fabric, job, g.terms, job.work);
    for (int trial = 0; trial < g.spec.trials; ++trial) {
        jobs_.submit(job, timeS);
    }
}

/// A renewal process in the time in which arrivals come evenly: a gap is drawn with mean 1 and used
/// up at the rate of each hour (Lewis and Shedler 1979 call it inversion). With exponential gaps it
/// is the Poisson process of that rate.
void JobSources::arrivePattern(int index, double timeS) {
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

void JobSources::arriveTrace(int index, double timeS) {
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
        setTerms(plant_, *ports_.fabric, job, trace.terms, job.work);
        job.tenant = trace.tenant[static_cast<std::size_t>(next)];
        job.priority += t.priority;
        if (t.requestedS > 0.0) {
            job.expectedRunS = t.requestedS;
        }
        if (t.deadlineS >= 0.0) {
            job.deadlineS = std::max(0.0, t.deadlineS - t.submitS);
        }
        jobs_.submit(job, timeS);
        ++next;
    }
    if (next < count) {
        queue_.push(trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS,
                    JobEvent::Arrival, static_cast<std::int32_t>(JobSource::Trace), index);
    }
}

void JobSources::beginAdded(const PlantMap& map, double timeS) {
    drawsOnly_ = true;
    for (std::size_t i = 0; i < map.generator.toOld.size(); ++i) {
        if (map.generator.toOld[i] < 0) {
            arriveGenerator(static_cast<int>(i), timeS);
        }
    }
    drawsOnly_ = false;
}

}  // namespace headroom::engine
