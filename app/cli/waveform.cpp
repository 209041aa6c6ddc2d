// SPDX-License-Identifier: Apache-2.0
#include "engine/waveform/waveform.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/standard_output.h"
#include "engine/live/run.h"

#include <cstdio>
#include <map>
#include <memory>
#include <optional>

namespace headroom::app {

namespace {

/// A window of more than this many intervals is refused: 10 minutes at 1 ms.
constexpr double kMostIntervals = 600'000.0;

struct WaveformOptions {
    std::string project;
    std::string at = "2h";
    std::string window = "60s";
    std::string event = "none";
    std::optional<std::uint64_t> seed;
    std::string out;
    std::string spectrum;
    std::string format = "text";
    bool quiet = false;
};

const std::map<std::string, engine::SwingEvent> kEvents = {
    {"none", engine::SwingEvent::None},
    {"checkpoint", engine::SwingEvent::Checkpoint},
    {"stop", engine::SwingEvent::Stop},
    {"start", engine::SwingEvent::Start}};

int waveform(const WaveformOptions& options) {
    const std::optional<double> atS = parseDuration(options.at);
    if (!atS) {
        return failUsage("waveform", durationFault("--at", options.at));
    }
    engine::WaveformOptions wave;
    const std::optional<double> windowS = parseDuration(options.window);
    if (!windowS) {
        return failUsage("waveform", durationFault("--window", options.window));
    }
    wave.windowS = *windowS;
    if (wave.windowS < 10.0 || wave.windowS / wave.dtS > kMostIntervals) {
        return failUsage("waveform", "--window: from 10 s, so that 0.1 Hz fits, to 6000 s");
    }
    wave.event = kEvents.at(options.event);

    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    engine::OutputGuard guard = guardOf(opened->project);
    addTextOutput(guard, "--out", options.out);
    addTextOutput(guard, "--spectrum", options.spectrum);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    engine::RunOptions runOptions;
    runOptions.seed = options.seed;
    auto simulator = engine::Simulator::create(opened->project, opened->catalogue, runOptions);
    if (!simulator) {
        return fail(simulator.error());
    }
    engine::Simulator& sim = **simulator;
    const std::atomic<bool>& interrupted = catchInterrupts();
    Progress progress(sim.summary().project, !options.quiet);
    const auto show = [&](double timeS) {
        progress.update(timeS / *atS, durationText(timeS) + " of " + durationText(*atS));
    };
    const auto end = engine::run(sim, nullptr, *atS, {}, show, interrupted);
    progress.finish();
    if (!end) {
        fail(end.error());
        return kSolver;
    }
    if (*end == engine::RunEnd::Cancelled) {
        return kCancelled;
    }

    const engine::SwingPlant plant =
        engine::swingPlant(sim, engine::powerSmoothingOf(opened->project));
    const engine::Waveform result = engine::renderWaveform(plant, wave);
    if (!options.out.empty()) {
        if (const auto written = writeTextOutput(options.out, engine::waveformCsv(result));
            !written) {
            return fail(written.error());
        }
    }
    if (!options.spectrum.empty()) {
        if (const auto written =
                writeTextOutput(options.spectrum, engine::spectrumCsv(plant, result));
            !written) {
            return fail(written.error());
        }
    }
    std::printf("%s", (options.format == "json" ? engine::waveformJson(plant, result)
                                                : engine::waveformText(plant, result))
                          .c_str());
    return result.held() ? kFine : kFindings;
}

}  // namespace

void addWaveform(Subcommand app, int& code) {
    auto options = std::make_shared<WaveformOptions>();
    Subcommand command = app.subcommand(
        "waveform",
        "Show how training pulses the power of a facility; exit 1 where a grid limit is violated");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.option("--at", options->at, "simulated time to look at: 90s, 15min, 2h")
        .type("TIME")
        .showDefault();
    command.option("--window", options->window, "how long to look, at 10 ms")
        .type("TIME")
        .showDefault();
    command
        .option("--event", options->event,
                "what happens to the largest job a quarter into the window: none, "
                "checkpoint, stop or start")
        .type("EVENT")
        .check(oneOf({"none", "checkpoint", "stop", "start"}))
        .showDefault();
    addSeed(command, options->seed);
    command.option("--out", options->out, "series to write, one row for each 10 ms")
        .type("FILE.csv");
    command.option("--spectrum", options->spectrum, "amplitudes to write, one row a frequency")
        .type("FILE.csv");
    addFormat(command, options->format, {"text", "json"}, "of the result: ");
    addQuiet(command, options->quiet);
    command.action([options, &code] { code = waveform(*options); });
}

}  // namespace headroom::app
