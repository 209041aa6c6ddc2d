// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/failure_mode.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kFailureBasisWords =
    std::to_array<std::string_view>({"accelerator", "server", "nic", "host_link", "fabric_link",
                                     "switch", "psu", "job_accelerator"});

constexpr auto kFailureEffectWords =
    std::to_array<std::string_view>({"server_out", "job_restart", "degraded", "redundant"});

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

}  // namespace headroom::models
