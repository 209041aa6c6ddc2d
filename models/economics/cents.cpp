// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cents.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::models {

Cents centsOf(double usd) {
    constexpr double kMost = 9e15;
    if (std::isnan(usd)) {
        return 0;
    }
    return static_cast<Cents>(std::round(std::clamp(usd * 100.0, -kMost, kMost)));
}

std::vector<Cents> apportioned(Cents total, std::span<const double> weights) {
    std::vector<Cents> shares(weights.size(), 0);
    if (shares.empty()) {
        return shares;
    }
    double sum = 0.0;
    for (const double weight : weights) {
        sum += std::max(weight, 0.0);
    }
    if (!(sum > 0.0)) {
        shares.front() = total;
        return shares;
    }
    std::vector<double> remainders(weights.size());
    Cents left = total;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double exact = static_cast<double>(total) * (std::max(weights[i], 0.0) / sum);
        shares[i] = static_cast<Cents>(std::floor(exact));
        remainders[i] = exact - std::floor(exact);
        left -= shares[i];
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
    // Rounding of the products may leave a few cents more, or fewer, than there are shares.
    for (std::size_t i = 0; left != 0; i = (i + 1) % order.size()) {
        const Cents one = left > 0 ? 1 : -1;
        shares[order[i]] += one;
        left -= one;
    }
    return shares;
}

}  // namespace headroom::models
