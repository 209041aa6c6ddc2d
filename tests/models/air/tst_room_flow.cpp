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

    // 10 m2 of panel, 5 % open: 0.5 m2 at 2 Pa and 1.2 kg/m3 pass 0.6 x 0.5 x sqrt(2 x 2 / 1.2) = 0.54772 m3/s, which is
    // u = 0.054772 m/s over the panel. The loss times u squared is the pressure over the density, 2 / 1.2.
    void panel() {
        const double u = 0.6 * 0.5 * std::sqrt(2.0 * 2.0 / 1.2) / 10.0;
        QVERIFY(std::abs(u - 0.054772) < 1e-6);
        QVERIFY(std::abs(panelLoss(0.05) * u * u - 2.0 / 1.2) < 1e-12);
    }
};

HEADROOM_TEST(TestRoomFlow)
}  // namespace tst_room_flow

#include "tst_room_flow.moc"
