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
    Ring,       ///< each to its successor in order of placement: all-reduce, all-gather
    Tree,       ///< double binary tree
    AllToAll,   ///< each to all others in equal parts
    Pairs,      ///< stage to stage: member i to i + stride
    ToStorage,  ///< to the storage servers, striped over all of them
    FromStorage
};

/// Inputs of trafficOf besides the endpoints.
struct TrafficPlan {
    TrafficPattern pattern = TrafficPattern::Ring;
    int stride = 1;     ///< Pairs; negative: backwards
    int groupSize = 0;  ///< consecutive endpoints that talk among each other (data-parallel group
                        ///< of one rail); the last may be smaller; 0 if all are one group
    std::span<const std::int32_t> storage;  ///< endpoints of storage servers
};

struct TrafficClass {
    std::int64_t job = -1;  ///< owner; -1 means background
    std::int32_t fabric = 0;
    TrafficPattern pattern = TrafficPattern::Ring;
    int members = 0;                   ///< endpoints
    double demandBytesPerS = 0.0;      ///< of one member while it sends: its line rate
    double duty = 1.0;                 ///< share of the time in which it sends, 0..1
    double flows = 1.0;                ///< at once of one member: what hashing spreads
    std::vector<std::int32_t> bundle;  ///< crossed, ascending
    std::vector<double> load;          ///< bytes on each for a byte from every member

    // results
    double rateBytesPerS = 0.0;    ///< of one member while it sends
    std::int32_t bottleneck = -1;  ///< bundle; -1 means its own adapters
};

/// Loads of a pattern over endpoints in the order in which the job numbers them; bundles in the
/// numbering of the network. Work in proportion to the members and to the fabric's bundles.
///
/// Ring, Pairs: one byte from each member to its peer. Tree: Sanders, Speck and Träff, Parallel
/// Computing 35 (2009): two in-order binary trees, the second shifted by one member, half of the
/// data each, up and down; scaled so that the mean member sends a byte. Between leaves, the
/// topology spreads a pair's byte as its routing does.
TrafficClass trafficOf(const FabricNetwork& network, int fabric, const TrafficPlan& plan,
                       std::span<const std::int32_t> endpoints);

/// Rates of all classes on bundles of the given capacity.
///   x_j = max(max-min share with everybody sending, what the mean loads of the others leave)
/// Jobs send in bursts: `duty` is the share of time; the mean load of a class is duty x rate x
/// load. While all send, each gets its max-min share (progressive filling with equal weight of
/// every member's flow); the rest of the time it finds what the others leave on average. Both terms
/// respect conservation: no bundle's mean load is above its capacity. Members of a class wait for
/// each other, so that one rate stands for all of them: that of the slowest.
/// Assumption: bursts of different classes are independent of each other.
/// capacity: by bundle [bytes/s]. Deterministic; work in proportion to the classes given.
///
/// Keeps its arrays between calls: in a run nothing is allocated after the first large one.
class TrafficSolver {
  public:
    void solve(std::span<TrafficClass> classes, std::span<const double> capacity);

    /// For the classes and capacities of the call before, where duties have changed since, and
    /// perhaps demands: the same result with less work.
    void solveAgain(std::span<TrafficClass> classes, std::span<const double> capacity);

  private:
    void sharesOf(std::span<TrafficClass> classes);
    void makeRows(std::span<const TrafficClass> classes, std::span<const double> capacity);
    void makeColumns();
    void mergeAlike();
    double risingOn(std::size_t bundle) const;
    void fillTogether(std::span<TrafficClass> classes);

    // by bundle of the network, at rest between calls
    std::vector<double> wanted_;
    std::vector<std::int32_t> number_;  ///< local; -1 means cannot be filled
    std::vector<std::int32_t> touched_;
    std::vector<std::uint64_t> filled_;  ///< a bit for each that can be filled
    // by local number of a bundle, ascending in the network's
    std::vector<std::int32_t> bundleId_;
    std::vector<double> capacity_, left_, rising_, mean_;
    std::vector<char> stale_;
    std::vector<std::int32_t> firstAlike_;  ///< by hash of who crosses it

    /// By class: the bundles that it crosses. By bundle: the classes that cross it.
    struct Crossings {
        std::vector<std::size_t> first, begin, next;
        std::vector<std::int32_t> bundle, crossing;
        std::vector<double> load, crossingLoad;
    };

    Crossings crossed_;
    // by class
    std::vector<double> together_, rate_;
    std::vector<double> demand_;         ///< with which rates rose together
    std::vector<std::int32_t> fullest_;  ///< bottleneck when they had
    std::vector<char> stopped_;
    std::vector<std::size_t> active_, open_, stopping_,
        stales_;  ///< numbers that still count in a round
};

}  // namespace headroom::engine
