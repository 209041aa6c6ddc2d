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

/// The same cell by the CoolTools cross-flow correlation (EnergyPlus Engineering Reference).
inline headroom::models::CoolingTowerSpec coolToolsTower() {
    headroom::models::CoolingTowerSpec spec = yorkTower();
    spec.method = headroom::models::TowerMethod::CoolTools;
    spec.coolToolsCurve = {
        0.52049709836241,     -10.617046395344,     10.7292974722538,     -2.74988377158227,
        4.73629943913743,     -8.25759700874711,    1.57640938114136,     6.51119643791324,
        1.50433525206692,     -3.2888529287801,     0.0257786145353773,   0.182464289315254,
        -0.0818947291400898,  -0.215010003996285,   0.0186741309635284,   0.0536824177590012,
        -0.00270968955115031, 0.00112277498589279,  -0.00127758497497718, 7.60420796601607e-05,
        1.43600088336017,     -0.5198695909109,     0.117339576910507,    1.50492810819924,
        -0.135898905926974,   -0.152577581866506,   -0.0533843828114562,  0.00493294869565511,
        -0.00796260394174197, 0.000222619828621544, -0.0543952001568055,  0.00474266879161693,
        -0.0185854671815598,  0.00115667701293848,  0.000807370664460284};
    return spec;
}

/// The same cell by Merkel's conductance, with the corrections of the EnergyPlus example.
inline headroom::models::CoolingTowerSpec merkelTower() {
    headroom::models::CoolingTowerSpec spec = yorkTower();
    spec.method = headroom::models::TowerMethod::Merkel;
    spec.uaByWetBulb = {1.0, 0.0081, 0.0};
    spec.uaByAir = {0.0, 1.3, -0.3};
    spec.uaByWater = {0.1082, 1.667, -0.7713};
    return spec;
}
