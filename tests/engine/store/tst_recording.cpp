// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"
#include "engine/store/recording.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/child.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sstream>

namespace tst_recording {

using namespace headroom::engine;
using headroom::tests::fileBytes;
namespace fs = std::filesystem;

class TestRecording : public QObject {
    Q_OBJECT

  private slots:

    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void otherFilesAreRefusedUntouched_data();
    void otherFilesAreRefusedUntouched();
    void otherDatabaseIsRefused();
    void missingFileIsNamed();
    void newerSchemaNamesTheVersion();
    void truncatedFileIsDamaged();
    void damageInsideIsSeenWhereItIsRead();
    void viewsAndTriggersOfAFileAreNotUsed();
    void textsThatAreNotUtf8AreWrittenOut();
    void aReplacedRecordingKeepsItsRights();
    void impossibleTimesAreDamage_data();
    void impossibleTimesAreDamage();
    void irregularTimesComeBack();
    void localTimes_data();
    void localTimes();
    void exportHoldsEverything();
    void oldRecordingsHaveNoJobs();
    void exportIntoAFileFails();

  private:
    fs::path path(const char* name = "run.db") const {
        return fs::path(folder_->path().toStdString()) / name;
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

namespace {

std::vector<std::string> linesOf(const fs::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace

void TestRecording::otherFilesAreRefusedUntouched_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << QByteArray("my thesis\n");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("zeros") << QByteArray(8192, '\0');
    QTest::newRow("cut header") << QByteArray("SQLite format 3\0", 16);
    QTest::newRow("header and noise")
        << QByteArray("SQLite format 3\0", 16) + QByteArray(9000, 'x');
}

void TestRecording::otherFilesAreRefusedUntouched() {
    QFETCH(QByteArray, content);
    std::ofstream(path(), std::ios::binary) << content.toStdString();
    const auto recording = Recording::open(path());
    QVERIFY(!recording);
    QCOMPARE(recording.error().code, std::string("STO-011"));
    QCOMPARE(recording.error().file, path().string());
    QCOMPARE(fileBytes(path()), content.toStdString());
    QCOMPARE(std::distance(fs::directory_iterator(path().parent_path()), {}), 1);
}

void TestRecording::otherDatabaseIsRefused() {
    {
        Database other = Database::open(path(), Database::Mode::Create).value();
        QVERIFY(other.exec("CREATE TABLE run (key, value); PRAGMA user_version = 1;").has_value());
    }
    const std::string before = fileBytes(path());
    QCOMPARE(Recording::open(path()).error().code, std::string("STO-011"));
    QVERIFY(fileBytes(path()) == before);
}

void TestRecording::missingFileIsNamed() {
    const auto missing = Recording::open(path("no.db"));
    QCOMPARE(missing.error().code, std::string("STO-010"));
    QCOMPARE(missing.error().file, path("no.db").string());
    QVERIFY(!fs::exists(path("no.db")));
    QCOMPARE(Recording::open(path().parent_path()).error().code, std::string("STO-011"));
}

void TestRecording::newerSchemaNamesTheVersion() {
    recordSample(path(), 3);
    {
        Database database = Database::open(path(), Database::Mode::Write).value();
        QVERIFY(database
                    .exec("PRAGMA user_version = 9;"
                          "UPDATE run SET value = '7.5.1' WHERE key = 'version'")
                    .has_value());
    }
    const auto recording = Recording::open(path());
    QCOMPARE(recording.error().code, std::string("STO-012"));
    QVERIFY(recording.error().message.find("Headroom 7.5.1 (schema 9)") != std::string::npos);
}

void TestRecording::truncatedFileIsDamaged() {
    recordSample(path(), 600);
    const auto size = fs::file_size(path());
    for (const double share : {0.9, 0.5, 0.1}) {
        fs::resize_file(path(), static_cast<std::uintmax_t>(share * static_cast<double>(size)));
        const auto recording = Recording::open(path());
        QVERIFY(!recording);
        QVERIFY2(recording.error().code == "STO-013" || recording.error().code == "STO-011",
                 recording.error().code.c_str());
    }
}

void TestRecording::damageInsideIsSeenWhereItIsRead() {
    recordSample(path(), 600);
    // Every page behind the first tables is struck: whatever is read then is right or an error.
    const auto size = fs::file_size(path());
    {
        std::fstream file(path(), std::ios::binary | std::ios::in | std::ios::out);
        for (std::uintmax_t at = 20000; at < size; at += 8192) {
            file.seekp(static_cast<std::streamoff>(at));
            file << "damage damage damage damage damage";
        }
    }
    const auto recording = Recording::open(path());
    bool seen = !recording.has_value();
    if (recording) {
        for (const RecordedChannel& channel : (*recording)->channels()) {
            const Result<Series> series = (*recording)->series(channel.name);
            seen = seen || (!series && series.error().code == "STO-013");
        }
        const Result<std::vector<Event>> events = (*recording)->events();
        seen = seen || !events;
    }
    QVERIFY(seen);
}

// A file from elsewhere: a table that became a view without end would hang every command, a trigger would act in our name.
void TestRecording::viewsAndTriggersOfAFileAreNotUsed() {
    for (const char* table : {"event", "channel", "run"}) {
        const fs::path file = path((std::string(table) + ".db").c_str());
        recordSample(file, 20);
        {
            auto database = Database::open(file, Database::Mode::Write);
            QVERIFY(database.has_value());
            const std::string name = table;
            QVERIFY(
                database
                    ->exec("DROP TABLE " + name + "; CREATE VIEW " + name +
                           " AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) "
                           "SELECT id, id AS key, id AS value, 0.0 AS time_s FROM n")
                    .has_value());
        }
        auto recording = Recording::open(file);
        if (recording.has_value()) {
            const auto events = (*recording)->events();
            QVERIFY2(!events, table);
            QCOMPARE(events.error().code.c_str(), "STO-013");
        } else {
            QCOMPARE(recording.error().code.c_str(), "STO-013");
        }
    }
    const fs::path file = path("trigger.db");
    auto database = Database::open(file, Database::Mode::Create);
    QVERIFY(database &&
            database
                ->exec("CREATE TABLE a(x); CREATE TABLE b(x); CREATE TRIGGER t AFTER INSERT ON a "
                       "BEGIN INSERT INTO b VALUES (1); END; INSERT INTO a VALUES (1)")
                .has_value());
    QCOMPARE(*database->integer("SELECT count(*) FROM b"), std::int64_t{0});
}

void TestRecording::textsThatAreNotUtf8AreWrittenOut() {
    auto database = Database::open(path("text.db"), Database::Mode::Create);
    QVERIFY(database.has_value());
    QCOMPARE(*database->text("SELECT CAST(x'41ff42' AS TEXT)"), std::string("A\\xffB"));
    QCOMPARE(*database->text("SELECT 'Zürich'"), std::string("Zürich"));
}

void TestRecording::aReplacedRecordingKeepsItsRights() {
    recordSample(path(), 20);
    const auto privately = fs::perms::owner_read | fs::perms::owner_write;
    fs::permissions(path(), privately);
    {
        auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), true).value();
        recorder->sample(0.0, std::vector<double>(sampleChannels().size()));
        QVERIFY(recorder->finish(kSampleSummary).has_value());
    }
    QVERIFY(fs::status(path()).permissions() == privately);
}

void TestRecording::impossibleTimesAreDamage_data() {
    QTest::addColumn<QByteArray>("change");
    QTest::newRow("start long ago") << QByteArray("UPDATE block SET t0_s = -1e300");
    QTest::newRow("endless start") << QByteArray("UPDATE block SET t0_s = 9e999");
    QTest::newRow("endless steps") << QByteArray("UPDATE block SET dt_s = 1e300");
    QTest::newRow("steps back") << QByteArray("UPDATE block SET dt_s = -15");
    QTest::newRow("a word for a time") << QByteArray("UPDATE block SET t0_s = 'soon'");
    QTest::newRow("count below 0") << QByteArray("UPDATE block SET count = -1");
    QTest::newRow("event long ago") << QByteArray("UPDATE event SET time_s = -1e300");
    QTest::newRow("event without end") << QByteArray("UPDATE event SET time_s = 9e999");
    QTest::newRow("late state") << QByteArray("UPDATE keyframe SET time_s = time_s * 1e300");
    QTest::newRow("unit of nothing") << QByteArray("UPDATE channel SET to_si = 0");
}

// A report draws an axis over these times, and once never came to its end.
void TestRecording::impossibleTimesAreDamage() {
    QFETCH(QByteArray, change);
    recordSample(path(), 600);
    {
        Database database = Database::open(path(), Database::Mode::Write).value();
        QVERIFY(database.exec(change.constData()).has_value());
    }
    const auto recording = Recording::open(path());
    QVERIFY(!recording);
    QCOMPARE(recording.error().code, std::string("STO-013"));
}

void TestRecording::irregularTimesComeBack() {
    // A block whose steps differ holds its times as they are, each in all bits.
    std::vector<double> times;
    double time = 0.0;
    for (int i = 0; i < 300; ++i) {
        times.push_back(time);
        time += i % 7 == 0 ? 0.1 : 15.0 / 7.0;
    }
    auto recorder = Recorder::create(path(), sampleInfo(), sampleChannels(), false).value();
    std::vector<double> values(sampleChannels().size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        values.assign(values.size(), static_cast<double>(i));
        recorder->sample(times[i], values);
    }
    QVERIFY(recorder->finish("{}").has_value());
    const auto recording = Recording::open(path()).value();
    const Series series = recording->series("facility/cost_usd").value();
    QVERIFY(series.timeS == times);
    QCOMPARE(recording->lastTimeS(), times.back());
    for (std::size_t i = 0; i < times.size(); ++i) {
        QCOMPARE(series.value[i], static_cast<double>(i));
    }
}

void TestRecording::localTimes_data() {
    QTest::addColumn<QString>("start");
    QTest::addColumn<double>("timeS");
    QTest::addColumn<QString>("text");
    QTest::newRow("start") << "2026-07-01 00:00:00" << 0.0 << "2026-07-01 00:00:00";
    QTest::newRow("new year") << "2026-12-31 23:00:00" << 3600.0 << "2027-01-01 00:00:00";
    QTest::newRow("leap day") << "2028-02-28 12:00:00" << 86400.0 << "2028-02-29 12:00:00";
    QTest::newRow("part of a second") << "2026-07-01T06:00:00" << 0.25 << "2026-07-01 06:00:00.250";
    QTest::newRow("date only") << "2026-07-01" << 60.0 << "2026-07-01 00:01:00";
    QTest::newRow("year of five digits") << "9999-12-31 23:00:00" << 7200.0 << "";
    QTest::newRow("no date") << "tomorrow" << 60.0 << "";
    QTest::newRow("no such date") << "2026-02-30 00:00:00" << 60.0 << "";
    QTest::newRow("not a time") << "2026-07-01 00:00:00" << std::nan("") << "";
}

void TestRecording::localTimes() {
    QFETCH(QString, start);
    QFETCH(double, timeS);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(localTime(start.toStdString(), timeS)), text);
}

void TestRecording::exportHoldsEverything() {
    recordSample(path(), 600);
    const auto recording = Recording::open(path()).value();
    const auto files = exportCsv(*recording, path("out/csv"));
    QVERIFY2(files.has_value(), files ? "" : files.error().message.c_str());
    std::vector<std::string> names;
    for (const fs::path& file : *files) {
        names.push_back(file.filename().string());
    }
    QCOMPARE(names, (std::vector<std::string>{"facility.csv", "halls.csv", "racks_power_kw.csv",
                                              "channels.csv", "events.csv", "jobs.csv",
                                              "job_spans.csv", "run.json"}));

    const auto facility = linesOf(path("out/csv/facility.csv"));
    QCOMPARE(facility.size(), std::size_t{601});
    QCOMPARE(facility[0], std::string("time_s,local_time,it_power_kw,pue,cost_usd,wue_l_per_kwh"));
    // Step 0: 1 MW = 1000 kW. Step 1: + 1e5 sin(1/30) W = 3332.716 W; cost 0.37.
    QCOMPARE(facility[1], std::string("0,2026-12-31 23:00:00,1000,1.25,0,1.8"));
    QCOMPARE(facility[2], std::string("15,2026-12-31 23:00:15,1003.333,1.25,0.37,1.8"));

    const auto halls = linesOf(path("out/csv/halls.csv"));
    QCOMPARE(halls.size(), std::size_t{1 + 2 * 600});
    QCOMPARE(halls[0], std::string("time_s,local_time,hall,it_power_kw,supply_air_c"));
    QCOMPARE(halls[1], std::string("0,2026-12-31 23:00:00,hall-a,4000,24"));
    // A name with a comma is quoted; a quantity that the object lacks is empty.
    QCOMPARE(halls[2], std::string("0,2026-12-31 23:00:00,\"hall, b\",6000,"));

    const auto racks = linesOf(path("out/csv/racks_power_kw.csv"));
    QCOMPARE(racks[0], std::string("time_s,hall-a/R01-01,hall-a/R01-02"));
    QCOMPARE(racks[2], std::string("300,40.02,41"));

    const auto events = linesOf(path("out/csv/events.csv"));
    QCOMPARE(events.size(), std::size_t{61});
    QVERIFY(events[2].find("\"Node of R01-02 failed, \"\"uncorrectable\"\" memory, <1 GB lost.\","
                           "0,hall-a/R01-02") != std::string::npos);

    const auto jobs = linesOf(path("out/csv/jobs.csv"));
    QCOMPARE(jobs, (std::vector<std::string>{
                       "id,name,tenant,accelerator,accelerators,submit_s,submit_local_time",
                       "1,\"a, b\",red,h100-sxm,16,30,2026-12-31 23:00:30"}));
    // What continued at the end reaches to the last sample, 599 x 15 s.
    const auto spans = linesOf(path("out/csv/job_spans.csv"));
    QCOMPARE(spans, (std::vector<std::string>{
                        "job,state,from_s,to_s,accelerators,rack,ended_by", "1,Queued,30,45.5,16,,",
                        "1,Running,45.5,100,16,hall-a/R01-02,0", "1,Queued,100,8985,16,,"}));

    const auto channels = linesOf(path("out/csv/channels.csv"));
    QCOMPARE(channels[1],
             std::string("facility/it_power_kw,IT power,kW,1000,sum of the racks' input power"));

    const std::string run = fileBytes(path("out/csv/run.json"));
    for (const char* part : {"\"seed\": 18446744073709551615", "\"finished\": true",
                             "\"completed\": 2", "\"recorded_s\": 8985.0"}) {
        QVERIFY2(run.find(part) != std::string::npos, part);
    }
}

// A recording of a program that kept no jobs has none, and no error.
void TestRecording::oldRecordingsHaveNoJobs() {
    recordSample(path(), 10);
    {
        auto database = Database::open(path(), Database::Mode::Write).value();
        QVERIFY(database.exec("DROP TABLE jobs; DROP TABLE job_spans;").has_value());
    }
    const auto recording = Recording::open(path()).value();
    QVERIFY(recording->jobs().value().empty());
    QVERIFY(recording->jobSpans().value().empty());
}

void TestRecording::exportIntoAFileFails() {
    recordSample(path(), 3);
    const auto recording = Recording::open(path()).value();
    const auto files = exportCsv(*recording, path());  // the recording itself is no folder
    QVERIFY(!files);
    QCOMPARE(files.error().code, std::string("STO-020"));
}

HEADROOM_TEST(TestRecording)
}  // namespace tst_recording

#include "tst_recording.moc"
