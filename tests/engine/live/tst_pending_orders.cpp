// SPDX-License-Identifier: Apache-2.0
#include "engine/live/pending_orders.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_pending_orders {

using namespace headroom::engine;

namespace {

PlantOrder orderTo(const char* unit) {
    PlantOrder order;
    order.unit = unit;
    return order;
}

QStringList unitsOf(const std::vector<PendingOrder>& orders) {
    QStringList units;
    for (const PendingOrder& pending : orders) {
        units << QString::fromStdString(pending.order.unit);
    }
    return units;
}

}  // namespace

class TestPendingOrders : public QObject {
    Q_OBJECT

  private slots:

    // By time; b and c, both at 20 s, in the order in which they came.
    void areInTheOrderOfTime() {
        PendingOrders orders;
        orders.add(20.0, orderTo("b"));
        orders.add(20.0, orderTo("c"));
        orders.add(10.0, orderTo("a"));
        QCOMPARE(unitsOf(orders.all()), (QStringList{"a", "b", "c"}));
    }

    // At 10 s that of 10 s is due and no other; it is given once.
    void areGivenOnce() {
        PendingOrders orders;
        orders.add(10.0, orderTo("a"));
        orders.add(20.0, orderTo("b"));
        QCOMPARE(unitsOf(orders.takeDue(9.0)), QStringList());
        QCOMPARE(unitsOf(orders.takeDue(10.0)), QStringList{"a"});
        QCOMPARE(unitsOf(orders.takeDue(10.0)), QStringList());
        QCOMPARE(unitsOf(orders.all()), QStringList{"b"});
    }

    // A ticket names one order, for ever: a later order has another one.
    void areCancelledByTicket() {
        PendingOrders orders;
        const int first = orders.add(10.0, orderTo("a"));
        const int second = orders.add(10.0, orderTo("b"));
        orders.cancel(first);
        orders.cancel(first);
        QCOMPARE(unitsOf(orders.all()), QStringList{"b"});
        const int third = orders.add(10.0, orderTo("c"));
        QVERIFY(third != first && third != second);
    }
};

HEADROOM_TEST(TestPendingOrders)
}  // namespace tst_pending_orders

#include "tst_pending_orders.moc"
