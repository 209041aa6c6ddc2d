// SPDX-License-Identifier: Apache-2.0
#include "models/network/interconnect.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kInterconnectScopeWords = std::to_array<std::string_view>({"scale_up", "scale_out"});

constexpr Rule efficiencyRule(std::string_view doc) {
    return {.min = 1, .max = 100, .doc = doc};
}

constexpr Rule latencyRule(std::string_view doc) {
    return {.min = 0, .max = 100000, .doc = doc};
}

constexpr Rule rateRule(std::string_view doc) {
    return {.min = 0.1, .max = 100000, .doc = doc};
}

constexpr auto kInterconnectAttributes = std::to_array<Attribute>({
    choice<&InterconnectSpec::scope>(
        "scope", "Scope", kInterconnectScopeWords,
        {.required = true, .doc = "Inside the scale-up domain or across the fabric."}),
    number<&InterconnectSpec::lineBytesPerS>(
        "line_gbps", "Line rate", unit::gigabytePerSecond,
        {.min = 0.1,
         .max = 100000,
         .doc =
             "One-way rate of one accelerator's adapter between servers. It limits an accelerator "
             "that could send faster. Not stated: as fast as the accelerator."}),
    number<&InterconnectSpec::efficiency>(
        "efficiency_pct", "Efficiency", unit::percent,
        {.min = 1,
         .max = 100,
         .required = true,
         .doc = "Bus bandwidth of long collectives over line rate."}),
    number<&InterconnectSpec::baseLatencyS>("base_latency_us", "Base latency", unit::microsecond,
                                            {.min = 0,
                                             .max = 10000,
                                             .required = true,
                                             .doc = "Latency of one collective of long messages."}),
    number<&InterconnectSpec::stepLatencyS>("step_latency_us", "Step latency", unit::microsecond,
                                            {.min = 0,
                                             .max = 10000,
                                             .required = true,
                                             .doc = "Latency of each step of a ring or tree."}),
    number<&InterconnectSpec::llEfficiency>(
        "ll_efficiency_pct", "Efficiency, low latency", unit::percent,
        efficiencyRule("Efficiency with a flag next to each word.")),
    number<&InterconnectSpec::llBaseLatencyS>(
        "ll_base_latency_us", "Base latency, low latency", unit::microsecond,
        latencyRule("Latency of one collective with a flag next to each word.")),
    number<&InterconnectSpec::llStepLatencyS>(
        "ll_step_latency_us", "Step latency, low latency", unit::microsecond,
        latencyRule("Latency of each step with a flag next to each word.")),
    number<&InterconnectSpec::ll128Efficiency>(
        "ll128_efficiency_pct", "Efficiency, 128-byte lines", unit::percent,
        efficiencyRule("Efficiency with a flag next to each line of 128 bytes.")),
    number<&InterconnectSpec::ll128BaseLatencyS>(
        "ll128_base_latency_us", "Base latency, 128-byte lines", unit::microsecond,
        latencyRule("Latency of one collective with a flag next to each line of 128 bytes.")),
    number<&InterconnectSpec::ll128StepLatencyS>(
        "ll128_step_latency_us", "Step latency, 128-byte lines", unit::microsecond,
        latencyRule("Latency of each step with a flag next to each line of 128 bytes.")),
    number<&InterconnectSpec::copyShare>(
        "copy_share_pct", "Copy of the own block", unit::percent,
        {.min = 0, .max = 300, .doc = "Time of copying a block over that of sending it."}),
    number<&InterconnectSpec::treeShare>(
        "tree_share_pct", "Trees", unit::percent,
        {.min = 1, .max = 100, .doc = "Share of the efficiency that trees reach in a domain."}),
    number<&InterconnectSpec::chunkBytes>(
        "chunk_mb", "Chunk", unit::megabyte,
        {.min = 0,
         .max = 1000,
         .doc =
             "Data of one rank, all channels, that moves before the next stage of a tree starts."}),
    number<&InterconnectSpec::pairwiseEfficiency>(
        "pairwise_efficiency_pct", "Efficiency, all-to-all", unit::percent,
        efficiencyRule("Efficiency of exchanges between all pairs; not stated: the efficiency.")),
    number<&InterconnectSpec::pairwiseLatencyS>(
        "pairwise_latency_us", "Latency, all-to-all", unit::microsecond,
        latencyRule("Latency of one exchange of long messages; not stated: the base latency.")),
    number<&InterconnectSpec::pointEfficiency>(
        "point_efficiency_pct", "Efficiency, point to point", unit::percent,
        efficiencyRule("From one sender to one receiver; not stated: the efficiency.")),
    number<&InterconnectSpec::messageOverheadS>(
        "message_overhead_us", "Posting a message", unit::microsecond,
        latencyRule("Time of one message that is handed to the adapter.")),
    number<&InterconnectSpec::switchEfficiency>(
        "switch_efficiency_pct", "Efficiency, reduction in switches", unit::percent,
        {.min = 1,
         .max = 150,
         .doc =
             "Efficiency of reductions in the switches; not stated: there are none. Bus bandwidth "
             "counts the traffic of a ring, which such reductions do not send, so 100 may be "
             "exceeded."}),
    number<&InterconnectSpec::switchLatencyS>(
        "switch_latency_us", "Latency, reduction in switches", unit::microsecond,
        latencyRule("Latency of one reduction in the switches.")),
    number<&InterconnectSpec::treeChannelTwoBytesPerS>(
        "tree_channel_two_gbps", "Channel of a tree, two domains", unit::gigabytePerSecond,
        rateRule("Bus bandwidth (twice the message over the time) of one channel of a tree across "
                 "two domains; a domain has one for each adapter.")),
    number<&InterconnectSpec::treeChannelBytesPerS>(
        "tree_channel_gbps", "Channel of a tree, more domains", unit::gigabytePerSecond,
        rateRule("The same across more than two domains.")),
    number<&InterconnectSpec::switchChannelTwoBytesPerS>(
        "switch_channel_two_gbps", "Channel of switches and trees, two domains",
        unit::gigabytePerSecond,
        rateRule("Bus bandwidth of one channel where switches reduce inside and trees across two "
                 "domains.")),
    number<&InterconnectSpec::switchChannelBytesPerS>(
        "switch_channel_gbps", "Channel of switches and trees, more domains",
        unit::gigabytePerSecond, rateRule("The same across more than two domains.")),
    integer<&InterconnectSpec::chainRanks>(
        "chain_ranks", "Ranks of a baseboard",
        {.min = 1, .max = 1024, .doc = "That a tree joins as a chain; above it is binary."}),
    number<&InterconnectSpec::pcieBytesPerS>(
        "pcie_gbps", "PCI Express", unit::gigabytePerSecond,
        rateRule("One-way rate of one rank when messages go by way of host memory.")),
    number<&InterconnectSpec::hostMemoryBytesPerS>(
        "host_memory_gbps", "Host memory", unit::gigabytePerSecond,
        rateRule("Share of one rank, reads and writes together, when messages go that way.")),
    number<&InterconnectSpec::stagingLatencyS>(
        "staging_latency_us", "Latency of staging", unit::microsecond,
        latencyRule("Added to each step by the copy at one end.")),
});

}  // namespace

const ComponentType& InterconnectSpec::type() {
    static constexpr ComponentType kType{
        "interconnect",
        "Interconnect",
        "",
        false,
        "How fast collectives run on one generation of link: effective bandwidth and latency.",
        kInterconnectAttributes,
        &createSpec<InterconnectSpec>,
        &destroySpec<InterconnectSpec>};
    return kType;
}

double adapterBytesPerS(const InterconnectSpec& spec, double rankBytesPerS) {
    return spec.lineBytesPerS < rankBytesPerS ? spec.lineBytesPerS : rankBytesPerS;
}

ProtocolFigures protocolFigures(const InterconnectSpec& spec, CollectiveProtocol protocol) {
    switch (protocol) {
        case CollectiveProtocol::LowLatency:
            return {spec.llBaseLatencyS, spec.llStepLatencyS, spec.llEfficiency};
        case CollectiveProtocol::LowLatency128:
            return {spec.ll128BaseLatencyS, spec.ll128StepLatencyS, spec.ll128Efficiency};
        case CollectiveProtocol::Simple:
            break;
    }
    return {spec.baseLatencyS, spec.stepLatencyS, spec.efficiency};
}

}  // namespace headroom::models
