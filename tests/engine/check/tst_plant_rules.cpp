// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_plant_rules {

using namespace headroom::engine;
using fixture::figureOf;
using fixture::Files;
using fixture::Json;

namespace {

std::vector<Finding> of(const std::string& rule, const fixture::Change& change) {
    std::vector<Finding> all = fixture::findingsOfARun(change);
    std::erase_if(all, [&](const Finding& f) { return f.rule != rule; });
    return all;
}

bool names(const std::vector<Finding>& findings, const std::string& subject) {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& f) { return f.subject == subject; });
}

}  // namespace

class TestPlantRules : public QObject {
    Q_OBJECT

  private slots:

    // One UPS feeds all racks, one board all machines: with full load promised both are named, and
    // so is the only path above them. Nothing is said where nothing is promised.
    void powerPromised() {
        const auto found = of("single-failure", [](Json& p, Files&) {
            p["requirements"]["power_failure"] = "keeps_full_load";
        });
        QVERIFY(names(found, "pdus-a"));
        QVERIFY(names(found, "mech-a"));
        for (const Finding& f : found) {
            QCOMPARE(f.severity, Severity::Error);
            QVERIFY(f.measured > 0.0);
        }
        QVERIFY(of("single-failure", [](Json&, Files&) {}).empty());
    }

    // Sources alone: boards and PDUs behind the UPS are not meant.
    void sourcesAlone() {
        const auto found = of("single-failure", [](Json& p, Files&) {
            p["requirements"]["power_failure"] = "keeps_full_load";
            p["requirements"]["power_parts"] = "sources";
        });
        QVERIFY(!names(found, "pdus-a"));
        QVERIFY(!names(found, "mech-a"));
    }

    // 20 air handlers of 100 kW for what 40 racks draw at full load, 1,359 kW, and 71 kW of switches and optics (their rating
    // of 40 kW a rack would be 1,600 kW): one less carries it. With 15 of them there is none to spare: 14 carry 1,400 kW.
    void coolingPromised() {
        const auto promise = [](Json& p) {
            p["requirements"]["cooling_failure"] = "keeps_full_load";
        };
        QVERIFY(!names(of("single-failure", [&](Json& p, Files&) { promise(p); }), "hall-a"));
        QVERIFY(names(of("single-failure",
                         [&](Json& p, Files&) {
                             promise(p);
                             p["halls"][0]["crah_count"] = 15;
                         }),
                      "hall-a"));
    }

    // Nobody said what a failure may cost: one note for power, with the worst of its parts.
    void nothingStated() {
        const auto found = of("single-failure", [](Json& p, Files&) {
            p["requirements"]["power_failure"] = "not_stated";
        });
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].severity, Severity::Note);
        QCOMPARE(found[0].measured, 40.0);  // all racks
    }

    // 0.05 K/W and 700 W put a chip 35 K over air of 24 C; at 0.095 K/W it is at 90 C and more, over
    // the 85 C at which it slows down.
    void hotChips() {
        QVERIFY(of("chip-limit", [](Json&, Files&) {}).empty());
        const auto found = of("chip-limit", [](Json&, Files& f) {
            figureOf(f, "server", 0, "chip_to_coolant_k_per_w") = 0.095;
        });
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].severity, Severity::Warning);
        QVERIFY(found[0].measured > 85.0 && found[0].measured < 110.0);
    }

    // The chip of a liquid rack follows its coolant kelvin by kelvin: supply of 58 C instead of 30 C
    // takes what was fine over its limit.
    void warmCoolant() {
        const auto liquid = [](Json& p) {
            p["rack_blocks"][0]["rack"] = "rack-liquid";
            p["rack_blocks"][0]["cdu_group"] = "cdus-a";
        };
        QVERIFY(of("chip-limit", [&](Json& p, Files&) { liquid(p); }).empty());
        QVERIFY(names(of("chip-limit",
                         [&](Json& p, Files&) {
                             liquid(p);
                             p["cdu_groups"][0]["supply_setpoint_c"] = 58;
                         }),
                      "racks-a"));
    }

    // What a run would refuse is a finding: servers of liquid without a group of CDUs compile to
    // nothing. Without one the count of rules is told in full.
    void whyItCannotRun() {
        QVERIFY(!of("cannot-run", [](Json& p, Files&) {
                     p["rack_blocks"][0]["rack"] = "rack-liquid";
                 }).empty());
        const auto runs = of("cannot-run", [](Json&, Files&) {});
        QVERIFY2(runs.empty(), runs.empty() ? "" : findingText(runs.front()).c_str());
        QVERIFY(hidesOthers("cannot-run"));
        QVERIFY(!hidesOthers("aisle-width"));
    }
};

HEADROOM_TEST(TestPlantRules)
}  // namespace tst_plant_rules

#include "tst_plant_rules.moc"
