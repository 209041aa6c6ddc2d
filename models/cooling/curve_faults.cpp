// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/curve_faults.h"

#include "models/air/psychrometrics.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace headroom::models {

namespace {

/// Points at which a curve is looked at; quadratics and cubics turn once or twice between the ends.
constexpr int kPoints = 40, kGridPoints = 12;

/// A part load below which a curve may be 0.
constexpr double kLeastLoad = 0.01;

std::string numberWords(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

bool isPositive(double value) {
    return std::isfinite(value) && value > 0.0;
}

struct CurvePoint {
    double x = 0.0, y = 0.0;
};

/// The first point of a rising curve that is not finite, below `least`, or lower by more than kCurveFall of `full`
/// than one before it.
template <class F>
std::optional<CurvePoint> firstFall(double low, double high, double least, double full,
                                    const F& f) {
    double highest = least;
    for (int i = 0; i <= kPoints; ++i) {
        const CurvePoint p{low + (high - low) * i / kPoints, f(low + (high - low) * i / kPoints)};
        if (!std::isfinite(p.y) || p.y < least || p.y < highest - kCurveFall * std::abs(full)) {
            return p;
        }
        highest = std::max(highest, p.y);
    }
    return std::nullopt;
}

std::string atLoad(const CurvePoint& p) {
    return "is " + numberWords(p.y) + " at a part load of " + numberWords(100.0 * p.x) + " %";
}

double byTemperatures(const std::vector<double>& a, double te, double tc) {
    return a[0] + te * (a[1] + a[2] * te) + tc * (a[3] + a[4] * tc) + a[5] * te * tc;
}

std::optional<CurveFault> faultByTemperatures(const ChillerSpec& spec, std::string_view key,
                                              const std::vector<double>& curve) {
    const auto words = [&](double te, double tc) {
        return "is " + numberWords(byTemperatures(curve, te, tc)) + " with chilled water of " +
               numberWords(te) + " °C and condenser fluid of " + numberWords(tc) + " °C";
    };
    const double reference = byTemperatures(curve, spec.evaporatorOutC, spec.condenserInC);
    if (!(reference >= 1.0 - kCurveReference && reference <= 1.0 + kCurveReference)) {
        return CurveFault{key, words(spec.evaporatorOutC, spec.condenserInC) +
                                   ", its reference conditions, where it should be 1"};
    }
    if (std::isnan(fittedLiftK(spec)) || std::isnan(spec.evaporatorMostC) ||
        std::isnan(spec.condenserLeastC)) {
        return std::nullopt;
    }
    for (int i = 0; i <= kGridPoints; ++i) {
        for (int k = 0; k <= kGridPoints; ++k) {
            const double te = spec.evaporatorLeastC +
                              (spec.evaporatorMostC - spec.evaporatorLeastC) * i / kGridPoints;
            const double tc = spec.condenserLeastC +
                              (spec.condenserMostC - spec.condenserLeastC) * k / kGridPoints;
            if (!isPositive(byTemperatures(curve, te, tc))) {
                return CurveFault{key, words(te, tc)};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<CurveFault> curveFault(const ChillerSpec& spec) {
    const auto byLoad = [&](double x) {
        return spec.eirByLoad[0] + x * (spec.eirByLoad[1] + spec.eirByLoad[2] * x);
    };
    const double least = std::clamp(spec.minUnloading, kLeastLoad, 1.0);
    const double full = byLoad(1.0);
    constexpr std::string_view kByLoad = "eir_by_load";
    if (const auto p = firstFall(least, 1.0, 0.0, full, byLoad)) {
        return CurveFault{kByLoad, atLoad(*p) + (p->y < 0.0 ? "" : ", less than at a lower load")};
    }
    if (!(full >= 1.0 - kCurveReference && full <= 1.0 + kCurveReference)) {
        return CurveFault{kByLoad,
                          "is " + numberWords(full) + " at full load, where it should be 1"};
    }
    const double carnot = carnotCop(spec.evaporatorOutC, spec.condenserInC);
    for (int i = 0; i <= kPoints; ++i) {
        const double x = least + (1.0 - least) * i / kPoints;
        if (const double power = byLoad(x); !(x * spec.ratedCop <= carnot * power)) {
            return CurveFault{kByLoad, atLoad({x, power}) + ", which beats Carnot"};
        }
    }
    if (auto fault = faultByTemperatures(spec, "capacity_by_t", spec.capacityByT)) {
        return fault;
    }
    return faultByTemperatures(spec, "eir_by_t", spec.eirByT);
}

std::optional<CurveFault> curveFault(const CoolingTowerSpec& spec) {
    const auto fan = [&](double air) { return towerFanW(spec, air); };
    if (const auto p = firstFall(0.0, 1.0, 0.0, spec.fanRatedW, fan)) {
        return CurveFault{"fan_curve", "gives " + numberWords(p->y * 1e-3) + " kW at " +
                                           numberWords(100.0 * p->x) + " % of the air"};
    }
    for (const double colderK : {0.0, 10.0, 20.0}) {
        Weather w;
        w.wetBulbC = w.dryBulbC = spec.designWetBulbC - colderK;
        w.pressurePa = kStandardPressurePa;
        w.humidityRatio =
            humidityRatioFromVapourPressure(saturationPressurePa(w.wetBulbC), w.pressurePa);
        const double inC = w.wetBulbC + spec.designApproachK + spec.designRangeK;
        const TowerCell cell(spec, inC, 1.0, w);
        const auto effectiveness = [&](double air) { return cell.effectiveness(air); };
        const double low = std::clamp(spec.fanMinSpeed, kLeastLoad, 1.0);
        const auto p = firstFall(low, 1.0, 0.0, effectiveness(1.0), effectiveness);
        if (p || !isPositive(effectiveness(1.0))) {
            const CurvePoint at = p.value_or(CurvePoint{1.0, effectiveness(1.0)});
            return CurveFault{"approach_curve", "gives an effectiveness of " + numberWords(at.y) +
                                                    " at " + numberWords(100.0 * at.x) +
                                                    " % of the air and a wet bulb of " +
                                                    numberWords(w.wetBulbC) + " °C"};
        }
    }
    return std::nullopt;
}

std::optional<CurveFault> curveFault(const PumpSpec& spec) {
    const double both = spec.fixedLossShare + spec.linearLossShare;
    if (!(both <= 1.0)) {
        return CurveFault{"linear_loss_pct",
                          "and the fixed loss are " + numberWords(100.0 * both) +
                              " % of the losses: the square loss would be below zero"};
    }
    return std::nullopt;
}

std::optional<CurveFault> curveFault(const CduSpec& spec) {
    const std::vector<double>& ua = spec.uaTable.y();
    for (std::size_t i = 0; i < ua.size(); ++i) {
        if (!isPositive(ua[i]) || (i > 0 && ua[i] < ua[i - 1])) {
            return CurveFault{"ua_table", "is " + numberWords(ua[i]) + " kW/K at " +
                                              numberWords(spec.uaTable.x()[i]) + " L/s, " +
                                              (isPositive(ua[i]) ? "less than at a lower flow"
                                                                 : "which conducts nothing")};
        }
    }
    return std::nullopt;
}

}  // namespace headroom::models
