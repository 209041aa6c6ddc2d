// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/diagram/fabric_diagram.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <set>

namespace tst_fabric_diagram {

using namespace headroom::engine;
using headroom::at;

namespace {

TopologyIndex indexOf(const TopologySpec& spec) {
    const auto made = makeTopology(spec);
    if (!made) {
        qFatal("%s", made.error().message.c_str());
    }
    return indexFabric(*made);
}

TopologySpec tree(int endpoints, int radix, int planes = 1) {
    TopologySpec spec;
    spec.endpoints = endpoints;
    spec.radix = radix;
    spec.planes = planes;
    return spec;
}

bool inside(const FabricBox& b, const FabricDiagram& d) {
    return b.x >= -1e-9 && b.y >= -1e-9 && b.x + b.width <= d.width + 1e-9 &&
           b.y + b.height <= d.height + 1e-9;
}

bool overlap(const FabricBox& a, const FabricBox& b) {
    return a.width > 0 && b.width > 0 && a.x + a.width > b.x + 1e-9 && b.x + b.width > a.x + 1e-9 &&
           a.y + a.height > b.y + 1e-9 && b.y + b.height > a.y + 1e-9;
}

void verifyPlaces(const FabricDiagram& d) {
    for (std::size_t i = 0; i < d.nodes.size(); ++i) {
        QVERIFY(inside(d.nodes[i].box, d));
        QVERIFY(inside(d.nodes[i].hosts, d));
        QVERIFY(!overlap(d.nodes[i].box, d.nodes[i].hosts));
        for (std::size_t j = 0; j < i; ++j) {
            QVERIFY(!overlap(d.nodes[i].box, d.nodes[j].box));
            QVERIFY(!overlap(d.nodes[i].hosts, d.nodes[j].box));
            QVERIFY(!overlap(d.nodes[i].hosts, d.nodes[j].hosts));
        }
    }
    for (const FabricEdge& e : d.edges) {
        for (const FabricPoint& p : {e.a, e.b}) {
            QVERIFY(p.x >= -1e-9 && p.x <= d.width + 1e-9 && p.y >= -1e-9 &&
                    p.y <= d.height + 1e-9);
        }
    }
}

/// Every bundle of the scope once: in an edge, or inside a box.
void verifyAllThere(const TopologyIndex& index, const FabricDiagram& d) {
    std::set<int> seen;
    int count = 0;
    const auto take = [&](const std::vector<int>& bundles) {
        for (const int b : bundles) {
            seen.insert(b);
            ++count;
        }
    };
    for (const FabricEdge& e : d.edges) {
        take(e.out);
        take(e.back);
    }
    for (const FabricNode& n : d.nodes) {
        take(n.inner);
    }
    QCOMPARE(count, static_cast<int>(index.bundles.size()));
    QCOMPARE(seen.size(), index.bundles.size());
}

}  // namespace

class TestDiagram : public QObject {
    Q_OBJECT

  private slots:

    // 1,024 adapters on switches of 16 ports are three tiers: 128 leaves of 8 down and 8 up in 16
    // pods of 8, 128 spines, 64 cores. The whole shows 16 pods under one bar of cores.
    void podsUnderCores() {
        const TopologyIndex index = indexOf(tree(1024, 16));
        QCOMPARE(index.leaves(), 128);
        QCOMPARE(index.groups(), 16);
        QCOMPARE(index.cores, 64);
        const FabricDiagram d = layOutFabric(index, {});
        QCOMPARE(d.form, FabricForm::Tree);
        QCOMPARE(d.nodes.size(), std::size_t{17});
        QCOMPARE(d.edges.size(), std::size_t{16});
        const auto& cores = d.nodes.back();
        QCOMPARE(cores.kind, FabricNodeKind::Cores);
        QCOMPARE(cores.switches, 64);
        for (const FabricNode& n : d.nodes) {
            if (n.kind == FabricNodeKind::Group) {
                QCOMPARE(n.endpoints, 64);
                QCOMPARE(n.switches, 16);                   // 8 leaves, 8 spines
                QCOMPARE(n.inner.size(), std::size_t{16});  // up and down of 8 leaves
                QVERIFY(n.box.y > cores.box.y);
            }
        }
        // 8 leaves x 8 uplinks as many to the cores.
        QCOMPARE(d.edges.front().links, 64);
        QVERIFY(!d.folded);
        verifyPlaces(d);
        verifyAllThere(index, d);
    }

    void insideAPod() {
        const TopologyIndex index = indexOf(tree(1024, 16));
        FabricScope scope;
        scope.groups = {2};
        const FabricDiagram d = layOutFabric(index, scope);
        // 8 leaves, their spines, and the cores above.
        QCOMPARE(d.nodes.size(), std::size_t{10});
        QCOMPARE(d.edges.size(), std::size_t{9});
        for (int leaf = 16; leaf < 24; ++leaf) {
            QVERIFY(d.nodeOfLeaf[at(leaf)] >= 0);
        }
        QCOMPARE(d.nodeOfLeaf[15], -1);
        verifyPlaces(d);
        // Spines are between cores and leaves.
        double core = 0, spine = 0, leaf = 0;
        for (const FabricNode& n : d.nodes) {
            (n.kind == FabricNodeKind::Cores    ? core
             : n.kind == FabricNodeKind::Spines ? spine
                                                : leaf) = n.box.y;
        }
        QVERIFY(core < spine && spine < leaf);
    }

    void twoTiersHaveNoPods() {
        const TopologyIndex index = indexOf(tree(128, 16));
        const FabricDiagram d = layOutFabric(index, {});
        // 16 leaves under one bar of 8 spines.
        QCOMPARE(d.nodes.size(), std::size_t{17});
        QCOMPARE(d.nodes.back().kind, FabricNodeKind::Spines);
        QCOMPARE(d.nodes.back().switches, 8);
        verifyPlaces(d);
        verifyAllThere(index, d);
    }

    void planesAreSummedOrOne() {
        const TopologyIndex index = indexOf(tree(128, 16, 2));
        const FabricDiagram both = layOutFabric(index, {});
        QCOMPARE(both.edges.front().out.size(), std::size_t{2});
        QCOMPARE(both.nodes.back().switches, 16);
        FabricScope scope;
        scope.plane = 1;
        const FabricDiagram one = layOutFabric(index, scope);
        QCOMPARE(one.edges.front().out.size(), std::size_t{1});
        QCOMPARE(index.bundles[at(one.edges.front().out.front())].plane, 1);
        QCOMPARE(one.edges.size(), both.edges.size());
    }

    void linksOfABundle() {
        const TopologyIndex index = indexOf(tree(128, 16));
        FabricScope scope;
        scope.bundles = {3};
        const FabricDiagram d = layOutFabric(index, scope);
        QCOMPARE(d.form, FabricForm::Links);
        QCOMPARE(d.edges.size(), std::size_t{8});
        const auto links = index.topology->bundleLinks(3);
        for (std::size_t i = 0; i < links.size(); ++i) {
            QCOMPARE(d.edges[i].link, links[i]);
        }
        verifyPlaces(d);
        // More than can be told apart: the last line stands for the others.
        FabricStyle style;
        style.mostLinks = 3;
        const FabricDiagram some = layOutFabric(index, scope, style);
        QCOMPARE(some.edges.size(), std::size_t{4});
        QCOMPARE(some.edges.back().links, 5);
        QVERIFY(some.folded);
    }

    void largeFabricsStayReadable_data() {
        QTest::addColumn<int>("kind");
        for (int k = 0; k <= static_cast<int>(TopologyKind::HyperX); ++k) {
            QTest::newRow(topologyKindName(static_cast<TopologyKind>(k))) << k;
        }
    }

    // Of any size the whole and each step inside it are a few hundred items at most.
    void largeFabricsStayReadable() {
        QFETCH(int, kind);
        TopologySpec spec;
        spec.kind = static_cast<TopologyKind>(kind);
        spec.endpoints = spec.kind == TopologyKind::Torus ? 32768 : 100000;
        spec.radix = 128;
        spec.tiers = spec.kind == TopologyKind::RailOnly ? 0 : 3;
        spec.dims = spec.kind == TopologyKind::Torus ? std::vector<int>{32, 32, 32}
                                                     : std::vector<int>{16, 16, 16};
        spec.routerEndpoints = spec.kind == TopologyKind::HyperX ? 25 : 16;
        spec.groupRouters = 32;
        spec.routerGlobals = 16;
        spec.groups = 200;
        const auto made = makeTopology(spec);
        QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
        const TopologyIndex index = indexFabric(*made);
        FabricScope scope;
        for (int step = 0; step < 4; ++step) {
            const FabricDiagram d = layOutFabric(index, scope);
            QVERIFY2(d.nodes.size() + d.edges.size() <= 900,
                     qPrintable(QString::number(d.nodes.size() + d.edges.size())));
            verifyPlaces(d);
            if (step == 0) {
                verifyAllThere(index, d);
            }
            // The same fabric, the same diagram.
            const FabricDiagram again = layOutFabric(index, scope);
            QCOMPARE(again.edges.size(), d.edges.size());
            QCOMPARE(again.edgeOfBundle, d.edgeOfBundle);
            // Into the first box that stands for several.
            const FabricNode& node = d.nodes.front();
            if (node.kind == FabricNodeKind::Group) {
                scope.groups = node.groups;
            } else if (node.leaves.size() > 1) {
                scope.leaves = node.leaves;
            } else {
                break;
            }
        }
        QVERIFY(!scope.isWhole());
    }
};

HEADROOM_TEST(TestDiagram)
}  // namespace tst_fabric_diagram

#include "tst_fabric_diagram.moc"
