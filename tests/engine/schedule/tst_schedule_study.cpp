// SPDX-License-Identifier: Apache-2.0
#include "engine/planning/planning_question.h"
#include "engine/schedule/schedule_question.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <string>

namespace tst_schedule_study {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// Policies on a log, with teams, money, energy and other pools.
class TestScheduleStudy : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    /// Two teams on 8 accelerators: "a" runs 8 for an hour from 0, "b" comes with 4 for an hour after 10 min.
    QString log() {
        const QString file = folder_.filePath("log.csv");
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly)) {
            qFatal("no log");
        }
        out.write("submit_s,duration_s,num_gpus,user\n0,3600,8,a\n600,3600,4,b\n");
        return file;
    }

    ScheduleStudy study() {
        ScheduleStudy s;
        s.trace = log().toStdString();
        s.accelerators = 8;
        s.policies = {*namedPolicy("fifo")};
        s.replay.checkpointS = 1800.0;
        s.replay.restartS = 300.0;
        return s;
    }

    static double number(const Sheet& sheet, const char* key, std::size_t row = 0) {
        const auto& cell = sheet.rows.at(row).at(static_cast<std::size_t>(columnIndex(sheet, key)));
        const auto* count = std::get_if<std::int64_t>(&cell);
        return count != nullptr ? static_cast<double>(*count) : std::get<double>(cell);
    }

  private slots:

    // b starts when a ends: it waits 3,000 s, and all is done after 7,200 s. Held: 8 x 3,600 + 4 x 3,600 = 43,200 of
    // 8 x 7,200 = 57,600 accelerator s, a use of 3/4. At 2 USD an hour: 16 accelerator h = 32 USD, a quarter of it idle,
    // 2 / 0.75 USD a useful hour. Waiting: 3,000 s at 60 USD an hour = 50 USD. Energy with 800 W held, 200 W idle and a PUE
    // of 1.5: 1.5 x (800 x 12 h + 200 x 4 h) = 15,600 Wh.
    void moneyAndEnergy() {
        ScheduleStudy s = study();
        s.terms = {2.0, 60.0, 800.0, 200.0, 1.5};
        const auto answer = answerSchedule(s);
        QVERIFY(answer.has_value());
        const auto sheets = scheduleSheets(*answer, s);
        QCOMPARE(sheets.size(), std::size_t{2});
        const Sheet& cost = sheets[1];
        QCOMPARE(number(cost, "pool_usd"), 32.0);
        QCOMPARE(number(cost, "idle_usd"), 8.0);
        QCOMPARE(number(cost, "lost_usd"), 0.0);
        QVERIFY(std::abs(number(cost, "useful_usd_per_hour") - 2.0 / 0.75) < 1e-9);
        QVERIFY(std::abs(number(cost, "waiting_usd") - 50.0) < 1e-9);
        QVERIFY(std::abs(number(cost, "energy_j") - 15600.0 * 3600.0) < 1e-3);
    }

    // Terms that are not stated leave their figures unknown, and no terms leave out the sheet.
    void whatIsNotStated() {
        ScheduleStudy s = study();
        QCOMPARE(scheduleSheets(*answerSchedule(s), s).size(), std::size_t{1});
        s.terms.usdPerHour = 2.0;
        const auto sheets = scheduleSheets(*answerSchedule(s), s);
        QVERIFY(std::isnan(number(sheets[1], "energy_j")));
        QVERIFY(std::isnan(number(sheets[1], "waiting_usd")));
    }

    // Team a has two thirds of the work and does not wait; b completes after 6,600 s of 3,600 s.
    void teams() {
        ScheduleStudy s = study();
        s.byTeam = true;
        const Sheet sheet = scheduleSheets(*answerSchedule(s), s).at(1);
        QCOMPARE(sheet.rows.size(), std::size_t{2});
        QVERIFY(std::abs(number(sheet, "work_share", 0) - 2.0 / 3.0) < 1e-9);
        QCOMPARE(number(sheet, "mean_wait_s", 0), 0.0);
        QCOMPARE(number(sheet, "mean_wait_s", 1), 3000.0);
        QVERIFY(std::abs(number(sheet, "bounded_slowdown", 1) - 6600.0 / 3600.0) < 1e-9);
    }

    // With 12 accelerators nobody waits; with 4 the job of 8 is refused.
    void otherPools() {
        ScheduleStudy s = study();
        s.pools = {4, 12};
        const Sheet sheet = scheduleSheets(*answerSchedule(s), s).at(1);
        QCOMPARE(sheet.rows.size(), std::size_t{3});
        QCOMPARE(number(sheet, "mean_wait_s", 0), 1500.0);
        QCOMPARE(number(sheet, "refused", 1), 1.0);
        QCOMPARE(number(sheet, "mean_wait_s", 2), 0.0);
    }

    // The question of window and Python gives the figures of the study.
    void theQuestionIsTheStudy() {
        PlanningWorld world;
        world.catalogue = std::shared_ptr<const Catalogue>(std::shared_ptr<void>(), &catalogue());
        const std::string file = log().toStdString();
        const auto answer = answerPlanning(scheduleQuestion(),
                                           {{"trace", file},
                                            {"accelerators", "8"},
                                            {"policy", "fifo"},
                                            {"pools", "12"},
                                            {"usd_per_hour", "2"}},
                                           world);
        QVERIFY2(answer.has_value(), answer ? "" : text(answer.error()).c_str());
        QCOMPARE(answer->sheets.size(), std::size_t{4});
        QCOMPARE(number(answer->sheets[1], "pool_usd"), 32.0);
        for (const PlanningChart& chart : answer->charts) {
            const auto sheet =
                std::find_if(answer->sheets.begin(), answer->sheets.end(),
                             [&](const Sheet& each) { return each.name == chart.sheet; });
            QVERIFY(sheet != answer->sheets.end());
            QVERIFY(columnIndex(*sheet, chart.x) >= 0 && columnIndex(*sheet, chart.y) >= 0);
        }
        const auto wrong = answerPlanning(
            scheduleQuestion(), {{"trace", file}, {"accelerators", "8"}, {"pools", "many"}}, world);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().front().code.c_str(), "PLN-012");
    }
};

HEADROOM_TEST(TestScheduleStudy)

}  // namespace tst_schedule_study

#include "tst_schedule_study.moc"
