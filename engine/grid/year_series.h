// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/column_map.h"
#include "engine/border/site_clock.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::engine {

/// A column of a file that becomes the hours of a year: prices, carbon intensity, output of plants.
struct YearSeriesSpec {
    std::string what;                     ///< for messages: "price"
    std::vector<std::string_view> heads;  ///< of the column, in the order of preference
    /// The factor of a unit's word to the unit of the result; nothing if the word is not such a unit. The error
    /// says that the unit is one, but cannot be converted.
    std::function<std::optional<Result<double>>(std::string_view word)> factorOf;
    std::string unit;                ///< of the result, for messages; taken where none is stated
    double least = 0.0, most = 0.0;  ///< of a value of the result
    double usualLeast = 0.0,
           usualMost = 0.0;  ///< a median beyond is a slip of the unit; 0 if not checked
    ColumnMap columns;
    SiteClock clock;
};

struct YearSeries {
    std::vector<double> hourly;      ///< 8,760 means from January 1st on, local standard time
    std::vector<std::string> notes;  ///< how the file was understood
};

/// Reads a table of any form (engine/border). Values of quarter or half hours become hourly means, instants
/// become local standard time, February 29th is dropped, missing hours are filled from their neighbours and
/// counted. Without a column of instants 8,760 hours, 17,520 half hours or 35,040 quarter hours (or those of a
/// leap year) count from January 1st on. MON-006: no such column, not a year, more than a tenth missing, a
/// value outside the limits, or a unit that the values contradict.
Result<YearSeries> readYearSeries(const std::filesystem::path& file, const YearSeriesSpec& spec);

}  // namespace headroom::engine
