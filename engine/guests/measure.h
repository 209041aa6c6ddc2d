// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A unit by what it measures: a value in it is `factor` times it plus `offset` in the base units of the SI.
struct Measure {
    std::array<int, 8> powers{};  ///< of kg, m, s, A, K, mol, cd, rad, as FMI orders them
    double factor = 1.0, offset = 0.0;
};

/// By its symbol: those of Headroom's tables ("kW", "°C", "L/s") and the usual ones of other tools ("degC", "W", "1").
/// Nothing if not known.
std::optional<Measure> measureOf(std::string_view symbol);

/// From one into another; nothing where they measure different things.
std::optional<double> converted(double value, const Measure& from, const Measure& to);

}  // namespace headroom::engine
