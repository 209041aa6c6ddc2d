// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"

#include "engine/base/number.h"
#include "engine/border/formats.h"
#include "engine/border/text_encoding.h"
#include "engine/exchange/epw_design.h"
#include "engine/exchange/weather_hours.h"
#include "engine/files/text_file.h"
#include "models/facility/design_weather.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kHeaderLines = 8, kMostHeaderLines = 40;
constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

/// One column that is read: its place (from 0) and its marker for "missing".
struct WeatherColumn {
    std::size_t index;
    const char* name;
    double missingFrom;
    double WeatherRow::*value;
    bool isNeeded;  ///< rows of a weather without sun may end before the others
};

constexpr std::array<WeatherColumn, 6> kColumns{
    {{6, "dry bulb [C]", 99.9, &WeatherRow::dryBulbC, true},
     {7, "dew point [C]", 99.9, &WeatherRow::dewPointC, true},
     {8, "relative humidity [%]", 999.0, &WeatherRow::humidityPct, true},
     {9, "station pressure [Pa]", 999999.0, &WeatherRow::pressurePa, true},
     {13, "global horizontal irradiance [Wh/m2]", 9999.0, &WeatherRow::globalWPerM2, false},
     {15, "diffuse horizontal irradiance [Wh/m2]", 9999.0, &WeatherRow::diffuseWPerM2, false}}};

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
            return tl::unexpected(weatherError(
                "WTH-004", path, 1,
                fmt::format("column {}: \"{}\" is not a number", index + 1, fields[index]),
                "Correct the value or take the weather file from its source again."));
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

/// A row; nothing, and counted, where it cannot be used.
std::optional<WeatherRow> epwRow(const std::vector<std::string>& fields, int line,
                                 WeatherHours& hours) {
    if (fields.size() <= 9) {
        hours.skip(line, fmt::format("the row has {} columns", fields.size()));
        return std::nullopt;
    }
    WeatherRow row;
    row.line = line;
    for (const auto& [index, target] : {std::pair{1, &row.month}, std::pair{2, &row.day},
                                        std::pair{3, &row.hour}, std::pair{4, &row.minute}}) {
        *target = parseNumber(fields[static_cast<std::size_t>(index)]).value_or(kAbsent);
    }
    row.minute = std::isnan(row.minute) ? 60.0 : row.minute;
    for (const WeatherColumn& column : kColumns) {
        row.*column.value = kAbsent;
        if (column.index >= fields.size()) {
            continue;
        }
        const std::string& field = fields[column.index];
        const auto value = parseNumber(field);
        if (!value) {
            hours.skip(line,
                       fmt::format("{} is \"{}\", not a number", column.name, field.substr(0, 40)));
        } else if (*value < column.missingFrom) {
            row.*column.value = *value;
        }
    }
    return row;
}

/// Lines before the first row, which begins with its year. Usually eight.
std::size_t headerLines(const std::vector<std::string_view>& lines) {
    const auto isRow = [](std::string_view line) {
        return !line.empty() && line.front() >= '0' && line.front() <= '9';
    };
    const std::size_t looked = std::min(lines.size(), kMostHeaderLines);
    for (std::size_t i = 0; i < looked; ++i) {
        if (isRow(lines[i])) {
            return i;
        }
    }
    return std::min(lines.size(), kHeaderLines);
}

/// The line of the header that begins with a word, in any place; empty if there is none.
std::string_view headerLine(const std::vector<std::string_view>& lines, std::size_t count,
                            std::string_view word) {
    for (std::size_t i = 0; i < count; ++i) {
        if (lines[i].starts_with(word)) {
            return lines[i];
        }
    }
    return {};
}

Result<Epw> readEpwText(const std::filesystem::path& path, std::string_view text,
                        const std::string& other) {
    const std::vector<std::string_view> lines = linesOf(text);
    const std::size_t above = headerLines(lines);
    const std::string_view location = headerLine(lines, above, "LOCATION");
    const std::vector<std::string> place =
        location.empty() ? std::vector<std::string>{} : splitCsvLine(location);
    if (place.size() < 10 || place[0] != "LOCATION") {
        return tl::unexpected(weatherError(
            "WTH-002", path, 1,
            "is not an EnergyPlus weather file: no line of its header "
            "begins with LOCATION and names a place" +
                (other.empty() ? other : ". " + other.substr(0, other.size() - 1)),
            "Give a file of the kind *.epw or *.epw.gz, or a table with a time, a dry bulb "
            "(temperature) and a relative humidity or dew point."));
    }
    auto header = readHeader(path, place);
    if (!header) {
        return tl::unexpected(std::move(header.error()));
    }
    WeatherHours hours(path);
    for (std::size_t i = above; i < lines.size(); ++i) {
        const int line = static_cast<int>(i) + 1;
        if (const auto row = epwRow(splitCsvLine(lines[i]), line, hours)) {
            if (auto added = hours.add(*row); !added) {
                return tl::unexpected(std::move(added.error()));
            }
        }
    }
    auto epw = hours.finish(std::move(*header));
    if (epw) {
        const auto stated = designOfHeader(headerLine(lines, above, "DESIGN CONDITIONS"));
        epw->designIsOfHeader = stated.has_value();
        epw->design = stated ? *stated : models::designConditionsOf(epw->year);
    }
    return epw;
}

}  // namespace

Result<Epw> readEpw(const std::filesystem::path& path, const EpwHeader& place) {
    constexpr std::size_t kShownText = 4096;
    constexpr double kMemoryPerByte = 18.0;  // a view for each line, and lines may be empty
    auto decoded = readDecoded(path, kMemoryPerByte);
    if (!decoded) {
        Error error = std::move(decoded.error());
        if (error.code == "FIL-001") {
            error.code = "WTH-001";
        } else if (error.code == "FIL-002" || error.code == "FIL-003") {
            error.code = "WTH-002";
        }
        return tl::unexpected(std::move(error));
    }
    if (looksLikeWeatherTable(decoded->text)) {
        return readWeatherTable(path, std::move(decoded->text));
    }
    if (decoded->text.find("LOCATION,") > kShownText && looksLikeStationTable(decoded->text)) {
        return readStationTable(path, std::move(decoded->text), place);
    }
    return readEpwText(path, decoded->text,
                       otherFormatWords(path.filename().string(), decoded->text, "epw"));
}

}  // namespace headroom::engine
