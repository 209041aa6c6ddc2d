// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Figures of usual practice of accelerators, for what no part states.
namespace headroom::models {

/// How far the busiest chip passes its shutdown limit before it is off [K]. Assumption: under a
/// second at full power.
inline constexpr double kTripOvershootK = 1.0;

/// A block is out of throttling when its hottest chip is so far below the limit [K]: clocks swing
/// about it. Assumption: the width of the published band from software to hardware limit.
inline constexpr double kThrottleBandK = 2.0;

/// From a thermal trip to the servers' return [s]: an operator clears the cause and resets the
/// rack. Assumption.
inline constexpr double kTripResetS = 1800.0;

}  // namespace headroom::models
