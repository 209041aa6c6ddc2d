// SPDX-License-Identifier: Apache-2.0
#include "engine/run/state/event_queue.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <vector>

namespace tst_event_queue {

using namespace headroom::engine;

class TestEventQueue : public QObject {
    Q_OBJECT

  private slots:

    // By time; two of one instant in the order in which they were queued: 1 s, then 2 s as b, c.
    void soonestFirstThenAsQueued() {
        State state;
        EventQueue queue(state);
        QVERIFY(queue.empty());
        QVERIFY(std::isinf(queue.nextS()));
        queue.push(2.0, JobEvent::Arrival, 10, 0);
        queue.push(2.0, JobEvent::Arrival, 11, 0);
        queue.push(1.0, JobEvent::Schedule, 12, 0, 77, 5);
        QCOMPARE(queue.nextS(), 1.0);
        const QueuedEvent first = queue.pop();
        QCOMPARE(first.a, 12);
        QCOMPARE(first.cause, 77);
        QCOMPARE(first.c, 5);
        QCOMPARE(queue.pop().a, 10);
        QCOMPARE(queue.pop().a, 11);
        QVERIFY(queue.empty());
        QCOMPARE(state.nextOrder, 3);
    }

    // 1500 events wait, twice those of the last look (0) and more than the least (1024): overgrown.
    // Every third is void: 1000 stay, in order, and the queue is no longer overgrown.
    void voidEventsLeave() {
        State state;
        EventQueue queue(state);
        for (int i = 0; i < 1500; ++i) {
            queue.push(1500.0 - i, JobEvent::End, i, 0);
        }
        QVERIFY(queue.isOvergrown());
        queue.revise([](QueuedEvent& e) {
            e.b = 1;
            return e.a % 3 != 0;
        });
        QVERIFY(!queue.isOvergrown());
        QCOMPARE(state.queue.size(), std::size_t{1000});
        double lastS = 0.0;
        while (!queue.empty()) {
            const QueuedEvent e = queue.pop();
            QVERIFY(e.timeS > lastS && e.a % 3 != 0 && e.b == 1);
            lastS = e.timeS;
        }
    }

    // A queue holds nothing next to the State: a copy continues by itself.
    void aCopyOfTheStateIsACopyOfTheQueue() {
        State state;
        EventQueue(state).push(3.0, JobEvent::Arrival, 1, 0);
        State copy = state;
        EventQueue other(copy);
        QCOMPARE(other.pop().a, 1);
        QCOMPARE(EventQueue(state).nextS(), 3.0);
    }
};

}  // namespace tst_event_queue

using tst_event_queue::TestEventQueue;

HEADROOM_TEST(TestEventQueue)
#include "tst_event_queue.moc"
