// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/run_answer.h"

#include "engine/sheet/sheet_json.h"
#include "engine/text/shown.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kPerS = 1e3;  // milliseconds

/// Measured value relative to the estimate: "-12 %".
template <class Figure>
SheetField<Figure> offField(double Figure::*measured, double Figure::*estimated) {
    return {
        {.key = "off", .label = "log against estimate", .unit = "%", .digits = 0, .shown = 100.0},
        [=](const Figure& f) { return SheetCell(f.*measured / f.*estimated - 1.0); }};
}

}  // namespace

Sheet suspectSheet(const RunComparison& run) {
    static const std::vector<SheetField<RunSuspect>> fields = {
        {{.key = "change", .label = "change of the estimate"},
         [](const RunSuspect& s) { return SheetCell(s.change); }},
        {{.key = "step_s", .label = "step", .unit = "s", .asText = shownSeconds},
         [](const RunSuspect& s) { return SheetCell(s.stepS); }},
        {{.key = "share", .label = "of the gap", .unit = "%", .digits = 0, .shown = 100.0},
         [](const RunSuspect& s) { return SheetCell(s.share); }},
        {{.key = "look", .label = "where to look"},
         [](const RunSuspect& s) { return SheetCell(s.look); }},
    };
    return sheetOf<RunSuspect>("suspects", "Suspects", "", fields, run.suspects);
}

nlohmann::json comparisonJson(const RunLog& log, const RunComparison& run) {
    return {{"log", log.form},
            {"measured_step_s", run.measuredS},
            {"estimated_step_s", run.estimatedS},
            {"slower", run.slower},
            {"inside_interval", run.inside},
            {"suspects", sheetJson(suspectSheet(run))},
            {"notes", run.notes}};
}

Sheet collectiveSheet(const std::vector<CollectiveFigure>& figures) {
    static const std::vector<SheetField<CollectiveFigure>> fields = {
        {{.key = "bytes", .label = "bytes", .digits = 0},
         [](const CollectiveFigure& f) { return SheetCell(f.bytes); }},
        {{.key = "measured_gb_per_s",
          .label = "log",
          .unit = "GB/s",
          .digits = significantDigits(4)},
         [](const CollectiveFigure& f) { return SheetCell(f.measuredGbPerS); }},
        {{.key = "estimate_gb_per_s",
          .label = "estimate",
          .unit = "GB/s",
          .digits = significantDigits(4)},
         [](const CollectiveFigure& f) { return SheetCell(f.estimatedGbPerS); }},
        offField(&CollectiveFigure::measuredGbPerS, &CollectiveFigure::estimatedGbPerS),
        {{.key = "bound", .label = "bound by"},
         [](const CollectiveFigure& f) { return SheetCell(f.bound); }},
    };
    return sheetOf<CollectiveFigure>("collective", "Bus bandwidth", "", fields, figures);
}

std::vector<ServingFigure> servingFigures(const RunLog& log, const InferenceEstimate& estimate,
                                          const std::optional<ClosedEstimate>& closed) {
    std::vector<ServingFigure> figures;
    const auto add = [&](const char* name, const char* key, double estimated, double factor) {
        const auto it = log.figures.find(key);
        if (it != log.figures.end() && std::isfinite(estimated) && estimated > 0.0) {
            figures.push_back(
                {name, it->second, estimated, estimated / factor, estimated * factor});
        }
    };
    const double tokens = estimate.certainty.tokensFactor;
    const double latency = estimate.certainty.latencyFactor;
    const std::optional<ServingResult>& served = estimate.served;
    add("output tokens/s", "Output token throughput (tok/s)",
        closed   ? closed->outputTokensPerS
        : served ? served->outputTokensPerS
                 : 0.0,
        tokens);
    add("TPOT, median [ms]", "Median TPOT (ms)",
        kPerS * (closed   ? closed->tpotMedianS
                 : served ? served->tpot.p50
                          : 0.0),
        latency);
    add("TTFT, mean [ms]", "Mean TTFT (ms)",
        kPerS * (closed   ? closed->ttftS
                 : served ? served->ttft.mean
                          : 0.0),
        latency);
    return figures;
}

Sheet servingSheet(const std::vector<ServingFigure>& figures) {
    const auto number = [](const char* key, const char* label, double ServingFigure::*value) {
        return SheetField<ServingFigure>{
            {.key = key, .label = label, .digits = significantDigits(4)},
            [value](const ServingFigure& f) { return SheetCell(f.*value); }};
    };
    const std::vector<SheetField<ServingFigure>> fields = {
        {{.key = "figure", .label = "measured next to the estimate"},
         [](const ServingFigure& f) { return SheetCell(f.name); }},
        number("measured", "log", &ServingFigure::measured),
        number("estimate", "estimate", &ServingFigure::estimated),
        number("low", "90 % from", &ServingFigure::low),
        number("high", "90 % to", &ServingFigure::high),
        offField(&ServingFigure::measured, &ServingFigure::estimated),
        {{.key = "inside_interval", .label = "inside"},
         [](const ServingFigure& f) { return SheetCell(f.inside()); }},
    };
    return sheetOf<ServingFigure>("serving", "Serving", "", fields, figures);
}

}  // namespace headroom::engine
