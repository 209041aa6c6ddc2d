// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/units/quantity_parse.h"
#include "ui/units/unit_system.h"

#include <QtTest>

namespace tst_quantity_parse {

using namespace headroom;
using namespace headroom::ui;

/// What people type, in part the cases of issues of FreeCAD that anchors/ux.md lists.
class TestQuantityParse : public QObject {
    Q_OBJECT

  private slots:

    void cleanup() { UnitSystem::instance().choose(UnitChoice::Si); }

    void reads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("symbol");
        QTest::addColumn<double>("toSi");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, models::Unit unit, double value) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(unit.symbol.data())
                                << unit.toSi << value;
        };
        using namespace models::unit;
        row("12.3", metre, 12.3);  // FreeCAD#5871 read 123
        row("0.1", metre, 0.1);
        row(".5", metre, 0.5);
        row("1e3", metre, 1000.0);
        row("-3", metre, -3.0);
        row("\u22123", metre, -3.0);  // the minus sign of our own texts
        row("  7 ", metre, 7.0);
        row("12 ft", metre, 12 * 0.3048);
        row("12ft", metre, 12 * 0.3048);
        row("12' 6\"", metre, 12.5 * 0.3048);
        row("12 ft 6 in", metre, 12.5 * 0.3048);
        row("-12' 6\"", metre, -12.5 * 0.3048);
        row("600 mm", metre, 0.6);
        row("3.6 MW", kilowatt, 3600.0);
        row("3600", kilowatt, 3600.0);
        row("2.5 kW", kilowatt, 2.5);
        row("85 F", celsius, (85.0 - 32.0) * 5.0 / 9.0);
        row("85 °F", celsius, (85.0 - 32.0) * 5.0 / 9.0);
        row("-40 F", celsius, -40.0);
        row("18 F", kelvin, 10.0);  // a difference
        row("2*1.2+0.6", metre, 3.0);
        row("(2+3)*0.6", metre, 3.0);
        row("10/4", metre, 2.5);
        row("3*(2 ft + 6 in)", metre, 3 * 2.5 * 0.3048);
        row("2 m/2", metre, 1.0);
        row("1 m - 20 cm", metre, 0.8);
        row("100 gpm", litrePerSecond, 100 * 3.785411784 / 60.0);
        row("1000 cfm", cubicMetrePerSecond, 1000 * 0.028316846592 / 60.0);
        row("15 psi", kilopascal, 15 * 6.894757293168361);
        row("1 t", kilogram, 1000.0);
        row("5 min", second, 300.0);
        row("50 %", percent, 50.0);
        row("42", none, 42.0);
    }

    void reads() {
        QFETCH(QString, text);
        QFETCH(QString, symbol);
        QFETCH(double, toSi);
        QFETCH(double, value);
        const std::string kept = symbol.toStdString();
        const auto read = parseQuantity(text, {kept, toSi}, QLocale::c());
        QVERIFY2(read.has_value(), read ? "" : qPrintable(read.error()));
        QVERIFY2(std::abs(*read - value) <= 1e-12 * std::abs(value),
                 qPrintable(QString::number(*read, 'g', 17)));
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("symbol");
        QTest::addColumn<QString>("because");
        const auto row = [](const char* text, const char* symbol, const char* because) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(symbol)
                                << QString::fromUtf8(because);
        };
        row("1,000.5", "m", "groups its digits");  // FreeCAD#22892 read 1
        row("1,000", "m", "groups its digits");
        row("1 000", "m", "groups its digits");
        row("1_000", "m", "groups its digits");
        row("1.2.3", "m", "groups its digits");
        row("", "m", "missing");
        row("ten", "m", "neither a number nor a unit");
        row("12 kg", "m", "neither a number nor a unit");
        row("12 ftx", "m", "neither a number nor a unit");
        row("3 +", "m", "missing");
        row("1/0", "m", "zero");
        row("(1+2", "m", "not closed");
        row("1)", "m", "not opened");
        row("1 m + 2", "m", "has a unit and the other has not");
        row("2 m * 3 m", "m", "multiplied");
        row("2/(1 m)", "m", "divided by a quantity");
        row("20 C + 5 C", "°C", "cannot be added");
        row("12' 6", "m", "no unit");
        row("1e999", "m", "beyond");
        row("nan", "m", "neither");
        row("inf", "m", "neither");
        row("12 m", "", "not a number");
    }

    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, symbol);
        QFETCH(QString, because);
        const std::string kept = symbol.toStdString();
        const auto read = parseQuantity(text, {kept, 1.0}, QLocale::c());
        QVERIFY2(!read.has_value(), "was taken");
        QVERIFY2(read.error().contains(because), qPrintable(read.error()));
    }

    void decimalSeparatorOfTheLocale() {
        const QLocale german(QLocale::German, QLocale::Germany);
        QCOMPARE(*parseQuantity("1,5", models::unit::metre, german), 1.5);
        QCOMPARE(*parseQuantity("1.5", models::unit::metre, german), 1.5);
        QVERIFY(!parseQuantity("1.000,5", models::unit::metre, german));
        QVERIFY(!parseQuantity("1,5", models::unit::metre, QLocale::c()));
    }

    void aPlainNumberIsInTheShownUnit() {
        UnitSystem::instance().choose(UnitChoice::Us);
        QVERIFY(std::abs(*parseQuantity("10", models::unit::metre) - 3.048) < 1e-12);
        QVERIFY(std::abs(*parseQuantity("3 m", models::unit::metre) - 3.0) < 1e-12);
        QVERIFY(std::abs(*parseQuantity("212", models::unit::celsius) - 100.0) < 1e-12);
        QVERIFY(std::abs(*parseQuantity("9", models::unit::kelvin) - 5.0) < 1e-12);
        QCOMPARE(*parseQuantity("500", models::unit::kilowatt), 500.0);  // power stays
        // Pounds only with all of US customary.
        QVERIFY(std::abs(*parseQuantity("1", models::unit::kilogram) - 0.45359237) < 1e-15);
        UnitSystem::instance().choose(UnitChoice::Mixed);
        QCOMPARE(*parseQuantity("1", models::unit::kilogram), 1.0);
        QVERIFY(std::abs(*parseQuantity("10", models::unit::metre) - 3.048) < 1e-12);
    }
};

HEADROOM_TEST(TestQuantityParse)
}  // namespace tst_quantity_parse

#include "tst_quantity_parse.moc"
