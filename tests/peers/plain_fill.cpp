// SPDX-License-Identifier: Apache-2.0
#include "tests/peers/plain_fill.h"

#include "engine/base/scale.h"

#include <algorithm>
#include <limits>

namespace headroom::tests {

using namespace engine;

namespace {

struct Load {
    double frozen = 0.0;  // bytes/s of those that have their rate
    double slope = 0.0;   // bytes/s for a unit of level of the others
};

double loadOf(const FlowProblem& problem, std::int32_t c, std::int32_t i) {
    return problem.members[c] * static_cast<double>(problem.share[i]);
}

}  // namespace

Rates fillPlainly(const FlowProblem& problem) {
    const std::int32_t classes = problem.classes();
    Rates rates{std::vector<double>(classes, 0.0), std::vector<std::int32_t>(classes, -1)};
    std::vector<char> frozen(classes, 0);
    std::vector<Load> load(problem.capacity.size());
    const auto level = [&](std::int32_t l) {
        const double room = std::max(0.0, problem.capacity[l]) - load[l].frozen;
        return load[l].slope > 0.0 ? std::max(room, 0.0) / load[l].slope : kNever;
    };
    for (std::int32_t left = classes; left > 0;) {
        std::fill(load.begin(), load.end(), Load{});
        double lowest = kNever;
        for (std::int32_t c = 0; c < classes; ++c) {
            for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
                Load& at = load[problem.link[i]];
                (frozen[c] != 0 ? at.frozen : at.slope) +=
                    loadOf(problem, c, i) * (frozen[c] != 0 ? rates.rate[c] : problem.weight[c]);
            }
            if (frozen[c] == 0) {
                lowest = std::min(lowest, std::max(problem.cap[c], 0.0) / problem.weight[c]);
            }
        }
        std::int32_t full = -1;
        for (std::int32_t l = 0; l < static_cast<std::int32_t>(load.size()); ++l) {
            if (level(l) < lowest) {
                lowest = level(l);
                full = l;
            }
        }
        for (std::int32_t c = 0; c < classes; ++c) {
            if (frozen[c] != 0) {
                continue;
            }
            bool stops = full < 0 && std::max(problem.cap[c], 0.0) / problem.weight[c] <= lowest;
            for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
                stops = stops || (problem.link[i] == full && loadOf(problem, c, i) > 0.0);
            }
            if (stops) {
                frozen[c] = 1;
                rates.rate[c] =
                    full < 0 ? std::max(problem.cap[c], 0.0) : lowest * problem.weight[c];
                rates.bottleneck[c] = full;
                --left;
            }
        }
    }
    return rates;
}

}  // namespace headroom::tests
