// SPDX-License-Identifier: Apache-2.0
#include "engine/api/frame_json.h"

#include "engine/alarms/alarm_list.h"
#include "engine/api/frame_parts.h"
#include "engine/api/json_fields.h"
#include "engine/base/plain_text.h"
#include "engine/figures/figures.h"
#include "engine/floor/layout.h"
#include "engine/run/frame/story.h"
#include "engine/run/run_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::engine {

namespace {

/// Centimetres are enough on a floor.
constexpr int kPlaceDigits = 7;
constexpr int kRackDigits = 4;
constexpr int kIdDigits = 9;  // a number of a job, not an amount

void writePlace(JsonFields& fields, const Box& box) {
    fields.number("x_m", box.x, kPlaceDigits);
    fields.number("y_m", box.y, kPlaceDigits);
    fields.number("width_m", box.width, kPlaceDigits);
    fields.number("depth_m", box.depth, kPlaceDigits);
}

void writeAlarm(std::string& out, const AlarmRow& row) {
    JsonFields fields(out);
    fields.whole("number", row.number);
    fields.text("kind", infoOf(row.kind).key);
    fields.text("severity", alarmSeverityName(row.severity()));
    fields.text("object", row.object);
    fields.text("name", row.name);
    fields.text("subject", row.subject);
    fields.whole("count", row.count);
    fields.whole("of", row.of);
    fields.text("text", alarmText(row));
    fields.text("event_text", row.text);
    fields.quantities("event_quantities", row.text);
    fields.number("since_s", row.sinceS);
    fields.since("ended_s", row.endedS);
    fields.text("cause", row.causeText);
    fields.quantities("cause_quantities", row.causeText);
    fields.whole("first_event", row.cause);
    fields.whole("event", row.event);
    fields.whole("rack", row.rack);
    fields.whole("job", row.job);
    fields.end();
}

}  // namespace

void writeNumber(std::string& out, double value, int digits) {
    if (std::isfinite(value)) {
        fmt::format_to(std::back_inserter(out), "{:.{}g}", value + 0.0, digits);
    } else {
        out += "null";
    }
}

void writeText(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : firstOdd(text) ? plainText(text) : std::string(text)) {
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                out += c;
        }
    }
    out += '"';
}

void writeChannels(std::string& out, const ChannelTable& table,
                   const std::vector<std::size_t>& channels, const Frame& frame) {
    JsonFields fields(out);
    for (const std::size_t channel : channels) {
        fields.number(table.channels()[channel].name, table.value(frame, channel));
    }
    fields.end();
}

void writeRacks(std::string& out, const std::vector<std::size_t>& quantities, const Frame& frame) {
    const bool isKnown = isComputed(frame);
    JsonFields fields(out);
    for (const std::size_t quantity : quantities) {
        const QuantityInfo& info = rackQuantities()[quantity];
        fields.key(info.key);
        const bool isId = static_cast<RackQuantity>(quantity) == RackQuantity::Job;
        writeJsonList(out, frame.racks[quantity], [&](float value) {
            writeNumber(out, isKnown ? static_cast<double>(value) / info.unit.toSi : std::nan(""),
                        isId ? kIdDigits : kRackDigits);
        });
    }
    fields.end();
}

void writeFigures(std::string& out, const Frame& frame) {
    const bool isKnown = isComputed(frame);
    const auto quantity = [&](FacilityQuantity q) { return frame[q]; };
    const Sums now = sumsOfNow(quantity), sinceStart = sumsSinceStart(quantity);
    JsonFields fields(out);
    for (const Figure* figure : figuresIn(kNowInWindow | kInWindow)) {
        const double value = figure->value(figure->isIn(kNowInWindow) ? now : sinceStart);
        fields.number(figure->key, isKnown ? value / figure->unit.toSi : std::nan(""));
    }
    fields.end();
}

void writeEvent(std::string& out, const Event& event) {
    JsonFields fields(out);
    fields.whole("id", event.id);
    fields.number("time_s", event.timeS);
    fields.text("kind", eventKindName(event.kind));
    fields.text("area", eventAreaName(event.area));
    fields.text("subject", event.subject);
    fields.text("text", event.text);
    fields.quantities("quantities", event.text);
    fields.whole("cause", event.cause);
    fields.whole("rack", event.rack);
    fields.whole("job", event.job);
    fields.whole("fault", event.fault);
    fields.end();
}

std::vector<const Event*> eventsAfter(const Frame& frame, std::int64_t after, std::size_t most) {
    std::vector<const Event*> events;
    const auto take = [&](const std::vector<Event>& list) {
        auto at = std::upper_bound(list.begin(), list.end(), after,
                                   [](std::int64_t id, const Event& e) { return id < e.id; });
        for (; at != list.end() && events.size() < most; ++at) {
            events.push_back(&*at);
        }
    };
    if (!frame.story) {
        take(frame.events);
        return events;
    }
    const auto& blocks = frame.story->blocks;
    auto block = std::partition_point(blocks.begin(), blocks.end(),
                                      [after](const auto& b) { return b->back().id <= after; });
    for (; block != blocks.end() && events.size() < most; ++block) {
        take(**block);
    }
    return events;
}

std::vector<const Event*> newestEvents(const Frame& frame, std::size_t most) {
    std::vector<const Event*> events;
    const auto take = [&](const std::vector<Event>& list) {
        for (auto at = list.rbegin(); at != list.rend() && events.size() < most; ++at) {
            events.push_back(&*at);
        }
    };
    if (!frame.story) {
        take(frame.events);
    } else {
        const auto& blocks = frame.story->blocks;
        for (auto block = blocks.rbegin(); block != blocks.rend() && events.size() < most;
             ++block) {
            take(**block);
        }
    }
    std::reverse(events.begin(), events.end());
    return events;
}

void writeAlarms(std::string& out, const Frame& frame, std::size_t ended) {
    static const AlarmList kNone;
    const AlarmList& list = frame.alarms ? *frame.alarms : kNone;
    JsonFields fields(out);
    writeJsonList(fields.key("active"), list.active,
                  [&](const AlarmRow& row) { writeAlarm(out, row); });
    fields.key("by_severity");
    JsonFields severities(out);
    for (std::size_t i = 0; i < kAlarmSeverities; ++i) {
        severities.whole(alarmSeverityName(static_cast<AlarmSeverity>(i)),
                         list.activeBySeverity[i]);
    }
    severities.end();
    fields.whole("raised", list.raised);
    const std::vector<AlarmRow> newest(
        list.ended.begin(),
        list.ended.begin() + static_cast<std::ptrdiff_t>(std::min(ended, list.ended.size())));
    writeJsonList(fields.key("ended"), newest, [&](const AlarmRow& row) { writeAlarm(out, row); });
    fields.end();
}

void writeJobs(std::string& out, const Frame& frame) {
    writeJsonList(out, frame.jobs, [&](const JobRow& row) { writeJob(out, row); });
}

void writeLayout(std::string& out, const Frame& frame) {
    static const Layout kNowhere;
    const Layout& layout = frame.layout ? *frame.layout : kNowhere;
    JsonFields fields(out);
    fields.whole("design", frame.design);
    writeJsonList(fields.key("halls"), layout.halls, [&](const HallBox& hall) {
        JsonFields one(out);
        one.text("id", hall.id);
        one.text("name", hall.name);
        writePlace(one, hall.box);
        one.end();
    });
    writeJsonList(fields.key("blocks"), layout.blocks,
                  [&](const std::string& id) { writeText(out, id); });
    writeJsonList(fields.key("block_rated_kw"), layout.blockRatedW, [&](double ratedW) {
        writeNumber(out, ratedW / models::unit::kilowatt.toSi, kRackDigits);
    });
    fields.key("racks");
    JsonFields racks(out);
    const auto column = [&](std::string_view key, const auto& write) {
        writeJsonList(racks.key(key), layout.racks, write);
    };
    column("label", [&](const RackBox& rack) { writeText(out, rack.name()); });
    column("hall", [&](const RackBox& rack) { out += std::to_string(rack.hall); });
    column("block", [&](const RackBox& rack) { out += std::to_string(rack.block); });
    column("x_m", [&](const RackBox& rack) { writeNumber(out, rack.box.x, kPlaceDigits); });
    column("y_m", [&](const RackBox& rack) { writeNumber(out, rack.box.y, kPlaceDigits); });
    column("width_m", [&](const RackBox& rack) { writeNumber(out, rack.box.width, kPlaceDigits); });
    column("depth_m", [&](const RackBox& rack) { writeNumber(out, rack.box.depth, kPlaceDigits); });
    racks.end();
    writeJsonList(fields.key("equipment"), layout.equipment, [&](const EquipmentBox& machine) {
        JsonFields one(out);
        one.text("id", machine.id);
        one.text("kind", machine.kindName());
        one.text("tag", machine.tag());
        writePlace(one, machine.box);
        one.end();
    });
    fields.end();
}

}  // namespace headroom::engine
