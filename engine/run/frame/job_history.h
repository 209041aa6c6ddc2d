// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "models/core/attribute.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// History of jobs, for a Gantt chart and for a job's own page.
namespace headroom::engine {

/// A job in one state without a break. A running job whose number of accelerators changes begins a
/// new span.
struct JobSpan {
    std::int64_t job = 0;
    JobState state = JobState::Queued;  ///< Queued, Starting or Running
    double fromS = 0.0;
    double toS = 0.0;  ///< of a span that continues: time of the frame
    std::int32_t accelerators = 0;
    std::int32_t firstRack = -1;  ///< where it is, -1: nowhere
    std::int64_t endedBy = -1;    ///< event that ended it, -1: still on, or it ended by itself
};

/// Names and owners, once for each job, in the order of submission.
struct JobCard {
    std::int64_t id = 0;
    std::string name, tenant, accelerator;
    int accelerators = 0;
    double submitS = 0.0;
};

/// Everything since the start of a run, or since `sinceS` where that was weeks ago. Grows in blocks
/// that never change again, so that frames share it: a viewer keeps what it has read.
struct JobHistory {
    std::vector<std::shared_ptr<const std::vector<JobCard>>> cards;
    std::vector<std::shared_ptr<const std::vector<JobSpan>>> spans;  ///< ended, by time of the end
    std::vector<JobSpan> open;                                       ///< one for each job under way
    std::int64_t left = 0;  ///< jobs that were left out: they ended before; recordings have them
    double sinceS = 0.0;    ///< spans that end later are all there
};

/// One line of a breakdown: its parts sum to the whole that `unit` is of.
struct JobPart {
    std::string label;
    double value = 0.0;  ///< SI
    std::string unit;    ///< "s", "B", "USD", "J"
    std::string why;     ///< equation or source, in one sentence
};

/// A job's own page, for one job at a time (Session::watchJob).
struct JobDetail {
    JobRow row;
    std::vector<JobPart> step;  ///< terms of a training step, or of a service's iteration; s
    double stepLowS = models::kNotStated;  ///< 90 % interval of a training step
    double stepHighS = models::kNotStated;
    std::vector<JobPart> memory;    ///< of one accelerator; B
    std::vector<JobPart> cost;      ///< so far: energy, accelerators, cloud, egress; USD
    std::vector<JobPart> time;      ///< of its life so far: queued, starting, training, lost …; s
    std::vector<int> racks;         ///< that it is on now, ascending
    std::vector<std::string> plan;  ///< "tensor 8 × pipeline 16 × data 128", one fact a line
    std::vector<JobSpan> spans;
    std::vector<Event> events;  ///< that name it, oldest first, the newest 200
};

}  // namespace headroom::engine
