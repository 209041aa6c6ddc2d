// SPDX-License-Identifier: Apache-2.0
#include "engine/store/recording.h"

#include "engine/store/codec.h"
#include "engine/store/recording_private.h"
#include "engine/store/schema.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace headroom::engine {
namespace {

// Limit of any time in a recording: three centuries, more than a run may last.
constexpr double kLatestS = 1e10;

EventArea eventArea(const std::string& name) {
    for (int i = 0; i < static_cast<int>(EventArea::Count); ++i) {
        if (name == eventAreaName(static_cast<EventArea>(i))) {
            return static_cast<EventArea>(i);
        }
    }
    return EventArea::Other;
}

LossKind lossKind(const std::string& name) {
    for (int i = 0; i < static_cast<int>(LossKind::Count); ++i) {
        if (name == lossKindName(static_cast<LossKind>(i))) {
            return static_cast<LossKind>(i);
        }
    }
    return LossKind::OutOfService;
}

EventKind eventKind(const std::string& name) {
    for (int i = 0; i <= static_cast<int>(EventKind::JobPreempted); ++i) {
        if (name == eventKindName(static_cast<EventKind>(i))) {
            return static_cast<EventKind>(i);
        }
    }
    return EventKind::Note;
}

JobState jobState(const std::string& name) {
    for (int i = 0; i <= static_cast<int>(JobState::Failed); ++i) {
        if (name == jobStateName(static_cast<JobState>(i))) {
            return static_cast<JobState>(i);
        }
    }
    return JobState::Queued;
}

Result<Database> connect(const std::filesystem::path& path, Database::Mode mode) {
    return Database::open(path, mode).and_then([](Database database) {
        return database.integer("SELECT count(*) FROM sqlite_master").map([&](std::int64_t) {
            return std::move(database);
        });
    });
}

// A connection that can read. A recording of a killed run has its log next to it, which readers take
// up without writing. Where that is impossible, the log may need a writer to be undone, which is
// only done to a file of ours; or nobody may write here, and the file is read unchanged.
Result<Database> connect(const std::filesystem::path& path) {
    Result<Database> plain = connect(path, Database::Mode::Read);
    if (plain || plain.error().code != "STO-005") {
        return plain;
    }
    Result<Database> fixed = connect(path, Database::Mode::Immutable);
    if (!fixed || fixed->integer("PRAGMA application_id") != kRecordingApplicationId) {
        return plain;
    }
    Result<Database> undone = connect(path, Database::Mode::Write);
    return undone ? std::move(undone) : std::move(fixed);
}

}  // namespace

Result<void> Recording::Private::load() {
    const auto text = [this](std::string& place, const char* key) {
        return database.text("SELECT value FROM run WHERE key = '" + std::string(key) + "'")
            .map([&](const std::string& value) { place = value; });
    };
    std::string seed;
    std::string step;
    std::string from, branchAt, coupling, steps, offset;
    return text(info.projectName, "project_name")
        .and_then([&] { return text(info.projectText, "project_text"); })
        .and_then([&] { return text(info.startLocal, "start_local"); })
        .and_then([&] { return text(seed, "seed"); })
        .and_then([&] { return text(step, "step_s"); })
        .and_then([&] { return text(info.version, "version"); })
        .and_then([&] { return text(info.follows, "follows"); })
        .and_then([&] { return text(info.edits, "edits"); })
        .and_then([&] { return text(from, "from_s"); })
        .and_then([&] { return text(info.branch.parent, "parent"); })
        .and_then([&] { return text(info.branch.name, "branch_name"); })
        .and_then([&] { return text(info.branch.colour, "branch_colour"); })
        .and_then([&] { return text(info.branch.changes, "branch_changes"); })
        .and_then([&] { return text(branchAt, "branch_at_s"); })
        .and_then([&] { return text(info.catalogue, "catalogue"); })
        .and_then([&] { return text(coupling, "coupling"); })
        .and_then([&] { return text(steps, "steps"); })
        .and_then([&] { return text(offset, "trace_offset_s"); })
        .and_then([&] { return text(info.traceMap, "trace_map"); })
        .and_then([&] { return text(info.weatherInput, "weather_input"); })
        .and_then([&] { return text(info.traceInput, "trace_input"); })
        .and_then([&]() -> Result<void> {
            info.fromS = std::strtod(from.c_str(), nullptr);
            info.seed = std::strtoull(seed.c_str(), nullptr, 10);
            info.stepS = std::strtod(step.c_str(), nullptr);
            info.branch.atS = std::strtod(branchAt.c_str(), nullptr);
            info.traceOffsetS = std::strtod(offset.c_str(), nullptr);
            info.steps = steps == "1" ? Steps::Growing : Steps::Even;
            info.coupling = coupling == "1"   ? Coupling::Asked
                            : coupling == "2" ? Coupling::Never
                                              : Coupling::Always;
            if (!(std::abs(info.fromS) <= kLatestS && std::abs(info.stepS) <= kLatestS &&
                  std::abs(info.branch.atS) <= kLatestS &&
                  std::abs(info.traceOffsetS) <= kLatestS)) {
                return tl::unexpected(damaged("times of the run"));
            }
            return loadRacks();
        })
        .and_then([&] { return checkTimes(); })
        .and_then([&] { return loadChannels(); })
        .and_then([&] { return loadRackQuantities(); });
}

// Code that draws an axis over the times, or counts days, relies on these limits.
Result<void> Recording::Private::checkTimes() const {
    struct Times {
        const char* table;
        const char* condition;  // with ?1: the latest time there is
    };

    static constexpr Times kTimes[] = {
        {"block",
         "t0_s BETWEEN -?1 AND ?1 AND dt_s BETWEEN 0 AND ?1 AND count BETWEEN 0 AND 1048576"},
        {"event", "time_s BETWEEN -?1 AND ?1"},
        {"rack_field", "time_s BETWEEN -?1 AND ?1"},
        {"keyframe", "time_s BETWEEN -?1 AND ?1"},
        {"command", "time_s BETWEEN -?1 AND ?1"},
        {"branch", "at_s BETWEEN -?1 AND ?1"},
        {"loss", "from_s BETWEEN -?1 AND ?1 AND to_s BETWEEN -?1 AND ?1"},
        {"jobs", "submit_s BETWEEN -?1 AND ?1"},
        {"job_spans", "from_s BETWEEN -?1 AND ?1 AND (to_s IS NULL OR to_s BETWEEN -?1 AND ?1)"},
    };
    for (const auto& [table, condition] : kTimes) {
        if (!hasTable(table)) {
            continue;  // of an earlier version
        }
        // A value that is not a number is not true either.
        Result<Statement> wrong =
            database.prepare(std::string("SELECT 1 FROM ") + table + " WHERE (" + condition +
                             ") IS NOT TRUE LIMIT 1");
        if (!wrong) {
            return tl::unexpected(wrong.error());
        }
        wrong->bind(0, kLatestS);
        const Result<bool> row = wrong->step();
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (*row) {
            return tl::unexpected(damaged(std::string("impossible times in table ") + table));
        }
    }
    return {};
}

Result<void> Recording::Private::loadRacks() {
    Result<Statement> rows = database.prepare("SELECT name FROM rack ORDER BY id");
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        info.racks.push_back(rows->text(0));
    }
    return row ? Result<void>() : tl::unexpected(row.error());
}

Result<void> Recording::Private::loadChannels() {
    Result<Statement> rows =
        database.prepare("SELECT name, object, label, unit, to_si, why FROM channel ORDER BY id");
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        channels.push_back({rows->text(0), rows->text(1), rows->text(2), rows->text(3),
                            rows->real(4), rows->text(5)});
        if (!(std::abs(channels.back().toSi) > 0.0 && std::isfinite(channels.back().toSi))) {
            return tl::unexpected(damaged("unit of channel " + channels.back().name));
        }
    }
    return row ? Result<void>() : tl::unexpected(row.error());
}

Result<void> Recording::Private::loadRackQuantities() {
    Result<Statement> rows =
        database.prepare("SELECT key, label, unit, to_si, why FROM rack_quantity ORDER BY id");
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        rackQuantities.push_back(
            {rows->text(0), "", rows->text(1), rows->text(2), rows->real(3), rows->text(4)});
        if (!(std::abs(rackQuantities.back().toSi) > 0.0 &&
              std::isfinite(rackQuantities.back().toSi))) {
            return tl::unexpected(damaged("unit of " + rackQuantities.back().name));
        }
    }
    return row ? Result<void>() : tl::unexpected(row.error());
}

int Recording::Private::rackQuantity(const std::string& key) const {
    const auto it = std::find_if(rackQuantities.begin(), rackQuantities.end(),
                                 [&](const RecordedChannel& q) { return q.name == key; });
    return it == rackQuantities.end() ? -1 : static_cast<int>(it - rackQuantities.begin());
}

std::vector<double> Recording::Private::times(const std::string& sql) const {
    std::vector<double> result;
    Result<Statement> rows = database.prepare(sql);
    if (rows) {
        for (Result<bool> row = rows->step(); row && *row; row = rows->step()) {
            result.push_back(rows->real(0));
        }
    }
    return result;
}

Recording::Recording() : d_(std::make_unique<Private>()) {}

Recording::~Recording() = default;

Result<std::unique_ptr<Recording>> Recording::open(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        return tl::unexpected(
            recordingError("STO-010", "there is no such recording",
                           "check the path; `run --out` names where a run is recorded", path));
    }
    const Error foreign = recordingError("STO-011", "the file is not a recording",
                                         "choose a file that Headroom recorded", path);
    if (!std::filesystem::is_regular_file(path, ignored)) {
        return tl::unexpected(foreign);
    }
    Result<Database> database = connect(path);
    if (!database) {
        return tl::unexpected(database.error());
    }
    const Result<std::int64_t> id = database->integer("PRAGMA application_id");
    const Result<std::int64_t> schema = database->integer("PRAGMA user_version");
    if (!id || !schema || *id != kRecordingApplicationId) {
        return tl::unexpected(foreign);
    }
    std::unique_ptr<Recording> recording(new Recording);
    recording->d_->path = path;
    recording->d_->database = std::move(*database);
    if (*schema > kRecordingSchemaVersion) {
        const Result<std::string> version =
            recording->d_->database.text("SELECT value FROM run WHERE key = 'version'");
        return tl::unexpected(recordingError(
            "STO-012",
            "the recording was made by Headroom " +
                (version && !version->empty() ? *version : std::string("of a later date")) +
                " (schema " + std::to_string(*schema) + "); this is " + HEADROOM_VERSION +
                " (schema " + std::to_string(kRecordingSchemaVersion) + ")",
            "open it with that version or a later one", path));
    }
    if (Result<void> done = recording->d_->load(); !done) {
        return tl::unexpected(recording->d_->explained(done.error()));
    }
    return recording;
}

const std::filesystem::path& Recording::path() const {
    return d_->path;
}

const RunInfo& Recording::info() const {
    return d_->info;
}

std::string Recording::summary() const {
    return d_->database.text("SELECT value FROM run WHERE key = 'summary'").value_or("");
}

const std::vector<RecordedChannel>& Recording::channels() const {
    return d_->channels;
}

const std::vector<RecordedChannel>& Recording::rackQuantities() const {
    return d_->rackQuantities;
}

Result<Series> Recording::series(const std::string& channel) const {
    const auto it = std::find_if(d_->channels.begin(), d_->channels.end(),
                                 [&](const RecordedChannel& c) { return c.name == channel; });
    if (it == d_->channels.end()) {
        return tl::unexpected(recordingError("STO-014",
                                             "the recording has no channel \"" + channel + "\"",
                                             "channels.csv of an export lists them all", d_->path));
    }
    Result<Statement> rows = d_->database.prepare(
        "SELECT t0_s, dt_s, count, times, codec, data FROM block JOIN chunk ON chunk.block = "
        "block.id WHERE channel = ? ORDER BY block.id");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    rows->bind(0, static_cast<std::int64_t>(it - d_->channels.begin()));
    Series series;
    std::vector<float> values;
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        const double t0 = rows->real(0);
        const double dt = rows->real(1);
        const std::int64_t count = rows->integer(2);
        const std::span<const std::byte> times = rows->blob(3);
        if (count < 0 || count > (1 << 20) ||
            (!times.empty() && times.size() != static_cast<std::size_t>(count) * sizeof(double))) {
            return tl::unexpected(d_->damaged("times of channel " + channel));
        }
        values.resize(static_cast<std::size_t>(count));
        if (!unpackFloats(static_cast<Codec>(rows->integer(4)), rows->blob(5), values)) {
            return tl::unexpected(d_->damaged("values of channel " + channel));
        }
        const std::size_t first = series.timeS.size();
        for (std::size_t i = 0; i < values.size(); ++i) {
            series.timeS.push_back(t0 + static_cast<double>(i) * dt);
            series.value.push_back(static_cast<double>(values[i]) / it->toSi);
        }
        if (!times.empty()) {
            std::memcpy(series.timeS.data() + first, times.data(), times.size());
        }
        for (std::size_t i = first; i < series.timeS.size(); ++i) {
            const bool rises = i == 0 || series.timeS[i] > series.timeS[i - 1];
            if (!rises || !(std::abs(series.timeS[i]) <= kLatestS)) {
                return tl::unexpected(d_->damaged("times of channel " + channel));
            }
        }
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    return series;
}

Result<std::vector<Event>> Recording::events() const {
    const bool full =
        d_->database.text("SELECT count(*) FROM pragma_table_info('event') WHERE name = 'area'")
            .value_or("0") == "1";
    Result<Statement> rows = d_->database.prepare(
        full ? "SELECT id, time_s, kind, subject, text, cause, rack, job, fault, area FROM event "
               "ORDER BY id"
             : "SELECT id, time_s, kind, subject, text, cause, rack FROM event ORDER BY id");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    std::vector<Event> events;
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        Event event;
        event.id = rows->integer(0);
        event.timeS = rows->real(1);
        event.kind = eventKind(rows->text(2));
        event.subject = rows->text(3);
        event.text = rows->text(4);
        event.cause = rows->isNull(5) ? -1 : rows->integer(5);
        event.rack = rows->isNull(6) ? -1 : static_cast<int>(rows->integer(6));
        if (full) {
            event.job = rows->isNull(7) ? -1 : rows->integer(7);
            event.fault = rows->isNull(8) ? -1 : static_cast<std::int32_t>(rows->integer(8));
            event.area = eventArea(rows->text(9));
        }
        events.push_back(std::move(event));
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    if (auto read = d_->readQuantities(events); !read) {
        return tl::unexpected(read.error());
    }
    return events;
}

/// Leaves out quantities whose place is outside of their text, since a file can state anything.
Result<void> Recording::Private::readQuantities(std::vector<Event>& events) const {
    if (!hasTable("event_quantity")) {
        return {};  // of an older version: texts alone
    }
    Result<Statement> rows = database.prepare(
        "SELECT event, at, length, value, unit, has_unit FROM event_quantity ORDER BY event, at");
    if (!rows) {
        return tl::unexpected(explained(rows.error()));
    }
    auto event = events.begin();
    std::int64_t end = 0;
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        const std::int64_t id = rows->integer(0), at = rows->integer(1), length = rows->integer(2);
        if (event == events.end() || event->id != id) {
            event =
                std::lower_bound(events.begin(), events.end(), id,
                                 [](const Event& e, std::int64_t wanted) { return e.id < wanted; });
            end = 0;
        }
        const bool isThere = event != events.end() && event->id == id && at >= end && length > 0 &&
                             std::isfinite(rows->real(3)) &&
                             length <= static_cast<std::int64_t>(event->text.size()) &&
                             at <= static_cast<std::int64_t>(event->text.size()) - length;
        if (isThere) {
            event->text.quantities.push_back({static_cast<std::uint32_t>(at),
                                              static_cast<std::uint32_t>(length), rows->real(3),
                                              std::string(rows->text(4)), rows->integer(5) != 0});
            end = at + length;
        }
    }
    return row ? Result<void>() : tl::unexpected(explained(row.error()));
}

Result<std::vector<Loss>> Recording::losses() const {
    std::vector<Loss> losses;
    if (!d_->hasTable("loss")) {
        return losses;
    }
    Result<Statement> rows = d_->database.prepare(
        "SELECT event, job, kind, from_s, to_s, accelerator_s, tokens, energy_j, usd FROM loss");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        losses.push_back({rows->isNull(0) ? -1 : rows->integer(0),
                          rows->isNull(1) ? -1 : rows->integer(1), lossKind(rows->text(2)),
                          rows->real(3), rows->real(4), rows->real(5), rows->real(6), rows->real(7),
                          rows->real(8)});
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    return losses;
}

Result<std::vector<JobCard>> Recording::jobs() const {
    std::vector<JobCard> jobs;
    if (!d_->hasTable("jobs")) {
        return jobs;
    }
    Result<Statement> rows = d_->database.prepare(
        "SELECT id, name, tenant, accelerator, accelerators, submit_s FROM jobs ORDER BY id");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        jobs.push_back({rows->integer(0), rows->text(1), rows->text(2), rows->text(3),
                        static_cast<int>(rows->integer(4)), rows->real(5)});
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    return jobs;
}

Result<std::vector<JobSpan>> Recording::jobSpans() const {
    std::vector<JobSpan> spans;
    if (!d_->hasTable("job_spans")) {
        return spans;
    }
    Result<Statement> rows = d_->database.prepare(
        "SELECT job, state, from_s, to_s, accelerators, rack, ended_by FROM job_spans "
        "ORDER BY rowid");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    const double lastS = lastTimeS();
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        JobSpan span;
        span.job = rows->integer(0);
        span.state = jobState(rows->text(1));
        span.fromS = rows->real(2);
        span.toS = rows->isNull(3) ? std::max(span.fromS, lastS) : rows->real(3);
        span.accelerators = static_cast<std::int32_t>(rows->integer(4));
        span.firstRack = rows->isNull(5) ? -1 : static_cast<std::int32_t>(rows->integer(5));
        span.endedBy = rows->isNull(6) ? -1 : rows->integer(6);
        spans.push_back(span);
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    return spans;
}

std::vector<double> Recording::fieldTimes(const std::string& rackQuantityKey) const {
    return d_->times("SELECT time_s FROM rack_field WHERE quantity = " +
                     std::to_string(d_->rackQuantity(rackQuantityKey)) + " ORDER BY time_s");
}

Result<std::vector<float>> Recording::field(const std::string& rackQuantityKey,
                                            double timeS) const {
    Result<Statement> rows = d_->database.prepare(
        "SELECT codec, data FROM rack_field WHERE quantity = ? AND time_s <= ? ORDER BY time_s "
        "DESC LIMIT 1");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    rows->bind(0, d_->rackQuantity(rackQuantityKey));
    rows->bind(1, timeS);
    const Result<bool> row = rows->step();
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    if (!*row) {
        return tl::unexpected(recordingError("STO-014",
                                             "the recording has no snapshot of \"" +
                                                 rackQuantityKey + "\" at or before " +
                                                 std::to_string(timeS) + " s",
                                             "choose a later time or another quantity", d_->path));
    }
    std::vector<float> values(d_->info.racks.size());
    if (!unpackFloats(static_cast<Codec>(rows->integer(0)), rows->blob(1), values)) {
        return tl::unexpected(d_->damaged("snapshot of " + rackQuantityKey));
    }
    return values;
}

std::vector<double> Recording::keyframeTimes() const {
    return d_->times("SELECT time_s FROM keyframe ORDER BY time_s");
}

Result<std::vector<std::byte>> Recording::keyframe(double timeS) const {
    Result<Statement> rows = d_->database.prepare(
        "SELECT codec, size, data FROM keyframe WHERE time_s <= ? ORDER BY time_s DESC LIMIT 1");
    if (!rows) {
        return tl::unexpected(d_->explained(rows.error()));
    }
    rows->bind(0, timeS);
    const Result<bool> row = rows->step();
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    if (!*row) {
        return tl::unexpected(recordingError(
            "STO-014", "the recording has no state at or before " + std::to_string(timeS) + " s",
            "choose a later time", d_->path));
    }
    const std::int64_t size = rows->integer(1);
    // Deflate packs at most about 1030 to 1: a larger size is damage, not data.
    if (size < 0 || static_cast<std::size_t>(size) > 1100 * (rows->blob(2).size() + 1)) {
        return tl::unexpected(d_->damaged("size of a state"));
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    if (!unpackBytes(static_cast<Codec>(rows->integer(0)), rows->blob(2), bytes)) {
        return tl::unexpected(d_->damaged("a state"));
    }
    return bytes;
}

double Recording::lastTimeS() const {
    Result<Statement> rows =
        d_->database.prepare("SELECT t0_s, dt_s, count, times FROM block ORDER BY id DESC LIMIT 1");
    if (!rows) {
        return 0.0;
    }
    const Result<bool> row = rows->step();
    if (!row || !*row) {
        return 0.0;
    }
    // t0 + (count - 1) dt may differ from the last time in its last bit, where times are explicit.
    const std::span<const std::byte> times = rows->blob(3);
    if (times.size() >= sizeof(double)) {
        double last = 0.0;
        std::memcpy(&last, times.data() + times.size() - sizeof last, sizeof last);
        return std::abs(last) <= kLatestS ? last : 0.0;
    }
    return rows->real(0) + static_cast<double>(rows->integer(2) - 1) * rows->real(1);
}

}  // namespace headroom::engine
