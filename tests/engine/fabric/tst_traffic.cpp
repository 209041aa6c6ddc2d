// SPDX-License-Identifier: Apache-2.0
#include "engine/fabric/traffic.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <numeric>
#include <utility>

namespace tst_traffic {

using namespace headroom::engine;

namespace {

/// Leaves of four endpoints below spines that spread evenly: bundle 2l is up from leaf l, 2l + 1
/// down to it. The least that has leaves, so that expectations are sums on paper.
class TwoTiers final : public Topology {
  public:
    explicit TwoTiers(int leaves, double linkBytesPerS) : Topology(specOf(leaves, linkBytesPerS)) {}

    TopologyCounts counts() const override { return {}; }

    int endpoints() const override { return spec_.endpoints; }

    int switches() const override { return leaves() + 4; }

    int links() const override { return 0; }

    LinkEnds ends(LinkId) const override { return {}; }

    SwitchPlace place(int) const override { return {}; }

    int groups() const override { return 1; }

    std::int64_t paths(int, int, Routing) const override { return 4; }

    void path(int, int, Routing, std::int64_t, LinkPath&) const override {}

    void fixedPath(int, int, Routing, int, LinkPath&) const override {}

    int leaves() const override { return spec_.endpoints / 4; }

    int leafOf(int endpoint) const override { return endpoint / 4; }

    int groupOfLeaf(int) const override { return 0; }

    int bundles() const override { return 2 * leaves(); }

    Bundle bundle(int) const override { return {}; }

    int bundleOf(LinkId) const override { return 0; }

    std::vector<LinkId> bundleLinks(int) const override { return {}; }

    void addPair(int from, int to, Routing, double weight, std::span<double> load) const override {
        load[static_cast<std::size_t>(2 * from)] += weight;
        load[static_cast<std::size_t>(2 * to + 1)] += weight;
    }

    void addUniform(std::span<const double> members, Routing routing, double weight,
                    std::span<double> load) const override {
        const double all = std::accumulate(members.begin(), members.end(), 0.0);
        for (std::size_t a = 0; a < members.size(); ++a) {
            for (std::size_t b = 0; b < members.size(); ++b) {
                if (a != b && members[a] * members[b] > 0.0) {
                    addPair(static_cast<int>(a), static_cast<int>(b), routing,
                            weight * members[a] * members[b] / (all - 1.0), load);
                }
            }
        }
    }

    double bisectionBytesPerS() const override { return 0.0; }

    int diameter() const override { return 4; }

  private:
    static TopologySpec specOf(int leaves, double linkBytesPerS) {
        TopologySpec spec;
        spec.endpoints = 4 * leaves;
        spec.linkBytesPerS = linkBytesPerS;
        return spec;
    }
};

FabricNetwork network(int leaves, int firstBundle = 0) {
    FabricNetwork n;
    Fabric f;
    f.topology = std::make_shared<TwoTiers>(leaves, 50e9);
    f.adapterBytesPerS = 50e9;
    n.fabrics.push_back(std::move(f));
    n.firstBundle = {firstBundle, firstBundle + 2 * leaves};
    return n;
}

std::vector<std::int32_t> firstEndpoints(int n) {
    std::vector<std::int32_t> e(static_cast<std::size_t>(n));
    std::iota(e.begin(), e.end(), 0);
    return e;
}

/// A class on given bundles, all with load 1.
TrafficClass classOn(std::vector<std::int32_t> bundles, double duty, double demand = 100.0) {
    TrafficClass c;
    c.members = 1;
    c.load.assign(bundles.size(), 1.0);
    c.bundle = std::move(bundles);
    c.duty = duty;
    c.demandBytesPerS = demand;
    return c;
}

double sumOf(const std::vector<double>& v) {
    return std::accumulate(v.begin(), v.end(), 0.0);
}

}  // namespace

class TestTraffic : public QObject {
    Q_OBJECT

  private slots:

    // 8 members on 2 leaves of 4: the ring leaves each leaf once and enters it once.
    void aRingCrossesEachLeafOnce() {
        const FabricNetwork n = network(3);
        const TrafficClass c = trafficOf(n, 0, {}, firstEndpoints(8));
        QCOMPARE(c.members, 8);
        QCOMPARE(c.demandBytesPerS, 50e9);
        QCOMPARE(c.bundle, (std::vector<std::int32_t>{0, 1, 2, 3}));
        QCOMPARE(c.load, (std::vector<double>{1.0, 1.0, 1.0, 1.0}));
    }

    // Numbered leaf by leaf in turn, every one of the 8 hops crosses: 4 bytes up and 4 down a leaf.
    void placementDecidesTheLoad() {
        const FabricNetwork n = network(2);
        const std::vector<std::int32_t> scattered{0, 4, 1, 5, 2, 6, 3, 7};
        const TrafficClass c = trafficOf(n, 0, {}, scattered);
        QCOMPARE(c.load, (std::vector<double>{4.0, 4.0, 4.0, 4.0}));
    }

    // Two groups of 4 that fill a leaf each: nothing crosses. Groups of 2 over two leaves: each
    // group's two hops cross, once up and once down at either leaf.
    void groupsKeepToThemselves() {
        const FabricNetwork n = network(2);
        TrafficPlan plan;
        plan.groupSize = 4;
        QVERIFY(trafficOf(n, 0, plan, firstEndpoints(8)).bundle.empty());
        plan.groupSize = 2;
        const std::vector<std::int32_t> pairs{0, 4, 1, 5};
        QCOMPARE(trafficOf(n, 0, plan, pairs).load, (std::vector<double>{2.0, 2.0, 2.0, 2.0}));
    }

    // Bundles are numbered in the network, behind those of the fabrics before.
    void bundlesAreThoseOfTheNetwork() {
        const TrafficClass c = trafficOf(network(2, 10), 0, {}, firstEndpoints(8));
        QCOMPARE(c.bundle, (std::vector<std::int32_t>{10, 11, 12, 13}));
    }

    // All-to-all of 8 on two leaves: each member sends 4/7 of its byte to the other leaf.
    void allToAllSpreads() {
        const FabricNetwork n = network(2);
        TrafficPlan plan;
        plan.pattern = TrafficPattern::AllToAll;
        const TrafficClass c = trafficOf(n, 0, plan, firstEndpoints(8));
        for (const double load : c.load) {
            QVERIFY(std::abs(load - 4.0 * 4.0 / 7.0) < 1e-12);
        }
        QCOMPARE(c.flows, 7.0);
    }

    // Stage to stage: the 4 of leaf 0 send to the 4 of leaf 1; backwards the other way round.
    void pairsGoOneWay() {
        const FabricNetwork n = network(2);
        TrafficPlan plan;
        plan.pattern = TrafficPattern::Pairs;
        plan.stride = 4;
        const TrafficClass there = trafficOf(n, 0, plan, firstEndpoints(8));
        QCOMPARE(there.bundle, (std::vector<std::int32_t>{0, 3}));
        QCOMPARE(there.load, (std::vector<double>{4.0, 4.0}));
        plan.stride = -4;
        QCOMPARE(trafficOf(n, 0, plan, firstEndpoints(8)).bundle,
                 (std::vector<std::int32_t>{1, 2}));
    }

    // Four copies of three stages, on leaves 0, 1 and 2, but for the last stage of the last copy, which is on leaf 3:
    // 4 bytes leave leaf 0 and arrive at leaf 1, 4 leave leaf 1, 3 arrive at leaf 2 and 1 at leaf 3. Backwards what
    // left arrives.
    void pairsOfCopiesAddUp() {
        const FabricNetwork n = network(4);
        TrafficPlan plan;
        plan.pattern = TrafficPattern::Pairs;
        plan.groupSize = 3;
        const std::vector<std::int32_t> e{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 12};
        const TrafficClass there = trafficOf(n, 0, plan, e);
        QCOMPARE(there.bundle, (std::vector<std::int32_t>{0, 2, 3, 5, 7}));
        QCOMPARE(there.load, (std::vector<double>{4.0, 4.0, 4.0, 3.0, 1.0}));
        plan.stride = -1;
        const TrafficClass back = trafficOf(n, 0, plan, e);
        QCOMPARE(back.bundle, (std::vector<std::int32_t>{1, 2, 3, 4, 6}));
        QCOMPARE(back.load, (std::vector<double>{4.0, 4.0, 4.0, 3.0, 1.0}));
    }

    // In a double tree of n members one on each leaf, all traffic crosses: n bytes leave leaves and
    // n enter them, and the root of one tree has no parent there but is a node of the other.
    void aTreeSendsAByteForEachMember() {
        const FabricNetwork n = network(8);
        TrafficPlan plan;
        plan.pattern = TrafficPattern::Tree;
        for (int members = 2; members <= 8; ++members) {
            std::vector<std::int32_t> e;
            for (int i = 0; i < members; ++i) {
                e.push_back(4 * i);
            }
            const TrafficClass c = trafficOf(n, 0, plan, e);
            QVERIFY(std::abs(sumOf(c.load) - 2.0 * members) < 1e-12);
            QCOMPARE(c.bundle.size(), static_cast<std::size_t>(2 * members));
            // Up and down alike at every member: what a member reduces it also broadcasts.
            for (std::size_t i = 0; i < c.load.size(); i += 2) {
                QVERIFY(std::abs(c.load[i] - c.load[i + 1]) < 1e-12);
            }
        }
    }

    // 8 clients on leaves 0 and 1 read from two servers on leaf 2: all 8 bytes leave leaf 2, half
    // of them enter each client leaf.
    void storageIsStriped() {
        const FabricNetwork n = network(3);
        TrafficPlan plan;
        plan.pattern = TrafficPattern::FromStorage;
        const std::vector<std::int32_t> servers{8, 9};
        plan.storage = servers;
        const TrafficClass c = trafficOf(n, 0, plan, firstEndpoints(8));
        QCOMPARE(c.bundle, (std::vector<std::int32_t>{1, 3, 4}));
        QCOMPARE(c.load, (std::vector<double>{4.0, 4.0, 8.0}));
        plan.storage = {};
        QVERIFY(trafficOf(n, 0, plan, firstEndpoints(8)).bundle.empty());
    }

    void nobodyAndOneAloneSendNothing() {
        const FabricNetwork n = network(2);
        for (const auto pattern : {TrafficPattern::Ring, TrafficPattern::Tree,
                                   TrafficPattern::AllToAll, TrafficPattern::Pairs}) {
            TrafficPlan plan;
            plan.pattern = pattern;
            QVERIFY(trafficOf(n, 0, plan, {}).bundle.empty());
            QVERIFY(trafficOf(n, 0, plan, firstEndpoints(1)).bundle.empty());
        }
    }

    // Alone, a class gets the bundle, at most its line rate; over a cut bundle nothing.
    void aloneItGetsWhatThereIs() {
        std::vector<TrafficClass> c{classOn({0}, 1.0)};
        TrafficSolver().solve(c, std::vector<double>{40.0});
        QCOMPARE(c[0].rateBytesPerS, 40.0);
        QCOMPARE(c[0].bottleneck, 0);
        TrafficSolver().solve(c, std::vector<double>{400.0});
        QCOMPARE(c[0].rateBytesPerS, 100.0);
        QCOMPARE(c[0].bottleneck, -1);
        TrafficSolver().solve(c, std::vector<double>{0.0});
        QCOMPARE(c[0].rateBytesPerS, 0.0);
        QCOMPARE(c[0].bottleneck, 0);
    }

    // Both send all the time: halves. The textbook line: A over both links, B and C over one each,
    // capacities 1 and 2: A = B = 1/2 by the first link, C takes 3/2 (Bertsekas and Gallager 6.5).
    void sendersWithoutPauseShareByMaxMin() {
        std::vector<TrafficClass> c{classOn({0, 1}, 1.0), classOn({0}, 1.0), classOn({1}, 1.0)};
        TrafficSolver().solve(c, std::vector<double>{1.0, 2.0});
        QVERIFY(std::abs(c[0].rateBytesPerS - 0.5) < 1e-9);
        QVERIFY(std::abs(c[1].rateBytesPerS - 0.5) < 1e-9);
        QVERIFY(std::abs(c[2].rateBytesPerS - 1.5) < 1e-9);
        QCOMPARE(c[0].bottleneck, 0);
        QCOMPARE(c[2].bottleneck, 1);
    }

    // Weight by flows: three flows of one job across a bundle get three times as much as one.
    void flowsCountNotJobs() {
        std::vector<TrafficClass> c{classOn({0}, 1.0), classOn({0}, 1.0)};
        c[0].load[0] = 3.0;
        TrafficSolver().solve(c, std::vector<double>{4.0});
        QVERIFY(std::abs(c[0].rateBytesPerS - 1.0) < 1e-9);
        QVERIFY(std::abs(c[1].rateBytesPerS - 1.0) < 1e-9);
    }

    // One sends all the time, one a tenth of it. While both send: 1/2 each. The second finds
    // 1 - x1 of mean, less than its half, and gets 1/2; the first then finds 1 - 0.1 x 0.5 = 0.95:
    // half in a tenth of the time and all in the rest.
    void pausesAreUsedByOthers() {
        std::vector<TrafficClass> c{classOn({0}, 1.0), classOn({0}, 0.1)};
        TrafficSolver().solve(c, std::vector<double>{1.0});
        QVERIFY(std::abs(c[0].rateBytesPerS - 0.95) < 1e-6);
        QVERIFY(std::abs(c[1].rateBytesPerS - 0.5) < 1e-6);
    }

    // Bundles that the same classes cross with the same loads fill together, so that the least of them limits all and
    // the others might as well not be there. Rates as from that one alone, to the last bit: with 3 x's capacities
    // for each bundle, the middle one of them the least, and that is the one that is named.
    void ofBundlesAlikeTheLeastLimits() {
        const std::vector<double> capacity{7.0, 4.0, 9.0};
        std::vector<TrafficClass> alone{classOn({0, 1}, 0.7), classOn({1, 2}, 0.4),
                                        classOn({0, 2}, 1.0, 3.0)};
        std::vector<TrafficClass> all = alone;
        std::vector<double> wide;
        for (const double c : capacity) {
            wide.insert(wide.end(), {1.5 * c, c, 2.0 * c});
        }
        for (TrafficClass& c : all) {
            const std::vector<std::int32_t> bundles = std::exchange(c.bundle, {});
            const std::vector<double> loads = std::exchange(c.load, {});
            for (std::size_t i = 0; i < bundles.size(); ++i) {
                for (int copy = 0; copy < 3; ++copy) {
                    c.bundle.push_back(3 * bundles[i] + copy);
                    c.load.push_back(loads[i]);
                }
            }
        }
        TrafficSolver().solve(alone, capacity);
        TrafficSolver().solve(all, wide);
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(all[i].rateBytesPerS, alone[i].rateBytesPerS);
            QCOMPARE(all[i].bottleneck, alone[i].bottleneck < 0 ? -1 : 3 * alone[i].bottleneck + 1);
        }
        QVERIFY(alone[0].bottleneck >= 0 && alone[2].rateBytesPerS == 3.0);
    }

    // Three at half duty on one bundle: x = 1 - 2 (1/2) x, x = 1/2, more than the third that each
    // would get if all sent at once.
    void equalsEndEqual() {
        std::vector<TrafficClass> c{classOn({0}, 0.5), classOn({0}, 0.5), classOn({0}, 0.5)};
        TrafficSolver().solve(c, std::vector<double>{1.0});
        for (const TrafficClass& t : c) {
            QVERIFY(std::abs(t.rateBytesPerS - 0.5) < 1e-6);
        }
    }

    // Other duties, and for one class another demand: the same bits as from scratch. On the first
    // bundle x0 = max(1/2, 1 - 0.7 x1), x1 = 1 - 0.4 x0: x0 = 1/2. At a duty of 0.2 instead of 0.7
    // x0 = (1 - 0.2) / (1 - 0.2 x 0.4) = 0.87.
    void solvingAgainIsSolving() {
        std::vector<TrafficClass> c{classOn({0, 1}, 0.4), classOn({0}, 0.7), classOn({1}, 0.1)};
        const std::vector<double> capacity{1.0, 2.0};
        TrafficSolver solver;
        solver.solve(c, capacity);
        const auto isFromScratch = [&] {
            auto fresh = c;
            TrafficSolver().solve(fresh, capacity);
            solver.solveAgain(c, capacity);
            for (std::size_t i = 0; i < c.size(); ++i) {
                QCOMPARE(c[i].rateBytesPerS, fresh[i].rateBytesPerS);
                QCOMPARE(c[i].bottleneck, fresh[i].bottleneck);
            }
        };
        QVERIFY(std::abs(c[0].rateBytesPerS - 0.5) < 1e-6);
        c[1].duty = 0.2;
        isFromScratch();
        QVERIFY(std::abs(c[0].rateBytesPerS - 0.8 / 0.92) < 1e-6);
        c[0].demandBytesPerS = 0.3;
        isFromScratch();
        QCOMPARE(c[0].rateBytesPerS, 0.3);
    }

    // Random cases: no bundle's mean load above its capacity, nobody above its line rate or below
    // what max-min gives when all send at once (checked as: at least the equal share of its
    // tightest bundle), and the same bytes again.
    void conservesAndRepeats() {
        std::uint64_t x = 88172645463325252ULL;
        const auto next = [&] {
            x ^= x << 13U, x ^= x >> 7U, x ^= x << 17U;
            return static_cast<double>(x >> 11U) * 0x1.0p-53;
        };
        for (int round = 0; round < 200; ++round) {
            const std::size_t bundles = 2 + static_cast<std::size_t>(next() * 12.0);
            std::vector<double> capacity;
            for (std::size_t b = 0; b < bundles; ++b) {
                capacity.push_back(next() < 0.05 ? 0.0 : 0.1 + next());
            }
            std::vector<TrafficClass> c;
            const int n = 1 + static_cast<int>(next() * 12.0);
            for (int j = 0; j < n; ++j) {
                TrafficClass t;
                t.demandBytesPerS = 0.05 + next();
                t.duty = next() < 0.2 ? 1.0 : next();
                for (std::size_t b = 0; b < bundles; ++b) {
                    if (next() < 0.4) {
                        t.bundle.push_back(static_cast<std::int32_t>(b));
                        t.load.push_back(0.1 + 3.0 * next());
                    }
                }
                c.push_back(std::move(t));
            }
            auto again = c;
            TrafficSolver().solve(c, capacity);
            TrafficSolver().solve(again, capacity);
            std::vector<double> mean(bundles, 0.0), all(bundles, 0.0);
            for (std::size_t j = 0; j < c.size(); ++j) {
                QCOMPARE(c[j].rateBytesPerS, again[j].rateBytesPerS);
                QVERIFY(c[j].rateBytesPerS <= c[j].demandBytesPerS * (1.0 + 1e-12));
                for (std::size_t i = 0; i < c[j].bundle.size(); ++i) {
                    const auto b = static_cast<std::size_t>(c[j].bundle[i]);
                    mean[b] += c[j].duty * c[j].rateBytesPerS * c[j].load[i];
                    all[b] += c[j].load[i];
                }
            }
            for (std::size_t b = 0; b < bundles; ++b) {
                QVERIFY(mean[b] <= capacity[b] * (1.0 + 1e-9));
            }
            for (const TrafficClass& t : c) {
                double fair = t.demandBytesPerS;
                for (const std::int32_t b : t.bundle) {
                    const auto i = static_cast<std::size_t>(b);
                    fair = std::min(fair, capacity[i] / all[i]);
                }
                QVERIFY(t.rateBytesPerS >= fair * (1.0 - 1e-6));
            }
        }
    }
};

HEADROOM_TEST(TestTraffic)
}  // namespace tst_traffic

#include "tst_traffic.moc"
