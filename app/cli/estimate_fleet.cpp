// SPDX-License-Identifier: Apache-2.0
#include "app/cli/estimate_fleet.h"

#include "app/cli/estimate.h"
#include "app/cli/table.h"

#include <cstdio>

namespace headroom::app {

engine::Error noFleet(const engine::FleetSearch& search) {
    return {"EST-023",
            "no fleet meets the limits: of " + std::to_string(search.plans) + " plans that fit, " +
                std::to_string(search.tooSlow) + " are too slow with every number of replicas, " +
                std::to_string(search.outOfMemory) + " do not fit",
            "relax --slo-ttft or --slo-tpot, take more accelerators, or fewer bits", {}, {}, 0};
}

void printFleets(const engine::FleetSearch& search) {
    Cells cells{{"#", "accelerators", "replicas", "tp", "pp", "ep", "met_pct", "ttft p99",
                 "tpot p99", "power"}};
    for (std::size_t i = 0; i < search.best.size(); ++i) {
        const engine::InferenceEstimate& e = search.best[i];
        cells.push_back(
            {std::to_string(i + 1), std::to_string(e.accelerators), std::to_string(e.replicas),
             std::to_string(e.plan.tensorParallel), std::to_string(e.plan.pipelineParallel),
             std::to_string(e.plan.expertParallel), numberText(100.0 * e.served->sloAttainment, 4),
             secondsText(e.served->ttft.p99), secondsText(e.served->tpot.p99),
             powerText(e.powerW)});
    }
    std::printf("%s\n%d plans fit, %d are too slow, %d do not fit.\n\n",
                alignedTable(cells).c_str(), search.plans, search.tooSlow, search.outOfMemory);
}

}  // namespace headroom::app
