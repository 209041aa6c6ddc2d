// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include "shape_test.h"
#include <algorithm>
#include <map>

namespace tst_dragonfly {

using namespace headroom::engine;
using namespace headroom::engine::shapetest;

namespace {

TopologySpec dragonfly(int p, int a, int h, int g, bool plus = false, int planes = 1) {
    TopologySpec spec;
    spec.kind = plus ? TopologyKind::DragonflyPlus : TopologyKind::Dragonfly;
    spec.routerEndpoints = p;
    spec.groupRouters = a;
    spec.routerGlobals = h;
    spec.groups = g;
    spec.planes = planes;
    return spec;
}

std::vector<TopologySpec> shapes() {
    std::vector<TopologySpec> all;
    for (const bool plus : {false, true}) {
        all.push_back(dragonfly(2, 4, 2, 9, plus));
        all.push_back(dragonfly(2, 4, 2, 5, plus));
        all.push_back(dragonfly(2, 4, 3, 6, plus, 2));
        all.push_back(dragonfly(3, 4, 2, 2, plus));
        all.push_back(dragonfly(3, 5, 1, 3, plus));
        all.push_back(dragonfly(3, 4, 1, 1, plus));
        all.push_back(dragonfly(1, 1, 4, 5, plus));
        all.push_back(dragonfly(2, 2, 3, 7, plus));
        all.push_back(dragonfly(4, 3, 2, 0, plus));
        all.back().endpoints = 50;
    }
    return all;
}

}  // namespace

class TestDragonfly : public QObject {
    Q_OBJECT

  private slots:

    void anyShape_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < shapes().size(); ++i) {
            QTest::newRow(qPrintable(QString::number(i))) << static_cast<int>(i);
        }
    }

    void anyShape() {
        QFETCH(int, index);
        const auto t = made(shapes()[static_cast<std::size_t>(index)]);
        QVERIFY(t);
        checkPaths(*t, Routing::Minimal, true);
        checkPaths(*t, Routing::Valiant, false);
        checkPaths(*t, Routing::Ugal, false);
        checkBundles(*t);
        checkPlaces(*t);
        for (const Routing routing : {Routing::Minimal, Routing::Valiant}) {
            checkPairLoads(*t, routing);
            checkUniform(*t, routing);
        }
        checkPorts(*t);
    }

    // The largest balanced one of p = h = 4, a = 8: g = 33; 1,056 endpoints, 264 routers, one cable
    // for each of 33 * 32 / 2 pairs and 8 * 7 / 2 in each group.
    void balancedCounts() {
        const TopologyCounts counts = made(dragonfly(4, 8, 4, 33))->counts();
        QCOMPARE(counts.endpoints, std::int64_t{1056});
        QCOMPARE(counts.switches, std::int64_t{264});
        QCOMPARE(counts.cablesByTier[static_cast<std::size_t>(LinkTier::Global)],
                 std::int64_t{528});
        QCOMPARE(counts.cablesByTier[static_cast<std::size_t>(LinkTier::Local)],
                 std::int64_t{33 * 28});
    }

    // 2 x 2 groups of 4, floor(8 / 3) = 2 cables a pair: 8 cross.
    void bisection() { QCOMPARE(made(dragonfly(2, 4, 2, 4))->bisectionBytesPerS(), 8 * 50e9); }

    // Two cables leave for a group from routers apart.
    void parallelCablesSitApart() {
        const auto t = made(dragonfly(2, 4, 2, 5));
        for (int b = 0; b < t->bundles(); ++b) {
            if (t->bundle(b).tier == LinkTier::Global) {
                const std::vector<LinkId> links = t->bundleLinks(b);
                QCOMPARE(links.size(), std::size_t{2});
                QVERIFY(t->ends(links[0]).from != t->ends(links[1]).from);
            }
        }
    }

    void refusesWhatMakesNone() {
        QCOMPARE(codeOf(dragonfly(2, 4, 2, 10)), std::string("FAB-004"));
        QCOMPARE(codeOf(dragonfly(0, 4, 2, 9)), std::string("FAB-001"));
        QCOMPARE(codeOf(dragonfly(2, -4, 2, 9)), std::string("FAB-001"));
        QCOMPARE(codeOf(dragonfly(2, 4, 2, -1)), std::string("FAB-001"));
        QCOMPARE(codeOf(dragonfly(2, 4, 2, 0)), std::string("FAB-007"));
        QCOMPARE(codeOf(dragonfly(1 << 19, 1 << 19, 1 << 19, 1 << 19)), std::string("FAB-005"));
        TopologySpec spec = dragonfly(2, 4, 2, 9);
        spec.endpoints = 73;
        QCOMPARE(codeOf(spec), std::string("FAB-002"));
        spec.groups = 0;
        QCOMPARE(codeOf(spec), std::string("FAB-004"));
    }

  private:
    // A router has p + a - 1 + h ports; of a dragonfly+ a leaf p + a, a spine a + h.
    static void checkPorts(const Topology& t) {
        const TopologySpec& s = t.spec();
        std::map<int, int> ports;
        for (LinkId link = 0; link < t.links(); ++link) {
            ++ports[t.ends(link).from];
        }
        const bool plus = s.kind == TopologyKind::DragonflyPlus;
        const int most = plus ? s.groupRouters + std::max(s.routerEndpoints, s.routerGlobals)
                              : s.routerEndpoints + s.groupRouters - 1 + s.routerGlobals;
        for (const auto& [node, count] : ports) {
            QVERIFY(count <= (node < t.endpoints() ? s.planes : most));
        }
    }
};

HEADROOM_TEST(TestDragonfly)
}  // namespace tst_dragonfly

#include "tst_dragonfly.moc"
