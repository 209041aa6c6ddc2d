// SPDX-License-Identifier: Apache-2.0
#include "models/workload/closed_service.h"
#include "models/compute/accelerator_power.h"
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

    // Decoding eight requests computes next to nothing, and yet two B200 with 70 billion weights drew
    // 85 % of their limit (ML.ENERGY leaderboard: 849 W each); H100 62 % with 8 billion (427 and
    // 486 W).
    void readingDrawsPower() {
        for (const auto& [chip, tensor, link, wantsW] :
             {std::tuple{"b200-sxm", 2, "nvlink5", 849.0}, {"h100-sxm", 1, "nvlink4", 457.0}}) {
            const ServingCase c = servingCase(tensor == 2 ? llama70b() : llama8b(), chip, tensor, 16,
                                              "vllm", link);
            const ClosedService s = closedService(InferenceStep(c.input()), {8.0, 150.0, 352.0});
            const double w = acceleratorPowerW(c.accelerator, s.activity, 1.0, c.accelerator.referenceC);
            QVERIFY2(std::fabs(w / wantsW - 1.0) < 0.2, std::to_string(w).c_str());
        }
    }
};

HEADROOM_TEST(TestClosedService)
}  // namespace tst_closed_service

#include "tst_closed_service.moc"
