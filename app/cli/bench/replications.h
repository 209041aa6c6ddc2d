// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/reliability/campaign/campaign.h"

#include <vector>

namespace headroom::app {

/// Runs of a benchmark on all cores, and what they took.
struct MeasuredRuns {
    std::vector<engine::Replication> runs;
    double wallS = 0.0, cpuS = 0.0;
    bool cancelled = false;
};

/// `what`: "bench failures"; `unit`: what one run is called, "days". Errors of replicate().
engine::ResultAll<MeasuredRuns> measureReplications(const char* what, const char* unit,
                                                    engine::Plant plant,
                                                    const engine::CampaignSpec& spec,
                                                    bool showProgress);

}  // namespace headroom::app
