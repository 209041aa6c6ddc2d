// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epw.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace tst_epw {

using namespace headroom::engine;
namespace fs = std::filesystem;

namespace {

constexpr const char* kWeather = HEADROOM_SOURCE_DIR "/../shared/weather/";

/// One row of a file of ours; what a test spoils are its columns.
struct Row {
    std::string month, day, hour, dry, dew, humidity, pressure;
};

constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/// Month and day of a day of the year, from 1.
std::pair<int, int> dateOf(int day) {
    int month = 0;
    while (day >= kDays[static_cast<std::size_t>(month)]) {
        day -= kDays[static_cast<std::size_t>(month++)];
    }
    return {month + 1, day + 1};
}

std::string file(const std::function<void(int, Row&)>& spoil, int rows = 8760,
                 const std::string& design = "DESIGN CONDITIONS,0") {
    std::ostringstream out;
    out << "LOCATION,Testville,VA,USA,made,000000,39.0,-77.5,-5.0,100.0\n" << design << '\n';
    for (int i = 0; i < 6; ++i) {
        out << "HEADER\n";
    }
    for (int i = 0; i < rows; ++i) {
        const auto [month, day] = dateOf(i / 24 % 365);
        Row row{std::to_string(month),
                std::to_string(day),
                std::to_string(i % 24 + 1),
                "20.0",
                "10.0",
                "53",
                "100000"};
        spoil(i, row);
        out << "2001," << row.month << ',' << row.day << ',' << row.hour << ",60,flags," << row.dry
            << ',' << row.dew << ',' << row.humidity << ',' << row.pressure << ",0,0\n";
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

    void stations_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<int>("form");
        QTest::addColumn<double>("pressure");
        QTest::newRow("Deutscher Wetterdienst, UTC")
            << QByteArray("STATIONS_ID;MESS_DATUM;QN_9;TT_TU;RF_TU;eor\n") << 0 << 83524.0;
        QTest::newRow("Meteostat, UTC")
            << QByteArray("date,hour,temp,dwpt,rhum,prcp,pres,coco\n") << 1 << 83524.0;
        QTest::newRow("NOAA, Fahrenheit and inches")
            << QByteArray(
                   "\"STATION\",\"DATE\",\"LATITUDE\",\"LONGITUDE\",\"ELEVATION\","
                   "\"NAME\",\"REPORT_TYPE\",\"HourlyDewPointTemperature\","
                   "\"HourlyDryBulbTemperature\",\"HourlyRelativeHumidity\","
                   "\"HourlyStationPressure\"\n")
            << 2 << 83642.0;
        QTest::newRow("ASOS archive, UTC")
            << QByteArray("station,valid,tmpf,dwpf,relh\n") << 3 << 83524.0;
        QTest::newRow("own logger, Celsius, shares, offsets")
            << QByteArray("timestamp;temperature [C];humidity\n") << 4 << 83524.0;
    }

    // One year at 20 degC and 50 % (a dew point of 9.3 degC), but for the hour from 14:00 on July 15th of the site, which has 35 degC and
    // 20 % (8.7 degC). The site is in Denver: UTC-7, 1,600 m, where air of the standard atmosphere has 101325 (1 - 2.25577e-5 x 1600)^5.2559
    // = 83,524 Pa; 24.70 inHg are 83,642 Pa. Each form has a line that says nothing (missing value, daily summary).
    void stations() {
        QFETCH(QByteArray, head);
        QFETCH(int, form);
        QFETCH(double, pressure);
        std::string text = head.toStdString();
        const bool isUtc = form != 2;
        for (int h = 0; h < 8760; ++h) {
            // Hour h of UTC is hour h - 7 of Denver, around the end of the year.
            const int local = isUtc ? (h + 8760 - 7) % 8760 : h;
            const bool isHot = local == 195 * 24 + 14;
            const double c = isHot ? 35.0 : 20.0, dew = isHot ? 8.7 : 9.3, rh = isHot ? 20 : 50;
            const std::chrono::sys_days day =
                std::chrono::sys_days{std::chrono::January / 1 / 2025} + std::chrono::days(h / 24);
            const std::chrono::year_month_day ymd(day);
            const auto date = [&](const char* mark) {
                return fmt::format("{}{}{:02}{}{:02}", static_cast<int>(ymd.year()), mark,
                                   static_cast<unsigned>(ymd.month()), mark,
                                   static_cast<unsigned>(ymd.day()));
            };
            const auto f = [](double celsius) { return 32.0 + 1.8 * celsius; };
            switch (form) {
                case 0:
                    text += fmt::format("1420;{}{:02};10;{:.1f};{:.0f};eor\n", date(""), h % 24,
                                        h == 5 ? -999.0 : c, rh);
                    break;
                case 1:
                    text += fmt::format("{},{},{:.1f},{:.1f},{:.0f},,1021.3,3\n", date("-"), h % 24,
                                        c, dew, rh);
                    break;
                case 2:
                    text += fmt::format(
                        "\"7246\",\"{}T{:02}:53:00\",\"39.8\",\"-104.7\",\"1600\",\"DENVER\","
                        "\"FM-15\",\"{:.0f}\",\"{:.0f}s\",\"{:.0f}\",\"24.70\"\n",
                        date("-"), h % 24, f(dew), f(c), rh);
                    text += h % 24 != 23 ? std::string()
                                         : fmt::format(
                                               "\"7246\",\"{}T23:59:00\",\"39.8\",\"-104.7\","
                                               "\"1600\",\"DENVER\",\"SOD\",,,,\n",
                                               date("-"));
                    break;
                case 3:
                    text += fmt::format("DEN,{} {:02}:53,{:.2f},{},{:.2f}\n", date("-"), h % 24,
                                        f(c), h == 5 ? "M" : fmt::format("{:.2f}", f(dew)), rh);
                    break;
                default:
                    text += fmt::format("{}T{:02}:00:00+00:00;{:.1f};{:.2f}\n", date("-"), h % 24,
                                        c, rh / 100.0);
                    break;
            }
        }
        const auto path = fs::path{folder_.path().toStdString()} / "station.csv";
        std::ofstream(path, std::ios::binary) << text;
        EpwHeader place;
        place.city = "Denver";
        place.latitude = 39.8;
        place.longitude = -104.7;
        place.elevationM = 1600.0;
        place.utcOffsetH = -7.0;
        const auto epw = readEpw(path, place);
        QVERIFY2(epw, epw ? "" : epw.error().text().c_str());
        QCOMPARE(epw->header.utcOffsetH, -7.0);
        QCOMPARE(epw->header.elevationM, 1600.0);
        const auto hot = std::max_element(epw->year.dryBulbC.begin(), epw->year.dryBulbC.end());
        QCOMPARE(hot - epw->year.dryBulbC.begin(), std::ptrdiff_t{195 * 24 + 14});
        QVERIFY(std::abs(*hot - 35.0) < 0.01 && std::abs(epw->year.dryBulbC[0] - 20.0) < 0.01);
        QVERIFY(std::abs(epw->year.pressurePa[0] - pressure) < 30.0);
        // Saturation at 9.3 degC is 1,172 Pa: 0.622 x 1172 / (83524 - 1172) = 8.85 g/kg.
        QVERIFY2(std::abs(epw->year.humidityRatio[0] - 0.00885) < 1e-4,
                 fmt::format("{}", epw->year.humidityRatio[0]).c_str());
    }

    void stationUnits_data() {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("code");  // empty: 12 degC are read
        QTest::newRow("Celsius, stated")
            << QByteArray("time,temperature [C],rh") << 12.0 << QByteArray();
        QTest::newRow("Fahrenheit, stated")
            << QByteArray("time,temp [F],rh") << 53.6 << QByteArray();
        QTest::newRow("kelvin, stated") << QByteArray("time,temp [K],rh") << 285.15 << QByteArray();
        // No year has a mean of 53.6 degC.
        QTest::newRow("Fahrenheit of a cool place")
            << QByteArray("time,temp,rh") << 53.6 << QByteArray();
        QTest::newRow("Celsius, not stated") << QByteArray("time,temp,rh") << 12.0 << QByteArray();
        QTest::newRow("another kind")
            << QByteArray("time,temp [kW],rh") << 12.0 << QByteArray("WTH-002");
        QTest::newRow("humidity of another kind")
            << QByteArray("time,temp,rh [Pa]") << 12.0 << QByteArray("WTH-002");
    }

    // A head states the unit, or the year's values tell it, with a note; a unit of another kind is refused with its line.
    void stationUnits() {
        QFETCH(QByteArray, head);
        QFETCH(double, value);
        QFETCH(QByteArray, code);
        std::string text = head.toStdString() + '\n';
        for (int h = 0; h < 8760; ++h) {
            const std::chrono::year_month_day day(
                std::chrono::sys_days{std::chrono::January / 1 / 2025} + std::chrono::days(h / 24));
            text += fmt::format("{}-{:02}-{:02} {:02}:00,{},50\n", static_cast<int>(day.year()),
                                static_cast<unsigned>(day.month()),
                                static_cast<unsigned>(day.day()), h % 24, value);
        }
        const auto epw = read(text);
        if (!code.isEmpty()) {
            QVERIFY(!epw);
            QCOMPARE(epw.error().code.c_str(), code.constData());
            QCOMPARE(epw.error().line, 1);
            return;
        }
        QVERIFY2(epw, epw ? "" : epw.error().text().c_str());
        QVERIFY(std::abs(epw->year.dryBulbC[100] - 12.0) < 0.01);
        const bool isStated = head.contains('[');
        const bool isNoted =
            std::any_of(epw->notes.begin(), epw->notes.end(), [](const std::string& note) {
                return note.find("unit of the dry bulb") != std::string::npos;
            });
        QCOMPARE(isNoted, !isStated);
    }

    // A table without weather columns is refused as before.
    void otherTablesAreRefused() {
        const auto epw = read("time,power_kw\n2025-01-01 00:00,5\n2025-01-01 01:00,6\n");
        QVERIFY(!epw);
        QCOMPARE(epw.error().code, std::string("WTH-002"));
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

    void byteOrderMark() {
        const auto plain = read(file([](int, Row&) {}));
        const auto marked = read("\xEF\xBB\xBF" + file([](int, Row&) {}));
        QVERIFY(marked);
        QCOMPARE(marked->header.city, plain->header.city);
        QVERIFY(marked->year.dryBulbC == plain->year.dryBulbC);
    }

    // Dates decide where a row belongs: the rows of a year from July to June, and rows in any other
    // order, give the same year. The first day of July is day 181, of January day 0.
    void datesDecide() {
        const auto warm = [](int i, Row& row) { row.dry = std::to_string(10.0 + 0.001 * i); };
        const auto calendar = read(file(warm));
        QVERIFY(calendar && calendar->notes.empty());
        for (const int first : {181, 59, 300}) {
            const auto turned = read(file([&](int i, Row& row) {
                const int hour = (i + 24 * first) % 8760;
                const auto [month, day] = dateOf(hour / 24);
                row.month = std::to_string(month);
                row.day = std::to_string(day);
                warm(hour, row);
            }));
            QVERIFY(turned);
            QVERIFY(turned->year.dryBulbC == calendar->year.dryBulbC);
        }
    }

    // A leap year has 24 rows more, which are dropped with a note; the other hours stay where they are.
    void leapYear() {
        const auto epw = read(file(
            [](int i, Row& row) {
                const int day = i / 24;
                const auto [month, date] = dateOf(day <= 58 ? day : std::max(59, day - 1));
                row.month = std::to_string(day == 59 ? 2 : month);
                row.day = std::to_string(day == 59 ? 29 : date);
                row.dry = day == 59 ? "60.0" : month == 3 && date == 1 ? "5.0" : "20.0";
            },
            8784));
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        QCOMPARE(epw->year.dryBulbC[59 * 24], 5.0);
        QCOMPARE(*std::max_element(epw->year.dryBulbC.begin(), epw->year.dryBulbC.end()), 20.0);
        QCOMPARE(epw->notes.size(), std::size_t{1});
        QVERIFY(epw->notes[0].find("24 rows of February 29th") == 0);
    }

    // Rows and values that are missing are filled, and counted: a day of rows; three dry bulbs; two
    // hours with neither dew point nor humidity, of which 0 % is one way to say that it is unknown.
    void missingIsCounted() {
        std::string text = file([](int i, Row& row) {
            row.dry = i >= 100 && i < 103 ? "99.9" : row.dry;
            row.dew = i == 200 || i == 201 ? "999.9" : row.dew;
            row.humidity = i == 200 ? "0" : i == 201 ? "999" : row.humidity;
        });
        const std::size_t from = text.find("2001,12,31,1,");
        text.erase(from);
        const auto epw = read(text);
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        QCOMPARE(epw->notes.size(), std::size_t{3});
        QVERIFY(epw->notes[0].find("24 hours have no row") == 0);
        QVERIFY(epw->notes[1].find("3 hours have no dry bulb") == 0);
        QVERIFY(epw->notes[2].find("2 hours have neither dew point nor relative humidity") == 0);
        QVERIFY(std::abs(epw->year.humidityRatio[200] - epw->year.humidityRatio[199]) < 1e-9);
    }

    // A relative humidity of 0 % in every hour is missing data, not a desert.
    void neverDry() {
        const auto epw = read(file([](int, Row& row) {
            row.dew = "999.9";
            row.humidity = "0";
        }));
        QVERIFY(!epw);
        QCOMPARE(epw.error().code, std::string{"WTH-004"});
        QVERIFY(epw.error().message.find("0 %") != std::string::npos);
    }

    void designOfHeader_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("dry04");
        QTest::addColumn<double>("wet04");
        QTest::addColumn<double>("extremeDry");
        QTest::addColumn<double>("extremeWet");
        QTest::addColumn<double>("dry996");
        QTest::addColumn<double>("lowest");
        QTest::newRow("Chicago, 2009") << "USA_IL_Chicago-OHare.Intl.AP.725300_TMY3" << 33.3 << 25.5
                                       << 39.5 << 28.5 << -20.0 << -32.2;
        QTest::newRow("San Francisco, 2009") << "USA_CA_San.Francisco.Intl.AP.724940_TMY3" << 28.3
                                             << 18.6 << 38.8 << 22.3 << 3.8 << -0.9;
        QTest::newRow("Phoenix, 2021") << "USA_AZ_Phoenix-Sky.Harbor.722780_TMYx.2007-2021" << 43.6
                                       << 24.2 << 48.5 << 27.5 << 4.0 << -1.4;
        QTest::newRow("Changi, 2017")
            << "SGP_SG_Changi.Intl.AP.486980_TMYx" << 33.2 << 27.7 << 35.8 << 29.1 << 23.1 << 21.0;
        // Its header states none: the 35th hottest and most humid hours are 32.2 and 26.0 C, the 35th
        // coldest -11.7 C; 6.0 and 2.8 K above, 7.1 K below (models/facility/design_weather.h).
        QTest::newRow("New York, none") << "NewYork-CentralPark_1973_2005_TMY3" << 32.2 << 26.0
                                        << 38.2 << 28.8 << -11.7 << -18.8;
    }

    // As printed in the second line of the file.
    void designOfHeader() {
        QFETCH(QString, name);
        const fs::path path = kWeather + name.toStdString() + ".epw.gz";
        if (!fs::exists(path)) {
            QSKIP("the weather files are not beside this checkout");
        }
        const auto epw = readEpw(path);
        QVERIFY(epw);
        QCOMPARE(epw->designIsOfHeader, !name.startsWith("NewYork"));
        const double withinK = epw->designIsOfHeader ? 1e-9 : 0.3;
        QFETCH(double, dry04);
        QFETCH(double, wet04);
        QFETCH(double, extremeDry);
        QFETCH(double, extremeWet);
        QFETCH(double, dry996);
        QFETCH(double, lowest);
        const auto isNear = [&](double got, double wanted) {
            return std::abs(got - wanted) <= withinK;
        };
        QVERIFY(isNear(epw->design.dryBulb04C, dry04));
        QVERIFY(isNear(epw->design.wetBulb04C, wet04));
        QVERIFY(isNear(epw->design.extremeDryBulbC, extremeDry));
        QVERIFY(isNear(epw->design.extremeWetBulbC, extremeWet));
        QVERIFY(isNear(epw->design.dryBulb996C, dry996));
        QVERIFY(isNear(epw->design.lowestDryBulbC, lowest));
    }

    // The header may have its lines in any order, and fewer of them: rows begin with a year.
    void headerInAnyOrder() {
        const std::string text = file([](int, Row&) {});
        const auto plain = read(text);
        QVERIFY(plain.has_value());
        std::vector<std::string> lines;
        std::size_t from = 0;
        for (int i = 0; i < 8; ++i) {
            const std::size_t end = text.find('\n', from);
            lines.push_back(text.substr(from, end + 1 - from));
            from = end + 1;
        }
        std::string turned;
        for (int i = 7; i >= 0; --i) {
            turned += lines[static_cast<std::size_t>(i)];
        }
        for (const std::string& head : {turned, lines[0]}) {
            const auto other = read(head + text.substr(from));
            QVERIFY2(other, other ? "" : other.error().message.c_str());
            QCOMPARE(other->header.city, plain->header.city);
            QCOMPARE(other->header.utcOffsetH, plain->header.utcOffsetH);
            QVERIFY(other->year.dryBulbC == plain->year.dryBulbC);
        }
    }

    // One bad night decides nothing: the wet bulb of the design is that of 35 hours, and 2.8 K.
    void oneBadNight() {
        const auto plain = read(file([](int, Row&) {}));
        const auto bad = read(file([](int i, Row& row) {
            if (i >= 5000 && i < 5008) {
                row.dry = "45.0";
                row.dew = "34.0";
            }
        }));
        QVERIFY(plain && bad);
        QCOMPARE(bad->design.extremeDryBulbC, plain->design.extremeDryBulbC);
        QCOMPARE(bad->design.extremeWetBulbC, plain->design.extremeWetBulbC);
    }

    // A line whose figures contradict each other is not believed.
    void contradictingHeader() {
        const std::string line =
            "DESIGN CONDITIONS,1,2021 ASHRAE Handbook,,Heating,1,40,5,0,0,0,0,0,0,0,0,0,0,0,0,0,"
            "Cooling,7,11,30,20,29,20,28,20,24,30,23,30,22,30,4,260,20,16,27,20,16,28,19,15,30,74,"
            "33,"
            "72,34,70,34,27,Extremes,8,7,6,1,46,1,1,0,47,0,47,0,48,0,49";
        const auto epw = read(file([](int, Row&) {}, 8760, line));
        QVERIFY(epw && !epw->designIsOfHeader);
        QCOMPARE(epw->design.dryBulb04C, 20.0);
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
        // A day more repeats January 1st: line 8 + 8,760 + 1 after line 9.
        const auto twice = read(file([](int, Row&) {}, 8784));
        QCOMPARE(twice.error().code, std::string{"WTH-003"});
        QCOMPARE(twice.error().line, 8769);
        QCOMPARE(read(file([](int, Row&) {}, 100)).error().code, std::string{"WTH-003"});
    }

    void badValues_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("value");
        QTest::newRow("hour") << 4 << "25";
        QTest::newRow("hour 0") << 4 << "0";
        QTest::newRow("text for dry bulb") << 7 << "warm";
        QTest::newRow("nothing for dry bulb") << 7 << "";
        QTest::newRow("dry bulb not possible") << 7 << "-120";
        QTest::newRow("dew point") << 8 << "1e400";
        QTest::newRow("humidity") << 9 << "-5";
        QTest::newRow("pressure in kPa") << 10 << "100.0";
    }

    // A value that cannot be used is filled from the hours around it; line 8 + 3 is named.
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
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        QVERIFY(!epw->notes.empty());
        QVERIFY2(epw->notes.back().find("1 of 8760 rows skipped. Line 11: ") == 0,
                 epw->notes.back().c_str());
        QCOMPARE(epw->year.dryBulbC[2], 20.0);
        QVERIFY(std::abs(epw->year.pressurePa[2] - 100000.0) < 1e-6);
    }

    // Rows of quarter hours become hourly means: 10, 20, 30 and 40 C make 25 C.
    void quarterHours() {
        const std::string hourly = file([](int, Row&) {});
        std::istringstream lines(hourly);
        std::string text, line;
        for (int i = 0; std::getline(lines, line); ++i) {
            if (i < 8) {
                text += line + '\n';
                continue;
            }
            for (const auto& [minute, dry] : {std::pair("15", "10.0"), std::pair("30", "20.0"),
                                              std::pair("45", "30.0"), std::pair("60", "40.0")}) {
                std::string part = line;
                part.replace(part.find(",60,flags,20.0"), 14,
                             std::string(",") + minute + ",flags," + dry);
                text += part + '\n';
            }
        }
        const auto epw = read(text);
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        QCOMPARE(epw->year.dryBulbC[100], 25.0);
        QVERIFY(epw->notes.at(0).find("4 rows an hour") == 0);
    }

    // TMY3: a line with the place, names, hours from 01:00 to 24:00, pressure in mbar, -9900 for missing.
    void tmy3() {
        std::ostringstream out;
        out << "725300,\"CHICAGO OHARE INTL AP\",IL,-6.0,41.983,-87.917,205\n"
            << "Date (MM/DD/YYYY),Time (HH:MM),GHI (W/m^2),DHI (W/m^2),Dry-bulb (C),Dew-point "
               "(C),RHum (%),Pressure (mbar)\n";
        for (int i = 0; i < 8760; ++i) {
            const auto [month, day] = dateOf(i / 24);
            char row[96];
            std::snprintf(row, sizeof row, "%02d/%02d/1997,%02d:00,0,0,%.1f,%s,53,1000\n", month,
                          day, i % 24 + 1, i == 24 ? -5.0 : 20.0, i == 30 ? "-9900" : "10.0");
            out << row;
        }
        const auto epw = read(out.str());
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        QCOMPARE(epw->header.city, std::string("CHICAGO OHARE INTL AP"));
        QCOMPARE(epw->header.utcOffsetH, -6.0);
        QCOMPARE(epw->header.elevationM, 205.0);
        QCOMPARE(epw->year.dryBulbC[24], -5.0);
        QCOMPARE(epw->year.pressurePa[0], 100000.0);
    }

    // Open-Meteo in UTC at 87.9 degrees west, so UTC-6: 06:00 UTC of January 1st is the first hour of the site's year, and the first six
    // hours of UTC are its last. Heads state units; 14 degF are -10 degC.
    void openMeteo() {
        const auto made = [&](const char* unit, double first, double rest) {
            std::ostringstream out;
            out << "latitude,longitude,elevation,utc_offset_seconds,timezone,timezone_"
                   "abbreviation\n41.98,-87.9,205,0,GMT,GMT\n\n"
                << "time,temperature_2m (" << unit
                << "),relative_humidity_2m (%),surface_pressure (hPa)\n";
            for (int i = 0; i < 8760; ++i) {
                const auto [month, day] = dateOf(i / 24);
                char row[96];
                std::snprintf(row, sizeof row, "2021-%02d-%02dT%02d:00,%.1f,53,1000\n", month, day,
                              i % 24, i == 6 || i == 0 ? first : rest);
                out << row;
            }
            return read(out.str());
        };
        const auto epw = made("\u00b0C", -10.0, 20.0);
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        QCOMPARE(epw->header.utcOffsetH, -6.0);
        QCOMPARE(epw->year.dryBulbC[0], -10.0);
        QCOMPARE(epw->year.dryBulbC[8754], -10.0);
        QCOMPARE(epw->year.dryBulbC[1], 20.0);
        QCOMPARE(epw->year.pressurePa[0], 100000.0);
        const auto imperial = made("\u00b0F", 14.0, 68.0);
        QVERIFY(imperial.has_value());
        QVERIFY(std::abs(imperial->year.dryBulbC[0] + 10.0) < 1e-9 &&
                std::abs(imperial->year.dryBulbC[1] - 20.0) < 1e-9);
    }

    // PVGIS: lines with the place, months of several years, pressure in Pa, words below the rows.
    void pvgis() {
        std::ostringstream out;
        out << "Latitude (decimal degrees): 45.815\nLongitude (decimal degrees): 8.611\nElevation "
               "(m): 219.0\nmonth,year\n1,2010\n"
            << "time(UTC),T2m,RH,G(h),Gb(n),Gd(h),IR(h),WS10m,WD10m,SP\n";
        for (int i = 0; i < 8760; ++i) {
            const auto [month, day] = dateOf(i / 24);
            char row[96];
            std::snprintf(row, sizeof row, "%d%02d%02d:%02d00,%.1f,80.0,0,0,0,300,1,200,99000.0\n",
                          2005 + month, month, day, i % 24, i == 0 ? -5.0 : 10.0);
            out << row;
        }
        out << "\nT2m: 2-m air temperature (degree Celsius)\n";
        const auto epw = read(out.str());
        QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
        QCOMPARE(epw->header.utcOffsetH, 1.0);  // 8.6 degrees east
        QCOMPARE(epw->header.elevationM, 219.0);
        QCOMPARE(epw->year.dryBulbC[1], -5.0);
        QCOMPARE(epw->year.pressurePa[100], 99000.0);
    }

    // NASA POWER at 122.2 degrees west, which is UTC-8 by the longitude: the row of hour 0 in local solar time is the first hour. In UTC it is
    // 16:00 of the day before, of the other end of the year: 8,760 - 8. Pressures are in kPa; -999 is missing and filled from the neighbours.
    void nasaPower() {
        for (const bool isUtc : {false, true}) {
            std::ostringstream out;
            out << "-BEGIN HEADER-\nNASA/POWER CERES/MERRA2 Native Resolution Hourly Data \nDates "
                   "(month/day/year): 01/01/2021 through 12/31/2021 in "
                << (isUtc ? "UTC" : "LST")
                << "\nLocation: Latitude  37.7   Longitude -122.2 \nElevation from MERRA-2: "
                   "Average for 0.5 x 0.625 degree lat/lon region = 120.5 meters\n"
                   "Parameter(s): \nT2M      MERRA-2 Temperature at 2 Meters (C) \n-END "
                   "HEADER-\nYEAR,MO,DY,HR,T2M,RH2M,PS\n";
            for (int i = 0; i < 8760; ++i) {
                const auto [month, day] = dateOf(i / 24);
                char row[96];
                std::snprintf(row, sizeof row, "2021,%d,%d,%d,%s,53.0,99.5\n", month, day, i % 24,
                              i == 0    ? "-5.0"
                              : i == 50 ? "-999"
                                        : "10.0");
                out << row;
            }
            const auto epw = read(out.str());
            QVERIFY2(epw, epw ? "" : epw.error().message.c_str());
            QCOMPARE(epw->header.utcOffsetH, -8.0);
            QCOMPARE(epw->header.elevationM, 120.5);
            QCOMPARE(epw->year.dryBulbC[isUtc ? 8752 : 0], -5.0);
            QCOMPARE(epw->year.dryBulbC[isUtc ? 42 : 50], 10.0);
            QCOMPARE(epw->year.pressurePa[100], 99500.0);
        }
    }
};

HEADROOM_TEST(TestEpw)
}  // namespace tst_epw

#include "tst_epw.moc"
