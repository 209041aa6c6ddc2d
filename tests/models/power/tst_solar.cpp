// SPDX-License-Identifier: Apache-2.0
#include "models/power/solar.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numbers>

namespace tst_solar {

using namespace headroom::models;

constexpr double kDegree = std::numbers::pi / 180.0;

class TestSolar : public QObject {
    Q_OBJECT

  private slots:

    // The example of I. Reda, A. Andreas, NREL/TP-560-34302 (2003), table A5.1: 17 October 2003, 12:30:30 at
    // UTC-7, 39.742476 N, 105.1786 W: zenith 50.11162, azimuth 194.34024 degrees. October 17th is day 290.
    // The series are good to 0.4 degrees in height, and a little more in azimuth.
    void publishedPosition() {
        const double yearS = 289.0 * 86400.0 + 12.0 * 3600.0 + 30.0 * 60.0 + 30.0;
        const SunPosition sun =
            sunPosition(39.742476 * kDegree, -105.1786 * kDegree, -7.0 * 3600.0, yearS);
        QVERIFY2(std::abs(90.0 - sun.elevation / kDegree - 50.11162) < 0.4,
                 std::to_string(sun.elevation / kDegree).c_str());
        QVERIFY2(std::abs(sun.azimuth / kDegree - 194.34024) < 0.6,
                 std::to_string(sun.azimuth / kDegree).c_str());
    }

    // At the equinox noon on the equator the sun stands overhead; at midnight it is as far below.
    void equinox() {
        const double day = 79.0;  // March 21st
        const SunPosition noon = sunPosition(0.0, 0.0, 0.0, (day + 0.505) * 86400.0);
        const SunPosition night = sunPosition(0.0, 0.0, 0.0, (day + 0.005) * 86400.0);
        QVERIFY(noon.elevation > 87.0 * kDegree);
        QVERIFY(night.elevation < -87.0 * kDegree);
    }

    // Level: what falls on the plane is what falls on the level. Tilted to the sun: beam over the sine of
    // its height. 30 degrees high in the south, 500 W/m2 of which 100 diffuse; a plane at 60 degrees faces
    // it: 400 / 0.5 = 800, sky 100 x 0.75, ground 0.2 x 500 x 0.25 = 25: 900 W/m2.
    void planes() {
        const SunPosition sun{30.0 * kDegree, 180.0 * kDegree};
        const Irradiance level{500.0, 100.0};
        SolarField field;
        QVERIFY(std::abs(planeIrradiance(field, sun, level) - 500.0) < 1e-9);
        field.tilt = 60.0 * kDegree;
        field.azimuth = 180.0 * kDegree;
        QVERIFY(std::abs(planeIrradiance(field, sun, level) - 900.0) < 1e-9);
        // The sun behind it: sky and ground alone.
        field.azimuth = 0.0;
        QVERIFY(std::abs(planeIrradiance(field, sun, level) - 100.0) < 1e-9);
        // At night nothing but what is given.
        QVERIFY(planeIrradiance(field, {-0.1, 0.0}, {}) == 0.0);
    }

    // 1,000 W/m2 with cells at 25 C (air at -6.25 C), 14 % lost: 860 kW direct. Inverters of 1 MW: dc0 =
    // 1.0417 MW, z = 0.8256, eta = 0.96 / 0.9637 (-0.01337 - 0.00715 + 0.9858) = 0.96158; 827.0 kW. In
    // 43.75 C cells have 75 C: 50 K x 0.47 % less, 0.765.
    void power() {
        SolarField field;
        field.ratedW = 1e6;
        field.losses = 0.14;
        field.inverterW = 1e6;
        const double cold = solarPowerW(field, 1000.0, -6.25);
        QVERIFY2(std::abs(cold - 827.0e3) < 300.0, std::to_string(cold).c_str());
        const double hot = solarPowerW(field, 1000.0, 43.75);
        QVERIFY2(std::abs(hot / cold - 0.765) < 0.002, std::to_string(hot / cold).c_str());
        // No more than the inverters; nothing at night, nothing where nothing is.
        field.inverterW = 5e5;
        QCOMPARE(solarPowerW(field, 1000.0, 25.0), 5e5);
        QCOMPARE(solarPowerW(field, 0.0, 25.0), 0.0);
        QCOMPARE(solarPowerW({}, 1000.0, 25.0), 0.0);
        QCOMPARE(solarPowerW(field, 1e-3, 25.0), 0.0);  // less than inverters take themselves
    }
};

HEADROOM_TEST(TestSolar)
}  // namespace tst_solar

#include "tst_solar.moc"
