// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/csv_source.h"
#include "engine/telemetry/ingest.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_ingest {

using namespace headroom;
using namespace headroom::engine;

namespace {

TelemetryMap twoSensors(const std::string& more = {}) {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", )" + more + R"( "time": {"as": "epoch_s"},
        "sensors": [{"id": "power", "column": "p", "channel": "facility/it_power_kw", "unit": "kW"},
                    {"id": "supply", "column": "t", "channel": "loop/htw/supply_c", "unit": "degF"}]})",
        "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

struct Taken {
    std::unique_ptr<TelemetryStore> store;
    std::vector<TelemetryFinding> findings;
    long count = 0;

    const TelemetryFinding* of(TelemetryFault fault, const std::string& sensor) const {
        const auto found = std::find_if(
            findings.begin(), findings.end(),
            [&](const TelemetryFinding& f) { return f.fault == fault && f.sensor == sensor; });
        return found == findings.end() ? nullptr : &*found;
    }
};

Taken take(const TelemetryMap& map, const std::string& csv,
           const std::filesystem::path& file = {}) {
    auto source = CsvSource::ofText(csv, "day.csv", map);
    auto store = TelemetryStore::open(file, map);
    if (!source || !store) {
        qFatal("%s", source ? store.error().text().c_str() : text(source.error()).c_str());
    }
    Ingest ingest(map, **store);
    if (auto done = ingest.takeAll(**source, false); !done) {
        qFatal("%s", done.error().text().c_str());
    }
    return {std::move(*store), ingest.findings(), ingest.taken()};
}

}  // namespace

/// From a file to the store: what is kept, and what is told.
class TestIngest : public QObject {
    Q_OBJECT

  private slots:

    // Values are SI in the store: 2 kW are 2,000 W, 68 °F are 20 °C.
    void valuesAreSi() {
        const TelemetryMap map = twoSensors();
        const Taken taken = take(map, "time,p,t\n0,1,50\n60,2,68\n");
        QCOMPARE(taken.count, 4L);
        QVERIFY(taken.findings.empty());
        const auto power = taken.store->series(0), supply = taken.store->series(1);
        QVERIFY(power && supply);
        QCOMPARE(power->timeS, (std::vector<double>{0.0, 60.0}));
        QCOMPARE(power->value, (std::vector<double>{1000.0, 2000.0}));
        QVERIFY(std::abs(supply->value[1] - 20.0) < 1e-12);
    }

    // Row by row: 120 s comes before 60 s (out of order, line 4, put in its place); 60 s occurs twice with the same
    // values (line 5) and once with another power (line 6); "oops" (line 7) is no number, an empty cell is none;
    // 1000 °F (line 8) is no temperature of a building.
    void whatIsOddIsTold() {
        const TelemetryMap map = twoSensors();
        const Taken taken =
            take(map,
                 "time,p,t\n0,1,50\n120,3,51\n60,2,52\n60,2,52\n60,9,52\n180,oops,53\n240,,1000\n"
                 "yesterday,1,50\n");
        const auto* order = taken.of(TelemetryFault::OutOfOrder, "power");
        QVERIFY(order != nullptr && order->count == 1 && order->place == 4 &&
                order->firstS == 60.0);
        const auto* repeated = taken.of(TelemetryFault::Repeated, "power");
        QVERIFY(repeated != nullptr && repeated->count == 1 && repeated->place == 5);
        const auto* other = taken.of(TelemetryFault::Contradicted, "power");
        QVERIFY(other != nullptr && other->count == 1 && other->place == 6);
        QCOMPARE(taken.of(TelemetryFault::Repeated, "supply")->count, 2L);
        const auto* unreadable = taken.of(TelemetryFault::Unreadable, "power");
        QVERIFY(unreadable != nullptr && unreadable->place == 7);
        QVERIFY(text(*unreadable).find("oops") != std::string::npos);
        const auto* hot = taken.of(TelemetryFault::Implausible, "supply");
        QVERIFY(hot != nullptr && hot->place == 8);
        QVERIFY(taken.of(TelemetryFault::Unreadable, "") != nullptr);  // the time of line 9
        // Kept: powers at 0, 60, 120; temperatures at 0, 60, 120, 180. In order.
        QCOMPARE(taken.count, 7L);
        QCOMPARE(taken.store->series(0)->value, (std::vector<double>{1000.0, 2000.0, 3000.0}));
        QCOMPARE(taken.store->series(1)->timeS, (std::vector<double>{0.0, 60.0, 120.0, 180.0}));
    }

    // A clock that is wrong: before 1970, ten years ahead of here. Each sensor's two stay out and are told, with the line of
    // the first (4). Milliseconds where seconds are said (line 6, the year 56,000) and 1e300 are no times at all. What comes
    // after them in their file is in order.
    void wrongClocksStayOut() {
        const TelemetryMap map = twoSensors();
        const auto ahead =
            std::to_string(static_cast<std::int64_t>(nowSinceEpochS() + 10 * 365 * 86400.0));
        const Taken taken =
            take(map, "time,p,t\n1700000000,1,50\n1700000060,2,50\n-5,3,50\n" + ahead +
                          ",3,50\n1700000120000,3,50\n1e300,3,50\n1700000120,4,50\n");
        QCOMPARE(taken.count, 6L);
        QCOMPARE(taken.store->series(0)->timeS,
                 (std::vector<double>{1700000000.0, 1700000060.0, 1700000120.0}));
        const auto* none = taken.of(TelemetryFault::Unreadable, "");
        QVERIFY(none != nullptr && none->place == 6 && none->count == 2);
        QCOMPARE(taken.findings.size(), std::size_t{3});
        for (const char* sensor : {"power", "supply"}) {
            const auto* time = taken.of(TelemetryFault::Time, sensor);
            QVERIFY(time != nullptr && time->count == 2 && time->place == 4);
            QVERIFY(text(*time).find("-5 s since 1970") != std::string::npos);
        }
    }

    // Recorded readings of a day that is still to come are of another clock (a simulated day), and count as they are. The
    // same from a source that tells of now stays out, but for the first: 20 h ahead are another zone.
    void daysToCome() {
        const TelemetryMap map = twoSensors();
        const double nextYear = std::floor(nowSinceEpochS()) + 365.0 * 86400.0;
        const auto at = [](double s) { return std::to_string(static_cast<std::int64_t>(s)); };
        QCOMPARE(take(map, "time,p,t\n" + at(nextYear) + ",1,50\n" + at(nextYear + 2e6) + ",2,50\n")
                     .count,
                 4L);
        auto store = TelemetryStore::open({}, map);
        QVERIFY(store.has_value());
        Ingest ingest(map, **store);
        Delivery delivery;
        delivery.readings = {{0, nowSinceEpochS() + 20 * 3600.0, 1.0, 1},
                             {0, nextYear, 1.0, 2},
                             {0, nextYear + 1.0, 1.0, 3}};
        auto times = ReadingTimes::live(nowSinceEpochS());
        QVERIFY(ingest.take(delivery, times).has_value());
        QCOMPARE(ingest.became().taken, 1L);
        QCOMPARE(ingest.became().implausible, 2L);
    }

    // A row for each reading; a name that the map does not have is told once, with its count.
    void rowsOfReadings() {
        const TelemetryMap map = twoSensors(R"("rows": {"sensor": "tag", "value": "v"},)");
        const Taken taken = take(map, "time,tag,v\n0,p,1\n0,t,50\n0,other,7\n60,p,2\n60,other,8\n");
        QCOMPARE(taken.count, 3L);
        const auto* unknown = taken.of(TelemetryFault::UnknownName, "");
        QVERIFY(unknown != nullptr && unknown->count == 2);
    }

    // What is in a file stays there: the same day a second time adds nothing, and contradicts nothing.
    void storeGoesOn() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("readings.db").toStdString();
        const TelemetryMap map = twoSensors();
        QCOMPARE(take(map, "time,p,t\n0,1,50\n60,2,68\n", file).count, 4L);
        const Taken again = take(map, "time,p,t\n60,2,68\n120,3,68\n", file);
        QCOMPARE(again.count, 2L);
        QCOMPARE(again.of(TelemetryFault::Repeated, "power")->count, 1L);
        QCOMPARE(again.store->count().value(), std::int64_t{6});
    }

    // Rows of two sensors, 100 times each, newest first: all are new. Again, with one other value: 199 repeated and one contradicted, and the
    // first stays. Times between them are new. Of two values for one time in one delivery the first stays.
    void manySamples() {
        const TelemetryMap map = twoSensors();
        auto store = TelemetryStore::open({}, map);
        QVERIFY(store.has_value());
        const auto rows = [](double shiftS) {
            std::vector<StoredSample> samples;
            for (int i = 99; i >= 0; --i) {
                samples.push_back({0, i + shiftS, 1000.0 + i});
                samples.push_back({1, i + shiftS, 2000.0 + i});
            }
            return samples;
        };
        std::vector<Stored> became;
        const auto count = [&](Stored fate) {
            return std::count(became.begin(), became.end(), fate);
        };
        std::vector<StoredSample> samples = rows(0.0);
        QVERIFY((*store)->append(samples, became).has_value());
        QCOMPARE(count(Stored::New), 200);
        samples[70].value = -1.0;
        QVERIFY((*store)->append(samples, became).has_value());
        QCOMPARE(count(Stored::Repeated), 199);
        QVERIFY(became[70] == Stored::Contradicted);
        QVERIFY((*store)->append(rows(0.5), became).has_value());
        QCOMPARE(count(Stored::New), 200);
        QCOMPARE((*store)->count().value(), std::int64_t{400});
        std::vector<StoredSample> twice = rows(1000.0);
        twice.push_back({1, 1050.0, 7.0});
        QVERIFY((*store)->append(twice, became).has_value());
        QCOMPARE(count(Stored::New), 200);
        QVERIFY(became.back() == Stored::Contradicted);
        const auto series = (*store)->series(1);
        QVERIFY(series.has_value());
        QCOMPARE(series->timeS.size(), std::size_t{300});
        const auto first = (*store)->series(0);
        QVERIFY(first.has_value());
        QCOMPARE(first->value[128],
                 1064.0);  // sample 70 is of second 64; each second is followed by its half
    }

    // A file of another kind is left alone.
    void anotherFile() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("notes.db").toStdString();
        {
            auto other = Database::open(file, Database::Mode::Create);
            QVERIFY(other && other->exec("CREATE TABLE notes(a)"));
        }
        const auto store = TelemetryStore::open(file, twoSensors());
        QVERIFY(!store.has_value());
        QCOMPARE(store.error().code, std::string("TEL-030"));
    }

    // All samples of a delivery or none: one that names no sensor of the store would be a fault of ours, but a disk
    // that is full is not. A transaction that is open elsewhere keeps the store from writing: nothing of it is kept,
    // nothing is counted as taken, and it can be handed over again.
    void allOrNothing() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("readings.db").toStdString();
        const TelemetryMap map = twoSensors();
        auto store = TelemetryStore::open(file, map);
        QVERIFY(store.has_value());
        QVERIFY((*store)->database().exec("PRAGMA busy_timeout=1").has_value());
        auto other = Database::open(file, Database::Mode::Write);
        QVERIFY(other && other->exec("BEGIN IMMEDIATE").has_value());
        Ingest ingest(map, **store);
        Delivery delivery;
        delivery.readings = {{0, 0.0, 1.0, 1}, {1, 0.0, 50.0, 1}};
        auto times = ReadingTimes::recorded(nowSinceEpochS());
        QVERIFY(!ingest.take(delivery, times).has_value());
        QCOMPARE(ingest.taken(), 0L);
        QVERIFY(other->exec("ROLLBACK").has_value());
        QCOMPARE((*store)->count().value(), std::int64_t{0});
        QVERIFY(ingest.take(delivery, times).has_value());
        QCOMPARE(ingest.taken(), 2L);
        QVERIFY(ingest.findings().empty());
    }

    void badFiles_data() {
        QTest::addColumn<QString>("csv");
        QTest::addColumn<QString>("code");
        QTest::newRow("empty") << ""
                               << "TXT-001";
        QTest::newRow("column away") << "time,p\n0,1\n"
                                     << "TEL-020";
        QTest::newRow("no time") << "time,p,t\nnoon,1,50\n"
                                 << "TEL-021";
        QTest::newRow("no row") << "time,p,t\n"
                                << "TEL-021";
        QTest::newRow("two orders of a date")
            << "time,p,t\n01/02/2026 00:00,1,50\n01/02/2026 01:00,1,50\n"
            << "TIM-003";
    }

    void badFiles() {
        QFETCH(QString, csv);
        QFETCH(QString, code);
        const TelemetryMap map = twoSensors();
        const auto source = CsvSource::ofText(csv.toLatin1().toStdString(), "day.csv", map);
        QVERIFY(!source.has_value());
        QCOMPARE(source.error().front().code, code.toStdString());
    }
};

HEADROOM_TEST(TestIngest)
}  // namespace tst_ingest

#include "tst_ingest.moc"
