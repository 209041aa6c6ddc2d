// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/thin_air.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_thin_air {

using namespace headroom::models;

namespace {

constexpr double kHighPa = 70e3;  // some 3,000 m

bool near(double got, double expected, double share = 1e-9) {
    if (std::abs(got - expected) <= share * std::abs(expected)) {
        return true;
    }
    qWarning("got %.12g, expected %.12g", got, expected);
    return false;
}

}  // namespace

class TestThinAir : public QObject {
    Q_OBJECT

  private slots:

    // At sea level every rating is the catalogue's.
    void seaLevel() {
        DryCoolerSpec cooler;
        cooler.ratedHeatW = 1.0e6;
        cooler.uaWPerK = 80000.0;
        cooler.waterFlowM3PerS = 0.03;
        cooler.airflowM3PerS = 60.0;
        cooler.airExponent = 0.8;
        cooler.fanRatedW = 20000.0;
        QVERIFY(near(coolerRatedHeatW(cooler, kStandardPressurePa), 1.0e6));
        QVERIFY(near(thinAirFanW(20000.0, kStandardPressurePa), 20000.0));
    }

    // Air of 70 kPa is as light as 70 / 101.325 = 0.6909. Heat of the exchanger eps C_air with C_air times 0.6909 and UA times
    // 0.6909^0.8 = 0.7439, by crossflowEffectiveness(). Fans take 0.6909 of their power. Wetted pads do not change the share.
    void coolersByHand() {
        DryCoolerSpec cooler;
        cooler.ratedHeatW = 1.0e6;
        cooler.uaWPerK = 80000.0;
        cooler.waterFlowM3PerS = 0.03;
        cooler.airflowM3PerS = 60.0;
        cooler.airExponent = 0.8;
        cooler.fanRatedW = 20000.0;
        const double waterWPerK = 0.03 * kWaterDensity * kWaterCp;
        const auto heat = [&](double pressurePa, double ua) {
            const double humidity = humidityRatioFromWetBulb(25.0, 25.0, pressurePa);
            const double air = 60.0 / specificVolumeM3PerKg(25.0, humidity, pressurePa) *
                               (1006.0 + 1860.0 * humidity);
            const double least = std::min(air, waterWPerK), most = std::max(air, waterWPerK);
            return crossflowEffectiveness(ua / least, least / most) * least;
        };
        const double density = kHighPa / kStandardPressurePa;
        const double share =
            heat(kHighPa, 80000.0 * std::pow(density, 0.8)) / heat(kStandardPressurePa, 80000.0);
        QVERIFY(share > density && share < 1.0);
        QVERIFY(near(coolerRatedHeatW(cooler, kHighPa), share * 1.0e6, 1e-6));
        cooler.padEffectiveness = 0.8;
        cooler.padSwitchOnC = 20.0;
        QVERIFY(near(coolerRatedHeatW(cooler, kHighPa), share * 1.0e6, 1e-6));
        QVERIFY(near(thinAirFanW(20000.0, kHighPa), 20000.0 * density));
    }

    // Capacity falls by 1 % for a kelvin at the condenser: at 70 kPa its air is as good as 11 (1.4475 - 1) = 4.92 K warmer, and
    // 4.92 % are lost. A machine that is cooled by water knows no air.
    void chillersByHand() {
        ChillerSpec machine;
        machine.ratedHeatW = 1.0e6;
        machine.ratedCop = 4.0;
        machine.minUnloading = 0.2;
        machine.evaporatorOutC = 7.0;
        machine.condenserInC = 30.0;
        machine.capacityByT = {1.16, 0.02, 0.0, -0.01, 0.0, 0.0};
        machine.eirByT = {0.47, -0.01, 0.0, 0.02, 0.0, 0.0};
        machine.eirByLoad = {0.2, 0.3, 0.5};
        QVERIFY(near(chillerRatedHeatW(machine, kHighPa), 1.0e6));
        machine.airCooled = true;
        QVERIFY(near(chillerRatedHeatW(machine, kHighPa),
                     1.0e6 * (1.0 - 0.01 * 11.0 * (kStandardPressurePa / kHighPa - 1.0))));
    }
};

HEADROOM_TEST(TestThinAir)
}  // namespace tst_thin_air

#include "tst_thin_air.moc"
