// SPDX-License-Identifier: Apache-2.0
#include "models/network/interconnect.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kInterconnectScopeWords = std::to_array<std::string_view>({"scale_up", "scale_out"});

constexpr auto kAttributes = std::to_array<Attribute>({
    choice<&InterconnectSpec::scope>(
        "scope", "Scope", kInterconnectScopeWords,
        {.required = true, .doc = "Inside the scale-up domain or across the fabric."}),
    number<&InterconnectSpec::efficiency>(
        "efficiency_pct", "Efficiency", unit::percent,
        {.min = 1,
         .max = 150,
         .required = true,
         .doc = "Largest bus bandwidth over line rate that collectives reach."}),
    number<&InterconnectSpec::baseLatencyS>(
        "base_latency_us", "Base latency", unit::microsecond,
        {.min = 0, .max = 10000, .required = true, .doc = "Of one collective."}),
    number<&InterconnectSpec::stepLatencyS>(
        "step_latency_us", "Step latency", unit::microsecond,
        {.min = 0, .max = 10000, .required = true, .doc = "Of each step of a ring or tree."}),
});

}  // namespace

const ComponentType& InterconnectSpec::type() {
    static constexpr ComponentType kType{
        "interconnect",
        "Interconnect",
        "",
        false,
        "How fast collectives run on one generation of link: effective bandwidth and latency.",
        kAttributes,
        &createSpec<InterconnectSpec>,
        &destroySpec<InterconnectSpec>};
    return kType;
}

}  // namespace headroom::models
