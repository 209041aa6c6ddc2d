// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"

#include "shape_test.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace tst_tree {

using namespace headroom::engine;
using namespace headroom::engine::shapetest;

namespace {

TopologySpec tree(int endpoints, int radix, int tiers = 0, double oversubscription = 1.0) {
    TopologySpec spec;
    spec.endpoints = endpoints;
    spec.radix = radix;
    spec.tiers = tiers;
    spec.oversubscription = oversubscription;
    return spec;
}

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

struct Counted {
    int tiers = 0;
    std::int64_t leaves = 0, spines = 0, cores = 0, hostLinks = 0, switchLinks = 0;
};

/// The smallest folded Clos, counted by itself: as many leaves as the endpoints need, uplinks of a
/// leaf rounded up, spines and cores for as many uplinks (Al-Fares et al., SIGCOMM 2008).
Counted counted(int endpoints, int radix, double oversubscription, int tiers) {
    Counted c;
    if (endpoints <= radix && tiers <= 1) {
        return {1, 1, 0, 0, endpoints, 0};
    }
    const auto up = std::min<std::int64_t>(
        radix - 1, static_cast<std::int64_t>(std::ceil(radix / (1.0 + oversubscription))));
    const std::int64_t half = radix / 2;
    const std::int64_t leaves = ceilDivide(endpoints, radix - up);
    const std::int64_t uplinks = leaves * up;
    const bool two = leaves <= radix;
    if ((tiers == 2 && !two) || leaves > radix * half) {
        return c;
    }
    c.tiers = tiers == 0 ? (two ? 2 : 3) : tiers;
    c.leaves = leaves;
    c.hostLinks = endpoints;
    c.spines = ceilDivide(uplinks, c.tiers == 2 ? radix : half);
    c.cores = c.tiers == 2 ? 0 : ceilDivide(uplinks, radix);
    c.switchLinks = c.tiers == 2 ? uplinks : 2 * uplinks;
    return c;
}

TopologySpec railed(TopologyKind kind, int endpoints, int radix, int rails, int tiers = 0) {
    TopologySpec spec = tree(endpoints, radix, tiers);
    spec.kind = kind;
    spec.rails = rails;
    return spec;
}

std::vector<TopologySpec> shapes() {
    std::vector<TopologySpec> all = {tree(0, 8, 3),
                                     tree(0, 8, 2),
                                     tree(100, 8, 3),
                                     tree(77, 8),
                                     tree(21, 8),
                                     tree(5, 8),
                                     tree(60, 12, 2, 3.0),
                                     tree(271, 10, 3, 2.0),
                                     tree(59, 7, 3),
                                     tree(17, 6, 3, 1.5),
                                     tree(3, 3, 3),
                                     railed(TopologyKind::RailOptimised, 64, 8, 4),
                                     railed(TopologyKind::RailOptimised, 72, 8, 4),
                                     railed(TopologyKind::RailOptimised, 90, 8, 4, 3),
                                     railed(TopologyKind::RailOptimised, 6, 8, 4),
                                     railed(TopologyKind::RailOptimised, 0, 10, 4, 2),
                                     railed(TopologyKind::RailOnly, 32, 8, 4),
                                     railed(TopologyKind::RailOnly, 93, 8, 4),
                                     railed(TopologyKind::RailOnly, 400, 8, 4)};
    const std::size_t single = all.size();
    for (std::size_t i = 0; i < single; ++i) {
        all.push_back(all[i]);
        all.back().planes = 2;
    }
    return all;
}

}  // namespace

class TestTree : public QObject {
    Q_OBJECT

  private slots:

    // k-ary, three tiers: k^3/4 hosts, 5k^2/4 switches, k^3/2 cables between switches
    // (Al-Fares et al. 2008); two tiers: k^2/2, 3k/2, k^2/2.
    void fullTreesHaveTheirClosedForms() {
        for (const int k : {4, 16, 32, 64}) {
            const TopologyCounts three = made(tree(0, k, 3))->counts();
            QCOMPARE(three.endpoints, std::int64_t{k} * k * k / 4);
            QCOMPARE(three.switches, std::int64_t{5} * k * k / 4);
            QCOMPARE(three.switchCables, std::int64_t{k} * k * k / 2);
            const TopologyCounts two = made(tree(0, k, 2))->counts();
            QCOMPARE(two.endpoints, std::int64_t{k} * k / 2);
            QCOMPARE(two.switches, std::int64_t{3} * k / 2);
            QCOMPARE(two.switchCables, std::int64_t{k} * k / 2);
        }
    }

    // Endpoints that fill no leaf, odd radices, thin uplinks.
    void agreesWithPlainCounting() {
        for (int endpoints = 1; endpoints < 700; endpoints += 13) {
            for (const int radix : {4, 8, 12, 16, 40}) {
                for (const double r : {1.0, 1.5, 3.0}) {
                    for (const int tiers : {0, 2, 3}) {
                        const Counted plain = counted(endpoints, radix, r, tiers);
                        const auto now = makeTopology(tree(endpoints, radix, tiers, r));
                        QCOMPARE(now.has_value(), plain.tiers != 0);
                        if (!now) {
                            continue;
                        }
                        const TopologyCounts counts = (*now)->counts();
                        QCOMPARE(counts.switchesByTier[0], plain.leaves);
                        QCOMPARE(counts.switchesByTier[1], plain.spines);
                        QCOMPARE(counts.switchesByTier[2], plain.cores);
                        QCOMPARE(counts.switchCables, plain.switchLinks);
                        QCOMPARE(counts.hostCables, plain.hostLinks);
                    }
                }
            }
        }
    }

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
        for (const Routing routing : {Routing::DModK, Routing::Ecmp, Routing::Spray}) {
            checkPaths(*t, routing, true);
        }
        checkBundles(*t);
        checkPlaces(*t);
        checkPairLoads(*t, Routing::Ecmp);
        checkUniform(*t, Routing::Ecmp);
        checkPorts(*t);
    }

    // Ring of a full tree by D-mod-K: every link carries one flow at most, so a shift by one runs
    // at line rate (facts: SimGrid 2.004 ms for 100 MB at 400 Gbit/s).
    void destinationModuloCarriesShiftsWithoutConflict() {
        const auto t = made(tree(0, 16, 3));
        for (const int stride : {1, 8, 64, 512}) {
            std::vector<int> flows(static_cast<std::size_t>(t->links()), 0);
            LinkPath path;
            for (int e = 0; e < t->endpoints(); ++e) {
                t->fixedPath(e, (e + stride) % t->endpoints(), Routing::DModK, 0, path);
                for (int i = 0; i < path.hops; ++i) {
                    ++flows[static_cast<std::size_t>(path.link[static_cast<std::size_t>(i)])];
                }
            }
            QCOMPARE(*std::max_element(flows.begin(), flows.end()), 1);
        }
    }

    // Adapter r of all servers of a group is on one leaf: one switch hop within a rail, three
    // across. 8 rails, 64 ports: 32 servers a group.
    void railsKeepTheirLeaf() {
        const auto t = made(railed(TopologyKind::RailOptimised, 1024, 64, 8));
        QCOMPARE(t->leaves(), 32);
        QCOMPARE(t->groups(), 4);
        LinkPath path;
        t->path(3, 31 * 8 + 3, Routing::Ecmp, 0, path);
        QCOMPARE(path.hops, 2);
        t->path(3, 4, Routing::Ecmp, 0, path);
        QCOMPARE(path.hops, 4);
        t->path(3, 32 * 8 + 3, Routing::Ecmp, 0, path);
        QCOMPARE(path.hops, 4);
        QCOMPARE(t->place(11).rail, 3);
    }

    // 8 rails of 64 servers: a switch each, nothing between them.
    void railsAloneDoNotMeet() {
        const auto t = made(railed(TopologyKind::RailOnly, 512, 64, 8));
        QCOMPARE(t->counts().switches, std::int64_t{8});
        QCOMPARE(t->counts().switchCables, std::int64_t{0});
        QCOMPARE(t->paths(0, 1, Routing::Ecmp), std::int64_t{0});
        QCOMPARE(t->paths(0, 8, Routing::Ecmp), std::int64_t{1});
        QCOMPARE(t->bisectionBytesPerS(), 0.0);
    }

    // Each plane has its own path, and 32 ways within it.
    void planesAreApart() {
        TopologySpec spec = tree(2048, 64, 2);
        spec.planes = 2;
        const auto t = made(spec);
        QCOMPARE(t->counts().switches, std::int64_t{2 * 96});
        QCOMPARE(t->paths(0, 2047, Routing::Ecmp), std::int64_t{2 * 32});
        QCOMPARE(t->bisectionBytesPerS(), 2 * 1024 * 50e9);
    }

    // 1:1: half of the endpoints at line rate; r:1: 1/r of it.
    void bisection() {
        QCOMPARE(made(tree(0, 16, 3))->bisectionBytesPerS(), 512 * 50e9);
        QCOMPARE(made(tree(0, 40, 2, 4.0))->bisectionBytesPerS(), 640 * 50e9 / 4.0);
    }

    void largeTreesAreArithmetic() {
        const auto t = made(tree(0, 128, 3));
        QCOMPARE(t->endpoints(), 524288);
        checkPaths(*t, Routing::DModK, true, 2000);
    }

    void refusesWhatMakesNone() {
        QCOMPARE(codeOf(tree(10, 1)), std::string("FAB-001"));
        QCOMPARE(codeOf(tree(-3, 8)), std::string("FAB-001"));
        QCOMPARE(codeOf(tree(10, 8, 4)), std::string("FAB-001"));
        QCOMPARE(codeOf(tree(10, 8, 0, 0.5)), std::string("FAB-001"));
        QCOMPARE(codeOf(tree(10, 8, 0, std::nan(""))), std::string("FAB-001"));
        QCOMPARE(codeOf(tree(10, 1 << 30)), std::string("FAB-001"));
        QCOMPARE(codeOf(tree(0, 8)), std::string("FAB-007"));
        QCOMPARE(codeOf(tree(9, 8, 1)), std::string("FAB-002"));
        QCOMPARE(codeOf(tree(33, 8, 2)), std::string("FAB-002"));
        QCOMPARE(codeOf(tree(129, 8)), std::string("FAB-002"));
        QCOMPARE(codeOf(tree(0, 4096, 3)), std::string("FAB-005"));
        QCOMPARE(codeOf(railed(TopologyKind::RailOptimised, 64, 8, 0)), std::string("FAB-001"));
        QCOMPARE(codeOf(railed(TopologyKind::RailOptimised, 0, 4, 8, 2)), std::string("FAB-002"));
        TopologySpec spec = tree(10, 8);
        spec.planes = 0;
        QCOMPARE(codeOf(spec), std::string("FAB-001"));
        spec = tree(10, 8);
        spec.linkBytesPerS = -1.0;
        QCOMPARE(codeOf(spec), std::string("FAB-001"));
    }

  private:
    // No switch has more cables than ports.
    static void checkPorts(const Topology& t) {
        std::map<int, int> ports;
        for (LinkId link = 0; link < t.links(); ++link) {
            ++ports[t.ends(link).from];
        }
        for (const auto& [node, count] : ports) {
            QVERIFY(count <= (node < t.endpoints() ? t.spec().planes : t.spec().radix));
        }
    }
};

HEADROOM_TEST(TestTree)
}  // namespace tst_tree

#include "tst_tree.moc"
