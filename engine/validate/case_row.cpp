// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/case_row.h"

#include <cmath>

namespace headroom::engine {

namespace {

// Beyond these a cell is a slip of the pen.
constexpr double kMostOfACell = 1e9;
constexpr double kMostOfACount = 1e8;  // four times it is an int

}  // namespace

std::optional<double> CaseRow::number(std::string_view column) {
    return table_.optionalWithin(row_, column, 0.0, kMostOfACell);
}

std::optional<double> CaseRow::positive(std::string_view column) {
    const std::optional<double> value = number(column);
    if (value && !(*value > 0.0)) {
        wrong(column, "a number above zero");
        return std::nullopt;
    }
    return value;
}

std::optional<int> CaseRow::count(std::string_view column) {
    const std::optional<double> value = number(column);
    if (value && !(*value >= 1.0 && *value <= kMostOfACount && *value == std::floor(*value))) {
        wrong(column, "a whole number from 1 to 100 million");
        return std::nullopt;
    }
    return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
}

void CaseRow::wrong(std::string_view column, std::string_view expected) {
    if (fault_.empty()) {
        fault_ = table_.placeOf(row_) + ", column " + std::string(column) + ": \"" + text(column) +
                 "\" stands where " + std::string(expected) +
                 " should be; leave the cell empty where nothing is stated";
    }
}

}  // namespace headroom::engine
