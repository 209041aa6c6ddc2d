// SPDX-License-Identifier: Apache-2.0
#include "models/compute/kernel_law.h"
#include "models/workload/training_step.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_training_step {

using namespace headroom::models;
using headroom::tests::cataloguePart;

namespace {

/// Specs that outlive the input that points at them.
struct Case {
    LanguageModelSpec model;
    AcceleratorSpec accelerator;
    JobProfileSpec profile;
    SoftwareStackSpec software;
    InterconnectSpec scaleUp;
    InterconnectSpec scaleOut;
    TrainingStepInput input;

    TrainingStep step() {
        input.model = &model;
        input.accelerator = &accelerator;
        input.profile = &profile;
        input.software = &software;
        input.scaleUp = &scaleUp;
        input.scaleOut = &scaleOut;
        return trainingStep(input);
    }
};

bool near(double value, double expected, double relative = 1e-9) {
    return std::abs(value - expected) <= relative * std::abs(expected);
}

InterconnectSpec freeOfLatency() {
    InterconnectSpec link;
    link.efficiency = 1.0;
    link.baseLatencyS = 0.0;
    link.stepLatencyS = 0.0;
    return link;
}

// Round numbers for a calculation by hand.
Case simple() {
    Case c;
    c.model.parameters = c.model.activeParameters = 1e9;
    c.model.layers = 10;
    c.model.hidden = 1000;
    c.model.sequence = 1000;
    c.accelerator.bf16FlopsPerS = 1e15;
    c.accelerator.measuredBf16FlopsPerS = 8e14;
    c.accelerator.scaleUpBytesPerS = 400e9;
    c.accelerator.scaleOutBytesPerS = 50e9;
    c.profile.matrixShare = 0.5;
    c.profile.computeActivity = 0.9;
    c.profile.communicationActivity = 0.3;
    c.profile.overlap = 0.0;
    c.profile.checkpointBytesPerParameter = 14.0;
    c.scaleUp = c.scaleOut = freeOfLatency();
    c.software.gradientBytes = 2.0;
    c.software.stepOverheadS = 0.0;
    c.input.scaleUpDomain = 8;
    // 250 sequences for each of 4 copies, in 8 micro-batches.
    c.input.plan = {.accelerators = 16,
                    .tensor = 2,
                    .pipeline = 2,
                    .microBatch = 31.25,
                    .batchSequences = 1000};
    return c;
}

Case h100(const char* model) {
    Case c;
    c.model = cataloguePart<LanguageModelSpec>(model);
    c.accelerator = cataloguePart<AcceleratorSpec>("h100-sxm");
    c.profile = cataloguePart<JobProfileSpec>("llm-pretraining");
    c.software = cataloguePart<SoftwareStackSpec>("megatron-core");
    c.scaleUp = cataloguePart<InterconnectSpec>("nvlink4");
    c.scaleOut = cataloguePart<InterconnectSpec>("infiniband-ndr");
    c.input.scaleUpDomain = 8;
    return c;
}

}  // namespace

class TestTrainingStep : public QObject {
    Q_OBJECT

  private slots:

    // A profile that states the rate of the whole step takes the place of the kernels.
    // flops: 6 * 1e6 * (1e9 + 10 * 1000 * 1000) = 6.06e15.
    // compute: 6.06e15 / (16 * 8e14 * 0.5) = 0.946875 s.
    // tensor: micro-batch tokens 1e6/4/8 = 31,250, message 2 * 31,250 * 1000 = 62.5 MB, 5 layers a
    //   stage, 8 micro-batches; two all-gathers and two reduce-scatters each way, 1/2 of 62.5e6
    //   / 400e9 = 78.125 us each: 320 of them take 25 ms.
    // bubble: one more micro-batch of both, 1/8.
    // stages: 2 * 8 sends in the steady state and 2 to fill and drain, 62.5e6/2 bytes at 50e9.
    // data: 4 copies, all of them within the domain of 8 (2 tensor ranks each):
    //   2 * 3/4 * (2 * 1e9/4)/400e9 = 1.875 ms.
    void byHand() {
        const TrainingStep step = simple().step();
        QVERIFY(near(step.flops, 6.06e15));
        QVERIFY(near(step.computeS, 0.946875));
        QVERIFY(near(step.bubbleS, (0.946875 + 0.025) / 8));
        QVERIFY(near(step.tensorS, 0.025));
        QVERIFY(near(step.pipelineS, 18 * 0.000625));
        QVERIFY(near(step.dataS, 0.001875));
        QVERIFY(near(step.tokensPerS, 1e6 / step.stepS));
        QVERIFY(near(step.mfu, 6.06e15 / (16 * 1e15 * step.stepS)));
        QVERIFY(near(step.activity, (0.946875 * 0.9 + (step.stepS - 0.946875) * 0.3) / step.stepS));
        // Forward and backward of 8 micro-batches over 1 boundary shared by 2 stages:
        // 2 * 8 * 0.5 * 31.25e6 = 250 MB; copies stay inside the domain.
        QVERIFY(near(step.scaleOutBytesPerS, 250e6 / step.stepS));
        QVERIFY(near(step.pipelineOutBytes, 250e6));
        QVERIFY(near(step.pipelineBusyS, 250e6 / 50e9));
        QCOMPARE(step.dataOutBytes, 0.0);
        QVERIFY(near(step.dataBusyS, 0.001875));
        QCOMPARE(step.tensorOutBytes, 0.0);
    }

    void termsAddUp_data() {
        QTest::addColumn<int>("experts");
        QTest::addColumn<int>("context");
        QTest::newRow("dense") << 0 << 1;
        QTest::newRow("experts") << 64 << 1;
        QTest::newRow("context") << 0 << 2;
    }

    void termsAddUp() {
        QFETCH(int, experts);
        QFETCH(int, context);
        Case c = h100("llama3-70b");
        c.model.experts = experts;
        c.model.expertsPerToken = experts > 0 ? 4 : 0;
        c.input.plan = {.accelerators = 1024,
                        .tensor = 8,
                        .pipeline = 4,
                        .context = context,
                        .expert = experts > 0 ? 16 : 1,
                        .batchSequences = 512};
        c.input.speedSpread = 0.01;
        c.software.stepOverheadS = 0.01;
        const TrainingStep s = c.step();
        QVERIFY(near(s.stepS, s.computeS + s.bubbleS + s.tensorS + s.contextS + s.expertS +
                                  s.pipelineS + s.dataS + s.stragglerS + s.overheadS));
        QVERIFY(near(s.computeS, s.matrixS + s.attentionS + s.vectorS + s.recomputeS +
                                     s.optimiserS + s.launchS));
        QVERIFY(near(s.memoryBytes, s.memory.total()));
        QCOMPARE(s.expertS > 0.0, experts > 0);
        QCOMPARE(s.contextBusyS > 0.0, context > 1);
        // Expected value of the slowest of 1,024 normal speeds: sqrt(2 ln 1024) deviations.
        QVERIFY(
            near(s.stragglerS, 0.01 * std::sqrt(2 * std::log(1024.0)) * (s.computeS + s.bubbleS)));
    }

    // No tiles, no latency, fast memory: t = 2 m n k (1 + k0/k) / (R share). 129 rows are two tiles
    // of 128. One round of tiles on 100 processors and one tile more: 101 tiles are 1.01 rounds'
    // work and cost 1.01 + 0.5 (2 - 1.01) = 1.505.
    void matrixByHand() {
        AcceleratorSpec a;
        a.bf16FlopsPerS = 1e15;
        a.memoryBytesPerS = 1e18;
        a.matrixShareBf16 = 0.8;
        a.matrixDepthBf16 = 100;
        a.matrixTailBf16 = 0.5;
        a.kernelLatencyS = 0.0;
        MatrixLaw law = matrixLaw(a, MatrixFormat::Bf16);
        QVERIFY(near(law.seconds(1280, 1280, 900), 2.0 * 1280 * 1280 * 1000 / 8e14, 1e-6));
        QVERIFY(near(law.seconds(129, 1280, 900), law.seconds(256, 1280, 900), 1e-6));
        a.processors = 100;
        law = matrixLaw(a, MatrixFormat::Bf16);
        QVERIFY(near(law.seconds(1280, 1280, 900), 2.0 * 1280 * 1280 * 1000 / 8e14, 1e-6));
        QVERIFY(
            near(law.seconds(128, 101 * 128, 900), 1.505 * 2.0 * 128 * 12800 * 1000 / 8e14, 1e-6));
        // 1 element of each row: memory decides. 2 bytes of (16 k + k n + 16 n) over 1e12 * 0.8.
        a.memoryBytesPerS = 1e12;
        law = matrixLaw(a, MatrixFormat::Bf16);
        const double bytes = 2.0 * (16.0 * 8192 + 8192.0 * 8192 + 16.0 * 8192);
        QVERIFY(near(law.seconds(16, 8192, 8192), bytes / 0.8e12, 0.02));
        QCOMPARE(law.seconds(0, 8192, 8192), 0.0);
    }

    // Korthikanti et al. 2022, table 2: a layer keeps s b h (34 + 5 a s / h) bytes with unfused
    // attention, all of it over t with sequence parallelism; 2 s b h / t with full recomputation.
    void activationsOfPaper() {
        LanguageModelSpec m;
        m.layers = 48;
        m.hidden = 6144;
        m.heads = 64;
        m.sequence = 2048;
        m.gated = false;
        m.feedForward = 4 * m.hidden;
        m.vocabulary = 51200;
        m.parameters = m.activeParameters = 22e9;
        SoftwareStackSpec unfused;
        unfused.attention = AttentionKernel::Unfused;
        TrainingPlan plan{.accelerators = 8, .tensor = 8, .microBatch = 4, .batchSequences = 4};
        const double sbh = 2048.0 * 4 * 6144;
        const double paper = 48 * sbh * (34 + 5.0 * 64 * 2048 / 6144) / 8;
        QVERIFY(near(trainingMemory(plan, m, unfused, 80e9).activations, paper));
        plan.recompute = Recompute::Full;
        const double again = 48 * sbh * 2 / 8 + paper / 48;  // and one layer while it runs again
        QVERIFY(near(trainingMemory(plan, m, unfused, 80e9).activations, again));
    }

    // 18 bytes a parameter (2 + 4 + 12) on one copy; the 12 over 4 copies with ZeRO-1, 4 + 12 with
    // ZeRO-2, all with ZeRO-3. Matrices of 12 L h^2 and 4 h L of norms here, two embeddings.
    void statesByStage() {
        LanguageModelSpec m;
        m.layers = 10;
        m.hidden = 1024;
        m.heads = 8;
        m.gated = false;
        m.feedForward = 4096;
        m.vocabulary = 1000;
        m.parameters = m.activeParameters = 128e6;
        SoftwareStackSpec software;
        software.gradientBytes = 4.0;
        const double n = 10.0 * (12.0 * 1024 * 1024 + 4 * 1024) + 2 * 1000.0 * 1024;
        const auto states = [&](Sharding sharding) {
            const TrainingPlan plan{.accelerators = 4, .sharding = sharding, .batchSequences = 4};
            const TrainingMemory t = trainingMemory(plan, m, software, 80e9);
            return t.weights + t.gradients + t.optimiser;
        };
        QVERIFY(near(states(Sharding::None), 18 * n));
        QVERIFY(near(states(Sharding::Zero1), (6 + 3) * n));
        QVERIFY(near(states(Sharding::Zero2), (2 + 4) * n));
        QVERIFY(near(states(Sharding::Zero3), 4.5 * n));
    }

    void outOfMemoryIsSaid() {
        Case c = h100("llama3-405b");
        c.accelerator.memoryBytes = 80e9;
        c.input.plan = {.accelerators = 8, .tensor = 8, .batchSequences = 8};
        const TrainingStep step = c.step();
        QVERIFY(!step.memory.fits());
        // 405.9e9 parameters over 8 tensor ranks of 18 bytes and more: 913 GB at least.
        QVERIFY(step.memoryBytes > 900e9);
    }

    // Every layer runs forward twice: what is recomputed is a third of forward and backward but for
    // the sums of weight gradients, which write more.
    void recomputation() {
        Case c = h100("llama3-8b");
        c.input.plan = {.accelerators = 8, .microBatch = 1, .batchSequences = 8};
        const TrainingStep none = c.step();
        QCOMPARE(none.recomputeS, 0.0);
        c.input.plan.recompute = Recompute::Full;
        const TrainingStep full = c.step();
        QVERIFY(full.recomputeS > 0.25 * (none.matrixS + none.attentionS));
        QVERIFY(full.recomputeS < 0.40 * (none.matrixS + none.attentionS + none.vectorS));
        QVERIFY(full.memory.activations < 0.25 * none.memory.activations);
        QVERIFY(near(full.flops, none.flops));
    }

    // Fully sharded copies gather weights twice and scatter gradients once; ZeRO-1 gathers once.
    void shardingMovesBytes() {
        Case c = h100("llama3-8b");
        c.input.scaleUpDomain = 1;
        c.software.gradientBytes = 2.0;
        c.input.plan = {.accelerators = 64, .microBatch = 1, .batchSequences = 64};
        c.input.plan.sharding = Sharding::Zero3;
        const double full = c.step().dataOutBytes;
        const double bytes = 2.0 * 8.03e9 * 63 / 64;
        QVERIFY(near(full, 3.0 * bytes, 1e-6));
        c.input.plan.sharding = Sharding::Zero1;
        QVERIFY(near(c.step().dataOutBytes, 2.0 * bytes, 1e-6));
        c.input.plan.batchSequences =
            128;  // two micro-batches: only the sharded weights move again
        QVERIFY(near(c.step().dataOutBytes, 2.0 * bytes, 1e-6));
        c.input.plan.sharding = Sharding::Zero3;
        QVERIFY(near(c.step().dataOutBytes, 6.0 * bytes, 1e-6));
    }

    // Two stages hold half of the layers each. Per micro-batch a stage gathers its weights twice and
    // scatters its gradients once: half of the bytes of one stage, for twice as many micro-batches of half as
    // many copies: as much a step. ZeRO-2 keeps weights: gathered once, gradients scattered in each of the four.
    void stagesOfShards() {
        Case c = h100("llama3-8b");
        c.input.scaleUpDomain = 1;
        c.software.gradientBytes = 2.0;
        c.input.plan = {.accelerators = 64, .pipeline = 2, .microBatch = 1, .batchSequences = 128};
        c.input.plan.sharding = Sharding::Zero3;
        const double bytes = 0.5 * 2.0 * 8.03e9 * 31 / 32;
        QVERIFY(near(c.step().dataOutBytes, 4 * 3.0 * bytes, 1e-6));
        c.input.plan.sharding = Sharding::Zero2;
        QVERIFY(near(c.step().dataOutBytes, (4 + 1) * bytes, 1e-6));
        // Four chunks: two micro-batches pass a chunk in a row and share its exchanges, and its gradients
        // (2 bytes of a quarter of the stage) stay whole meanwhile.
        const TrainingMemory apart = c.step().memory;
        c.input.plan.interleave = 4;
        QVERIFY(near(c.step().dataOutBytes, (2 + 1) * bytes, 1e-6));
        QVERIFY(c.step().memory.buffers > apart.buffers + 2.0 * 3.4e9 / 4);
        c.input.plan.sharding = Sharding::Zero3;
        QVERIFY(near(c.step().dataOutBytes, 2 * 3.0 * bytes, 1e-6));
    }

    // Half the adapter's rate takes twice as long without latencies; twice the rate changes nothing.
    void linksHaveRates() {
        Case c = h100("llama3-8b");
        c.input.scaleUpDomain = 1;
        c.scaleOut = freeOfLatency();
        c.input.plan = {.accelerators = 64, .microBatch = 1, .batchSequences = 64};
        const double full = c.step().dataBusyS;
        c.scaleOut.lineBytesPerS = 2.0 * c.accelerator.scaleOutBytesPerS;
        QVERIFY(near(c.step().dataBusyS, full));
        c.scaleOut.lineBytesPerS = 0.5 * c.accelerator.scaleOutBytesPerS;
        QVERIFY(near(c.step().dataBusyS, 2.0 * full, 1e-6));
    }

    // 16 ranks in two domains of 8 and 8 experts a token: sent to each expert, half of all copies
    // cross. Forwarded, a token crosses once if any of its experts is there: (1 - 2^-8) of tokens.
    void forwardedTokensCrossOnce() {
        Case c = h100("llama3-8b");
        c.model.experts = 128;
        c.model.expertsPerToken = 8;
        c.model.expertFeedForward = 768;
        c.input.plan = {.accelerators = 16, .expert = 16, .microBatch = 1, .batchSequences = 16};
        const double each = c.step().expertOutBytes;
        const double token = 2.0 * 4096;
        const double passes = 32.0 * 2 * 2;  // layers, forward and backward, there and back
        QVERIFY(near(each, passes * 8192 * 8 * token / 2, 1e-6));
        c.software.expertForwarding = true;
        QVERIFY(near(c.step().expertOutBytes,
                     passes * 8192 * token * 2 * (1 - std::pow(2.0, -8)) / 2, 1e-6));
    }

    // Host time beyond what the accelerator works: 32 layers, 2 passes of 50 ms, less its work.
    void launchesAreAFloor() {
        Case c = h100("llama3-8b");
        c.input.plan = {.accelerators = 8, .microBatch = 1, .batchSequences = 8};
        c.software.layerLaunchS = 0.05;
        const TrainingStep s = c.step();
        QCOMPARE(s.bound, StepBound::Launch);
        QVERIFY(s.stepS >= 32 * 2 * 0.05 && s.stepS < 32 * 2 * 0.05 + 0.5);
    }

    void fasterPartsNeverSlow() {
        Case c = h100("llama3-70b");
        c.input.plan = {.accelerators = 256, .tensor = 8, .pipeline = 2, .batchSequences = 256};
        c.scaleOut.lineBytesPerS = kNotStated;  // a network that follows the adapter
        const double was = c.step().stepS;
        for (double AcceleratorSpec::*rate :
             {&AcceleratorSpec::bf16FlopsPerS, &AcceleratorSpec::memoryBytesPerS,
              &AcceleratorSpec::scaleUpBytesPerS, &AcceleratorSpec::scaleOutBytesPerS}) {
            Case faster = c;
            faster.accelerator.*rate *= 2.0;
            QVERIFY(faster.step().stepS < was);
        }
        c.input.plan.precision = Precision::Fp8;
        QVERIFY(c.step().stepS < was);
    }

    void overlapHidesNoMoreThanComputing() {
        Case c = simple();
        c.profile.overlap = 1.0;
        QVERIFY(near(c.step().dataS, 0.0, 1e-9) || c.step().dataS < 1e-12);
        c.accelerator.scaleUpBytesPerS = 1e6;  // absurdly slow: the reduction outlasts computing
        const TrainingStep step = c.step();
        QVERIFY(step.dataS > 1.5 * 0.5e9 / 1e6 - step.computeS);
    }

    void interleavingShortensTheBubble() {
        Case c = simple();
        const double plain = c.step().bubbleS;
        c.input.plan.interleave = 5;
        QVERIFY(near(c.step().bubbleS, plain / 5));
    }

    // Half the clock doubles the computing time and nothing else that is not made of it.
    void slowClock() {
        Case c = simple();
        const TrainingStep full = c.step();
        c.input.clock = 0.5;
        const TrainingStep half = c.step();
        QVERIFY(near(half.computeS, 2 * full.computeS));
        QVERIFY(near(half.tensorS, full.tensorS));
    }

    void networkShareSlowsWhatCrossesTheFabric() {
        Case c = simple();
        c.input.scaleUpDomain = 2;  // copies now sit on different domains
        const TrainingStep full = c.step();
        c.input.dataShare = 0.5;
        const TrainingStep half = c.step();
        QVERIFY(near(half.dataS, 2 * full.dataS));
        QVERIFY(near(half.tensorS, full.tensorS));
        QVERIFY(near(half.pipelineS, full.pipelineS));
        QCOMPARE(half.dataOutBytes, full.dataOutBytes);
        c.input.pipelineShare = 0.25;
        QVERIFY(near(c.step().pipelineS, 4 * full.pipelineS));
    }

    // 4 copies on 4 domains: 0.5e9 bytes of gradients, ring 1.5 * 0.5e9 / 50e9 = 15 ms. A tenth of
    // the bytes: 1.5 ms, and packing at 1e12 bytes/s: 2 * 0.5e9 * 1.1 / 1e12 = 1.1 ms. Every fourth
    // step: a quarter of both.
    void compressionAndLocalSteps() {
        Case c = simple();
        c.input.scaleUpDomain = 2;
        c.accelerator.memoryBytesPerS = 1e12;
        QVERIFY(near(c.step().dataS, 15e-3));
        QVERIFY(near(c.step().dataOutBytes, 0.75e9));
        c.input.gradientCompression = 10.0;
        TrainingStep step = c.step();
        QVERIFY(near(step.dataBusyS, 1.5e-3));
        QVERIFY(near(step.dataOutBytes, 75e6));
        QVERIFY(near(step.compressionS, 1.1e-3));
        QVERIFY(near(step.dataS, 2.6e-3));
        c.input.localSteps = 4;
        step = c.step();
        QVERIFY(near(step.dataS, 2.6e-3 / 4));
        QVERIFY(near(step.dataOutBytes, 75e6 / 4));
        // Weights at the end of the last step: nothing hides them.
        c.profile.overlap = 1.0;
        QVERIFY(near(c.step().dataS, 2.6e-3 / 4));
    }

    // Two sites of 2 copies each. Inside a site a ring of two: 1 * 0.5e9 / 50e9 = 10 ms. Between
    // them each of the two accelerators that hold a shard sends 0.25e9 bytes at 1e9 bytes/s and 20
    // ms: 20 ms + 250 ms; with 10 local steps a tenth of it in each step.
    void betweenSites() {
        Case c = simple();
        c.input.scaleUpDomain = 2;
        c.input.sites = 2;
        c.input.wanBytesPerS = 1e9;
        c.input.wanRoundTripS = 0.02;
        TrainingStep step = c.step();
        QVERIFY(near(step.dataBusyS, 0.01));
        QVERIFY(near(step.wanBusyS, 0.27));
        QVERIFY(near(step.wanOutBytes, 0.25e9));
        QVERIFY(near(step.dataS, 0.28));
        c.input.localSteps = 10;
        step = c.step();
        QVERIFY(near(step.dataS, 0.01 + 0.027));
        QVERIFY(near(step.dataOutBytes, 0.5e9));
        c.input.wanBytesPerS = 0.0;
        QVERIFY(std::isinf(c.step().stepS));
    }

    // PCI Express at 10e9 bytes/s is the narrowest part of the way through host memory.
    void stagingThroughHosts() {
        Case c = simple();
        const double direct = c.step().pipelineS;
        c.scaleOut.pcieBytesPerS = 10e9;
        c.scaleOut.stagingLatencyS = 0.0;
        QVERIFY(near(c.step().pipelineS, direct));
        c.input.hostStaging = true;
        QVERIFY(near(c.step().pipelineS, 5.0 * direct));
    }

    void standstill() {
        Case c = simple();
        c.input.clock = 0.0;
        const TrainingStep stopped = c.step();
        QVERIFY(std::isinf(stopped.stepS));
        QCOMPARE(stopped.tokensPerS, 0.0);
        QCOMPARE(stopped.mfu, 0.0);
        c = simple();
        c.input.pipelineShare = 0.0;
        const TrainingStep cut = c.step();
        QVERIFY(std::isinf(cut.stepS));
        QCOMPARE(cut.tokensPerS, 0.0);
    }

    // Plans that no one should ask for: an end, or none, but no crash and nothing negative.
    void strangePlans() {
        Case c = h100("llama3-8b");
        const TrainingPlan plans[] = {
            {.accelerators = 0, .batchSequences = 0},
            {.accelerators = 1, .tensor = 8, .pipeline = 64, .context = 32},
            {.accelerators = 1000000, .microBatch = 1e9, .batchSequences = 1e12},
            {.accelerators = 8, .expert = 512, .microBatch = 1e-9, .batchSequences = 1},
            {.accelerators = 8, .sharding = Sharding::Zero3, .shardGroup = 1000, .sequence = 1}};
        for (const TrainingPlan& plan : plans) {
            c.input.plan = plan;
            const TrainingStep step = c.step();
            QVERIFY(step.stepS > 0.0);
            QVERIFY(step.dataS >= 0.0 && step.bubbleS >= 0.0 && step.memoryBytes > 0.0);
        }
    }

    void withoutMeasuredRate() {
        Case c = simple();
        c.accelerator.measuredBf16FlopsPerS = kNotStated;
        QVERIFY(near(c.step().computeS, 6.06e15 / (16 * 0.7 * 1e15 * 0.5)));
    }

    // Nine runs of the calibration (Megatron-Core r0.8.0 weak scaling on H100,
    // github.com/NVIDIA/Megatron-LM, images/model_table.png): billions of parameters, layers,
    // width, batch in sequences of 4,096, accelerators, tensor and pipeline ranks, TFLOP/s of each
    // by Megatron's count (attention not halved). Micro-batch and interleaving are not published:
    // the fastest that fits, four layers a chunk.
    void calibrationRuns() {
        struct Run {
            double billions;
            int layers, hidden, batch, accelerators, tensor, stages;
            double teraflops;
            double microBatch;
        };

        const Run runs[] = {{1.7, 24, 2048, 192, 48, 1, 1, 408.8, 4},
                            {7.1, 30, 4096, 192, 96, 2, 1, 465.9, 4},
                            {16, 32, 6144, 192, 192, 4, 1, 489.1, 4},
                            {32, 48, 7168, 192, 384, 8, 1, 459.6, 4},
                            {70, 84, 8192, 384, 768, 8, 2, 419.7, 2},
                            {119, 92, 10240, 768, 1536, 8, 4, 420.5, 1},
                            {177, 96, 12288, 1152, 2304, 8, 6, 432.8, 2},
                            {314, 96, 16384, 1536, 3072, 8, 8, 474.4, 1},
                            {462, 112, 18432, 3072, 6144, 8, 16, 459.9, 1}};
        double sum = 0.0, worst = 0.0;
        for (const Run& run : runs) {
            Case c = h100("llama3-70b");
            c.model.parameters = c.model.activeParameters = run.billions * 1e9;
            c.model.layers = run.layers;
            c.model.hidden = run.hidden;
            c.model.sequence = 4096;
            c.model.heads = run.hidden / 128;
            c.model.keyHeads = 0;
            c.model.feedForward = 4 * run.hidden;
            c.model.gated = false;
            c.model.vocabulary = 131072;
            c.input.plan = {.accelerators = run.accelerators,
                            .tensor = run.tensor,
                            .pipeline = run.stages,
                            .interleave = run.stages > 1 ? run.layers / run.stages / 4 : 1,
                            .microBatch = run.microBatch,
                            .batchSequences = static_cast<double>(run.batch)};
            c.input.speedSpread = c.accelerator.speedSpread;
            const TrainingStep step = c.step();
            const ModelShape shape = shapeOf(c.model);
            const double counted =
                run.batch * 4096.0 *
                (6 * shape.matrixParameters + 12.0 * run.layers * run.hidden * 4096);
            const double error =
                counted / run.accelerators / step.stepS / (run.teraflops * 1e12) - 1.0;
            qInfo("%.1f billion: step %.3f s, %+.1f %%; tensor %.3f, data %.3f, stages %.3f s",
                  run.billions, step.stepS, 100 * error, step.tensorS, step.dataS, step.pipelineS);
            sum += std::abs(error);
            worst = std::max(worst, std::abs(error));
        }
        qInfo("mean %.1f %%, worst %.1f %%", 100 * sum / 9, 100 * worst);
        QVERIFY(sum / 9 < 0.10);
        QVERIFY(worst < 0.25);
    }

    // Llama 3 405B, table 4 of the paper: 8,192 H100 (TP 8, PP 16, DP 64, 16 M tokens) reach 43 %,
    // 16,384 (DP 128) 41 %. They had no part in the calibration. Depth of interleaving is not
    // published: one layer a chunk (8), with which both rows agree with each other. Limit 10 %: the
    // published figures are rounded to 1 of 43, and equal configurations differ by 11 % between
    // sites.
    void llama405b_data() {
        QTest::addColumn<int>("accelerators");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<double>("published");
        QTest::newRow("8,192") << 8192 << 32 << 0.43;
        QTest::newRow("16,384") << 16384 << 16 << 0.41;
    }

    void llama405b() {
        QFETCH(int, accelerators);
        QFETCH(int, microBatches);
        QFETCH(double, published);
        Case c = h100("llama3-405b");
        c.scaleOut = cataloguePart<InterconnectSpec>("roce-400g");  // as the paper says
        // PyTorch with its own parallelism, as torchtitan after it.
        c.software = cataloguePart<SoftwareStackSpec>("torchtitan-eager");
        c.input.speedSpread = c.accelerator.speedSpread;
        c.input.plan = {.accelerators = accelerators,
                        .tensor = 8,
                        .pipeline = 16,
                        .interleave = 8,
                        .microBatch = 2048.0 / (accelerators / 128) / microBatches,
                        .batchSequences = 2048};
        const double mfu = c.step().mfu;
        qInfo("MFU %.4f, published %.2f", mfu, published);
        QVERIFY2(std::abs(mfu / published - 1.0) < 0.10, qPrintable(QString::number(mfu)));
    }

    // 70.6e9 * 14 = 988 GB; MLPerf Storage v2 publishes 912 GB for a 70B model.
    void checkpoint() {
        const Case c = h100("llama3-70b");
        const double bytes = checkpointBytes(c.model, c.profile);
        QVERIFY(near(bytes, 70.6e9 * 14));
        QVERIFY(std::abs(bytes / 912e9 - 1.0) < 0.10);
    }
};

HEADROOM_TEST(TestTrainingStep)
}  // namespace tst_training_step

#include "tst_training_step.moc"
