// SPDX-License-Identifier: Apache-2.0
#include "engine/border/formats.h"
#include "engine/exchange/cluster_log.h"
#include "engine/exchange/gathered_jobs.h"
#include "engine/exchange/job_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom::engine {

namespace {

using models::JobTraceSpec;

class JobTable {
  public:
    JobTable(TableReader& table, const JobColumns& columns, const JobTraceSpec& spec,
             const LogReading& reading)
        : table_(table),
          columns_(columns),
          spec_(spec),
          log_(table.file(), reading),
          submit_(head(columns.submit), unit(spec.time, columns.kind.times)),
          start_(head(columns.start), unit(spec.time, columns.kind.times)),
          end_(head(columns.end), unit(spec.time, columns.kind.times)),
          deadline_(head(columns.deadline), unit(spec.time, columns.kind.times)),
          runTime_(head(columns.duration), runUnit()),
          requested_(head(columns.requested), runUnit()) {}

    ResultAll<JobTrace> read() {
        NumberColumn numbers;
        while (table_.next() && log_.goesOn(0.5 * table_.share())) {
            for (auto& [times, column] : timeColumns()) {
                times->observe(table_.cell(column));
            }
            for (const int column : {columns_.duration, columns_.requested, columns_.size,
                                     columns_.copies, columns_.priority}) {
                numbers.observe(table_.cell(column));
            }
        }
        if (log_.isCancelled() || table_.rows() == 0) {
            return log_.finish(false);
        }
        style_ = numbers.style(table_.head().separator());
        runTime_.write(style_);
        requested_.write(style_);
        const LogTimes* first = nullptr;
        for (auto& [times, column] : timeColumns()) {
            if (column < 0) {
                continue;
            }
            if (const auto fine = times->decide(first); !fine && needs(column)) {
                return tl::unexpected(Errors{
                    log_.error(fine.error().code,
                               fmt::format("column \"{}\": {}", head(column), fine.error().message),
                               fine.error().remedy, table_.head().line)});
            } else if (fine && first == nullptr) {
                first = times;
            }
        }
        table_.rewind();
        while (table_.next() && log_.goesOn(0.5 + 0.5 * table_.share())) {
            row();
        }
        describe();
        return log_.finish(columns_.submit >= 0 ? submit_.isSinceEpoch() : start_.isSinceEpoch());
    }

  private:
    struct TimeColumn {
        LogTimes* times;
        int column;
    };

    std::string head(int column) const {
        return column < 0 ? std::string() : table_.head().names[static_cast<std::size_t>(column)];
    }

    static LogTimeUnit unit(models::TraceTime stated, LogTimeUnit known) {
        return stated == models::TraceTime::Auto ? known : logTimeUnit(stated);
    }

    /// Run times are numbers next to dates; else they are in the unit of the other times.
    LogTimeUnit runUnit() const {
        if (spec_.runTime != models::TraceTime::Auto) {
            return logTimeUnit(spec_.runTime);
        }
        return spec_.time == models::TraceTime::Auto || spec_.time == models::TraceTime::DateTime
                   ? columns_.kind.runTimes
                   : logTimeUnit(spec_.time);
    }

    std::array<TimeColumn, 4> timeColumns() {
        return {TimeColumn{&submit_, columns_.submit},
                {&start_, columns_.start},
                {&end_, columns_.end},
                {&deadline_, columns_.deadline}};
    }

    bool needs(int column) const {
        return column == columns_.submit || (columns_.submit < 0 && column == columns_.start) ||
               (columns_.duration < 0 && column == columns_.end);
    }

    std::optional<double> time(LogTimes& times, int column) {
        return column < 0 ? std::nullopt : times.seconds(table_.cell(column));
    }

    void unreadable(int column, const char* wanted) {
        const std::string_view cell = table_.cell(column);
        log_.unreadable(table_.line(), cell.empty() ? fmt::format("{} is empty", head(column))
                                                    : fmt::format("{} is \"{}\", not {}",
                                                                  head(column), cell, wanted));
    }

    /// Accelerators of the row; nothing if its cells cannot be read.
    std::optional<double> size() {
        const auto number = [&](int column) -> std::optional<double> {
            const auto value = readNumber(table_.cell(column), style_);
            if (!value || *value < 0.0) {
                unreadable(column, "a number of at least 0");
                return std::nullopt;
            }
            return value;
        };
        auto answer = columns_.copies >= 0 && saysMissing(table_.cell(columns_.size))
                          ? std::optional(0.0)
                          : number(columns_.size);
        if (answer && columns_.copies >= 0) {
            const auto copies = number(columns_.copies);
            answer = copies ? std::optional(*answer * *copies) : std::nullopt;
        }
        if (!answer) {
            return std::nullopt;
        }
        *answer *= columns_.kind.sizeFactor;
        if (columns_.kind.countsProcessors) {
            *answer = std::ceil(*answer / spec_.processorsPerAccelerator - 1e-9);
        }
        if (columns_.thousandths >= 0 && *answer == 1.0) {
            const auto share = readNumber(table_.cell(columns_.thousandths));
            *answer = share && *share > 0.0 ? std::min(1.0, *share / 1000.0) : 1.0;
        }
        return answer;
    }

    /// Run time by its own column, else from start to end; nothing if the job has not ended.
    std::optional<double> runTime(std::optional<double> submitS, std::optional<double> startS) {
        if (columns_.duration >= 0 && !saysMissing(table_.cell(columns_.duration))) {
            const auto runS = runTime_.seconds(table_.cell(columns_.duration));
            if (!runS) {
                unreadable(columns_.duration, "a length of time");
            } else if (*runS < 0.0) {
                unreadable(columns_.duration, "0 or more");
            }
            return runS && *runS >= 0.0 ? runS : std::nullopt;
        }
        const auto endS = time(end_, columns_.end);
        if (!startS && columns_.kind.startMayLack) {
            unscheduled_ += submitS && endS ? 1 : 0;
            startS = submitS;
        }
        if (!startS || !endS) {
            const int lacking = columns_.end < 0 ? columns_.duration
                                : !endS          ? columns_.end
                                                 : columns_.start;
            log_.unended(table_.line(), lacking < 0 ? std::string()
                                                    : fmt::format("{} is \"{}\"", head(lacking),
                                                                  table_.cell(lacking)));
            return std::nullopt;
        }
        if (*endS < *startS) {
            log_.unreadable(table_.line(), fmt::format("{} is before {}", head(columns_.end),
                                                       head(columns_.start)));
            return std::nullopt;
        }
        return *endS - *startS;
    }

    void row() {
        const auto accelerators = size();
        if (!accelerators) {
            return;
        }
        if (*accelerators <= 0.0) {
            log_.idle();
            return;
        }
        const auto startS = time(start_, columns_.start);
        auto submitS = columns_.submit < 0 ? startS : time(submit_, columns_.submit);
        const int submitColumn = columns_.submit < 0 ? columns_.start : columns_.submit;
        if (!submitS && saysMissing(table_.cell(submitColumn)) && startS) {
            submitS = startS;
        }
        const LogTimes& clock = columns_.submit < 0 ? start_ : submit_;
        if (!submitS || (*submitS < 0.0 && !clock.isSinceEpoch())) {
            unreadable(submitColumn, submitS ? "a time after the start of the log" : "a time");
            return;
        }
        const auto runS = runTime(submitS, startS);
        if (!runS) {
            return;
        }
        TraceJob job;
        job.submitS = *submitS;
        job.durationS = *runS;
        if (startS && *startS < *submitS) {
            ++early_;
            job.submitS = *startS;
        }
        rest(job);
        log_.add(std::move(job), *accelerators, fmt::format("line {}", table_.line()));
    }

    void rest(TraceJob& job) {
        job.tenant =
            columns_.tenant < 0 ? std::string() : std::string(table_.cell(columns_.tenant));
        job.name = columns_.name < 0 ? std::string() : std::string(table_.cell(columns_.name));
        job.kind = columns_.accelerator < 0 ? -1 : log_.kind(table_.cell(columns_.accelerator));
        constexpr double kMostPriority = 1e6;
        if (columns_.priority >= 0) {
            job.priority = static_cast<int>(
                std::clamp(readNumber(table_.cell(columns_.priority), style_).value_or(0.0),
                           -kMostPriority, kMostPriority));
        }
        if (columns_.requested >= 0) {
            job.requestedS =
                std::max(0.0, requested_.seconds(table_.cell(columns_.requested)).value_or(0.0));
        }
        job.deadlineS = time(deadline_, columns_.deadline).value_or(-1.0);
    }

    void describe() {
        if (!columns_.kind.words.empty()) {
            log_.note(fmt::format("read as {}", columns_.kind.words));
        }
        log_.note("columns: " + columns_.words(table_.head()));
        if (columns_.kind.countsProcessors) {
            log_.note(
                fmt::format("{:g} processors count as one accelerator (processors_per_accelerator)",
                            spec_.processorsPerAccelerator));
        }
        log_.note(unscheduled_,
                  "jobs have no time of start: their run time counts from their submission");
        log_.note(early_, "jobs start before their submission, which is taken as their start");
        if (table_.skipped().count() > 0) {
            log_.note(table_.skippedWords());
        }
    }

    TableReader& table_;
    const JobColumns& columns_;
    const JobTraceSpec& spec_;
    GatheredJobs log_;
    LogTimes submit_, start_, end_, deadline_;
    LogDurations runTime_, requested_;
    NumberStyle style_;
    long unscheduled_ = 0, early_ = 0;
};

}  // namespace

ResultAll<JobTrace> jobTable(TableReader& table, const JobTraceSpec& spec,
                             const LogReading& reading) {
    const bool isBare = spec.sizeColumn.empty() && isPaiTask(table.head().names);
    if (isBare) {
        table.takeNamesAsValues();
    }
    const auto columns = isBare ? paiTaskColumns() : jobColumns(table.head(), spec, table.file());
    if (!columns) {
        return tl::unexpected(columns.error());
    }
    return JobTable(table, *columns, spec, reading).read();
}

}  // namespace headroom::engine
