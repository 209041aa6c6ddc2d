// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/server_name.h"
#include "engine/run/contract/order_owner.h"
#include "engine/run/faults/fault_site.h"
#include "engine/run/faults/order_targets.h"
#include "tests/engine/run/faults/fault_fixture.h"
#include "tests/engine/run/faults/plant_at_rest.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_order_targets {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using models::BlockPart;
using models::DrillAction;

class TestOrderTargets : public QObject {
    Q_OBJECT

  private slots:

    // The second rack holds the servers after those of the first; the ninth accelerator is the first of the second server, each
    // of which has 8. A number past the last names nothing.
    void partsOfABlock() {
        PlantAtRest hall;
        const OrderTargets targets(hall.plant, hall.state);
        const PlantBlock& b = hall.plant.blocks.front();
        const auto servers =
            targets.servers(partOrder(DrillAction::Fail, b.id, BlockPart::Rack, 2));
        QCOMPARE(static_cast<int>(servers.size()), b.rack.servers);
        QCOMPARE(servers.front(), ServerIndex(b.firstServer + b.rack.servers));
        QVERIFY(targets.servers(partOrder(DrillAction::Fail, b.id, BlockPart::Rack, b.racks + 1))
                    .empty());
        const PlantOrder ninth = partOrder(DrillAction::Fail, b.id, BlockPart::Accelerator, 9);
        QCOMPARE(targets.accelerators(ninth),
                 (std::vector<SlotIndex>{SlotIndex(
                     hall.plant.serverFirstSlot[static_cast<std::size_t>(b.firstServer)] + 8)}));
        QCOMPARE(targets.servers(ninth),
                 (std::vector<ServerIndex>{ServerIndex(b.firstServer + 1)}));
        QVERIFY(
            targets.accelerators(partOrder(DrillAction::Fail, b.id, BlockPart::Rack, 2)).empty());
    }

    // An order fits if its part exists. The owner of an order says whether its action applies: a rack has no breaker to open.
    void ordersThatExist() {
        PlantAtRest hall;
        const OrderTargets targets(hall.plant, hall.state);
        const std::string block = hall.plant.blocks.front().id;
        QVERIFY(targets.exist(partOrder(DrillAction::Fail, block, BlockPart::Rack, 1)));
        QVERIFY(!targets.exist(partOrder(DrillAction::Fail, "no-block", BlockPart::Rack, 1)));
        QCOMPARE(ownerOf(hall.plant, partOrder(DrillAction::Fail, block, BlockPart::Rack, 1)),
                 Owner::Faults);
        QCOMPARE(ownerOf(hall.plant, partOrder(DrillAction::Open, block, BlockPart::Rack, 1)),
                 Owner::Run);
        QVERIFY(!targets.exist(partOrder(DrillAction::Fail, block, BlockPart::Rack, -1)));
        QVERIFY(!targets.exist(partOrder(DrillAction::Crash, "llama", BlockPart::Rack, 0)));
        PlantAtRest training(oneTraining());
        QVERIFY(OrderTargets(training.plant, training.state)
                    .exist(partOrder(DrillAction::Crash, "llama", BlockPart::Rack, 0)));
    }

    void namesOfSites() {
        PlantAtRest hall;
        const std::string server = serverNameOf(hall.plant, 1);
        QCOMPARE(serverOfSite(hall.plant, FaultSite::Accelerator, 9), 1);
        QCOMPARE(serverOfSite(hall.plant, FaultSite::Storage, 9), -1);
        QCOMPARE(siteName(hall.plant, hall.state, FaultSite::Server, 1), server);
        QCOMPARE(siteName(hall.plant, hall.state, FaultSite::Accelerator, 9),
                 server + " accelerator 2");
        QCOMPARE(siteName(hall.plant, hall.state, FaultSite::Storage, 1),
                 std::string("storage block 2"));
        QCOMPARE(siteName(hall.plant, hall.state, FaultSite::Job, -1), std::string("scheduler"));
    }
};

HEADROOM_TEST(TestOrderTargets)
}  // namespace tst_order_targets

#include "tst_order_targets.moc"
