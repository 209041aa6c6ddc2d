// SPDX-License-Identifier: Apache-2.0
#include "engine/offers/run_offers_question.h"

#include "engine/base/duration.h"
#include "engine/estimate/model_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kMostAccelerators = 1e7;
constexpr double kMostTokens = 1e18;

constexpr std::array kRunOffersTable = {
    models::referenceList<&RunOffersAsked::runs>(
        "run", "Runs", "",
        {.required = true,
         .doc = "Training runs, each as MODEL:TOKENS[:DEADLINE[:ACCELERATORS]]: "
                "llama3-70b:2T:90d:2048. A model is an id of the catalogue, a public name, a "
                "config.json or a shape."}),
    models::referenceList<&RunOffersAsked::against>(
        "against", "Offers", "cloud_offer",
        {.doc = "Offers of the catalogue and how to pay: aws-p5, lambda-h100:spot. The word all "
                "takes every one."}),
    models::referenceList<&RunOffersAsked::own>(
        "own", "Own projects", "project",
        {.doc = "Facilities that exist: project files or folders. Twelve days of each are "
                "simulated."}),
    models::referenceList<&RunOffersAsked::buy>(
        "buy", "Projects to buy", "project",
        {.doc = "Facilities that must be built first: project files or folders. Their lead time "
                "counts."}),
    models::integer<&RunOffersAsked::accelerators>(
        "accelerators", "Accelerators",
        {.min = 1,
         .max = kMostAccelerators,
         .doc = "Rented by a run that does not state how many."}),
    models::number<&RunOffersAsked::restartS>(
        "restart_min", "Restart", models::unit::minute,
        {.min = 0.0, .max = 1e5, .doc = "From an interruption to the next step."}),
    models::number<&RunOffersAsked::dataBytes>(
        "data_tb", "Data", models::unit::terabyte,
        {.min = 0.0, .max = 1e7, .doc = "Data that a run needs and a cloud does not have."}),
    models::number<&RunOffersAsked::rentDecline>(
        "rent_decline_pct", "Fall of rents a year", models::unit::percent,
        {.min = -90.0,
         .max = 90.0,
         .doc = "Prices on demand and spot fall by that a year until a run has them; below 0 they "
                "rise."}),
    models::text<&RunOffersAsked::parts>(
        "parts", "Own parts",
        {.doc = "Folder with own parts (language_model.json, cloud_offer.json ...). Parts next to "
                "an own project count for that project."}),
};

constexpr models::ComponentType kRunOffersType = {
    .id = "plan",
    .label = "Training runs at each place",
    .section = {},
    .doc = "Cost, carbon and end of training runs at each place.",
    .attributes = kRunOffersTable,
    .create = &models::createSpec<RunOffersAsked>,
    .destroy = &models::destroySpec<RunOffersAsked>,
};

constexpr auto kRunParts =
    std::to_array<std::string_view>({"model", "tokens", "deadline", "accelerators"});

/// "15T", "300B", "2e12" as a number of tokens; nothing if the text is not one.
std::optional<double> tokensOf(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const std::string suffix(end);
    const double scale = suffix.empty()  ? 1.0
                         : suffix == "M" ? 1e6
                         : suffix == "B" ? 1e9
                         : suffix == "T" ? 1e12
                                         : 0.0;
    const double tokens = number * scale;
    return end != text.c_str() && tokens >= 1.0 && tokens < kMostTokens ? std::optional(tokens)
                                                                        : std::nullopt;
}

/// "2T", "300B", "1.5M".
std::string tokenWords(double tokens) {
    return tokens >= 1e12  ? fmt::format("{:.6g}T", tokens / 1e12)
           : tokens >= 1e9 ? fmt::format("{:.6g}B", tokens / 1e9)
                           : fmt::format("{:.6g}M", tokens / 1e6);
}

Error runFault(const std::string& text, std::string message) {
    return {"PLN-005",
            "Run \"" + text + "\": " + std::move(message),
            "Write MODEL:TOKENS[:DEADLINE[:ACCELERATORS]], as in llama3-70b:2T:90d:2048.",
            {},
            {},
            0};
}

std::vector<std::string> partsOf(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t colon = std::min(text.find(':', from), text.size());
        parts.push_back(text.substr(from, colon - from));
        from = colon + 1;
    }
    return parts;
}

/// Deadline and accelerators, either of which may be empty.
Result<void> readTerms(const std::string& text, const std::vector<std::string>& terms,
                       WantedRun& run) {
    if (terms.size() > 2) {
        return tl::unexpected(runFault(text, "there are more than four parts."));
    }
    if (!terms.empty() && !terms[0].empty()) {
        const auto deadline = parseDuration(terms[0]);
        if (!deadline || !(*deadline > 0.0)) {
            return tl::unexpected(
                runFault(text, "\"" + terms[0] + "\" is not a deadline, as 90d or 12h."));
        }
        run.deadlineS = *deadline;
    }
    if (terms.size() > 1 && !terms[1].empty()) {
        char* end = nullptr;
        const double count = std::strtod(terms[1].c_str(), &end);
        if (*end != '\0' || !(count >= 1.0) || count > kMostAccelerators ||
            count != static_cast<int>(count)) {
            return tl::unexpected(runFault(
                text,
                "\"" + terms[1] + "\" is not a number of accelerators from 1 to 10,000,000."));
        }
        run.accelerators = static_cast<int>(count);
    }
    return {};
}

Result<ChosenModel> modelIn(const std::string& name,
                            const std::vector<std::shared_ptr<const Catalogue>>& catalogues) {
    std::optional<Error> first;
    for (const auto& catalogue : catalogues) {
        auto model = chooseModel(name, *catalogue);
        if (model || model.error().code != "EST-006") {
            return model;
        }
        first = first ? first : std::optional(std::move(model.error()));
    }
    return tl::unexpected(std::move(*first));
}

/// Adds the places of own projects. Each project is studied once.
ResultAll<void> addOwn(const RunOffersAsked& asked, const PlanningWorld& world,
                       std::vector<RunPlace>& places,
                       std::vector<std::shared_ptr<const Catalogue>>& catalogues) {
    for (const bool bought : {false, true}) {
        for (const std::string& path : bought ? asked.buy : asked.own) {
            const auto project = planningProject(world, path);
            if (!project) {
                return tl::unexpected(project.error());
            }
            auto kinds = ownPlaces(project->project, project->catalogue, bought, world.threads,
                                   world.progress, world.cancel);
            if (!kinds) {
                return tl::unexpected(std::move(kinds.error()));
            }
            catalogues.push_back(project->catalogue);
            for (OwnPlace& kind : *kinds) {
                places.push_back({std::nullopt, std::move(kind)});
            }
        }
    }
    return {};
}

Result<void> addOffers(const RunOffersAsked& asked, const Catalogue& catalogue,
                       std::vector<RunPlace>& places) {
    for (const std::string& text : asked.against) {
        if (text == "all") {
            for (const Against& offer : offersOf(catalogue)) {
                places.push_back({offer, std::nullopt});
            }
            continue;
        }
        const auto offer = againstOf(text, catalogue);
        if (!offer) {
            return tl::unexpected(offer.error());
        }
        places.push_back({*offer, std::nullopt});
    }
    return {};
}

/// Every run has a place that can take it, and at least an even chance to be in time there.
bool isServed(const std::vector<RunOffer>& offers, std::size_t runs) {
    const std::size_t places = offers.size() / std::max<std::size_t>(1, runs);
    for (std::size_t r = 0; r < runs; ++r) {
        const auto first = offers.begin() + static_cast<std::ptrdiff_t>(r * places);
        if (std::none_of(first, first + static_cast<std::ptrdiff_t>(places),
                         [](const RunOffer& offer) {
                             return offer.fault.empty() && !(offer.lateChance > 0.5);
                         })) {
            return false;
        }
    }
    return true;
}

ResultAll<PlanningAnswer> answerRunOffers(const void* asked, const PlanningWorld& world) {
    const auto& a = *static_cast<const RunOffersAsked*>(asked);
    if (a.against.empty() && a.own.empty() && a.buy.empty()) {
        return tl::unexpected(Errors{{"PLN-006",
                                      "No place to compare is named.",
                                      "Name an offer (against) or a project (own, buy).",
                                      {},
                                      {},
                                      0}});
    }
    auto catalogue = world.withParts(a.parts);
    if (!catalogue) {
        return tl::unexpected(std::move(catalogue.error()));
    }
    RunOfferSpec spec;
    spec.accelerators = a.accelerators;
    spec.restartS = a.restartS;
    spec.dataBytes = a.dataBytes;
    spec.rentDecline = a.rentDecline;
    if (const auto added = addOffers(a, **catalogue, spec.places); !added) {
        return tl::unexpected(Errors{added.error()});
    }
    std::vector<std::shared_ptr<const Catalogue>> catalogues = {*catalogue};
    if (auto added = addOwn(a, world, spec.places, catalogues); !added) {
        return tl::unexpected(std::move(added.error()));
    }
    for (const std::string& text : a.runs) {
        const auto run = wantedRunOf(text, catalogues);
        if (!run) {
            return tl::unexpected(Errors{run.error()});
        }
        spec.runs.push_back(*run);
    }
    const auto offers = runOffers(spec, **catalogue, world.progress, world.cancel);
    PlanningAnswer answer;
    answer.sheets.push_back(runOffersSheet(offers));
    answer.charts = {{.title = "Cost and date",
                      .sheet = answer.sheets.front().name,
                      .x = "last_token_s",
                      .y = "usd",
                      .group = "place",
                      .isJoined = false}};
    answer.isMet = isServed(offers, spec.runs.size());
    return answer;
}

constexpr PlanningQuestion kRunOffersQuestion = {
    .name = "plan",
    .title = "Compare Training Runs",
    .about =
        "Compare what training runs cost at offers and own facilities, and when they end; "
        "exit 1 where no place is in time",
    .page = "run-offers.md",
    .examples = R"({"run": ["llama3-70b:2T:90d:2048"],
                    "against": ["aws-p5", "lambda-h100", "aws-p5:spot"]})",
    .spec = &kRunOffersType,
    .listParts = kRunParts,
    .answer = &answerRunOffers,
};

}  // namespace

const PlanningQuestion& runOffersQuestion() {
    return kRunOffersQuestion;
}

Result<WantedRun> wantedRunOf(const std::string& text,
                              const std::vector<std::shared_ptr<const Catalogue>>& catalogues) {
    // A path of a config.json may hold a colon: tokens are the first part after it that reads as tokens.
    const std::vector<std::string> parts = partsOf(text);
    std::string model = parts.front();
    std::size_t at = 1;
    while (at < parts.size() && !tokensOf(parts[at])) {
        model += ':' + parts[at++];
    }
    if (at >= parts.size() || model.empty()) {
        return tl::unexpected(runFault(
            text, parts.size() < 2
                      ? "it states no tokens."
                      : "\"" + parts[1] + "\" is not a number of tokens, as 15T, 300B or 2e12."));
    }
    WantedRun run;
    run.tokens = *tokensOf(parts[at]);
    run.name = fmt::format("{} {}", model, tokenWords(run.tokens));
    const std::vector<std::string> terms(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                         parts.end());
    if (const auto read = readTerms(text, terms, run); !read) {
        return tl::unexpected(read.error());
    }
    const auto chosen = modelIn(model, catalogues);
    if (!chosen) {
        return tl::unexpected(chosen.error());
    }
    run.model = chosen->spec;
    run.ownModel = chosen->own;
    return run;
}

}  // namespace headroom::engine
