// SPDX-License-Identifier: Apache-2.0
#include "models/economics/present_value.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

double discountFactor(double rate, double years) {
    return std::pow(1.0 + rate, -years);
}

double annuityFactor(double rate, double years) {
    // expm1 and log1p keep their digits where the rate is next to nothing.
    return rate == 0.0 ? years : -std::expm1(-years * std::log1p(rate)) / rate;
}

double monthlyFactor(double rate, int firstMonth, int lastMonth) {
    const int payments = std::max(0, lastMonth - firstMonth);
    return discountFactor(rate, firstMonth / 12.0) *
           annuityFactor(std::expm1(std::log1p(rate) / 12.0), payments);
}

double Loan::monthlyUsd() const {
    return months > 0 ? usd / annuityFactor(rate / 12.0, months) : 0.0;
}

double Loan::interestUsd() const {
    return months > 0 ? monthlyUsd() * months - usd : 0.0;
}

double Loan::owedUsd(int payments) const {
    const int left = months - std::max(payments, 0);
    return left > 0 ? monthlyUsd() * annuityFactor(rate / 12.0, left) : 0.0;
}

double leaseMonthlyUsd(double usd, double residualUsd, double rate, int months) {
    // The rest of the loan is interest-only for the whole term; this part is repaid.
    const Loan paidBack{usd - residualUsd, rate, months};
    return paidBack.monthlyUsd() + residualUsd * rate / 12.0;
}

}  // namespace headroom::models
