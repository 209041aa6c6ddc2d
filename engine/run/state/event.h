// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace headroom::engine {

/// To whom an event of the queue belongs. Only the owner knows the meaning of its kind: each declares an enumeration of its
/// own next to its state (PowerEvent in power_state.h) and says ownerOf it.
enum class Owner : std::int16_t {
    Run,
    Jobs,
    OffSite,
    Services,
    Fabric,
    Power,
    Cooling,
    Faults,
    Corruption,
    Count
};

/// Event of the run itself.
enum class RunEvent : std::int16_t {
    Couple  ///< flows are computed again from here (RunOptions::coupling)
};

constexpr Owner ownerOf(RunEvent /*kind*/) {
    return Owner::Run;
}

/// A future event. Ordered by time, then by order of creation.
struct QueuedEvent {
    double timeS = 0.0;
    std::int64_t order = 0;
    Owner owner = Owner::Run;
    std::int16_t kind = 0;
    std::int32_t a = 0;
    std::int32_t b = 0;
    std::int32_t c = 0;
    std::int64_t cause = -1;  ///< event of the log that led to it; -1 if none

    template <class Kind>
    bool is(Kind wanted) const {
        return owner == ownerOf(wanted) && kind == static_cast<std::int16_t>(wanted);
    }

    /// For its owner.
    template <class Kind>
    Kind as() const {
        return static_cast<Kind>(kind);
    }
};

/// Order of the queue, a heap with the next event in front: by time, then in the order of queueing.
inline bool later(const QueuedEvent& a, const QueuedEvent& b) {
    return a.timeS != b.timeS ? a.timeS > b.timeS : a.order > b.order;
}

}  // namespace headroom::engine
