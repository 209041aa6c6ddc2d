// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"
#include "engine/files/delimited.h"
#include "engine/files/text_file.h"
#include "engine/store/recording.h"
#include "models/core/calendar.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <algorithm>
#include <cmath>

namespace headroom::hostile {

namespace {

// A table written as cells and split again is the same table.
void requireSplits(std::string_view text) {
    const engine::DelimitedText table = engine::splitDelimited(text);
    if (table.openQuoteLine > 0 || !table.isUtf8) {
        return;
    }
    std::string written;
    for (const engine::DelimitedRow& row : table.rows) {
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            written += i == 0 ? "" : std::string(1, table.separator);
            written += engine::delimitedCell(row.cells[i], table.separator);
        }
        written += '\n';
    }
    const engine::DelimitedText again = engine::splitDelimited(written);
    const bool same =
        std::equal(table.rows.begin(), table.rows.end(), again.rows.begin(), again.rows.end(),
                   [](const auto& a, const auto& b) { return a.cells == b.cells; });
    require(same || table.separator != again.separator, "a table written again is another");
}

}  // namespace

/// Text, plain or packed; tables; dates.
void text_file(std::string_view bytes) {
    const auto path = scratchFile("input.gz", bytes);
    const auto text = engine::readTextFile(path);
    if (!text) {
        requireRefusal(text.error(), path.string());
        return;
    }
    if (const auto table = engine::readCsv(path); !table) {
        requireRefusal(table.error(), path.string());
    } else {
        for (std::size_t row = 0; row < table->rows(); ++row) {
            require(table->line(row) > 0, "a row without a line");
            for (std::size_t column = 0; column < table->header.size(); ++column) {
                require(table->cell(row, column).size() <= text->size(),
                        "a cell larger than its text");
            }
        }
    }
    requireSplits(*text);
    const double timeS = models::calendarTimeS(*text);
    require(std::isnan(timeS) || std::isfinite(timeS), "an infinite date");
    engine::localTime(*text, 86400.0);
}

}  // namespace headroom::hostile
