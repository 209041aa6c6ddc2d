// SPDX-License-Identifier: Apache-2.0
#include "engine/live/lone_job.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_rate.h"
#include "models/workload/training_job.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_lone_job {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// The question that the first training job of a project asks.
TrainingQuestion questionOf(const Project& project, const EstimateCluster& cluster) {
    const auto job = specOf<models::TrainingJobSpec>(*project.objectsOf("training_job").front());
    TrainingQuestion q;
    q.cluster = &cluster;
    q.model = catalogue().spec<models::LanguageModelSpec>(job.model);
    q.profile = catalogue().spec<models::JobProfileSpec>(job.profile);
    q.software = catalogue().spec<models::SoftwareStackSpec>("megatron-core");
    q.plan = models::planOf(job, *q.model);
    q.gradientCompression = job.gradientCompression;
    q.localSteps = job.localSteps;
    return q;
}

class TestLoneJob : public QObject {
    Q_OBJECT

  private slots:

    void isTheStepOfTheRun_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("sites");
        QTest::newRow("one fabric") << "tour-small-hall" << 1;
        QTest::newRow("two sites") << "two-site-training" << 2;
    }

    // The first training job of a scenario, with all others taken out: its step in a run without heat and power is
    // that of the estimate. The line between two sites alone made 44 % of the first job of two-site-training.
    void isTheStepOfTheRun() {
        QFETCH(QString, name);
        QFETCH(int, sites);
        Project project = scenario(name.toStdString());
        const std::string first = project.objectsOf("training_job").front()->id;
        std::erase_if(project.objects, [&](const Object& o) {
            return o.type->id == "drill" || (o.type->id == "training_job" && o.id != first);
        });
        set(project, "failures", "enabled", false);
        RunOptions options;
        options.coupling = Coupling::Never;
        auto run = Simulator::create(project, catalogue(), options);
        QVERIFY(run.has_value());
        while ((*run)->timeS() < 3600.0) {
            (*run)->step();
        }
        const Job& job = (*run)->state().jobs.front();
        const auto cluster = clusterOf(project, "h100-sxm", catalogue());
        QVERIFY(cluster.has_value());
        TrainingQuestion question = questionOf(project, *cluster);
        const auto network =
            networkAlone(scenario(name.toStdString()), catalogue(), question, "llm-pretraining");
        QVERIFY2(network.has_value(), network ? "" : network.error().message.c_str());
        QCOMPARE(network->sites, sites);
        question.network = *network;
        const double estimate = models::trainingStep(stepInput(question)).stepS;
        QVERIFY2(std::abs(estimate / job.stepS - 1.0) < 1e-9,
                 qPrintable(QString("%1 %2").arg(estimate).arg(job.stepS)));
        QCOMPARE(network->cost, job.networkCost);
    }

    // A job that the pool cannot hold is refused with the reason of the run.
    void saysWhyThereIsNone() {
        const Project project = scenario("tour-small-hall");
        const auto cluster = clusterOf(project, "", catalogue());
        TrainingQuestion question = questionOf(project, *cluster);
        question.plan.accelerators = 1 << 20;
        const auto network = networkAlone(project, catalogue(), question, "llm-pretraining");
        QVERIFY(!network.has_value());
        QCOMPARE(network.error().code, std::string("EST-028"));
        QVERIFY(!network.error().remedy.empty());
    }
};

HEADROOM_TEST(TestLoneJob)
}  // namespace tst_lone_job

#include "tst_lone_job.moc"
