// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/inference.h"
#include "engine/estimate/run_compare.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <vector>

namespace headroom::app {

/// A measured run beside its estimate, as `estimate training --log` prints it.
void printComparison(const engine::RunLog& log, const engine::RunComparison& run);
nlohmann::json comparisonJson(const engine::RunLog& log, const engine::RunComparison& run);

/// nccl-tests beside the cluster of an estimate. Exit code 1 where a size is more than a fifth slower.
int printCollective(const engine::EstimateCluster& cluster, const engine::RunLog& log, bool asJson);

/// A figure of a serving benchmark beside its estimate, with the estimate's 90 % interval.
struct ServingFigure {
    const char* name;
    double measured = 0.0, estimated = 0.0, low = 0.0, high = 0.0;

    bool inside() const { return measured >= low && measured <= high; }
};

/// Figures that the log states: output tokens a second, TPOT [ms], TTFT [ms]. `closed` where the benchmark had a
/// number of clients, else what was served at its rate.
std::vector<ServingFigure> servingFigures(const engine::RunLog& log, const engine::InferenceEstimate& estimate,
                                          const std::optional<engine::ClosedEstimate>& closed);
void printServingFigures(const std::vector<ServingFigure>& figures);
nlohmann::json servingFiguresJson(const std::vector<ServingFigure>& figures);

}  // namespace headroom::app
