// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"
#include "engine/store/database.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <tuple>

namespace tst_threads {

using namespace headroom::engine;
using namespace headroom::tests;
namespace fs = std::filesystem;

namespace {

struct Ran {
    std::uint64_t stateHash = 0;
    std::string recording;  ///< every row of every table
};

/// All that a recording holds. Not the bytes of the file, nor the order of spans, of which the test ends
/// some in the middle: where SQLite puts a row depends on when
/// the writer committed.
std::string contentOf(const fs::path& path) {
    std::string all;
    const Database database = Database::open(path, Database::Mode::Read).value();
    for (const auto& [table, columns, order] :
         {std::tuple{"run", 2, "key"}, std::tuple{"rack", 2, "id"}, std::tuple{"channel", 7, "id"},
          std::tuple{"block", 5, "id"}, std::tuple{"chunk", 4, "block, channel"},
          std::tuple{"rack_field", 4, "quantity, time_s"}, std::tuple{"event", 10, "id"},
          std::tuple{"loss", 9, "rowid"}, std::tuple{"jobs", 6, "id"},
          std::tuple{"job_spans", 7, "job, from_s, state, to_s"},
          std::tuple{"keyframe", 4, "time_s"}}) {
        Statement rows =
            database.prepare(std::string{"SELECT * FROM "} + table + " ORDER BY " + order).value();
        while (rows.step().value()) {
            for (int c = 0; c < columns; ++c) {
                all += rows.text(c);
                all += '|';
            }
        }
        all += '\n';
    }
    return all;
}

/// Steps a scenario with orders in between, on so many threads, and records it.
Ran runOn(int threads, const Project& project, const std::string& unit, double untilS) {
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "run.db";
    const auto s = simulator(project);
    s->useThreads(threads);
    auto recorder =
        Recorder::create(path, runInfo(*s, project, catalogue()), s->channels(), false,
                         threads > 1 ? Recorder::Write::Beside : Recorder::Write::Between)
            .value();
    const std::atomic<bool> cancel{false};
    RecordingPlan plan;
    plan.rackFieldS = 60.0;
    plan.keyframeS = 300.0;
    plan.keyframeWork = 0.0;
    // Half of it; what fails then moves temperatures, voltages and jobs; the other half.
    if (!run(*s, recorder.get(), 0.5 * untilS, plan, {}, cancel)) {
        qFatal("the first half failed");
    }
    PlantOrder order;
    order.action = headroom::models::DrillAction::Fail;
    order.unit = unit;
    s->operate(order);
    if (!run(*s, recorder.get(), untilS, plan, {}, cancel)) {
        qFatal("the second half failed");
    }
    Ran ran;
    ran.stateHash = s->stateHash();
    if (!recorder->finish(summaryJson(s->summary(), 0.0))) {
        qFatal("the recording failed");
    }
    ran.recording = contentOf(path);
    return ran;
}

/// Where two contents begin to differ.
std::string differenceOf(const std::string& a, const std::string& b) {
    const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto at = static_cast<std::size_t>(x - a.begin());
    const std::size_t from = a.rfind('\n', at) == std::string::npos ? 0 : a.rfind('\n', at);
    const std::size_t first = std::max(from, at < 200 ? 0 : at - 200);
    return "table " + std::to_string(std::count(a.begin(), x, '\n')) + ": " + a.substr(first, 300) +
           " | " + b.substr(first, 300);
}

}  // namespace

/// Deterministic: the same project, seed and version give the same bytes on any number of threads.
class TestThreads : public QObject {
    Q_OBJECT

  private slots:

    void sameBytesOnAnyNumber_data() {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("untilS");
        // 1,536 racks with direct liquid, baths and air; a loss of mains takes cooling and voltages
        // with it.
        QTest::newRow("hyperscale") << "hyperscale-100k"
                                    << "grid" << 600.0;
        // 960 racks cooled by air, in five halls on two loops.
        QTest::newRow("meta") << "meta-24k"
                              << "sub-a" << 600.0;
    }

    void sameBytesOnAnyNumber() {
        QFETCH(QString, scenario);
        QFETCH(QString, unit);
        QFETCH(double, untilS);
        const Project project = headroom::tests::scenario(scenario.toStdString());
        const Ran one = runOn(1, project, unit.toStdString(), untilS);
        QVERIFY(one.recording.size() > 100000);
        for (const int threads : {2, 3, 8}) {
            const Ran other = runOn(threads, project, unit.toStdString(), untilS);
            QCOMPARE(other.stateHash, one.stateHash);
            QVERIFY2(
                other.recording == one.recording,
                qPrintable(QString::number(threads) + ' ' +
                           QString::fromStdString(differenceOf(one.recording, other.recording))));
        }
    }
};

HEADROOM_TEST(TestThreads)
}  // namespace tst_threads

#include "tst_threads.moc"
