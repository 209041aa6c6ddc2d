// SPDX-License-Identifier: Apache-2.0
#include "engine/report/whole/report.h"

#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/recorded.h"
#include "app/cli/standard_output.h"
#include "engine/base/team.h"
#include "engine/files/output_guard.h"
#include "engine/money/study.h"
#include "engine/replay/opened_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

struct ReportOptions {
    std::vector<std::string> what;
    std::string out, format;
    std::vector<std::string> images, validation;
    bool cost = false;
    engine::ReportTitle title;
};

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return fmt::format("{:04}-{:02}-{:02}", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
}

/// The cost of the first project.
engine::ResultAll<std::shared_ptr<const engine::CostStudy>> price(
    const engine::OpenedDesign& subject) {
    engine::CostQuestion question;
    question.spec.year.threads = engine::threadsFor(0);
    Progress bar("cost", true);
    auto study = engine::costStudy(
        subject.withFiles ? *subject.withFiles : *subject.project, *subject.catalogue, question,
        [&](double share, const std::string& what) { bar.update(share, what); },
        &catchInterrupts());
    bar.finish();
    return study;
}

engine::ResultAll<engine::Comparison> comparisonOf(const std::vector<std::string>& what,
                                                   const fs::path& shipped) {
    std::vector<engine::Candidate> candidates;
    for (const std::string& path : what) {
        auto candidate = engine::candidateOf(path, shipped);
        if (!candidate) {
            return tl::unexpected(candidate.error());
        }
        candidates.push_back(std::move(*candidate));
    }
    engine::tellApart(candidates, what);
    auto comparison = engine::compare(candidates);
    if (!comparison) {
        return tl::unexpected(engine::Errors{comparison.error()});
    }
    return std::move(*comparison);
}

/// RUN.db → RUN.html; the folder of a project → its name, here.
fs::path outOf(const ReportOptions& options) {
    if (!options.out.empty()) {
        return options.out;
    }
    const std::string ending = options.format.empty() ? ".html" : "." + options.format;
    const fs::path first = options.what.front();
    if (first.extension() == ".db") {
        return fs::path(first).replace_extension(ending);
    }
    const fs::path whole = fs::absolute(first).lexically_normal();
    const fs::path named = whole.has_filename() ? whole : whole.parent_path();
    return (named.filename() == "project.json" ? named.parent_path().filename() : named.stem())
               .string() +
           "-report" + ending;
}

int report(ReportOptions options) {
    const fs::path out = outOf(options);
    const bool pdf = options.format.empty() ? out.extension() == ".pdf" : options.format == "pdf";
    const auto shipped = shippedParts();
    if (!shipped) {
        return fail(shipped.error());
    }
    engine::OutputGuard guard;
    engine::ReportInput input;
    for (const std::string& path : options.what) {
        guard.reads(path);
    }
    input.images.assign(options.images.begin(), options.images.end());
    for (const fs::path& image : input.images) {
        guard.reads(image);
    }
    if (pdf) {
        guard.writes("--out", out);
    } else {
        addTextOutput(guard, "--out", out);
    }
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (const std::string ending = out.extension().string();
        options.format.empty() && !ending.empty() && !pdf && ending != ".html" &&
        ending != ".htm") {
        throw UsageFault("--out: a report is written as .html or .pdf, not as \"" + ending +
                         "\"; --format html writes HTML under any name");
    }
    const auto subject = engine::openDesign(options.what.front(), *shipped);
    if (!subject) {
        return fail(subject.error());
    }
    input.recording = subject->recording.get();
    if (subject->project && subject->catalogue) {
        input.project = &*subject->project;
        input.withFiles = subject->withFiles ? &*subject->withFiles : nullptr;
        input.catalogue = &*subject->catalogue;
    }
    std::optional<engine::Comparison> comparison;
    if (options.what.size() > 1) {
        auto found = comparisonOf(options.what, *shipped);
        if (!found) {
            return fail(found.error());
        }
        comparison = std::move(*found);
        input.comparison = &*comparison;
    }
    std::shared_ptr<const engine::CostStudy> priced;
    engine::CostReport cost;
    if (options.cost) {
        if (input.project == nullptr) {
            return failUsage("report", "--cost needs a design that this version can read");
        }
        auto found = price(*subject);
        if (!found) {
            return fail(found.error());
        }
        priced = std::move(*found);
        cost = priced->report();
        input.cost = &cost;
    }
    std::optional<engine::ValidationReport> validation;
    if (!options.validation.empty()) {
        const std::vector<fs::path> paths(options.validation.begin(), options.validation.end());
        auto found =
            engine::validate(paths, {}, subject->catalogue ? &*subject->catalogue : nullptr);
        if (!found) {
            return fail(found.error());
        }
        validation = std::move(*found);
        input.validation = &*validation;
    }
    input.title = options.title;
    input.title.date = options.title.date.empty() ? today() : options.title.date;
    const auto page = pdf ? engine::reportPdf(input) : engine::reportHtml(input);
    if (!page) {
        return fail(page.error());
    }
    if (const auto written = writeTextOutput(out, *page); !written) {
        return fail(written.error());
    }
    std::printf("%s\n", out.c_str());
    return kFine;
}

}  // namespace

void addReport(Subcommand app, int& code) {
    auto options = std::make_shared<ReportOptions>();
    Subcommand command = app.subcommand(
        "report", "Write a report on design, results, cost and sources as HTML or PDF");
    command
        .option("RUN.db|PROJECT", options->what,
                "recording of a run, finished or not, or a project; up to three more are "
                "compared with it")
        .required()
        .count(1, 4)
        .type("");
    command
        .option("--out", options->out,
                "file to write, .html or .pdf; without it RUN.html or PROJECT-report.html")
        .type("FILE");
    addFormatWithHelp(command, options->format, {"html", "pdf"},
                      "html or pdf, in place of the file's ending");
    command.option("--image", options->images, "PNG picture to embed; may be repeated")
        .type("FILE.png")
        .onePerName();
    command.flag("--cost", options->cost, "with what the design costs (takes a simulated year)");
    command
        .option("--validation", options->validation,
                "with cases of this file or folder run against the models; may be repeated")
        .type("PATH")
        .onePerName();
    command.option("--title", options->title.title, "in place of the project's name").type("TEXT");
    command.option("--client", options->title.client, "whom it is prepared for").type("TEXT");
    command.option("--author", options->title.preparedBy, "who prepared it").type("TEXT");
    command.option("--revision", options->title.revision, "as the title block shows it")
        .type("TEXT");
    command.option("--date", options->title.date, "as the title block shows it; without it today")
        .type("DATE");
    command.action([options, &code] { code = report(*options); });
}

}  // namespace headroom::app
