// SPDX-License-Identifier: Apache-2.0
#include "engine/border/column_map.h"

#include "engine/border/instant_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

tl::unexpected<Error> refused(std::string message, std::string remedy) {
    Error error;
    error.code = "TIM-004";
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    return tl::unexpected(std::move(error));
}

}  // namespace

std::string_view ColumnMap::column(std::string_view word) const {
    const auto found = columns.find(word);
    return found == columns.end() ? std::string_view() : std::string_view(found->second);
}

Result<ColumnMap> columnMap(std::string_view text) {
    static constexpr std::array<std::string_view, 4> kColumns{"time", "date", "value", "name"};
    ColumnMap map;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view entry = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (entry.empty()) {
            continue;
        }
        const std::size_t equals = entry.find('=');
        const std::string_view word = trimmed(entry.substr(0, equals));
        const std::string value(equals == std::string_view::npos
                                    ? std::string_view()
                                    : trimmed(entry.substr(equals + 1)));
        if (value.empty()) {
            return refused(fmt::format("\"{}\" names no column", entry),
                           "Write WORD=COLUMN with semicolons between: time=Date; value=Price");
        }
        if (std::find(kColumns.begin(), kColumns.end(), word) != kColumns.end()) {
            map.columns[std::string(word)] = value;
        } else if (word == "unit") {
            map.unit = value;
        } else if (word == "where") {
            const std::size_t colon = value.rfind(':');
            if (colon == std::string::npos) {
                return refused(fmt::format("\"{}\" names no value", entry),
                               "Write where=COLUMN:VALUE");
            }
            map.whereColumn = trimmed(std::string_view(value).substr(0, colon));
            map.whereValue = trimmed(std::string_view(value).substr(colon + 1));
        } else if (word == "zone") {
            auto zone = TimeZone::named(value);
            if (!zone) {
                return tl::unexpected(std::move(zone.error()));
            }
            map.zone = *zone;
        } else if (word == "order" && (value == "day_first" || value == "month_first")) {
            map.order = value == "day_first" ? DateOrder::DayFirst : DateOrder::MonthFirst;
        } else {
            return refused(fmt::format("\"{}\" is not known", entry),
                           "Words are time, date, value, name, unit, where, zone and order "
                           "(day_first or month_first).");
        }
    }
    return map;
}

}  // namespace headroom::engine
