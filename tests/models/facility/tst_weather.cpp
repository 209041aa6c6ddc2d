// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/facility/design_conditions.h"
#include "models/facility/weather.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tst_weather {

using namespace headroom::models;
using headroom::tests::cataloguePart;

namespace {

constexpr std::array<int, 13> kStart{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

double meanOf(const std::vector<double>& values, int first, int last) {
    return std::accumulate(values.begin() + first, values.begin() + last, 0.0) / (last - first);
}

}  // namespace

class TestWeather : public QObject {
    Q_OBJECT

  private slots:

    void climates_data() {
        QTest::addColumn<QString>("id");
        for (const QJsonValue& part : headroom::tests::catalogueParts(ClimateSpec::type())) {
            QTest::newRow(qPrintable(part["id"].toString())) << part["id"].toString();
        }
    }

    // Month means must be the table's within 0.5 K whatever the seed, the spread of daily means the
    // table's within 25 % or 0.3 K (it is set by month and blended between months; the hours then take the
    // quantiles of the month).
    void climates() {
        QFETCH(QString, id);
        const auto climate = cataloguePart<ClimateSpec>(id.toUtf8().constData());
        for (std::uint64_t seed : {1U, 7U, 42U}) {
            const WeatherYear year = weatherFromClimate(climate, seed);
            QVERIFY(year.isValid());
            for (int month = 0; month < 12; ++month) {
                const double table = meanOf(climate.dryBulbC, month * 24, month * 24 + 24);
                const double made =
                    meanOf(year.dryBulbC, kStart[month] * 24, kStart[month + 1] * 24);
                QVERIFY2(
                    std::abs(made - table) < 0.5,
                    qPrintable(QString("month %1: %2 for %3").arg(month).arg(made).arg(table)));
                double square = 0.0;
                for (int day = kStart[month]; day < kStart[month + 1]; ++day) {
                    const double mean = meanOf(year.dryBulbC, day * 24, day * 24 + 24);
                    square += (mean - made) * (mean - made);
                }
                const double spread = std::sqrt(square / (kStart[month + 1] - kStart[month]));
                const double deviation = climate.dryBulbDeviationK[month];
                QVERIFY2(std::abs(spread - deviation) < std::max(0.25 * deviation, 0.3),
                         qPrintable(QString("month %1: %2").arg(month).arg(spread)));
            }
        }
    }

    void extremes_data() { climates_data(); }

    // Whatever the seed, the hottest and the coldest hour of a year are those of the climate's tables to
    // 0.1 K, and the hours passed in 0.4 and 99.6 % of the year lie by the design conditions of decades
    // within 3 K of heat and 5 K of frost (a typical year is milder than decades; in the files of Stockholm and
    // Helsinki by 4.7 and 4.3 K of frost). Never beyond the highest and lowest of 20 years.
    void extremes() {
        QFETCH(QString, id);
        const auto climate = cataloguePart<ClimateSpec>(id.toUtf8().constData());
        const auto design = cataloguePart<DesignConditionsSpec>(id.toUtf8().constData());
        QCOMPARE(climate.dryBulbQuantilesC.size(), std::size_t{132});
        const auto table =
            std::minmax_element(climate.dryBulbQuantilesC.begin(), climate.dryBulbQuantilesC.end());
        for (std::uint64_t seed : {1U, 42U}) {
            const WeatherYear year = weatherFromClimate(climate, seed);
            std::vector<double> dry = year.dryBulbC;
            std::sort(dry.begin(), dry.end());
            QVERIFY(std::abs(dry.back() - *table.second) < 0.1);
            QVERIFY(std::abs(dry.front() - *table.first) < 0.1);
            QVERIFY2(
                std::abs(dry[8760 - 35] - design.dryBulb04C) < 3.0,
                qPrintable(QString("0.4 %: %1 for %2").arg(dry[8760 - 35]).arg(design.dryBulb04C)));
            QVERIFY2(std::abs(dry[35] - design.dryBulb996C) < 5.0,
                     qPrintable(QString("99.6 %: %1 for %2").arg(dry[35]).arg(design.dryBulb996C)));
            QVERIFY(dry.back() <= design.extremeDryBulbC + 0.1);
            QVERIFY(dry.front() >= design.lowestDryBulbC - 0.1);
            std::vector<double> wet = year.wetBulbC;
            std::sort(wet.begin(), wet.end());
            QVERIFY2(
                std::abs(wet[8760 - 35] - design.wetBulb04C) < 3.5,
                qPrintable(QString("wet: %1 for %2").arg(wet[8760 - 35]).arg(design.wetBulb04C)));
        }
    }

    void weatherFiles_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("lowest");
        QTest::addColumn<double>("dry04");
        QTest::addColumn<double>("highest");
        QTest::addColumn<double>("wetMean");
        QTest::addColumn<double>("wet04");
        // Counted from the hours of the files that the catalogue names.
        QTest::newRow("San Francisco")
            << "san-francisco-ca" << 2.2 << 27.2 << 32.8 << 11.14 << 18.0;
        QTest::newRow("Chicago") << "chicago-il" << -22.8 << 32.2 << 35.0 << 7.17 << 25.5;
        QTest::newRow("Phoenix") << "phoenix-az" << 0.4 << 42.8 << 45.6 << 13.31 << 27.3;
        QTest::newRow("Leesburg") << "leesburg-va" << -12.0 << 35.0 << 37.0 << 10.55 << 25.9;
        QTest::newRow("Singapore") << "singapore" << 22.7 << 33.0 << 34.1 << 25.46 << 28.0;
        QTest::newRow("Shanghai") << "shanghai" << -3.0 << 35.4 << 38.0 << 14.16 << 28.5;
    }

    // What heat rejection and its water live on: within 0.6 K of the file at the ends, 0.3 K in the
    // mean wet bulb, 1 K at the 0.4 % wet bulb.
    void weatherFiles() {
        QFETCH(QString, id);
        QFETCH(double, lowest);
        QFETCH(double, dry04);
        QFETCH(double, highest);
        QFETCH(double, wetMean);
        QFETCH(double, wet04);
        const WeatherYear year =
            weatherFromClimate(cataloguePart<ClimateSpec>(id.toUtf8().constData()), 1);
        std::vector<double> dry = year.dryBulbC, wet = year.wetBulbC;
        std::sort(dry.begin(), dry.end());
        std::sort(wet.begin(), wet.end());
        QVERIFY(std::abs(dry.front() - lowest) < 0.1);
        QVERIFY(std::abs(dry.back() - highest) < 0.1);
        QVERIFY2(std::abs(dry[8760 - 35] - dry04) < 0.6, qPrintable(QString::number(dry[8725])));
        const double mean = meanOf(wet, 0, 8760);
        QVERIFY2(std::abs(mean - wetMean) < 0.3, qPrintable(QString::number(mean)));
        QVERIFY2(std::abs(wet[8760 - 35] - wet04) < 1.0, qPrintable(QString::number(wet[8725])));
    }

    // Nowhere above saturation, wet bulb between dew point and dry bulb, no jump between hours
    // beyond the tables' own: their largest step is 5.6 K (Phoenix, sunrise), 2 K more for the
    // deviation and for the quantiles, which stretch the ends of a month.
    void physical() {
        for (const char* id : {"chicago-il", "singapore", "phoenix-az"}) {
            const auto climate = cataloguePart<ClimateSpec>(id);
            const WeatherYear year = weatherFromClimate(climate, 3);
            for (std::size_t i = 0; i < 8760; ++i) {
                const double dew =
                    dewPointC(year.dryBulbC[i], year.humidityRatio[i], year.pressurePa[i]);
                QVERIFY(dew <= year.dryBulbC[i] + 1e-6);
                QVERIFY(year.wetBulbC[i] <= year.dryBulbC[i] + 1e-6);
                QVERIFY(year.wetBulbC[i] >= dew - 1e-3);
                const double step = year.dryBulbC[(i + 1) % 8760] - year.dryBulbC[i];
                QVERIFY2(std::abs(step) < 7.6, qPrintable(QString::number(step)));
            }
        }
    }

    void seedDecides() {
        const auto climate = cataloguePart<ClimateSpec>("leesburg-va");
        const WeatherYear first = weatherFromClimate(climate, 1);
        QVERIFY(weatherFromClimate(climate, 1).dryBulbC == first.dryBulbC);
        // After so many others the first is no longer kept, but drawn anew.
        for (std::uint64_t seed = 2; seed < 12; ++seed) {
            QVERIFY(weatherFromClimate(climate, seed).dryBulbC != first.dryBulbC);
        }
        QVERIFY(weatherFromClimate(climate, 1).dryBulbC == first.dryBulbC);
        QVERIFY(weatherFromClimate(climate, 1).wetBulbC == first.wetBulbC);
    }

    // A year that is kept is not given to a climate that differs in one figure.
    void everyFigureDecides() {
        const auto climate = cataloguePart<ClimateSpec>("leesburg-va");
        const auto isOther = [&](auto change) {
            ClimateSpec other = climate;
            change(other);
            const WeatherYear year =
                weatherFromClimate(climate, 1);  // kept, when the other is asked for
            const WeatherYear changed = weatherFromClimate(other, 1);
            return changed.dryBulbC != year.dryBulbC || changed.humidityRatio != year.humidityRatio;
        };
        QVERIFY(isOther([](ClimateSpec& c) { c.dryBulbC[5] += 1.0; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dewPointC[5] -= 1.0; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dryBulbDeviationK[5] *= 1.1; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dayCorrelation *= 0.9; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.pressurePa *= 0.9; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dryBulbQuantilesC[5] += 0.1; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dewPointQuantilesC[5] += 0.1; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dewPointSlope[5] *= 0.5; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dewPointDeviationK[5] *= 0.5; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dewPointCorrelation *= 0.5; }));
        QVERIFY(!isOther([](ClimateSpec&) {}));
    }

    void incompleteClimate() {
        auto climate = cataloguePart<ClimateSpec>("leesburg-va");
        climate.dewPointC.pop_back();
        QVERIFY(!weatherFromClimate(climate, 1).isValid());
    }

    // A constant climate without deviation stays constant.
    void constantClimate() {
        ClimateSpec climate;
        climate.pressurePa = 101325.0;
        climate.dryBulbC.assign(288, 20.0);
        climate.dewPointC.assign(288, 10.0);
        climate.dryBulbDeviationK.assign(12, 0.0);
        climate.dayCorrelation = 0.5;
        const WeatherYear year = weatherFromClimate(climate, 1);
        for (std::size_t i = 0; i < 8760; ++i) {
            QVERIFY(std::abs(year.dryBulbC[i] - 20.0) < 1e-9);
        }
    }

    // Values stand for mid-hour: at 0.5 h the first, at 1 h the mean of the first two, at 0 h the
    // mean of the last and the first; a year later the same.
    void betweenHours() {
        WeatherYear year;
        year.dryBulbC.assign(8760, 0.0);
        year.humidityRatio.assign(8760, 0.01);
        year.pressurePa.assign(8760, 1e5);
        year.wetBulbC.assign(8760, 0.0);
        year.dryBulbC[0] = 10.0;
        year.dryBulbC[1] = 20.0;
        year.dryBulbC[8759] = 30.0;
        QCOMPARE(weatherAt(year, 1800.0).dryBulbC, 10.0);
        QCOMPARE(weatherAt(year, 3600.0).dryBulbC, 15.0);
        QCOMPARE(weatherAt(year, 0.0).dryBulbC, 20.0);
        QCOMPARE(weatherAt(year, 8760 * 3600.0 + 1800.0).dryBulbC, 10.0);
        QCOMPARE(weatherAt(year, -1800.0).dryBulbC, 30.0);
        QCOMPARE(weatherAt(year, 1800.0).pressurePa, 1e5);
    }
};

HEADROOM_TEST(TestWeather)
}  // namespace tst_weather

#include "tst_weather.moc"
