// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/thermal/thermal_network.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_thermal_network {

using namespace headroom::engine;

class TestThermalNetwork : public QObject {
    Q_OBJECT

  private slots:

    void twoStreamsMix() {
        // 2000 W/K of 20 C and 1000 W/K of 50 C meet in a small node and leave together: steady
        // state is (2 x 20 + 1 x 50) / 3 = 30 C. Sources are large volumes that hardly move.
        ThermalNetwork n(4, {{0, 2}, {1, 2}, {2, 3}}, {});
        n.capacityJPerK = {1e15, 1e15, 1.0, 1e15};
        n.links[0].wPerK = 2000.0;
        n.links[1].wPerK = 1000.0;
        n.links[2].wPerK = 3000.0;
        std::vector<double> t{20.0, 50.0, 0.0, 0.0};
        QVERIFY(n.solve(100.0, t));
        QVERIFY(std::abs(t[2] - 30.0) < 1e-3);
    }

    void ductDelaysByItsContents() {
        // A duct of ten cells of 100 kJ/K at 10 kW/K holds 100 s of flow. Its inlet steps from 0 to
        // 1 K. Whatever the cells smear, the heat that is missing at the outlet is what fills the
        // duct: the integral of 1 - T_out over time is the delay, 100 s.
        constexpr int kCells = 10;
        std::vector<ThermalLink> links;
        for (int i = 0; i < kCells; ++i) {
            links.push_back({i, i + 1});
        }
        ThermalNetwork n(kCells + 1, links, {});
        n.capacityJPerK.assign(kCells + 1, 1e5);
        n.capacityJPerK[0] = 1e18;
        for (ThermalLink& l : n.links) {
            l.wPerK = 1e4;
        }
        std::vector<double> t(kCells + 1, 0.0);
        t[0] = 1.0;
        double missing = 0.0, atHalf = 0.0;
        for (int i = 0; i < 1000; ++i) {
            QVERIFY(n.solve(0.5, t));
            missing += 0.5 * (1.0 - t[kCells]);
            if (i == 99) {
                atHalf = t[kCells];
            }
        }
        QVERIFY(std::abs(missing - 100.0) < 0.1);
        QVERIFY(atHalf < 0.1);  // after half of the delay next to nothing has arrived
    }

    void exchangerGivesWhatItTakes() {
        // Hot stream 5 kW/K at 60 C, cold one 10 kW/K at 20 C, G = 4 kW/K: Q = 4 x 40 = 160 kW,
        // hot leaves at 60 - 32 = 28 C, cold at 20 + 16 = 36 C.
        ThermalNetwork n(4, {{0, 1}, {2, 3}}, {{0, 1}});
        n.capacityJPerK = {1e15, 1.0, 1e15, 1.0};
        n.links[0].wPerK = 5e3;
        n.links[1].wPerK = 1e4;
        n.exchanges[0].gHotWPerK = n.exchanges[0].gColdWPerK = 4e3;
        std::vector<double> t{60.0, 60.0, 20.0, 20.0};
        QVERIFY(n.solve(1000.0, t));
        QVERIFY(std::abs(n.exchangeW(0) - 160e3) < 1.0);
        QVERIFY(std::abs(n.outC(0) - 28.0) < 1e-3);
        QVERIFY(std::abs(n.outC(1) - 36.0) < 1e-3);
        QVERIFY(std::abs(t[1] - 28.0) < 1e-3);
        QVERIFY(std::abs(t[3] - 36.0) < 1e-3);
    }

    void exchangerStandsStillWithoutFlow() {
        ThermalNetwork n(4, {{0, 1}, {2, 3}}, {{0, 1}});
        n.capacityJPerK.assign(4, 1e5);
        n.links[0].wPerK = 5e3;
        n.exchanges[0].gHotWPerK = n.exchanges[0].gColdWPerK = 4e3;
        std::vector<double> t{60.0, 50.0, 20.0, 20.0};
        QVERIFY(n.solve(10.0, t));
        QCOMPARE(n.exchangeW(0), 0.0);
        QVERIFY(std::abs(t[3] - 20.0) < 1e-12);
    }

    void towerNeverCoolsBelowItsSink() {
        // A loop through a tower of eps = 0.95 over air of 18 C, without load, for a long time:
        // it ends at 18 C, and is never below.
        ThermalNetwork n(2, {{0, 1}, {1, 0}}, {{0, -1}});
        n.capacityJPerK = {1e6, 1e6};
        n.links[0].wPerK = n.links[1].wPerK = 2e4;
        n.exchanges[0].gHotWPerK = 0.95 * 2e4;
        n.exchanges[0].q0W = -0.95 * 2e4 * 18.0;
        std::vector<double> t{40.0, 40.0};
        for (int i = 0; i < 50; ++i) {
            QVERIFY(n.solve(3600.0, t));
            QVERIFY(t[0] > 18.0 - 1e-9 && t[1] > 18.0 - 1e-9);
        }
        QVERIFY(std::abs(t[0] - 18.0) < 1e-6);
    }

    void chillerHoldsItsSetPointAndHeatsItsCondenser() {
        // Within capacity the stream leaves at 7 C whatever enters: 10 kW/K at 12 C gives 50 kW;
        // at a COP of 5 the condenser takes 60 kW.
        ThermalNetwork n(4, {{0, 1}, {2, 3}}, {{0, 1}});
        n.capacityJPerK = {1e15, 1.0, 1e15, 1.0};
        n.links[0].wPerK = 1e4;
        n.links[1].wPerK = 1.2e4;
        n.exchanges[0].gHotWPerK = 1e4;
        n.exchanges[0].q0W = -1e4 * 7.0;
        n.exchanges[0].coldShare = 1.2;
        std::vector<double> t{12.0, 12.0, 25.0, 25.0};
        QVERIFY(n.solve(100.0, t));
        QVERIFY(std::abs(t[1] - 7.0) < 1e-3);
        QVERIFY(std::abs(n.exchangeW(0) - 50e3) < 1.0);
        QVERIFY(std::abs(t[3] - 30.0) < 1e-3);  // 25 + 60 / 12
    }

    void closedLoopConservesEnergyAtAnyStep() {
        // Racks (alpha, beta), an exchanger and a sink in two coupled loops: what goes in less what
        // leaves by the sink is what is stored, at 1 s and at 1 h.
        for (const double dt : {1.0, 15.0, 900.0, 3600.0}) {
            ThermalNetwork n(4, {{0, 1}, {1, 0}, {2, 3}, {3, 2}}, {{1, 2}, {3, -1}});
            n.capacityJPerK = {2e6, 3e6, 8e6, 9e6};
            for (ThermalLink& l : n.links) {
                l.wPerK = 3e4;
            }
            n.links[0].alphaC = 4.0;  // racks: T_out = 4 + 0.9 T_in
            n.links[0].beta = 0.9;
            n.sourceW[3] = 5e3;  // pump
            n.exchanges[0].gHotWPerK = n.exchanges[0].gColdWPerK = 2e4;
            n.exchanges[1].gHotWPerK = 0.7 * 3e4;
            n.exchanges[1].q0W = -0.7 * 3e4 * 15.0;
            std::vector<double> t{30.0, 35.0, 20.0, 25.0};
            for (int i = 0; i < 20; ++i) {
                QVERIFY(n.solve(dt, t));
                const double rackW = 3e4 * (4.0 + 0.9 * n.inC(0) - n.inC(0));
                const double balance = rackW + 5e3 - n.exchangeW(1) - n.storedW();
                QVERIFY(std::abs(balance) < 1e-6 * std::max(1e5, std::abs(rackW)));
                for (const double c : t) {
                    QVERIFY(std::isfinite(c) && c > 0.0 && c < 80.0);
                }
            }
        }
    }

    void flowMayTurnRound() {
        // 1 kW/K backwards from node 1 (40 C) to node 0.
        ThermalNetwork n(2, {{0, 1}}, {});
        n.capacityJPerK = {1.0, 1e15};
        n.links[0].wPerK = -1e3;
        std::vector<double> t{10.0, 40.0};
        QVERIFY(n.solve(1.0, t));
        QVERIFY(std::abs(t[0] - 40.0) < 0.1);
    }

    void sameInputSameBytes() {
        const auto run = [] {
            ThermalNetwork n(3, {{0, 1}, {1, 2}, {2, 0}}, {});
            n.capacityJPerK = {1e5, 2e5, 3e5};
            n.links[0].wPerK = n.links[1].wPerK = n.links[2].wPerK = 777.0;
            n.sourceW[1] = 1234.5;
            std::vector<double> t{20.0, 21.0, 22.0};
            for (int i = 0; i < 100; ++i) {
                n.solve(7.0, t);
            }
            return t;
        };
        QVERIFY(run() == run());
    }
};

HEADROOM_TEST(TestThermalNetwork)
}  // namespace tst_thermal_network

#include "tst_thermal_network.moc"
