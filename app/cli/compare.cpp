// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/compare.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/recorded.h"
#include "engine/compare/money_figures.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace headroom::app {

namespace {

struct CompareOptions {
    std::vector<std::string> what;
    std::size_t baseline = 1;
    std::string format = "text";
    std::string out;
    bool cost = false;
};

int compare(const CompareOptions& options) {
    std::vector<engine::Candidate> candidates;
    engine::OutputGuard guard;
    const auto shipped = shippedParts();
    if (!shipped) {
        return fail(shipped.error());
    }
    for (const std::string& path : options.what) {
        auto candidate = engine::candidateOf(path, *shipped);
        if (!candidate) {
            return fail(candidate.error());
        }
        guard.reads(path);
        candidates.push_back(std::move(*candidate));
    }
    if (options.cost) {
        const auto& cancel = catchInterrupts();
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            Progress bar("cost of " + candidates[i].name, true);
            const auto done = engine::addMoney(
                candidates[i],
                [&](double share) { bar.update(share, fmt::format("{:.0f} %", 100.0 * share)); },
                &cancel);
            bar.finish();
            if (!done) {
                return fail(done.error());
            }
            if (cancel) {
                return kCancelled;
            }
        }
    }
    engine::tellApart(candidates, options.what);
    const auto comparison = engine::compare(candidates, options.baseline - 1);
    if (!comparison) {
        return fail(comparison.error());
    }
    const std::string text = options.format == "json"   ? engine::comparisonJson(*comparison)
                             : options.format == "csv"  ? engine::comparisonCsv(*comparison)
                             : options.format == "html" ? engine::comparisonHtml(*comparison)
                                                        : engine::comparisonText(*comparison);
    if (options.out.empty()) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        return kFine;
    }
    guard.writes("--out", options.out);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (const auto written = engine::writeFile(options.out, text); !written) {
        return fail(written.error());
    }
    std::printf("%s\n", options.out.c_str());
    return kFine;
}

}  // namespace

void addCompare(Subcommand app, int& code) {
    auto options = std::make_shared<CompareOptions>();
    Subcommand command = app.subcommand(
        "compare", "Two to four recordings or projects side by side: figures, inputs, events");
    command
        .option("A B [C D]", options->what,
                "recordings, project files or folders with a project.json")
        .required()
        .count(2, 4)
        .type("");
    command
        .option("--baseline", options->baseline,
                "which of them the others are compared with, from 1")
        .type("N")
        .check(within<std::size_t>(1, 4))
        .showDefault();
    command.flag("--cost", options->cost,
                 "also what a year costs and emits: twelve days are simulated for each");
    command.option("--format", options->format, "text, json, csv (figures alone) or html")
        .check(oneOf({"text", "json", "csv", "html"}))
        .type("F");
    command.option("--out", options->out, "file to write; without it to the terminal").type("FILE");
    command.action([options, &code] { code = compare(*options); });
}

}  // namespace headroom::app
