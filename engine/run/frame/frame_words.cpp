// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/frame.h"

/// Enumerations of frames, in words.
namespace headroom::engine {

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
        case EventKind::JobPreempted:
            return "Job preempted";
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
            return "Ended";
    }
    return "";
}

}  // namespace headroom::engine
