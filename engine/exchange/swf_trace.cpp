// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/exchange/cluster_log.h"
#include "engine/exchange/job_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kFields = 18;
constexpr double kMostS = 1e11;  // 3,170 years: beyond, a unit is mistaken

/// Fields of a line, numbered from 1 as in the definition.
enum Field { Id = 1, Submit = 2, Run = 4, Allocated = 5, Requested = 8, RequestedTime = 9, Status = 11, User = 12 };

using Fields = std::array<std::string_view, kFields + 1>;

/// The fields of a line, blanks between them; how many there are is in the first place of the answer.
std::size_t split(std::string_view line, Fields& fields) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t from = line.find_first_not_of(" \t\r", i);
        if (from == std::string_view::npos) {
            break;
        }
        i = std::min(line.find_first_of(" \t\r", from), line.size());
        if (++count <= kFields) {
            fields[count] = line.substr(from, i - from);
        }
    }
    return count;
}

class SwfReader {
  public:
    SwfReader(const std::filesystem::path& path, const models::JobTraceSpec& spec) : spec_(spec), log_(path) {}

    ResultAll<JobTrace> read(std::string_view text) {
        for (long line = 1; !text.empty(); ++line) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            take(text.substr(0, end), line);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        log_.note(parts_, "lines tell parts of jobs (status 2 to 4) that a line of their own tells whole");
        return log_.finish(false);
    }

  private:
    void take(std::string_view text, long line) {
        Fields fields;
        const std::size_t count = split(text, fields);
        if (count == 0 || fields[1].front() == ';') {
            return;
        }
        if (count != kFields) {
            log_.unreadable(line, fmt::format("{} fields instead of 18", count));
            return;
        }
        std::array<double, kFields + 1> value{};
        for (std::size_t i = 1; i <= kFields; ++i) {
            const auto number = parseNumber(fields[i]);
            if (!number) {
                log_.unreadable(line, fmt::format("field {} is \"{}\", not a number", i, fields[i]));
                return;
            }
            value[i] = *number;
        }
        if (value[Status] >= 2.0 && value[Status] <= 4.0) {
            ++parts_;
            return;
        }
        if (value[Submit] > kMostS || value[Run] > kMostS || value[RequestedTime] > kMostS) {
            log_.unreadable(line, "a time of more than 3,000 years");
            return;
        }
        if (value[Run] < 0.0 || value[Submit] < 0.0) {
            log_.unended(line, value[Run] < 0.0 ? "no run time" : "no time of submission");
            return;
        }
        const double processors = value[Allocated] > 0.0 ? value[Allocated] : value[Requested];
        TraceJob job;
        job.submitS = value[Submit];
        job.durationS = value[Run];
        job.requestedS = value[RequestedTime];
        job.tenant = value[User] >= 0.0 ? fmt::format("user-{}", fields[User]) : std::string{};
        job.name = fmt::format("job-{}", fields[Id]);
        log_.add(std::move(job), processors / spec_.processorsPerAccelerator, fmt::format("line {}", line));
    }

    const models::JobTraceSpec& spec_;
    JobLog log_;
    long parts_ = 0;
};

}  // namespace

ResultAll<JobTrace> swfTrace(const std::filesystem::path& path, std::string_view text, const models::JobTraceSpec& spec) {
    return SwfReader(path, spec).read(text);
}

}  // namespace headroom::engine
