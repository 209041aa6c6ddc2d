// SPDX-License-Identifier: Apache-2.0
#include "engine/sensitivity/ends.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_ends {

using namespace headroom;
using namespace headroom::engine;
using models::Attribute;
using models::Curve;
using models::Value;

namespace {

Attribute number(models::Unit unit, double minimum, double maximum) {
    Attribute a;
    a.key = "figure";
    a.unit = unit;
    a.minimum = minimum;
    a.maximum = maximum;
    return a;
}

}  // namespace

/// How far a figure is moved, by the rule in ends.h, for 10 %.
class TestEnds : public QObject {
    Q_OBJECT

  private:
    static void compare(const std::optional<Ends>& ends, double low, double high) {
        QVERIFY(ends.has_value());
        QVERIFY(!ends->stated);
        QVERIFY(std::abs(std::get<double>(ends->low) - low) < 1e-9);
        QVERIFY(std::abs(std::get<double>(ends->high) - high) < 1e-9);
    }

  private slots:

    // 200 kW -+ 10 %: 180 and 220; within 0 and 210: 180 and 210.
    void numbersByShare() {
        compare(endsOf(number(models::unit::kilowatt, 0, 1e6), 200.0, {}, 0.1), 180.0, 220.0);
        compare(endsOf(number(models::unit::kilowatt, 0, 210), 200.0, {}, 0.1), 180.0, 210.0);
    }

    // A temperature has no zero to take a share of: 20 K x 0.1 = 2 K either way.
    void temperaturesByKelvin() {
        compare(endsOf(number(models::unit::celsius, -50, 150), 30.0, {}, 0.1), 28.0, 32.0);
        compare(endsOf(number(models::unit::celsius, -50, 150), 0.0, {}, 0.1), -2.0, 2.0);
        compare(endsOf(number(models::unit::kelvin, 0, 150), 30.0, {}, 0.1), 27.0, 33.0);
    }

    // An efficiency of 94 % loses 6 %: 10 % more of it is 6.6, 10 % less 5.4. A share of 30 % is
    // moved itself. What is written without unit counts by its highest value: 100, or 1.
    void sharesByTheirRemainder() {
        compare(endsOf(number(models::unit::percent, 0, 100), 94.0, {}, 0.1), 93.4, 94.6);
        compare(endsOf(number(models::unit::percent, 0, 100), 30.0, {}, 0.1), 27.0, 33.0);
        compare(endsOf(number(models::unit::none, 1, 100), 94.0, {}, 0.1), 93.4, 94.6);
        compare(endsOf(number(models::unit::none, 0, 1), 0.94, {}, 0.1), 0.934, 0.946);
        compare(endsOf(number(models::unit::none, 0, 1e9), 94.0, {}, 0.1), 84.6, 103.4);
    }

    // Curves at each point, lists at each number.
    void curvesAndLists() {
        const Attribute a = number(models::unit::none, 0, 1e9);
        const auto curve = endsOf(a, Curve({0, 1}, {10, 20}), {}, 0.1);
        QVERIFY(curve.has_value());
        QVERIFY(std::get<Curve>(curve->low) == Curve({0, 1}, {9, 18}));
        const auto list = endsOf(a, std::vector<double>{-10, 5}, {}, 0.1);
        QVERIFY(list.has_value());
        QVERIFY(std::abs(std::get<std::vector<double>>(list->high)[1] - 5.5) < 1e-12);
    }

    void whatTheCatalogueStatesComesFirst() {
        Provenance known;
        known.low = 150.0;
        known.high = 205.0;
        const auto ends = endsOf(number(models::unit::kilowatt, 0, 1e6), 200.0, known, 0.1);
        QVERIFY(ends.has_value() && ends->stated);
        QCOMPARE(std::get<double>(ends->low), 150.0);
        QCOMPARE(std::get<double>(ends->high), 205.0);
    }

    // Nothing to move: 10 % of nothing, a count, a word, and what is not stated.
    void whatIsNotMoved() {
        const Attribute a = number(models::unit::kilowatt, 0, 1e6);
        QVERIFY(!endsOf(a, 0.0, {}, 0.1).has_value());
        QVERIFY(!endsOf(a, std::int64_t{8}, {}, 0.1).has_value());
        QVERIFY(!endsOf(a, std::string("air"), {}, 0.1).has_value());
        QVERIFY(!endsOf(a, Value{}, {}, 0.1).has_value());
    }
};

HEADROOM_TEST(TestEnds)
}  // namespace tst_ends

#include "tst_ends.moc"
