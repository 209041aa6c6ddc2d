// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/border/instants.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace headroom::engine {

/// Columns of somebody else's table, as a project stores them in one text:
///
///   time=Datum von; value=Deutschland/Luxemburg; unit=EUR/MWh; zone=Europe/Berlin; order=day_first
///
/// Words before the equals sign are the same for every kind of table: `time`, `date`, `value`, `name`, `unit`,
/// `zone`, `order` and `where`; what is left out is inferred. `where=LMP_TYPE:LMP` reads only rows whose column LMP_TYPE is LMP.
struct ColumnMap {
    std::map<std::string, std::string, std::less<>>
        columns;  ///< time, date, value, name: the column in the file
    std::string unit;
    std::optional<TimeZone> zone;
    std::optional<DateOrder> order;
    std::string whereColumn, whereValue;  ///< Empty if all rows count.

    /// The column of a word; empty means inferred.
    std::string_view column(std::string_view word) const;
};

/// TIM-004: a word that is not known, a zone or an order that is none.
Result<ColumnMap> columnMap(std::string_view text);

}  // namespace headroom::engine
