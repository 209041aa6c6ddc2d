// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

#include <QDateTime>

#include <cstddef>
#include <vector>

namespace headroom::ui {

/// What the charts remember of a run: the facility's quantities against simulated time, thinned so
/// that a year fits as well as an hour.
class SeriesStore {
  public:
    static constexpr std::size_t kMostPoints = 6000;

    void clear();
    /// Takes the frame's values, unless it is too near to the last one kept.
    bool add(const engine::Frame& frame);

    const std::vector<double>& times() const { return times_; }

    const std::vector<double>& values(engine::FacilityQuantity quantity) const {
        return values_[static_cast<std::size_t>(quantity)];
    }

    /// Instants nearer to each other than this are left out; 0: as many as frames came.
    double spacingS() const { return spacing_; }

    /// Index of the sample nearest to a time; 0 where there is none.
    std::size_t nearest(double timeS) const;

    /// Local standard time of second 0, as if it were UTC.
    const QDateTime& start() const { return start_; }

  private:
    std::vector<double> times_;
    std::array<std::vector<double>, static_cast<std::size_t>(engine::FacilityQuantity::Count)>
        values_;
    double spacing_ = 0.0;
    QDateTime start_;
};

}  // namespace headroom::ui
