// SPDX-License-Identifier: Apache-2.0
#include "engine/money/study.h"
#include "engine/money/training_runs.h"
#include "tests/engine/money/fixture.h"

#include <QTest>

#include <cmath>

namespace tst_idle_jobs {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

/// Jobs that never run are named with the reason, and leave no number that is none.
class TestIdleJobs : public QObject {
    Q_OBJECT

    Catalogue catalogue_;

    std::shared_ptr<const CostStudy> studyOf(const Project& project) const {
        CostQuestion question;
        question.spec.year = coarseYear();
        const auto study = costStudy(project, catalogue_, question);
        return study ? *study : nullptr;
    }

    /// The tour with its training of 70B alone, with such a figure.
    Project tour(std::string_view key, const models::Value& value) const {
        Project project = scenario("tour-small-hall", catalogue_);
        std::erase_if(project.objects, [](const Object& o) {
            return o.type->id == "job_generator" || o.type->id == "batch_job" ||
                   o.type->id == "job_trace" ||
                   (o.type->id == "training_job" && o.id != "llama-70b");
        });
        for (Object& object : project.objects) {
            if (object.type->id == "training_job") {
                set(object, key, value);
            }
        }
        return project;
    }

    static bool hasNan(const Sheet& sheet) {
        for (const auto& row : sheet.rows) {
            for (const SheetCell& cell : row) {
                if (const auto* text = std::get_if<std::string>(&cell);
                    text != nullptr && *text == "nan") {
                    return true;
                }
            }
        }
        return false;
    }

  private slots:

    void initTestCase() { catalogue_ = shipped(); }

    // 100,000 of 1,024: refused in every day. No hour is used: those outputs have no row, and the run says why.
    void refused() {
        const auto study = studyOf(tour("accelerators", std::int64_t{102400}));
        QVERIFY(study != nullptr);
        const auto& idle = study->basis.year.idle;
        QCOMPARE(idle.size(), std::size_t{1});
        QVERIFY(idle[0].refused);
        QVERIFY2(idle[0].why.find("102400") != std::string::npos, idle[0].why.c_str());
        QVERIFY(!study->cost.remarks.empty());
        const CostReport report = study->report();
        for (const auto& row : outputsSheet(report).rows) {
            for (const SheetCell& cell : row) {
                const auto* number = std::get_if<double>(&cell);
                QVERIFY(number == nullptr || std::isfinite(*number));
            }
        }
        const auto runs = trainingRuns(study->basis, study->cost, study->carbon);
        QCOMPARE(runs.size(), std::size_t{1});
        QVERIFY(!runs[0].why.empty());
        QVERIFY(!hasNan(trainingRunsSheet(runs, "USD")));
        QVERIFY(costJson(report).find("\"refused\": true") != std::string::npos);
    }

    // Submitted after a month: never in a day of 26 hours.
    void notYetSubmitted() {
        const auto study = studyOf(tour("submit_h", 720.0));
        QVERIFY(study != nullptr);
        const auto& idle = study->basis.year.idle;
        QCOMPARE(idle.size(), std::size_t{1});
        QVERIFY(!idle[0].refused);
        QVERIFY2(idle[0].why.find("720 h") != std::string::npos, idle[0].why.c_str());
    }

    // All run: nothing is said.
    void none() {
        const auto study = studyOf(scenario("tour-small-hall", catalogue_));
        QVERIFY(study != nullptr);
        QVERIFY2(study->basis.year.idle.empty(), idleText(study->basis.year.idle).c_str());
    }
};

HEADROOM_TEST(TestIdleJobs)
}  // namespace tst_idle_jobs

#include "tst_idle_jobs.moc"
