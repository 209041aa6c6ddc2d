// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_psychrometrics {

using namespace headroom::models;

namespace {

constexpr double kSeaLevelPa = 101325.0;

bool near(double got, double expected, double tolerance) {
    if (std::abs(got - expected) <= tolerance) {
        return true;
    }
    qWarning("got %.9g, expected %.9g within %g", got, expected, tolerance);
    return false;
}

}  // namespace

class TestPsychrometrics : public QObject {
    Q_OBJECT

  private slots:

    // ASHRAE Handbook, Fundamentals (2017), chapter 1, table 3; the formulation meets the table to
    // 0.03 % as far as its digits allow.
    void saturationPressureMeetsHandbook_data() {
        QTest::addColumn<double>("celsius");
        QTest::addColumn<double>("pascal");
        QTest::addColumn<double>("relative");
        QTest::newRow("-60 C") << -60.0 << 1.08 << 0.005;
        QTest::newRow("-20 C") << -20.0 << 103.24 << 3e-4;
        QTest::newRow("-5 C") << -5.0 << 401.74 << 3e-4;
        QTest::newRow("5 C") << 5.0 << 872.6 << 3e-4;
        QTest::newRow("25 C") << 25.0 << 3169.7 << 3e-4;
        QTest::newRow("50 C") << 50.0 << 12351.3 << 3e-4;
        QTest::newRow("100 C") << 100.0 << 101418.0 << 3e-4;
        QTest::newRow("150 C") << 150.0 << 476101.4 << 3e-4;
    }

    void saturationPressureMeetsHandbook() {
        QFETCH(double, celsius);
        QFETCH(double, pascal);
        QFETCH(double, relative);
        QVERIFY(near(saturationPressurePa(celsius), pascal, relative * pascal));
    }

    // Example 1 of the Handbook's chapter: 40 C dry, 20 C wet bulb, 101.325 kPa. Its answers are
    // read from the chart or rounded: W 6.5 g/kg, dew point 7 C, 14 % humidity, 56.7 kJ/kg, 0.896
    // m3/kg.
    void handbookExample() {
        const double w = humidityRatioFromWetBulb(40.0, 20.0, kSeaLevelPa);
        QVERIFY(near(w, 0.0065, 0.0001));
        QVERIFY(near(dewPointC(40.0, w, kSeaLevelPa), 7.0, 0.5));
        QVERIFY(near(vapourPressurePa(w, kSeaLevelPa) / saturationPressurePa(40.0), 0.14, 0.005));
        QVERIFY(near(enthalpyJPerKg(40.0, w), 56700.0, 200.0));
        QVERIFY(near(specificVolumeM3PerKg(40.0, w, kSeaLevelPa), 0.896, 0.001));
    }

    // Each inverse undoes its function, over ice and over water, at sea level and high up.
    void inversesUndo_data() {
        QTest::addColumn<double>("dryC");
        QTest::addColumn<double>("humidity");
        QTest::addColumn<double>("pressurePa");
        for (const double pressure : {kSeaLevelPa, 83000.0}) {
            for (const double dry : {-30.0, -5.0, 0.0, 0.5, 3.0, 12.0, 25.0, 45.0}) {
                for (const double humidity : {0.05, 0.3, 0.7, 0.99}) {
                    QTest::addRow("%g C, %g, %g Pa", dry, humidity, pressure)
                        << dry << humidity << pressure;
                }
            }
        }
    }

    void inversesUndo() {
        QFETCH(double, dryC);
        QFETCH(double, humidity);
        QFETCH(double, pressurePa);
        const double w = humidityRatio(dryC, humidity, pressurePa);
        const double vapour = vapourPressurePa(w, pressurePa);
        QVERIFY(near(vapour, humidity * saturationPressurePa(dryC), 1e-9 * vapour));
        const double dew = dewPointC(dryC, w, pressurePa);
        QVERIFY(dew <= dryC);
        QVERIFY(near(saturationPressurePa(dew), vapour, 1e-6 * vapour));
        const double wet = wetBulbC(dryC, w, pressurePa);
        QVERIFY(wet <= dryC && wet >= dew);
        // A wet bulb within 1e-6 K gives the humidity ratio within 1e-9 (slope below 1e-3 per K).
        QVERIFY(near(humidityRatioFromWetBulb(dryC, wet, pressurePa), w, 1e-9));
        const double saturated = humidityRatio(dryC, 1.0, pressurePa);
        QVERIFY(near(saturatedAirC(enthalpyJPerKg(dryC, saturated), pressurePa), dryC, 1e-6));
    }

    // Saturated air: all three temperatures are one. Above saturation the wet bulb stays at the
    // dry.
    void saturationIsTheLimit() {
        const double w = humidityRatio(20.0, 1.0, kSeaLevelPa);
        QVERIFY(near(wetBulbC(20.0, w, kSeaLevelPa), 20.0, 1e-6));
        QVERIFY(near(dewPointC(20.0, w, kSeaLevelPa), 20.0, 1e-6));
        QCOMPARE(wetBulbC(20.0, 2.0 * w, kSeaLevelPa), 20.0);
        QCOMPARE(dewPointC(20.0, 2.0 * w, kSeaLevelPa), 20.0);
    }

    // Bone-dry air has no dew point: the lower end of validity stands for it.
    void dryAirEndsAtTheLimit() {
        QCOMPARE(dewPointC(20.0, 0.0, kSeaLevelPa), -100.0);
        const double wet = wetBulbC(20.0, 0.0, kSeaLevelPa);
        QVERIFY(wet > 0.0 && wet < 10.0);
        QCOMPARE(humidityRatioFromWetBulb(20.0, -50.0, kSeaLevelPa), 0.0);
    }

    // The wet bulb rises with humidity but for the change from ice to water, where it jumps by the
    // difference of the two equations: less than 1 K.
    void wetBulbRisesWithHumidity() {
        double last = -100.0;
        int jumps = 0;
        for (double w = 0.0; w < 0.0054; w += 1e-5) {
            const double wet = wetBulbC(5.0, w, kSeaLevelPa);
            QVERIFY(wet > last);
            if (wet - last > 0.1 && last > -100.0) {
                ++jumps;
                QVERIFY(wet - last < 1.0);
            }
            last = wet;
        }
        QCOMPARE(jumps, 1);
    }

    // The standard atmosphere: 101.325 kPa at sea level, 89.875 kPa at 1,000 m (Handbook, table 1).
    void standardAtmosphere() {
        QCOMPARE(standardPressurePa(0.0), 101325.0);
        QVERIFY(near(standardPressurePa(1000.0), 89875.0, 10.0));
    }

    // Dry air: p / (287.042 T) 1006. At 20 C and sea level 101,325 / (287.042 x 293.15) x 1006 = 1,211.4;
    // in proportion to the pressure: 82,156 Pa (Johannesburg) 0.8108, 70,000 Pa 0.6908. Vapour of 10 g/kg
    // at 30 C lowers the dry air's share by 1.6 % and brings 1.8 % of heat capacity: within 0.3 % of dry air.
    void heatCapacityOfAVolume() {
        QVERIFY(std::abs(airJPerM3K(20.0, 0.0, 101325.0) - 1211.4) < 0.1);
        for (const double pressurePa : {82156.0, 70000.0}) {
            const AirProperties air = airAt(22.0, pressurePa);
            QVERIFY(std::abs(air.densityRatio - pressurePa / 101325.0) < 1e-12);
            QVERIFY(std::abs(air.jPerM3K / airAt(22.0, 101325.0).jPerM3K - air.densityRatio) <
                    1e-12);
            QVERIFY(std::abs(air.ratedJPerM3K() - airAt(22.0, 101325.0).jPerM3K) < 1e-9);
        }
        QVERIFY(std::abs(airJPerM3K(30.0, 0.01, 101325.0) / airJPerM3K(30.0, 0.0, 101325.0) - 1.0) <
                0.003);
    }
};

HEADROOM_TEST(TestPsychrometrics)
}  // namespace tst_psychrometrics

#include "tst_psychrometrics.moc"
