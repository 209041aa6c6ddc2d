// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/state_table.h"
#include "engine/run/workload/allocation.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <utility>
#include <vector>

namespace tst_allocation {

using namespace headroom;
using namespace headroom::engine;

namespace {

/// One pool of `servers` servers with 4 accelerators, two servers a rack, all on one fabric.
Plant plantOf(int servers) {
    Plant plant;
    plant.blocks.resize(1);
    plant.blocks[0].rack.servers = 2;
    plant.blocks[0].racks = servers / 2;
    plant.pools.resize(1);
    plant.pools[0].servers = servers;
    plant.pools[0].acceleratorsPerServer = 4;
    plant.servers = servers;
    plant.accelerators = 4 * servers;
    plant.racks = servers / 2;
    plant.rackBlock.assign(static_cast<std::size_t>(plant.racks), BlockIndex(0));
    for (int s = 0; s < servers; ++s) {
        plant.serverRack.emplace_back(s / 2);
        plant.serverFirstSlot.push_back(4 * s);
    }
    plant.serverFirstSlot.push_back(4 * servers);
    auto network = std::make_shared<FabricNetwork>();
    network->fabrics.resize(1);
    network->serverFabric.assign(static_cast<std::size_t>(servers), 0);
    plant.fabric = std::move(network);
    findPoolRuns(plant);
    return plant;
}

std::vector<SlotIndex> slotsOf(std::initializer_list<int> numbers) {
    std::vector<SlotIndex> made;
    for (const int number : numbers) {
        made.emplace_back(number);
    }
    return made;
}

JobIndex addJob(State& state, int accelerators, double submitS = 0.0, int restarts = 0) {
    Job job;
    job.id = state.nextJobId++;
    job.accelerators = accelerators;
    job.submitS = submitS;
    job.restarts = restarts;
    job.line = restarts > 0 ? JobLine::Ahead : JobLine::InOrder;
    state.jobs.push_back(job);
    return JobIndex(state.jobs.size() - 1);
}

}  // namespace

class TestAllocation : public QObject {
    Q_OBJECT

  private slots:

    // 4 servers of 4. 6 accelerators: one whole server and 2 of another. Then 2 fit best beside
    // those 2 (that server is full), and 8 take the two servers left. 1 more does not fit.
    void placesAllOrNothingAndFitsBest() {
        const Plant plant = plantOf(4);
        State s = stateAtRest(plant);
        beginAllocation(plant, s);
        QCOMPARE(s.pools[0].freeSlots, 16);
        const auto six = addJob(s, 6), two = addJob(s, 2), eight = addJob(s, 8), one = addJob(s, 1);
        QVERIFY(place(plant, s, six));
        QVERIFY(place(plant, s, two));
        QCOMPARE(serverOfSlot(plant, PoolIndex(0), s.jobs[static_cast<std::size_t>(two)].firstSlot),
                 1);
        QVERIFY(place(plant, s, eight));
        const auto before = s.slotJob;
        QVERIFY(!place(plant, s, one));
        QVERIFY(s.slotJob == before);
        QCOMPARE(s.pools[0].freeSlots, 0);
        release(plant, s, six);
        QCOMPARE(s.pools[0].freeSlots, 6);
        QCOMPARE(s.pools[0].freeServers, 1);
        QVERIFY(place(plant, s, one));
        // Best fit: the server with 2 free, not the whole one.
        QCOMPARE(serverOfSlot(plant, PoolIndex(0), s.jobs[static_cast<std::size_t>(one)].firstSlot),
                 1);
    }

    // 6 servers of 4. Seven slots are server 0 and three of server 1; five are one of those left, server 1 or a
    // whole one with one more next to it: all lists are slots in order, each once. What is given back leaves the pool as it
    // was before, to the last slot: no map counts what a slot does not say (countFree would change something).
    void givesBackWhatItTook() {
        const Plant plant = plantOf(6);
        State s = stateAtRest(plant);
        beginAllocation(plant, s);
        const auto listOf = [&](JobIndex job) {
            std::vector<int> list;
            for (SlotIndex slot(s.jobs[at(job)].firstSlot); slot >= 0;
                 slot = s.slotNext[at(slot)]) {
                list.push_back(slot);
            }
            return list;
        };
        const auto seven = addJob(s, 7), five = addJob(s, 5), eight = addJob(s, 8);
        QVERIFY(place(plant, s, seven));
        QCOMPARE(listOf(seven), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
        const auto held = s.slotJob;
        const auto next = s.slotNext;
        const auto map = s.freeMap;
        const int free = s.pools[0].freeSlots, whole = s.pools[0].freeServers;
        QCOMPARE(free, 17);
        QCOMPARE(whole, 4);
        QVERIFY(place(plant, s, five) && place(plant, s, eight));
        QCOMPARE(listOf(five), (std::vector<int>{8, 9, 10, 11, 7}));
        QCOMPARE(listOf(eight), (std::vector<int>{12, 13, 14, 15, 16, 17, 18, 19}));
        QCOMPARE(s.pools[0].freeSlots, 4);
        release(plant, s, five);
        QCOMPARE(listOf(seven), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
        QCOMPARE(listOf(eight), (std::vector<int>{12, 13, 14, 15, 16, 17, 18, 19}));
        release(plant, s, eight);
        QVERIFY(s.slotJob == held && s.slotNext == next && s.freeMap == map);
        QCOMPARE(s.pools[0].freeSlots, free);
        QCOMPARE(s.pools[0].freeServers, whole);
        countFree(plant, s);
        QVERIFY(s.freeMap == map);
        release(plant, s, seven);
        QCOMPARE(s.pools[0].freeSlots, 24);
        QCOMPARE(s.pools[0].freeServers, 6);
    }

    // A list of slots 1 … 5 (three of server 0, two of server 1), then 9, 8 and 10, all of server 2: parts are what
    // follows each other on a server, and each server is one where parts of it follow each other.
    void partsFollowTheList() {
        const Plant plant = plantOf(4);
        State s = stateAtRest(plant);
        Job job;
        const auto list = [&](const std::vector<SlotIndex>& order) {
            job.firstSlot = order.front();
            for (std::size_t k = 0; k < order.size(); ++k) {
                s.slotNext[static_cast<std::size_t>(order[k])] =
                    k + 1 < order.size() ? order[k + 1] : SlotIndex();
            }
        };
        std::vector<std::pair<int, int>> parts;
        const auto look = [&] {
            parts.clear();
            forEachPart(plant, s, job,
                        [&](int server, int count) { parts.emplace_back(server, count); });
        };
        list(slotsOf({1, 2, 3, 4, 5, 9, 8, 10}));
        look();
        QVERIFY(
            (parts == std::vector<std::pair<int, int>>{{0, 3}, {1, 2}, {2, 1}, {2, 1}, {2, 1}}));
        std::vector<int> servers;
        forEachServer(plant, s, job, [&](int server) { servers.push_back(server); });
        QVERIFY((servers == std::vector<int>{0, 1, 2}));
        list(slotsOf({0, 1, 2, 3, 4}));
        look();
        QVERIFY((parts == std::vector<std::pair<int, int>>{{0, 4}, {1, 1}}));
        // A gap behind the eighth slot and more, and a list that ends with the last slot of all.
        list(slotsOf({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15}));
        look();
        QVERIFY(
            (parts == std::vector<std::pair<int, int>>{{0, 4}, {1, 4}, {2, 2}, {2, 1}, {3, 4}}));
        // By rack, of two servers each.
        std::vector<std::pair<int, int>> racks;
        forEachRackPart(plant, s, job,
                        [&](RackIndex rack, int count) { racks.emplace_back(rack, count); });
        QVERIFY((racks == std::vector<std::pair<int, int>>{{0, 8}, {1, 2}, {1, 5}}));
        job.firstSlot = {};
        look();
        QVERIFY(parts.empty());
    }

    // A server away is not offered, and comes back with what it had.
    void serversLeaveAndReturn() {
        const Plant plant = plantOf(2);
        State s = stateAtRest(plant);
        beginAllocation(plant, s);
        setServerDown(plant, s, ServerIndex(0), true);
        setServerDown(plant, s, ServerIndex(0), true);  // twice is once
        QCOMPARE(s.pools[0].freeSlots, 4);
        const auto job = addJob(s, 8);
        QVERIFY(!place(plant, s, job));
        setServerDown(plant, s, ServerIndex(0), false);
        QVERIFY(place(plant, s, job));
    }

    // Interrupted jobs go first, the others by submission; equal times keep their order.
    void queueOrder() {
        State s;
        s.pools.resize(1);
        s.queues.resize(1);
        const auto a = addJob(s, 1, 5.0), b = addJob(s, 1, 3.0), c = addJob(s, 1, 5.0),
                   d = addJob(s, 1, 9.0, 1);
        for (const auto job : {a, b, c, d}) {
            enqueue(s, job);
        }
        QVERIFY((s.queues[0] == std::vector<JobIndex>{d, b, a, c}));
    }

    // Spares are for interrupted jobs only: 4 servers, 1 spare.
    void sparesAreHeldBack() {
        Plant plant = plantOf(4);
        plant.pools[0].spares = 1;
        State s = stateAtRest(plant);
        beginAllocation(plant, s);
        const auto big = addJob(s, 16), restarted = addJob(s, 16, 0.0, 1);
        QVERIFY(!place(plant, s, big));
        QVERIFY(place(plant, s, restarted));
    }
};

HEADROOM_TEST(TestAllocation)
}  // namespace tst_allocation

#include "tst_allocation.moc"
