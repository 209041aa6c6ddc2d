// SPDX-License-Identifier: Apache-2.0
#include "engine/api/run_pages.h"

#include "engine/api/frame_json.h"
#include "engine/api/frame_parts.h"
#include "engine/api/json_fields.h"
#include "engine/api/run_page_columns.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kAllDigits = 15;

template <class T, std::size_t N>
void writeNumbers(JsonFields& fields, const std::array<PageColumn<T, double>, N>& columns,
                  const T& row) {
    for (const auto& column : columns) {
        fields.number(column.key, row.*column.value, kAllDigits);
    }
}

void writeCard(std::string& out, const JobCard& card) {
    JsonFields one(out);
    one.whole("id", card.id);
    for (const auto& column : kCardTexts) {
        one.text(column.key, card.*column.value);
    }
    one.whole("accelerators", card.accelerators);
    one.number("submitted_s", card.submitS, kAllDigits);
    one.end();
}

void writeSpan(std::string& out, const JobSpan& span) {
    JsonFields one(out);
    one.whole("job", span.job);
    one.text("state", jobStateName(span.state));
    writeNumbers(one, kSpanTimes, span);
    for (const auto& column : kSpanCounts) {
        one.whole(column.key, span.*column.value);
    }
    one.whole("ended_by", span.endedBy);
    one.end();
}

void writeLoss(std::string& out, const Loss& loss) {
    JsonFields one(out);
    one.whole("event", loss.event);
    one.whole("job", loss.job);
    one.text("kind", lossKindName(loss.kind));
    writeNumbers(one, kLossNumbers, loss);
    one.end();
}

/// Rows of blocks from one place on, as many as go at once. Returns how many there are in all.
template <class Blocks, class Write>
std::size_t writeBlocks(std::string& out, const Blocks& blocks, std::size_t from,
                        const Write& write) {
    std::size_t before = 0, written = 0;
    out += '[';
    for (const auto& block : blocks) {
        for (std::size_t i = from > before ? from - before : 0;
             i < block->size() && written < kMostHistoryRows; ++i) {
            out += written++ == 0 ? "" : ",";
            write(out, (*block)[i]);
        }
        before += block->size();
    }
    out += ']';
    return before;
}

}  // namespace

void writeHistory(std::string& out, const Frame& frame, const HistoryPlace& from) {
    const JobHistory noJobs;
    const Story noStory;
    const JobHistory& jobs = frame.history ? *frame.history : noJobs;
    const Story& story = frame.story ? *frame.story : noStory;
    JsonFields fields(out);
    fields.number("time_s", frame.timeS, kAllDigits);
    fields.flag("jobs_kept", frame.history != nullptr);
    const std::size_t cards = writeBlocks(fields.key("cards"), jobs.cards, from.cards, writeCard);
    const std::size_t spans = writeBlocks(fields.key("spans"), jobs.spans, from.spans, writeSpan);
    writeJsonList(fields.key("open"), jobs.open,
                  [&](const JobSpan& span) { writeSpan(out, span); });
    const std::size_t losses =
        writeBlocks(fields.key("losses"), story.losses, from.losses, writeLoss);
    writeJsonList(fields.key("open_losses"), story.open,
                  [&](const Loss& loss) { writeLoss(out, loss); });
    for (const bool isAll : {false, true}) {
        fields.key(isAll ? "has" : "from");
        JsonFields place(out);
        place.whole("cards", static_cast<std::int64_t>(isAll ? cards : from.cards));
        place.whole("spans", static_cast<std::int64_t>(isAll ? spans : from.spans));
        place.whole("losses", static_cast<std::int64_t>(isAll ? losses : from.losses));
        place.end();
    }
    fields.whole("jobs_left", jobs.left);
    fields.number("jobs_since_s", jobs.sinceS, kAllDigits);
    fields.whole("events_left", story.left);
    fields.end();
}

void writeJobDetail(std::string& out, const JobDetail& detail) {
    JsonFields fields(out);
    writeJob(fields.key("row"), detail.row);
    for (const auto& column : kDetailParts) {
        writeJsonList(fields.key(column.key), detail.*column.value, [&](const JobPart& part) {
            JsonFields one(out);
            one.text("label", part.label);
            one.number("value", part.value, kAllDigits);
            one.text("unit", part.unit);
            one.text("why", part.why);
            one.end();
        });
    }
    fields.number("step_low_s", detail.stepLowS, kAllDigits);
    fields.number("step_high_s", detail.stepHighS, kAllDigits);
    writeJsonList(fields.key("racks"), detail.racks,
                  [&](int rack) { out += std::to_string(rack); });
    writeJsonList(fields.key("plan"), detail.plan,
                  [&](const std::string& fact) { writeText(out, fact); });
    writeJsonList(fields.key("spans"), detail.spans,
                  [&](const JobSpan& span) { writeSpan(out, span); });
    writeJsonList(fields.key("events"), detail.events,
                  [&](const Event& event) { writeEvent(out, event); });
    fields.end();
}

void writeSwings(std::string& out, const SwingPlant& plant) {
    JsonFields fields(out);
    fields.text("name", plant.name);
    writeNumbers(fields, kSwingNumbers, plant);
    fields.whole("steady_jobs", plant.steadyJobs);
    writeJsonList(fields.key("loads"), plant.loads, [&](const SwingLoad& load) {
        JsonFields one(out);
        one.text("name", load.name);
        one.whole("accelerators", load.accelerators);
        writeNumbers(one, kSwingLoadNumbers, load);
        writeJsonList(one.key("phases"), load.phases, [&](const models::ActivityPhase& phase) {
            JsonFields two(out);
            writeNumbers(two, kPhaseNumbers, phase);
            two.end();
        });
        one.end();
    });
    fields.end();
}

}  // namespace headroom::engine
