// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/floor_difference.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>

namespace tst_floor_difference {

using namespace headroom::engine;

/// Racks of one block in a row, from a column on.
Layout floorOf(int first, int count, const std::string& block = "racks") {
    Layout layout;
    layout.blocks = {block};
    for (int i = 0; i < count; ++i) {
        RackBox rack;
        rack.column = first + i;
        layout.racks.push_back(rack);
    }
    return layout;
}

class TestFloorDifference : public QObject {
    Q_OBJECT

  private slots:

    // Columns 0 to 3 next to columns 1 to 4: 0 has no counterpart, 1 is the other's first.
    void racksAreThoseOfTheSamePlace() {
        QCOMPARE(sameRacks(floorOf(0, 4), floorOf(1, 4)), (std::vector<int>{-1, 0, 1, 2}));
        QCOMPARE(sameRacks(floorOf(0, 2), floorOf(0, 2, "others")), (std::vector<int>{-1, -1}));
    }

    // 10, 20, 30, 40 kW against 25, 30, 15 kW of columns 1 to 3: +5, 0, -25; the scale ends at 25.
    void differencesAreOfTheSameRack() {
        const std::vector<float> base = {10e3F, 20e3F, 30e3F, 40e3F}, other = {25e3F, 30e3F, 15e3F};
        const auto d = floorDifference(sameRacks(floorOf(0, 4), floorOf(1, 3)), base, other);
        QVERIFY(std::isnan(d.values[0]));
        QCOMPARE(d.values[1], 5e3F);
        QCOMPARE(d.values[2], 0.0F);
        QCOMPARE(d.values[3], -25e3F);
        QCOMPARE(d.most, 25e3F);
        QCOMPARE(d.compared, 3);
    }

    // What is not known differs in nothing: NaN, and floors with fewer values than racks.
    void whatIsNotKnownIsLeftOut() {
        const float none = std::numeric_limits<float>::quiet_NaN();
        const std::vector<int> same = {0, 1, 2};
        const std::vector<float> base = {1.0F, none, 3.0F}, other = {2.0F, 2.0F};
        const auto d = floorDifference(same, base, other);
        QCOMPARE(d.compared, 1);
        QCOMPARE(d.most, 1.0F);
        QCOMPARE(floorDifference(same, {}, {}).compared, 0);
        QCOMPARE(floorDifference(same, {}, {}).most, 0.0F);
    }
};

HEADROOM_TEST(TestFloorDifference)
}  // namespace tst_floor_difference

#include "tst_floor_difference.moc"
