// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/fabric/fabric.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Who sends what over the fabric, and what it gets: classes of equal members with a load on each
/// bundle, solved by max-min fairness. Flat flows are never made.
namespace headroom::engine {

/// How the members of a class talk.
enum class TrafficPattern : std::uint8_t {
    Ring,       ///< each to its successor in order of placement: all-reduce, all-gather, pipeline
    Tree,       ///< double binary tree over servers
    AllToAll,   ///< each to all others in equal parts
    Pairs,      ///< stage to stage: member i to i + stride
    ToStorage,  ///< to the storage servers
    FromStorage
};

struct TrafficClass {
    std::int64_t job = -1;  ///< owner; -1: background
    std::int32_t fabric = 0;
    TrafficPattern pattern = TrafficPattern::Ring;
    int members = 0;                   ///< endpoints
    int stride = 1;                    ///< Pairs
    double demandBytesPerS = 0.0;      ///< of one member while it sends: its line rate
    double duty = 1.0;                 ///< share of the time in which it sends, 0..1
    std::vector<std::int32_t> bundle;  ///< crossed, ascending
    std::vector<double> load;          ///< bytes on each for a byte from every member

    // results
    double rateBytesPerS = 0.0;    ///< of one member while it sends
    std::int32_t bottleneck = -1;  ///< bundle; -1: its own adapters
};

/// Loads of a pattern over endpoints in the order in which the job numbers them.
/// `groupOf` splits them into groups that each run the pattern by themselves (data-parallel groups
/// of one rail); empty: one group.
TrafficClass trafficOf(const FabricNetwork& network, int fabric, TrafficPattern pattern,
                       std::span<const std::int32_t> endpoints, int stride = 1);

/// Rates of all classes on bundles of the given capacity.
///   x_j = max(max-min share with everybody sending, what the mean loads of the others leave)
/// Jobs send in bursts: `duty` is the share of time; the mean load of a class is duty x rate x
/// load. Both terms respect conservation: no bundle's mean load is above its capacity. capacity: by
/// bundle [bytes/s]. Deterministic; work in proportion to the classes given.
void solveTraffic(std::span<TrafficClass> classes, std::span<const double> capacity);

}  // namespace headroom::engine
