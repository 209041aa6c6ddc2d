// SPDX-License-Identifier: Apache-2.0
#include "engine/offers/run_offers.h"

#include "engine/base/scale.h"
#include "engine/money/break_even.h"
#include "engine/money/rack_costs.h"
#include "engine/money/spot.h"
#include "engine/reliability/campaign/server_failures.h"
#include "engine/text/shown.h"
#include "models/economics/cloud_offer.h"
#include "models/economics/cloud_terms.h"
#include "models/economics/usual.h"
#include "models/facility/grid.h"
#include "models/workload/job_profile.h"
#include "models/workload/software_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace headroom::engine {

namespace {

/// Half the width of a 90 % interval of a normal distribution, in standard deviations.
constexpr double kNinety = 1.6448536269514722;
constexpr double kYearS = 1.0 / models::unit::perYear.toSi;
constexpr double kMostShare = 0.99;  ///< of a cost that its interval may reach below it

/// Deviation of the logarithm of a quantity with this 90 % interval; 0 if the interval is not known.
double deviationOf(double low, double high) {
    return low > 0.0 && high > low && std::isfinite(high) ? std::log(high / low) / (2.0 * kNinety)
                                                          : 0.0;
}

/// A place as the runs see it.
struct PlaceTerms {
    std::string name;
    EstimateCluster cluster;
    bool isOwn = false;
    bool hasMarketPrice = false;  ///< on demand or spot: not fixed when the decision is made
    double usdPerHour = models::kNotStated, usdLow = models::kNotStated,
           usdHigh = models::kNotStated;
    double support = 0.0;
    double minimumS = 0.0, startS = 0.0, leadS = 0.0;
    double kgPerItJ = models::kNotStated;
    std::optional<SpotRange> spot;
};

Result<PlaceTerms> rented(const Against& offer, int accelerators, const Catalogue& catalogue) {
    const auto& spec = *catalogue.spec<models::CloudOfferSpec>(offer.offer);
    auto cluster =
        clusterOf(fmt::format("{}:{}@{}", spec.server, accelerators, spec.scaleOut), catalogue);
    if (!cluster) {
        return tl::unexpected(cluster.error());
    }
    PriceRates rates(catalogue, *catalogue.entriesOf("price_book").front());
    const OfferPrice price = priceOf(offer, catalogue, rates);
    PlaceTerms terms;
    terms.name = againstText(offer);
    terms.cluster = std::move(*cluster);
    terms.usdPerHour = price.usdPerHour;
    terms.usdLow = price.low;
    terms.usdHigh = price.high;
    if (const CatalogueEntry* provider = termsOf(offer.offer, catalogue)) {
        const double support =
            static_cast<const models::CloudTermsSpec*>(provider->spec.get())->support;
        terms.support = std::isnan(support) ? 0.0 : support;
    }
    terms.minimumS = spec.minimumS;
    terms.startS = std::isnan(spec.startS) ? 0.0 : spec.startS;
    if (const auto* grid = catalogue.spec<models::GridSpec>(spec.grid)) {
        terms.kgPerItJ = grid->carbonKgPerJ * (std::isnan(spec.pue) ? 1.0 : spec.pue);
    }
    terms.hasMarketPrice =
        offer.purchase == models::Purchase::OnDemand || offer.purchase == models::Purchase::Spot;
    if (offer.purchase == models::Purchase::Spot) {
        terms.spot = spotRangeOf(offer.offer, catalogue, rates);
    }
    return terms;
}

Result<PlaceTerms> owned(const OwnPlace& own, int accelerators) {
    auto cluster = clusterOf(*own.project, own.accelerator, *own.catalogue);
    if (!cluster) {
        return tl::unexpected(cluster.error());
    }
    PlaceTerms terms;
    terms.name = own.name;
    terms.cluster = std::move(*cluster);
    terms.cluster.accelerators = std::min(accelerators, terms.cluster.accelerators);
    terms.isOwn = true;
    terms.usdPerHour = own.usdPerHour;
    terms.usdLow = own.usdPerHour * (1.0 - own.usdShare);
    terms.usdHigh = own.usdPerHour * (1.0 + own.usdShare);
    terms.kgPerItJ = own.kgPerItJ;
    terms.leadS = own.leadS;
    return terms;
}

/// Accelerators of an own place that runs hold until some time.
struct OwnQueue {
    int total = 0;
    std::vector<std::pair<double, int>> held;  ///< end [s], accelerators

    /// First time from `fromS` on at which that many are free.
    double startS(double fromS, int need) const {
        std::vector<double> times = {fromS};
        for (const auto& [endS, count] : held) {
            if (endS > fromS) {
                times.push_back(endS);
            }
        }
        std::sort(times.begin(), times.end());
        for (const double timeS : times) {
            int busy = 0;
            for (const auto& [endS, count] : held) {
                busy += endS > timeS ? count : 0;
            }
            if (total - busy >= need) {
                return timeS;
            }
        }
        return times.back();
    }
};

std::string planWords(const models::TrainingPlan& plan) {
    std::string text = fmt::format("TP {} PP {}", plan.tensor, plan.pipeline);
    if (plan.interleave > 1) {
        text += fmt::format(" VP {}", plan.interleave);
    }
    if (plan.context > 1) {
        text += fmt::format(" CP {}", plan.context);
    }
    if (plan.expert > 1) {
        text += fmt::format(" EP {}", plan.expert);
    }
    return text + fmt::format(" DP {} {}", plan.copies(), models::shardingName(plan.sharding));
}

/// Searches the plan of a run at a place and fills in all but dates and money. Returns the estimate, or nothing if the
/// run cannot be done there.
std::optional<TrainingEstimate> estimateRun(const WantedRun& run, const PlaceTerms& place,
                                            const RunOfferSpec& spec, const Catalogue& catalogue,
                                            ServerFailures& failures,
                                            const std::atomic<bool>* cancel, RunOffer& offer) {
    TrainingQuestion question;
    question.cluster = &place.cluster;
    question.model = run.model;
    question.profile = catalogue.spec<models::JobProfileSpec>(spec.profile);
    question.totalTokens = run.tokens;
    question.plan.accelerators = place.cluster.accelerators;
    question.plan.batchSequences =
        usualBatchSequences(place.cluster.accelerators, run.model->sequence);
    question.terms.restartS = spec.restartS;
    std::string note;
    question.terms.failuresPer1000NodeDays = failures.per1000Days(place.cluster, note);
    question.terms.spot = place.spot;
    if (!note.empty()) {
        offer.notes.push_back(note);
    }
    PlanSearchOptions options;
    options.best = 1;
    options.software = softwareFor(*place.cluster.accelerator, catalogue);
    if (const auto possible = checkPrecision(question); !possible) {
        offer.fault = possible.error().message;
        return std::nullopt;
    }
    const PlanSearch search = searchPlans(question, options, {}, cancel);
    if (search.best.empty()) {
        offer.fault = search.plans == 0 ? "no plan divides accelerators, layers and batch"
                                        : "no plan fits the memory";
        return std::nullopt;
    }
    const RankedPlan& best = search.best.front();
    question.plan = best.plan;
    question.software = best.software.spec;
    question.softwareName = best.software.name;
    TrainingEstimate e = estimateTraining(question);
    offer.plan = planWords(best.plan);
    offer.software = best.software.name;
    offer.stepS = e.step.stepS;
    offer.mfu = e.step.mfu;
    offer.goodput = e.goodput;
    offer.interruptionsPerDay = e.interruptionsPerDay;
    if (!e.holds || !(e.goodput > 0.0) || !std::isfinite(e.durationS)) {
        offer.fault = "the run loses its servers before it has started and written a checkpoint";
        return std::nullopt;
    }
    return e;
}

/// Dates, money and carbon, from when its accelerators are free.
void price(const WantedRun& run, const PlaceTerms& place, const RunOfferSpec& spec,
           const TrainingEstimate& e, double freeS, RunOffer& offer) {
    const double bringS = place.isOwn ? 0.0 : spec.dataBytes * 8.0 / (models::kCloudLineGbps * 1e9);
    offer.firstS = std::max(freeS, bringS) + place.startS;
    offer.lastS = offer.firstS + e.durationS;
    const double step = deviationOf(e.stepRange.low, e.stepRange.high);
    const double spot = deviationOf(e.goodputLow, e.goodputHigh);
    const double time = std::hypot(step, spot);
    offer.lastLowS = offer.firstS + e.durationS * std::exp(-kNinety * time);
    offer.lastHighS = offer.firstS + e.durationS * std::exp(kNinety * time);
    const double paidS = std::max(e.durationS + place.startS, place.minimumS);
    const double decline = place.hasMarketPrice ? spec.rentDecline : 0.0;
    const double fromYears = (offer.firstS - place.startS) / kYearS;
    const double paidYears = paidS / kYearS;
    offer.usd = place.usdPerHour * meanDecline(decline, fromYears, fromYears + paidYears) *
                offer.accelerators * paidS / kHourS * (1.0 + place.support);
    const double all = std::hypot(time, deviationOf(place.usdLow, place.usdHigh));
    offer.usdLow = offer.usd * std::exp(-kNinety * all);
    offer.usdHigh = offer.usd * std::exp(kNinety * all);
    offer.carbonKg = e.energyJ * place.kgPerItJ;
    if (std::isfinite(run.deadlineS)) {
        offer.lateChance = chanceBeyond(run.deadlineS - offer.firstS, e.durationS, time);
    }
}

/// Cost of an hour that a job holds an accelerator, by kind: its share of the cost of all racks, over its share of the
/// hours held. Empty if jobs hold none.
std::map<std::string, double> usdPerHourByKind(const Project& project, const CostStudy& study) {
    const double usedHours = study.basis.year.heldS() / kHourS;
    const double perYear = study.cost.ownPerYear() / study.basis.perUsd;
    std::map<std::string, double> cost, usd;
    double allCost = 0.0, all = 0.0;
    for (const RackCost& racks : rackCosts(project, study.basis, study.cost)) {
        const double amount = racks.total() * static_cast<double>(racks.racks);
        cost[racks.accelerator] += amount;
        allCost += amount;
    }
    for (const auto& [id, count] : study.basis.accelerators) {
        all += static_cast<double>(count);
    }
    for (const auto& [id, count] : study.basis.accelerators) {
        const double hours = usedHours * static_cast<double>(count) / all;
        if (hours > 0.0 && allCost > 0.0) {
            usd[id] = perYear * cost[id] / allCost / hours;
        }
    }
    return usd;
}

/// Order in which own accelerators serve runs: the earliest deadline first, then as stated.
std::vector<std::size_t> byDeadline(const std::vector<WantedRun>& runs) {
    std::vector<std::size_t> order(runs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return runs[a].deadlineS < runs[b].deadlineS;
    });
    return order;
}

}  // namespace

SpotRange spotRangeOf(const std::string& offer, const Catalogue& catalogue, PriceRates& rates) {
    return {spotTermsOf(offer, catalogue, rates, SpotEnd::AsStated),
            spotTermsOf(offer, catalogue, rates, SpotEnd::Seldom),
            spotTermsOf(offer, catalogue, rates, SpotEnd::Often)};
}

double meanDecline(double decline, double fromYears, double toYears) {
    const double rate = std::log1p(-decline);  // of the price, a year
    const double span = rate * (toYears - fromYears);
    return std::exp(rate * fromYears) * (span == 0.0 ? 1.0 : std::expm1(span) / span);
}

double chanceBeyond(double limitS, double medianS, double deviation) {
    if (limitS <= 0.0) {
        return 1.0;
    }
    const double distance = std::log(limitS / medianS);
    if (deviation <= 0.0) {
        return distance < 0.0 ? 1.0 : 0.0;
    }
    return 0.5 * std::erfc(distance / (deviation * std::sqrt(2.0)));
}

ResultAll<std::vector<OwnPlace>> ownPlaces(
    const std::shared_ptr<const Project>& project,
    const std::shared_ptr<const Catalogue>& catalogue, bool isBought, int threads,
    const std::function<void(double, const std::string&)>& progress,
    const std::atomic<bool>* cancel) {
    CostQuestion question;
    question.spec.year.threads = threads;
    auto study = costStudy(*project, *catalogue, question, progress, cancel);
    if (!study) {
        return tl::unexpected(std::move(study.error()));
    }
    if (cancel != nullptr && *cancel) {
        return std::vector<OwnPlace>{};
    }
    CostStudy s = **study;
    OwnPlace place;
    place.project = project;
    place.catalogue = catalogue;
    const double present = std::abs(models::usdOf(s.cost.npvTotal));
    place.usdShare = present > 0.0 ? std::min(s.spread.halfWidth / present, kMostShare) : 0.0;
    const double location =
        s.carbon.operationKg > 0.0 ? s.carbon.locationKg / s.carbon.operationKg : 1.0;
    place.kgPerItJ = s.carbon.perItKwh * location / models::unit::kilowattHour.toSi;
    place.leadS = isBought ? s.rates.book("plant_lead_weeks").si() : 0.0;
    const std::map<std::string, double> usdPerHour = usdPerHourByKind(*project, s);
    std::vector<OwnPlace> places;
    for (const auto& [id, count] : s.basis.accelerators) {
        place.name = s.project + (s.basis.accelerators.size() > 1 ? ", " + id : "") +
                     (isBought ? " (to be bought)" : "");
        place.accelerator = id;
        place.accelerators = static_cast<int>(count);
        const auto usd = usdPerHour.find(id);
        place.usdPerHour = usd != usdPerHour.end() ? usd->second : models::kNotStated;
        places.push_back(place);
    }
    return places;
}

std::vector<RunOffer> runOffers(const RunOfferSpec& spec, const Catalogue& catalogue,
                                const std::function<void(double, const std::string&)>& progress,
                                const std::atomic<bool>* cancel) {
    const std::size_t places = spec.places.size(), runs = spec.runs.size();
    std::vector<RunOffer> offers(runs * places);
    double done = 0.0;
    for (std::size_t p = 0; p < places; ++p) {
        const RunPlace& place = spec.places[p];
        const Catalogue& parts = place.own ? *place.own->catalogue : catalogue;
        ServerFailures failures(parts);
        OwnQueue queue;
        if (place.own) {
            queue.total = place.own->accelerators;
        }
        for (const std::size_t r : byDeadline(spec.runs)) {
            if (cancel != nullptr && *cancel) {
                return offers;
            }
            const WantedRun& run = spec.runs[r];
            RunOffer& offer = offers[r * places + p];
            offer.run = run.name;
            const int all = place.own ? place.own->accelerators : spec.accelerators;
            const int wanted = run.accelerators > 0 ? run.accelerators : all;
            const auto terms =
                place.own ? owned(*place.own, wanted) : rented(*place.offer, wanted, catalogue);
            offer.place = place.own ? place.own->name : againstText(*place.offer);
            if (progress) {
                progress(done++ / static_cast<double>(offers.size()),
                         offer.run + " at " + offer.place);
            }
            if (!terms) {
                offer.fault = terms.error().message;
                continue;
            }
            offer.accelerator = terms->cluster.acceleratorId;
            offer.accelerators = terms->cluster.accelerators;
            if (wanted > offer.accelerators) {
                offer.fault = fmt::format("the place has {} accelerators, the run wants {}",
                                          offer.accelerators, wanted);
                continue;
            }
            const auto e = estimateRun(run, *terms, spec, parts, failures, cancel, offer);
            if (!e) {
                continue;
            }
            const double freeS = place.own ? queue.startS(terms->leadS, wanted) : terms->leadS;
            price(run, *terms, spec, *e, freeS, offer);
            queue.held.emplace_back(offer.lastS, wanted);
        }
    }
    return offers;
}

}  // namespace headroom::engine
