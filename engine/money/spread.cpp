// SPDX-License-Identifier: Apache-2.0
#include "engine/money/spread.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

double RateEffect::swing() const {
    return std::max(std::abs(low), std::abs(high));
}

CostSpread costSpread(const CostBasis& basis, const Cost& cost, const PriceRates& rates) {
    CostSpread spread;
    const double asIs = models::usdOf(cost.npvTotal);
    const auto movedTo = [&](const std::string& id, double value) {
        PriceRates moved = rates;
        moved.move(id, value);
        return models::usdOf(costOf(basis, moved).npvTotal) - asIs;
    };
    double squares = 0.0;
    for (const auto& [id, rate] : rates.used()) {
        RateEffect effect{rate, movedTo(id, rate.low), movedTo(id, rate.high), "own"};
        if (effect.swing() >= 0.01) {
            squares += std::pow(0.5 * (effect.high - effect.low), 2.0);
            spread.effects.push_back(std::move(effect));
        }
    }
    spread.halfWidth = std::sqrt(squares);
    std::stable_sort(
        spread.effects.begin(), spread.effects.end(),
        [](const RateEffect& a, const RateEffect& b) { return a.swing() > b.swing(); });
    return spread;
}

}  // namespace headroom::engine
