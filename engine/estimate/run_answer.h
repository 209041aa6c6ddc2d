// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/inference.h"
#include "engine/estimate/run_compare.h"
#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

/// Measured runs next to their estimates, as sheets.
namespace headroom::engine {

/// The single changes that would explain a slow run, one a row.
Sheet suspectSheet(const RunComparison& run);

/// A training run: its figures, suspects and notes.
nlohmann::json comparisonJson(const RunLog& log, const RunComparison& run);

/// One message size a row.
Sheet collectiveSheet(const std::vector<CollectiveFigure>& figures);

/// A figure of a serving benchmark next to its estimate, with the estimate's 90 % interval.
struct ServingFigure {
    std::string name;
    double measured = 0.0, estimated = 0.0, low = 0.0, high = 0.0;

    bool inside() const { return measured >= low && measured <= high; }
};

/// Figures that the log states: output tokens a second, TPOT [ms], TTFT [ms]. `closed` if the benchmark had a number of
/// clients. Otherwise the estimate at the benchmark's rate counts.
std::vector<ServingFigure> servingFigures(const RunLog& log, const InferenceEstimate& estimate,
                                          const std::optional<ClosedEstimate>& closed);
Sheet servingSheet(const std::vector<ServingFigure>& figures);

}  // namespace headroom::engine
