// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"

using namespace headroom::engine;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::figureOf;
using fixture::Files;
using fixture::Json;

class TestPowerRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
    void everySpareIsTwoFindings();
};

void TestPowerRules::rule_data() {
    fixture::addColumns();
    // Load of the fixture, worked out in tst_design: a server draws 8.48247 kW, a rack 33.9299 kW,
    // the hall 1398.15 kW; 221.2 kW go to fans and pumps. Nothing has losses; power factor 0.97.
    addRow("nameplate", {"server-nameplate", Severity::Warning, "racks-a", 8.06667, 8.0, "kW"},
           [](Json&, Files& f) {
               // 8 kW of boards are the nameplate: fans at full speed would give 9 kW; with 200 W
               // fans 8.2 kW; with 66.667 W fans 8.06667 kW.
               figureOf(f, "server", 0, "nameplate_kw") = 8;
               figureOf(f, "server", 0, "fan_rated_w") = 66.66667;
           });
    addRow("power supplies", {"psu-capacity", Severity::Error, "racks-a", 8.48247, 6.0, "kW"},
           [](Json&, Files& f) { figureOf(f, "server", 0, "psus") = 2; });
    addRow("rack", {"rack-rating", Severity::Error, "racks-a", 33.92987, 33.9, "kW"},
           [](Json&, Files& f) { figureOf(f, "rack", 0, "rated_power_kw") = 33.9; });
    addRow("PDU", {"pdu-capacity", Severity::Error, "power-a", 1398.15, 1000, "kW"},
           [](Json& p, Files&) { p["power_systems"][0]["pdu_count"] = 1; });
    addRow("UPS", {"ups-capacity", Severity::Error, "power-a", 1398.15, 1000, "kW"},
           [](Json& p, Files&) {
               p["power_systems"][0]["ups_count"] = 1;
               p["power_systems"][0]["ups_redundant"] = 0;
           });
    addRow("UPS spares", {"ups-capacity", Severity::Warning, "power-a", 1398.15, 1000, "kW"},
           [](Json& p, Files&) { p["power_systems"][0]["ups_redundant"] = 3; });
    // 1398.15 kW / 0.97 = 1.44140 MVA.
    addRow("transformer", {"transformer-capacity", Severity::Error, "power-a", 1.44140, 1.4, "MVA"},
           [](Json& p, Files& f) {
               figureOf(f, "transformer", 0, "rated_power_kva") = 1400;
               p["power_systems"][0]["transformer_count"] = 1;
           });
    // 20 air handlers of 4 kW, 3 CDUs of 10 kW, 2 pumps of 0.1 m3/s x 200 kPa / (0.8 x 0.95) =
    // 26.3158 kW, 4 dry coolers of 20 kW: 242.632 kW / 0.97 = 250.136 kVA.
    addRow("mechanical transformer",
           {"mechanical-transformer-capacity", Severity::Error, "power-a", 0.250136, 0.2, "MVA"},
           [](Json& p, Files& f) {
               f["transformer"]["parts"].push_back(fixture::part(
                   "transformer", "tx-200",
                   {{"rated_power_kva", 200}, {"no_load_loss_kw", 0}, {"load_loss_kw", 0}}));
               p["power_systems"][0]["mechanical_transformer"] = "tx-200";
           });
    // (1398.15 + 242.632) / 0.97 = 1.69153 MVA.
    addRow("substation", {"substation-capacity", Severity::Error, "power-a", 1.69153, 0.2, "MVA"},
           [](Json& p, Files& f) {
               f["transformer"]["parts"].push_back(fixture::part(
                   "transformer", "tx-200",
                   {{"rated_power_kva", 200}, {"no_load_loss_kw", 0}, {"load_loss_kw", 0}}));
               p["power_systems"][0]["substation"] = "tx-200";
               p["power_systems"][0]["substation_count"] = 1;
           });
    addRow("utility", {"utility-capacity", Severity::Error, "power-a", 1.69153, 1.5, "MVA"},
           [](Json& p, Files&) { p["power_systems"][0]["utility_mva"] = 1.5; });
    addRow("generators", {"genset-capacity", Severity::Warning, "power-a", 1640.79, 1600, "kW"},
           [](Json& p, Files& f) {
               figureOf(f, "genset", 0, "rated_power_kw") = 1600;
               p["power_systems"][0]["genset_count"] = 1;
           });
    addRow("no generators", {"genset-capacity", Severity::Note, "power-a", 0, 1, ""},
           [](Json& p, Files&) { p["power_systems"][0]["genset_count"] = 0; });
}

void TestPowerRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

void TestPowerRules::everySpareIsTwoFindings() {
    // Four modules, all spares: the design is at odds with itself, and nothing is left for the
    // load.
    const auto findings =
        fixture::findingsAfter([](Json& p, Files&) { p["power_systems"][0]["ups_redundant"] = 4; });
    QCOMPARE(findings.size(), std::size_t{2});
    QCOMPARE(findings[0].rule, std::string("ups-redundancy"));
    QCOMPARE(findings[1].rule, std::string("ups-capacity"));
    QCOMPARE(findings[1].allowed, 0.0);
}

QTEST_APPLESS_MAIN(TestPowerRules)
#include "tst_power_rules.moc"
