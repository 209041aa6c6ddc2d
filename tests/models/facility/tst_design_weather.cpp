// SPDX-License-Identifier: Apache-2.0
#include "models/facility/design_weather.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_design_weather {

using namespace headroom::models;
using headroom::tests::cataloguePart;

class TestDesignWeather : public QObject {
    Q_OBJECT

  private slots:

    // Yearly extremes and values of 20 years as ASHRAE prints them in the headers of weather files:
    // Phoenix 46.0 C, 1.3 K, 48.5 C; San Francisco 34.6 C, 2.3 K, 38.8 C; Chicago 35.9 C, 1.9 K,
    // 39.5 C; Leesburg 37.1 C, 1.2 K, 39.3 C. Means and deviations are rounded to 0.1: within 0.15 K.
    void returnPeriods_data() {
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("deviation");
        QTest::addColumn<double>("expected");
        QTest::newRow("Phoenix") << 46.0 << 1.3 << 48.5;
        QTest::newRow("San Francisco") << 34.6 << 2.3 << 38.8;
        QTest::newRow("Chicago") << 35.9 << 1.9 << 39.5;
        QTest::newRow("Leesburg") << 37.1 << 1.2 << 39.3;
    }

    void returnPeriods() {
        QFETCH(double, mean);
        QFETCH(double, deviation);
        QFETCH(double, expected);
        QVERIFY(std::fabs(returnValueC(mean, deviation, 20.0) - expected) < 0.15);
    }

    // What a climate states is taken; the air keeps the moisture of the 0.4 % hours.
    void stated() {
        const auto phoenix = cataloguePart<ClimateSpec>("phoenix-az");
        const auto extremes = cataloguePart<DesignConditionsSpec>("phoenix-az");
        const DesignWeather design = designWeatherOf(phoenix, &extremes);
        QCOMPARE(design.dryBulbC, 48.5);
        QCOMPARE(design.wetBulbC(), 27.5);
        QVERIFY(design.hottest.wetBulbC > extremes.wetBulbAtDryBulb04C);
        QVERIFY(design.hottest.wetBulbC < design.wetBulbC());
    }

    // A typical year has not the extremes of decades: the hottest hour of San Francisco's file is 32.8 C, where
    // 38.8 C were measured. Without statements the drawn years stand in, and are never milder than the
    // hottest of one of them.
    void drawn() {
        const auto place = cataloguePart<ClimateSpec>("san-francisco-ca");
        const auto extremes = cataloguePart<DesignConditionsSpec>("san-francisco-ca");
        QVERIFY(designWeatherOf(place, &extremes).dryBulbC > 38.0);
        const WeatherYear year = weatherFromClimate(place, 1);
        const double hottest = *std::max_element(year.dryBulbC.begin(), year.dryBulbC.end());
        QVERIFY(std::abs(hottest - 32.8) < 0.1);
        QVERIFY(designWeatherOf(place).dryBulbC >= hottest - 0.5);
    }
};

HEADROOM_TEST(TestDesignWeather)
}  // namespace tst_design_weather

#include "tst_design_weather.moc"
