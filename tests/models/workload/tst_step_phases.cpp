// SPDX-License-Identifier: Apache-2.0
#include "models/workload/step_timeline.h"
#include "models/workload/swing.h"
#include "models/workload/training_step.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <utility>
#include <vector>

namespace tst_step_phases {

using namespace headroom::models;

namespace {

bool near(double value, double expected) {
    return std::abs(value - expected) <= 1e-9 * std::abs(expected);
}

/// The step of tst_training_step, by hand there: computing 0.946875 s, tensor ranks 25 ms and copies 1.875 ms
/// inside a domain of 8, 18 sends of 0.625 ms to the fabric, a bubble of an eighth of the first two.
struct Case {
    LanguageModelSpec model;
    AcceleratorSpec accelerator;
    JobProfileSpec profile;
    SoftwareStackSpec software;
    InterconnectSpec link;

    Case() {
        model.parameters = model.activeParameters = 1e9;
        model.layers = 10;
        model.hidden = 1000;
        model.sequence = 1000;
        accelerator.bf16FlopsPerS = 1e15;
        accelerator.measuredBf16FlopsPerS = 8e14;
        accelerator.scaleUpBytesPerS = 400e9;
        accelerator.scaleOutBytesPerS = 50e9;
        profile.matrixShare = 0.5;
        profile.computeActivity = 0.9;
        profile.communicationActivity = 0.3;
        profile.overlap = 0.0;
        software.gradientBytes = 2.0;
        software.stepOverheadS = 0.0;
        link.efficiency = 1.0;
        link.baseLatencyS = link.stepLatencyS = 0.0;
    }

    TrainingStep step() const {
        TrainingStepInput input;
        input.model = &model;
        input.accelerator = &accelerator;
        input.profile = &profile;
        input.software = &software;
        input.scaleUp = input.scaleOut = &link;
        input.scaleUpDomain = 8;
        input.plan = {.accelerators = 16,
                      .tensor = 2,
                      .pipeline = 2,
                      .microBatch = 31.25,
                      .batchSequences = 1000};
        return trainingStep(input);
    }
};

}  // namespace

/// The phases of a training step, each of its own activity.
class TestStepPhases : public QObject {
    Q_OBJECT

  private slots:

    // Kernels 0.9, collectives of the domain 0.7, sends 0.3, waiting 0.1: 0.946875 s and 25 ms are mixed; once a
    // step 1.875 ms at 0.7 and 11.25 ms at 0.3; the bubble waits.
    void byHand() {
        Case c;
        c.profile.collectiveActivity = 0.7;
        c.profile.waitActivity = 0.1;
        const TrainingStep step = c.step();
        const double mixed = (0.946875 * 0.9 + 0.025 * 0.7) / 0.971875;
        const double once = (0.001875 * 0.7 + 0.01125 * 0.3) / 0.013125;
        QVERIFY(near(step.computeActivity, mixed));
        QVERIFY(near(step.exchangeActivity, once));
        QVERIFY(near(step.waitActivity, 0.1));
        QVERIFY(near(step.exchangeS, 0.013125));
        QVERIFY(near(step.waitS, step.bubbleS));
        QVERIFY(near(step.activity,
                     (0.971875 * mixed + 0.013125 * once + step.bubbleS * 0.1) / step.stepS));
        QVERIFY(near(step.phases.highest(), mixed));
    }

    // Where a profile states computing and communicating alone, all else is as the latter.
    void statedByTwo() {
        const TrainingStep step = Case().step();
        QVERIFY(near(step.computeActivity, (0.946875 * 0.9 + 0.025 * 0.3) / 0.971875));
        QVERIFY(near(step.exchangeActivity, 0.3));
        QVERIFY(near(step.waitActivity, 0.3));
    }

    // Data that arrive at half the rate: the other half of the time waits.
    void waitsForData() {
        Case c;
        c.profile.waitActivity = 0.1;
        const TrainingStep step = c.step();
        TrainingStep slow = step;
        waitForData(slow, 0.5 * step.tokensPerS, c.profile);
        QVERIFY(near(slow.stepS, 2.0 * step.stepS));
        QVERIFY(near(slow.activity, 0.5 * step.activity + 0.05));
        QVERIFY(near(slow.waitS, step.waitS + step.stepS));
        TrainingStep same = step;
        waitForData(same, 2.0 * step.tokensPerS, c.profile);
        QCOMPARE(same.stepS, step.stepS);
    }

    // Jobs without a step compute and wait so that their mean is the stated one: (0.6 - 0.1) / (0.9 - 0.1) of the
    // time. Checkpoints for a tenth of the time wait.
    void withoutAStep() {
        JobProfileSpec profile;
        profile.computeActivity = 0.9;
        profile.communicationActivity = 0.3;
        profile.waitActivity = 0.1;
        profile.activity = 0.6;
        QVERIFY(near(computingShare(profile), 0.625));
        const ChipPhases phases = unplannedPhases(profile);
        QVERIFY(near(phases.mean(), 0.6));
        QVERIFY(near(phases.highest(), 0.9));
        QVERIFY(near(withStalls(phases, 0.9, profile).mean(), 0.9 * 0.6 + 0.1 * 0.1));
        profile.activity = 0.95;
        QVERIFY(near(unplannedPhases(profile).highest(), 0.95));
    }

    // A bubble of an eighth of 0.971875 s: a third of it fills, two thirds drain. In between 0.946875 s of matrices and
    // 25 ms of tensor collectives, then 1.875 ms of gradients and 11.25 ms of sends. With data at half the rate the job
    // reads as long as it works. With a tenth of the time in checkpoints and a fiftieth of the rest in tests, a step
    // costs stepS / (0.9 x 0.98).
    void timeline() {
        Case c;
        c.profile.waitActivity = 0.1;
        TrainingStep step = c.step();
        waitForData(step, 0.5 * step.tokensPerS, c.profile);
        const auto line = stepTimeline(step, 0.9, 0.02);
        const double bubbleS = 0.971875 / 8.0;
        const double wholeS = step.stepS / (0.9 * 0.98);
        const std::vector<std::pair<StepPart, double>> expected = {
            {StepPart::Fill, bubbleS / 3.0},
            {StepPart::Matrix, 0.946875},
            {StepPart::Tensor, 0.025},
            {StepPart::Drain, bubbleS * 2.0 / 3.0},
            {StepPart::Data, 0.001875},
            {StepPart::Sends, 0.01125},
            {StepPart::Reading, 0.5 * step.stepS},
            {StepPart::Checking, wholeS * 0.9 * 0.02},
            {StepPart::Checkpoint, wholeS * 0.1}};
        QCOMPARE(line.size(), expected.size());
        double atS = 0.0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            QCOMPARE(static_cast<int>(line[i].part), static_cast<int>(expected[i].first));
            QVERIFY(near(line[i].lengthS, expected[i].second));
            QVERIFY(std::abs(line[i].startS - atS) < 1e-9);
            atS += line[i].lengthS;
        }
        QVERIFY(near(atS, wholeS));
        QVERIFY(stepTimeline(TrainingStep{}).empty());
    }

    // The time-weighted mean of the timeline is what racks draw by, without a limit and with one that meets kernels
    // (0.9 and 0.3 mixed to 0.885), exchanges, or all; and that of the waveform where nothing stalls.
    void timelineHasTheMeanOfRacks() {
        for (const double most : {1.0, 0.8, 0.25, 0.05}) {
            Case c;
            c.profile.waitActivity = 0.1;
            c.profile.collectiveActivity = 0.7;
            TrainingStep step = c.step();
            for (const double moving : {1.0, 0.75}) {
                double sum = 0.0, lengthS = 0.0;
                for (const StepPiece& piece : stepTimeline(step, moving, 0.01, most)) {
                    sum += piece.activity * piece.lengthS;
                    lengthS += piece.lengthS;
                }
                QVERIFY(
                    near(sum / lengthS, withStalls(step.phases, moving, c.profile).capped(most)));
                if (moving == 1.0) {
                    QVERIFY(near(sum / lengthS, meanActivity(stepPhases(step, most))));
                }
            }
        }
    }
};

HEADROOM_TEST(TestStepPhases)
}  // namespace tst_step_phases

#include "tst_step_phases.moc"
