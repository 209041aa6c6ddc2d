// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/column.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// The one form of an answer: columns that describe themselves, and rows of typed cells. Every face of an answer is written
/// from it: sheet_text.h, sheet_csv.h, sheet_json.h, workbook.h, report/sheet_blocks.h, ui/kit/sheet_model.h, app/python/tables.h.
namespace headroom::engine {

/// Nothing (the row has no such thing), a text, a number (NaN: not known), a count, or yes and no.
using SheetCell = std::variant<std::monostate, std::string, double, std::int64_t, bool>;

/// Columns of a sheet; texts alone are heads for people, with their units.
class SheetColumns : public std::vector<SheetColumn> {
  public:
    using std::vector<SheetColumn>::vector;
    SheetColumns(std::initializer_list<std::string> heads);
    SheetColumns(const std::vector<std::string>& heads);
};

struct Sheet {
    std::string
        name;  ///< on the tab of a workbook; at most 31 characters, none of []:*?/\ and the like
    std::string title;
    std::string why;  ///< what the figures are and where from
    SheetColumns columns;
    std::vector<std::vector<SheetCell>> rows;
    std::vector<std::string> notes = {};  ///< one a row, or none at all: tool tips
};

/// A column and how its cells come from a row.
template <class Row>
struct SheetField {
    SheetColumn column;
    std::function<SheetCell(const Row&)> cell;
};

/// Rows of anything as a sheet: one field a column.
template <class Row, class Rows>
Sheet sheetOf(std::string name, std::string title, std::string why,
              const std::vector<SheetField<Row>>& fields, const Rows& rows) {
    Sheet sheet{std::move(name), std::move(title), std::move(why), {}, {}};
    for (const SheetField<Row>& field : fields) {
        sheet.columns.push_back(field.column);
    }
    for (const Row& row : rows) {
        auto& cells = sheet.rows.emplace_back();
        for (const SheetField<Row>& field : fields) {
            cells.push_back(field.cell(row));
        }
    }
    return sheet;
}

bool isNumber(const SheetCell& cell);  ///< a number or a count
bool isEmpty(const SheetCell& cell);   ///< nothing, an empty text, or NaN

/// The number in a cell in the unit that people read; NaN where there is none.
double shownValue(const SheetCell& cell, const SheetColumn& column);

/// The column of that key or, where it has none, label. -1 if there is no such column.
int columnIndex(const Sheet& sheet, std::string_view key);

/// Whether some cell of the column is a number: it is set to the right.
bool isNumberColumn(const Sheet& sheet, std::size_t column);

/// Whether some cell of the column says something, and it has words for people. Tables for people leave the others out.
bool isStated(const Sheet& sheet, std::size_t column);

/// Whether no row is better there and some row is worse; false of columns without a better end.
bool isBest(const Sheet& sheet, std::size_t row, std::size_t column);

/// Separator of thousands, for numbers of five digits and more.
enum class Thousands { Comma, ThinSpace };

/// A cell as people read it. Numbers have the digits of their column; a true minus sign goes with thin spaces.
std::string cellText(const SheetCell& cell, const SheetColumn& column, Thousands thousands);

/// The same of a number by itself, with the usual digits and thin spaces; empty for NaN.
std::string cellNumber(double value);

/// The digits at the start of a text, grouped: "12345.6 kW" → "12 345.6 kW".
std::string groupedDigits(const std::string& text, Thousands thousands = Thousands::ThinSpace);

/// A cell as files have it: numbers with all their digits, "yes" and "no", empty for nothing and NaN.
std::string cellPlain(const SheetCell& cell);

/// Whether the texts of a column are all numbers, empty or a dash: tables set it to the right.
bool isColumnOfNumbers(const Sheet& sheet, std::size_t column);

/// The rows whose number in that column is not 0: parts of a sum that exist.
Sheet withoutZeros(Sheet sheet, std::string_view key);

/// The same sheet where columns whose texts are all numbers or empty hold numbers.
Sheet withNumbers(Sheet sheet);

}  // namespace headroom::engine
