// SPDX-License-Identifier: Apache-2.0
#include "engine/border/instant_cells.h"
#include "engine/border/instants.h"
#include "engine/border/quantities.h"
#include "engine/border/table_text.h"
#include "engine/exchange/weather_hours.h"
#include "models/core/unit.h"
#include "models/facility/design_weather.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kNoReading = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kStationBytes = std::size_t{1} << 16U;

using Heads = std::vector<std::string_view>;

/// Heads of Deutscher Wetterdienst, Meteostat, NOAA Local Climatological Data, the ASOS archive of Iowa State University, and of
/// loggers of one's own.
const Heads& dryBulbHeads() {
    static const Heads kHeads{"TT_TU",
                              "HourlyDryBulbTemperature",
                              "tmpf",
                              "tmpc",
                              "dry bulb",
                              "dry bulb temperature",
                              "temp",
                              "temp_c",
                              "temp_f",
                              "temperature",
                              "temperature_c",
                              "temperature_f",
                              "air temperature",
                              "outdoor temperature",
                              "outside air temperature",
                              "outdoor air temperature",
                              "ambient temperature",
                              "oat"};
    return kHeads;
}

const Heads& dewPointHeads() {
    static const Heads kHeads{
        "HourlyDewPointTemperature", "dwpt",       "dwpf",      "dwpc", "dew point",
        "dew point temperature",     "dewpoint_c", "dewpoint_f"};
    return kHeads;
}

const Heads& humidityHeads() {
    static const Heads kHeads{
        "RF_TU",    "HourlyRelativeHumidity", "relh", "rhum",  "relative humidity",
        "humidity", "outdoor humidity",       "rh",   "rh_pct"};
    return kHeads;
}

/// Pressure of the station. Pressures that are reduced to sea level are not read.
const Heads& pressureHeads() {
    static const Heads kHeads{"HourlyStationPressure", "station pressure", "barometric pressure",
                              "atmospheric pressure"};
    return kHeads;
}

/// Columns of a table of weather; -1 where there is none.
struct StationColumns {
    int dryBulb = -1, dewPoint = -1, humidity = -1, pressure = -1;

    explicit StationColumns(const TableHead& head)
        : dryBulb(head.column(dryBulbHeads())),
          dewPoint(head.column(dewPointHeads())),
          humidity(head.column(humidityHeads())),
          pressure(head.column(pressureHeads())) {}

    bool isWeather() const { return dryBulb >= 0 && (dewPoint >= 0 || humidity >= 0); }
};

/// A value without its marks of quality ("52s"); NaN if it is missing: empty, M, -999, 9999 and the like.
double reading(std::string_view cell) {
    constexpr double kLeast = -99.0, kMissing = 9999.0;
    const CellQuantity quantity = readQuantity(cell);
    return quantity.kind == CellQuantity::Kind::Number && quantity.value > kLeast &&
                   quantity.value < kMissing
               ? quantity.value
               : kNoReading;
}

/// Values of columns that tell their unit where no head states one.
struct StationUnits {
    double hottest = kNoReading, sum = 0.0, count = 0.0;  ///< of the dry bulb
    double humidity = kNoReading, pressure = kNoReading;  ///< the greatest

    void observe(const TableReader& table, const StationColumns& columns) {
        const double dryBulb = reading(table.cell(columns.dryBulb));
        hottest = std::fmax(hottest, dryBulb);
        sum += std::isnan(dryBulb) ? 0.0 : dryBulb;
        count += std::isnan(dryBulb) ? 0.0 : 1.0;
        humidity = std::fmax(humidity, reading(table.cell(columns.humidity)));
        pressure = std::fmax(pressure, reading(table.cell(columns.pressure)));
    }

    double mean() const { return count > 0.0 ? sum / count : kNoReading; }
};

bool endsWithF(std::string_view name) {
    return name == "tmpf" || name == "dwpf" || name.ends_with("_f") || name.ends_with("_F");
}

/// The unit of a column, as its head states it; null where the head states none, or where there is no column.
const models::MeasuredUnit* statedUnit(const TableHead& head, int column) {
    return column < 0 ? nullptr : unitOf(head.units[static_cast<std::size_t>(column)]);
}

/// Whether temperatures without a stated unit are Fahrenheit: the station writes inches of mercury, or the air would be hotter than
/// it ever was (56.7 degC, Death Valley, 1913; 34.6 degC in the mean of a year, Dallol, 1960 to 1966).
bool isFahrenheit(const StationUnits& seen) {
    constexpr double kHottestC = 57.0, kHottestMeanC = 35.0, kMostInchesOfMercury = 33.0;
    return seen.pressure < kMostInchesOfMercury || seen.hottest > kHottestC ||
           seen.mean() > kHottestMeanC;
}

/// The unit of a column of temperatures: stated, or inferred.
const models::MeasuredUnit* temperatureUnit(const TableHead& head, int column,
                                            const StationUnits& seen) {
    if (const models::MeasuredUnit* unit = statedUnit(head, column)) {
        return unit;
    }
    const bool isF = (column >= 0 && endsWithF(head.names[static_cast<std::size_t>(column)])) ||
                     isFahrenheit(seen);
    return models::measuredUnit(isF ? "degF" : "degC");
}

/// Pascal for one unit of a column of station pressures: by the head, otherwise by the size of its values, which for air are an order
/// apart (inHg, kPa, hPa, Pa).
double pascalOf(const TableHead& head, int column, double most) {
    if (const models::MeasuredUnit* unit = statedUnit(head, column)) {
        return unit->toSi;
    }
    constexpr auto kSizes = std::to_array<std::pair<double, const char*>>(
        {{33.0, "inHg"}, {150.0, "kPa"}, {1500.0, "mbar"}});
    for (const auto& [below, symbol] : kSizes) {
        if (most < below) {
            return models::measuredUnit(symbol)->toSi;
        }
    }
    return 1.0;
}

double celsiusOf(double value, const models::MeasuredUnit& unit) {
    const models::MeasuredUnit* celsius = models::measuredUnit("degC");
    return (unit.si(value) - celsius->offset) / celsius->toSi;
}

/// DWD, Meteostat and the ASOS archive write UTC without saying so in the file.
bool isUtcByItsSource(const TableHead& head) {
    return head.column("MESS_DATUM") >= 0 ||
           (head.column("dwpt") >= 0 && head.column("rhum") >= 0) ||
           (head.column("valid") >= 0 && head.column("tmpf") >= 0);
}

/// Reads the rows of a table whose columns are known.
class StationReader {
  public:
    StationReader(const std::filesystem::path& file, TableReader table, EpwHeader place)
        : file_(file),
          table_(std::move(table)),
          columns_(table_.head()),
          place_(std::move(place)),
          hours_(file) {}

    Result<Epw> read() {
        if (auto fits = checkUnits(); !fits) {
            return tl::unexpected(std::move(fits.error()));
        }
        cells_ = InstantCells::find(table_, table_.head().column(Heads{"MESS_DATUM", "DATE"}));
        InstantColumn instants;
        while (table_.next()) {
            instants.observe(cells_.text(table_));
            units_.observe(table_, columns_);
        }
        const int time = std::max(cells_.time(), 0);
        const auto zone = zoneOfHead(table_.head().names[static_cast<std::size_t>(time)]);
        InstantOptions options;
        options.zone = zone.value_or(TimeZone());
        isUtc_ = zone.has_value() || isUtcByItsSource(table_.head());
        auto decided = instants.decide(options);
        if (!decided) {
            decided.error().file = file_.string();
            return tl::unexpected(std::move(decided.error()));
        }
        takePlace();
        InstantReader reader(*decided);
        table_.rewind();
        while (table_.next()) {
            if (auto added = addRow(reader); !added) {
                return tl::unexpected(std::move(added.error()));
            }
        }
        for (const SkippedRows::Row& row : table_.skipped().first()) {
            hours_.skip(row.line, row.reason);
        }
        return finish();
    }

  private:
    /// WTH-002 where a head states a unit of another kind.
    Result<void> checkUnits() const {
        const TableHead& head = table_.head();
        const std::array<std::pair<int, models::MeasuredKind>, 4> columns{
            {{columns_.dryBulb, models::MeasuredKind::Temperature},
             {columns_.dewPoint, models::MeasuredKind::Temperature},
             {columns_.humidity, models::MeasuredKind::Share},
             {columns_.pressure, models::MeasuredKind::Pressure}}};
        for (const auto& [column, kind] : columns) {
            const auto at = static_cast<std::size_t>(std::max(column, 0));
            const models::MeasuredUnit* unit = statedUnit(head, column);
            if (column < 0 || (unit == nullptr ? head.units[at].empty() : unit->kind == kind)) {
                continue;
            }
            Error error;
            error.code = "WTH-002";
            error.message = fmt::format("column \"{}\" states {}, which is not {}", head.names[at],
                                        head.units[at], models::measuredKindWords(kind));
            error.remedy = "Correct the unit in the head, or name the column otherwise.";
            error.file = file_.string();
            error.line = head.line;
            return tl::unexpected(std::move(error));
        }
        return {};
    }

    /// The place of the first row, where columns name it. Local Climatological Data are on standard time.
    void takePlace() {
        table_.rewind();
        const TableHead& head = table_.head();
        if (!table_.next()) {
            return;
        }
        const auto number = [&](const Heads& names) {
            return reading(table_.cell(head.column(names)));
        };
        const double latitude = number({"LATITUDE", "lat"});
        const double longitude =
            readNumber(table_.cell(head.column(Heads{"LONGITUDE", "lon"}))).value_or(kNoReading);
        if (!std::isnan(latitude) && !std::isnan(longitude)) {
            place_ = {};
            place_.latitude = latitude;
            place_.longitude = longitude;
            place_.elevationM = number({"ELEVATION", "elev"});
            place_.utcOffsetH = hoursOfLongitude(longitude);
            isPlaced_ = !std::isnan(place_.elevationM);
            place_.elevationM = isPlaced_ ? place_.elevationM : 0.0;
        }
        const std::string_view name = table_.cell(head.column(Heads{"NAME", "station name"}));
        place_.city = name.empty() ? place_.city : std::string(name);
        const auto written = writtenInstant(cells_.text(table_), std::nullopt);
        isUtc_ = isUtc_ || (written && written->aheadS);
        isPlaced_ = isPlaced_ || !place_.city.empty();
    }

    Result<void> addRow(InstantReader& reader) {
        WeatherRow row;
        row.line = table_.line();
        const TableHead& head = table_.head();
        row.dryBulbC = celsiusOf(reading(table_.cell(columns_.dryBulb)),
                                 *temperatureUnit(head, columns_.dryBulb, units_));
        row.dewPointC = celsiusOf(reading(table_.cell(columns_.dewPoint)),
                                  *temperatureUnit(head, columns_.dewPoint, units_));
        constexpr double kPercent = 100.0;
        row.humidityPct =
            reading(table_.cell(columns_.humidity)) * (units_.humidity <= 1.0 ? kPercent : 1.0);
        row.pressurePa = reading(table_.cell(columns_.pressure)) *
                         pascalOf(head, columns_.pressure, units_.pressure);
        row.globalWPerM2 = row.diffuseWPerM2 = kNoReading;
        const auto utcS = reader.utcS(cells_.text(table_));
        if (!utcS) {
            hours_.skip(row.line, "the time cannot be read");
            return {};
        }
        if (std::isnan(row.dryBulbC) && std::isnan(row.dewPointC) && std::isnan(row.humidityPct)) {
            ++empty_;  // summaries of days and months, reports of wind alone
            return {};
        }
        takeInstant(*utcS + (isUtc_ ? place_.utcOffsetH * models::unit::hour.toSi : 0.0), row);
        return hours_.add(row);
    }

    Result<Epw> finish() {
        auto epw = hours_.finish(place_);
        if (!epw) {
            return epw;
        }
        epw->design = models::designConditionsOf(epw->year);
        if (statedUnit(table_.head(), columns_.dryBulb) == nullptr) {
            epw->notes.push_back(
                fmt::format("no head states the unit of the dry bulb: {} by the size of the values",
                            temperatureUnit(table_.head(), columns_.dryBulb, units_)->symbol));
        }
        if (isUtc_) {
            epw->notes.push_back(
                fmt::format("times of UTC became standard time, UTC{:+g}", place_.utcOffsetH));
        }
        if (!isPlaced_) {
            epw->notes.emplace_back(
                "the file names no place: sea level is assumed where no station pressure is "
                "stated, and a clock of UTC. A project gives its climate's place");
        }
        if (empty_ > 0) {
            epw->notes.push_back(
                fmt::format("{} rows have neither temperature nor humidity", empty_));
        }
        return epw;
    }

    std::filesystem::path file_;
    TableReader table_;
    StationColumns columns_;
    EpwHeader place_;
    WeatherHours hours_;
    StationUnits units_;
    InstantCells cells_;
    long empty_ = 0;
    bool isUtc_ = false, isPlaced_ = false;
};

}  // namespace

bool looksLikeStationTable(std::string_view text) {
    const auto table = TableReader::ofText(std::string(text.substr(0, kStationBytes)), "");
    return table && StationColumns(table->head()).isWeather();
}

Result<Epw> readStationTable(const std::filesystem::path& file, std::string text,
                             const EpwHeader& place) {
    auto table = TableReader::ofText(std::move(text), file.string());
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    return StationReader(file, std::move(*table), place).read();
}

}  // namespace headroom::engine
