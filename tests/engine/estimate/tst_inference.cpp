// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/inference.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_inference {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// 64 H100 that answer as much as two thirds of what they can.
class TestInference : public QObject {
    Q_OBJECT

    static InferenceEstimate estimate(double minutes, double usdPerHour) {
        static const auto kCluster = clusterOf("dgx-h100:64", catalogue());
        InferenceQuestion question;
        question.cluster = &*kCluster;
        question.model = catalogue().spec<models::LanguageModelSpec>("llama3-70b");
        question.stack = catalogue().spec<models::ServingStackSpec>("tensorrt-llm-2025");
        question.requests =
            *catalogue().spec<models::RequestProfileSpec>("azure-conversation-2023");
        question.plan = {8, 1, 1, 16.0, 16.0};
        question.service.replicas = 8;
        question.ratePerS = 20.0;
        question.simulateS = 60.0 * minutes;
        question.terms.usdPerAcceleratorHour = usdPerHour;
        return estimateInference(question, true);
    }

  private slots:

    // A minute and ten give the same cost and energy of a token, within what 1,200 requests scatter (standard error of
    // a mean of lengths that vary by their mean: 3 %; three of them 9 %). Ramp and drain would be half of a minute.
    void doesNotDependOnTheLength() {
        const InferenceEstimate brief = estimate(1.0, 2.5);
        const InferenceEstimate longer = estimate(10.0, 2.5);
        const auto near = [](double a, double b) { return std::abs(a / b - 1.0) < 0.09; };
        QVERIFY2(
            near(brief.usdPerMillionTokens, longer.usdPerMillionTokens),
            qPrintable(
                QString("%1 %2").arg(brief.usdPerMillionTokens).arg(longer.usdPerMillionTokens)));
        QVERIFY(near(brief.energyPerTokenJ, longer.energyPerTokenJ));
        QVERIFY(near(brief.served->requestsPerS, longer.served->requestsPerS));
    }

    // In the steady window as much is served as arrives, and a token costs the rent over the tokens of the window:
    // 64 x 2.5 USD/h over r tokens a second.
    void servesWhatArrives() {
        const InferenceEstimate e = estimate(10.0, 2.5);
        const ServingResult& s = *e.served;
        QVERIFY(!e.steady.saturated);
        QVERIFY(e.warmupS > 0.0);
        QCOMPARE(s.windowFromS, e.warmupS);
        QVERIFY(std::abs(s.windowUntilS - s.windowFromS - 600.0) < 1e-6);
        QVERIFY(std::abs(s.requestsPerS / s.arrivalsPerS - 1.0) < 0.02);
        QVERIFY(std::abs(s.arrivalsPerS / 20.0 - 1.0) < 0.05);
        const double rent = 1e6 * 64.0 * 2.5 / 3600.0 / s.outputTokensPerS;
        QVERIFY(std::abs(e.usdPerMillionTokens / rent - 1.0) < 1e-9);
    }
};

HEADROOM_TEST(TestInference)
}  // namespace tst_inference

#include "tst_inference.moc"
