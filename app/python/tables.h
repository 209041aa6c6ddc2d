// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/python/arrays.h"
#include "engine/sheet/sheet.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

/// Sheets of the engine as columns by key: NumPy arrays of numbers, lists of texts. pandas.DataFrame(columns) is the table.
namespace headroom::python {

/// A cell that is not a number: a text, yes or no, or None.
inline py::object objectOf(const engine::SheetCell& cell) {
    if (const auto* text = std::get_if<std::string>(&cell)) {
        return py::str(*text);
    }
    const auto* yes = std::get_if<bool>(&cell);
    return yes != nullptr ? py::object(py::bool_(*yes)) : py::object(py::none());
}

/// One entry a column, in the order of the sheet. Counts are int64; numbers are float64, NaN where the row has none.
inline py::dict columnsOf(const engine::Sheet& sheet) {
    py::dict columns;
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        const py::str key(engine::fileHead(sheet.columns[c]));
        if (!engine::isNumberColumn(sheet, c)) {
            py::list texts;
            for (const auto& row : sheet.rows) {
                texts.append(objectOf(row[c]));
            }
            columns[key] = texts;
            continue;
        }
        std::vector<std::int64_t> counts;
        std::vector<double> numbers;
        for (const auto& row : sheet.rows) {
            const auto* count = std::get_if<std::int64_t>(&row[c]);
            const auto* number = std::get_if<double>(&row[c]);
            if (count != nullptr) {
                counts.push_back(*count);
            }
            numbers.push_back(count != nullptr    ? static_cast<double>(*count)
                              : number != nullptr ? *number
                                                  : std::numeric_limits<double>::quiet_NaN());
        }
        if (counts.size() == numbers.size()) {
            columns[key] = arrayOf(std::move(counts));
        } else {
            columns[key] = arrayOf(std::move(numbers));
        }
    }
    return columns;
}

}  // namespace headroom::python
