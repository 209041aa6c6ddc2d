// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/branch.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/recorded.h"
#include "app/cli/table.h"
#include "engine/files/output_guard.h"
#include "engine/run/order_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

struct BranchOptions {
    std::string recording, at, until, out, name, colour = "#d55e00";
    std::vector<std::string> settings, orders;
    std::vector<std::int64_t> without;
    bool list = false, quiet = false;
    std::string format = "text";
};

/// A colour as "#rrggbb".
bool isColour(const std::string& text) {
    return text.size() == 7 && text[0] == '#' &&
           text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

/// The tree below a recording, as far as its files are there; a file seen before is not followed.
void addRows(const std::filesystem::path& file, int depth, std::set<std::string>& seen,
             engine::Sheet& rows) {
    const auto recording = engine::Recording::open(file);
    if (!recording || !seen.insert(file.lexically_normal().string()).second) {
        return;
    }
    const auto branches = (*recording)->branches();
    for (const engine::BranchOrigin& b : branches.value_or(std::vector<engine::BranchOrigin>{})) {
        const std::filesystem::path child = file.parent_path() / b.parent;
        std::error_code ignored;
        const bool there = std::filesystem::exists(child, ignored);
        rows.rows.push_back({std::string(static_cast<std::size_t>(2 * depth), ' ') + b.name,
                             durationText(b.atS), b.colour, b.changes,
                             b.parent + (there ? "" : " (not there any more)")});
        if (there) {
            addRows(child, depth + 1, seen, rows);
        }
    }
}

int list(const BranchOptions& options) {
    const auto recording = engine::Recording::open(options.recording);
    if (!recording) {
        return fail(recording.error());
    }
    const engine::BranchOrigin& origin = (*recording)->info().branch;
    if (!origin.parent.empty()) {
        std::printf("A branch of %s from %s on: %s\n", origin.parent.c_str(),
                    durationText(origin.atS).c_str(), origin.name.c_str());
    }
    engine::Sheet rows{"branches",
                       "Branches",
                       "",
                       {"branch", "from", "colour", "what is different", "recording"},
                       {}};
    std::set<std::string> seen;
    addRows(options.recording, 0, seen, rows);
    std::printf("%s", rows.rows.empty() ? "No branches.\n" : tableText(rows).c_str());
    return kFine;
}

int branch(const BranchOptions& options) {
    if (options.list) {
        return list(options);
    }
    if (options.at.empty() || options.until.empty() || options.out.empty()) {
        return failUsage("branch", "--at, --until and --out are needed, or --list");
    }
    const auto start = std::chrono::steady_clock::now();
    const auto atS = recordedTime(options.at);
    const auto untilS = parseDuration(options.until);
    if (!atS || !untilS) {
        return failUsage("branch", atS ? durationFault("--until", options.until)
                                       : durationFault("--at", options.at));
    }
    if (*untilS <= *atS) {
        return failUsage("branch", "--until " + options.until + " is not after --at " + options.at);
    }
    if (!isColour(options.colour)) {
        return failUsage("branch", "--colour: \"" + options.colour + "\" is not like #d55e00");
    }
    engine::BranchWish wish;
    wish.atS = *atS;
    wish.settings = options.settings;
    wish.without = options.without;
    wish.name = options.name;
    wish.colour = options.colour;
    for (const std::string& text : options.orders) {
        auto order = engine::orderFromText(text, *atS);
        if (!order) {
            return failUsage("branch", "--order \"" + text + "\": " + order.error());
        }
        wish.orders.push_back({std::move(*order), text});
    }
    engine::OutputGuard guard;
    guard.reads(options.recording);
    guard.writes("--out", options.out, engine::FileKind::Recording);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    const auto replay = openReplay(options.recording);
    if (!replay) {
        return fail(replay.error());
    }
    const std::atomic<bool>& interrupted = catchInterrupts();
    auto made = engine::branchOff(**replay, wish, &interrupted);
    if (!made) {
        return fail(made.error());
    }
    auto recorder =
        engine::Recorder::create(options.out, made->info, made->simulator->channels(), true);
    if (!recorder) {
        return fail(recorder.error());
    }
    Progress progress(made->info.projectName, !options.quiet);
    engine::AlarmWatch alarms;
    const auto end = engine::runBranch(
        **replay, *made, recorder->get(), *untilS, {},
        [&](double timeS) {
            progress.update((timeS - *atS) / (*untilS - *atS),
                            durationText(timeS) + " of " + durationText(*untilS));
        },
        interrupted, &alarms);
    progress.finish();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const engine::RunSummary summary = made->simulator->summary();
    const std::string json = engine::summaryJson(summary, wall.count(), alarms.list().get());
    const auto finished = (*recorder)->finish(json);
    if (!end) {
        return fail(end.error());
    }
    if (!finished) {
        return fail(finished.error());
    }
    engine::BranchOrigin entry = made->info.branch;
    entry.parent = std::filesystem::path(options.out).filename().string();
    if (const auto noted = engine::addBranch(options.recording, entry); !noted) {
        std::fprintf(stderr, "The branch is not noted in %s: %s\n", options.recording.c_str(),
                     noted.error().text().c_str());
    }
    if (options.format == "json") {
        std::printf("%s", json.c_str());
    } else {
        std::printf("%s", engine::summaryText(summary, wall.count(), alarms.list().get()).c_str());
        std::printf("Branch of %s at %s, %s\nRecording: %s\n", options.recording.c_str(),
                    durationText(made->info.fromS).c_str(), made->info.branch.name.c_str(),
                    options.out.c_str());
    }
    return *end == engine::RunEnd::Cancelled ? kCancelled : kFine;
}

}  // namespace

void addBranch(Subcommand app, int& code) {
    auto options = std::make_shared<BranchOptions>();
    Subcommand command = app.subcommand(
        "branch", "Continue a recording from an instant with changes, and record the branch");
    command.option("RUN.db", options->recording, "recording of a run, finished or not")
        .required()
        .type("");
    command.option("--at", options->at, "instant after the start: 0s, 90s, 3h10m").type("TIME");
    command
        .option("--set", options->settings,
                "OBJECT.KEY=VALUE of the project, from then on; may be given several times")
        .type("PATH=VALUE");
    command
        .option("--order", options->orders,
                "\"fail cdu-3 at 3h10m for 20min\"; may be given several times")
        .type("ORDER");
    command
        .option("--without", options->without,
                "number of a failure, order or drill of the run that does not happen; may be "
                "given several times")
        .type("EVENT")
        .check(within<std::int64_t>(0, 1'000'000'000'000));
    command.option("--until", options->until, "simulated time to run to, after the start")
        .type("TIME");
    command.option("--out", options->out, "recording of the branch; replaced if there is one")
        .type("B.db");
    command.option("--name", options->name, "what to call it").type("NAME");
    command.option("--colour", options->colour, "of its curves").type("#RRGGBB").showDefault();
    command.flag("--list", options->list, "instead: the branches of a recording");
    addQuiet(command, options->quiet);
    addFormat(command, options->format, {"text", "json"});
    command.action([options, &code] { code = branch(*options); });
}

}  // namespace headroom::app
