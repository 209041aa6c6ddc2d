// SPDX-License-Identifier: Apache-2.0
#include "engine/fleet/fleet_question.h"

#include "engine/base/scale.h"
#include "engine/estimate/model_choice.h"
#include "engine/money/break_even.h"
#include "models/economics/cloud_offer.h"
#include "models/facility/grid.h"
#include "models/workload/prefix_reuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr const char* kAsManyAsNeeded = ":65536";
constexpr double kServedRequests = 10'000.0;  ///< one by one, for each fleet that is tried
constexpr double kLeastWindowS = 10.0, kMostWindowS = 600.0;
constexpr double kMillionTokens = 1e6;
constexpr std::array kClientShares = {0.125, 0.25, 0.5, 1.0, 2.0};  ///< of the stated clients
constexpr std::array kCurveShares = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

constexpr auto kWeightBits = std::to_array<std::string_view>({"16", "8", "4"});

constexpr std::array kFleetTable = {
    models::text<&FleetAsked::model>(
        "model", "Model",
        {.required = true,
         .doc = "Language model: an id, a public name, a config.json or a shape."}),
    models::referenceList<&FleetAsked::on>(
        "on", "Accelerators or offers", "cloud_offer",
        {.required = true,
         .doc = "Kinds to compare: h100-sxm, dgx-b200:512 (at most that many), or an offer of the "
                "catalogue with its price and grid: lambda-h100, aws-p5:reserved."}),
    models::number<&FleetAsked::chatsPerDay>(
        "chats_per_day", "Chats a day", models::unit::none,
        {.min = 1.0, .max = 1e12, .doc = "Requests in a day."}),
    models::number<&FleetAsked::usersPerDay>(
        "users_per_day", "Users a day", models::unit::none,
        {.min = 1.0, .max = 1e11, .doc = "People in a day, in place of or next to chats."}),
    models::number<&FleetAsked::chatsPerUser>(
        "chats_per_user", "Chats of a user", models::unit::none,
        {.min = 0.01, .max = 1e5, .doc = "Requests of a person in a day. Assumption: 10."}),
    models::number<&FleetAsked::peakFactor>(
        "peak_factor", "Peak factor", models::unit::none,
        {.min = 1.0, .max = 1e3, .doc = "Rate of the busiest time over the mean of the day."}),
    models::number<&FleetAsked::promptTokens>(
        "prompt_tokens", "Prompt, mean", models::unit::none,
        {.min = 1.0, .max = 1e7, .doc = "Scales the lengths of the profile to that mean."}),
    models::number<&FleetAsked::outputTokens>(
        "output_tokens", "Answer, mean", models::unit::none,
        {.min = 1.0, .max = 1e7, .doc = "Scales the lengths of the profile to that mean."}),
    models::number<&FleetAsked::ttftS>(
        "ttft_ms", "Time to first token", models::unit::millisecond,
        {.min = 1.0, .max = 1e7, .doc = "Limit of the time to the first token."}),
    models::number<&FleetAsked::tpotS>(
        "tpot_ms", "Time per output token", models::unit::millisecond,
        {.min = 0.1, .max = 1e6, .doc = "Limit of the time of each later token."}),
    models::number<&FleetAsked::percentile>(
        "percentile_pct", "Percentile", models::unit::percent,
        {.min = 1.0, .max = 99.99, .doc = "Share of the requests that must meet both limits."}),
    models::choice<&FleetAsked::weightBits>("weight_bits", "Weight bits", kWeightBits,
                                            {.doc = "Precision of weights and arithmetic."}),
    models::number<&FleetAsked::cacheBits>(
        "cache_bits", "Cache bits", models::unit::none,
        {.min = 4.0,
         .max = 16.0,
         .doc = "Precision of keys and values. Default: that of the software."}),
    models::number<&FleetAsked::sharedPrefixTokens>(
        "shared_prefix_tokens", "Shared prefix", models::unit::none,
        {.min = 0.0,
         .max = 1e7,
         .doc = "First tokens that all prompts share (system prompt): held once by each replica."}),
    models::number<&FleetAsked::prefixHit>(
        "prefix_hit_pct", "Prefix hits", models::unit::percent,
        {.min = 0.0,
         .max = 100.0,
         .doc = "Share of the other prompt tokens that earlier turns left in the prefix cache."}),
    models::integer<&FleetAsked::draftTokens>(
        "draft_tokens", "Drafted tokens",
        {.min = 0,
         .max = 16,
         .doc = "Speculative decoding: tokens drafted in each iteration; 0 turns it off."}),
    models::number<&FleetAsked::draftAcceptance>(
        "draft_acceptance_pct", "Accepted drafts", models::unit::percent,
        {.min = 0.0,
         .max = 100.0,
         .doc = "Share of drafted tokens that the model accepts, if it accepted those before."}),
    models::reference<&FleetAsked::draftModel>(
        "draft_model", "Draft model", "language_model",
        {.doc = "Model that drafts; not stated: a head of one layer of the model itself."}),
    models::boolean<&FleetAsked::disaggregated>(
        "disaggregated", "Separate prefill",
        {.doc = "Prompts are computed on replicas of their own."}),
    models::number<&FleetAsked::clients>(
        "clients", "Clients at once", models::unit::none,
        {.min = 1.0,
         .max = 1e8,
         .doc = "Clients that each ask again once they are answered: adds the sheet Closed loop."}),
    models::reference<&FleetAsked::stack>("stack", "Software", "serving_stack",
                                          {.doc = "Serving software of the catalogue."}),
    models::reference<&FleetAsked::requests>("requests", "Request profile", "request_profile",
                                             {.doc = "Distribution of lengths and burstiness."}),
    models::number<&FleetAsked::usdPerHour>(
        "usd_per_hour", "Price", models::unit::dollar,
        {.min = 0.0,
         .max = 1e5,
         .doc = "Price of an accelerator hour if the place is not an offer."}),
    models::number<&FleetAsked::usdPerJ>(
        "usd_per_kwh", "Price of energy", models::unit::dollarPerKilowattHour,
        {.min = 0.0, .max = 100.0, .doc = "Paid next to the price, where energy is not in it."}),
    models::number<&FleetAsked::pue>(
        "pue", "PUE", models::unit::none,
        {.min = 1.0, .max = 5.0, .doc = "PUE of the facility if the place is not an offer."}),
    models::reference<&FleetAsked::grid>(
        "grid", "Grid", "grid",
        {.doc = "Carbon intensity by location, where no offer states a grid."}),
    models::text<&FleetAsked::parts>("parts", "Own parts", {.doc = "Folder with own parts."}),
};

constexpr models::ComponentType kFleetType = {
    .id = "fleet",
    .label = "Serving fleet",
    .section = {},
    .doc = "Smallest fleets for a number of chats a day.",
    .attributes = kFleetTable,
    .create = &models::createSpec<FleetAsked>,
    .destroy = &models::destroySpec<FleetAsked>,
};

/// A place for a fleet, with its prices.
struct FleetPlace {
    EstimateCluster cluster;
    double usdPerHour = models::kNotStated, pue = 1.0, kgPerJ = models::kNotStated;
};

double gridKgPerJ(const std::string& id, const Catalogue& catalogue) {
    const auto* grid = catalogue.spec<models::GridSpec>(id);
    return grid != nullptr ? grid->carbonKgPerJ : models::kNotStated;
}

/// An offer of the catalogue, or a cluster with the stated price and grid.
Result<FleetPlace> fleetPlace(const std::string& text, const FleetAsked& asked,
                              const Catalogue& catalogue) {
    FleetPlace place{{}, asked.usdPerHour, asked.pue, gridKgPerJ(asked.grid, catalogue)};
    std::string cluster = text.find(':') == std::string::npos ? text + kAsManyAsNeeded : text;
    const std::string id = text.substr(0, text.find(':'));
    if (const auto* offer = catalogue.spec<models::CloudOfferSpec>(id)) {
        const auto against = againstOf(text, catalogue);
        if (!against) {
            return tl::unexpected(against.error());
        }
        PriceRates rates(catalogue, *catalogue.entriesOf("price_book").front());
        place.usdPerHour = priceOf(*against, catalogue, rates).usdPerHour;
        place.pue = std::isnan(offer->pue) ? place.pue : offer->pue;
        const double kg = gridKgPerJ(offer->grid, catalogue);
        place.kgPerJ = std::isnan(kg) ? place.kgPerJ : kg;
        cluster = offer->server + kAsManyAsNeeded + "@" + offer->scaleOut;
    }
    auto made = clusterOf(cluster, catalogue);
    if (!made) {
        return tl::unexpected(made.error());
    }
    place.cluster = std::move(*made);
    return place;
}

/// Lengths of the profile times what makes their mean the stated one.
models::Curve scaledTo(const models::Curve& lengths, double mean) {
    if (std::isnan(mean)) {
        return lengths;
    }
    const double factor = mean / models::lengthMoments(lengths).mean;
    std::vector<double> tokens = lengths.y();
    for (double& each : tokens) {
        each = std::max(1.0, each * factor);
    }
    return {lengths.x(), std::move(tokens)};
}

/// The question of one place, without its cluster.
Result<InferenceQuestion> fleetQuestionOf(const FleetAsked& asked, const Catalogue& catalogue) {
    const auto missing = [](const std::string& id, const char* type) {
        return Error{"EST-006",
                     "\"" + id + "\" is not a " + type + " of the catalogue.",
                     std::string("headroom-cli catalog ") + type + " lists them.",
                     {},
                     {},
                     0};
    };
    InferenceQuestion question;
    question.stack = catalogue.spec<models::ServingStackSpec>(asked.stack);
    if (question.stack == nullptr) {
        return tl::unexpected(missing(asked.stack, "serving_stack"));
    }
    const auto* profile = catalogue.spec<models::RequestProfileSpec>(asked.requests);
    if (profile == nullptr) {
        return tl::unexpected(missing(asked.requests, "request_profile"));
    }
    question.requests = *profile;
    question.requests.promptTokens = scaledTo(profile->promptTokens, asked.promptTokens);
    question.requests.outputTokens = scaledTo(profile->outputTokens, asked.outputTokens);
    question.requests.diurnalSwing = 0.0;  // the peak factor states it
    question.plan.weightBits = asked.weightBits == WeightBits::Sixteen ? 16.0
                               : asked.weightBits == WeightBits::Eight ? 8.0
                                                                       : 4.0;
    question.plan.cacheBits =
        models::cacheBitsOf(*question.stack, question.plan.weightBits, asked.cacheBits);
    question.plan.speculation = {asked.draftTokens, asked.draftAcceptance, nullptr};
    if (!asked.draftModel.empty()) {
        question.plan.speculation.draft =
            catalogue.spec<models::LanguageModelSpec>(asked.draftModel);
        if (question.plan.speculation.draft == nullptr) {
            return tl::unexpected(missing(asked.draftModel, "language_model"));
        }
    }
    if (const auto drafts = checkDrafts(question.plan.speculation); !drafts) {
        return tl::unexpected(drafts.error());
    }
    question.service.sharedPrefixTokens = asked.sharedPrefixTokens;
    question.service.prefixHit = asked.prefixHit;
    question.service.ttftLimitS = asked.ttftS;
    question.service.tpotLimitS = asked.tpotS;
    question.service.prefill =
        asked.disaggregated ? models::PrefillMode::Disaggregated : models::PrefillMode::Chunked;
    return question;
}

InferenceEstimate atRate(InferenceQuestion question, const InferenceEstimate& fleet,
                         double ratePerS) {
    question.plan = fleet.plan;
    question.service.replicas = fleet.replicas;
    question.ratePerS = ratePerS;
    return estimateInference(question, false);
}

/// Cost and carbon of the day, with their intervals.
void addDay(const InferenceQuestion& question, const FleetPlace& place, const FleetAsked& asked,
            Fleet& fleet) {
    const InferenceEstimate day = atRate(question, fleet.peak, fleet.meanPerS);
    const double tokensPerS =
        fleet.meanPerS * models::lengthMoments(question.requests.outputTokens).mean;
    const double tokens = fleet.peak.certainty.tokensFactor;
    fleet.acceleratorsLow = std::ceil(fleet.peak.accelerators / tokens);
    fleet.acceleratorsHigh = std::ceil(fleet.peak.accelerators * tokens);
    fleet.meanPowerW = day.powerW;
    const double joules = day.powerW * place.pue / tokensPerS * kMillionTokens;
    const double rent =
        place.usdPerHour / kHourS * fleet.peak.accelerators / tokensPerS * kMillionTokens;
    const double energy = std::isnan(asked.usdPerJ) ? 0.0 : joules * asked.usdPerJ;
    fleet.usdPerMillion = rent + energy;
    fleet.usdLow = rent / tokens + energy;
    fleet.usdHigh = rent * tokens + energy;
    fleet.kgPerMillion = joules * place.kgPerJ;
    fleet.kgLow = fleet.kgPerMillion * day.powerLowW / day.powerW;
    fleet.kgHigh = fleet.kgPerMillion * day.powerHighW / day.powerW;
}

void addCurve(const InferenceQuestion& question, const Fleet& fleet,
              std::vector<FleetPoint>& curve) {
    const double capacityPerS = fleet.peak.steady.capacityPerS * fleet.peak.replicas;
    const double answer = models::lengthMoments(question.requests.outputTokens).mean;
    const double tokens = fleet.peak.certainty.tokensFactor;
    for (const double share : kCurveShares) {
        const InferenceEstimate e = atRate(question, fleet.peak, share * capacityPerS);
        FleetPoint point;
        point.place = fleet.place;
        point.share = share;
        point.requestsPerS = share * capacityPerS;
        point.tokensPerS = point.requestsPerS * answer;
        point.tokensLow = point.tokensPerS / tokens;
        point.tokensHigh = point.tokensPerS * tokens;
        point.ttftP50S = e.steady.ttftP50S;
        point.ttftP99S = e.steady.ttftP99S;
        point.tpotS = e.steady.tpotMeanS;
        point.powerW = e.powerW;
        point.joulesPerToken = e.powerW / point.tokensPerS;
        curve.push_back(point);
    }
}

/// The fleet under the stated clients, and fewer and more of them.
void addClosed(InferenceQuestion question, const Fleet& fleet, double clients,
               std::vector<ClosedPoint>& points) {
    question.plan = fleet.peak.plan;
    question.service.replicas = fleet.peak.replicas;
    const double tokens = fleet.peak.certainty.tokensFactor;
    for (const double share : kClientShares) {
        ClosedPoint point;
        point.place = fleet.place;
        point.closed = estimateClients(question, std::max(1.0, share * clients));
        point.tokensLow = point.closed.outputTokensPerS / tokens;
        point.tokensHigh = point.closed.outputTokensPerS * tokens;
        points.push_back(std::move(point));
    }
}

std::string fleetPlanWords(const models::InferencePlan& plan) {
    std::string text = fmt::format("TP {}", plan.tensorParallel);
    text += plan.pipelineParallel > 1 ? fmt::format(" PP {}", plan.pipelineParallel) : "";
    text += plan.expertParallel > 1 ? fmt::format(" EP {}", plan.expertParallel) : "";
    return text;
}

Fleet fleetAt(const std::string& text, const FleetAsked& asked, const Catalogue& catalogue,
              InferenceQuestion question, std::vector<FleetPoint>& curve,
              std::vector<ClosedPoint>& closed) {
    Fleet fleet;
    fleet.place = text;
    const double chats =
        (std::isnan(asked.chatsPerDay) ? 0.0 : asked.chatsPerDay) +
        (std::isnan(asked.usersPerDay) ? 0.0 : asked.usersPerDay) * asked.chatsPerUser;
    fleet.meanPerS = chats / kDayS;
    fleet.peakPerS = fleet.meanPerS * asked.peakFactor;
    const auto place = fleetPlace(text, asked, catalogue);
    if (!place) {
        fleet.fault = place.error().message;
        return fleet;
    }
    fleet.accelerator = place->cluster.acceleratorId;
    question.cluster = &place->cluster;
    question.ratePerS = fleet.peakPerS;
    question.simulateS = std::clamp(kServedRequests / fleet.peakPerS, kLeastWindowS, kMostWindowS);
    const FleetSearch search = searchFleet(question, asked.percentile);
    if (search.best.empty()) {
        fleet.fault = search.plans == 0
                          ? "the model does not fit"
                          : fmt::format("none of {} plans meets the limits", search.plans);
        return fleet;
    }
    fleet.peak = search.best.front();
    fleet.plan = fleetPlanWords(fleet.peak.plan);
    addDay(question, *place, asked, fleet);
    addCurve(question, fleet, curve);
    if (!std::isnan(asked.clients)) {
        addClosed(question, fleet, asked.clients, closed);
    }
    return fleet;
}

ResultAll<PlanningAnswer> answerFleet(const void* spec, const PlanningWorld& world) {
    const auto& asked = *static_cast<const FleetAsked*>(spec);
    if (std::isnan(asked.chatsPerDay) && std::isnan(asked.usersPerDay)) {
        return tl::unexpected(Errors{{"PLN-009",
                                      "Neither chats nor users a day are stated.",
                                      "State chats_per_day or users_per_day.",
                                      {},
                                      {},
                                      0}});
    }
    auto catalogue = world.withParts(asked.parts);
    if (!catalogue) {
        return tl::unexpected(std::move(catalogue.error()));
    }
    const auto model = chooseModel(asked.model, **catalogue);
    if (!model) {
        return tl::unexpected(Errors{model.error()});
    }
    auto question = fleetQuestionOf(asked, **catalogue);
    if (!question) {
        return tl::unexpected(Errors{question.error()});
    }
    question->model = model->spec;
    std::vector<Fleet> fleets;
    std::vector<FleetPoint> curve;
    std::vector<ClosedPoint> closed;
    for (const std::string& text : asked.on) {
        if (world.isCancelled()) {
            break;
        }
        world.report(static_cast<double>(fleets.size()) / static_cast<double>(asked.on.size()),
                     text);
        fleets.push_back(fleetAt(text, asked, **catalogue, *question, curve, closed));
    }
    PlanningAnswer answer;
    answer.sheets = fleetSheets(fleets, curve, closed);
    answer.charts = {{.title = "Latency",
                      .sheet = "Curve",
                      .x = "tokens_per_s",
                      .y = "ttft_p99_s",
                      .group = "place"},
                     {.title = "Energy",
                      .sheet = "Curve",
                      .x = "tokens_per_s",
                      .y = "joules_per_token",
                      .group = "place"}};
    if (!closed.empty()) {
        answer.charts.push_back({.title = "Clients",
                                 .sheet = "Closed loop",
                                 .x = "clients",
                                 .y = "tokens_per_s",
                                 .group = "place"});
    }
    answer.isMet = std::any_of(fleets.begin(), fleets.end(),
                               [](const Fleet& fleet) { return fleet.fault.empty(); });
    answer.notes.push_back(fmt::format(
        "Mean prompt {:.0f} tokens, {:.0f} of them in the prefix cache; mean answer {:.0f} "
        "tokens, {:.2f} in each iteration.",
        models::lengthMoments(question->requests.promptTokens).mean,
        models::computedPrompt(question->requests.promptTokens, models::prefixOf(question->service))
            .foundTokens,
        models::lengthMoments(question->requests.outputTokens).mean,
        question->plan.speculation.givenTokens()));
    return answer;
}

constexpr PlanningQuestion kFleetQuestion = {
    .name = "fleet",
    .title = "Serve Chats",
    .about =
        "Find the smallest fleets that serve a number of chats a day within limits, with "
        "power, cost and carbon; exit 1 where none does",
    .page = "fleet.md",
    .examples = R"({"model": "llama3-70b", "on": ["lambda-h100", "cloud-b200"],
                    "chats_per_day": 1000000})",
    .spec = &kFleetType,
    .answer = &answerFleet,
};

}  // namespace

const PlanningQuestion& fleetQuestion() {
    return kFleetQuestion;
}

}  // namespace headroom::engine
