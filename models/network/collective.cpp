// SPDX-License-Identifier: Apache-2.0
#include "models/network/collective.h"

#include "models/network/collective_terms.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr std::array kAlgorithms = {
    CollectiveAlgorithm::Ring,   CollectiveAlgorithm::Tree,       CollectiveAlgorithm::Recursive,
    CollectiveAlgorithm::Switch, CollectiveAlgorithm::SwitchTree, CollectiveAlgorithm::Network,
    CollectiveAlgorithm::Direct,
};

constexpr std::array kProtocols = {CollectiveProtocol::Simple, CollectiveProtocol::LowLatency128,
                                   CollectiveProtocol::LowLatency};

// Library in place of an unnamed one: one of accelerators that supports everything.
const CollectiveLibrarySpec& usualLibrary() {
    static const CollectiveLibrarySpec kLibrary = [] {
        CollectiveLibrarySpec library;
        library.tree = true;
        library.switchReduction = true;
        return library;
    }();
    return kLibrary;
}

CollectiveBound boundOf(const CollectiveTerms& terms) {
    const double transfer = terms.transferS();
    if (terms.latencyS > transfer) {
        return CollectiveBound::Latency;
    }
    if (terms.reduceS > 0.5 * transfer) {
        return CollectiveBound::HostReduction;
    }
    return terms.outS > terms.upS ? CollectiveBound::ScaleOut : CollectiveBound::ScaleUp;
}

/// The links of a collective among cards that a bridge joins: its bandwidth is what collectives
/// reach, latencies are those of the link next to it.
struct Bridged {
    InterconnectSpec link;
    RankNetwork network;
};

Bridged bridged(const RankNetwork& network) {
    Bridged b{*network.scaleUp, network};
    b.link.copyShare = 0.0;
    b.link.pairwiseEfficiency = b.link.pointEfficiency = kNotStated;
    b.network.scaleUpBytesPerS = network.bridgeBytesPerS / b.link.efficiency;
    return b;
}

CollectiveWork workOf(const RankNetwork& network, const CollectiveRequest& request) {
    CollectiveWork work;
    work.network = &network;
    work.library = network.library != nullptr ? network.library : &usualLibrary();
    work.collective = request.collective;
    work.bytes = request.bytes;
    const int domain = work.library->buffers == CollectiveBuffers::Host
                           ? 1
                           : std::clamp(request.domain, 1, request.ranks);
    work.ranks = request.ranks;
    work.domain = domain;
    work.domains = (request.ranks + domain - 1) / domain;
    return work;
}

}  // namespace

CollectiveTime collectiveTime(const RankNetwork& network, const CollectiveRequest& request) {
    assert(network.scaleUp && network.scaleOut);
    CollectiveTime best;
    if (request.ranks <= 1 || !(request.bytes > 0.0)) {
        return best;
    }
    if (network.bridgeBytesPerS > 0.0 && request.ranks <= network.bridgeRanks &&
        request.ranks <= request.domain) {
        Bridged pair = bridged(network);
        pair.network.scaleUp = &pair.link;
        pair.network.bridgeBytesPerS = 0.0;
        return collectiveTime(pair.network, request);
    }
    const CollectiveWork work = workOf(network, request);
    best.seconds = std::numeric_limits<double>::infinity();
    const auto consider = [&](CollectiveAlgorithm algorithm) {
        for (const CollectiveProtocol protocol : kProtocols) {
            if (request.protocol && *request.protocol != protocol) {
                continue;
            }
            const CollectiveTerms terms = collectiveTerms(work, algorithm, protocol);
            const double seconds = terms.latencyS + terms.transferS();
            if (terms.possible && seconds < best.seconds) {
                best = {seconds,  terms.latencyS, terms.transferS(), algorithm,
                        protocol, boundOf(terms), terms.upBytes,     terms.outBytes};
            }
        }
    };
    if (request.algorithm) {
        consider(*request.algorithm);
    } else {
        std::for_each(kAlgorithms.begin(), kAlgorithms.end(), consider);
    }
    return best;
}

double busFactor(Collective collective, int ranks) {
    const double n = ranks;
    switch (collective) {
        case Collective::AllReduce:
            return 2.0 * (n - 1.0) / n;
        case Collective::Broadcast:
        case Collective::SendReceive:
            return 1.0;
        default:
            return (n - 1.0) / n;
    }
}

double busBytesPerS(const CollectiveRequest& request, double seconds) {
    return seconds > 0.0 ? busFactor(request.collective, request.ranks) * request.bytes / seconds
                         : 0.0;
}

const char* collectiveName(Collective collective) {
    constexpr std::array kNames = {"all_reduce", "all_gather", "reduce_scatter", "broadcast",
                                   "scatter",    "gather",     "all_to_all",     "send_receive"};
    return kNames[static_cast<std::size_t>(collective)];
}

const char* collectiveAlgorithmName(CollectiveAlgorithm algorithm) {
    constexpr std::array kNames = {"none",   "ring",        "tree",    "recursive", "hierarchical",
                                   "switch", "switch_tree", "network", "direct"};
    return kNames[static_cast<std::size_t>(algorithm)];
}

const char* collectiveProtocolName(CollectiveProtocol protocol) {
    constexpr std::array kNames = {"Simple", "LL", "LL128"};
    return kNames[static_cast<std::size_t>(protocol)];
}

const char* collectiveBoundName(CollectiveBound bound) {
    constexpr std::array kNames = {"nothing", "latency", "scale-up links", "scale-out links",
                                   "adding up in the hosts"};
    return kNames[static_cast<std::size_t>(bound)];
}

}  // namespace headroom::models
