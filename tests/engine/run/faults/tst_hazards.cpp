// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/faults/hazards.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <map>
#include <set>

namespace tst_hazards {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

class TestHazards : public QObject {
    Q_OBJECT

  private slots:

    // Every hazard of a whole facility has units, a name for each of its first and last, and
    // candidates enough for its rate.
    void everyUnitHasAName() {
        for (const char* name : {"hyperscale-100k", "meta-24k", "tour-small-hall", "mixed-fleet"}) {
            auto s = simulator(scenario(name));
            const Plant& plant = s->plant();
            QVERIFY(plant.hazards.size() > 30);
            for (const PlantHazard& z : plant.hazards) {
                QVERIFY2(z.units > 0 && z.candidatesPerS > 0.0, z.id.c_str());
                // Bad batches are what they happen to be; everything else has its candidates.
                QVERIFY2(z.candidatesPerS >= z.ratePerS * (z.cumulative.empty() ? 1.0 - 1e-9 : 0.5),
                         z.id.c_str());
                QVERIFY2(!unitNameOf(plant, z, 0).empty(), z.id.c_str());
                if (!z.orders.empty()) {
                    QCOMPARE(static_cast<int>(z.orders.size()), z.units);
                    std::set<std::string> names;
                    for (int unit = 0; unit < z.units; ++unit) {
                        names.insert(unitNameOf(plant, z, unit));
                    }
                    QVERIFY2(static_cast<int>(names.size()) == z.units, z.id.c_str());
                }
            }
        }
    }

    // Rates of populations by hand: 3,072 servers of 8: 24,576 accelerators at 6.97e-6 per hour are
    // 0.1713 per hour; a mode of A100 alone has no units here.
    void populationsByHand() {
        auto s = simulator(scenario("meta-24k"));
        std::map<std::string, const PlantHazard*> found;
        for (const PlantHazard& z : s->plant().hazards) {
            found[z.id] = &z;
        }
        QCOMPARE(found.at("accelerator-fault")->units, 24576);
        QVERIFY(std::abs(found.at("accelerator-fault")->ratePerS * 3600.0 - 24576 * 6.97e-6) <
                1e-9);
        QCOMPARE(found.at("accelerator-fault")->perServer, 8);
        QCOMPARE(found.at("cpu-fault")->units, 3072);
        QCOMPARE(found.count("accelerator-memory-a100"), std::size_t{0});
        QCOMPARE(found.at("control-plane-outage")->units, 1);
        // People err as often as they do, however many breakers there are.
        QVERIFY(found.at("wrong-breaker")->units > 10);
        QVERIFY(std::abs(found.at("wrong-breaker")->candidatesPerS * 3600.0 - 5.7e-5) < 1e-12);
        for (const char* id : {"ups", "pdu", "breaker", "transformer", "utility", "genset"}) {
            QVERIFY2(found.count(id) == 1, id);
        }
    }

    // Without a section maintenance parts are of every age, and nothing is thinned by stress.
    void agesAndStressAreOfMaintenance() {
        auto mixed = simulator(scenario("tour-small-hall"));
        for (const PlantHazard& z : mixed->plant().hazards) {
            QVERIFY(std::isnan(z.ageS));
            QCOMPARE(z.stressMost, 1.0);
        }
        // With one, the lives that age have it, and the others do not carry it.
        Plant plant = mixed->plant();
        plant.maintenance.ageS = 0.0;
        plant.maintenance.stress = true;
        int aged = 0, stressed = 0;
        for (const PlantHazard& z : hazardsOf(plant, catalogue())) {
            QVERIFY(std::isnan(z.ageS) == z.mode.life().ageless());
            aged += std::isnan(z.ageS) ? 0 : 1;
            stressed += z.stressMost > 1.0 ? 1 : 0;
            // Nothing thins what has no rack: its candidates must be its failures.
            QVERIFY2(z.perServer > 0 || z.stressMost == 1.0, z.id.c_str());
        }
        QVERIFY(aged > 5);
        QVERIFY(stressed > 3);
    }

    // Same seed, same State, failures of every kind thrown in; another seed, another State.
    void deterministic() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 100.0);
        auto a = simulator(project), b = simulator(project);
        for (int i = 0; i < 960; ++i) {
            a->step();
            b->step();
        }
        QCOMPARE(a->stateHash(), b->stateHash());
        std::int64_t struck = 0;
        for (const std::int64_t n : a->state().hazardStruck) {
            struck += n;
        }
        QVERIFY(struck > 0);
    }
};

HEADROOM_TEST(TestHazards)
}  // namespace tst_hazards

#include "tst_hazards.moc"
