// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/plan_support.h"
#include "engine/estimate/search.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_search {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

struct Case {
    EstimateCluster cluster;
    models::LanguageModelSpec model;
    TrainingQuestion question;

    Case(const char* where, const char* what, double batch) {
        auto made = clusterOf(where, catalogue());
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        cluster = *made;
        model = *catalogue().spec<models::LanguageModelSpec>(what);
        question.cluster = &cluster;
        question.model = &model;
        question.profile = catalogue().spec<models::JobProfileSpec>("llm-pretraining");
        question.software = catalogue().spec<models::SoftwareStackSpec>("megatron-core");
        question.plan.accelerators = cluster.accelerators;
        question.plan.batchSequences = batch;
    }
};

}  // namespace

class TestSearch : public QObject {
    Q_OBJECT

  private slots:
    void theBestFitsAndCanBe();
    void nothingIsBetterAmongTheHeld();
    void countsAddUp();
    void nothingFits();
    void cheaperIsNoFaster();
    void plansThatCannotBe_data();
    void plansThatCannotBe();
    void plansThatNobodyCouldRun();
    void llamaAsItWasTrained();
    void intervalsHoldTheEstimate();
    void failuresCost();
    void softwareCombinesThem_data();
    void softwareCombinesThem();
    void oneOfEachIdea();
    void variesOnRequest();
    void theBoundHidesNothing_data();
    void theBoundHidesNothing();
    void cancels();
    void remediesAreOpen();
};

void TestSearch::theBestFitsAndCanBe() {
    Case c("h100-sxm:512", "llama3-70b", 512);
    const PlanSearch search = searchPlans(c.question, {});
    QCOMPARE(search.best.size(), std::size_t{10});
    double before = 0.0;
    for (const RankedPlan& ranked : search.best) {
        QVERIFY(ranked.step.memory.fits());
        QVERIFY(ranked.score >= before);
        before = ranked.score;
        c.question.plan = ranked.plan;
        QVERIFY(checkPlan(c.question).has_value());
        // The estimate of the plan is the one that it was ranked by.
        QCOMPARE(estimateTraining(c.question).step.stepS, ranked.step.stepS);
    }
    // A dense 70B on H100 reaches 35 to 60 % in published runs.
    QVERIFY2(search.best.front().step.mfu > 0.35 && search.best.front().step.mfu < 0.60,
             std::to_string(search.best.front().step.mfu).c_str());
    QVERIFY(!whyBetter(search.best[0], search.best[1]).empty());
}

void TestSearch::nothingIsBetterAmongTheHeld() {
    // With some degrees held, the best of the rest is no better than the best of all.
    Case c("h100-sxm:512", "llama3-70b", 512);
    const double best = searchPlans(c.question, {}).best.front().score;
    PlanSearchOptions held;
    held.tensor = 8;
    held.pipeline = 4;
    const PlanSearch search = searchPlans(c.question, held);
    QVERIFY(!search.best.empty());
    for (const RankedPlan& ranked : search.best) {
        QCOMPARE(ranked.plan.tensor, 8);
        QCOMPARE(ranked.plan.pipeline, 4);
    }
    QVERIFY(search.best.front().score >= best);
}

void TestSearch::countsAddUp() {
    Case c("h100-sxm:1024", "llama3-405b", 1024);
    const PlanSearch a = searchPlans(c.question, {});
    QCOMPARE(a.plans, a.outOfMemory + a.estimated);
    QVERIFY(a.outOfMemory > 0);
    const PlanSearch b = searchPlans(c.question, {});
    QCOMPARE(a.best.front().score, b.best.front().score);
    QCOMPARE(a.plans, b.plans);
}

void TestSearch::nothingFits() {
    Case c("h100-sxm:8", "llama3-405b", 8);
    const PlanSearch search = searchPlans(c.question, {});
    QVERIFY(search.best.empty());
    QVERIFY(search.plans > 0);
    QVERIFY(search.leastMissingBytes > 0.0);
    // Eleven accelerators are eleven copies, and a batch of 8 has no sequence for each.
    Case odd("h100-sxm:11", "llama3-405b", 8);
    QCOMPARE(searchPlans(odd.question, {}).plans, std::uint64_t{0});
}

void TestSearch::cheaperIsNoFaster() {
    Case c("h100-sxm:1024", "llama3-8b", 256);
    PlanSearchOptions options;
    const RankedPlan fast = searchPlans(c.question, options).best.front();
    options.objective = PlanObjective::Cost;
    const RankedPlan cheap = searchPlans(c.question, options).best.front();
    QVERIFY(cheap.step.stepS >= fast.step.stepS);
    QVERIFY(cheap.step.stepS * cheap.plan.accelerators <= fast.step.stepS * fast.plan.accelerators);
}

void TestSearch::plansThatCannotBe_data() {
    QTest::addColumn<int>("tensor");
    QTest::addColumn<int>("pipeline");
    QTest::addColumn<int>("interleave");
    QTest::addColumn<int>("expert");
    QTest::addColumn<double>("batch");
    QTest::addColumn<int>("accelerators");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("accelerators") << 3 << 1 << 1 << 1 << 512.0 << 512 << QByteArray("EST-010");
    QTest::newRow("batch") << 8 << 1 << 1 << 1 << 100.0 << 512 << QByteArray("EST-011");
    QTest::newRow("small batch") << 1 << 1 << 1 << 1 << 1.0 << 512 << QByteArray("EST-011");
    QTest::newRow("layers") << 8 << 8 << 20 << 1 << 512.0 << 512 << QByteArray("EST-012");
    // 16 x 9 chunks are more than 80 layers, embedding and head.
    QTest::newRow("layers, nearly") << 8 << 16 << 9 << 1 << 512.0 << 512 << QByteArray("EST-012");
    QTest::newRow("heads") << 128 << 1 << 1 << 1 << 512.0 << 512 << QByteArray("EST-013");
    QTest::newRow("experts") << 8 << 1 << 1 << 8 << 512.0 << 512 << QByteArray("EST-014");
    QTest::newRow("too many") << 8 << 1 << 1 << 1 << 512.0 << 1024 << QByteArray("EST-015");
}

// What the plan states and nothing could run so is refused, not left out of account: formats that the part has not,
// halves of sequences, shards among copies that are not there, chunks of a model that is in one piece.
void TestSearch::plansThatNobodyCouldRun() {
    const auto code = [](auto change) {
        Case c("a100-80gb-sxm:8", "llama3-8b", 128);
        if (!checkPlan(c.question)) {
            return std::string("the plan before the change");
        }
        change(c.question.plan);
        const auto possible = checkPlan(c.question);
        return possible ? std::string() : possible.error().code;
    };
    using models::TrainingPlan;
    for (const models::Precision p :
         {models::Precision::Fp8, models::Precision::Fp8Block, models::Precision::Fp4}) {
        QCOMPARE(code([p](TrainingPlan& plan) { plan.precision = p; }), std::string("EST-018"));
    }
    QCOMPARE(code([](TrainingPlan& plan) { plan.microBatch = 1.5; }), std::string("EST-011"));
    QCOMPARE(code([](TrainingPlan& plan) { plan.batchSequences = 128.5; }), std::string("EST-011"));
    QCOMPARE(code([](TrainingPlan& plan) { plan.shardGroup = 3; }), std::string("EST-019"));
    QCOMPARE(code([](TrainingPlan& plan) { plan.shardGroup = 16; }), std::string("EST-019"));
    QCOMPARE(code([](TrainingPlan& plan) { plan.shardGroup = 4; }), std::string());
    QCOMPARE(code([](TrainingPlan& plan) { plan.interleave = 2; }), std::string("EST-012"));
}

void TestSearch::plansThatCannotBe() {
    QFETCH(int, tensor);
    QFETCH(int, pipeline);
    QFETCH(int, interleave);
    QFETCH(int, expert);
    QFETCH(double, batch);
    QFETCH(int, accelerators);
    QFETCH(QByteArray, code);
    Case c("h100-sxm:512", "llama3-70b", batch);
    c.question.plan.tensor = tensor;
    c.question.plan.pipeline = pipeline;
    c.question.plan.interleave = interleave;
    c.question.plan.expert = expert;
    c.question.plan.accelerators = accelerators;
    const auto possible = checkPlan(c.question);
    QVERIFY(!possible.has_value());
    QCOMPARE(QByteArray::fromStdString(possible.error().code), code);
}

// Grattafiori et al. 2024, section 3.3 and table 4: 16,384 H100, tensor 8, 16 stages, 128 copies that
// shard optimiser and gradients, 16 M tokens of 8,192, no recomputation, 41 % of the peak; 126 layers
// in 16 x 8 chunks, embedding and head being one each. The plan can be, fits 80 x 2^30 bytes, and the
// estimate's interval holds what was measured.
void TestSearch::llamaAsItWasTrained() {
    Case c("h100-sxm:16384", "llama3-405b", 2048);
    c.question.plan.tensor = 8;
    c.question.plan.pipeline = 16;
    c.question.plan.interleave = 8;
    c.question.plan.sharding = models::Sharding::Zero2;
    const auto possible = checkPlan(c.question);
    QVERIFY2(possible, possible ? "" : possible.error().text().c_str());
    const TrainingEstimate e = estimateTraining(c.question);
    QVERIFY2(e.step.memory.fits(), std::to_string(e.step.memoryBytes / 1e9).c_str());
    const double measured = e.step.stepS * e.step.mfu / 0.41;
    QVERIFY2(e.stepRange.low < measured && measured < e.stepRange.high,
             std::to_string(e.step.mfu).c_str());
}

// The interval is wide where nothing was measured: H100 has runs of eleven families, an accelerator
// that nobody trained on has none.
void TestSearch::intervalsHoldTheEstimate() {
    Case known("h100-sxm:512", "llama3-70b", 512), strange("mi325x:512", "llama3-70b", 512);
    for (Case* c : {&known, &strange}) {
        c->question.plan.tensor = 8;
    }
    const TrainingEstimate a = estimateTraining(known.question);
    const TrainingEstimate b = estimateTraining(strange.question);
    QVERIFY(a.stepRange.low < a.step.stepS && a.step.stepS < a.stepRange.high);
    QVERIFY(b.stepRange.high / b.step.stepS > 1.05 * a.stepRange.high / a.step.stepS);
}

void TestSearch::failuresCost() {
    // 128 nodes at 10 failures for 1,000 node-days: 1.28 a day, one in 67,500 s. Restart 600 s, the
    // stall w of the profile: the best interval is sqrt(2 w 67,500), ETTR as the header says.
    Case c("dgx-h100:1024", "llama3-70b", 1024);
    c.question.plan.tensor = 8;
    c.question.plan.pipeline = 4;
    c.question.terms.failuresPer1000NodeDays = 10.0;
    c.question.totalTokens = 1e12;
    c.question.terms.usdPerAcceleratorHour = 2.0;
    const TrainingEstimate e = estimateTraining(c.question);
    const double w = c.question.profile->checkpointStallS;
    const double dt = std::sqrt(2.0 * w * 67500.0);
    QVERIFY(std::fabs(e.interruptionsPerDay - 1.28) < 1e-9);
    QVERIFY(std::fabs(e.checkpointS - dt) < 1e-6 * dt);
    const double ettr = dt / (std::exp(600.0 / 67500.0) * 67500.0 * std::expm1((dt + w) / 67500.0));
    QVERIFY(std::fabs(e.goodput - ettr) < 1e-9);
    // Money: hours x accelerators x rent, and the time is longer by the goodput.
    QVERIFY(std::fabs(e.durationS - 1e12 / e.step.tokensPerS / ettr) < 1e-6 * e.durationS);
    QVERIFY(std::fabs(e.rentUsd - e.durationS / 3600.0 * 1024.0 * 2.0) < 1e-6 * e.rentUsd);
    QVERIFY(std::isnan(e.energyUsd));
}

void TestSearch::softwareCombinesThem_data() {
    QTest::addColumn<QString>("software");
    for (const CatalogueEntry* entry :
         catalogue().entriesOf(models::SoftwareStackSpec::type().id)) {
        QTest::newRow(entry->id.c_str()) << QString::fromStdString(entry->id);
    }
}

// Whatever the software, no plan of a search asks for what it does not combine, and sentences say so of one that does.
void TestSearch::softwareCombinesThem() {
    QFETCH(QString, software);
    Case c("h100-sxm:64", "llama3-70b", 64);
    c.question.softwareName = software.toStdString();
    c.question.software = catalogue().spec<models::SoftwareStackSpec>(c.question.softwareName);
    const PlanSearch search = searchPlans(c.question, {});
    for (const RankedPlan& ranked : search.best) {
        QVERIFY(models::planGap(ranked.plan, *c.question.software) == models::PlanGap::None);
        QVERIFY(planGapText(ranked.plan, *c.question.software, c.question.softwareName).empty());
    }
    models::TrainingPlan staged = c.question.plan;
    staged.pipeline = 4;
    staged.sharding = models::Sharding::Zero3;
    const bool combines = models::planGap(staged, *c.question.software) == models::PlanGap::None;
    QCOMPARE(planGapText(staged, *c.question.software, "x").empty(), combines);
    PlanSearchOptions any;
    any.unsupported = true;
    QVERIFY(searchPlans(c.question, any).plans >= search.plans);
}

void TestSearch::oneOfEachIdea() {
    Case c("h100-sxm:512", "llama3-405b", 512);
    const PlanSearch search = searchPlans(c.question, {});
    for (std::size_t i = 0; i < search.best.size(); ++i) {
        for (std::size_t j = i + 1; j < search.best.size(); ++j) {
            const models::TrainingPlan& a = search.best[i].plan;
            const models::TrainingPlan& b = search.best[j].plan;
            QVERIFY(a.tensor != b.tensor || a.pipeline != b.pipeline || a.expert != b.expert ||
                    a.sharding != b.sharding);
        }
    }
}

// What may vary is searched, and the best of more is no worse, for as many sequences.
void TestSearch::variesOnRequest() {
    Case c("b200-sxm:64", "llama4-maverick", 64);
    const double held = searchPlans(c.question, {}).best.front().score;
    PlanSearchOptions vary;
    vary.precisions = precisionsOf(c.question);
    vary.batches = batchesAround(64.0);
    vary.software = softwareFor(*c.cluster.accelerator, catalogue());
    QCOMPARE(vary.precisions.size(), std::size_t{4});
    QVERIFY(vary.software.size() > 2);
    const PlanSearch search = searchPlans(c.question, vary);
    QVERIFY(search.best.front().score <= held);
    for (const PlanSearchOptions::Software& software : vary.software) {
        QVERIFY(software.spec->year >= c.cluster.accelerator->year);
        QVERIFY(software.spec->trainsOn == c.cluster.accelerator->kind);
    }
}

void TestSearch::theBoundHidesNothing_data() {
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("objective");
    QTest::addColumn<bool>("vary");
    const auto row = [](const char* cluster, const char* model, PlanObjective objective,
                        bool vary) {
        QTest::addRow("%s on %s, objective %d%s", model, cluster, static_cast<int>(objective),
                      vary ? ", varied" : "")
            << QString(cluster) << QString(model) << static_cast<int>(objective) << vary;
    };
    for (const PlanObjective objective :
         {PlanObjective::Time, PlanObjective::Cost, PlanObjective::Energy}) {
        row("h100-sxm:64", "llama3-70b", objective, false);
        row("b200-sxm:64", "llama4-maverick", objective, false);
    }
    row("b200-sxm:16", "llama3-8b", PlanObjective::Time, true);
    row("b200-sxm:32", "llama4-maverick", PlanObjective::Time, true);
    row("b200-sxm:8", "llama3-8b", PlanObjective::Energy, true);
}

// A search that computes the step of every plan that fits, and one that leaves out those whose bound is above the tenth
// best, give the same ten to the last bit, in the same order; and both judge as many plans.
void TestSearch::theBoundHidesNothing() {
    QFETCH(QString, cluster);
    QFETCH(QString, model);
    QFETCH(int, objective);
    QFETCH(bool, vary);
    Case c(cluster.toUtf8().constData(), model.toUtf8().constData(), 64);
    PlanSearchOptions options;
    options.objective = static_cast<PlanObjective>(objective);
    if (vary) {
        options.precisions = precisionsOf(c.question);
        options.batches = batchesAround(64.0);
        options.software = softwareFor(*c.cluster.accelerator, catalogue());
    }
    const PlanSearch bounded = searchPlans(c.question, options);
    options.everyStep = true;
    const PlanSearch all = searchPlans(c.question, options);
    QCOMPARE(all.ruledOut, std::uint64_t{0});
    QVERIFY(bounded.ruledOut > 0);
    QCOMPARE(bounded.plans, all.plans);
    QCOMPARE(bounded.estimated, all.estimated);
    QCOMPARE(bounded.outOfMemory, all.outOfMemory);
    QCOMPARE(bounded.best.size(), all.best.size());
    for (std::size_t i = 0; i < all.best.size(); ++i) {
        QCOMPARE(bounded.best[i].number, all.best[i].number);
        QCOMPARE(bounded.best[i].score, all.best[i].score);
        QCOMPARE(bounded.best[i].software.name, all.best[i].software.name);
        QCOMPARE(bounded.best[i].step.stepS, all.best[i].step.stepS);
    }
}

// A search that is cancelled says so, and its progress rises from 0 to less than 1.
void TestSearch::cancels() {
    Case c("h100-sxm:64", "llama3-70b", 64);
    std::atomic<bool> cancel{false};
    double last = -1.0;
    const PlanSearch search = searchPlans(
        c.question, {},
        [&](double done) {
            QVERIFY(done > last && done < 1.0);
            last = done;
            cancel = done > 0.3;
        },
        &cancel);
    QVERIFY(last > 0.3);
    QVERIFY(!search.complete);
}

// What does not fit is told what would help: nothing that the plan has already, nothing that cannot be.
void TestSearch::remediesAreOpen() {
    Case c("h100-sxm:1", "llama3-8b", 1);
    c.question.plan.batchSequences = 1;
    std::string remedy = memoryRemedy(c.question);
    QVERIFY2(remedy.find("--tp") == std::string::npos, remedy.c_str());  // one accelerator
    QVERIFY2(remedy.find("--sharding") == std::string::npos, remedy.c_str());
    QVERIFY(remedy.find("--recompute full") != std::string::npos);
    Case d("h100-sxm:16", "llama3-70b", 16);
    d.question.plan.sharding = models::Sharding::Zero3;
    d.question.plan.recompute = models::Recompute::Full;
    d.question.plan.optimiser = models::Optimiser::Adam8Bit;
    d.question.plan.offload = models::Offload::Optimiser;
    remedy = memoryRemedy(d.question);
    for (const char* set :
         {"--sharding", "--recompute", "--optimiser", "--offload", "--micro-batch"}) {
        QVERIFY2(remedy.find(set) == std::string::npos, remedy.c_str());
    }
    QVERIFY(remedy.find("--tp") != std::string::npos);
}

HEADROOM_TEST(TestSearch)
}  // namespace tst_search

#include "tst_search.moc"
