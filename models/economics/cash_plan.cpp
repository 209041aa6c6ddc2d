// SPDX-License-Identifier: Apache-2.0
#include "models/economics/cash_plan.h"

#include "models/economics/present_value.h"

namespace headroom::models {

double runningUsd(const RunningItem& item, int year) {
    return year > item.firstYear ? item.usdPerYear * std::pow(1.0 + item.escalation, year - 1)
                                 : 0.0;
}

double presentUsd(const CapitalItem& item, int horizonYears, double rate) {
    double sum = 0.0;
    forEachPayment(item, horizonYears, [&](double years, double usd, Payment) {
        sum += usd * discountFactor(rate, years);
    });
    return sum;
}

double presentUsd(const RunningItem& item, int horizonYears, double rate) {
    double sum = 0.0;
    for (int year = 1; year <= horizonYears; ++year) {
        sum += runningUsd(item, year) * discountFactor(rate, year);
    }
    return sum;
}

}  // namespace headroom::models
