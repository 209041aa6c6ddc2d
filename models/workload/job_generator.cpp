// SPDX-License-Identifier: Apache-2.0
#include "models/workload/job_generator.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kJobGeneratorAttributes = joined(
    std::to_array<Attribute>({
        text<&JobGeneratorSpec::name>("name", "Name", {.doc = "Display name."}),
        reference<&JobGeneratorSpec::accelerator>(
            "accelerator", "Accelerator", "accelerator",
            {.required = true, .doc = "Which kind the jobs run on."}),
        number<&JobGeneratorSpec::arrivalsPerS>(
            "arrivals_per_hour", "Arrivals", unit::perHour,
            {.min = 0.0001,
             .max = 1000000.0,
             .doc = "Mean over the day; of a sweep, of these. Not stated: as the pattern."}),
        number<&JobGeneratorSpec::diurnalSwing>(
            "diurnal_swing_pct", "Diurnal swing", unit::percent,
            {.min = 0,
             .max = 100,
             .doc = "Amplitude of the daily wave of arrivals, peak at 15 h local."}),
        curve<&JobGeneratorSpec::sizes>(
            "sizes", "Sizes", unit::none,
            {.min = 0,
             .max = 1000000000.0,
             .doc = "Points [accelerators, weight]: how often a job asks for that number."}),
        number<&JobGeneratorSpec::medianRunS>(
            "median_run_min", "Median run time", unit::minute,
            {.min = 0.01, .max = 1000000.0, .doc = "Median of the log-normal run time."}),
        number<&JobGeneratorSpec::meanRunS>(
            "mean_run_min", "Mean run time", unit::minute,
            {.min = 0.01, .max = 10000000.0, .doc = "With the median it sets the spread."}),
        number<&JobGeneratorSpec::maximumRunS>(
            "maximum_run_h", "Longest run time", unit::hour,
            {.min = 0.1, .max = 1000000.0, .doc = "Longer draws are cut to it."}),
        number<&JobGeneratorSpec::checkpointS>(
            "checkpoint_interval_min", "Checkpoint interval", unit::minute,
            {.min = 0.1, .max = 100000, .doc = "Running time between checkpoints."}),
        reference<&JobGeneratorSpec::profile>(
            "profile", "Profile", "job_profile",
            {.required = true, .doc = "How it uses its accelerators."}),
        reference<&JobGeneratorSpec::pattern>("pattern", "Pattern", "workload_pattern",
                                              {.doc = "How arrivals bunch and what jobs ask for, "
                                                      "of a kind of cluster; figures stated here "
                                                      "go before."}),
        integer<&JobGeneratorSpec::trials>(
            "trials", "Trials",
            {.min = 1, .max = 100000, .doc = "Equal jobs of each arrival: a sweep."}),
    }),
    jobTermRows<&JobGeneratorSpec::terms>());

}  // namespace

const ComponentType& JobGeneratorSpec::type() {
    static constexpr ComponentType kType{
        "job_generator",
        "Job generator",
        "job_generators",
        false,
        "Random arrivals of jobs with fixed profiles: a mix of sizes and log-normal run times.",
        kJobGeneratorAttributes,
        &createSpec<JobGeneratorSpec>,
        &destroySpec<JobGeneratorSpec>};
    return kType;
}

}  // namespace headroom::models
