// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/state/event_queue.h"
#include "engine/run/state/state_table.h"
#include "engine/run/workload/allocation.h"
#include "tests/engine/run/job_fixture.h"

#include <utility>

/// The tour's hall with its State, and nothing that runs.
namespace headroom::tests {

struct PlantAtRest {
    explicit PlantAtRest(const engine::Project& project = emptyHall())
        : plant(compiled(project)), state(engine::stateAtRest(plant)) {
        engine::beginAllocation(plant, state);
    }

    engine::Plant plant;
    engine::State state;
    engine::EventQueue queue{state};
};

}  // namespace headroom::tests
