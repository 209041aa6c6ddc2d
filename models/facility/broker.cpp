// SPDX-License-Identifier: Apache-2.0
#include "models/facility/broker.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kObjectiveWords =
    std::to_array<std::string_view>({"price", "carbon", "time", "balanced", "orders"});

constexpr auto kBrokerAttributes = std::to_array<Attribute>({
    choice<&BrokerSpec::objective>(
        "objective", "Objective", kObjectiveWords,
        {.doc = "Quantity to minimise among the places where a job meets "
                "its deadline and budget. With orders, jobs leave only on "
                "orders of people or of a guest of the run."}),
    number<&BrokerSpec::waitUsdPerS>(
        "wait_usd_per_h", "Value of time", unit::dollarPerHour,
        {.min = 0,
         .max = 1000,
         .doc = "Balanced: what an hour until the job's end costs, for each accelerator."}),
    number<&BrokerSpec::carbonUsdPerKg>("carbon_usd_per_t", "Price of carbon", unit::dollarPerTonne,
                                        {.min = 0, .max = 10000, .doc = "Balanced."}),
    number<&BrokerSpec::homeUsdPerS>(
        "home_usd_per_h", "Price here", unit::dollarPerHour,
        {.min = 0,
         .max = 1000,
         .doc =
             "Cost of owning an accelerator of the facility, without its energy; 0 where only what "
             "a job adds should count."}),
    number<&BrokerSpec::patienceS>(
        "patience_min", "Patience", unit::minute,
        {.min = 0, .max = 1e6, .doc = "A job that would start here within that time stays."}),
    number<&BrokerSpec::reviewS>(
        "review_min", "Review", unit::minute,
        {.min = 0.1, .max = 1e5, .doc = "How often waiting jobs are looked at again."}),
    number<&BrokerSpec::spendUsdPerS>(
        "spend_usd_per_day", "Rent at most", unit::dollarPerDay,
        {.min = 0,
         .max = 1e9,
         .doc = "Highest rent of all sites together, at any time; not stated: no limit."}),
    number<&BrokerSpec::resultBytes>(
        "result_gb", "Results", unit::gigabyte,
        {.min = 0, .max = 1e9, .doc = "That come back from a job without checkpoints."}),
});

}  // namespace

const ComponentType& BrokerSpec::type() {
    static constexpr ComponentType kType{"broker",
                                         "Broker",
                                         "broker",
                                         true,
                                         "Where jobs that may leave the facility run.",
                                         kBrokerAttributes,
                                         &createSpec<BrokerSpec>,
                                         &destroySpec<BrokerSpec>};
    return kType;
}

}  // namespace headroom::models
