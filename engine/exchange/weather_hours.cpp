// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/weather_hours.h"

#include "models/air/psychrometrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kYearHours = 8760;
constexpr std::array<int, 12> kMonthDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/// A file with fewer of its hours is not a year of weather. Assumption: a month may be lost.
constexpr std::size_t kLeastRows = kYearHours * 11 / 12;

constexpr double kNoHour = std::numeric_limits<double>::quiet_NaN();

/// Choices that exist outdoors.
struct HourRange {
    const char* name;
    double WeatherRow::*value;
    double least, most;
};

constexpr std::array<HourRange, 6> kRanges{
    {{"dry bulb [C]", &WeatherRow::dryBulbC, -90.0, 70.0},
     {"dew point [C]", &WeatherRow::dewPointC, -100.0, 70.0},
     {"relative humidity [%]", &WeatherRow::humidityPct, 0.0, 110.0},
     {"station pressure [Pa]", &WeatherRow::pressurePa, 31000.0, 120000.0},
     {"global horizontal irradiance [Wh/m2]", &WeatherRow::globalWPerM2, 0.0, 2000.0},
     {"diffuse horizontal irradiance [Wh/m2]", &WeatherRow::diffuseWPerM2, 0.0, 2000.0}}};

/// Index of an hour of the year; kYearHours for one of February 29th; nothing where there is no such hour.
std::optional<std::size_t> hourOfYear(double month, double day, double hour) {
    const auto isWhole = [](double value, int least, int most) {
        return value >= least && value <= most && value == std::floor(value);
    };
    if (!isWhole(month, 1, 12) || !isWhole(hour, 1, 24)) {
        return std::nullopt;
    }
    const auto m = static_cast<std::size_t>(month) - 1;
    if (month == 2.0 && day == 29.0) {
        return kYearHours;
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
    return static_cast<std::size_t>(std::count_if(values.begin(), values.end(),
                                                  [](double value) { return std::isnan(value); }));
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

Error weatherError(const char* code, const std::filesystem::path& file, int line,
                   std::string message, std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = file.string();
    error.line = line;
    return error;
}

}  // namespace

void WeatherHours::Sum::add(double value) {
    if (!std::isnan(value)) {
        sum += value;
        ++count;
    }
}

double WeatherHours::Sum::mean() const {
    return count > 0 ? sum / count : kNoHour;
}

Result<void> WeatherHours::add(WeatherRow row) {
    ++rows_;
    const auto index = hourOfYear(row.month, row.day, row.hour);
    if (!index) {
        skip(row.line, fmt::format("month {:g}, day {:g} and hour {:g} are not an hour of a year",
                                   row.month, row.day, row.hour));
        return {};
    }
    if (*index == kYearHours) {
        ++leapRows_;
        return {};
    }
    Hour& hour = hours_[*index];
    const auto [place, isNew] = hour.lineOfMinute.emplace(static_cast<int>(row.minute), row.line);
    if (!isNew) {
        return tl::unexpected(
            weatherError("WTH-003", file_, row.line,
                         fmt::format("states month {:g}, day {:g}, hour {:g} again, after line {}",
                                     row.month, row.day, row.hour, place->second),
                         "Keep one row an hour and the rows of one year."));
    }
    known_ += hour.lineOfMinute.size() == 1 ? 1 : 0;
    for (const HourRange& range : kRanges) {
        double& value = row.*range.value;
        if (value < range.least || value > range.most) {
            skip(row.line, fmt::format("{} is {:g}, which is not possible", range.name, value));
            value = kNoHour;
        }
    }
    // Outdoor air is never without vapour: files write 0 where the humidity is not known.
    row.humidityPct = row.humidityPct == 0.0 ? kNoHour : row.humidityPct;
    hour.dryBulb.add(row.dryBulbC);
    hour.dewPoint.add(row.dewPointC);
    hour.humidity.add(row.humidityPct);
    hour.pressure.add(row.pressurePa);
    hour.global.add(row.globalWPerM2);
    hour.diffuse.add(row.diffuseWPerM2);
    return {};
}

void WeatherHours::note(Epw& epw, std::size_t count, const char* words) const {
    if (count > 0) {
        epw.notes.push_back(std::to_string(count) + words);
    }
}

Result<Epw> WeatherHours::finish(EpwHeader header) {
    if (known_ < kLeastRows) {
        const std::string skipped = skipped_.words(static_cast<long>(rows_));
        return tl::unexpected(
            weatherError("WTH-003", file_, 0,
                         fmt::format("has {} of the 8,760 hours of a year{}{}", known_,
                                     skipped.empty() ? "" : ". ", skipped),
                         "Copy or download the whole file."));
    }
    Epw epw;
    epw.header = std::move(header);
    models::WeatherYear& year = epw.year;
    std::vector<double> dewPoint, humidity;
    std::size_t parts = 0;
    for (const Hour& hour : hours_) {
        year.dryBulbC.push_back(hour.dryBulb.mean());
        year.pressurePa.push_back(hour.pressure.mean());
        epw.globalWPerM2.push_back(hour.global.mean());
        epw.diffuseWPerM2.push_back(hour.diffuse.mean());
        dewPoint.push_back(hour.dewPoint.mean());
        humidity.push_back(hour.humidity.mean());
        parts = std::max(parts, hour.lineOfMinute.size());
    }
    if (parts > 1) {
        epw.notes.push_back(fmt::format("{} rows an hour become their mean", parts));
    }
    note(epw, leapRows_, " rows of February 29th are dropped: a year of weather has 365 days");
    note(epw, kYearHours - known_, " hours have no row and are filled from the hours around them");
    note(epw, countMissing(year.dryBulbC) - (kYearHours - known_),
         " hours have no dry bulb and are filled from the hours around them");
    note(epw, countMissing(year.pressurePa) - (kYearHours - known_),
         " hours have no station pressure and are filled");
    if (!fillGaps(epw.globalWPerM2) || !fillGaps(epw.diffuseWPerM2)) {
        epw.globalWPerM2.clear();
        epw.diffuseWPerM2.clear();
    }
    if (!fillGaps(year.dryBulbC)) {
        return tl::unexpected(weatherError("WTH-004", file_, 0, "a dry bulb is never stated",
                                           "Take the weather file from its source again."));
    }
    if (!fillGaps(year.pressurePa)) {
        year.pressurePa.assign(kYearHours, models::standardPressurePa(epw.header.elevationM));
    }
    if (auto moist = moisture(epw, dewPoint, humidity); !moist) {
        return tl::unexpected(std::move(moist.error()));
    }
    if (skipped_.count() > 0) {
        epw.notes.push_back(skipped_.words(static_cast<long>(rows_)));
        epw.notes.back().pop_back();  // notes end without a stop
    }
    return epw;
}

/// Dew point first; relative humidity is in where it is missing.
Result<void> WeatherHours::moisture(Epw& epw, const std::vector<double>& dewPoint,
                                    const std::vector<double>& humidity) const {
    models::WeatherYear& year = epw.year;
    for (std::size_t i = 0; i < kYearHours; ++i) {
        const double pressure = year.pressurePa[i];
        double ratio = kNoHour;
        if (!std::isnan(dewPoint[i])) {
            const double dew = std::min(dewPoint[i], year.dryBulbC[i]);
            ratio = models::humidityRatioFromVapourPressure(models::saturationPressurePa(dew),
                                                            pressure);
        } else if (!std::isnan(humidity[i])) {
            ratio = models::humidityRatio(year.dryBulbC[i], std::min(humidity[i] / 100.0, 1.0),
                                          pressure);
        }
        year.humidityRatio.push_back(ratio);
    }
    const std::size_t dry = countMissing(year.humidityRatio);
    if (!fillGaps(year.humidityRatio)) {
        return tl::unexpected(weatherError("WTH-004", file_, 0,
                                           "neither dew point nor relative humidity is ever stated "
                                           "(a relative humidity of 0 % counts as "
                                           "missing)",
                                           "Take the weather file from its source again."));
    }
    note(epw, dry - std::min(dry, kYearHours - known_),
         " hours have neither dew point nor relative humidity and are filled from the hours around "
         "them");
    for (std::size_t i = 0; i < kYearHours; ++i) {
        const double saturated = models::humidityRatioFromVapourPressure(
            models::saturationPressurePa(year.dryBulbC[i]), year.pressurePa[i]);
        year.humidityRatio[i] = std::min(year.humidityRatio[i], saturated);
        year.wetBulbC.push_back(
            models::wetBulbC(year.dryBulbC[i], year.humidityRatio[i], year.pressurePa[i]));
    }
    return {};
}

}  // namespace headroom::engine
