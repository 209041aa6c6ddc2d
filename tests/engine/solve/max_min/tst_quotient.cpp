// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/max_min.h"
#include "tests/engine/solve/max_min/random_problem.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace tst_quotient {

using namespace headroom::engine;

namespace {

// Hosts of a two-tier full-bisection tree, i to i + stride, as randomTwoTier numbers the links.
FlowProblem shift(int leaves, int down, int stride) {
    const int hosts = leaves * down;
    FlowProblem problem;
    problem.capacity.assign(static_cast<std::size_t>(4 * hosts), 50e9);
    for (int from = 0; from < hosts; ++from) {
        const int to = (from + stride) % hosts;
        problem.begin(1.0, 100e6);
        problem.cross(from);
        if (from / down != to / down) {
            problem.cross(hosts + from / down * down + to % down);
            problem.cross(2 * hosts + to / down * down + to % down);
        }
        problem.cross(3 * hosts + to);
    }
    return problem;
}

}  // namespace

class TestQuotient : public QObject {
    Q_OBJECT

  private slots:

    // Of a ring over leaves, each flow stays in its leaf or crosses two switch links: two classes.
    // Host links out and in differ by nothing that a partition could see; with them the links
    // inside a leaf and those of the crossing flows: at most four.
    void ringIsTwoClasses() {
        const Quotient quotient = quotientOf(shift(64, 32, 1));
        QCOMPARE(quotient.problem.classes(), 2);
        QVERIFY(quotient.problem.capacity.size() <= 4);
        QCOMPARE(quotient.problem.members[0] + quotient.problem.members[1], 2048.0);
        // every flow alone on each of its links: line rate
        for (const double rate : fill(quotient.problem).rate) {
            QCOMPARE(rate, 50e9);
        }
    }

    // A degraded link sets its flow apart, and nobody else.
    void degradedLinkSplitsOnlyItself() {
        FlowProblem problem = shift(64, 32, 32);  // all cross
        QCOMPARE(quotientOf(problem).problem.classes(), 1);
        problem.capacity[2048] = 25e9;  // an uplink
        const Quotient quotient = quotientOf(problem);
        QCOMPARE(quotient.problem.classes(), 2);
        const Rates rates = fillByClasses(problem);
        int halved = 0;
        for (std::size_t c = 0; c < rates.rate.size(); ++c) {
            halved += rates.rate[c] == 25e9 ? 1 : 0;
            QVERIFY(rates.rate[c] == 25e9 ? rates.bottleneck[c] == 2048 : rates.rate[c] == 50e9);
        }
        QCOMPARE(halved, 1);
    }

    // Equitable: every flow of a class puts the same on links of a class, every link of a class
    // gets the same from flows of a class.
    void partitionIsEquitable() {
        for (std::uint64_t n = 0; n < 2000; ++n) {
            const FlowProblem problem = randomProblem(n);
            const Quotient quotient = quotientOf(problem);
            using Row = std::map<std::int32_t, double>;
            std::vector<Row> ofFlow(problem.members.size());
            std::vector<Row> ofLink(problem.capacity.size());
            for (std::int32_t c = 0; c < problem.classes(); ++c) {
                for (std::int32_t i = problem.first[c]; i < problem.first[c + 1]; ++i) {
                    const auto share = static_cast<double>(problem.share[i]);
                    ofFlow[c][quotient.linkClassOf[problem.link[i]]] += share;
                    ofLink[problem.link[i]][quotient.classOf[c]] += problem.members[c] * share;
                }
            }
            std::map<std::int32_t, Row> flowClass, linkClass;
            for (std::size_t c = 0; c < ofFlow.size(); ++c) {
                QVERIFY(flowClass.emplace(quotient.classOf[c], ofFlow[c]).first->second ==
                        ofFlow[c]);
            }
            for (std::size_t l = 0; l < ofLink.size(); ++l) {
                if (quotient.linkClassOf[l] >= 0) {
                    QVERIFY(linkClass.emplace(quotient.linkClassOf[l], ofLink[l]).first->second ==
                            ofLink[l]);
                }
            }
        }
    }

    // A few classes stand for many: members and capacity add up to what they stand for.
    void nothingIsLost() {
        for (std::uint64_t n = 0; n < 2000; ++n) {
            const FlowProblem problem = randomProblem(n);
            const Quotient quotient = quotientOf(problem);
            double members = 0.0, membersThere = 0.0, capacity = 0.0, capacityThere = 0.0;
            for (const double m : problem.members) {
                members += m;
            }
            for (const double m : quotient.problem.members) {
                membersThere += m;
            }
            for (std::size_t l = 0; l < problem.capacity.size(); ++l) {
                capacity += quotient.linkClassOf[l] >= 0 ? problem.capacity[l] : 0.0;
            }
            for (const double c : quotient.problem.capacity) {
                capacityThere += c;
            }
            QCOMPARE(membersThere, members);
            QCOMPARE(capacityThere, capacity);
        }
    }
};

HEADROOM_TEST(TestQuotient)
}  // namespace tst_quotient

#include "tst_quotient.moc"
