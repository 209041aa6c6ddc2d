// SPDX-License-Identifier: Apache-2.0
#include "engine/border/log_times.h"
#include "engine/exchange/cluster_log.h"
#include "engine/exchange/slurm_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace headroom::engine {

namespace {

using SacctHeads = std::vector<std::string_view>;

constexpr const char* kPrintThem =
    "Print it: sacct -a -X --parsable2 -o "
    "JobID,JobName,Account,Submit,Start,End,AllocTRES,ReqTRES,TimelimitRaw,Priority";

/// Columns of a table that sacct printed; -1 where there is none.
struct SacctColumns {
    int id = -1, name = -1, tenant = -1, submit = -1, start = -1, end = -1;
    int elapsed = -1, elapsedRaw = -1;
    int given = -1, asked = -1, limit = -1, limitMinutes = -1, priority = -1, state = -1;
};

SacctColumns sacctColumns(const TableHead& head) {
    SacctColumns c;
    c.id = head.column(SacctHeads{"JobID", "JobIDRaw"});
    c.name = head.column("JobName");
    c.tenant = head.column(SacctHeads{"Account", "User"});
    c.submit = head.column("Submit");
    c.start = head.column("Start");
    c.end = head.column("End");
    c.elapsed = head.column("Elapsed");
    c.elapsedRaw = head.column("ElapsedRaw");
    c.given = head.column(SacctHeads{"AllocTRES", "AllocGRES", "TresAlloc"});
    c.asked = head.column(SacctHeads{"ReqTRES", "ReqGRES", "TresReq"});
    c.limit = head.column("Timelimit");
    c.limitMinutes = head.column("TimelimitRaw");
    c.priority = head.column("Priority");
    c.state = head.column("State");
    return c;
}

/// Jobs of a table of sacct. Steps (3001.batch, 3001.0) are not jobs.
class SacctTable {
  public:
    SacctTable(TableReader& table, const LogReading& reading)
        : table_(table), c_(sacctColumns(table.head())), slurm_(table.file(), reading) {}

    ResultAll<JobTrace> read() {
        Errors errors;
        for (const auto& [column, name] : {std::pair{c_.submit, "Submit"},
                                           {c_.start, "Start"},
                                           {std::max({c_.end, c_.elapsed, c_.elapsedRaw}), "End"},
                                           {std::max(c_.given, c_.asked), "AllocTRES"}}) {
            if (column < 0) {
                errors.push_back(slurm_.log().error(
                    "TRC-001", fmt::format("sacct printed no column \"{}\"", name), kPrintThem,
                    table_.head().line));
            }
        }
        if (!errors.empty()) {
            return tl::unexpected(std::move(errors));
        }
        observe();
        while (table_.next() && slurm_.log().goesOn(0.5 + 0.5 * table_.share())) {
            row();
        }
        if (c_.id < 0) {
            slurm_.log().note(
                "the column JobID is missing: steps are recognised by their names (batch, extern)");
        }
        slurm_.log().note(
            otherClock_,
            "jobs have an Elapsed that differs from End - Start (daylight saving, suspension); "
            "their run time is Elapsed");
        slurm_.log().note(
            cut_,
            "cells of AllocTRES are cut off and end with +; print whole cells with --parsable2");
        if (table_.skipped().count() > 0) {
            slurm_.log().note(table_.skippedWords());
        }
        return slurm_.finish();
    }

  private:
    void observe() {
        while (table_.next() && slurm_.log().goesOn(0.5 * table_.share())) {
            submit_.observe(table_.cell(c_.submit));
            start_.observe(table_.cell(c_.start));
            end_.observe(table_.cell(c_.end));
        }
        table_.rewind();
        // A column without a time: its rows are left out one by one.
        static_cast<void>(submit_.decide());
        static_cast<void>(start_.decide(&submit_));
        static_cast<void>(end_.decide(&submit_));
    }

    bool isStep() const {
        if (c_.id >= 0) {
            return table_.cell(c_.id).find('.') != std::string_view::npos;
        }
        const std::string_view name = table_.cell(c_.name);
        return name == "batch" || name == "extern";
    }

    /// When the job ended: its start and Elapsed, which no change of the clock and no suspension falsifies; else End.
    std::optional<double> endOf(std::optional<double> startS) {
        if (c_.state >= 0 && isUnendedState(table_.cell(c_.state))) {
            return std::nullopt;
        }
        const auto endS = end_.seconds(table_.cell(c_.end));
        const auto raw = readNumber(table_.cell(c_.elapsedRaw));
        const auto ranS = raw ? raw : clockDurationS(table_.cell(c_.elapsed));
        if (!startS || !ranS || (c_.end >= 0 && !endS)) {
            return endS;
        }
        constexpr double kRounding = 1.5;  // times and Elapsed are whole seconds
        otherClock_ += endS && std::abs(*endS - *startS - *ranS) > kRounding ? 1 : 0;
        return *startS + *ranS;
    }

    void row() {
        if (isStep()) {
            return;
        }
        SlurmJob job;
        const std::string_view given = table_.cell(c_.given);
        cut_ += given.ends_with('+') ? 1 : 0;
        job.gres = slurmGres(given.empty() ? table_.cell(c_.asked) : given);
        job.submitS = submit_.seconds(table_.cell(c_.submit));
        if (job.gres.count > 0.0 && !job.submitS) {
            slurm_.log().unreadable(
                table_.line(), fmt::format("Submit is \"{}\", not a time", table_.cell(c_.submit)));
            return;
        }
        job.startS = start_.seconds(table_.cell(c_.start));
        job.endS = endOf(job.startS);
        job.id = table_.cell(c_.id);
        if (const std::size_t plus = job.id.find('+'); plus != std::string::npos) {
            job.heterogeneous = job.id.substr(0, plus);
        }
        job.name = table_.cell(c_.name);
        job.tenant = table_.cell(c_.tenant);
        const auto minutes = readNumber(table_.cell(c_.limitMinutes));
        constexpr double kMinuteS = 60.0;
        job.requestedS =
            minutes ? *minutes * kMinuteS : clockDurationS(table_.cell(c_.limit)).value_or(0.0);
        job.priority = readNumber(table_.cell(c_.priority)).value_or(0.0);
        slurm_.add(job, fmt::format("line {}", table_.line()));
    }

    TableReader& table_;
    SacctColumns c_;
    SlurmLog slurm_;
    long cut_ = 0;         ///< cells that sacct cut to the width of their column
    long otherClock_ = 0;  ///< jobs whose Elapsed is not End - Start
    LogTimes submit_{"Submit", LogTimeUnit::Inferred}, start_{"Start", LogTimeUnit::Inferred},
        end_{"End", LogTimeUnit::Inferred};
};

}  // namespace

bool isSacctTable(const TableHead& head) {
    const SacctColumns c = sacctColumns(head);
    // The default output of sacct has no times. This reader names the columns to ask for.
    const bool isDefault =
        c.id >= 0 && head.column("AllocCPUS") >= 0 && head.column("ExitCode") >= 0;
    return isDefault || (c.submit >= 0 && c.start >= 0 &&
                         (c.given >= 0 || c.asked >= 0 || head.form == TableForm::Bar));
}

ResultAll<JobTrace> sacctTable(TableReader& table, const LogReading& reading) {
    return SacctTable(table, reading).read();
}

}  // namespace headroom::engine
