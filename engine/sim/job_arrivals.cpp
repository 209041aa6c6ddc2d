// SPDX-License-Identifier: Apache-2.0
#include "engine/sim/jobs.h"
#include "engine/sim/scheduler.h"
#include "models/core/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

/// How jobs come into being: scripted training jobs, random generators, recorded traces.
namespace headroom::engine {

namespace {

constexpr std::uint64_t kArrivalStream = 2ULL << 40U;  ///< one stream per generator

}  // namespace

void Jobs::begin() {
    s_.arrivals.assign(plant_.generators.size() + plant_.traces.size(), 0);
    for (std::size_t i = 0; i < plant_.training.size(); ++i) {
        push(plant_.training[i].spec.submitS, Happening::Arrival,
             static_cast<std::int32_t>(JobSource::Training), static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < plant_.generators.size(); ++i) {
        push(0.0, Happening::Arrival, static_cast<std::int32_t>(JobSource::Generator),
             static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < plant_.traces.size(); ++i) {
        const PlantTrace& trace = plant_.traces[i];
        auto& next = s_.arrivals[plant_.generators.size() + i];
        while (next < static_cast<std::int64_t>(trace.jobs.size()) &&
               trace.jobs[static_cast<std::size_t>(next)].submitS < trace.offsetS) {
            ++next;
        }
        if (next < static_cast<std::int64_t>(trace.jobs.size())) {
            push(trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS,
                 Happening::Arrival, static_cast<std::int32_t>(JobSource::Trace),
                 static_cast<std::int32_t>(i));
        }
    }
}

void Jobs::arrive(JobSource source, int index, double timeS) {
    const auto i = static_cast<std::size_t>(index);
    Job job;
    job.source = source;
    job.sourceIndex = index;
    if (source == JobSource::Training) {
        const PlantTraining& t = plant_.training[i];
        job.pool = t.pool;
        job.accelerators = t.spec.accelerators;
        job.work = t.spec.totalTokens;
        job.checkpointS = t.spec.checkpointS;
        job.stallS = t.profile.checkpointStallS;
        for (int copy = 0; copy < t.spec.copies; ++copy) {
            job.copy = copy;
            submit(job, timeS);
        }
    } else if (source == JobSource::Generator) {
        const PlantGenerator& g = plant_.generators[i];
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
        push(timeS + random.exponential() / peak, Happening::Arrival,
             static_cast<std::int32_t>(source), index);
        counter = static_cast<std::int64_t>(random.next);
        if (accepted && timeS > 0.0) {
            job.pool = g.pool;
            job.accelerators = static_cast<std::int32_t>(
                g.spec.sizes.x()[std::min(size, g.spec.sizes.x().size() - 1)]);
            job.work = std::max(1.0, runS);
            job.checkpointS = g.spec.checkpointS;
            job.stallS = g.profile.checkpointStallS;
            submit(job, timeS);
        }
    } else {
        const PlantTrace& trace = plant_.traces[i];
        auto& next = s_.arrivals[plant_.generators.size() + i];
        const auto count = static_cast<std::int64_t>(trace.jobs.size());
        while (next < count &&
               trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS <= timeS) {
            const TraceJob& t = trace.jobs[static_cast<std::size_t>(next)];
            job.pool = trace.pool;
            job.accelerators = t.accelerators;
            job.work = std::max(1.0, t.durationS);
            job.checkpointS = trace.checkpointS;
            job.stallS = trace.profile.checkpointStallS;
            job.copy = static_cast<std::int32_t>(next);
            submit(job, timeS);
            ++next;
        }
        if (next < count) {
            push(trace.jobs[static_cast<std::size_t>(next)].submitS - trace.offsetS,
                 Happening::Arrival, static_cast<std::int32_t>(source), index);
        }
    }
}

void Jobs::submit(Job job, double timeS) {
    job.id = s_.nextJobId++;
    job.submitS = timeS;
    job.sinceS = timeS;
    const auto index = static_cast<std::int32_t>(s_.jobs.size());
    ++s_.totals.submitted;
    const int most = mostAccelerators(plant_, job.pool, job.source == JobSource::Training);
    if (job.accelerators < 1 || job.accelerators > most) {
        job.state = JobState::Failed;
        job.reason = static_cast<std::int32_t>(JobReason::TooLarge);
        job.endS = timeS;
        ++s_.totals.failed;
        s_.jobs.push_back(job);
        log_.add(s_, timeS, EventKind::JobInterrupted, name(job),
                 fmt::format("Asks for {} accelerators; its pool has {} that one fabric or WAN "
                             "links join.",
                             job.accelerators, most));
        return;
    }
    job.reason = static_cast<std::int32_t>(JobReason::WaitsForHead);
    s_.jobs.push_back(job);
    if (job.source == JobSource::Training) {
        s_.training.push_back(index);
    }
    enqueue(s_, index);
    s_.pools[static_cast<std::size_t>(job.pool)].dirty = 1;
    if (job.source == JobSource::Training) {
        log_.add(s_, timeS, EventKind::JobSubmitted, name(job),
                 fmt::format("Submitted: {} accelerators.", job.accelerators));
    }
}

}  // namespace headroom::engine
