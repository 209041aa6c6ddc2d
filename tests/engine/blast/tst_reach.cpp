// SPDX-License-Identifier: Apache-2.0
#include "engine/blast/reach.h"
#include "tests/engine/sim/fixture.h"

#include <QtTest>

#include <set>

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

void say(const BlastReach& r) {
    qInfo("%s: lost %d slowed %d exposed %d compute %.4f", r.part.c_str(), r.racksLost, r.racksSlowed, r.racksExposed, r.computeShare);
    for (const auto& s : r.steps) {
        qInfo("   [%s] %s: %s", reachByName(s.by), s.through.c_str(), s.text.c_str());
    }
}

}  // namespace

class TestReach : public QObject {
    Q_OBJECT

  private slots:
    void look() {
        for (const char* name : {"feed-loss-2n", "tour-small-hall", "chiller-trip", "distributed-redundant", "meta-24k"}) {
            const Plant p = plantOf(name);
            const ReachMap map(p);
            qInfo("=== %s racks %d", name, p.racks);
            for (const PowerArray& a : p.network->arrays) {
                say(map.reach(fail(a.id, 1)));
            }
            for (const auto& l : p.loops) {
                for (int m = 1; m < 6; ++m) {
                    PlantOrder o = fail(l.id);
                    o.machine = static_cast<models::CoolingMachine>(m);
                    o.count = 1;
                    say(map.reach(o));
                    o.count = 0;
                    say(map.reach(o));
                }
            }
            for (const auto& c : p.cdus) {
                PlantOrder o = fail(c.id);
                o.machine = models::CoolingMachine::Pumps;
                o.count = 1;
                say(map.reach(o));
                o.machine = models::CoolingMachine::Cdus;
                say(map.reach(o));
                if (&c - p.cdus.data() > 2) break;
            }
            for (const auto& h : p.halls) {
                PlantOrder o = fail(h.id);
                o.machine = models::CoolingMachine::AirHandlers;
                o.count = 1;
                say(map.reach(o));
            }
            for (const auto& f : p.fabrics) {
                for (int part = 1; part < 10; ++part) {
                    PlantOrder o = fail(f.id, 1);
                    o.part = static_cast<models::FabricPart>(part);
                    say(map.reach(o));
                }
            }
            for (int level = 0; level < 4; ++level) {
                PlantOrder o = fail(p.blocks[0].id, 1);
                o.level = static_cast<models::BlockPart>(level);
                say(map.reach(o));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestReach)
#include "tst_reach.moc"
