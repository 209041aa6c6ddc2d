// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/command.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/loss.h"

#include <cstddef>
#include <span>
#include <vector>

namespace headroom::engine {

/// Data that a simulation hands to the writer between two commits. Cleared and used again: once grown it
/// allocates nothing.
struct RecordBatch {
    /// A piece of `floats` or `bytes` that belongs to an instant.
    struct Piece {
        double timeS = 0.0;
        int quantity = 0;  ///< RackQuantity; unused for keyframes
        std::size_t first = 0;
        std::size_t count = 0;
    };

    std::vector<double> times;
    std::vector<float> samples;  ///< one row of all channels per time
    std::vector<Piece> fields;
    std::vector<float> fieldValues;
    std::vector<Piece> keyframes;
    std::vector<std::byte> keyframeBytes;
    std::vector<JobCard> jobs;
    std::vector<JobSpan> jobSpans;      ///< that ended
    std::vector<JobSpan> openJobSpans;  ///< that continue at the end
    std::vector<Loss> losses;
    std::vector<Command> commands;

    void addEvent(const Event& event) {
        if (eventCount_ == events_.size()) {
            events_.emplace_back();
        }
        events_[eventCount_++] = event;
    }

    std::span<const Event> events() const { return std::span(events_).first(eventCount_); }

    bool empty() const {
        return times.empty() && fields.empty() && keyframes.empty() && eventCount_ == 0 &&
               jobs.empty() && jobSpans.empty() && openJobSpans.empty() && losses.empty() &&
               commands.empty();
    }

    std::size_t sizeBytes() const {
        return (samples.size() + fieldValues.size()) * sizeof(float) + keyframeBytes.size() +
               eventCount_ * sizeof(Event) + jobs.size() * sizeof(JobCard) +
               (jobSpans.size() + openJobSpans.size()) * sizeof(JobSpan) +
               losses.size() * sizeof(Loss) + commands.size() * sizeof(Command);
    }

    void clear() {
        times.clear();
        samples.clear();
        fields.clear();
        fieldValues.clear();
        keyframes.clear();
        keyframeBytes.clear();
        eventCount_ = 0;
        jobs.clear();
        jobSpans.clear();
        openJobSpans.clear();
        losses.clear();
        commands.clear();
    }

  private:
    std::vector<Event> events_;  ///< beyond eventCount_: kept for the memory of their texts
    std::size_t eventCount_ = 0;
};

}  // namespace headroom::engine
