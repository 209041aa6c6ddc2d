// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/exchange/cluster_log.h"
#include "models/core/calendar.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostSacctErrors = 20;
constexpr double kMostOfAJob = 1e6;

std::string_view nextLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

std::vector<std::string_view> cellsOf(std::string_view line) {
    std::vector<std::string_view> cells;
    for (;;) {
        const std::size_t bar = line.find('|');
        cells.push_back(line.substr(0, bar));
        if (bar == std::string_view::npos) {
            return cells;
        }
        line.remove_prefix(bar + 1);
    }
}

/// Accelerators of "billing=8,cpu=64,gres/gpu:h100=8,gres/gpu=8": the sum of the kinds where no total stands. Nothing: none.
double acceleratorsOf(std::string_view tres) {
    double total = 0.0, kinds = 0.0;
    while (!tres.empty()) {
        const std::string_view one = tres.substr(0, tres.find(','));
        tres.remove_prefix(std::min(one.size() + 1, tres.size()));
        const std::size_t equals = one.find('=');
        if (!one.starts_with("gres/gpu") || equals == std::string_view::npos) {
            continue;
        }
        const double count = parseNumber(one.substr(equals + 1)).value_or(0.0);
        (one.substr(0, equals) == "gres/gpu" ? total : kinds) += count;
    }
    return total > 0.0 ? total : kinds;
}

/// The table, by the names of its columns.
class SacctReader {
  public:
    SacctReader(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

    ResultAll<JobTrace> read() {
        const auto header = cellsOf(nextLine(text_));
        const auto column = [&](std::string_view name) {
            const auto found = std::find(header.begin(), header.end(), name);
            return found == header.end() ? kNone : static_cast<std::size_t>(found - header.begin());
        };
        const std::size_t submit = needed(column("Submit"), "Submit"), start = needed(column("Start"), "Start"),
                          end = needed(column("End"), "End");
        const std::size_t given = column("AllocTRES"), asked = column("ReqTRES");
        if (given == kNone && asked == kNone) {
            needed(kNone, "AllocTRES");
        }
        const std::size_t id = column("JobID"), name = column("JobName"), limit = column("TimelimitRaw"),
                          priority = column("Priority");
        const std::size_t tenant = column("Account") != kNone ? column("Account") : column("User");
        for (line_ = 2; !text_.empty() && errors_.size() < kMostSacctErrors; ++line_) {
            const std::string_view row = nextLine(text_);
            if (row.empty()) {
                continue;
            }
            cells_ = cellsOf(row);
            if (cells_.size() < header.size()) {
                report("TRC-006", "the line has " + std::to_string(cells_.size()) + " cells, the header " + std::to_string(header.size()),
                       "Take what `sacct --parsable2` prints as it is.");
                continue;
            }
            if (cell(id).find('.') != std::string_view::npos) {
                continue;  // a step of the job above
            }
            const double accelerators = std::max(acceleratorsOf(cell(given)), cell(given).empty() ? acceleratorsOf(cell(asked)) : 0.0);
            if (accelerators < 1.0) {
                ++without_;
                continue;
            }
            const auto submitS = time(submit), startS = time(start), endS = time(end);
            if (!submitS) {
                report("TRC-002", "Submit is \"" + std::string(shortened(cell(submit), 80)) + "\", not a date and time", "Take the line out.");
                continue;
            }
            if (!startS || !endS || *endS <= *startS) {
                ++unended_;
                continue;
            }
            if (accelerators > kMostOfAJob || accelerators != std::floor(accelerators)) {
                report("TRC-004", "the job holds " + std::string(cell(given)) + ", no whole number of accelerators up to 1000000",
                       "Take the line out.");
                continue;
            }
            TraceJob job;
            job.submitS = *submitS;
            job.durationS = *endS - *startS;
            job.accelerators = static_cast<int>(accelerators);
            job.requestedS = 60.0 * parseNumber(cell(limit)).value_or(0.0);
            job.priority = static_cast<int>(std::clamp(parseNumber(cell(priority)).value_or(0.0), -1e6, 1e6));
            job.tenant = plainText(cell(tenant));
            job.name = plainText(cell(name).empty() ? cell(id) : cell(name));
            first_ = std::min(first_, job.submitS);
            trace_.jobs.push_back(std::move(job));
        }
        if (!errors_.empty()) {
            return tl::unexpected(std::move(errors_));
        }
        for (TraceJob& job : trace_.jobs) {
            job.submitS -= first_;
        }
        note(without_, "jobs without an accelerator (gres/gpu) are left out");
        note(unended_, "jobs that did not start or have not ended are left out");
        return std::move(trace_);
    }

  private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    std::size_t needed(std::size_t column, const char* name) {
        if (column == kNone) {
            line_ = 1;
            report("TRC-001", std::string("there is no column \"") + name + '"',
                   "Print them: sacct -a -X --parsable2 -o JobID,JobName,Account,Submit,Start,End,AllocTRES,ReqTRES,TimelimitRaw,Priority");
        }
        return column;
    }

    std::string_view cell(std::size_t column) const { return column < cells_.size() ? cells_[column] : std::string_view(); }

    /// Nothing: "Unknown", "None", or what is no time.
    std::optional<double> time(std::size_t column) const {
        const double seconds = models::calendarTimeS(cell(column));
        return std::isnan(seconds) ? std::nullopt : std::optional(seconds);
    }

    void report(const char* code, std::string message, std::string remedy) {
        errors_.push_back({code, std::move(message), std::move(remedy), path_.string(), {}, line_});
    }

    void note(std::size_t count, const char* what) {
        if (count > 0) {
            trace_.notes.push_back(std::to_string(count) + ' ' + what);
        }
    }

    const std::filesystem::path& path_;
    std::string_view text_;
    std::vector<std::string_view> cells_;
    JobTrace trace_;
    Errors errors_;
    double first_ = std::numeric_limits<double>::infinity();
    std::size_t without_ = 0, unended_ = 0;
    int line_ = 1;
};

}  // namespace

bool looksLikeSacct(std::string_view text) {
    const auto cells = cellsOf(nextLine(text));
    return cells.size() > 2 && std::find(cells.begin(), cells.end(), "Submit") != cells.end();
}

ResultAll<JobTrace> sacctTrace(const std::filesystem::path& path, std::string_view text) {
    return SacctReader(path, text).read();
}

}  // namespace headroom::engine
