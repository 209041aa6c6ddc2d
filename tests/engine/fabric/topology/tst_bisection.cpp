// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/fabric/topology/shape_test.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cstdlib>

/// Bisections against the cut itself: every way to deal the switches of a small shape out to two sides.
namespace tst_bisection {

using namespace headroom::engine;
using shapetest::made;

namespace {

TopologySpec dragonfly(int p, int a, int h, int g, bool plus = false) {
    TopologySpec spec;
    spec.kind = plus ? TopologyKind::DragonflyPlus : TopologyKind::Dragonfly;
    spec.routerEndpoints = p;
    spec.groupRouters = a;
    spec.routerGlobals = h;
    spec.groups = g;
    return spec;
}

TopologySpec torus(std::vector<int> dims, bool wrap = true) {
    TopologySpec spec;
    spec.kind = TopologyKind::Torus;
    spec.dims = std::move(dims);
    spec.wrap = wrap;
    return spec;
}

TopologySpec hyperX(std::vector<int> dims, int terminals, int cables) {
    TopologySpec spec;
    spec.kind = TopologyKind::HyperX;
    spec.dims = std::move(dims);
    spec.routerEndpoints = terminals;
    spec.linksPerPair = cables;
    return spec;
}

/// Least links, one way, that cut the endpoints into halves. Switches are on either side; endpoints
/// that a side has too many of are cut off by their own host links. Of an odd number of nodes without
/// host links the halves differ by one.
int leastCut(const Topology& t) {
    const bool hosts = t.counts().hostCables > 0;
    const int switches = t.switches(), n = t.endpoints();
    std::vector<int> endpoints(static_cast<std::size_t>(switches), 0);
    for (int e = 0; e < n; ++e) {
        ++endpoints[static_cast<std::size_t>(t.leafOf(e))];
    }
    std::vector<std::pair<int, int>> cables;
    for (LinkId link = 0; link < t.links(); ++link) {
        const LinkEnds ends = t.ends(link);
        if (ends.tier != LinkTier::Host && ends.from < ends.to) {
            cables.emplace_back(ends.from - n, ends.to - n);
        }
    }
    int least = n;
    for (unsigned side = 0; side < 1U << switches; ++side) {
        int left = 0;
        for (int s = 0; s < switches; ++s) {
            left += (side >> s & 1U) != 0 ? endpoints[static_cast<std::size_t>(s)] : 0;
        }
        const int over = std::abs(2 * left - n) / 2;
        if (!hosts && over > 0) {
            continue;
        }
        int cut = over;
        for (const auto& [a, b] : cables) {
            cut += (side >> a & 1U) != (side >> b & 1U) ? 1 : 0;
        }
        least = std::min(least, cut);
    }
    return least;
}

}  // namespace

class TestBisection : public QObject {
    Q_OBJECT

  private slots:

    void halvesTheEndpoints_data() {
        QTest::addColumn<TopologySpec>("spec");
        for (const int g : {2, 3, 4, 5}) {
            QTest::addRow("dragonfly, %d groups", g) << dragonfly(2, 2, 2, g);
            QTest::addRow("dragonfly+, %d groups", g)
                << dragonfly(2, g < 5 ? 2 : 1, g < 5 ? 2 : 4, g, true);
        }
        QTest::newRow("dragonfly of 3 groups of 4") << dragonfly(2, 4, 2, 3);
        QTest::newRow("dragonfly of 3 groups of 5") << dragonfly(2, 5, 2, 3);
        QTest::newRow("dragonfly of 5 groups of 3") << dragonfly(2, 3, 2, 5);
        QTest::newRow("one group") << dragonfly(4, 5, 2, 1);
        QTest::newRow("line of 5") << torus({5}, false);
        QTest::newRow("ring of 6") << torus({6});
        QTest::newRow("3 x 3") << torus({3, 3});
        QTest::newRow("3 x 5 mesh") << torus({3, 5}, false);
        QTest::newRow("3 x 4") << torus({3, 4});
        QTest::newRow("HyperX of 3") << hyperX({3}, 2, 1);
        QTest::newRow("HyperX of 3 x 3") << hyperX({3, 3}, 4, 1);
        QTest::newRow("HyperX of 2 x 3") << hyperX({2, 3}, 4, 1);
        QTest::newRow("HyperX of 5, two cables") << hyperX({5}, 8, 2);
    }

    // The bisection is the least of all cuts into halves, times the rate of a link. A shape with an odd
    // number of groups or layers cuts the middle one; next to it the halves would be 1 : 2 of three.
    void halvesTheEndpoints() {
        QFETCH(TopologySpec, spec);
        const auto t = made(spec);
        QVERIFY(t != nullptr);
        QCOMPARE(t->bisectionBytesPerS() / t->linkBytesPerS(), static_cast<double>(leastCut(*t)));
    }

    // Three groups of 64 routers with 32 endpoints and 32 global links (sn5600 at 400 Gbit/s): 1,024
    // cables a pair. Halves cut one group into 32 and 32 routers: 2 x 512 + 1,024 global cables and
    // 32 x 32 local ones are 3,072, half of the 6,144 endpoints, 1,228.8 Tbit/s.
    void dragonflyOfThreeGroups() {
        const auto t = made(dragonfly(32, 64, 32, 3));
        QCOMPARE(t->bisectionBytesPerS(), 3072 * 50e9);
    }
};

HEADROOM_TEST(TestBisection)
}  // namespace tst_bisection

#include "tst_bisection.moc"
