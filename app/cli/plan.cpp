// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/duration.h"
#include "app/cli/estimate.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/base/team.h"
#include "engine/offers/run_offers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

struct PlanOptions {
    std::vector<std::string> runs, at, own, buy;
    int accelerators = 1024;
    double restartMin = 10.0, dataTb = 0.0;
    int threads = 0;
    std::string format = "text";
};

/// Searches that end sooner show no progress.
constexpr double kQuietPlanS = 1.0;
constexpr double kTera = 1e12;

/// "15T", "300B", "2e12" as a number of tokens; nothing if the text is not one.
std::optional<double> tokensOf(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const std::string suffix(end);
    const double scale = suffix.empty()  ? 1.0
                         : suffix == "M" ? 1e6
                         : suffix == "B" ? 1e9
                         : suffix == "T" ? kTera
                                         : 0.0;
    const double tokens = number * scale;
    return end != text.c_str() && tokens >= 1.0 && tokens < 1e18 ? std::optional(tokens)
                                                                 : std::nullopt;
}

/// A run as people write it, with the model that it needs.
struct AskedRun {
    engine::WantedRun run;
    std::shared_ptr<const models::LanguageModelSpec> ownModel;
};

/// MODEL:TOKENS[:DEADLINE[:ACCELERATORS]]. A path of a config.json may hold a colon: the last parts count.
engine::Result<AskedRun> runOf(const std::string& text, const engine::Catalogue& catalogue) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t colon = std::min(text.find(':', from), text.size());
        parts.push_back(text.substr(from, colon - from));
        from = colon + 1;
    }
    if (parts.size() < 2 || parts.size() > 4) {
        throw UsageFault(fmt::format(
            "--run {}: state MODEL:TOKENS, and if you like :DEADLINE and :ACCELERATORS, as in "
            "llama3-70b:2T:90d:2048",
            text));
    }
    AskedRun asked;
    const auto tokens = tokensOf(parts[1]);
    if (!tokens) {
        throw UsageFault(fmt::format(
            "--run {}: \"{}\" is not a number of tokens, as 15T, 300B or 2e12", text, parts[1]));
    }
    asked.run.tokens = *tokens;
    if (parts.size() > 2) {
        const auto deadline = engine::parseDuration(parts[2]);
        if (!deadline) {
            throw UsageFault(durationFault("--run, deadline", parts[2]));
        }
        asked.run.deadlineS = *deadline;
    }
    if (parts.size() > 3) {
        asked.run.accelerators = std::atoi(parts[3].c_str());
        if (asked.run.accelerators < 1 || asked.run.accelerators > 10'000'000) {
            throw UsageFault(
                fmt::format("--run {}: \"{}\" is not a number of accelerators from 1 to 10,000,000",
                            text, parts[3]));
        }
    }
    const auto model = modelOf(parts[0], catalogue, asked.ownModel);
    if (!model) {
        return tl::unexpected(model.error());
    }
    asked.run.model = *model;
    asked.run.name = fmt::format("{} {}", parts[0], parts[1]);
    return asked;
}

/// Places of own projects, each studied once. Project parts of their own are read with the project.
engine::ResultAll<std::vector<engine::OwnPlace>> ownPlaces(const PlanOptions& options,
                                                           std::vector<Opened>& opened) {
    std::vector<engine::OwnPlace> places;
    const std::atomic<bool>& cancel = catchInterrupts();
    for (const bool bought : {false, true}) {
        for (const std::string& path : bought ? options.buy : options.own) {
            auto project = openProject(path);
            if (!project) {
                return tl::unexpected(project.error());
            }
            opened.push_back(std::move(*project));
            const Opened& kept = opened.back();
            Progress bar("plan", true);
            auto kinds = engine::ownPlaces(
                std::make_shared<const engine::Project>(kept.project), kept.catalogue, bought,
                engine::threadsFor(options.threads),
                [&](double share, const std::string& what) { bar.update(share, what); }, &cancel);
            bar.finish();
            if (!kinds) {
                return tl::unexpected(kinds.error());
            }
            std::move(kinds->begin(), kinds->end(), std::back_inserter(places));
        }
    }
    return places;
}

int plan(const PlanOptions& options) {
    if (options.at.empty() && options.own.empty() && options.buy.empty()) {
        throw UsageFault("name a place: --at OFFER, --own PROJECT or --buy PROJECT");
    }
    const auto catalogue = openCatalogue({});
    if (!catalogue) {
        return fail(catalogue.error());
    }
    engine::RunOfferSpec spec;
    spec.accelerators = options.accelerators;
    spec.restartS = 60.0 * options.restartMin;
    spec.dataBytes = kTera * options.dataTb;
    std::vector<AskedRun> asked;
    for (const std::string& text : options.runs) {
        auto run = runOf(text, *catalogue);
        if (!run) {
            return fail(run.error());
        }
        asked.push_back(std::move(*run));
        spec.runs.push_back(asked.back().run);
    }
    for (const std::string& text : options.at) {
        if (text == "all") {
            for (const engine::Against& offer : engine::offersOf(*catalogue)) {
                spec.places.push_back({offer, std::nullopt});
            }
            continue;
        }
        const auto offer = engine::againstOf(text, *catalogue);
        if (!offer) {
            return fail(offer.error());
        }
        spec.places.push_back({*offer, std::nullopt});
    }
    std::vector<Opened> opened;
    opened.reserve(options.own.size() + options.buy.size());
    const auto own = ownPlaces(options, opened);
    if (!own) {
        return fail(own.error());
    }
    for (const engine::OwnPlace& place : *own) {
        spec.places.push_back({std::nullopt, place});
    }
    const std::atomic<bool>& cancel = catchInterrupts();
    Progress bar("plan", true, kQuietPlanS);
    const auto offers = engine::runOffers(
        spec, *catalogue, [&](double share, const std::string& what) { bar.update(share, what); },
        &cancel);
    bar.finish();
    if (cancel) {
        return kCancelled;
    }
    printSheet(engine::runOffersSheet(offers), options.format);
    // Every run has a place that can take it, and at least an even chance to be in time there.
    const bool allServed = std::all_of(asked.begin(), asked.end(), [&](const AskedRun& one) {
        return std::any_of(offers.begin(), offers.end(), [&](const engine::RunOffer& offer) {
            return offer.run == one.run.name && offer.fault.empty() && !(offer.lateChance > 0.5);
        });
    });
    return allServed ? kFine : kFindings;
}

}  // namespace

void addPlan(Subcommand app, int& code) {
    auto options = std::make_shared<PlanOptions>();
    Subcommand command =
        app.subcommand("plan",
                       "Compare what training runs cost at offers and own facilities, and when "
                       "they end; exit 1 where no place is in time");
    command
        .option("--run", options->runs,
                "a run: model or config.json, tokens, and if you like deadline and accelerators: "
                "llama3-70b:2T:90d:2048")
        .type("MODEL:TOKENS[:DEADLINE[:N]]")
        .onePerName()
        .required();
    command
        .option("--at", options->at,
                "an offer of the catalogue and how to pay: aws-p5, lambda-h100:spot; all takes "
                "every one")
        .type("OFFER[:on_demand|reserved|spot|committed]")
        .onePerName();
    command
        .option("--own", options->own, "a facility that exists; twelve of its days are simulated")
        .type("PROJECT")
        .onePerName();
    command
        .option("--buy", options->buy, "a facility that must be built first: its lead time counts")
        .type("PROJECT")
        .onePerName();
    command
        .option("--accelerators", options->accelerators,
                "that a run rents if it does not state how many")
        .type("N")
        .check(within(1, 10'000'000))
        .showDefault();
    command
        .option("--restart", options->restartMin, "minutes from an interruption to the next step")
        .type("MIN")
        .check(within(0.0, 1e5))
        .showDefault();
    command
        .option("--data", options->dataTb, "terabytes that a run needs and a cloud does not have")
        .type("TB")
        .check(within(0.0, 1e7))
        .showDefault();
    command.option("--threads", options->threads, "of the simulated days; 0 takes all cores")
        .type("N")
        .check(within(0, 1024));
    command.option("--format", options->format, "text, json or csv")
        .type("FORMAT")
        .check(oneOf({"text", "json", "csv"}))
        .showDefault();
    addWide(command);
    command.action([options, &code] { code = plan(*options); });
}

}  // namespace headroom::app
