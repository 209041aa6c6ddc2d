// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/reliability/reach/parts.h"
#include "engine/reliability/reach/reach.h"
#include "models/air/psychrometrics.h"
#include "models/cooling/crah.h"
#include "models/cooling/thin_air.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace tst_reach {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

Plant plantOf(const std::string& name) {
    auto plant = compile(scenario(name), catalogue(), {});
    if (!plant) {
        qFatal("%s", text(plant.error()).c_str());
    }
    return std::move(*plant);
}

PlantOrder fail(const std::string& unit, int instance = 0) {
    PlantOrder order;
    order.unit = unit;
    order.instance = instance;
    return order;
}

/// Racks with a cord on a unit of the wiring.
std::set<int> racksOn(const Plant& plant, const std::string& unit) {
    const PowerNetwork& n = *plant.network;
    std::set<int> racks;
    for (const PowerLoad& load : n.loads) {
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            if (load.kind == PowerLoadKind::Rack && n.units[at(n.cordUnit[at(c)])].id == unit) {
                racks.insert(load.index);
            }
        }
    }
    return racks;
}

std::set<int> racksAt(const BlastReach& reach, Reach what) {
    std::set<int> racks;
    for (std::size_t r = 0; r < reach.racks.size(); ++r) {
        if (reach.racks[r].reach == what) {
            racks.insert(static_cast<int>(r));
        }
    }
    return racks;
}

}  // namespace

class TestReach : public QObject {
    Q_OBJECT

  private slots:

    // 2N: four busways a side. One of them leaves its racks on the other leg; both of a pair leave
    // them dark, and nobody else.
    void oneLegExposesTwoLegsLose() {
        const Plant p = plantOf("feed-loss-2n");
        const ReachMap map(p);
        const std::set<int> onA = racksOn(p, "bus-a/1"), onB = racksOn(p, "bus-b/1");
        QVERIFY(!onA.empty());
        QVERIFY(onA == onB);  // as the project wires them
        const BlastReach one = map.reach(fail("bus-a", 1));
        QVERIFY(racksAt(one, Reach::Exposed) == onA);
        QCOMPARE(one.racksLost, 0);
        QCOMPARE(one.acceleratorsLost, 0.0);
        const BlastReach both = map.reach({fail("bus-a", 1), fail("bus-b", 1)});
        QVERIFY(racksAt(both, Reach::Lost) == onA);
        // 64 accelerators a rack: 2,048 in 32 racks.
        QCOMPARE(both.acceleratorsLost, static_cast<double>(onA.size()) * 2048.0 / 32.0);
        QCOMPARE(both.computeShare, static_cast<double>(onA.size()) / 32.0);
    }

    // A generator is behind each utility: the wiring is as live as before once it runs.
    void generatorsStandIn() {
        const Plant p = plantOf("feed-loss-2n");
        const ReachMap map(p);
        const BlastReach r = map.reach(fail("grid-a"));
        QCOMPARE(r.racksLost + r.racksStrained + r.racksExposed, 0);
        QCOMPARE(QString::fromStdString(r.steps.back().text), QString("No rack is reached."));
    }

    // Machines on a dead feed: half of the air handlers, CDU pumps and loop pumps hang on each UPS
    // output board, so all racks are reached through coolant although none loses power.
    void powerReachesCoolant() {
        const Plant p = plantOf("feed-loss-2n");
        const ReachMap map(p);
        const BlastReach r = map.reach(fail("out-a"));
        QCOMPARE(r.racksLost, 0);
        QCOMPARE(r.racksStrained, p.racks);
        bool throughCoolant = false;
        for (const ReachStep& step : r.steps) {
            throughCoolant = throughCoolant || step.by == ReachBy::Coolant;
        }
        QVERIFY(throughCoolant);
    }

    // One counter for parts of all kinds, one after the other: each counts what reach() finds alone, whatever was
    // asked before.
    void countsAreThoseOfReach() {
        const Plant p = plantOf("feed-loss-2n");
        const ReachMap map(p);
        ReachMap::Counter counter(map);
        bool lost = false, strained = false;
        for (int round = 0; round < 2; ++round) {
            for (const FailablePart& part : failableParts(p, map, 4)) {
                const BlastReach whole = map.reach(part.order);
                const ReachCounts counts = counter.of(part.order);
                float worst = 0.0F;
                for (const RackReach& rack : whole.racks) {
                    worst = std::max(worst, rack.shortfall);
                }
                QCOMPARE(counts.racksLost, whole.racksLost);
                QCOMPARE(counts.racksStrained, whole.racksStrained);
                QCOMPARE(counts.worstShortfall, worst);
                lost = lost || counts.racksLost > 0;
                strained = strained || counts.racksStrained > 0;
            }
        }
        QVERIFY(lost && strained);
    }

    // A rack is itself; a server is its share of the rack; an accelerator takes its server along.
    void partsOfABlock() {
        const Plant p = plantOf("tour-small-hall");
        const ReachMap map(p);
        const PlantBlock& b = p.blocks[0];
        PlantOrder order = fail(b.id, 2);
        order.level = models::BlockPart::Rack;
        BlastReach r = map.reach(order);
        QVERIFY(racksAt(r, Reach::Lost) == std::set<int>{b.firstRack + 1});
        QCOMPARE(r.acceleratorsLost, static_cast<double>(b.acceleratorsPerRack));
        order.level = models::BlockPart::Server;
        order.instance = b.rack.servers + 1;  // the first of the second rack
        r = map.reach(order);
        QVERIFY(racksAt(r, Reach::Strained) == std::set<int>{b.firstRack + 1});
        QVERIFY(std::abs(r.acceleratorsLost - b.server.accelerators) < 1e-3);
        order.level = models::BlockPart::Accelerator;
        order.instance = b.rack.servers * b.server.accelerators + 1;
        r = map.reach(order);
        QVERIFY(std::abs(r.acceleratorsLost - b.server.accelerators) < 1e-3);
    }

    // One plane: a server is cut off with the leaf of any of its adapters. Counted from the shape.
    void leafCutsItsServers() {
        const Plant p = plantOf("tour-small-hall");
        const ReachMap map(p);
        const FabricNetwork& n = *p.fabric;
        int fabric = -1;
        for (std::size_t f = 0; f < n.fabrics.size(); ++f) {
            if (n.fabrics[f].topology && n.fabrics[f].topology->spec().planes == 1) {
                fabric = static_cast<int>(f);
                break;
            }
        }
        QVERIFY(fabric >= 0);
        const Topology& t = *n.fabrics[at(fabric)].topology;
        double lost = 0.0;
        for (int s = 0; s < p.servers; ++s) {
            bool cut = false;
            for (int k = 0; k < n.serverEndpoints[at(s)] && n.serverFabric[at(s)] == fabric; ++k) {
                cut = cut || t.leafOf(n.serverFirstEndpoint[at(s)] + k) == 0;
            }
            const PlantBlock& b = p.blocks[at(p.rackBlock[at(p.serverRack[at(s)])])];
            lost += cut ? b.server.accelerators : 0;
        }
        QVERIFY(lost > 0.0);
        PlantOrder order = fail(n.fabrics[at(fabric)].id, 1);
        order.part = models::FabricPart::Leaf;
        QVERIFY(std::abs(map.reach(order).acceleratorsLost - lost) < 1e-2);
    }

    // Leaves of three tiers share the switches above them: with one of them gone the others keep all
    // of their uplinks, and only servers with an adapter on it are short or cut off.
    void leafLeavesItsNeighbours() {
        const Plant p = plantOf("meta-24k");
        const ReachMap map(p);
        const FabricNetwork& n = *p.fabric;
        const Topology& t = *n.fabrics[0].topology;
        std::set<int> touched;
        for (int s = 0; s < p.servers; ++s) {
            for (int k = 0; k < n.serverEndpoints[at(s)] && n.serverFabric[at(s)] == 0; ++k) {
                if (t.leafOf(n.serverFirstEndpoint[at(s)] + k) == 0) {
                    touched.insert(p.serverRack[at(s)]);
                }
            }
        }
        PlantOrder order = fail(n.fabrics[0].id, 1);
        order.part = models::FabricPart::Leaf;
        const BlastReach r = map.reach(order);
        std::set<int> reached = racksAt(r, Reach::Lost);
        reached.merge(racksAt(r, Reach::Strained));
        QVERIFY(!touched.empty());
        QVERIFY(reached == touched);
    }

    // All pumps of the only loop: nothing carries heat away, every rack is lost; one of several
    // leaves them short or without a spare, and never lost.
    void pumpsOfTheLoop() {
        const Plant p = plantOf("chiller-trip");
        const ReachMap map(p);
        QCOMPARE(p.loops.size(), std::size_t{1});
        PlantOrder order = fail(p.loops[0].id);
        order.machine = models::CoolingMachine::Pumps;
        QCOMPARE(map.reach(order).racksLost, p.racks);
        order.count = 1;
        QVERIFY(p.loops[0].spec.pumps > 1);
        const BlastReach one = map.reach(order);
        QCOMPARE(one.racksLost, 0);
        QCOMPARE(one.racksStrained + one.racksExposed, p.racks);
    }

    // One of n CDUs lost where full load asks for more than all n carry: what the rest keeps is their rating over
    // the heat, (n - 1) / need, not (n - 1) / n. The group is made to need 3.58 / 3 of what it has: with three units
    // of 2,300 kW, 8,235 kW of heat, two keep 56 %, not 67 %.
    void shortGroupKeepsWhatIsLeftOfTheHeat() {
        Plant p = plantOf("warm-water-vs-chilled");
        std::size_t group = p.cdus.size();
        for (std::size_t i = 0; i < p.cdus.size() && group == p.cdus.size(); ++i) {
            group = p.cdus[i].units > 1 ? i : group;
        }
        QVERIFY(group < p.cdus.size());
        double heatW = 0.0;
        for (const PlantRow& row : p.rows) {
            if (at(row.cdu) == group) {
                const PlantBlock& b = p.blocks[at(row.block)];
                const models::RackParts parts = b.parts();
                heatW += row.racks * models::rackPower(parts, models::evenLoad(parts, 1.0)).inputW *
                         b.server.liquidFraction;
            }
        }
        PlantCdu& u = p.cdus[group];
        const double need = u.units * 3.58 / 3.0;
        u.cdu.ratedHeatW = heatW / need;
        PlantOrder order = fail(u.id);
        order.machine = models::CoolingMachine::Cdus;
        order.count = 1;
        const BlastReach r = ReachMap(p).reach(order);
        double worst = 0.0;
        for (const RackReach& rack : r.racks) {
            worst = std::max(worst, static_cast<double>(rack.shortfall));
        }
        QVERIFY2(std::abs(1.0 - worst - (u.units - 1) / need) < 1e-6,
                 qPrintable(QString::number(1.0 - worst)));
    }

    // The same machines in air of 70 kPa carry less: what is left of too few of them falls as their ratings do, which
    // models/cooling says (crahRatedHeatW(), coolerRatedHeatW()).
    void thinAirLeavesLess() {
        constexpr double kHighPa = 70e3;
        Plant p = plantOf("feed-loss-2n");
        const std::size_t warm = p.loops[0].hasDryCooler ? 0 : 1;
        QVERIFY(p.loops[warm].hasDryCooler);
        p.halls[0].crah.ratedHeatW *= 1e-2;
        p.loops[warm].dryCooler.ratedHeatW *= 1e-2;
        PlantOrder air = fail(p.halls[0].id), water = fail(p.loops[warm].id);
        air.machine = models::CoolingMachine::AirHandlers;
        water.machine = models::CoolingMachine::DryCoolers;
        air.count = water.count = 1;
        const auto left = [&p](const PlantOrder& order) {
            double worst = 0.0;
            for (const RackReach& rack : ReachMap(p).reach(order).racks) {
                worst = std::max(worst, static_cast<double>(rack.shortfall));
            }
            return 1.0 - worst;
        };
        const auto atPressure = [&p](double pressurePa) {
            auto site = std::make_shared<SiteWeather>(*p.site);
            site->pressurePa = pressurePa;
            p.site = site;
            for (HallAirPlan& hall : p.hallAir) {
                hall.air = models::airAt(24.0, pressurePa);
            }
        };
        atPressure(models::kStandardPressurePa);
        const double airLow = left(air), waterLow = left(water);
        const double seaW = models::crahRatedHeatW(p.halls[0].crah, p.hallAir[0].air);
        atPressure(kHighPa);
        const double airShare = models::crahRatedHeatW(p.halls[0].crah, p.hallAir[0].air) / seaW;
        const double waterShare = models::coolerRatedHeatW(p.loops[warm].dryCooler, kHighPa) /
                                  p.loops[warm].dryCooler.ratedHeatW;
        QVERIFY(airLow > 0.0 && airLow < 0.1 && waterLow > 0.0 && waterLow < 0.1);
        QVERIFY(airShare < 0.95 && waterShare < 0.95);
        QVERIFY2(std::abs(left(air) / airLow - airShare) < 1e-4,
                 qPrintable(QString::number(left(air) / airLow)));
        QVERIFY2(std::abs(left(water) / waterLow - waterShare) < 1e-4,
                 qPrintable(QString::number(left(water) / waterLow)));
    }

    void whatIsNotThereReachesNothing() {
        const Plant p = plantOf("tour-small-hall");
        const ReachMap map(p);
        for (const PlantOrder& order :
             {fail("no-such-thing"), fail(p.blocks[0].id, 100000), fail("", -1)}) {
            const BlastReach r = map.reach(order);
            QCOMPARE(r.racksLost + r.racksStrained + r.racksExposed, 0);
        }
        QCOMPARE(map.reach(std::vector<PlantOrder>{}).racksLost, 0);
    }
};

HEADROOM_TEST(TestReach)
}  // namespace tst_reach

#include "tst_reach.moc"
