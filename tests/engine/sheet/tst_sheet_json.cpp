// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/sheet/figure_row.h"
#include "engine/sheet/sheet_json.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tst_sheet_json {

using namespace headroom::engine;

class TestSheetJson : public QObject {
    Q_OBJECT

  private slots:

    // Members in the order of the columns, a point nests, a count has no decimals, NaN is null, nothing has no member.
    void rows() {
        Sheet sheet{"A", "A", "", {}, {}};
        for (const char* key :
             {"part", "then", "count", "lost_share", "design.lost", "design.held", "of"}) {
            sheet.columns.push_back({.key = key});
        }
        sheet.rows = {{std::string("a"), std::monostate{}, std::int64_t{3}, 0.5, std::int64_t{2},
                       true, std::nan("")},
                      {std::string("b"), std::string("c"), std::int64_t{0}, 1.0, std::int64_t{0},
                       false, 7.0}};
        QCOMPARE(jsonText(sheetJson(sheet)),
                 std::string("[{\"part\":\"a\",\"count\":3,\"lost_share\":0.5,\"design\":{\"lost\":"
                             "2,\"held\":true},\"of\":null},"
                             "{\"part\":\"b\",\"then\":\"c\",\"count\":0,\"lost_share\":1.0,"
                             "\"design\":{\"lost\":0,\"held\":false},"
                             "\"of\":7.0}]"));
    }

    // A set of figures is one row, hence one object; points nest at any depth.
    void oneRow() {
        FigureRow row("A", "A");
        row.count("plan.ranks", "ranks", 8);
        row.seconds("served.ttft_s.mean", "first token", 0.012);
        row.seconds("served.ttft_s.p99", "first token, p99", std::nan(""));
        row.flag("fits", "fits", true);
        QCOMPARE(jsonText(rowJson(row.take())),
                 std::string("{\"plan\":{\"ranks\":8},\"served\":{\"ttft_s\":{\"mean\":0.012,"
                             "\"p99\":null}},\"fits\":true}"));
    }

    // Rows as members: one column has their names, one their values.
    void membersByName() {
        const Sheet sheet{"A",
                          "A",
                          "",
                          {{.key = "part"}, {.key = "label", .label = "Part"}, {.key = "time_s"}},
                          {{std::string("matrix_s"), std::string("Matrices"), 0.5},
                           {std::string("host_s"), std::string("Host"), 0.0}}};
        QCOMPARE(jsonText(keyedJson(sheet, "part", "time_s")),
                 std::string("{\"matrix_s\":0.5,\"host_s\":0.0}"));
    }

    // A head for people is no path: its points stay.
    void headsWithoutKeys() {
        const Sheet sheet{"A", "A", "", {"no. of racks"}, {{2.0}}};
        QCOMPARE(jsonText(sheetJson(sheet)), std::string("[{\"no. of racks\":2.0}]"));
    }
};

HEADROOM_TEST(TestSheetJson)
}  // namespace tst_sheet_json

#include "tst_sheet_json.moc"
