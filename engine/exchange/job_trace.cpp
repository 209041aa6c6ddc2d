// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_trace.h"

#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/exchange/cluster_log.h"
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"
#include "models/core/calendar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

using models::JobTraceSpec;
using models::TraceFormat;
using models::TraceTime;

constexpr std::size_t kMaximumErrors = 20;
constexpr double kMaximumAccelerators = 1e6;
constexpr double kMaximumTimeS = 1e11;  // 3,170 years: beyond, a unit is mistaken
constexpr std::size_t kSwfFields = 18;

Error traceError(std::string code, const std::filesystem::path& path, int line, std::string message,
                 std::string remedy) {
    Error error;
    error.code = std::move(code);
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = path.string();
    error.line = line;
    return error;
}

std::string listOf(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "" : ", ") + word;
    }
    return list;
}

/// Reads the rows of one table, gathering what is wrong.
class TraceReader {
  public:
    TraceReader(const std::filesystem::path& path, const CsvTable& table)
        : path_(path), table_(table) {}

    std::optional<std::size_t> column(std::string_view name) {
        const int index = table_.column(name);
        if (index >= 0) {
            return static_cast<std::size_t>(index);
        }
        errors_.push_back(
            traceError("TRC-001", path_, 1, "there is no column \"" + std::string{name} + "\"",
                       "Name one of the columns that are there: " + listOf(table_.header) + "."));
        return std::nullopt;
    }

    /// A column that may be missing where nobody names it.
    std::optional<std::size_t> optionalColumn(std::string_view name) {
        return name.empty() ? std::nullopt : column(name);
    }

    /// A number of at least 0, or nothing and an error.
    std::optional<double> number(std::size_t row, std::size_t column) {
        const auto value = anyNumber(row, column);
        if (value && *value < 0.0) {
            report("TRC-003", row,
                   table_.header[column] + " is " + quoted(row, column) + ", which is negative",
                   "Give 0 or more, or take the row out.");
            return std::nullopt;
        }
        return value;
    }

    std::optional<double> anyNumber(std::size_t row, std::size_t column) {
        const auto value = parseNumber(table_.cell(row, column));
        if (!value) {
            report("TRC-002", row,
                   table_.header[column] + " is " + quoted(row, column) + ", not a number",
                   "Give a number, or take the row out.");
        }
        return value;
    }

    /// A time in seconds: a number in the unit, or a date and time.
    std::optional<double> time(std::size_t row, std::size_t column, TraceTime unit) {
        if (unit != TraceTime::DateTime) {
            const auto value = number(row, column);
            if (value && *value * secondsOf(unit) > kMaximumTimeS) {
                report("TRC-007", row,
                       table_.header[column] + " is " + quoted(row, column) +
                           ", more than 3,000 years",
                       "Check the unit of the column, or take the row out.");
                return std::nullopt;
            }
            return value ? std::optional(*value * secondsOf(unit)) : std::nullopt;
        }
        const double seconds = models::calendarTimeS(table_.cell(row, column));
        if (std::isnan(seconds)) {
            report("TRC-002", row,
                   table_.header[column] + " is " + quoted(row, column) + ", not a date and time",
                   "Write it as 2026-07-01T14:05:09, or take the row out.");
            return std::nullopt;
        }
        return seconds;
    }

    std::optional<int> accelerators(std::size_t row, std::size_t column) {
        const auto value = number(row, column);
        if (!value) {
            return std::nullopt;
        }
        if (*value != std::floor(*value) || *value > kMaximumAccelerators) {
            report("TRC-004", row,
                   table_.header[column] + " is " + quoted(row, column) +
                       ", not a whole number up to 1000000",
                   "Give whole accelerators, or take the row out.");
            return std::nullopt;
        }
        return static_cast<int>(*value);
    }

    bool isEmpty(std::size_t row, std::size_t column) const {
        return table_.cell(row, column).empty();
    }

    /// A name as people and programs can read it, or an error.
    std::string text(std::size_t row, std::size_t column) {
        const std::string_view field = table_.cell(row, column);
        if (const auto odd = firstOdd(field)) {
            report("TRC-008", row,
                   table_.header[column] + " holds " + oddName(*odd) +
                       ", which is no character of a name",
                   "Take the character out.");
            return {};
        }
        return std::string(field);
    }

    bool isFull() const { return errors_.size() >= kMaximumErrors; }

    Errors& errors() { return errors_; }

    static double secondsOf(TraceTime unit) {
        return unit == TraceTime::Minutes ? 60.0 : unit == TraceTime::Hours ? 3600.0 : 1.0;
    }

  private:
    std::string quoted(std::size_t row, std::size_t column) const {
        return '"' + shortened(table_.cell(row, column), 80) + '"';
    }

    void report(std::string code, std::size_t row, std::string message, std::string remedy) {
        errors_.push_back(traceError(std::move(code), path_, table_.line(row), std::move(message),
                                     std::move(remedy)));
    }

    const std::filesystem::path& path_;
    const CsvTable& table_;
    Errors errors_;
};

int tenantColumn(const CsvTable& table) {
    for (const char* name : {"vc", "user", "tenant"}) {
        const int index = table.column(name);
        if (index >= 0) {
            return index;
        }
    }
    return -1;
}

std::string count(std::size_t n, const char* what) {
    return std::to_string(n) + " " + what;
}

ResultAll<JobTrace> csvTrace(const std::filesystem::path& path, const CsvTable& table,
                             const JobTraceSpec& spec) {
    TraceReader reader{path, table};
    const auto named = [](const std::string& name, const char* usual) { return name.empty() ? std::string{usual} : name; };
    const auto submit = reader.column(named(spec.submitColumn, "submit_s"));
    const auto duration = reader.column(named(spec.durationColumn, "duration_s"));
    const auto size = reader.column(named(spec.sizeColumn, "num_gpus"));
    auto tenant = reader.optionalColumn(spec.tenantColumn);
    const auto priority = reader.optionalColumn(spec.priorityColumn);
    const auto name = reader.optionalColumn(spec.nameColumn);
    const auto deadline = reader.optionalColumn(spec.deadlineColumn);
    if (!reader.errors().empty()) {
        return tl::unexpected(std::move(reader.errors()));
    }
    if (const int index = tenantColumn(table); !tenant && index >= 0) {
        tenant = static_cast<std::size_t>(index);
    }
    // Running times are numbers in any case.
    const TraceTime runUnit = spec.time == TraceTime::DateTime ? TraceTime::Seconds : spec.time;
    JobTrace trace;
    trace.jobs.reserve(table.rows());
    std::size_t idle = 0;
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < table.rows() && !reader.isFull(); ++row) {
        const auto submitS = reader.time(row, *submit, spec.time);
        const auto durationS = reader.time(row, *duration, runUnit);
        const auto accelerators = reader.accelerators(row, *size);
        if (!submitS || !durationS || !accelerators) {
            continue;
        }
        if (*durationS <= 0.0 || *accelerators == 0) {
            ++idle;
            continue;
        }
        TraceJob job;
        job.submitS = *submitS;
        job.durationS = *durationS;
        job.accelerators = *accelerators;
        first = std::min(first, job.submitS);
        if (tenant) {
            job.tenant = reader.text(row, *tenant);
        }
        if (name) {
            job.name = reader.text(row, *name);
        }
        if (priority) {
            job.priority = static_cast<int>(
                std::clamp(reader.anyNumber(row, *priority).value_or(0.0), -1e6, 1e6));
        }
        if (deadline && !reader.isEmpty(row, *deadline)) {
            job.deadlineS = reader.time(row, *deadline, spec.time).value_or(-1.0);
        }
        trace.jobs.push_back(std::move(job));
    }
    if (!reader.errors().empty()) {
        return tl::unexpected(std::move(reader.errors()));
    }
    if (spec.time == TraceTime::DateTime) {
        for (TraceJob& job : trace.jobs) {
            job.submitS -= first;
            job.deadlineS = job.deadlineS < 0.0 ? -1.0 : std::max(0.0, job.deadlineS - first);
        }
    }
    if (idle > 0) {
        trace.notes.push_back(count(idle, "jobs of no accelerator or no run time are left out"));
    }
    return trace;
}

ResultAll<JobTrace> openbTrace(const std::filesystem::path& path, const CsvTable& table) {
    TraceReader reader{path, table};
    const auto created = reader.column("creation_time");
    const auto deleted = reader.column("deletion_time");
    const auto scheduled = reader.column("scheduled_time");
    const auto size = reader.column("num_gpu");
    const auto milli = reader.column("gpu_milli");
    const auto name = reader.column("name");
    if (!reader.errors().empty()) {
        return tl::unexpected(std::move(reader.errors()));
    }
    const int qos = table.column("qos");
    JobTrace trace;
    std::size_t without = 0, shares = 0, unscheduled = 0, idle = 0;
    for (std::size_t row = 0; row < table.rows() && !reader.isFull(); ++row) {
        const auto accelerators = reader.accelerators(row, *size);
        if (!accelerators) {
            continue;
        }
        if (*accelerators == 0) {
            ++without;
            continue;
        }
        const auto submitS = reader.time(row, *created, TraceTime::Seconds);
        const auto endS = reader.time(row, *deleted, TraceTime::Seconds);
        const bool placed = !reader.isEmpty(row, *scheduled);
        const auto startS = placed ? reader.time(row, *scheduled, TraceTime::Seconds) : submitS;
        const auto share = reader.number(row, *milli);
        if (!submitS || !endS || !startS || !share) {
            continue;
        }
        if (*endS <= *startS) {
            ++idle;
            continue;
        }
        unscheduled += placed ? 0U : 1U;
        shares += *accelerators == 1 && *share < 1000.0 ? 1U : 0U;
        TraceJob job;
        job.submitS = *submitS;
        job.durationS = *endS - *startS;
        job.accelerators = *accelerators;
        job.name = reader.text(row, *name);
        job.tenant = qos >= 0 ? reader.text(row, static_cast<std::size_t>(qos)) : std::string{};
        trace.jobs.push_back(std::move(job));
    }
    if (!reader.errors().empty()) {
        return tl::unexpected(std::move(reader.errors()));
    }
    if (without > 0) {
        trace.notes.push_back(count(without, "pods without an accelerator are left out"));
    }
    if (shares > 0) {
        trace.notes.push_back(
            count(shares, "pods ask for a share of one accelerator and are given a whole one"));
    }
    if (unscheduled > 0) {
        trace.notes.push_back(
            count(unscheduled, "pods were never scheduled: their run time counts from creation"));
    }
    if (idle > 0) {
        trace.notes.push_back(count(idle, "pods of no run time are left out"));
    }
    return trace;
}

/// The fields of one line, blanks between them.
std::vector<std::string_view> fieldsOf(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t from = line.find_first_not_of(" \t", i);
        if (from == std::string_view::npos) {
            break;
        }
        const std::size_t to = std::min(line.find_first_of(" \t", from), line.size());
        fields.push_back(line.substr(from, to - from));
        i = to;
    }
    return fields;
}

ResultAll<JobTrace> swfTrace(const std::filesystem::path& path, std::string_view text,
                             const JobTraceSpec& spec) {
    JobTrace trace;
    Errors errors;
    std::size_t idle = 0;
    int line = 0;
    while (!text.empty() && errors.size() < kMaximumErrors) {
        ++line;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (row.ends_with('\r')) {
            row.remove_suffix(1);
        }
        const auto fields = fieldsOf(row);
        if (fields.empty() || fields.front().front() == ';') {
            continue;
        }
        if (fields.size() != kSwfFields) {
            errors.push_back(traceError("TRC-006", path, line,
                                        "the line has " + std::to_string(fields.size()) +
                                            " fields, Standard Workload Format has 18",
                                        "Complete the line, or name another format."));
            continue;
        }
        std::array<double, kSwfFields> value{};
        bool good = true;
        for (std::size_t i = 0; i < kSwfFields && good; ++i) {
            const auto number = parseNumber(fields[i]);
            good = number.has_value();
            value[i] = number.value_or(0.0);
            if (!good) {
                errors.push_back(traceError("TRC-002", path, line,
                                            "field " + std::to_string(i + 1) + " is \"" +
                                                shortened(fields[i], 80) + "\", not a number",
                                            "Give a number, -1 where it is unknown."));
            }
        }
        if (!good) {
            continue;
        }
        // Numbered as in the definition: 2 submit, 4 run, 5 allocated, 8 requested processors,
        // 9 requested time, 12 user, 15 queue.
        const double processors = value[4] > 0.0 ? value[4] : value[7];
        if (!(value[3] > 0.0) || !(processors > 0.0) || value[1] < 0.0) {
            ++idle;
            continue;
        }
        if (value[1] > kMaximumTimeS || value[3] > kMaximumTimeS || value[8] > kMaximumTimeS) {
            errors.push_back(traceError("TRC-007", path, line,
                                        "a time of the job is more than 3,000 years",
                                        "Check the unit of the times, or take the line out."));
            continue;
        }
        const double accelerators = std::ceil(processors / spec.processorsPerAccelerator - 1e-9);
        if (accelerators > kMaximumAccelerators) {
            errors.push_back(traceError("TRC-004", path, line,
                                        "the job asks for " + std::string{fields[4]} +
                                            " processors, more than 1000000 accelerators",
                                        "State processors_per_accelerator, or take the line out."));
            continue;
        }
        TraceJob job;
        job.submitS = value[1];
        job.durationS = value[3];
        job.accelerators = std::max(1, static_cast<int>(accelerators));
        job.requestedS = std::max(0.0, value[8]);
        job.tenant = value[11] >= 0.0 ? "user-" + std::string{fields[11]} : std::string{};
        job.name = "job-" + std::string{fields[0]};
        trace.jobs.push_back(std::move(job));
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    if (idle > 0) {
        trace.notes.push_back(count(idle, "jobs of unknown or no size or run time are left out"));
    }
    return trace;
}

bool looksLikeSwf(const std::filesystem::path& path, std::string_view text) {
    const std::string name = path.filename().string();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return name.ends_with(".swf") || name.ends_with(".swf.gz") ||
           (first != std::string_view::npos && text[first] == ';');
}

/// Scales and repeats.
void shape(JobTrace& trace, const JobTraceSpec& spec) {
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

ResultAll<JobTrace> parseTrace(const std::filesystem::path& path, std::string text,
                               const JobTraceSpec& spec) {
    ResultAll<JobTrace> trace;
    if (spec.format == TraceFormat::Swf ||
        (spec.format == TraceFormat::Auto && looksLikeSwf(path, text))) {
        trace = swfTrace(path, text, spec);
    } else if (spec.format == TraceFormat::Auto && looksLikeSacct(text)) {
        trace = sacctTrace(path, text);
    } else if (spec.format == TraceFormat::Auto && looksLikeKubernetes(text)) {
        trace = kubernetesTrace(path, text);
    } else {
        const auto table = parseCsv(path, std::move(text));
        if (!table) {
            return tl::unexpected(Errors{table.error()});
        }
        const bool pods = table->column("num_gpu") >= 0 && table->column("gpu_milli") >= 0 &&
                          table->column("creation_time") >= 0;
        trace = spec.format == TraceFormat::Openb || (spec.format == TraceFormat::Auto && pods)
                    ? openbTrace(path, *table)
                    : csvTrace(path, *table, spec);
    }
    if (trace && trace->jobs.empty()) {
        return tl::unexpected(Errors{
            traceError("TRC-005", path, 0, "holds no job that runs on an accelerator",
                       "Check that the right columns are named and that the file is complete.")});
    }
    if (trace) {
        shape(*trace, spec);
    }
    return trace;
}

}  // namespace

ResultAll<JobTrace> readJobTrace(const std::filesystem::path& path, const JobTraceSpec& spec) {
    auto text = readTextFile(path, kCsvMemoryPerByte);
    if (!text) {
        return tl::unexpected(Errors{text.error()});
    }
    return withinMemory(path, [&] { return parseTrace(path, std::move(*text), spec); });
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
