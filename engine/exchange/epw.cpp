// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"

#include "engine/base/number.h"
#include "engine/files/text_file.h"
#include "models/air/psychrometrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kHours = 8760;
constexpr int kHeaderLines = 8;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// One column that is read: its place (from 0), its marker for "missing" and what is possible.
struct WeatherColumn {
    std::size_t index;
    const char* name;
    double missingFrom;
    double minimum;
    double maximum;
};

constexpr WeatherColumn kDryBulb{6, "dry bulb [C]", 99.9, -90.0, 70.0};
constexpr WeatherColumn kDewPoint{7, "dew point [C]", 99.9, -100.0, 70.0};
constexpr WeatherColumn kHumidity{8, "relative humidity [%]", 999.0, 0.0, 110.0};
constexpr WeatherColumn kPressure{9, "station pressure [Pa]", 999999.0, 31000.0, 120000.0};
constexpr WeatherColumn kGlobal{13, "global horizontal irradiance [Wh/m2]", 9999.0, 0.0, 2000.0};
constexpr WeatherColumn kDiffuse{15, "diffuse horizontal irradiance [Wh/m2]", 9999.0, 0.0, 2000.0};

Error weatherError(std::string code, const std::filesystem::path& path, int line,
                   std::string message, std::string remedy) {
    Error error;
    error.code = std::move(code);
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = path.string();
    error.line = line;
    return error;
}

Error badValue(const std::filesystem::path& path, int line, std::size_t column,
               std::string message) {
    return weatherError("WTH-004", path, line,
                        "column " + std::to_string(column + 1) + ": " + std::move(message),
                        "Correct the value or take the weather file from its source again.");
}

/// The value, NaN where the file marks it as missing, or an error.
Result<double> read(const std::filesystem::path& path, int line,
                    const std::vector<std::string>& fields, const WeatherColumn& column) {
    const std::string& field = fields[column.index];
    const auto value = parseNumber(field);
    if (!value) {
        return tl::unexpected(
            badValue(path, line, column.index,
                     std::string{column.name} + " is \"" + field + "\", not a number"));
    }
    if (*value >= column.missingFrom) {
        return kMissing;
    }
    if (*value < column.minimum || *value > column.maximum) {
        return tl::unexpected(
            badValue(path, line, column.index,
                     std::string{column.name} + " is " + field + ", which is not possible"));
    }
    return *value;
}

/// Missing hours become linear between their neighbours, around the end of the year. False where
/// no hour is known.
bool fillGaps(std::vector<double>& values) {
    const std::size_t n = values.size();
    std::size_t known = 0;
    while (known < n && std::isnan(values[known])) {
        ++known;
    }
    if (known == n) {
        return false;
    }
    for (std::size_t step = 1; step <= n;) {
        const std::size_t at = (known + step) % n;
        if (!std::isnan(values[at])) {
            ++step;
            continue;
        }
        std::size_t length = 0;
        while (std::isnan(values[(at + length) % n])) {
            ++length;
        }
        const double before = values[(at + n - 1) % n];
        const double after = values[(at + length) % n];
        for (std::size_t i = 0; i < length; ++i) {
            const double weight = static_cast<double>(i + 1) / static_cast<double>(length + 1);
            values[(at + i) % n] = before + weight * (after - before);
        }
        step += length;
    }
    return true;
}

Result<EpwHeader> readHeader(const std::filesystem::path& path,
                             const std::vector<std::string>& fields) {
    EpwHeader header;
    header.city = fields[1];
    header.country = fields[3];
    const std::array<std::pair<std::size_t, double*>, 4> numbers{{{6, &header.latitude},
                                                                  {7, &header.longitude},
                                                                  {8, &header.utcOffsetH},
                                                                  {9, &header.elevationM}}};
    for (const auto& [index, target] : numbers) {
        const auto value = parseNumber(fields[index]);
        if (!value) {
            return tl::unexpected(
                badValue(path, 1, index, "\"" + fields[index] + "\" is not a number"));
        }
        *target = *value;
    }
    return header;
}

/// The lines of a text without their ends; an empty last line is none.
std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        lines.push_back(line);
    }
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
}

}  // namespace

Result<Epw> readEpw(const std::filesystem::path& path) {
    constexpr double kMemoryPerByte = 18.0;  // a view for each line, and lines may be empty
    auto text = readTextFile(path, kMemoryPerByte);
    if (!text) {
        Error error = std::move(text.error());
        if (error.code == "FIL-001") {
            error.code = "WTH-001";
        } else if (error.code == "FIL-002" || error.code == "FIL-003") {
            error.code = "WTH-002";
        }
        return tl::unexpected(std::move(error));
    }
    const std::vector<std::string_view> lines = linesOf(*text);
    const std::vector<std::string> place =
        lines.empty() ? std::vector<std::string>{} : splitCsvLine(lines.front());
    if (place.size() < 10 || place[0] != "LOCATION") {
        return tl::unexpected(weatherError("WTH-002", path, 1,
                                           "is not an EnergyPlus weather file: the first line does "
                                           "not begin with LOCATION and name a place",
                                           "Give a file of the kind *.epw or *.epw.gz."));
    }
    if (lines.size() != kHeaderLines + kHours) {
        const auto rows = static_cast<long>(lines.size()) - kHeaderLines;
        return tl::unexpected(weatherError(
            "WTH-003", path, 0,
            "has " + std::to_string(std::max(rows, 0L)) +
                " hourly rows after 8 header lines; 8760 "
                "are needed",
            rows == 8784 ? "Remove February 29th." : "Copy or download the whole file."));
    }
    Epw epw;
    auto header = readHeader(path, place);
    if (!header) {
        return tl::unexpected(std::move(header.error()));
    }
    epw.header = std::move(*header);

    models::WeatherYear& year = epw.year;
    std::vector<double> dewPoint;
    std::vector<double> humidity;
    for (std::size_t hour = 0; hour < kHours; ++hour) {
        const int line = kHeaderLines + static_cast<int>(hour) + 1;
        const std::vector<std::string> fields = splitCsvLine(lines[kHeaderLines + hour]);
        if (fields.size() <= kPressure.index) {
            return tl::unexpected(badValue(path, line, fields.size(), "the row ends here"));
        }
        const auto clock = parseNumber(fields[3]);
        if (!clock || *clock != static_cast<double>(hour % 24 + 1)) {
            return tl::unexpected(badValue(path, line, 3,
                                           "hour is \"" + fields[3] + "\" where " +
                                               std::to_string(hour % 24 + 1) + " follows"));
        }
        const std::array<std::pair<const WeatherColumn*, std::vector<double>*>, 4> columns{
            {{&kDryBulb, &year.dryBulbC},
             {&kDewPoint, &dewPoint},
             {&kHumidity, &humidity},
             {&kPressure, &year.pressurePa}}};
        for (const auto& [column, values] : columns) {
            auto value = read(path, line, fields, *column);
            if (!value) {
                return tl::unexpected(std::move(value.error()));
            }
            values->push_back(*value);
        }
        // Rows of a weather without sun may end before it.
        for (const auto& [column, values] :
             {std::pair{&kGlobal, &epw.globalWPerM2}, std::pair{&kDiffuse, &epw.diffuseWPerM2}}) {
            auto value = fields.size() > column->index ? read(path, line, fields, *column)
                                                       : Result<double>(kMissing);
            if (!value) {
                return tl::unexpected(std::move(value.error()));
            }
            values->push_back(*value);
        }
    }
    if (!fillGaps(epw.globalWPerM2) || !fillGaps(epw.diffuseWPerM2)) {
        epw.globalWPerM2.clear();
        epw.diffuseWPerM2.clear();
    }
    if (!fillGaps(year.dryBulbC)) {
        return tl::unexpected(badValue(path, kHeaderLines + 1, kDryBulb.index, "never stated"));
    }
    if (!fillGaps(year.pressurePa)) {
        year.pressurePa.assign(kHours, models::standardPressurePa(epw.header.elevationM));
    }
    // Dew point first; relative humidity stands in where it is missing.
    year.humidityRatio.resize(kHours);
    for (std::size_t i = 0; i < kHours; ++i) {
        const double pressure = year.pressurePa[i];
        if (!std::isnan(dewPoint[i])) {
            const double dew = std::min(dewPoint[i], year.dryBulbC[i]);
            year.humidityRatio[i] = models::humidityRatioFromVapourPressure(
                models::saturationPressurePa(dew), pressure);
        } else if (!std::isnan(humidity[i])) {
            year.humidityRatio[i] = models::humidityRatio(
                year.dryBulbC[i], std::min(humidity[i] / 100.0, 1.0), pressure);
        } else {
            year.humidityRatio[i] = kMissing;
        }
    }
    if (!fillGaps(year.humidityRatio)) {
        return tl::unexpected(badValue(path, kHeaderLines + 1, kDewPoint.index,
                                       "neither dew point nor relative humidity is ever stated"));
    }
    year.wetBulbC.resize(kHours);
    for (std::size_t i = 0; i < kHours; ++i) {
        const double saturated = models::humidityRatioFromVapourPressure(
            models::saturationPressurePa(year.dryBulbC[i]), year.pressurePa[i]);
        year.humidityRatio[i] = std::min(year.humidityRatio[i], saturated);
        year.wetBulbC[i] =
            models::wetBulbC(year.dryBulbC[i], year.humidityRatio[i], year.pressurePa[i]);
    }
    return epw;
}

}  // namespace headroom::engine
