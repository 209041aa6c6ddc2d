// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <string_view>

namespace tst_partial_rack {

using namespace headroom::engine;
using namespace headroom::tests;

/// Racks of which some servers are away.
class TestPartialRack : public QObject {
    Q_OBJECT

  private slots:

    // One of the two servers of an air-cooled rack is out of service; the other continues with the same job as the racks next to it.
    // Fans, power and chips of a server are its own: its hottest chip is as warm as those next to it, within 0.3 K, and
    // its rack draws half of a full one, within 1 %. Chips of the server that is away once counted into the mean by which
    // chips leak: fans turned more slowly, and the hottest chip of the tour rose from 77.3 to 81.7 C.
    void oneServerIsAsWarmAsTwo() {
        Project p = scenario("tour-small-hall");
        removeAll(p, "drill");
        removeAll(p, "job_generator");
        std::erase_if(p.objects, [](const Object& o) {
            return std::string_view(o.type->id) == "training_job" && o.id != "llama-70b";
        });
        set(p, "failures", "enabled", false);
        set(p, "failures", "spare_pct", 0.0);
        auto s = simulator(p);
        const Plant& plant = s->plant();
        const PlantBlock& air = plant.blocks[0];
        QCOMPARE(air.id, std::string("air"));
        QCOMPARE(air.rack.servers, 2);
        while (s->timeS() < 1800.0) {
            s->step();
        }
        PlantOrder order;
        order.action = headroom::models::DrillAction::Fail;
        order.unit = "air";
        order.level = headroom::models::BlockPart::Server;
        order.instance = 1;
        s->operate(order);
        while (s->timeS() < 3.0 * 3600.0) {
            s->step();
            s->takeEvents();
        }
        const State& state = s->state();
        const auto partial = static_cast<std::size_t>(air.firstRack);
        QCOMPARE(static_cast<int>(state.rackServersUp[partial]), 1);
        int compared = 0;
        for (int r = air.firstRack + 1; r < air.firstRack + air.racks; ++r) {
            const auto full = static_cast<std::size_t>(r);
            // Both servers at that work: the last rack of a job may have one alone.
            const float both = 2.0F * state.rackUtilization[partial];
            if (state.rackServersUp[full] != 2 || both <= 0.0F ||
                std::abs(state.rackUtilization[full] - both) > 1e-4F) {
                continue;
            }
            ++compared;
            const double hot = state.rackHotC[partial] - state.rackHotC[full];
            const double share = static_cast<double>(state.shown.rackPowerW[partial]) /
                                 static_cast<double>(state.shown.rackPowerW[full]);
            const double mean = state.rackChipC[partial] - state.rackChipC[full];
            QVERIFY2(std::abs(hot) < 0.3, qPrintable(QString::number(hot)));
            QVERIFY2(std::abs(mean) < 0.3, qPrintable(QString::number(mean)));
            QVERIFY2(std::abs(share - 0.5) < 0.005, qPrintable(QString::number(share)));
        }
        QVERIFY(compared > 4);
    }
};

HEADROOM_TEST(TestPartialRack)
}  // namespace tst_partial_rack

#include "tst_partial_rack.moc"
