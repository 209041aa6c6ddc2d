// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/csv_source.h"

#include "engine/base/number.h"
#include "engine/document/json_text.h"
#include "engine/files/delimited.h"
#include "engine/telemetry/stray_times.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kRowsTogether = 2048;  // of one delivery
constexpr double kMillisecondsPerSecond = 1e3;
constexpr double kLatestS = 1e11;  // what lies beyond is no time

bool isMissing(std::string_view cell) {
    constexpr std::array kWords = {"", "-", "NA", "N/A", "NaN", "nan", "null", "NULL"};
    return std::any_of(kWords.begin(), kWords.end(), [&](const char* word) { return cell == word; });
}

Error faultOfTable(const char* code, const std::filesystem::path& file, int line, std::string message,
                   std::string remedy) {
    return {code, std::move(message), std::move(remedy), file.string(), {}, line};
}

}  // namespace

double telemetryTimeS(const TelemetryMap& map, std::string_view text) {
    double timeS = std::numeric_limits<double>::quiet_NaN();
    if (map.timeForm == TimeForm::Calendar) {
        timeS = models::calendarTimeS(text);
    } else if (const auto number = parseNumber(text)) {
        timeS = map.timeForm == TimeForm::Seconds        ? map.startS + *number
                : map.timeForm == TimeForm::EpochMillis ? *number / kMillisecondsPerSecond
                                                         : *number;
    }
    timeS += map.offsetS;
    return std::abs(timeS) <= kLatestS ? timeS : std::numeric_limits<double>::quiet_NaN();
}

ResultAll<std::unique_ptr<CsvSource>> CsvSource::ofText(std::string text, const std::filesystem::path& file,
                                                        const TelemetryMap& map) {
    if (!isUtf8Text(text)) {
        return tl::unexpected(Errors{faultOfTable("TEL-022", file, 1, "the text is not in UTF-8, or holds zero bytes",
                                                  "Save it as CSV in UTF-8; spreadsheets offer that beside \"Unicode text\"")});
    }
    auto table = parseCsv(file, std::move(text));
    if (!table) {
        return tl::unexpected(Errors{table.error()});
    }
    return make(std::move(*table), file, map);
}

ResultAll<std::unique_ptr<CsvSource>> CsvSource::make(CsvTable table, const std::filesystem::path& file,
                                                      const TelemetryMap& map) {
    std::unique_ptr<CsvSource> source(new CsvSource(std::move(table), file, map));
    Errors errors;
    const auto place = [&](const std::string& name) {
        const int column = source->table_.column(name);
        if (column < 0) {
            errors.push_back(faultOfTable("TEL-020", file, 1, "there is no column " + inQuotes(name),
                                          didYouMean(name, source->table_.header,
                                                     "Name columns that the first line of the file has")));
        }
        return column;
    };
    source->timeColumn_ = place(map.timeColumn);
    if (map.nameColumn.empty()) {
        for (const SensorSpec& sensor : map.sensors) {
            source->columns_.push_back(place(sensor.column));
        }
    } else {
        source->nameColumn_ = place(map.nameColumn);
        source->valueColumn_ = place(map.valueColumn);
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    std::vector<double> times;
    for (std::size_t row = 0; row < source->table_.rows(); ++row) {
        times.push_back(telemetryTimeS(map, source->table_.cell(row, static_cast<std::size_t>(source->timeColumn_))));
    }
    if (std::all_of(times.begin(), times.end(), [](double timeS) { return std::isnan(timeS); })) {
        return tl::unexpected(Errors{faultOfTable("TEL-021", file, source->table_.rows() > 0 ? source->table_.line(0) : 1,
                                                  "no row has a time that can be read",
                                                  "Say in the map how time is written: \"as\" calendar, seconds, "
                                                  "epoch_s or epoch_ms")});
    }
    source->strays_ = strayTimes(std::move(times));
    return source;
}

std::string CsvSource::name() const {
    return "file " + file_.string();
}

Result<bool> CsvSource::next(const DeliverySink& sink) {
    Delivery delivery;
    const std::size_t end = std::min(table_.rows(), row_ + kRowsTogether);
    for (; row_ < end; ++row_) {
        const std::string_view text = table_.cell(row_, static_cast<std::size_t>(timeColumn_));
        const double timeS = telemetryTimeS(map_, text);
        if (std::isnan(timeS)) {
            delivery.unreadable.push_back({-1, table_.line(row_), "time " + inQuotes(text)});
        } else if (std::binary_search(strays_.begin(), strays_.end(), timeS)) {
            delivery.unreadable.push_back({-1, table_.line(row_), strayWords(timeS)});
        } else if (nameColumn_ < 0) {
            readWide(row_, timeS, delivery);
        } else {
            readLong(row_, timeS, delivery);
        }
    }
    if (auto taken = sink(delivery); !taken) {
        return tl::unexpected(taken.error());
    }
    return row_ < table_.rows();
}

void CsvSource::readWide(std::size_t row, double timeS, Delivery& delivery) const {
    for (std::size_t s = 0; s < columns_.size(); ++s) {
        readCell(static_cast<int>(s), table_.cell(row, static_cast<std::size_t>(columns_[s])), row, timeS, delivery);
    }
}

void CsvSource::readLong(std::size_t row, double timeS, Delivery& delivery) const {
    const std::string_view name = table_.cell(row, static_cast<std::size_t>(nameColumn_));
    const int sensor = map_.sensorOf(name);
    if (sensor < 0) {
        delivery.unknown.emplace_back(name);
        return;
    }
    readCell(sensor, table_.cell(row, static_cast<std::size_t>(valueColumn_)), row, timeS, delivery);
}

void CsvSource::readCell(int sensor, std::string_view cell, std::size_t row, double timeS,
                         Delivery& delivery) const {
    if (const auto value = parseNumber(cell)) {
        delivery.readings.push_back({sensor, timeS, *value, table_.line(row)});
    } else if (!isMissing(cell)) {
        delivery.unreadable.push_back({sensor, table_.line(row), inQuotes(cell)});
    }
}

}  // namespace headroom::engine
