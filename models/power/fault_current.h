// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/power/usual.h"

/// Impedances of IEC 60909-0:2016 for the maximum currents of a three-phase short circuit, with an equivalent voltage
/// source c U_n / sqrt(3) at the fault:
///
///     supply       Z_Q = c U_n^2 / S"k                             (6.2)
///     transformer  K_T Z_T,  K_T = 0.95 c / (1 + 0.6 x_T)          (6.3.3)  c of its low side
///     generator    K_G (R_G + j X"d),  K_G = U_n / U_r c / (1 + x"d sin phi)   (6.6.1)
///     generator    R_G = 0.15 X"d up to 1 kV, 0.07 X"d above, below 100 MVA    (6.6.1)
///
/// Validity: loads and what converters limit are not in it. Checked against the low-voltage example of IEC TR 60909-4
/// (tests/engine/solve/electrical).
namespace headroom::models {

/// c of the greatest currents; of low voltage 1.05, or 1.10 where its tolerance is 10 %.
constexpr double greatestFaultFactor(double nominalV, double ofLowVoltage = kFaultFactorLow) {
    return nominalV <= kLowVoltageV ? ofLowVoltage : kFaultFactorHigh;
}

/// |Z_Q| [ohm; per unit of S_b where S_b stands for the square].
constexpr double supplyFaultImpedance(double factor, double voltageSquared, double shortCircuitVa) {
    return factor * voltageSquared / shortCircuitVa;
}

/// K_T; x_T: reactance on the transformer's own rating [per unit].
constexpr double transformerFaultFactor(double factor, double reactance) {
    return 0.95 * factor / (1.0 + 0.6 * reactance);
}

/// K_G; x"d on the generator's own rating [per unit], nominal voltage of the network over its rated one.
double generatorFaultFactor(double factor, double subtransient, double powerFactor,
                            double nominalOverRated = 1.0);

/// R_G over X"d.
constexpr double generatorFaultResistance(double nominalV) {
    return nominalV <= kLowVoltageV ? 0.15 : 0.07;
}

}  // namespace headroom::models
