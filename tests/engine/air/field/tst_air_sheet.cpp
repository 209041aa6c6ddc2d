// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_sheet.h"
#include "engine/sheet/sheet_json.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace tst_air_sheet {

using namespace headroom::engine;

class TestAirSheet : public QObject {
    Q_OBJECT

  private slots:

    // Two racks of one row: inlets of 22 and 26 °C with 10 % and 30 % hot air, so 24 °C and 20 % in the mean.
    void racksAndRows() {
        Layout layout;
        layout.blocks = {"hall-a"};
        AirField field;
        field.settled = true;
        for (int rack = 0; rack < 2; ++rack) {
            RackBox box;
            box.block = 0;
            box.row = 0;
            box.column = rack;
            layout.racks.push_back(box);
            RackAirResult air;
            air.rack = rack;
            air.inletC = 22.0 + 4.0 * rack;
            air.hotFraction = 0.1 + 0.2 * rack;
            air.flowM3PerS = 1.0;
            air.heatW = 12000.0;
            field.racks.push_back(air);
        }
        const auto racks = sheetJson(airRackSheet(field, layout));
        QCOMPARE(racks.size(), std::size_t{2});
        QVERIFY(!racks[0].contains("hall"));
        QCOMPARE(racks[1]["inlet_c"].get<double>(), 26.0);
        QCOMPARE(racks[1]["heat_kw"].get<double>(), 12.0);
        const auto joined =
            sheetJson(airRackSheet(field, layout, std::vector<std::size_t>{1}, "h1"));
        QCOMPARE(joined.size(), std::size_t{1});
        QCOMPARE(joined[0]["hall"].get<std::string>(), std::string("h1"));
        QVERIFY(joined[0]["settled"].get<bool>());
        const auto rows = sheetJson(airRowSheet(field, layout));
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0]["row"].get<int>(), 1);
        QCOMPARE(rows[0]["racks"].get<int>(), 2);
        QCOMPARE(rows[0]["mean_inlet_c"].get<double>(), 24.0);
        QVERIFY(std::abs(rows[0]["mean_hot_fraction"].get<double>() - 0.2) < 1e-12);
    }
};

HEADROOM_TEST(TestAirSheet)
}  // namespace tst_air_sheet

#include "tst_air_sheet.moc"
