// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

/// The 8,760 hours of a year, from January 1st on, local standard time: the time base of prices, carbon
/// and typical years.
namespace headroom::engine {

/// Calendar of the year: one without February 29th, as weather is.
inline constexpr int kReferenceYear = 2026;
inline constexpr std::size_t kHoursOfYear = 8760;
inline constexpr std::size_t kHoursOfDay = 24;
inline constexpr std::array<int, 12> kDaysOfMonth = {31, 28, 31, 30, 31, 30,
                                                     31, 31, 30, 31, 30, 31};

/// Profile of 12 months by 24 hours, every day of a month alike: 8,760 hours from January 1st on.
std::vector<double> hoursOfYear(std::span<const double> monthHours);

/// The hour in which a moment lies, counted in seconds since January 1st; a year follows on itself. A
/// moment at which an hour begins belongs to it.
std::size_t hourAt(double yearS);

}  // namespace headroom::engine
