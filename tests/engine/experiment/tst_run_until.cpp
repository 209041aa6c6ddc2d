// SPDX-License-Identifier: Apache-2.0
#include "engine/certainty/certainty.h"
#include "engine/experiment/run_until.h"
#include "engine/live/run.h"
#include "engine/plant/plant.h"
#include "engine/reliability/campaign/campaign.h"
#include "engine/reliability/commission/commission.h"
#include "engine/reliability/reach/forecast.h"
#include "engine/reliability/reach/sweep.h"
#include "engine/sensitivity/sensitivity.h"
#include "engine/study/plan.h"
#include "tests/engine/replay/recorded_run.h"
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace tst_run_until {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kEvenS = 600.0;    // 40 steps of 15 s
constexpr double kUnevenS = 607.0;  // 40 steps and 7 s of the next

std::unique_ptr<Simulator> ranTo(double untilS) {
    auto sim = simulator(scenario("tour-small-hall"));
    const auto end = runUntil(*sim, untilS);
    if (!end || *end != RunEnd::Finished) {
        qFatal("the run did not finish");
    }
    return sim;
}

std::shared_ptr<const Plant> plantOf(const Project& project) {
    auto plant = compile(project, catalogue(), {});
    return std::make_shared<const Plant>(std::move(*plant));
}

}  // namespace

class TestRunUntil : public QObject {
    Q_OBJECT

  private slots:

    void horizons() {
        QTest::addColumn<double>("untilS");
        QTest::newRow("even") << kEvenS;
        QTest::newRow("uneven") << kUnevenS;
        QTest::newRow("within the first step") << 7.0;
    }

    void endsAtItsHorizon_data() { horizons(); }

    // The energy of the run is that of its time: nothing of the cut step is counted beyond it.
    void endsAtItsHorizon() {
        QFETCH(double, untilS);
        const auto sim = ranTo(untilS);
        QCOMPARE(sim->timeS(), untilS);
        QCOMPARE(sim->sums()[Sum::TimeS], untilS);
        QVERIFY(reachedEnd(*sim, untilS) && !reachedEnd(*sim, untilS + 1.0));
    }

    // A horizon on the grid takes the same steps as a loop without a horizon: the same bytes.
    void evenHorizonsCutNothing() {
        auto sim = simulator(scenario("tour-small-hall"));
        for (int i = 0; i < 40; ++i) {
            sim->step();
            sim->takeEvents();
        }
        QCOMPARE(ranTo(kEvenS)->stateHash(), sim->stateHash());
    }

    // The step after a cut one ends with its base step: 607 s to 615 s.
    void aCutStepIsMadeUp() {
        auto sim = ranTo(kUnevenS);
        sim->step();
        QCOMPARE(sim->timeS(), 615.0);
    }

    void growingStepsToo() {
        RunOptions options;
        options.steps = Steps::Growing;
        auto sim = simulator(scenario("tour-small-hall"), options);
        QVERIFY(runUntil(*sim, kUnevenS));
        QCOMPARE(sim->timeS(), kUnevenS);
    }

    void everyQuestionEndsThere_data() { horizons(); }

    // A headline of every question is that of the run itself, bit by bit, so that it ended at the same instant.
    void everyQuestionEndsThere() {
        QFETCH(double, untilS);
        const Project project = scenario("tour-small-hall");
        const auto sim = ranTo(untilS);

        const std::atomic<bool> never{false};
        auto other = simulator(project);
        QVERIFY(run(*other, nullptr, untilS, {}, {}, never));
        QCOMPARE(other->stateHash(), sim->stateHash());

        auto watched = simulator(project);
        QVERIFY(runOn(*watched, untilS, nullptr).fault.code.empty());
        QCOMPARE(watched->timeS(), untilS);

        CampaignSpec campaign;
        campaign.untilS = untilS;
        campaign.replications = campaign.threads = 1;
        campaign.seed = sim->plant().seed;
        campaign.coupling = Coupling::Always;
        const auto replications = replicate(plantOf(project), campaign, {}, never);
        QVERIFY(replications && replications->size() == 1);
        QCOMPARE(replications->front().sums[Sum::TimeS], untilS);
        QCOMPARE(replications->front().stateHash, sim->stateHash());

        SweepSpec sweeping;
        sweeping.warmUpS = untilS;
        sweeping.horizonS = 60.0;
        sweeping.threads = 1;
        sweeping.only = "cdus";
        const auto swept = sweep(project, catalogue(), sweeping);
        QVERIFY(swept);
        QCOMPARE(swept->startS, untilS);

        SensitivitySpec moved;
        moved.untilS = untilS;
        moved.threads = 1;
        moved.randomFailures = true;
        moved.only = "grid";
        const auto found = sensitivity(project, catalogue(), moved);
        QVERIFY(found && !found->values.empty());
        for (std::size_t h = 0; h < found->values.size(); ++h) {
            QCOMPARE(found->values[h], found->headlines[h]->value(sim->sums()));
        }
    }

    // Study and certainty: the state of a point, and the value of a headline.
    void studyAndCertainty() {
        const auto plan =
            StudyPlan::make(smallStudy("\"figures\": [\"pue\"], \"axes\": [{\"set\": "
                                       "\"loop-a.supply_setpoint_c\", \"values\": [18]}]",
                                       0.17),
                            studyReaders());
        QVERIFY2(plan, plan ? "" : text(plan.error()).c_str());
        const StudyTask& task = plan->tasks().front();  // 0.17 h: 612 s
        RunOptions options;
        options.seed = task.seed;
        const auto plant = plan->plantOf(task);
        auto point = Simulator::create(*plant, options);
        QVERIFY(runUntil(**point, plan->study().untilS));
        QVERIFY(std::abs((*point)->timeS() - 612.0) < 1e-6);
        const auto outcome = plan->carryOut(task, *plant, nullptr);
        QCOMPARE(QString::fromStdString(outcome->stateHash),
                 QString("%1").arg((*point)->stateHash(), 16, 16, QLatin1Char('0')));
        CertaintySpec spec;
        spec.untilS = kUnevenS;
        spec.screenS = 30.0;
        spec.mostRuns = 1;
        spec.threads = 2;
        const auto sure = certainty(scenario("tour-small-hall"), catalogue(), spec);
        QVERIFY(sure && !sure->headlines.empty());
        const auto sim = ranTo(kUnevenS);
        QCOMPARE(sure->headlines.front().value, sure->headlines.front().figure->value(sim->sums()));
    }

    // The run that was cut comes back at its end from its recording, with the same bytes.
    void aCutRunComesBack() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("run.db").toStdString();
        const RecordedRun made = record(scenario("tour-small-hall"), file, kUnevenS);
        QCOMPARE(made.simulator->timeS(), kUnevenS);
        const auto replay = replayOf(file);
        QCOMPARE(replay->lastS(), kUnevenS);
        for (const double atS : {600.0, kUnevenS}) {
            auto moment = replay->at(atS);
            QVERIFY(moment);
            QCOMPARE(moment->simulator->timeS(), atS);
            QCOMPARE(moment->simulator->stateHash(), made.hashAt.at(atS));
            QVERIFY(!replay->hasStep(*moment->simulator, atS));
        }
        const auto compared = replay->verify();
        QVERIFY2(compared, compared ? "" : text(compared.error()).c_str());
    }

    // Cancelled before its first test, commissioning answers with none.
    void aCancelledCommissioningHasNoRows() {
        const std::atomic<bool> cancel{true};
        CommissionSpec spec;
        spec.threads = 1;
        const auto c = commission(scenario("tour-small-hall"), catalogue(), spec, {}, &cancel);
        QVERIFY(c);
        QVERIFY(!c->complete && c->rows.empty());
    }
};

HEADROOM_TEST(TestRunUntil)
}  // namespace tst_run_until

#include "tst_run_until.moc"
