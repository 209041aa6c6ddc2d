// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame_builder.h"

#include "engine/run/snapshot.h"

#include "engine/run/jobs/job_checkpoints.h"
#include "engine/run/jobs/job_detail.h"
#include "engine/run/jobs/job_statistics.h"
#include "engine/run/jobs/past_jobs.h"
#include "engine/run/jobs/scheduler.h"
#include "models/core/attribute.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::size_t kQueuedShown = 500;

}  // namespace

const char* jobStateName(JobState state) {
    switch (state) {
        case JobState::Queued:
            return "Queued";
        case JobState::Starting:
            return "Starting";
        case JobState::Running:
            return "Running";
        case JobState::Completed:
            return "Completed";
        case JobState::Failed:
            return "Failed";
    }
    return "";
}

const char* powerUnitStateName(PowerUnitState state) {
    switch (state) {
        case PowerUnitState::Normal:
            return "Normal";
        case PowerUnitState::Dead:
            return "Dead";
        case PowerUnitState::Failed:
            return "Failed";
        case PowerUnitState::OnBattery:
            return "On battery";
        case PowerUnitState::WalkIn:
            return "Walk-in";
        case PowerUnitState::LockedOut:
            return "Locked on battery";
        case PowerUnitState::Standby:
            return "Standby";
        case PowerUnitState::Starting:
            return "Starting";
        case PowerUnitState::Running:
            return "Running";
        case PowerUnitState::Waiting:
            return "Waiting";
        case PowerUnitState::Transferring:
            return "Transferring";
    }
    return "";
}

const char* eventAreaName(EventArea area) {
    switch (area) {
        case EventArea::Other:
            return "Other";
        case EventArea::Environment:
            return "Environment";
        case EventArea::Power:
            return "Power";
        case EventArea::Cooling:
            return "Cooling";
        case EventArea::Network:
            return "Network";
        case EventArea::Storage:
            return "Storage";
        case EventArea::Servers:
            return "Servers";
        case EventArea::Jobs:
            return "Jobs";
        case EventArea::Control:
            return "Control";
        case EventArea::Indicators:
            return "Indicators";
        case EventArea::Count:
            break;
    }
    return "";
}

const char* eventKindName(EventKind kind) {
    switch (kind) {
        case EventKind::JobSubmitted:
            return "Job submitted";
        case EventKind::JobStarted:
            return "Job started";
        case EventKind::JobCompleted:
            return "Job completed";
        case EventKind::JobInterrupted:
            return "Job interrupted";
        case EventKind::Checkpoint:
            return "Checkpoint";
        case EventKind::Failure:
            return "Failure";
        case EventKind::Repair:
            return "Repair";
        case EventKind::Throttle:
            return "Throttle";
        case EventKind::Trip:
            return "Trip";
        case EventKind::Recovery:
            return "Recovery";
        case EventKind::Limit:
            return "Limit";
        case EventKind::Note:
            return "Note";
        case EventKind::JobSlowed:
            return "Job slowed";
        case EventKind::Detected:
            return "Detected";
        case EventKind::Maintenance:
            return "Maintenance";
        case EventKind::Indicator:
            return "Indicator";
    }
    return "";
}

const char* faultKindName(FaultKind kind) {
    switch (kind) {
        case FaultKind::FailStop:
            return "Stopped";
        case FaultKind::FailSlow:
            return "Slow";
        case FaultKind::Intermittent:
            return "Comes and goes";
        case FaultKind::Corruption:
            return "Silent corruption";
        case FaultKind::Software:
            return "Software";
        case FaultKind::Human:
            return "Human error";
    }
    return "";
}

const char* faultPhaseName(FaultPhase phase) {
    switch (phase) {
        case FaultPhase::Precursor:
            return "Announced";
        case FaultPhase::Latent:
            return "Not noticed";
        case FaultPhase::Detected:
            return "Noticed";
        case FaultPhase::Waiting:
            return "Waits for repair";
        case FaultPhase::UnderRepair:
            return "Under repair";
        case FaultPhase::Over:
            return "Over";
    }
    return "";
}

std::string localTime(const Plant& plant, double timeS) {
    const auto start = models::startTime(plant.startText);  // compiling has seen that it is one
    const double now = (start ? start->sinceEpochS : 0.0) + std::round(timeS);
    return models::calendarText(1000 * static_cast<std::int64_t>(now));
}

std::shared_ptr<Frame> buildFrame(const Plant& plant, const State& state, const EventLog& log,
                                  const Jobs& jobs) {
    auto frame = std::make_shared<Frame>();
    frame->timeS = state.timeS;
    frame->clock = localTime(plant, state.timeS);
    frame->facility = state.facility;
    frame->halls = state.halls;
    frame->cdus = state.cdus;
    frame->loops = state.loops;
    for (std::size_t q = 0; q < frame->racks.size(); ++q) {
        const auto field = rackFieldOf(state, static_cast<RackQuantity>(q));
        frame->racks[q].assign(field.begin(), field.end());
    }
    // In service or not is known before the first step, and of racks that an edit brought.
    auto& health = frame->racks[static_cast<std::size_t>(RackQuantity::Health)];
    for (std::size_t r = 0; r < health.size(); ++r) {
        const PlantBlock& block = plant.blocks[static_cast<std::size_t>(plant.rackBlock[r])];
        health[r] = static_cast<float>(state.rackServersUp[r]) /
                    static_cast<float>(block.rack.servers);
    }
    for (const JobState wanted : {JobState::Running, JobState::Starting}) {
        for (const std::int32_t index : state.running) {
            const Job& job = state.jobs[static_cast<std::size_t>(index)];
            if (job.state == wanted) {
                frame->jobs.push_back(rowOf(plant, state, jobs, job));
            }
        }
    }
    for (const std::int32_t index : state.remote.away) {
        const std::int32_t job = state.remote.jobs[static_cast<std::size_t>(index)].job;
        frame->jobs.push_back(rowOf(plant, state, jobs, state.jobs[static_cast<std::size_t>(job)]));
    }
    for (const std::int32_t index : state.held) {
        frame->jobs.push_back(
            rowOf(plant, state, jobs, state.jobs[static_cast<std::size_t>(index)]));
    }
    std::size_t shown = 0;
    for (std::size_t p = 0; p < state.queues.size(); ++p) {
        forEachWaiting(state, p, [&](std::int32_t index) {
            frame->jobs.push_back(
                rowOf(plant, state, jobs, state.jobs[static_cast<std::size_t>(index)]));
            return ++shown < kQueuedShown;
        });
    }
    shown = 0;
    for (auto job = state.jobs.rbegin(); job != state.jobs.rend() && shown < kEndedKept; ++job) {
        if (hasEnded(*job)) {
            frame->jobs.push_back(rowOf(plant, state, jobs, *job));
            ++shown;
        }
    }
    frame->events.assign(log.recent().begin(), log.recent().end());
    return frame;
}

RunSummary buildSummary(const Plant& plant, const State& state, const Failures& failures,
                        const Sums& sums) {
    const Totals& t = state.totals;
    RunSummary r;
    r.project = plant.name;
    r.seed = plant.seed;
    r.sums = sums;
    r.jobs = jobGroupsOf(plant, state);
    r.idleAcceleratorS =
        std::max(0.0, sums[Sum::CapacityS] - sums[Sum::AllocatedS]);  // rounding aside
    r.failures = failures.counts();
    r.faults = failures.figures();
    r.lossJ = {{"psu", t.psuJ},
               {"shelf", t.shelfJ},
               {"pdu", t.pduJ},
               {"ups", t.upsJ},
               {"transformer", t.transformerJ},
               {"cable", t.cableJ}};
    if (state.flowGaps != 0) {
        for (auto& [type, lossJ] : r.lossJ) {
            lossJ = models::kNotStated;
        }
    }
    r.stateHash = hashOf(state);
    return r;
}

std::vector<Channel> channelsOf(const Plant& plant) {
    std::vector<Channel> channels;
    for (const QuantityInfo& q : facilityQuantities()) {
        channels.push_back({"facility/" + std::string{q.key}, {}, &q});
    }
    const auto add = [&](const char* prefix, const std::string& id,
                         std::span<const QuantityInfo> quantities) {
        for (const QuantityInfo& q : quantities) {
            channels.push_back({prefix + id + "/" + std::string{q.key}, id, &q});
        }
    };
    for (const PlantHall& h : plant.halls) {
        add("hall/", h.id, hallQuantities());
    }
    for (const PlantCdu& c : plant.cdus) {
        add("cdu/", c.id, cduQuantities());
    }
    for (const PlantLoop& l : plant.loops) {
        add("loop/", l.id, loopQuantities());
    }
    return channels;
}

void sampleChannels(const State& state, std::span<double> values) {
    auto out = values.begin();
    out = std::copy(state.facility.begin(), state.facility.end(), out);
    for (const auto& h : state.halls) {
        out = std::copy(h.begin(), h.end(), out);
    }
    for (const auto& c : state.cdus) {
        out = std::copy(c.begin(), c.end(), out);
    }
    for (const auto& l : state.loops) {
        out = std::copy(l.begin(), l.end(), out);
    }
}

std::span<const float> rackFieldOf(const State& state, RackQuantity quantity) {
    switch (quantity) {
        case RackQuantity::Power:
            return state.rackPowerW;
        case RackQuantity::CoolantTemperature:
            return state.rackCoolantC;
        case RackQuantity::ReturnTemperature:
            return state.rackReturnC;
        case RackQuantity::InletTemperature:
            return state.rackInletC;
        case RackQuantity::CoolantFlow:
            return state.rackFlowM3PerS;
        case RackQuantity::ChipTemperature:
            return state.rackHotChipC;
        case RackQuantity::Utilization:
            return state.rackUtilization;
        case RackQuantity::Clock:
            return state.rackClockShown;
        case RackQuantity::Health:
            return state.rackHealth;
        case RackQuantity::Job:
            return state.rackJob;
        case RackQuantity::Count:
            break;
    }
    return {};
}

}  // namespace headroom::engine
