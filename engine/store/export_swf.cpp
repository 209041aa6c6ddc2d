// SPDX-License-Identifier: Apache-2.0
#include "engine/store/export_swf.h"

#include "engine/base/json.h"
#include "engine/base/plain_text.h"
#include "engine/store/recording_error.h"
#include "models/core/calendar.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace headroom::engine {

namespace {

/// Fate of a job.
struct Course {
    double firstS = -1.0;  ///< it first held accelerators
    double heldS = 0.0, lastS = 0.0;
    int accelerators = 0;
    bool completed = false;
};

/// Numbers from 1 on, in the order in which names come.
class Numbers {
  public:
    int of(const std::string& name) {
        if (name.empty()) {
            return -1;
        }
        const auto [found, isNew] = numbers_.try_emplace(name, static_cast<int>(names_.size()) + 1);
        if (isNew) {
            names_.push_back(name);
        }
        return found->second;
    }

    const std::vector<std::string>& names() const { return names_; }

  private:
    std::unordered_map<std::string, int> numbers_;
    std::vector<std::string> names_;
};

/// End by the summary, where the run finished; 0 if not known.
std::int64_t acceleratorsOf(const Recording& recording) {
    const auto summary = parseJson<nlohmann::json>(recording.summary());
    const auto found = summary.is_object() ? summary.find("accelerators") : summary.end();
    return summary.is_object() && found != summary.end() && found->is_number_integer()
               ? found->get<std::int64_t>()
               : 0;
}

}  // namespace

Result<std::string> swfText(const Recording& recording) {
    const auto jobs = recording.jobs();
    const auto spans = recording.jobSpans();
    const auto events = recording.events();
    if (!jobs || !spans || !events) {
        return tl::unexpected(!jobs ? jobs.error() : !spans ? spans.error() : events.error());
    }
    if (jobs->empty()) {
        return tl::unexpected(recordingError("STO-014", "the recording holds no jobs",
                                             "export one in which jobs were submitted",
                                             recording.path()));
    }
    const double endS = recording.lastTimeS();
    std::unordered_map<std::int64_t, Course> courses;
    for (const JobSpan& span : *spans) {
        Course& course = courses[span.job];
        course.lastS = std::max(course.lastS, span.toS);
        if (span.state == JobState::Queued) {
            continue;
        }
        if (course.firstS < 0.0 || span.fromS < course.firstS) {
            course.firstS = span.fromS;
        }
        course.heldS += span.toS - span.fromS;
        course.accelerators = std::max(course.accelerators, span.accelerators);
    }
    for (const Event& event : *events) {
        if (event.kind == EventKind::JobCompleted && event.job >= 0) {
            courses[event.job].completed = true;
        }
    }
    Numbers users, partitions;
    std::string lines;
    std::int64_t under = 0;
    for (const JobCard& job : *jobs) {
        const Course course = courses[job.id];
        const bool goesOn = !course.completed && course.lastS >= endS;
        const bool held = course.firstS >= 0.0;
        under += goesOn && held ? 1 : 0;
        const auto whole = [](double seconds) { return std::llround(seconds); };
        lines += fmt::format("{} {} {} {} {} -1 -1 {} -1 -1 {} {} -1 -1 -1 {} -1 -1\n", job.id,
                             whole(job.submitS), held ? whole(course.firstS - job.submitS) : -1LL,
                             held ? std::max(1LL, whole(course.heldS)) : -1LL,
                             held ? course.accelerators : -1, job.accelerators,
                             course.completed ? 1
                             : goesOn         ? -1
                                              : 0,
                             users.of(job.tenant), partitions.of(job.accelerator));
    }
    const RunInfo& info = recording.info();
    const double startS = models::calendarTimeS(info.startLocal);
    std::string head = "; Version: 2.2\n";
    const auto say = [&](const char* key, const std::string& value) {
        head += fmt::format("; {}: {}\n", key, oneLine(value));
    };
    say("Computer", info.projectName);
    say("Information", "a simulated run, not a log of a machine");
    say("Conversion", "Headroom " + info.version);
    say("MaxJobs", std::to_string(jobs->size()));
    say("MaxRecords", std::to_string(jobs->size()));
    say("Preemption", "Yes");
    if (std::isfinite(startS)) {
        say("UnixStartTime", std::to_string(std::llround(startS)));
        say("TimeZoneString", "UTC");
        say("StartTime", info.startLocal);
    }
    if (const std::int64_t most = acceleratorsOf(recording); most > 0) {
        say("MaxProcs", std::to_string(most));
    }
    say("MaxPartitions", std::to_string(partitions.names().size()));
    for (std::size_t i = 0; i < partitions.names().size(); ++i) {
        say("Partition", fmt::format("{} {}", i + 1, partitions.names()[i]));
    }
    say("Note",
        "processors are accelerators; times are local standard time of the site, written as UTC");
    say("Note",
        "run time is all time in which a job held accelerators, restarts and repeated work "
        "included");
    if (under > 0) {
        say("Note",
            fmt::format("{} jobs of status -1 were under way at the end of the recording", under));
    }
    for (std::size_t i = 0; i < users.names().size(); ++i) {
        say("Note", fmt::format("user {} is {}", i + 1, users.names()[i]));
    }
    return head + lines;
}

}  // namespace headroom::engine
