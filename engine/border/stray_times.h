// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// Finds times of a file that are slips of its writer, such as a row of 1970 among hours of data.
namespace headroom::engine {

/// Distance to the nearest other time beyond which a few rows are strays. Assumption: 30 days, the longest usual interval
/// between two readings of a meter.
inline constexpr double kStrayS = 30.0 * 86400.0;

/// Returns the times of small groups that are more than kStrayS from all others, rising. A small group has one time, or 1 % of
/// all at most. Returns nothing if that is more than a tenth of all. Ignores NaN.
std::vector<double> strayTimes(std::vector<double> timesS);

/// "a time of 1970-01-01 00:00:00, more than 30 days from all others; left out".
std::string strayWords(double timeS);

}  // namespace headroom::engine
