// SPDX-License-Identifier: Apache-2.0
#include "models/air/room_flow.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_room_flow {

using namespace headroom::models;

class TestRoomFlow : public QObject {
    Q_OBJECT

  private slots:

    // 0.03874 x 1.5 m/s x 1 m.
    void eddies() { QVERIFY(std::abs(eddyViscosityM2PerS(1.5, 1.0) - 0.05811) < 1e-12); }

    // At 1 m/s and 0.125 m: (1 / 8.3)^(7/4) (1.56e-5 / 0.125)^(1/4) = 0.02463 x 0.10570 = 2.604e-3. The law of the wall
    // u+ = ln(y+) / 0.41 + 5.2 gives tau / rho = 2.5e-3 there (u* = 0.05 m/s, y+ = 400, u+ = 19.8).
    void wall() { QVERIFY(std::abs(wallFactor(0.125) - 2.604e-3) < 5e-6); }

    // 1 m2 at 2 Pa and 1.2 kg/m3: 0.6 sqrt(2 x 2 / 1.2) = 1.0954 m3/s; to the other side with the other sign.
    void opening() {
        QVERIFY(std::abs(openingM3PerS(1.0, 2.0 / 1.2) - 1.09545) < 1e-5);
        QCOMPARE(openingM3PerS(1.0, -2.0 / 1.2), -openingM3PerS(1.0, 2.0 / 1.2));
    }

    // The same law the other way round: over 10 m2 of panel, 5 % open, 0.5 m2 pass V at dp; u = V / 10 m2.
    void panel() {
        const double dp = 0.7, u = openingM3PerS(0.5, dp) / 10.0;
        QVERIFY(std::abs(panelLoss(0.05) * u * u - dp) < 1e-12);
    }
};

HEADROOM_TEST(TestRoomFlow)
}  // namespace tst_room_flow

#include "tst_room_flow.moc"
