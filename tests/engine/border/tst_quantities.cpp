// SPDX-License-Identifier: Apache-2.0
#include "engine/border/counter.h"
#include "engine/border/quantities.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <string>

namespace tst_quantities {

using namespace headroom;
using namespace headroom::engine;

class TestQuantities : public QObject {
    Q_OBJECT

  private slots:

    void cells_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::newRow("watt") << "302.20 W" << 302.2 << "W";
        QTest::newRow("percent") << "97 %" << 97.0 << "%";
        QTest::newRow("rack units") << "48U" << 48.0 << "U";
        QTest::newRow("dollar") << "$0.12" << 0.12 << "$";
        QTest::newRow("in brackets") << "(12.5)" << -12.5 << "";
        QTest::newRow("exponent") << "1.5e3" << 1500.0 << "";
        QTest::newRow("grouped by blanks") << "1 234.5 kWh" << 1234.5 << "kWh";
    }

    void cells() {
        QFETCH(QString, cell);
        QFETCH(double, value);
        QFETCH(QString, unit);
        const std::string text = cell.toStdString();
        const CellQuantity quantity = readQuantity(text);
        QVERIFY(quantity.kind == CellQuantity::Kind::Number);
        QCOMPARE(quantity.value, value);
        QCOMPARE(std::string(quantity.unit), unit.toStdString());
    }

    void missing() {
        for (const char* cell : {"", "  ", "No Data", "#N/A", "NaN", "[N/A]", "[Unknown Error]",
                                 "unavailable", "-", "null"}) {
            QVERIFY2(readQuantity(cell).kind == CellQuantity::Kind::Missing, cell);
        }
        for (const char* cell : {"high", "12,34,5x,", "1.2.3"}) {
            QVERIFY2(readQuantity(cell).kind == CellQuantity::Kind::Unreadable, cell);
        }
    }

    void styles_data() {
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<char>("separator");
        QTest::addColumn<double>("first");
        QTest::addColumn<bool>("isAssumed");
        QTest::newRow("decimal comma") << QStringList{"1,5", "300,25"} << ';' << 1.5 << false;
        QTest::newRow("both marks") << QStringList{"1.234,5", "7"} << ';' << 1234.5 << false;
        QTest::newRow("English thousands") << QStringList{"1,234.5", "7"} << ',' << 1234.5 << false;
        QTest::newRow("one cell decides") << QStringList{"1,234", "7,5"} << ';' << 1.234 << false;
        QTest::newRow("many groups") << QStringList{"1,234,567"} << ',' << 1234567.0 << false;
        QTest::newRow("open, in a file of semicolons")
            << QStringList{"1,234"} << ';' << 1.234 << true;
        QTest::newRow("open, in a file of commas") << QStringList{"1,234"} << ',' << 1234.0 << true;
        QTest::newRow("apostrophes") << QStringList{"1'234.5"} << ';' << 1234.5 << false;
    }

    void styles() {
        QFETCH(QStringList, cells);
        QFETCH(char, separator);
        QFETCH(double, first);
        QFETCH(bool, isAssumed);
        NumberColumn column;
        for (const QString& cell : cells) {
            column.observe(cell.toStdString());
        }
        const NumberStyle style = column.style(separator);
        QCOMPARE(style.isAssumed, isAssumed);
        QCOMPARE(readNumber(cells.front().toStdString(), style).value(), first);
    }

    void units_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<double>("reading");
        QTest::addColumn<double>("si");
        // NIST SP 811: Btu (IT) 1,055.056 J, ton of refrigeration 3,516.853 W, US gallon 3.785412e-3 m3, psi 6,894.757 Pa,
        // inch of water 249.089 Pa, therm (US) 1.054804e8 J, pound 0.45359237 kg.
        QTest::newRow("tons") << "tons" << 100.0 << 351685.3;
        QTest::newRow("MBH") << "MBH" << 1.0 << 293.0711;
        QTest::newRow("BTU/hr") << "BTU/hr" << 3412.1416 << 1000.0;
        QTest::newRow("CFM") << "CFM" << 1000.0 << 0.4719474;
        QTest::newRow("GPM") << "GPM" << 100.0 << 0.006309020;
        QTest::newRow("l/min") << "l/min" << 60.0 << 1e-3;
        QTest::newRow("in. w.g.") << "in. w.g." << 1.0 << 249.08891;
        QTest::newRow("psi") << "PSI" << 1.0 << 6894.757;
        QTest::newRow("F") << "\u00b0F" << 212.0 << 100.0;
        QTest::newRow("therm") << "therms" << 1.0 << 1.054804e8;
        QTest::newRow("kVA") << "kva" << 1.0 << 1000.0;
        QTest::newRow("m3") << "m\u00b3" << 2.0 << 2.0;
        QTest::newRow("MWh") << "MWh" << 1.0 << 3.6e9;
        QTest::newRow("lb") << "lbs" << 1.0 << 0.45359237;
    }

    void units() {
        QFETCH(QString, word);
        QFETCH(double, reading);
        QFETCH(double, si);
        const models::MeasuredUnit* unit = unitOf(word.toStdString());
        QVERIFY(unit != nullptr);
        QVERIFY2(std::abs(unit->si(reading) - si) <= 1e-6 * std::abs(si),
                 qPrintable(QString::number(unit->si(reading), 'g', 12)));
    }

    // 1 EUR/MWh is 1 / 3.6e9 EUR/J; a cent a kWh 0.01 / 3.6e6. A pound per MWh is 0.45359237 / 3.6e9 kg/J.
    void pricesAndEmissions() {
        QCOMPARE(priceUnitOf("EUR/MWh")->perUnitJ, 1.0 / 3.6e9);
        QCOMPARE(priceUnitOf("ct/kWh")->perUnitJ, 0.01 / 3.6e6);
        QCOMPARE(priceUnitOf("usd_per_kwh")->currency, std::string("USD"));
        QCOMPARE(priceUnitOf("Day-ahead Price [EUR/MWh]")->currency, std::string("EUR"));
        QCOMPARE(priceUnitOf("\u20ac/MWh")->currency, std::string("EUR"));
        QCOMPARE(priceUnitOf("EUR / MWh")->perUnitJ, 1.0 / 3.6e9);
        QVERIFY(!priceUnitOf("kW").has_value());
        QVERIFY(std::abs(emissionUnitOf("lb/MWh").value() * 3.6e9 - 0.45359237) < 1e-12);
        QVERIFY(
            std::abs(emissionUnitOf("Carbon intensity gCO\u2082eq/kWh (direct)").value() * 3.6e9 -
                     1.0) < 1e-12);
        QVERIFY(std::abs(emissionUnitOf("g_per_kwh").value() * 3.6e9 - 1.0) < 1e-12);
        QVERIFY(!emissionUnitOf("EUR/MWh").has_value());
        QCOMPARE(std::string(unitInHead("power.draw [W]")), std::string("W"));
        QCOMPARE(std::string(unitInHead("Load (kW)")), std::string("kW"));
        QCOMPARE(std::string(unitInHead("sensor A")), std::string());
    }

    // Hourly kWh: 100, 110, 125 (10 and 15 kWh an hour), 99,990 to 10 over the end of five digits is 20 kWh, a fall to
    // 3 from 500 a reset, and a gap of ten hours has no rate.
    void counters() {
        CounterReader steady(7200.0);
        QVERIFY(!steady.rate(0.0, 100.0).has_value());
        QVERIFY(std::abs(steady.rate(3600.0, 110.0).value() * 3600.0 - 10.0) < 1e-9);
        QVERIFY(std::abs(steady.rate(7200.0, 125.0).value() * 3600.0 - 15.0) < 1e-9);
        CounterReader over(7200.0);
        over.rate(0.0, 99990.0);
        QVERIFY(std::abs(over.rate(3600.0, 10.0).value() * 3600.0 - 20.0) < 1e-9);
        QCOMPARE(over.rollOvers(), 1L);
        CounterReader reset(7200.0);
        reset.rate(0.0, 500.0);
        QVERIFY(!reset.rate(3600.0, 3.0).has_value());
        QCOMPARE(reset.resets(), 1L);
        QVERIFY(!reset.rate(3600.0 + 36000.0, 50.0).has_value());
        QCOMPARE(reset.gaps(), 1L);
    }
};

HEADROOM_TEST(TestQuantities)
}  // namespace tst_quantities

#include "tst_quantities.moc"
