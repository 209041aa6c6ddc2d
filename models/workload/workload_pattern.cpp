// SPDX-License-Identifier: Apache-2.0
#include "models/workload/workload_pattern.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace headroom::models {

namespace {

constexpr auto kProcessWords = std::to_array<std::string_view>({"poisson", "weibull"});
constexpr auto kRunWords = std::to_array<std::string_view>({"log_normal", "weibull", "pareto"});

constexpr auto kWorkloadPatternAttributes = std::to_array<Attribute>({
    number<&WorkloadPatternSpec::arrivalsPerS>(
        "arrivals_per_hour", "Arrivals", unit::perHour,
        {.min = 0.0001, .max = 1000000.0, .required = true, .doc = "Mean over the week."}),
    choice<&WorkloadPatternSpec::process>(
        "arrival_process", "Gaps between arrivals", kProcessWords,
        {.doc = "poisson: independent; weibull: bunched, where its shape is below 1."}),
    number<&WorkloadPatternSpec::arrivalShape>(
        "arrival_shape", "Shape of the gaps", unit::none,
        {.min = 0.1, .max = 10, .doc = "Shape of the Weibull gaps; 1 is Poisson."}),
    numberList<&WorkloadPatternSpec::hourWeights>(
        "hour_weights", "Arrivals by hour", unit::none,
        {.min = 0,
         .max = 1000,
         .doc = "24 weights, from 0 h local; over their mean.",
         .count = 24}),
    numberList<&WorkloadPatternSpec::dayWeights>(
        "day_weights", "Arrivals by day", unit::none,
        {.min = 0, .max = 1000, .doc = "7 weights, from Monday; over their mean.", .count = 7}),
    curve<&WorkloadPatternSpec::sizes>(
        "sizes", "Sizes", unit::none,
        {.min = 0,
         .max = 1000000000.0,
         .required = true,
         .doc = "Points [accelerators, weight]: how often a job asks for that number."}),
    choice<&WorkloadPatternSpec::run>("run_distribution", "Run times", kRunWords,
                                      {.doc = "Law of the run times."}),
    number<&WorkloadPatternSpec::medianRunS>(
        "median_run_min", "Median run time", unit::minute,
        {.min = 0.01, .max = 1000000.0, .required = true, .doc = "Not used by pareto."}),
    number<&WorkloadPatternSpec::meanRunS>(
        "mean_run_min", "Mean run time", unit::minute,
        {.min = 0.01,
         .max = 10000000.0,
         .doc = "Mean of log_normal: with the median it sets the spread; not stated: no spread."}),
    number<&WorkloadPatternSpec::runShape>(
        "run_shape", "Shape of the run times", unit::none,
        {.min = 0.05, .max = 10, .doc = "Shape of weibull and pareto; not stated: 1."}),
    number<&WorkloadPatternSpec::shortestRunS>(
        "shortest_run_min", "Shortest run time", unit::minute,
        {.min = 0.001, .max = 1000000.0, .doc = "Shorter draws are raised to it."}),
    number<&WorkloadPatternSpec::maximumRunS>(
        "maximum_run_h", "Longest run time", unit::hour,
        {.min = 0.01, .max = 1000000.0, .doc = "Longer draws are cut to it."}),
});

/// A weight over the mean of its list.
double relative(const std::vector<double>& weights, std::size_t i) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    return i < weights.size() && sum > 0.0 ? weights[i] * static_cast<double>(weights.size()) / sum
                                           : 1.0;
}

}  // namespace

const ComponentType& WorkloadPatternSpec::type() {
    static constexpr ComponentType kType{
        "workload_pattern",
        "Workload pattern",
        "",
        false,
        "How the jobs of a kind of cluster arrive and what they ask for. Statistics, not a trace.",
        kWorkloadPatternAttributes,
        &createSpec<WorkloadPatternSpec>,
        &destroySpec<WorkloadPatternSpec>};
    return kType;
}

double arrivalGap(const WorkloadPatternSpec& spec, double u) {
    const double e = -std::log(u);
    if (spec.process == ArrivalProcess::Poisson) {
        return e;
    }
    const double k = spec.arrivalShape;
    return std::pow(e, 1.0 / k) / std::tgamma(1.0 + 1.0 / k);
}

double arrivalWeight(const WorkloadPatternSpec& spec, int hourOfWeek) {
    const auto hour = static_cast<std::size_t>(hourOfWeek % 24);
    const auto day = static_cast<std::size_t>(hourOfWeek / 24 % 7);
    return relative(spec.hourWeights, hour) * relative(spec.dayWeights, day);
}

double runTimeS(const WorkloadPatternSpec& spec, double u, double z) {
    const double shape = std::isnan(spec.runShape) ? 1.0 : spec.runShape;
    const double low = spec.shortestRunS, high = std::max(low, spec.maximumRunS);
    double runS = low;
    switch (spec.run) {
        case RunDistribution::LogNormal: {
            const double ratio =
                std::isnan(spec.meanRunS) ? 1.0 : std::max(1.0, spec.meanRunS / spec.medianRunS);
            runS = spec.medianRunS * std::exp(z * std::sqrt(2.0 * std::log(ratio)));
            break;
        }
        case RunDistribution::Weibull:
            runS = spec.medianRunS * std::pow(-std::log(u) / std::numbers::ln2, 1.0 / shape);
            break;
        case RunDistribution::Pareto:
            runS = low * std::pow(1.0 - u * (1.0 - std::pow(low / high, shape)), -1.0 / shape);
            break;
    }
    return std::clamp(runS, low, high);
}

}  // namespace headroom::models
