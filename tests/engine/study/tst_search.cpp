// SPDX-License-Identifier: Apache-2.0
#include "engine/study/answers.h"
#include "engine/study/search.h"
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace tst_search {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

StudyPlan planOf(const std::string& design, const std::string& rest = {}) {
    return smallPlan(R"("design": {"kind": "search", )" + design +
                         R"(}, "axes": [{"set": "loop-a.supply_setpoint_c", "low": 16, "high": 20},
                                       {"set": "hall-a.supply_air_c", "values": [20, 22, 24, 26]}],
                            "figures": ["pue", "hottest_chip_c"])" +
                         rest,
                     0.1);
}

}  // namespace

class TestSearch : public QObject {
    Q_OBJECT

  private slots:

    // Generation after generation; stopped after any, the same way continues, and the end is an end.
    void goesOnFromItsResults() {
        QTemporaryDir folder;
        const auto database = [&](const char* name) {
            return StudyDatabase::write(folder.filePath(name).toStdString(), "test", "{}");
        };
        const StudyPlan start = planOf(R"("population": 6, "generations": 3)");
        QCOMPARE(start.points().size(), std::size_t{6});
        auto whole = database("whole.db");
        std::vector<std::size_t> sizes;
        for (;;) {
            const auto rows = whole->rows();
            const StudyPlan now = searchPlan(start, *rows);
            sizes.push_back(now.points().size());
            if (missingTasks(now, *rows).empty()) {
                break;
            }
            QVERIFY(runTasks(now, *whole, missingTasks(now, *rows), 1));
        }
        QCOMPARE(sizes, (std::vector<std::size_t>{6, 12, 18, 18}));
        const auto rows = whole->rows();
        const StudyPlan done = searchPlan(planOf(R"("population": 6, "generations": 3)"), *rows);
        const auto steps = searchSteps(done, *rows);
        QCOMPARE(steps.size(), std::size_t{3});
        QCOMPARE(steps.back().points, std::size_t{18});
        QVERIFY(steps[2].best[0] <= steps[0].best[0]);  // what was found stays found
        // The hash of a search is that of its results: a second one is the same.
        auto again = database("again.db");
        for (int g = 0; g < 3; ++g) {
            const StudyPlan now = searchPlan(start, *again->rows());
            QVERIFY(runTasks(now, *again, missingTasks(now, *again->rows()), 2));
        }
        QCOMPARE(resultsHash(done, *again->rows()), resultsHash(done, *rows));
        QVERIFY(!answersOf(done, *rows).front.empty());
    }

    // A constraint that only some points keep: the front keeps it.
    void constraintsAreKept() {
        QTemporaryDir folder;
        auto database = StudyDatabase::write(folder.filePath("s.db").toStdString(), "test", "{}");
        const StudyPlan start = planOf(R"("population": 6, "generations": 2)");
        for (int g = 0; g < 2; ++g) {
            const StudyPlan now = searchPlan(start, *database->rows());
            QVERIFY(runTasks(now, *database, missingTasks(now, *database->rows()), 2));
        }
        const auto rows = database->rows();
        const StudyPlan free = searchPlan(start, *rows);
        const double median = answersOf(free, *rows).figures[0].median;
        const StudyPlan bound = planOf(
            R"("population": 6, "generations": 1)",
            R"(, "constraints": [{"figure": "pue", "most": )" + std::to_string(median) + "}]");
        const StudyPlan now = searchPlan(bound, *rows);  // its first generation has been run
        const auto steps = searchSteps(now, *rows);
        QCOMPARE(steps.size(), std::size_t{1});
        QVERIFY(steps[0].feasible > 0 && steps[0].feasible < 6);
        QVERIFY(steps[0].best[0] <= median);
    }
};

HEADROOM_TEST(TestSearch)
}  // namespace tst_search

#include "tst_search.moc"
