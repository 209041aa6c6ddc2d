// SPDX-License-Identifier: Apache-2.0
#include "models/air/psychrometrics.h"
#include "models/facility/weather.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

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
    // table's within 25 % (it is set by month and blended between months).
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
                QVERIFY2(std::abs(spread / climate.dryBulbDeviationK[month] - 1.0) < 0.25,
                         qPrintable(QString("month %1: %2").arg(month).arg(spread)));
            }
        }
    }

    // Nowhere above saturation, wet bulb between dew point and dry bulb, no jump between hours
    // beyond the tables' own: their largest step is 5.6 K (Phoenix, sunrise), 1 K more for the
    // deviation.
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
                QVERIFY2(std::abs(step) < 6.6, qPrintable(QString::number(step)));
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
            const WeatherYear year = weatherFromClimate(climate, 1);  // kept, when the other is asked for
            const WeatherYear changed = weatherFromClimate(other, 1);
            return changed.dryBulbC != year.dryBulbC || changed.humidityRatio != year.humidityRatio;
        };
        QVERIFY(isOther([](ClimateSpec& c) { c.dryBulbC[5] += 1.0; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dewPointC[5] -= 1.0; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dryBulbDeviationK[5] *= 1.1; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.dayCorrelation *= 0.9; }));
        QVERIFY(isOther([](ClimateSpec& c) { c.pressurePa *= 0.9; }));
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
