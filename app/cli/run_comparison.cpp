// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_comparison.h"

#include "app/cli/answer.h"
#include "app/cli/exit_code.h"
#include "app/cli/table.h"
#include "engine/estimate/run_answer.h"
#include "engine/text/shown.h"

#include <algorithm>
#include <cstdio>

namespace headroom::app {

namespace {

// Measurements of one cluster scatter by about a tenth.
constexpr double kSlowCollective = 0.2;

}  // namespace

void printComparison(const engine::RunLog& log, const engine::RunComparison& run) {
    std::printf(
        "\nThe %s, %zu steps: %s a step, estimate %s. The run is %s %s than the estimate, %s its "
        "90 %% interval.\n",
        log.form.c_str(), std::max(log.stepS.size(), log.tokensPerS.size()),
        engine::shownSeconds(run.measuredS).c_str(), engine::shownSeconds(run.estimatedS).c_str(),
        engine::shownPercent(run.slower).c_str(), run.slower >= 0.0 ? "slower" : "faster",
        run.inside ? "inside" : "outside");
    if (run.slower > 0.0 && !run.suspects.empty()) {
        std::printf("One change that would take about as long:\n\n");
        std::printf("%s", tableText(engine::suspectSheet(run)).c_str());
    }
    for (const std::string& note : run.notes) {
        std::printf("Note: %s\n", note.c_str());
    }
}

int printCollective(const engine::EstimateCluster& cluster, const engine::RunLog& log,
                    bool asJson) {
    const auto figures = engine::compareCollective(cluster, log);
    if (!figures) {
        return fail(figures.error());
    }
    const engine::Sheet sheet = engine::collectiveSheet(*figures);
    if (asJson) {
        printSheet(sheet, "json");
    } else {
        std::printf("Bus bandwidth of %s over %d ranks of %s (%s, %s)\n\n%s", log.operation.c_str(),
                    log.ranks > 0 ? log.ranks : cluster.accelerators, cluster.acceleratorId.c_str(),
                    cluster.scaleUpId.c_str(), cluster.scaleOutId.c_str(),
                    tableText(sheet).c_str());
    }
    const bool slow =
        std::any_of(figures->begin(), figures->end(), [](const engine::CollectiveFigure& f) {
            return f.measuredGbPerS / f.estimatedGbPerS - 1.0 < -kSlowCollective;
        });
    return slow ? kFindings : kFine;
}

}  // namespace headroom::app
