// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/exchange/cluster_log.h"
#include "engine/exchange/gathered_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace headroom::engine {

namespace {

constexpr std::size_t kSwfFields = 18;
constexpr double kMostSwfS = 1e11;  // 3,170 years: beyond, a unit is mistaken

/// SwfFields of a line, numbered from 1 as in the definition.
struct SwfField {
    enum : std::size_t {
        Id = 1,
        Submitted = 2,
        RunTime = 4,
        Allocated = 5,
        Requested = 8,
        RequestedTime = 9,
        Status = 11,
        User = 12
    };
};

using SwfFields = std::array<std::string_view, kSwfFields + 1>;

/// The fields of a line, blanks between them; how many there are is in the first place of the answer.
std::size_t swfFields(std::string_view line, SwfFields& fields) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t from = line.find_first_not_of(" \t\r", i);
        if (from == std::string_view::npos) {
            break;
        }
        i = std::min(line.find_first_of(" \t\r", from), line.size());
        if (++count <= kSwfFields) {
            fields[count] = line.substr(from, i - from);
        }
    }
    return count;
}

class SwfReader {
  public:
    SwfReader(const std::filesystem::path& path, const models::JobTraceSpec& spec,
              const LogReading& reading)
        : spec_(spec), log_(path, reading) {}

    ResultAll<JobTrace> read(TextWindow& window) {
        long line = 0;
        do {
            std::string_view text = window.text();
            while (!text.empty() && log_.goesOn(window.share())) {
                const std::size_t end = std::min(text.find('\n'), text.size());
                take(text.substr(0, end), ++line);
                text.remove_prefix(std::min(end + 1, text.size()));
            }
        } while (window.more(window.text().size()));
        log_.note(parts_,
                  "lines tell parts of jobs (status 2 to 4) that a line of their own tells whole");
        return log_.finish(false);
    }

  private:
    void take(std::string_view text, long line) {
        SwfFields fields;
        const std::size_t count = swfFields(text, fields);
        if (count == 0 || fields[1].front() == ';') {
            return;
        }
        if (count != kSwfFields) {
            log_.unreadable(line, fmt::format("{} fields instead of 18", count));
            return;
        }
        std::array<double, kSwfFields + 1> value{};
        for (std::size_t i = 1; i <= kSwfFields; ++i) {
            const auto number = parseNumber(fields[i]);
            if (!number) {
                log_.unreadable(line,
                                fmt::format("field {} is \"{}\", not a number", i, fields[i]));
                return;
            }
            value[i] = *number;
        }
        if (value[SwfField::Status] >= 2.0 && value[SwfField::Status] <= 4.0) {
            ++parts_;
            return;
        }
        if (value[SwfField::Submitted] > kMostSwfS || value[SwfField::RunTime] > kMostSwfS ||
            value[SwfField::RequestedTime] > kMostSwfS) {
            log_.unreadable(line, "a time of more than 3,000 years");
            return;
        }
        if (value[SwfField::RunTime] < 0.0 || value[SwfField::Submitted] < 0.0) {
            log_.unended(line,
                         value[SwfField::RunTime] < 0.0 ? "no run time" : "no time of submission");
            return;
        }
        const double processors = value[SwfField::Allocated] > 0.0 ? value[SwfField::Allocated]
                                                                   : value[SwfField::Requested];
        TraceJob job;
        job.submitS = value[SwfField::Submitted];
        job.durationS = value[SwfField::RunTime];
        job.requestedS = value[SwfField::RequestedTime];
        job.tenant = value[SwfField::User] >= 0.0 ? fmt::format("user-{}", fields[SwfField::User])
                                                  : std::string{};
        job.name = fmt::format("job-{}", fields[SwfField::Id]);
        log_.add(std::move(job), std::ceil(processors / spec_.processorsPerAccelerator - 1e-9),
                 fmt::format("line {}", line));
    }

    const models::JobTraceSpec& spec_;
    GatheredJobs log_;
    long parts_ = 0;
};

}  // namespace

ResultAll<JobTrace> swfTrace(const std::filesystem::path& path, TextWindow& window,
                             const models::JobTraceSpec& spec, const LogReading& reading) {
    return SwfReader(path, spec, reading).read(window);
}

}  // namespace headroom::engine
