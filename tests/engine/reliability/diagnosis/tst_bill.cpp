// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/diagnosis/bill.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_bill {

using namespace headroom::engine;

namespace {

Event told(std::int64_t id, std::int64_t cause) {
    return {id, static_cast<double>(id), EventKind::Trip, "s", "t", cause, -1, -1,
            -1, EventArea::Servers};
}

Loss loss(std::int64_t event, LossKind kind, double acceleratorS, double tokens = 0.0,
          double energyJ = 0.0, double usd = 0.0) {
    return {event, 1, kind, 0.0, 1.0, acceleratorS, tokens, energyJ, usd};
}

}  // namespace

class TestBill : public QObject {
    Q_OBJECT

  private slots:

    /// 0 -> 1 -> 2 and 3 -> 4; one loss that continues, one whose event is not there.
    void rootsSumToTheTotal() {
        auto story = std::make_shared<Story>(*storyOf(
            {told(0, -1), told(1, 0), told(2, 1), told(3, -1), told(4, 3)},
            {loss(2, LossKind::Redone, 100.0, 1000.0, 50.0, 0.5), loss(1, LossKind::Slowed, 10.0),
             loss(2, LossKind::OutOfService, 500.0), loss(99, LossKind::Hung, 7.0)}));
        story->open = {loss(4, LossKind::Waiting, 40.0, 400.0)};
        EventGraph graph;
        graph.follow(story);
        const Bill bill(graph, 0.01);

        // Work: 100 + 10 + 7 + 40; capacity is told beside.
        QCOMPARE(bill.total().workS(), 157.0);
        QCOMPARE(bill.total().outS(), 500.0);
        QCOMPARE(bill.unexplained().workS(), 7.0);
        QVERIFY(!bill.unexplained().isEmpty() && bill.of(77).isEmpty());
        QCOMPARE(bill.of(0).workS(), 110.0);
        QCOMPARE(bill.of(1).workS(), 110.0);
        QCOMPARE(bill.of(2).workS(), 100.0);
        QCOMPARE(bill.own(1).workS(), 10.0);
        QCOMPARE(bill.own(0).workS(), 0.0);
        QCOMPARE(bill.of(3).tokens, 400.0);
        QCOMPARE(bill.of(77).workS(), 0.0);
        // 110 accelerator seconds at a cent each, and half a dollar of energy.
        QVERIFY(std::abs(bill.of(0).usd() - 1.6) < 1e-12);

        BillSum sum = bill.unexplained();
        const auto roots = bill.roots();
        QCOMPARE(roots.size(), std::size_t{2});
        QCOMPARE(roots.front().root, std::int64_t{0});
        for (const Bill::Line& line : roots) {
            sum.add(line.sum);
        }
        QCOMPARE(sum.workS(), bill.total().workS());
        QCOMPARE(sum.outS(), bill.total().outS());
        QCOMPARE(sum.tokens, bill.total().tokens);
        QVERIFY(std::abs(sum.usd() - bill.total().usd()) < 1e-12);
    }
};

HEADROOM_TEST(TestBill)
}  // namespace tst_bill

#include "tst_bill.moc"
