// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Effect of moving one rate to the ends of its range on the present value.
struct RateEffect {
    Rate rate;
    double low = 0.0, high = 0.0;  ///< present value less that of the unchanged cost, in currency
    std::string of =
        "own";  ///< whose present value: the project's, or the rent of an offer ("aws-p5:spot")

    double swing() const;
};

/// How far a cost may be off. The rates are taken as independent: half widths add in squares,
///   d = sqrt(sum of ((high - low) / 2)^2)
/// Source and validity: engine/sensitivity/sensitivity.h. Other inputs (counts of the bill, energy and work of the
/// simulated year, a tariff) are unchanged.
struct CostSpread {
    std::vector<RateEffect> effects;  ///< the largest first; those that move nothing are left out
    double halfWidth = 0.0;           ///< of the present value, in currency
};

CostSpread costSpread(const CostBasis& basis, const Cost& cost, const PriceRates& rates);

}  // namespace headroom::engine
