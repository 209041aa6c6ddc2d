// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/cooling_tower.h"

/// A cell of 300 kg/s with the YorkCalc coefficients (EnergyPlus Engineering Reference, variable
/// speed tower) and the design point of that correlation.
inline headroom::models::CoolingTowerSpec yorkTower() {
    headroom::models::CoolingTowerSpec spec;
    spec.ratedHeatW = 7.0e6;
    spec.waterFlowM3PerS = 0.3;
    spec.airflowM3PerS = 250.0;
    spec.fanRatedW = 150000.0;
    spec.designWetBulbC = 25.56;
    spec.designRangeK = 5.56;
    spec.designApproachK = 3.89;
    spec.driftFraction = 2e-5;
    spec.approachCurve = {-0.359741205,     -0.055053608,     0.0023850432,        0.173926877,
                          -0.0248473764,    0.00048430224,    -0.005589849456,     0.0005770079712,
                          -1.342427256e-05, 2.84765801111111, -0.121765149,        0.0014599242,
                          1.680428651,      -0.0166920786,    -0.0007190532,       -0.025485194448,
                          4.87491696e-05,   2.719234152e-05,  -0.0653766255555556, -0.002278167,
                          0.0002500254,     -0.0910565458,    0.00318176316,       3.8621772e-05,
                          -0.0034285382352, 8.56589904e-06,   -1.516821552e-06};
    return spec;
}
