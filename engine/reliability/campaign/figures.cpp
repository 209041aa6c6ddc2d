// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/figures.h"

namespace headroom::engine {

namespace {

constexpr models::Unit kCount{"", 1.0};
namespace unit = models::unit;

constexpr auto kFigures = std::to_array<FigureInfo>({
    {"interruptions", "Unexpected interruptions", kCount,
     "Jobs put off their accelerators by a failure; each job and time counts."},
    {"failures", "Failures", kCount,
     "Faults of all failure modes and equipment that hit something in service."},
    {"mtti_h", "Mean time to interruption", unit::hour,
     "Running time of jobs over their interruptions. One job on N parts: 1 / (N r_f)."},
    {"effective_time_pct", "Effective training time (ETTR)", unit::percent,
     "Productive time over wall time from the first start, both weighted by accelerators; work that "
     "no checkpoint kept is not productive."},
    {"goodput_pct", "Goodput", unit::percent,
     "Productive accelerator time over accelerator time held by jobs."},
    {"hung_pct", "Hung, not yet noticed", unit::percent, "Of the wall time of jobs."},
    {"lost_work_pct", "Work lost since the last checkpoint", unit::percent,
     "Of the wall time of jobs."},
    {"starting_pct", "Starting", unit::percent,
     "Of the wall time of jobs: from placement to the first work."},
    {"stalled_pct", "Checkpoint stalls", unit::percent, "Of the wall time of jobs."},
    {"waiting_pct", "Waiting for servers", unit::percent,
     "Of the wall time of jobs: no accelerators, after the first start."},
    {"lost_accelerator_h", "Accelerator hours lost", unit::hour,
     "Wall time of jobs that was not productive, times their accelerators."},
    {"time_to_detect_s", "Time to detect", unit::second,
     "From a failure that stops a job to its interruption: hung time over interruptions, weighted "
     "by accelerators."},
    {"work_lost_s", "Work lost by an interruption", unit::second,
     "Progress since the last checkpoint that survives, over interruptions, weighted by "
     "accelerators."},
    {"time_to_servers_s", "Time to new servers", unit::second,
     "Waiting for accelerators after an interruption, over interruptions, weighted by "
     "accelerators."},
    {"time_to_start_s", "Time to start", unit::second,
     "From placement to the first work, over all starts, weighted by accelerators."},
    {"availability_pct", "Availability of servers", unit::percent,
     "1 - mean of servers out of service / servers, looked at after each step."},
    {"mttr_h", "Mean time to repair a server", unit::hour,
     "Time of servers out of service over failures that took one out (Little's law); waiting for "
     "crews, parts and windows with it."},
    {"tokens", "Tokens trained", kCount, "And kept, by all training jobs."},
});

static_assert(kFigures.size() == static_cast<std::size_t>(Figure::Count));

}  // namespace

std::span<const FigureInfo> figureInfos() {
    return kFigures;
}

const FigureInfo& infoOf(Figure figure) {
    return kFigures[static_cast<std::size_t>(figure)];
}

Ratio figureOf(Figure figure, const Sums& s) {
    const double wallS = at(s, Sum::WallS);
    switch (figure) {
        case Figure::Interruptions:
            return {at(s, Sum::Interruptions), 1.0};
        case Figure::Failures:
            return {at(s, Sum::Failures), 1.0};
        case Figure::MeanTimeToInterruption:
            return {at(s, Sum::RunningS), at(s, Sum::Interruptions)};
        case Figure::EffectiveTime:
            return {at(s, Sum::ProductiveS), wallS};
        case Figure::Goodput:
            return {at(s, Sum::ProductiveS), at(s, Sum::HeldS)};
        case Figure::Hung:
            return {at(s, Sum::HungS), wallS};
        case Figure::LostWork:
            return {at(s, Sum::LostS), wallS};
        case Figure::Starting:
            return {at(s, Sum::StartingS), wallS};
        case Figure::Stalled:
            return {at(s, Sum::StalledS), wallS};
        case Figure::Waiting:
            return {at(s, Sum::WaitingS), wallS};
        case Figure::LostHours:
            return {wallS - at(s, Sum::ProductiveS), 1.0};
        case Figure::TimeToDetect:
            return {at(s, Sum::HungS), at(s, Sum::InterruptedWeight)};
        case Figure::WorkLost:
            return {at(s, Sum::LostS), at(s, Sum::InterruptedWeight)};
        case Figure::TimeToServers:
            return {at(s, Sum::WaitingS), at(s, Sum::InterruptedWeight)};
        case Figure::TimeToStart:
            return {at(s, Sum::StartingS), at(s, Sum::Starts)};
        case Figure::Availability:
            return {at(s, Sum::ServerS) - at(s, Sum::ServerDownS), at(s, Sum::ServerS)};
        case Figure::TimeToRepair:
            return {at(s, Sum::ServerDownS), at(s, Sum::ServersTaken)};
        case Figure::Tokens:
            return {at(s, Sum::Tokens), 1.0};
        case Figure::Count:
            break;
    }
    return {};
}

}  // namespace headroom::engine
