// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/progress.h"
#include "app/cli/standard_output.h"
#include "engine/base/plain_text.h"
#include "engine/files/output_guard.h"
#include "engine/reliability/commission/commission_sheet.h"
#include "engine/report/commission_page.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

namespace headroom::app {

namespace {

struct CommissionOptions {
    std::string project, part, out;
    std::string settle = "2h", watch = "30min";
    std::string format = "text";
    int threads = 0;
    bool all = false;
};

void printRow(const engine::CommissionRow& row, bool figures) {
    const std::string alike =
        row.test.alike > 1 ? fmt::format(" (stands for {})", row.test.alike) : "";
    std::printf("%-13s  %s%s\n", engine::verdictName(row.verdict()), row.test.name.c_str(),
                alike.c_str());
    const bool failed = row.verdict() == engine::CommissionVerdict::Failed;
    for (const engine::CommissionCheck& c : row.checks) {
        if (figures || !c.held()) {
            std::printf("                 %s%s\n", c.held() ? "" : "! ",
                        engine::checkText(c).c_str());
        }
    }
    if (!row.fault.code.empty()) {
        std::printf("                 ! %s\n", row.fault.message.c_str());
    }
    for (std::size_t i = 0; failed && i < row.story.size(); ++i) {
        std::printf("                 %s\n", engine::plainText(row.story[i]).c_str());
    }
}

void printText(const engine::Commission& c, bool figures) {
    std::printf(
        "Commissioning of %s: full load of %.0f kW IT, %.0f kW facility, outdoor air %.1f °C, wet "
        "bulb %.1f °C\n",
        engine::plainText(c.project).c_str(), c.itW / 1e3, c.facilityW / 1e3, c.weather.dryBulbC,
        c.weather.wetBulbC);
    std::string section;
    for (const engine::CommissionRow& row : c.rows) {
        if (row.test.section != section) {
            section = row.test.section;
            std::printf("\n%s\n", section.c_str());
        }
        printRow(row, figures);
    }
    std::printf("\n%d passed, %d failed, %d with nothing asked, in %.0f s\n",
                c.count(engine::CommissionVerdict::Passed),
                c.count(engine::CommissionVerdict::Failed),
                c.count(engine::CommissionVerdict::NothingAsked), c.wallS);
    using models::FailurePromise;
    if (c.asked.power == FailurePromise::NotStated ||
        c.asked.cooling == FailurePromise::NotStated ||
        c.asked.network == FailurePromise::NotStated) {
        std::printf("State in `requirements` what a failure may cost, and all are judged.\n");
    }
}

int commission(const CommissionOptions& options) {
    engine::CommissionSpec spec;
    for (const auto& [text, target, name] : {std::tuple{&options.settle, &spec.settleS, "--settle"},
                                             std::tuple{&options.watch, &spec.watchS, "--watch"}}) {
        const auto seconds = parseDuration(*text);
        if (!seconds) {
            return failUsage("commission", durationFault(name, *text));
        }
        *target = *seconds;
    }
    engine::OutputGuard guard;
    guard.reads(options.project);
    addTextOutput(guard, "--out", options.out);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    spec.only = options.part;
    spec.threads = options.threads;
    Progress bar("commission", true);
    const auto result = engine::commission(
        opened->project, opened->catalogue, spec,
        [&](int done, int all) {
            bar.update(static_cast<double>(done) / all, fmt::format("{} of {}", done, all));
        },
        &catchInterrupts());
    bar.finish();
    if (!result) {
        return fail(result.error());
    }
    if (!options.out.empty()) {
        if (const auto written = writeTextOutput(options.out, engine::commissionPage(*result));
            !written) {
            return fail(written.error());
        }
    }
    if (options.format == "json") {
        printJson(engine::commissionJson(*result));
    } else {
        printText(*result, options.all);
    }
    if (!result->complete) {
        return kCancelled;
    }
    return result->count(engine::CommissionVerdict::Failed) == 0 ? kFine : kFindings;
}

}  // namespace

void addCommission(Subcommand app, int& code) {
    auto options = std::make_shared<CommissionOptions>();
    Subcommand command = app.subcommand(
        "commission",
        "Run the integrated-systems tests of a facility at full load in design weather; exit 1 "
        "where a requirement is not met");
    command.option("PROJECT", options->project, "project file or folder").required().type("");
    command
        .option("--part", options->part,
                "only parts of this object of the project, or of a section of the tests, as ups or "
                "cooling")
        .type("ID");
    command.option("--settle", options->settle, "run at full load before anything fails")
        .type("TIME")
        .showDefault();
    command.option("--watch", options->watch, "how long each failure is watched")
        .type("TIME")
        .showDefault();
    command.option("--out", options->out, "the report as one HTML page").type("FILE");
    command.flag("--all", options->all, "figures of tests that passed too");
    addThreads(command, options->threads);
    addFormat(command, options->format, {"text", "json"});
    command.action([options, &code] { code = commission(*options); });
}

}  // namespace headroom::app
