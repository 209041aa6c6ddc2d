// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/moved.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_moved {

using namespace headroom::engine;

class TestMoved : public QObject {
    Q_OBJECT

  private slots:

    // One alone counts in full, whatever it does; nothing at all counts nothing.
    void aloneInFull() {
        QCOMPARE(Moved().commonK(), 0.0);
        Moved one;
        one.add(1.5);
        QCOMPARE(one.commonK(), 1.5);
        QCOMPARE(one.mostK, 1.5);
    }

    // Of eight the fastest counts in full, of twelve by two thirds (8 / 12).
    void fewInFull() {
        Moved eight, twelve;
        for (int i = 0; i < 12; ++i) {
            (i < 8 ? eight : twelve).add(i == 0 ? 1.5 : 0.0);
            if (i < 8) {
                twelve.add(i == 0 ? 1.5 : 0.0);
            }
        }
        QCOMPARE(eight.commonK(), 1.5);
        QCOMPARE(twelve.commonK(), 1.0);
    }

    // One of 100 that moves by 1.8 K counts 0.9 K (the mean is 0.018); all of them by 1.2 K count 1.2 K, and so do
    // 80 by 1.5 K with 20 at rest, more than half of the most.
    void oneOfManyByHalf() {
        Moved few, all, most;
        for (int i = 0; i < 100; ++i) {
            few.add(i == 7 ? 1.8 : 0.0);
            all.add(1.2);
            most.add(i < 80 ? 1.5 : 0.0);
        }
        QCOMPARE(few.commonK(), 0.9);
        QCOMPARE(few.mostK, 1.8);
        QVERIFY(std::abs(all.commonK() - 1.2) < 1e-12);
        QVERIFY(std::abs(most.commonK() - 1.2) < 1e-12);
    }
};

HEADROOM_TEST(TestMoved)
}  // namespace tst_moved

#include "tst_moved.moc"
