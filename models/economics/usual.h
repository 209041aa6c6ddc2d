// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Values that money needs and neither part nor project states.
namespace headroom::models {

/// Line of a lab to the cloud that it is held against [Gbit/s]. Assumption: wide enough not to bound
/// the work, so that the comparison is of machines; a project with a broker states its own lines.
inline constexpr double kCloudLineGbps = 400.0;

/// Their data lie there: nothing is brought, for any size [TB].
inline constexpr double kCloudDataTb = 1.0;

inline constexpr double kMonthsOfYear = 12.0;

/// Least power limit of an accelerator, of its power. Assumption: below, tools refuse it and chips hardly run.
inline constexpr double kLeastPowerLimit = 0.1;

}  // namespace headroom::models
