// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "engine/explain/stale_figures.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <chrono>
#include <variant>

namespace tst_stale_figures {

using namespace headroom::engine;
using namespace std::chrono;

class TestStaleFigures : public QObject {
    Q_OBJECT

  private slots:

    void datesMeanTheirLastDay_data() {
        QTest::addColumn<QString>("date");
        QTest::addColumn<bool>("isDate");
        QTest::addColumn<int>("days");  // since 2024-01-01
        QTest::newRow("year") << "2024" << true
                              << 365;  // a leap year: 31 December is day 365 after 1 January
        QTest::newRow("month") << "2024-02" << true << 59;  // 29 February: 31 + 28
        QTest::newRow("day") << "2024-03-01" << true << 60;
        QTest::newRow("day that is none") << "2023-02-29" << false << 0;
        QTest::newRow("month that is none") << "2024-13" << false << 0;
        QTest::newRow("empty") << "" << false << 0;
        QTest::newRow("words") << "recently" << false << 0;
        QTest::newRow("range") << "2024-2025" << false << 0;
        QTest::newRow("sign") << "-024" << false << 0;
        QTest::newRow("rest") << "2024-01-01x" << false << 0;
    }

    void datesMeanTheirLastDay() {
        QFETCH(QString, date);
        QFETCH(bool, isDate);
        QFETCH(int, days);
        const auto day = lastDayOf(date.toStdString());
        QCOMPARE(day.has_value(), isDate);
        if (isDate) {
            QCOMPARE(static_cast<int>((*day - sys_days{2024y / January / 1}).count()), days);
        }
    }

    // Every row is at least as old as asked and not older than the row above. Nothing is aged on a day before all sources, and
    // a lower limit never lists fewer parts.
    void agedPartsAreListedOldestFirst() {
        const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY(catalogue.has_value());
        const sys_days today{2026y / November / 30};
        const Sheet sheet = staleFigures(*catalogue, "cloud_offer", 30.0, today);
        const auto age = static_cast<std::size_t>(columnIndex(sheet, "age_d"));
        QVERIFY(!sheet.rows.empty());
        std::int64_t before = std::get<std::int64_t>(sheet.rows.front()[age]);
        for (const auto& row : sheet.rows) {
            const std::int64_t days = std::get<std::int64_t>(row[age]);
            QVERIFY(days >= 30 && days <= before);
            QCOMPARE(std::get<std::string>(row[0]), std::string("cloud_offer"));
            before = days;
        }
        QVERIFY(staleFigures(*catalogue, "", 30.0, today).rows.size() > sheet.rows.size());
        QVERIFY(staleFigures(*catalogue, "cloud_offer", 10.0, today).rows.size() >=
                sheet.rows.size());
        QVERIFY(staleFigures(*catalogue, "", 0.0, sys_days{1900y / January / 1}).rows.empty());
    }
};

HEADROOM_TEST(TestStaleFigures)
}  // namespace tst_stale_figures

#include "tst_stale_figures.moc"
