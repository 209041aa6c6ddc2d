// SPDX-License-Identifier: Apache-2.0
#include "models/economics/spot_capacity.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_spot_capacity {

using namespace headroom::models;

class TestSpotCapacity : public QObject {
    Q_OBJECT

  private slots:

    // 64 servers that each go twice a year, and a window of 4 h: 128 + 8,760 / 4 = 2,318 losses a year. A single server
    // has no window; without one 128 remain.
    void lossesOfAGang() {
        constexpr double kYearS = 8760.0 * 3600.0;
        const double each = 2.0 / kYearS, window = 4.0 * 3600.0;
        QVERIFY(std::abs(spotLossesPerS(each, window, 64.0) * kYearS - 2318.0) < 1e-9);
        QVERIFY(std::abs(spotLossesPerS(each, window, 1.0) * kYearS - 2.0) < 1e-12);
        QVERIFY(std::abs(spotLossesPerS(each, kNotStated, 64.0) * kYearS - 128.0) < 1e-9);
    }

    // 509 accelerators of servers of 8 take 64 servers.
    void wholeServers() {
        const SpotCapacity capacity{1e-6, kNotStated, 0.0, 8};
        QVERIFY(std::abs(capacity.lossesPerS(509) - 64e-6) < 1e-15);
    }
};

HEADROOM_TEST(TestSpotCapacity)
}  // namespace tst_spot_capacity

#include "tst_spot_capacity.moc"
