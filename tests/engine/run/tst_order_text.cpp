// SPDX-License-Identifier: Apache-2.0
#include "engine/run/order_text.h"
#include "tests/support/test_program.h"

#include <cmath>

namespace tst_order_text {

using namespace headroom;
using namespace headroom::engine;

class TestOrderText : public QObject {
    Q_OBJECT

  private slots:

    // What is written of an order reads as the same order.
    void wordsReadAsTheOrderThatTheyAreOf_data() {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* given, const char* words) {
            QTest::newRow(given) << given << words;
        };
        row("fail ups", "fail ups");
        row("open ups-a/2 incomer 1 for 5min", "open ups-a/2 incomer 1 for 300.000s");
        row("fail htw pumps count 1", "fail htw pumps count 1");
        row("stick cdus/3 valve amount 75%", "stick cdus/3 valve amount 75%");
        row("degrade fabric-1 link/12 amount 50%", "degrade fabric-1/12 link amount 50%");
        row("fail row-a/3 rack", "fail row-a/3 rack");
        row("mistake main", "mistake main");
    }

    void wordsReadAsTheOrderThatTheyAreOf() {
        QFETCH(QString, given);
        QFETCH(QString, words);
        const auto command = orderFromText(given.toStdString(), 10.0);
        QVERIFY(command.has_value());
        const auto& order = std::get<PlantOrder>(command->what);
        QCOMPARE(orderWords(order).c_str(), words.toStdString().c_str());
        const auto again = orderFromText(orderWords(order, 3600.5), 10.0);
        QVERIFY(again.has_value());
        QCOMPARE(again->timeS, 3600.5);
        const auto& read = std::get<PlantOrder>(again->what);
        QCOMPARE(read.action, order.action);
        QCOMPARE(read.unit.c_str(), order.unit.c_str());
        QCOMPARE(read.instance, order.instance);
        QCOMPARE(read.machine, order.machine);
        QCOMPARE(read.part, order.part);
        QCOMPARE(read.level, order.level);
        QCOMPARE(read.count, order.count);
        QCOMPARE(read.incomer, order.incomer);
        QCOMPARE(std::isnan(read.amount), std::isnan(order.amount));
        QVERIFY(std::isnan(order.amount) || std::abs(read.amount - order.amount) < 1e-9);
        QCOMPARE(std::isnan(read.durationS), std::isnan(order.durationS));
        QVERIFY(std::isnan(order.durationS) || std::abs(read.durationS - order.durationS) < 1e-3);
    }

    void jobsAreNamedByTheirNumber() {
        const auto command = orderFromText("hold job 12", 0.0);
        QVERIFY(command.has_value());
        JobOrder order = std::get<JobOrder>(command->what);
        QCOMPARE(orderWords(order).c_str(), "hold job 12");
        // What words cannot say is not said wrongly.
        order.action = JobAction::Submit;
        QVERIFY(orderWords(order).empty());
        order.action = JobAction::Preempt;
        order.checkpointFirst = true;
        QCOMPARE(orderWords(order).c_str(), "preempt job 12 after checkpoint");
        const auto gentle = orderFromText("preempt job 12 after checkpoint at 90s", 0.0);
        QVERIFY(gentle.has_value());
        QCOMPARE(gentle->timeS, 90.0);
        QVERIFY(std::get<JobOrder>(gentle->what).checkpointFirst);
        for (const char* text : {"preempt job 12 after", "preempt job 12 after lunch",
                                 "hold job 12 after checkpoint"}) {
            QVERIFY2(!orderFromText(text, 0.0), text);
        }
    }
};

HEADROOM_TEST(TestOrderText)
}  // namespace tst_order_text

#include "tst_order_text.moc"
