// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/sacct.h"

#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/document/json_text.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostSacctErrors = 20;
constexpr double kMostAcceleratorsOfAJob = 1e6;
constexpr double kMostRunS = 1e11;

std::vector<std::string_view> fieldsOf(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t from = 0;;) {
        const std::size_t bar = line.find('|', from);
        fields.push_back(line.substr(from, bar == std::string_view::npos ? bar : bar - from));
        if (bar == std::string_view::npos) {
            return fields;
        }
        from = bar + 1;
    }
}

std::string_view nextLine(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// "[days-]hh:mm:ss", "mm:ss"; nothing where it is none.
std::optional<double> elapsedS(std::string_view text) {
    double days = 0.0;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const auto number = parseNumber(text.substr(0, dash));
        if (!number || *number < 0.0) {
            return std::nullopt;
        }
        days = *number;
        text.remove_prefix(dash + 1);
    }
    double seconds = 0.0;
    int parts = 0;
    for (;;) {
        const std::size_t colon = text.find(':');
        const auto number = parseNumber(text.substr(0, colon));
        if (!number || *number < 0.0 || ++parts > 3) {
            return std::nullopt;
        }
        seconds = 60.0 * seconds + *number;
        if (colon == std::string_view::npos) {
            return parts < 2 ? std::nullopt : std::optional(86400.0 * days + seconds);
        }
        text.remove_prefix(colon + 1);
    }
}

/// Accelerators of a list of trackable resources: "billing=8,cpu=64,gres/gpu=8,gres/gpu:a100=8".
double acceleratorsOf(std::string_view tres) {
    double plain = 0.0, typed = 0.0;
    while (!tres.empty()) {
        const std::size_t comma = tres.find(',');
        const std::string_view item = tres.substr(0, comma);
        tres.remove_prefix(comma == std::string_view::npos ? tres.size() : comma + 1);
        const std::size_t equals = item.find('=');
        const auto count = equals == std::string_view::npos ? std::nullopt : parseNumber(item.substr(equals + 1));
        if (!count) {
            continue;
        }
        const std::string_view name = item.substr(0, equals);
        plain += name == "gres/gpu" ? *count : 0.0;
        typed += name.starts_with("gres/gpu:") ? *count : 0.0;
    }
    return plain > 0.0 ? plain : typed;
}

class SacctReader {
  public:
    SacctReader(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

    ResultAll<JobTrace> read() {
        header();
        if (!errors_.empty()) {
            return tl::unexpected(std::move(errors_));
        }
        while (!text_.empty() && errors_.size() < kMostSacctErrors) {
            ++line_;
            if (const std::string_view line = nextLine(text_); !line.empty()) {
                row(fieldsOf(line));
            }
        }
        if (!errors_.empty()) {
            return tl::unexpected(std::move(errors_));
        }
        double firstS = trace_.jobs.empty() ? 0.0 : trace_.jobs.front().submitS;
        for (const TraceJob& job : trace_.jobs) {
            firstS = std::min(firstS, job.submitS);
        }
        for (TraceJob& job : trace_.jobs) {
            job.submitS -= firstS;
        }
        note(steps_, "steps of jobs are parts of their jobs");
        note(unfinished_, "jobs that never started or are not done are left out");
        note(idle_, "jobs without an accelerator are left out");
        return std::move(trace_);
    }

  private:
    void fail(const char* code, std::string message, std::string remedy) {
        errors_.push_back({code, std::move(message), std::move(remedy), path_.string(), {}, line_});
    }

    void note(long count, const char* words) {
        if (count > 0) {
            trace_.notes.push_back(fmt::format("{} {}", count, words));
        }
    }

    void header() {
        line_ = 1;
        const auto names = fieldsOf(nextLine(text_));
        for (std::size_t i = 0; i < names.size(); ++i) {
            columns_.emplace(std::string(names[i]), i);
        }
        for (const auto& need : {std::vector<const char*>{"JobID", "JobIDRaw"}, {"Submit"},
                                 {"ElapsedRaw", "Elapsed", "End"}, {"AllocTRES", "ReqTRES"}}) {
            if (std::none_of(need.begin(), need.end(), [&](const char* name) { return columns_.contains(name); })) {
                fail("TRC-001", fmt::format("there is no column {}", inQuotes(need.front())),
                     "Ask sacct for it: --format=JobID,User,Submit,Start,End,ElapsedRaw,AllocTRES,State");
            }
        }
    }

    std::string_view field(const std::vector<std::string_view>& fields, std::initializer_list<const char*> names) const {
        for (const char* name : names) {
            const auto column = columns_.find(name);
            if (column != columns_.end() && column->second < fields.size() && !fields[column->second].empty()) {
                return fields[column->second];
            }
        }
        return {};
    }

    std::optional<double> runTime(const std::vector<std::string_view>& fields) const {
        if (const auto raw = parseNumber(field(fields, {"ElapsedRaw"}))) {
            return raw;
        }
        if (const std::string_view text = field(fields, {"Elapsed"}); !text.empty()) {
            return elapsedS(text);
        }
        const double fromS = models::calendarTimeS(field(fields, {"Start"}));
        const double toS = models::calendarTimeS(field(fields, {"End"}));
        return std::isnan(fromS) || std::isnan(toS) ? std::nullopt : std::optional(toS - fromS);
    }

    void row(const std::vector<std::string_view>& fields) {
        if (field(fields, {"JobID", "JobIDRaw"}).find('.') != std::string_view::npos) {
            ++steps_;
            return;
        }
        const std::string_view submitted = field(fields, {"Submit"});
        const std::string_view started = field(fields, {"Start"}), ended = field(fields, {"End"});
        const auto isOpen = [](std::string_view text) { return text == "Unknown" || text == "None"; };
        const auto seconds = runTime(fields);
        if (isOpen(submitted) || isOpen(started) || isOpen(ended) || !seconds || !(*seconds > 0.0)) {
            ++unfinished_;
            return;
        }
        const double submitS = models::calendarTimeS(submitted);
        if (std::isnan(submitS) || *seconds > kMostRunS) {
            fail("TRC-002", fmt::format("Submit is {}, or the run time {:g} s, which cannot be", inQuotes(submitted), *seconds),
                 "Let sacct print times as it does by itself (SLURM_TIME_FORMAT not set), or take the row out.");
            return;
        }
        const double accelerators = acceleratorsOf(field(fields, {"AllocTRES", "ReqTRES"}));
        if (!(accelerators >= 1.0 && accelerators <= kMostAcceleratorsOfAJob)) {
            ++idle_;
            return;
        }
        TraceJob job;
        job.submitS = submitS;
        job.durationS = *seconds;
        job.accelerators = static_cast<int>(std::ceil(accelerators));
        job.tenant = plainText(std::string(field(fields, {"Account", "User"})));
        job.name = plainText(std::string(field(fields, {"JobName"})));
        if (const auto minutes = parseNumber(field(fields, {"TimelimitRaw"})); minutes && *minutes > 0.0) {
            job.requestedS = 60.0 * *minutes;
        }
        trace_.jobs.push_back(std::move(job));
    }

    const std::filesystem::path& path_;
    std::string_view text_;
    std::map<std::string, std::size_t, std::less<>> columns_;
    JobTrace trace_;
    Errors errors_;
    int line_ = 0;
    long steps_ = 0, unfinished_ = 0, idle_ = 0;
};

}  // namespace

bool looksLikeSacct(std::string_view text) {
    const auto names = fieldsOf(nextLine(text));
    const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    return names.size() > 2 && (has("JobID") || has("JobIDRaw")) && has("Submit");
}

ResultAll<JobTrace> readSacct(const std::filesystem::path& path, std::string_view text) {
    return SacctReader(path, text).read();
}

}  // namespace headroom::engine
