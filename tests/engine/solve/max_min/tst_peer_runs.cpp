// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/topology/topology.h"
#include "engine/solve/max_min/flow_run.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_peer_runs {

using namespace headroom::engine;

namespace {

// 60 flows among the 16 hosts of a three-tier fat tree of 4-port switches, by D-mod-K: 1 to 5 a
// host, paths of 2, 4 and 6 links.
FlowProblem flowsOn(const Topology& shape, bool byLatency) {
    FlowProblem problem;
    problem.capacity.assign(static_cast<std::size_t>(shape.links()), shape.linkBytesPerS());
    for (int i = 0; i < 64; ++i) {
        const int from = i % 16, to = (i * 7 + 3 + i / 16) % 16;
        if (from == to) {
            continue;
        }
        LinkPath path;
        shape.fixedPath(from, to, Routing::DModK, 0, path);
        problem.begin(1.0, 50e6 + 1e6 * (i * 37 % 101), byLatency ? 1.0 / path.hops : 1.0);
        for (int h = 0; h < path.hops; ++h) {
            problem.cross(path.link[static_cast<std::size_t>(h)]);
        }
    }
    return problem;
}

}  // namespace

class TestPeerRuns : public QObject {
    Q_OBJECT

  private slots:

    // SimGrid 3.32 (CM02, crosstraffic 0, TCP-gamma 0), run with the same 60 flows by
    // tests/bench/simgrid_fabric.cpp. Without latency all flows weigh the same; with a latency of
    // 1 ns a hop it weighs them by its inverse, and adds it (6 ns at most, 6e-7 of the makespan).
    void simGrid_data() {
        QTest::addColumn<bool>("byLatency");
        QTest::addColumn<double>("makespanS");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("equal weights") << false << 0.00984 << 1e-9;
        QTest::newRow("weights by latency") << true << 0.0102357175207 << 7e-7;
    }

    void simGrid() {
        QFETCH(bool, byLatency);
        QFETCH(double, makespanS);
        QFETCH(double, tolerance);
        TopologySpec spec;
        spec.kind = TopologyKind::FatTree;
        spec.tiers = 3;
        spec.radix = 4;
        spec.linkBytesPerS = 50e9;
        const auto shape = makeTopology(spec);
        QVERIFY(shape);
        const FlowProblem problem = flowsOn(**shape, byLatency);
        QCOMPARE(problem.classes(), 60);
        const double ours = runFlows(problem).makespanS;
        QVERIFY2(std::abs(ours / makespanS - 1.0) <= tolerance,
                 qPrintable(QString::number(ours, 'g', 12)));
    }
};

HEADROOM_TEST(TestPeerRuns)
}  // namespace tst_peer_runs

#include "tst_peer_runs.moc"
