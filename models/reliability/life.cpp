// SPDX-License-Identifier: Apache-2.0
#include "models/reliability/life.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace headroom::models {

namespace {

constexpr double kKelvin = 273.15;

/// Relative accuracy of an age found by search.
constexpr double kAgeAccuracy = 1e-12;

double weibullCumulative(double ageS, double scaleS, double shape) {
    return std::pow(ageS / scaleS, shape);
}

}  // namespace

double weibullScaleS(double ratePerS, double shape) {
    return 1.0 / (ratePerS * std::tgamma(1.0 + 1.0 / shape));
}

double cumulativeHazard(const Life& life, double ageS) {
    const double age = std::max(0.0, ageS);
    double sum = 0.0;
    if (life.ratePerS > 0.0) {
        sum = life.shape == 1.0
                  ? life.ratePerS * age
                  : weibullCumulative(age, weibullScaleS(life.ratePerS, life.shape), life.shape);
        if (life.earlyS > 0.0) {
            sum += life.ratePerS * (life.earlyFactor - 1.0) * life.earlyS *
                   -std::expm1(-age / life.earlyS);
        }
    }
    if (life.wearLifeS > 0.0) {
        sum += weibullCumulative(age, life.wearLifeS, life.wearShape);
    }
    return sum;
}

double ageAtFailureS(const Life& life, double ageS, double e) {
    const double age = std::max(0.0, ageS);
    if (!(life.ratePerS > 0.0) && !(life.wearLifeS > 0.0)) {
        return std::numeric_limits<double>::infinity();
    }
    if (life.ageless()) {
        return age + e / life.ratePerS;
    }
    const double target = cumulativeHazard(life, age) + e;
    if (life.earlyFactor == 1.0 && !(life.wearLifeS > 0.0)) {
        return weibullScaleS(life.ratePerS, life.shape) * std::pow(target, 1.0 / life.shape);
    }
    // H grows without bound here (its first or its wear term does): bracket, then halve and
    // interpolate in turn.
    double low = age;
    double high = std::max(2.0 * age, 1.0);
    while (cumulativeHazard(life, high) < target) {
        low = high;
        high *= 2.0;
    }
    while (high - low > kAgeAccuracy * high) {
        const double atLow = cumulativeHazard(life, low), atHigh = cumulativeHazard(life, high);
        const double guess = atHigh > atLow
                                 ? low + (high - low) * (target - atLow) / (atHigh - atLow)
                                 : 0.5 * (low + high);
        for (const double x : {guess, 0.5 * (low + high)}) {
            if (x > low && x < high) {
                (cumulativeHazard(life, x) < target ? low : high) = x;
            }
        }
    }
    return 0.5 * (low + high);
}

double arrheniusFactor(double activationEv, double temperatureC, double referenceC) {
    if (!(activationEv > 0.0)) {
        return 1.0;
    }
    return std::exp(activationEv / kBoltzmannEvPerK *
                    (1.0 / (referenceC + kKelvin) - 1.0 / (temperatureC + kKelvin)));
}

double loadFactor(double load, double reference, double exponent) {
    return exponent == 0.0 ? 1.0 : std::pow(std::max(0.0, load) / reference, exponent);
}

double commonCauseKept(double reach, int groupUnits) {
    return 1.0 / (1.0 + reach * std::max(0, groupUnits - 1));
}

double batchWeight(double share, double factor, bool bad) {
    return (bad ? factor : 1.0) / (1.0 + share * (factor - 1.0));
}

double repairTimeS(RepairLaw law, double medianS, double meanS, double u, double v) {
    switch (law) {
        case RepairLaw::Exponential:
            return -meanS * std::log(u);
        case RepairLaw::Fixed:
            return meanS;
        case RepairLaw::Lognormal:
            break;
    }
    if (!(medianS > 0.0)) {
        return 0.0;
    }
    // mean = median exp(sigma^2 / 2); a mean at or below the median means no spread.
    const double ratio = meanS / medianS;
    const double sigma = ratio > 1.0 ? std::sqrt(2.0 * std::log(ratio)) : 0.0;
    const double z = std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
    return medianS * std::exp(sigma * z);
}

}  // namespace headroom::models
