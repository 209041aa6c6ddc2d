// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <numbers>

/// Scales of time, energy, angles, mass and data in SI units and bytes.
namespace headroom {

inline constexpr double kMinuteS = 60.0;
inline constexpr double kHourS = 3600.0;
inline constexpr double kDayS = 86400.0;
inline constexpr double kJoulesPerKwh = 3.6e6;
inline constexpr double kDegPerRad = 180.0 / std::numbers::pi;
inline constexpr double kGigabit = 1.25e8;      ///< of rates, in bytes
inline constexpr double kPoundKg = 0.45359237;  ///< exact by definition

/// The time of what will not happen.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace headroom
