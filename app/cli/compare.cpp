// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/compare.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/recorded.h"
#include "app/cli/standard_output.h"
#include "engine/compare/executive.h"
#include "engine/compare/money_figures.h"
#include "engine/files/output_guard.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/sheet_text.h"

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
    bool isExecutive = false;
    std::string question;
    std::string date;
};

using engine::Comparison;

/// One page of headline figures: the sheet as text, JSON or CSV, the page as HTML or PDF.
engine::Result<std::string> executive(const Comparison& comparison, const CompareOptions& options) {
    const engine::ExecutivePage page = engine::executivePage(comparison, options.question);
    const std::string& date = options.date;
    if (options.format == "pdf") {
        return engine::executivePdf(page, date);
    }
    if (options.format == "json") {
        return engine::executiveJson(page) + '\n';
    }
    return options.format == "csv"    ? engine::sheetCsv(page.sheet)
           : options.format == "html" ? engine::executiveHtml(page, date)
                                      : page.question + "\n\n" + engine::sheetText(page.sheet);
}

engine::Result<std::string> facesOf(const Comparison& comparison, const CompareOptions& options) {
    if (options.isExecutive) {
        return executive(comparison, options);
    }
    return options.format == "json"   ? engine::comparisonJson(comparison)
           : options.format == "csv"  ? engine::sheetCsv(engine::comparisonSheet(comparison))
           : options.format == "html" ? engine::comparisonHtml(comparison)
                                      : engine::comparisonText(comparison);
}

int compare(const CompareOptions& options) {
    if (options.format == "pdf" && !options.isExecutive) {
        return failUsage("compare", "--format pdf needs --executive.");
    }
    if (options.format == "pdf" && options.out.empty()) {
        return failUsage("compare", "--format pdf writes to --out FILE.");
    }
    if (!options.isExecutive && !(options.question.empty() && options.date.empty())) {
        return failUsage("compare", "--question and --date need --executive.");
    }
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
        for (auto& candidate : candidates) {
            Progress bar("cost of " + candidate.name, true);
            const auto done = engine::addMoney(
                candidate,
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
    const auto made = facesOf(*comparison, options);
    if (!made) {
        return fail(made.error());
    }
    const std::string& text = *made;
    if (options.out.empty()) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        return kFine;
    }
    if (options.out == engine::kStandardOutput && options.format == "pdf") {
        return failUsage("compare", "--out - takes text; name a file for --format pdf");
    }
    addTextOutput(guard, "--out", options.out);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (const auto written = writeTextOutput(options.out, text); !written) {
        return fail(written.error());
    }
    std::printf("%s\n", options.out.c_str());
    return kFine;
}

}  // namespace

void addCompare(Subcommand app, int& code) {
    auto options = std::make_shared<CompareOptions>();
    Subcommand command = app.subcommand(
        "compare", "Compare two to four recordings or projects: figures, inputs, events");
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
    command.flag(
        "--executive", options->isExecutive,
        "one page for those who decide: headline figures with units, plus or minus, and footnotes");
    command
        .option("--question", options->question, "heading of --executive; default: which of them")
        .type("TEXT");
    command.option("--date", options->date, "date below the heading of --executive; default: none")
        .type("DATE");
    addFormatWithHelp(command, options->format, {"text", "json", "csv", "html", "pdf"},
                      "text, json, csv (figures alone), html, or pdf of --executive");
    command.option("--out", options->out, "file to write; without it to the terminal").type("FILE");
    command.action([options, &code] { code = compare(*options); });
}

}  // namespace headroom::app
