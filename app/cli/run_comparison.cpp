// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_comparison.h"

#include "app/cli/estimate.h"
#include "app/cli/exit_code.h"
#include "app/cli/table.h"
#include "engine/base/json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace headroom::app {

namespace {

// Measurements of one cluster scatter by about a tenth.
constexpr double kSlowCollective = 0.2;

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

std::vector<ServingFigure> servingFigures(const engine::RunLog& log, const engine::InferenceEstimate& estimate,
                                          const std::optional<engine::ClosedEstimate>& closed) {
    std::vector<ServingFigure> figures;
    const auto add = [&](const char* name, const char* key, double estimated, double factor) {
        const auto it = log.figures.find(key);
        if (it != log.figures.end() && std::isfinite(estimated) && estimated > 0.0) {
            figures.push_back({name, it->second, estimated, estimated / factor, estimated * factor});
        }
    };
    const double tokens = estimate.certainty.tokensFactor;
    const double latency = estimate.certainty.latencyFactor;
    const bool served = estimate.served.has_value();
    add("output tokens/s", "Output token throughput (tok/s)",
        closed   ? closed->outputTokensPerS
        : served ? estimate.served->outputTokensPerS
                 : 0.0,
        tokens);
    add("TPOT, median [ms]", "Median TPOT (ms)",
        1e3 * (closed   ? closed->tpotMedianS
               : served ? estimate.served->tpot.p50
                        : 0.0),
        latency);
    add("TTFT, mean [ms]", "Mean TTFT (ms)",
        1e3 * (closed   ? closed->ttftS
               : served ? estimate.served->ttft.mean
                        : 0.0),
        latency);
    return figures;
}

void printServingFigures(const std::vector<ServingFigure>& figures) {
    Cells cells{{"measured next to the estimate", "log", "estimate", "90 % interval", "log is"}};
    for (const ServingFigure& f : figures) {
        cells.push_back({f.name, numberText(f.measured, 4), numberText(f.estimated, 4),
                         numberText(f.low, 3) + " to " + numberText(f.high, 3),
                         percentText(f.measured / f.estimated - 1.0) + (f.measured >= f.estimated ? " higher" : " lower")});
    }
    std::printf("\n%s", alignedTable(cells).c_str());
}

nlohmann::json servingFiguresJson(const std::vector<ServingFigure>& figures) {
    nlohmann::json rows = nlohmann::json::array();
    for (const ServingFigure& f : figures) {
        rows.push_back({{"figure", f.name}, {"measured", f.measured}, {"estimate", f.estimated}, {"low", f.low}, {"high", f.high}, {"inside_interval", f.inside()}});
    }
    return rows;
}

int printCollective(const engine::EstimateCluster& cluster, const engine::RunLog& log, bool asJson) {
    const auto figures = engine::compareCollective(cluster, log);
    if (!figures) {
        return fail(figures.error());
    }
    Cells cells{{"bytes", "log GB/s", "estimate GB/s", "log is", "bound by"}};
    nlohmann::json rows = nlohmann::json::array();
    bool slow = false;
    for (const engine::CollectiveFigure& f : *figures) {
        const double off = f.measuredGbPerS / f.estimatedGbPerS - 1.0;
        slow = slow || off < -kSlowCollective;
        cells.push_back({numberText(f.bytes, 12), numberText(f.measuredGbPerS, 4), numberText(f.estimatedGbPerS, 4),
                         percentText(off) + (off >= 0.0 ? " faster" : " slower"), f.bound});
        rows.push_back({{"bytes", f.bytes}, {"measured_gb_per_s", f.measuredGbPerS}, {"estimate_gb_per_s", f.estimatedGbPerS}, {"bound", f.bound}});
    }
    if (asJson) {
        std::printf("%s\n", engine::jsonText(rows, 2).c_str());
    } else {
        std::printf("Bus bandwidth of %s over %d ranks of %s (%s, %s)\n\n%s", log.operation.c_str(),
                    log.ranks > 0 ? log.ranks : cluster.accelerators, cluster.acceleratorId.c_str(),
                    cluster.scaleUpId.c_str(), cluster.scaleOutId.c_str(), alignedTable(cells).c_str());
    }
    return slow ? kFindings : kFine;
}

}  // namespace headroom::app
