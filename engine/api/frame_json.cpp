// SPDX-License-Identifier: Apache-2.0
#include "engine/api/frame_json.h"

#include "engine/alarms/alarm_list.h"
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

/// Begins an object or goes on with it: "{" or ",", then the key.
class Fields {
  public:
    explicit Fields(std::string& out) : out_(out) { out_ += '{'; }

    std::string& key(std::string_view name) {
        out_ += isFirst_ ? "" : ",";
        isFirst_ = false;
        writeText(out_, name);
        out_ += ':';
        return out_;
    }

    void text(std::string_view name, std::string_view value) { writeText(key(name), value); }

    void number(std::string_view name, double value, int digits = 9) {
        writeNumber(key(name), value, digits);
    }

    void whole(std::string_view name, std::int64_t value) { key(name) += std::to_string(value); }

    /// A number that may be missing: negative ones are.
    void since(std::string_view name, double value) {
        value < 0.0 ? key(name) += "null" : (number(name, value), out_);
    }

    void flag(std::string_view name, bool value) { key(name) += value ? "true" : "false"; }

    void end() { out_ += '}'; }

  private:
    std::string& out_;
    bool isFirst_ = true;
};

template <class Range, class Write>
void writeList(std::string& out, const Range& range, const Write& write) {
    out += '[';
    bool isFirst = true;
    for (const auto& each : range) {
        out += isFirst ? "" : ",";
        isFirst = false;
        write(each);
    }
    out += ']';
}

void writePlace(Fields& fields, const Box& box) {
    fields.number("x_m", box.x, kPlaceDigits);
    fields.number("y_m", box.y, kPlaceDigits);
    fields.number("width_m", box.width, kPlaceDigits);
    fields.number("depth_m", box.depth, kPlaceDigits);
}

void writeAlarm(std::string& out, const AlarmRow& row) {
    Fields fields(out);
    fields.whole("number", row.number);
    fields.text("kind", infoOf(row.kind).key);
    fields.text("severity", alarmSeverityName(row.severity()));
    fields.text("object", row.object);
    fields.text("name", row.name);
    fields.text("text", alarmText(row));
    fields.number("since_s", row.sinceS);
    fields.since("ended_s", row.endedS);
    fields.text("cause", row.causeText);
    fields.whole("event", row.event);
    fields.whole("rack", row.rack);
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
    Fields fields(out);
    for (const std::size_t channel : channels) {
        fields.number(table.channels()[channel].name, table.value(frame, channel));
    }
    fields.end();
}

void writeRacks(std::string& out, const std::vector<std::size_t>& quantities, const Frame& frame) {
    const bool isKnown = isComputed(frame);
    Fields fields(out);
    for (const std::size_t quantity : quantities) {
        const QuantityInfo& info = rackQuantities()[quantity];
        fields.key(info.key);
        writeList(out, frame.racks[quantity], [&](float value) {
            writeNumber(out, isKnown ? static_cast<double>(value) / info.unit.toSi : std::nan(""),
                        kRackDigits);
        });
    }
    fields.end();
}

void writeFigures(std::string& out, const Frame& frame) {
    const bool isKnown = isComputed(frame);
    const auto quantity = [&](FacilityQuantity q) { return frame[q]; };
    const Sums now = sumsOfNow(quantity), sinceStart = sumsSinceStart(quantity);
    Fields fields(out);
    for (const Figure* figure : figuresIn(kNowInWindow | kInWindow)) {
        const double value = figure->value(figure->isIn(kNowInWindow) ? now : sinceStart);
        fields.number(figure->key, isKnown ? value / figure->unit.toSi : std::nan(""));
    }
    fields.end();
}

void writeEvent(std::string& out, const Event& event) {
    Fields fields(out);
    fields.whole("id", event.id);
    fields.number("time_s", event.timeS);
    fields.text("kind", eventKindName(event.kind));
    fields.text("area", eventAreaName(event.area));
    fields.text("subject", event.subject);
    fields.text("text", event.text);
    fields.whole("cause", event.cause);
    fields.whole("rack", event.rack);
    fields.whole("job", event.job);
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
    Fields fields(out);
    writeList(fields.key("active"), list.active,
              [&](const AlarmRow& row) { writeAlarm(out, row); });
    fields.key("by_severity");
    Fields severities(out);
    for (std::size_t i = 0; i < kAlarmSeverities; ++i) {
        severities.whole(alarmSeverityName(static_cast<AlarmSeverity>(i)),
                         list.activeBySeverity[i]);
    }
    severities.end();
    fields.whole("raised", list.raised);
    const std::vector<AlarmRow> newest(
        list.ended.begin(),
        list.ended.begin() + static_cast<std::ptrdiff_t>(std::min(ended, list.ended.size())));
    writeList(fields.key("ended"), newest, [&](const AlarmRow& row) { writeAlarm(out, row); });
    fields.end();
}

void writeJobs(std::string& out, const Frame& frame) {
    writeList(out, frame.jobs, [&](const JobRow& row) {
        Fields fields(out);
        fields.whole("id", row.id);
        fields.text("name", row.name);
        fields.text("state", jobStateName(row.state));
        fields.text("tenant", row.tenant);
        fields.text("accelerator", row.accelerator);
        fields.text("site", row.site);
        fields.whole("accelerators", row.accelerators);
        fields.whole("priority", row.priority);
        fields.flag("service", row.service);
        fields.flag("held", row.held);
        fields.number("submitted_s", row.submitS);
        fields.since("started_s", row.startS);
        fields.since("ended_s", row.endS);
        fields.number("progress_pct", row.progress * 100.0);
        fields.number("tokens_per_s", row.tokensPerS);
        fields.number("step_time_s", row.stepTimeS);
        fields.number("mfu_pct", row.mfu * 100.0);
        fields.whole("restarts", row.restarts);
        fields.text("why", row.why);
        fields.end();
    });
}

void writeLayout(std::string& out, const Frame& frame) {
    static const Layout kNowhere;
    const Layout& layout = frame.layout ? *frame.layout : kNowhere;
    Fields fields(out);
    fields.whole("design", frame.design);
    writeList(fields.key("halls"), layout.halls, [&](const HallBox& hall) {
        Fields one(out);
        one.text("id", hall.id);
        one.text("name", hall.name);
        writePlace(one, hall.box);
        one.end();
    });
    writeList(fields.key("blocks"), layout.blocks,
              [&](const std::string& id) { writeText(out, id); });
    fields.key("racks");
    Fields racks(out);
    const auto column = [&](std::string_view key, const auto& write) {
        writeList(racks.key(key), layout.racks, write);
    };
    column("label", [&](const RackBox& rack) { writeText(out, rack.name()); });
    column("hall", [&](const RackBox& rack) { out += std::to_string(rack.hall); });
    column("block", [&](const RackBox& rack) { out += std::to_string(rack.block); });
    column("x_m", [&](const RackBox& rack) { writeNumber(out, rack.box.x, kPlaceDigits); });
    column("y_m", [&](const RackBox& rack) { writeNumber(out, rack.box.y, kPlaceDigits); });
    column("width_m", [&](const RackBox& rack) { writeNumber(out, rack.box.width, kPlaceDigits); });
    column("depth_m", [&](const RackBox& rack) { writeNumber(out, rack.box.depth, kPlaceDigits); });
    racks.end();
    writeList(fields.key("equipment"), layout.equipment, [&](const EquipmentBox& machine) {
        Fields one(out);
        one.text("id", machine.id);
        one.text("kind", machine.kindName());
        one.text("tag", machine.tag());
        writePlace(one, machine.box);
        one.end();
    });
    fields.end();
}

}  // namespace headroom::engine
