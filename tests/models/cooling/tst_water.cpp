// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/heat_exchanger.h"
#include "models/cooling/water.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_water {

using namespace headroom::models;

class TestWater : public QObject {
    Q_OBJECT

  private slots:

    // 1.47 L/kWh of latent heat at five cycles: blow-down a quarter of it, together 1.84.
    void blowDown() {
        const WaterUse use = waterUse(1.47, 0.0, 5.0);
        QVERIFY(std::abs(use.makeUpKgPerS() - 1.8375) < 1e-12);
        // Drops take solids with them: blow-down and drift together are E / (COC - 1).
        const WaterUse drift = waterUse(1.47, 0.1, 5.0);
        QVERIFY(std::abs(drift.makeUpKgPerS() - 1.8375) < 1e-12);
        // So many drops that no blow-down is left.
        QCOMPARE(waterUse(1.0, 0.5, 5.0).blowDownKgPerS, 0.0);
        QCOMPARE(waterUse(1.0, 0.0, 1.0).blowDownKgPerS, 0.0);
    }

    // A store of 10 m3 with the main cut serves 1 L/s for 10,000 s, and not a litre more.
    void runsDry() {
        WaterStore store{.capacityM3 = 10.0, .fillM3PerS = 0.0, .volumeM3 = 10.0};
        const WaterStoreStep first = stepWaterStore(store, 1e-3, 9000.0);
        QVERIFY(std::abs(first.takenM3 - 9.0) < 1e-12);
        QCOMPARE(first.servedShare, 1.0);
        const WaterStoreStep second = stepWaterStore(store, 1e-3, 2000.0);
        QVERIFY(std::abs(second.takenM3 - 1.0) < 1e-12);
        QVERIFY(std::abs(second.servedShare - 0.5) < 1e-12);
        QVERIFY(std::abs(store.volumeM3) < 1e-12);
        QCOMPARE(stepWaterStore(store, 0.0, 100.0).servedShare, 1.0);
    }

    // Volume before, and what came, is volume after and what went; full never passes the brim.
    void volumeIsExact() {
        WaterStore store{.capacityM3 = 5.0, .fillM3PerS = 2e-3, .volumeM3 = 2.0};
        for (int i = 0; i < 200; ++i) {
            const double before = store.volumeM3;
            const WaterStoreStep s = stepWaterStore(store, i % 3 == 0 ? 9e-3 : 1e-3, 60.0);
            QVERIFY(std::abs(store.volumeM3 - before - s.fillM3 + s.takenM3) < 1e-12);
            QVERIFY(store.volumeM3 >= 0.0 && store.volumeM3 <= 5.0 + 1e-12);
        }
        for (int i = 0; i < 100; ++i) {
            stepWaterStore(store, 0.0, 60.0);
        }
        QVERIFY(std::abs(store.volumeM3 - 5.0) < 1e-12);
    }
};

HEADROOM_TEST(TestWater)
}  // namespace tst_water

#include "tst_water.moc"
