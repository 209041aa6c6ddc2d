// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_step.h"
#include "tests/support/catalogue_part.h"

#include <QtTest>

#include <cmath>

using namespace headroom::models;
using headroom::tests::cataloguePart;

namespace {

/// Specs that outlive the input that points at them.
struct Case {
    LanguageModelSpec model;
    AcceleratorSpec accelerator;
    JobProfileSpec profile;
    InterconnectSpec scaleUp;
    InterconnectSpec scaleOut;
    TrainingStepInput input;

    TrainingStep step() {
        input.model = &model;
        input.accelerator = &accelerator;
        input.profile = &profile;
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
    c.input.accelerators = 16;
    c.input.tensorParallel = 2;
    c.input.pipelineParallel = 2;
    c.input.microBatches = 8;
    c.input.scaleUpDomain = 8;
    c.input.batchTokens = 1e6;
    return c;
}

// H100 SXM as the vendor states it, with the best measured matrix rate (794.5 of 989 TFLOP/s).
Case h100(const char* model) {
    Case c;
    c.model = cataloguePart<LanguageModelSpec>(model);
    c.accelerator.bf16FlopsPerS = 989e12;
    c.accelerator.measuredBf16FlopsPerS = 794.5e12;
    c.accelerator.scaleUpBytesPerS = 450e9;
    c.accelerator.scaleOutBytesPerS = 50e9;
    c.profile = cataloguePart<JobProfileSpec>("llm-pretraining");
    c.scaleUp = cataloguePart<InterconnectSpec>("nvlink4");
    c.scaleOut = cataloguePart<InterconnectSpec>("infiniband-ndr");
    c.input.scaleUpDomain = 8;
    return c;
}

}  // namespace

class TestTrainingStep : public QObject {
    Q_OBJECT

  private slots:

    // flops: 6 * 1e6 * (1e9 + 10 * 1000 * 1000) = 6.06e15.
    // compute: 6.06e15 / (16 * 8e14 * 0.5) = 0.946875 s. bubble: 1/8 of it.
    // tensor: micro-batch tokens 1e6/4/8 = 31,250, message 2 * 31,250 * 1000 = 62.5 MB, 5 layers a
    //   stage, 8 micro-batches, 4 each = 160 all-reduces of 2 * 1/2 * 62.5e6/400e9 = 156.25 us:
    //   25 ms.
    // stages: 2 * 1 sends of 62.5e6/2 bytes at 50e9: 1.25 ms.
    // data: 4 copies, all of them within the domain of 8 (2 tensor ranks each):
    //   2 * 3/4 * (2 * 1e9/4)/400e9 = 1.875 ms.
    void byHand() {
        const TrainingStep step = simple().step();
        QVERIFY(near(step.flops, 6.06e15));
        QVERIFY(near(step.computeS, 0.946875));
        QVERIFY(near(step.bubbleS, 0.946875 / 8));
        QVERIFY(near(step.tensorS, 0.025));
        QVERIFY(near(step.pipelineS, 0.00125));
        QVERIFY(near(step.dataS, 0.001875));
        QVERIFY(near(step.stepS, 0.946875 * 1.125 + 0.028125));
        QVERIFY(near(step.tokensPerS, 1e6 / step.stepS));
        QVERIFY(near(step.mfu, 6.06e15 / (16 * 1e15 * step.stepS)));
        QVERIFY(near(step.activity, (0.946875 * 0.9 + (step.stepS - 0.946875) * 0.3) / step.stepS));
        // 0.25e9 parameters of 2 + 4 + 12/4 bytes.
        QVERIFY(near(step.memoryBytes, 0.25e9 * 9));
        // Forward and backward of 8 micro-batches over 1 boundary shared by 2 stages:
        // 2 * 8 * 0.5 * 31.25e6 = 250 MB; copies stay inside the domain.
        QVERIFY(near(step.scaleOutBytesPerS, 250e6 / step.stepS));
        QVERIFY(near(step.pipelineOutBytes, 250e6));
        QVERIFY(near(step.pipelineBusyS, 250e6 / 50e9));
        QCOMPARE(step.dataOutBytes, 0.0);
        QVERIFY(near(step.dataBusyS, 0.001875));
        QCOMPARE(step.tensorOutBytes, 0.0);
    }

    void termsAddUp() {
        Case c = h100("llama3-70b");
        c.input.accelerators = 1024;
        c.input.tensorParallel = 8;
        c.input.pipelineParallel = 4;
        c.input.microBatches = 16;
        c.input.batchTokens = 4e6;
        const TrainingStep step = c.step();
        QVERIFY(near(step.stepS,
                     step.computeS + step.bubbleS + step.tensorS + step.pipelineS + step.dataS));
    }

    void overlapHidesNoMoreThanComputing() {
        Case c = simple();
        c.profile.overlap = 1.0;
        QCOMPARE(c.step().dataS, 0.0);
        c.accelerator.scaleUpBytesPerS = 1e6;  // absurdly slow: the reduction outlasts computing
        const TrainingStep step = c.step();
        QVERIFY(near(step.dataS, 1.5 * 0.5e9 / 1e6 - step.computeS));
    }

    void interleavingShortensTheBubble() {
        Case c = simple();
        const double plain = c.step().bubbleS;
        c.input.interleave = 4;
        QVERIFY(near(c.step().bubbleS, plain / 4));
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

    void withoutMeasuredRate() {
        Case c = simple();
        c.accelerator.measuredBf16FlopsPerS = kNotStated;
        QVERIFY(near(c.step().computeS, 6.06e15 / (16 * 0.7 * 1e15 * 0.5)));
    }

    // The nine runs that matrix_share_pct is calibrated on (Megatron-Core r0.8.0 weak scaling on
    // H100, github.com/NVIDIA/Megatron-LM, images/model_table.png): billions of parameters, layers,
    // width, batch in sequences of 4,096, accelerators, tensor and pipeline ranks, TFLOP/s of each.
    // The calibration must hold with the collective times of today: mean error of the step time
    // below 8 %, as models/workload/README.md says.
    void calibrationRuns() {
        struct Run {
            double billions;
            int layers, hidden, batch, accelerators, tensor, stages;
            double teraflops;
        };

        const Run runs[] = {
            {1.7, 24, 2048, 192, 48, 1, 1, 408.8},      {7.1, 30, 4096, 192, 96, 2, 1, 465.9},
            {16, 32, 6144, 192, 192, 4, 1, 489.1},      {32, 48, 7168, 192, 384, 8, 1, 459.6},
            {70, 84, 8192, 384, 768, 8, 2, 419.7},      {119, 92, 10240, 768, 1536, 8, 4, 420.5},
            {177, 96, 12288, 1152, 2304, 8, 6, 432.8},  {314, 96, 16384, 1536, 3072, 8, 8, 474.4},
            {462, 112, 18432, 3072, 6144, 8, 16, 459.9}};
        double sum = 0.0, worst = 0.0;
        for (const Run& run : runs) {
            Case c = h100("llama3-70b");
            c.model.parameters = c.model.activeParameters = run.billions * 1e9;
            c.model.layers = run.layers;
            c.model.hidden = run.hidden;
            c.model.sequence = 4096;
            c.input.accelerators = run.accelerators;
            c.input.tensorParallel = run.tensor;
            c.input.pipelineParallel = run.stages;
            const int copies = run.accelerators / (run.tensor * run.stages);
            c.input.microBatches = run.batch / copies;
            c.input.interleave = run.layers / run.stages;
            c.input.batchTokens = run.batch * 4096.0;
            const TrainingStep step = c.step();
            const double error = run.teraflops * 1e12 / (step.mfu * 989e12) - 1.0;
            qInfo("%.1f billion: step %.3f s, %+.1f %%; tensor %.3f, data %.3f, stages %.3f s",
                  run.billions, step.stepS, 100 * error, step.tensorS, step.dataS, step.pipelineS);
            sum += std::abs(error);
            worst = std::max(worst, std::abs(error));
        }
        qInfo("mean %.1f %%, worst %.1f %%", 100 * sum / 9, 100 * worst);
        QVERIFY(sum / 9 < 0.08);
        QVERIFY(worst < 0.25);
    }

    // Llama 3 405B, table 4 of the paper: 8,192 H100 (TP 8, PP 16, DP 64, 16 M tokens) reach 43 %,
    // 16,384 (DP 128) 41 %. They had no part in the calibration. Depth of interleaving is not
    // published: one layer a chunk (8), with which both rows agree with each other. Limit 6 %: the
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
        c.input.accelerators = accelerators;
        c.input.tensorParallel = 8;
        c.input.pipelineParallel = 16;
        c.input.microBatches = microBatches;
        c.input.interleave = 8;
        c.input.batchTokens = 2048.0 * 8192.0;
        const double mfu = c.step().mfu;
        qInfo("MFU %.4f, published %.2f", mfu, published);
        QVERIFY2(std::abs(mfu / published - 1.0) < 0.06, qPrintable(QString::number(mfu)));
    }

    // 70.6e9 * 14 = 988 GB; MLPerf Storage v2 publishes 912 GB for a 70B model.
    void checkpoint() {
        const Case c = h100("llama3-70b");
        const double bytes = checkpointBytes(c.model, c.profile);
        QVERIFY(near(bytes, 70.6e9 * 14));
        QVERIFY(std::abs(bytes / 912e9 - 1.0) < 0.10);
    }
};

QTEST_APPLESS_MAIN(TestTrainingStep)
#include "tst_training_step.moc"
