// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/hydraulics/link_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::engine {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kHazenWilliams = 10.66683;  // 4.727 of the formula in feet
constexpr double kHazenWilliamsExponent = 1.852;
constexpr double kLaminarRe = 2000.0;
constexpr double kTurbulentRe = 4000.0;
constexpr double kUsualVelocityMPerS = 0.3;
constexpr double kUsualLossM = 1.0;
constexpr double kUsualFlowM3PerS = 0.01;
constexpr double kUsualPumpHead = 0.75;  // of shut-off

struct Friction {
    double f = 0.0;      // Darcy's factor
    double dfdRe = 0.0;  // its slope over Re
};

// Swamee and Jain: f = 0.25 / log10(e / 3.7 d + 5.74 / Re^0.9)^2, with the logarithm as y = -2
// log10(...) and f = 1 / y^2.
Friction swameeJain(double roughness37, double re) {
    constexpr double kPerLn = -2.0 / std::numbers::ln10;
    const double v = 5.74 * std::pow(re, -0.9);
    const double w = roughness37 + v;
    const double y = kPerLn * std::log(w);
    return {1.0 / (y * y), -2.0 / (y * y * y) * kPerLn * (-0.9 * v / re) / w};
}

// Dunlop's cubic between Re 2000 and 4000: of the values and slopes of both laws at its ends.
Friction dunlop(double roughness37, double re) {
    const double y2 = roughness37 + 5.74 * std::pow(kTurbulentRe, -0.9);
    const double y3 = -0.86859 * std::log(y2);
    const double fa = 1.0 / (y3 * y3);
    const double fb = fa * (2.0 - 0.00514215 / (y2 * y3));
    const double x1 = 7.0 * fa - fb;
    const double x2 = 0.128 - 17.0 * fa + 2.5 * fb;
    const double x3 = -0.128 + 13.0 * fa - 2.0 * fb;
    const double x4 = 0.032 - 3.0 * fa + 0.5 * fb;
    const double r = re / kLaminarRe;
    return {x1 + r * (x2 + r * (x3 + r * x4)), (x2 + r * (2.0 * x3 + r * 3.0 * x4)) / kLaminarRe};
}

// Law of one unit, at a flow that is not negative.
LossAndSlope darcy(const LinkLaw& law, double x) {
    const double re = law.reynoldsPerFlow * x;
    if (re < kLaminarRe) {
        const double slope = law.c * 64.0 / law.reynoldsPerFlow;
        return {slope * x, slope};
    }
    const Friction friction =
        re < kTurbulentRe ? dunlop(law.roughness37, re) : swameeJain(law.roughness37, re);
    return {law.c * friction.f * x * x, law.c * x * (2.0 * friction.f + friction.dfdRe * re)};
}

LossAndSlope power(const LinkLaw& law, double x) {
    if (x < kLaminarM3PerS) {
        return {law.laminarSlope * x, law.laminarSlope};
    }
    const double loss = law.c * std::pow(x, law.n);
    return {loss, law.n * loss / x};
}

// Straight lines through the points, the first and the last continuing.
LossAndSlope alongCurve(const HydraulicCurve& curve, double x) {
    const auto& q = curve.flowM3PerS;
    const auto& h = curve.headM;
    const auto last = static_cast<std::ptrdiff_t>(q.size()) - 1;
    const auto after = std::upper_bound(q.begin() + 1, q.begin() + last, x) - q.begin();
    const auto i = static_cast<std::size_t>(after);
    const double slope = (h[i] - h[i - 1]) / (q[i] - q[i - 1]);
    return {h[i - 1] + slope * (x - q[i - 1]), slope};
}

LossAndSlope table(const LinkLaw& law, double x) {
    if (law.speed > 0.0) {
        // Affinity: head with the square of the speed, flow with the speed.
        const LossAndSlope gain = alongCurve(*law.curve, x / law.speed);
        return {-law.speed * law.speed * gain.lossM, -law.speed * gain.slope};
    }
    // A valve's loss is the same in both directions.
    const LossAndSlope loss = alongCurve(*law.curve, std::abs(x));
    return {x < 0.0 ? -loss.lossM : loss.lossM, std::max(loss.slope, 0.0)};
}

}  // namespace

LossAndSlope evaluateOther(const LinkLaw& law, double flowM3PerS) {
    const double x = flowM3PerS / law.units;
    const double size = std::abs(x);
    const double sign = x < 0.0 ? -1.0 : 1.0;
    LossAndSlope result;
    switch (law.form) {
        case LinkLaw::Form::Quadratic:
            return evaluate(law, flowM3PerS);
        case LinkLaw::Form::Power:
            result = power(law, size);
            result.lossM = law.offset + sign * result.lossM;
            break;
        case LinkLaw::Form::Darcy:
            result = darcy(law, size);
            result.lossM *= sign;
            break;
        case LinkLaw::Form::Table:
            result = table(law, x);
            break;
        case LinkLaw::Form::ConstantPower:
            // Below the flow near rest along its tangent.
            if (x < kLaminarM3PerS) {
                const double most = law.c / kLaminarM3PerS;
                result = {-most * (2.0 - x / kLaminarM3PerS), most / kLaminarM3PerS};
            } else {
                result = {-law.c / x, law.c / (x * x)};
            }
            break;
        case LinkLaw::Form::Constant:
            if (law.a * x * size <= law.offset) {
                return {law.offset, kLeastSlope / law.units};
            }
            break;
    }
    result.lossM += (law.a * size + kLeastSlope) * x;
    result.slope = (result.slope + 2.0 * law.a * size + kLeastSlope) / law.units;
    return result;
}

LinkLaw emitterLaw(double coefficient, double exponent) {
    LinkLaw law;
    law.form = LinkLaw::Form::Power;
    law.n = 1.0 / exponent;
    law.c = std::pow(coefficient, -law.n);
    law.laminarSlope = law.c * std::pow(kLaminarM3PerS, law.n - 1.0);
    law.usualM3PerS = coefficient;
    return law;
}

LinkLaw lawOf(const HydraulicNetwork& network, const HydraulicLink& link) {
    LinkLaw law;
    law.units = link.units;
    law.a = link.resistance;
    double usual = link.resistance > 0.0 ? std::sqrt(kUsualLossM / link.resistance) : 1.0;
    switch (link.kind) {
        case HydraulicLinkKind::Pipe: {
            const double d = link.diameterM;
            const double area = 0.25 * kPi * d * d;
            usual = kUsualVelocityMPerS * area;
            if (network.pipeLaw == PipeLaw::DarcyWeisbach) {
                law.form = LinkLaw::Form::Darcy;
                law.c = link.lengthM / (2.0 * network.gravityMPerS2 * d * area * area);
                law.roughness37 = link.roughness / (3.7 * d);
                law.reynoldsPerFlow = d / (area * network.viscosityM2PerS);
            } else if (network.pipeLaw == PipeLaw::HazenWilliams) {
                law.form = LinkLaw::Form::Power;
                law.n = kHazenWilliamsExponent;
                law.c = kHazenWilliams * link.lengthM /
                        (std::pow(link.roughness, law.n) * std::pow(d, 4.871));
            } else {
                // n^2 L / (A^2 R^(4/3)), R = d / 4
                law.a += link.roughness * link.roughness * link.lengthM /
                         (area * area * std::pow(0.25 * d, 4.0 / 3.0));
            }
            break;
        }
        case HydraulicLinkKind::Pump: {
            const double w = link.speed;
            if (link.pumpLaw == PumpLaw::Power) {
                law.form = LinkLaw::Form::Power;
                law.offset = -w * w * link.shutOffM;
                law.n = link.pumpN;
                law.c = w > 0.0 ? link.pumpR * std::pow(w, 2.0 - law.n) : 0.0;
                if (link.pumpR > 0.0) {
                    usual = w * std::pow((1.0 - kUsualPumpHead) * link.shutOffM / link.pumpR,
                                         1.0 / law.n);
                }
            } else if (link.pumpLaw == PumpLaw::Table) {
                law.form = LinkLaw::Form::Table;
                law.curve = &network.curves[static_cast<std::size_t>(link.curve)];
                law.speed = w;
                usual = 0.5 * w * (law.curve->flowM3PerS.front() + law.curve->flowM3PerS.back());
            } else {
                law.form = LinkLaw::Form::ConstantPower;
                law.c = link.powerW / (network.densityKgPerM3 * network.gravityMPerS2);
                usual = kUsualFlowM3PerS;
            }
            break;
        }
        case HydraulicLinkKind::Gpv:
            law.form = LinkLaw::Form::Table;
            law.curve = &network.curves[static_cast<std::size_t>(link.curve)];
            law.speed = 0.0;
            usual = 0.5 * (law.curve->flowM3PerS.front() + law.curve->flowM3PerS.back());
            break;
        case HydraulicLinkKind::Pbv:
            if (link.regulates) {
                law.form = LinkLaw::Form::Constant;
                law.offset = link.setting;
            }
            break;
        default:
            break;
    }
    if (law.form == LinkLaw::Form::Power) {
        law.laminarSlope = law.c * std::pow(kLaminarM3PerS, law.n - 1.0);
    }
    law.usualM3PerS = usual * law.units;
    return law;
}

}  // namespace headroom::engine
