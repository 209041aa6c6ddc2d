// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/floor/snap.h"
#include "ui/plan/arrange.h"

#include <QtTest>

namespace tst_snap {

using namespace headroom::ui;

class TestSnap : public QObject {
    Q_OBJECT

  private slots:

    void theGridTakesWhatNothingElseDoes() {
        Snapper snapper;
        snapper.setGrid({0.1, 0.0}, 0.6);
        // Lines at 0.1 + 0.6 n: 4.9 is nearest to 5.0, and 7.2 to 7.1.
        const Snapped snap = snapper.snap(QRectF(5.0, 7.1, 1.0, 1.0), 0.2);
        QCOMPARE(snap.by.x(), 4.9 - 5.0);
        QVERIFY(std::abs(snap.by.y() - 0.1) < 1e-9);
        QVERIFY(snap.guides.empty());
    }

    void neighboursComeBeforeTheGrid() {
        Snapper snapper;
        snapper.setGrid({0.0, 0.0}, 0.6);
        snapper.setNeighbours({QRectF(6.05, 0.0, 2.0, 1.0)});
        const Snapped snap = snapper.snap(QRectF(6.0, 5.0, 3.0, 1.0), 0.2);
        QVERIFY(std::abs(snap.by.x() - 0.05) < 1e-9);
        QCOMPARE(snap.guides.size(), 1U);
        QCOMPARE(snap.guides.front().text, QString("4.00 m"));  // from 1.0 to 5.0
    }

    void anAisleIsKept() {
        Snapper snapper;
        snapper.setNeighbours({QRectF(0.0, 0.0, 6.0, 1.2)});
        // Behind a row that ends at 1.2 m, 1.2 m of aisle end at 2.4 m.
        const Snapped snap = snapper.snap(QRectF(0.0, 2.3, 6.0, 1.2), 0.2);
        QVERIFY(std::abs(snap.by.y() - 0.1) < 1e-9);
    }

    void nothingNearMovesNothing() {
        Snapper snapper;
        snapper.setNeighbours({QRectF(50.0, 50.0, 1.0, 1.0)});
        QVERIFY(snapper.snap(QRectF(1.0, 1.0, 1.0, 1.0), 0.2).by.isNull());
    }

    void equalGapsDifferFromEqualMiddles() {
        // Widths 1, 4, 1 from 0 to 12: gaps of (12 - 6) / 2 = 3 m put the second at 4.
        const std::vector<QRectF> areas{QRectF(0, 0, 1, 1), QRectF(2, 0, 4, 1),
                                        QRectF(11, 0, 1, 1)};
        QCOMPARE(arranged(areas, Arrangement::GapsEast)[1], QPointF(2.0, 0.0));
        // Middles 0.5 and 11.5: the second's, at 4, goes to 6.
        QCOMPARE(arranged(areas, Arrangement::SpreadEast)[1], QPointF(2.0, 0.0));
        const std::vector<QRectF> uneven{QRectF(0, 0, 1, 1), QRectF(2, 0, 4, 1),
                                         QRectF(9, 0, 3, 1)};
        // Gaps: (12 - 8) / 2 = 2 m, the second at 3; middles 0.5 and 10.5, its own to 5.5: at 3.5.
        QCOMPARE(arranged(uneven, Arrangement::GapsEast)[1], QPointF(1.0, 0.0));
        QCOMPARE(arranged(uneven, Arrangement::SpreadEast)[1], QPointF(1.5, 0.0));
    }

    void edgesAlign() {
        const std::vector<QRectF> areas{QRectF(0, 0, 2, 1), QRectF(5, 3, 4, 2)};
        QCOMPARE(arranged(areas, Arrangement::Right)[0], QPointF(7.0, 0.0));
        QCOMPARE(arranged(areas, Arrangement::Top)[0], QPointF(0.0, 4.0));
        QCOMPARE(arranged(areas, Arrangement::Bottom)[1], QPointF(0.0, -3.0));
        QCOMPARE(arranged(areas, Arrangement::MiddleEast)[0], QPointF(3.5, 0.0));
        QVERIFY(arranged({}, Arrangement::Left).empty());
    }
};

HEADROOM_TEST(TestSnap)
}  // namespace tst_snap

#include "tst_snap.moc"
