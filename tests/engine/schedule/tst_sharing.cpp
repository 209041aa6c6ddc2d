// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/sharing.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_sharing {

using namespace headroom::engine;

namespace {

ShareServer server(int cpuMilli, std::vector<int> left, int kind = 0) {
    ShareServer s;
    s.cpuMilli = cpuMilli;
    s.memoryMib = 1000;
    s.accelerators = static_cast<int>(left.size());
    s.kind = kind;
    std::copy(left.begin(), left.end(), s.left.begin());
    return s;
}

ShareTask task(int cpuMilli, int accelerators, int milli, std::uint64_t kinds = 0) {
    return {cpuMilli, 1, accelerators, milli, kinds};
}

}  // namespace

class TestSharing : public QObject {
    Q_OBJECT

  private slots:
    void fragmentation();
    void commonestTasks();
    void whatBinds();
    void orders();
    void experimentIsRepeatable();
};

// Two accelerators, 300 and 1000 left. Half of the tasks want 500 of one: only the 300 are lost to
// them. Half want two whole ones: all 1300 are lost. Expected: 800. Without processors all is lost.
void TestSharing::fragmentation() {
    const std::vector<TypicalTask> typical = {{task(1, 1, 500), 0.5}, {task(1, 2, 1000), 0.5}};
    QCOMPARE(fragmentedMilli(server(10, {300, 1000}), typical), 0.5 * 300 + 0.5 * 1300);
    QCOMPARE(fragmentedMilli(server(0, {300, 1000}), typical), 1300.0);
    QCOMPARE(fragmentedMilli(server(10, {0, 0}), typical), 0.0);
    // A task that only runs on kind 3 loses all that this server of kind 0 has.
    QCOMPARE(fragmentedMilli(server(10, {1000}), {{task(1, 1, 500, 8), 1.0}}), 1000.0);
}

// 6 of A, 3 of B, 1 of C: A and B are 90 %; with 95 % C is in as well.
void TestSharing::commonestTasks() {
    std::vector<ShareTask> tasks(6, task(1, 1, 500));
    tasks.insert(tasks.end(), 3, task(2, 1, 500));
    tasks.push_back(task(3, 1, 500));
    QCOMPARE(typicalTasks(tasks, 0.95).size(), std::size_t{3});
    const auto two = typicalTasks(tasks, 0.9);
    QCOMPARE(two.size(), std::size_t{2});
    QCOMPARE(two[0].share, 6.0 / 9.0);
}

void TestSharing::whatBinds() {
    ShareCluster cluster({server(100, {1000, 1000})}, SharePolicy::BestFit, {}, 1);
    QCOMPARE(cluster.place(task(10, 3, 1000)), -1);     // accelerators
    QCOMPARE(cluster.place(task(101, 1, 100)), -1);     // processors
    QCOMPARE(cluster.place({1, 1001, 1, 100, 0}), -1);  // memory
    QCOMPARE(cluster.place(task(1, 1, 100, 2)), -1);    // kind
    QCOMPARE(cluster.place(task(1, 1, 600)), 0);
    QCOMPARE(cluster.place(task(1, 1, 600)), 0);   // on the other one
    QCOMPARE(cluster.place(task(1, 1, 600)), -1);  // 400 and 400 are not 600
    QCOMPARE(cluster.place(task(1, 1, 400)), 0);
    QCOMPARE(cluster.allocation(), 0.8);
    QCOMPARE(cluster.place(task(98, 0, 0)), -1);
    QCOMPARE(cluster.place(task(97, 0, 0)), 0);
}

// An empty server, and one with 500 left on an accelerator. A share of 500: packing, best fit and
// the gradient fill the hole.
void TestSharing::orders() {
    const std::vector<ShareServer> servers = {server(50000, {1000, 1000}),
                                              server(50000, {1000, 500})};
    const std::vector<TypicalTask> typical = {{task(1, 1, 1000), 0.5}, {task(1, 1, 500), 0.5}};
    for (const SharePolicy policy :
         {SharePolicy::Packing, SharePolicy::BestFit, SharePolicy::Gradient}) {
        ShareCluster cluster(servers, policy, typical, 1);
        QCOMPARE(cluster.place(task(1000, 1, 500)), 1);
        QCOMPARE(cluster.servers()[1].left[1], 0);
    }
    // Inner product with 4 of 8 asked for: 8 free give 100 (1 - 1 x 1/2 / 2) = 75, 4 free 87.
    ShareCluster product({server(50000, std::vector<int>(8, 1000)),
                          server(50000, {0, 0, 0, 0, 1000, 1000, 1000, 1000})},
                         SharePolicy::DotProduct, {}, 1);
    QCOMPARE(product.place(task(0, 4, 1000)), 1);
    // Clustering: the first share goes to the fuller idle server; whole ones keep away from it.
    ShareCluster clustering({server(50000, {1000, 1000}), server(50000, {1000, 1000})},
                            SharePolicy::Clustering, {}, 1);
    QCOMPARE(clustering.place(task(1000, 1, 300)), 0);
    QCOMPARE(clustering.place(task(1000, 1, 1000)), 1);
    QCOMPARE(clustering.place(task(1000, 1, 300)), 0);
}

void TestSharing::experimentIsRepeatable() {
    const std::vector<ShareServer> servers(10, server(64000, {1000, 1000, 1000, 1000}));
    std::vector<ShareTask> tasks;
    for (int i = 0; i < 60; ++i) {
        tasks.push_back(i % 3 == 0 ? task(8000, 1, 1000) : task(4000, 1, 100 + 10 * i));
    }
    const auto first = shareExperiment(servers, tasks, SharePolicy::Random, 1.3, 5);
    const auto again = shareExperiment(servers, tasks, SharePolicy::Random, 1.3, 5);
    const auto other = shareExperiment(servers, tasks, SharePolicy::Random, 1.3, 6);
    QCOMPARE(first.allocation, again.allocation);
    QVERIFY(first.allocation != other.allocation);
    QVERIFY(first.refused > 0 && first.allocation <= 1.0 && first.allocation > 0.5);
    const auto best = shareExperiment(servers, tasks, SharePolicy::Gradient, 1.3, 5);
    QVERIFY(best.allocation > first.allocation);
    QCOMPARE(shareExperiment({}, tasks, SharePolicy::Random, 1.3, 5).allocation, 0.0);
}

HEADROOM_TEST(TestSharing)
}  // namespace tst_sharing

#include "tst_sharing.moc"
