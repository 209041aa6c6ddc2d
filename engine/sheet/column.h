// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/figures.h"

#include <string>
#include <string_view>

namespace headroom::engine {

inline constexpr int kUsualDigits =
    -1;  ///< whole from 10,000 on, below that six significant digits

/// Digits of a column whose rows have different sizes: `count` significant ones, but whole from 10,000 on.
constexpr int significantDigits(int count) {
    return -10 - count;
}

/// A column of a sheet, described once for every face: text, CSV, JSON, HTML, workbook, window, Python.
struct SheetColumn {
    /// Name in files, with the unit as suffix: "lost_accelerator_h". A point nests it in JSON ("design.racks_lost").
    /// Files take the head that people read where the key is empty.
    std::string key = {};
    std::string label =
        {};  ///< For people, without the unit: "lost". Empty with a key: only files have the column.
    std::string unit = {};      ///< For people: "%".
    std::string why = {};       ///< One sentence on the figure; tool tip of the head.
    int digits = kUsualDigits;  ///< For people, after the point. Files have all of them.
    double shown =
        1.0;  ///< People read the value times this, in `unit`: 100 where files have a share.
    Better better = Better::Neither;
    bool isDetail = false;  ///< Files and `--wide` have it. Shorter tables leave it out.
    /// Writes the number for people with a unit that depends on its size (engine/text/shown.h): "12.3 ms". Their head then
    /// has no unit.
    std::string (*asText)(double) = nullptr;

    bool operator==(const SheetColumn&) const = default;
};

/// The key, words and unit of a figure of the table. Cells hold the value in `figure.unit`.
SheetColumn columnOf(const Figure& figure);

/// The head for people: "lost [%]". The unit is left out if each cell has its own.
std::string columnHead(const SheetColumn& column);

/// The head for files: the key, else the head for people.
std::string fileHead(const SheetColumn& column);

/// The same with a capital: "present value USD" → "Present value USD". Heads that begin with a unit or a figure stay:
/// "t CO2", "kW", "10^9 tokens".
std::string columnHeading(std::string_view head);

}  // namespace headroom::engine
