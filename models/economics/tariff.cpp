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

/// The demand charge of one rate: `peaksW` by month, in order.
double demandUsd(const DemandRate& rate, std::span<const double> peaksW, const Tariff& tariff) {
    double usd = 0.0;
    for (std::size_t m = 0; m < peaksW.size(); ++m) {
        double billedW = peaksW[m];
        const auto back = std::min(m, static_cast<std::size_t>(std::max(tariff.ratchetMonths, 0)));
        for (std::size_t b = m - back; b < m; ++b) {
            billedW = std::max(billedW, tariff.ratchetShare * peaksW[b]);
        }
        usd += billedW * rate.usdPerW;
    }
    return usd;
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

const EnergyRate* rateAt(std::span<const EnergyRate> rates, const TariffTime& time) {
    const auto rate = std::find_if(rates.begin(), rates.end(),
                                   [&](const EnergyRate& r) { return r.when.holds(time); });
    return rate == rates.end() ? nullptr : &*rate;
}

TariffBill tariffBill(const Tariff& tariff, const MeteredLoad& load) {
    TariffBill bill;
    const bool hasPrices = load.pricesUsdPerJ.size() == load.powerW.size();
    std::vector<std::vector<double>> peaksW(tariff.demand.size());
    int last = 0;
    for (std::size_t i = 0; i < load.powerW.size(); ++i) {
        const TariffTime time = tariffTime(load.fromS + static_cast<double>(i) * load.stepS);
        const double powerW = load.powerW[i];
        const int month = 12 * time.year + time.month;
        if (bill.months == 0 || month != last) {
            last = month;
            ++bill.months;
            for (std::vector<double>& peaks : peaksW) {
                peaks.push_back(0.0);
            }
        }
        for (std::size_t d = 0; d < tariff.demand.size(); ++d) {
            if (tariff.demand[d].when.holds(time)) {
                peaksW[d].back() = std::max(peaksW[d].back(), powerW);
            }
        }
        const double energyJ = powerW * load.stepS;
        bill.energyJ += energyJ;
        bill.highestW = std::max(bill.highestW, powerW);
        if (hasPrices) {
            bill.energyUsd += energyJ * load.pricesUsdPerJ[i];
        } else if (const EnergyRate* rate = rateAt(tariff.energy, time)) {
            bill.energyUsd += energyJ * rate->usdPerJ;
        } else if (!bill.unpriced) {
            bill.unpriced = i;
        }
    }
    for (std::size_t d = 0; d < tariff.demand.size(); ++d) {
        bill.demandUsd += demandUsd(tariff.demand[d], peaksW[d], tariff);
    }
    if (tariff.reactive) {
        const double above =
            reactiveRatio(load.powerFactor) - reactiveRatio(tariff.reactive->atLeast);
        bill.reactiveUsd = std::max(above, 0.0) * bill.energyJ * tariff.reactive->usdPerVarS;
    }
    bill.fixedUsd = tariff.fixedUsdPerMonth * bill.months;
    return bill;
}

}  // namespace headroom::models
