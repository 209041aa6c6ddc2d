// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_space_rules {

using namespace headroom::engine;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::figureOf;
using fixture::Files;
using fixture::Json;

class TestSpaceRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
    void whatJustFits_data();
    void whatJustFits();
};

void TestSpaceRules::rule_data() {
    fixture::addColumns();
    // The block: 10 racks of 0.6 m from x = 5 m, 4 rows of 1.2 m every 3 m from y = 5 m: to x = 11
    // m and y = 15.2 m, in a hall of 40 m x 30 m.
    addRow("beyond the east wall", {"rack-outside-hall", Severity::Error, "racks-a", 1.0, 0, "m"},
           [](Json& p, Files&) { p["rack_blocks"][0]["x_m"] = 35; });
    addRow("beyond the north wall", {"rack-outside-hall", Severity::Error, "racks-a", 0.2, 0, "m"},
           [](Json& p, Files&) { p["rack_blocks"][0]["y_m"] = 20; });
    addRow("west of the hall", {"rack-outside-hall", Severity::Error, "racks-a", 0.5, 0, "m"},
           [](Json& p, Files&) { p["rack_blocks"][0]["x_m"] = -0.5; });
    addRow("too tall", {"rack-outside-hall", Severity::Error, "racks-a", 2.2, 2.1, "m"},
           [](Json& p, Files&) { p["halls"][0]["height_m"] = 2.1; });
    addRow("by their pitch", {"rack-outside-hall", Severity::Error, "racks-a", 10.6, 0, "m"},
           [](Json& p, Files&) { p["rack_blocks"][0]["rack_pitch_m"] = 5; });
    // CDUs of 0.9 m x 1.2 m at y = 2 m, 3 of them 12 m apart: to 27.2 m, and x from 36 to 36.9 m.
    addRow("CDUs", {"cdu-outside-hall", Severity::Warning, "cdus-a", 0.4, 0, "m"},
           [](Json& p, Files&) { p["cdu_groups"][0]["x_m"] = 39.5; });
    addRow("blocks in each other", {"blocks-overlap", Severity::Error, "racks-b", 0.7, 0, "m"},
           [](Json& p, Files&) {
               p["rack_blocks"][0]["racks_per_row"] = 5;  // two such blocks load the UPS no more
               p["rack_blocks"].push_back(Json(p["rack_blocks"][0]));
               p["rack_blocks"][1]["id"] = "racks-b";
               p["rack_blocks"][1]["y_m"] = 5.5;  // 1.2 m deep rows meet by 0.7 m
               p["rack_blocks"][1]["rows"] = 1;
           });
    addRow("racks in each other", {"racks-overlap", Severity::Error, "racks-a", 0.5, 0.6, "m"},
           [](Json& p, Files&) { p["rack_blocks"][0]["rack_pitch_m"] = 0.5; });
    addRow("narrow aisle", {"aisle-width", Severity::Warning, "racks-a", 1.1, 1.2, "m"},
           [](Json& p, Files&) { p["rack_blocks"][0]["row_pitch_m"] = 2.3; });
    addRow("rows in each other", {"aisle-width", Severity::Error, "racks-a", -0.2, 1.2, "m"},
           [](Json& p, Files&) { p["rack_blocks"][0]["row_pitch_m"] = 1.0; });
    addRow("halls in each other", {"halls-overlap", Severity::Warning, "hall-b", 5, 0, "m"},
           [](Json& p, Files&) {
               p["halls"].push_back(Json(p["halls"][0]));
               p["halls"][1]["id"] = "hall-b";
               p["halls"][1]["x_m"] = 35;
           });
}

void TestSpaceRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

void TestSpaceRules::whatJustFits_data() {
    QTest::addColumn<Change>("change");
    QTest::newRow("block in the corner") << Change([](Json& p, Files&) {
        p["rack_blocks"][0]["x_m"] = 34;
        p["rack_blocks"][0]["y_m"] = 19.8;
    });
    QTest::newRow("aisle of 1.2 m")
        << Change([](Json& p, Files&) { p["rack_blocks"][0]["row_pitch_m"] = 2.4; });
    QTest::newRow("one row needs no aisle") << Change([](Json& p, Files&) {
        p["rack_blocks"][0]["rows"] = 1;
        p["rack_blocks"][0]["row_pitch_m"] = 0.5;
        p.erase("training_jobs");
    });
    QTest::newRow("rows of one block in the aisles of another") << Change([](Json& p, Files&) {
        p["rack_blocks"][0]["racks_per_row"] = 5;  // two such blocks load the UPS no more
        p["rack_blocks"].push_back(Json(p["rack_blocks"][0]));
        p["rack_blocks"][1]["id"] = "racks-b";
        p["rack_blocks"][1]["y_m"] = 6.5;
        p["halls"][0]["crah_count"] = 30;
        p["rack_blocks"][1]["rows"] = 2;
    });
    QTest::newRow("same place in two halls") << Change([](Json& p, Files&) {
        p["halls"].push_back(Json(p["halls"][0]));
        p["halls"][1]["id"] = "hall-b";
        p["halls"][1]["x_m"] = 40;
        p["rack_blocks"][0]["racks_per_row"] = 5;  // two such blocks load the UPS no more
        p["rack_blocks"].push_back(Json(p["rack_blocks"][0]));
        p["rack_blocks"][1]["id"] = "racks-b";
        p["rack_blocks"][1]["hall"] = "hall-b";
        p["rack_blocks"][1]["rows"] = 1;
    });
}

void TestSpaceRules::whatJustFits() {
    QFETCH(Change, change);
    for (const Finding& finding : fixture::findingsAfter(change)) {
        QVERIFY2(fixture::isConsequence(finding), findingText(finding).c_str());
    }
}

HEADROOM_TEST(TestSpaceRules)
}  // namespace tst_space_rules

#include "tst_space_rules.moc"
