// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/network/collective_library.h"
#include "models/network/interconnect.h"

#include <cstdint>
#include <optional>

/// How long a collective takes, and what stops it: the fastest of the algorithms and protocols that
/// library and links have, each as latency plus transfer,
///   t = t_0 + k a + V / (B e)
/// with k steps of latency a and V bytes on the busiest link of a rank (alpha-beta model: Hockney
/// 1994; Thakur, Rabenseifner, Gropp, IJHPCA 2005). Messages of each algorithm: algorithms.h.
///
/// Valid for one collective at a time over equal ranks; contention is in the rates that the fabric
/// gives. Mean error over published measurements: resources/help/fits.md.
namespace headroom::models {

enum class Collective : std::uint8_t {
    AllReduce,
    AllGather,
    ReduceScatter,
    Broadcast,
    Scatter,
    Gather,
    AllToAll,
    SendReceive
};

enum class CollectiveAlgorithm : std::uint8_t {
    None,          ///< one rank or no bytes: nothing to do
    Ring,          ///< one ring through all ranks, as many at once as a domain has adapters
    Tree,          ///< two binary trees over domains, a chain inside
    Recursive,     ///< halving and doubling: log2(n) steps
    Hierarchical,  ///< reduce-scatter inside, all-reduce across on every adapter, all-gather inside
    Switch,        ///< the scale-up switches reduce (NVLS)
    SwitchTree,    ///< they do inside, trees across (NVLSTree)
    Network,       ///< they do inside, the scale-out switches across (CollNet, SHARP)
    Direct         ///< every rank to every other one that it owes something
};

/// Main part of the time.
enum class CollectiveBound : std::uint8_t { Nothing, Latency, ScaleUp, ScaleOut, HostReduction };

const char* collectiveName(Collective collective);                   ///< "all_reduce"
const char* collectiveAlgorithmName(CollectiveAlgorithm algorithm);  ///< "ring"
const char* collectiveProtocolName(CollectiveProtocol protocol);     ///< "LL128"
const char* collectiveBoundName(CollectiveBound bound);              ///< for people

/// Place of the ranks; no pointer may be null. Rates [bytes/s] are those of one rank, one way,
/// as it gets them: line rate times the fabric's share.
struct RankNetwork {
    const InterconnectSpec* scaleUp = nullptr;
    const InterconnectSpec* scaleOut = nullptr;
    const CollectiveLibrarySpec* library = nullptr;
    double scaleUpBytesPerS = 0.0;
    double scaleOutBytesPerS = 0.0;
    bool networkReduces = false;   ///< the scale-out switches reduce (SHARP)
    double adaptersPerRank = 0.0;  ///< 0 means by the line rate of one adapter, else one
    double slotBytesPerS = 0.0;    ///< that a rank's slot carries to its adapters; 0 means no limit
    double bridgeBytesPerS = 0.0;  ///< bus bandwidth over a bridge; 0 if there is none
    int bridgeRanks = 1;           ///< ranks that it joins
};

/// Bytes as nccl-tests count them: the longer of a rank's two buffers. All-reduce and broadcast:
/// the message; all-gather: all that a rank has in the end; reduce-scatter, all-to-all: all that it
/// has at the beginning; scatter, gather: all that the root has.
struct CollectiveRequest {
    Collective collective = Collective::AllReduce;
    double bytes = 0.0;
    int ranks = 1;
    int domain = 1;  ///< ranks that share a scale-up domain; the last domain may have fewer
    std::optional<CollectiveAlgorithm> algorithm{};  ///< to force one
    std::optional<CollectiveProtocol> protocol{};
};

struct CollectiveTime {
    double seconds = 0.0;  ///< infinite where a rate that it needs is 0, or no algorithm can do it
    double latencyS = 0.0;
    double transferS = 0.0;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::None;
    CollectiveProtocol protocol = CollectiveProtocol::Simple;
    CollectiveBound bound = CollectiveBound::Nothing;
    double scaleUpBytes = 0.0;   ///< that the busiest rank sends inside its domain
    double scaleOutBytes = 0.0;  ///< and through its adapter
};

CollectiveTime collectiveTime(const RankNetwork& network, const CollectiveRequest& request);

/// Bus bandwidth over S / t as nccl-tests define it: 2 (n-1)/n for an all-reduce, (n-1)/n for
/// all-gather, reduce-scatter, scatter, gather and all-to-all, 1 for broadcast and send/receive.
double busFactor(Collective collective, int ranks);

/// busFactor S / t [bytes/s]; 0 where t is.
double busBytesPerS(const CollectiveRequest& request, double seconds);

}  // namespace headroom::models
