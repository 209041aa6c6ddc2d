// SPDX-License-Identifier: Apache-2.0
#include "engine/border/counter.h"
#include "engine/border/formats.h"
#include "engine/border/log_times.h"
#include "engine/border/quantities.h"
#include "engine/border/series_step.h"
#include "engine/border/table_text.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <cmath>
#include <string>

namespace headroom::hostile {

namespace {

// From 1900 to 2200, as InstantReader promises, with a day for zones.
constexpr double kFirstInstantS = -2.2090752e9, kLastInstantS = 7.2582e9, kBorderDayS = 86400.0;

void requireInstants(engine::TableReader& table, int column) {
    engine::InstantColumn seen;
    for (table.rewind(); table.next();) {
        seen.observe(table.cell(column));
    }
    const auto options = seen.decide({});
    if (!options) {
        requireRefusal(options.error(), options.error().file);
        return;
    }
    engine::InstantReader reader(*options);
    engine::SeriesStep step;
    for (table.rewind(); table.next();) {
        if (const auto utcS = reader.utcS(table.cell(column))) {
            require(*utcS >= kFirstInstantS - kBorderDayS && *utcS <= kLastInstantS + kBorderDayS,
                    "an instant out of 1900 to 2200");
            step.add(*utcS);
        }
    }
    requireFinite(step.stepS(), "step");
    require(!step.words().empty(), "a step without words");
    reader.notes();
}

void requireNumbers(engine::TableReader& table, int column) {
    engine::NumberColumn seen;
    for (table.rewind(); table.next();) {
        seen.observe(table.cell(column));
    }
    const engine::NumberStyle style = seen.style(table.head().separator());
    engine::CounterReader counter(3600.0);
    double timeS = 0.0;
    for (table.rewind(); table.next(); timeS += 60.0) {
        const engine::CellQuantity quantity = engine::readQuantity(table.cell(column), style);
        if (quantity.kind == engine::CellQuantity::Kind::Number) {
            requireFinite(quantity.value, "number");
            if (const auto rate = counter.rate(timeS, quantity.value)) {
                requireFinite(*rate, "rate of a counter");
            }
        }
    }
}

void requireLogTimes(engine::TableReader& table, int column) {
    engine::LogTimes times(table.head().names[static_cast<std::size_t>(column)],
                           engine::LogTimeUnit::Inferred);
    for (table.rewind(); table.next();) {
        times.observe(table.cell(column));
    }
    if (const auto decided = times.decide(); !decided) {
        requireRefusal(decided.error(), decided.error().file);
        return;
    }
    const engine::LogDurations durations(times.head(), engine::LogTimeUnit::Inferred);
    for (table.rewind(); table.next();) {
        if (const auto seconds = times.seconds(table.cell(column))) {
            requireFinite(*seconds, "time of a log");
        }
        if (const auto seconds = durations.seconds(table.cell(column))) {
            requireFinite(*seconds, "duration");
        }
    }
}

}  // namespace

/// A table of any form, and each of its first columns as instants, numbers and times of a log.
void border_table(std::string_view bytes) {
    constexpr std::size_t kMostColumns = 6;
    static_cast<void>(engine::formatOf("input.csv", bytes.substr(0, 65536)));
    auto table = engine::TableReader::ofText(std::string(bytes), "input.csv");
    if (!table) {
        requireRefusal(table.error(), "input.csv");
        return;
    }
    require(table->head().names.size() == table->columns() &&
                table->head().units.size() == table->columns(),
            "columns without names or units");
    long rows = 0;
    while (table->next()) {
        ++rows;
        for (std::size_t c = 0; c < table->columns(); ++c) {
            require(table->cell(static_cast<int>(c)).size() <= bytes.size() * 3 + 3,
                    "a cell larger than its text");
        }
    }
    require(rows == table->rows(), "rows are counted otherwise than read");
    require(table->skipped().count() == 0 || !table->skippedWords().empty(),
            "rows are skipped without a word");
    for (std::size_t c = 0; c < std::min(table->columns(), kMostColumns); ++c) {
        requireInstants(*table, static_cast<int>(c));
        requireNumbers(*table, static_cast<int>(c));
        requireLogTimes(*table, static_cast<int>(c));
    }
}

}  // namespace headroom::hostile
