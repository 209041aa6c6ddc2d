// SPDX-License-Identifier: Apache-2.0
#include "engine/floor/route.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_route {

using namespace headroom::engine;

class TestRoute : public QObject {
    Q_OBJECT

    /// From the top of a board of 2 m to that of a rack of 2.2 m.
    static constexpr RoutePoint kBoard{0.0, 0.0, 2.0};
    static constexpr RoutePoint kRack{10.0, 6.0, 2.2};

    /// Up to 3 m, down from it, and 1 m made off at each end.
    static constexpr double kEndsM = (3.0 - 2.0) + (3.0 - 2.2) + 2.0;

  private slots:

    void withoutTraysItIsManhattan() {
        // 10 m east and 6 m north.
        QCOMPARE(routeLengthM(kBoard, kRack, {}), 16.0 + kEndsM);
        QCOMPARE(routeLengthM(kRack, kBoard, {}), 16.0 + kEndsM);
    }

    void itFollowsATray() {
        // A tray along north -2 m (its middle line): 2 m south to it, 10 m along, 8 m north: 20 m,
        // 4 m more than straight. At 3.5 m: both ends are 0.5 m longer.
        const RouteTray tray{-1.0, -2.3, 12.0, -1.7, 3.5};
        QCOMPARE(routeLengthM(kBoard, kRack, {tray}), 20.0 + kEndsM + 1.0);
    }

    void crossingTraysAreJoined() {
        // Along north 0 to east 10, then along east 10: the straight way, on trays.
        const RouteTray east{-1.0, -0.3, 12.0, 0.3, 3.0};
        const RouteTray north{9.7, -1.0, 10.3, 8.0, 3.0};
        QCOMPARE(routeLengthM(kBoard, kRack, {east, north}), 16.0 + kEndsM);
    }

    void aDetourThatNobodyTakesIsNotTaken() {
        // 40 m south of both: 40 + 10 + 46 = 96 m, more than twice 16 m.
        const RouteTray far{-1.0, -40.3, 12.0, -39.7, 3.0};
        QCOMPARE(routeLengthM(kBoard, kRack, {far}), 16.0 + kEndsM);
    }

    // Never shorter than the way between the two, whatever is drawn.
    void noTrayShortensTheWay() {
        for (int i = 0; i < 40; ++i) {
            const double at = -10.0 + i * 0.7;
            const RouteTray a{at, at, at + 9.0, at + 0.6, 3.0};
            const RouteTray b{at + 4.0, at - 5.0, at + 4.6, at + 9.0, 3.0};
            QVERIFY(routeLengthM(kBoard, kRack, {a, b}) >= 16.0 + kEndsM - 1e-9);
        }
    }

    void aCableUnderTallThingsDoesNotGoDownwards() {
        const RoutePoint tall{0.0, 0.0, 4.0};
        // Above the tray already: nothing is added at that end.
        QCOMPARE(routeLengthM(tall, kRack, {}), 16.0 + 0.8 + 2.0);
    }
};

HEADROOM_TEST(TestRoute)
}  // namespace tst_route

#include "tst_route.moc"
