// SPDX-License-Identifier: Apache-2.0
#include "ui/events/event_model.h"

#include "engine/run/frame/story.h"
#include "ui/events/event_look.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/subject_names.h"

#include <algorithm>
#include <vector>

namespace headroom::ui {

namespace {

/// The newest kMost at most. The list of a frame is short: much can happen between two of them.
std::vector<engine::Event> newerThan(std::int64_t id, const engine::Frame& frame) {
    std::vector<engine::Event> fresh;
    const auto add = [&](const std::vector<engine::Event>& events) {
        for (auto event = events.rbegin(); event != events.rend(); ++event) {
            if (event->id <= id || fresh.size() >= EventModel::kMost) {
                return false;
            }
            fresh.push_back(*event);
        }
        return true;
    };
    if (frame.story) {
        const auto& blocks = frame.story->blocks;
        for (auto block = blocks.rbegin(); block != blocks.rend() && add(**block); ++block) {
        }
    } else {
        add(frame.events);
    }
    std::reverse(fresh.begin(), fresh.end());
    return fresh;
}

std::vector<TableColumn<engine::Event>> eventColumns(const SubjectNames* names) {
    using M = EventModel;
    return {
        {.title = M::tr("Time"),
         .text = [](const engine::Event& event) { return momentText(event.timeS); },
         .key =
             [](const engine::Event& event) {
                 return QVariant::fromValue(static_cast<qlonglong>(event.id));
             }},
        {.title = M::tr("Kind"),
         .text = [](const engine::Event& event) { return eventKindText(event.kind); },
         .mark =
             [](const engine::Event& event) {
                 const EventLook look = lookOf(event.kind);
                 return iconMark(look.icon, look.colour);
             }},
        {.title = M::tr("Subject"),
         .text =
             [names](const engine::Event& event) {
                 return names == nullptr ? QString::fromStdString(event.subject)
                                         : names->nameOf(event.subject);
             },
         .tip = [](const engine::Event& event) { return QString::fromStdString(event.subject); }},
        {.title = M::tr("Description of the event"),
         .text = [](const engine::Event& event) { return shownText(event.text); }},
    };
}

}  // namespace

EventModel::EventModel(const SubjectNames* names, QObject* parent)
    : RecordTable(eventColumns(names), parent) {}

void EventModel::clear() {
    reset({});
    left_ = 0;
}

/// An edit that was taken back took its events with it, and others have their numbers now.
void EventModel::dropTakenBack(const engine::Frame& frame) {
    while (frame.story && !rows().empty()) {
        const engine::Event& last = rows().back();
        const engine::Event* same = frame.story->find(last.id);
        const bool stands = same == nullptr
                                ? last.timeS < frame.story->sinceS
                                : same->timeS == last.timeS && same->kind == last.kind &&
                                      same->subject == last.subject && same->text == last.text;
        if (stands) {
            return;
        }
        drop(static_cast<int>(rows().size()) - 1, 1);
    }
}

void EventModel::addEvents(const engine::Frame& frame) {
    dropTakenBack(frame);
    const std::int64_t last = rows().empty() ? -1 : rows().back().id;
    std::vector<engine::Event> fresh = newerThan(last, frame);
    if (fresh.empty()) {
        return;
    }
    left_ += fresh.front().id - last - 1;
    append(std::move(fresh));
    if (rows().size() > kMost) {
        const auto surplus = static_cast<int>(rows().size() - kMost);
        left_ += surplus;
        drop(0, surplus);
    }
}

}  // namespace headroom::ui
