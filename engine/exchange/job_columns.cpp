// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/job_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace headroom::engine {

namespace {

using JobHeads = std::vector<std::string_view>;
using models::JobTraceSpec;

/// A log that is known by heads that are together in no other.
struct KnownTable {
    JobTableKind kind;
    JobHeads heads;
};

const std::vector<KnownTable>& knownTables() {
    static const std::vector<KnownTable> tables = {
        {{.words = "pods of Alibaba's openb", .startMayLack = true},
         {"num_gpu", "gpu_milli", "creation_time", "deletion_time"}},
        {{.words = "the task table of Alibaba PAI", .sizeFactor = 0.01},
         {"inst_num", "plan_gpu", "start_time", "end_time"}},
        {{.words = "the job list of Alibaba PAI's simulator"},
         {"num_inst", "num_gpu", "submit_time", "duration"}},
        {{.words = "tasks of OpenDC",
          .countsProcessors = true,
          .times = LogTimeUnit::Inferred,
          .runTimes = LogTimeUnit::Milliseconds},
         {"submission_time", "duration", "cpu_count", "cpu_capacity"}},
        {{.words = "the job log of Acme"},
         {"gpu_num", "node_num", "gpu_time", "submit_time", "queue"}},
        {{.words = "the job log of Helios"},
         {"gpu_num", "node_num", "submit_time", "duration", "vc"}},
        {{.words = "the job log of Helios"},
         {"gpu_num", "node_num", "submit_time", "duration", "queue"}},
    };
    return tables;
}

JobTableKind tableKindOf(const TableHead& head) {
    for (const KnownTable& table : knownTables()) {
        bool all = true;
        for (const std::string_view name : table.heads) {
            all = all && head.column(name) >= 0;
        }
        if (all) {
            return table.kind;
        }
    }
    return {};
}

const JobHeads kSubmit = {"submit_s",        "submit_time",         "submitted_time",
                          "submission_time", "submitted_s",         "submitted",
                          "submit",          "creation_time",       "creationTimestamp",
                          "created",         "arrival_s",           "arrival_time",
                          "arrival",         "queued_time",         "enqueue_time",
                          "submitted_at",    "queued_at",           "queued_at_ms",
                          "submit_time_ms",  "created_at",          "qtime",
                          "enqueued_at",     "submission_timestamp"};
const JobHeads kStart = {"start_s",        "start_time",    "scheduled_time", "started",
                         "start",          "startTime",     "begin",          "begin_time",
                         "started_at",     "started_at_ms", "start_time_ms",  "stime",
                         "start_timestamp"};
const JobHeads kEnd = {"end_s",          "end_time",    "deletion_time", "finish_time",
                       "finished",       "end",         "endTime",       "completion_time",
                       "completed_at",   "finish",      "ended_at",      "finished_at",
                       "finished_at_ms", "end_time_ms", "mtime",         "end_timestamp"};
const JobHeads kDuration = {"duration_s", "duration",    "run_s",       "run_time",
                            "runtime_s",  "runtime",     "run_time_s",  "elapsed_s",
                            "elapsed",    "ElapsedRaw",  "walltime",    "duration_min",
                            "duration_h", "duration_ms", "runtime_min", "runtime_h"};
const JobHeads kSize = {"num_gpus",
                        "accelerators",
                        "gpus",
                        "num_gpu",
                        "gpu_num",
                        "n_gpus",
                        "gpu_count",
                        "ngpus",
                        "num_accelerators",
                        "gpu",
                        "GPUs requested",
                        "requested_gpus",
                        "gpus_requested",
                        "plan_gpu",
                        "gpu count",
                        "accelerator_count",
                        "num_accelerator",
                        "allocated gpus",
                        "gpus allocated",
                        "gpu allocated"};
const JobHeads kProcessors = {"gpu_count", "cpu_count", "processors", "cpus"};
const JobHeads kTenant = {"vc", "user", "tenant", "qos", "account", "group", "team", "queue"};
const JobHeads kName = {"job_name", "name", "job_id", "jobid", "id"};
const JobHeads kRequested = {"requested_s", "time_limit_s", "requested_time"};
const JobHeads kAccelerator = {"gpu_type", "gpu_model", "accelerator_type", "gpu_kind"};

/// A head in small letters, without the blanks and marks that end it.
std::string lowHead(std::string_view head) {
    std::string low(head.substr(0, head.find_last_not_of("_ .([") + 1));
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return low;
}

/// Where the unit of time begins that a head ends with; 0 if it ends with none.
std::size_t unitAt(std::string_view head) {
    const std::size_t at = head.find_last_of("_ .([");
    return timeUnitOfHead(head) && at != std::string_view::npos ? at : 0;
}

class JobColumnFinder {
  public:
    JobColumnFinder(const TableHead& head, const std::string& file) : head_(head), file_(file) {}

    /// A column by the name that its user gave, or else by the heads that are known; -1 if none.
    int find(const std::string& named, const JobHeads& known, const char* key) {
        if (named.empty()) {
            return head_.column(known);
        }
        const int at = head_.column(named);
        if (at < 0) {
            fault(fmt::format("there is no column \"{}\"", named),
                  fmt::format("Name a column with {}.", key));
        }
        return at;
    }

    /// The same for a column of times, whose head may end with its unit: "Submit (h)" is found by "submit".
    int findTimes(const std::string& named, const JobHeads& known, const char* key) {
        const int at = find(named, known, key);
        if (at >= 0 || !named.empty()) {
            return at;
        }
        for (std::size_t i = 0; i < head_.names.size(); ++i) {
            const std::string stem = lowHead(head_.names[i].substr(0, unitAt(head_.names[i])));
            const bool isKnown = !stem.empty() && std::any_of(known.begin(), known.end(),
                                                              [&](std::string_view word) {
                                                                  return lowHead(word) == stem;
                                                              });
            if (isKnown) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }

    void fault(std::string message, const std::string& remedy) {
        Error error;
        error.code = "TRC-001";
        error.message = std::move(message);
        error.remedy = fmt::format("{} The columns are {}.", remedy, fmt::join(head_.names, ", "));
        error.file = file_;
        error.line = head_.line;
        errors.push_back(std::move(error));
    }

    Errors errors;

  private:
    const TableHead& head_;
    const std::string& file_;
};

/// Columns of a table from which jobs can be made.
void requireAll(JobColumnFinder& find, const JobColumns& c) {
    if (c.submit < 0 && c.start < 0) {
        find.fault("no column looks like the time of submission", "Name it with submit_column.");
    }
    if (c.duration < 0 && c.end < 0) {
        find.fault("no column looks like the run time or the time of the end",
                   "Name one with duration_column or end_column.");
    } else if (c.duration < 0 && c.start < 0 && !c.kind.startMayLack) {
        find.fault("no column looks like the time of the start, which the run time is counted from",
                   "Name it with start_column.");
    }
    if (c.size < 0) {
        find.fault("no column looks like the number of accelerators", "Name it with size_column.");
    }
}

}  // namespace

JobColumns paiTaskColumns() {
    JobColumns c;
    c.kind = {.words = "the task table of Alibaba PAI, which has no names of columns",
              .sizeFactor = 0.01};
    c.name = 0;
    c.copies = 2;
    c.start = 4;
    c.end = 5;
    c.size = 8;
    c.accelerator = 9;
    return c;
}

ResultAll<JobColumns> jobColumns(const TableHead& head, const JobTraceSpec& spec,
                                 const std::string& file) {
    JobColumnFinder find(head, file);
    JobColumns c;
    c.kind = tableKindOf(head);
    c.submit = find.findTimes(spec.submitColumn, kSubmit, "submit_column");
    c.start = find.findTimes(spec.startColumn, kStart, "start_column");
    c.end = find.findTimes(spec.endColumn, kEnd, "end_column");
    c.duration = find.findTimes(spec.durationColumn, kDuration, "duration_column");
    c.size =
        find.find(spec.sizeColumn, c.kind.countsProcessors ? kProcessors : kSize, "size_column");
    c.tenant = find.find(spec.tenantColumn, kTenant, "tenant_column");
    c.name = find.find(spec.nameColumn, kName, "name_column");
    c.priority = find.find(spec.priorityColumn, {}, "priority_column");
    c.deadline = find.find(spec.deadlineColumn, {}, "deadline_column");
    c.requested = find.findTimes(spec.requestedColumn, kRequested, "requested_column");
    c.accelerator = find.find(spec.kindColumn, kAccelerator, "kind_column");
    if (spec.sizeColumn.empty()) {
        c.copies = head.column(JobHeads{"inst_num", "num_inst"});
        c.thousandths = c.size >= 0 ? head.column("gpu_milli") : -1;
        c.kind.countsProcessors = c.kind.countsProcessors && head.column("gpu_count") < 0;
    } else {
        c.kind.sizeFactor = 1.0;
        c.kind.countsProcessors = false;
    }
    if (find.errors.empty()) {
        requireAll(find, c);
    }
    if (!find.errors.empty()) {
        return tl::unexpected(std::move(find.errors));
    }
    return c;
}

std::string JobColumns::words(const TableHead& head) const {
    struct Part {
        const char* what;
        int column;
    };

    const bool byDuration = duration >= 0;
    const auto parts = std::to_array<Part>({{"submission", submit >= 0 ? submit : start},
                                            {"start", byDuration ? -1 : start},
                                            {"end", byDuration ? -1 : end},
                                            {"run time", duration},
                                            {"size", size},
                                            {"copies", copies},
                                            {"tenant", tenant},
                                            {"accelerator", accelerator}});
    std::string text;
    for (const Part& part : parts) {
        if (part.column >= 0) {
            text += fmt::format("{}{} from {}", text.empty() ? "" : ", ", part.what,
                                head.names[static_cast<std::size_t>(part.column)]);
        }
    }
    return text;
}

}  // namespace headroom::engine
