// SPDX-License-Identifier: Apache-2.0
#include "models/network/cxl.h"
#include "models/network/link_health.h"
#include "models/network/switch.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_link_health {

using namespace headroom::models;

class TestLinkHealth : public QObject {
    Q_OBJECT

  private slots:

    // Symbol errors at 2.4e-4: 1 - (1 - 2.4e-4)^10 = 2.3974e-3. The first uncorrectable term,
    // C(544, 16) p^16 (1 - p)^528, is 8.0e-13 and the next are less by 0.075 and 0.07 each: in all
    // 8.6e-13. Two interleaved blocks, 64 bytes: 2 (1 + 512 / 10280) = 2.1 of them: 1.8e-12, the
    // 1.7e-12 of the standard within its own rounding.
    void correctionMeetsItsStandard() {
        const double block = uncorrectableBlocks(2.4e-4);
        QVERIFY2(block > 7.5e-13 && block < 9.5e-13, qPrintable(QString::number(block)));
        const double frames = frameLoss(2.4e-4, 64.0);
        QVERIFY2(std::abs(frames / 1.7e-12 - 1.0) < 0.12, qPrintable(QString::number(frames)));
        QCOMPARE(uncorrectableBlocks(0.0), 0.0);
        QCOMPARE(frameLoss(0.5, 4096.0), 1.0);
    }

    void lossGrowsWithErrorsAndStaysAShare() {
        double last = 0.0;
        for (double ber = 1e-9; ber < 1.0; ber *= 3.0) {
            const double q = frameLoss(ber, 4096.0);
            QVERIFY(q >= last && q <= 1.0);
            last = q;
        }
    }

    // Window of 50 GB/s x 4 us = 200,000 bytes = 48.83 frames of 4,096. At one frame in a thousand:
    // 0.999 / (0.999 + 0.04883) = 0.95340; selective repeat 0.999.
    void goingBackCostsAWindow() {
        QVERIFY(std::abs(repeatShare(1e-3, 50e9, 4e-6, 4096, false) - 0.95340) < 1e-5);
        QCOMPARE(repeatShare(1e-3, 50e9, 4e-6, 4096, true), 0.999);
        QCOMPARE(repeatShare(0.0, 50e9, 4e-6, 4096, false), 1.0);
        QCOMPARE(repeatShare(1.0, 50e9, 4e-6, 4096, false), 0.0);
    }

    // Q = 5.2 gives 3/8 erfc(3.677) = 7.5e-8; 1 dB less light makes it 4.131: 2.7e-5; nothing
    // lost leaves it as it was.
    void lessLightMakesErrors() {
        QVERIFY(std::abs(agedBitErrorRate(1e-7, 0.0) / 1e-7 - 1.0) < 1e-6);
        const double fresh = 0.375 * std::erfc(5.2 / std::sqrt(2.0));
        const double aged = 0.375 * std::erfc(5.2 * std::pow(10.0, -0.1) / std::sqrt(2.0));
        QVERIFY(std::abs(agedBitErrorRate(fresh, 1.0) / aged - 1.0) < 1e-6);
        QVERIFY(agedBitErrorRate(1e-7, 3.0) > agedBitErrorRate(1e-7, 2.0));
    }

    // Typical 940 W at half load, idle 0.75 of busy: busy 940 / 0.875 = 1074.29 W, idle 805.71 W.
    void switchesDrawMoreUnderLoad() {
        SwitchSpec spec;
        spec.typicalW = 940.0;
        QVERIFY(std::abs(switchPowerW(spec, 0.0) - 805.714) < 1e-3);
        QVERIFY(std::abs(switchPowerW(spec, 0.5) - 940.0) < 1e-9);
        QVERIFY(std::abs(switchPowerW(spec, 1.0) - 1074.286) < 1e-3);
        QVERIFY(std::abs(switchPowerW(spec, 7.0) - 1074.286) < 1e-3);
        spec.typicalW = kNotStated;
        spec.maxW = 1000.0;
        QCOMPARE(switchPowerW(spec, 1.0), 1000.0);
        QCOMPARE(switchPowerW(spec, 0.0), 750.0);
    }

    // Port 64 GB/s: 60.235 after flits. Memory of 240 GB/s: one server has its port, eight have 30
    // each. Alone at 60.235 of 240 the bank queue adds 48 ns x 0.251 / (2 x 0.749) = 8.04 ns.
    void poolIsShared() {
        CxlPoolSpec pool;
        pool.sharers = 8;
        pool.bytes = 8e12;
        pool.bytesPerS = 240e9;
        pool.latencyS = 350e-9;
        SwitchSpec part;
        part.portBytesPerS = 64e9;
        const double all = 1e30;
        const CxlShare alone = cxlShare(pool, part, 1, all);
        QVERIFY(std::abs(alone.bytesPerS - 64e9 * 64.0 / 68.0) < 1.0);
        QVERIFY(std::abs(alone.latencyS - 358.04e-9) < 0.05e-9);
        QCOMPARE(alone.bytes, 1e12);
        const CxlShare eight = cxlShare(pool, part, 8, all);
        QCOMPARE(eight.bytesPerS, 30e9);
        QVERIFY(eight.latencyS > 600e-9 && eight.latencyS < 1e-6);  // 350 + 24 x 19 = 806 ns
        QCOMPARE(cxlShare(pool, part, 8, 1e9).bytesPerS, 1e9);
        QVERIFY(cxlShare(pool, part, 8, 1e9).latencyS < 500e-9);
        const CxlShare down = cxlShare(pool, part, 0, all);
        QCOMPARE(down.bytes, 0.0);
        QCOMPARE(down.bytesPerS, 0.0);
    }
};

HEADROOM_TEST(TestLinkHealth)
}  // namespace tst_link_health

#include "tst_link_health.moc"
