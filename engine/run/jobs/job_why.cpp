// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/server_name.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_fault.h"
#include "engine/run/workload/job_rate.h"

#include <fmt/format.h>

/// Reasons for the state of each job.
namespace headroom::engine {

namespace {

const char* reasonText(JobReason reason) {
    switch (reason) {
        case JobReason::None:
            return "";
        case JobReason::WaitsForAccelerators:
            return "Next in line; waits until enough accelerators are free at once.";
        case JobReason::WaitsForHead:
            return "Waits behind earlier jobs (first in, first out).";
        case JobReason::TooLarge:
            return "Refused: it asks for more accelerators than the pool has.";
        case JobReason::Starting:
            return "Starting: scheduling, loading, reading its checkpoint.";
        case JobReason::Compute:
            return "Bound by computing.";
        case JobReason::Throttled:
            return "Slowed by a rack that throttles on temperature.";
        case JobReason::Network:
            return "Slowed by the network.";
        case JobReason::Storage:
            return "Slowed by storage: a checkpoint takes longer to write than its interval, or "
                   "training data comes slower than it is used.";
        case JobReason::Partitioned:
            return "Stands still: no path is left between its parts.";
        case JobReason::Hung:
            return "Stands still: a part of it failed and is not yet noticed.";
        case JobReason::Interrupted:
            return "Interrupted; waits to restart from its last checkpoint.";
        case JobReason::Done:
            return "Completed.";
        case JobReason::Preempted:
            return "Preempted; waits to continue from its last checkpoint.";
        case JobReason::Yielding:
            return "Being preempted: it writes a checkpoint before it leaves.";
        case JobReason::Killed:
            return "Ended by order.";
        case JobReason::Serving:
            return "Answers requests.";
        case JobReason::WaitsTurn:
            return "Waits for its turn under the scheduling policy.";
        case JobReason::WaitsForBroker:
            return "Cannot run here (data, size); waits until the broker finds it a place.";
        case JobReason::SlowDevice:
            return "Slowed by an accelerator that a fault has made slow: the others wait for it in "
                   "each step.";
        case JobReason::Draining:
            return "Writes a checkpoint before one of its servers is taken out.";
        case JobReason::PowerLimit:
            return "Slowed by the power limit of its accelerators: they hold it by a lower clock.";
    }
    return "";
}

/// Names the slowest of its accelerators.
std::string slowText(const Plant& plant, const State& s, const Job& job) {
    const auto& speed = s.faults.slotSpeed;
    std::int32_t slowest = -1;
    for (SlotIndex slot(speed.empty() ? -1 : job.firstSlot); slot >= 0;
         slot = s.slotNext[static_cast<std::size_t>(slot)]) {
        if (slowest < 0 ||
            speed[static_cast<std::size_t>(slot)] < speed[static_cast<std::size_t>(slowest)]) {
            slowest = slot;
        }
    }
    if (slowest < 0) {
        return reasonText(JobReason::SlowDevice);
    }
    const ServerIndex server(serverOfSlot(plant, job.pool, SlotIndex(slowest)));
    return fmt::format(
        "Slowed by {}: a fault leaves it {:.0f} % of its speed, and the others wait "
        "for it in each step.",
        serverNameOf(plant, server), 100.0F * speed[static_cast<std::size_t>(slowest)]);
}

}  // namespace

std::string Jobs::why(const Job& job) const {
    if (job.state == JobState::Queued && job.line == JobLine::Held) {
        return "Held: passed over until it is released.";
    }
    if (job.place >= 0) {
        return ports_.remote->why(job);
    }
    if (static_cast<JobReason>(job.reason) == JobReason::TooLarge && job.training >= 0) {
        if (std::string fault = trainingFault(plant_, trainingOf(plant_, job)); !fault.empty()) {
            return "Refused. " + fault;
        }
    }
    if (static_cast<JobReason>(job.reason) == JobReason::Network) {
        return fmt::format("Network: {:.1f} % of {} waits for {}.", 100.0 * job.networkCost,
                           job.training >= 0 ? "the step" : "its time",
                           ports_.fabric->bottleneckName(job));
    }
    if (static_cast<JobReason>(job.reason) == JobReason::SlowDevice) {
        return slowText(plant_, s_, job);
    }
    return reasonText(static_cast<JobReason>(job.reason));
}

}  // namespace headroom::engine
