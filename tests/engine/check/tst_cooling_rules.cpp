// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/files/text_file.h"
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QVariant>

#include <algorithm>
#include <fstream>

namespace tst_cooling_rules {

using namespace headroom::engine;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::figureOf;
using fixture::Files;
using fixture::Json;

class TestCoolingRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
    void dewPoint();
    void chillerBeyondItsCurves_data();
    void chillerBeyondItsCurves();
    void coldEnough_data();
    void coldEnough();
    void frost_data();
    void frost();
    void hoursOfTheWeatherFile();
};

void TestCoolingRules::chillerBeyondItsCurves_data() {
    QTest::addColumn<double>("setpointC");
    QTest::addColumn<bool>("found");
    QTest::newRow("as rated") << 7.0 << false;
    QTest::newRow("warmer than it knows") << 25.0 << true;
}

// mcquay-pfh-3165 was measured with water of 4 to 9 C: at 25 C its curve says that it has no
// capacity left. A run in which it stands is one without chillers, and no number goes astray.
void TestCoolingRules::chillerBeyondItsCurves() {
    QFETCH(double, setpointC);
    QFETCH(bool, found);
    const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    QVERIFY(catalogue.has_value());
    const auto text = readTextFile(HEADROOM_SOURCE_DIR "/scenarios/chiller-trip/project.json");
    Json json = parseJson<Json>(*text);
    for (Json& loop : json["cooling_loops"]) {
        loop["chiller"] = "mcquay-pfh-3165";
        loop["supply_setpoint_c"] = setpointC;
    }
    const auto project = parseProject(jsonText(json), "p.json", *catalogue);
    QVERIFY2(project.has_value(), project ? "" : headroom::engine::text(project.error()).c_str());
    const std::vector<Finding> findings = checkProject(*project, *catalogue, CheckDepth::Quick);
    QCOMPARE(std::any_of(findings.begin(), findings.end(),
                         [](const Finding& f) { return f.rule == "chiller-range"; }),
             found);
}

void TestCoolingRules::coldEnough_data() {
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<bool>("found");
    const QString chilled = "chiller-trip";
    QTest::newRow("as it is") << chilled << "chiller_count" << QVariant(3) << "loop-setpoint"
                              << false;
    // 1.14 MW, for 1.7 MW of heat.
    QTest::newRow("one chiller") << chilled << "chiller_count" << QVariant(1) << "loop-setpoint"
                                 << true;
    QTest::newRow("no chiller") << chilled << "chiller" << QVariant() << "loop-setpoint" << true;
    // A machine of 1,142.9 kW has 45.6 L/s by design at 6 K and opens its switch below 30 % of them: 13.7 L/s, 22.8 % of
    // the 60 L/s of the loop's pumps.
    QTest::newRow("enough flow") << chilled << "least_flow_pct" << QVariant(24.0) << "least-flow"
                                 << false;
    QTest::newRow("too little flow")
        << chilled << "least_flow_pct" << QVariant(21.0) << "least-flow" << true;
}

// What a run of the design day would show: the loop never comes down to its set-point.
void TestCoolingRules::coldEnough() {
    QFETCH(QString, scenario);
    QFETCH(QString, key);
    QFETCH(QVariant, value);
    QFETCH(QString, rule);
    QFETCH(bool, found);
    const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    QVERIFY(catalogue.has_value());
    const auto text =
        readTextFile(HEADROOM_SOURCE_DIR "/scenarios/" + scenario.toStdString() + "/project.json");
    Json json = parseJson<Json>(*text);
    for (Json& loop : json["cooling_loops"]) {
        if (value.isNull()) {
            loop.erase(key.toStdString());
            loop.erase("chiller_count");
        } else if (value.typeId() == QMetaType::Int) {
            loop[key.toStdString()] = value.toInt();
        } else {
            loop[key.toStdString()] = value.toDouble();
        }
    }
    const auto project = parseProject(jsonText(json), "p.json", *catalogue);
    QVERIFY2(project.has_value(), project ? "" : headroom::engine::text(project.error()).c_str());
    const std::vector<Finding> findings = checkProject(*project, *catalogue, CheckDepth::Full);
    QCOMPARE(std::any_of(findings.begin(), findings.end(),
                         [&](const Finding& f) { return f.rule == rule.toStdString(); }),
             found);
}

void TestCoolingRules::frost_data() {
    QTest::addColumn<QString>("climate");
    QTest::addColumn<QString>("loop");
    QTest::addColumn<QString>("fluid");
    QTest::addColumn<QString>("protection");
    QTest::addColumn<bool>("found");
    // Lowest of 20 years: Singapore 21, Sydney 1.4, San Francisco -0.9, Leesburg -19.2, Chicago -32.2,
    // Helsinki -33.3 C. Water needs 2, pg25 -7.8 (-9.8 + 2), pg40 -18.6, pg50 -30.2, pg55 -38.2 C.
    for (const auto& [climate, frosty] :
         std::vector<std::pair<const char*, bool>>{{"singapore", false},
                                                   {"mumbai", false},
                                                   {"dubai", false},
                                                   {"sydney", true},
                                                   {"san-francisco-ca", true},
                                                   {"helsinki", true},
                                                   {"chicago-il", true},
                                                   {"johannesburg", true}}) {
        QTest::newRow(qPrintable(QString("water in %1").arg(climate))) << climate << "warm"
                                                                       << "water"
                                                                       << "none" << frosty;
        QTest::newRow(qPrintable(QString("basins in %1").arg(climate))) << climate << "chilled"
                                                                        << "water"
                                                                        << "none" << frosty;
    }
    QTest::newRow("thin glycol") << "leesburg-va"
                                 << "warm"
                                 << "pg40"
                                 << "none" << true;
    QTest::newRow("glycol") << "leesburg-va"
                            << "warm"
                            << "pg50"
                            << "none" << false;
    QTest::newRow("glycol in the north") << "helsinki"
                                         << "warm"
                                         << "pg55"
                                         << "none" << false;
    QTest::newRow("glycol does not help a basin") << "leesburg-va"
                                                  << "chilled"
                                                  << "pg55"
                                                  << "none" << true;
    QTest::newRow("drained") << "helsinki"
                             << "warm"
                             << "water"
                             << "drain" << false;
    QTest::newRow("heated") << "helsinki"
                            << "chilled"
                            << "water"
                            << "heater" << false;
}

void TestCoolingRules::frost() {
    QFETCH(QString, climate);
    QFETCH(QString, loop);
    QFETCH(QString, fluid);
    QFETCH(QString, protection);
    QFETCH(bool, found);
    const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    QVERIFY(catalogue.has_value());
    const auto text = readTextFile(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall/project.json");
    Json json = parseJson<Json>(*text);
    json["site"]["climate"] = climate.toStdString();
    for (Json& each : json["cooling_loops"]) {
        if (each["id"] == loop.toStdString()) {
            each["fluid"] = fluid.toStdString();
            each["frost_protection"] = protection.toStdString();
        }
    }
    const auto project = parseProject(jsonText(json), "p.json", *catalogue);
    QVERIFY2(project.has_value(), project ? "" : headroom::engine::text(project.error()).c_str());
    const std::vector<Finding> findings = checkProject(*project, *catalogue, CheckDepth::Quick);
    QCOMPARE(std::any_of(findings.begin(), findings.end(),
                         [&](const Finding& f) {
                             return f.rule == "outdoor-frost" && f.subject == loop.toStdString() &&
                                    f.severity == Severity::Error;
                         }),
             found);
}

// A weather file without the last day of the year has 24 hours without a row, which are filled.
void TestCoolingRules::hoursOfTheWeatherFile() {
    const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    QVERIFY(catalogue.has_value());
    QTemporaryDir folder;
    const std::string path = folder.filePath("made.epw").toStdString();
    {
        std::ofstream out(path);
        out << "LOCATION,Testville,VA,USA,made,000000,39.0,-77.5,-5.0,100.0\nDESIGN CONDITIONS,0\n";
        for (int i = 0; i < 6; ++i) {
            out << "HEADER\n";
        }
        const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 30};
        for (int month = 1; month <= 12; ++month) {
            for (int hour = 0; hour < 24 * days[month - 1]; ++hour) {
                out << "2001," << month << ',' << hour / 24 + 1 << ',' << hour % 24 + 1
                    << ",60,flags,20.0,10.0,53,100000,0,0\n";
            }
        }
    }
    const auto text = readTextFile(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall/project.json");
    Json json = parseJson<Json>(*text);
    json["site"]["weather_file"] = path;
    const auto project = parseProject(jsonText(json), "p.json", *catalogue);
    QVERIFY2(project.has_value(), project ? "" : headroom::engine::text(project.error()).c_str());
    const std::vector<Finding> findings = checkProject(*project, *catalogue, CheckDepth::Quick);
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [](const Finding& f) { return f.rule == "weather-file"; });
    QVERIFY(found != findings.end());
    QVERIFY2(found->message.find("24 hours have no row") != std::string::npos,
             found->message.c_str());
}

void TestCoolingRules::rule_data() {
    fixture::addColumns();
    const auto liquid = [](Json& p) {
        p["rack_blocks"][0]["rack"] = "rack-liquid";
        p["rack_blocks"][0]["cdu_group"] = "cdus-a";
    };
    // A liquid server has no fans: 8 kW, a rack 32 kW, 80 % of it to the coolant: 25.6 kW; 40
    // racks: 1024 kW. To the air: 256 kW + 40.96 kW of optics.
    addRow("no CDU group", {"liquid-without-cdu", Severity::Error, "racks-a", 0, 1, ""},
           [](Json& p, Files&) { p["rack_blocks"][0]["rack"] = "rack-liquid"; });
    addRow("CDU group of another hall", {"cdu-other-hall", Severity::Warning, "racks-a", 0, 0, ""},
           [=](Json& p, Files&) {
               liquid(p);
               p["halls"].push_back(Json(p["halls"][0]));
               p["halls"][1]["id"] = "hall-b";
               p["halls"][1]["x_m"] = 100;
               p["cdu_groups"][0]["hall"] = "hall-b";
           });
    addRow("CDU heat", {"cdu-heat", Severity::Error, "cdus-a", 1024, 1000, "kW"},
           [=](Json& p, Files& f) {
               liquid(p);
               p["cdu_groups"][0]["count"] = 1;
               figureOf(f, "cdu", 0, "secondary_flow_l_per_s") = 100;
           });
    // Design flow by the rack's rating: 40 kW x 80 % x 1.5 L/min/kW = 48 L/min; 40 racks: 32 L/s.
    addRow("CDU flow", {"cdu-flow", Severity::Warning, "cdus-a", 32, 30, "L/s"},
           [=](Json& p, Files& f) {
               liquid(p);
               figureOf(f, "cdu", 0, "secondary_flow_l_per_s") = 10;
           });
    // Air of 100 kPa has d = 100 / 101.325 = 0.986923 of the density at sea level. 1400.214 kW (tst_design) and 14 fans of
    // 4 kW x d. A coil of 10 kW/K at 8 m3/s and 4 L/s conducts less: UA 2 x 10 / (d^-0.8 + 1) = 9.9474 kW/K, air 8 x 1.19507 x d =
    // 9.4355 kW/K against 16.7105 of water: counter flow G = 5.3996 instead of 5.4382 kW/K; 14 x 100 kW x 0.99289 = 1390.05 kW.
    addRow("air handlers", {"crah-heat", Severity::Error, "hall-a", 1455.482, 1390.05, "kW"},
           [](Json& p, Files&) { p["halls"][0]["crah_count"] = 14; });
    // UA of 10 kW/K at 1 L/s and 5 at 2 L/s: no exchanger conducts less with more flow.
    addRow("curve of a CDU", {"machine-curves", Severity::Error, "cdus-a", 0, 0, ""},
           [=](Json& p, Files& f) {
               liquid(p);
               figureOf(f, "cdu", 0, "ua_table") = Json::parse("[[1, 10], [2, 5]]");
           });
    // Fans at 0.784314 / d = 0.794706 of 0.5 m3/s, 160 servers: 63.5765 m3/s. Optics give 40.96 kW more, 3 m3/s for 100 kW
    // at sea level: 1.2288 / d = 1.2451 m3/s. Over 1 - 10 % bypass: 72.0239 m3/s.
    addRow("air flow", {"crah-airflow", Severity::Warning, "hall-a", 72.0239, 60, "m3/s"},
           [](Json&, Files& f) { figureOf(f, "crah", 0, "airflow_m3_per_s") = 3; });
    // 1400.214 kW + 80 kW x d of fans + 30 kW of CDU pumps; one cooler of 1 MW in air of 100 kPa (models/cooling/thin_air.h).
    addRow("heat rejection", {"loop-heat", Severity::Error, "loop-a", 1509.168, 991.92, "kW"},
           [](Json& p, Files&) { p["cooling_loops"][0]["dry_cooler_count"] = 1; });
    addRow("no heat rejection", {"loop-heat", Severity::Error, "loop-a", 1509.168, 0, "kW"},
           [](Json& p, Files&) { p["cooling_loops"][0].erase("dry_cooler"); });
    // Nothing compares what is not stated with anything; 120 kW are stated and none are drawn.
    addRow("power of cooling from outside",
           {"external-cooling", Severity::Note, "loop-a", 0, 0, ""},
           [](Json& p, Files&) { p["cooling_loops"][0]["external_cooling_kw"] = 400; });
    addRow("power of no cooling from outside",
           {"external-cooling", Severity::Warning, "loop-a", 120, 0, "kW"},
           [](Json& p, Files&) { p["cooling_loops"][0]["external_power_kw"] = 120; });
    // 1509.168 kW / (998 kg/m3 x 4186 J/(kg K) x 2 K) = 180.625 L/s.
    addRow("loop flow", {"loop-flow", Severity::Warning, "loop-a", 180.625, 100, "L/s"},
           [](Json& p, Files&) {
               p["cooling_loops"][0]["pump_count"] = 1;
               p["cooling_loops"][0]["design_rise_k"] = 2;
           });
    // The same air, fans and optics, through cold aisles that are closed but for 10 %: 64.8216 / (1 - 1 %) = 65.4763
    // m3/s.
    addRow("air flow, contained",
           {"crah-airflow", Severity::Warning, "hall-a", 65.4763, 60, "m3/s"},
           [](Json& p, Files& f) {
               p["halls"][0]["containment"] = "cold_aisle";
               figureOf(f, "crah", 0, "airflow_m3_per_s") = 3;
           });
    addRow("supply air near the water",
           {"setpoint-approach", Severity::Warning, "hall-a", 21, 22, "°C"},
           [](Json& p, Files&) { p["halls"][0]["supply_air_c"] = 21; });
    addRow("supply air below the water",
           {"setpoint-approach", Severity::Error, "hall-a", 19, 22, "°C"},
           [](Json& p, Files&) { p["halls"][0]["supply_air_c"] = 19; });
    // Classes of the air in the hall and of the coolant at 30 C; 100 m of elevation derate nothing.
    const auto classes = [](Files& f, std::size_t server, const std::string& key,
                            const std::string& kind, double low, double high) {
        f["cooling_class"] = fixture::file(
            "cooling_class", Json::array({fixture::part("cooling_class", "class-x",
                                                        {{"kind", kind},
                                                         {"recommended_low_c", low},
                                                         {"recommended_high_c", high},
                                                         {"allowable_low_c", low - 5},
                                                         {"allowable_high_c", high + 5},
                                                         {"derate_above_m", 50},
                                                         {"derate_m_per_k", 50}})}));
        figureOf(f, "server", server, key) = "class-x";
    };
    // 50 m above the limit at 50 m for a kelvin: 30 C less 1 K.
    addRow("air above its class", {"air-class", Severity::Error, "hall-a", 30, 29, "°C"},
           [=](Json& p, Files& f) {
               p["halls"][0]["supply_air_c"] = 30;
               classes(f, 0, "air_class", "air", 18, 25);
           });
    addRow("air below its class", {"air-class", Severity::Error, "hall-a", 22, 25, "°C"},
           [=](Json& p, Files& f) {
               p["halls"][0]["supply_air_c"] = 22;
               classes(f, 0, "air_class", "air", 30, 35);
           });
    addRow("air not recommended", {"air-class", Severity::Note, "hall-a", 28, 27, "°C"},
           [=](Json& p, Files& f) {
               p["halls"][0]["supply_air_c"] = 28;
               classes(f, 0, "air_class", "air", 18, 27);
           });
    addRow("a plenum without a raised floor",
           {"floor-plenum", Severity::Warning, "hall-a", 0.6, 0, "m"},
           [](Json& p, Files&) { p["halls"][0]["plenum_m"] = 0.6; });
    addRow("coolant above its class", {"liquid-class", Severity::Error, "cdus-a", 30, 25, "°C"},
           [=](Json& p, Files& f) {
               liquid(p);
               figureOf(f, "cdu", 0, "secondary_flow_l_per_s") = 100;
               classes(f, 1, "liquid_class", "liquid", 10, 20);
           });
    addRow("tower without coefficients", {"tower-method", Severity::Warning, "loop-a", 0, 1, ""},
           [](Json& p, Files& f) {
               const Json curve = std::vector<double>(27, 1.0);
               f["cooling_tower"] = fixture::file(
                   "cooling_tower", Json::array({fixture::part("cooling_tower", "tower-x",
                                                               {{"rated_heat_kw", 1000},
                                                                {"water_flow_l_per_s", 43},
                                                                {"airflow_m3_per_s", 28},
                                                                {"fan_rated_kw", 15},
                                                                {"design_wet_bulb_c", 25},
                                                                {"design_range_k", 5.5},
                                                                {"design_approach_k", 4},
                                                                {"drift_pct", 0.002},
                                                                {"approach_curve", curve},
                                                                {"method", "merkel"}})}));
               p["cooling_loops"][0]["cooling_tower"] = "tower-x";
               p["cooling_loops"][0]["cooling_tower_count"] = 4;
           });
    addRow("coolant at the water", {"setpoint-approach", Severity::Error, "cdus-a", 20, 22, "°C"},
           [](Json& p, Files&) { p["cdu_groups"][0]["supply_setpoint_c"] = 20; });
}

// At 24 °C and 50 % the vapour pressure is half of 2,985 Pa, which saturates air at 12.94 °C. Coolant of
// 12 °C is below that and of 14 °C is not, unless the room is warmer: at 28 °C and 50 % it is 16.6 °C.
void TestCoolingRules::dewPoint() {
    const auto found = [](double coolantC, double airC) {
        double dewC = 0.0;
        for (const Finding& finding : fixture::findingsAfter([&](Json&p, Files&) {
                 p["cdu_groups"][0]["supply_setpoint_c"] = coolantC;
                 p["cooling_loops"][0]["supply_setpoint_c"] = 7;
                 p["halls"][0]["supply_air_c"] = airC;
             })) {
            if (finding.rule == "coolant-dew-point") {
                dewC = finding.allowed;
            }
        }
        return dewC;
    };
    QVERIFY(std::abs(found(12.0, 22.0) - 12.94) < 0.02);
    QCOMPARE(found(14.0, 22.0), 0.0);
    QVERIFY(std::abs(found(14.0, 28.0) - 16.6) < 0.1);
}

void TestCoolingRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

HEADROOM_TEST(TestCoolingRules)
}  // namespace tst_cooling_rules

#include "tst_cooling_rules.moc"
