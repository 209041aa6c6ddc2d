// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/replay.h"
#include "engine/store/database.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

namespace tst_replay {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

PlantOrder failure(const std::string& unit, double durationS) {
    PlantOrder order;
    order.unit = unit;
    order.durationS = durationS;
    return order;
}

std::shared_ptr<const std::string> withSetpoint(Project project, double setpointC) {
    set(project, "warm", "supply_setpoint_c", setpointC);
    return std::make_shared<const std::string>(projectText(project));
}

}  // namespace

class TestReplay : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;

    std::filesystem::path file(const char* name) const {
        return folder_.filePath(name).toStdString();
    }

  private slots:

    // Two hours of runs in which breakers transfer, pumps coast, jobs write checkpoints and leave,
    // and people act. The state of an instant is the one that the run had: its hash, at instants in
    // the middle between kept states (every ten minutes), just before and just after each command.
    void everyInstantIsExact_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("people");
        for (const char* name :
             {"feed-loss-2n", "cascading-cooling", "train-and-serve", "two-site-training"}) {
            QTest::newRow(name) << name << false;
        }
        QTest::newRow("tour-small-hall, with people") << "tour-small-hall" << true;
    }

    void everyInstantIsExact() {
        QFETCH(QString, name);
        QFETCH(bool, people);
        const Project project = scenario(name.toStdString());
        std::vector<Command> commands;
        if (people) {
            JobOrder kill;
            kill.action = JobAction::Kill;
            kill.job = 3;
            commands = {{1200.0, failure("ups", 900.0)},
                        {1215.0, kill},
                        {2400.0, DesignChange{withSetpoint(project, 29.0), "Set-point 29 °C"}},
                        {2400.0, failure("cdus", 300.0)},
                        {4800.0, DesignChange{withSetpoint(project, 31.0), "Set-point 31 °C"}}};
        }
        const RecordedRun run = record(project, file("exact.db"), 7200.0, commands);
        const auto replay = replayOf(file("exact.db"));
        for (const double timeS : {15.0, 300.0, 1200.0, 1215.0, 1230.0, 2400.0, 2415.0, 2700.0,
                                   3615.0, 4785.0, 4800.0, 4815.0, 7185.0, 7200.0}) {
            const auto moment = replay->at(timeS);
            QVERIFY2(moment.has_value(), moment ? "" : text(moment.error()).c_str());
            QCOMPARE(moment->simulator->timeS(), timeS);
            QCOMPARE(moment->simulator->stateHash(), run.hashAt.at(timeS));
        }
        // States at 0, 600, ... 7200 s: twelve stretches.
        QCOMPARE(replay->verify().value_or(-1), 12);
    }

    // What the options of the run named instead of the project's own goes along with the recording:
    // the files may be gone when it is opened.
    void optionsAndFilesGoAlong() {
        const Project project = scenario("tour-small-hall");
        const QString trace = folder_.filePath("jobs.swf");
        QFile out(trace);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(
            "1 30 0 900 16 -1 -1 16 900 -1 1 1 1 1 1 -1 -1 -1\n"
            "2 45 0 600 8 -1 -1 8 600 -1 1 1 1 1 1 -1 -1 -1\n");
        out.close();
        RunOptions options;
        options.seed = 7;
        options.stepS = 30.0;
        options.traceFile = trace.toStdString();
        const RecordedRun run = record(project, file("given.db"), 1800.0, {}, options);
        QVERIFY(QFile::remove(trace));
        const auto replay = replayOf(file("given.db"));
        const auto moment = replay->at(930.0);
        QVERIFY2(moment.has_value(), moment ? "" : text(moment.error()).c_str());
        QCOMPARE(moment->simulator->stateHash(), run.hashAt.at(930.0));
    }

    // A recording from elsewhere reads no other file of this machine: one that it names and does not hold is missing.
    void filesThatItDoesNotHoldAreMissing() {
        record(scenario("tour-small-hall"), file("names.db"), 60.0);
        const QString weather = folder_.filePath("hot.epw");
        QFile out(weather);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("this is here");
        out.close();
        {
            auto database = Database::open(file("names.db"), Database::Mode::Write);
            QVERIFY(database
                        ->exec("UPDATE run SET value = json_set(value, '$.site.weather_file', '" +
                               weather.toStdString() + "') WHERE key = 'project_text'")
                        .has_value());
        }
        const auto replay = Replay::open(opened(file("names.db")), shippedParts());
        QVERIFY2(replay.has_value(), replay ? "" : text(replay.error()).c_str());
        const auto moment = (*replay)->at(30.0);
        QVERIFY(!moment.has_value());
        QVERIFY(text(moment.error()).find("hot.epw") != std::string::npos);
        QVERIFY2(text(moment.error()).find(folder_.path().toStdString()) == std::string::npos,
                 text(moment.error()).c_str());
    }

    // A file outside the project's folder that the run read goes along too, and may be gone when the recording is opened.
    void filesElsewhereGoAlong() {
        const QString load = folder_.filePath("away.csv");
        Project project = scenario("frontier-day");
        QVERIFY(
            QFile::copy(QString::fromStdString((project.folder() / "load.csv").string()), load));
        set(project, "day", "file", load.toStdString());
        const RecordedRun run = record(project, file("away.db"), 600.0);
        QVERIFY(QFile::remove(load));
        const auto replay = replayOf(file("away.db"));
        const auto moment = replay->at(590.0);
        QVERIFY2(moment.has_value(), moment ? "" : text(moment.error()).c_str());
        QCOMPARE(moment->simulator->stateHash(), run.hashAt.at(moment->simulator->timeS()));
    }

    // Two inputs of one place, the first a link to a large file of this machine: the second is not written through it.
    void inputsAreNotWrittenThroughLinks() {
        record(scenario("tour-small-hall"), file("twice.db"), 60.0);
        const std::filesystem::path large = file("large.csv");
        std::ofstream(large).close();
        std::filesystem::resize_file(large, kMostInputBytes + 1);
        {
            auto database = Database::open(file("twice.db"), Database::Mode::Write);
            QVERIFY(database
                        ->exec("INSERT INTO input VALUES ('./x.csv', '" + large.string() + "', " +
                               std::to_string(kMostInputBytes + 1) +
                               ", 0, NULL), ('x.csv', '/x.csv', 2, 0, x'6162')")
                        .has_value());
        }
        const auto replay = Replay::open(opened(file("twice.db")), shippedParts());
        QVERIFY2(replay.has_value(), replay ? "" : text(replay.error()).c_str());
        QCOMPARE(std::filesystem::file_size(large), kMostInputBytes + 1);
    }

    // Between two steps the state is that of the step before; what is not in the recording is told.
    void timesBetweenAndBeyond() {
        const RecordedRun run = record(scenario("tour-small-hall"), file("short.db"), 600.0);
        const auto replay = replayOf(file("short.db"));
        QCOMPARE(replay->at(100.0)->simulator->timeS(), 90.0);
        QCOMPARE(replay->at(0.0)->simulator->timeS(), 0.0);
        QCOMPARE(replay->at(601.0).error().front().code, std::string{"RPL-004"});
        QCOMPARE(replay->at(-1.0).error().front().code, std::string{"RPL-004"});
        const std::atomic<bool> cancelled{true};
        QCOMPARE(replay->at(300.0, &cancelled).error().front().code, std::string{"RPL-005"});
    }

    // What cannot come to the same is refused before anything runs.
    void recordingsThatCannotBeMadeAgain_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("code");
        QTest::newRow("older version") << "DROP TABLE command"
                                       << "RPL-001";
        QTest::newRow("no state") << "DELETE FROM keyframe"
                                  << "RPL-001";
        QTest::newRow("another version") << "UPDATE run SET value = '0.0.9' WHERE key = 'version'"
                                         << "RPL-002";
        QTest::newRow("other parts")
            << "UPDATE run SET value = '0123456789abcdef' WHERE key = 'catalogue'"
            << "RPL-002";
        QTest::newRow("a command that is none")
            << "INSERT INTO command (time_s, kind, data) VALUES (30, 'plant', '{\"action\": 7}')"
            << "STO-013";
        QTest::newRow("an input that is cut")
            << "INSERT INTO input VALUES ('x.csv', '/x.csv', 100, 3, x'00')"
            << "STO-013";
        QTest::newRow("a large file that is gone")
            << "INSERT INTO input VALUES ('x.csv', '/not/there.csv', 100000000, 0, NULL)"
            << "RPL-003";
        QTest::newRow("a project that is none")
            << "UPDATE run SET value = '{' WHERE key = 'project_text'"
            << "PRJ-002";
    }

    void recordingsThatCannotBeMadeAgain() {
        QFETCH(QString, sql);
        QFETCH(QString, code);
        record(scenario("tour-small-hall"), file("bad.db"), 60.0);
        {
            auto database = Database::open(file("bad.db"), Database::Mode::Write);
            QVERIFY(database.has_value());
            QVERIFY(database->exec(sql.toStdString()).has_value());
        }
        const auto replay = Replay::open(opened(file("bad.db")), shippedParts());
        QVERIFY(!replay.has_value());
        QCOMPARE(QString::fromStdString(replay.error().front().code), code);
    }
};

HEADROOM_TEST(TestReplay)
}  // namespace tst_replay

#include "tst_replay.moc"
