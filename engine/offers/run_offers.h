// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"
#include "engine/estimate/search.h"
#include "engine/money/study.h"
#include "engine/sheet/sheet.h"

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Cost and dates of training runs at several places.
///
///   first token  F = lead + queue + data / line + start.
///   last token   L = F + tokens / (tokens per second x share of time that trains).
///   rent           = price x D x accelerators x max(L - F + start, minimum) x (1 + support).
///   D              = ((1 - d)^a - (1 - d)^b) / ((a - b) ln(1 - d)): mean of (1 - d)^t over the paid time from a to b, years
///                    from the decision. d: fall of prices on demand and spot a year. Prices of terms stay as signed: D = 1.
///   own            = cost of an accelerator hour that jobs hold x accelerators x hours.
///   late         P = 1 - Phi((ln(deadline - F) - ln(L - F)) / s).
///   s^2            = s_step^2 + s_spot^2,  s of a 90 % interval: ln(high / low) / (2 x 1.645)
///
/// The step is that of the best plan of the place's hardware and its software (searchPlans()). Failures are those of the
/// catalogue for the servers of the place (meanTimeToInterruptionS()). Checkpoints are written at the best interval.
/// The 90 % interval of the cost adds the range of the price to s^2.
///
/// Carbon is that of operation by location (average intensity of the grid). Machines and building are not in it, so that
/// rented and own places compare.
///
/// Validity: one run at a time holds its accelerators; a cloud has as many as a run wants; times are log-normal. Queue: own
/// accelerators serve the runs by deadline, the earliest first, and a run waits until enough are free.
/// Assumption: data come over a line of kCloudLineGbps; the causes of deviations are independent.
/// Source of the interval of the step: models/workload/training_certainty.h.
namespace headroom::engine {

/// A training run that somebody wants.
struct WantedRun {
    std::string name;  ///< as people wrote it
    const models::LanguageModelSpec* model = nullptr;
    double tokens = 0.0;
    double deadlineS = std::numeric_limits<double>::infinity();  ///< from the decision
    int accelerators = 0;                                        ///< 0 means all that the place has
    /// Owner of `model` where no catalogue has it.
    std::shared_ptr<const models::LanguageModelSpec> ownModel = {};
};

/// Accelerators of one kind of a facility of one's own: values from a study of its cost.
struct OwnPlace {
    std::string name;
    std::shared_ptr<const Project> project;
    std::shared_ptr<const Catalogue> catalogue;  ///< with the parts next to the project.
    std::string accelerator;  ///< catalogue id; empty if the project has one kind.
    int accelerators = 0;     ///< of that kind.
    /// Cost of an hour that jobs hold an accelerator: the kind's share of rackCosts() over its hours.
    /// Assumption: jobs hold each kind for the same share of the time, if there are several.
    double usdPerHour = models::kNotStated;
    double usdShare = 0.0;                 ///< half of the 90 % interval of the cost, over it
    double kgPerItJ = models::kNotStated;  ///< operation, by location
    double leadS = 0.0;                    ///< until it trains: 0 if it exists
};

/// Studies the cost of a project (twelve days are simulated): a place for each kind of accelerator. `isBought`: the
/// facility does not exist yet and takes the lead time of the price book. Errors: those of costStudy().
ResultAll<std::vector<OwnPlace>> ownPlaces(
    const std::shared_ptr<const Project>& project,
    const std::shared_ptr<const Catalogue>& catalogue, bool isBought, int threads,
    const std::function<void(double share, const std::string& what)>& progress = {},
    const std::atomic<bool>* cancel = nullptr);

/// Either an offer or an own place.
struct RunPlace {
    std::optional<Against> offer;
    std::optional<OwnPlace> own;
};

struct RunOfferSpec {
    std::vector<WantedRun> runs;
    std::vector<RunPlace> places;
    int accelerators = 1024;   ///< that a run rents where it does not say.
    double restartS = 600.0;   ///< from an interruption to the next step.
    double dataBytes = 0.0;    ///< that a run needs and a cloud does not have.
    double rentDecline = 0.0;  ///< fall of prices on demand and spot a year; below 0: they rise
    std::string profile = "llm-pretraining";
};

/// One run at one place.
struct RunOffer {
    std::string run, place, accelerator, plan, software;
    int accelerators = 0;
    double stepS = models::kNotStated, mfu = models::kNotStated, goodput = models::kNotStated;
    double interruptionsPerDay = models::kNotStated;
    double firstS = models::kNotStated, lastS = models::kNotStated;  ///< tokens, from the decision
    double lastLowS = models::kNotStated, lastHighS = models::kNotStated;  ///< 90 % interval
    double usd = models::kNotStated, usdLow = models::kNotStated, usdHigh = models::kNotStated;
    double carbonKg = models::kNotStated;
    double lateChance = models::kNotStated;  ///< NaN without a deadline
    std::string fault;                       ///< Why the run cannot be done there. Empty if it can.
    std::vector<std::string> notes;
};

/// Every run at every place: run by run, places in their order. A place that cannot take a run yields a row with its
/// `fault`. Money in USD.
std::vector<RunOffer> runOffers(
    const RunOfferSpec& spec, const Catalogue& catalogue,
    const std::function<void(double share, const std::string& what)>& progress = {},
    const std::atomic<bool>* cancel = nullptr);

/// Spot terms of an offer, as stated and at both ends of their ranges.
SpotRange spotRangeOf(const std::string& offer, const Catalogue& catalogue, PriceRates& rates);

/// D above: mean of (1 - decline)^t over a span of years. Validity: decline below 1, span not below 0.
double meanDecline(double decline, double fromYears, double toYears);

/// Chance that a time with this median and log-normal deviation exceeds a limit; 0 or 1 for a deviation of 0.
double chanceBeyond(double limitS, double medianS, double deviation);

Sheet runOffersSheet(const std::vector<RunOffer>& offers);

}  // namespace headroom::engine
