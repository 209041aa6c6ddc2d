// SPDX-License-Identifier: Apache-2.0
#include "engine/money/training_runs.h"
#include "tests/engine/money/fixture.h"

#include <cmath>

namespace tst_training_runs {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestTrainingRuns : public QObject {
    Q_OBJECT

  private slots:

    // 5e12 of 15e12 tokens in a year, with 2e6 accelerator hours held and 3 GWh: the run takes 6e6 hours, on
    // 1,024 accelerators 244.1 days, 9 GWh; at 2.50 an hour 15 million; at 0.4 kg 2,400 t.
    void wholeRun() {
        CostBasis basis;
        basis.year.trainings = {{"run", "Run", 1024.0, 15e12, 5e12, 2e6 * 3600.0, 3e6 * 3.6e6}};
        Cost cost;
        cost.outputs = {{"used_hour", "", "", 1.0, 2.5, ""}};
        Carbon carbon;
        carbon.perUsedHour = 0.4;
        const auto runs = trainingRuns(basis, cost, carbon);
        QCOMPARE(runs.size(), std::size_t{1});
        QVERIFY(std::abs(runs[0].acceleratorHours - 6e6) < 1e-3);
        QVERIFY(std::abs(runs[0].days() - 6e6 / 24.0 / 1024.0) < 1e-9);
        QVERIFY(std::abs(runs[0].energyJ / 3.6e12 - 9.0) < 1e-9);
        QVERIFY(std::abs(runs[0].cost - 15e6) < 1e-2);
        QVERIFY(std::abs(runs[0].carbonKg - 2.4e6) < 1e-3);
        QCOMPARE(trainingRunsSheet(runs, "USD 2025").rows.size(), std::size_t{1});
        // Nothing trained: not known, and no number.
        basis.year.trainings[0].tokens = 0.0;
        QVERIFY(std::isnan(trainingRuns(basis, cost, carbon)[0].cost));
    }

    // In a simulated year the jobs of the project are there, their tokens are those of the year, and what they
    // held is what was allocated, where nothing else runs.
    void ofASimulatedYear() {
        const Catalogue catalogue = shipped();
        const Project project = scenario("distributed-redundant", catalogue);
        const auto year = typicalYear(project, catalogue, coarseYear());
        QVERIFY(year.has_value());
        QCOMPARE(year->trainings.size(), project.objectsOf("training_jobs").size() +
                                             project.objectsOf("training_job").size());
        double tokens = 0.0, heldS = 0.0;
        for (const TrainingWork& work : year->trainings) {
            QVERIFY(work.totalTokens > 0.0 && work.accelerators > 0.0);
            tokens += work.tokens;
            heldS += work.heldS;
        }
        QVERIFY(tokens <= year->sums[Sum::Tokens] * (1.0 + 1e-9));
        QVERIFY(heldS <= year->sums[Sum::AllocatedS] * (1.0 + 1e-9));
        QVERIFY(tokens > 0.0 && heldS > 0.0);
    }
};

HEADROOM_TEST(TestTrainingRuns)
}  // namespace tst_training_runs

#include "tst_training_runs.moc"
