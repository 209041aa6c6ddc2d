// SPDX-License-Identifier: Apache-2.0
#include "models/compute/accelerator_power.h"
#include "models/workload/closed_service.h"
#include "tests/support/serving_case.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_closed_service {

using namespace headroom::models;
using namespace headroom::tests;

namespace {

ServingCase eight(const char* chip = "h100-sxm") {
    return servingCase(llama8b(), chip, 1, 16, "vllm");
}

}  // namespace

class TestClosedService : public QObject {
    Q_OBJECT

  private slots:

    // Answers so long that prompts hardly join: N tokens an iteration, whose median is the mean.
    void longAnswersAreDecoding() {
        const ServingCase c = eight();
        const ClosedService s = closedService(InferenceStep(c.input()), {32.0, 1.0, 1e6});
        QVERIFY(std::fabs(s.tokensPerS * s.meanS / 32.0 - 1.0) < 1e-5);
        QVERIFY(std::fabs(s.medianS / s.meanS - 1.0) < 1e-3);
        QCOMPARE(s.medianS, s.decode.totalS);
    }

    // Short answers: most iterations carry a prompt, and the median is theirs. l = 64 / 9 joins an
    // iteration; each request gets 8 tokens in 9 iterations.
    void shortAnswersCarryPrompts() {
        const ServingCase c = eight();
        const ClosedService s = closedService(InferenceStep(c.input()), {64.0, 500.0, 8.0});
        QVERIFY(s.medianS > s.decode.totalS);
        QVERIFY(std::fabs(s.tokensPerS * s.meanS / (64.0 * 8.0 / 9.0) - 1.0) < 1e-9);
    }

    // The cache of an H100 holds some 400,000 tokens of Llama 3 8B, 131,072 bytes each: of 64 requests with
    // prompts of 131,072 and answers of 1,000 it holds as many as tokens over 131,572 go in, and they alone
    // read their caches: at 3.35 TB/s and 17.2 GB each, over 5 ms a request.
    void cacheBoundsRequests() {
        const ServingCase c = eight();
        const InferenceStep step(c.input());
        const double held = servingMemory(c.input()).cacheTokens;
        const ClosedService s = closedService(step, {64.0, 131072.0, 1000.0});
        QCOMPARE(s.requests, std::floor(held / 131572.0));
        QVERIFY(s.requests >= 1.0 && s.requests < 5.0);
        QVERIFY(s.decode.totalS > s.requests * 17.2e9 / 3.35e12);
        QVERIFY(s.tokensPerS < 1000.0 / 5.0);
        QCOMPARE(closedService(step, {32.0, 100.0, 1000.0}).requests, 32.0);
    }

    // More requests: more tokens, later; nothing for none.
    void moreRequests() {
        const ServingCase c = eight();
        const InferenceStep step(c.input());
        double tokens = 0.0, median = 0.0;
        for (const double n : {8.0, 32.0, 128.0, 512.0}) {
            const ClosedService s = closedService(step, {n, 150.0, 650.0});
            QVERIFY(s.tokensPerS > tokens && s.medianS > median);
            tokens = s.tokensPerS;
            median = s.medianS;
        }
        QCOMPARE(closedService(step, {0.0, 150.0, 650.0}).tokensPerS, 0.0);
    }

    // 1,024 requests at once and 512 at a time: half of all tokens come after the last has joined, and the
    // median is what all 512 take without prompts. Of 1,500 a third does, and with one join an iteration
    // (none in exp(-1) of them) prompts are in it: 1/3 + 2/3 x 0.37 is over one half, 1/10 + 9/10 x 0.37 not.
    void runsEnd() {
        const ServingCase c = eight();
        const InferenceStep step(c.input());
        const auto service = [&](double all) {
            return closedService(step, {512.0, 100.0, 511.0, all});
        };
        QCOMPARE(service(1024.0).medianS, service(1024.0).decode.totalS);
        QCOMPARE(service(1536.0).medianS, service(1536.0).decode.totalS);
        QVERIFY(service(5120.0).medianS > service(5120.0).decode.totalS);
        // Of 640 four tokens in five come at the end: the median is of 512 x 0.5 / 0.8 requests.
        QVERIFY(service(640.0).medianS < service(640.0).decode.totalS);
        // Others wait for a quarter of an answer: contexts are shorter, and iterations quicker.
        QVERIFY(service(640.0).decode.memoryBytes < service(5120.0).decode.memoryBytes);
    }

    // 500 answers of 64,000 tokens do not fit: what the cache holds is read, and no more, however long
    // they are.
    void cacheHoldsContexts() {
        const ServingCase c = eight();
        const InferenceStep step(c.input());
        const double held = servingMemory(c.input()).cacheTokens;
        const double read = closedService(step, {500.0, 1.0, 64000.0}).decode.memoryBytes;
        QVERIFY(held < 500.0 * 64000.0);
        QCOMPARE(closedService(step, {500.0, 1.0, 128000.0}).decode.memoryBytes, read);
        QVERIFY(closedService(step, {500.0, 1.0, 0.5 * held / 500.0}).decode.memoryBytes < read);
    }

    // Prompts of 400 tokens next to 64 requests: exp(-449 / 400), a third, are beyond graphs of 512 tokens and wait
    // for 32 launches of 100 ms; with longer graphs hardly any.
    void longPromptsLaunch() {
        ServingCase c = eight();
        c.stack.promptLayerS = 0.1;
        c.stack.capturedRequests = 512;
        const ClosedService s = closedService(InferenceStep(c.input()), {64.0, 400.0, 63.0});
        const double mixed = (s.meanS - std::exp(-1.0) * s.decode.totalS) / (1.0 - std::exp(-1.0));
        const double prompts = 1.0 / (1.0 - std::exp(-1.0));
        const double beyond = std::exp(-(512.0 - (64.0 - prompts)) / (400.0 * prompts));
        QVERIFY(std::fabs(mixed / (3.2 * beyond) - 1.0) < 0.05);
        c.stack.capturedRequests = 100000;
        QVERIFY(closedService(InferenceStep(c.input()), {64.0, 400.0, 63.0}).meanS < 0.1);
    }

    // Decoding eight requests computes next to nothing, and yet two B200 with 70 billion weights drew
    // 85 % of their limit (ML.ENERGY leaderboard: 849 W each); H100 62 % with 8 billion (427 and
    // 486 W).
    void readingDrawsPower() {
        for (const auto& [chip, tensor, link, wantsW] :
             {std::tuple{"b200-sxm", 2, "nvlink5", 849.0}, {"h100-sxm", 1, "nvlink4", 457.0}}) {
            const ServingCase c =
                servingCase(tensor == 2 ? llama70b() : llama8b(), chip, tensor, 16, "vllm", link);
            const ClosedService s = closedService(InferenceStep(c.input()), {8.0, 150.0, 352.0});
            const double w =
                acceleratorPowerW(c.accelerator, s.activity, 1.0, c.accelerator.referenceC);
            QVERIFY2(std::fabs(w / wantsW - 1.0) < 0.2, std::to_string(w).c_str());
        }
    }
};

HEADROOM_TEST(TestClosedService)
}  // namespace tst_closed_service

#include "tst_closed_service.moc"
