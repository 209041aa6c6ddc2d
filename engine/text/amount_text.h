// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"

#include <string>
#include <string_view>

/// Quantities within sentences, and the prefixes that units take by size.
namespace headroom::engine {

/// A unit of a family: W, kW, MW.
struct UnitStep {
    std::string_view symbol;
    double toSi = 1.0;
    double fromSi = 0.0;  ///< the smallest value [SI] that people write in it
};

/// The member of the unit's family in which people write `si`. Null for units without a family (°C, %, ratios).
const UnitStep* stepOf(std::string_view unit, double si);

/// A number with its unit for sentences, at four significant digits: "33.93 kW", "1,232 A" stays "1232 A", "21.6 kA", "12,345 %". From
/// 10,000 on the unit takes a larger prefix if it has one, and thousands are set apart. No text has an exponent.
Words amountText(double value, std::string_view unit);

/// A number of things: "512", "24,576".
std::string countText(long long count);

/// The digits at the start of a text in groups of three where there are five or more: "24576.5 kW" becomes "24,576.5 kW".
std::string grouped(const std::string& text, std::string_view between = ",");

}  // namespace headroom::engine
