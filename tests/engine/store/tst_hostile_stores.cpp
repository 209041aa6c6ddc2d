// SPDX-License-Identifier: Apache-2.0
#include "engine/store/computed_tables.h"
#include "engine/store/database.h"
#include "engine/store/study_database.h"
#include "engine/telemetry/telemetry_store.h"
#include "engine/twin/alarm_book.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <string>

namespace tst_hostile_stores {

using namespace headroom::engine;
namespace fs = std::filesystem;

namespace {

TelemetryMap mapOfOne() {
    auto map = parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
        {"id": "p", "column": "p", "channel": "facility/it_power_kw", "unit": "kW"}]})",
                                 "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

/// A view without end in place of a table, with its columns.
std::string endless(const std::string& table, const std::string& columns) {
    return "DROP TABLE " + table + "; CREATE VIEW " + table + "(" + columns +
           ") AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT ";
}

void change(const fs::path& file, const std::string& sql) {
    auto database = Database::open(file, Database::Mode::Write);
    const auto done = database ? database->exec(sql) : Result<void>();
    if (!database || !done) {
        qFatal("%s", database ? done.error().text().c_str() : database.error().text().c_str());
    }
}

}  // namespace

/// Files of SQLite that others may have made: studies and stores of telemetry. The rules of recordings hold for them.
class TestHostileStores : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    void makeStudy(const fs::path& file) {
        auto study = StudyDatabase::write(file, "s", "{}");
        QVERIFY2(study.has_value(), study ? "" : study.error().text().c_str());
    }

    void makeStore(const fs::path& file) {
        auto store = TelemetryStore::open(file, mapOfOne());
        QVERIFY2(store.has_value(), store ? "" : store.error().text().c_str());
        std::vector<Stored> became;
        QVERIFY((*store)->append(std::vector<StoredSample>{{0, 60.0, 1.0}}, became).has_value());
    }

  private slots:

    void tables_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("sql");
        const auto row = [](const char* name, const char* kind, const std::string& sql) {
            QTest::newRow(name) << kind << QString::fromStdString(sql);
        };
        row("study endless", "study", endless("study", "key, value") + "'name', 's' FROM n");
        row("run endless", "study",
            endless(
                "run",
                "key, point, replication, seed, axes, version, base, fault, state_hash, wall_s") +
                "i, i, 0, '1', '{}', '', '', '', '', 0.0 FROM n");
        row("figure endless", "study",
            endless("figure", "run, name, value") + "i, 'pue', 1.0 FROM n");
        row("run gone", "study", "DROP TABLE run");
        row("run of other columns", "study", "DROP TABLE run; CREATE TABLE run(a)");
        row("sensor endless", "store",
            endless("sensor", "number, name, source, unit") + "i, 'p', 'p', 'kW' FROM n");
        row("sample endless", "store",
            endless("sample", "sensor, time_us, value") + "1, i, 1.0 FROM n");
        row("alarm endless", "store",
            endless("alarm",
                    "number, sensor, raised_us, cleared_us, acknowledged, worst, suspect") +
                "i, 'p', i, i, '', 1.0, '' FROM n");
        row("sample gone", "store", "DROP TABLE sample");
        row("sample of other columns", "store", "DROP TABLE sample; CREATE TABLE sample(a)");
        // What is computed in each row takes any time and memory.
        const std::string
            large = "length(hex(zeroblob(150000000)))",
            runs = "DROP TABLE run; CREATE TABLE run(key, point, replication, seed, axes, ";
        row("run with a computed column", "study",
            runs + "version, base, fault, state_hash, wall_s AS (" + large +
                ")); INSERT INTO run(key, version) VALUES ('k', '1')");
        row("run that is virtual", "study",
            "DROP TABLE run; CREATE VIRTUAL TABLE run USING fts5(key, point, replication, seed, "
            "axes, version, base, fault, state_hash, wall_s)");
        row("figure with an index of expressions", "study",
            "CREATE INDEX i ON figure(" + large + ")");
        row("run with an index of a part", "study",
            "CREATE INDEX i ON run(key) WHERE length(key) > 3");
        row("sample with a check", "store",
            "DROP TABLE sample; CREATE TABLE sample(sensor, time_us, value CHECK (" + large +
                " > 0))");
        row("sensor with a default", "store",
            "DROP TABLE sensor; CREATE TABLE sensor(number, name, source, unit /* as */ DEFAULT (" +
                large + "))");
    }

    // A check of the whole file reads every row of every table, and computes.
    void noCheckOfTablesThatCompute() {
        const fs::path file = path("checked.db");
        {
            auto made = Database::open(file, Database::Mode::Create);
            QVERIFY(made &&
                    made->exec("CREATE TABLE a(b, c AS (length(hex(zeroblob(150000000))))); INSERT "
                               "INTO a(b) VALUES (1)")
                        .has_value());
            QCOMPARE(made->text("PRAGMA quick_check").value_or(""), std::string("ok"));
        }
        const auto opened = Database::open(file, Database::Mode::Read);
        QVERIFY(opened && !opened->text("PRAGMA quick_check").has_value() &&
                !opened->text("PRAGMA integrity_check").has_value());
        QVERIFY(opened->integer("PRAGMA user_version").has_value());
    }

    // Words of expressions count wherever they are, and not in comments, quotes or names. An index may name columns, and nothing else.
    void statementsThatCompute() {
        for (const char* plain :
             {"CREATE TABLE a(b INTEGER PRIMARY KEY, c VARCHAR(20) NOT NULL UNIQUE) WITHOUT ROWID",
              "",
              "CREATE TABLE a(\"check\" TEXT, -- as it comes\n b /* default */ REAL, [as] BLOB, "
              "checks TEXT)",
              "CREATE UNIQUE INDEX i ON a(b DESC, \"c d\")", "create index i on a ( b )"}) {
            QVERIFY2(!computes(plain), plain);
        }
        for (const char* other :
             {"CREATE TABLE a(b AS (1))", "CREATE TABLE a(b GENERATED ALWAYS\nas (1) STORED)",
              "CREATE TABLE a(b DEFAULT 1)", "CREATE TABLE a(b, CHECK(b > 0))",
              "CREATE/**/VIRTUAL TABLE a USING fts5(b)", "CREATE INDEX i ON a(b + 1)",
              "CREATE INDEX i ON a(abs(b))", "CREATE INDEX i ON a(b) WHERE b",
              "CREATE INDEX i ON a('x'||b)", "DROP TABLE a"}) {
            QVERIFY2(computes(other), other);
        }
    }

    // A table that became a view, without end or not, or that is gone, is damage: STO-013, or the file is refused as a whole.
    // Nothing is looked at row by row, so nothing hangs.
    void tables() {
        QFETCH(QString, kind);
        QFETCH(QString, sql);
        const fs::path file = path(QString::fromLatin1(QTest::currentDataTag()) + ".db");
        Error fault;
        if (kind == "study") {
            makeStudy(file);
            change(file, sql.toStdString());
            auto study = StudyDatabase::write(file, "s", "{}");
            const auto rows = study ? study->rows()
                                    : Result<std::vector<StudyRow>>(tl::unexpected(study.error()));
            QVERIFY(!rows.has_value());
            fault = rows.error();
        } else {
            makeStore(file);
            change(file, sql.toStdString());
            auto store = TelemetryStore::open(file, mapOfOne());
            const auto alarms = store
                                    ? keptAlarms(**store)
                                    : Result<std::vector<KeptAlarm>>(tl::unexpected(store.error()));
            QVERIFY(!alarms.has_value());
            fault = alarms.error();
        }
        QVERIFY2(fault.code == "STO-013" || fault.code == "STU-007" || fault.code == "STU-008",
                 fault.text().c_str());
    }

    // A trigger of the file acts on nothing that we write.
    void triggers() {
        const fs::path study = path("trigger-study.db"), store = path("trigger-store.db");
        makeStudy(study);
        change(study,
               "CREATE TABLE b(x); CREATE TRIGGER t AFTER INSERT ON run BEGIN INSERT INTO b VALUES "
               "(1); END");
        {
            auto opened = StudyDatabase::write(study, "s", "{}");
            QVERIFY(opened.has_value());
            StudyRow row;
            row.key = "k";
            QVERIFY(opened->add(row).has_value());
        }
        makeStore(store);
        change(store,
               "CREATE TABLE b(x); CREATE TRIGGER t AFTER INSERT ON sample BEGIN INSERT INTO b "
               "VALUES (1); END");
        {
            auto opened = TelemetryStore::open(store, mapOfOne());
            QVERIFY(opened.has_value());
            std::vector<Stored> became;
            QVERIFY(
                (*opened)->append(std::vector<StoredSample>{{0, 120.0, 1.0}}, became).has_value());
        }
        for (const fs::path& file : {study, store}) {
            const auto database = Database::open(file, Database::Mode::Read);
            QVERIFY(database.has_value());
            QCOMPARE(*database->integer("SELECT count(*) FROM b"), std::int64_t{0});
        }
    }

    // Values beyond 512 MiB are refused before they are made; statements nested beyond 100 as well; no other file is attached;
    // and the schema is not written by hand.
    void limits() {
        auto database = Database::open(path("limits.db"), Database::Mode::Create);
        QVERIFY(database.has_value());
        const auto large = database->integer("SELECT length(zeroblob(600 * 1024 * 1024))");
        QVERIFY(!large);
        QCOMPARE(large.error().code, std::string("STO-013"));
        std::string deep = "SELECT 1";
        for (int i = 0; i < 200; ++i) {
            deep += "+1";  // each sum is nested in the next
        }
        QVERIFY(!database->integer(deep));
        QVERIFY(!database->exec("ATTACH '" + path("other.db").string() + "' AS other"));
        QVERIFY(!fs::exists(path("other.db")));
        static_cast<void>(database->exec("CREATE TABLE a(x)"));
        static_cast<void>(database->exec("PRAGMA writable_schema = 1"));
        QVERIFY(
            !database->exec("UPDATE sqlite_master SET sql = 'CREATE TABLE a(y)' WHERE name = 'a'"));
    }
};

HEADROOM_TEST(TestHostileStores)
}  // namespace tst_hostile_stores

#include "tst_hostile_stores.moc"
