// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_yard_rules {

using namespace headroom::engine;
using fixture::Files;
using fixture::Json;

namespace {

/// Findings of one rule after a change of the project that nobody objects to.
std::vector<Finding> of(const std::string& rule, const fixture::Change& change) {
    std::vector<Finding> all = fixture::findingsAfter(change);
    std::erase_if(all, [&](const Finding& f) { return f.rule != rule; });
    return all;
}

}  // namespace

class TestYardRules : public QObject {
    Q_OBJECT

  private slots:

    // Four dry coolers of 2.4 m x 11 m every 3.4 m from x = -60 m, y = 0; generator sets of 3 m x 12
    // m every 4.5 m. A set at x = -59 m, y = 5 m reaches 1.4 m into the first cooler, from east.
    void aSetInADryCooler() {
        const auto found = of("yard-overlap", [](Json& p, Files&) {
            p["power_units"][2]["x_m"] = -59;
            p["power_units"][2]["y_m"] = 5;
        });
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].severity, Severity::Error);
        QCOMPARE(found[0].subject, std::string("loop-a"));
        QVERIFY(found[0].measured > 1.39 && found[0].measured < 3.0);
        QVERIFY2(found[0].message.find("gens-a") != std::string::npos, found[0].message.c_str());
    }

    void besideEachOtherIsFine() {
        QVERIFY(of("yard-overlap", [](Json& p, Files&) {
                    p["power_units"][2]["x_m"] = -60;
                    p["power_units"][2]["y_m"] = 60;
                }).empty());
    }

    // The first of the coolers, from x = -1 m to 1.4 m, is 1 m outside of a hall that begins at 0.
    void acrossTheWestWall() {
        const auto found = of("across-wall", [](Json& p, Files&) {
            p["cooling_loops"][0]["x_m"] = -1;
            p["cooling_loops"][0]["y_m"] = 10;
        });
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].subject, std::string("loop-a"));
        QCOMPARE(found[0].measured, 1.0);
    }

    // A middle 1.5 m west of the hall's corner; then two numbers eastward and one northward.
    void airHandlersOutOfTheirHall() {
        const auto out = of("air-handler-place", [](Json& p, Files&) {
            p["halls"][0]["crah_x_m"] = {-1.5};
            p["halls"][0]["crah_y_m"] = {6.0};
        });
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].severity, Severity::Error);
        QCOMPARE(out[0].measured, 1.5);
        const auto half = of("air-handler-place", [](Json& p, Files&) {
            p["halls"][0]["crah_x_m"] = {1.0, 3.0};
            p["halls"][0]["crah_y_m"] = {6.0};
        });
        QCOMPARE(half.size(), std::size_t{1});
        QCOMPARE(half[0].measured, 1.0);
        QCOMPARE(half[0].allowed, 2.0);
        QVERIFY(of("air-handler-place", [](Json& p, Files&) {
                    p["halls"][0]["crah_x_m"] = {1.0};
                    p["halls"][0]["crah_y_m"] = {6.0};
                }).empty());
    }

    // The sets are placed, transformer and UPS are not: each gets a place of its own that overlaps nothing. With no
    // machine of the wiring on the site nobody draws it there.
    void machinesOfTheWiringWithoutAPlace() {
        const auto placeSets = [](Json& p) {
            p["power_units"][2]["x_m"] = -60;
            p["power_units"][2]["y_m"] = 60;
        };
        const auto found = of("no-place", [&](Json& p, Files&) { placeSets(p); });
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].subject, std::string("tx-a"));
        QCOMPARE(found[1].subject, std::string("ups-a"));
        QCOMPARE(found[0].severity, Severity::Note);
        const auto take = [&](Json& p, std::size_t unit, const Finding& from) {
            for (const Edit& edit : from.fix) {
                const auto& set = std::get<SetAttribute>(edit);
                p["power_units"][unit][set.key] = std::get<double>(set.value);
            }
        };
        const auto placed = [&](Json& p, Files&) {
            placeSets(p);
            take(p, 1, found[0]);
            take(p, 5, found[1]);
        };
        for (const char* rule : {"no-place", "yard-overlap", "across-wall"}) {
            QVERIFY(of(rule, placed).empty());
        }
        QVERIFY(of("no-place", [](Json&, Files&) {}).empty());
    }

    void aDryCoolerIndoors() {
        const auto found = of("outdoor-machine", [](Json& p, Files&) {
            p["cooling_loops"][0]["x_m"] = 5;
            p["cooling_loops"][0]["y_m"] = 18;
        });
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].severity, Severity::Error);
        QVERIFY(of("outdoor-machine", [](Json&, Files&) {}).empty());
    }
};

HEADROOM_TEST(TestYardRules)
}  // namespace tst_yard_rules

#include "tst_yard_rules.moc"
