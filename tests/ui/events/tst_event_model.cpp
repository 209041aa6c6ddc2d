// SPDX-License-Identifier: Apache-2.0
#include "engine/run/frame/story.h"
#include "tests/support/test_program.h"
#include "ui/events/event_model.h"

#include <QtTest>

namespace tst_event_model {

using namespace headroom;
using namespace headroom::ui;

namespace {

engine::Event happened(std::int64_t id, double timeS, engine::EventKind kind, const char* text) {
    engine::Event e;
    e.id = id;
    e.timeS = timeS;
    e.kind = kind;
    e.subject = "ups-a";
    e.text = text;
    return e;
}

engine::Frame frameOf(std::vector<engine::Event> events) {
    engine::Frame frame;
    frame.story = engine::storyOf(std::move(events));
    return frame;
}

}  // namespace

class TestEventModel : public QObject {
    Q_OBJECT

  private slots:

    // An edit is taken back, and the story with it: its number is given to what happens next, which
    // must not be taken for the one that is known already.
    void whatFollowsAnEditThatWasTakenBackIsListed() {
        const auto trip = happened(7, 60.0, engine::EventKind::Trip, "Chiller 1 trips.");
        EventModel model;
        model.addEvents(frameOf({trip, happened(8, 60.0, engine::EventKind::Note,
                                                "The design was changed: Move Rack.")}));
        QCOMPARE(model.rowCount(), 2);
        model.addEvents(
            frameOf({trip, happened(8, 60.0, engine::EventKind::Failure, "Fails, as ordered."),
                     happened(9, 61.0, engine::EventKind::Trip, "Breaker opens.")}));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.eventAt(0).text, std::string("Chiller 1 trips."));
        QCOMPARE(model.eventAt(1).text, std::string("Fails, as ordered."));
        QCOMPARE(model.eventAt(2).text, std::string("Breaker opens."));
        // Taken back and nothing since: the note goes.
        model.addEvents(frameOf({trip}));
        QCOMPARE(model.rowCount(), 1);
    }

    // A long run leaves old events out of its story: the list keeps what it read.
    void whatTheStoryLeftOutStays() {
        EventModel model;
        model.addEvents(frameOf({happened(1, 10.0, engine::EventKind::Trip, "Old.")}));
        engine::Frame later;
        auto story = std::make_shared<engine::Story>();
        story->blocks.push_back(std::make_shared<const std::vector<engine::Event>>(
            std::vector<engine::Event>{happened(5, 1000.0, engine::EventKind::Trip, "New.")}));
        story->sinceS = 900.0;
        later.story = story;
        model.addEvents(later);
        QCOMPARE(model.rowCount(), 2);
    }
};

HEADROOM_TEST(TestEventModel)
}  // namespace tst_event_model

#include "tst_event_model.moc"
