// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Money at different times. Rates are effective a year; time in years from now; a cost is positive.
/// Source of the formulas: Park, Contemporary Engineering Economics, 6th ed. 2016, chapters 3 and 4.
namespace headroom::models {

/// Present value of a payment at that time:  1 / (1 + r)^t.
double discountFactor(double rate, double years);

/// Present value of 1 a year, paid at the end of each of n years:
///   A = (1 - (1 + r)^-n) / r,  n where r is 0.
double annuityFactor(double rate, double years);

/// Worth now of 1 a month, paid at the end of each month after `firstMonth` up to `lastMonth`, at an effective
/// rate a year:
///   sum of (1 + r)^-(m / 12), m = first + 1 ... last  =  (1 + r)^-(first / 12) A(i, last - first),  i = (1 + r)^(1/12) - 1
double monthlyFactor(double rate, int firstMonth, int lastMonth);

/// A loan that is paid back in equal parts at each month's end, at a twelfth of the rate a month.
struct Loan {
    double usd = 0.0;
    double rate = 0.0;  ///< nominal, a year
    int months = 0;

    ///   i = r / 12,  payment = L i / (1 - (1 + i)^-n)
    double monthlyUsd() const;
    /// All payments less what was lent.
    double interestUsd() const;
    /// Debt after that number of payments; 0 from the last one on.
    double owedUsd(int payments) const;
};

/// Monthly lease payment, due at the end of each month, for a given price and residual value, at a
/// twelfth of the yearly rate:
///   i = r / 12,  v = (1 + i)^-n,  payment = (p - s v) i / (1 - v)
double leaseMonthlyUsd(double usd, double residualUsd, double rate, int months);

}  // namespace headroom::models
