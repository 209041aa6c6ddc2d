// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/replica.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_replica {

using namespace headroom::engine;
using headroom::models::CachePreemption;

namespace {

ReplicaLimits limits(double blocks, int batch = 8, int chunk = 100) {
    ReplicaLimits l;
    l.cacheBlocks = blocks;
    l.blockTokens = 10;
    l.batch = batch;
    l.chunkTokens = chunk;
    return l;
}

ServedRequest request(std::uint32_t id, int prompt, int output) {
    ServedRequest r;
    r.id = id;
    r.prompt = prompt;
    r.output = output;
    return r;
}

/// Runs until nothing is left; the tokens that each of `n` requests got.
std::vector<int> drain(Replica& replica, std::size_t n, int* preemptions = nullptr) {
    std::vector<int> given(n, 0);
    for (int i = 0; i < 10000 && replica.hasWork(); ++i) {
        replica.form();
        const Replica::Ended& ended = replica.finish();
        for (const ServedRequest& r : ended.given) {
            ++given[r.id];
        }
        if (preemptions != nullptr) {
            *preemptions += static_cast<int>(ended.preempted.size());
        }
    }
    return given;
}

}  // namespace

class TestReplica : public QObject {
    Q_OBJECT

  private slots:
    void cutsPromptsIntoChunks();
    void decodesBesideChunks();
    void aFullCachePreemptsTheYoungest_data();
    void aFullCachePreemptsTheYoungest();
    void reserveNeverPreempts();
    void prefillReplicasStopAtTheFirstToken();
};

void TestReplica::cutsPromptsIntoChunks() {
    Replica replica(ReplicaRole::Both, limits(100));
    replica.push(request(0, 250, 2));
    // 100 + 100 + 50 tokens; pairs of chunk c after s: c s + c (c + 1)/2.
    auto load = replica.form();
    QCOMPARE(load.promptTokens, 100.0);
    QCOMPARE(load.promptPairs, 5050.0);
    QCOMPARE(load.promptEnds, 0.0);
    QVERIFY(replica.finish().given.empty());
    load = replica.form();
    QCOMPARE(load.promptPairs, 100.0 * 100.0 + 5050.0);
    replica.finish();
    load = replica.form();
    QCOMPARE(load.promptTokens, 50.0);
    QCOMPARE(load.promptEnds, 1.0);
    QCOMPARE(replica.finish().given.size(), std::size_t{1});  // the first token
    load = replica.form();
    QCOMPARE(load.decodes, 1.0);
    QCOMPARE(load.contextTokens, 251.0);
    QCOMPARE(replica.finish().done.size(), std::size_t{1});
    QVERIFY(!replica.hasWork());
    QCOMPARE(replica.cacheShare(), 0.0);
}

void TestReplica::decodesBesideChunks() {
    Replica replica(ReplicaRole::Both, limits(100, 8, 60));
    replica.push(request(0, 50, 5));
    replica.form();
    replica.finish();
    replica.push(request(1, 100, 1));
    // One decodes, 59 of the other prompt fit next to it.
    const auto load = replica.form();
    QCOMPARE(load.decodes, 1.0);
    QCOMPARE(load.promptTokens, 59.0);
}

void TestReplica::aFullCachePreemptsTheYoungest_data() {
    QTest::addColumn<int>("policy");
    QTest::newRow("recompute") << static_cast<int>(CachePreemption::Recompute);
    QTest::newRow("swap") << static_cast<int>(CachePreemption::Swap);
}

void TestReplica::aFullCachePreemptsTheYoungest() {
    QFETCH(int, policy);
    // Room for 12 blocks: three prompts of 30 tokens take 9, and each grows by 5 blocks to 80
    // tokens: only one at a time can end, the others go out and come back. All get every token.
    ReplicaLimits l = limits(12);
    l.preemption = static_cast<CachePreemption>(policy);
    l.swapBytesPerS = 1e9;
    l.cacheBytesPerToken = 1e6;
    Replica replica(ReplicaRole::Both, l);
    for (std::uint32_t i = 0; i < 3; ++i) {
        replica.push(request(i, 30, 50));
    }
    int preemptions = 0;
    const std::vector<int> given = drain(replica, 3, &preemptions);
    QCOMPARE(given, std::vector<int>({50, 50, 50}));
    QVERIFY(preemptions > 0);
    QCOMPARE(replica.cacheShare(), 0.0);
}

void TestReplica::reserveNeverPreempts() {
    ReplicaLimits l = limits(12);
    l.preemption = CachePreemption::Reserve;
    Replica replica(ReplicaRole::Both, l);
    for (std::uint32_t i = 0; i < 3; ++i) {
        replica.push(request(i, 30, 50));
    }
    // 80 tokens are 8 of 12 blocks: one at a time.
    const auto load = replica.form();
    QCOMPARE(load.promptTokens, 30.0);
    replica.finish();
    int preemptions = 0;
    const std::vector<int> given = drain(replica, 3, &preemptions);
    QCOMPARE(preemptions, 0);
    QCOMPARE(given, std::vector<int>({49, 50, 50}));  // one token came before drain()
}

void TestReplica::prefillReplicasStopAtTheFirstToken() {
    Replica replica(ReplicaRole::Prefill, limits(100));
    replica.push(request(0, 50, 20));
    replica.form();
    const Replica::Ended& ended = replica.finish();
    QCOMPARE(ended.done.size(), std::size_t{1});
    QCOMPARE(ended.done[0].given, 1);
    QVERIFY(!replica.hasWork());
    // On the other side it decodes from there.
    Replica decode(ReplicaRole::Decode, limits(100));
    ServedRequest moved = ended.done[0];
    moved.blocks = 0;
    decode.push(moved);
    const auto load = decode.form();
    QCOMPARE(load.decodes, 1.0);
    QCOMPARE(load.promptTokens, 0.0);
    QCOMPARE(load.contextTokens, 51.0);
    decode.finish();
    QCOMPARE(drain(decode, 1)[0], 18);
}

HEADROOM_TEST(TestReplica)
}  // namespace tst_replica

#include "tst_replica.moc"
