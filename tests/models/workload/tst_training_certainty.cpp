// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_certainty.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

/// Intervals of training steps: wider where less was measured. And a run at a scale that no fit has seen.
namespace tst_training_certainty {

using namespace headroom::models;
using headroom::tests::cataloguePart;

namespace {

struct Case {
    LanguageModelSpec model;
    AcceleratorSpec accelerator;
    SoftwareStackSpec software;
    JobProfileSpec profile = cataloguePart<JobProfileSpec>("llm-pretraining");
    InterconnectSpec up, out;
    TrainingPlan plan;

    Case(const char* what, const char* where, const char* by, const char* links,
         const char* network)
        : model(cataloguePart<LanguageModelSpec>(what)),
          accelerator(cataloguePart<AcceleratorSpec>(where)),
          software(cataloguePart<SoftwareStackSpec>(by)),
          up(cataloguePart<InterconnectSpec>(links)),
          out(cataloguePart<InterconnectSpec>(network)) {}

    TrainingStepInput input() const {
        TrainingStepInput in;
        in.model = &model;
        in.accelerator = &accelerator;
        in.software = &software;
        in.profile = &profile;
        in.scaleUp = &up;
        in.scaleOut = &out;
        in.plan = plan;
        in.scaleUpDomain = accelerator.scaleUpDomain;
        in.speedSpread = accelerator.speedSpread;
        return in;
    }

    double spread() const {
        const TrainingStepInput in = input();
        return trainingSpread(in, trainingStep(in), trainingKnowledge(in));
    }
};

}  // namespace

class TestTrainingCertainty : public QObject {
    Q_OBJECT

  private slots:
    void widerWhereNothingWasMeasured();
    void widerUnderALimit();
    void oldMegatronAtScale();
    void gradientsOfOldBf16();
};

void TestTrainingCertainty::widerWhereNothingWasMeasured() {
    Case c("qwen3-30b-a3b", "h100-sxm", "megatron-bridge-26-06", "nvlink4", "infiniband-ndr");
    c.plan = {.accelerators = 64, .expert = 8, .batchSequences = 512};
    const double usual = c.spread();
    Case plain = c;
    plain.model.plainActivation = true;  // gates without a fused kernel
    QVERIFY(plain.spread() > usual);
    Case latent = c;
    latent.model.expertHidden = c.model.hidden / 2;
    QVERIFY(latent.spread() > usual);
    Case larger = c;
    larger.software.largestRun = 16;  // two doublings below 64
    QVERIFY(larger.spread() > usual);
    larger.software.largestRun = 64;
    QCOMPARE(larger.spread(), usual);
}

// Under a limit that takes a twentieth of the clock, phi(0.95) = 0.95 (1 - 1.08 x 0.05)^2 = 0.8502: a chip without
// voltage to give up would have a clock of 0.85. ln(0.95 / 0.8502) / 1.645 = 0.0675 of the computing.
void TestTrainingCertainty::widerUnderALimit() {
    Case c("llama3-8b", "gh200-96gb", "megatron-core", "nvlink4", "slingshot-11");
    c.plan = {.accelerators = 64, .tensor = 2, .batchSequences = 512};
    c.plan.microBatch = 4.0;
    TrainingStepInput in = c.input();
    in.clock = 0.95;
    const TrainingStep step = trainingStep(in);
    const double limited = trainingSpread(in, step, trainingKnowledge(in));
    AcceleratorSpec measured = c.accelerator;
    measured.voltageSlope = 1.08;
    in.accelerator = &measured;
    const double known = trainingSpread(in, step, trainingKnowledge(in));
    const double share = (step.matrixS + step.attentionS + step.recomputeS) / step.stepS;
    QVERIFY(std::fabs(std::sqrt(limited * limited - known * known) - 0.0675 * share) < 0.0005);
}

// MegaScale (Jiang et al., NSDI 2024, table 2): Megatron-LM trains 175 billion parameters on 12,288 A100 with 8 tensor
// ranks, 8 stages of 6 chunks and a batch of 6,144 at 41.2 % of the peak. The fit has seen 3,072 at most.
void TestTrainingCertainty::oldMegatronAtScale() {
    Case c("gpt3-175b", "a100-80gb-sxm", "megatron-lm-2021", "nvlink3", "infiniband-hdr");
    c.plan = {.accelerators = 12288,
              .tensor = 8,
              .pipeline = 8,
              .interleave = 6,
              .sharding = Sharding::None,
              .batchSequences = 6144,
              .precision = Precision::Bf16,
              .recompute = Recompute::Selective};
    const TrainingStep step = trainingStep(c.input());
    const double measuredS = step.stepS * step.mfu / 0.412;
    QVERIFY2(std::fabs(step.mfu / 0.412 - 1.0) < 0.10, std::to_string(step.mfu).c_str());
    const CertainRange range = rangeOf(step.stepS, c.spread());
    QVERIFY(range.low < measuredS && measuredS < range.high);
}

// Megatron-LM reduces gradients of bf16 runs in 4 bytes, those of fp16 runs in 2: twice the traffic of copies.
void TestTrainingCertainty::gradientsOfOldBf16() {
    Case c("gpt3-22b", "a100-80gb-sxm", "megatron-lm-2021", "nvlink3", "infiniband-hdr");
    c.plan = {.accelerators = 64,
              .tensor = 8,
              .sharding = Sharding::None,
              .batchSequences = 64,
              .precision = Precision::Fp16};
    const double half = trainingStep(c.input()).dataOutBytes;
    c.plan.precision = Precision::Bf16;
    QCOMPARE(trainingStep(c.input()).dataOutBytes, 2.0 * half);
}

HEADROOM_TEST(TestTrainingCertainty)
}  // namespace tst_training_certainty

#include "tst_training_certainty.moc"
