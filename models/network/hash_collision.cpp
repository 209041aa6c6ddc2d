// SPDX-License-Identifier: Apache-2.0
#include "models/network/hash_collision.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kMany = 300.0;    ///< mean from which on the normal limit serves
constexpr double kSettled = 1e-9;  ///< share of the tail that is left out

}  // namespace

double slowestHashedShare(double flows, int queuePairs, int links, int rows) {
    if (links <= 1 || !(flows > 0.0)) {
        return 1.0;
    }
    const double mean = flows * std::max(1, queuePairs) / links;
    const double all = static_cast<double>(links) * std::max(1, rows);
    if (mean >= kMany) {
        return mean / (mean + std::sqrt(2.0 * mean * std::log(all)));
    }
    double expected = 0.0, probability = std::exp(-mean), cumulative = probability;
    const double most = mean + 40.0 * std::sqrt(mean) + 60.0;
    for (int k = 0; k < most; ++k) {
        const double above = 1.0 - std::pow(std::min(cumulative, 1.0), all);
        expected += above;
        if (k > mean && above < kSettled) {
            break;
        }
        probability *= mean / (k + 1);
        cumulative += probability;
    }
    // Fewer sub-flows than links: the fullest holds at least one.
    return std::min(1.0, mean / std::max({expected, mean, std::min(1.0, flows * queuePairs)}));
}

}  // namespace headroom::models
