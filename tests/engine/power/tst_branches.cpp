// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/power/branches.h"
#include "tests/engine/power/wiring.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cstring>
#include <set>

namespace tst_branches {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// The wiring of hyperscale-100k: 1,536 racks behind four substations.
const PowerNetwork& large() {
    static const Plant kPlant = [] {
        auto made = compile(scenario("hyperscale-100k"), catalogue(), {});
        if (!made) {
            qFatal("%s", text(made.error()).c_str());
        }
        return std::move(*made);
    }();
    return *kPlant.network;
}

template <class T>
bool sameBytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

}  // namespace

class TestBranches : public QObject {
    Q_OBJECT

  private slots:

    // Each unit stands in the trunk or in one branch; what feeds the trunk is in it, and what feeds
    // a branch is in it or in the trunk.
    void branchesFeedNothingOfEachOther() {
        const PowerNetwork& n = large();
        const PowerBranches b = branchesOf(n);
        std::multiset<int> all(b.trunk.begin(), b.trunk.end());
        for (std::size_t k = 0; k < b.branch.size(); ++k) {
            all.insert(b.branch[k].begin(), b.branch[k].end());
            for (const int unit : b.branch[k]) {
                QCOMPARE(b.branchOf[static_cast<std::size_t>(unit)], static_cast<int>(k));
            }
        }
        QCOMPARE(all.size(), n.units.size());
        QCOMPARE(std::set<int>(all.begin(), all.end()).size(), n.units.size());
        for (const PowerEdge& e : n.edges) {
            const int from = b.branchOf[static_cast<std::size_t>(e.from)];
            const int to = b.branchOf[static_cast<std::size_t>(e.to)];
            QVERIFY(from < 0 || from == to);
        }
    }

    // Worth it: on eight threads the longest way is at most a third of all units, and the largest
    // branch leaves room for that.
    void theLargePlantParts() {
        const PowerBranches b = branchesOf(large());
        QVERIFY(b.branch.size() >= 8 && b.branch.size() <= kMostBranches);
        QVERIFY(b.trunk.size() <= large().units.size() / 3);
    }

    // Two units: nothing to share out.
    void aSmallPlantIsAllTrunk() {
        const PowerNetwork n = wiring(R"({"id": "grid", "part": "utility-20kv", "rating_mva": 10},
            {"id": "tx", "part": "mv-lv-2500", "sources": ["grid"]})");
        const PowerBranches b = branchesOf(n);
        QCOMPARE(b.trunk.size(), std::size_t{2});
        QVERIFY(b.branch.empty());
    }

    // Side by side or one after the other: the same bits in all of the flow, also where a unit is
    // out and others carry its load.
    void sweepsGiveTheSameBits() {
        const PowerNetwork& n = large();
        const PowerBranches b = branchesOf(n);
        PowerSwitching s = normalSwitching(n);
        PowerDemand d = demandOf(n, 0.0);
        for (std::size_t l = 0; l < n.loads.size(); ++l) {
            d.powerW[l] = 40e3 + 17.3 * static_cast<double>(l);
            d.reactiveVar[l] = 0.2 * d.powerW[l];
        }
        PowerFlow whole, parted;
        whole.sizeFor(n);
        parted.sizeFor(n);
        Workers workers;
        workers.use(3);
        for (const int out : {-1, 5, 40}) {
            if (out >= 0) {
                s.available[static_cast<std::size_t>(out)] = 0;
            }
            energise(n, s, whole);
            energise(n, s, parted);
            for (std::size_t l = 0; l < n.loads.size(); ++l) {
                if (whole.liveCords[l] == 0) {
                    d.powerW[l] = d.reactiveVar[l] = 0.0;
                }
            }
            const auto first = solvePower(n, s, d, whole);
            const auto second = solvePower(n, b, s, d, parted, workers);
            QCOMPARE(second.size(), first.size());
            QVERIFY(sameBytes(parted.voltage, whole.voltage));
            QVERIFY(sameBytes(parted.loadVa, whole.loadVa));
            QVERIFY(sameBytes(parted.outVa, whole.outVa));
            QVERIFY(sameBytes(parted.inVa, whole.inVa));
            QVERIFY(sameBytes(parted.edgeVa, whole.edgeVa));
            QVERIFY(sameBytes(parted.edgeA, whole.edgeA));
            QVERIFY(sameBytes(parted.lossW, whole.lossW));
            QCOMPARE(parted.iterations, whole.iterations);
        }
    }
};

HEADROOM_TEST(TestBranches)
}  // namespace tst_branches

#include "tst_branches.moc"
