// SPDX-License-Identifier: Apache-2.0
#include "models/economics/tariff.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kDayS = 86400.0;
constexpr double kHourS = 3600.0;

/// tan(acos pf): reactive over active power.
double reactiveRatio(double powerFactor) {
    const double pf = std::clamp(powerFactor, 1e-6, 1.0);
    return std::sqrt(1.0 - pf * pf) / pf;
}

/// Cost of an amount with tiers.
double tieredUsd(double amount, double usd, std::span<const TariffTier> above) {
    double sum = 0.0, from = 0.0, price = usd;
    for (const TariffTier& tier : above) {
        sum += price * std::clamp(amount - from, 0.0, tier.from - from);
        from = tier.from;
        price = tier.usd;
    }
    return sum + price * std::max(0.0, amount - from);
}

/// The demand charge of one rate in each month: `peaksW` by month, in order.
void addDemandUsd(const DemandRate& rate, std::span<const double> peaksW, const Tariff& tariff,
                  double perW, std::vector<double>& usd) {
    for (std::size_t m = 0; m < peaksW.size(); ++m) {
        double billedW = peaksW[m] * perW;
        // A rate of other months is not billed, nor is its least demand.
        if (billedW > 0.0) {
            billedW = std::max(billedW, tariff.leastW);
        }
        if (m < static_cast<std::size_t>(std::max(tariff.ratchetMonths, 0))) {
            billedW = std::max(billedW, tariff.ratchetShare * tariff.previousW);
        }
        const auto back = std::min(m, static_cast<std::size_t>(std::max(tariff.ratchetMonths, 0)));
        for (std::size_t b = m - back; b < m; ++b) {
            billedW = std::max(billedW, tariff.ratchetShare * peaksW[b] * perW);
        }
        usd[m] += tieredUsd(billedW, rate.usdPerW, rate.above);
    }
}

}  // namespace

TariffTime tariffTime(double sinceEpochS) {
    namespace chr = std::chrono;
    const double dayNumber = std::floor(sinceEpochS / kDayS);
    const chr::sys_days day{chr::days{static_cast<int>(dayNumber)}};
    const chr::year_month_day date{day};
    const unsigned weekday = chr::weekday{day}.iso_encoding();  // Monday is 1
    return {static_cast<int>(date.year()), static_cast<int>(static_cast<unsigned>(date.month())),
            weekday >= 6, (sinceEpochS - dayNumber * kDayS) / kHourS};
}

bool TariffPeriod::holds(const TariffTime& time) const {
    if ((months >> (time.month - 1) & 1U) == 0U ||
        (days != TariffDays::All && (days == TariffDays::Weekends) != time.isWeekend)) {
        return false;
    }
    return fromH <= toH ? time.hour >= fromH && time.hour < toH
                        : time.hour >= fromH || time.hour < toH;
}

namespace {

bool holdsAny(const TariffPeriod& when, std::span<const TariffPeriod> also,
              const TariffTime& time) {
    return when.holds(time) ||
           std::any_of(also.begin(), also.end(),
                       [&](const TariffPeriod& period) { return period.holds(time); });
}

}  // namespace

bool EnergyRate::holds(const TariffTime& time) const {
    return holdsAny(when, also, time);
}

bool DemandRate::holds(const TariffTime& time) const {
    return holdsAny(when, also, time);
}

const EnergyRate* rateAt(std::span<const EnergyRate> rates, const TariffTime& time) {
    const auto rate = std::find_if(rates.begin(), rates.end(),
                                   [&](const EnergyRate& r) { return r.holds(time); });
    return rate == rates.end() ? nullptr : &*rate;
}

namespace {

/// Amount that a month has used of each rate, and its cost.
struct MonthlyBill {
    std::vector<double> energyJ;              ///< by rate of energy
    std::vector<std::vector<double>> peaksW;  ///< by rate of demand, by month
    std::vector<double> usd, monthJ;          ///< by month

    MonthlyBill(std::size_t energyRates, std::size_t demandRates)
        : energyJ(energyRates, 0.0), peaksW(demandRates) {}

    void begin() {
        std::fill(energyJ.begin(), energyJ.end(), 0.0);
        usd.push_back(0.0);
        monthJ.push_back(0.0);
        for (std::vector<double>& peaks : peaksW) {
            peaks.push_back(0.0);
        }
    }

    double energyUsd(const EnergyRate& rate, std::size_t place, double addJ) {
        const double before = energyJ[place];
        energyJ[place] += addJ;
        return rate.above.empty() ? addJ * rate.usdPerJ
                                  : tieredUsd(energyJ[place], rate.usdPerJ, rate.above) -
                                        tieredUsd(before, rate.usdPerJ, rate.above);
    }
};

/// Demand, reactive energy, fee and the least sum of each month.
void finish(const Tariff& tariff, const MeteredLoad& load, MonthlyBill& monthly, TariffBill& bill) {
    const double perW = tariff.isDemandInVa ? 1.0 / std::clamp(load.powerFactor, 0.01, 1.0) : 1.0;
    std::vector<double> demand(monthly.usd.size(), 0.0);
    for (std::size_t d = 0; d < tariff.demand.size(); ++d) {
        addDemandUsd(tariff.demand[d], monthly.peaksW[d], tariff, perW, demand);
    }
    const double above = tariff.reactive
                             ? std::max(0.0, reactiveRatio(load.powerFactor) -
                                                 reactiveRatio(tariff.reactive->atLeast))
                             : 0.0;
    for (std::size_t m = 0; m < demand.size(); ++m) {
        const double reactiveUsd =
            above > 0.0 ? above * monthly.monthJ[m] * tariff.reactive->usdPerVarS : 0.0;
        const double sum = monthly.usd[m] + demand[m] + reactiveUsd + tariff.fixedUsdPerMonth;
        bill.demandUsd += demand[m];
        bill.reactiveUsd += reactiveUsd;
        bill.fixedUsd += tariff.fixedUsdPerMonth + std::max(0.0, tariff.leastUsdPerMonth - sum);
    }
}

}  // namespace

TariffBill tariffBill(const Tariff& tariff, const MeteredLoad& load) {
    TariffBill bill;
    const bool hasPrices = load.pricesUsdPerJ.size() == load.powerW.size();
    MonthlyBill monthly(tariff.energy.size(), tariff.demand.size());
    int last = 0;
    for (std::size_t i = 0; i < load.powerW.size(); ++i) {
        const TariffTime time = tariffTime(load.fromS + static_cast<double>(i) * load.stepS);
        const double powerW = load.powerW[i];
        const int month = 12 * time.year + time.month;
        if (bill.months == 0 || month != last) {
            last = month;
            ++bill.months;
            monthly.begin();
        }
        for (std::size_t d = 0; d < tariff.demand.size(); ++d) {
            if (tariff.demand[d].holds(time)) {
                monthly.peaksW[d].back() = std::max(monthly.peaksW[d].back(), powerW);
            }
        }
        const double energyJ = powerW * load.stepS;
        bill.energyJ += energyJ;
        bill.highestW = std::max(bill.highestW, powerW);
        double usd = 0.0;
        if (hasPrices) {
            usd = energyJ * load.pricesUsdPerJ[i];
        } else if (const EnergyRate* rate = rateAt(tariff.energy, time)) {
            usd = monthly.energyUsd(*rate, static_cast<std::size_t>(rate - tariff.energy.data()),
                                    energyJ);
        } else if (!bill.unpriced) {
            bill.unpriced = i;
        }
        bill.energyUsd += usd;
        monthly.usd.back() += usd;
        monthly.monthJ.back() += energyJ;
    }
    finish(tariff, load, monthly, bill);
    return bill;
}

}  // namespace headroom::models
