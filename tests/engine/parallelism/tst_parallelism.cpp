// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_choice.h"
#include "engine/parallelism/parallelism_question.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <string>

namespace tst_parallelism {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// A question of one cluster, model and batch, with what its pointers lead to.
struct Case {
    EstimateCluster cluster;
    ChosenModel model;
    TrainingQuestion question;
    PlanSearchOptions options;

    Case(const char* where, const char* what, double batch, const char* software) {
        auto made = clusterOf(where, catalogue());
        auto chosen = chooseModel(what, catalogue());
        if (!made || !chosen) {
            qFatal("%s", (!made ? made.error() : chosen.error()).text().c_str());
        }
        cluster = *made;
        model = *chosen;
        question.cluster = &cluster;
        question.model = model.spec;
        question.profile = catalogue().spec<models::JobProfileSpec>("llm-pretraining");
        question.software = catalogue().spec<models::SoftwareStackSpec>(software);
        question.softwareName = software;
        question.plan.accelerators = cluster.accelerators;
        question.plan.batchSequences = batch;
        options.frontGrainBytes = kGrainShare * cluster.accelerator->memoryBytes;
    }

    double grains(const models::TrainingMemory& memory) const {
        return std::floor(memory.spareBytes / options.frontGrainBytes);
    }
};

PlanningWorld world() {
    PlanningWorld w;
    w.catalogue = std::shared_ptr<const Catalogue>(std::shared_ptr<void>(), &catalogue());
    return w;
}

}  // namespace

/// Plans that no other plan beats in both speed and memory left.
class TestParallelism : public QObject {
    Q_OBJECT

  private slots:

    // From left to right a front gets slower and leaves more memory; its first plan is the best one of the search.
    void aFrontTradesSpeedForMemory() {
        Case c("h100-sxm:512", "llama3-70b", 512, "megatron-core");
        const PlanSearch front = searchPlans(c.question, c.options);
        QVERIFY(front.best.size() > 3);
        for (std::size_t i = 1; i < front.best.size(); ++i) {
            QVERIFY(front.best[i].score > front.best[i - 1].score);
            QVERIFY(c.grains(front.best[i].step.memory) > c.grains(front.best[i - 1].step.memory));
        }
        QCOMPARE(front.best.front().score, searchPlans(c.question, {}).best.front().score);
    }

    // The bound drops plans before their step is computed. The front is that of computing all of them, with several
    // precisions too.
    void theBoundHidesNothing() {
        Case c("h100-sxm:64", "llama3-8b", 128, "megatron-core");
        c.options.precisions = precisionsOf(c.question);
        const PlanSearch bound = searchPlans(c.question, c.options);
        c.options.everyStep = true;
        const PlanSearch all = searchPlans(c.question, c.options);
        QVERIFY(bound.ruledOut > 0 && all.ruledOut == 0);
        QCOMPARE(bound.best.size(), all.best.size());
        for (std::size_t i = 0; i < all.best.size(); ++i) {
            QCOMPARE(bound.best[i].score, all.best[i].score);
            QCOMPARE(bound.best[i].number, all.best[i].number);
        }
    }

    // Plans with which models were trained, from tests/validation/cases/training (each with its source there), and
    // Llama 3 405B (arXiv 2407.21783, table 4). The front has a plan that leaves as much memory and takes at most 5 %
    // more time by the same model.
    void publishedPlansAreFound_data() {
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("software");
        QTest::addColumn<double>("batch");
        QTest::addColumn<int>("tensor");
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<int>("interleave");
        QTest::addColumn<int>("expert");
        QTest::addColumn<double>("micro");
        QTest::addColumn<int>("precision");
        using P = models::Precision;
        const auto row = [](const char* name, const char* where, const char* what,
                            const char* software, double batch, int tensor, int pipeline,
                            int interleave, int expert, double micro, P precision) {
            QTest::newRow(name) << where << what << software << batch << tensor << pipeline
                                << interleave << expert << micro << static_cast<int>(precision);
        };
        row("GPT 39B, MEG21-005", "a100-80gb-sxm:512",
            "layers=48,hidden=8192,heads=64,ffn=32768,vocab=51200,sequence=2048",
            "megatron-lm-2021", 1536, 8, 2, 1, 1, 4, P::Fp16);
        row("GPT 1T, MEG21-010", "a100-80gb-sxm:3072",
            "layers=128,hidden=25600,heads=160,ffn=102400,vocab=51200,sequence=2048",
            "megatron-lm-2021", 3072, 8, 64, 1, 1, 1, P::Fp16);
        row("GPT 530B, MEG21Z-011", "a100-80gb-sxm:1120",
            "layers=105,hidden=20480,heads=128,ffn=81920,vocab=51200,sequence=2048",
            "megatron-lm-2021", 2240, 8, 35, 1, 1, 1, P::Fp16);
        row("GPT-3 175B, KOR22-003", "a100-80gb-sxm:64",
            "layers=96,hidden=12288,heads=96,ffn=49152,vocab=51200,sequence=2048",
            "megatron-lm-2021", 64, 8, 8, 3, 1, 1, P::Fp16);
        row("GPT 18B, VTRAIN-034", "a100-80gb-sxm:256",
            "layers=40,hidden=6144,heads=48,ffn=24576,vocab=51200,sequence=2048",
            "megatron-deepspeed", 1024, 2, 4, 1, 1, 4, P::Fp16);
        row("MT-NLG 530B, MTNLG-001", "a100-80gb-sxm:2240",
            "layers=105,hidden=20480,heads=128,ffn=81920,vocab=50272,sequence=2048",
            "megatron-deepspeed", 1920, 8, 35, 1, 1, 1, P::Bf16);
        row("GPT 462B, MCOREW-009", "h100-sxm:6144",
            "layers=112,hidden=18432,heads=144,ffn=73728,vocab=131072,sequence=4096",
            "megatron-core", 3072, 8, 16, 1, 1, 1, P::Bf16);
        row("Llama 3 70B, MBRIDGE-080", "h100-sxm:64", "llama3-70b", "megatron-bridge-26-02", 256,
            4, 8, 5, 1, 1, P::Fp8);
        row("Qwen3 30B, MBRIDGE-050", "h100-sxm:16", "qwen3-30b-a3b", "megatron-bridge-26-06", 1024,
            1, 1, 1, 16, 1, P::Fp8);
        row("Llama 3 405B, table 4", "h100-sxm:16384", "llama3-405b", "megatron-core", 2048, 8, 16,
            1, 1, 1, P::Bf16);
    }

    void publishedPlansAreFound() {
        QFETCH(QString, where);
        QFETCH(QString, what);
        QFETCH(QString, software);
        QFETCH(double, batch);
        QFETCH(int, tensor);
        QFETCH(int, pipeline);
        QFETCH(int, interleave);
        QFETCH(int, expert);
        QFETCH(double, micro);
        QFETCH(int, precision);
        Case c(where.toUtf8().constData(), what.toUtf8().constData(), batch,
               software.toUtf8().constData());
        models::TrainingPlan plan = c.question.plan;
        plan.tensor = tensor;
        plan.pipeline = pipeline;
        plan.interleave = interleave;
        plan.expert = expert;
        plan.microBatch = micro;
        plan.precision = c.question.plan.precision = static_cast<models::Precision>(precision);
        const PlanSearch front = searchPlans(c.question, c.options);
        QVERIFY(!front.best.empty());
        // The least recomputation that fits, as such runs take; the published text does not always state it.
        TrainingQuestion published = c.question;
        published.plan = plan;
        models::TrainingStep step;
        for (const models::Recompute recompute :
             {models::Recompute::None, models::Recompute::Selective, models::Recompute::Full}) {
            published.plan.recompute = recompute;
            step = estimateTraining(published).step;
            if (step.memory.fits()) {
                break;
            }
        }
        QVERIFY2(step.memory.fits(), "the published plan does not fit by the model");
        const auto found = std::find_if(
            front.best.begin(), front.best.end(),
            [&](const RankedPlan& r) { return c.grains(r.step.memory) >= c.grains(step.memory); });
        QVERIFY(found != front.best.end());
        qInfo("published %.2f s, found %.2f s, fastest %.2f s", step.stepS, found->step.stepS,
              front.best.front().step.stepS);
        QVERIFY(found->step.stepS <= 1.05 * step.stepS);
    }

    // The arguments of the launcher read back as the plan of the first row, and the job has its degrees.
    void writesTheFirstPlan() {
        const auto answer = answerPlanning(parallelismQuestion(),
                                           {{"model", "llama3-70b"},
                                            {"cluster", "dgx-h100:512"},
                                            {"launcher", "megatron"},
                                            {"precision", "bf16"},
                                            {"tokens_billion", "1000"}},
                                           world());
        QVERIFY2(answer.has_value(), answer ? "" : text(answer.error()).c_str());
        QVERIFY(answer->isMet);
        QCOMPARE(answer->sheets.size(), std::size_t{3});
        const Sheet& front = answer->sheets.front();
        std::string launch, job;
        for (const auto& row : answer->sheets[1].rows) {
            launch += std::get<std::string>(row.front()) + '\n';
        }
        for (const auto& row : answer->sheets[2].rows) {
            job += std::get<std::string>(row.front()) + '\n';
        }
        const auto read = parseLaunch(launch, "launch.sh");
        QVERIFY2(read.has_value(), launch.c_str());
        const auto count = [&](const char* key) {
            return std::get<std::int64_t>(
                front.rows.front()[static_cast<std::size_t>(columnIndex(front, key))]);
        };
        QCOMPARE(std::int64_t{read->tensor}, count("tensor_parallel"));
        QCOMPARE(std::int64_t{read->pipeline}, count("pipeline_parallel"));
        QVERIFY2(job.find("\"model\": \"llama3-70b\"") != std::string::npos, job.c_str());
        QVERIFY2(job.find("\"total_billion_tokens\": 1000") != std::string::npos, job.c_str());
        for (const PlanningChart& chart : answer->charts) {
            QVERIFY(columnIndex(front, chart.x) >= 0 && columnIndex(front, chart.y) >= 0 &&
                    columnIndex(front, chart.group) >= 0);
        }
    }

    // Each launcher has software of its own for GPUs; MaxText alone has none for an accelerator that its software
    // does not train on.
    void launchersHaveTheirSoftware() {
        const auto& h100 = *catalogue().spec<models::AcceleratorSpec>("h100-sxm");
        for (const Launcher launcher :
             {Launcher::Megatron, Launcher::Torchtitan, Launcher::DeepSpeed}) {
            QVERIFY(!softwareOfLauncher(launcher, h100, catalogue()).empty());
        }
        const auto& tpu = *catalogue().spec<models::AcceleratorSpec>("tpu-v5p");
        QVERIFY(softwareOfLauncher(Launcher::Megatron, tpu, catalogue()).empty());
        QVERIFY(!softwareOfLauncher(Launcher::MaxText, tpu, catalogue()).empty());
    }

    void faultsAreNamed_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("code");
        QTest::newRow("write") << "write"
                               << "9999"
                               << "PLN-011";
        QTest::newRow("cluster") << "cluster"
                                 << "h1000:8"
                                 << "EST-001";
        QTest::newRow("model") << "model"
                               << "llama9"
                               << "EST-006";
        QTest::newRow("precision") << "precision"
                                   << "fp4"
                                   << "EST-018";
        QTest::newRow("profile") << "profile"
                                 << "nothing"
                                 << "EST-006";
    }

    void faultsAreNamed() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, code);
        SpecArguments arguments = {{"model", "llama3-8b"}, {"cluster", "dgx-h100:64"}};
        arguments.emplace_back(key.toStdString(), value.toStdString());
        const auto answer = answerPlanning(parallelismQuestion(), arguments, world());
        QVERIFY(!answer);
        QCOMPARE(QString::fromStdString(answer.error().front().code), code);
    }

    // A model that no plan holds: not met, with the memory that is missing.
    void nothingFits() {
        const auto answer = answerPlanning(
            parallelismQuestion(), {{"model", "llama3-405b"}, {"cluster", "dgx-h100:8"}}, world());
        QVERIFY(answer && !answer->isMet && !answer->notes.empty());
        QVERIFY(answer->charts.empty());
    }
};

HEADROOM_TEST(TestParallelism)

}  // namespace tst_parallelism

#include "tst_parallelism.moc"
