// SPDX-License-Identifier: Apache-2.0
#include "engine/run/racks/thermal.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <functional>

namespace tst_alike_racks {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// State and flows after one sub-step in which each rack is as busy as `busy` says.
struct Swept {
    Swept(const Plant& plant, const State& before, const std::function<double(int)>& busy)
        : s(before), f(plant) {
        for (int r = 0; r < plant.racks; ++r) {
            const auto i = static_cast<std::size_t>(r);
            const PlantBlock& b = plant.blocks[static_cast<std::size_t>(plant.rackBlock[i])];
            s.rackActivity[i] = busy(r) * b.acceleratorsPerRack;
            s.rackPhases[i] = s.rackBusiest[i] = busy(r);
            s.rackMostActivity[i] = busy(r);
        }
        Workers alone;
        sweepRacks(plant, s, f, 15.0, alone);
    }

    bool sameRack(const Swept& other, int rack) const {
        const auto i = static_cast<std::size_t>(rack);
        return f.rackW[i] == other.f.rackW[i] && f.rackLiquidW[i] == other.f.rackLiquidW[i] &&
               f.rackAirW[i] == other.f.rackAirW[i] && s.rackChipC[i] == other.s.rackChipC[i] &&
               s.rackHotC[i] == other.s.rackHotC[i] && s.rackClock[i] == other.s.rackClock[i] &&
               s.rackUtilization[i] == other.s.rackUtilization[i];
    }

    State s;
    Flows f;
};

}  // namespace

/// Racks that are alike are computed once; those that are not are not taken for each other.
class TestAlikeRacks : public QObject {
    Q_OBJECT

  private slots:

    void whatARackDoesIsItsOwn_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"tour-small-hall", "hyperscale-100k", "immersion-hall", "mixed-fleet"}) {
            QTest::newRow(name) << name;
        }
    }

    // In a sub-step a rack depends on itself and on the coolant of its row, which is the same in all of these. So
    // one that is at 40 % among others at 90 %, in runs of one, two or seven, does to the last bit what it does
    // where all are at 40 %. The sum over the facility is that of its racks: between all at 40 and all at 90 %.
    void whatARackDoesIsItsOwn() {
        QFETCH(QString, name);
        auto simulator = headroom::tests::simulator(scenario(name.toStdString()));
        simulator->step();
        const Plant& plant = simulator->plant();
        const State& before = simulator->state();
        const Swept quiet(plant, before, [](int) { return 0.4; });
        const Swept busy(plant, before, [](int) { return 0.9; });
        QVERIFY(!quiet.sameRack(busy, 0));
        for (const int run : {1, 2, 7}) {
            const auto isBusy = [run](int rack) { return rack / run % 2 == 1; };
            const Swept mixed(plant, before, [&](int rack) { return isBusy(rack) ? 0.9 : 0.4; });
            for (int r = 0; r < plant.racks; ++r) {
                QVERIFY2(mixed.sameRack(isBusy(r) ? busy : quiet, r),
                         qPrintable(QString::number(r)));
            }
            QVERIFY(mixed.f.itW > quiet.f.itW && mixed.f.itW < busy.f.itW);
        }
    }
};

HEADROOM_TEST(TestAlikeRacks)
}  // namespace tst_alike_racks

#include "tst_alike_racks.moc"
