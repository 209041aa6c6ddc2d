// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/solve/hydraulics/network_case.h"
#include "tests/support/allocations.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace tst_hydraulic_solver {

using namespace headroom::engine;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kG = 9.80665;

// A loop: expansion vessel at the pump's inlet, pumps h0 - r q^2, a load K.
struct Loop {
    HydraulicNetwork net;
    int inlet = 0, outlet = 0, pump = 0, load = 0;

    explicit Loop(double h0 = 30.0, double r = 2000.0, double k = 1000.0, double units = 1.0) {
        inlet = net.addFixedHead(10.0);
        outlet = net.addJunction();
        pump = net.addPump(inlet, outlet, h0, r, 2.0, units);
        load = net.addResistance(outlet, inlet, k);
    }
};

// A facility loop with direct return: pumps, `branches` taps on supply and return, a load each,
// unlike ones. Closed but for the expansion vessel.
HydraulicNetwork ladder(int branches) {
    HydraulicNetwork net;
    const int inlet = net.addFixedHead(12.0);
    int supply = net.addJunction();
    int back = inlet;
    for (int i = 0; i < 3; ++i) {
        net.addPump(inlet, supply, 40.0, 900.0 + 100.0 * i, 1.8);
    }
    for (int i = 0; i < branches; ++i) {
        const int nextSupply = net.addJunction();
        const int nextBack = net.addJunction();
        net.addPipe(supply, nextSupply, 6.0, 0.35, 4.6e-5);
        net.addPipe(nextBack, back, 6.0, 0.35, 4.6e-5);
        net.addResistance(nextSupply, nextBack, 40000.0 * (1 + i % 4));
        supply = nextSupply;
        back = nextBack;
    }
    return net;
}

}  // namespace

class TestHydraulicSolver : public QObject {
    Q_OBJECT

  private slots:

    // Hagen, Poiseuille: q = pi d^4 g h / (128 nu L) = 3.85e-6 m3/s, Re 245.
    void laminarPipe() {
        HydraulicNetwork net;
        net.viscosityM2PerS = 1e-6;
        net.addFixedHead(0.01);
        net.addFixedHead(0.0);
        net.addPipe(0, 1, 100.0, 0.02, 1e-4);
        NetworkCase c(net);
        QVERIFY(c.solve());
        const double expected = kPi * std::pow(0.02, 4) * kG * 0.01 / (128.0 * 1e-6 * 100.0);
        QVERIFY(near(c.q(0), expected, 1e-7));
    }

    // Darcy and Weisbach with Swamee and Jain's factor, by repeated substitution here.
    void turbulentPipe() {
        HydraulicNetwork net;
        net.viscosityM2PerS = 1e-6;
        net.addFixedHead(10.0);
        net.addJunction();
        net.addFixedHead(0.0);
        net.addPipe(0, 1, 150.0, 0.1, 4.5e-5);
        net.addPipe(2, 1, 50.0, 0.1, 4.5e-5, fittingResistance(2.0, 0.1));
        NetworkCase c(net);
        QVERIFY(c.solve());
        double v = 1.0;
        for (int i = 0; i < 100; ++i) {
            const double re = v * 0.1 / 1e-6;
            const double y = std::log10(4.5e-5 / 0.37 + 5.74 / std::pow(re, 0.9));
            v = std::sqrt(2.0 * kG * 10.0 / (0.25 / (y * y) * 200.0 / 0.1 + 2.0));
        }
        const double expected = v * kPi * 0.0025;
        QVERIFY(near(c.q(0), expected, 1e-6));
        // The second pipe points upstream.
        QVERIFY(near(c.q(1), -expected, 1e-6));
    }

    // Between laminar and turbulent the loss is continuous and rises: the cubic meets 64/2000 at
    // its foot and Swamee and Jain at its top.
    void transition() {
        HydraulicNetwork net;
        net.viscosityM2PerS = 1e-6;
        net.addFixedHead(1.0);
        net.addFixedHead(0.0);
        net.addPipe(0, 1, 10.0, 0.05, 1e-4);
        NetworkCase c(net);
        const double flowPerRe = kPi * 0.05 * 1e-6 / 4.0;
        const auto factorAt = [&](double re) {
            const double q = re * flowPerRe;
            const double v = q / (kPi * 0.000625);
            return c.lossM(0, q) / (10.0 / 0.05 * v * v / (2.0 * kG));
        };
        QVERIFY(near(factorAt(1999.999), 0.032, 1e-4));
        QVERIFY(near(factorAt(2000.001), 0.032, 1e-3));
        QVERIFY(near(factorAt(3999.999), factorAt(4000.001), 1e-3));
        for (double re = 1900.0; re < 4200.0; re += 10.0) {
            QVERIFY(factorAt(re + 10.0) * (re + 10.0) * (re + 10.0) > factorAt(re) * re * re);
        }
    }

    // 1000 m, 0.3 m, C 100, 0.1 m3/s. By 10.667 L q^1.852 / (C^1.852 d^4.871) = 10.5 m; Manning n
    // 0.013: n^2 L v^2 / R^(4/3).
    void otherPipeLaws() {
        HydraulicNetwork net;
        net.addFixedHead(1.0);
        net.addFixedHead(0.0);
        net.addPipe(0, 1, 1000.0, 0.3, 100.0);
        net.pipeLaw = PipeLaw::HazenWilliams;
        NetworkCase hazen(net);
        QVERIFY(near(hazen.lossM(0, 0.1),
                     10.667 * 1000.0 * std::pow(0.1 / 100.0, 1.852) / std::pow(0.3, 4.871), 1e-4));
        net.pipeLaw = PipeLaw::ChezyManning;
        net.links[0].roughness = 0.013;
        NetworkCase manning(net);
        const double v = 0.1 / (kPi * 0.0225);
        QVERIFY(near(manning.lossM(0, 0.1),
                     0.013 * 0.013 * 1000.0 * v * v / std::pow(0.075, 4.0 / 3.0), 1e-4));
    }

    // q_i = sqrt(h / K_i): flows as 1 : 1/2 : 1/3 for K of 1 : 4 : 9.
    void parallelSplit() {
        HydraulicNetwork net;
        net.addJunction(0.0, -0.11);
        net.addFixedHead(0.0);
        net.addResistance(0, 1, 100.0);
        net.addResistance(0, 1, 400.0);
        net.addResistance(0, 1, 900.0);
        net.addResistance(0, 1, 1600.0, 4.0);  // four: as one of K 100
        NetworkCase c(net);
        QVERIFY(c.solve());
        // 0.11 = a (1 + 1/2 + 1/3 + 1)
        const double a = 0.11 / (17.0 / 6.0);
        QVERIFY(near(c.q(0), a, 1e-6));
        QVERIFY(near(c.q(1), a / 2.0, 1e-6));
        QVERIFY(near(c.q(2), a / 3.0, 1e-6));
        QVERIFY(near(c.q(3), a, 1e-6));
        QVERIFY(near(c.h(0), 100.0 * a * a, 1e-6));
    }

    // h0 - r (q/2)^2 = K q^2: two pumps, as two links and as one of two units.
    void pumpsInParallel() {
        const double expected = std::sqrt(30.0 / (1000.0 + 2000.0 / 4.0));
        Loop one(30.0, 2000.0, 1000.0, 2.0);
        Loop two;
        two.net.addPump(two.inlet, two.outlet, 30.0, 2000.0, 2.0);
        NetworkCase a(one.net);
        NetworkCase b(two.net);
        QVERIFY(a.solve() && b.solve());
        QVERIFY(near(a.q(one.load), expected, 1e-6));
        QVERIFY(near(b.q(two.load), expected, 1e-6));
        QVERIFY(near(b.q(two.pump), 0.5 * expected, 1e-6));
        // The stronger one alone pushes the weaker back, which its check valve does not allow.
        b.solver.setSpeed(two.pump, 0.3);
        QVERIFY(b.solve());
        QCOMPARE(b.q(two.pump), 0.0);
        QVERIFY(near(b.q(two.load), std::sqrt(30.0 / 3000.0), 1e-6));
    }

    // Affinity on a loop of quadratic losses: flow with the speed, head with its square.
    void speed() {
        Loop loop;
        NetworkCase c(loop.net);
        QVERIFY(c.solve());
        const double q = c.q(loop.load);
        const double h = c.h(loop.outlet) - c.h(loop.inlet);
        c.solver.setSpeed(loop.pump, 0.6);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(loop.load), 0.6 * q, 1e-6));
        QVERIFY(near(c.h(loop.outlet) - c.h(loop.inlet), 0.36 * h, 1e-6));
        QCOMPARE(c.h(loop.inlet), 10.0);
    }

    // One point (q, h): 4/3 h - h/3 (x/q)^2. Three points: through all of them.
    void pumpLaws() {
        const PumpPowerLaw one = pumpPowerLaw(0.1, 30.0);
        QVERIFY(near(one.shutOffM, 40.0, 1e-12) && near(one.n, 2.0, 1e-12));
        QVERIFY(near(one.shutOffM - one.r * std::pow(0.2, one.n) + 1.0, 1.0, 1e-9));
        const PumpPowerLaw three = pumpPowerLaw(42.0, 0.075, 34.0, 0.135, 18.0);
        QVERIFY(near(42.0 - three.r * std::pow(0.075, three.n), 34.0, 1e-12));
        QVERIFY(near(42.0 - three.r * std::pow(0.135, three.n), 18.0, 1e-12));
        QVERIFY(std::isnan(pumpPowerLaw(42.0, 0.075, 43.0, 0.135, 18.0).shutOffM));
        // r = 8 / 0.075^n must also drive a loop: K q^2 = 34 at 0.075 puts it on its own point.
        Loop loop(42.0, three.r, 34.0 / (0.075 * 0.075));
        loop.net.links[0].pumpN = three.n;
        NetworkCase c(loop.net);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(loop.load), 0.075, 1e-6));
    }

    // The same straight lines: 30 - 100 q up to 0.1, on from there with 20 - 200 (q - 0.1); at
    // speed w: w^2 f(q / w). Power: P = density g q h.
    void otherPumps() {
        Loop loop;
        loop.net.curves.push_back({{0.0, 0.1, 0.2}, {30.0, 20.0, 0.0}});
        loop.net.links[0].pumpLaw = PumpLaw::Table;
        loop.net.links[0].curve = 0;
        NetworkCase table(loop.net);
        QVERIFY(table.solve());
        // 1000 q^2 + 200 q - 40 = 0 beyond the second point: q = 0.12361.
        QVERIFY(near(table.q(loop.load), -0.1 + std::sqrt(0.01 + 0.04), 1e-6));
        table.solver.setSpeed(loop.pump, 0.5);
        QVERIFY(table.solve());
        QVERIFY(near(table.q(loop.load), 0.5 * (-0.1 + std::sqrt(0.05)), 1e-6));
        loop.net.links[0].pumpLaw = PumpLaw::ConstantPower;
        loop.net.links[0].powerW = 5000.0;
        NetworkCase power(loop.net);
        QVERIFY(power.solve());
        // K q^3 = P / (density g)
        QVERIFY(near(power.q(loop.load), std::cbrt(5000.0 / (998.2 * kG) / 1000.0), 1e-6));
    }

    void checkValve() {
        HydraulicNetwork net;
        net.addFixedHead(5.0);
        net.addJunction(0.0, 0.01);
        net.addFixedHead(20.0);
        net.addResistance(0, 1, 1000.0);
        net.addResistance(1, 2, 1000.0);
        net.links[0].direction = FlowDirection::Forward;
        NetworkCase c(net);
        QVERIFY(c.solve());
        // All from the higher one: 20 - 1000 0.01^2.
        QCOMPARE(c.q(0), 0.0);
        QVERIFY(near(c.q(1), -0.01, 1e-9));
        QVERIFY(near(c.h(1), 19.9, 1e-7));
        // The higher one falls to 3 m: flow of 5 - 1000 q^2 = 3 + 1000 (q - 0.01)^2 opens it again.
        c.solver.setFixedHead(2, 3.0);
        QVERIFY(c.solve());
        const double q = (20.0 + std::sqrt(400.0 + 4.0 * 2000.0 * 1.9)) / 4000.0;
        QVERIFY(near(c.q(0), q, 1e-6));
        // And so it does from a cold start.
        NetworkCase cold(c.solver.network());
        QVERIFY(cold.solve());
        QVERIFY(near(cold.q(0), c.q(0), 1e-8));
    }

    // Mass at each node, the law of each link, and the energy: the pumps' heads are what the loads
    // and pipes lose.
    void balances() {
        const HydraulicNetwork net = ladder(25);
        NetworkCase c(net);
        QVERIFY(c.solve());
        std::vector<double> sum(net.nodes.size(), 0.0);
        double given = 0.0;
        for (std::size_t k = 0; k < net.links.size(); ++k) {
            const auto from = static_cast<std::size_t>(net.links[k].from);
            const auto to = static_cast<std::size_t>(net.links[k].to);
            sum[from] -= c.flow[k];
            sum[to] += c.flow[k];
            const double loss = c.lossM(static_cast<int>(k), c.flow[k]);
            QVERIFY(std::abs(c.head[from] - c.head[to] - loss) < 1e-8);
            given += loss * c.flow[k];
        }
        for (std::size_t i = 0; i < sum.size(); ++i) {
            // The vessel neither gives nor takes: the loop is closed.
            QVERIFY2(std::abs(sum[i]) < 1e-13, qPrintable(QString::number(sum[i])));
        }
        QVERIFY(std::abs(given) < 1e-8);
        QVERIFY(c.outcome.massErrorM3PerS < 1e-13 && c.outcome.headErrorM < 1e-8);
        // Branches nearer to the pumps get more, where their loads are alike.
        QVERIFY(c.q(5) > c.q(5 + 12));
    }

    // A warm start finds what a cold one finds, in fewer iterations; the solution itself takes
    // none and is not touched.
    void warmStart() {
        NetworkCase warm(ladder(25));
        QVERIFY(warm.solve());
        const int cold = warm.outcome.iterations;
        const auto flow = warm.flow;
        QVERIFY(warm.solve());
        QCOMPARE(warm.outcome.iterations, 0);
        QVERIFY(warm.flow == flow);
        warm.solver.setResistance(5, 42000.0);
        QVERIFY(warm.solve());
        QVERIFY(warm.outcome.iterations < cold);
        NetworkCase fresh(warm.solver.network());
        QVERIFY(fresh.solve());
        for (std::size_t k = 0; k < fresh.flow.size(); ++k) {
            QVERIFY(std::abs(fresh.flow[k] - warm.flow[k]) < 1e-8);
        }
        for (std::size_t i = 0; i < fresh.head.size(); ++i) {
            QVERIFY(std::abs(fresh.head[i] - warm.head[i]) < 1e-6);
        }
    }

    // As a run asks: a last step that changes flows by less than 1e-3, and losses by less than 5 cm. Newton's method
    // squares what it misses: 1e-6 is left of a flow. Mass balances as well as ever.
    void accuracyOfARun() {
        NetworkCase fine(ladder(25));
        QVERIFY(fine.solve());
        NetworkCase coarse(fine.solver.network());
        coarse.solver.options.accuracy = 1e-3;
        coarse.solver.options.headStepM = 0.05;
        coarse.flow = fine.flow;
        coarse.head = fine.head;
        for (NetworkCase* c : {&fine, &coarse}) {
            c->solver.setResistance(5, 1.02 * c->solver.network().links[5].resistance);
            QVERIFY(c->solve());
        }
        QVERIFY(coarse.outcome.iterations < fine.outcome.iterations);
        QVERIFY(coarse.outcome.massErrorM3PerS < 1e-13);
        for (std::size_t k = 0; k < fine.flow.size(); ++k) {
            QVERIFY(std::abs(fine.flow[k] - coarse.flow[k]) <= 1e-6 * std::abs(fine.flow[k]));
        }
    }

    // Same settings, same start: same bytes, whatever the solver did before.
    void determinism() {
        NetworkCase a(ladder(40));
        NetworkCase b(ladder(40));
        b.solver.setOpen(1, false);
        QVERIFY(b.solve());
        b.solver.setOpen(1, true);
        b.flow.assign(b.flow.size(), 0.0);
        b.head.assign(b.head.size(), 0.0);
        QVERIFY(a.solve() && b.solve());
        QVERIFY(a.flow == b.flow && a.head == b.head);
    }

    // What a link loses at the flows of the last solution is known; not any more where its setting has changed. A pump
    // at 80 % gives 64 % of its head: the loops find other flows, those of a solver that never had others. Back at full
    // speed, from the same start, all is as it was to the last bit.
    void changedSettingIsSeen() {
        NetworkCase changed(ladder(12));
        QVERIFY(changed.solve());
        const auto flow = changed.flow;
        for (int pump = 0; pump < 3; ++pump) {
            changed.solver.setSpeed(pump, 0.8);
        }
        QVERIFY(changed.solve());
        QVERIFY(changed.outcome.iterations > 0);
        NetworkCase fresh(changed.solver.network());
        QVERIFY(fresh.solve());
        for (std::size_t k = 0; k < fresh.flow.size(); ++k) {
            QVERIFY(std::abs(fresh.flow[k] - changed.flow[k]) < 1e-8);
        }
        for (int pump = 0; pump < 3; ++pump) {
            changed.solver.setSpeed(pump, 1.0);
        }
        changed.flow.assign(changed.flow.size(), 0.0);
        changed.head.assign(changed.head.size(), 0.0);
        QVERIFY(changed.solve());
        QVERIFY(changed.flow == flow);
    }

    // q = C sqrt(p); it sucks nothing in below the atmosphere.
    void emitter() {
        HydraulicNetwork net;
        net.addFixedHead(25.0);
        net.addJunction(5.0);
        net.addResistance(0, 1, 1000.0);
        NetworkCase tight(net);
        QVERIFY(tight.solve());
        QCOMPARE(tight.q(0), 0.0);
        net.nodes[1].emitter = 0.01;
        NetworkCase c(net);
        QVERIFY(c.solve());
        // 20 - K q^2 = (q / C)^2
        const double q = std::sqrt(20.0 / (1000.0 + 10000.0));
        QVERIFY(near(c.q(0), q, 1e-6));
        QVERIFY(near(c.h(1), 25.0 - 1000.0 * q * q, 1e-6));
        c.solver.setFixedHead(0, 2.0);
        QVERIFY(c.solve());
        QVERIFY(std::abs(c.q(0)) < 1e-9);
    }

    // A part that is shut off and leaks runs dry: its pressure is gone at the leak, and nothing
    // flows. Opened again, it fills at once.
    void emitterCutOff() {
        HydraulicNetwork net;
        net.addFixedHead(25.0);
        net.addJunction(5.0);
        net.addJunction(3.0);
        net.addResistance(0, 1, 1000.0);
        net.addResistance(1, 2, 1000.0);
        net.nodes[2].emitter = 0.01;
        NetworkCase c(net);
        QVERIFY(c.solve());
        const double q = c.q(1);
        QVERIFY(near(q, std::sqrt(22.0 / (2000.0 + 10000.0)), 1e-6));
        c.solver.setOpen(0, false);
        QVERIFY(c.solve());
        QCOMPARE(c.q(1), 0.0);
        QCOMPARE(c.h(2), 3.0);
        QCOMPARE(c.h(1), 3.0);
        c.solver.setOpen(0, true);
        QVERIFY(c.solve());
        QVERIFY(near(c.q(1), q, 1e-6));
    }

    // Nothing drives: no flow at all, and the vessel's head everywhere. The pumps start again from
    // there.
    void allPumpsOff() {
        NetworkCase c(ladder(25));
        QVERIFY(c.solve());
        const auto flow = c.flow;
        for (int pump = 0; pump < 3; ++pump) {
            c.solver.setSpeed(pump, 0.0);
        }
        QVERIFY(c.solve());
        for (const double q : c.flow) {
            QCOMPARE(q, 0.0);
        }
        for (const double h : c.head) {
            QCOMPARE(h, 12.0);
        }
        for (int pump = 0; pump < 3; ++pump) {
            c.solver.setSpeed(pump, 1.0);
        }
        QVERIFY(c.solve());
        for (std::size_t k = 0; k < flow.size(); ++k) {
            QVERIFY(std::abs(c.flow[k] - flow[k]) < 1e-8);
        }
    }

    // A valve that closes step by step: flow falls; shut, it is 0, and the pump is at shut-off.
    void closingValve() {
        Loop loop;
        NetworkCase c(loop.net);
        double last = 1.0;
        for (double k = 1000.0; k < 1e12; k *= 10.0) {
            c.solver.setResistance(loop.load, k);
            QVERIFY(c.solve());
            QVERIFY(c.q(loop.load) < last);
            last = c.q(loop.load);
            QVERIFY(near(last, std::sqrt(30.0 / (2000.0 + k)), 1e-3));
        }
        c.solver.setOpen(loop.load, false);
        QVERIFY(c.solve());
        QCOMPARE(c.q(loop.load), 0.0);
        QVERIFY(std::abs(c.q(loop.pump)) < 1e-12);
        QVERIFY(near(c.h(loop.outlet), 40.0, 1e-6));
    }

    // Cut off by closed links: the head that was there stays, demand is reported, nothing is lost.
    void isolatedPart() {
        HydraulicNetwork net = ladder(4);
        const int a = net.addJunction();
        const int b = net.addJunction();
        net.addResistance(2, a, 100.0);
        net.addPump(a, b, 5.0, 100.0, 2.0);
        net.addResistance(b, a, 100.0);
        const int in = static_cast<int>(net.links.size()) - 3;
        NetworkCase c(net);
        QVERIFY(c.solve());
        const double held = c.h(a);
        // The inner loop runs: 5 - 100 q^2 = 100 q^2.
        QVERIFY(near(c.q(in + 1), std::sqrt(5.0 / 200.0), 1e-6));
        c.solver.setOpen(in, false);
        QVERIFY(c.solve());
        QCOMPARE(c.outcome.isolatedNodes, 2);
        QVERIFY(near(c.h(a), held, 1e-12));
        QVERIFY(near(c.q(in + 1), std::sqrt(5.0 / 200.0), 1e-6));
        QVERIFY(c.solver.unsupplied().empty());
        c.solver.setSpeed(in + 1, 0.0);
        QVERIFY(c.solve());
        QCOMPARE(c.q(in + 2), 0.0);
        QCOMPARE(c.h(b), c.h(a));
        c.solver.setDemand(b, 0.01);
        QVERIFY(c.solve());
        QCOMPARE(c.solver.unsupplied(), std::vector<int>{b});
        QVERIFY(std::isfinite(c.h(b)) && c.outcome.massErrorM3PerS < 1e-12);
    }

    // Nonsense in the caller's arrays is a cold start, not a fault.
    void startWithoutNumbers() {
        NetworkCase c(ladder(5));
        c.flow.assign(c.flow.size(), std::nan(""));
        c.head.assign(c.head.size(), std::nan(""));
        QVERIFY(c.solve());
        NetworkCase cold(ladder(5));
        QVERIFY(cold.solve());
        QVERIFY(c.flow == cold.flow);
    }

    void emptyNetwork() {
        NetworkCase c{HydraulicNetwork{}};
        QVERIFY(c.solve());
    }

    void solveAllocatesNothing() {
        NetworkCase c(ladder(25));
        const std::size_t before = headroom::tests::allocations;
        bool converged = c.solve();
        c.solver.setSpeed(0, 0.2);
        c.solver.setOpen(8, false);
        converged = c.solve() && converged;
        QCOMPARE(headroom::tests::allocations, before);
        QVERIFY(converged);
    }

    void badInput_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<QString>("code");
        QTest::newRow("node out of range") << 0 << "HYD-001";
        QTest::newRow("from itself") << 1 << "HYD-001";
        QTest::newRow("resistance below 0") << 2 << "HYD-002";
        QTest::newRow("no number") << 3 << "HYD-002";
        QTest::newRow("no diameter") << 4 << "HYD-002";
        QTest::newRow("curve missing") << 5 << "HYD-001";
        QTest::newRow("curve that rises") << 6 << "HYD-003";
        QTest::newRow("viscosity") << 7 << "HYD-002";
    }

    void badInput() {
        QFETCH(int, fault);
        QFETCH(QString, code);
        HydraulicNetwork net = ladder(2);
        net.links[3].name = "main";
        switch (fault) {
            case 0:
                net.links[3].to = 99;
                break;
            case 1:
                net.links[3].to = net.links[3].from;
                break;
            case 2:
                net.links[3].resistance = -1.0;
                break;
            case 3:
                net.nodes[2].demandM3PerS = std::nan("");
                break;
            case 4:
                net.links[3].diameterM = 0.0;
                break;
            case 5:
                net.links[0].pumpLaw = PumpLaw::Table;
                break;
            case 6:
                net.links[0].pumpLaw = PumpLaw::Table;
                net.links[0].curve = 0;
                net.curves.push_back({{0.0, 1.0}, {10.0, 11.0}});
                break;
            default:
                net.viscosityM2PerS = 0.0;
        }
        HydraulicSolver solver;
        const auto result = solver.setNetwork(net);
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(result.error().code), code);
        QVERIFY(!result.error().remedy.empty());
        if (fault == 4) {
            QVERIFY(result.error().message.find("main") != std::string::npos);
        }
    }
};

HEADROOM_TEST(TestHydraulicSolver)
}  // namespace tst_hydraulic_solver

#include "tst_hydraulic_solver.moc"
