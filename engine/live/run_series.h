// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace headroom::engine {

/// Channels over a stretch of time: one row for each span of steps, oldest first and without gaps. A row of a single step
/// has least = mean = most, which is the value at toS.
struct SeriesCut {
    struct Curve {
        std::vector<float> least, mean, most;  ///< SI; NaN where no step of the row had a value
    };

    std::vector<double> fromS;  ///< end of the step before the row's first one
    std::vector<double> toS;    ///< end of its last one
    std::vector<Curve> curves;  ///< in the order of the channels that were asked for

    std::size_t size() const { return toS.size(); }

    /// The row that holds a time, or the nearest one; 0 where there is none.
    std::size_t at(double timeS) const;
};

/// Every step of a run, in memory that hardly grows. The newest steps are kept singly, older ones as
/// spans of 4, 16, 64 … steps with the least, the mean by time and the largest value of each: so no
/// step is ever left out, and what fell below a limit for one step is seen at any distance.
///
///   steps     ................................   the newest `rows`
///   4 each    |---|---|---|---|---|---|---|---   the newest `rows` of these
///   16 each   |---------------|---------------   …
///
/// One thread adds, any thread reads.
class RunSeries {
  public:
    /// `rows`: of each kind of span, a multiple of 4; 0 means by the number of channels, such that a
    /// kind takes some megabytes at most.
    explicit RunSeries(std::vector<std::string> channels, std::size_t rows = 0);

    /// After each step, in the order of the channels. Time that does not continue adds nothing.
    void add(double timeS, std::span<const double> values);

    /// From now on these are the channels: those that stay keep their past, new ones had no value.
    void setChannels(std::vector<std::string> channels);

    std::vector<std::string> channels() const;

    /// Rows of the span [fromS, toS], of the finest kind that takes no more than about `most` of
    /// them; older rows may be coarser than newer ones. A channel that does not exist has no value.
    /// No row reaches beyond toS: a chart shows nothing that the frame next to it does not know.
    SeriesCut read(std::span<const std::string> channels, double fromS, double toS,
                   std::size_t most) const;

    /// Time of the first row's beginning and of the newest step; NaN before the first step.
    double firstS() const;
    double lastS() const;

  private:
    /// Spans of 4^n steps in a ring.
    struct Level {
        std::vector<double> fromS, toS;
        std::vector<float>
            values;             ///< by row: least, mean, most of each channel; of steps the value
        std::size_t width = 0;  ///< numbers of a row
        std::size_t total = 0;  ///< rows so far, also those that fell out of the ring
    };

    std::size_t oldest(const Level& level) const;
    void push(std::size_t level, double fromS, double toS, std::span<const float> row);
    void fold(std::size_t level);
    void copyRow(const Level& level, std::size_t row, std::span<const int> slots,
                 SeriesCut& cut) const;

    mutable std::mutex mutex_;
    std::vector<std::string> channels_;
    std::size_t rows_;
    std::vector<Level> levels_;
    std::vector<float> scratch_;
    double lastS_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace headroom::engine
