// SPDX-License-Identifier: Apache-2.0
#include "models/network/collective_library.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kBufferWords = std::to_array<std::string_view>({"accelerator", "host"});

constexpr auto kCollectiveLibraryAttributes = std::to_array<Attribute>({
    choice<&CollectiveLibrarySpec::buffers>(
        "buffers", "Buffers", kBufferWords,
        {.required = true, .doc = "Memory that messages lie in; its processors reduce them."}),
    boolean<&CollectiveLibrarySpec::ring>("ring", "Rings", {.doc = "Has ring algorithms."}),
    boolean<&CollectiveLibrarySpec::tree>("tree", "Trees", {.doc = "Has tree algorithms."}),
    boolean<&CollectiveLibrarySpec::recursive>("recursive", "Halving and doubling",
                                               {.doc = "Has recursive halving and doubling."}),
    boolean<&CollectiveLibrarySpec::switchReduction>("switch_reduction", "Reduction in switches",
                                                     {.doc = "Uses switches that reduce."}),
    number<&CollectiveLibrarySpec::baseLatencyS>(
        "base_latency_us", "Base latency", unit::microsecond,
        {.min = 0, .max = 100000, .doc = "Host: of one collective."}),
    number<&CollectiveLibrarySpec::stepLatencyS>(
        "step_latency_us", "Step latency", unit::microsecond,
        {.min = 0, .max = 100000, .doc = "Host: of one message from process to process."}),
    number<&CollectiveLibrarySpec::efficiency>(
        "efficiency_pct", "Efficiency", unit::percent,
        {.min = 1, .max = 100, .doc = "Host: of the adapter's rate with long messages."}),
    number<&CollectiveLibrarySpec::reduceBytesPerS>(
        "reduce_gbps", "Reduction rate", unit::gigabytePerSecond,
        {.min = 0.1, .max = 10000, .doc = "Host: bytes that the processor of one rank adds up."}),
});

}  // namespace

const ComponentType& CollectiveLibrarySpec::type() {
    static constexpr ComponentType kType{
        "collective_library",
        "Collective library",
        "",
        false,
        "The features of a communication library and the costs of its software.",
        kCollectiveLibraryAttributes,
        &createSpec<CollectiveLibrarySpec>,
        &destroySpec<CollectiveLibrarySpec>};
    return kType;
}

}  // namespace headroom::models
