// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace headroom::engine {

/// A unit with the prefix that suits a number: value in the old unit times factor, in `symbol`.
struct ShownUnit {
    double factor = 1.0;
    std::string symbol;
};

/// For the largest number of a column or axis: 132,400 "kW" → factor 1e-3, "MW". Units that take no
/// prefix (°C, %, none) come back unchanged.
ShownUnit shownUnit(double largest, std::string_view unit);

}  // namespace headroom::engine
