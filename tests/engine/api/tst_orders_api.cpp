// SPDX-License-Identifier: Apache-2.0
#include "engine/run/order_text.h"
#include "tests/engine/api/served.h"
#include "tests/engine/run/order_table.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_orders_api {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

class TestOrdersApi : public QObject {
    Q_OBJECT

  private slots:

    // Every order of the table that applies is accepted for later; every other is refused with the words of the table.
    void ordersFollowTheTable() {
        Served served(kEveryKind);
        for (const auto& [order, kind] : everyOrder()) {
            const std::string text = orderWords(order, 18000.0);
            const auto answer = served.ask("POST", "/api/v1/orders", Role::Operate,
                                           nlohmann::json{{"order", text}}.dump());
            QVERIFY2(answer.status == (kind != nullptr ? 202U : 422U),
                     (text + ": " + answer.body).c_str());
            const auto body = parseJson<nlohmann::json>(answer.body);
            if (kind == nullptr) {
                QVERIFY2(answer.body.find("RPL-012") != std::string::npos, answer.body.c_str());
                const std::string word(models::wordOf(order.action));
                QVERIFY2(answer.body.find("which does not take " + word) != std::string::npos,
                         answer.body.c_str());
                continue;
            }
            const std::string ticket = std::to_string(body.at("ticket").get<int>());
            QCOMPARE(static_cast<int>(
                         served.ask("DELETE", "/api/v1/orders/" + ticket, Role::Operate).status),
                     204);
        }
    }
};

HEADROOM_TEST(TestOrdersApi)
}  // namespace tst_orders_api

#include "tst_orders_api.moc"
