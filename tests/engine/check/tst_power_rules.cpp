// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tst_power_rules {

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
    void delaysThatCrossBetween();
    void everySpareIsOneFinding();
    void cordsThatShareAPath();
    void pathsOfTheirOwn();
    void suppliesOfOneCord();
    void failover();
    void unevenFeeds();
    void lowVoltage();
    void generatorsAlone();
    void fixesOfRatings();
};

namespace {

/// The unit of that id in the project.
Json& unit(Json& project, const std::string& id) {
    for (Json& each : project["power_units"]) {
        if (each["id"] == id) {
            return each;
        }
    }
    qFatal("no power unit %s", id.c_str());
}

/// A second path B next to the first: all of it, or only its UPS and PDUs. Racks then have two
/// cords; switches stay on A.
void addPathB(Json& project, bool fromTheGrid) {
    Json copies = Json::array();
    for (const Json& each : project["power_units"]) {
        const std::string id = each["id"];
        if ((fromTheGrid && id != "mech-a") || id == "ups-a" || id == "pdus-a") {
            Json copy = each;
            copy["id"] = id.substr(0, id.size() - 1) + 'b';
            if (copy.contains("sources") && (fromTheGrid || id == "pdus-a")) {
                for (Json& source : copy["sources"]) {
                    const std::string name = source;
                    source = name.substr(0, name.size() - 1) + 'b';
                }
            }
            copies.push_back(copy);
        }
    }
    for (const Json& copy : copies) {
        project["power_units"].push_back(copy);
    }
    project["rack_blocks"][0]["feeds"] = {"pdus-a", "pdus-b"};
}

/// Tanks of 1,000 L together, and 0.25 L/kWh.
void shortOfFuel(Json& project, Files& files) {
    const int modules = unit(project, "gens-a").value("modules", 1);
    const auto& type = *headroom::models::findComponentType("genset");
    Json& figures = files["genset"]["parts"][0]["figures"];
    figures["tank_l"] = fixture::figure(type, "tank_l", 1000.0 / modules);
    figures["fuel_l_per_kwh"] = fixture::figure(type, "fuel_l_per_kwh", 0.25);
}

/// Cables to the PDUs.
void lengthen(Json& project, Files& files, double metres) {
    figureOf(files, "cable", 0, "resistance_ohm_per_km") = 0.1;
    unit(project, "pdus-a")["cable"] = "cable-2000";
    unit(project, "pdus-a")["cable_m"] = metres;
}

}  // namespace

void TestPowerRules::rule_data() {
    fixture::addColumns();
    // Load of the fixture, as in tst_design: the fans of a server turn at 8,000 / 10,200 / d in air of 100 kPa, d = 100 / 101.325,
    // and take 1 kW x 0.784314^3 / d^2 = 0.495339 kW. A server draws 8.495339 kW, a rack 33.98136 kW, the hall 1400.214 kW with
    // 40.96 kW of optics; 240.539 kW go to fans and pumps. Nothing has losses, every power factor is 1: kW are kVA.
    // 1400.214 kW at 400 V are 2021.04 A, 1640.75 kW are 2368.22 A.
    addRow("nameplate", {"server-nameplate", Severity::Warning, "racks-a", 8.06667, 8.0, "kW"},
           [](Json&, Files& f) {
               // 8 kW of boards are the nameplate: fans at full speed would give 9 kW; with 200 W
               // fans 8.2 kW; with 66.667 W fans 8.06667 kW.
               figureOf(f, "server", 0, "nameplate_kw") = 8;
               figureOf(f, "server", 0, "fan_rated_w") = 66.66667;
           });
    addRow("power supplies", {"psu-capacity", Severity::Error, "racks-a", 8.495339, 6.0, "kW"},
           [](Json&, Files& f) { figureOf(f, "server", 0, "psus") = 2; });
    // Lossless shelves of 4 x 3 kW for a rack of 33.98136 kW.
    addRow("shelves", {"psu-capacity", Severity::Error, "racks-a", 33.98136, 12.0, "kW"},
           [](Json&, Files& f) {
               figureOf(f, "rack", 0, "power_shelf") = "psu-100";
               figureOf(f, "rack", 0, "shelf_rectifiers") = 4;
           });
    addRow("rack", {"rack-rating", Severity::Error, "racks-a", 33.98136, 33.9, "kW"},
           [](Json&, Files& f) { figureOf(f, "rack", 0, "rated_power_kw") = 33.9; });
    addRow("ring", {"power-wiring", Severity::Error, "", 0, 0, ""},
           [](Json& p, Files&) { unit(p, "main-a")["sources"].push_back("ups-a"); });
    addRow("utility without contract", {"power-rating", Severity::Warning, "grid-a", 0, 1, ""},
           [](Json& p, Files&) { unit(p, "grid-a").erase("rating_mva"); });
    addRow("incomer without breaker", {"power-rating", Severity::Warning, "ups-a", 0, 1, ""},
           [](Json& p, Files&) { unit(p, "ups-a").erase("breaker"); });
    addRow("UPS without battery", {"power-rating", Severity::Warning, "ups-a", 0, 1, ""},
           [](Json&, Files& f) { f["ups"]["parts"][0]["figures"].erase("battery_min"); });
    addRow("battery without a size", {"external-battery", Severity::Warning, "main-a", 0, 1, "kWh"},
           [](Json& p, Files&) { unit(p, "main-a")["external_battery_kw"] = 100; });
    // 1 kWh is 3.6 MJ: at 120 kW it lasts 30 s.
    addRow("battery of the wrong unit",
           {"external-battery", Severity::Warning, "main-a", 30, 60, "s"}, [](Json& p, Files&) {
               unit(p, "main-a")["external_battery_kwh"] = 1;
               unit(p, "main-a")["external_battery_kw"] = -120;
           });
    addRow("battery that begins empty", {"external-battery", Severity::Note, "main-a", 0, 1, "%"},
           [](Json& p, Files&) {
               unit(p, "main-a")["external_battery_kwh"] = 500;
               unit(p, "main-a")["external_battery_kw"] = 100;
               unit(p, "main-a")["external_battery_start_pct"] = 0;
           });
    addRow("battery with nothing behind it",
           {"external-battery", Severity::Warning, "spare-board", 0, 1, ""}, [](Json& p, Files&) {
               Json board = unit(p, "main-a");
               board["id"] = "spare-board";
               board["external_battery_kwh"] = 500;
               p["power_units"].push_back(board);
           });
    addRow("PDU", {"unit-capacity", Severity::Error, "pdus-a", 1400.214, 1000, "kVA"},
           [](Json& p, Files& f) {
               unit(p, "pdus-a")["count"] = 1;
               figureOf(f, "breaker", 2, "rated_a") = 2400;
           });
    addRow("UPS", {"unit-capacity", Severity::Error, "ups-a", 1400.214, 1000, "kVA"},
           [](Json& p, Files&) {
               unit(p, "ups-a")["modules"] = 1;
               unit(p, "ups-a")["redundant"] = 0;
           });
    // A board of 2,000 A at 400 V.
    addRow("board", {"unit-capacity", Severity::Error, "main-a", 1640.75, 1385.64, "kVA"},
           [](Json& p, Files& f) {
               Json small = f["switchboard"]["parts"][0];
               small["id"] = "board-2000";
               small["figures"]["rated_a"]["value"] = 2000;
               f["switchboard"]["parts"].push_back(small);
               unit(p, "main-a")["part"] = "board-2000";
           });
    addRow("transformer", {"unit-capacity", Severity::Error, "tx-a", 1640.75, 1600, "kVA"},
           [](Json& p, Files& f) {
               figureOf(f, "transformer", 0, "rated_power_kva") = 1600;
               unit(p, "tx-a")["modules"] = 1;
           });
    addRow("utility", {"utility-capacity", Severity::Error, "grid-a", 1.64075, 1.5, "MVA"},
           [](Json& p, Files&) { unit(p, "grid-a")["rating_mva"] = 1.5; });
    addRow("breaker", {"breaker-rating", Severity::Error, "ups-a", 2021.035, 1500, "A"},
           [](Json&, Files& f) {
               figureOf(f, "breaker", 1, "rated_a") = 1500;
               figureOf(f, "breaker", 2, "rated_a") = 600;  // stays selective below it
           });
    addRow("cable", {"cable-rating", Severity::Error, "ups-a", 2021.035, 2000, "A"},
           [](Json& p, Files&) {
               unit(p, "ups-a")["cable"] = "cable-2000";
               unit(p, "ups-a")["cable_m"] = 1e-3;
           });
    // Four PDUs of 505.26 A each.
    addRow("breaker above its cable",
           {"cable-protection", Severity::Error, "pdus-a", 700, 600, "A"}, [](Json& p, Files& f) {
               figureOf(f, "breaker", 2, "rated_a") = 700;
               figureOf(f, "cable", 0, "rated_a") = 600;
               unit(p, "pdus-a")["cable"] = "cable-2000";
               unit(p, "pdus-a")["cable_m"] = 1e-3;
           });
    // All boards have 400 V. The breaker cb-ups is that of the UPSs alone.
    addRow("breaker below its voltage",
           {"voltage-class", Severity::Error, "ups-a", 0.4, 0.25, "kV"},
           [](Json&, Files& f) { figureOf(f, "breaker", 1, "voltage_v") = 250; });
    addRow("breaker of direct current", {"voltage-class", Severity::Error, "ups-a", 0, 1, ""},
           [](Json&, Files& f) { figureOf(f, "breaker", 1, "direct_current") = true; });
    addRow("cable below its voltage", {"voltage-class", Severity::Error, "pdus-a", 0.4, 0.25, "kV"},
           [](Json& p, Files& f) {
               unit(p, "pdus-a")["cable"] = "cable-2000";
               unit(p, "pdus-a")["cable_m"] = 1e-3;
               figureOf(f, "cable", 0, "voltage_v") = 250;
           });
    addRow("cable without length", {"cable-length", Severity::Warning, "pdus-a", 0, 1, "m"},
           [](Json& p, Files&) { unit(p, "pdus-a")["cable"] = "cable-2000"; });
    addRow("board of modules", {"one-piece", Severity::Error, "main-a", 2, 1, ""},
           [](Json& p, Files&) { unit(p, "main-a")["modules"] = 2; });
    addRow("generators preferred", {"transfer-preference", Severity::Warning, "ats-a", 0, 1, ""},
           [](Json& p, Files&) {
               unit(p, "ats-a")["sources"] = {"gens-a", "tx-a"};
           });
    addRow("idle UPS", {"feeds-nothing", Severity::Warning, "ups-x", 1, 0, ""},
           [](Json& p, Files&) {
               Json idle = unit(p, "ups-a");
               idle["id"] = "ups-x";
               p["power_units"].push_back(idle);
           });
    addRow("limit of no hours", {"limit-follows", Severity::Warning, "power_policy", 0, 1, ""},
           [](Json& p, Files&) { p["power_policy"]["limit_pct"] = 50; });
    // A board before the generators of both paths: half of all with one utility dead, all of it with both. Its breaker waits longer
    // than cb-main below it, 0.8 against 0.4 s less a fifth, and bears 8,000 A, so that heat does not trip it first.
    addRow("board that only an outage overloads",
           {"failover-capacity", Severity::Warning, "gen-board", 1640.75, 1385.64, "kVA"},
           [](Json& p, Files& f) {
               Json small = f["switchboard"]["parts"][0];
               small["id"] = "board-2000";
               small["figures"]["rated_a"]["value"] = 2000;
               f["switchboard"]["parts"].push_back(small);
               addPathB(p, true);
               Json board = unit(p, "main-a");
               board["id"] = "gen-board";
               board["part"] = "board-2000";
               board["sources"] = {"gens-a"};
               Json late = f["breaker"]["parts"][0];
               late["id"] = "cb-gen";
               late["figures"]["rated_a"]["value"] = 8000;
               late["figures"]["short_time_s"]["value"] = 0.8;
               f["breaker"]["parts"].push_back(late);
               board["breaker"] = "cb-gen";
               for (const char* side : {"a", "b"}) {
                   unit(p, std::string("ats-") + side)["sources"] = {std::string("tx-") + side,
                                                                     "gen-board"};
               }
               p["power_units"].push_back(board);
               Json& units = p["power_units"];
               units.erase(std::find(units.begin(), units.end(), unit(p, "gens-b")));
           });
    addRow("UPS spares", {"spare-capacity", Severity::Warning, "ups-a", 1400.214, 1000, "kVA"},
           [](Json& p, Files&) { unit(p, "ups-a")["redundant"] = 3; });
    // Three sets of 700 kW, one of them a spare, for 1640.75 kW in an outage.
    addRow("generator spares", {"spare-capacity", Severity::Warning, "gens-a", 1640.75, 1400, "kW"},
           [](Json&, Files& f) { figureOf(f, "genset", 0, "rated_power_kw") = 700; });
    // Its engine gives 1,600 kW; its alternator 2,000 kVA.
    addRow("generators", {"genset-capacity", Severity::Warning, "gens-a", 1640.75, 1600, "kW"},
           [](Json& p, Files& f) {
               figureOf(f, "genset", 0, "rated_power_kw") = 1600;
               unit(p, "gens-a")["modules"] = 1;
               unit(p, "gens-a")["redundant"] = 0;
           });
    addRow("no generators", {"genset-capacity", Severity::Note, "ups-a", 0, 1, ""},
           [](Json& p, Files&) {
               unit(p, "ats-a")["sources"] = {"tx-a"};
               Json& units = p["power_units"];
               units.erase(std::find(units.begin(), units.end(), unit(p, "gens-a")));
           });
    // 5 s of delay, 600 s to start, 0.1 s to transfer; 1 min for 4 MW, at the end of life 80 % of the capacity, by Peukert for
    // 1400.214 kW: 60 s x (0.8 x 4,000 / 1,400.214)^1.25 = 168.595 s.
    addRow("short battery", {"ride-through", Severity::Error, "ups-a", 605.1, 168.595, "s"},
           [](Json&, Files& f) {
               figureOf(f, "genset", 0, "start_s") = 600;
               figureOf(f, "ups", 0, "battery_min") = 1;
           });
    // 1640.75 kW on three sets of 2 MW are 27.35 % of their rating. They burn 0.25 L/kWh at full load, 1,500 L/h, and 9 % of that
    // at no load: 135 + 0.273459 x 1,365 = 508.27 L/h. All tanks together hold 1,000 L, 1.96745 h.
    addRow("little fuel", {"standby-fuel", Severity::Note, "gens-a", 12, 1.96745, "h"},
           [](Json& p, Files& f) { shortOfFuel(p, f); });
    addRow("less fuel than required", {"standby-fuel", Severity::Error, "gens-a", 4, 1.96745, "h"},
           [](Json& p, Files& f) {
               shortOfFuel(p, f);
               p["requirements"]["standby_fuel_h"] = 4;
           });
    // The generators drive more than the mains (27.5554 kA, see fixture.h) through the switch: three sets of 2 MW at 0.8 make 7.5 MVA,
    // x = 0.15, R = 0.15 x: K_G = 1.05 / (1 + 0.15 x 0.6), I = 1.05 x 7.5 MVA / (sqrt(3) x 400 V x K_G x 0.15 |0.15 + j|) =
    // 77.794 kA.
    addRow("breaking capacity", {"breaking-capacity", Severity::Error, "ups-a", 77.794, 10, "kA"},
           [](Json&, Files& f) { figureOf(f, "breaker", 1, "breaking_ka") = 10; });
    addRow("board under a fault", {"board-withstand", Severity::Error, "mech-a", 77.794, 10, "kA"},
           [](Json& p, Files& f) {
               Json weak = f["switchboard"]["parts"][0];
               weak["id"] = "board-weak";
               weak["figures"]["withstand_ka"] = fixture::figure(
                   *headroom::models::findComponentType("switchboard"), "withstand_ka", 10);
               f["switchboard"]["parts"].push_back(weak);
               unit(p, "mech-a")["part"] = "board-weak";
           });
    // A fault behind the UPS, 12 times the rating of its breaker: that one takes 0.5 + 0.05 s, that of the board 0.4 + 0.05 s.
    addRow("delays the wrong way round",
           {"selectivity", Severity::Warning, "ups-a", 0.55, 0.45, "s"},
           [](Json&, Files& f) { figureOf(f, "breaker", 1, "short_time_s") = 0.5; });
    // The curves are apart, 0.3 + 0.05 against 0.32 + 0.05 s; by 20 % of its time the upper one may take 0.296 s.
    addRow("delays within their tolerance",
           {"selectivity", Severity::Note, "ups-a", 0.35, 0.296, "s"},
           [](Json&, Files& f) { figureOf(f, "breaker", 0, "short_time_s") = 0.32; });
    // Two paths that leave one connection to the grid: generators save the racks.
    addRow("ways that meet", {"common-path", Severity::Note, "racks-a", 40, 0, ""},
           [](Json& p, Files&) {
               addPathB(p, true);
               unit(p, "tx-b")["sources"] = {"grid-a"};
               unit(p, "grid-a")["rating_mva"] = 10;
               Json& units = p["power_units"];
               units.erase(std::find(units.begin(), units.end(), unit(p, "grid-b")));
           });
    // Each of four PDUs carries 350.0536 kW over 300 m of 0.1 ohm/km, 0.1875 of 0.16 ohm: W = h +
    // sqrt(h^2 - a^2) with a = P R = 0.0656350 and h = 0.5 - a; V = 0.929377.
    addRow("voltage drop", {"voltage-drop", Severity::Warning, "pdus-a", 7.06226, 5, "%"},
           [](Json& p, Files& f) { lengthen(p, f, 300); });
    // 2,000 m: 1.25 of the base, E^2 / 4R = 0.2 MVA.
    addRow("voltage collapse",
           {"voltage-collapse", Severity::Error, "pdus-a", 350.0536, 200, "kVA"},
           [](Json& p, Files& f) { lengthen(p, f, 2000); });
    addRow("standby board", {"power-source", Severity::Error, "mech-a", 0, 1, ""},
           [](Json& p, Files&) { unit(p, "mech-a")["sources"] = {"gens-a"}; });
}

void TestPowerRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

void TestPowerRules::delaysThatCrossBetween() {
    // Neither end of the range shows it. At the largest fault, 27.6 kA, cb-ups is instantaneous (25 kA), and at twice its rating,
    // 5 kA, cb-main does not see a short circuit yet. Between, from 6 kA = 1.5 x 4,000 A on, cb-main takes 0.1 + 0.05 s.
    //   ups-a   cb-ups by its heat: q = (6,000 / 2,625)^2 = 5.2245, 300 ln(q / (q - 1)) + 0.05 = 63.79 s
    //   mech-a  cb-pdu by its heat, below 9.6 kA: q = (6,000 / 1,680)^2 = 12.755, 24.54 s
    //   pdus-a  from 25 kA on cb-ups takes 0.05 s, cb-pdu its delay of 0.2 + 0.05 s
    auto findings = fixture::findingsAfter([](Json&, Files& f) {
        figureOf(f, "breaker", 0, "short_time_pickup") = 1.5;
        figureOf(f, "breaker", 0, "short_time_s") = 0.1;
        figureOf(f, "breaker", 1, "short_time_pickup") = 8;
        figureOf(f, "breaker", 1, "short_time_s") = 0.4;
        const auto& type = *headroom::models::findComponentType("breaker");
        f["breaker"]["parts"][1]["figures"]["instantaneous_pickup"] =
            fixture::figure(type, "instantaneous_pickup", 10);
    });
    std::sort(findings.begin(), findings.end(),
              [](const Finding& a, const Finding& b) { return a.subject < b.subject; });

    struct Row {
        const char* subject;
        double lowS, upS;
    };

    const std::vector<Row> rows = {
        {"mech-a", 24.54, 0.15}, {"pdus-a", 0.25, 0.05}, {"ups-a", 63.79, 0.15}};
    QCOMPARE(findings.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string text = findingText(findings[i]);
        QCOMPARE(findings[i].rule, std::string("selectivity"));
        QCOMPARE(findings[i].subject, std::string(rows[i].subject));
        QVERIFY2(findings[i].severity == Severity::Warning, text.c_str());
        QVERIFY2(qAbs(findings[i].measured - rows[i].lowS) < 0.01, text.c_str());
        QVERIFY2(qAbs(findings[i].allowed - rows[i].upS) < 1e-9, text.c_str());
    }
}

void TestPowerRules::everySpareIsOneFinding() {
    // Four modules, all spares: the design is at odds with itself, and nothing is left for the
    // load; the second rule has no capacity to compare with and keeps silent.
    const auto findings =
        fixture::findingsAfter([](Json& p, Files&) { unit(p, "ups-a")["redundant"] = 4; });
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].rule, std::string("spare-modules"));
    QCOMPARE(findings[0].measured, 4.0);
    QCOMPARE(findings[0].allowed, 3.0);
}

void TestPowerRules::cordsThatShareAPath() {
    // UPS and PDUs are doubled, but ats-a and main-a feed both. The utility and the transformer are none of it: the generators
    // stand for them, which the second finding says.
    auto findings = fixture::findingsAfter([](Json& p, Files&) { addPathB(p, false); });
    std::sort(findings.begin(), findings.end(),
              [](const Finding& a, const Finding& b) { return a.rule > b.rule; });
    QCOMPARE(findings.size(), std::size_t{2});
    QCOMPARE(findings[1].rule, std::string("common-path"));
    QCOMPARE(findings[1].subject, std::string("racks-a"));
    QVERIFY(findings[1].severity == Severity::Note);
    QVERIFY2(findings[1].message.find("pass tx-a (and 1 more before it)") != std::string::npos,
             findings[1].message.c_str());
    QCOMPARE(findings[0].rule, std::string("shared-feed"));
    QCOMPARE(findings[0].subject, std::string("racks-a"));
    QCOMPARE(findings[0].measured, 40.0);  // racks
    QVERIFY(findings[0].message.find("ats-a fails (the same holds for 1 more)") !=
            std::string::npos);
}

void TestPowerRules::pathsOfTheirOwn() {
    for (const Finding& finding :
         fixture::findingsAfter([](Json&p, Files&) { addPathB(p, true); })) {
        QFAIL(findingText(finding).c_str());
    }
}

void TestPowerRules::suppliesOfOneCord() {
    // Four servers of 4 x 3 kW in a rack of two cords: of 16 supplies 8 are left, 24 kW for 4 x 8.495339 kW. With all of
    // them it is 48 kW, and nothing else objects. A project that lets racks stop asks for no more.
    const auto with = [](const char* promise) {
        return fixture::findingsAfter([promise](Json& p, Files& f) {
            figureOf(f, "server", 0, "psus") = 4;
            p["requirements"]["power_failure"] = promise;
            addPathB(p, true);
        });
    };
    const auto findings = with("keeps_full_load");
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].rule, std::string("cord-supplies"));
    QCOMPARE(findings[0].subject, std::string("racks-a"));
    QVERIFY(findings[0].severity == Severity::Warning);
    QVERIFY(qAbs(findings[0].measured - 33.981357) < 1e-4);
    QCOMPARE(findings[0].allowed, 24.0);
    for (const Finding& finding : with("may_stop")) {
        QFAIL(findingText(finding).c_str());
    }
}

void TestPowerRules::failover() {
    // Two paths with one UPS module of 1 MW each: racks ask 1359.254 kW, half on each side, switches
    // 40.96 kW on A. With A out, B carries 1359.254 kW; with B out, A carries 1400.214 kW.
    const auto findings = fixture::findingsAfter([](Json& p, Files&) {
        unit(p, "ups-a")["modules"] = 1;
        unit(p, "ups-a")["redundant"] = 0;
        addPathB(p, true);
    });
    QCOMPARE(findings.size(), std::size_t{2});
    for (const Finding& finding : findings) {
        QCOMPARE(finding.rule, std::string("failover-capacity"));
        QCOMPARE(finding.allowed, 1000.0);
        const double expected = finding.subject == "ups-a" ? 1400.214 : 1359.254;
        QVERIFY2(qAbs(finding.measured - expected) < 0.01, findingText(finding).c_str());
    }
    QVERIFY(findings[0].subject != findings[1].subject);
}

void TestPowerRules::unevenFeeds() {
    // PDUs of B twice as large: A carries 679.627 + 40.96 kW of 4 MW, 18.0147 %; B 679.627 of
    // 8 MW, 8.4953 %, which would balance up to 8.4953 / 0.8 = 10.6192 %.
    const auto findings = fixture::findingsAfter([](Json& p, Files&) {
        addPathB(p, true);
        unit(p, "pdus-b")["count"] = 8;
    });
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].rule, std::string("feed-balance"));
    QVERIFY(qAbs(findings[0].measured - 18.0147) < 0.01);
    QVERIFY(qAbs(findings[0].allowed - 10.6192) < 0.01);
}

void TestPowerRules::lowVoltage() {
    // 1,000 m as in "voltage drop": a = 0.2187835, V = 0.676682. Supplies let go below 80 %; such a
    // drop is also beyond the limit.
    const auto findings = fixture::findingsAfter([](Json& p, Files& f) { lengthen(p, f, 1000); });
    const auto low = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& f) { return f.rule == "undervoltage"; });
    QVERIFY(low != findings.end());
    QVERIFY(low->severity == Severity::Error);
    QCOMPARE(low->subject, std::string("pdus-a"));
    QVERIFY(qAbs(low->measured - 67.6682) < 0.01);
    QCOMPARE(low->allowed, 80.0);
    QVERIFY(std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
        return f.rule == "voltage-drop" && qAbs(f.measured - 32.3318) < 0.01;
    }));
}

void TestPowerRules::generatorsAlone() {
    // The switch has no mains: it never gets a source but the sets, which then run all the time.
    const auto findings =
        fixture::findingsAfter([](Json& p, Files&) { unit(p, "ats-a")["sources"] = {"gens-a"}; });
    std::vector<std::string> subjects;
    for (const Finding& f : findings) {
        if (f.rule == "power-source") {
            QVERIFY(f.severity == Severity::Warning);
            subjects.push_back(f.subject);
        }
    }
    QCOMPARE(subjects, (std::vector<std::string>{"gens-a", "ats-a"}));
}

// A board of 4,000 A without a breaker: of breakers for 1,600, 2,500 and 4,000 A the last one fits. A connection
// without a contract gets one that carries its load, and then nothing is found.
void TestPowerRules::fixesOfRatings() {
    const auto found = [](const fixture::Change& change) {
        auto all = fixture::findingsAfter([&](Json& p, Files& f) {
            for (std::size_t i = 0; i < f["breaker"]["parts"].size(); ++i) {
                figureOf(f, "breaker", i, "voltage_v") = 690;
            }
            change(p, f);
        });
        std::erase_if(all, [](const Finding& finding) { return finding.rule != "power-rating"; });
        return all;
    };
    const auto bare = [](Json& p, Files&) {
        unit(p, "mech-a").erase("breaker");
        unit(p, "grid-a").erase("rating_mva");
    };
    const auto all = found(bare);
    QCOMPARE(all.size(), std::size_t{2});
    QVERIFY(all[0].subject == "grid-a" && all[1].subject == "mech-a");
    const auto& agreed = std::get<SetAttribute>(all[0].fix.at(0));
    const auto& breaker = std::get<SetAttribute>(all[1].fix.at(0));
    QCOMPARE(agreed.key, std::string("rating_mva"));
    QCOMPARE(breaker.value, headroom::models::Value(std::string("cb-main")));
    const double mva = std::get<double>(agreed.value);
    QVERIFY(mva > 0.0 && mva < 20.0);
    QVERIFY(found([&](Json& p, Files& f) {
                bare(p, f);
                unit(p, "grid-a")["rating_mva"] = mva;
                unit(p, "mech-a")["breaker"] = "cb-main";
            }).empty());
}

HEADROOM_TEST(TestPowerRules)
}  // namespace tst_power_rules

#include "tst_power_rules.moc"
