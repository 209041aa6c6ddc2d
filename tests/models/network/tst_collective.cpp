// SPDX-License-Identifier: Apache-2.0
#include "models/network/collective.h"
#include "tests/support/catalogue_part.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

namespace tst_collective {

using namespace headroom::models;
using headroom::tests::cataloguePart;

namespace {

constexpr double kKiB = 1024.0;
constexpr double kMiB = 1024.0 * kKiB;
constexpr double kGiB = 1024.0 * kMiB;

/// A link with one protocol and round figures.
InterconnectSpec plain(double efficiency, double baseS, double stepS) {
    InterconnectSpec spec;
    spec.efficiency = efficiency;
    spec.baseLatencyS = baseS;
    spec.stepLatencyS = stepS;
    return spec;
}

/// Ranks on links that live as long as the test.
struct Ranks {
    InterconnectSpec up, out;
    CollectiveLibrarySpec library;
    double upBytesPerS = 400e9, outBytesPerS = 50e9;
    bool networkReduces = false;

    Ranks(InterconnectSpec up_, InterconnectSpec out_) : up(up_), out(out_) {
        library.tree = library.switchReduction = true;
    }

    CollectiveTime time(const CollectiveRequest& request) const {
        return collectiveTime({&up, &out, &library, upBytesPerS, outBytesPerS, networkReduces},
                              request);
    }

    CollectiveTime allReduce(double bytes, int ranks, int domain,
                             std::optional<CollectiveAlgorithm> algorithm = {}) const {
        return time({Collective::AllReduce, bytes, ranks, domain, algorithm, {}});
    }
};

Ranks h100() {
    Ranks ranks(cataloguePart<InterconnectSpec>("nvlink4"),
                cataloguePart<InterconnectSpec>("infiniband-ndr"));
    ranks.upBytesPerS = 450e9;
    return ranks;
}

Ranks host(const char* library) {
    Ranks ranks(plain(1.0, 0.0, 0.0), cataloguePart<InterconnectSpec>("infiniband-ndr"));
    ranks.library = cataloguePart<CollectiveLibrarySpec>(library);
    return ranks;
}

bool near(double value, double expected, double relative = 1e-9) {
    return std::abs(value - expected) <= relative * std::abs(expected);
}

constexpr std::array kAll = {Collective::AllReduce,     Collective::AllGather,
                             Collective::ReduceScatter, Collective::Broadcast,
                             Collective::Scatter,       Collective::Gather,
                             Collective::AllToAll,      Collective::SendReceive};

}  // namespace

class TestCollective : public QObject {
    Q_OBJECT

  private slots:

    // B e = 400e9 * 0.5; 8 ranks: 10 us + 14 * 2 us + 1.75 * 1e9 / 200e9 = 8.788 ms; the halves
    // take 7 steps each and half of the transfer.
    void ringByHand() {
        const Ranks r(plain(0.5, 10e-6, 2e-6), plain(1.0, 0.0, 0.0));
        const CollectiveTime all = r.allReduce(1e9, 8, 8, CollectiveAlgorithm::Ring);
        QVERIFY(near(all.seconds, 38e-6 + 8.75e-3));
        QVERIFY(near(all.latencyS, 38e-6));
        QVERIFY(near(all.scaleUpBytes, 1.75e9));
        QCOMPARE(all.scaleOutBytes, 0.0);
        QCOMPARE(all.bound, CollectiveBound::ScaleUp);
        for (const Collective half : {Collective::AllGather, Collective::ReduceScatter}) {
            QVERIFY(near(r.time({half, 1e9, 8, 8}).seconds, 24e-6 + 4.375e-3));
        }
    }

    // The copy of the own block of 1/8 at half of the link's time: 1/16 more of S/B.
    void copyByHand() {
        Ranks r(plain(1.0, 0.0, 0.0), plain(1.0, 0.0, 0.0));
        r.up.copyShare = 0.5;
        QVERIFY(near(r.time({Collective::AllGather, 8e9, 8, 8}).seconds, 7.5 * 1e9 / 400e9));
    }

    // 32 ranks in 4 domains of 8. Ring: 2 * 31/32 * 8e9 / 400e9 = 38.75 ms inside, an eighth of it
    // over each adapter of 50e9: 38.75 ms too. 2 * (32 - 4) steps inside, 2 * 3 across.
    void ringAcrossByHand() {
        const Ranks r(plain(1.0, 0.0, 1e-6), plain(1.0, 0.0, 10e-6));
        const CollectiveTime t = r.allReduce(8e9, 32, 8, CollectiveAlgorithm::Ring);
        QVERIFY(near(t.latencyS, 56e-6 + 60e-6));
        QVERIFY(near(t.transferS, 38.75e-3));
        QVERIFY(near(t.scaleOutBytes, 15.5e9 / 8));
    }

    // Tree: 2 * 7 steps of a chain, 2 * 2 across; 2 S inside (40 ms), 2 S / 8 across (40 ms).
    void treeByHand() {
        const Ranks r(plain(1.0, 0.0, 1e-6), plain(1.0, 0.0, 10e-6));
        const CollectiveTime t = r.allReduce(8e9, 32, 8, CollectiveAlgorithm::Tree);
        QVERIFY(near(t.latencyS, 14e-6 + 40e-6));
        QVERIFY(near(t.transferS, 40e-3));
    }

    // Two domains of 8 ranks with 4 adapters: half of the trees' bytes cross, S / 8 over 25e9 for each
    // rank, 40 ms of 8e9 bytes. Four channels of 50e9 of bus bandwidth take 2 S / 200e9 = 80 ms. With an
    // adapter for each rank there are eight: 40 ms. Over more domains of 30e9: 2 S / 120e9.
    void treeChannelsByHand() {
        Ranks r(plain(1.0, 0.0, 0.0), plain(1.0, 0.0, 0.0));
        r.upBytesPerS = 4e12;
        r.outBytesPerS = 25e9;
        r.up.treeChannelTwoBytesPerS = 50e9;
        r.up.treeChannelBytesPerS = 30e9;
        r.out.lineBytesPerS = 50e9;  // two ranks share an adapter
        QVERIFY(near(r.allReduce(8e9, 16, 8, CollectiveAlgorithm::Tree).transferS, 80e-3));
        QVERIFY(near(r.allReduce(8e9, 32, 8, CollectiveAlgorithm::Tree).transferS, 16.0 / 120.0));
        r.out.lineBytesPerS = 25e9;
        QVERIFY(near(r.allReduce(8e9, 16, 8, CollectiveAlgorithm::Tree).transferS, 40e-3));
        // A ring has no such channel: 2 * 15/16 S / 8 over 25e9.
        QVERIFY(near(r.allReduce(8e9, 16, 8, CollectiveAlgorithm::Ring).transferS, 75e-3));
    }

    // A slot of 50e9 carries no more however many adapters are behind it: 2 * 1/2 S / 50e9.
    void slotByHand() {
        Ranks r(plain(1.0, 0.0, 0.0), plain(1.0, 0.0, 0.0));
        r.outBytesPerS = 200e9;
        RankNetwork network{&r.up, &r.out, &r.library, 0.0, r.outBytesPerS, false};
        const CollectiveRequest request{Collective::AllReduce,     8e9, 2, 1,
                                        CollectiveAlgorithm::Ring, {}};
        QVERIFY(near(collectiveTime(network, request).seconds, 40e-3));
        network.slotBytesPerS = 50e9;
        QVERIFY(near(collectiveTime(network, request).seconds, 160e-3));
        network.scaleOutBytesPerS = 12.5e9;
        QVERIFY(near(collectiveTime(network, request).seconds, 640e-3));
    }

    // A pair on its bridge: 2 * 1/2 S over the bus bandwidth of 100e9, latencies of the link next to it. Four
    // cards, and a pair in two servers, have no bridge between them.
    void bridgeByHand() {
        Ranks r(plain(0.5, 10e-6, 2e-6), plain(1.0, 0.0, 0.0));
        r.up.copyShare = 0.3;
        r.upBytesPerS = 63e9;
        RankNetwork network{&r.up, &r.out, &r.library, r.upBytesPerS, 50e9, false};
        const double without = collectiveTime(network, {Collective::AllReduce, 8e9, 4, 8}).seconds;
        network.bridgeBytesPerS = 100e9;
        network.bridgeRanks = 2;
        QVERIFY(near(collectiveTime(network, {Collective::AllReduce, 8e9, 2, 8}).seconds,
                     80e-3 + 14e-6));
        QVERIFY(near(collectiveTime(network, {Collective::AllGather, 8e9, 2, 8}).seconds,
                     40e-3 + 12e-6));
        QCOMPARE(collectiveTime(network, {Collective::AllReduce, 8e9, 4, 8}).seconds, without);
        QVERIFY(collectiveTime(network, {Collective::AllReduce, 8e9, 2, 1}).scaleOutBytes > 0.0);
    }

    // Published plateaus of two and more nodes (NCCL's issues): what the catalogue's channels, bridges and
    // slots make of them. Bus bandwidth of 8 GiB; an eighth apart at most, a twentieth on average.
    void publishedPlateaus() {
        struct Plateau {
            const char* up;
            const char* out;
            double upGb, outGb, adapters;
            int ranks, domain;
            std::optional<CollectiveAlgorithm> algorithm;
            double measured;
        };

        using A = CollectiveAlgorithm;
        const Plateau plateaus[] = {
            {"nvlink3", "infiniband-hdr", 300, 12.5, 0.5, 16, 8, {}, 86.0},        // nccl 1048
            {"nvlink3", "infiniband-hdr", 300, 12.5, 0.5, 16, 8, {}, 90.0},        // nccl-tests 152
            {"nvlink3", "infiniband-hdr", 300, 6.25, 0.25, 16, 8, {}, 54.0},       // nccl 837
            {"nvlink3", "infiniband-hdr", 300, 25.0, 0.5, 8, 4, A::Ring, 95.0},    // nccl-tests 252
            {"nvlink3", "infiniband-hdr", 300, 25.0, 1.0, 16, 8, A::Ring, 192.0},  // nccl 812
            {"nvlink4", "infiniband-ndr", 450, 50.0, 1.0, 16, 8, {}, 470.0},  // nccl 2409, expected
            {"nvlink4", "roce-400g", 450, 25.0, 0.5, 40, 8, A::Tree, 150.0},  // nccl 1368
        };
        double sum = 0.0;
        for (const Plateau& p : plateaus) {
            const auto up = cataloguePart<InterconnectSpec>(p.up);
            const auto out = cataloguePart<InterconnectSpec>(p.out);
            const auto library = cataloguePart<CollectiveLibrarySpec>("nccl");
            RankNetwork network{&up, &out, &library, p.upGb * 1e9, p.outGb * 1e9, false};
            network.adaptersPerRank = p.adapters;
            const CollectiveRequest request{Collective::AllReduce, 8.0 * kGiB, p.ranks, p.domain,
                                            p.algorithm,           {}};
            const double got =
                busBytesPerS(request, collectiveTime(network, request).seconds) / 1e9;
            QVERIFY2(near(got, p.measured, 0.125), std::to_string(got).c_str());
            sum += std::abs(got / p.measured - 1.0);
        }
        QVERIFY(sum / std::size(plateaus) < 0.06);
    }

    // Hierarchical, in turn: inside 2 * 7/8 * 8e9/400e9 = 35 ms, across a ring of 4 with 1e9 bytes:
    // 1.5e9/50e9 = 30 ms. 14 steps inside; across the tree's 4 cost 40 ms, so the ring's 6.
    void hierarchyByHand() {
        const Ranks r(plain(1.0, 0.0, 1e-6), plain(1.0, 0.0, 10e-6));
        const CollectiveTime t = r.allReduce(8e9, 32, 8, CollectiveAlgorithm::Hierarchical);
        QVERIFY(near(t.seconds, 14e-6 + 60e-6 + 65e-3));
    }

    // Switches: (1 + 1/8) S up, twice while the first chunk fills: 8 ranks of 1e6 bytes.
    void switchByHand() {
        Ranks r(plain(1.0, 0.0, 0.0), plain(1.0, 0.0, 0.0));
        r.up.switchEfficiency = 0.5;
        r.up.switchLatencyS = 20e-6;
        r.up.chunkBytes = 1e6;
        const CollectiveTime t = r.allReduce(8e9, 8, 8, CollectiveAlgorithm::Switch);
        QVERIFY(near(t.seconds, 20e-6 + 1.125 * (8e9 + 8e6) / 200e9));
        // Across with switches too: each adapter carries S / 8 once.
        r.networkReduces = true;
        r.out.switchEfficiency = 1.0;
        r.out.switchLatencyS = 5e-6;
        const CollectiveTime far = r.allReduce(8e9, 32, 8, CollectiveAlgorithm::Network);
        QVERIFY(near(far.scaleOutBytes, 1e9));
        QVERIFY(near(far.seconds, t.seconds + 5e-6));
    }

    // 16 ranks on 2 domains of 8: half of the blocks leave, 4e9 bytes over 50e9 = 80 ms, while
    // 3.5e9 go round inside; bus bandwidth N/(N-1) of the adapter: 15/16 * 8e9 / 0.08 = 93.75e9.
    void exchangeByHand() {
        const Ranks r(plain(1.0, 0.0, 0.0), plain(1.0, 0.0, 0.0));
        const CollectiveRequest request{Collective::AllToAll, 8e9, 16, 8};
        const CollectiveTime t = r.time(request);
        QVERIFY(near(t.seconds, 0.08));
        QVERIFY(near(t.scaleOutBytes, 4e9));
        QVERIFY(near(t.scaleUpBytes, 3.5e9));
        QCOMPARE(t.bound, CollectiveBound::ScaleOut);
        // 2 domains: the bound is twice the adapter, less the rank's own block.
        QVERIFY(near(busBytesPerS(request, t.seconds), 15.0 / 16.0 * 2.0 * 50e9));
    }

    // Whatever the way, an all-reduce cannot take less than (n-1)/n S in and out of each rank where
    // nothing reduces for it: ring and tree put 2 (n-1)/n S and more on the links.
    void bytesAreConserved() {
        const Ranks r = h100();
        for (const int ranks : {2, 8, 16, 64, 1024}) {
            for (const auto way : {CollectiveAlgorithm::Ring, CollectiveAlgorithm::Tree}) {
                const CollectiveTime t = r.allReduce(1e9, ranks, 8, way);
                const double least = 2.0 * (ranks - 1.0) / ranks * 1e9;
                QVERIFY(t.scaleUpBytes >= least * (1 - 1e-12));
                if (ranks > 8) {
                    const double nodes = ranks / 8.0;
                    // Out of a node of 8: 2 (N-1)/N S at least, over 8 adapters; the bottleneck
                    // of two nodes in a tree sends S.
                    QVERIFY(t.scaleOutBytes >= (nodes - 1.0) / nodes * 1e9 / 8 * (1 - 1e-12));
                }
            }
        }
    }

    void nothingToDo() {
        const Ranks r = h100();
        for (const Collective c : kAll) {
            QCOMPARE(r.time({c, 1e9, 1, 8}).seconds, 0.0);
            QCOMPARE(r.time({c, 1e9, 0, 8}).seconds, 0.0);
            QCOMPARE(r.time({c, 1e9, -3, 0}).seconds, 0.0);
            QCOMPARE(r.time({c, 0.0, 8, 8}).seconds, 0.0);
            QCOMPARE(r.time({c, -1.0, 8, 8}).seconds, 0.0);
            QCOMPARE(r.time({c, std::nan(""), 8, 8}).seconds, 0.0);
            QCOMPARE(r.time({c, 0.0, 8, 8}).algorithm, CollectiveAlgorithm::None);
        }
        QCOMPARE(busBytesPerS({Collective::AllReduce, 1e9, 8, 8}, 0.0), 0.0);
    }

    void hugeAndCutOff() {
        Ranks r = h100();
        for (const Collective c : kAll) {
            const double t = r.time({c, 1e18, 1000000, 8}).seconds;
            QVERIFY(std::isfinite(t) && t > 0.0);
            QVERIFY(
                std::isinf(r.time({c, std::numeric_limits<double>::infinity(), 64, 8}).seconds));
        }
        r.outBytesPerS = 0.0;
        QVERIFY(std::isinf(r.allReduce(1e6, 64, 8).seconds));
        QVERIFY(std::isfinite(r.allReduce(1e6, 8, 8).seconds));  // needs no adapter
        r.outBytesPerS = kNotStated;
        QVERIFY(std::isinf(r.allReduce(1e6, 64, 8).seconds));
        QVERIFY(std::isinf(r.time({Collective::AllToAll, 1e6, 64, 8}).seconds));
        r.upBytesPerS = -1.0;
        QVERIFY(std::isinf(r.allReduce(1e6, 8, 8).seconds));
    }

    // An algorithm that the links cannot do is no answer, not a wrong one.
    void impossibleWay() {
        Ranks r = h100();
        QVERIFY(std::isinf(r.allReduce(1e6, 64, 8, CollectiveAlgorithm::Network).seconds));
        QVERIFY(std::isinf(r.allReduce(1e6, 8, 8, CollectiveAlgorithm::SwitchTree).seconds));
        r.up.switchEfficiency = kNotStated;
        QVERIFY(std::isinf(r.allReduce(1e6, 8, 8, CollectiveAlgorithm::Switch).seconds));
    }

    // More bytes never take less time, nor do more domains.
    void monotone() {
        const Ranks r = h100();
        for (const Collective c : kAll) {
            for (const int ranks : {2, 3, 8, 12, 128, 2048}) {
                double before = 0.0;
                for (double bytes = 64.0; bytes < 3e11; bytes *= 1.7) {
                    const CollectiveTime t = r.time({c, bytes, ranks, 8});
                    QVERIFY2(t.seconds >= before, collectiveName(c));
                    QVERIFY(near(t.seconds, t.latencyS + t.transferS));
                    before = t.seconds;
                }
            }
        }
        for (const double bytes : {kKiB, kMiB, kGiB}) {
            double before = 0.0;
            for (int ranks = 16; ranks <= 16384; ranks *= 2) {
                const double t = r.allReduce(bytes, ranks, 8).seconds;
                QVERIFY(t >= before);
                before = t;
            }
        }
    }

    // Switch points as a library makes them: flags for short messages, plain for long ones; trees
    // where many nodes have little to say; switches where they reduce long messages in a node.
    void switchPoints() {
        const Ranks r = h100();
        QCOMPARE(r.allReduce(8 * kKiB, 8, 8).protocol, CollectiveProtocol::LowLatency);
        QCOMPARE(r.allReduce(8 * kMiB, 8, 8).protocol, CollectiveProtocol::LowLatency128);
        QCOMPARE(r.time({Collective::AllGather, kGiB, 8, 8}).protocol, CollectiveProtocol::Simple);
        QCOMPARE(r.allReduce(kGiB, 8, 8).algorithm, CollectiveAlgorithm::Switch);
        QCOMPARE(r.allReduce(kGiB, 2, 8).algorithm, CollectiveAlgorithm::Ring);
        QCOMPARE(r.allReduce(64 * kKiB, 512, 8).algorithm, CollectiveAlgorithm::Tree);
        QCOMPARE(r.allReduce(64 * kKiB, 512, 8).bound, CollectiveBound::Latency);
        QCOMPARE(r.allReduce(8 * kGiB, 512, 8).bound, CollectiveBound::ScaleOut);
    }

    // A library that knows neither trees nor switches is left with rings.
    void libraryLimitsTheChoice() {
        Ranks r = h100();
        r.library = {};
        QCOMPARE(r.allReduce(64 * kKiB, 512, 8).algorithm, CollectiveAlgorithm::Ring);
        QCOMPARE(r.allReduce(kGiB, 8, 8).algorithm, CollectiveAlgorithm::Ring);
    }

    // MPI over one adapter a host. 16 ranks, 64 bytes: 4 steps; 1 us + 4 * 2 us + 4 * 64 bytes over
    // 46e9 and added up at 10e9. Long: 2 log2(n) steps, 2 * 15/16 S, adding up 15/16 S.
    void hostsByHand() {
        const Ranks r = host("mpi");
        const CollectiveTime small = r.allReduce(64.0, 16, 8);
        QCOMPARE(small.algorithm, CollectiveAlgorithm::Recursive);
        QVERIFY(near(small.seconds, 9e-6 + 256.0 / 46e9 + 256.0 / 10e9));
        const CollectiveTime large = r.allReduce(1e9, 16, 8);
        QVERIFY(near(large.seconds, 17e-6 + 1.875e9 / 46e9 + 0.9375e9 / 10e9));
        QCOMPARE(large.bound, CollectiveBound::HostReduction);
        // Accelerators do without the hosts' adding up.
        QVERIFY(h100().allReduce(1e9, 16, 1).seconds < large.seconds);
        QVERIFY(host("gloo").allReduce(1e9, 16, 8).seconds > large.seconds);
    }

    void namesAreThere() {
        for (const Collective c : kAll) {
            QVERIFY(*collectiveName(c) != 0);
        }
        QCOMPARE(collectiveAlgorithmName(CollectiveAlgorithm::Direct), "direct");
        QCOMPARE(collectiveProtocolName(CollectiveProtocol::LowLatency128), "LL128");
        QCOMPARE(collectiveBoundName(CollectiveBound::ScaleOut), "scale-out links");
    }
};

HEADROOM_TEST(TestCollective)
}  // namespace tst_collective

#include "tst_collective.moc"
