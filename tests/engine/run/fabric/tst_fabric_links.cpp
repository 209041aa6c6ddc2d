// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/names.h"
#include "engine/run/fabric/fabric_links.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <set>

namespace tst_fabric_links {

using namespace headroom::engine;
using headroom::models::FabricPart;

namespace {

/// 32 adapters on switches of 8 ports, two tiers 1:1: 8 leaves of 4 down and 4 up, 4 spines. Beside
/// it a line to nowhere in particular, so that WAN links have a range.
FabricNetwork network(Routing routing) {
    FabricNetwork n;
    Fabric f;
    f.id = "net";
    f.routing = routing;
    f.adapterBytesPerS = 50.0;
    TopologySpec spec;
    spec.endpoints = 32;
    spec.radix = 8;
    spec.tiers = 2;
    spec.linkBytesPerS = 50.0;
    auto made = makeTopology(spec);
    if (!made) {
        qFatal("%s", made.error().message.c_str());
    }
    f.topology = *made;
    const int bundles = f.topology->bundles(), leaves = f.topology->leaves();
    n.fabrics.push_back(std::move(f));
    WanLink wan;
    wan.id = "line";
    wan.bytesPerS = 10.0;
    n.wans.push_back(wan);
    n.firstBundle = {0, bundles, bundles + 2};
    n.firstLeaf = {0, leaves};
    return n;
}

FabricFaultState fault(FabricPart part, int number, double factor, int count = 0) {
    FabricFaultState f;
    f.part = static_cast<std::int32_t>(part);
    f.number = number;
    f.factor = factor;
    f.count = count;
    f.fault = static_cast<std::int32_t>(factor > 0.0 ? LinkFault::Lanes : LinkFault::Cut);
    f.cause = 7;
    return f;
}

/// The bundle of uplinks of a leaf.
std::int32_t uplinks(const FabricNetwork& n, int leaf) {
    const Topology& t = *n.fabrics[0].topology;
    for (int b = 0; b < t.bundles(); ++b) {
        if (!t.bundle(b).fromGroup && t.bundle(b).from == leaf) {
            return b;
        }
    }
    return -1;
}

}  // namespace

class TestFabricLinks : public QObject {
    Q_OBJECT

  private slots:

    // The links of a fault are those of its part, whatever held before it, and after it came back.
    void linksOfAFault() {
        const FabricNetwork n = network(Routing::Spray);
        FabricLinks links(n);
        const FabricFaultState leaf = fault(FabricPart::Leaf, 2, 0.0),
                               spine = fault(FabricPart::Spine, 1, 0.5);
        for (const std::vector<FabricFaultState>& faults :
             {std::vector{leaf}, {leaf, spine}, {spine}, {}, {leaf, leaf}}) {
            links.apply(faults);
            for (const FabricFaultState& f : {leaf, spine}) {
                QVERIFY(links.linksOf(f) ==
                        links.linksOf(0, static_cast<FabricPart>(f.part), f.number, f.count));
            }
        }
        QVERIFY(links.linksOf(leaf) != links.linksOf(spine));
    }

    void countsTheParts() {
        const FabricNetwork n = network(Routing::Spray);
        const FabricLinks links(n);
        QCOMPARE(links.count(0, FabricPart::None), 1);
        QCOMPARE(links.count(0, FabricPart::Leaf), 8);
        QCOMPARE(links.count(0, FabricPart::Spine), 4);
        QCOMPARE(links.count(0, FabricPart::Core), 0);
        QCOMPARE(links.count(0, FabricPart::Switch), 12);
        QCOMPARE(links.count(0, FabricPart::Adapter), 32);
        QCOMPARE(links.count(1, FabricPart::None), 1);
        QCOMPARE(links.count(1, FabricPart::Leaf), 0);
    }

    // A leaf of 4 adapters and 4 uplinks: 8 cables, 16 directed links. A spine: 8 cables. A cable
    // is two links, each the other's way back. Two of the uplinks: 4 links.
    void partsTakeTheirCables() {
        const FabricNetwork n = network(Routing::Spray);
        const FabricLinks links(n);
        QCOMPARE(links.linksOf(0, FabricPart::Leaf, 3, 0).size(), std::size_t{16});
        QCOMPARE(links.linksOf(0, FabricPart::Spine, 0, 0).size(), std::size_t{16});
        QCOMPARE(links.linksOf(0, FabricPart::Uplinks, 3, 0).size(), std::size_t{8});
        QCOMPARE(links.linksOf(0, FabricPart::Uplinks, 3, 2).size(), std::size_t{4});
        QCOMPARE(links.linksOf(0, FabricPart::Adapter, 5, 0).size(), std::size_t{2});
        const Topology& t = *n.fabrics[0].topology;
        for (LinkId link = 0; link < t.links(); ++link) {
            const auto cable = links.linksOf(0, FabricPart::Link, link, 0);
            QCOMPARE(cable.size(), std::size_t{2});
            const LinkEnds a = t.ends(cable[0]), b = t.ends(cable[1]);
            QVERIFY(a.from == b.to && a.to == b.from);
            QCOMPARE(links.linksOf(0, FabricPart::Link, cable[0], 0),
                     links.linksOf(0, FabricPart::Link, cable[1], 0));
        }
    }

    // 32 cables to hosts, 8 leaves with 4 cables to spines: each once, from its lower node, in the order of
    // the links.
    void cablesAreCountedOnce() {
        const FabricNetwork n = network(Routing::Spray);
        const FabricLinks links(n);
        const Topology& t = *n.fabrics[0].topology;
        QCOMPARE(t.counts().hostCables, std::int64_t{32});
        QCOMPARE(t.counts().switchCables, std::int64_t{32});
        for (const bool toHosts : {false, true}) {
            LinkId before = -1;
            for (std::int64_t i = 0; i < 32; ++i) {
                const LinkId link = links.cable(0, toHosts, i);
                const LinkEnds ends = t.ends(link);
                QVERIFY(link > before && ends.from < ends.to);
                QCOMPARE(ends.tier == LinkTier::Host, toHosts);
                before = link;
            }
        }
    }

    // Re-routing takes 1 s. One link of four with a flap each 25 s stalls 1 - exp(-0.04) of the time; four with 0.32 flaps
    // a second each, whose stalls overlap, 1 - exp(-1.28) = 0.722 of it. All come back: none.
    void stallsOfManyLinksOverlap() {
        const FabricNetwork n = network(Routing::Ecmp);
        FabricLinks links(n);
        const std::int32_t bundle = uplinks(n, 3);
        FabricFaultState flaps = fault(FabricPart::Uplinks, 3, 0.8, 1);
        flaps.fault = static_cast<std::int32_t>(LinkFault::Flapping);
        flaps.flapsPerS = 0.04;
        links.apply(std::vector{flaps});
        QVERIFY(std::fabs(links.stallShare(bundle) - (1.0 - std::exp(-0.04))) < 1e-12);
        flaps.count = 0;  // all of them
        flaps.flapsPerS = 0.32;
        links.apply(std::vector{flaps});
        QVERIFY(std::fabs(links.stallShare(bundle) - 0.722) < 5e-4);
        links.apply({});
        QCOMPARE(links.stallShare(bundle), 0.0);
    }

    // Routing that looks at load uses the sum of what is left: one of four at half, 3.5 links.
    // Oblivious routing waits for the slowest: 4 links at half. A cut one is routed around: 3
    // links.
    void degradedAndCutLinksCountByRouting() {
        for (const Routing routing : {Routing::Spray, Routing::DModK}) {
            const FabricNetwork n = network(routing);
            FabricLinks links(n);
            const std::int32_t b = uplinks(n, 2);
            QCOMPARE(links.capacityBytesPerS(b, 4.0), 200.0);
            links.apply(std::vector{fault(FabricPart::Uplinks, 2, 0.5, 1)});
            QCOMPARE(links.capacityBytesPerS(b, 4.0), routing == Routing::Spray ? 175.0 : 100.0);
            QCOMPARE(links.faulty(b), 1);
            QCOMPARE(links.cut(b), 0);
            QCOMPARE(links.degradedLinks(), 2);
            QCOMPARE(links.causeOf(b), std::int64_t{7});
            links.apply(std::vector{fault(FabricPart::Uplinks, 2, 0.0, 1)});
            QCOMPARE(links.capacityBytesPerS(b, 4.0), 150.0);
            QCOMPARE(links.cut(b), 1);
            QCOMPARE(links.downLinks(), 2);
            links.apply(std::vector{fault(FabricPart::Uplinks, 2, 0.0)});
            QCOMPARE(links.capacityBytesPerS(b, 4.0), 0.0);
            const auto changed = links.apply({});
            QCOMPARE(links.capacityBytesPerS(b, 4.0), 200.0);
            QVERIFY(std::find(changed.bundles.begin(), changed.bundles.end(), b) !=
                    changed.bundles.end());
        }
    }

    // A spine of four takes a quarter of each leaf's uplinks and of the ways down to it.
    void aSpineTakesItsShareEverywhere() {
        const FabricNetwork n = network(Routing::Spray);
        FabricLinks links(n);
        const auto changed = links.apply(std::vector{fault(FabricPart::Spine, 1, 0.0)});
        QCOMPARE(changed.bundles.size(), std::size_t{16});
        for (const std::int32_t b : changed.bundles) {
            QCOMPARE(links.capacityBytesPerS(b, 4.0), 150.0);
        }
        QVERIFY(changed.endpoints.empty());
    }

    void aLeafCutsItsAdaptersOff() {
        const FabricNetwork n = network(Routing::Spray);
        FabricLinks links(n);
        const auto changed = links.apply(std::vector{fault(FabricPart::Leaf, 0, 0.0)});
        QCOMPARE(changed.endpoints.size(), std::size_t{4});
        for (const auto& [fabric, endpoint] : changed.endpoints) {
            QCOMPARE(links.adapter(fabric, endpoint), 0.0);
            QCOMPARE(n.fabrics[0].topology->leafOf(endpoint), 0);
        }
        QCOMPARE(links.adapter(0, 31), 1.0);
        const auto back = links.apply({});
        QCOMPARE(back.endpoints.size(), std::size_t{4});
        QCOMPARE(links.adapter(0, 0), 1.0);
    }

    // Faults on top of each other multiply; taking one away leaves the other.
    void faultsAddUp() {
        const FabricNetwork n = network(Routing::Spray);
        FabricLinks links(n);
        const auto half = fault(FabricPart::Uplinks, 0, 0.5);
        links.apply(std::vector{half, half});
        QCOMPARE(links.capacityBytesPerS(uplinks(n, 0), 1.0), 50.0);
        links.apply(std::vector{half});
        QCOMPARE(links.capacityBytesPerS(uplinks(n, 0), 1.0), 100.0);
    }

    // Under ECMP 4 flows of one queue pair on 4 links: E[max] of Poisson bins of mean 1 is 2.2 to
    // 2.5; the bundle is worth 1 / E[max] of its links.
    void hashesCollideUnderEcmp() {
        FabricNetwork n = network(Routing::Ecmp);
        n.fabrics[0].queuePairs = 1;
        const FabricLinks links(n);
        const double worth = links.capacityBytesPerS(uplinks(n, 0), 4.0) / 200.0;
        QVERIFY(worth > 1.0 / 2.5 && worth < 1.0 / 2.0);
    }

    void linesBetweenSitesAreBundles() {
        const FabricNetwork n = network(Routing::Spray);
        FabricLinks links(n);
        const std::int32_t out = n.firstBundle[1];
        QCOMPARE(links.fabricOf(out), 1);
        QCOMPARE(links.fabricOf(out - 1), 0);
        QCOMPARE(links.capacityBytesPerS(out, 1.0), 10.0);
        FabricFaultState f = fault(FabricPart::None, 0, 0.3);
        f.fabric = 1;
        links.apply(std::vector{f});
        QVERIFY(std::abs(links.capacityBytesPerS(out, 1.0) - 3.0) < 1e-12);
        QVERIFY(std::abs(links.capacityBytesPerS(out + 1, 1.0) - 3.0) < 1e-12);
    }

    void namesArePeoples() {
        const FabricNetwork n = network(Routing::Spray);
        const FabricLinks links(n);
        QCOMPARE(links.name(0, FabricPart::Leaf, 2), std::string{"net leaf 3"});
        QCOMPARE(links.name(0, FabricPart::Spine, 0), std::string{"net spine 1"});
        QCOMPARE(links.name(0, FabricPart::Uplinks, 2), std::string{"net, uplinks of leaf 3"});
        QCOMPARE(links.name(0, FabricPart::Adapter, 4), std::string{"net, adapter 5"});
        QCOMPARE(links.name(1, FabricPart::None, 0), std::string{"line"});
        QCOMPARE(bundleName(n, uplinks(n, 2)), std::string{"uplinks of leaf 3"});
        QCOMPARE(bundleName(n, n.firstBundle[1]), std::string{"WAN link line"});
        QCOMPARE(bundleName(n, -1), std::string{"its adapters"});
        std::set<std::string> all;
        const Topology& t = *n.fabrics[0].topology;
        for (int b = 0; b < t.bundles(); ++b) {
            all.insert(bundleName(t, b));
        }
        QCOMPARE(all.size(), static_cast<std::size_t>(t.bundles()));
    }
};

HEADROOM_TEST(TestFabricLinks)
}  // namespace tst_fabric_links

#include "tst_fabric_links.moc"
