// SPDX-License-Identifier: Apache-2.0
#include "models/workload/software_stack.h"
#include "models/workload/training_memory.h"
#include "models/workload/training_step.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

/// Memory of training plans: experts by tensor and expert ranks, optimisers, adapters, offload.
namespace tst_training_memory {

using namespace headroom::models;
using headroom::tests::cataloguePart;
using headroom::tests::catalogueParts;

namespace {

bool near(double value, double expected, double share = 1e-9) {
    return std::fabs(value - expected) <= share * std::fabs(expected);
}

TrainingMemory memoryOf(const char* model, const char* software, const TrainingPlan& plan,
                        const char* accelerator = "h100-sxm") {
    return trainingMemory(plan, cataloguePart<LanguageModelSpec>(model),
                          cataloguePart<SoftwareStackSpec>(software),
                          cataloguePart<AcceleratorSpec>(accelerator).memoryBytes);
}

}  // namespace

class TestTrainingMemory : public QObject {
    Q_OBJECT

  private slots:
    void tensorRanksSplitExperts();
    void splitsOfEveryMixture();
    void splittingSharesTheWork();
    void optimisers();
    void adapters();
    void offload();
    void narrowStatesFit();
    void gapsOfSoftware();
};

// Mixtral 8x7B, 32 accelerators, tensor 8, 2 stages, 1 expert rank: 32 layers of 8 experts of 3 x 4,096 x 14,336 are
// 45.1e9 parameters, 2.82e9 on a rank of 16; attention 1.3e9 and one embedding of 0.13e9 over 16 and 8 ranks beside
// them: 2.9e9 x 2 bytes = 5.8 GB. Whole experts on each tensor rank took 45 GB.
void TestTrainingMemory::tensorRanksSplitExperts() {
    TrainingPlan plan{.accelerators = 32, .tensor = 8, .pipeline = 2, .batchSequences = 256};
    const TrainingMemory split = memoryOf("mixtral-8x7b", "megatron-core", plan);
    QVERIFY(near(split.weights, 5.8e9, 0.01));
    QVERIFY(split.fits());
    plan.expertTensor = 1;
    QVERIFY(near(memoryOf("mixtral-8x7b", "megatron-core", plan).weights, 45.3e9, 0.01));
    // Where tensor x expert ranks do not divide a stage, experts are whole: 256 accelerators, 8 stages, 32 ranks.
    const TrainingPlan wide{.accelerators = 256, .tensor = 2, .pipeline = 8, .expert = 32};
    QCOMPARE(expertTensorRanks(wide, cataloguePart<SoftwareStackSpec>("megatron-core")), 1);
}

// Of any mixture: t tensor and e expert ranks hold a t e-th of the experts each, by the software's default or as stated.
void TestTrainingMemory::splitsOfEveryMixture() {
    const auto software = cataloguePart<SoftwareStackSpec>("megatron-core");
    for (const QJsonValue& part : catalogueParts(LanguageModelSpec::type())) {
        const std::string id = part["id"].toString().toStdString();
        const auto model = cataloguePart<LanguageModelSpec>(id.c_str());
        if (model.experts == 0) {
            continue;
        }
        const ModelShape s = shapeOf(model);
        const double experts = 2.0 * s.expertLayers * s.experts * s.expertParameters;
        const auto weights = [&](int tensor, int expert, int split) {
            const TrainingPlan plan{.accelerators = 64,
                                    .tensor = tensor,
                                    .expert = expert,
                                    .expertTensor = split,
                                    .batchSequences = 64};
            return trainingMemory(plan, model, software, 1e15).weights;
        };
        // What is not experts is the same at one tensor degree.
        const double rest = weights(4, 2, 1) - experts / 2.0;
        QVERIFY2(rest > 0.0, id.c_str());
        QVERIFY2(near(weights(4, 2, 0), rest + experts / 8.0, 1e-6), id.c_str());
        QVERIFY2(near(weights(4, 2, 2), rest + experts / 4.0, 1e-6), id.c_str());
    }
}

// Splitting an expert leaves its arithmetic to as many ranks: matrices of a step take less, never more than the whole,
// and rows are gathered and reduced instead.
void TestTrainingMemory::splittingSharesTheWork() {
    const auto model = cataloguePart<LanguageModelSpec>("mixtral-8x7b");
    const auto accelerator = cataloguePart<AcceleratorSpec>("h100-sxm");
    const auto profile = cataloguePart<JobProfileSpec>("llm-pretraining");
    const auto software = cataloguePart<SoftwareStackSpec>("megatron-core");
    const auto up = cataloguePart<InterconnectSpec>("nvlink4");
    const auto out = cataloguePart<InterconnectSpec>("infiniband-ndr");
    TrainingStepInput in;
    in.model = &model;
    in.accelerator = &accelerator;
    in.profile = &profile;
    in.software = &software;
    in.scaleUp = &up;
    in.scaleOut = &out;
    in.plan = {
        .accelerators = 32, .tensor = 8, .pipeline = 2, .expertTensor = 8, .batchSequences = 256};
    const TrainingStep split = trainingStep(in);
    in.plan.expertTensor = 1;
    const TrainingStep whole = trainingStep(in);
    QVERIFY(split.matrixS < whole.matrixS);
    QVERIFY(split.expertS > 0.0);
    QCOMPARE(whole.expertS, 0.0);  // one expert rank: nothing travels
}

// Llama 3 70B over 8 copies that shard everything: 70.55e9 / 8 parameters each. Adam in 32 bits has 12 bytes, in 16
// bits 4, in 8 bits 2.004, Muon 8, Adafactor none; weights and 16-bit gradients 2 each.
void TestTrainingMemory::optimisers() {
    TrainingPlan plan{.accelerators = 8,
                      .sharding = Sharding::Zero3,
                      .batchSequences = 8,
                      .sequence = 2048,
                      .recompute = Recompute::Full};
    const double each = memoryOf("llama3-70b", "torchtitan-compiled", plan).weights / 2.0;
    QVERIFY(near(each, 70.55e9 / 8.0, 0.001));
    const std::pair<Optimiser, double> states[] = {
        {Optimiser::Usual, 12.0},    {Optimiser::Adam, 12.0},
        {Optimiser::AdamBf16, 4.0},  {Optimiser::Adam8Bit, 2.0 * (1.0 + 4.0 / 2048.0)},
        {Optimiser::Adafactor, 0.0}, {Optimiser::Muon, 8.0}};
    for (const auto& [optimiser, bytes] : states) {
        plan.optimiser = optimiser;
        QVERIFY(near(memoryOf("llama3-70b", "torchtitan-compiled", plan).optimiser + 1.0,
                     bytes * each + 1.0));
    }
    // 8 bits: 2 + 2 + 2.004 bytes, 53 GB (49 GiB) of states, and it fits 80 GiB; in 32 bits it does not.
    plan.optimiser = Optimiser::Adam8Bit;
    const TrainingMemory narrow = memoryOf("llama3-70b", "torchtitan-compiled", plan);
    QVERIFY(near(narrow.weights + narrow.gradients + narrow.optimiser, 53.0e9, 0.01));
    QVERIFY(narrow.fits());
    plan.optimiser = Optimiser::Adam;
    QVERIFY(!memoryOf("llama3-70b", "torchtitan-compiled", plan).fits());
}

// Adapters of rank 16 on Llama 3 70B: 16 x 80 x (attention 2 (8,192 + 8,192) + 2 (8,192 + 1,024) + feed-forward
// 3 (8,192 + 28,672)) = 207.1e6 parameters. Frozen weights in 4.127 bits are 36.4 GB: one accelerator holds them.
void TestTrainingMemory::adapters() {
    TrainingPlan plan{.accelerators = 1,
                      .sharding = Sharding::None,
                      .batchSequences = 1,
                      .sequence = 2048,
                      .recompute = Recompute::Full,
                      .adapterRank = 16,
                      .frozenBits = 4.0};
    const auto model = cataloguePart<LanguageModelSpec>("llama3-70b");
    QVERIFY(near(trainedParameters(plan, model), 207.1e6, 0.001));
    const TrainingMemory memory = memoryOf("llama3-70b", "torchtitan-compiled", plan);
    QVERIFY(near(memory.weights, 36.4e9 + 2.0 * 207.1e6, 0.01));
    QVERIFY(near(memory.optimiser, 12.0 * 207.1e6, 0.01));
    QVERIFY(memory.fits());
    plan.frozenBits = 16.0;
    QVERIFY(!memoryOf("llama3-70b", "torchtitan-compiled", plan).fits());
    plan.adapterRank = 0;
    QCOMPARE(trainedParameters(plan, model), model.parameters);
}

void TestTrainingMemory::offload() {
    TrainingPlan plan{.accelerators = 8,
                      .sharding = Sharding::Zero3,
                      .batchSequences = 8,
                      .sequence = 2048,
                      .recompute = Recompute::Full};
    const TrainingMemory before = memoryOf("llama3-70b", "torchtitan-compiled", plan);
    plan.offload = Offload::Optimiser;
    const TrainingMemory states = memoryOf("llama3-70b", "torchtitan-compiled", plan);
    QCOMPARE(states.optimiser, 0.0);
    QCOMPARE(states.weights, before.weights);
    QVERIFY(states.fits() && !before.fits());
    plan.offload = Offload::Weights;
    const TrainingMemory all = memoryOf("llama3-70b", "torchtitan-compiled", plan);
    QCOMPARE(all.weights + all.gradients + all.optimiser, 0.0);
    QVERIFY(all.buffers > 0.0);
}

// DeepSeek-V3 as it was trained (arXiv 2412.19437, section 3.2): 2,048 H800, 16 stages, 64 expert ranks, norms and
// up-projections again. Its software keeps moments in 16 and inputs in 8 bits, and so it fits.
void TestTrainingMemory::narrowStatesFit() {
    const TrainingPlan plan{.accelerators = 2048,
                            .pipeline = 16,
                            .expert = 64,
                            .batchSequences = 15360,
                            .precision = Precision::Fp8Block,
                            .recompute = Recompute::Selective};
    QVERIFY(memoryOf("deepseek-v3", "hai-llm", plan, "h800-sxm").fits());
    QVERIFY(!memoryOf("deepseek-v3", "megatron-core", plan, "h800-sxm").fits());
}

// As their makers say: Megatron-FSDP has no pipeline stages, DeepSpeed's pipeline refuses ZeRO-2 and 3, torchtitan
// combines all of it, llm-foundry has copies alone. A plan of one rank is possible with any.
void TestTrainingMemory::gapsOfSoftware() {
    const auto gap = [](const char* software, const TrainingPlan& plan) {
        return planGap(plan, cataloguePart<SoftwareStackSpec>(software));
    };
    const TrainingPlan staged{
        .accelerators = 64, .tensor = 4, .pipeline = 4, .sharding = Sharding::Zero3};
    QVERIFY(gap("megatron-core", staged) == PlanGap::ShardingWithStages);
    QVERIFY(gap("megatron-bridge-26-06", staged) == PlanGap::ShardingWithStages);
    QVERIFY(gap("megatron-deepspeed", staged) == PlanGap::ShardingWithStages);
    QVERIFY(gap("torchtitan-compiled", staged) == PlanGap::None);
    QVERIFY(gap("maxtext-2024", staged) == PlanGap::None);
    QVERIFY(gap("llm-foundry", staged) == PlanGap::Tensor);
    TrainingPlan flat = staged;
    flat.pipeline = 1;
    QVERIFY(gap("megatron-core", flat) == PlanGap::None);
    QVERIFY(gap("hai-llm", flat) == PlanGap::Sharding);
    for (const QJsonValue& part : catalogueParts(SoftwareStackSpec::type())) {
        const std::string id = part["id"].toString().toStdString();
        QVERIFY2(gap(id.c_str(), {.sharding = Sharding::None}) == PlanGap::None, id.c_str());
    }
}

HEADROOM_TEST(TestTrainingMemory)
}  // namespace tst_training_memory

#include "tst_training_memory.moc"
