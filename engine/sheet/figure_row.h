// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"
#include "engine/text/shown.h"

#include <cstdint>
#include <string>
#include <utility>

namespace headroom::engine {

/// Builds an answer of a single row: a set of figures, each with its key, its words and its unit. As JSON it is one object
/// (rowJson).
class FigureRow {
  public:
    FigureRow(std::string name, std::string title) {
        sheet_.name = std::move(name), sheet_.title = std::move(title), sheet_.rows.resize(1);
    }

    void add(SheetColumn column, SheetCell cell) {
        sheet_.columns.push_back(std::move(column));
        sheet_.rows.front().push_back(std::move(cell));
    }

    void text(std::string key, std::string label, std::string value) {
        add({.key = std::move(key), .label = std::move(label)}, std::move(value));
    }

    void flag(std::string key, std::string label, bool value) {
        add({.key = std::move(key), .label = std::move(label)}, value);
    }

    void count(std::string key, std::string label, std::int64_t number) {
        add({.key = std::move(key), .label = std::move(label), .digits = 0}, number);
    }

    /// Four significant digits for people.
    void number(std::string key, std::string label, double value, std::string unit = {}) {
        add({.key = std::move(key),
             .label = std::move(label),
             .unit = std::move(unit),
             .digits = significantDigits(4)},
            value);
    }

    /// A share of 1, which people read in percent.
    void share(std::string key, std::string label, double value) {
        add({.key = std::move(key),
             .label = std::move(label),
             .unit = "%",
             .digits = 1,
             .shown = 100.0},
            value);
    }

    void seconds(std::string key, std::string label, double value) {
        add({.key = std::move(key), .label = std::move(label), .unit = "s", .asText = shownSeconds},
            value);
    }

    void watts(std::string key, std::string label, double value) {
        add({.key = std::move(key), .label = std::move(label), .unit = "W", .asText = shownWatts},
            value);
    }

    void usd(std::string key, std::string label, double value) {
        add({.key = std::move(key), .label = std::move(label), .unit = "USD", .asText = shownUsd},
            value);
    }

    Sheet take() { return std::move(sheet_); }

  private:
    Sheet sheet_;
};

}  // namespace headroom::engine
