// SPDX-License-Identifier: Apache-2.0
#include "engine/border/quantities.h"
#include "engine/grid/year_hours.h"
#include "engine/grid/year_series.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

namespace tst_year_series {

using namespace headroom::engine;

/// Files of a year: what becomes of their rows.
class TestYearSeries : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result<YearSeries> read(const std::string& text, const std::string& columns = {},
                            double aheadH = 0.0) const {
        const std::filesystem::path file = folder_.filePath("year.csv").toStdString();
        std::ofstream(file, std::ios::binary) << text;
        YearSeriesSpec spec;
        spec.what = "price";
        spec.heads = {"usd_per_kwh", "price"};
        spec.unit = "USD/kWh";
        spec.least = -100.0;
        spec.most = 100.0;
        spec.usualLeast = 1e-4;
        spec.usualMost = 1.0;
        spec.factorOf = [](std::string_view word) -> std::optional<Result<double>> {
            const auto price = priceUnitOf(word);
            return price ? std::optional(Result<double>(price->perUnitJ * 3.6e6)) : std::nullopt;
        };
        spec.columns = columnMap(columns).value();
        spec.clock.aheadS = 3600.0 * aheadH;
        spec.clock.wall = TimeZone::fixed(spec.clock.aheadS);
        return readYearSeries(file, spec);
    }

    /// Rows of 2025 (no leap year), `perHour` an hour, without their times.
    static std::string rows(const char* head, int perHour, int hours, const char* value) {
        std::string text = head;
        for (int i = 0; i < hours * perHour; ++i) {
            text += std::to_string(i) + ',' + value + '\n';
        }
        return text;
    }

  private slots:

    // 0.10, 0.20, 0.30 and 0.40 in the quarters of an hour are 0.25; rows without times count from January 1st.
    void quarterHours() {
        std::string text = "number,usd_per_kwh\n";
        for (int i = 0; i < 35040; ++i) {
            text += std::to_string(i) + ",0." + std::to_string(i % 4 + 1) + "0\n";
        }
        const auto series = read(text, "value=usd_per_kwh");
        QVERIFY2(series.has_value(), series ? "" : series.error().text().c_str());
        QCOMPARE(series->hourly.size(), kHoursOfYear);
        QVERIFY(std::abs(series->hourly[5000] - 0.25) < 1e-12);
    }

    // Epochs are instants: 2025-01-01 07:00 UTC (1735714800 s) is hour 0 at a site of -7 h.
    void instantsBecomeSiteTime() {
        std::string text = "time,price EUR/MWh\n";
        for (int i = 0; i < 8760; ++i) {
            text += std::to_string(1735714800L + 3600L * i) + ',' + (i == 0 ? "90" : "50") + '\n';
        }
        const auto series = read(text, {}, -7.0);
        QVERIFY2(series.has_value(), series ? "" : series.error().text().c_str());
        QVERIFY(std::abs(series->hourly[0] - 0.09) < 1e-12 &&
                std::abs(series->hourly[1] - 0.05) < 1e-12);
    }

    // 50 USD/kWh is a price of a megawatt-hour; 0.00005 is one of a kilowatt-hour under a head of MWh.
    void slipsOfTheUnit() {
        const auto high = read(rows("number,usd_per_kwh\n", 1, 8760, "50"), "value=usd_per_kwh");
        QCOMPARE(high.error().code, std::string("MON-006"));
        QVERIFY(high.error().message.find("the unit is wrong") != std::string::npos);
        const auto low = read(rows("number,price\n", 1, 8760, "0.05"), "value=price; unit=USD/MWh");
        QCOMPARE(low.error().code, std::string("MON-006"));
    }

    // 8,784 hours of a leap year: hours 1,416 to 1,439 are February 29th.
    void leapYear() {
        std::string text = "number,usd_per_kwh\n";
        for (int i = 0; i < 8784; ++i) {
            text += std::to_string(i) + (i >= 1416 && i < 1440 ? ",0.9\n"
                                         : i == 1440           ? ",0.3\n"
                                                               : ",0.1\n");
        }
        const auto series = read(text, "value=usd_per_kwh");
        QVERIFY2(series.has_value(), series ? "" : series.error().text().c_str());
        QCOMPARE(series->hourly[1416], 0.3);
        QCOMPARE(*std::max_element(series->hourly.begin(), series->hourly.end()), 0.3);
    }

    // Two places in one file: a mean of both is the price of neither. The message names the column, and `where` chooses.
    void severalSeries() {
        std::string text = "time,node,price\n";
        for (int i = 0; i < 8760; ++i) {
            const std::string time = std::to_string(1735689600L + 3600L * i);
            text += time + ",north,0.10\n" + time + ",south,0.30\n";
        }
        const auto both = read(text);
        QVERIFY(!both.has_value());
        QVERIFY2(both.error().message.find("column \"node\" has north, south") != std::string::npos,
                 both.error().text().c_str());
        const auto south = read(text, "where=node:south");
        QVERIFY2(south.has_value(), south ? "" : south.error().text().c_str());
        QVERIFY(std::abs(south->hourly[5000] - 0.3) < 1e-12);
        QCOMPARE(read(text, "where=place:south").error().code, std::string("MON-006"));
    }

    // A day and the hour that ends: hour 1 of January 1st is the first of the year, hour 24 of December 31st the last.
    void datesAndHours() {
        std::string text = "Date,Hour Ending,price\n";
        for (int i = 0; i < 8760; ++i) {
            const std::string day =
                instantText(1735689600.0 + 86400.0 * (i / 24), TimeZone::fixed(0.0)).substr(0, 10);
            text += day + ',' + std::to_string(i % 24 + 1) +
                    (i == 0 || i == 8759 ? ",0.9\n" : ",0.1\n");
        }
        const auto series = read(text);
        QVERIFY2(series.has_value(), series ? "" : series.error().text().c_str());
        QCOMPARE(series->hourly[0], 0.9);
        QCOMPARE(series->hourly[1], 0.1);
        QCOMPARE(series->hourly[8759], 0.9);
    }

    void refused() {
        QCOMPARE(read("a,b,c\n1,2,3\n").error().code, std::string("MON-006"));
        QCOMPARE(
            read(rows("number,usd_per_kwh\n", 1, 5000, "0.1"), "value=usd_per_kwh").error().code,
            std::string("MON-006"));
        QCOMPARE(read(rows("number,usd_per_kwh\n", 1, 8760, "0.1"), "value=other").error().code,
                 std::string("MON-006"));
    }
};

HEADROOM_TEST(TestYearSeries)
}  // namespace tst_year_series

#include "tst_year_series.moc"
