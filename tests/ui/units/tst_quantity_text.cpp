// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/quantity.h"
#include "tests/support/test_program.h"
#include "ui/units/quantity_text.h"
#include "ui/units/value_text.h"

#include <QtTest>

#include <limits>

namespace tst_quantity_text {

using namespace headroom;

class TestQuantityText : public QObject {
    Q_OBJECT

  private slots:

    void number_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("digits");
        QTest::addColumn<QString>("text");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("zero") << 0.0 << 4 << "0";
        QTest::newRow("whole") << 12.0 << 4 << "12";
        QTest::newRow("four digits") << 1.23456 << 4 << "1.235";
        QTest::newRow("tens") << 12.3456 << 4 << "12.35";
        QTest::newRow("hundreds") << 123.456 << 4 << "123.5";
        QTest::newRow("thousands are not cut")
            << 12345.6 << 4 << QString("12") + QChar(0x202F) + "346";
        // A thousand milliards: groups, no exponent.
        QTest::newRow("huge") << 1e12 << 4
                              << QStringList({"1", "000", "000", "000", "000"}).join(QChar(0x202F));
        QTest::newRow("below one") << 0.012345 << 3 << "0.0123";
        QTest::newRow("rounding adds no digit") << 9.99996 << 4 << "10.00";
        QTest::newRow("minus sign, not hyphen") << -2.5 << 3 << QString(QChar(0x2212)) + "2.50";
        QTest::newRow("tiny has an exponent") << 1.5e-7 << 3 << "1.5e-07";
        QTest::newRow("not a number") << nan << 4 << QString::fromUtf8("–");
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << 4
                                  << QString::fromUtf8("–");
    }

    void number() {
        QFETCH(double, value);
        QFETCH(int, digits);
        QTEST(ui::numberText(value, digits), "text");
    }

    void quantity_data() {
        QTest::addColumn<double>("si");
        QTest::addColumn<QString>("symbol");
        QTest::addColumn<double>("toSi");
        QTest::addColumn<QString>("text");
        const QString thin(QChar(0x2009));
        // 1.234e6 W, table unit kW: the family's MW has one digit before the point.
        QTest::newRow("kW to MW") << 1.234e6 << "kW" << 1e3 << "1.234" + thin + "MW";
        QTest::newRow("kW to W") << 350.0 << "kW" << 1e3 << "350" + thin + "W";
        QTest::newRow("zero keeps the unit") << 0.0 << "kW" << 1e3 << "0" + thin + "kW";
        // 3.6e9 J are 1 MWh.
        QTest::newRow("ramp") << 4.5e3 << "MW/s" << 1e6 << "4.500" + thin + "kW/s";
        QTest::newRow("ramp a minute")
            << 5e4 << "MW/min" << 1e6 / 60.0 << "3" + thin + "MW/min";  // 60 s of 50 kW/s
        QTest::newRow("energy") << 7.2e9 << "kWh" << 3.6e6 << "2" + thin + "MWh";
        QTest::newRow("temperature") << 23.456 << "°C" << 1.0 << "23.46" + thin + "°C";
        QTest::newRow("percent") << 0.9821 << "%" << 1e-2 << "98.21" + thin + "%";
        QTest::newRow("ratio") << 1.2134 << "" << 1.0 << "1.213";
        QTest::newRow("count") << 1024.0 << "" << 1.0 << "1024";
        QTest::newRow("big count") << 24576.0 << "" << 1.0 << "24.58" + thin + "k";
        QTest::newRow("tokens") << 3.2e6 << "tokens/s" << 1.0 << "3.200" + thin + "M tokens/s";
        QTest::newRow("money") << 12500.0 << "USD" << 1.0 << "12.50" + thin + "k USD";
        QTest::newRow("mass") << 2500.0 << "kg" << 1.0 << "2.500" + thin + "t";
        QTest::newRow("current of a feeder") << 4000.0 << "A" << 1.0 << "4000" + thin + "A";
        QTest::newRow("current of a board") << 21600.0 << "A" << 1.0 << "21.60" + thin + "kA";
        QTest::newRow("volume") << 12.5 << "m3" << 1.0 << "12.50" + thin + "m³";
        QTest::newRow("just under the next prefix")
            << 999.99e3 << "kW" << 1e3 << "1.000" + thin + "MW";
    }

    void quantity() {
        QFETCH(double, si);
        QFETCH(QString, symbol);
        QFETCH(double, toSi);
        const std::string held = symbol.toStdString();
        QTEST(ui::quantityText(si, models::Unit{held, toSi}), "text");
    }

    // The mode of a loop is a state (0 free cooling, 1 both, 2 chillers, 3 off), its heat an amount.
    void statesAreWords() {
        const auto& loops = engine::loopQuantities();
        const auto info = [&](engine::LoopQuantity q) {
            return loops[static_cast<std::size_t>(q)];
        };
        QCOMPARE(ui::valueText(info(engine::LoopQuantity::Mode), 1.0),
                 QString("Economiser and chillers"));
        QCOMPARE(ui::valueText(info(engine::LoopQuantity::Mode), 3.0), QString("Off"));
        QCOMPARE(ui::valueText(info(engine::LoopQuantity::Mode),
                               std::numeric_limits<double>::quiet_NaN()),
                 QString("Off"));
        QCOMPARE(ui::valueText(info(engine::LoopQuantity::Heat), 3.2e6),
                 ui::quantityText(3.2e6, info(engine::LoopQuantity::Heat).unit));
    }

    void duration() {
        QCOMPARE(ui::durationText(0.0), QString("00:00:00"));
        QCOMPARE(ui::durationText(3661.9), QString("01:01:01"));
        QCOMPARE(ui::durationText(90061.0), QString("1 d 01:01:01"));  // 86400 + 3661
        QCOMPARE(ui::durationText(-1.0), QString::fromUtf8("–"));
    }
};

HEADROOM_TEST(TestQuantityText)
}  // namespace tst_quantity_text

#include "tst_quantity_text.moc"
