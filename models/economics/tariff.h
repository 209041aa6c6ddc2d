// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Bill of a utility for a load: energy by the hour, season and kind of day, demand by the highest interval of a month,
/// reactive energy, and a fee. These conventions are those of the
/// validation kind `cost`.
///
///   energy     of each interval, at the first rate whose period holds at its start
///   demand     of each rate and calendar month: the highest mean power of an interval within its
///              period, or `ratchetShare` of the highest of the `ratchetMonths` months before
///              (of the load that is given), if that is more
///   reactive   kvarh above those at the agreed power factor:
///              E (tan acos pf - tan acos agreed), not below 0
///   tiers      a rate may state prices above an amount of a month: of energy that of its own periods,
///              of demand its highest interval
///   least      of each month: a demand, and a sum of energy, demand, reactive energy and fee
///   fixed      for each calendar month that the load touches
///
/// Weekends are Saturday and Sunday; holidays count as the day that they are. Times are those of
/// the clock that the load is in. Source: the terms of the tariffs in resources/catalog/tariff.json.
namespace headroom::models {

enum class TariffDays { All, Weekdays, Weekends };

/// A moment as tariffs see it.
struct TariffTime {
    int year = 1970;
    int month = 1;  ///< 1 means January
    bool isWeekend = false;
    double hour = 0.0;  ///< 0 to 24
};

TariffTime tariffTime(double sinceEpochS);

/// When a rate holds. From a time to one before it is over midnight, to the same day's kind.
struct TariffPeriod {
    static constexpr std::uint16_t kAllMonths = 0x0FFF;

    std::uint16_t months = kAllMonths;  ///< bit 0: January
    TariffDays days = TariffDays::All;
    double fromH = 0.0, toH = 24.0;

    bool holds(const TariffTime& time) const;
};

/// A price that holds beyond an amount of a month.
struct TariffTier {
    double from = 0.0;  ///< joule of the rate's own periods, or watt
    double usd = 0.0;   ///< per joule, or per watt
};

struct EnergyRate {
    TariffPeriod when;
    double usdPerJ = 0.0;
    std::vector<TariffTier> above = {};   ///< rising
    std::vector<TariffPeriod> also = {};  ///< in which it holds as well

    bool holds(const TariffTime& time) const;

    double lastUsdPerJ() const { return above.empty() ? usdPerJ : above.back().usd; }
};

/// The first rate whose period holds; null means a gap.
const EnergyRate* rateAt(std::span<const EnergyRate> rates, const TariffTime& time);

struct DemandRate {
    TariffPeriod when;
    double usdPerW = 0.0;                 ///< a month
    std::vector<TariffTier> above = {};   ///< rising
    std::vector<TariffPeriod> also = {};  ///< in which it holds as well

    bool holds(const TariffTime& time) const;
};

struct ReactiveRate {
    double atLeast = 0.0;  ///< power factor from which on nothing is billed
    double usdPerVarS = 0.0;
};

struct Tariff {
    std::vector<EnergyRate> energy;  ///< the first that fits counts
    std::vector<DemandRate> demand;  ///< each counts by itself
    double fixedUsdPerMonth = 0.0;
    std::optional<ReactiveRate> reactive;
    double ratchetShare = 0.0;
    int ratchetMonths = 11;
    double previousW =
        0.0;  ///< highest demand of the months before the load; VA where demand is in VA
    double leastW = 0.0;  ///< demand that is billed at least, likewise
    double leastUsdPerMonth = 0.0;
    bool isDemandInVa = false;  ///< demand is apparent power: W over the power factor
};

/// Means of equal intervals, one after the other.
struct MeteredLoad {
    double fromS = 0.0;  ///< since 1970-01-01 00:00 of the local clock
    double stepS = 3600.0;
    std::span<const double> powerW;
    double powerFactor = 1.0;  ///< above 0
    /// What energy costs in each interval [USD/J], in place of the tariff's rates; as many as
    /// there are intervals, or none.
    std::span<const double> pricesUsdPerJ = {};
};

struct TariffBill {
    double energyUsd = 0.0, demandUsd = 0.0, reactiveUsd = 0.0,
           fixedUsd = 0.0;  ///< what a month lacks of the least is in the fee
    double energyJ = 0.0;
    double highestW = 0.0;
    int months = 0;
    /// The first interval for which the tariff has no price of energy: a gap. It is billed at none.
    std::optional<std::size_t> unpriced;

    double usd() const { return energyUsd + demandUsd + reactiveUsd + fixedUsd; }

    double meanUsdPerJ() const { return usd() / energyJ; }
};

TariffBill tariffBill(const Tariff& tariff, const MeteredLoad& load);

}  // namespace headroom::models
