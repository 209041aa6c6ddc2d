// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

namespace tst_epw {

using namespace headroom::engine;
namespace fs = std::filesystem;

namespace {

constexpr const char* kWeather = HEADROOM_SOURCE_DIR "/../shared/weather/";

/// One row of a file of ours; what a test spoils are its columns.
struct Row {
    std::string hour, dry, dew, humidity, pressure;
};

std::string file(const std::function<void(int, Row&)>& spoil, int rows = 8760) {
    std::ostringstream out;
    out << "LOCATION,Testville,VA,USA,made,000000,39.0,-77.5,-5.0,100.0\n";
    for (int i = 0; i < 7; ++i) {
        out << "HEADER\n";
    }
    for (int i = 0; i < rows; ++i) {
        Row row{std::to_string(i % 24 + 1), "20.0", "10.0", "53", "100000"};
        spoil(i, row);
        out << "2001,1,1," << row.hour << ",60,flags," << row.dry << ',' << row.dew << ','
            << row.humidity << ',' << row.pressure << ",0,0\n";
    }
    return out.str();
}

}  // namespace

class TestEpw : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    Result<Epw> read(const std::string& text) const {
        const auto path = fs::path{folder_.path().toStdString()} / "a.epw";
        std::ofstream(path, std::ios::binary) << text;
        return readEpw(path);
    }

  private slots:

    void published_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("minimum");
        QTest::addColumn<double>("maximum");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("pressure");
        QTest::newRow("San Francisco")
            << "USA_CA_San.Francisco.Intl.AP.724940_TMY3" << 2.2 << 32.8 << 13.79 << 101719.0;
        QTest::newRow("Chicago") << "USA_IL_Chicago-OHare.Intl.AP.725300_TMY3" << -22.8 << 35.0
                                 << 9.99 << 99189.0;
        QTest::newRow("Phoenix") << "USA_AZ_Phoenix-Sky.Harbor.722780_TMYx.2007-2021" << 0.4 << 45.6
                                 << 24.67 << 97294.0;
        QTest::newRow("Leesburg") << "USA_VA_Leesburg.Exec.724055_TMYx.2007-2021" << -12.0 << 37.0
                                  << 13.78 << 99900.0;
        QTest::newRow("Changi") << "SGP_SG_Changi.Intl.AP.486980_TMYx" << 22.7 << 34.1 << 27.59
                                << 101010.0;
    }

    // Extremes as printed, means to half of their last digit.
    void published() {
        QFETCH(QString, name);
        QFETCH(double, minimum);
        QFETCH(double, maximum);
        QFETCH(double, mean);
        QFETCH(double, pressure);
        const fs::path path = kWeather + name.toStdString() + ".epw.gz";
        if (!fs::exists(path)) {
            QSKIP("the weather files are not beside this checkout");
        }
        const auto epw = readEpw(path);
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        const auto& year = epw->year;
        QVERIFY(year.isValid());
        double sum = 0.0;
        double pressureSum = 0.0;
        for (std::size_t i = 0; i < 8760; ++i) {
            sum += year.dryBulbC[i];
            pressureSum += year.pressurePa[i];
            QVERIFY(year.wetBulbC[i] <= year.dryBulbC[i] + 1e-6);
            QVERIFY(year.humidityRatio[i] > 0.0 && year.humidityRatio[i] < 0.04);
        }
        const auto [low, high] = std::minmax_element(year.dryBulbC.begin(), year.dryBulbC.end());
        QCOMPARE(*low, minimum);
        QCOMPARE(*high, maximum);
        QVERIFY(std::abs(sum / 8760 - mean) < 0.005 + 1e-9);
        QVERIFY(std::abs(pressureSum / 8760 - pressure) < 0.5 + 1e-9);
    }

    void header() {
        const auto epw = read(file([](int, Row&) {}));
        QVERIFY(epw);
        QCOMPARE(epw->header.city, std::string{"Testville"});
        QCOMPARE(epw->header.country, std::string{"USA"});
        QCOMPARE(epw->header.latitude, 39.0);
        QCOMPARE(epw->header.longitude, -77.5);
        QCOMPARE(epw->header.utcOffsetH, -5.0);
        QCOMPARE(epw->header.elevationM, 100.0);
    }

    // 10 C dew point at 100 kPa: p_w = 1,228 Pa, W = 0.621945 * 1228/(100000 - 1228) = 7.733e-3.
    void humidity() {
        const auto epw = read(file([](int, Row&) {}));
        QVERIFY(std::abs(epw->year.humidityRatio[100] - 7.733e-3) < 5e-6);
    }

    // Missing hours lie on the line between their neighbours, also around the end of the year.
    void missingHours() {
        const auto epw = read(file([](int i, Row& row) {
            row.dry = i == 10 ? "10.0" : i == 13 ? "16.0" : i == 11 || i == 12 ? "99.9" : row.dry;
            row.dry = i == 8758 ? "0.0" : i == 8759 || i == 0 ? "99.9" : i == 1 ? "3.0" : row.dry;
            row.dew = "-20.0";
            row.pressure = i == 5 ? "999999" : row.pressure;
        }));
        QVERIFY(epw);
        const auto& dry = epw->year.dryBulbC;
        QVERIFY(std::abs(dry[11] - 12.0) < 1e-9);
        QVERIFY(std::abs(dry[12] - 14.0) < 1e-9);
        QVERIFY(std::abs(dry[8759] - 1.0) < 1e-9);
        QVERIFY(std::abs(dry[0] - 2.0) < 1e-9);
        QCOMPARE(epw->year.pressurePa[5], 100000.0);
    }

    // Without a dew point the relative humidity serves: 53 % at 20 C is a dew point of 10.2 C.
    void humidityStandsIn() {
        const auto epw = read(file([](int, Row& row) { row.dew = "99.9"; }));
        QVERIFY(epw);
        QVERIFY(std::abs(epw->year.humidityRatio[0] - 7.83e-3) < 5e-5);
        QVERIFY(!read(file([](int, Row& row) {
            row.dew = "99.9";
            row.humidity = "999";
        })));
    }

    void windowsLineEnds() {
        std::string text = file([](int, Row&) {});
        for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
            text.replace(at, 1, "\r\n");
        }
        QVERIFY(read(text));
    }

    void faults() {
        QCOMPARE(readEpw("/no/such.epw").error().code, std::string{"WTH-001"});
        QCOMPARE(read("").error().code, std::string{"WTH-002"});
        QCOMPARE(read("submit_s,duration_s\n1,2\n").error().code, std::string{"WTH-002"});
        const auto leap = read(file([](int, Row&) {}, 8784));
        QCOMPARE(leap.error().code, std::string{"WTH-003"});
        QVERIFY(leap.error().remedy.find("February 29") != std::string::npos);
        QCOMPARE(read(file([](int, Row&) {}, 100)).error().code, std::string{"WTH-003"});
    }

    void badValues_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("value");
        QTest::newRow("hour") << 4 << "7";
        QTest::newRow("text for dry bulb") << 7 << "warm";
        QTest::newRow("nothing for dry bulb") << 7 << "";
        QTest::newRow("dry bulb not possible") << 7 << "-120";
        QTest::newRow("dew point") << 8 << "1e400";
        QTest::newRow("humidity") << 9 << "-5";
        QTest::newRow("pressure in kPa") << 10 << "100.0";
    }

    // Line 8 + 3 and the column, counted from 1, are named.
    void badValues() {
        QFETCH(int, column);
        QFETCH(QString, value);
        const auto epw = read(file([&](int i, Row& row) {
            if (i == 2) {
                const std::array<std::string*, 5> columns{&row.hour, &row.dry, &row.dew,
                                                          &row.humidity, &row.pressure};
                *columns[column == 4 ? 0 : static_cast<std::size_t>(column) - 6] =
                    value.toStdString();
            }
        }));
        QVERIFY(!epw);
        QCOMPARE(epw.error().code, std::string{"WTH-004"});
        QCOMPARE(epw.error().line, 11);
        QVERIFY2(epw.error().message.find("column " + std::to_string(column)) == 0,
                 epw.error().message.c_str());
    }
};

HEADROOM_TEST(TestEpw)
}  // namespace tst_epw

#include "tst_epw.moc"
