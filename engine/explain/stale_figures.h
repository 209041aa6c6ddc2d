// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/sheet/sheet.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace headroom::engine {

/// The last day that a date of a source can mean: "2024" is 2024-12-31, "2026-08" is 2026-08-31. Nothing if the text is not a
/// such date.
std::optional<std::chrono::sys_days> lastDayOf(std::string_view date);

/// Parts of the catalogue with figures whose source is older than `leastDays` on the day `today`, the oldest first. Columns: type,
/// part, aged figures, figures without a date, date and age in days of the oldest, its figure and source. `type`: of that type
/// alone; empty means of all. A figure without a date is not an aged one; it is counted where its part is listed.
Sheet staleFigures(const Catalogue& catalogue, std::string_view type, double leastDays,
                   std::chrono::sys_days today);

}  // namespace headroom::engine
