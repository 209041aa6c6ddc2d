// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/run/state/event.h"

#include <cstdint>
#include <vector>

/// Memory of a run about other sites. Part of State.
namespace headroom::engine {

/// Events of other sites.
enum class RemoteEvent : std::int16_t {
    Review,    ///< the broker looks at those who wait
    Brought,   ///< a: job, b: version: its data is there
    TakenBack  ///< a: job, b: its lease: servers are taken back
};

constexpr Owner ownerOf(RemoteEvent /*kind*/) {
    return Owner::OffSite;
}

/// State of a job at another site.
enum class RemotePhase : std::int32_t {
    None,      ///< is not there
    Bringing,  ///< its data is on the line; nothing is paid for yet but the egress
    Starting,  ///< servers start
    Running
};

/// A job that may leave the facility. Energy and money of what it did elsewhere, up to `paidS`.
struct RemoteJob {
    JobIndex job{0};          ///< State::jobs
    std::int32_t place = -1;  ///< Plant::remotes; -1 means here, or nowhere
    RemotePhase phase = RemotePhase::None;
    std::int32_t leases = 0;  ///< times that it went away, for its random numbers
    double fromS = 0.0;       ///< of the present lease: servers are held since
    double paidS = 0.0;
    double bringBytes = 0.0;  ///< still to come
    double bytesPerS = 0.0;   ///< of the line that it gets now
    double rentUsd = 0.0, energyUsd = 0.0, egressUsd = 0.0;
    double itJ = 0.0, facilityJ = 0.0, carbonKg = 0.0;
};

struct RemoteTotals {
    double rentUsd = 0.0, energyUsd = 0.0, egressUsd = 0.0;
    double itJ = 0.0, facilityJ = 0.0, carbonKg = 0.0;
    double heldS = 0.0;        ///< accelerator seconds
    double idleRentUsd = 0.0;  ///< of rentUsd: reserved, but held by no job
    std::int64_t sent = 0, lost = 0;
};

struct RemoteState {
    std::vector<RemoteJob> jobs;
    std::vector<std::int32_t> away;   ///< of jobs: those that are at another place
    ByRemote<std::int32_t> held;      ///< by place: accelerators
    ByRemote<std::int64_t> bringing;  ///< by place: jobs on its line
    std::vector<char> dataAt;         ///< data sets x (places + 1); last: here
    RemoteTotals totals;              ///< of what has been settled
    double settledS = 0.0;            ///< reserved capacity is paid for up to then
    std::int64_t reviewPending = 0;
};

class StateTable;

/// Its columns.
void declareRemote(StateTable& table);

}  // namespace headroom::engine
