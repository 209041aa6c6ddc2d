// SPDX-License-Identifier: Apache-2.0
#include "engine/run/subsystems.h"

#include <algorithm>

namespace headroom::engine {

Subsystems::Subsystems(const std::function<RunContext(EventArea)>& context, JobLog& history,
                       bool growing)
    : jobs(context(EventArea::Jobs), history),
      remote(context(EventArea::Jobs), jobs),
      fabric(context(EventArea::Network), jobs),
      electrical(context(EventArea::Power), jobs),
      coolant(context(EventArea::Cooling)),
      services(context(EventArea::Jobs), jobs),
      corruption(context(EventArea::Servers), jobs),
      failures(context(EventArea::Servers), jobs, electrical, fabric, coolant, corruption),
      jobOrders(context(EventArea::Jobs), jobs, fabric, remote) {
    jobs.join(fabric, remote, {&corruption, &failures});
    fabric.join(failures);
    corruption.join(failures);
    coolant.growSteps(growing);
    electrical.growSteps(growing);
}

Subsystem& Subsystems::owner(const QueuedEvent& event) {
    switch (event.owner) {
        case Owner::Jobs:
            return jobs;
        case Owner::OffSite:
            return remote;
        case Owner::Services:
            return services;
        case Owner::Fabric:
            return fabric;
        case Owner::Power:
            return electrical;
        case Owner::Cooling:
            return coolant;
        case Owner::Corruption:
            return corruption;
        case Owner::Faults:
        case Owner::Run:
        case Owner::Count:
            break;
    }
    return failures;
}

Subsystem* Subsystems::owner(const PlantOrder& order) const {
    const auto part =
        std::find_if(all.begin(), all.end(), [&](const Subsystem* p) { return p->owns(order); });
    return part == all.end() ? nullptr : *part;
}

}  // namespace headroom::engine
