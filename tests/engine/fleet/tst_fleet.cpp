// SPDX-License-Identifier: Apache-2.0
#include "engine/fleet/fleet_question.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <string>

namespace tst_fleet {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// Fleets for a number of chats a day.
class TestFleet : public QObject {
    Q_OBJECT

    static PlanningWorld world() {
        PlanningWorld w;
        w.catalogue = std::shared_ptr<const Catalogue>(std::shared_ptr<void>(), &catalogue());
        return w;
    }

    static double number(const Sheet& sheet, const char* key, std::size_t row = 0) {
        const auto& cell = sheet.rows.at(row).at(static_cast<std::size_t>(columnIndex(sheet, key)));
        const auto* count = std::get_if<std::int64_t>(&cell);
        return count != nullptr ? static_cast<double>(*count) : std::get<double>(cell);
    }

  private slots:

    // 864,000 chats a day are 10 a second. Rent of a million output tokens: price x accelerators / (10/s x mean answer),
    // 1e6 / 3600 of it. The fleet meets the limits at twice that rate.
    void costFollowsFromTheFleet() {
        const auto answer = answerPlanning(fleetQuestion(),
                                           {{"model", "llama3-8b"},
                                            {"on", "h100-sxm:64"},
                                            {"chats_per_day", "864000"},
                                            {"output_tokens", "200"},
                                            {"usd_per_hour", "3"}},
                                           world());
        QVERIFY2(answer.has_value(), answer ? "" : text(answer.error()).c_str());
        QVERIFY(answer->isMet);
        const Sheet& s = answer->sheets.front();
        const double n = number(s, "accelerators");
        QVERIFY(n >= 1.0 && number(s, "attainment") >= 0.95);
        const double usd = 3.0 / 3600.0 * n / (10.0 * 200.0) * 1e6;
        QVERIFY2(std::abs(number(s, "usd_per_million") / usd - 1.0) < 0.02,
                 std::to_string(number(s, "usd_per_million")).c_str());
        QVERIFY(number(s, "usd_low") < usd && usd < number(s, "usd_high"));
        QVERIFY(number(s, "accelerators_low") <= n && n <= number(s, "accelerators_high"));
        QVERIFY(number(s, "mean_w") <= number(s, "peak_w") * 1.001);
    }

    // Users of ten chats each are as many chats, and more traffic needs no fewer accelerators.
    void usersAreChats() {
        const auto ask = [&](const char* key, const char* value) {
            const auto answer = answerPlanning(
                fleetQuestion(), {{"model", "llama3-8b"}, {"on", "h100-sxm:64"}, {key, value}},
                world());
            return number(answer->sheets.front(), "accelerators");
        };
        QCOMPARE(ask("users_per_day", "50000"), ask("chats_per_day", "500000"));
        QVERIFY(ask("chats_per_day", "4000000") > ask("chats_per_day", "500000"));
    }

    // Clients that ask again: answers of 200 tokens on average, so that a request is 200 tokens. More clients bring no fewer
    // tokens, and the interval holds the estimate. The stated number is the fourth row of 1/8, 1/4, 1/2, 1 and 2 of it.
    void clientsAskAgain() {
        const auto answer = answerPlanning(fleetQuestion(),
                                           {{"model", "llama3-8b"},
                                            {"on", "h100-sxm:64"},
                                            {"chats_per_day", "864000"},
                                            {"output_tokens", "200"},
                                            {"clients", "64"}},
                                           world());
        QVERIFY2(answer.has_value(), answer ? "" : text(answer.error()).c_str());
        QCOMPARE(answer->sheets.size(), std::size_t{3});
        const Sheet& s = answer->sheets[2];
        QCOMPARE(s.rows.size(), std::size_t{5});
        QCOMPARE(number(s, "clients", 3), 64.0);
        for (std::size_t row = 0; row < s.rows.size(); ++row) {
            const double tokens = number(s, "tokens_per_s", row);
            QVERIFY(number(s, "tokens_low", row) < tokens &&
                    tokens < number(s, "tokens_high", row));
            QVERIFY(row == 0 || tokens >= 0.999 * number(s, "tokens_per_s", row - 1));
            QVERIFY(std::abs(number(s, "requests_per_s", row) / (tokens / 200.0) - 1.0) < 0.02);
        }
    }

    // A kind that cannot hold the model is a row with its reason; the answer is not met if no other can.
    void aModelThatDoesNotFit() {
        const auto answer = answerPlanning(
            fleetQuestion(),
            {{"model", "llama3-405b"}, {"on", "h100-sxm:1"}, {"chats_per_day", "1000"}}, world());
        QVERIFY(answer && !answer->isMet);
        const Sheet& s = answer->sheets.front();
        const auto note = static_cast<std::size_t>(columnIndex(s, "note"));
        QVERIFY(!std::get<std::string>(s.rows.front().at(note)).empty());
    }

    void nothingToServe() {
        const auto answer = answerPlanning(fleetQuestion(),
                                           {{"model", "llama3-8b"}, {"on", "h100-sxm:8"}}, world());
        QVERIFY(!answer);
        QCOMPARE(answer.error().front().code.c_str(), "PLN-009");
    }
};

HEADROOM_TEST(TestFleet)

}  // namespace tst_fleet

#include "tst_fleet.moc"
