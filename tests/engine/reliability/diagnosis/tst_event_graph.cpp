// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/diagnosis/bill.h"
#include "engine/reliability/diagnosis/event_graph.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <set>
#include <utility>

namespace tst_event_graph {

using namespace headroom::engine;

namespace {

Event told(std::int64_t id, double timeS, EventKind kind, EventArea area, std::string subject,
           std::int64_t cause) {
    return {id, timeS, kind, std::move(subject), "text", cause, -1, -1, -1, area};
}

/// A breaker (0) stops pumps (1); five racks throttle (2-6), two of which trip (7, 8), each of
/// which ends a job (9, 10). Beside it an unrelated failure (11).
std::vector<Event> pumpTrip() {
    std::vector<Event> events = {told(0, 10.0, EventKind::Note, EventArea::Power, "mech-a", -1),
                                 told(1, 10.0, EventKind::Trip, EventArea::Cooling, "cdus", 0)};
    for (int rack = 0; rack < 5; ++rack) {
        events.push_back(told(2 + rack, 60.0 + rack, EventKind::Throttle, EventArea::Servers,
                              "R" + std::to_string(rack), 1));
    }
    events.push_back(told(7, 110.0, EventKind::Trip, EventArea::Servers, "R0", 2));
    events.push_back(told(8, 111.0, EventKind::Trip, EventArea::Servers, "R1", 3));
    events.push_back(told(9, 110.0, EventKind::JobInterrupted, EventArea::Jobs, "a", 7));
    events.push_back(told(10, 111.0, EventKind::JobInterrupted, EventArea::Jobs, "b", 8));
    events.push_back(told(11, 120.0, EventKind::Failure, EventArea::Servers, "R9", -1));
    return events;
}

EventGraph graphOf(std::vector<Event> events) {
    EventGraph graph;
    graph.follow(storyOf(std::move(events)));
    return graph;
}

}  // namespace

class TestEventGraph : public QObject {
    Q_OBJECT

  private slots:

    void chainsEndAtTheFirstEvent() {
        const EventGraph graph = graphOf(pumpTrip());
        // 10 <- 8 <- 3 <- 1 <- 0
        const auto chain = graph.chain(10);
        std::vector<std::int64_t> ids;
        for (const Event* e : chain) {
            ids.push_back(e->id);
        }
        QVERIFY((ids == std::vector<std::int64_t>{10, 8, 3, 1, 0}));
        QCOMPARE(graph.root(10), std::int64_t{0});
        QCOMPARE(graph.root(11), std::int64_t{11});
        QVERIFY(!graph.isCut(10));
        // All but the unrelated one follow from the breaker: 1, five racks, two trips, two jobs.
        QCOMPARE(graph.consequences(0), std::size_t{10});
        QCOMPARE(graph.consequences(11), std::size_t{0});
        QVERIFY((graph.effects(1) == std::vector<std::int64_t>{2, 3, 4, 5, 6}));
        QVERIFY((graph.roots(5) == std::vector<std::int64_t>{0}));
    }

    void whatIsNotThereIsAnswered() {
        const EventGraph graph = graphOf(pumpTrip());
        QVERIFY(graph.chain(99).empty());
        QVERIFY(graph.chain(-1).empty());
        QCOMPARE(graph.root(99), std::int64_t{-1});
        QVERIFY(graph.effects(99).empty());
        QVERIFY(graph.tree(99).nodes.empty());
        QCOMPARE(layoutOf(graph.tree(99), 1.0).rows, 0);
        const EventGraph none = graphOf({});
        QVERIFY(none.chain(0).empty());
        QVERIFY(none.roots(3).empty());
    }

    /// A recording that lost its beginning, and causes that cannot be: of itself, of later ones.
    void cutAndCircularCausesEndTheChain() {
        const EventGraph graph = graphOf({told(5, 1.0, EventKind::Trip, EventArea::Power, "a", 2),
                                          told(6, 2.0, EventKind::Trip, EventArea::Power, "b", 5),
                                          told(7, 3.0, EventKind::Trip, EventArea::Power, "c", 7),
                                          told(8, 4.0, EventKind::Trip, EventArea::Power, "d", 9),
                                          told(9, 5.0, EventKind::Trip, EventArea::Power, "e", 8)});
        QCOMPARE(graph.root(6), std::int64_t{5});
        QVERIFY(graph.isCut(6));
        QCOMPARE(graph.chain(7).size(), std::size_t{1});
        QCOMPARE(graph.root(9), std::int64_t{8});
        QCOMPARE(graph.consequences(8), std::size_t{1});
    }

    void likeConsequencesAreFolded() {
        const EventGraph graph = graphOf(pumpTrip());
        const CauseTree tree = graph.tree(0);
        // Breaker, pumps, five racks as one, then two trips and two jobs, each below three: single.
        QCOMPARE(tree.nodes.size(), std::size_t{7});
        QCOMPARE(tree.nodes[2].events.size(), std::size_t{5});
        QCOMPARE(tree.nodes[2].depth, 2);
        QCOMPARE(tree.nodes[2].fromS, 60.0);
        QCOMPARE(tree.nodes[2].toS, 64.0);
        QVERIFY2(tree.nodes[2].text.starts_with("5 × Throttle, first R0"),
                 tree.nodes[2].text.c_str());
        // Parents are before children; every event is in one node.
        std::set<std::int64_t> seen;
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            QVERIFY(tree.nodes[i].parent < static_cast<std::int32_t>(i));
            for (const std::int64_t id : tree.nodes[i].events) {
                QVERIFY(seen.insert(id).second);
            }
        }
        QCOMPARE(seen.size(), std::size_t{11});
        // Unfolded: one node an event.
        QCOMPARE(graph.tree(0, {100, 2000}).nodes.size(), std::size_t{11});
        // Two nodes fit: what is left is told, each event once.
        const CauseTree small = graph.tree(0, {3, 2});
        QCOMPARE(small.nodes.size(), std::size_t{2});
        QCOMPARE(small.left, std::size_t{9});
    }

    void noTwoNodesShareAPlace() {
        const EventGraph graph = graphOf(pumpTrip());
        const CauseTree tree = graph.tree(0, {100, 2000});
        const CauseLayout layout = layoutOf(tree, 5.0);
        QCOMPARE(layout.lanes.size(), std::size_t{4});  // power, cooling, servers, jobs
        QVERIFY(layout.lanes[0].area == EventArea::Power);
        QCOMPARE(layout.columns, 5);
        std::set<std::pair<int, int>> places;
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            const CauseLayout::Place& p = layout.places[i];
            QVERIFY(places.insert({p.column, p.row}).second);
            const CauseLayout::Lane& lane = layout.lanes[static_cast<std::size_t>(p.lane)];
            QVERIFY(lane.area == tree.nodes[i].area);
            QVERIFY(p.row >= lane.firstRow && p.row < lane.firstRow + lane.rows);
        }
        QCOMPARE(layout.fromS, 10.0);
        QCOMPARE(layout.toS, 111.0);
        // Rows of the timeline: nodes of one row are at least 5 s apart.
        for (std::size_t a = 0; a < tree.nodes.size(); ++a) {
            for (std::size_t b = a + 1; b < tree.nodes.size(); ++b) {
                if (layout.timeRows[a] == layout.timeRows[b]) {
                    QVERIFY(std::abs(tree.nodes[a].fromS - tree.nodes[b].fromS) >= 5.0);
                }
            }
        }
    }

    /// A story that grows block by block gives the same graph as one that is there at once.
    void growsWithTheStory() {
        const std::vector<Event> all = pumpTrip();
        auto first = std::make_shared<Story>();
        first->blocks.push_back(
            std::make_shared<const std::vector<Event>>(all.begin(), all.begin() + 4));
        EventGraph graph;
        graph.follow(first);
        QCOMPARE(graph.consequences(0), std::size_t{3});
        auto second = std::make_shared<Story>(*first);
        second->blocks.push_back(
            std::make_shared<const std::vector<Event>>(all.begin() + 4, all.end()));
        graph.follow(second);
        QCOMPARE(graph.consequences(0), std::size_t{10});
        QCOMPARE(graph.size(), all.size());
        QCOMPARE(graph.find(10)->subject, std::string("b"));
        // Another run: begun anew.
        graph.follow(storyOf({told(0, 1.0, EventKind::Note, EventArea::Other, "x", -1)}));
        QCOMPARE(graph.size(), std::size_t{1});
    }

    // A breaker (0) stops a pump (1), to which each tenth of 198 trips goes back. Three losses
    // each.
    void longStoriesKeepWhatLedToTheNewest() {
        std::vector<Event> events = {told(0, 0.0, EventKind::Note, EventArea::Power, "breaker", -1),
                                     told(1, 1.0, EventKind::Note, EventArea::Power, "pump", 0)};
        for (std::int64_t id = 2; id < 200; ++id) {
            events.push_back(told(id, static_cast<double>(id), EventKind::Trip, EventArea::Servers,
                                  "R", id % 10 == 0 ? 1 : -1));
        }
        std::vector<Loss> losses;
        for (const Event& e : events) {
            losses.push_back({e.id, e.id, LossKind::Redone, e.timeS, e.timeS + 1.0, 2.0, 3.0});
            losses.push_back({e.id, e.id, LossKind::Redone, e.timeS, e.timeS + 2.0, 4.0});
            losses.push_back({e.id, -1, LossKind::OutOfService, e.timeS, e.timeS + 1.0, 1.0});
        }
        Story story = *storyOf(events, losses);
        story.open = {{7, 7, LossKind::Waiting, 7.0, 200.0, 5.0}};
        const Story kept = condensed(story, 40);
        // 160 to 199; 1 and 0, which led to 160, 170, ...; 7, whose loss continues.
        QCOMPARE(kept.size(), std::size_t{43});
        QCOMPARE(kept.left, std::int64_t{157});
        QCOMPARE(kept.sinceS, 160.0);
        QCOMPARE(kept.open.size(), std::size_t{1});
        const auto graph = [](const Story& s) {
            EventGraph g;
            g.follow(std::make_shared<const Story>(s));
            return g;
        };
        const EventGraph all = graph(story), some = graph(kept);
        QCOMPARE(some.root(190), std::int64_t{0});
        QCOMPARE(some.consequences(0), std::size_t{5});  // 1, and 160 to 190 by ten
        QVERIFY(some.find(7) != nullptr);
        QVERIFY(some.find(8) == nullptr);
        // Each kind once for each event that is kept, and once for all that are gone: 44 times two.
        QCOMPARE(kept.losses.size(), std::size_t{1});
        QCOMPARE(kept.losses.front()->size(), std::size_t{88});
        const Bill before(all), after(some);
        QCOMPARE(after.total().workS(), before.total().workS());
        QCOMPARE(after.total().outS(), before.total().outS());
        QCOMPARE(after.total().tokens, before.total().tokens);
        QCOMPARE(after.own(190).workS(), 6.0);
        QCOMPARE(after.own(1).workS(), 6.0);
        QCOMPARE(after.unexplained().workS(), 157.0 * 6.0);

        // Once more: what was left out stays counted, and nothing else goes.
        const Story again = condensed(kept, 43);
        QCOMPARE(again.size(), std::size_t{43});
        QCOMPARE(again.left, std::int64_t{157});
        QCOMPARE(again.losses.front()->size(), std::size_t{88});
        QCOMPARE(again.sinceS, 160.0);
    }

    // A chain longer than what may be kept of old events is cut where it is oldest.
    void longChainsAreCut() {
        std::vector<Event> events;
        for (std::int64_t id = 0; id < 1000; ++id) {
            events.push_back(
                told(id, static_cast<double>(id), EventKind::Note, EventArea::Other, "a", id - 1));
        }
        const Story kept = condensed(*storyOf(events), 100);
        QCOMPARE(kept.size(), std::size_t{150});  // half as many again of what led to them
        QVERIFY(kept.find(850) != nullptr);
        QVERIFY(kept.find(849) == nullptr);
        EventGraph graph;
        graph.follow(std::make_shared<const Story>(kept));
        QVERIFY(graph.isCut(999));
    }
};

HEADROOM_TEST(TestEventGraph)
}  // namespace tst_event_graph

#include "tst_event_graph.moc"
