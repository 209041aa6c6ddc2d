// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/serving.h"
#include "models/workload/closed_service.h"
#include "models/workload/inference_queue.h"
#include "models/workload/prefix_reuse.h"
#include "tests/support/serving_case.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_prefix_and_drafts {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using models::ServiceLoad;
using models::SteadyService;

namespace {

ServingCase caseOf(double sharedTokens, double hits, int drafted) {
    ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 8);
    c.service.ttftLimitS = 1.0;
    c.service.tpotLimitS = 0.05;
    c.service.sharedPrefixTokens = sharedTokens;
    c.service.prefixHit = hits;
    c.plan.speculation = {drafted, 0.8, nullptr};
    return c;
}

models::RequestProfileSpec poisson() {
    auto profile = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
    profile.burstiness = 1.0;
    return profile;
}

ServiceLoad loadOf(const ServingCase& c, double rate) {
    const models::RequestProfileSpec profile = poisson();
    const models::PrefixReuse reuse = models::prefixOf(c.service);
    const models::ComputedPrompt prompt = models::computedPrompt(profile.promptTokens, reuse);
    ServiceLoad load{rate, prompt.computed, models::lengthMoments(profile.outputTokens), 1.0};
    load.foundTokens = prompt.foundTokens;
    load.sharedTokens = std::min(reuse.sharedTokens, prompt.foundTokens);
    return load;
}

SteadyService steady(const ServingCase& c, double rate) {
    const models::InferenceStep step(c.input());
    return models::steadyService(step, models::servingMemory(c.input()), loadOf(c, rate));
}

}  // namespace

/// Prefix cache and speculative decoding, one request after the other and in steady state.
class TestPrefixAndDrafts : public QObject {
    Q_OBJECT

  private slots:
    void everyTokenIsGivenOnce_data();
    void everyTokenIsGivenOnce();
    void bothFormsAgree_data();
    void bothFormsAgree();
    void foundTokensRaiseTheCapacity();
    void sharedPrefixIsHeldOnce();
    void clientsGetMoreTokens();
    void prefillOfDeepSeek();
};

void TestPrefixAndDrafts::everyTokenIsGivenOnce_data() {
    QTest::addColumn<double>("shared");
    QTest::addColumn<double>("hits");
    QTest::addColumn<int>("drafted");
    QTest::addColumn<int>("cacheTokens");
    QTest::newRow("prefix") << 500.0 << 0.4 << 0 << 0;
    QTest::newRow("drafts") << 0.0 << 0.0 << 3 << 0;
    QTest::newRow("both") << 500.0 << 0.4 << 3 << 0;
    QTest::newRow("both, small cache") << 500.0 << 0.4 << 3 << 12000;
}

// Each answer has the tokens that were asked for, whatever is drafted, found or preempted: sums over all requests. The
// sum of found tokens is that of the law. Equal arguments give equal bytes.
void TestPrefixAndDrafts::everyTokenIsGivenOnce() {
    QFETCH(double, shared);
    QFETCH(double, hits);
    QFETCH(int, drafted);
    QFETCH(int, cacheTokens);
    ServingCase c = caseOf(shared, hits, drafted);
    if (cacheTokens > 0) {
        const models::ServingMemory memory = models::servingMemory(c.input());
        c.stack.workspaceBytes += memory.cacheBytes - cacheTokens * memory.cacheBytesPerToken;
    }
    const RequestStream stream = generateRequests(poisson(), 8.0, 0.0, 120.0, 1);
    const ServingResult r = serve(stream, c.options());
    std::uint64_t outputs = 0;
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < stream.size(); ++i) {
        if (!r.outcomes[i].rejected) {
            outputs += static_cast<std::uint64_t>(stream[i].outputTokens);
            found += static_cast<std::uint64_t>(
                models::prefixOf(c.service).foundTokens(stream[i].promptTokens));
            QVERIFY(r.outcomes[i].endS >= r.outcomes[i].firstTokenS);
        }
    }
    QCOMPARE(r.outputTokens, outputs);
    QCOMPARE(r.foundTokens, found);
    QCOMPARE(r.completed + r.rejected, r.requests);
    QCOMPARE(r.preemptions > 0, cacheTokens > 0);
    const ServingResult again = serve(stream, c.options());
    QCOMPARE(again.endS, r.endS);
    QCOMPARE(again.iterations, r.iterations);
}

void TestPrefixAndDrafts::bothFormsAgree_data() {
    QTest::addColumn<double>("shared");
    QTest::addColumn<double>("hits");
    QTest::addColumn<int>("drafted");
    QTest::newRow("prefix") << 300.0 << 0.5 << 0;
    QTest::newRow("drafts") << 0.0 << 0.0 << 3;
    QTest::newRow("both") << 300.0 << 0.5 << 2;
}

// At half of the capacity, within the tolerance that inference.md states of both forms: 25 %.
void TestPrefixAndDrafts::bothFormsAgree() {
    QFETCH(double, shared);
    QFETCH(double, hits);
    QFETCH(int, drafted);
    const ServingCase c = caseOf(shared, hits, drafted);
    const double rate = 0.5 * steady(c, 1e-3).capacityPerS;
    const SteadyService s = steady(c, rate);
    ServingOptions options = c.options();
    const double durationS = 20000.0 / rate;
    options.warmupS = 0.1 * durationS;
    const ServingResult exact =
        serve(generateRequests(poisson(), rate, 0.0, durationS, 9), options);
    qInfo("rate %.1f/s: batch %.1f (%.1f), TPOT %.2f ms (%.2f), TTFT %.1f ms (%.1f)", rate, s.batch,
          exact.meanBatch * exact.utilization, 1e3 * s.tpotMeanS, 1e3 * exact.tpot.mean,
          1e3 * s.ttftMeanS, 1e3 * exact.ttft.mean);
    QVERIFY(std::fabs(s.batch / (exact.meanBatch * exact.utilization) - 1.0) < 0.25);
    QVERIFY(std::fabs(s.tpotMeanS / exact.tpot.mean - 1.0) < 0.25);
    QVERIFY(std::fabs(s.ttftMeanS / exact.ttft.mean - 1.0) < 0.25);
}

// Prompts of 2,000 tokens and answers of one are computed alone. With three quarters found, the capacity is at most four
// times as high; attention over the found tokens and floors of the kernels leave less, at least three times.
void TestPrefixAndDrafts::foundTokensRaiseTheCapacity() {
    const auto capacity = [](double hits) {
        ServingCase c = caseOf(0.0, hits, 0);
        const models::Curve prompts({0.0, 100.0}, {2000.0, 2000.0});
        const models::ComputedPrompt prompt =
            models::computedPrompt(prompts, models::prefixOf(c.service));
        ServiceLoad load{1e-3, prompt.computed,
                         models::lengthMoments(models::Curve({0.0, 100.0}, {1.0, 1.0})), 1.0};
        load.foundTokens = prompt.foundTokens;
        return models::steadyService(models::InferenceStep(c.input()),
                                     models::servingMemory(c.input()), load)
            .capacityPerS;
    };
    const double ratio = capacity(0.75) / capacity(0.0);
    QVERIFY2(ratio > 3.0 && ratio < 4.0, std::to_string(ratio).c_str());
}

// A cache of 40,000 tokens. 64 prompts of 2,100 tokens with answers of 200 take 64 x 2,300 = 147,200 tokens. With 2,000
// shared tokens they take 2,000 + 64 x 300 = 21,200: all decode together. The same tokens found, but held by each
// request, leave room for 40,000 / 2,300 = 17 requests.
void TestPrefixAndDrafts::sharedPrefixIsHeldOnce() {
    RequestStream stream;
    for (int i = 0; i < 64; ++i) {
        stream.push_back({0.0, 2100, 200});
    }
    const auto run = [&](double shared, double hits) {
        ServingCase c = caseOf(shared, hits, 0);
        const models::ServingMemory memory = models::servingMemory(c.input());
        c.stack.workspaceBytes += memory.cacheBytes - 40'000.0 * memory.cacheBytesPerToken;
        return serve(stream, c.options());
    };
    const ServingResult once = run(2000.0, 0.0);
    const ServingResult each = run(0.0, 2000.0 / 2100.0);
    QCOMPARE(once.completed, std::uint64_t{64});
    QCOMPARE(each.completed, std::uint64_t{64});
    QVERIFY(once.meanBatch > 1.5 * each.meanBatch);
    QVERIFY(once.endS < each.endS);
}

// Closed loop of 16 clients: drafts give more tokens a second and a shorter time per token, at most E times.
void TestPrefixAndDrafts::clientsGetMoreTokens() {
    const models::ClosedLoad load{16.0, 500.0, 300.0, 0.0};
    const auto plain = models::closedService(models::InferenceStep(caseOf(0, 0, 0).input()), load);
    const ServingCase c = caseOf(0, 0, 3);
    const auto drafted = models::closedService(models::InferenceStep(c.input()), load);
    const double given = c.plan.speculation.givenTokens();
    QVERIFY(drafted.tokensPerS > 1.3 * plain.tokensPerS);
    QVERIFY(drafted.tokensPerS < given * plain.tokensPerS);
    QVERIFY(drafted.medianS < plain.medianS && drafted.medianS > plain.medianS / given);
}

// DeepSeek, "DeepSeek-V3/R1 Inference System Overview" (2025-03): a node of eight H800 takes 73,700 prompt tokens a
// second in prefill, 56.3 % of them from the cache; expert ranks over four nodes (EP32). Its software sends 8-bit
// activations and hides the transfers of two batches behind each other. No stack of the catalogue does, so that the law
// gives less: 0.39 of it with prompts of 2,000 tokens, 0.24 with 8,000. A fifth at least, and never more than is published. The mean prompt
// is not stated: 2,000 and 8,000 tokens are tried.
void TestPrefixAndDrafts::prefillOfDeepSeek() {
    ServingCase c =
        servingCase(cataloguePart<models::LanguageModelSpec>("deepseek-v3"), "h800-sxm", 1, 8);
    c.plan.expertParallel = 32;
    c.service.prefixHit = 0.563;
    for (const double tokens : {2000.0, 8000.0}) {
        const models::Curve prompts({0.0, 100.0}, {tokens, tokens});
        const models::ComputedPrompt prompt =
            models::computedPrompt(prompts, models::prefixOf(c.service));
        ServiceLoad load{1e-3, prompt.computed,
                         models::lengthMoments(models::Curve({0.0, 100.0}, {1.0, 1.0})), 1.0};
        load.foundTokens = prompt.foundTokens;
        const double perNode = models::steadyService(models::InferenceStep(c.input()),
                                                     models::servingMemory(c.input()), load)
                                   .capacityPerS *
                               tokens / 4.0;
        qInfo("prompts of %.0f tokens: %.0f tokens/s a node, 73700 published", tokens, perNode);
        QVERIFY2(perNode > 73700.0 / 5.0 && perNode < 73700.0, std::to_string(perNode).c_str());
    }
}

HEADROOM_TEST(TestPrefixAndDrafts)
}  // namespace tst_prefix_and_drafts

#include "tst_prefix_and_drafts.moc"
