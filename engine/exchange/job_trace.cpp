// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"

#include "engine/base/json.h"
#include "engine/border/formats.h"
#include "engine/border/stray_times.h"
#include "engine/border/text_encoding.h"
#include "engine/border/text_window.h"
#include "engine/exchange/cluster_log.h"
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

using models::JobTraceSpec;
using models::TraceFormat;

constexpr double kMaximumAccelerators = 1e6;
constexpr double kDayS = 86400.0;

double firstSubmissionS(const std::vector<TraceJob>& jobs) {
    return std::min_element(
               jobs.begin(), jobs.end(),
               [](const TraceJob& a, const TraceJob& b) { return a.submitS < b.submitS; })
        ->submitS;
}

/// Leaves out jobs of another year, which are slips of the log or early trials. Times then count from the first job that remains.
void leaveStraysOut(JobTrace& trace) {
    StrayTimes strays;
    for (const TraceJob& job : trace.jobs) {
        strays.add(job.submitS);
    }
    strays.decide();
    if (strays.isEmpty()) {
        return;
    }
    const auto isStray = [&](const TraceJob& job) { return strays.contains(job.submitS); };
    const double beganS = firstSubmissionS(trace.jobs);
    const std::size_t left = std::erase_if(trace.jobs, isStray);
    const double laterS = firstSubmissionS(trace.jobs) - beganS;
    for (TraceJob& job : trace.jobs) {
        job.submitS -= laterS;
        job.deadlineS = job.deadlineS < 0.0 ? -1.0 : job.deadlineS - laterS;
    }
    trace.notes.push_back(
        fmt::format("{} job{} left out: submitted more than {:.0f} days from all others, the first "
                    "{:.0f} days from the beginning",
                    left, left == 1 ? "" : "s", kStrayS / kDayS,
                    (strays.firstS() - (beganS + laterS)) / kDayS));
}

/// Scales and repeats.
void shape(JobTrace& trace, const JobTraceSpec& spec) {
    leaveStraysOut(trace);
    for (TraceJob& job : trace.jobs) {
        job.submitS *= spec.timeScale;
        job.deadlineS = job.deadlineS < 0.0 ? -1.0 : job.deadlineS * spec.timeScale;
        job.accelerators = static_cast<int>(
            std::clamp(std::round(job.accelerators * spec.sizeScale), 1.0, kMaximumAccelerators));
    }
    std::stable_sort(trace.jobs.begin(), trace.jobs.end(),
                     [](const TraceJob& a, const TraceJob& b) { return a.submitS < b.submitS; });
    const std::size_t jobs = trace.jobs.size();
    const double first = trace.jobs.front().submitS, last = trace.jobs.back().submitS;
    // The next round follows the last job by the mean gap.
    const double periodS =
        jobs > 1 ? (last - first) * static_cast<double>(jobs) / static_cast<double>(jobs - 1)
                 : trace.jobs.front().durationS;
    for (int round = 1; round < spec.repeat; ++round) {
        for (std::size_t i = 0; i < jobs; ++i) {
            TraceJob job = trace.jobs[i];
            job.submitS += round * periodS;
            job.deadlineS = job.deadlineS < 0.0 ? -1.0 : job.deadlineS + round * periodS;
            trace.jobs.push_back(std::move(job));
        }
    }
}

bool looksLikeSwf(const std::filesystem::path& path, std::string_view text) {
    const std::string name = path.filename().string();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return name.ends_with(".swf") || name.ends_with(".swf.gz") ||
           (first != std::string_view::npos && text[first] == ';');
}

/// JSON other than lists of objects and JSON lines, which are tables.
bool beginsAsJson(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

/// Which other format a file has; empty if it is not recognised, or is a log of jobs.
std::string notJobs(const std::filesystem::path& path, const std::string& text) {
    const KnownFormat* format = formatOf(path.string(), text);
    const bool isJobs =
        format == nullptr || (format->use.find("schedule FILE") != std::string_view::npos);
    return isJobs ? std::string() : otherFormatWords(path.string(), text, {});
}

Error notJobsError(const std::filesystem::path& path, std::string message) {
    Error error;
    error.code = "TRC-009";
    error.message = std::move(message);
    error.remedy = "Print the jobs with `sacct --json` or `kubectl get pods,events -A -o json`.";
    error.file = path.string();
    return error;
}

/// Nothing if the text is a table of JSON objects.
std::optional<ResultAll<JobTrace>> jsonTrace(const std::filesystem::path& path,
                                             const std::string& text, TraceFormat format) {
    if (auto fits = fitsMemory(path, text.size(), kJsonMemoryPerByte); !fits) {
        return tl::unexpected(Errors{fits.error()});
    }
    const auto root = parseJson<nlohmann::json>(text);
    if (format != TraceFormat::Kubernetes && format != TraceFormat::Philly && isSacctJson(root)) {
        return sacctJson(path, root);
    }
    if (format != TraceFormat::Sacct && format != TraceFormat::Philly && isKubernetes(root)) {
        return kubernetesTrace(path, root);
    }
    if (format != TraceFormat::Sacct && format != TraceFormat::Kubernetes && isPhilly(root)) {
        return phillyTrace(path, root);
    }
    const bool isTable = (format == TraceFormat::Auto || format == TraceFormat::Csv) &&
                         (root.is_array() || root.is_discarded());
    if (isTable) {
        return std::nullopt;
    }
    const std::string other = notJobs(path, text);
    return tl::unexpected(
        Errors{notJobsError(path, root.is_discarded() ? "this is not valid JSON"
                                  : other.empty()     ? "this JSON is not a log of jobs"
                                                  : "this JSON is not a log of jobs. " + other)});
}

ResultAll<JobTrace> tableTrace(TableReader table, const JobTraceSpec& spec,
                               const std::string& other, const LogReading& reading) {
    if (spec.format == TraceFormat::Sacct ||
        (spec.format == TraceFormat::Auto && isSacctTable(table.head()))) {
        return sacctTable(table, reading);
    }
    auto read = jobTable(table, spec, reading);
    if (!read && !other.empty()) {
        read.error().front().message += ". " + other;
    }
    return read;
}

bool isSwf(const std::filesystem::path& path, std::string_view text, const JobTraceSpec& spec) {
    return spec.format == TraceFormat::Swf ||
           (spec.format == TraceFormat::Auto && looksLikeSwf(path, text));
}

bool isRecords(std::string_view text) {
    return isSlurmRecords(text) || isPbsRecords(text);
}

ResultAll<JobTrace> parseTrace(const std::filesystem::path& path, std::string text,
                               const JobTraceSpec& spec, const LogReading& reading) {
    if (isSwf(path, text, spec)) {
        TextWindow window(std::move(text));
        return swfTrace(path, window, spec, reading);
    }
    const bool maySacct = spec.format == TraceFormat::Auto || spec.format == TraceFormat::Sacct;
    if (maySacct && isRecords(text)) {
        auto records = TableReader::ofText(
            isPbsRecords(text) ? sacctOfPbsRecords(text) : sacctOfRecords(text), path.string());
        return records ? sacctTable(*records, reading) : tl::unexpected(Errors{records.error()});
    }
    const bool isJson = beginsAsJson(text);
    if (isJson) {
        if (auto read = jsonTrace(path, text, spec.format)) {
            return std::move(*read);
        }
    }
    const std::string other = notJobs(path, text);
    auto table = TableReader::ofText(std::move(text), path.string());
    if (!table) {
        return tl::unexpected(
            Errors{isJson ? notJobsError(path, "this JSON is cut, or holds no list of jobs")
                          : table.error()});
    }
    return tableTrace(std::move(*table), spec, other, reading);
}

/// A large file of rows, block by block; nothing if it is read as a whole.
std::optional<ResultAll<JobTrace>> largeTrace(const std::filesystem::path& path,
                                              const JobTraceSpec& spec, const LogReading& reading) {
    if (!TextWindow::suits(path)) {
        return std::nullopt;
    }
    auto window = TextWindow::ofFile(path);
    if (!window) {
        return tl::unexpected(Errors{window.error()});
    }
    if (beginsAsJson(window->text()) || isRecords(window->text())) {
        return std::nullopt;
    }
    if (isSwf(path, window->text(), spec)) {
        return swfTrace(path, *window, spec, reading);
    }
    const std::string other = notJobs(path, std::string(window->text()));
    auto table = TableReader::ofFile(path);
    return table ? tableTrace(std::move(*table), spec, other, reading)
                 : tl::unexpected(Errors{table.error()});
}

ResultAll<JobTrace> readTrace(const std::filesystem::path& path, const JobTraceSpec& spec,
                              const LogReading& reading) {
    if (auto read = largeTrace(path, spec, reading)) {
        return std::move(*read);
    }
    auto decoded = readDecoded(path, kCsvMemoryPerByte);
    return decoded ? parseTrace(path, std::move(decoded->text), spec, reading)
                   : tl::unexpected(Errors{decoded.error()});
}

}  // namespace

ResultAll<JobTrace> readJobTrace(const std::filesystem::path& path, const JobTraceSpec& spec,
                                 const LogReading& reading) {
    auto trace = withinMemory(path, [&] { return readTrace(path, spec, reading); });
    if (trace && trace->found == static_cast<long>(trace->jobs.size())) {
        shape(*trace, spec);
    }
    return trace;
}

ResultAll<std::vector<TraceJob>> readJobTrace(const std::filesystem::path& path,
                                              std::string_view submitColumn,
                                              std::string_view durationColumn,
                                              std::string_view sizeColumn) {
    JobTraceSpec spec;
    spec.format = TraceFormat::Csv;
    spec.submitColumn = submitColumn;
    spec.durationColumn = durationColumn;
    spec.sizeColumn = sizeColumn;
    auto trace = readJobTrace(path, spec);
    if (!trace) {
        return tl::unexpected(std::move(trace.error()));
    }
    return std::move(trace->jobs);
}

}  // namespace headroom::engine
