// SPDX-License-Identifier: Apache-2.0
#include "engine/study/run_study.h"
#include "engine/study/shares.h"
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace tst_shares {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
namespace fs = std::filesystem;

namespace {

/// 3 x 2 points of 4 minutes.
StudyPlan planOf(const std::string& waters = "16, 18, 20") {
    return smallPlan(
        R"("axes": [{"set": "loop-a.supply_setpoint_c", "values": [)" + waters +
            R"(]}, {"set": "hall-a.supply_air_c", "values": [22, 24]}], "figures": ["pue", "tokens"])",
        0.066);
}

StudyDatabase opened(const fs::path& path,
                     StudyDatabase::Readers readers = StudyDatabase::Readers::OnThisMachine) {
    auto database = StudyDatabase::write(path, "test", "{}", readers);
    if (!database) {
        qFatal("%s", database.error().text().c_str());
    }
    return std::move(*database);
}

std::vector<std::size_t> allOf(const StudyPlan& plan) {
    return missingTasks(plan, {});
}

}  // namespace

class TestShares : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        folder_ = fs::path(dir_->path().toStdString()) / "s.tasks";
    }

    // Shares are neighbours, do not overlap and leave nothing out: 6 runs among 4 tasks are 1, 2, 1, 2.
    void sharesAreAll() {
        const StudyPlan plan = planOf();
        QVERIFY(dealOut(folder_, plan, allOf(plan), 4));
        const auto dealt = readDealt(folder_);
        QVERIFY(dealt);
        QCOMPARE(dealt->runs, std::size_t{6});
        std::vector<std::size_t> all;
        std::vector<std::size_t> sizes;
        for (int task = 0; task < 4; ++task) {
            const auto share = shareOfTask(folder_, task, plan);
            QVERIFY(share);
            sizes.push_back(share->size());
            all.insert(all.end(), share->begin(), share->end());
        }
        QCOMPARE(sizes, (std::vector<std::size_t>{1, 2, 1, 2}));
        QCOMPARE(all, allOf(plan));
    }

    // In any order, half done, twice: the same results as in one go, by their hash.
    void mergedIsWhole() {
        const StudyPlan plan = planOf();
        StudyDatabase whole = opened(folder_.parent_path() / "whole.db");
        QVERIFY(runStudy(plan, whole, 1));
        const std::string expected = resultsHash(plan, *whole.rows());

        QVERIFY(dealOut(folder_, plan, allOf(plan), 3));
        for (const int task : {2, 0, 1}) {
            StudyDatabase own =
                opened(taskDatabase(folder_, task), StudyDatabase::Readers::OnOtherMachines);
            QVERIFY(runTasks(plan, own, *shareOfTask(folder_, task, plan), 1));
        }
        const std::vector<fs::path> parts = taskDatabases(folder_);
        QCOMPARE(parts.size(), std::size_t{3});
        StudyDatabase merged = opened(folder_.parent_path() / "merged.db");
        const auto first = mergeInto(merged, std::span(parts).subspan(1, 1), "test");
        QVERIFY(first);
        QCOMPARE(first->results, std::size_t{2});
        QVERIFY(resultsHash(plan, *merged.rows()) != expected);
        const auto rest = mergeInto(merged, parts, "test");
        QVERIFY(rest);
        QCOMPARE(rest->results, std::size_t{4});
        QCOMPARE(mergeInto(merged, parts, "test")->results, std::size_t{0});
        QCOMPARE(resultsHash(plan, *merged.rows()), expected);
        QVERIFY(missingTasks(plan, *merged.rows()).empty());
        // Every task has all of its runs: 2, 2 and 2.
        std::unordered_set<std::string> keys;
        const auto rows = merged.rows();
        QVERIFY(rows);
        for (const StudyRow& row : *rows) {
            keys.insert(row.key);
        }
        QCOMPARE(*doneOfTasks(folder_, keys), (std::vector<std::size_t>{2, 2, 2}));
    }

    // A hash of results sees each figure's last bit.
    void hashSeesEveryBit() {
        const StudyPlan plan = planOf("18");
        std::vector<StudyRow> rows;
        for (const StudyTask& task : plan.tasks()) {
            StudyRow row;
            row.key = task.key;
            row.stateHash = "1";
            row.figures = {{"pue", 1.25}, {"tokens", 0.0}};
            rows.push_back(row);
        }
        const std::string before = resultsHash(plan, rows);
        std::reverse(rows.begin(), rows.end());
        QCOMPARE(resultsHash(plan, rows), before);
        rows.front().figures.front().second = std::nextafter(1.25, 2.0);
        QVERIFY(resultsHash(plan, rows) != before);
    }

    // A run that ended otherwise on another machine is told, and changes nothing.
    void conflictsAreTold() {
        StudyRow row;
        row.key = "0123456789abcdef";
        row.stateHash = "aa";
        row.figures = {{"pue", 1.2}};
        StudyDatabase whole = opened(folder_.parent_path() / "whole.db");
        QVERIFY(whole.add(row));
        row.stateHash = "bb";
        const fs::path other = folder_.parent_path() / "other.db";
        {
            StudyRow more = row;
            more.key = "0000000000000000";
            StudyDatabase part = opened(other);
            QVERIFY(part.add(more));
            QVERIFY(part.add(row));
        }
        const auto merged = mergeInto(whole, std::vector<fs::path>{other}, "test");
        QVERIFY(!merged);
        QCOMPARE(merged.error().code, std::string("STU-015"));
        QCOMPARE(merged.error().file, other.string());
        QCOMPARE(whole.rows()->size(), std::size_t{1});
    }

    // A damaged database is named, and the others are taken.
    void damagedDatabases() {
        const StudyPlan plan = planOf("18");
        QVERIFY(dealOut(folder_, plan, allOf(plan), 2));
        {
            StudyDatabase own = opened(taskDatabase(folder_, 1));
            QVERIFY(runTasks(plan, own, *shareOfTask(folder_, 1, plan), 1));
        }
        QFile damaged(QString::fromStdString(taskDatabase(folder_, 0).string()));
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write("no database");
        damaged.close();
        StudyDatabase merged = opened(folder_.parent_path() / "merged.db");
        const auto done = mergeInto(merged, taskDatabases(folder_), "test");
        QVERIFY(done);
        QCOMPARE(done->databases, std::size_t{1});
        QCOMPARE(done->unread.size(), std::size_t{1});
        QCOMPARE(done->unread.front().file, damaged.fileName().toStdString());
    }

    // What changed since it was dealt out has other runs, and a list that was cut is no list.
    void faults() {
        const StudyPlan plan = planOf("16, 18");
        QCOMPARE(readDealt(folder_).error().code, std::string("STU-013"));
        QVERIFY(dealOut(folder_, plan, allOf(plan), 2));
        QCOMPARE(shareOfTask(folder_, 2, plan).error().code, std::string("STU-013"));
        QCOMPARE(shareOfTask(folder_, 1, planOf("16, 19")).error().code, std::string("STU-014"));
        QVERIFY(shareOfTask(folder_, 0, planOf("16, 19")));  // 16 is there as before
        QFile list(QString::fromStdString((folder_ / "runs").string()));
        QVERIFY(list.resize(list.size() - 1));
        QCOMPARE(readDealt(folder_).error().code, std::string("STU-013"));
    }

  private:
    std::unique_ptr<QTemporaryDir> dir_;
    fs::path folder_;
};

HEADROOM_TEST(TestShares)
}  // namespace tst_shares

#include "tst_shares.moc"
