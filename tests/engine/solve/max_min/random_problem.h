// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/max_min/flow_problem.h"
#include "models/core/random.h"

#include <cstdint>
#include <limits>

namespace headroom::engine {

/// A small problem with everything that one may hold: cut and unused links, classes of many
/// members, weights, caps, split and repeated crossings, classes that cross nothing. Few values of
/// each, so that ties are common. The same for the same number.
inline FlowProblem randomProblem(std::uint64_t number) {
    models::RandomStream random{20240611, number};
    const auto pick = [&](int n) { return static_cast<int>(random.uniform() * n); };
    FlowProblem problem;
    const int links = 1 + pick(9);
    for (int l = 0; l < links; ++l) {
        constexpr double kCapacities[] = {50e9, 50e9, 50e9, 25e9, 100e9, 37.5e9, 0.0};
        problem.capacity.push_back(kCapacities[pick(pick(4) == 0 ? 7 : 6)]);
    }
    const int classes = 1 + pick(12);
    const bool plain = pick(3) == 0;
    for (int c = 0; c < classes; ++c) {
        constexpr double kMembers[] = {1.0, 1.0, 2.0, 64.0};
        constexpr double kWeights[] = {1.0, 1.0, 2.0, 0.5};
        constexpr double kShares[] = {1.0, 0.5, 0.25, 2.0};
        const double cap =
            pick(4) == 0 ? 10e9 * (1 + pick(4)) : std::numeric_limits<double>::infinity();
        problem.begin(plain ? 1.0 : kMembers[pick(4)], 1e6 * (1 + pick(20)),
                      plain ? 1.0 : kWeights[pick(4)], cap);
        for (int n = pick(5); n > 0; --n) {
            problem.cross(pick(links), plain ? 1.0 : kShares[pick(4)]);
        }
    }
    return problem;
}

/// Bytes/s on each link at these rates of members.
inline std::vector<double> loads(const FlowProblem& problem, const std::vector<double>& rate) {
    std::vector<double> load(problem.capacity.size(), 0.0);
    for (std::int32_t c = 0; c < problem.classes(); ++c) {
        for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
            load[problem.link[i]] +=
                problem.members[c] * static_cast<double>(problem.share[i]) * rate[c];
        }
    }
    return load;
}

/// A full-bisection network of `leaves` x `down` hosts and as many spines as a leaf has hosts, with
/// up-ports by destination; `flows` from and to random hosts, sizes 50 to 150 MB.
inline FlowProblem randomTwoTier(int leaves, int down, int flows, std::uint64_t seed) {
    models::RandomStream random{seed, 7};
    const int hosts = leaves * down;
    FlowProblem problem;
    problem.capacity.assign(static_cast<std::size_t>(4 * hosts), 50e9);
    for (int f = 0; f < flows; ++f) {
        const int from = static_cast<int>(random.uniform() * hosts);
        const int to = (from + 1 + static_cast<int>(random.uniform() * (hosts - 1))) % hosts;
        problem.begin(1.0, 50e6 + 100e6 * random.uniform());
        problem.cross(from);
        if (from / down != to / down) {
            problem.cross(hosts + from / down * down + to % down);
            problem.cross(2 * hosts + to / down * down + to % down);
        }
        problem.cross(3 * hosts + to);
    }
    return problem;
}

}  // namespace headroom::engine
