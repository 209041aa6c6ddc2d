// SPDX-License-Identifier: Apache-2.0
#include "engine/goodput/goodput_question.h"
#include "engine/planning/list/planning_questions.h"
#include "models/workload/checkpoint.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <string>

namespace tst_goodput {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// Checkpoint interval, spares and goodput.
class TestGoodput : public QObject {
    Q_OBJECT

    static PlanningWorld world() {
        PlanningWorld w;
        w.catalogue = std::shared_ptr<const Catalogue>(std::shared_ptr<void>(), &catalogue());
        return w;
    }

    static PlanningAnswer answer(const SpecArguments& arguments) {
        auto result = answerPlanning(goodputQuestion(), arguments, world());
        return result ? *result : PlanningAnswer{};
    }

    static double number(const Sheet& sheet, const char* key, std::size_t row = 0) {
        const auto& cell = sheet.rows.at(row).at(static_cast<std::size_t>(columnIndex(sheet, key)));
        const auto* count = std::get_if<std::int64_t>(&cell);
        return count != nullptr ? static_cast<double>(*count) : std::get<double>(cell);
    }

  private slots:

    // 128 servers at 7.8125 failures in 1,000 server days fail once a day: M = 86,400 s. Stall 0.78 s: Daly's interval is
    // sqrt(2 x 0.78 x 86,400) = 367 s, less 0.78 s. The flat range holds the best one. With repairs of 12 h that all take
    // a server, a = 0.5: B(2, 0.5) = 0.077, B(3, 0.5) = 0.0127, B(4, 0.5) = 0.0016, so that three spares are advised.
    void bestIntervalAndSpares() {
        const PlanningAnswer a = answer({{"cluster", "dgx-h100:1024"},
                                         {"failures_per_1000_server_days", "7.8125"},
                                         {"removal_pct", "100"},
                                         {"repair_h", "12"}});
        QCOMPARE(a.sheets.size(), std::size_t{5});
        const Sheet& s = a.sheets.front();
        QVERIFY(std::abs(number(s, "interruptions_per_day") - 1.0) < 1e-9);
        const double best = number(s, "interval_s");
        QVERIFY2(std::abs(best / models::dalyIntervalS(0.78, 86400.0) - 1.0) < 0.02,
                 std::to_string(best).c_str());
        QVERIFY(number(s, "flat_low_s") < best && best < number(s, "flat_high_s"));
        QCOMPARE(number(s, "spares_advised"), 3.0);
        // E by the law at that interval, with a restart of ten minutes; waiting B(4, 0.5).
        const double law = models::expectedEttr(1.0 / 86400.0, 600.0, best, 0.78);
        QVERIFY(std::abs(number(s, "goodput") - law * (1.0 - 0.00158)) < 1e-4);
    }

    // Fewer spares than advised are taken as stated, and the job waits longer: B(1, 0.5) = 1/3 without any.
    void fewerSpares() {
        const PlanningAnswer a = answer({{"cluster", "dgx-h100:1024"},
                                         {"failures_per_1000_server_days", "7.8125"},
                                         {"removal_pct", "100"},
                                         {"repair_h", "12"},
                                         {"spares", "0"}});
        QVERIFY(std::abs(number(a.sheets.front(), "waiting_share") - 1.0 / 3.0) < 1e-9);
        QVERIFY(!a.isMet);
    }

    // The restart budget reaches the target exactly: a run with that restart has a goodput of 95 %.
    void restartBudget() {
        const SpecArguments asked = {{"cluster", "dgx-h100:1024"},
                                     {"failures_per_1000_server_days", "7.8125"},
                                     {"target_pct", "95"},
                                     {"interval_min", "10"}};
        const double budgetS = number(answer(asked).sheets.front(), "restart_budget_s");
        SpecArguments again = asked;
        again.emplace_back("restart_min", std::to_string(budgetS / 60.0));
        QVERIFY(std::abs(number(answer(again).sheets.front(), "goodput") - 0.95) < 1e-4);
    }

    // Published: Llama 3 405B, 16,384 H100, 54 days: 419 unexpected interruptions are 7.8 a day, more than 90 % of the time
    // effective (arXiv 2407.21783, section 3.3.4). ByteRobust: 9,600 GPUs, warm standbys, 97 % (arXiv 2509.16293).
    void publishedRuns() {
        const PlanningAnswer llama = answer({{"cluster", "dgx-h100:16384"},
                                             {"model", "llama3-405b"},
                                             {"storage_gb_per_s", "2000"}});
        const Sheet& s = llama.sheets.front();
        const double perDay = number(s, "interruptions_per_day");
        QVERIFY2(std::abs(perDay / (419.0 / 54.0) - 1.0) < 0.2, std::to_string(perDay).c_str());
        QVERIFY2(number(s, "goodput") > 0.9, std::to_string(number(s, "goodput")).c_str());
        const PlanningAnswer byte = answer({{"cluster", "dgx-h100:9600"}, {"restart_min", "5"}});
        const double ettr = number(byte.sheets.front(), "goodput");
        QVERIFY2(ettr > 0.96 && ettr < 0.99, std::to_string(ettr).c_str());
    }

    // A hot spare restarts sooner than a cold one, so that it trains more; both hold as many servers.
    void strategies() {
        const PlanningAnswer a = answer({{"cluster", "dgx-h100:16384"}});
        const Sheet& s = a.sheets.at(1);
        const auto row = [&](const std::string& name) {
            for (std::size_t r = 0; r < s.rows.size(); ++r) {
                if (std::get<std::string>(s.rows[r][0]) == name) {
                    return r;
                }
            }
            return s.rows.size();
        };
        QVERIFY(number(s, "goodput", row("Hot spares")) > number(s, "goodput", row("Cold spares")));
        QCOMPARE(number(s, "servers", row("Hot spares")), number(s, "servers", row("Cold spares")));
        QVERIFY(number(s, "goodput", row("Cold spares")) >
                number(s, "goodput", row("Wait for repairs")));
    }

    void errors_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("code");
        QTest::newRow("argument") << "clusters"
                                  << "x"
                                  << "ASK-002";
        QTest::newRow("range") << "confidence_pct"
                               << "120"
                               << "ASK-003";
        QTest::newRow("model") << "model"
                               << "llama9"
                               << "EST-006";
        QTest::newRow("spares") << "spares"
                                << "1.5"
                                << "PLN-008";
        QTest::newRow("rate") << "failures_per_1000_server_days"
                              << "0"
                              << "PLN-007";
        QTest::newRow("profile") << "profile"
                                 << "none"
                                 << "EST-006";
    }

    void errors() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, code);
        const auto result = answerPlanning(
            goodputQuestion(),
            {{"cluster", "dgx-h100:64"}, {key.toStdString(), value.toStdString()}}, world());
        QVERIFY(!result);
        QCOMPARE(result.error().front().code.c_str(), code.toStdString().c_str());
    }

    // Every question has words for all faces, and its first arguments can be read.
    void everyQuestionIsComplete() {
        for (const PlanningQuestion* question : planningQuestions()) {
            QVERIFY(!question->title.empty() && !question->about.empty() &&
                    !question->page.empty());
            for (const models::Attribute& attribute : question->spec->attributes) {
                QVERIFY2(!attribute.doc.empty(), attribute.key.data());
            }
        }
    }
};

HEADROOM_TEST(TestGoodput)

}  // namespace tst_goodput

#include "tst_goodput.moc"
