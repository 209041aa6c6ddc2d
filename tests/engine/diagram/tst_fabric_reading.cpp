// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/diagram/fabric_reading.h"
#include "tests/support/test_program.h"
#include "tests/support/tiny_fabric.h"

#include <QtTest>

namespace tst_fabric_reading {

using namespace headroom;
using namespace headroom::engine;

namespace {

/// 128 adapters on 16 leaves of 8 down and 8 up, 8 spines; bundles 0..15 up, 16..31 down.
struct Stage {
    testing::TinyFabric tiny;
    engine::TopologyIndex index;
    FabricDiagram diagram;

    explicit Stage(int planes = 1) {
        TopologySpec spec;
        spec.endpoints = 128;
        spec.radix = 16;
        spec.planes = planes;
        tiny.add("a", spec);
        tiny.carry();
        index = indexFabric(tiny.network.fabrics[0].topology);
        diagram = layOutFabric(index, {});
    }

    FabricReading read() const { return readFabric(index, diagram, tiny.network, 0, tiny.now); }

    BlastRadius blast(const FabricTarget& target) const {
        return blastRadius(index, tiny.network, 0, tiny.now, target);
    }
};

}  // namespace

class TestReading : public QObject {
    Q_OBJECT

  private slots:

    void edgesSumTheirBundles() {
        Stage stage(2);
        const FabricReading r = stage.read();
        QVERIFY(r.known);
        for (std::size_t e = 0; e < stage.diagram.edges.size(); ++e) {
            double load = 0.0;
            float most = 0.0F;
            for (const int b : stage.diagram.edges[e].out) {
                load += static_cast<double>(stage.tiny.now.bundles[at(b)].loadBytesPerS);
                most = std::max(most, stage.tiny.now.bundles[at(b)].utilization);
            }
            QCOMPARE(r.edges[e].out.loadBytesPerS, load);
            QCOMPARE(r.edges[e].out.utilization, static_cast<double>(most));
        }
    }

    void nothingIsKnownBeforeTheFirstStep() {
        Stage stage;
        stage.tiny.now = {};
        QVERIFY(!stage.read().known);
        QCOMPARE(stage.read().edges.size(), stage.diagram.edges.size());
    }

    void faultsAreCountedWhereTheyAre() {
        Stage stage;
        stage.tiny.harm(0, 2, LinkFault::Cut, 0.0, 3);
        stage.tiny.harm(0, 2, LinkFault::Flapping, 0.6, 2);
        const FabricEdgeNow edge = stage.read().edges[at(stage.diagram.edgeOfBundle[2])];
        QCOMPARE(edge.faults.faulty, 5);
        QCOMPARE(edge.faults.cut, 3);
        QCOMPARE(edge.faults.worst, LinkFault::Cut);
        QCOMPARE(edge.faults.factor, 0.6);
        const FabricFaultsNow whole = stage.read().edges[at(stage.diagram.edgeOfBundle[3])].faults;
        QCOMPARE(whole.faulty, 0);
    }

    // In a bundle of 8 links with 2 down the other 6 share its load.
    void wholeLinksShareTheLoad() {
        Stage stage;
        stage.tiny.harm(0, 2, LinkFault::Cut, 0.0, 2);
        FabricScope scope;
        scope.bundles = {2};
        stage.diagram = layOutFabric(stage.index, scope);
        const FabricReading r = stage.read();
        const double load = static_cast<double>(stage.tiny.now.bundles[2].loadBytesPerS);
        QCOMPARE(r.edges[0].faults.worst, LinkFault::Cut);
        QCOMPARE(r.edges[0].out.loadBytesPerS, 0.0);
        QCOMPARE(r.edges[2].out.loadBytesPerS, load / 6.0);
        double sum = 0.0;
        for (const FabricEdgeNow& e : r.edges) {
            sum += e.out.loadBytesPerS;
        }
        QVERIFY(std::abs(sum - load) < 1e-6 * load);
    }

    // A switch is down when all of its links are, for one cause; one cut link makes none.
    void aDeadSwitchIsFound() {
        Stage stage;
        const int leaf = 5;
        stage.tiny.harm(0, leaf, LinkFault::SwitchDown, 0.0, 0, 42);
        stage.tiny.harm(0, 16 + leaf, LinkFault::SwitchDown, 0.0, 0, 42);
        stage.tiny.harm(0, 9, LinkFault::Cut, 0.0, 1, 43);
        const FabricReading r = stage.read();
        QCOMPARE(r.downSwitches, std::vector<std::int32_t>{stage.index.leafSwitch[leaf]});
        QCOMPARE(r.nodes[at(stage.diagram.nodeOfLeaf[leaf])].switchesDown, 1);
        QCOMPARE(r.nodes[at(stage.diagram.nodeOfLeaf[9])].switchesDown, 0);
    }

    // Of a hall without power a frame says no more than that no bundle has capacity; links are whole.
    // Leaf 5: 8 links up and 8 down, 8 hosts, one switch. Where cables alone are the reason it is not
    // power that lacks.
    void aFabricWithoutPowerIsDown() {
        Stage stage;
        QVERIFY(!stage.read().noPower);
        for (BundleNow& bundle : stage.tiny.now.bundles) {
            bundle.capacityBytesPerS = 0.0F;
        }
        const FabricReading r = stage.read();
        QVERIFY(r.noPower);
        const FabricFaultsNow edge = r.edges[at(stage.diagram.edgeOfBundle[5])].faults;
        QCOMPARE(edge.cut, 16);
        QCOMPARE(edge.worst, LinkFault::NoPower);
        const FabricNodeNow leaf = r.nodes[at(stage.diagram.nodeOfLeaf[5])];
        QCOMPARE(leaf.switchesDown, 1);
        QCOMPARE(leaf.hostFaults.cut, 8);
        for (std::size_t b = 0; b < stage.tiny.now.bundles.size(); ++b) {
            stage.tiny.now.bundles[b].cut = static_cast<std::int16_t>(stage.index.bundles[b].links);
        }
        QVERIFY(!stage.read().noPower);
    }

    // Leaf 5 joins adapters 40..47: one server of 8. It holds 8 + 8 cables of which 8 are hosts':
    // 8 of 128 host links.
    void aLeafTakesItsServers() {
        Stage stage;
        const BlastRadius b =
            stage.blast({FabricTarget::Kind::Switch, stage.index.leafSwitch[5], {}});
        QCOMPARE(b.adapters, 8);
        QCOMPARE(b.adaptersCutOff, 8);
        QCOMPARE(b.servers, 1);
        QCOMPARE(b.links, 16);
        QCOMPARE(b.lostShare, 8.0 / 128.0);
        QCOMPARE(b.lostBytesPerS, 8 * 50e9);
    }

    void withTwoPlanesNobodyIsCutOff() {
        Stage stage(2);
        const BlastRadius b =
            stage.blast({FabricTarget::Kind::Switch, stage.index.leafSwitch[5], {}});
        QCOMPARE(b.adapters, 8);
        QCOMPARE(b.adaptersCutOff, 0);
        const BlastRadius plane = stage.blast({FabricTarget::Kind::Plane, 1, {}});
        QCOMPARE(plane.adapters, 128);
        QCOMPARE(plane.adaptersCutOff, 0);
        QCOMPARE(plane.lostShare, 0.5);
        QCOMPARE(plane.links, 128 + 128);  // host cables, and 16 x 8 uplinks
    }

    // A spine of 8 holds one link of each of 16 leaves: an eighth of the uplinks, and no adapter.
    void aSpineTakesAShare() {
        Stage stage;
        const BlastRadius b = stage.blast({FabricTarget::Kind::Switch, 16, {}});
        QCOMPARE(b.adapters, 0);
        QCOMPARE(b.links, 16);
        QCOMPARE(b.lostShare, 1.0 / 8.0);
        QCOMPARE(b.jobs, std::vector<std::int64_t>{1});
    }

    void aBundleTakesItsJobs() {
        Stage stage;
        // The job crosses bundles 0..3, up from the first leaves.
        const BlastRadius hit = stage.blast({FabricTarget::Kind::Bundles, -1, {0, 16}});
        QCOMPARE(hit.links, 8);
        QCOMPARE(hit.lostShare, 8.0 / 128.0);
        QCOMPARE(hit.jobs, std::vector<std::int64_t>{1});
        QVERIFY(stage.blast({FabricTarget::Kind::Bundles, -1, {9, 25}}).jobs.empty());
        QCOMPARE(stage.blast({}).links, 0);
    }
};

HEADROOM_TEST(TestReading)
}  // namespace tst_fabric_reading

#include "tst_fabric_reading.moc"
