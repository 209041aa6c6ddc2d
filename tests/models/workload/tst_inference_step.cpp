// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator_power.h"
#include "models/compute/kernel_law.h"
#include "tests/support/serving_case.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_inference_step {

using namespace headroom::models;
using namespace headroom::tests;

namespace {

IterationLoad decoding(double requests, double context) {
    IterationLoad load;
    load.decodes = requests;
    load.contextTokens = requests * context;
    return load;
}

IterationLoad prompt(double tokens) {
    IterationLoad load;
    load.promptTokens = tokens;
    load.promptPairs = 0.5 * tokens * (tokens + 1.0);
    load.promptEnds = 1.0;
    return load;
}

bool near(double value, double expected, double share = 1e-9) {
    return std::fabs(value - expected) <= share * std::fabs(expected);
}

ServingCase seventy(int tensor) {
    return servingCase(llama70b(), "h100-sxm", tensor, 8);
}

}  // namespace

class TestInferenceStep : public QObject {
    Q_OBJECT

  private slots:
    void cacheOfAToken();
    void statesInsteadOfCache();
    void memoryOfAReplica();
    void partsSumToTheWhole();
    void oneRequestReadsTheWeights();
    void flopsOfAPrompt();
    void expertsMet();
    void copiesGoTogether();
    void scalesByBlocks();
    void blocksOfExperts();
    void blocksFillRows();
    void drawsByItsParts();
    void ratesOfExperts();
    void launchesOutsideGraphs();
    void crowdedHosts();
    void queriesFillTiles();
    void stagesKeepTheThroughput();
    void promptsPassTheStages();
    void risesWithLoadAndFallsWithRanks();
    void slowerClocksAndNoRates();
};

void TestInferenceStep::cacheOfAToken() {
    // 2 x 80 layers x 8 key heads x 128 x 2 bytes = 327,680: 320 KiB a token of Llama 3 70B.
    QCOMPARE(cacheBytesPerToken(llama70b(), 16.0), 327680.0);
    QCOMPARE(cacheBytesPerToken(llama70b(), 8.0), 163840.0);
    // 7B of Llama without groups: 2 x 32 x 32 x 128 x 2 = 512 KiB (Kwon et al., SOSP 2023, say of
    // a 13B model 800 KiB: 2 x 40 x 40 x 128 x 2 = 819,200).
    QCOMPARE(cacheBytesPerToken(denseModel(40, 5120, 40, 40, 13824, 32000), 16.0), 819200.0);
}

// Nemotron-H 8B: 4 layers attend, 24 keep a state of 8,192 x 128 and three tokens of 8,192 + 2 x 8 x 128 for
// the convolution, 24 feed forward. A token caches 2 x 4 x 8 x 128 x 2 = 16,384 bytes, an eighth of a
// transformer's of that size; a request keeps 24 x 1,079,296 x 2 = 51.8 MB, however long it is. Decoding reads
// and writes the states and reads the cache.
void TestInferenceStep::statesInsteadOfCache() {
    ServingCase c =
        servingCase(denseModel(52, 4096, 32, 8, 21504, 131072, false), "h100-sxm", 1, 16);
    c.model.attentionLayers = 4;
    c.model.stateLayers = 24;
    c.model.feedLayers = 24;
    c.model.stateInner = 8192;
    c.model.stateSize = 128;
    c.model.stateGroups = 8;
    c.stack.repeatedReads = 0.0;
    QCOMPARE(cacheBytesPerToken(c.model, 16.0), 16384.0);
    const ServingMemory memory = servingMemory(c.input());
    QCOMPARE(memory.requestBytes, 51806208.0);
    QCOMPARE(memory.requestTokens(), 51806208.0 / 16384.0);
    const InferenceStep step(c.input());
    const IterationTime brief = step.time(decoding(64, 2000));
    const IterationTime late = step.time(decoding(64, 20000));
    const double states = 2.0 * 51806208.0;
    QVERIFY(near(brief.cacheS / late.cacheS,
                 (states + 2000.0 * 16384.0) / (states + 20000.0 * 16384.0)));
    QVERIFY(near(late.totalS - brief.totalS, late.cacheS - brief.cacheS, 1e-6));
    // A prompt takes no more for each token where it is long, but for the four layers.
    const double twice = step.time(prompt(8000)).totalS / step.time(prompt(4000)).totalS;
    QVERIFY(twice > 1.7 && twice < 2.1);
}

void TestInferenceStep::memoryOfAReplica() {
    // Llama 3 70B: 80 x (8192 x 128 x 144 + 3 x 8192 x 28672) = 68.45e9 weights in 8 bits over 4
    // ranks and 2 x 128,256 x 8192 in 16 bits: 17.11 + 1.05 GB. Its scales are of channels: nothing beside.
    ServingCase four = seventy(4);
    four.model.blockScales = false;
    const ServingMemory memory = servingMemory(four.input());
    const double layers = 80.0 * (8192.0 * 128.0 * 144.0 + 3.0 * 8192.0 * 28672.0);
    const double embedding = 2.0 * 128256.0 * 8192.0 * 2.0;
    QVERIFY(near(memory.weightBytes, (layers + embedding) / 4.0, 1e-6));
    // All that is left holds cache: tokens x bytes is at most that, and one more is too much.
    const double used = memory.cacheTokens * memory.cacheBytesPerToken;
    QVERIFY(used <= memory.cacheBytes);
    QVERIFY(used + memory.cacheBytesPerToken > memory.cacheBytes);
    // 8 key heads over 16 ranks are kept twice.
    ServingCase wide = seventy(16);
    QVERIFY(near(servingMemory(wide.input()).cacheBytesPerToken, 163840.0 / 8.0));
    // 16 bits on one accelerator of 80 GB: never.
    QVERIFY(!servingMemory(servingCase(llama70b(), "h100-sxm", 1, 16).input()).fits());
}

void TestInferenceStep::partsSumToTheWhole() {
    for (const int tensor : {1, 4, 8}) {
        for (const IterationLoad& load : {decoding(64, 2000), prompt(3000)}) {
            const IterationTime t = InferenceStep(seventy(tensor).input()).time(load);
            const double sum = t.matrixS + t.weightsS + t.attentionS + t.cacheS + t.vectorS +
                               t.tensorS + t.expertS + t.pipelineS + t.launchS + t.hostS;
            QVERIFY(near(sum, t.totalS));
            QVERIFY(t.activity > 0.0 && t.activity <= 1.0);
            QCOMPARE(t.tensorS > 0.0, tensor > 1);
        }
    }
    QCOMPARE(InferenceStep(seventy(4).input()).time({}).totalS, 0.0);
}

void TestInferenceStep::oneRequestReadsTheWeights() {
    // One token moves all weights once: no less than bytes over the peak memory rate, and at most
    // twice that.
    const ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 8);
    const IterationTime t = InferenceStep(c.input()).time(decoding(1, 100));
    const double bytes = servingMemory(c.input()).weightBytes - 128256.0 * 4096.0 * 2.0;
    const double leastS = bytes / c.accelerator.memoryBytesPerS;
    QVERIFY2(t.weightsS > leastS && t.weightsS < 2.0 * leastS,
             qPrintable(QStringLiteral("%1 %2").arg(t.weightsS).arg(leastS)));
    QCOMPARE(t.bound, InferenceBound::Weights);
    // 4,000 requests: arithmetic.
    QCOMPARE(InferenceStep(c.input()).time(prompt(8000)).bound, InferenceBound::Matrix);
}

void TestInferenceStep::flopsOfAPrompt() {
    // 2 N of the layers a token, one row of logits, attention 4 h q for q pairs.
    const ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 8);
    const double s = 1000.0;
    const IterationTime t = InferenceStep(c.input()).time(prompt(s));
    const double layer = 4096.0 * 128.0 * 80.0 + 3.0 * 4096.0 * 14336.0;
    const double expected = 2.0 * s * 32.0 * layer + 2.0 * 128256.0 * 4096.0 +
                            32.0 * 4.0 * 4096.0 * 0.5 * s * (s + 1.0);
    QVERIFY(near(t.flops, expected, 1e-9));
    // The same on two tensor ranks: all of them counted.
    const ServingCase two = servingCase(llama8b(), "h100-sxm", 2, 8);
    QVERIFY(near(InferenceStep(two.input()).time(prompt(s)).flops, expected, 1e-9));
}

void TestInferenceStep::expertsMet() {
    // Of 128 experts one token meets 8; 16 tokens 128 (1 - (15/16)^16) = 82.4; many all. The bytes
    // read grow so, and then no more.
    LanguageModelSpec m = llama8b();
    m.experts = 128;
    m.expertsPerToken = 8;
    m.expertFeedForward = 1024;
    const ServingCase c = servingCase(m, "h100-sxm", 1, 8);
    const InferenceStep step(c.input());
    const auto bytes = [&](double tokens) { return step.time(decoding(tokens, 1)).memoryBytes; };
    const double expert = 32.0 * 3.0 * 4096.0 * 1024.0;
    const double growth = bytes(16) - bytes(1);
    QVERIFY2(near(growth, (82.4 - 8.0) * expert, 0.03), std::to_string(growth / expert).c_str());
    // From 512 tokens on all are met: what more tokens move is in proportion to them.
    QVERIFY(near(bytes(1536) - bytes(1024), bytes(1024) - bytes(512), 1e-3));
}

void TestInferenceStep::copiesGoTogether() {
    // Eight copies of the attention, one prompt of 4,096 tokens: seven wait for the one that has it,
    // so that the attention works as long as with a prompt for each. Padded, so do the experts.
    LanguageModelSpec m = llama8b();
    m.experts = 128;
    m.expertsPerToken = 8;
    m.expertFeedForward = 1024;
    ServingCase c = servingCase(m, "h100-sxm", 1, 8);
    c.plan.expertParallel = 8;
    const auto times = [&](bool pads, double prompts) {
        c.stack.padsCopies = pads;
        IterationLoad load = prompt(4096.0 * prompts);
        load.promptPairs = prompts * 0.5 * 4096.0 * 4097.0;
        load.promptEnds = prompts;
        return InferenceStep(c.input()).time(load);
    };
    // 8 prompts fall on 8 copies as max(1, 1 + sqrt(2 ln 8)) = 3.04 on the busiest.
    QVERIFY(near(times(false, 8).attentionS, 3.039 * times(false, 1).attentionS, 1e-3));
    QVERIFY(times(true, 1).arithmeticS > 1.5 * times(false, 1).arithmeticS);
    // A copy alone waits for nobody.
    c.plan.expertParallel = 1;
    QVERIFY(near(times(true, 1).totalS, times(false, 1).totalS));
}

void TestInferenceStep::blocksOfExperts() {
    // 128 experts on one rank: up to 128 tokens go by blocks of 16 rows, from 129 on by blocks of 64. At
    // half of the rate these read 16-bit experts in twice the time; 8-bit experts have kernels of their own.
    LanguageModelSpec m = llama8b();
    m.experts = 128;
    m.expertsPerToken = 8;
    m.expertFeedForward = 1024;
    for (const double bits : {8.0, 16.0}) {
        ServingCase c = servingCase(m, "h100-sxm", 1, bits);
        const auto weightsS = [&](double share, double tokens) {
            c.stack.expertBlockShare = share;
            return InferenceStep(c.input()).time(decoding(tokens, 1)).weightsS;
        };
        QCOMPARE(weightsS(0.5, 128), weightsS(1.0, 128));
        const double more = weightsS(0.5, 129) - weightsS(1.0, 129);
        const double readS =
            128.0 * 32.0 * 3.0 * 4096.0 * 1024.0 * 2.0 / c.accelerator.memoryBytesPerS;
        QVERIFY2(bits == 8.0 ? more == 0.0 : more > readS && more < 1.5 * readS,
                 std::to_string(more / readS).c_str());
    }
}

void TestInferenceStep::blocksFillRows() {
    // 70 experts on one rank, eight a token: 70 tokens leave each some eight rows, a tile of 16; 71 tokens go by
    // blocks of 64. Nothing else fills another tile (of 80 rows): the units are busy for three tiles of 16 rows
    // more in two matrices of 2 x 1,024 x 4,096 and 4,096 x 1,024, 70 experts, 32 layers. With 8 bits for none.
    LanguageModelSpec m = llama8b();
    m.experts = 70;
    m.expertsPerToken = 8;
    m.expertFeedForward = 1024;
    m.blockScales = false;
    for (const double bits : {8.0, 16.0}) {
        const ServingCase c = servingCase(m, "h100-sxm", 1, bits);
        const InferenceStep step(c.input());
        MatrixLaw law = matrixLaw(c.accelerator, MatrixFormat::Bf16);
        law.flopsPerS *= c.stack.matrixShare;
        const double tileS =
            law.arithmeticS(16, 2048, 4096, 70) + law.arithmeticS(16, 4096, 1024, 70);
        const double more =
            step.time(decoding(71, 1)).arithmeticS - step.time(decoding(70, 1)).arithmeticS;
        QVERIFY2(std::fabs(more / (3.0 * 32.0 * tileS) - (bits == 16.0 ? 1.0 : 0.0)) < 0.01,
                 std::to_string(more / tileS).c_str());
    }
}

void TestInferenceStep::drawsByItsParts() {
    // With bytes and matrices at nothing what is left is waiting (0.1), but for sampling (300 W), and collectives
    // (0.2 next to it): a sum of times. Not stated, sampling draws as waiting does. More than full activity is full, of
    // sampling alone, on an accelerator whose span is less than that, and of all together.
    ServingCase c = servingCase(llama8b(), "h100-sxm", 4, 16);
    c.accelerator.byteEnergyJ = 0.0;
    c.accelerator.matrixActivity = 0.0;
    c.accelerator.waitActivity = 0.1;
    c.accelerator.collectiveActivity = 0.2;
    c.stack.hostRequestS = 20e-6;
    const auto at = [&](double sampling) {
        c.stack.hostRequestW = sampling;
        return InferenceStep(c.input()).time(decoding(64, 1000));
    };
    const IterationTime t = at(300.0);
    QVERIFY(near(t.requestsS, 64 * 20e-6) && t.tensorS > 0.0);
    const double watts = 300.0 / activeSpanW(c.accelerator);
    QVERIFY(near(t.activity * t.totalS,
                 0.1 * (t.totalS - t.requestsS) + 0.2 * t.tensorS + watts * t.requestsS));
    QVERIFY(near(at(std::nan("")).activity * t.totalS, 0.1 * t.totalS + 0.2 * t.tensorS));
    QVERIFY(near(at(1e6).activity * t.totalS,
                 0.1 * (t.totalS - t.requestsS) + 0.2 * t.tensorS + t.requestsS));
    c.accelerator.byteEnergyJ = 1.0;
    QCOMPARE(at(300.0).activity, 1.0);
}

void TestInferenceStep::ratesOfExperts() {
    // A rate beyond the accelerator's own changes nothing; a tenth of it makes a long prompt slower. With
    // eight copies of the attention each rank works through all rows, and samples its own requests alone:
    // 64 / 8 = 8 of them.
    LanguageModelSpec m = llama8b();
    m.experts = 128;
    m.expertsPerToken = 8;
    m.expertFeedForward = 1024;
    ServingCase c = servingCase(m, "h100-sxm", 1, 16);
    const auto promptS = [&](double rate) {
        c.stack.expertFlopsPerS = rate;
        return InferenceStep(c.input()).time(prompt(8192)).matrixS;
    };
    const double own = promptS(std::nan(""));
    QVERIFY(near(promptS(1e18), own));
    QVERIFY(promptS(7e13) > 3.0 * own);
    c.plan.expertParallel = 8;
    c.stack.hostRequestS = 1e-3;
    QVERIFY(near(InferenceStep(c.input()).time(decoding(64, 100)).requestsS, 8e-3));
    c.stack.padsCopies = false;
    const double apart = InferenceStep(c.input()).time(decoding(4096, 100)).arithmeticS;
    c.stack.padsCopies = true;
    QVERIFY(InferenceStep(c.input()).time(decoding(4096, 100)).arithmeticS > 3.0 * apart);
}

void TestInferenceStep::launchesOutsideGraphs() {
    // 32 layers of 10 ms are longer than their work: 0.32 s for 513 tokens where graphs end at 512, of requests
    // or of a prompt; not for 512. Where graphs have no end they are of decoding: any prompt waits.
    ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 16);
    c.stack.promptLayerS = 10e-3;
    c.stack.capturedRequests = 512;
    const auto workS = [&](const IterationLoad& load) {
        const IterationTime t = InferenceStep(c.input()).time(load);
        return t.totalS - t.hostS;
    };
    QVERIFY(near(workS(decoding(513, 100)), 0.32));
    QVERIFY(near(workS(prompt(513)), 0.32));
    QVERIFY(workS(decoding(512, 100)) < 0.1 && workS(prompt(512)) < 0.1);
    c.stack.capturedRequests = 0;
    QVERIFY(workS(decoding(513, 100)) < 0.1);
    QVERIFY(near(workS(prompt(100)), 0.32));
}

void TestInferenceStep::crowdedHosts() {
    // 33 ms and 8 x 0.12 ms whatever the accelerator has to do in 33.96 ms; what it draws above idle in it is what
    // it draws in its work, which is less than 10 ms of Llama 3 8B, and its median follows: activity x time stays.
    // Work that is longer than that stays as it is.
    ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 16);
    c.stack.crowdedIterationS = 33e-3;
    c.stack.crowdedRequestS = 0.12e-3;
    InferenceInput crowded = c.input();
    crowded.crowdedHost = true;
    const IterationTime alone = InferenceStep(c.input()).time(decoding(8, 1000));
    const IterationTime beside = InferenceStep(crowded).time(decoding(8, 1000));
    QVERIFY(alone.totalS < 10e-3 && alone.pausedS == 0.0);
    QVERIFY(near(beside.totalS, 33.96e-3));
    QVERIFY(near(beside.pausedS, beside.totalS - alone.totalS));
    QVERIFY(near(beside.activity * beside.totalS, alone.activity * alone.totalS));
    QVERIFY(beside.bound == InferenceBound::Engine);
    const IterationLoad long_ = prompt(8192);
    QCOMPARE(InferenceStep(crowded).time(long_).totalS,
             InferenceStep(c.input()).time(long_).totalS);
    QCOMPARE(InferenceStep(crowded).time(long_).activity,
             InferenceStep(c.input()).time(long_).activity);
}

void TestInferenceStep::queriesFillTiles() {
    // Four queries share a key of Llama 3 8B, and fill 64 rows of the matrix units: 4,000 more tokens of
    // context of 64 requests are 16 x 4 x 32 x 128 FLOP x 32 layers each.
    const ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 16);
    const InferenceStep step(c.input());
    const double busyS =
        step.time(decoding(64, 8000)).arithmeticS - step.time(decoding(64, 4000)).arithmeticS;
    const double flops = 16.0 * 4.0 * 32.0 * 128.0 * 32.0 * 64.0 * 4000.0;
    QVERIFY(
        near(busyS, flops / (attentionFlopsPerS(c.accelerator) * c.stack.attentionShare), 1e-6));
}

void TestInferenceStep::scalesByBlocks() {
    // Two layers of otherwise equal models differ by the layer's own time where 8-bit experts scale by blocks; with
    // 16 bits by nothing. Kernels that scale keep the units busy as long as they run: where their memory rate is
    // halved, they are busy longer by what the kernels take longer, where they scale by channels no longer.
    LanguageModelSpec m = llama8b();
    m.experts = 128;
    m.expertsPerToken = 8;
    m.expertFeedForward = 1024;
    for (const double bits : {8.0, 16.0}) {
        ServingCase c = servingCase(m, "h100-sxm", 1, bits);
        c.stack.narrowLayerS = 100e-6;
        const auto at = [&](bool scales, double share) {
            c.model.blockScales = scales;
            c.stack.expertBandwidthShare = share;
            return InferenceStep(c.input()).time(decoding(64, 500));
        };
        const IterationTime blocks = at(true, 1.0);
        const IterationTime channels = at(false, 1.0);
        const double expectedS = bits == 8.0 ? 32.0 * 100e-6 : 0.0;
        // A 32-bit scale for 16,384 weights of 8 bits is read as well: 1 in 4,096 more bytes.
        QVERIFY(std::fabs(blocks.totalS - channels.totalS - expectedS) <
                (bits == 8.0 ? blocks.totalS / 4096.0 : 1e-12));
        QCOMPARE(blocks.arithmeticS > 1.5 * channels.arithmeticS, bits == 8.0);
        const double longerS = at(true, 0.5).weightsS - blocks.weightsS;
        QVERIFY(longerS > 1e-3);
        QVERIFY(std::fabs(at(true, 0.5).arithmeticS - blocks.arithmeticS -
                          (bits == 8.0 ? longerS : 0.0)) < 1e-9);
        QCOMPARE(at(false, 0.5).arithmeticS, channels.arithmeticS);
    }
}

void TestInferenceStep::stagesKeepTheThroughput() {
    // Two stages, each with half of the layers, at the same time on two halves of the load: every
    // token takes about as long as with twice the memory rate would, less what small parts lose.
    ServingCase c = seventy(4);
    const double one = InferenceStep(c.input()).time(decoding(256, 1000)).totalS;
    c.plan.pipelineParallel = 2;
    const IterationTime two = InferenceStep(c.input()).time(decoding(256, 1000));
    QVERIFY(two.pipelineS > 0.0);
    QVERIFY(two.totalS < one);  // half of the cache and of the vectors in each part
    QVERIFY(two.totalS > 0.5 * one);
}

// A prompt alone passes all layers on so many stages one after another: as long as on one stage, and the
// sends on top. Nothing comes later where there is one stage, or no prompt.
void TestInferenceStep::promptsPassTheStages() {
    ServingCase c = seventy(4);
    const double one = InferenceStep(c.input()).time(prompt(1024)).totalS;
    QCOMPARE(InferenceStep(c.input()).laterS(prompt(1024)), 0.0);
    for (const int stages : {2, 4, 16}) {
        c.plan.pipelineParallel = stages;
        const InferenceStep step(c.input());
        const double first = step.time(prompt(1024)).totalS + step.laterS(prompt(1024));
        QVERIFY2(first > one && first < 1.05 * one, qPrintable(QString::number(first / one)));
        QCOMPARE(step.laterS(decoding(64, 1000)), 0.0);
    }
}

void TestInferenceStep::risesWithLoadAndFallsWithRanks() {
    double before = 0.0;
    for (const double requests : {1.0, 8.0, 64.0, 512.0}) {
        const double now = InferenceStep(seventy(4).input()).time(decoding(requests, 1000)).totalS;
        QVERIFY(now > before);
        before = now;
    }
    double ranks = 1e9;
    for (const int tensor : {2, 4, 8}) {
        const double now = InferenceStep(seventy(tensor).input()).time(decoding(128, 2000)).totalS;
        QVERIFY(now < ranks);
        ranks = now;
    }
}

void TestInferenceStep::slowerClocksAndNoRates() {
    ServingCase c = seventy(4);
    const IterationTime full = InferenceStep(c.input()).time(prompt(8000));
    c.clock = 0.5;
    const IterationTime half = InferenceStep(c.input()).time(prompt(8000));
    QVERIFY(half.attentionS > 1.99 * full.attentionS);
    QVERIFY(half.totalS > 1.3 * full.totalS);
    c.clock = 0.0;
    QVERIFY(std::isinf(InferenceStep(c.input()).time(prompt(8000)).totalS));
    c.clock = 1.0;
    c.accelerator.memoryBytesPerS = 0.0;
    QVERIFY(std::isinf(InferenceStep(c.input()).time(decoding(1, 1)).totalS));
}

HEADROOM_TEST(TestInferenceStep)
}  // namespace tst_inference_step

#include "tst_inference_step.moc"
