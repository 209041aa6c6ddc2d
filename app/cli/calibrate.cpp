// SPDX-License-Identifier: Apache-2.0
#include "engine/calibrate/calibrate.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/standard_output.h"
#include "app/cli/telemetry_input.h"
#include "engine/base/number.h"
#include "engine/exchange/site_clock.h"

#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

struct CalibrateOptions {
    std::string project, telemetry, map, out, overlay, until, step, every = "5min",
                                                                    skipGaps = kUsualSilence;
    std::vector<std::string> parameters;
    double leftOutPct = 30.0;
    int rounds = 30, threads = 1;
    std::string format = "text";
    bool quiet = false;
};

/// "PATH=LOW:HIGH"; nothing where it is not of that form.
struct Bounds {
    std::string path;
    double low = 0.0, high = 0.0;
};

std::optional<Bounds> boundsOf(const std::string& text) {
    const std::size_t equals = text.find('='), colon = text.find(':', equals);
    if (equals == std::string::npos || colon == std::string::npos) {
        return std::nullopt;
    }
    const auto low =
        engine::parseNumber(std::string_view(text).substr(equals + 1, colon - equals - 1));
    const auto high = engine::parseNumber(std::string_view(text).substr(colon + 1));
    if (!low || !high || equals == 0) {
        return std::nullopt;
    }
    return Bounds{text.substr(0, equals), *low, *high};
}

int calibrate(const CalibrateOptions& options) {
    std::vector<Bounds> wanted;
    for (const std::string& text : options.parameters) {
        const auto bounds = boundsOf(text);
        if (!bounds) {
            return failUsage(
                "calibrate",
                "--parameters \"" + text + "\" is not PATH=LOW:HIGH, as htw.tower_approach_k=3:9");
        }
        wanted.push_back(*bounds);
    }
    engine::CalibrationSpec spec;
    spec.leftOut = 0.01 * options.leftOutPct;
    spec.mostRounds = options.rounds;
    spec.threads = options.threads;
    if (!options.until.empty()) {
        const auto untilS = parseDuration(options.until);
        if (!untilS) {
            return failUsage("calibrate", durationFault("--until", options.until));
        }
        spec.twin.untilS = *untilS;
    }
    const auto everyS = parseDuration(options.every);
    if (!everyS) {
        return failUsage("calibrate", durationFault("--every", options.every));
    }
    spec.everyS = *everyS;
    if (!options.step.empty()) {
        spec.twin.options.stepS = parseDuration(options.step);
        if (!spec.twin.options.stepS) {
            return failUsage("calibrate", durationFault("--step", options.step));
        }
    }
    if (const std::string fault = readSilence(options.skipGaps, spec.twin.longestSilenceS);
        !fault.empty()) {
        return failUsage("calibrate", fault);
    }
    const auto opened = openTwinProject(options.project, options.overlay);
    if (!opened) {
        return fail(opened.error());
    }
    const auto mapPlace = telemetryMapOf(opened->project, options.map);
    if (!mapPlace) {
        return fail(mapPlace.error());
    }
    const std::filesystem::path& mapFile = *mapPlace;
    engine::OutputGuard guard = guardOf(opened->project);
    guard.reads(options.telemetry);
    guard.reads(mapFile);
    guard.reads(options.overlay);
    addTextOutput(guard, "--out", options.out);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    std::vector<engine::CalibrationParameter> parameters;
    for (const Bounds& bounds : wanted) {
        auto figure = engine::figurePath(opened->project, opened->catalogue, bounds.path);
        if (!figure) {
            return fail(figure.error());
        }
        parameters.push_back({std::move(*figure), bounds.low, bounds.high});
    }
    const auto map =
        engine::readTelemetryMap(mapFile, engine::siteClockOf(opened->project, opened->catalogue));
    if (!map) {
        return fail(map.error());
    }
    engine::TwinIntake intake;
    const auto series = takeIn(options.telemetry, {}, *map, intake, {},
                               std::numeric_limits<double>::infinity(), options.quiet);
    if (!series) {
        return catchInterrupts() ? kCancelled : fail(series.error());
    }
    const std::atomic<bool>& interrupted = catchInterrupts();
    Progress progress("calibrate", !options.quiet);
    const int usual = (2 * static_cast<int>(parameters.size()) + 1) * 8;
    auto fit = engine::calibrate(
        opened->project, opened->catalogue, *map, *series, parameters, spec,
        [&](int runs) {
            progress.update(std::min(0.99, runs / static_cast<double>(usual)),
                            std::to_string(runs) + " runs");
        },
        interrupted);
    progress.finish();
    if (!fit) {
        return fail(fit.error());
    }
    if (interrupted) {
        return kCancelled;
    }
    if (const auto written = writeTextOutput(
            options.out, engine::overlayText(engine::overlayOf(*fit, *map, intake.source,
                                                               opened->project.file.string())));
        !written) {
        return fail(written.error());
    }
    for (const engine::TelemetryFinding& finding : intake.findings) {
        fit->warnings.push_back(engine::text(finding));
    }
    if (options.format == "json") {
        std::printf("%s", engine::calibrationJson(*fit, *map).c_str());
    } else {
        std::printf("%s\nOverlay: %s; it acts where --overlay names it\n",
                    engine::calibrationText(*fit, *map).c_str(), options.out.c_str());
    }
    return kFine;
}

}  // namespace

void addCalibrate(Subcommand app, int& code) {
    auto options = std::make_shared<CalibrateOptions>();
    Subcommand command = app.subcommand(
        "calibrate",
        "Fit figures of a project or its parts to recorded telemetry, into an overlay");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.option("--telemetry", options->telemetry, "readings as CSV, gzip allowed")
        .required()
        .type("FILE");
    command
        .option("--map", options->map,
                "columns and units of the readings; without it telemetry.json next to the project")
        .type("MAP");
    command
        .option("--parameters", options->parameters,
                "OBJECT.KEY=LOW:HIGH of the project or TYPE/PART.KEY=LOW:HIGH of the catalogue, in "
                "the unit of the "
                "key; may be given several times")
        .required()
        .type("PATH=LOW:HIGH");
    command.option("--out", options->out, "overlay to write").required().type("OVERLAY.json");
    command.option("--overlay", options->overlay, "begin from this overlay").type("OVERLAY.json");
    command
        .option("--until", options->until, "take so much after the first reading; without it all")
        .type("TIME");
    command
        .option("--left-out", options->leftOutPct,
                "percent of the span, at its end, that are not fitted but judged")
        .type("PERCENT")
        .check(within(1.0, 90.0))
        .showDefault();
    command.option("--every", options->every, "readings are compared so far apart at least")
        .type("TIME")
        .showDefault();
    command.option("--rounds", options->rounds, "of the solver, at most")
        .type("N")
        .check(within(1, 1000))
        .showDefault();
    addSkipGaps(command, options->skipGaps);
    command.option("--step", options->step, "coupling step instead of the project's").type("TIME");
    addThreads(command, options->threads, "runs side by side; results never depend on it", 1);
    addQuiet(command, options->quiet);
    addFormat(command, options->format, {"text", "json"});
    command.action([options, &code] { code = calibrate(*options); });
}

}  // namespace headroom::app
