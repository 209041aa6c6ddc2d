// SPDX-License-Identifier: Apache-2.0
#include "engine/check/fabric_tables.h"
#include "engine/fabric/bill.h"
#include "engine/fabric/build_fabric.h"
#include "engine/fabric/cabling.h"
#include "engine/fabric/circuits.h"
#include "engine/fabric/shape.h"
#include "engine/floor/floor.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace tst_build_fabric {

using namespace headroom::engine;
using namespace headroom::tests;
namespace models = headroom::models;

namespace {

models::SwitchSpec ports(int count) {
    models::SwitchSpec part;
    part.ports = count;
    part.portBytesPerS = 50e9;
    return part;
}

/// A router of a given number of ports inside an adapter.
models::SwitchSpec node(int count) {
    models::SwitchSpec part = ports(count);
    part.kind = models::SwitchKind::Node;
    return part;
}

BuiltFabrics built(const Project& project) {
    return buildFabrics(project, catalogue());
}

std::int64_t cables(const std::vector<CableRun>& runs) {
    return std::accumulate(runs.begin(), runs.end(), std::int64_t{0},
                           [](std::int64_t sum, const CableRun& run) { return sum + run.count; });
}

}  // namespace

class TestBuildFabric : public QObject {
    Q_OBJECT

  private slots:

    // Tour: 2 x 16 racks of 2 servers and 8 of 8, 8 adapters each: 64 x 8 + 64 x 8 = 1,024 of
    // 400G on 64 ports of 800G, that is 128: 16 leaves of 64, 8 spines.
    void tour() {
        const BuiltFabrics all = built(scenario("tour-small-hall"));
        QVERIFY(all.faults.empty());
        const Fabric& f = all.network->fabrics.front();
        QCOMPARE(f.counts.endpoints, std::int64_t{1024});
        QCOMPARE(f.counts.switchesByTier[0], std::int64_t{16});
        QCOMPARE(f.counts.switchesByTier[1], std::int64_t{8});
        QCOMPARE(cables(f.hostRuns), f.counts.hostCables);
        QCOMPARE(cables(f.runs), f.counts.switchCables);
        QCOMPARE(f.oversubscription, 1.0);
        QVERIFY(f.routing == Routing::Ecmp);
        // Every server has its 8 adapters, one after the other.
        const FabricNetwork& n = *all.network;
        for (std::size_t s = 0; s < n.serverFabric.size(); ++s) {
            QCOMPARE(n.serverFabric[s], 0);
            QCOMPARE(n.serverEndpoints[s], 8);
            QCOMPARE(n.serverFirstEndpoint[s], static_cast<int>(8 * s));
        }
        for (const CableRun& run : f.hostRuns) {
            QVERIFY(run.shortestM > 0.0 && run.shortestM <= run.meanM + 1e-9 &&
                    run.meanM <= run.longestM + 1e-9);
        }
    }

    // What halls get is what switches and modules draw: idle and all ends of all links.
    void powerIsConserved() {
        for (const char* name : {"tour-small-hall", "meta-24k", "hyperscale-100k"}) {
            const BuiltFabrics all = built(scenario(name));
            for (const Fabric& f : all.network->fabrics) {
                const double halls = std::accumulate(f.hallW.begin(), f.hallW.end(), 0.0);
                QVERIFY(std::abs(halls - f.switchIdleW - f.opticsW) < 1e-6 * halls);
                const double span = std::accumulate(f.hallSpanW.begin(), f.hallSpanW.end(), 0.0);
                QVERIFY(std::abs(span - f.switchSpanW) < 1e-6 * span + 1e-9);
                QCOMPARE(cables(f.hostRuns), f.counts.hostCables);
                QCOMPARE(cables(f.runs), f.counts.switchCables);
            }
        }
    }

    void sameProjectSameFabric() {
        const Project project = scenario("meta-24k");
        const Fabric a = built(project).network->fabrics.front();
        const Fabric b = built(project).network->fabrics.front();
        QCOMPARE(a.hallW, b.hallW);
        for (std::size_t i = 0; i < a.runs.size(); ++i) {
            QCOMPARE(a.runs[i].longestM, b.runs[i].longestM);
            QCOMPARE(a.runs[i].part, b.runs[i].part);
        }
    }

    // Two points of one hall, 12 m and 7 m apart, both 1.1 m high under trays at 2.6 m: 3 m of
    // risers and 19 m of way, and 5 % and 1 m: 24.1 m. In one rack 0.6 m apart: 1.1 m. Two racks
    // on, 1.5 m along the row: 2.0 m. Another hall adds 10 m before the 5 %: 34.6 m.
    void routes() {
        Floor floor;
        floor.trayM = {2.6, 2.6};
        const CableEnd a{0, 0, 0, 0.0, 0.0, 1.1};
        QVERIFY(std::abs(routeM(floor, a, {0, 9, 4, 12.0, 7.0, 1.1}) - 24.1) < 1e-9);
        QVERIFY(std::abs(routeM(floor, a, {0, 0, 0, 0.0, 0.0, 1.7}) - 1.1) < 1e-9);
        QVERIFY(std::abs(routeM(floor, a, {0, 2, 0, 1.5, 0.0, 1.1}) - 2.0) < 1e-9);
        QVERIFY(std::abs(routeM(floor, a, {1, 9, 4, 12.0, 7.0, 1.1}) - 34.6) < 1e-9);
    }

    // 250 USD for a cable of two links against two modules of 600 each for one: copper where it
    // reaches, then multimode, then single mode; a slow part never while a fast one is there.
    void cheapestThatReaches() {
        std::vector<models::LinkPartSpec> parts(4);
        const double reach[] = {100.0, 3.0, 50.0, 2000.0};
        const double usd[] = {850.0, 250.0, 600.0, 10.0};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            parts[i].portBytesPerS = i == 3 ? 12.5e9 : 50e9;
            parts[i].reachMaxM = reach[i];
            parts[i].priceUsd = usd[i];
        }
        parts[1].kind = models::LinkPartKind::Dac;
        parts[1].ports = 2;
        const std::vector<int> allowed = {0, 1, 2, 3};
        QCOMPARE(linkUsd(parts[1]), 125.0);
        QCOMPARE(linkUsd(parts[2]), 1200.0);
        QCOMPARE(cheapestPart(parts, allowed, 50e9, 2.9), 1);
        QCOMPARE(cheapestPart(parts, allowed, 50e9, 3.1), 2);
        QCOMPARE(cheapestPart(parts, allowed, 50e9, 51.0), 0);
        QCOMPARE(cheapestPart(parts, allowed, 50e9, 101.0), -1);
        QCOMPARE(cheapestPart(parts, allowed, 12.5e9, 101.0), 3);
        parts[2].priceUsd = models::kNotStated;
        QCOMPARE(cheapestPart(parts, allowed, 50e9, 3.1), 0);
    }

    // 64 ports: h = p = 65 / 4 = 16, a = 32, groups of 512; 1,000 adapters fill two.
    // 1,000 nodes: 10 x 10 x 10; 4,096 in cubes of 4: 16 x 16 x 16; k x k x 2k for 2,000: 10.
    void automaticSizes() {
        FabricLoad load{1000, {8}, 50e9};
        models::FabricSpec spec;
        spec.shape = models::FabricShape::Dragonfly;
        const auto dragonfly = shapeOf(spec, ports(64), load);
        QVERIFY(dragonfly.has_value());
        QCOMPARE(dragonfly->routerEndpoints, 16);
        QCOMPARE(dragonfly->groupRouters, 32);
        QCOMPARE(dragonfly->routerGlobals, 16);
        QCOMPARE(dragonfly->groups, 2);
        spec.shape = models::FabricShape::Torus;
        QCOMPARE(shapeOf(spec, node(6), load)->dims, (std::vector<int>{10, 10, 10}));
        spec.cubeEdge = 4;
        load.endpoints = 4096;
        QCOMPARE(shapeOf(spec, node(6), load)->dims, (std::vector<int>{16, 16, 16}));
        spec.cubeEdge = 0;
        spec.twisted = true;
        load.endpoints = 2000;
        QCOMPARE(shapeOf(spec, node(6), load)->dims, (std::vector<int>{10, 10, 20}));
        // HyperX of S x S, K = 1: hosts S / 2 each within 64 - 2 (S - 1) ports; S^3 / 2 >= 1,000
        // from S = 13 (13 x 13 x 6 = 1,014) on.
        spec = {};
        spec.shape = models::FabricShape::HyperX;
        load.endpoints = 1000;
        const auto hyperX = shapeOf(spec, ports(64), load);
        QCOMPARE(hyperX->dims, (std::vector<int>{13, 13}));
        QCOMPARE(hyperX->routerEndpoints, 6);
        // Two planes of half the rate: twice the ports.
        spec = {};
        spec.planes = 2;
        const auto planes = shapeOf(spec, ports(64), load);
        QCOMPARE(planes->radix, 128);
        QCOMPARE(planes->linkBytesPerS, 25e9);
    }

    // p 16, a 60, h 16: 16 + 59 + 16 = 91 of 64 ports.
    void routersHaveTheirPorts() {
        models::FabricSpec spec;
        spec.shape = models::FabricShape::Dragonfly;
        spec.groupRouters = 60;
        const auto refused = shapeOf(spec, ports(64), {1000, {8}, 50e9});
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, std::string{"FAB-102"});
    }

    // Half a router cannot be built; 4.5 is not silently 4.
    void dimensionsAreWhole() {
        models::FabricSpec spec;
        spec.shape = models::FabricShape::Torus;
        spec.dims = {4.5, 4.0};
        const auto refused = shapeOf(spec, node(6), {16, {8}, 50e9});
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().code, std::string{"FAB-003"});
    }

    void automaticRouting() {
        models::FabricSpec spec;
        models::SwitchSpec part = ports(64);
        QVERIFY(routingOf(spec, part) == Routing::Ecmp);
        part.protocol = models::SwitchProtocol::InfiniBand;
        QVERIFY(routingOf(spec, part) == Routing::Adaptive);
        spec.shape = models::FabricShape::Dragonfly;
        QVERIFY(routingOf(spec, part) == Routing::Ugal);
        spec.shape = models::FabricShape::Torus;
        QVERIFY(routingOf(spec, part) == Routing::DimensionOrder);
        spec.routing = models::FabricRouting::Valiant;
        QVERIFY(routingOf(spec, part) == Routing::Valiant);
    }

    // Every shape joins every adapter of the tour, and has as many cables as it counts.
    void everyShape_data() {
        QTest::addColumn<QString>("shape");
        for (const char* shape : {"fat_tree", "rail_optimised", "rail_only", "dragonfly",
                                  "dragonfly_plus", "torus", "hyperx"}) {
            QTest::newRow(shape) << shape;
        }
    }

    void everyShape() {
        QFETCH(QString, shape);
        Project project = scenario("tour-small-hall");
        set(project, "fabric", "shape", shape.toStdString());
        set(project, "fabric", "tiers", std::int64_t{0});
        if (shape == "torus") {
            set(project, "fabric", "switch", std::string{"adapter-router-6x400"});
        }
        const BuiltFabrics all = built(project);
        QVERIFY2(all.faults.empty(),
                 all.faults.empty() ? "" : all.faults.front().error.message.c_str());
        const Fabric& f = all.network->fabrics.front();
        QVERIFY(f.counts.places >= 1024);
        QVERIFY(f.counts.endpoints >= 1024);
        QCOMPARE(cables(f.hostRuns), f.counts.hostCables);
        QCOMPARE(cables(f.runs), f.counts.switchCables);
        QVERIFY(static_cast<std::int64_t>(f.switches.size()) >= f.counts.switches);
        for (const PartFailure& b : blastRadii(*all.network, 0)) {
            QVERIFY(b.bundleShareLost >= 0.0 && b.bundleShareLost <= 1.0);
            QVERIFY(b.endpointsCut <= f.counts.endpoints);
        }
    }

    // Rails of 3 do not divide 8 adapters; nothing is built, and servers have no endpoints.
    void faultsKeepTheRest() {
        Project project = scenario("tour-small-hall");
        set(project, "fabric", "shape", std::string{"rail_optimised"});
        set(project, "fabric", "rails", std::int64_t{3});
        const BuiltFabrics all = built(project);
        QCOMPARE(all.faults.size(), std::size_t{1});
        QCOMPARE(all.faults.front().error.code, std::string{"FAB-101"});
        QVERIFY(all.network->fabrics.front().topology == nullptr);
        QCOMPARE(all.network->serverFirstEndpoint.front(), -1);
    }

    void partsThatCannotFormTheShape_data() {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<QString>("part");
        QTest::addColumn<QString>("code");
        for (const char* shape : {"fat_tree", "rail_optimised", "rail_only", "dragonfly",
                                  "dragonfly_plus", "torus", "hyperx"}) {
            const bool torus = QString(shape) == "torus";
            for (const char* part : {"sn5600", "palomar-ocs", "xconn-cxl-256"}) {
                const bool packet = QString(part) == "sn5600";
                QTest::addRow("%s of %s", shape, part)
                    << shape << part << (packet && !torus ? "" : "FAB-103");
            }
            QTest::addRow("%s of routers in adapters", shape)
                << shape << "adapter-router-6x400" << (torus ? "" : "FAB-103");
        }
    }

    // A torus needs a router in each adapter, all others switches of their own; so no fabric has
    // power of switches that it does not count.
    void partsThatCannotFormTheShape() {
        QFETCH(QString, shape);
        QFETCH(QString, part);
        QFETCH(QString, code);
        Project project = scenario("tour-small-hall");
        set(project, "fabric", "shape", shape.toStdString());
        set(project, "fabric", "switch", part.toStdString());
        set(project, "fabric", "tiers", std::int64_t{0});
        const BuiltFabrics all = built(project);
        const Fabric& f = all.network->fabrics.front();
        QCOMPARE(
            all.faults.empty() ? QString() : QString::fromStdString(all.faults.front().error.code),
            code);
        QCOMPARE(f.topology == nullptr, !code.isEmpty());
        if (f.topology != nullptr) {
            QCOMPARE(f.switchIdleW + f.switchSpanW > 0.0, f.counts.switches > 0);
        }
    }

    // Six ports are two neighbours in three dimensions, and no more than that.
    void torusTakesItsPorts() {
        models::FabricSpec spec;
        spec.shape = models::FabricShape::Torus;
        models::SwitchSpec part;
        part.kind = models::SwitchKind::Node;
        part.ports = 6;
        part.portBytesPerS = 50e9;
        QVERIFY(shapeOf(spec, part, {1024, {8}, 50e9}).has_value());
        part.ports = 4;
        QCOMPARE(shapeOf(spec, part, {1024, {8}, 50e9}).error().code, std::string{"FAB-102"});
        spec.dims = {32.0, 32.0};
        QVERIFY(shapeOf(spec, part, {1024, {8}, 50e9}).has_value());
    }

    // One leaf of the tour serves 64 adapters, 8 servers of 8; a spine is one of 8 for each leaf.
    void whatOneFailureTakes() {
        const BuiltFabrics all = built(scenario("tour-small-hall"));
        const auto radii = blastRadii(*all.network, 0);
        QCOMPARE(radii.front().part, std::string{"leaf switch"});
        QCOMPARE(radii.front().endpointsCut, 64);
        QCOMPARE(radii.front().serversCut, 8);
        QCOMPARE(radii[1].part, std::string{"spine switch"});
        QCOMPARE(radii[1].endpointsCut, 0);
        QCOMPARE(radii[1].bundleShareLost, 0.125);
    }

    // 8 storage nodes of two adapters join after the servers' 1,024.
    void storageJoinsAFabric() {
        Project project = scenario("tour-small-hall");
        set(project, "storage", "fabric", std::string{"fabric"});
        const BuiltFabrics all = built(project);
        QVERIFY(all.faults.empty());
        const StorageJoin& s = all.network->storage.front();
        QCOMPARE(s.fabric, 0);
        QCOMPARE(s.firstEndpoint, 1024);
        QCOMPARE(s.endpoints, 16);
        QCOMPARE(all.network->fabrics.front().counts.endpoints, std::int64_t{1040});
        // 6.6 TiB/s over 180 nodes, 40.3 GB/s, is less than the 50 GB/s of two adapters of 200G.
        QVERIFY(std::abs(s.readBytesPerS - 8 * 40.3e9) < 1.0);
    }

    // A torus of 8 x 8 x 16 routers, one for each adapter of the tour, in cubes of 4: 2 x 2 x 4
    // cubes, 3 x 16 circuit switches in 12 cabinets of 4. Of the 3 x 1,024 cables, a quarter leaves
    // a cube (every fourth along a line of each dimension): 768, all by modules. Copper stays
    // inside.
    void cubesMeetInCircuitSwitches() {
        Project project = scenario("tour-small-hall");
        set(project, "fabric", "shape", std::string{"torus"});
        set(project, "fabric", "switch", std::string{"adapter-router-6x400"});
        set(project, "fabric", "tiers", std::int64_t{0});
        set(project, "fabric", "dims", std::vector<double>{8.0, 8.0, 16.0});
        set(project, "fabric", "cube_edge", std::int64_t{4});
        const BuiltFabrics all = built(project);
        QVERIFY2(all.faults.empty(),
                 all.faults.empty() ? "" : all.faults.front().error.message.c_str());
        const Floor floor = floorOf(project, catalogue());
        const FabricNetwork& network = *all.network;
        const Fabric& f = network.fabrics.front();
        const auto ocs = circuitSwitches(floor, network, 0);
        QCOMPARE(ocs.size(), std::size_t{48});
        QCOMPARE(ocs.front().cabinet + 11, ocs.back().cabinet);
        const Circuits circuits(floor, network, 0);
        std::vector<int> links(48, 0);
        for (int b = 0; b < f.topology->bundles(); ++b) {
            const CableRun& run = f.runs[static_cast<std::size_t>(b)];
            if (run.count == 0) {
                continue;
            }
            const LinkEnds ends = f.topology->ends(f.topology->bundleLinks(b).front());
            const int first = f.topology->endpoints();
            const int circuit = circuits.between(ends.from - first, ends.to - first);
            const CableEnd a =
                cableEnd(floor, f.switches[static_cast<std::size_t>(ends.from - first)]);
            const CableEnd c =
                cableEnd(floor, f.switches[static_cast<std::size_t>(ends.to - first)]);
            if (circuit < 0) {
                QCOMPARE(run.longestM, routeM(floor, a, c));
                continue;
            }
            ++links[static_cast<std::size_t>(circuit)];
            QCOMPARE(run.longestM, routeM(floor, a, circuits.end(circuit)) +
                                       routeM(floor, circuits.end(circuit), c));
            QVERIFY(run.part < 0 || Circuits::passes(f.parts[static_cast<std::size_t>(run.part)]));
        }
        // 768 cables over 48: each has one of every cube, 16.
        QCOMPARE(links, std::vector<int>(48, 16));
    }

    // Boxes of trays lie in their halls. No host cable of the tour is in a tray: leaves stand
    // next to their servers (2.25 m at most). Each of 16 x 64 uplinks lies in the tray of its leaf's
    // row, in that along the cabinets, and across; where the leaf is in another hall, across that
    // one too. Fill is the sum of the cross-sections over 600 x 100 mm.
    void traysHoldTheCables() {
        const Project project = scenario("tour-small-hall");
        const BuiltFabrics all = built(project);
        const Floor floor = floorOf(project, catalogue());
        const Fabric& f = all.network->fabrics.front();
        std::int64_t expected = 0;
        for (int leaf = 0; leaf < 16; ++leaf) {
            const FabricSwitch& sw = f.switches[static_cast<std::size_t>(leaf)];
            QVERIFY(sw.rack >= 0);
            expected += 64 * (sw.hall == f.hall ? 3 : 4);
        }
        const auto part = static_cast<std::size_t>(
            std::find_if(f.runs.begin(), f.runs.end(), [](const CableRun& r) {
                return r.count > 0;
            })->part);
        const double diameterM =
            std::isnan(f.parts[part].diameterM) ? 3e-3 : f.parts[part].diameterM;
        std::int64_t held = 0;
        double fill = 0.0;
        for (const TrayBox& tray : traysOf(floor, *all.network)) {
            const Box& hall = floor.halls[static_cast<std::size_t>(tray.hall)];
            QVERIFY(tray.box.x >= hall.x && tray.box.x + tray.box.width <= hall.x + hall.width);
            QVERIFY(tray.box.y >= hall.y && tray.box.y + tray.box.depth <= hall.y + hall.depth);
            held += tray.cables;
            fill += tray.fill;
        }
        QCOMPARE(held, expected);
        const double sections =
            static_cast<double>(expected) * 0.25 * std::numbers::pi * diameterM * diameterM;
        QVERIFY(std::abs(fill - sections / 0.06) < 1e-9 * fill);
    }

    // The bill has every switch, and modules or cables for every link.
    void billIsWhole() {
        const BuiltFabrics all = built(scenario("tour-small-hall"));
        const Fabric& f = all.network->fabrics.front();
        std::int64_t switches = 0, adapters = 0;
        double metres = 0.0, cabled = 0.0;
        for (const BillRow& row : f.bill) {
            switches += row.what.find("switches") != std::string::npos ? row.count : 0;
            adapters += row.what == "adapters" ? row.count : 0;
            metres += row.metres;
        }
        for (const auto* runs : {&f.hostRuns, &f.runs}) {
            for (const CableRun& run : *runs) {
                cabled += run.metres();
            }
        }
        QCOMPARE(switches, f.counts.switches);
        QCOMPARE(adapters, std::int64_t{1024});
        QVERIFY(std::abs(metres - cabled) < 1e-6 * cabled);
        QVERIFY(!totalOf(f.bill).allUsd);  // nothing names the adapters
    }
};

HEADROOM_TEST(TestBuildFabric)
}  // namespace tst_build_fabric

#include "tst_build_fabric.moc"
