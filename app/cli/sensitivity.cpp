// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/base/json.h"
#include "engine/base/plain_text.h"
#include "engine/document/values.h"
#include "engine/sensitivity/sensitivity_sheet.h"
#include "engine/sheet/sheet_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

/// From here on a headline is said to rest on assumptions, where nobody sets a limit [%].
constexpr double kUsualLimitPct = 1.0;

struct SensitivityOptions {
    std::string project, type;
    std::string until = "1h";
    double sharePct = 10.0, leastPct = 0.1;
    std::optional<double> limitPct;
    bool randomFailures = false;
    int threads = 0, top = 30;
    std::string format = "text";

    /// A share.
    double limit() const { return limitPct.value_or(kUsualLimitPct) / 100.0; }
};

/// Returns the percentage of figures that are assumptions or from memory, among those that move a headline.
double unsourcedPct(const engine::Sensitivity& study) {
    const auto unsourced =
        std::count_if(study.effects.begin(), study.effects.end(),
                      [](const engine::FigureEffect& e) { return e.provenance().isUnsourced(); });
    return study.effects.empty()
               ? 0.0
               : 100.0 * static_cast<double>(unsourced) / static_cast<double>(study.effects.size());
}

void printText(const engine::Sensitivity& study, const SensitivityOptions& options) {
    std::printf(
        "%zu figures of the catalogue, %zu of them move a headline, %zu by more than %g %%; of "
        "these "
        "%.1f %% are assumptions or from memory\n\n",
        study.tried, study.moving, study.effects.size(), options.leastPct, unsourcedPct(study));
    engine::Sheet figures = engine::figureSheet(study, true);
    if (options.top > 0 && figures.rows.size() > static_cast<std::size_t>(options.top)) {
        figures.rows.resize(static_cast<std::size_t>(options.top));
    }
    std::printf("%s\n", tableText(engine::headlineSheet(study, options.limit())).c_str());
    std::printf("%s\n", tableText(figures).c_str());
    std::printf(
        "Low and high: the range that the catalogue states. Where it states none, the figure was "
        "moved by %g %%.\n"
        "Unsourced: assumptions and what is from memory. Figures together: root of the sum of "
        "squares.\n",
        options.sharePct);
    for (const std::string& figure : study.notMoved) {
        std::printf("Not moved, the design does not run with it: %s\n", figure.c_str());
    }
    std::printf("%s", engine::textOf(study.air).c_str());
}

Json endJson(const models::Value& value) {
    const auto* number = std::get_if<double>(&value);
    if (number != nullptr) {
        return *number;
    }
    return engine::parseJson<Json>(engine::valueToJson(value));
}

Json jsonOf(const engine::Sensitivity& study, const SensitivityOptions& options,
            const std::string& project) {
    Json json = {{"project", project},
                 {"until_s", study.spec.untilS},
                 {"tried", study.tried},
                 {"moving", study.moving},
                 {"runs", study.runs},
                 {"complete", study.complete},
                 {"unsourced_of_moving_pct", unsourcedPct(study)},
                 {"headlines", nullptr},
                 {"figures", nullptr},
                 {"not_moved", study.notMoved}};
    json["headlines"] = engine::sheetJson(engine::headlineSheet(study, options.limit()));
    for (std::size_t h = 0; h < study.headlines.size(); ++h) {
        Json names = Json::array();
        for (const engine::FigureEffect* effect : engine::assumptionsBehind(study, h)) {
            names.push_back(effect->part->id + ' ' + std::string(effect->attribute->key));
        }
        json["headlines"][h]["causes"] = std::move(names);
    }
    json["air"] = engine::airJson(study.air);
    json["figures"] = engine::sheetJson(engine::figureSheet(study, false));
    for (std::size_t i = 0; i < study.effects.size(); ++i) {
        const engine::FigureEffect& e = study.effects[i];
        Json& figure = json["figures"][i];
        // Curves and lists whole, which a cell tells by their ends.
        figure["value"] = endJson(e.value());
        figure["low"] = endJson(e.ends.low);
        figure["high"] = endJson(e.ends.high);
        Json moves = Json::object();
        for (std::size_t h = 0; h < study.headlines.size(); ++h) {
            moves[std::string(study.headlines[h]->key)] = {{"low_pct", 100.0 * e.low[h]},
                                                           {"high_pct", 100.0 * e.high[h]}};
        }
        figure["moves"] = std::move(moves);
    }
    return json;
}

/// Fault of the name of a type of part; empty is none.
std::optional<std::string> typeFault(const std::string& type) {
    std::vector<std::string> known;
    for (const models::ComponentType* candidate : models::catalogueTypes()) {
        known.emplace_back(candidate->id);
    }
    if (type.empty() || std::find(known.begin(), known.end(), type) != known.end()) {
        return std::nullopt;
    }
    const std::string near = engine::nearest(type, known);
    return "\"" + type + "\" is not a type of part" +
           (near.empty() ? "" : "; did you mean " + near + "?");
}

int sensitivity(const SensitivityOptions& options) {
    engine::SensitivitySpec spec;
    const auto seconds = parseDuration(options.until);
    if (!seconds) {
        return failUsage("sensitivity", durationFault("--until", options.until));
    }
    spec.untilS = *seconds;
    spec.share = options.sharePct / 100.0;
    spec.least = options.leastPct / 100.0;
    spec.randomFailures = options.randomFailures;
    spec.threads = options.threads;
    spec.only = options.type;
    if (const auto fault = typeFault(options.type)) {
        return failUsage("sensitivity", *fault);
    }
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    Progress bar("sensitivity", true);
    const auto study = engine::sensitivity(
        opened->project, opened->catalogue, spec,
        [&](std::size_t done, std::size_t due) {
            bar.update(static_cast<double>(done) / static_cast<double>(due),
                       fmt::format("{} of {} runs", done, due));
        },
        &catchInterrupts());
    bar.finish();
    if (!study) {
        return fail(study.error());
    }
    if (options.format == "json") {
        const std::string project = engine::plainText(opened->project.file.string());
        printJson(jsonOf(*study, options, project));
    } else if (options.format == "csv") {
        printSheet(engine::figureSheet(*study, true), "csv");
    } else {
        printText(*study, options);
    }
    if (!study->complete) {
        return kCancelled;
    }
    const bool rests = std::any_of(
        study->footings.begin(), study->footings.end(),
        [&](const engine::Footing& f) { return engine::restsOnAssumptions(f, options.limit()); });
    return options.limitPct && rests ? kFindings : kFine;
}

}  // namespace

void addSensitivity(Subcommand app, int& code) {
    auto options = std::make_shared<SensitivityOptions>();
    Subcommand command = app.subcommand(
        "sensitivity",
        "Rank the catalogue figures that move the results; list results that rest on assumptions");
    command.option("PROJECT", options->project, "project file or folder").required().type("");
    command.option("--until", options->until, "simulated time of each run")
        .type("TIME")
        .showDefault();
    command
        .option("--share", options->sharePct,
                "how far a figure without a range of its own is moved, in percent")
        .type("PERCENT")
        .check(within(0.01, 50.0))
        .showDefault();
    command
        .option("--least", options->leastPct,
                "figures that move no headline by more are left out, in percent")
        .type("PERCENT")
        .check(within(0.0, 100.0))
        .showDefault();
    command
        .option("--limit", options->limitPct,
                "exit 1 where figures without a source move a headline by more, in percent")
        .type("PERCENT")
        .check(within(0.0, 1000.0));
    command.flag("--random-failures", options->randomFailures,
                 "those of the project continue; figures of failures count");
    command.option("--type", options->type, "only figures of this type of part, as ups")
        .type("TYPE");
    command.option("--top", options->top, "rows of the table; 0: all")
        .type("N")
        .check(within(0, 1'000'000))
        .showDefault();
    addWide(command);
    addThreads(command, options->threads);
    addFormat(command, options->format, {"text", "json", "csv"});
    command.action([options, &code] { code = sensitivity(*options); });
}

}  // namespace headroom::app
