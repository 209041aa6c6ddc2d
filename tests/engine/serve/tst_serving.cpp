// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/serving.h"
#include "tests/support/serving_case.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_serving {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;
using models::CachePreemption;
using models::PrefillMode;
using models::RequestRouting;
using models::ScalingPolicy;

namespace {

ServingCase small() {
    ServingCase c = servingCase(llama8b(), "h100-sxm", 1, 8);
    c.service.ttftLimitS = 1.0;
    c.service.tpotLimitS = 0.05;
    return c;
}

models::RequestProfileSpec lengths(models::Curve prompt, models::Curve output) {
    models::RequestProfileSpec profile;
    profile.promptTokens = std::move(prompt);
    profile.outputTokens = std::move(output);
    return profile;
}

RequestStream conversation(double rate, double durationS, std::uint64_t seed = 1) {
    auto profile = cataloguePart<models::RequestProfileSpec>("azure-conversation-2023");
    profile.burstiness = 1.0;
    return generateRequests(profile, rate, 0.0, durationS, seed);
}

/// Time of a lone prompt.
double promptS(const ServingCase& c, int tokens) {
    models::IterationLoad load;
    load.promptTokens = tokens;
    load.promptPairs = 0.5 * tokens * (tokens + 1.0);
    load.promptEnds = 1.0;
    return models::InferenceStep(c.input()).time(load).totalS;
}

bool within(double value, double expected, double share) {
    return std::fabs(value - expected) <= share * expected;
}

}  // namespace

class TestServing : public QObject {
    Q_OBJECT

  private slots:
    void oneAtATimeIsMD1();
    void oneAtATimeIsMG1();
    void tokensAreConservedAndLittleHolds_data();
    void tokensAreConservedAndLittleHolds();
    void slowerWithMoreLoad();
    void slowerChipsServeSlower();
    void sameArgumentsSameBytes();
    void routingMattersInItsOrder();
    void disaggregatedPromptsDoNotStallDecoding();
    void scalesUpAndDown();
    void rejectsWhatNeverFits();
};

void TestServing::oneAtATimeIsMD1() {
    // Answers of one token, batches of one: the iteration of a prompt is the service, always S. At
    // load 0.7 the wait of M/D/1 is 0.7 S / (2 x 0.3) = 1.1667 S; 100,000 requests give it to 4 %.
    ServingCase c = small();
    c.stack.maximumBatch = 1;
    const double S = promptS(c, 512);
    const RequestStream stream = generateRequests(
        lengths({{0, 100}, {512, 512}}, {{0, 100}, {1, 1}}), 0.7 / S, 0.0, 100000.0 * S / 0.7, 11);
    const ServingResult r = serve(stream, c.options());
    QVERIFY2(within(r.ttft.mean - S, 1.16667 * S, 0.04),
             std::to_string((r.ttft.mean - S) / S).c_str());
    QVERIFY(within(r.utilization, 0.7, 0.01));
}

void TestServing::oneAtATimeIsMG1() {
    // Half of the prompts 256 tokens, half 2,048: S1 and S2. Pollaczek-Khinchine: W = l E[S^2] /
    // (2 (1 - l E[S])) at load 0.6. The quantile curve is a step up at the median.
    ServingCase c = small();
    c.stack.maximumBatch = 1;
    const double s1 = promptS(c, 256);
    const double s2 = promptS(c, 2048);
    const double rate = 0.6 / (0.5 * (s1 + s2));
    const RequestStream stream = generateRequests(
        lengths({{0, 49.999, 50.001, 100}, {256, 256, 2048, 2048}}, {{0, 100}, {1, 1}}), rate, 0.0,
        100000.0 / rate, 12);
    const ServingResult r = serve(stream, c.options());
    const double wait = rate * 0.5 * (s1 * s1 + s2 * s2) / (2.0 * 0.4);
    const double measured = r.ttft.mean - 0.5 * (s1 + s2);
    QVERIFY2(within(measured, wait, 0.05), std::to_string(measured / wait).c_str());
}

void TestServing::tokensAreConservedAndLittleHolds_data() {
    QTest::addColumn<int>("preemption");
    QTest::addColumn<int>("prefill");
    QTest::addColumn<int>("cacheTokens");
    QTest::newRow("recompute, small cache") << 0 << 0 << 12000;
    QTest::newRow("swap, small cache") << 1 << 0 << 12000;
    QTest::newRow("reserve, small cache") << 2 << 0 << 12000;
    QTest::newRow("disaggregated") << 0 << 1 << 0;
    QTest::newRow("disaggregated, small cache") << 0 << 1 << 12000;
}

void TestServing::tokensAreConservedAndLittleHolds() {
    QFETCH(int, preemption);
    QFETCH(int, prefill);
    QFETCH(int, cacheTokens);
    ServingCase c = small();
    c.service.preemption = static_cast<CachePreemption>(preemption);
    c.service.prefill = static_cast<PrefillMode>(prefill);
    c.service.replicas = 2;
    if (cacheTokens > 0) {
        // So much workspace that the cache holds little.
        const models::ServingMemory memory = models::servingMemory(c.input());
        c.stack.workspaceBytes += memory.cacheBytes - cacheTokens * memory.cacheBytesPerToken;
    }
    ServingOptions options = c.options();
    options.swapBytesPerS = 50e9;
    const RequestStream stream = conversation(8.0, 120.0);
    const ServingResult r = serve(stream, options);
    std::uint64_t prompts = 0;
    std::uint64_t outputs = 0;
    double inside = 0.0;
    for (std::size_t i = 0; i < stream.size(); ++i) {
        if (r.outcomes[i].rejected) {
            continue;
        }
        prompts += static_cast<std::uint64_t>(stream[i].promptTokens);
        outputs += static_cast<std::uint64_t>(stream[i].outputTokens);
        inside += r.outcomes[i].endS - stream[i].arrivalS;
        QVERIFY(r.outcomes[i].firstTokenS > stream[i].arrivalS);
        QVERIFY(r.outcomes[i].endS >= r.outcomes[i].firstTokenS);
    }
    QCOMPARE(r.completed + r.rejected, r.requests);
    QCOMPARE(r.promptTokens, prompts);
    QCOMPARE(r.outputTokens, outputs);
    // Little's law, with both sides counted apart: N = sum of stays / time.
    QVERIFY(within(r.meanInSystem, inside / r.endS, 1e-9));
    if (cacheTokens > 0 && preemption < 2) {
        QVERIFY(r.preemptions > 0);
    }
    if (preemption == 2) {
        QCOMPARE(r.preemptions, std::uint64_t{0});
    }
}

void TestServing::slowerWithMoreLoad() {
    const ServingCase c = small();
    double ttft = 0.0;
    double tpot = 0.0;
    double energy = 0.0;
    for (const double rate : {2.0, 8.0, 20.0, 40.0}) {
        // The same requests, closer together.
        const RequestStream stream = scaledRate(conversation(2.0, 300.0), rate / 2.0);
        const ServingResult r = serve(stream, c.options());
        QVERIFY(r.ttft.mean >= ttft);
        QVERIFY(r.tpot.mean >= tpot);
        // Energy of a token falls with load: the weights are read for more requests at once.
        const double each = r.energyJ / static_cast<double>(r.outputTokens);
        QVERIFY(energy == 0.0 || each < energy);
        ttft = r.ttft.mean;
        tpot = r.tpot.mean;
        energy = each;
    }
}

void TestServing::slowerChipsServeSlower() {
    ServingCase c = small();
    const RequestStream stream = conversation(20.0, 60.0);
    const double full = serve(stream, c.options()).ttft.mean;
    c.clock = 0.5;
    QVERIFY(serve(stream, c.options()).ttft.mean > full);
}

void TestServing::sameArgumentsSameBytes() {
    ServingCase c = small();
    c.service.replicas = 3;
    c.service.routing = RequestRouting::PowerOfTwo;
    const RequestStream stream = conversation(20.0, 60.0);
    const ServingResult a = serve(stream, c.options());
    const ServingResult b = serve(stream, c.options());
    QCOMPARE(a.iterations, b.iterations);
    QCOMPARE(a.energyJ, b.energyJ);
    for (std::size_t i = 0; i < stream.size(); ++i) {
        QCOMPARE(a.outcomes[i].endS, b.outcomes[i].endS);
    }
}

void TestServing::routingMattersInItsOrder() {
    // Long and short answers over four replicas near their limit: knowing all of them is best,
    // knowing two of them nearly so, turns are worst (Mitzenmacher 2001).
    ServingCase c = small();
    c.service.replicas = 4;
    c.stack.maximumBatch = 8;
    const RequestStream stream = conversation(16.0, 600.0);
    const auto ttft = [&](RequestRouting routing) {
        c.service.routing = routing;
        return serve(stream, c.options()).ttft.p99;
    };
    const double least = ttft(RequestRouting::LeastLoaded);
    const double two = ttft(RequestRouting::PowerOfTwo);
    const double turns = ttft(RequestRouting::RoundRobin);
    QVERIFY2(least <= two && two < turns,
             qPrintable(QStringLiteral("%1 %2 %3").arg(least).arg(two).arg(turns)));
}

void TestServing::disaggregatedPromptsDoNotStallDecoding() {
    // Long prompts next to decoding stretch its iterations; on replicas of their own they do not.
    ServingCase c = servingCase(llama70b(), "h100-sxm", 4, 8);
    c.service.replicas = 2;
    const RequestStream stream = generateRequests(
        lengths({{0, 100}, {4000, 4000}}, {{0, 100}, {100, 100}}), 2.0, 0.0, 200.0, 3);
    const ServingResult together = serve(stream, c.options());
    c.service.prefill = PrefillMode::Disaggregated;
    c.service.replicas = 1;
    c.service.prefillReplicas = 1;
    const ServingResult apart = serve(stream, c.options());
    QVERIFY2(apart.tpot.p99 < 0.7 * together.tpot.p99,
             qPrintable(QStringLiteral("%1 %2").arg(apart.tpot.p99).arg(together.tpot.p99)));
    // A slow network between both delays the second token, not the first.
    ServingOptions slow = c.options();
    slow.transferBytesPerS /= 100.0;
    const ServingResult late = serve(stream, slow);
    QVERIFY(late.tpot.mean > apart.tpot.mean);
}

void TestServing::scalesUpAndDown() {
    ServingCase c = small();
    c.stack.maximumBatch = 16;
    c.stack.startS = 20.0;
    c.service.minimumReplicas = 1;
    c.service.maximumReplicas = 6;
    c.service.scaling = ScalingPolicy::Utilization;
    c.service.scalingTarget = 0.6;
    c.service.cooldownS = 60.0;
    // Quiet, busy, quiet: 5 minutes each.
    RequestStream stream = conversation(1.0, 300.0);
    for (const double start : {300.0, 600.0}) {
        for (Request r : conversation(start == 300.0 ? 25.0 : 1.0, 300.0)) {
            r.arrivalS += start;
            stream.push_back(r);
        }
    }
    ServingOptions options = c.options();
    options.loadS = 10.0;
    const ServingResult r = serve(stream, options);
    int most = 0;
    for (const ReplicaChange& change : r.scaling) {
        QVERIFY(change.replicas >= 1 && change.replicas <= 6);
        most = std::max(most, change.replicas);
    }
    QVERIFY(most > 1);
    QVERIFY(r.scaling.back().replicas < most);
    QVERIFY(r.meanReplicas > 1.0 && r.meanReplicas < most);
    // Without: the same load on one replica waits longer, for less replica time.
    c.service.scaling = ScalingPolicy::None;
    const ServingResult fixed = serve(stream, c.options());
    QVERIFY(fixed.ttft.mean > r.ttft.mean);
    QCOMPARE(fixed.meanReplicas, 1.0);
}

void TestServing::rejectsWhatNeverFits() {
    ServingCase c = small();
    const double most = models::servingMemory(c.input()).cacheTokens;
    const RequestStream stream = {{0.0, 100, 10}, {0.5, static_cast<int>(most), 10}};
    const ServingResult r = serve(stream, c.options());
    QCOMPARE(r.rejected, std::uint64_t{1});
    QCOMPARE(r.completed, std::uint64_t{1});
    QCOMPARE(r.sloAttainment, 0.5);
    // A model that does not fit serves nothing.
    ServingCase big = servingCase(llama70b(), "h100-sxm", 1, 16);
    QVERIFY(!models::servingMemory(big.input()).fits());
    QCOMPARE(serve(stream, big.options()).rejected, std::uint64_t{2});
    // Nor does a chip that is stopped.
    c.clock = 0.0;
    QCOMPARE(serve(stream, c.options()).rejected, std::uint64_t{2});
    QCOMPARE(serve({}, c.options()).requests, std::uint64_t{0});
}

HEADROOM_TEST(TestServing)
}  // namespace tst_serving

#include "tst_serving.moc"
