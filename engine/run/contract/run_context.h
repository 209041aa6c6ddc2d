// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/workers.h"
#include "engine/plant/plant.h"
#include "engine/run/causes/causes.h"
#include "engine/run/state/event_log.h"
#include "engine/run/state/event_queue.h"
#include "engine/run/state/state.h"

namespace headroom::engine {

/// Inputs of every subsystem of a run, and all that it shares with the others: the plant, the State (of which it writes its
/// own columns), coming events, causes, the log of events, and the threads for independent work. The queue,
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
