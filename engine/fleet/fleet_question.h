// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/inference.h"
#include "engine/planning/planning_question.h"

#include <string>
#include <vector>

/// "Serve N chats a day": the smallest fleet of each kind of accelerator that meets the limits at the peak, its power, and
/// what a million tokens costs and emits over the day.
///
///   mean rate   (chats + users x chats of a user) / 86,400 s;   peak rate = mean rate x peak factor.
///   fleet       searchFleet() at the peak rate: the stated percentile of requests meets both limits.
///   cost        price x accelerators / mean output tokens a second: all accelerators are kept all day.
///   power       of the same fleet at the mean rate, racks with it; energy x PUE.
///
/// Intervals are the 90 % ones of models::servingCertainty(): tokens a second move the number of accelerators and the cost,
/// power moves the carbon. Validity: one rate of arrivals at the peak, Poisson or as bursty as the profile.
namespace headroom::engine {

/// Precision of weights and arithmetic.
enum class WeightBits { Sixteen, Eight, Four };

struct FleetAsked {
    std::string model, parts;
    std::vector<std::string> on;
    double chatsPerDay = models::kNotStated, usersPerDay = models::kNotStated;
    double chatsPerUser = 10.0, peakFactor = 2.0;
    std::string requests = "azure-conversation-2023", stack = "vllm";
    double promptTokens = models::kNotStated, outputTokens = models::kNotStated;
    double ttftS = 0.5, tpotS = 0.05, percentile = 0.95;
    WeightBits weightBits = WeightBits::Eight;
    double cacheBits = models::kNotStated;
    double sharedPrefixTokens = 0.0, prefixHit = 0.0;  ///< models::PrefixReuse
    int draftTokens = 0;                               ///< models::Speculation
    double draftAcceptance = models::InferenceServiceSpec{}.draftAcceptance;
    std::string draftModel;
    bool disaggregated = false;
    double clients = models::kNotStated;  ///< at once, each asking again (closed loop)
    double usdPerHour = models::kNotStated, usdPerJ = models::kNotStated, pue = 1.2;
    std::string grid;
};

/// One fleet, or the reason why there is none.
struct Fleet {
    std::string place, accelerator, plan, fault;
    InferenceEstimate peak;  ///< served one by one at the peak rate
    double peakPerS = 0.0, meanPerS = 0.0;
    double acceleratorsLow = 0.0, acceleratorsHigh = 0.0;  ///< 90 % interval
    double meanPowerW = models::kNotStated;
    double usdPerMillion = models::kNotStated, usdLow = models::kNotStated,
           usdHigh = models::kNotStated;
    double kgPerMillion = models::kNotStated, kgLow = models::kNotStated,
           kgHigh = models::kNotStated;
};

/// The fleet at a share of its capacity, in steady state.
struct FleetPoint {
    std::string place;
    double share = 0.0, requestsPerS = 0.0;
    double tokensPerS = 0.0, tokensLow = 0.0, tokensHigh = 0.0;
    double ttftP50S = 0.0, ttftP99S = 0.0, tpotS = 0.0;
    double powerW = 0.0, joulesPerToken = 0.0;
};

/// The fleet under clients that ask again once they have their answer.
struct ClosedPoint {
    std::string place;
    ClosedEstimate closed;
    double tokensLow = 0.0, tokensHigh = 0.0;  ///< 90 % interval of the output tokens a second
};

/// The question `fleet`. Its answer is not met if no fleet meets the limits. PLN-009: neither chats nor users are stated.
/// EST-006 of model, profile and stack; errors of clusters and offers are rows with their reason.
const PlanningQuestion& fleetQuestion();

/// "Fleets", "Curve" and, with points of it, "Closed loop".
std::vector<Sheet> fleetSheets(const std::vector<Fleet>& fleets,
                               const std::vector<FleetPoint>& curve,
                               const std::vector<ClosedPoint>& closed);

}  // namespace headroom::engine
