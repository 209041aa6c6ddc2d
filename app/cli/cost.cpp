// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/base/plain_text.h"
#include "engine/base/team.h"
#include "engine/money/cost_difference.h"
#include "engine/money/study.h"
#include "engine/money/training_runs.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/workbook.h"
#include "models/economics/cloud_offer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

struct CostOptions {
    std::string project;
    std::optional<int> years;
    std::optional<double> discountPct;
    std::optional<std::string> tariff;
    std::vector<std::string> against, sites;
    std::optional<double> budgetUsd;
    std::string follow;
    double limitPct = 70.0, hoursPct = 10.0;
    std::string format = "text";
    std::string out;
    int top = 12;
    int threads = 0;
};

void printTable(const engine::Sheet& sheet) {
    std::printf("%s\n", titledTable(sheet).c_str());
}

void printText(const engine::CostReport& report, const CostOptions& options) {
    std::printf("%s\n\n", engine::plainText(engine::costHeading(report)).c_str());
    printTable(engine::systemsSheet(report));
    printTable(engine::runningSheet(report));
    printTable(engine::yearsSheet(report));
    printTable(engine::outputsSheet(report));
    if (!report.basis->year.trainings.empty()) {
        printTable(engine::trainingRunsSheet(
            engine::trainingRuns(*report.basis, *report.cost, *report.carbon),
            engine::moneyUnit(*report.basis)));
    }
    printTable(engine::sharesSheet(report));
    if (report.basis->supply) {
        printTable(engine::supplySheet(*report.basis->supply));
    }
    printTable(engine::carbonSheet(*report.carbon, report.basis->economics.years));
    std::printf(
        "%.4g kg/kWh and %.4g L/kWh of IT energy%s.\n\n", report.carbon->perItKwh,
        report.carbon->waterPerItKwh,
        std::isnan(report.carbon->perUsedHour)
            ? ""
            : fmt::format(", {:.4g} kg an accelerator hour used", report.carbon->perUsedHour)
                  .c_str());
    if (report.followed != nullptr) {
        printTable(engine::followSheet(*report.followed, *report.basis, *report.follow));
    }
    if (report.breakEvens != nullptr) {
        printTable(engine::breakEvenSheet(*report.breakEvens, engine::moneyUnit(*report.basis)));
    }
    if (report.places != nullptr) {
        printTable(engine::placesSheet(*report.places, *report.basis));
    }
    printTable(engine::tornadoSheet(report, static_cast<std::size_t>(options.top)));
    std::printf("Present value %.0f +- %.0f %s, as far as the rates move it.\n",
                models::usdOf(report.cost->npvTotal), report.spread->halfWidth,
                engine::moneyUnit(*report.basis).c_str());
    for (const std::string& remark : report.cost->remarks) {
        std::printf("%s\n", engine::plainText(remark).c_str());
    }
    for (const std::string& line : report.cost->capital.unpriced) {
        std::printf("No price, left out: %s\n", engine::plainText(line).c_str());
    }
    for (const std::string& note : report.basis->bill.notes) {
        std::printf("%s\n", engine::plainText(note).c_str());
    }
}

/// The project at other sites, in place of its own cost.
int costOfSites(const Opened& opened, const engine::CostSpec& spec, const CostOptions& options) {
    std::vector<std::string> ids = options.sites;
    std::erase(ids, "all");
    Progress bar("cost of sites", true);
    const auto& cancel = catchInterrupts();
    const auto sites = engine::siteCosts(
        opened.project, opened.catalogue, spec, ids,
        [&](double share) { bar.update(share, fmt::format("{:.0f} %", 100.0 * share)); }, &cancel);
    bar.finish();
    if (!sites) {
        return fail(sites.error());
    }
    if (cancel) {
        return kCancelled;
    }
    const engine::Sheet sheet =
        engine::sitesSheet(*sites, engine::moneyUnit(opened.project, opened.catalogue));
    if (options.format == "csv") {
        std::printf("%s", engine::sheetCsv(sheet).c_str());
    } else if (options.format == "json") {
        std::printf("%s\n", engine::sitesJson(*sites).c_str());
    } else if (options.format == "xlsx") {
        if (const auto written = engine::writeWorkbook(options.out, {sheet}, "Sites"); !written) {
            return fail(written.error());
        }
    } else {
        printTable(sheet);
    }
    const bool allRan = std::all_of(sites->begin(), sites->end(),
                                    [](const engine::SiteCost& site) { return site.idle.empty(); });
    return allRan ? kFine : kFindings;
}

/// A present value above the budget is a finding.
int overBudget(const engine::CostReport& report, const CostOptions& options) {
    if (!options.budgetUsd || engine::presentUsd(report) <= *options.budgetUsd) {
        return kFine;
    }
    std::fprintf(stderr, "%s: present value %.0f USD, %.0f above the budget of %.0f USD\n",
                 report.project.c_str(), engine::presentUsd(report),
                 engine::presentUsd(report) - *options.budgetUsd, *options.budgetUsd);
    return kFindings;
}

/// The study of one design of a comparison. Its catalogue must outlive it.
engine::ResultAll<std::shared_ptr<const engine::CostStudy>> studyOf(const Opened& opened,
                                                                    const engine::CostSpec& spec) {
    Progress bar("cost", true);
    return engine::costStudy(
        opened.project, opened.catalogue, {spec, {}, false, {}},
        [&](double share, const std::string& what) { bar.update(share, what); },
        &catchInterrupts());
}

/// The difference of the project from another one.
int costAgainstProject(const Opened& opened, const std::string& other, const engine::CostSpec& spec,
                       const CostOptions& options) {
    const auto base = openProject(other);
    if (!base) {
        return fail(base.error());
    }
    const auto baseStudy = studyOf(*base, spec);
    if (!baseStudy) {
        return fail(baseStudy.error());
    }
    const auto study = studyOf(opened, spec);
    if (!study) {
        return fail(study.error());
    }
    if (catchInterrupts()) {
        return kCancelled;
    }
    const engine::CostReport report = (*study)->report(), baseReport = (*baseStudy)->report();
    const engine::Sheet sheet = engine::costDifferenceSheet(
        engine::costDifference(baseReport, report), baseReport.project, report.project);
    if (options.format == "xlsx") {
        if (const auto written = engine::writeWorkbook(options.out, {sheet}, "Difference");
            !written) {
            return fail(written.error());
        }
    } else if (options.format == "text") {
        printTable(sheet);
    } else {
        printSheet(sheet, options.format);
    }
    return overBudget(report, options);
}

/// Projects among the texts of --against: files or folders that are not offers of the catalogue.
std::vector<std::string> projectsIn(const std::vector<std::string>& against,
                                    const engine::Catalogue& catalogue) {
    std::vector<std::string> projects;
    std::error_code ignored;
    std::copy_if(against.begin(), against.end(), std::back_inserter(projects),
                 [&](const std::string& text) {
                     return catalogue.spec<models::CloudOfferSpec>(text) == nullptr &&
                            std::filesystem::exists(text, ignored);
                 });
    return projects;
}

int cost(const CostOptions& options) {
    if (options.format != "xlsx" && !options.out.empty()) {
        return failUsage("cost", "--out is for --format xlsx; other formats go to standard output");
    }
    if (options.format == "xlsx" && options.out.empty()) {
        return failUsage("cost", "--format xlsx needs --out FILE");
    }
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    const std::vector<std::string> projects = projectsIn(options.against, opened->catalogue);
    if (!projects.empty() && (options.against.size() > 1 || !options.sites.empty())) {
        return failUsage("cost", "--against with a project takes one project and nothing else");
    }
    std::vector<engine::Against> against;
    for (const std::string& text :
         projects.empty() ? options.against : std::vector<std::string>{}) {
        const auto one = engine::againstOf(text, opened->catalogue);
        if (!one) {
            return fail(one.error());
        }
        against.push_back(*one);
    }
    if (!options.out.empty()) {
        engine::OutputGuard guard = guardOf(opened->project);
        guard.writes("--out", options.out);
        if (const auto safe = guard.check(); !safe) {
            return fail(safe.error());
        }
    }
    engine::CostSpec spec;
    spec.years = options.years;
    if (options.discountPct) {
        spec.discountRate = 0.01 * *options.discountPct;
    }
    spec.tariff = options.tariff;
    spec.year.threads = engine::threadsFor(options.threads);
    if (!options.sites.empty()) {
        return costOfSites(*opened, spec, options);
    }
    if (!projects.empty()) {
        return costAgainstProject(*opened, projects.front(), spec, options);
    }
    Progress bar("cost", true);
    const auto& cancel = catchInterrupts();
    engine::CostQuestion question{spec, against, true, {}};
    if (!options.follow.empty()) {
        question.follow = {
            options.follow == "price" ? models::SupplyFollow::Price : models::SupplyFollow::Carbon,
            0.01 * options.limitPct, 0.01 * options.hoursPct};
    }
    const auto study = engine::costStudy(
        opened->project, opened->catalogue, question,
        [&](double share, const std::string& what) { bar.update(share, what); }, &cancel);
    bar.finish();
    if (!study) {
        return fail(study.error());
    }
    if (cancel) {
        return kCancelled;
    }
    const engine::CostReport report = (*study)->report();
    if (options.format == "json") {
        std::printf("%s\n", engine::costJson(report).c_str());
    } else if (options.format == "csv") {
        std::printf("%s", engine::sheetCsv(engine::linesSheet(report)).c_str());
    } else if (options.format == "xlsx") {
        if (const auto written = engine::writeWorkbook(options.out, engine::costSheets(report),
                                                       "Cost of " + report.project);
            !written) {
            return fail(written.error());
        }
        std::printf("%s\n", options.out.c_str());
    } else {
        printText(report, options);
    }
    const int budget = overBudget(report, options);
    return report.basis->year.idle.empty() ? budget : kFindings;
}

}  // namespace

void addCost(Subcommand app, int& code) {
    auto options = std::make_shared<CostOptions>();
    Subcommand command = app.subcommand(
        "cost", "Compute the cost of a project: capital, operation, year by year, cost per output");
    command.option("PROJECT", options->project, "project file or folder").required().type("");
    command.option("--years", options->years, "horizon, in place of the project's").type("N");
    command
        .option("--discount", options->discountPct,
                "discount rate in percent a year, in place of the project's")
        .type("PCT")
        .check(within(0.0, 100.0));
    command.option("--tariff", options->tariff, "tariff of energy, in place of the project's")
        .type("ID");
    command
        .option("--against", options->against,
                "an offer of the catalogue to do the same work (aws-p5, lambda-h100:spot), or "
                "another project: the difference from it")
        .type("OFFER[:on_demand|reserved|spot|committed]|PROJECT")
        .onePerName();
    command
        .option("--budget", options->budgetUsd,
                "exit 1 where the present value is above that many USD")
        .type("USD")
        .check(within(0.0, 1e15));
    command
        .option("--site", options->sites,
                "a site of the catalogue for the facility, or all: a table of sites instead")
        .type("ID|all")
        .onePerName();
    command
        .option("--follow", options->follow,
                "operation that follows the hours of price or of carbon, and what it costs in work")
        .type("SIGNAL")
        .check(oneOf({"price", "carbon"}));
    command
        .option("--limit", options->limitPct,
                "of the power of an accelerator in the highest hours, with --follow")
        .type("PCT")
        .check(within(10.0, 100.0))
        .showDefault();
    command.option("--hours", options->hoursPct, "of the year at most, with --follow")
        .type("PCT")
        .check(within(1.0, 100.0))
        .showDefault();
    addFormatWithHelp(command, options->format, {"text", "json", "csv", "xlsx"},
                      "text, json, csv (every line) or xlsx");
    command.option("--out", options->out, "workbook to write, with --format xlsx").type("FILE");
    command.option("--top", options->top, "rows of what matters most")
        .type("N")
        .check(within(0, 1000))
        .showDefault();
    addWide(command);
    addThreads(command, options->threads);
    command.action([options, &code] { code = cost(*options); });
}

}  // namespace headroom::app
