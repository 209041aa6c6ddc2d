// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

/// Cost of something over a horizon of whole years: bought at the start of a year and again when its life is over, run by
/// payments at the end of each year. These conventions are those of the
/// validation kind `cost`, and every figure of money of the product follows them.
///
///   purchase k   at t = first + k life while t < horizon:  p (1 + e)^t
///   resale       at t + life, where that is no later than the horizon:  share of that price
///   rest         at the horizon, of what is younger than its life:  price x (1 - age / life)
///   running      at the end of year y = 1, 2, ...:  c (1 + e)^(y - 1)
///   present value = sum of (purchases - resales - rests) / (1 + r)^t + running / (1 + r)^y
namespace headroom::models {

/// A life beyond any horizon: land is worth at its end what it cost.
inline constexpr double kForeverYears = 1e9;

struct CapitalItem {
    double usd = 0.0;            ///< price now
    double firstYear = 0.0;      ///< 0 means now
    double lifeYears = 1.0;      ///< above 0
    double escalation = 0.0;     ///< of its price, a year
    double residualShare = 0.0;  ///< of that price, when it dies within the horizon
};

struct RunningItem {
    double usdPerYear = 0.0;
    double escalation = 0.0;  ///< from the second year on
    int firstYear = 0;        ///< 0 means the payment at the end of the first year is the first one
};

enum class Payment { Purchase, Resale, Rest };

/// Calls f(time in years, dollars, what) for every payment of an item, in order of purchases.
/// Dollars are positive for purchases and negative for what comes back.
template <class F>
void forEachPayment(const CapitalItem& item, int horizonYears, F&& f) {
    // Multiples of a life such as 1/3 year must not miss the horizon by their last bit.
    constexpr double kSame = 1e-9;
    for (int k = 0;; ++k) {
        const double at = item.firstYear + k * item.lifeYears;
        if (!(at < horizonYears - kSame) || !(item.lifeYears > 0.0)) {
            return;
        }
        const double price = item.usd * std::pow(1.0 + item.escalation, at);
        f(at, price, Payment::Purchase);
        const double dies = at + item.lifeYears;
        if (dies <= horizonYears + kSame) {
            f(dies, -item.residualShare * price, Payment::Resale);
        } else {
            f(static_cast<double>(horizonYears),
              -price * (1.0 - (horizonYears - at) / item.lifeYears), Payment::Rest);
        }
    }
}

/// The payment at the end of year `year` (1, 2, …).
double runningUsd(const RunningItem& item, int year);

double presentUsd(const CapitalItem& item, int horizonYears, double rate);
double presentUsd(const RunningItem& item, int horizonYears, double rate);

}  // namespace headroom::models
