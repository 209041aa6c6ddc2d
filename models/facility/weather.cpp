// SPDX-License-Identifier: Apache-2.0
#include "models/facility/weather.h"

#include "models/air/psychrometrics.h"
#include "models/core/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>

namespace headroom::models {

namespace {

constexpr std::size_t kDays = 365;
constexpr std::size_t kHours = 8760;
constexpr std::size_t kMonths = 12;
constexpr std::array<std::size_t, kMonths + 1> kMonthStart{0,   31,  59,  90,  120, 151, 181,
                                                           212, 243, 273, 304, 334, 365};
constexpr std::uint64_t kWeatherStream = 0x57454154;   // separate from every component's stream
constexpr std::uint64_t kDewPointStream = 0x44455750;  // the same

using Months = std::array<double, kMonths>;

/// Where a moment lies between two mid-months.
struct Blend {
    std::size_t before = 0;
    std::size_t after = 0;
    double weight = 0.0;  ///< of `after`
};

Blend blendAt(double day) {
    const auto middle = [](std::size_t m) {
        return 0.5 * static_cast<double>(kMonthStart[m] + kMonthStart[m + 1]);
    };
    std::size_t after = 0;
    while (after < kMonths && middle(after) <= day) {
        ++after;
    }
    const std::size_t before = (after + kMonths - 1) % kMonths;
    after %= kMonths;
    double from = middle(before);
    double to = middle(after);
    if (to <= from) {
        (day < to ? from : to) += day < to ? -static_cast<double>(kDays) : kDays;
    }
    return {before, after, (day - from) / (to - from)};
}

double blended(const Months& values, const Blend& blend) {
    return (1.0 - blend.weight) * values[blend.before] + blend.weight * values[blend.after];
}

/// Means by month of a value of each day.
Months monthMeans(const std::vector<double>& days) {
    Months means{};
    for (std::size_t m = 0; m < kMonths; ++m) {
        for (std::size_t d = kMonthStart[m]; d < kMonthStart[m + 1]; ++d) {
            means[m] += days[d];
        }
        means[m] /= static_cast<double>(kMonthStart[m + 1] - kMonthStart[m]);
    }
    return means;
}

/// Variances about the month's mean.
Months monthVariances(const std::vector<double>& days) {
    const Months means = monthMeans(days);
    Months variances{};
    for (std::size_t m = 0; m < kMonths; ++m) {
        for (std::size_t d = kMonthStart[m]; d < kMonthStart[m + 1]; ++d) {
            variances[m] += (days[d] - means[m]) * (days[d] - means[m]);
        }
        variances[m] /= static_cast<double>(kMonthStart[m + 1] - kMonthStart[m]);
    }
    return variances;
}

/// The climate's table of 12 by 24, blended between mid-months, hour by hour.
std::vector<double> seasonalYear(const std::vector<double>& table) {
    std::vector<double> year(kHours);
    for (std::size_t i = 0; i < kHours; ++i) {
        const Blend blend = blendAt((static_cast<double>(i) + 0.5) / 24.0);
        const std::size_t hour = i % 24;
        year[i] = (1.0 - blend.weight) * table[blend.before * 24 + hour] +
                  blend.weight * table[blend.after * 24 + hour];
    }
    return year;
}

std::vector<double> dailyMeans(const std::vector<double>& year) {
    std::vector<double> days(kDays, 0.0);
    for (std::size_t i = 0; i < kHours; ++i) {
        days[i / 24] += year[i] / 24.0;
    }
    return days;
}

/// A stationary AR(1) series of unit variance that closes on itself: the second round starts from
/// what the first one left, and 365 steps later the start is forgotten.
std::vector<double> dailySeries(double correlation, std::uint64_t seed, std::uint64_t stream) {
    std::vector<double> days(kDays);
    const double innovation = std::sqrt(1.0 - correlation * correlation);
    double value = 0.0;
    for (std::size_t round = 0; round < 2; ++round) {
        for (std::size_t d = 0; d < kDays; ++d) {
            value = correlation * value + innovation * randomNormal(seed, stream, d);
            days[d] = value;
        }
    }
    return days;
}

/// Linear between noons, so that the deviation has no step at midnight.
double deviationAt(const std::vector<double>& days, std::size_t hourOfYear) {
    const double day = (static_cast<double>(hourOfYear) + 0.5) / 24.0 - 0.5 + kDays;
    const double whole = std::floor(day);
    const std::size_t first = static_cast<std::size_t>(whole) % kDays;
    const double weight = day - whole;
    return (1.0 - weight) * days[first] + weight * days[(first + 1) % kDays];
}

std::vector<double> hourlyDeviation(const std::vector<double>& days) {
    std::vector<double> hours(kHours);
    for (std::size_t i = 0; i < kHours; ++i) {
        hours[i] = deviationAt(days, i);
    }
    return hours;
}

/// Correction to a year of days that moves its monthly means to `wanted`: the error itself is
/// blended between mid-months, again and again until it is gone.
void correctMonthMeans(std::vector<double>& days, const Months& wanted) {
    for (int round = 0; round < 40; ++round) {
        const Months means = monthMeans(days);
        Months error{};
        for (std::size_t m = 0; m < kMonths; ++m) {
            error[m] = wanted[m] - means[m];
        }
        for (std::size_t d = 0; d < kDays; ++d) {
            days[d] += blended(error, blendAt(static_cast<double>(d) + 0.5));
        }
    }
}

Months tableMeans(const std::vector<double>& table) {
    Months means{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        means[i / 24] += table[i] / 24.0;
    }
    return means;
}

/// Deviation of each day: spread and month means such that season and deviation together have those
/// of the climate.
std::vector<double> dailyDeviation(const ClimateSpec& climate, const std::vector<double>& season,
                                   std::uint64_t seed) {
    std::vector<double> days =
        dailySeries(std::clamp(climate.dayCorrelation, 0.0, 0.999), seed, kWeatherStream);
    const std::vector<double> seasonDays = dailyMeans(season);
    const Months seasonMeans = monthMeans(seasonDays);
    const Months target = tableMeans(climate.dryBulbC);
    Months wanted{};
    for (std::size_t m = 0; m < kMonths; ++m) {
        wanted[m] = target[m] - seasonMeans[m];
    }
    // The season's own march through the month is part of the climate's spread; what the deviation
    // adds to it depends on how the two go together. 16 rounds: settled to 1 % where it can be.
    for (int round = 0; round < 16; ++round) {
        const std::vector<double> own = dailyMeans(hourlyDeviation(days));
        std::vector<double> both = own;
        for (std::size_t d = 0; d < kDays; ++d) {
            both[d] += seasonDays[d];
        }
        const Months ownVariance = monthVariances(own);
        const Months variance = monthVariances(both);
        Months scale{};
        for (std::size_t m = 0; m < kMonths; ++m) {
            const double all = climate.dryBulbDeviationK[m] * climate.dryBulbDeviationK[m];
            const double needed = std::max(all - (variance[m] - ownVariance[m]), 0.1 * all);
            scale[m] = ownVariance[m] > 0.0 ? std::sqrt(needed / ownVariance[m]) : 0.0;
        }
        for (std::size_t d = 0; d < kDays; ++d) {
            days[d] *= blended(scale, blendAt(static_cast<double>(d) + 0.5));
        }
        correctMonthMeans(days, wanted);
    }
    return days;
}

double monthly(const std::vector<double>& months, std::size_t hour, double otherwise) {
    if (months.size() != kMonths) {
        return otherwise;
    }
    const Blend blend = blendAt((static_cast<double>(hour) + 0.5) / 24.0);
    return (1.0 - blend.weight) * months[blend.before] + blend.weight * months[blend.after];
}

/// Deviation of the dew point that its dry bulb does not explain, by the hour; empty if none.
std::vector<double> dewPointDeviation(const ClimateSpec& climate, std::uint64_t seed) {
    if (climate.dewPointDeviationK.size() != kMonths) {
        return {};
    }
    std::vector<double> days =
        dailySeries(std::clamp(climate.dewPointCorrelation, 0.0, 0.999), seed, kDewPointStream);
    for (std::size_t d = 0; d < kDays; ++d) {
        days[d] *= monthly(climate.dewPointDeviationK, 24 * d + 12, 0.0);
    }
    return hourlyDeviation(days);
}

double quantile(const double* values, double share) {
    std::size_t i = 1;
    while (i + 1 < kQuantileShares.size() && kQuantileShares[i] < share) {
        ++i;
    }
    const double weight =
        (share - kQuantileShares[i - 1]) / (kQuantileShares[i] - kQuantileShares[i - 1]);
    return values[i - 1] + weight * (values[i] - values[i - 1]);
}

/// Gives the hours of each month the distribution of the climate's, in the order that they have.
void takeQuantiles(std::vector<double>& hours, const std::vector<double>& table) {
    constexpr std::size_t kShares = kQuantileShares.size();
    if (table.size() != kMonths * kShares) {
        return;
    }
    std::vector<std::size_t> order;
    for (std::size_t m = 0; m < kMonths; ++m) {
        order.resize(24 * (kMonthStart[m + 1] - kMonthStart[m]));
        std::iota(order.begin(), order.end(), 24 * kMonthStart[m]);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return hours[a] != hours[b] ? hours[a] < hours[b] : a < b;
        });
        const double last = static_cast<double>(order.size() - 1);
        for (std::size_t rank = 0; rank < order.size(); ++rank) {
            hours[order[rank]] =
                quantile(table.data() + m * kShares, static_cast<double>(rank) / last);
        }
    }
}

/// The years that were drawn last, for all threads. A design that is edited while it runs, and a study that moves
/// one figure after another, ask for the same one each time, and drawing it takes four fifths of compiling a small hall.
class DrawnYears {
  public:
    std::shared_ptr<const WeatherYear> find(const ClimateSpec& climate, std::uint64_t seed) {
        const std::lock_guard lock(mutex_);
        for (const Drawn& drawn : drawn_) {
            if (drawn.year != nullptr && drawn.seed == seed && isSame(drawn.climate, climate)) {
                return drawn.year;
            }
        }
        return nullptr;
    }

    void keep(const ClimateSpec& climate, std::uint64_t seed,
              std::shared_ptr<const WeatherYear> year) {
        const std::lock_guard lock(mutex_);
        drawn_[next_] = {climate, seed, std::move(year)};
        next_ = (next_ + 1) % drawn_.size();
    }

  private:
    struct Drawn {
        ClimateSpec climate;
        std::uint64_t seed = 0;
        std::shared_ptr<const WeatherYear> year;
    };

    /// In all that a year is drawn from.
    static bool isSame(const ClimateSpec& a, const ClimateSpec& b) {
        return a.dryBulbC == b.dryBulbC && a.dewPointC == b.dewPointC &&
               a.dryBulbDeviationK == b.dryBulbDeviationK && a.dayCorrelation == b.dayCorrelation &&
               a.dryBulbQuantilesC == b.dryBulbQuantilesC &&
               a.dewPointQuantilesC == b.dewPointQuantilesC && a.dewPointSlope == b.dewPointSlope &&
               a.dewPointDeviationK == b.dewPointDeviationK &&
               a.dewPointCorrelation == b.dewPointCorrelation && a.pressurePa == b.pressurePa;
    }

    std::mutex mutex_;
    std::array<Drawn, 4> drawn_;  // 280 kB each
    std::size_t next_ = 0;
};

WeatherYear drawYear(const ClimateSpec& climate, std::uint64_t seed) {
    WeatherYear year;
    if (climate.dryBulbC.size() != kMonths * 24 || climate.dewPointC.size() != kMonths * 24 ||
        climate.dryBulbDeviationK.size() != kMonths) {
        return year;
    }
    year.dryBulbC = seasonalYear(climate.dryBulbC);
    std::vector<double> dewPoint = seasonalYear(climate.dewPointC);
    const std::vector<double> deviation =
        hourlyDeviation(dailyDeviation(climate, year.dryBulbC, seed));
    year.humidityRatio.resize(kHours);
    year.wetBulbC.resize(kHours);
    year.pressurePa.assign(kHours, climate.pressurePa);
    const std::vector<double> ownDeviation = dewPointDeviation(climate, seed);
    for (std::size_t i = 0; i < kHours; ++i) {
        year.dryBulbC[i] += deviation[i];
        dewPoint[i] += monthly(climate.dewPointSlope, i, 1.0) * deviation[i] +
                       (ownDeviation.empty() ? 0.0 : ownDeviation[i]);
    }
    takeQuantiles(year.dryBulbC, climate.dryBulbQuantilesC);
    takeQuantiles(dewPoint, climate.dewPointQuantilesC);
    for (std::size_t i = 0; i < kHours; ++i) {
        const double dew = std::min(dewPoint[i], year.dryBulbC[i]);
        year.humidityRatio[i] =
            humidityRatioFromVapourPressure(saturationPressurePa(dew), climate.pressurePa);
        year.wetBulbC[i] = wetBulbC(year.dryBulbC[i], year.humidityRatio[i], climate.pressurePa);
    }
    return year;
}

}  // namespace

WeatherYear weatherFromClimate(const ClimateSpec& climate, std::uint64_t seed) {
    static DrawnYears years;
    auto year = years.find(climate, seed);
    if (year == nullptr) {
        year = std::make_shared<const WeatherYear>(drawYear(climate, seed));
        years.keep(climate, seed, year);
    }
    return *year;
}

Weather weatherAt(const WeatherYear& year, double yearS) {
    const double hours = static_cast<double>(kHours);
    double position = std::fmod(yearS / 3600.0 - 0.5, hours);
    if (position < 0.0) {
        position += hours;
    }
    const double whole = std::floor(position);
    const std::size_t first = static_cast<std::size_t>(whole) % kHours;
    const std::size_t second = (first + 1) % kHours;
    const double weight = position - whole;
    const auto between = [&](const std::vector<double>& values) {
        return (1.0 - weight) * values[first] + weight * values[second];
    };
    return {between(year.dryBulbC), between(year.wetBulbC), between(year.humidityRatio),
            between(year.pressurePa)};
}

}  // namespace headroom::models
