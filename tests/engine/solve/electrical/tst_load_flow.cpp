// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/solve/electrical/load_flow.h"
#include "tests/support/allocations.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <complex>
#include <cstdint>

namespace tst_load_flow {

using namespace headroom::engine;
using headroom::at;

namespace {

using Complex = std::complex<double>;

// A number between 0 and 1 from a counter: trees that are the same everywhere.
double hashed(std::uint64_t i) {
    i = (i + 0x9e3779b97f4a7c15ULL) * 0xbf58476d1ce4e5b9ULL;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>(i >> 11) * 0x1p-53;
}

// A tree of `buses` with loads, shunts, charging, taps and shifts in both directions.
LoadFlowNetwork tree(int buses, bool shifts = true) {
    LoadFlowNetwork net;
    net.addBus(BusKind::Slack, 0.01, 0.005, 1.02);
    net.setpointRad[0] = 0.1;
    for (int i = 1; i < buses; ++i) {
        const auto k = static_cast<std::uint64_t>(i) * 16;
        const int bus = net.addBus(BusKind::Pq, 0.004 * hashed(k), 0.002 * hashed(k + 1));
        const int parent = static_cast<int>(hashed(k + 2) * i);
        const double r = 0.002 + 0.01 * hashed(k + 3);
        const double x = 0.002 + 0.02 * hashed(k + 4);
        const double ratio = i % 7 == 0 ? 0.95 + 0.1 * hashed(k + 5) : 1.0;
        const double shift = shifts && i % 11 == 0 ? std::acos(-1.0) / 6.0 : 0.0;
        const bool towards = i % 2 == 0;
        net.addBranch(towards ? parent : bus, towards ? bus : parent, r, x, 0.01 * hashed(k + 6),
                      ratio, shift);
        if (i % 5 == 0) {
            net.shuntBPu[at(bus)] = 0.02 * hashed(k + 7);
            net.shuntGPu[at(bus)] = 0.001;
        }
    }
    return net;
}

// A ring of `buses` with a chord from each third bus, two PV buses.
LoadFlowNetwork mesh(int buses) {
    LoadFlowNetwork net;
    for (int i = 0; i < buses; ++i) {
        const auto k = static_cast<std::uint64_t>(i) * 16 + 7;
        net.addBus(i == 0 ? BusKind::Slack : BusKind::Pq, 0.02 * hashed(k), 0.01 * hashed(k + 1));
    }
    for (const int bus : {buses / 3, 2 * buses / 3}) {
        net.busKind[at(bus)] = BusKind::Pv;
        net.setpointPu[at(bus)] = 1.01;
        net.generationPPu[at(bus)] = 0.1;
    }
    for (int i = 0; i < buses; ++i) {
        net.addBranch(i, (i + 1) % buses, 0.005, 0.02, 0.01);
        if (i % 3 == 0) {
            net.addBranch(i, (i + buses / 2) % buses, 0.01, 0.04, 0.0, 1.0 + 0.01 * (i % 4));
        }
    }
    return net;
}

LoadFlowSolver solverOf(LoadFlowNetwork net) {
    LoadFlowSolver solver;
    const auto set = solver.setNetwork(std::move(net));
    if (!set) {
        qFatal("%s", set.error().text().c_str());
    }
    return solver;
}

// Largest difference of voltage and branch flow.
double difference(const LoadFlowResult& a, const LoadFlowResult& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.voltagePu.size(); ++i) {
        largest = std::max(largest, std::abs(a.voltagePu[i] - b.voltagePu[i]));
        largest = std::max(largest, std::abs(a.generationPu[i] - b.generationPu[i]));
    }
    for (std::size_t i = 0; i < a.fromPu.size(); ++i) {
        largest = std::max(largest, std::abs(a.fromPu[i] - b.fromPu[i]));
        largest = std::max(largest, std::abs(a.toPu[i] - b.toPu[i]));
    }
    return largest;
}

}  // namespace

class TestLoadFlow : public QObject {
    Q_OBJECT

  private slots:

    // One line, r = 0, x = 0.1, no reactive load at its end, P = 0.5 there: from P = V sin(d) / x
    // and 0 = (cos(d) - V) / x follow V = cos(d), sin(2 d) = 2 P x = 0.1.
    void twoBusesByHand_data() {
        QTest::addColumn<int>("method");
        QTest::newRow("sweep") << static_cast<int>(LoadFlowMethod::Sweep);
        QTest::newRow("newton") << static_cast<int>(LoadFlowMethod::Newton);
    }

    void twoBusesByHand() {
        QFETCH(int, method);
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack);
        net.addBus(BusKind::Pq, 0.5);
        net.addBranch(0, 1, 0.0, 0.1);
        LoadFlowSolver solver = solverOf(net);
        solver.options.method = static_cast<LoadFlowMethod>(method);
        solver.options.tolerancePu = 1e-13;
        QVERIFY(solver.solve());
        const double d = 0.5 * std::asin(0.1);
        QVERIFY(std::abs(solver.result().angleRad(1) + d) < 1e-12);
        QVERIFY(std::abs(solver.result().magnitudePu(1) - std::cos(d)) < 1e-12);
        QVERIFY(std::abs(solver.result().fromPu[0].real() - 0.5) < 1e-12);
        QVERIFY(std::abs(solver.result().lossPu.real()) < 1e-12);
    }

    // An idle transformer: V_to = V_from / (t e^(j shift)), whichever end is fed.
    void idleTransformer_data() { twoBusesByHand_data(); }

    void idleTransformer() {
        QFETCH(int, method);
        const double t = 1.05;
        const double shift = std::acos(-1.0) / 6.0;
        for (const bool forwards : {true, false}) {
            LoadFlowNetwork net;
            net.addBus(BusKind::Slack);
            net.addBus(BusKind::Pq);
            net.addBranch(forwards ? 0 : 1, forwards ? 1 : 0, 0.01, 0.05, 0.0, t, shift);
            LoadFlowSolver solver = solverOf(net);
            solver.options.method = static_cast<LoadFlowMethod>(method);
            QVERIFY(solver.solve());
            QVERIFY(std::abs(solver.result().magnitudePu(1) - (forwards ? 1.0 / t : t)) < 1e-8);
            QVERIFY(std::abs(solver.result().angleRad(1) - (forwards ? -shift : shift)) < 1e-8);
        }
    }

    // A phase shifter in a ring drives power around it: with two equal lines x and a shift of s in
    // one, the loop of 2 x sees s, and P = s / (2 x) to first order in s.
    void shiftDrivesALoopFlow() {
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack);
        net.addBus(BusKind::Pq);
        const int plain = net.addBranch(0, 1, 0.0, 0.1);
        const double s = 1e-3;
        net.addBranch(0, 1, 0.0, 0.1, 0.0, 1.0, s);
        LoadFlowSolver solver = solverOf(net);
        solver.options.tolerancePu = 1e-12;
        QVERIFY(solver.solve());
        QVERIFY(solver.result().newtonIterations > 0);  // unequal parallels are no tree
        QVERIFY(std::abs(solver.result().fromPu[at(plain)].real() - s / 0.2) < 1e-6);
    }

    void methodsAgreeOnTrees_data() {
        QTest::addColumn<int>("buses");
        for (const int buses : {2, 3, 17, 200, 1500}) {
            QTest::newRow(QByteArray::number(buses)) << buses;
        }
    }

    void methodsAgreeOnTrees() {
        QFETCH(int, buses);
        LoadFlowSolver sweep = solverOf(tree(buses));
        LoadFlowSolver newton = solverOf(tree(buses));
        sweep.options.tolerancePu = newton.options.tolerancePu = 1e-12;
        newton.options.method = LoadFlowMethod::Newton;
        QVERIFY(sweep.solve());
        QVERIFY(newton.solve());
        QVERIFY(sweep.result().sweepIterations > 0 && sweep.result().newtonIterations == 0);
        QVERIFY(newton.result().sweepIterations == 0 && newton.result().newtonIterations > 0);
        QVERIFY(difference(sweep.result(), newton.result()) < 1e-9);
        QVERIFY(sweep.result().mismatchPu < 1e-9 && newton.result().mismatchPu < 1e-9);
    }

    // Generation = load + shunts + losses, the losses summed from the branches.
    void powerIsConserved() {
        for (const bool meshed : {false, true}) {
            LoadFlowSolver solver = solverOf(meshed ? mesh(60) : tree(400));
            solver.options.tolerancePu = 1e-12;
            QVERIFY(solver.solve());
            const LoadFlowResult& r = solver.result();
            const Complex balance = r.totalGenerationPu - r.totalLoadPu - r.totalShuntPu - r.lossPu;
            QVERIFY(std::abs(balance) < 1e-9);
            QVERIFY(r.lossPu.real() > 1e-4);
            Complex loads = 0.0;
            for (std::size_t i = 0; i < solver.network().buses(); ++i) {
                loads += Complex(solver.network().loadPPu[i], solver.network().loadQPu[i]);
            }
            QVERIFY(std::abs(r.totalLoadPu - loads) < 1e-12);
            // Without branch flows the loss is the balance: the same number.
            LoadFlowSolver bare = solverOf(solver.network());
            bare.options = solver.options;
            bare.options.branchFlows = false;
            QVERIFY(bare.solve());
            QVERIFY(std::abs(bare.result().lossPu - r.lossPu) < 1e-9);
        }
    }

    // Two equal lines side by side are one of half the impedance, and stay a matter of the sweep.
    void parallelBranchesShare() {
        LoadFlowNetwork two;
        two.addBus(BusKind::Slack);
        two.addBus(BusKind::Pq, 0.3, 0.1);
        two.addBranch(0, 1, 0.02, 0.04, 0.02);
        two.addBranch(1, 0, 0.02, 0.04, 0.02);
        LoadFlowNetwork one = two;
        one.from.pop_back();
        one.to.pop_back();
        for (auto* field : {&one.rPu, &one.xPu, &one.chargingPu, &one.tapRatio, &one.shiftRad}) {
            field->pop_back();
        }
        one.inService.pop_back();
        one.rPu[0] = 0.01;
        one.xPu[0] = 0.02;
        one.chargingPu[0] = 0.04;
        LoadFlowSolver a = solverOf(two);
        LoadFlowSolver b = solverOf(one);
        QVERIFY(a.solve());
        QVERIFY(b.solve());
        QCOMPARE(a.result().newtonIterations, 0);
        QVERIFY(std::abs(a.result().voltagePu[1] - b.result().voltagePu[1]) < 1e-8);
        QVERIFY(std::abs(a.result().fromPu[0] - a.result().toPu[1]) < 1e-12);
        QVERIFY(std::abs(2.0 * a.result().fromPu[0] - b.result().fromPu[0]) < 1e-8);
    }

    // Two islands with a source, one without: 0 there, and nothing flows.
    void islands() {
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack, 0.0, 0.0, 1.0);
        net.addBus(BusKind::Pq, 0.1);
        net.addBus(BusKind::Slack, 0.0, 0.0, 1.05);
        net.addBus(BusKind::Pq, 0.2);
        net.addBus(BusKind::Pq, 0.4);
        net.addBus(BusKind::Pv, 0.4);
        for (const int bus : {0, 2, 4}) {
            net.addBranch(bus, bus + 1, 0.01, 0.02);
        }
        LoadFlowSolver solver = solverOf(net);
        QVERIFY(solver.solve());
        const LoadFlowResult& r = solver.result();
        QCOMPARE(r.islands, 3);
        QCOMPARE(r.deadIslands, 1);
        QVERIFY(r.live[3] && !r.live[4] && !r.live[5]);
        QCOMPARE(r.voltagePu[4], Complex(0.0));
        QCOMPARE(r.generationPu[5], Complex(0.0));
        QCOMPARE(r.fromPu[2], Complex(0.0));
        QVERIFY(r.magnitudePu(3) > 1.04);
        QVERIFY(std::abs(r.totalLoadPu - 0.3) < 1e-15);
        QVERIFY(std::abs(r.generationPu[2].real() - 0.2) < 1e-3);
    }

    void emptyAndUnfed() {
        LoadFlowSolver nothing = solverOf({});
        QVERIFY(nothing.solve());
        QCOMPARE(nothing.result().islands, 0);
        LoadFlowNetwork net;
        net.addBus(BusKind::Pq, 1.0);
        LoadFlowSolver dead = solverOf(net);
        QVERIFY(dead.solve());
        QCOMPARE(dead.result().deadIslands, 1);
        QCOMPARE(dead.result().totalGenerationPu, Complex(0.0));
        net.busKind[0] = BusKind::Slack;
        LoadFlowSolver alone = solverOf(net);
        QVERIFY(alone.solve());
        QCOMPARE(alone.result().generationPu[0], Complex(1.0));
    }

    // A solution that is taken up again needs fewer iterations; the same loads need one look.
    void warmStart() {
        for (const bool meshed : {false, true}) {
            LoadFlowSolver solver = solverOf(meshed ? mesh(60) : tree(400));
            solver.options.tolerancePu = 1e-10;
            const auto iterations = [&] {
                return solver.result().sweepIterations + solver.result().newtonIterations;
            };
            QVERIFY(solver.solve());
            const int cold = iterations();
            std::vector<double> p = solver.network().loadPPu;
            std::vector<double> q = solver.network().loadQPu;
            for (double& load : p) {
                load *= 1.0001;
            }
            QVERIFY(solver.solve(p, q));
            const int warm = iterations();
            QVERIFY2(warm < cold, qPrintable(QString("%1 %2").arg(warm).arg(cold)));
            LoadFlowSolver fresh = solverOf(solver.network());
            fresh.options = solver.options;
            QVERIFY(fresh.solve());
            QVERIFY(difference(solver.result(), fresh.result()) < 1e-8);
            solver.forgetSolution();
            QVERIFY(solver.solve());
            QCOMPARE(iterations(),
                     fresh.result().sweepIterations + fresh.result().newtonIterations);
            QVERIFY(solver.solve());
            QVERIFY(iterations() <= 1);
        }
    }

    // After the first solve, solves with other loads allocate nothing.
    void solvesDoNotAllocate() {
        for (const bool meshed : {false, true}) {
            LoadFlowSolver solver = solverOf(meshed ? mesh(60) : tree(400));
            QVERIFY(solver.solve());
            std::vector<double> p = solver.network().loadPPu;
            const std::vector<double> q = solver.network().loadQPu;
            p[7] *= 1.5;
            const std::size_t before = headroom::tests::allocations;
            const bool solved = solver.solve(p, q).has_value();
            solver.forgetSolution();
            const bool again = solver.solve(p, q).has_value();
            const std::size_t after = headroom::tests::allocations;
            QVERIFY(solved && again);
            QCOMPARE(after, before);
            QVERIFY(before > 0);
        }
    }

    // A dead part is dead while it is switched off, and only that part.
    void openBranchDarkens() {
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack);
        for (int i = 1; i < 4; ++i) {
            net.addBus(BusKind::Pq, 0.1);
            net.addBranch(i - 1, i, 0.01, 0.02);
        }
        net.inService[1] = 0;
        LoadFlowSolver solver = solverOf(net);
        QVERIFY(solver.solve());
        QVERIFY(solver.result().live[1] && !solver.result().live[2] && !solver.result().live[3]);
        QCOMPARE(solver.result().voltagePu[3], Complex(0.0));
        QVERIFY(std::abs(solver.result().totalLoadPu - 0.1) < 1e-15);
        net.inService[1] = 1;
        LoadFlowSolver closed = solverOf(net);
        QVERIFY(closed.solve());
        QVERIFY(closed.result().magnitudePu(3) > 0.98);
    }

    // Two sources on one island share by their angles: equal ones feed a middle load by halves.
    void twoSourcesOnOneIsland() {
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack);
        net.addBus(BusKind::Pq, 0.4, 0.1);
        net.addBus(BusKind::Slack);
        net.addBranch(0, 1, 0.01, 0.03);
        net.addBranch(2, 1, 0.01, 0.03);
        LoadFlowSolver solver = solverOf(net);
        QVERIFY(solver.solve());
        QCOMPARE(solver.result().islands, 1);
        QVERIFY(std::abs(solver.result().generationPu[0] - solver.result().generationPu[2]) < 1e-9);
    }

    // x = 0.1 carries at most P = 1 / (2 x) = 5 at unity power factor: 5.1 has no solution, 4.9
    // has, and the solver finds it after the failure.
    void beyondTheNose_data() {
        QTest::addColumn<int>("method");
        QTest::newRow("automatic") << static_cast<int>(LoadFlowMethod::Automatic);
        QTest::newRow("sweep") << static_cast<int>(LoadFlowMethod::Sweep);
        QTest::newRow("newton") << static_cast<int>(LoadFlowMethod::Newton);
    }

    void beyondTheNose() {
        QFETCH(int, method);
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack);
        net.addBus(BusKind::Pq, 5.1);
        net.addBranch(0, 1, 0.0, 0.1);
        net.busName = {"grid", "hall"};
        LoadFlowSolver solver = solverOf(net);
        solver.options.method = static_cast<LoadFlowMethod>(method);
        const auto failed = solver.solve();
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, std::string("PWR-003"));
        QVERIFY(failed.error().message.find("bus hall") != std::string::npos);
        const std::vector<double> p = {0.0, 4.0};
        const std::vector<double> q = {0.0, 0.0};
        QVERIFY(solver.solve(p, q));
        // V = cos(d), sin(2 d) = 0.8.
        QVERIFY(std::abs(solver.result().magnitudePu(1) - std::cos(0.5 * std::asin(0.8))) < 1e-6);
    }

    // Where the sweep gives up, Newton takes over: close to the nose it needs thousands of passes.
    void newtonHelpsTheSweep() {
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack);
        net.addBus(BusKind::Pq, 4.9999);
        net.addBranch(0, 1, 0.0, 0.1);
        LoadFlowSolver solver = solverOf(net);
        QVERIFY(solver.solve());
        QVERIFY(solver.result().newtonIterations > 0);
        QVERIFY(std::abs(solver.result().magnitudePu(1) - std::cos(0.5 * std::asin(0.99998))) <
                1e-5);
    }

    void badInput_data() {
        QTest::addColumn<int>("what");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("unlike lengths") << 0 << "PWR-001"
                                        << "by bus differ";
        QTest::newRow("unlike branches") << 1 << "PWR-001"
                                         << "by branch differ";
        QTest::newRow("no such bus") << 2 << "PWR-001"
                                     << "names bus number 9";
        QTest::newRow("no number") << 3 << "PWR-001"
                                   << "bus number 1 has no finite number";
        QTest::newRow("no impedance") << 4 << "PWR-002"
                                      << "has no impedance";
        QTest::newRow("a loop") << 5 << "PWR-002"
                                << "begins where it ends";
        QTest::newRow("ratio 0") << 6 << "PWR-002"
                                 << "ratio of 0";
        QTest::newRow("set-point 0") << 7 << "PWR-001"
                                     << "voltage of 0";
        QTest::newRow("branch no number") << 8 << "PWR-001"
                                          << "reactance";
    }

    void badInput() {
        QFETCH(int, what);
        QFETCH(QString, code);
        QFETCH(QString, says);
        LoadFlowNetwork net;
        net.addBus(BusKind::Slack);
        net.addBus(BusKind::Pq, 0.1);
        net.addBranch(0, 1, 0.01, 0.02);
        switch (what) {
            case 0:
                net.shuntBPu.pop_back();
                break;
            case 1:
                net.inService.clear();
                break;
            case 2:
                net.to[0] = 9;
                break;
            case 3:
                net.loadQPu[1] = std::nan("");
                break;
            case 4:
                net.rPu[0] = net.xPu[0] = 0.0;
                break;
            case 5:
                net.to[0] = 0;
                break;
            case 6:
                net.tapRatio[0] = 0.0;
                break;
            case 7:
                net.setpointPu[0] = 0.0;
                break;
            default:
                net.xPu[0] = INFINITY;
        }
        LoadFlowSolver solver;
        const auto set = solver.setNetwork(net);
        QVERIFY(!set);
        QCOMPARE(QString::fromStdString(set.error().code), code);
        QVERIFY2(QString::fromStdString(set.error().message).contains(says),
                 set.error().message.c_str());
        QVERIFY(!set.error().remedy.empty());
    }

    void badLoads() {
        LoadFlowSolver solver = solverOf(tree(5));
        const std::vector<double> few(4, 0.0);
        QCOMPARE(solver.solve(few, few).error().code, std::string("PWR-004"));
        const std::vector<double> good(5, 0.01);
        std::vector<double> bad = good;
        bad[3] = std::nan("");
        const auto refused = solver.solve(good, bad);
        QCOMPARE(refused.error().code, std::string("PWR-004"));
        QVERIFY(refused.error().message.find("number 3") != std::string::npos);
        QVERIFY(solver.solve(good, good));
    }

    void sameCallsSameBytes() {
        for (const bool meshed : {false, true}) {
            LoadFlowSolver a = solverOf(meshed ? mesh(60) : tree(400));
            LoadFlowSolver b = solverOf(meshed ? mesh(60) : tree(400));
            QVERIFY(a.solve() && b.solve());
            QVERIFY(a.result().voltagePu == b.result().voltagePu);
            QVERIFY(a.result().fromPu == b.result().fromPu);
        }
    }
};

HEADROOM_TEST(TestLoadFlow)
}  // namespace tst_load_flow

#include "tst_load_flow.moc"
