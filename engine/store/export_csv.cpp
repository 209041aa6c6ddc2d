// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/base/plain_text.h"
#include "engine/files/delimited.h"
#include "engine/files/output_file.h"
#include "engine/part/part_address.h"
#include "engine/store/recording.h"
#include "engine/store/run_notes.h"
#include "models/core/calendar.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

namespace headroom::engine {
namespace {

namespace fs = std::filesystem;

// A CSV file that is written as it grows. It is at its name once close() has succeeded.
class CsvFile {
  public:
    explicit CsvFile(fs::path path)
        : path_(std::move(path)), file_(OutputFile::open(path_, FileKind::Other)) {}

    void text(std::string_view words) {
        separate();
        appendDelimited(buffer_, plainText(words), ',');
    }

    // Empty where it is not a number. digits 0: as many as tell it from its neighbours.
    void number(double value, int digits) {
        separate();
        if (!std::isfinite(value)) {
            return;
        }
        std::array<char, 32> digitsText{};
        char* end = digitsText.data() + digitsText.size();
        end = digits == 0
                  ? std::to_chars(digitsText.data(), end, value).ptr
                  : std::to_chars(digitsText.data(), end, value, std::chars_format::general, digits)
                        .ptr;
        buffer_.append(digitsText.data(), end);
    }

    void endRow() {
        buffer_ += '\n';
        rowStarted_ = false;
        if (buffer_.size() > (1U << 20)) {
            flush();
        }
    }

    Result<fs::path> close() {
        flush();
        return file_.and_then([](OutputFile& file) { return file.commit(); }).map([this] {
            return path_;
        });
    }

    void raw(std::string_view text) { buffer_ += text; }

  private:
    void separate() {
        if (rowStarted_) {
            buffer_ += ',';
        }
        rowStarted_ = true;
    }

    void flush() {
        if (file_) {
            file_->write(buffer_);
        }
        buffer_.clear();
    }

    fs::path path_;
    Result<OutputFile> file_;
    std::string buffer_;
    bool rowStarted_ = false;
};

// Digits of a float.
constexpr int kValueDigits = 7;

// The channels of one object class: columns in the order of first appearance, series by object.
struct Group {
    std::vector<std::string> keys;
    std::vector<std::string> objects;
    std::map<std::pair<std::string, std::string>, std::string> names;  // object, key → channel

    static void addOnce(std::vector<std::string>& list, const std::string& item) {
        for (const std::string& known : list) {
            if (known == item) {
                return;
            }
        }
        list.push_back(item);
    }

    void add(const ChannelName& name, const std::string& channel) {
        const std::string object(name.object), key(name.key);
        addOnce(keys, key);
        addOnce(objects, object);
        names[{object, key}] = channel;
    }
};

Result<fs::path> writeGroup(const Recording& recording, const std::string& name, const Group& group,
                            const fs::path& path) {
    const bool named = group.objects.size() > 1 || !group.objects.front().empty();
    // Row-major by time: all series of the class are held at once, a few hundred megabytes at most.
    std::vector<std::vector<Series>> table;
    for (const std::string& object : group.objects) {
        std::vector<Series>& columns = table.emplace_back();
        for (const std::string& key : group.keys) {
            const auto channel = group.names.find({object, key});
            if (channel == group.names.end()) {
                columns.emplace_back();
                continue;
            }
            Result<Series> series = recording.series(channel->second);
            if (!series) {
                return tl::unexpected(series.error());
            }
            columns.push_back(std::move(*series));
        }
    }
    std::vector<double> times;
    for (const std::vector<Series>& columns : table) {
        for (const Series& series : columns) {
            if (series.timeS.size() > times.size()) {
                times = series.timeS;
            }
        }
    }
    CsvFile file(path);
    file.text("time_s");
    file.text("local_time");
    if (named) {
        file.text(name);
    }
    for (const std::string& key : group.keys) {
        file.text(key);
    }
    file.endRow();
    for (std::size_t row = 0; row < times.size(); ++row) {
        const std::string local = localTime(recording.info().startLocal, times[row]);
        for (std::size_t object = 0; object < table.size(); ++object) {
            file.number(times[row], 0);
            file.text(local);
            if (named) {
                file.text(group.objects[object]);
            }
            for (const Series& series : table[object]) {
                file.number(row < series.value.size() ? series.value[row] : std::nan(""),
                            kValueDigits);
            }
            file.endRow();
        }
    }
    return file.close();
}

Result<fs::path> writeChannels(const Recording& recording, const fs::path& path) {
    CsvFile file(path);
    for (const char* header : {"name", "label", "unit", "to_si", "why"}) {
        file.text(header);
    }
    file.endRow();
    const auto put = [&](const RecordedChannel& channel, const std::string& prefix) {
        file.text(prefix + channel.name);
        file.text(channel.label);
        file.text(channel.unit);
        file.number(channel.toSi, 0);
        file.text(channel.why);
        file.endRow();
    };
    for (const RecordedChannel& channel : recording.channels()) {
        put(channel, "");
    }
    for (const RecordedChannel& quantity : recording.rackQuantities()) {
        put(quantity, "rack/");
    }
    return file.close();
}

Result<fs::path> writeEvents(const Recording& recording, const fs::path& path) {
    const Result<std::vector<Event>> events = recording.events();
    if (!events) {
        return tl::unexpected(events.error());
    }
    const RunInfo& info = recording.info();
    CsvFile file(path);
    for (const char* header : {"id", "time_s", "local_time", "kind", "subject", "text", "cause",
                               "rack", "job", "fault", "area"}) {
        file.text(header);
    }
    file.endRow();
    for (const Event& event : *events) {
        file.text(std::to_string(event.id));
        file.number(event.timeS, 0);
        file.text(localTime(info.startLocal, event.timeS));
        file.text(eventKindName(event.kind));
        file.text(event.subject);
        file.text(event.text);
        file.text(event.cause < 0 ? "" : std::to_string(event.cause));
        const auto rack = static_cast<std::size_t>(event.rack);
        file.text(event.rack >= 0 && rack < info.racks.size() ? info.racks[rack] : "");
        file.text(event.job < 0 ? "" : std::to_string(event.job));
        file.text(event.fault < 0 ? "" : std::to_string(event.fault));
        file.text(eventAreaName(event.area));
        file.endRow();
    }
    return file.close();
}

Result<fs::path> writeJobs(const Recording& recording, const fs::path& path) {
    const Result<std::vector<JobCard>> jobs = recording.jobs();
    if (!jobs) {
        return tl::unexpected(jobs.error());
    }
    CsvFile file(path);
    for (const char* header :
         {"id", "name", "tenant", "accelerator", "accelerators", "submit_s", "submit_local_time"}) {
        file.text(header);
    }
    file.endRow();
    for (const JobCard& job : *jobs) {
        file.text(std::to_string(job.id));
        file.text(job.name);
        file.text(job.tenant);
        file.text(job.accelerator);
        file.text(std::to_string(job.accelerators));
        file.number(job.submitS, 0);
        file.text(localTime(recording.info().startLocal, job.submitS));
        file.endRow();
    }
    return file.close();
}

Result<fs::path> writeJobSpans(const Recording& recording, const fs::path& path) {
    const Result<std::vector<JobSpan>> spans = recording.jobSpans();
    if (!spans) {
        return tl::unexpected(spans.error());
    }
    const RunInfo& info = recording.info();
    CsvFile file(path);
    for (const char* header :
         {"job", "state", "from_s", "to_s", "accelerators", "rack", "ended_by"}) {
        file.text(header);
    }
    file.endRow();
    for (const JobSpan& span : *spans) {
        file.text(std::to_string(span.job));
        file.text(jobStateName(span.state));
        file.number(span.fromS, 0);
        file.number(span.toS, 0);
        file.text(std::to_string(span.accelerators));
        const auto rack = static_cast<std::size_t>(span.firstRack);
        file.text(span.firstRack >= 0 && rack < info.racks.size() ? info.racks[rack] : "");
        file.text(span.endedBy < 0 ? "" : std::to_string(span.endedBy));
        file.endRow();
    }
    return file.close();
}

Result<fs::path> writeField(const Recording& recording, const RecordedChannel& quantity,
                            const std::vector<double>& times, const fs::path& path) {
    CsvFile file(path);
    file.text("time_s");
    for (const std::string& rack : recording.info().racks) {
        file.text(rack);
    }
    file.endRow();
    for (const double time : times) {
        const Result<std::vector<float>> values = recording.field(quantity.name, time);
        if (!values) {
            return tl::unexpected(values.error());
        }
        file.number(time, 0);
        for (const float value : *values) {
            file.number(static_cast<double>(value) / quantity.toSi, kValueDigits);
        }
        file.endRow();
    }
    return file.close();
}

/// Remarks of people. Most recordings have none, and then there is no file.
Result<fs::path> writeNotes(const std::vector<RunNote>& notes, const RunInfo& info,
                            const fs::path& path) {
    CsvFile file(path);
    for (const char* header : {"time_s", "local_time", "note"}) {
        file.text(header);
    }
    file.endRow();
    for (const RunNote& note : notes) {
        file.number(note.timeS, 0);
        file.text(localTime(info.startLocal, note.timeS));
        file.text(note.text);
        file.endRow();
    }
    return file.close();
}

Result<fs::path> writeRun(const Recording& recording, const fs::path& path) {
    using Json = nlohmann::ordered_json;
    const RunInfo& info = recording.info();
    // JSON where it is, as text where it is not.
    const auto parsed = [](const std::string& text) {
        Json json = Json::parse(text, nullptr, false, true);
        return json.is_discarded() ? Json(text) : json;
    };
    const std::string summary = recording.summary();
    Json run;
    run["project"] = info.projectName;
    run["version"] = info.version;
    run["start_local"] = info.startLocal;
    run["seed"] = info.seed;
    run["step_s"] = info.stepS;
    if (!info.follows.empty()) {
        run["from_s"] = info.fromS;
        run["follows"] = info.follows;
        run["edits"] = info.edits;
    }
    run["recorded_s"] = recording.lastTimeS();
    run["finished"] = !summary.empty();
    run["summary"] = summary.empty() ? Json() : parsed(summary);
    run["project_file"] = parsed(info.projectText);
    CsvFile file(path);
    file.raw(jsonText(run, 2) + "\n");
    return file.close();
}

}  // namespace

std::string localTime(const std::string& startLocal, double timeS) {
    const double startS = models::calendarTimeS(startLocal);
    if (std::isnan(startS) || !(std::abs(timeS) < 1e11)) {
        return {};
    }
    // Years of four digits, as everybody reads them: 0000 to 9999.
    constexpr double kFirstS = -62167219200.0, kLastS = 253402300799.0;
    if (startS + timeS < kFirstS || startS + timeS > kLastS) {
        return {};
    }
    return models::calendarText(1000 * static_cast<std::int64_t>(startS) +
                                std::llround(timeS * 1000.0));
}

Result<std::vector<fs::path>> exportCsv(const Recording& recording, const fs::path& directory) {
    std::error_code failed;
    fs::create_directories(directory, failed);
    if (failed) {
        Error e;
        e.code = "STO-020";
        e.message = "cannot create the folder: " + failed.message();
        e.remedy = "choose a folder that may be written to";
        e.file = directory.string();
        return tl::unexpected(e);
    }
    std::vector<std::string> order;
    std::map<std::string, Group> groups;
    for (const RecordedChannel& channel : recording.channels()) {
        const ChannelName name = ChannelName::parse(channel.name);
        const std::string group(name.place.empty() ? "facility" : name.place);
        Group::addOnce(order, group);
        groups[group].add(name, channel.name);
    }
    std::vector<fs::path> files;
    Result<void> result;
    const auto keep = [&](const Result<fs::path>& file) {
        if (file) {
            files.push_back(*file);
        } else if (result) {
            result = tl::unexpected(file.error());
        }
        return result.has_value();
    };
    for (const std::string& name : order) {
        const std::string stem = name == "facility"  ? name
                                 : name == "battery" ? "batteries"
                                                     : name + "s";
        if (!keep(writeGroup(recording, name, groups[name], directory / (stem + ".csv")))) {
            return tl::unexpected(result.error());
        }
    }
    for (const RecordedChannel& quantity : recording.rackQuantities()) {
        const std::vector<double> times = recording.fieldTimes(quantity.name);
        if (!times.empty() && !keep(writeField(recording, quantity, times,
                                               directory / ("racks_" + quantity.name + ".csv")))) {
            return tl::unexpected(result.error());
        }
    }
    if (!keep(writeChannels(recording, directory / "channels.csv")) ||
        !keep(writeEvents(recording, directory / "events.csv")) ||
        !keep(writeJobs(recording, directory / "jobs.csv")) ||
        !keep(writeJobSpans(recording, directory / "job_spans.csv")) ||
        !keep(writeRun(recording, directory / "run.json"))) {
        return tl::unexpected(result.error());
    }
    const auto notes = runNotes(recording.path());
    if (!notes) {
        return tl::unexpected(notes.error());
    }
    if (!notes->empty() && !keep(writeNotes(*notes, recording.info(), directory / "notes.csv"))) {
        return tl::unexpected(result.error());
    }
    return files;
}

}  // namespace headroom::engine
