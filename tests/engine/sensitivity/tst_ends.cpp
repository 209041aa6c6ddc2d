// SPDX-License-Identifier: Apache-2.0
#include "engine/sensitivity/ends.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

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

/// Numbers of a value: one, the y of a curve, or a list. Empty for a word or a count.
std::vector<double> numbersOf(const Value& value) {
    if (const auto* number = std::get_if<double>(&value)) {
        return {*number};
    }
    if (const auto* curve = std::get_if<Curve>(&value)) {
        return curve->y();
    }
    const auto* list = std::get_if<std::vector<double>>(&value);
    return list != nullptr ? *list : std::vector<double>{};
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
    // moved itself. Without a unit, the key (100) or a table that ends at 1 tells a share.
    void sharesByTheirRemainder() {
        compare(endsOf(number(models::unit::percent, 0, 100), 94.0, {}, 0.1), 93.4, 94.6);
        compare(endsOf(number(models::unit::percent, 0, 100), 30.0, {}, 0.1), 27.0, 33.0);
        Attribute curve = number(models::unit::none, 1, 100);
        compare(endsOf(curve, 94.0, {}, 0.1), 84.6, 100.0);  // 100 of something, not percent
        curve.key = "efficiency_pct";
        compare(endsOf(curve, 94.0, {}, 0.1), 93.4, 94.6);
        compare(endsOf(number(models::unit::none, 0, 1), 0.94, {}, 0.1), 0.934, 0.946);
        compare(endsOf(number(models::unit::none, 0, 1e9), 94.0, {}, 0.1), 84.6, 103.4);
    }

    // Rule of ends.h over every figure of the catalogue. No end leaves the range of its attribute. A
    // share above a half of its whole moves its remainder: by 10 %, 0.1 (100 - value) either way. A
    // percentage whose table allows more than 100 is a ratio, and each such is listed with what it
    // is a ratio to: a share that joins the tables without its bound is found here.
    void noFigureOfTheCatalogueLeavesItsRange() {
        const std::set<std::string> ratios{
            "accelerator/collective_activity_pct",  // to the activity of matrices
            "accelerator/matrix_activity_pct",      // to the activity at rated power
            "accelerator/launch_share_pct",         // to the time of a usual host
            "cooling_tower/fan_curve",              // to the rated power
            "figure_range/assumption_pct",          // half widths: 200 % is three times
            "figure_range/memory_pct",
            "figure_range/secondary_pct",
            "interconnect/copy_share_pct",          // to the time of sending
            "interconnect/switch_efficiency_pct",   // to the traffic of a ring
            "price_book/cooling_installation_pct",  // to the price of machines
            "price_book/electrical_installation_pct",
            "pump/shutoff_head_pct",              // to the design head
            "serving_stack/attention_share_pct",  // to the rate that trainings reach
            "serving_stack/bandwidth_share_pct",  // to the rate of a copy
            "serving_stack/expert_bandwidth_share_pct",
            "software_stack/attention_share_pct",  // to the accelerator's own kernels
            "ups/overload_pct",                    // to the rated power
        };
        const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
        QVERIFY(catalogue.has_value());
        std::set<std::string> unbounded;
        int shares = 0;
        for (const CatalogueEntry& part : catalogue->entries()) {
            for (std::size_t i = 0; i < part.values.size(); ++i) {
                const Attribute& a = part.type->attributes[i];
                const std::string name = std::string(part.type->id) + '/' + std::string(a.key);
                const bool inPercent = a.unit.symbol == models::unit::percent.symbol;
                if (inPercent && !(a.maximum <= 100.0)) {
                    unbounded.insert(name);
                }
                const auto ends = endsOf(a, part.values[i], part.provenance[i], 0.1);
                if (!ends) {
                    continue;
                }
                const auto value = numbersOf(part.values[i]);
                const auto low = numbersOf(ends->low), high = numbersOf(ends->high);
                const std::string place = part.id + ": " + name;
                for (const auto& all : {low, high}) {
                    for (const double x : all) {
                        QVERIFY2(x >= a.minimum && x <= a.maximum, place.c_str());
                    }
                }
                for (std::size_t k = 0; !ends->stated && inPercent && k < value.size(); ++k) {
                    if (value[k] > 50.0 && a.maximum <= 100.0) {
                        ++shares;
                        const double by = 0.1 * (100.0 - value[k]);
                        QVERIFY2(std::abs(low[k] - std::max(a.minimum, value[k] - by)) < 1e-9,
                                 place.c_str());
                        QVERIFY2(std::abs(high[k] - std::min(a.maximum, value[k] + by)) < 1e-9,
                                 place.c_str());
                    }
                }
            }
        }
        QVERIFY(shares > 100);
        for (const std::string& name : unbounded) {
            QVERIFY2(ratios.contains(name),
                     (name + " may exceed 100 %: bound it, or list it").c_str());
        }
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
