// SPDX-License-Identifier: Apache-2.0
#include "models/economics/tariff_spec.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_tariff_spec {

using namespace headroom::models;

class TestTariffSpec : public QObject {
    Q_OBJECT

  private slots:

    // June to September are bits 5 to 8; November to February go over the year's end.
    void rows() {
        const RateRows read =
            readRates("jun-sep weekdays 16-21 0.17702; nov-feb,apr 21:30-6 0.09;0.1");
        QVERIFY2(read.fault.empty(), read.fault.c_str());
        QCOMPARE(read.rows.size(), std::size_t{3});
        QCOMPARE(read.rows[0].when.months, std::uint16_t{0b0001'1110'0000});
        QVERIFY(read.rows[0].when.days == TariffDays::Weekdays);
        QCOMPARE(read.rows[0].when.fromH, 16.0);
        QCOMPARE(read.rows[0].when.toH, 21.0);
        QCOMPARE(read.rows[0].price, 0.17702);
        QCOMPARE(read.rows[1].when.months, std::uint16_t{0b1100'0000'1011});
        QCOMPARE(read.rows[1].when.fromH, 21.5);
        QCOMPARE(read.rows[1].when.toH, 6.0);
        QCOMPARE(read.rows[2].when.months, TariffPeriod::kAllMonths);
        QCOMPARE(read.rows[2].price, 0.1);
        QVERIFY(readRates("").rows.empty());
    }

    void faults_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("at");
        QTest::newRow("a word") << "0.1; summer 0.2" << 1;
        QTest::newRow("no price") << "jun-sep" << 0;
        QTest::newRow("half a span") << "jun-sommer 0.1" << 0;
        QTest::newRow("an empty period") << "8-8 0.1" << 0;
        QTest::newRow("hour 25") << "8-25 0.1" << 0;
        QTest::newRow("minute 70") << "8:70-9 0.1" << 0;
        QTest::newRow("two prices") << "0.1 0.2" << 0;
        QTest::newRow("below 0") << "0.2;0.1;-0.1" << 2;
    }

    void faults() {
        QFETCH(QString, text);
        QFETCH(int, at);
        const RateRows read = readRates(text.toStdString());
        QVERIFY(!read.fault.empty());
        QCOMPARE(read.at, static_cast<std::size_t>(at));
    }
};

HEADROOM_TEST(TestTariffSpec)
}  // namespace tst_tariff_spec

#include "tst_tariff_spec.moc"
