// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/hydraulics/hydraulic_network.h"

#include <cstdint>

/// Head loss of one link over flow, with its slope: the equations of hydraulic_network.h with their
/// constants worked out.
namespace headroom::engine {

struct LinkLaw {
    enum class Form : std::uint8_t {
        Quadratic,      ///< a q |q|
        Power,          ///< offset + c |q|^n + a q |q|
        Darcy,          ///< pipe friction + a q |q|
        Table,          ///< of a curve, as loss or as gain
        ConstantPower,  ///< -c / q
        Constant        ///< offset, or a q |q| where that is more
    };

    Form form = Form::Quadratic;
    double units = 1.0;
    double a = 0.0, c = 0.0, n = 2.0, offset = 0.0;
    double roughness37 = 0.0;      ///< Darcy: height / (3.7 diameter)
    double reynoldsPerFlow = 0.0;  ///< Darcy: Re / q
    double laminarSlope = 0.0;     ///< Power: of the straight line near rest
    const HydraulicCurve* curve = nullptr;
    double speed = 1.0;        ///< Table of a pump; 0 means a Gpv
    double usualM3PerS = 0.0;  ///< all units: where the first linearisation is made
};

/// Present law of a link. The network's curves must outlive it.
LinkLaw lawOf(const HydraulicNetwork& network, const HydraulicLink& link);

/// The law of an emitter, as a link to a node at its elevation.
LinkLaw emitterLaw(double coefficient, double exponent);

struct LossAndSlope {
    double lossM = 0.0;
    double slope = 0.0;  ///< d loss / d flow, above 0
};

/// Slowest rise of any law: a link without resistance loses so much for its flow [m per m3/s].
inline constexpr double kLeastSlope = 1e-5;

LossAndSlope evaluateOther(const LinkLaw& law, double flowM3PerS);

inline LossAndSlope evaluate(const LinkLaw& law, double flowM3PerS) {
    if (law.form != LinkLaw::Form::Quadratic) {
        return evaluateOther(law, flowM3PerS);
    }
    const double x = flowM3PerS / law.units;
    const double size = x < 0.0 ? -x : x;
    const double rough = law.a * size;
    const double least =
        law.a * kLaminarM3PerS > kLeastSlope ? law.a * kLaminarM3PerS : kLeastSlope;
    return rough > least ? LossAndSlope{rough * x, 2.0 * rough / law.units}
                         : LossAndSlope{least * x, least / law.units};
}

}  // namespace headroom::engine
