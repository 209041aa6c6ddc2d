// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/serving.h"
#include "models/workload/inference_queue.h"
#include "tests/support/serving_case.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_steady {

using namespace headroom;
using namespace headroom::tests;
using models::ServiceLoad;
using models::SteadyService;
using models::steadyService;

namespace {

ServiceLoad loadOf(const models::RequestProfileSpec& profile, double rate) {
    return {rate, models::lengthMoments(profile.promptTokens),
            models::lengthMoments(profile.outputTokens), profile.burstiness};
}

}  // namespace

/// The steady form next to the same service iteration by iteration.
class TestSteady : public QObject {
    Q_OBJECT

  private slots:
    void agreesWithIterations_data();
    void agreesWithIterations();
    void capacityIsWhereItSaturates();
    void risesWithLoad();
    void edges();
    void twoPools();
    void lonePromptsInStages();
};

void TestSteady::agreesWithIterations_data() {
    QTest::addColumn<QString>("profile");
    QTest::addColumn<bool>("large");
    QTest::addColumn<double>("load");
    for (const char* profile : {"azure-conversation-2023", "azure-code-2023"}) {
        for (const bool large : {false, true}) {
            for (const double load : {0.2, 0.5, 0.8}) {
                QTest::addRow("%s, %s, load %.1f", profile, large ? "70B on 4" : "8B on 1", load)
                    << QString::fromLatin1(profile) << large << load;
            }
        }
    }
}

// Stated tolerance with Poisson arrivals, up to half of the capacity: batch, token time and mean
// time to first token within 25 %, activity within 0.07; at 80 % of the capacity, where a small
// error of the iteration is a large one of the queue: batch and token time within 35 %, time to
// first token within 55 %, activity within 0.12. It errs to the quick side.
void TestSteady::agreesWithIterations() {
    QFETCH(QString, profile);
    QFETCH(bool, large);
    QFETCH(double, load);
    auto requests = cataloguePart<models::RequestProfileSpec>(qPrintable(profile));
    requests.burstiness = 1.0;
    const ServingCase c = large ? servingCase(llama70b(), "h100-sxm", 4, 8)
                                : servingCase(llama8b(), "h100-sxm", 1, 8);
    const models::InferenceStep step(c.input());
    const models::ServingMemory memory = models::servingMemory(c.input());
    const double capacity = steadyService(step, memory, loadOf(requests, 1e-3)).capacityPerS;
    const double rate = load * capacity;
    const SteadyService steady = steadyService(step, memory, loadOf(requests, rate));
    engine::ServingOptions options = c.options();
    const double durationS = 20000.0 / rate;
    options.warmupS = 0.1 * durationS;
    const engine::ServingResult exact =
        serve(engine::generateRequests(requests, rate, 0.0, durationS, 9), options);
    const double batch = exact.meanBatch * exact.utilization;
    qInfo(
        "rate %.2f/s: batch %.1f (exact %.1f), TPOT %.2f ms (%.2f), p99 %.2f (%.2f), TTFT %.1f "
        "ms (%.1f), p50 %.1f (%.1f), p99 %.1f (%.1f), activity %.3f (%.3f)",
        rate, steady.batch, batch, 1e3 * steady.tpotMeanS, 1e3 * exact.tpot.mean,
        1e3 * steady.tpotP99S, 1e3 * exact.tpot.p99, 1e3 * steady.ttftMeanS, 1e3 * exact.ttft.mean,
        1e3 * steady.ttftP50S, 1e3 * exact.ttft.p50, 1e3 * steady.ttftP99S, 1e3 * exact.ttft.p99,
        steady.activity, exact.activity);
    const auto apart = [](double a, double b) { return std::fabs(a / b - 1.0); };
    QVERIFY(!steady.saturated);
    const bool high = load > 0.6;
    QVERIFY(apart(steady.batch, batch) < (high ? 0.35 : 0.25));
    QVERIFY(apart(steady.tpotMeanS, exact.tpot.mean) < (high ? 0.35 : 0.25));
    QVERIFY(apart(steady.ttftMeanS, exact.ttft.mean) < (high ? 0.55 : 0.25));
    QVERIFY(std::fabs(steady.activity - exact.activity) < (high ? 0.12 : 0.07));
}

void TestSteady::capacityIsWhereItSaturates() {
    // Over the capacity the queue of the exact form grows with time; a little under it does not.
    const auto requests = [] {
        auto p = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
        p.burstiness = 1.0;
        return p;
    }();
    const ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 8);
    const models::InferenceStep step(c.input());
    const models::ServingMemory memory = models::servingMemory(c.input());
    const double capacity = steadyService(step, memory, loadOf(requests, 1e-3)).capacityPerS;
    const auto throughput = [&](double rate) {
        const auto stream = engine::generateRequests(requests, rate, 0.0, 20000.0 / rate, 4);
        return serve(stream, c.options()).requestsPerS;
    };
    // All at once: what it serves is its capacity, less the tail of the last answers.
    const double most = throughput(100.0 * capacity);
    qInfo("capacity %.2f/s, exact %.2f/s", capacity, most);
    QVERIFY(std::fabs(most / capacity - 1.0) < 0.15);
    QVERIFY(steadyService(step, memory, loadOf(requests, 1.01 * capacity)).saturated);
    QVERIFY(!steadyService(step, memory, loadOf(requests, 0.99 * capacity)).saturated);
}

void TestSteady::risesWithLoad() {
    const auto requests = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
    const ServingCase c = servingCase(llama70b(), "h100-sxm", 8, 16);
    const models::InferenceStep step(c.input());
    const models::ServingMemory memory = models::servingMemory(c.input());
    SteadyService before;
    double attainment = 1.0;
    for (double rate = 0.1; rate < 40.0; rate *= 1.3) {
        const SteadyService now = steadyService(step, memory, loadOf(requests, rate));
        QVERIFY(now.batch >= before.batch);
        QVERIFY(now.tpotMeanS >= before.tpotMeanS);
        QVERIFY(now.ttftMeanS >= before.ttftMeanS);
        QVERIFY(now.activity >= before.activity - 1e-3);
        QVERIFY(now.activity <= 1.0 && now.busy <= 1.0);
        const double share = models::steadyAttainment(now, 2.0, 0.05);
        QVERIFY(share >= 0.0 && share <= attainment + 1e-9);
        attainment = share;
        before = now;
    }
    QVERIFY(before.saturated);
    QVERIFY(std::isinf(before.ttftMeanS));
    QCOMPARE(attainment, 0.0);
}

void TestSteady::edges() {
    const auto requests = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
    const ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 8);
    const models::InferenceStep step(c.input());
    // No requests: nothing happens.
    const SteadyService idle =
        steadyService(step, models::servingMemory(c.input()), loadOf(requests, 0.0));
    QCOMPARE(idle.activity, 0.0);
    QCOMPARE(idle.batch, 0.0);
    QVERIFY(idle.capacityPerS > 0.0);
    // No cache: nothing is served.
    models::ServingMemory none;
    const SteadyService full = steadyService(step, none, loadOf(requests, 1.0));
    QCOMPARE(full.servedPerS, 0.0);
    QVERIFY(full.saturated);
    // Answers of one token: prompts only; the wait is that of M/G/1 and the rate bounded by them.
    ServiceLoad prompts = loadOf(requests, 5.0);
    prompts.output = {1.0, 1.0, {1.0, 1.0, 1.0, 1.0, 1.0}, 1.0};
    const SteadyService classify = steadyService(step, models::servingMemory(c.input()), prompts);
    QCOMPARE(classify.tpotMeanS, 0.0);
    QVERIFY(classify.ttftMeanS > 0.0 && std::isfinite(classify.ttftMeanS));
    QVERIFY(classify.busy > 0.0 && classify.busy < 1.0);
}

// One replica for prompts next to one and four that generate: what is served of requests that come all at once is
// the lesser pool's capacity, as the steady form has it, but for the tail of the last answers.
void TestSteady::twoPools() {
    auto requests = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
    requests.burstiness = 1.0;
    ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 8);
    c.service.prefill = models::PrefillMode::Disaggregated;
    c.service.prefillReplicas = 1;
    const models::InferenceStep step(c.input());
    const models::ServingMemory memory = models::servingMemory(c.input());
    const auto steady = [&](double rate, int answers) {
        return models::steadyPools(step, memory, loadOf(requests, rate),
                                   {1, answers, c.accelerator.scaleOutBytesPerS});
    };
    for (const int answers : {1, 4}) {
        c.service.replicas = answers;
        const double capacity = steady(1e-3, answers).capacityPerS * answers;
        const double rate = 100.0 * capacity;
        const auto stream = engine::generateRequests(requests, rate, 0.0, 20000.0 / rate, 4);
        const double most = serve(stream, c.options()).requestsPerS;
        qInfo("%d generate: capacity %.2f/s, exact %.2f/s", answers, capacity, most);
        QVERIFY(std::fabs(most / capacity - 1.0) < 0.2);
        QVERIFY(steady(1.01 * capacity, answers).saturated);
        const SteadyService half = steady(0.5 * capacity, answers);
        QVERIFY(!half.saturated && half.tpotP99S >= half.tpotMeanS && half.ttftMeanS > 0.0);
    }
    // With many for prompts, or none needed, the other pool alone decides.
    QVERIFY(models::steadyPools(step, memory, loadOf(requests, 1.0), {1000, 1, 0.0}).capacityPerS >=
            steady(1.0, 1).capacityPerS);
}

// Requests that never meet: more stages bring no first token earlier, in either form; a prompt of four chunks
// passes four stages in (4 + 4 - 1) / 16 of the time of one, about.
void TestSteady::lonePromptsInStages() {
    auto requests = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
    requests.burstiness = 1.0;
    const auto constant = [](double tokens) {
        return models::Curve({0.0, 100.0}, {tokens, tokens});
    };
    requests.outputTokens = constant(16.0);
    const auto first = [&](int stages, double tokens, bool exactly) {
        requests.promptTokens = constant(tokens);
        ServingCase c = servingCase(llama70b(), "h100-sxm", 8, 16);
        c.plan.pipelineParallel = stages;
        c.stack.chunkTokens = 2048;
        if (exactly) {
            const auto stream = engine::generateRequests(requests, 0.01, 0.0, 20000.0, 4);
            return serve(stream, c.options()).ttft.p50;
        }
        const models::InferenceStep step(c.input());
        return steadyService(step, models::servingMemory(c.input()), loadOf(requests, 1e-3))
            .ttftP50S;
    };
    for (const bool exactly : {false, true}) {
        const double one = first(1, 1024.0, exactly);
        const double sixteen = first(16, 1024.0, exactly);
        QVERIFY2(sixteen > one && sixteen < 1.1 * one, qPrintable(QString::number(sixteen / one)));
        const double chunks = first(4, 8192.0, exactly) / first(1, 8192.0, exactly);
        QVERIFY2(std::fabs(chunks / (7.0 / 16.0) - 1.0) < 0.2, qPrintable(QString::number(chunks)));
    }
}

HEADROOM_TEST(TestSteady)
}  // namespace tst_steady

#include "tst_steady.moc"
