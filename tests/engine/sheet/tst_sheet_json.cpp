// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
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
        for (const char* key : {"part", "then", "count", "lost_share", "design.lost", "design.held", "of"}) {
            sheet.columns.push_back({.key = key});
        }
        sheet.rows = {{std::string("a"), std::monostate{}, std::int64_t{3}, 0.5, std::int64_t{2}, true, std::nan("")},
                      {std::string("b"), std::string("c"), std::int64_t{0}, 1.0, std::int64_t{0}, false, 7.0}};
        QCOMPARE(jsonText(sheetJson(sheet)),
                 std::string("[{\"part\":\"a\",\"count\":3,\"lost_share\":0.5,\"design\":{\"lost\":2,\"held\":true},\"of\":null},"
                             "{\"part\":\"b\",\"then\":\"c\",\"count\":0,\"lost_share\":1.0,\"design\":{\"lost\":0,\"held\":false},"
                             "\"of\":7.0}]"));
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
