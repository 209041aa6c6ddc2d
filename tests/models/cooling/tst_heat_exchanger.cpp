// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/heat_exchanger.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_heat_exchanger {

using namespace headroom::models;

class TestHeatExchanger : public QObject {
    Q_OBJECT

  private slots:

    void nothingWithoutSurface() {
        QCOMPARE(counterflowEffectiveness(0.0, 0.5), 0.0);
        QCOMPARE(crossflowEffectiveness(0.0, 0.5), 0.0);
        QCOMPARE(counterflowEffectiveness(-1.0, 0.5), 0.0);
        QCOMPARE(crossflowEffectiveness(-1.0, 0.5), 0.0);
    }

    // One stream that keeps its temperature (r = 0): eps = 1 - exp(-NTU) in every arrangement.
    void evaporatorLimit() {
        for (const double ntu : {0.1, 1.0, 3.0}) {
            const double expected = 1.0 - std::exp(-ntu);
            QVERIFY(std::abs(counterflowEffectiveness(ntu, 0.0) - expected) < 1e-14);
            QVERIFY(std::abs(crossflowEffectiveness(ntu, 0.0) - expected) < 1e-14);
            QVERIFY(std::abs(crossflowEffectiveness(ntu, 1e-7) - expected) < 1e-6);
        }
    }

    // Balanced counterflow: eps = NTU / (1 + NTU), and the general form nears it smoothly.
    void balancedLimit() {
        QCOMPARE(counterflowEffectiveness(3.0, 1.0), 0.75);
        QVERIFY(std::abs(counterflowEffectiveness(3.0, 1.0 - 1e-8) - 0.75) < 1e-8);
        QVERIFY(std::abs(counterflowEffectiveness(3.0, 1.0 - 1e-10) - 0.75) < 1e-9);
    }

    // NTU 2, r 0.5: e = exp(-1) = 0.3678794; (1 - e) / (1 - 0.5 e) = 0.6321206 / 0.8160603.
    void counterflowByHand() {
        QVERIFY(std::abs(counterflowEffectiveness(2.0, 0.5) - 0.7746005) < 1e-6);
    }

    // Both fluids unmixed, NTU 1, r 1: 1 - exp(exp(-1) - 1) = 1 - exp(-0.6321206).
    void crossflowByHand() {
        QVERIFY(std::abs(crossflowEffectiveness(1.0, 1.0) - 0.4685363) < 1e-6);
    }

    // More surface never does worse; a crossflow exchanger never beats counterflow of its size (the
    // closed form for crossflow is an approximation, hence a percent of room).
    void monotoneAndOrdered() {
        for (const double r : {0.1, 0.5, 0.9, 1.0}) {
            double lastCounter = 0.0;
            double lastCross = 0.0;
            for (double ntu = 0.05; ntu < 10.0; ntu *= 1.3) {
                const double counter = counterflowEffectiveness(ntu, r);
                const double cross = crossflowEffectiveness(ntu, r);
                QVERIFY(counter > lastCounter && counter <= 1.0);
                QVERIFY(cross > lastCross && cross <= 1.0);
                QVERIFY(cross <= counter * 1.01);
                lastCounter = counter;
                lastCross = cross;
            }
        }
    }

    // The inverse, over the range of exchangers that are built; 1 where it has no answer is held.
    void ntuOfEffectiveness() {
        for (const double r : {0.0, 0.3, 0.8, 1.0}) {
            for (const double ntu : {0.01, 0.5, 2.0, 8.0}) {
                const double back = counterflowNtu(counterflowEffectiveness(ntu, r), r);
                QVERIFY(std::abs(back - ntu) < 1e-9 * (1.0 + ntu));
            }
        }
        QCOMPARE(counterflowNtu(0.0, 0.5), 0.0);
        QVERIFY(std::isfinite(counterflowNtu(1.0, 0.5)) && std::isfinite(counterflowNtu(1.5, 1.0)));
    }

    // T4: balanced, UA = C: eps = 1/2, so that half of the inlet difference goes over; against a
    // stream without end 1 - exp(-1). Symmetric in the streams; nothing where one is stopped.
    void conductanceOfStreams() {
        QVERIFY(std::abs(counterflowConductanceWPerK(500.0, 500.0, 500.0) - 250.0) < 1e-12);
        QVERIFY(std::abs(counterflowConductanceWPerK(500.0, 500.0, 1e15) -
                         500.0 * -std::expm1(-1.0)) < 1e-9);
        QCOMPARE(counterflowConductanceWPerK(500.0, 200.0, 900.0),
                 counterflowConductanceWPerK(500.0, 900.0, 200.0));
        QCOMPARE(crossflowConductanceWPerK(500.0, 200.0, 900.0),
                 crossflowConductanceWPerK(500.0, 900.0, 200.0));
        QCOMPARE(counterflowConductanceWPerK(500.0, 0.0, 900.0), 0.0);
        QCOMPARE(crossflowConductanceWPerK(500.0, 900.0, 0.0), 0.0);
        QCOMPARE(counterflowConductanceWPerK(0.0, 900.0, 900.0), 0.0);
    }

    // Whatever the surface, the cold stream never leaves above the hot inlet, nor the reverse: G is
    // at most C_min; and it approaches that.
    void secondLaw() {
        for (double ua = 1.0; ua < 1e7; ua *= 10.0) {
            QVERIFY(counterflowConductanceWPerK(ua, 300.0, 700.0) <= 300.0);
            QVERIFY(crossflowConductanceWPerK(ua, 300.0, 700.0) <= 300.0);
        }
        QVERIFY(counterflowConductanceWPerK(1e6, 300.0, 700.0) > 299.999);
    }

    void streamLaw() {
        QCOMPARE(StreamLaw{}.outC(31.0), 31.0);
        QCOMPARE((StreamLaw{0.75, 2.5}.outC(30.0)), 25.0);
    }

    // 2^1.8 = 3.4822.
    void turbulentDrop() {
        QCOMPARE(turbulentDropPa(1000.0, 1.0), 1000.0);
        QVERIFY(std::abs(turbulentDropPa(1000.0, 2.0) - 3482.2) < 0.05);
        QCOMPARE(turbulentDropPa(1000.0, 0.0), 0.0);
        QCOMPARE(turbulentDropPa(1000.0, -1.0), 0.0);
    }

    // Nominal flows: nominal UA. Both flows halved: each film by 0.5^0.8 = 0.574349. One film
    // stopped: nothing. One film without resistance (very high flow): twice the nominal UA.
    void conductance() {
        QCOMPARE(conductanceWPerK(1000.0, 1.0, 1.0), 1000.0);
        QVERIFY(std::abs(conductanceWPerK(1000.0, 0.5, 0.5) - 574.349) < 1e-3);
        // 2 / (1 + 1 / 0.574349) = 0.729634
        QVERIFY(std::abs(conductanceWPerK(1000.0, 1.0, 0.5) - 729.634) < 1e-3);
        QCOMPARE(conductanceWPerK(1000.0, 0.0, 1.0), 0.0);
        QCOMPARE(conductanceWPerK(1000.0, 1.0, -0.1), 0.0);
        QVERIFY(std::abs(conductanceWPerK(1000.0, 1.0, 1e9) - 2000.0) < 1e-3);
    }
};

HEADROOM_TEST(TestHeatExchanger)
}  // namespace tst_heat_exchanger

#include "tst_heat_exchanger.moc"
