// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include <queue>

#include "shape_test.h"
#include <algorithm>

namespace tst_grid {

using namespace headroom::engine;
using namespace headroom::engine::shapetest;

namespace {

TopologySpec torus(std::vector<int> dims, bool wrap = true, bool twisted = false) {
    TopologySpec spec;
    spec.kind = TopologyKind::Torus;
    spec.dims = std::move(dims);
    spec.wrap = wrap;
    spec.twisted = twisted;
    return spec;
}

TopologySpec hyperX(std::vector<int> dims, int terminals, int cables, int planes = 1) {
    TopologySpec spec;
    spec.kind = TopologyKind::HyperX;
    spec.dims = std::move(dims);
    spec.routerEndpoints = terminals;
    spec.linksPerPair = cables;
    spec.planes = planes;
    return spec;
}

std::vector<TopologySpec> tori() {
    std::vector<TopologySpec> all = {torus({8}),
                                     torus({5}),
                                     torus({4, 4}),
                                     torus({3, 4, 5}),
                                     torus({2, 3, 4}),
                                     torus({1, 4, 2}),
                                     torus({4, 4}, false),
                                     torus({3, 2, 4}, false),
                                     torus({4, 8}, true, true),
                                     torus({3, 3, 6}, true, true),
                                     torus({2, 4}, true, true),
                                     torus({4, 8, 4}, true, true),
                                     torus({1})};
    all.push_back(torus({4, 4, 8}));
    all.back().cubeEdge = 4;
    all.back().planes = 2;
    return all;
}

// Links on the shortest path from each node to node 0, by plain search.
std::vector<int> distances(const Topology& t) {
    std::vector<std::vector<int>> next(static_cast<std::size_t>(t.leaves()));
    for (LinkId link = 0; link < t.links(); ++link) {
        const LinkEnds ends = t.ends(link);
        next[static_cast<std::size_t>(ends.from - t.endpoints())].push_back(ends.to -
                                                                            t.endpoints());
    }
    std::vector<int> distance(next.size(), -1);
    std::queue<int> open;
    open.push(0);
    distance[0] = 0;
    while (!open.empty()) {
        const int node = open.front();
        open.pop();
        for (const int other : next[static_cast<std::size_t>(node)]) {
            if (distance[static_cast<std::size_t>(other)] < 0) {
                distance[static_cast<std::size_t>(other)] =
                    distance[static_cast<std::size_t>(node)] + 1;
                open.push(other);
            }
        }
    }
    return distance;
}

double most(const std::vector<double>& load) {
    return *std::max_element(load.begin(), load.end());
}

}  // namespace

class TestGrid : public QObject {
    Q_OBJECT

  private slots:

    void anyTorus_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < tori().size(); ++i) {
            QTest::newRow(qPrintable(QString::number(i))) << static_cast<int>(i);
        }
    }

    void anyTorus() {
        QFETCH(int, index);
        const auto t = made(tori()[static_cast<std::size_t>(index)]);
        QVERIFY(t);
        for (const Routing routing : {Routing::DimensionOrder, Routing::Minimal}) {
            checkPaths(*t, routing, true);
        }
        checkPaths(*t, Routing::Valiant, false);
        checkBundles(*t);
        checkPlaces(*t);
        for (const Routing routing :
             {Routing::DimensionOrder, Routing::Minimal, Routing::Valiant}) {
            checkPairLoads(*t, routing, 4);
            if (t->leaves() <= 32 || routing != Routing::Valiant) {
                checkUniform(*t, routing);
            }
        }
    }

    // No path is longer than a search finds, on twisted ones too, and the longest is the diameter.
    void pathsAreShortest() {
        for (TopologySpec spec : tori()) {
            spec.planes = 1;
            const auto t = made(spec);
            const std::vector<int> distance = distances(*t);
            LinkPath path;
            for (int node = 0; node < t->leaves(); ++node) {
                t->fixedPath(node, 0, Routing::DimensionOrder, 0, path);
                QCOMPARE(path.hops, distance[static_cast<std::size_t>(node)]);
            }
            QCOMPARE(*std::max_element(distance.begin(), distance.end()), t->diameter());
        }
    }

    // 4,096 nodes in cubes of 64: 3 * 4096 cables, 48 circuit switches (TPU v4), two planes of
    // 16 x 16 cables at the cut.
    void cubesJoinedByCircuitSwitches() {
        TopologySpec spec = torus({16, 16, 16});
        spec.cubeEdge = 4;
        const auto t = made(spec);
        QCOMPARE(t->counts().switchCables, std::int64_t{3 * 4096});
        QCOMPARE(t->counts().circuitSwitches, std::int64_t{48});
        QCOMPARE(t->counts().switches, std::int64_t{0});
        QCOMPARE(t->groups(), 64);
        QCOMPARE(t->bisectionBytesPerS(), 2 * 256 * 50e9);
    }

    // Uniform traffic on a k^3 torus: k/4 hops of each dimension over two links of it: k/8 on each
    // for a unit of traffic, so that a node gets 8 B / k.
    void uniformTrafficOnATorus() {
        const auto t = made(torus({8, 8, 8}));
        const std::vector<double> members(512, 1.0);
        std::vector<double> load(static_cast<std::size_t>(t->bundles()), 0.0);
        t->addUniform(members, Routing::DimensionOrder, 1.0, load);
        QVERIFY(std::abs(most(load) - 512.0 / 511.0) < 1e-9);
        QVERIFY(std::abs(*std::min_element(load.begin(), load.end()) - 512.0 / 511.0) < 1e-9);
    }

    // A mesh has half the bisection: twice the load in the middle.
    void uniformTrafficOnAMesh() {
        const auto t = made(torus({8, 8}, false));
        const std::vector<double> members(64, 1.0);
        std::vector<double> load(static_cast<std::size_t>(t->bundles()), 0.0);
        t->addUniform(members, Routing::DimensionOrder, 1.0, load);
        QVERIFY(std::abs(most(load) - 2.0 * 64.0 / 63.0) < 1e-9);
    }

    // k x k x 2k, uniform: the twist takes more than a fifth off the load of the worst link (the
    // reason why pods offer it), and shortens the longest path.
    void twistSpreadsTheLoad() {
        const std::vector<double> members(128, 1.0);
        double worst[2];
        int diameter[2];
        for (const bool twisted : {false, true}) {
            const auto t = made(torus({4, 4, 8}, true, twisted));
            std::vector<double> load(static_cast<std::size_t>(t->bundles()), 0.0);
            t->addUniform(members, Routing::Minimal, 1.0, load);
            worst[twisted ? 1 : 0] = most(load);
            diameter[twisted ? 1 : 0] = t->diameter();
        }
        QVERIFY(worst[1] < 0.8 * worst[0]);
        QVERIFY(diameter[1] < diameter[0]);
        // Every cut by a plane crosses 4 k^2 or more instead of 2 k^2.
        QCOMPARE(made(torus({4, 4, 8}, true, true))->bisectionBytesPerS(),
                 2.0 * made(torus({4, 4, 8}))->bisectionBytesPerS());
    }

    void anyHyperX_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < 6; ++i) {
            QTest::newRow(qPrintable(QString::number(i))) << i;
        }
    }

    void anyHyperX() {
        QFETCH(int, index);
        const std::vector<TopologySpec> all = {
            hyperX({6}, 3, 1),          hyperX({4, 3}, 2, 2), hyperX({3, 4, 2}, 2, 1, 2),
            hyperX({2, 2, 2, 2}, 1, 3), hyperX({1, 5}, 4, 2), hyperX({2, 2, 3, 2, 2}, 1, 1)};
        const auto t = made(all[static_cast<std::size_t>(index)]);
        QVERIFY(t);
        for (const Routing routing : {Routing::DimensionOrder, Routing::Minimal}) {
            checkPaths(*t, routing, true);
            checkPairLoads(*t, routing);
            checkUniform(*t, routing);
        }
        checkPaths(*t, Routing::Valiant, false);
        checkPairLoads(*t, Routing::Valiant);
        checkUniform(*t, Routing::Valiant);
        checkBundles(*t);
        checkPlaces(*t);
    }

    // Ahn et al.: relative bisection S K / (2 T).
    void hyperXBisection() {
        const auto t = made(hyperX({8, 8}, 8, 1));
        QCOMPARE(t->bisectionBytesPerS() / (0.5 * 512 * 50e9), 8.0 * 1.0 / (2.0 * 8.0) * 1.0);
    }

    void refusesWhatMakesNone() {
        QCOMPARE(codeOf(torus({})), std::string("FAB-003"));
        QCOMPARE(codeOf(torus({2, 2, 2, 2})), std::string("FAB-003"));
        QCOMPARE(codeOf(torus({4, 0})), std::string("FAB-003"));
        QCOMPARE(codeOf(torus({4, -4})), std::string("FAB-003"));
        QCOMPARE(codeOf(torus({1 << 30, 1 << 30})), std::string("FAB-005"));
        QCOMPARE(codeOf(torus({200})), std::string("FAB-005"));
        QCOMPARE(codeOf(torus({4, 4, 4}, true, true)), std::string("FAB-006"));
        QCOMPARE(codeOf(torus({4, 8}, false, true)), std::string("FAB-006"));
        TopologySpec spec = torus({4, 4, 6});
        spec.cubeEdge = 4;
        QCOMPARE(codeOf(spec), std::string("FAB-006"));
        spec.cubeEdge = -1;
        QCOMPARE(codeOf(spec), std::string("FAB-006"));
        spec = torus({4, 4});
        spec.endpoints = 17;
        QCOMPARE(codeOf(spec), std::string("FAB-002"));
        QCOMPARE(codeOf(hyperX({}, 1, 1)), std::string("FAB-003"));
        QCOMPARE(codeOf(hyperX({4}, 0, 1)), std::string("FAB-001"));
        QCOMPARE(codeOf(hyperX({4}, 1, -1)), std::string("FAB-001"));
        QCOMPARE(codeOf(hyperX({1 << 15, 1 << 15}, 1, 1)), std::string("FAB-005"));
    }
};

HEADROOM_TEST(TestGrid)
}  // namespace tst_grid

#include "tst_grid.moc"
