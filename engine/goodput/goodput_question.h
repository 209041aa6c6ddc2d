// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/goodput/goodput.h"
#include "engine/planning/planning_question.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// "Which checkpoint interval, how many spares, what goodput?" as people write it.
struct GoodputAsked {
    std::string cluster, model, parts;
    std::string profile = "llm-pretraining";
    double failuresPer1000Days = models::kNotStated;
    double removalShare = models::kNotStated;
    double repairS = models::kNotStated;
    double restartS = 600.0, standbyRestartS = 180.0;
    double intervalS = models::kNotStated;
    double spares = models::kNotStated;
    double confidence = 0.99, target = 0.9;
    double storageBytesPerS = models::kNotStated;
    int replica = 0;
    double usdPerHour = models::kNotStated;
};

/// The question `goodput`. Its answer is not met if the goodput is below the target. EST-001 to EST-007 of the cluster,
/// EST-006 of the model or profile; PLN-007: the failure rate of such servers is not known; PLN-008: no whole number of
/// spares.
const PlanningQuestion& goodputQuestion();

std::vector<Sheet> goodputSheets(const GoodputAnswer& answer);

}  // namespace headroom::engine
