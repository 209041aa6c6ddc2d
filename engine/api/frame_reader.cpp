// SPDX-License-Identifier: Apache-2.0
#include "engine/api/frame_reader.h"

#include "engine/api/frame_parts.h"
#include "engine/api/subscription.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

using FrameJson = nlohmann::json;

template <class State, class Name>
State ofWord(const std::string& word, State last, State otherwise, const Name& name) {
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (word == name(static_cast<State>(i))) {
            return static_cast<State>(i);
        }
    }
    return otherwise;
}

double valueOf(const FrameJson& json) {
    return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

/// A text with the quantities that the server states; those that do not lie in it are left out.
Words wordsOf(const FrameJson& json, const char* text, const char* quantities) {
    Words words(json.at(text).get<std::string>());
    const auto found = json.find(quantities);
    if (found == json.end()) {
        return words;
    }
    std::size_t end = 0;
    for (const FrameJson& one : *found) {
        WordsQuantity quantity{one.at(0).get<std::uint32_t>(), one.at(1).get<std::uint32_t>(),
                               valueOf(one.at(2)), one.at(3).get<std::string>(),
                               one.at(4).get<bool>()};
        const bool isThere =
            quantity.at >= end && quantity.length > 0 && quantity.length <= words.size() &&
            quantity.at <= words.size() - quantity.length && std::isfinite(quantity.value);
        if (isThere) {
            end = quantity.at + quantity.length;
            words.quantities.push_back(std::move(quantity));
        }
    }
    return words;
}

Event eventOf(const FrameJson& json) {
    Event event;
    event.id = json.at("id").get<std::int64_t>();
    event.timeS = valueOf(json.at("time_s"));
    event.kind = ofWord(json.at("kind").get<std::string>(), EventKind::JobPreempted,
                        EventKind::Note, eventKindName);
    event.area = ofWord(json.at("area").get<std::string>(), EventArea::Indicators, EventArea::Other,
                        eventAreaName);
    event.subject = json.at("subject").get<std::string>();
    event.text = wordsOf(json, "text", "quantities");
    event.cause = json.at("cause").get<std::int64_t>();
    event.rack = json.at("rack").get<int>();
    event.job = json.at("job").get<std::int64_t>();
    event.fault = json.at("fault").get<std::int32_t>();
    return event;
}

/// Nothing means a kind that this version does not know.
std::optional<AlarmRow> alarmOf(const FrameJson& json) {
    AlarmRow row;
    const auto key = json.at("kind").get<std::string>();
    const auto kinds = alarmKinds();
    const auto info = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const AlarmInfo& one) { return one.key == key; });
    if (info == kinds.end()) {
        return std::nullopt;
    }
    row.kind = info->kind;
    row.number = json.at("number").get<std::int64_t>();
    row.object = json.at("object").get<std::string>();
    row.subject = json.at("subject").get<std::string>();
    row.name = json.at("name").get<std::string>();
    row.count = json.at("count").get<int>();
    row.of = json.at("of").get<int>();
    row.sinceS = valueOf(json.at("since_s"));
    row.endedS = json.at("ended_s").is_null() ? -1.0 : json.at("ended_s").get<double>();
    row.event = json.at("event").get<std::int64_t>();
    row.cause = json.at("first_event").get<std::int64_t>();
    row.text = wordsOf(json, "event_text", "event_quantities");
    row.causeText = wordsOf(json, "cause", "cause_quantities");
    row.rack = json.at("rack").get<int>();
    row.job = json.at("job").get<std::int64_t>();
    return row;
}

}  // namespace

bool readFrame(const FrameJson& message, const ChannelTable& table, Frame& frame) {
    try {
        frame.timeS = message.at("time_s").get<double>();
        frame.clock = message.at("clock").get<std::string>();
        frame.design = message.at("design").get<std::int64_t>();
        if (const auto values = message.find("values"); values != message.end()) {
            for (const auto& [name, value] : values->items()) {
                const auto channel = table.find(name);
                if (!channel) {
                    return false;
                }
                // Nothing is known at second 0: it holds zeros, as in every run (isComputed()).
                table.put(frame, *channel,
                          value.is_null() && frame.timeS <= 0.0 ? 0.0 : valueOf(value));
            }
        }
        if (const auto racks = message.find("racks"); racks != message.end()) {
            for (const auto& [key, values] : racks->items()) {
                const auto place = rackQuantityOf(key);
                if (!place || values.size() != frame.racks[*place].size()) {
                    return false;
                }
                const auto toSi = static_cast<float>(rackQuantities()[*place].unit.toSi);
                for (std::size_t i = 0; i < values.size(); ++i) {
                    frame.racks[*place][i] = static_cast<float>(valueOf(values[i])) * toSi;
                }
            }
        }
        const auto parts = message.find("parts");
        return parts == message.end() || readParts(*parts, frame);
    } catch (const FrameJson::exception&) {
        return false;
    }
}

std::optional<std::vector<Event>> readEvents(const FrameJson& events) {
    try {
        std::vector<Event> read;
        for (const FrameJson& event : events) {
            read.push_back(eventOf(event));
        }
        return read;
    } catch (const FrameJson::exception&) {
        return std::nullopt;
    }
}

std::shared_ptr<const AlarmList> readAlarms(const FrameJson& alarms) {
    try {
        auto list = std::make_shared<AlarmList>();
        const auto take = [](const FrameJson& rows, std::vector<AlarmRow>& into) {
            for (const FrameJson& row : rows) {
                if (auto alarm = alarmOf(row)) {
                    into.push_back(std::move(*alarm));
                }
            }
        };
        take(alarms.at("active"), list->active);
        take(alarms.at("ended"), list->ended);
        list->raised = alarms.at("raised").get<std::int64_t>();
        list->left = std::max<std::int64_t>(
            0, list->raised - static_cast<std::int64_t>(list->active.size() + list->ended.size()));
        for (const AlarmRow& row : list->active) {
            ++list->activeBySeverity[static_cast<std::size_t>(row.severity())];
        }
        return list;
    } catch (const FrameJson::exception&) {
        return nullptr;
    }
}

}  // namespace headroom::engine
