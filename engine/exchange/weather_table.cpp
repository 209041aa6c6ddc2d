// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instant_text.h"
#include "engine/border/quantities.h"
#include "engine/border/table_text.h"
#include "engine/exchange/weather_hours.h"
#include "models/facility/design_weather.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

constexpr double kNoCell = std::numeric_limits<double>::quiet_NaN();
constexpr double kPaPerMbar = 100.0;

/// A quantity by its heads in TMY3 and NSRDB.
struct WeatherHead {
    double WeatherRow::* value;
    std::vector<std::string_view> heads;
    double factor;
};

const std::array<WeatherHead, 6>& heads() {
    static const std::array<WeatherHead, 6> kHeads{{{&WeatherRow::dryBulbC, {"Dry-bulb (C)", "Temperature"}, 1.0},
                                                    {&WeatherRow::dewPointC, {"Dew-point (C)", "Dew Point"}, 1.0},
                                                    {&WeatherRow::humidityPct, {"RHum (%)", "Relative Humidity"}, 1.0},
                                                    {&WeatherRow::pressurePa, {"Pressure (mbar)", "Pressure"}, kPaPerMbar},
                                                    {&WeatherRow::globalWPerM2, {"GHI (W/m^2)", "GHI"}, 1.0},
                                                    {&WeatherRow::diffuseWPerM2, {"DHI (W/m^2)", "DHI"}, 1.0}}};
    return kHeads;
}

bool isNsrdb(std::string_view text) {
    return text.starts_with("Source,Location ID,");
}

/// The lines above the names: the place. TMY3: station, name, state, zone, latitude, longitude, elevation.
EpwHeader headerOf(const std::string& title) {
    EpwHeader header;
    auto line = TableReader::ofText("a,b,c,d,e,f,g\n" + title + '\n', "");
    if (line && line->next()) {
        header.city = std::string(line->cell(1));
        header.country = "USA";
        header.utcOffsetH = readNumber(line->cell(3)).value_or(0.0);
        header.latitude = readNumber(line->cell(4)).value_or(0.0);
        header.longitude = readNumber(line->cell(5)).value_or(0.0);
        header.elevationM = readNumber(line->cell(6)).value_or(0.0);
    }
    return header;
}

/// NSRDB: two lines, names and values.
EpwHeader nsrdbHeader(const std::string& lines) {
    EpwHeader header;
    auto table = TableReader::ofText(lines, "", TableOptions{','});
    if (table && table->next()) {
        const TableHead& head = table->head();
        const auto number = [&](std::string_view name) { return readNumber(table->cell(head.column(name))).value_or(0.0); };
        header.city = std::string(table->cell(head.column("City")));
        header.country = std::string(table->cell(head.column("Country")));
        header.utcOffsetH = number("Local Time Zone");
        header.latitude = number("Latitude");
        header.longitude = number("Longitude");
        header.elevationM = number("Elevation");
    }
    return header;
}

/// Month, day and hour of a row.
void dateOf(const TableReader& table, bool nsrdb, WeatherRow& row) {
    const TableHead& head = table.head();
    row.month = row.day = row.hour = kNoCell;
    if (nsrdb) {
        const auto number = [&](std::string_view name) { return readNumber(table.cell(head.column(name))).value_or(kNoCell); };
        row.month = number("Month");
        row.day = number("Day");
        row.hour = number("Hour") + 1.0;  // rows are of the middle of an hour that begins at 0
        row.minute = number("Minute");
        return;
    }
    const auto date = instantParts(table.cell(head.column("Date (MM/DD/YYYY)")));
    const std::string_view time = table.cell(head.column("Time (HH:MM)"));
    if (date) {
        row.month = date->first;
        row.day = date->second;
        row.hour = readNumber(time.substr(0, time.find(':'))).value_or(kNoCell);
    }
}

}  // namespace

bool looksLikeWeatherTable(std::string_view text) {
    constexpr std::size_t kShown = 4096;
    return isNsrdb(text) || (text.substr(0, kShown).find("Date (MM/DD/YYYY)") != std::string_view::npos &&
                             text.substr(0, kShown).find("Dry-bulb (C)") != std::string_view::npos);
}

Result<Epw> readWeatherTable(const std::filesystem::path& file, std::string text) {
    const bool nsrdb = isNsrdb(text);
    EpwHeader header;
    int linesAbove = 0;
    if (nsrdb) {
        const std::size_t second = text.find('\n', text.find('\n') + 1);
        header = nsrdbHeader(text.substr(0, second));
        text.erase(0, second == std::string::npos ? text.size() : second + 1);
        linesAbove = 2;
    }
    auto table = TableReader::ofText(std::move(text), file.string());
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    if (!nsrdb && !table->head().titles.empty()) {
        header = headerOf(table->head().titles.front());
    }
    WeatherHours hours(file);
    while (table->next()) {
        WeatherRow row;
        row.line = table->line() + linesAbove;
        dateOf(*table, nsrdb, row);
        for (const WeatherHead& each : heads()) {
            const auto value = readNumber(table->cell(table->head().column(each.heads)));
            constexpr double kMarked = -9900.0, kMarkedHigh = 9999.0;
            row.*each.value = value && *value != kMarked && *value < kMarkedHigh ? each.factor * *value : kNoCell;
        }
        if (auto added = hours.add(row); !added) {
            return tl::unexpected(std::move(added.error()));
        }
    }
    for (const SkippedRows::Row& row : table->skipped().first()) {
        hours.skip(row.line + linesAbove, row.reason);
    }
    auto epw = hours.finish(std::move(header));
    if (epw) {
        epw->design = models::designConditionsOf(epw->year);
    }
    return epw;
}

}  // namespace headroom::engine
