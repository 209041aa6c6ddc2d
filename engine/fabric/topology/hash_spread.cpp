// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/routing.h"
#include "engine/solve/max_min/max_min.h"
#include "models/network/hash_collision.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <random>

/// Mean: max-min rates of a random instance: every queue pair is hashed onto one link of each row,
/// and the queue pairs of a flow share its adapter. At most kSubFlows of them; more flows over as
/// many more links have the same mean. Seed fixed: equal arguments, equal result.
/// Slowest: models/network/hash_collision.h, over the links of all rows.
/// Validity: flows of one size in phase, hashes independent at each row. In a tree, hashing also
/// meets flows of a permutation at the destination's links; the mean is
/// within 10 % of the plain solver's there, mostly below it (tests).
namespace headroom::engine {

namespace {

constexpr int kSubFlows = 4096;
constexpr unsigned kSeed = 20240229;

double meanOf(int flows, int queuePairs, int links, int stages) {
    FlowProblem problem;
    problem.capacity.assign(static_cast<std::size_t>(links) * static_cast<std::size_t>(stages),
                            static_cast<double>(flows) / links);
    problem.capacity.resize(problem.capacity.size() + static_cast<std::size_t>(flows), 1.0);
    std::mt19937 random(kSeed);
    for (int f = 0; f < flows; ++f) {
        for (int q = 0; q < queuePairs; ++q) {
            problem.begin(1.0);
            for (int s = 0; s < stages; ++s) {
                const auto drawn = static_cast<int>(random() % static_cast<unsigned>(links));
                problem.cross(s * links + drawn);
            }
            problem.cross(stages * links + f);
        }
    }
    double sum = 0.0;
    for (const double rate : fill(problem).rate) {
        sum += rate;
    }
    return sum / flows;
}

}  // namespace

HashSpread hashSpread(int flows, int queuePairs, int links, int stages) {
    assert(flows > 0 && queuePairs > 0 && links > 0 && stages > 0);
    HashSpread spread;
    if (links == 1) {
        return spread;
    }
    spread.slowest = models::slowestHashedShare(flows, queuePairs, links, stages);
    const double shrink = std::min(1.0, static_cast<double>(kSubFlows) / queuePairs / flows);
    const int fewer = std::max(1, static_cast<int>(std::lround(flows * shrink)));
    spread.mean = meanOf(fewer, std::min(queuePairs, kSubFlows),
                         std::max(1, static_cast<int>(std::lround(links * shrink))), stages);
    return spread;
}

}  // namespace headroom::engine
