// SPDX-License-Identifier: Apache-2.0
#include "engine/run/jobs/jobs.h"
#include "engine/run/racks/thermal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Changes of the speed of jobs (JobSpeed), and the time of their end that follows.
namespace headroom::engine {

namespace {

/// A job takes up no smaller change of its clock, but for the last one to full. Numerical.
constexpr double kClockStep = 0.004;

}  // namespace

void Jobs::refreshServer(ServerIndex server, double timeS) {
    for (const JobIndex index : onServer(server)) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        if (job.state == JobState::Running && job.rate > 0.0) {
            refreshRate(index, timeS);
        }
    }
}

void Jobs::refreshRate(JobIndex index, double timeS) {
    refreshRate(index, timeS, speed_.clock(s_.jobs[static_cast<std::size_t>(index)]));
}

void Jobs::refreshRate(JobIndex index, double timeS, double clock) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    settle(job, timeS);
    if (clock != job.clock) {
        job.clock = clock;
        if (job.place < 0) {
            ports_.fabric->jobChanged(index);  // it sends less often
        }
    }
    const models::ChipPhases phases = speed_.set(job);
    ++job.version;
    job.reason = static_cast<std::int32_t>(speed_.limit(job));
    if (job.source == JobSource::Service) {
        return;
    }
    load_.setActivity(index, phases);
    queue_.push(timeS + (job.work - job.done) / job.rate, JobEvent::End, index, job.version);
    causes_.rateChanged(index, timeS);
}

void Jobs::partition(JobIndex index, double timeS, std::int64_t cause) {
    Job& job = s_.jobs[static_cast<std::size_t>(index)];
    if (job.state != JobState::Running || job.rate <= 0.0) {
        return;
    }
    settle(job, timeS);
    job.rate = 0.0;
    job.reason = static_cast<std::int32_t>(JobReason::Partitioned);
    ++job.version;
    load_.spin(index);
    const double timeoutS = ports_.fabric->transportTimeoutS(index);
    const auto id =
        log_.add(s_, timeS, EventKind::Failure, name(job),
                 words("No path is left over {}: its collectives halt and end after {}.",
                       ports_.fabric->bottleneckName(job), amount(timeoutS, "s", 0)),
                 cause, {}, job.id);
    causes_.hung(index, id);
    queue_.push(timeS + timeoutS, JobEvent::Kill, index, job.version, id);
}

void Jobs::refreshThrottled(double timeS) {
    std::vector<JobIndex> touched;
    for (int r = 0; r < plant_.racks; ++r) {
        const auto i = static_cast<std::size_t>(r);
        if (!clockMoved(s_.rackClock[i], s_.rackAppliedClock[i])) {
            continue;
        }
        s_.rackAppliedClock[i] = s_.rackClock[i];
        const PlantBlock& b = plant_.blocks[static_cast<std::size_t>(plant_.rackBlock[i])];
        const int firstServer = b.firstServer + (r - b.firstRack) * b.rack.servers;
        for (int n = 0; n < b.rack.servers; ++n) {
            const auto jobs = onServer(ServerIndex(firstServer + n));
            touched.insert(touched.end(), jobs.begin(), jobs.end());
        }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const JobIndex index : touched) {
        const Job& job = s_.jobs[static_cast<std::size_t>(index)];
        if (job.state != JobState::Running || job.rate <= 0.0) {
            continue;
        }
        const double clock = speed_.clock(job);
        if (std::abs(clock - job.clock) > kClockStep || (clock == 1.0 && job.clock != 1.0)) {
            refreshRate(index, timeS, clock);
        }
    }
}

void Jobs::refreshNetworkPower(double timeS, std::int64_t cause) {
    ports_.fabric->powerChanged(timeS, cause);
}

}  // namespace headroom::engine
