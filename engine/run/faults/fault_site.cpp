// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/fault_site.h"

#include "engine/plant/index.h"
#include "engine/plant/server_name.h"
#include "engine/run/workload/job_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

int serverOfSite(const Plant& plant, FaultSite site, int unit) {
    if (site == FaultSite::Server) {
        return unit;
    }
    if (site != FaultSite::Accelerator) {
        return -1;
    }
    const auto next =
        std::upper_bound(plant.serverFirstSlot.begin(), plant.serverFirstSlot.end(), unit);
    return static_cast<int>(next - plant.serverFirstSlot.begin()) - 1;
}

std::string siteName(const Plant& plant, const State& state, FaultSite site, int unit) {
    switch (site) {
        case FaultSite::Server:
            return serverNameOf(plant, ServerIndex(unit));
        case FaultSite::Accelerator: {
            const ServerIndex server(serverOfSite(plant, site, unit));
            return fmt::format("{} accelerator {}", serverNameOf(plant, server),
                               unit - plant.serverFirstSlot[at(server)] + 1);
        }
        case FaultSite::Job:
            return unit < 0 ? "scheduler" : jobName(plant, state, state.jobs[at(unit)]);
        case FaultSite::Storage:
            return fmt::format("storage block {}", unit + 1);
        case FaultSite::Power:
            return plant.network->units[at(unit)].id;
        case FaultSite::Fabric:
        case FaultSite::Cooling:
            break;
    }
    return {};
}

}  // namespace headroom::engine
