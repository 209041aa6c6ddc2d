// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Effect of a drill or a failure that states no amount. Assumptions: enough to be seen, short of a
/// loss of the part.
namespace headroom::models {

inline constexpr double kDrillFoulLeft = 0.5;    ///< conductance of a fouled exchanger
inline constexpr double kDrillLeakShare = 0.02;  ///< of the flow of a row
inline constexpr double kDrillRateLeft = 0.5;    ///< of a degraded link
inline constexpr double kDrillFlapShare = 0.2;   ///< of the time in which a flapping link is down
inline constexpr float kDrillSagVoltage = 0.6F;  ///< of the mains, under every ride-through band

}  // namespace headroom::models
