// SPDX-License-Identifier: Apache-2.0
#include "engine/api/received_story.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cstdint>
#include <vector>

namespace tst_received_story {

using namespace headroom::engine;

namespace {

std::vector<Event> eventsFrom(std::int64_t first, int count) {
    std::vector<Event> events(static_cast<std::size_t>(count));
    for (Event& event : events) {
        event.id = first++;
    }
    return events;
}

}  // namespace

class TestReceivedStory : public QObject {
    Q_OBJECT

  private slots:

    // 300 and 300 events: a frame shows the newest 500 of them, from number 100 on; the story has all, in a block a message.
    void framesShowTheNewestEvents() {
        ReceivedStory story;
        QCOMPARE(story.lastEvent(), std::int64_t{-1});
        story.add(eventsFrom(0, 300));
        story.add(eventsFrom(300, 300));
        QCOMPARE(story.lastEvent(), std::int64_t{599});
        Frame frame;
        story.dress(frame);
        QCOMPARE(frame.events.size(), std::size_t{500});
        QCOMPARE(frame.events.front().id, std::int64_t{100});
        QCOMPARE(frame.story->blocks.size(), std::size_t{2});
        QCOMPARE(frame.story->blocks.front()->front().id, std::int64_t{0});
    }

    // A frame that viewers hold keeps its story when more events come. A reply without events changes nothing.
    void storiesOfFramesNeverChange() {
        ReceivedStory story;
        story.add(eventsFrom(0, 1));
        Frame before;
        story.dress(before);
        story.add({});
        Frame same;
        story.dress(same);
        QCOMPARE(same.story, before.story);
        story.add(eventsFrom(1, 1));
        QCOMPARE(before.story->blocks.size(), std::size_t{1});
    }

    void alarmsReplaceThoseBefore() {
        ReceivedStory story;
        Frame frame;
        story.dress(frame);
        QVERIFY(frame.alarms == nullptr);
        const auto alarms = std::make_shared<const AlarmList>();
        story.setAlarms(alarms);
        story.dress(frame);
        QCOMPARE(frame.alarms, alarms);
    }
};

HEADROOM_TEST(TestReceivedStory)
}  // namespace tst_received_story

#include "tst_received_story.moc"
