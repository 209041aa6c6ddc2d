// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/workers.h"
#include "engine/plant/plant.h"
#include "engine/run/causes/causes.h"
#include "engine/run/state/event_log.h"
#include "engine/run/state/event_queue.h"
#include "engine/run/state/state.h"

namespace headroom::engine {

/// What every subsystem of a run is given, and all that it shares with the others: the plant, the
/// State (of which it writes its own columns), what will happen, why things happened, where it
/// tells of them, and the threads with which it does what is independent side by side. The queue,
/// the causes and the threads belong to the run and to no subsystem.
struct RunContext {
    const Plant& plant;
    State& state;
    EventQueue& queue;
    Causes& causes;
    EventLog log;
    Workers& workers;

    /// The same, for those who write of another area.
    RunContext in(EventArea area) const {
        return {plant, state, queue, causes, log.in(area), workers};
    }
};

}  // namespace headroom::engine
