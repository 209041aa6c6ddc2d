// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/electrical/load_flow.h"
#include "engine/solve/electrical/three_phase.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <complex>

namespace tst_three_phase {

using namespace headroom::engine;

namespace {

using Complex = std::complex<double>;

const double kRoot3 = std::sqrt(3.0);
const double kDeg = std::acos(-1.0) / 180.0;

// A source so strong that its impedance is out of sight.
PhaseSource stiff(int bus, double lineVoltageV) {
    return {bus, lineVoltageV, 0.0, {0.0, 1e-9}, {0.0, 1e-9}};
}

PhaseLine threeWires(int from, int to, Complex self, Complex mutual) {
    PhaseLine line;
    line.name = "l";
    for (int k = 0; k < 3; ++k) {
        line.from.push_back({from, k});
        line.to.push_back({to, k});
        for (int j = 0; j < 3; ++j) {
            line.seriesOhm.push_back(k == j ? self : mutual);
        }
    }
    return line;
}

// One wire of phase a, 1 ohm, behind 400 V between phases.
PhaseNetwork oneWire(PhaseLoad load) {
    PhaseNetwork net;
    const int a = net.bus("a");
    const int b = net.bus("b");
    net.sources.push_back(stiff(a, 400.0));
    PhaseLine line;
    line.name = "wire";
    line.from = {{a, 0}};
    line.to = {{b, 0}};
    line.seriesOhm = {1.0};
    net.lines.push_back(line);
    load.name = "x";
    load.nodes = {{b, 0}};
    load.nominalV = 230.0;
    net.loads.push_back(load);
    return net;
}

ThreePhaseSolver solverOf(PhaseNetwork net) {
    ThreePhaseSolver solver;
    const auto set = solver.setNetwork(std::move(net));
    if (!set) {
        qFatal("%s", set.error().text().c_str());
    }
    return solver;
}

}  // namespace

class TestThreePhase : public QObject {
    Q_OBJECT

  private slots:

    // Behind 1 ohm, E = 400 / sqrt(3): 2.3 kW at 230 V
    //   of constant impedance, 23 ohm: V = E 23 / 24;
    //   of constant current, 10 A:     V = E - 10;
    //   of constant power:             V = (E + sqrt(E^2 - 4 x 2300)) / 2.
    void loadModels_data() {
        QTest::addColumn<double>("p");
        QTest::addColumn<double>("i");
        QTest::addColumn<double>("z");
        QTest::addColumn<double>("volt");
        const double e = 400.0 / kRoot3;
        QTest::newRow("impedance") << 0.0 << 0.0 << 1.0 << e * 23.0 / 24.0;
        QTest::newRow("current") << 0.0 << 1.0 << 0.0 << e - 10.0;
        QTest::newRow("power") << 1.0 << 0.0 << 0.0 << (e + std::sqrt(e * e - 9200.0)) / 2.0;
    }

    void loadModels() {
        QFETCH(double, p);
        QFETCH(double, i);
        QFETCH(double, z);
        QFETCH(double, volt);
        PhaseLoad load;
        load.powerW = 2300.0;
        load.constantPower = p;
        load.constantCurrent = i;
        load.constantImpedance = z;
        ThreePhaseSolver solver = solverOf(oneWire(load));
        QVERIFY(solver.solve());
        QVERIFY(std::abs(std::abs(solver.result().at(1, 0)) - volt) < 1e-5);
        QCOMPARE(solver.result().at(1, 1), Complex(0.0));
        QVERIFY(!solver.result().exists[3 + 1]);
    }

    // Below its range a load of constant power is the impedance that takes its power at the limit:
    // at 0.98 of 230 V that is (0.98 x 230)^2 / 2300 = 22.0892 ohm.
    void loadLeavesItsRange() {
        PhaseLoad load;
        load.powerW = 2300.0;
        load.minimumPu = 0.98;
        ThreePhaseSolver solver = solverOf(oneWire(load));
        QVERIFY(solver.solve());
        const double r = 0.98 * 0.98 * 23.0;
        QVERIFY(std::abs(std::abs(solver.result().at(1, 0)) - 400.0 / kRoot3 * r / (r + 1.0)) <
                1e-5);
    }

    // A balanced network is what the balanced load flow says: z = self - mutual.
    void balancedAgreesWithLoadFlow() {
        PhaseNetwork net;
        const int a = net.bus("a");
        const int b = net.bus("b");
        net.sources.push_back({a, 20e3, 0.0, {0.0, 1e-9}, {0.0, 1e-9}});
        net.lines.push_back(threeWires(a, b, {1.0, 2.0}, {0.4, 0.7}));
        PhaseLoad load;
        load.name = "hall";
        load.nodes = {{b, 0}, {b, 1}, {b, 2}};
        load.powerW = 8e6;
        load.reactiveVar = 3e6;
        load.nominalV = 20e3 / kRoot3;
        for (const bool delta : {false, true}) {
            PhaseNetwork with = net;
            with.loads = {load};
            if (delta) {
                with.loads[0].connection = PhaseConnection::Delta;
                with.loads[0].nominalV = 20e3;
            }
            ThreePhaseSolver solver = solverOf(with);
            solver.tolerancePu = 1e-12;
            QVERIFY(solver.solve());

            LoadFlowNetwork one;
            const double base = 1e6;
            const double ohm = 20e3 * 20e3 / base;
            one.addBus(BusKind::Slack);
            one.addBus(BusKind::Pq, 8.0, 3.0);
            one.addBranch(0, 1, 0.6 / ohm, 1.3 / ohm);
            LoadFlowSolver flow;
            QVERIFY(flow.setNetwork(one));
            flow.options.tolerancePu = 1e-12;
            QVERIFY(flow.solve());
            const Complex v = flow.result().voltagePu[1] * 20e3 / kRoot3;
            for (int k = 0; k < 3; ++k) {
                const Complex turned = v * std::polar(1.0, -120.0 * kDeg * k);
                QVERIFY(std::abs(solver.result().at(b, k) - turned) < 1e-4);
            }
            QVERIFY(std::abs(solver.result().lossVa - flow.result().lossPu * base) < 0.1);
        }
    }

    // Idle delta-wye, 20 kV to 400 V: the low side follows by 30 degrees; with a tap of 1.05 at the
    // low side it is 5 % higher.
    void deltaWye() {
        PhaseNetwork net;
        const int high = net.bus("high");
        const int low = net.bus("low");
        net.sources.push_back(stiff(high, 20e3));
        PhaseTransformer t;
        t.name = "t";
        t.windings[0] = {{{high, 0}, {high, 1}, {high, 2}}, PhaseConnection::Delta, 20e3, 1.0};
        t.windings[1] = {{{low, 0}, {low, 1}, {low, 2}}, PhaseConnection::Wye, 400.0, 1.05};
        t.ratedVa = 1e6;
        t.impedancePu = {0.01, 0.06};
        net.transformers.push_back(t);
        ThreePhaseSolver solver = solverOf(net);
        QVERIFY(solver.solve());
        for (int k = 0; k < 3; ++k) {
            const Complex expected = std::polar(1.05 * 400.0 / kRoot3, (-30.0 - 120.0 * k) * kDeg);
            QVERIFY(std::abs(solver.result().at(low, k) - expected) < 1e-3);
        }
        // The other way round the delta floats but for its stray conductance, and leads.
        std::swap(net.transformers[0].windings[0].connection,
                  net.transformers[0].windings[1].connection);
        ThreePhaseSolver back = solverOf(net);
        QVERIFY(back.solve());
        const Complex between = back.result().at(low, 0) - back.result().at(low, 1);
        QVERIFY(std::abs(std::abs(between) - 1.05 * 400.0) < 1e-2);
        QVERIFY(std::abs(std::arg(back.result().at(low, 0)) - 30.0 * kDeg) < 1e-4);
    }

    // What sources deliver is what loads take and parts lose, with every kind of part.
    void powerIsConserved() {
        PhaseNetwork net;
        const int high = net.bus("high");
        const int low = net.bus("low");
        const int hall = net.bus("hall");
        net.sources.push_back({high, 20e3, 0.3, {0.2, 2.0}, {0.5, 3.0}});
        PhaseTransformer t;
        t.name = "t";
        t.windings[0] = {{{high, 0}, {high, 1}, {high, 2}}, PhaseConnection::Delta, 20e3, 1.0};
        t.windings[1] = {{{low, 0}, {low, 1}, {low, 2}}, PhaseConnection::Wye, 400.0, 1.0};
        t.ratedVa = 1e6;
        t.impedancePu = {0.01, 0.06};
        net.transformers.push_back(t);
        PhaseLine line = threeWires(low, hall, {2e-3, 3e-3}, {0.5e-3, 1e-3});
        line.shuntS.assign(9, Complex(0.0, -1e-5));
        line.shuntS[0] = line.shuntS[4] = line.shuntS[8] = {0.0, 5e-5};
        net.lines.push_back(line);
        for (int k = 0; k < 3; ++k) {
            PhaseLoad load;
            load.name = "rack row";
            load.nodes = {{hall, k}};
            load.powerW = 40e3 + 30e3 * k;
            load.reactiveVar = 5e3;
            load.nominalV = 230.0;
            load.constantPower = 0.5;
            load.constantCurrent = 0.3;
            load.constantImpedance = 0.2;
            net.loads.push_back(load);
        }
        PhaseLoad between;
        between.name = "heater";
        between.nodes = {{hall, 0}, {hall, 2}};
        between.connection = PhaseConnection::Delta;
        between.powerW = 30e3;
        between.nominalV = 400.0;
        net.loads.push_back(between);
        PhaseLoad capacitor;
        capacitor.name = "capacitor";
        capacitor.nodes = {{hall, 0}, {hall, 1}, {hall, 2}};
        capacitor.reactiveVar = -20e3;
        capacitor.nominalV = 230.0;
        capacitor.constantPower = 0.0;
        capacitor.constantImpedance = 1.0;
        net.loads.push_back(capacitor);
        ThreePhaseSolver solver = solverOf(net);
        solver.tolerancePu = 1e-13;
        QVERIFY(solver.solve());
        const PhaseResult& r = solver.result();
        QVERIFY(std::abs(r.sourceVa - r.loadVa - r.lossVa) < 1e-2);
        QVERIFY(r.lossVa.real() > 100.0);
        QVERIFY(std::abs(r.at(hall, 2)) < std::abs(r.at(hall, 0)));

        // Other loads: the matrix stands, the start is warm, the answer that of a fresh solver.
        solver.setLoad(0, 42e3, 5e3);
        QVERIFY(solver.solve());
        const int warm = solver.result().iterations;
        ThreePhaseSolver fresh = solverOf(solver.network());
        fresh.tolerancePu = 1e-13;
        QVERIFY(fresh.solve());
        QVERIFY(warm <= fresh.result().iterations);
        for (int k = 0; k < 3; ++k) {
            QVERIFY(std::abs(solver.result().at(hall, k) - fresh.result().at(hall, k)) < 1e-7);
        }
    }

    void deadPartsAreZero() {
        PhaseLoad load;
        load.powerW = 1000.0;
        PhaseNetwork net = oneWire(load);
        const int far = net.bus("far");
        const int farther = net.bus("farther");
        net.lines.push_back(threeWires(far, farther, 1.0, 0.1));
        PhaseLoad there = net.loads[0];
        there.nodes = {{farther, 1}};
        net.loads.push_back(there);
        ThreePhaseSolver solver = solverOf(net);
        QVERIFY(solver.solve());
        QCOMPARE(solver.result().at(farther, 1), Complex(0.0));
        QVERIFY(std::abs(solver.result().loadVa - 1000.0) < 1e-3);
    }

    // E^2 / (4 R) = 13.3 kW is the most that the wire brings.
    void tooMuch() {
        PhaseLoad load;
        load.powerW = 14e3;
        ThreePhaseSolver solver = solverOf(oneWire(load));
        const auto failed = solver.solve();
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, std::string("PWR-011"));
        QVERIFY(failed.error().message.find("bus b, phase a") != std::string::npos);
        solver.setLoad(0, 2300.0, 0.0);
        QVERIFY(solver.solve());
    }

    void badInput_data() {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("says");
        QTest::newRow("no such bus") << 0 << "line wire";
        QTest::newRow("no impedance") << 1 << "line wire has no impedance";
        QTest::newRow("matrix") << 2 << "line wire has matrices";
        QTest::newRow("nominal voltage") << 3 << "load x";
        QTest::newRow("delta of one") << 4 << "load x";
        QTest::newRow("no source voltage") << 5 << "source number 0";
        QTest::newRow("transformer") << 6 << "transformer t";
    }

    void badInput() {
        QFETCH(int, what);
        QFETCH(QString, says);
        PhaseLoad load;
        load.powerW = 1000.0;
        PhaseNetwork net = oneWire(load);
        switch (what) {
            case 0:
                net.lines[0].to[0].bus = 9;
                break;
            case 1:
                net.lines[0].seriesOhm[0] = 0.0;
                break;
            case 2:
                net.lines[0].seriesOhm.emplace_back(1.0);
                break;
            case 3:
                net.loads[0].nominalV = 0.0;
                break;
            case 4:
                net.loads[0].connection = PhaseConnection::Delta;
                break;
            case 5:
                net.sources[0].lineVoltageV = 0.0;
                break;
            default:
                net.transformers.emplace_back();
                net.transformers[0].name = "t";
        }
        ThreePhaseSolver solver;
        const auto set = solver.setNetwork(net);
        QVERIFY(!set);
        QCOMPARE(set.error().code, std::string("PWR-010"));
        QVERIFY2(QString::fromStdString(set.error().message).contains(says),
                 set.error().message.c_str());
    }
};

HEADROOM_TEST(TestThreePhase)
}  // namespace tst_three_phase

#include "tst_three_phase.moc"
