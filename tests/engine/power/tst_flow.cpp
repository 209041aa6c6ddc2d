// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/power/wiring.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_flow {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr const char* kTwoPaths = R"(
    {"id": "grid-a", "part": "utility-20kv", "rating_mva": 10},
    {"id": "grid-b", "part": "utility-20kv", "rating_mva": 10},
    {"id": "tx-a", "part": "mv-lv-2500", "sources": ["grid-a"]},
    {"id": "tx-b", "part": "mv-lv-2500", "sources": ["grid-b"]},
    {"id": "ups-a", "part": "ups-dc-1250", "modules": 2, "sources": ["tx-a"]},
    {"id": "ups-b", "part": "ups-dc-1250", "modules": 2, "sources": ["tx-b"]},
    {"id": "pdu-a", "part": "busway-1150", "count": 2, "sources": ["ups-a"]},
    {"id": "pdu-b", "part": "busway-1150", "count": 2, "sources": ["ups-b"]})";

struct Case {
    explicit Case(PowerNetwork network) : n(std::move(network)), s(normalSwitching(n)) {
        f.sizeFor(n);
    }

    void solve(const PowerDemand& d) {
        energise(n, s, f);
        collapses = solvePower(n, s, d, f);
    }

    bool finite() const {
        double sum = 0.0;
        for (std::size_t i = 0; i < n.units.size(); ++i) {
            sum += std::norm(f.voltage[i]) + std::norm(f.outVa[i]) + f.lossW[i] + f.batteryW[i];
        }
        for (const double a : f.edgeA) {
            sum += a;
        }
        return std::isfinite(sum);
    }

    double outW(const std::string& id) const {
        return f.outVa[static_cast<std::size_t>(unitOf(n, id))].real();
    }

    double sourceW() const {
        double sum = 0.0;
        for (std::size_t i = 0; i < n.units.size(); ++i) {
            if (n.units[i].edges == 0) {
                sum += f.outVa[i].real();
            }
        }
        return sum;
    }

    double lossW() const {
        double sum = 0.0;
        for (const double w : f.lossW) {
            sum += w;
        }
        return sum;
    }

    PowerNetwork n;
    PowerSwitching s;
    PowerFlow f;
    std::vector<VoltageCollapse> collapses;
};

}  // namespace

class TestFlow : public QObject {
    Q_OBJECT

  private slots:

    // What the sources give is what the loads take and the parts lose, to rounding.
    void conservesPower() {
        Case c(wiring(kTwoPaths, {RackFeeds{{"pdu-a", "pdu-b"}, 0, 2, 10}}));
        c.solve(demandOf(c.n, 80e3));
        const double loadW = 20 * 80e3;
        QVERIFY(std::abs(c.sourceW() - loadW - c.lossW()) < 1e-6);
        QVERIFY(c.lossW() > 0.02 * loadW && c.lossW() < 0.10 * loadW);
        QVERIFY(c.f.mismatch < 1e-7);
    }

    // Loads that rise by 5 % move voltages by some 0.2 %, which is 0.05 of the drop of 4 % in the wiring. The next
    // sweep moves them by some percent of that, more than 1e-5; those after it by some percent of this again, less
    // than 1e-5 together: two are enough, and what is left is less than 1e-6. Power is conserved as well as ever.
    void settlesToATolerance() {
        Case fine(wiring(kTwoPaths, {RackFeeds{{"pdu-a", "pdu-b"}, 0, 2, 10}}));
        fine.solve(demandOf(fine.n, 80e3));
        Case coarse = fine;
        const PowerDemand more = demandOf(fine.n, 84e3);
        fine.solve(more);
        QVERIFY(solvePower(coarse.n, coarse.s, more, coarse.f, 1e-5).empty());
        QCOMPARE(coarse.f.iterations, 2);
        QVERIFY(coarse.f.iterations < fine.f.iterations);
        QVERIFY(coarse.f.mismatch < 1e-5);
        QVERIFY(std::abs(coarse.sourceW() - 20 * 84e3 - coarse.lossW()) < 1e-6);
        for (std::size_t i = 0; i < fine.n.units.size(); ++i) {
            QVERIFY(std::abs(coarse.f.voltage[i] - fine.f.voltage[i]) < 1e-6);
        }
    }

    // What is apart settles by itself: a side comes out as it does alone, bit by bit, whatever the other side asks
    // for, while the other needs more sweeps.
    void subnetworksDoNotWait() {
        const auto side = [](const char* id) {
            return QString(R"({"id": "grid-%1", "part": "utility-20kv", "rating_mva": 10},
                {"id": "tx-%1", "part": "mv-lv-2500", "sources": ["grid-%1"]},
                {"id": "board-%1", "part": "lv-400-4000", "sources": ["tx-%1"]})")
                .arg(id)
                .toStdString();
        };
        const RackFeeds a{{"board-a"}, 0, 1, 10}, b{{"board-b"}, 0, 1, 10};
        Case alone(wiring(side("a"), {a})), both(wiring(side("a") + "," + side("b"), {a, b}));
        QCOMPARE(both.n.subnetworks.size(), std::size_t{2});
        alone.solve(demandOf(alone.n, 60e3));
        both.solve(demandOf(both.n, 60e3));
        const PowerDemand little = demandOf(alone.n, 60.01e3);
        PowerDemand much = demandOf(both.n, 60.01e3);
        for (std::size_t l = 10; l < 20; ++l) {
            much.powerW[l] *= 2.0;
            much.reactiveVar[l] *= 2.0;
        }
        QVERIFY(solvePower(alone.n, alone.s, little, alone.f, 1e-5).empty());
        QVERIFY(solvePower(both.n, both.s, much, both.f, 1e-5).empty());
        // 1/6000 of a drop of some percent is less than 1e-5; all of a drop is not.
        QCOMPARE(alone.f.iterations, 1);
        QVERIFY(both.f.iterations > 1);
        for (const char* id : {"grid-a", "tx-a", "board-a"}) {
            const auto i = static_cast<std::size_t>(unitOf(alone.n, id));
            const auto k = static_cast<std::size_t>(unitOf(both.n, id));
            QVERIFY(alone.f.voltage[i] == both.f.voltage[k]);
            QVERIFY(alone.f.outVa[i] == both.f.outVa[k]);
            QVERIFY(alone.f.lossW[i] == both.f.lossW[k]);
        }
        QVERIFY(std::abs(both.sourceW() - 10 * 60.01e3 - 10 * 120.02e3 - both.lossW()) < 1e-6);
    }

    // A dead path is dead in every sweep: where loads stay, the first moves nothing by 1e-4, and the path's voltage
    // is still 0. Once it lives again it is at most some percent below nominal.
    void deadUnitsAreNotStarted() {
        Case c(wiring(kTwoPaths, {RackFeeds{{"pdu-a", "pdu-b"}, 0, 2, 10}}));
        const auto gridB = static_cast<std::size_t>(unitOf(c.n, "grid-b"));
        const auto txB = static_cast<std::size_t>(unitOf(c.n, "tx-b"));
        const PowerDemand d = demandOf(c.n, 80e3);
        c.s.available[gridB] = 0;
        c.solve(d);
        QVERIFY(solvePower(c.n, c.s, d, c.f, 1e-4).empty());
        QCOMPARE(c.f.iterations, 1);
        QCOMPARE(std::abs(c.f.voltage[txB]), 0.0);
        QVERIFY(std::abs(c.sourceW() - 20 * 80e3 - c.lossW()) < 1e-6);
        c.s.available[gridB] = 1;
        energise(c.n, c.s, c.f);
        QVERIFY(solvePower(c.n, c.s, d, c.f, 1e-4).empty());
        QVERIFY(std::abs(c.f.voltage[txB]) > 0.95 && std::abs(c.f.voltage[txB]) < 1.0);
    }

    // 2N: each path carries half; with one path gone the other carries all, to the losses. A rack
    // keeps running on one cord.
    void shiftsToTheOtherCord() {
        Case c(wiring(kTwoPaths, {RackFeeds{{"pdu-a", "pdu-b"}, 0, 2, 10}}));
        c.solve(demandOf(c.n, 80e3));
        QVERIFY(std::abs(c.outW("pdu-a/1") - 400e3) < 1e-6);
        QVERIFY(std::abs(c.outW("pdu-b/2") - 400e3) < 1e-6);
        c.s.modulesOut[static_cast<std::size_t>(unitOf(c.n, "ups-a"))] = 2;
        c.solve(demandOf(c.n, 80e3));
        QCOMPARE(c.outW("pdu-a/1"), 0.0);
        QVERIFY(std::abs(c.outW("pdu-b/1") - 800e3) < 1e-6);
        for (const int cords : c.f.liveCords) {
            QCOMPARE(cords, 1);
        }
        QVERIFY(std::abs(c.sourceW() - 1.6e6 - c.lossW()) < 1e-6);
    }

    // A 2.5 MVA transformer (u_k 6 %, P_k 18.5 kW, P_0 1.575 kW) at 1 MW, power factor 1. On its
    // own base x = 0.4: drop = r x + (x_k x)^2 / 2 with r = 0.0074, x_k = 0.05954: 0.00296 +
    // 0.000284 = 0.00324, so V = 0.9967 to 1e-4. Load loss 18.5 kW (0.4 / V)^2 = 2.980 kW.
    void dropsAndLosesByTheBook() {
        Case c(wiring(R"({"id": "grid", "part": "utility-20kv", "rating_mva": 10},
                         {"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]})",
                      {RackFeeds{{"tx"}, 0, 1, 1}}));
        c.solve(demandOf(c.n, 1e6));
        const double v = std::abs(c.f.voltage[1]);
        QVERIFY2(std::abs(v - 0.99676) < 1e-4, qPrintable(QString::number(v, 'g', 8)));
        const double expectedW = 1575.0 + 18500.0 * std::pow(0.4 / v, 2.0);
        QVERIFY(std::abs(c.f.lossW[1] - expectedW) < 0.5);
    }

    // A board at the end of a cable of Z = R + jX takes, at power factor 1, at most
    // 1 / (2 (|Z| + R)) of the base: 1 % less has a voltage and is delivered, 1 % more has none. What
    // comes back then is finite, and what is behind the cable takes nothing.
    void collapsesBeyondTheLargestTransfer() {
        Case c(wiring(R"({"id": "grid", "part": "utility-400v", "rating_mva": 3},
                         {"id": "out", "part": "lv-400-2500", "sources": ["grid"],
                          "cable": "trunk-2500", "cable_m": 3000},
                         {"id": "near", "part": "lv-400-2500", "sources": ["grid"]})",
                      {RackFeeds{{"out"}, 0, 1, 1}, RackFeeds{{"near"}, 0, 1, 1}}));
        const PowerEdge& e = c.n.edges[static_cast<std::size_t>(c.n.units[1].firstEdge)];
        const double mostW = kPowerBaseVa / (2.0 * (std::hypot(e.rPu, e.xPu) + e.rPu));
        c.solve(demandOf(c.n, 0.99 * mostW));
        QVERIFY(c.collapses.empty());
        QVERIFY(std::abs(c.f.voltage[1]) > 0.5 && std::abs(c.f.voltage[1]) < 0.8);
        QVERIFY(std::abs(c.sourceW() - 2.0 * 0.99 * mostW - c.lossW()) < 1e-6);
        c.solve(demandOf(c.n, 1.01 * mostW));
        QCOMPARE(c.collapses.size(), std::size_t{1});
        QCOMPARE(c.collapses[0].unit, unitOf(c.n, "out"));
        QCOMPARE(c.collapses[0].edge, c.n.units[1].firstEdge);
        QVERIFY(std::abs(c.collapses[0].askedVa - 1.01 * mostW) < 1e-6);
        QVERIFY(std::abs(c.collapses[0].mostVa - mostW) < 1e-6 * mostW);
        QVERIFY(c.finite());
        QVERIFY(std::abs(c.sourceW() - 1.01 * mostW) < 1e-6);  // of "near" alone
        openIncomers(c.n, c.f, c.collapses[0].unit, c.s);
        c.solve(demandOf(c.n, 1.01 * mostW));
        QVERIFY(c.collapses.empty());
        QCOMPARE(static_cast<int>(c.f.live[1]), 0);
    }

    // A transformer is an impedance as well: 2.5 MVA, u_k 6 %, so that Z = 0.024 of the base with R
    // = 0.0074 x 0.4: 1 / (2 (0.024 + 0.00296)) = 18.55 MW.
    void collapsesBehindATransformer() {
        Case c(wiring(R"({"id": "grid", "part": "utility-20kv", "rating_mva": 10},
                         {"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]})",
                      {RackFeeds{{"tx"}, 0, 1, 1}}));
        c.solve(demandOf(c.n, 25e6));
        QCOMPARE(c.collapses.size(), std::size_t{1});
        QCOMPARE(c.collapses[0].unit, 1);
        QCOMPARE(c.collapses[0].edge, -1);
        QVERIFY2(std::abs(c.collapses[0].mostVa - 18.55e6) < 0.01e6,
                 qPrintable(QString::number(c.collapses[0].mostVa)));
        QVERIFY(c.finite());
    }

    // Ten stages that each deliver it alone and together do not: somebody has to go, and the rest
    // is a flow.
    void collapsesByManySmallDrops() {
        const auto id = [](int i) { return "\"b" + std::to_string(i) + "\""; };
        std::string units = "{\"id\": \"b0\", \"part\": \"utility-400v\", \"rating_mva\": 3}";
        for (int i = 1; i <= 10; ++i) {
            units += ",{\"id\": " + id(i) + ", \"part\": \"lv-400-2500\", \"sources\": [" +
                     id(i - 1) + "], \"cable\": \"trunk-2500\", \"cable_m\": 300}";
        }
        Case c(wiring(units, {RackFeeds{{"b10"}, 0, 1, 1}}));
        const PowerEdge& e = c.n.edges[0];
        const double eachW = kPowerBaseVa / (2.0 * (std::hypot(e.rPu, e.xPu) + e.rPu));
        c.solve(demandOf(c.n, 0.3 * eachW));
        QVERIFY(!c.collapses.empty());
        QVERIFY(c.finite());
        c.solve(demandOf(c.n, 0.05 * eachW));
        QVERIFY(c.collapses.empty());
    }

    // Figures that are none come out as none: the border of the step tells them apart.
    void passesOnWhatIsNoNumber() {
        Case c(wiring(kTwoPaths, {RackFeeds{{"pdu-a"}, 0, 1, 10}}));
        c.solve(demandOf(c.n, std::nan("")));
        QVERIFY(c.collapses.empty());
        QVERIFY(!c.finite());
    }

    // A transfer switch takes one source only, a board all that are live.
    void transferSwitchTakesOne() {
        Case c(wiring(std::string{kTwoPaths} +
                          R"(,{"id": "sts", "part": "sts-1600", "sources": ["ups-a", "ups-b"]},
                             {"id": "tie", "part": "lv-415-4000", "sources": ["ups-a", "ups-b"]})",
                      {RackFeeds{{"sts"}, 0, 1, 1}, RackFeeds{{"tie"}, 0, 1, 1}}));
        c.solve(demandOf(c.n, 0.0));
        const double idleW = c.outW("ups-a");  // the busways' own loss
        c.solve(demandOf(c.n, 100e3));
        QVERIFY(std::abs(c.outW("ups-a") - idleW - 150e3) < 1.0);
        QVERIFY(std::abs(c.outW("ups-b") - idleW - 50e3) < 1.0);
        c.s.position[static_cast<std::size_t>(unitOf(c.n, "sts"))] = 1;
        c.solve(demandOf(c.n, 100e3));
        QVERIFY(std::abs(c.outW("ups-a") - idleW - 50e3) < 1.0);
    }

    // On battery a UPS takes nothing from its input and its battery gives output and loss; half
    // walked in, each gives half.
    void batteryTakesOver() {
        Case c(wiring(kTwoPaths, {RackFeeds{{"pdu-a"}, 0, 1, 10}}));
        const auto ups = static_cast<std::size_t>(unitOf(c.n, "ups-a"));
        c.s.hasCharge[ups] = c.s.onBattery[ups] = 1;
        c.solve(demandOf(c.n, 80e3));
        QCOMPARE(c.outW("grid-a"), c.f.lossW[static_cast<std::size_t>(unitOf(c.n, "tx-a"))]);
        QVERIFY(std::abs(c.f.batteryW[ups] - c.outW("ups-a") - c.f.lossW[ups]) < 1e-6);
        c.s.onBattery[ups] = 0;
        c.s.walkIn[ups] = 0.5F;
        c.solve(demandOf(c.n, 80e3));
        QVERIFY(std::abs(c.f.batteryW[ups] - c.f.inVa[ups].real()) < 1e-6);
    }

    // Direct current: a rectifier feeds an 800 V bus; I = P / U, without sqrt(3), no reactive
    // power.
    void directCurrent() {
        Case c(wiring(R"({"id": "grid", "part": "utility-400v", "rating_mva": 3},
                         {"id": "rect", "part": "sidecar-800v-600", "sources": ["grid"]},
                         {"id": "bus", "part": "dc-800-1600", "sources": ["rect"]})",
                      {RackFeeds{{"bus"}, 0, 1, 1}}));
        c.solve(demandOf(c.n, 400e3));
        QVERIFY(c.n.units[2].direct);
        const auto e = static_cast<std::size_t>(c.n.units[2].firstEdge);
        QVERIFY(std::abs(c.f.edgeA[e] - 400e3 / c.n.edges[e].voltageV) < 1e-6);
        QVERIFY(c.f.lossW[1] > 0.0);
        QCOMPARE(c.f.outVa[1].imag(), 0.0);
    }

    // Dead units carry nothing, and the sweep comes back to its first answer afterwards.
    void deadAndBack() {
        Case c(wiring(kTwoPaths, {RackFeeds{{"pdu-a"}, 0, 1, 4}}));
        c.solve(demandOf(c.n, 50e3));
        const double before = c.sourceW();
        c.s.available[static_cast<std::size_t>(unitOf(c.n, "grid-a"))] = 0;
        c.solve(demandOf(c.n, 0.0));
        QCOMPARE(c.outW("pdu-a/1"), 0.0);
        QCOMPARE(std::abs(c.f.voltage[static_cast<std::size_t>(unitOf(c.n, "tx-a"))]), 0.0);
        c.s.available[static_cast<std::size_t>(unitOf(c.n, "grid-a"))] = 1;
        c.solve(demandOf(c.n, 50e3));
        QVERIFY(std::abs(c.sourceW() - before) < 1e-3);
    }
};

HEADROOM_TEST(TestFlow)
}  // namespace tst_flow

#include "tst_flow.moc"
