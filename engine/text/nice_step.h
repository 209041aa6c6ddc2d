// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

/// Round numbers for axes, scales and rulers.
namespace headroom::engine {

/// Round numbers between 1 and 10.
inline constexpr std::array kRoundFactors = {1.0, 2.0, 5.0};
inline constexpr std::array kRoundAndQuarterFactors = {1.0, 2.0, 2.5, 5.0};

/// The smallest of these factors times a power of ten that is at least `least`, which is above 0. Numbers that are above it by
/// 0.01 % or less count as equal to it.
double niceStep(double least, std::span<const double> factors = kRoundFactors);

/// The largest of 1, 2 or 5 times a power of ten that is at most `most`, which is above 0.
double niceLength(double most);

}  // namespace headroom::engine
