// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_comparison.h"

#include "app/cli/estimate.h"
#include "app/cli/table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace headroom::app {

namespace {

std::string percentText(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f %%", 100.0 * std::fabs(share));
    return text;
}

}  // namespace

void printComparison(const engine::RunLog& log, const engine::RunComparison& run) {
    std::printf("\nThe %s, %zu steps: %s a step, estimate %s. The run is %s %s than the estimate, %s its 90 %% interval.\n",
                log.form.c_str(), std::max(log.stepS.size(), log.tokensPerS.size()),
                secondsText(run.measuredS).c_str(), secondsText(run.estimatedS).c_str(),
                percentText(run.slower).c_str(), run.slower >= 0.0 ? "slower" : "faster",
                run.inside ? "inside" : "outside");
    if (run.slower > 0.0 && !run.suspects.empty()) {
        std::printf("One change that would take about as long:\n\n");
        Cells cells{{"change of the estimate", "step", "of the gap", "where to look"}};
        for (const engine::RunSuspect& suspect : run.suspects) {
            cells.push_back({suspect.change, secondsText(suspect.stepS), percentText(suspect.share), suspect.look});
        }
        std::printf("%s", alignedTable(cells).c_str());
    }
    for (const std::string& note : run.notes) {
        std::printf("Note: %s\n", note.c_str());
    }
}

nlohmann::json comparisonJson(const engine::RunLog& log, const engine::RunComparison& run) {
    nlohmann::json suspects = nlohmann::json::array();
    for (const engine::RunSuspect& suspect : run.suspects) {
        suspects.push_back({{"change", suspect.change}, {"step_s", suspect.stepS}, {"share", suspect.share}, {"look", suspect.look}});
    }
    return {{"log", log.form},
            {"measured_step_s", run.measuredS},
            {"estimated_step_s", run.estimatedS},
            {"slower", run.slower},
            {"inside_interval", run.inside},
            {"suspects", suspects},
            {"notes", run.notes}};
}

}  // namespace headroom::app
