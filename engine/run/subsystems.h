// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/contract/subsystem.h"
#include "engine/run/cooling/coolant.h"
#include "engine/run/fabric/fabric_run.h"
#include "engine/run/faults/corruption.h"
#include "engine/run/faults/failures.h"
#include "engine/run/jobs/job_orders.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/offsite/remote_sites.h"
#include "engine/run/power/electrical.h"
#include "engine/run/services/services.h"

#include <array>
#include <functional>

namespace headroom::engine {

/// The subsystems of a run, joined to each other, and the one that an event or order belongs to. step.cpp couples them.
struct Subsystems {
    /// `context`: of the events of an area. `growing`: steps may grow while nothing changes.
    Subsystems(const std::function<RunContext(EventArea)>& context, JobLog& history, bool growing);
    // They refer to each other.
    Subsystems(const Subsystems&) = delete;
    Subsystems& operator=(const Subsystems&) = delete;

    /// Handles an event of the queue.
    Subsystem& owner(const QueuedEvent& event);

    /// Takes an order of a person. Null if nothing in the facility does.
    Subsystem* owner(const PlantOrder& order) const;

    Jobs jobs;
    RemoteSites remote;
    FabricRun fabric;
    Electrical electrical;
    Coolant coolant;
    Services services;
    Corruption corruption;
    Failures failures;
    JobOrders jobOrders;
    /// All of them, in the order in which they begin.
    std::array<Subsystem*, 8> all{&fabric, &electrical, &coolant,    &remote,
                                  &jobs,   &services,   &corruption, &failures};
};

}  // namespace headroom::engine
