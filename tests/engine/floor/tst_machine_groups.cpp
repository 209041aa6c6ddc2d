// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/machine_groups.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <utility>

namespace tst_machine_groups {

using namespace headroom::engine;

namespace {

/// A pump of 2 m x 1 m.
void pump(Layout& layout, double x, double y, const char* id = "loop") {
    layout.equipment.push_back({{x, y, 0.0, 2.0, 1.0, 1.0}, EquipmentKind::Pump, 0, id});
}

std::optional<Box> placeOf(const Layout& layout, std::vector<Box> taken = {}) {
    const auto groups = machineGroups(layout);
    // Names of 4 m x 0.5 m, 0.1 m away.
    const std::vector<NameSize> sizes(groups.size(), NameSize{4.0, 0.5});
    return placeNames(layout, groups, sizes, 0.1, std::move(taken)).front();
}

}  // namespace

/// Names of machines on drawings.
class TestMachineGroups : public QObject {
    Q_OBJECT

  private slots:

    /// Pumps at 0, 3 and 6 m in one line and one 5 m north of it: the middle of all is (4, 1.75), to which the
    /// second is nearest; its line reaches from 0 to 8 m.
    void oneForAllOfAKindOfAnObject() {
        Layout layout;
        pump(layout, 0.0, 0.0);
        pump(layout, 3.0, 0.0);
        pump(layout, 6.0, 0.0);
        pump(layout, 3.0, 5.0);
        pump(layout, 20.0, 0.0, "other");
        const auto groups = machineGroups(layout);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].words(), std::string("4 × Pump"));
        QCOMPARE(groups[1].words(), std::string("Pump"));
        QCOMPARE(groups[0].innermost, 1);
        QCOMPARE(groups[0].line.width, 8.0);
        QCOMPARE(groups[0].line.depth, 1.0);
        QCOMPARE(groups[0].around.depth, 6.0);
    }

    /// Above a single pump: from 1.1 m north, its middle where the pump's is. With something there, below;
    /// with that taken as well, east of it; with all four sides taken, nowhere.
    void aNameCoversNothing() {
        Layout layout;
        pump(layout, 0.0, 0.0);
        auto place = placeOf(layout);
        QVERIFY(place.has_value());
        QCOMPARE(place->x, -1.0);
        QCOMPARE(place->y, 1.1);
        const Box above{0.0, 1.2, 0.0, 1.0, 1.0, 1.0}, below{0.0, -1.0, 0.0, 1.0, 0.8, 1.0},
            east{4.0, 0.0, 0.0, 1.0, 1.0, 1.0}, west{-3.0, 0.0, 0.0, 1.0, 1.0, 1.0};
        place = placeOf(layout, {above});
        QCOMPARE(place->y, -0.6);
        place = placeOf(layout, {above, below});
        QCOMPARE(place->x, 2.1);
        QVERIFY(!placeOf(layout, {above, below, east, west}).has_value());
    }

    /// A hall 1 m north of a pump outdoors: the name does not cross its wall, and goes below. The same pump
    /// inside, close to the north wall: below as well.
    void noNameCrossesAWall() {
        Layout outdoors;
        pump(outdoors, 0.0, 0.0);
        outdoors.halls.push_back({{-5.0, 1.3, 0.0, 20.0, 10.0, 4.0}, "hall", "Hall"});
        QVERIFY(!machineGroups(outdoors)[0].isIndoors);
        QCOMPARE(placeOf(outdoors)->y, -0.6);
        Layout indoors;
        pump(indoors, 0.0, 0.0);
        indoors.halls.push_back({{-5.0, -8.7, 0.0, 20.0, 10.0, 4.0}, "hall", "Hall"});
        QVERIFY(machineGroups(indoors)[0].isIndoors);
        QCOMPARE(placeOf(indoors)->y, -0.6);
    }

    /// Two pumps 20 m apart: the middle of their line is 10 m from both, and a name there would be that of something else. It
    /// goes east of the second. With both ends taken it goes above the first, from its west edge, or below if an aisle is
    /// above.
    void aNameIsNextToAMachine() {
        Layout layout;
        pump(layout, 0.0, 0.0);
        pump(layout, 22.0, 0.0);
        auto place = placeOf(layout);
        QVERIFY(place.has_value());
        QCOMPARE(place->x, 24.1);
        const std::vector<Box> ends{{25.0, 0.0, 0.0, 1.0, 1.0, 1.0},
                                    {-3.0, 0.0, 0.0, 1.0, 1.0, 1.0}};
        place = placeOf(layout, ends);
        QVERIFY(place.has_value());
        QCOMPARE(place->x, 0.0);
        QCOMPARE(place->y, 1.1);
        AisleBox aisle;
        aisle.box = {-5.0, 1.0, 0.0, 40.0, 3.0, 0.0};
        layout.aisles.push_back(aisle);
        place = placeOf(layout, ends);
        QVERIFY(place.has_value());
        QCOMPARE(place->x, 0.0);
        QCOMPARE(place->y, -0.6);
    }

    void noneIsAskedFor() {
        Layout layout;
        pump(layout, 0.0, 0.0);
        const auto groups = machineGroups(layout);
        QVERIFY(!placeNames(layout, groups, std::vector<NameSize>(1), 0.1, {})[0].has_value());
    }
};

HEADROOM_TEST(TestMachineGroups)
}  // namespace tst_machine_groups

#include "tst_machine_groups.moc"
