// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/replay.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/recorded.h"
#include "engine/alarms/alarm_history.h"
#include "engine/live/run.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

struct ReplayOptions {
    std::string recording;
    std::string at;
    std::string format = "text";
    bool verify = false;
};

int replay(const ReplayOptions& options) {
    const auto opened = openReplay(options.recording);
    if (!opened) {
        return fail(opened.error());
    }
    const std::atomic<bool>& interrupted = catchInterrupts();
    if (options.verify) {
        const auto compared = (*opened)->verify({}, &interrupted);
        if (!compared) {
            return fail(compared.error());
        }
        std::printf("%d stretches between kept states run again: every byte is the same\n",
                    *compared);
        return kFine;
    }
    double atS = (*opened)->lastS();
    if (!options.at.empty()) {
        const auto given = recordedTime(options.at);
        if (!given) {
            return failUsage("replay", durationFault("--at", options.at));
        }
        atS = *given;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto moment = (*opened)->at(atS, &interrupted);
    if (!moment) {
        return fail(moment.error());
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const engine::RunSummary summary = moment->simulator->summary();
    // As the run told them: it was watched after each step.
    const auto history = engine::AlarmHistory::read((*opened)->recording().summary());
    const auto then = history.isKnown() ? history.at(moment->simulator->timeS()) : nullptr;
    std::printf("%s", options.format == "json"
                          ? engine::summaryJson(summary, wall.count(), then.get()).c_str()
                          : engine::summaryText(summary, wall.count(), then.get()).c_str());
    return kFine;
}

}  // namespace

void addReplay(Subcommand app, int& code) {
    auto options = std::make_shared<ReplayOptions>();
    Subcommand command = app.subcommand(
        "replay", "Restore an instant of a recording exactly, and print its summary");
    command.option("RUN.db", options->recording, "recording of a run, finished or not")
        .required()
        .type("");
    command
        .option("--at", options->at,
                "instant after the start: 0s, 90s, 3h10m; the last step at or before it. "
                "Without it the end")
        .type("TIME");
    command.flag("--verify", options->verify,
                 "instead: run from each kept state to the next, and compare all bytes");
    addFormat(command, options->format, {"text", "json"});
    command.action([options, &code] { code = replay(*options); });
}

}  // namespace headroom::app
