// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Where an interconnect generation is used.
enum class InterconnectScope { ScaleUp, ScaleOut };

/// How a message is carried: flags next to each word (low latency, half the bandwidth), flags beside
/// each line of 128 bytes, or plain with fences.
enum class CollectiveProtocol { Simple, LowLatency, LowLatency128 };

/// How fast collectives run on one generation of link. Efficiencies are shares of the line rate of
/// one rank; figures that are not stated are ways that the generation has not.
/// How the figures were found: resources/help/fits.md.
struct InterconnectSpec {
    InterconnectScope scope = InterconnectScope::ScaleOut;
    double lineBytesPerS = kNotStated;  ///< of the adapter of one rank; not stated: as the rank's

    // Simple protocol: stated for every generation.
    double efficiency = kNotStated;
    double baseLatencyS = kNotStated;
    double stepLatencyS = kNotStated;

    // The protocols for short messages.
    double llEfficiency = kNotStated;
    double llBaseLatencyS = kNotStated;
    double llStepLatencyS = kNotStated;
    double ll128Efficiency = kNotStated;
    double ll128BaseLatencyS = kNotStated;
    double ll128StepLatencyS = kNotStated;

    double copyShare = 0.0;   ///< of a rank's own block, which it copies: times the link's time
    double treeShare = 1.0;   ///< of the efficiency that a tree inside a domain reaches
    double chunkBytes = 0.0;  ///< of a rank: what a tree or a switch moves before its next stage

    double pairwiseEfficiency = kNotStated;  ///< all-to-all, scatter, gather
    double pairwiseLatencyS = kNotStated;
    double pointEfficiency = kNotStated;  ///< one sender, one receiver
    double messageOverheadS = 0.0;        ///< of posting one message to an adapter

    // Reduction in the switches (NVLS of scale-up, SHARP of scale-out).
    double switchEfficiency = kNotStated;
    double switchLatencyS = kNotStated;

    // Largest bus bandwidth of one channel of a collective: a processor of the chip takes from two
    // neighbours, adds and sends on, and a domain has a channel for each adapter. Trees, and trees
    // across domains whose switches reduce; over two domains, and over more.
    double treeChannelTwoBytesPerS = kNotStated;
    double treeChannelBytesPerS = kNotStated;
    double switchChannelTwoBytesPerS = kNotStated;
    double switchChannelBytesPerS = kNotStated;

    int chainRanks = 8;  ///< of one baseboard: a tree joins them as a chain

    // Staging through host memory instead of direct access of adapters to accelerators.
    double pcieBytesPerS = kNotStated;
    double hostMemoryBytesPerS = kNotStated;
    double stagingLatencyS = kNotStated;

    static const ComponentType& type();
};

/// Latencies and share of bandwidth of one protocol; NaN where the generation lacks it.
struct ProtocolFigures {
    double baseLatencyS = kNotStated;
    double stepLatencyS = kNotStated;
    double efficiency = kNotStated;

    bool stated() const { return baseLatencyS >= 0.0 && stepLatencyS >= 0.0 && efficiency > 0.0; }
};

/// Largest rate of a rank through its adapter: the smaller of the adapter's rate and the rate of
/// this link generation.
double adapterBytesPerS(const InterconnectSpec& spec, double rankBytesPerS);

ProtocolFigures protocolFigures(const InterconnectSpec& spec, CollectiveProtocol protocol);

}  // namespace headroom::models
