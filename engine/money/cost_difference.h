// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost_tables.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Difference of the costs of two designs, for reviews: money of each in dollars at its own rate of exchange.
struct CostDifference {
    std::string key, figure, unit;
    double base = 0.0;    ///< of the design that is compared with
    double design = 0.0;  ///< of the reviewed design

    double difference() const { return design - base; }

    /// NaN where the base is 0.
    double relative() const;
};

/// Present value, capital, a year, each system, each output that both have, energy and carbon. NaN where one design does
/// not have a figure.
std::vector<CostDifference> costDifference(const CostReport& base, const CostReport& design);

/// One row a figure, with both values and the change.
Sheet costDifferenceSheet(const std::vector<CostDifference>& rows, const std::string& base,
                          const std::string& design);

/// Present value of the design in dollars.
double presentUsd(const CostReport& report);

}  // namespace headroom::engine
