// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/failure_mode.h"

#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kFailureBasisWords =
    std::to_array<std::string_view>({"accelerator", "server", "nic", "host_link", "fabric_link",
                                     "switch", "psu", "job_accelerator"});

constexpr auto kFailureEffectWords =
    std::to_array<std::string_view>({"server_out", "job_restart", "degraded", "redundant"});

constexpr auto kFailureLinkWords =
    std::to_array<std::string_view>({"cut", "lanes", "bit_errors", "flapping", "pause"});

constexpr auto kAttributes = std::to_array<Attribute>({
    choice<&FailureModeSpec::basis>("basis", "Rate is for each", kFailureBasisWords,
                                    {.required = true, .doc = "What the rate counts."}),
    number<&FailureModeSpec::ratePerS>("rate_per_hour", "Rate", unit::perHour,
                                       {.min = 0,
                                        .max = 1,
                                        .required = true,
                                        .doc = "Failures for each unit of the basis and hour."}),
    choice<&FailureModeSpec::effect>("effect", "Effect", kFailureEffectWords,
                                     {.required = true, .doc = "What it does to server and job."}),
    number<&FailureModeSpec::detectS>(
        "detect_s", "Detected after", unit::second,
        {.min = 0, .max = 1000000.0, .required = true, .doc = "From fault to reaction."}),
    number<&FailureModeSpec::repairMedianS>(
        "repair_median_h", "Repair, median", unit::hour,
        {.min = 0, .max = 100000.0, .required = true, .doc = "Half of the repairs are shorter."}),
    number<&FailureModeSpec::repairMeanS>(
        "repair_mean_h", "Repair, mean", unit::hour,
        {.min = 0,
         .max = 100000.0,
         .required = true,
         .doc = "Mean; with the median it sets a log-normal spread."}),
    choice<&FailureModeSpec::linkFault>(
        "link_fault", "Fault of the link", kFailureLinkWords,
        {.doc =
             "What it does to a link or the links of a switch: down, fewer lanes, repeats, up and "
             "down, pauses."}),
    number<&FailureModeSpec::amount>(
        "amount_pct", "Amount", unit::percent,
        {.min = 0,
         .max = 100,
         .doc = "flapping: share of the time in which the link is down; lanes, bit errors, pause: "
                "rate that is left."}),
});

}  // namespace

const ComponentType& FailureModeSpec::type() {
    static constexpr ComponentType kType{"failure_mode",
                                         "Failure mode",
                                         "",
                                         false,
                                         "One way in which something breaks: how often, how it is "
                                         "noticed, how long repair takes, what it does.",
                                         kAttributes,
                                         &createSpec<FailureModeSpec>,
                                         &destroySpec<FailureModeSpec>};
    return kType;
}

double repairTimeS(const FailureModeSpec& spec, double z) {
    if (!(spec.repairMedianS > 0.0)) {
        return 0.0;
    }
    // mean = median exp(sigma^2 / 2); a mean at or below the median means no spread.
    const double ratio = spec.repairMeanS / spec.repairMedianS;
    const double sigma = ratio > 1.0 ? std::sqrt(2.0 * std::log(ratio)) : 0.0;
    return spec.repairMedianS * std::exp(sigma * z);
}

}  // namespace headroom::models
