// SPDX-License-Identifier: Apache-2.0
#include "engine/text/amount_text.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_amount_text {

using namespace headroom::engine;

class TestAmountText : public QObject {
    Q_OBJECT

  private slots:

    void quantities_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        // Four digits as they are; from 10,000 on the next unit of the trade.
        QTest::newRow("four digits") << 1232.4 << "A"
                                     << "1232 A";
        QTest::newRow("current") << 21600.0 << "A"
                                 << "21.6 kA";
        QTest::newRow("rounded up to the step") << 9999.6 << "A"
                                                << "10 kA";
        QTest::newRow("length") << 100000.0 << "m"
                                << "100 km";
        QTest::newRow("length beyond any site") << 1e12 << "m"
                                                << "1,000,000,000 km";
        QTest::newRow("negative") << -21600.0 << "A"
                                  << "-21.6 kA";
        QTest::newRow("power") << 33.93 << "kW"
                               << "33.93 kW";
        QTest::newRow("power of a campus") << 123456.0 << "kW"
                                           << "123.5 MW";
        QTest::newRow("mass") << 12345.0 << "kg"
                              << "12.35 t";
        QTest::newRow("no family") << 12345.6 << "°C"
                                   << "12,346 °C";
        QTest::newRow("share") << 123456.0 << "%"
                               << "123,456 %";
        QTest::newRow("tens keep their zeros") << 100.0 << "kW"
                                               << "100 kW";
        QTest::newRow("no zeros at the end") << 12.0 << "MW"
                                             << "12 MW";
        QTest::newRow("zero") << 0.0 << "kW"
                              << "0 kW";
        QTest::newRow("too small to print") << 1e-310 << "m"
                                            << "0 m";
        // A typed text may be no figure at all. The sentence that refuses it must hold.
        QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN() << "MW"
                                   << "nan MW";
        QTest::newRow("count") << 24576.0 << ""
                               << "24,576";
        QTest::newRow("small") << 0.012345 << "m"
                               << "0.01235 m";
        QTest::newRow("nothing from below") << -1e-9 << "m"
                                            << "0 m";
        QTest::newRow("no exponent") << 1e300 << "m"
                                     << "more than 10^15 m";
        QTest::newRow("without end") << std::numeric_limits<double>::infinity() << "A"
                                     << "more than 10^15 A";
    }

    void quantities() {
        QFETCH(double, value);
        QFETCH(QString, unit);
        const Words words = amountText(value, unit.toStdString());
        QTEST(QString::fromStdString(words), "text");
        // The quantity stays in the unit of the tables, for readers of other units.
        if (!unit.isEmpty()) {
            QCOMPARE(words.quantities.size(), std::size_t{1});
            QVERIFY(words.quantities.front().value == value || std::isnan(value));
            QCOMPARE(QString::fromStdString(words.quantities.front().unit), unit);
        }
    }

    void counts() {
        QCOMPARE(countText(9999), std::string("9999"));
        QCOMPARE(countText(10000), std::string("10,000"));
        QCOMPARE(countText(-1234567), std::string("-1,234,567"));
        QCOMPARE(grouped("24576.55 kW"), std::string("24,576.55 kW"));
    }
};

HEADROOM_TEST(TestAmountText)
}  // namespace tst_amount_text

#include "tst_amount_text.moc"
