// SPDX-License-Identifier: Apache-2.0
#include "engine/run/order_text.h"
#include "tests/engine/run/fixture.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/engine/run/order_table.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace tst_order_table {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// Walks the table of orders: text, run and drills of a project agree on what applies to what.
class TestOrderTable : public QObject {
    Q_OBJECT

  private slots:

    // Rows that menus leave out name an action whose row they offer for the same parts. Rows with amounts say them in words.
    void rowsAreWhole() {
        std::set<std::pair<models::DrillAction, int>> seen;
        for (const OrderKind& kind : orderKinds()) {
            QVERIFY(!kind.done.empty());
            QCOMPARE(kind.title.empty(), kind.instead.has_value());
            QCOMPARE(kind.amounts.empty(), kind.amountTitle.empty());
            QCOMPARE(kind.amounts.empty(), kind.amountDone.empty());
            for (const OrderTarget target : everyTarget()) {
                if (!kind.appliesTo(target)) {
                    continue;
                }
                // One row for each action and kind of part.
                QVERIFY(seen.emplace(kind.action, static_cast<int>(target)).second);
                const OrderKind* offered = kind.instead ? orderKind(*kind.instead, target) : &kind;
                QVERIFY(offered != nullptr && !offered->instead);
            }
        }
        for (const double amount :
             orderKind(models::DrillAction::Flap, OrderTarget::Cables)->amounts) {
            QVERIFY(amount > 0.0 && amount < 1.0);
        }
        QCOMPARE(orderKind(models::DrillAction::Leak, OrderTarget::Coolant)->titleOf("2 %"),
                 std::string("2 % of the Flow"));
    }

    // An order that applies reads from its text as it is written, and the run takes it. One that does not is refused with the
    // words of the table.
    void textAndRunFollowTheTable() {
        auto s = simulator(scenario(kEveryKind));
        s->step();
        for (const auto& [order, kind] : everyOrder()) {
            const std::string text = orderWords(order, 18000.0);
            const auto read = orderFromText(text, 0.0);
            QVERIFY2(read.has_value(), text.c_str());
            QCOMPARE(read->timeS, 18000.0);
            QCOMPARE(orderWords(std::get<PlantOrder>(read->what), read->timeS), text);
            const auto target = orderTarget(s->plant(), std::get<PlantOrder>(read->what));
            QVERIFY2(target.has_value(), text.c_str());
            QCOMPARE(orderKind(order.action, *target), kind);
            const auto invalid = s->misfit(*read);
            QVERIFY2(invalid.has_value() == (kind == nullptr),
                     (text + (invalid ? ": " + invalid->what : std::string())).c_str());
            if (kind == nullptr) {
                QCOMPARE(invalid->what, invalidOrder(order, *target).what);
                QCOMPARE(invalid->remedy, invalidOrder(order, *target).remedy);
            }
        }
    }

    // The same orders as drills of a project: it compiles without those that do not apply, and each of these is an error with
    // the words of the table.
    void drillsFollowTheTable() {
        Project good = scenario(kEveryKind);
        removeAll(good, "drill");
        Project faulty = good;
        const auto s = simulator(good);
        std::vector<std::string> refused;
        std::size_t taken = 0;
        for (const auto& [order, kind] : everyOrder()) {
            models::DrillSpec spec;
            spec.atS = 60.0;
            spec.order = order;
            Project& project = kind != nullptr ? good : faulty;
            const std::string id = "walk-" + std::to_string(taken + refused.size());
            add(project, "drill", id, {});
            Object& object = project.objects.back();
            for (std::size_t i = 0; i < object.values.size(); ++i) {
                const models::Attribute& attribute = object.type->attributes[i];
                object.values[i] = attribute.get(attribute, &spec);
            }
            if (kind != nullptr) {
                ++taken;
            } else {
                refused.push_back(invalidOrder(order, *orderTarget(s->plant(), order)).what);
            }
        }
        const auto compiled = Simulator::create(good, catalogue(), {});
        QVERIFY2(compiled.has_value(), compiled ? "" : compiled.error().front().text().c_str());
        QCOMPARE((*compiled)->plant().drills.size(), taken);
        const auto bad = Simulator::create(faulty, catalogue(), {});
        QVERIFY(!bad.has_value());
        QCOMPARE(bad.error().size(), refused.size());
        for (const Error& error : bad.error()) {
            QVERIFY2(error.code == "SIM-028" || error.code == "SIM-024", error.text().c_str());
            QVERIFY2(std::any_of(refused.begin(), refused.end(),
                                 [&](const std::string& what) {
                                     return error.message.find(what) != std::string::npos;
                                 }),
                     error.text().c_str());
        }
    }
};

HEADROOM_TEST(TestOrderTable)
}  // namespace tst_order_table

#include "tst_order_table.moc"
