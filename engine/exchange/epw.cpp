// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"

#include "engine/base/number.h"
#include "engine/exchange/epw_design.h"
#include "engine/files/text_file.h"
#include "models/air/psychrometrics.h"
#include "models/facility/design_weather.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kHours = 8760;
constexpr int kHeaderLines = 8;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::array<int, 12> kMonthDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/// A file with fewer of its hours is not a year of weather. Assumption: a month may be lost.
constexpr std::size_t kLeastRows = kHours * 11 / 12;

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

/// Index of an hour of the year; kHours for one of February 29th; nothing where there is no such hour.
std::optional<std::size_t> hourOfYear(double month, double day, double hour) {
    const auto isWhole = [](double value, int least, int most) {
        return value >= least && value <= most && value == std::floor(value);
    };
    if (!isWhole(month, 1, 12) || !isWhole(hour, 1, 24)) {
        return std::nullopt;
    }
    const auto m = static_cast<std::size_t>(month) - 1;
    if (month == 2.0 && day == 29.0) {
        return kHours;
    }
    if (!isWhole(day, 1, kMonthDays[m])) {
        return std::nullopt;
    }
    int days = static_cast<int>(day) - 1;
    for (std::size_t before = 0; before < m; ++before) {
        days += kMonthDays[before];
    }
    return static_cast<std::size_t>(days) * 24 + static_cast<std::size_t>(hour) - 1;
}

std::size_t countMissing(const std::vector<double>& values) {
    return static_cast<std::size_t>(std::count_if(
        values.begin(), values.end(), [](double value) { return std::isnan(value); }));
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
    const std::string_view whole = *text;
    const std::vector<std::string_view> lines =
        linesOf(whole.starts_with(kByteOrderMark) ? whole.substr(kByteOrderMark.size()) : whole);
    const std::vector<std::string> place =
        lines.empty() ? std::vector<std::string>{} : splitCsvLine(lines.front());
    if (place.size() < 10 || place[0] != "LOCATION") {
        return tl::unexpected(weatherError("WTH-002", path, 1,
                                           "is not an EnergyPlus weather file: the first line does "
                                           "not begin with LOCATION and name a place",
                                           "Give a file of the kind *.epw or *.epw.gz."));
    }
    Epw epw;
    auto header = readHeader(path, place);
    if (!header) {
        return tl::unexpected(std::move(header.error()));
    }
    epw.header = std::move(*header);

    models::WeatherYear& year = epw.year;
    std::vector<double> dewPoint(kHours, kMissing);
    std::vector<double> humidity(kHours, kMissing);
    for (std::vector<double>* values :
         {&year.dryBulbC, &year.pressurePa, &epw.globalWPerM2, &epw.diffuseWPerM2}) {
        values->assign(kHours, kMissing);
    }
    std::vector<int> lineOfHour(kHours, 0);
    std::size_t leapRows = 0, known = 0;
    for (std::size_t row = kHeaderLines; row < lines.size(); ++row) {
        const int line = static_cast<int>(row) + 1;
        const std::vector<std::string> fields = splitCsvLine(lines[row]);
        if (fields.size() <= kPressure.index) {
            return tl::unexpected(badValue(path, line, fields.size(), "the row ends here"));
        }
        std::array<double, 3> date{};  // month, day, hour
        for (std::size_t i = 0; i < date.size(); ++i) {
            date[i] = parseNumber(fields[i + 1]).value_or(kMissing);
        }
        const auto hour = hourOfYear(date[0], date[1], date[2]);
        if (!hour) {
            const std::size_t column = !(date[0] >= 1.0 && date[0] <= 12.0)   ? 1
                                       : !(date[2] >= 1.0 && date[2] <= 24.0) ? 3
                                                                              : 2;
            return tl::unexpected(badValue(
                path, line, column,
                "month, day and hour are \"" + fields[1] + "\", \"" + fields[2] + "\" and \"" +
                    fields[3] + "\", which is not an hour of a year (months 1 to 12, hours 1 to 24)"));
        }
        if (*hour == kHours) {
            ++leapRows;
            continue;
        }
        if (lineOfHour[*hour] != 0) {
            return tl::unexpected(weatherError(
                "WTH-003", path, line,
                "states month " + fields[1] + ", day " + fields[2] + ", hour " + fields[3] +
                    " again, after line " + std::to_string(lineOfHour[*hour]),
                "Keep one row an hour and the rows of one year."));
        }
        lineOfHour[*hour] = line;
        ++known;
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
            (*values)[*hour] = *value;
        }
        // Outdoor air is never without vapour: files write 0 where the humidity is not known.
        if (humidity[*hour] == 0.0) {
            humidity[*hour] = kMissing;
        }
        // Rows of a weather without sun may end before it.
        for (const auto& [column, values] :
             {std::pair{&kGlobal, &epw.globalWPerM2}, std::pair{&kDiffuse, &epw.diffuseWPerM2}}) {
            auto value = fields.size() > column->index ? read(path, line, fields, *column)
                                                       : Result<double>(kMissing);
            if (!value) {
                return tl::unexpected(std::move(value.error()));
            }
            (*values)[*hour] = *value;
        }
    }
    if (known < kLeastRows) {
        return tl::unexpected(weatherError(
            "WTH-003", path, 0,
            "has " + std::to_string(known) + " hourly rows after 8 header lines; a year has 8760",
            "Copy or download the whole file."));
    }
    const auto note = [&](std::size_t count, const std::string& text) {
        if (count > 0) {
            epw.notes.push_back(std::to_string(count) + text);
        }
    };
    note(leapRows, " rows of February 29th are dropped: a year of weather has 365 days");
    note(kHours - known, " hours have no row and are filled from the hours around them");
    note(countMissing(year.dryBulbC) - (kHours - known),
         " hours have no dry bulb and are filled from the hours around them");
    note(countMissing(year.pressurePa) - (kHours - known),
         " hours have no station pressure and are filled");
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
    const std::size_t dry = countMissing(year.humidityRatio);
    if (!fillGaps(year.humidityRatio)) {
        return tl::unexpected(badValue(path, kHeaderLines + 1, kDewPoint.index,
                                       "neither dew point nor relative humidity is ever stated (a "
                                       "relative humidity of 0 % counts as missing)"));
    }
    note(dry - std::min(dry, kHours - known),
         " hours have neither dew point nor relative humidity and are filled from the hours around "
         "them");
    year.wetBulbC.resize(kHours);
    for (std::size_t i = 0; i < kHours; ++i) {
        const double saturated = models::humidityRatioFromVapourPressure(
            models::saturationPressurePa(year.dryBulbC[i]), year.pressurePa[i]);
        year.humidityRatio[i] = std::min(year.humidityRatio[i], saturated);
        year.wetBulbC[i] =
            models::wetBulbC(year.dryBulbC[i], year.humidityRatio[i], year.pressurePa[i]);
    }
    const auto stated = designOfHeader(lines[1]);
    epw.designIsOfHeader = stated.has_value();
    epw.design = stated ? *stated : models::designConditionsOf(year);
    return epw;
}

}  // namespace headroom::engine
