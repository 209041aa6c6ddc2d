// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/repair_queue.h"
#include "engine/run/faults/repairman.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_repair_queue {

using namespace headroom::engine;
using headroom::models::MaintenanceSpec;

namespace {

constexpr double kHour = 3600.0;
constexpr double kDay = 24 * kHour;

struct Shop {
    explicit Shop(const MaintenanceSpec& spec, double startDayS = 0.0)
        : rules(spec), queue(rules, startDayS, state) {
        queue.begin();
    }

    void call(int fault, double timeS, double workS, int priority = 0, int spare = -1,
              double leadS = 0.0, bool window = false) {
        RepairTask task;
        task.fault = fault;
        task.workS = workS;
        task.priority = priority;
        task.spare = spare;
        task.leadS = leadS;
        task.window = window ? 1 : 0;
        queue.add(task, timeS);
    }

    /// Fault that starts now, -1: none.
    int start(double timeS) {
        const RepairTask* task = queue.start(timeS);
        return task == nullptr ? -1 : task->fault;
    }

    MaintenanceSpec rules;
    RepairState state;
    RepairQueue queue;
};

}  // namespace

class TestRepairQueue : public QObject {
    Q_OBJECT

  private slots:

    // Without a section everything starts at its call and takes its own time.
    void withoutRulesNothingWaits() {
        Shop shop(MaintenanceSpec{});
        for (int fault = 0; fault < 100; ++fault) {
            shop.call(fault, 10.0, 50.0, 0, fault % 9);
            QCOMPARE(shop.start(10.0), fault);
            QCOMPARE(shop.queue.find(fault)->endS, 60.0);
        }
        QVERIFY(!shop.queue.done(5, 59.0));
        QVERIFY(shop.queue.done(5, 60.0));
        QVERIFY(!shop.queue.done(5, 60.0));
        QVERIFY(shop.state.ordered.empty());
    }

    // One crew: the lower priority goes first, then the older; a crew is 10 minutes on its way.
    void firstInFirstOutWithinPriority() {
        MaintenanceSpec rules;
        rules.crews = 1;
        rules.responseS = 600.0;
        Shop shop(rules);
        shop.call(1, 0.0, 1000.0, 2);
        QCOMPARE(shop.start(0.0), 1);
        QCOMPARE(shop.queue.find(1)->endS, 1600.0);
        shop.call(2, 1.0, 100.0, 2);
        shop.call(3, 2.0, 100.0, 0);
        shop.call(4, 3.0, 100.0, 2);
        QCOMPARE(shop.start(3.0), -1);
        QCOMPARE(shop.queue.waitsFor(*shop.queue.find(2), 3.0), RepairQueue::Wait::Crew);
        double now = 1600.0;
        QVERIFY(shop.queue.done(1, now));
        for (const int expected : {3, 2, 4}) {
            QCOMPARE(shop.start(now), expected);
            QCOMPARE(shop.start(now), -1);
            now += 700.0;
            QVERIFY(shop.queue.done(expected, now));
        }
        QCOMPARE(shop.state.crewsBusy, 0);
        QVERIFY(std::isinf(shop.queue.nextOpeningS(now)));
    }

    // Day crews 2 from 8 to 18 h, none at night. The run starts at 17:00: at 18:30 nobody begins,
    // who has begun works on; the next opening is 8:00, 15 h after the start.
    void shifts() {
        MaintenanceSpec rules;
        rules.crews = 2;
        rules.nightCrews = 0;
        Shop shop(rules, 17 * kHour);
        shop.call(1, 0.0, 5 * kHour);
        QCOMPARE(shop.start(0.0), 1);
        shop.call(2, 1.5 * kHour, kHour);
        QCOMPARE(shop.start(1.5 * kHour), -1);
        QCOMPARE(shop.queue.nextOpeningS(1.5 * kHour), 15 * kHour);
        QVERIFY(shop.queue.done(1, 5 * kHour));
        QCOMPARE(shop.start(14.99 * kHour), -1);
        QCOMPARE(shop.start(15 * kHour), 2);
    }

    // Window 22 to 4 h, past midnight; what does not need it does not wait for it. The run starts
    // at noon: 10 h to its opening.
    void windows() {
        MaintenanceSpec rules;
        rules.windowFromS = 22 * kHour;
        rules.windowToS = 4 * kHour;
        Shop shop(rules, 12 * kHour);
        shop.call(1, 0.0, kHour, 0, -1, 0.0, true);
        shop.call(2, 0.0, kHour);
        QCOMPARE(shop.start(0.0), 2);
        QCOMPARE(shop.start(0.0), -1);
        QCOMPARE(shop.queue.waitsFor(*shop.queue.find(1), 0.0), RepairQueue::Wait::Window);
        QCOMPARE(shop.queue.nextOpeningS(0.0), 10 * kHour);
        QCOMPARE(shop.start(10 * kHour), 1);
        QVERIFY(shop.queue.windowOpen(15.9 * kHour));   // 3:54
        QVERIFY(!shop.queue.windowOpen(16.1 * kHour));  // 4:06
    }

    // Two pumps in stock, reorder at one (50 %), lead of a week. The first call takes one and
    // leaves one: one is ordered. The second empties the shelf; the third waits for the pump
    // ordered first, the fourth for the second one. A call for something else passes them by.
    void stockOutAndDelivery() {
        MaintenanceSpec rules;
        rules.pumps = 2;
        Shop shop(rules);
        const int pump = static_cast<int>(headroom::models::SparePart::Pump) - 1;
        const double week = 7 * kDay;
        shop.call(1, 0.0, kHour, 0, pump, week);
        QCOMPARE(shop.start(0.0), 1);
        QCOMPARE(shop.state.ordered.size(), std::size_t{1});
        shop.call(2, kDay, kHour, 0, pump, week);
        QCOMPARE(shop.start(kDay), 2);
        shop.call(3, 2 * kDay, kHour, 0, pump, week);
        shop.call(4, 3 * kDay, kHour, 0, pump, week);
        shop.call(5, 3 * kDay, kHour, 2);
        QCOMPARE(shop.start(3 * kDay), 5);
        QCOMPARE(shop.start(3 * kDay), -1);
        QCOMPARE(shop.queue.waitsFor(*shop.queue.find(3), 3 * kDay), RepairQueue::Wait::Spare);
        QCOMPARE(shop.queue.spareArrivesS(*shop.queue.find(3)), week);
        QCOMPARE(shop.queue.spareArrivesS(*shop.queue.find(4)), 8 * kDay);
        shop.queue.deliver(week);
        QCOMPARE(shop.start(week), 3);
        QCOMPARE(shop.start(week), -1);
        // Nothing is lost: 2 at first + delivered + on their way = used + on the shelf + owed.
        shop.queue.deliver(30 * kDay);
        QCOMPARE(shop.start(30 * kDay), 4);
        QCOMPARE(shop.state.stock[static_cast<std::size_t>(pump)], 2);
        QVERIFY(shop.state.ordered.empty());
    }

    // No shelf at all: each call orders its own part.
    void nothingInStock() {
        MaintenanceSpec rules;
        rules.pumps = 0;
        Shop shop(rules);
        const int pump = static_cast<int>(headroom::models::SparePart::Pump) - 1;
        shop.call(1, 0.0, kHour, 0, pump, kDay);
        shop.call(2, 10.0, kHour, 0, pump, kDay);
        QCOMPARE(shop.start(20.0), -1);
        QCOMPARE(shop.state.ordered.size(), std::size_t{2});
        shop.queue.deliver(kDay);
        QCOMPARE(shop.start(kDay), 1);
        shop.queue.deliver(kDay + 10.0);
        QCOMPARE(shop.start(kDay + 10.0), 2);
    }

    // A repair that nobody needs any more frees its crew, or its part for the next in line.
    void cancelling() {
        MaintenanceSpec rules;
        rules.crews = 1;
        rules.pumps = 1;
        Shop shop(rules);
        const int pump = static_cast<int>(headroom::models::SparePart::Pump) - 1;
        shop.call(1, 0.0, kHour);
        QCOMPARE(shop.start(0.0), 1);
        shop.call(2, 0.0, kHour, 0, pump, kDay);  // has the pump, waits for the crew
        shop.call(3, 0.0, kHour, 0, pump, kDay);  // waits for the pump
        shop.queue.cancel(2, 1.0);
        QVERIFY(shop.queue.find(3)->hasSpare != 0);
        shop.queue.cancel(1, 2.0);
        QCOMPARE(shop.state.crewsBusy, 0);
        QCOMPARE(shop.start(2.0), 3);
        shop.queue.cancel(77, 3.0);  // unknown: nothing happens
        QVERIFY(!shop.queue.done(1, kDay));
    }

    // Nobody ever comes: nothing starts, nothing is promised.
    void noCrewsAtAll() {
        MaintenanceSpec rules;
        rules.crews = 0;
        Shop shop(rules);
        shop.call(1, 0.0, kHour);
        QCOMPARE(shop.start(1e9), -1);
        QVERIFY(std::isinf(shop.queue.nextOpeningS(1e9)));
    }

    // M/M/1//1 down r / (1 + r); M/M/inf//N: N r / (1 + r) (nobody waits): 1000 x 0.02 / 1.02
    // = 19.608.
    void closedFormByHand() {
        QVERIFY(std::abs(repairmanMeanDown(1, 10.0, 5.0, 1) - 0.5 / 1.5) < 1e-12);
        QVERIFY(std::abs(repairmanMeanDown(1000, 1000.0, 20.0, 1000) - 1000 * 0.02 / 1.02) < 1e-9);
        QVERIFY(repairmanMeanDown(1000, 1000.0, 20.0, 25) > 1000 * 0.02 / 1.02);
        // One crew that is always busy: all but mttf/mttr machines are down.
        QVERIFY(std::abs(repairmanMeanDown(1000, 1000.0, 20.0, 1) - 950.0) < 1e-6);
    }

    // 1,000 machines of 1,000 h, 20 h of repair, 25 crews: the case of validation. The number down
    // has a deviation of about 5 and forgets it within about 60 h; over 600,000 h the mean's
    // standard error is 5 sqrt(2 x 60 / 600,000) = 0.07, 0.35 %. 1 % is three of them.
    void manyMachinesFewCrews() {
        RepairmanCase spec;
        spec.machines = 1000;
        spec.mtbfS = 1000 * kHour;
        spec.mttrS = 20 * kHour;
        spec.crews = 25;
        spec.warmUpS = 2000 * kHour;
        spec.forS = 602000 * kHour;
        const RepairmanResult result = runRepairman(spec);
        const double expected = repairmanMeanDown(1000, spec.mtbfS, spec.mttrS, 25);
        qInfo("mean down %.4f, closed form %.4f, waiting %.4f, %lld failures", result.meanDown,
              expected, result.meanWaiting, static_cast<long long>(result.failures));
        QVERIFY(std::abs(result.meanDown / expected - 1.0) < 0.01);
    }

    // Few machines and one crew: r = 0.5, N = 3, by hand p(n) ~ 1, 1.5, 1.5, 0.75:
    // mean (1.5 + 3 + 2.25) / 4.75 = 1.42105.
    void oneCrew() {
        RepairmanCase spec;
        spec.machines = 3;
        spec.mtbfS = 10 * kHour;
        spec.mttrS = 5 * kHour;
        spec.crews = 1;
        spec.forS = 2000000 * kHour;
        QVERIFY(std::abs(repairmanMeanDown(3, spec.mtbfS, spec.mttrS, 1) - 6.75 / 4.75) < 1e-12);
        QVERIFY(std::abs(runRepairman(spec).meanDown / (6.75 / 4.75) - 1.0) < 0.01);
    }

    void sameSeedSameResult() {
        RepairmanCase spec;
        spec.machines = 20;
        spec.forS = 1000 * kHour;
        spec.mttrS = 600.0;
        const RepairmanResult a = runRepairman(spec), b = runRepairman(spec);
        QCOMPARE(a.meanDown, b.meanDown);
        spec.seed = 2;
        QVERIFY(runRepairman(spec).meanDown != a.meanDown);
    }
};

HEADROOM_TEST(TestRepairQueue)
}  // namespace tst_repair_queue

#include "tst_repair_queue.moc"
