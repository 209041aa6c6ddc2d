// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/calibrate/calibrate.h"
#include "models/core/calendar.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::engine {

namespace {

using FitJson = nlohmann::ordered_json;

constexpr double kHundred = 100.0;

std::string momentText(double timeS) {
    return models::calendarText(static_cast<std::int64_t>(std::llround(timeS)) * 1000);
}

std::string errorsText(const ErrorFigures& f) {
    if (f.n > 0 && !std::isfinite(f.cvRmse)) {
        return "not defined (the measured mean is 0)";
    }
    return f.n == 0 ? std::string("-")
                    : fmt::format("{:.2f} % / {:+.2f} %", kHundred * f.cvRmse, kHundred * f.nmbe);
}

FitJson errorsJson(const ErrorFigures& f) {
    return {{"hours", f.n},
            {"cv_rmse_pct", numberJson(kHundred * f.cvRmse)},
            {"nmbe_pct", numberJson(kHundred * f.nmbe)}};
}

std::string intervalText(const FittedParameter& f) {
    return f.isIdentified ? fmt::format("{:.5g} to {:.5g}", f.low, f.high)
                          : std::string("not identified");
}

}  // namespace

Overlay overlayOf(const Calibration& calibration, const TelemetryMap& map,
                  const std::string& source, const std::string& project) {
    Overlay overlay;
    overlay.name = "Calibrated to " + (map.name.empty() ? source : map.name);
    overlay.made = {{"project", project},
                    {"data", source},
                    {"map", map.file.string()},
                    {"fitted_from", momentText(calibration.fromS)},
                    {"fitted_until", momentText(calibration.fitUntilS)},
                    {"left_out_until", momentText(calibration.untilS)},
                    {"readings", std::to_string(calibration.readings)},
                    {"program", "Headroom " HEADROOM_VERSION}};
    for (const SensorFit& fit : calibration.sensors) {
        overlay.made.emplace_back("error_" + map.sensors[static_cast<std::size_t>(fit.sensor)].id,
                                  "left out, CV-RMSE / NMBE of hours: " + errorsText(fit.leftOut) +
                                      " (before " + errorsText(fit.leftOutBefore) + ")");
    }
    for (std::size_t p = 0; p < calibration.fitted.size(); ++p) {
        const FittedParameter& fitted = calibration.fitted[p];
        const FigurePath& figure = calibration.parameters[p].figure;
        overlay.settings.push_back({figure.path, fitted.value, fitted.was, fitted.low, fitted.high,
                                    std::string(figure.attribute->unit.symbol)});
    }
    return overlay;
}

std::string calibrationText(const Calibration& c, const TelemetryMap& map) {
    std::string out = fmt::format(
        "Fitted {} to {}, left out up to {}; {} readings, {} runs, {} rounds, cost {:.5g} -> "
        "{:.5g}\n\n",
        momentText(c.fromS), momentText(c.fitUntilS), momentText(c.untilS), c.readings, c.runs,
        c.rounds, c.costBefore, c.costAfter);
    for (std::size_t p = 0; p < c.fitted.size(); ++p) {
        const FittedParameter& f = c.fitted[p];
        const FigurePath& figure = c.parameters[p].figure;
        out += fmt::format(
            "  {}  {:.5g} {} (was {}), 90 % {}{}\n", figure.path, f.value,
            figure.attribute->unit.symbol,
            std::isnan(f.was) ? std::string("not stated") : fmt::format("{:.5g}", f.was),
            intervalText(f), f.isAtBound ? ", at its bound" : "");
    }
    if (c.correlation.size() > 1) {
        out +=
            "\nCorrelation of the figures, condition " + fmt::format("{:.3g}", c.condition) + ":\n";
        for (std::size_t j = 0; j < c.correlation.size(); ++j) {
            out += ' ';
            for (std::size_t k = 0; k <= j; ++k) {
                out += fmt::format(" {:+.2f}", c.correlation[j][k]);
            }
            out += "  " + c.parameters[j].figure.path + '\n';
        }
    }
    out += "\nCV-RMSE / NMBE of hourly means (ASHRAE Guideline 14 asks for 30 % / 10 %):\n";
    for (const SensorFit& fit : c.sensors) {
        out += fmt::format("  {}: fitted {} -> {}, left out {} -> {}{}\n",
                           map.sensors[static_cast<std::size_t>(fit.sensor)].id,
                           errorsText(fit.before), errorsText(fit.fitted),
                           errorsText(fit.leftOutBefore), errorsText(fit.leftOut),
                           fit.meetsGuideline ? "" : "  not met");
    }
    for (const std::string& warning : c.warnings) {
        out += "Warning: " + warning + ".\n";
    }
    return out;
}

std::string calibrationJson(const Calibration& c, const TelemetryMap& map) {
    FitJson json = {{"fitted_from", momentText(c.fromS)},
                    {"fitted_until", momentText(c.fitUntilS)},
                    {"left_out_until", momentText(c.untilS)},
                    {"readings", c.readings},
                    {"runs", c.runs},
                    {"rounds", c.rounds},
                    {"converged", c.converged},
                    {"condition", numberJson(c.condition)},
                    {"parameters", FitJson::array()},
                    {"correlation", c.correlation},
                    {"sensors", FitJson::array()},
                    {"warnings", c.warnings}};
    for (std::size_t p = 0; p < c.fitted.size(); ++p) {
        const FittedParameter& f = c.fitted[p];
        json["parameters"].push_back({{"path", c.parameters[p].figure.path},
                                      {"unit", c.parameters[p].figure.attribute->unit.symbol},
                                      {"value", f.value},
                                      {"was", numberJson(f.was)},
                                      {"sd", numberJson(f.sd)},
                                      {"low", f.low},
                                      {"high", f.high},
                                      {"identified", f.isIdentified},
                                      {"at_bound", f.isAtBound}});
    }
    for (const SensorFit& fit : c.sensors) {
        json["sensors"].push_back({{"id", map.sensors[static_cast<std::size_t>(fit.sensor)].id},
                                   {"fitted_before", errorsJson(fit.before)},
                                   {"fitted", errorsJson(fit.fitted)},
                                   {"left_out_before", errorsJson(fit.leftOutBefore)},
                                   {"left_out", errorsJson(fit.leftOut)},
                                   {"meets_guideline_14", fit.meetsGuideline}});
    }
    return jsonText(json, 2) + "\n";
}

}  // namespace headroom::engine
