// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instant_text.h"
#include "engine/border/instants.h"
#include "engine/border/quantities.h"
#include "engine/border/table_text.h"
#include "engine/exchange/weather_hours.h"
#include "models/facility/design_weather.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace headroom::engine {

namespace {

constexpr double kNoCell = std::numeric_limits<double>::quiet_NaN();
constexpr double kPaPerMbar = 100.0, kHourOfS = 3600.0;

enum class WeatherForm { Tmy3, Nsrdb, OpenMeteo, Pvgis, NasaPower };

/// A quantity by its heads in TMY3, NSRDB, Open-Meteo, PVGIS and NASA POWER.
struct WeatherHead {
    double WeatherRow::*value;
    std::vector<std::string_view> heads;
    double factor;  ///< to the unit of the row, if the head states no unit
};

const std::array<WeatherHead, 6>& heads() {
    static const std::array<WeatherHead, 6> kHeads{
        {{&WeatherRow::dryBulbC, {"Dry-bulb (C)", "Temperature", "temperature_2m", "T2m"}, 1.0},
         {&WeatherRow::dewPointC,
          {"Dew-point (C)", "Dew Point", "dew_point_2m", "dewpoint_2m", "T2MDEW"},
          1.0},
         {&WeatherRow::humidityPct,
          {"RHum (%)", "Relative Humidity", "relative_humidity_2m", "relativehumidity_2m", "RH",
           "RH2M"},
          1.0},
         {&WeatherRow::pressurePa,
          {"Pressure (mbar)", "Pressure", "surface_pressure", "SP", "PS"},
          kPaPerMbar},
         {&WeatherRow::globalWPerM2,
          {"GHI (W/m^2)", "GHI", "shortwave_radiation", "G(h)", "ALLSKY_SFC_SW_DWN"},
          1.0},
         {&WeatherRow::diffuseWPerM2,
          {"DHI (W/m^2)", "DHI", "diffuse_radiation", "Gd(h)", "ALLSKY_SFC_SW_DIFF"},
          1.0}}};
    return kHeads;
}

bool isNasaPower(std::string_view begin) {
    return begin.find("NASA/POWER") != std::string_view::npos &&
           begin.find("T2M") != std::string_view::npos;
}

std::optional<WeatherForm> formOfWeather(std::string_view text) {
    constexpr std::size_t kShownBytes = 4096;
    const std::string_view begin = text.substr(0, kShownBytes);
    const auto has = [&](std::string_view word) {
        return begin.find(word) != std::string_view::npos;
    };
    return text.starts_with("Source,Location ID,")           ? std::optional(WeatherForm::Nsrdb)
           : has("Date (MM/DD/YYYY)") && has("Dry-bulb (C)") ? std::optional(WeatherForm::Tmy3)
           : text.starts_with("latitude,longitude,") && has("temperature_2m")
               ? std::optional(WeatherForm::OpenMeteo)
           : has("time(UTC)") && has("T2m") ? std::optional(WeatherForm::Pvgis)
           : isNasaPower(begin)             ? std::optional(WeatherForm::NasaPower)
                                            : std::nullopt;
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
        const auto number = [&](std::string_view name) {
            return readNumber(table->cell(head.column(name))).value_or(0.0);
        };
        header.city = std::string(table->cell(head.column("City")));
        header.country = std::string(table->cell(head.column("Country")));
        header.utcOffsetH = number("Local Time Zone");
        header.latitude = number("Latitude");
        header.longitude = number("Longitude");
        header.elevationM = number("Elevation");
    }
    return header;
}

/// Open-Meteo: two lines, names and values. Times have the offset of the file; of UTC the site's zone follows from its longitude.
EpwHeader openMeteoHeader(const std::string& lines) {
    EpwHeader header;
    auto table = TableReader::ofText(lines, "", TableOptions{','});
    if (table && table->next()) {
        const TableHead& head = table->head();
        const auto number = [&](std::string_view name) {
            return readNumber(table->cell(head.column(name))).value_or(0.0);
        };
        header.city = "Open-Meteo";
        header.utcOffsetH = number("utc_offset_seconds") / kHourOfS;
        header.latitude = number("latitude");
        header.longitude = number("longitude");
        header.elevationM = number("elevation");
    }
    return header;
}

/// PVGIS: "Latitude (decimal degrees): 45.815" and so on, a line each.
EpwHeader pvgisHeader(std::string_view lines) {
    EpwHeader header;
    header.city = "PVGIS";
    const auto number = [&](std::string_view word) {
        const std::size_t at = lines.find(word);
        const std::size_t colon = at == std::string_view::npos ? at : lines.find(':', at);
        return colon == std::string_view::npos
                   ? 0.0
                   : readNumber(
                         trimmed(lines.substr(colon + 1, lines.find('\n', colon) - colon - 1)))
                         .value_or(0.0);
    };
    header.latitude = number("Latitude");
    header.longitude = number("Longitude");
    header.elevationM = number("Elevation");
    return header;
}

/// NASA POWER: "Location: Latitude  37.7   Longitude -122.2", "Elevation from MERRA-2: … = 120.5 meters".
EpwHeader nasaHeader(std::string_view lines) {
    EpwHeader header;
    header.city = "NASA POWER";
    const auto behind = [&](std::string_view line, std::string_view word) {
        const std::size_t at = lines.find(line);
        const std::size_t from = at == std::string_view::npos ? at : lines.find(word, at);
        if (from == std::string_view::npos) {
            return 0.0;
        }
        const std::string_view rest =
            trimmed(lines.substr(from + word.size(), lines.find('\n', from) - from - word.size()));
        return readNumber(rest.substr(0, rest.find(' '))).value_or(0.0);
    };
    header.latitude = behind("Location:", "Latitude");
    header.longitude = behind("Location:", "Longitude");
    header.elevationM = behind("Elevation", "=");
    return header;
}

/// Month, day and hour of a row.
void dateOf(const TableReader& table, WeatherForm form, double shiftH, WeatherRow& row) {
    const TableHead& head = table.head();
    row.month = row.day = row.hour = kNoCell;
    if (form == WeatherForm::OpenMeteo || form == WeatherForm::Pvgis) {
        const auto instant = writtenInstant(
            table.cell(head.column(std::vector<std::string_view>{"time", "time(UTC)"})),
            std::nullopt);
        if (instant) {
            takeInstant(instant->localS + shiftH * kHourOfS, row);
        }
        return;
    }
    if (form == WeatherForm::NasaPower) {
        const auto cell = [&](std::string_view name) { return table.cell(head.column(name)); };
        const auto date = writtenInstant(
            fmt::format("{}-{}-{}", cell("YEAR"), cell("MO"), cell("DY")), std::nullopt);
        const auto hour = readNumber(cell("HR"));
        if (date && hour && *hour >= 0.0 && *hour < 24.0) {
            takeInstant(date->localS + (*hour + shiftH) * kHourOfS, row);
        }
        return;
    }
    if (form == WeatherForm::Nsrdb) {
        const auto number = [&](std::string_view name) {
            return readNumber(table.cell(head.column(name))).value_or(kNoCell);
        };
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

/// A cell in the unit of the row; NaN if it is missing.
double weatherValue(const TableReader& table, const WeatherHead& each) {
    const int column = table.head().column(each.heads);
    const auto value = readNumber(table.cell(column));
    constexpr double kMarked = -9900.0, kMarkedHigh = 9999.0;
    const std::string_view head =
        column < 0 ? std::string_view()
                   : std::string_view(table.head().names[static_cast<std::size_t>(column)]);
    if (head == "SP") {
        return value.value_or(kNoCell);  // Pa
    }
    constexpr double kMarkedByNasa = -999.0, kPaPerKpa = 1000.0;
    if (!value || *value == kMarked || *value == kMarkedByNasa || *value >= kMarkedHigh) {
        return kNoCell;
    }
    if (head == "PS") {
        return kPaPerKpa * *value;
    }
    const models::MeasuredUnit* unit =
        column < 0 ? nullptr : unitOf(table.head().units[static_cast<std::size_t>(column)]);
    const bool isFahrenheit = unit != nullptr && unit->symbol == std::string_view("degF");
    const models::MeasuredUnit* celsius = models::measuredUnit("degC");
    return isFahrenheit && celsius != nullptr ? (unit->si(*value) - celsius->offset) / celsius->toSi
                                              : each.factor * *value;
}

}  // namespace

double hoursOfLongitude(double degrees) {
    constexpr double kDegreesAnHour = 15.0;
    return std::round(degrees / kDegreesAnHour);
}

void takeInstant(double localS, WeatherRow& row) {
    const std::chrono::sys_seconds at{std::chrono::seconds(static_cast<std::int64_t>(localS))};
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const std::chrono::year_month_day date(day);
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(at - day).count();
    constexpr std::int64_t kMinutesAnHour = 60;
    row.month = static_cast<unsigned>(date.month());
    row.day = static_cast<unsigned>(date.day());
    const std::int64_t hour = minutes / kMinutesAnHour;
    row.hour = static_cast<double>(hour) + 1.0;
    row.minute = static_cast<double>(minutes % kMinutesAnHour);
}

bool looksLikeWeatherTable(std::string_view text) {
    return formOfWeather(text).has_value();
}

Result<Epw> readWeatherTable(const std::filesystem::path& file, std::string text) {
    const WeatherForm form = formOfWeather(text).value_or(WeatherForm::Tmy3);
    EpwHeader header;
    int linesAbove = 0;
    bool isUtc = false;
    if (form == WeatherForm::Nsrdb || form == WeatherForm::OpenMeteo) {
        const std::size_t second = text.find('\n', text.find('\n') + 1);
        header = form == WeatherForm::Nsrdb ? nsrdbHeader(text.substr(0, second))
                                            : openMeteoHeader(text.substr(0, second));
        text.erase(0, second == std::string::npos ? text.size() : second + 1);
        linesAbove = 2;
    } else if (form == WeatherForm::Pvgis) {
        const std::size_t names = text.find("time(UTC)");
        header = pvgisHeader(std::string_view(text).substr(0, names));
        linesAbove = static_cast<int>(
            std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(names), '\n'));
        text.erase(0, names);
    } else if (form == WeatherForm::NasaPower) {
        const std::size_t names = std::min(text.find("YEAR,"), text.size());
        const std::string above = text.substr(0, names);
        header = nasaHeader(above);
        isUtc = above.find("in UTC") != std::string::npos;
        header.utcOffsetH = isUtc ? 0.0 : hoursOfLongitude(header.longitude);
        linesAbove = static_cast<int>(std::count(above.begin(), above.end(), '\n'));
        text.erase(0, names);
    }
    auto table = TableReader::ofText(std::move(text), file.string());
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    if (form == WeatherForm::Tmy3 && !table->head().titles.empty()) {
        header = headerOf(table->head().titles.front());
    }
    isUtc = isUtc || ((form == WeatherForm::OpenMeteo || form == WeatherForm::Pvgis) &&
                      header.utcOffsetH == 0.0);
    const double shiftH = isUtc ? hoursOfLongitude(header.longitude) : 0.0;
    header.utcOffsetH += shiftH;
    WeatherHours hours(file);
    while (table->next()) {
        WeatherRow row;
        row.line = table->line() + linesAbove;
        dateOf(*table, form, shiftH, row);
        for (const WeatherHead& each : heads()) {
            row.*each.value = weatherValue(*table, each);
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
        if (shiftH != 0.0) {
            epw->notes.push_back(fmt::format(
                "times of UTC became standard time by the longitude, UTC{:+.0f}", shiftH));
        }
    }
    return epw;
}

}  // namespace headroom::engine
