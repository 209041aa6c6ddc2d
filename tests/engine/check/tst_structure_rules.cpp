// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/check/rule_test.h"
#include "tests/support/test_program.h"

namespace tst_structure_rules {

using namespace headroom::engine;
using fixture::addRow;
using fixture::Change;
using fixture::Expected;
using fixture::figureOf;
using fixture::Files;
using fixture::Json;

namespace {

Json structure(const char* kind, double x, double y, double width, double depth) {
    return {{"id", "thing"}, {"kind", kind},     {"hall", "hall-a"}, {"x_m", x},
            {"y_m", y},      {"width_m", width}, {"depth_m", depth}};
}

}  // namespace

class TestStructureRules : public QObject {
    Q_OBJECT

  private slots:
    void rule_data();
    void rule();
    void whatJustFits_data();
    void whatJustFits();
};

// The block: rows of 6 m from x = 5 m, 1.2 m deep, every 3 m from y = 5 m, racks 2.2 m tall, row 1
// facing south; in a hall of 40 m x 30 m.
void TestStructureRules::rule_data() {
    fixture::addColumns();
    // A column of 0.4 m reaches 0.3 m into row 2 (y = 8 to 9.2 m) from the south.
    addRow("column", {"obstacle", Severity::Error, "racks-a", 0.3, 0, "m"}, [](Json& p, Files&) {
        p["structures"] = Json::array({structure("column", 8, 8.0, 0.4, 0.3)});
    });
    // A room from y = 7.6 m to 8.4 m: 0.4 m of row 2 are in it, and row 1, which ends at 6.2 m, is clear of it.
    addRow("room", {"obstacle", Severity::Error, "racks-a", 0.4, 0, "m"}, [](Json& p, Files&) {
        p["structures"] = Json::array({structure("room", 5, 7.6, 6, 0.8)});
    });
    addRow("kept clear", {"keep-clear", Severity::Error, "racks-a", 0.5, 0, "m"},
           [](Json& p, Files&) {
               p["structures"] = Json::array({structure("keep_clear", 5.5, 5.7, 2.0, 0.5)});
           });
    // Row 1 faces south over a wall that ends at y = 4.4 m: 0.6 m are free, 1.0 m is needed.
    addRow("wall before the fronts",
           {"front-clearance", Severity::Warning, "racks-a", 0.6, 1.0, "m"}, [](Json& p, Files&) {
               p["structures"] = Json::array({structure("wall", 5, 4.2, 6, 0.2)});
           });
    // A door of 0.65 m: a rack of 0.6 m with 50 mm on both sides needs 0.7 m.
    addRow("narrow door", {"door", Severity::Error, "racks-a", 0.7, 0.65, "m"},
           [](Json& p, Files&) {
               p["structures"] = Json::array({structure("door", 20, 0, 0.65, 0.2)});
           });
    // A door whose leaf ends at y = 4.2 m, 0.8 m before row 1 at y = 5 m; and one in the west of the rows, whose
    // way ends at their first racks at x = 5 m, 1.0 m off.
    addRow("row before a door", {"door-way", Severity::Warning, "racks-a", 0.8, 1.2, "m"},
           [](Json& p, Files&) {
               p["structures"] = Json::array({structure("door", 6, 4.0, 2.4, 0.2)});
           });
    addRow("row beside a door", {"door-way", Severity::Warning, "racks-a", 1.0, 1.2, "m"},
           [](Json& p, Files&) {
               p["structures"] = Json::array({structure("door", 3.8, 4.5, 0.2, 2.4)});
           });
}

void TestStructureRules::rule() {
    QFETCH(Change, change);
    QFETCH(Expected, expected);
    fixture::compare(fixture::findingsAfter(change), expected);
}

void TestStructureRules::whatJustFits_data() {
    QTest::addColumn<Change>("change");
    QTest::newRow("a tray over the racks") << Change([](Json& p, Files&) {
        Json tray = structure("tray", 5, 5, 6, 0.6);
        tray["base_m"] = 2.4;
        p["structures"] = Json::array({tray});
    });
    QTest::newRow("a column beside the row") << Change([](Json& p, Files&) {
        p["structures"] = Json::array({structure("column", 11.0, 8, 0.4, 0.4)});
    });
    QTest::newRow("a wide door") << Change([](Json& p, Files&) {
        p["structures"] = Json::array({structure("door", 20, 0, 0.7, 0.2)});
    });
    // The leaf ends at 3.8 m, 1.2 m before the row; the other door is past the end of the row at x = 11 m.
    QTest::newRow("a free door") << Change([](Json& p, Files&) {
        p["structures"] = Json::array({structure("door", 6, 3.6, 2.4, 0.2)});
    });
    QTest::newRow("a door past the row") << Change([](Json& p, Files&) {
        p["structures"] = Json::array({structure("door", 11.0, 4.5, 2.4, 0.2)});
    });
    QTest::newRow("a room beside the rows") << Change(
        [](Json& p, Files&) { p["structures"] = Json::array({structure("room", 20, 20, 10, 8)}); });
}

void TestStructureRules::whatJustFits() {
    QFETCH(Change, change);
    std::string all;
    for (const Finding& finding : fixture::findingsAfter(change)) {
        all += findingText(finding) + '\n';
    }
    QVERIFY2(all.empty(), all.c_str());
}

HEADROOM_TEST(TestStructureRules)
}  // namespace tst_structure_rules

#include "tst_structure_rules.moc"
