// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/live/run_series.h"
#include "engine/plant/plant.h"
#include "engine/run/frame/frame.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/story.h"
#include "engine/store/recording.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/// View of a recorded run without running anything: from samples, snapshots of the racks, events and jobs in the file.
namespace headroom::engine {

/// One thread at a time, but series(), story() and history(), which any may keep.
class RecordedFrames {
  public:
    /// Reads events, losses and jobs. `plant`: of the design that the run began with, for places and
    /// names; null if not known, then frames have neither floor nor halls. `goesOn`: jobs of a run that is
    /// not over, as a file tells what is under way only at the end. Errors of the recording.
    static Result<std::unique_ptr<RecordedFrames>> open(
        std::shared_ptr<const Recording> recording, std::shared_ptr<const Plant> plant,
        const std::shared_ptr<const JobHistory>& goesOn = {});

    double firstS() const { return firstS_; }

    double lastS() const { return lastS_; }

    /// Every sample, once readSeries() went through them: an object that charts may read meanwhile.
    std::shared_ptr<const RunSeries> series() const { return series_; }

    /// Fills series() from a connection that nobody else uses meanwhile. False: cancelled. Errors of
    /// the recording.
    Result<bool> readSeries(const Recording& recording, const std::atomic<bool>& cancel);

    /// All of the recording, regardless of the instant: what is later than a frame is there too.
    std::shared_ptr<const Story> story() const { return story_; }

    std::shared_ptr<const JobHistory> history() const { return history_; }

    /// Job and rack quantities, figures, jobs and events at the last sample at or before `timeS`;
    /// rack quantities of the last snapshot before. NaN: not in the file. Machines, wiring, piping and
    /// networks have no values there, and no faults are reported. Errors of the recording.
    Result<std::shared_ptr<Frame>> frame(double timeS);

    /// Sets story, history and the events up to its time in a frame of this run.
    void tell(Frame& frame) const;

  private:
    RecordedFrames() = default;
    Result<void> readJobs(const JobHistory* goesOn);
    Result<void> takeBlock(double timeS);
    void takeSample(std::size_t row, Frame& frame) const;
    Result<void> takeRacks(double timeS, Frame& frame) const;
    void takeJobs(double timeS, Frame& frame) const;

    /// Where a channel is in a frame.
    struct Place {
        enum class Of : std::uint8_t {
            Nothing,
            Facility,
            Hall,
            Cdu,
            Loop,
            Battery
        } of = Of::Nothing;
        std::size_t object = 0, quantity = 0;
    };

    void placeChannels();

    std::shared_ptr<const Recording> recording_;
    std::shared_ptr<const Plant> plant_;
    std::shared_ptr<const Frame> base_;  ///< of the plant before its first step
    std::vector<Place> places_;          ///< by channel
    std::shared_ptr<RunSeries> series_;
    std::shared_ptr<const Story> story_;
    std::shared_ptr<const JobHistory> history_;
    std::vector<Event> events_;
    std::vector<JobCard> cards_;
    std::vector<JobSpan> spans_;  ///< all, those that continue last
    SampleBlock block_;           ///< the last one that was read
    double firstS_ = 0.0, lastS_ = 0.0;
};

}  // namespace headroom::engine
