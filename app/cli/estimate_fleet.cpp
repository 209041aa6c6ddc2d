// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate_fleet.h"

#include "app/cli/table.h"
#include "engine/estimate/inference_answer.h"

#include <cstdio>

namespace headroom::app {

engine::Error noFleet(const engine::FleetSearch& search) {
    return {"EST-023",
            "no fleet meets the limits: of " + std::to_string(search.plans) + " plans that fit, " +
                std::to_string(search.tooSlow) + " are too slow with every number of replicas, " +
                std::to_string(search.outOfMemory) + " do not fit",
            "relax --slo-ttft or --slo-tpot, take more accelerators, or fewer bits",
            {},
            {},
            0};
}

void printFleets(const engine::FleetSearch& search) {
    std::printf("%s\n%d plans fit, %d are too slow, %d do not fit.\n\n",
                tableText(engine::fleetSheet(search)).c_str(), search.plans, search.tooSlow,
                search.outOfMemory);
}

}  // namespace headroom::app
