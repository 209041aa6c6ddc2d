// SPDX-License-Identifier: Apache-2.0
#include "models/network/switch.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_switch {

using namespace headroom::models;

class TestSwitch : public QObject {
    Q_OBJECT

  private slots:

    // 64 ports of 800 Gbit/s serve 128 adapters of 400, 64 of 800, and no adapter of 1,600 more
    // than once.
    void portsAreBrokenOut() {
        QCOMPARE(breakoutRadix(64, 100e9, 50e9), 128);
        QCOMPARE(breakoutRadix(64, 100e9, 100e9), 64);
        QCOMPARE(breakoutRadix(64, 100e9, 200e9), 64);
        QCOMPARE(breakoutRadix(64, 100e9, 0.0), 64);
        QCOMPARE(breakoutRadix(64, 100e9, -1.0), 64);
    }
};

HEADROOM_TEST(TestSwitch)
}  // namespace tst_switch

#include "tst_switch.moc"
