// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headroom::engine {

enum class JobAction {
    Submit,  ///< a new job, as `JobOrder` describes it
    Kill,    ///< ends it for good; what it has done since its last checkpoint is lost
    Preempt,  ///< takes its accelerators away; it queues again and continues from its last checkpoint
    Hold,     ///< a queued job is passed over until it is released
    Release,
    Send  ///< a waiting job that may leave goes to another site, `site`
};

/// The word of an action in orders and recordings: "hold".
constexpr std::string_view wordOf(JobAction action) {
    constexpr std::string_view words[] = {"submit", "kill", "preempt", "hold", "release", "send"};
    return words[static_cast<int>(action)];
}

/// Actions that text can give. A new job has no words.
inline constexpr JobAction kWordedJobActions[] = {
    JobAction::Preempt, JobAction::Kill, JobAction::Hold, JobAction::Release, JobAction::Send};

/// Orders of a person to jobs during a run. Acts at the start of the next step; what follows
/// is in the events, with the order as their cause. A job that is not there, or not in a state that
/// the action fits, is an event of kind Note that says so.
struct JobOrder {
    JobAction action = JobAction::Submit;
    std::int64_t job = -1;  ///< JobRow::id; Submit: unused

    bool checkpointFirst = false;  ///< Preempt: writes a checkpoint to storage before it leaves

    std::string site;  ///< Send: id of a remote site of the project

    // Submit: either a training job of the project as a pattern, or a job of fixed run time.
    std::string like;  ///< id of a training job; empty means the figures below
    std::string name;
    std::string tenant;
    std::string accelerator;  ///< catalogue id
    std::string profile;      ///< catalogue id of a job profile
    int accelerators = 8;
    double runS = 3600.0;
    int priority = 0;
};

}  // namespace headroom::engine
