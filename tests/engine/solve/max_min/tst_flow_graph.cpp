// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/flow_graph.h"
#include "tests/engine/solve/max_min/random_problem.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>

namespace tst_flow_graph {

using namespace headroom::engine;

class TestFlowGraph : public QObject {
    Q_OBJECT

  private slots:

    // Two pairs of flows that each share a link of 10, with links of their own of 10 (kept as caps)
    // and a trunk of 100 that all four cross: four caps of 10 never fill it. Two groups remain.
    void trunkThatCannotFillJoinsNobody() {
        FlowProblem problem;
        problem.capacity = {10.0, 10.0, 100.0, 10.0, 10.0, 10.0, 10.0};
        for (std::int32_t f = 0; f < 4; ++f) {
            problem.begin(1.0, 1.0);
            problem.cross(f / 2);
            problem.cross(2);
            problem.cross(3 + f);
        }
        const ReducedFlows reduced = reduceFlows(problem);
        QCOMPARE(reduced.graph.groups(), 2);
        QCOMPARE(reduced.graph.linkId, (std::vector<std::int32_t>{0, 1}));
        QCOMPARE(reduced.graph.cap, (std::vector<double>(4, 10.0)));
        QCOMPARE(reduced.graph.capLink, (std::vector<std::int32_t>{3, 4, 5, 6}));
        QVERIFY(reduced.lone.empty());
    }

    // Without the links of their own the trunk may fill, and joins all.
    void trunkThatMayFillStays() {
        FlowProblem problem;
        problem.capacity = {60.0, 60.0, 100.0};
        for (std::int32_t f = 0; f < 4; ++f) {
            problem.begin(1.0, 1.0);
            problem.cross(f / 2);
            problem.cross(2);
        }
        QCOMPARE(reduceFlows(problem).graph.groups(), 1);
        QCOMPARE(reduceFlows(problem).graph.links(), 3);
    }

    // When one of two flows on a link continues alone, the link is its cap: nothing is shared.
    void whatGoesOnIsLookedAtAnew() {
        FlowProblem problem;
        problem.capacity = {10.0};
        for (int f = 0; f < 2; ++f) {
            problem.begin(1.0, 1.0);
            problem.cross(0);
        }
        const ReducedFlows reduced = reduceFlows(problem);
        QCOMPARE(reduced.graph.flows(), 2);
        const std::vector<std::int32_t> second = {1};
        const ReducedFlows later = reduceFlows(reduced.graph, second);
        QCOMPARE(later.graph.flows(), 0);
        QCOMPARE(later.lone.size(), std::size_t{1});
        QCOMPARE(later.lone[0].id, 1);
        QCOMPARE(later.lone[0].rate, 10.0);
        QCOMPARE(later.lone[0].bottleneck, 0);
    }

    // Every flow is there once, alone or in a group; groups own ranges of links that no other group
    // crosses; both directions of the rows say the same.
    void everyFlowOnceAndGroupsApart() {
        for (std::uint64_t n = 0; n < 3000; ++n) {
            const FlowProblem problem = randomProblem(n);
            const auto [graph, lone] = reduceFlows(problem);
            std::multiset<std::int32_t> seen(graph.flowId.begin(), graph.flowId.end());
            for (const LoneFlow& flow : lone) {
                seen.insert(flow.id);
            }
            QCOMPARE(static_cast<int>(seen.size()), problem.classes());
            QCOMPARE(static_cast<int>(std::set(seen.begin(), seen.end()).size()),
                     problem.classes());
            QCOMPARE(graph.groupFlow.back(), graph.flows());
            QCOMPARE(graph.groupLink.back(), graph.links());
            std::set<std::pair<std::int32_t, std::int32_t>> there, back;
            for (int g = 0; g < graph.groups(); ++g) {
                for (std::int32_t f = graph.groupFlow[g]; f < graph.groupFlow[g + 1]; ++f) {
                    for (std::int32_t i = graph.first[f]; i < graph.first[f + 1]; ++i) {
                        QVERIFY(graph.link[i] >= graph.groupLink[g]);
                        QVERIFY(graph.link[i] < graph.groupLink[g + 1]);
                        QVERIFY(there.emplace(f, graph.link[i]).second);
                    }
                }
            }
            for (std::int32_t l = 0; l < graph.links(); ++l) {
                for (std::int32_t k = graph.firstFlow[l]; k < graph.firstFlow[l + 1]; ++k) {
                    back.emplace(graph.flow[k], l);
                }
            }
            QVERIFY(there == back);
        }
    }
};

HEADROOM_TEST(TestFlowGraph)
}  // namespace tst_flow_graph

#include "tst_flow_graph.moc"
