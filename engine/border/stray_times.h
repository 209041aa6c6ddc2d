// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// Which times of a file are a slip of its writer: a row of 1970 among hours of data.
namespace headroom::engine {

/// Distance to the nearest other time beyond which a few rows are strays. Assumption: 30 days; who reads meters less often
/// has no rows in between either.
inline constexpr double kStrayS = 30.0 * 86400.0;

/// Times that are more than kStrayS from all others but a few: groups of at most 1 % of all, or of a single one, where nine
/// tenths of all remain. Rising. Times that are no number are left out of account.
std::vector<double> strayTimes(std::vector<double> timesS);

/// "a time of 1970-01-01 00:00:00, more than 30 days from all others; left out".
std::string strayWords(double timeS);

}  // namespace headroom::engine
