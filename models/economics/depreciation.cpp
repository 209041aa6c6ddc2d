// SPDX-License-Identifier: Apache-2.0
#include "models/economics/depreciation.h"

#include <algorithm>

namespace headroom::models {

namespace {

// Recovery periods of the law [years], and its conventions as shares of a year.
constexpr double kFastestYears = 10.0, kPersonalYears = 20.0;
constexpr double kHalfYear = 0.5, kMidMonth = 11.5 / 12.0;

/// Share of a price charged to a year, where declining balance begins `begins` of a year before the end
/// of the first one.
double declining(double factor, double begins, double usd, double lifeYears, int year) {
    double left = usd;
    double charge = 0.0;
    for (int y = 1; y <= year; ++y) {
        const double yearsLeft = y == 1 ? lifeYears : lifeYears - begins - (y - 2);
        if (yearsLeft <= 0.0) {
            return 0.0;
        }
        const double equal = yearsLeft <= 1.0 ? left : left / yearsLeft;
        charge = std::min(left, std::max(equal, factor / lifeYears * left));
        if (y == 1) {
            charge *= begins;
        }
        left -= charge;
    }
    return charge;
}

}  // namespace

double depreciationUsd(Depreciation method, double usd, double lifeYears, int year) {
    switch (method) {
        case Depreciation::StraightLine:
            return declining(0.0, 1.0, usd, lifeYears, year);
        case Depreciation::DoubleDeclining:
            return declining(2.0, 1.0, usd, lifeYears, year);
        case Depreciation::Macrs:
            break;
    }
    return lifeYears > kPersonalYears  ? declining(0.0, kMidMonth, usd, lifeYears, year)
           : lifeYears > kFastestYears ? declining(1.5, kHalfYear, usd, lifeYears, year)
                                       : declining(2.0, kHalfYear, usd, lifeYears, year);
}

}  // namespace headroom::models
