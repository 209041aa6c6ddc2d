// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/series_store.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

template <class T>
void keepEverySecond(std::vector<T>& values) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < values.size(); i += 2) {
        values[kept++] = values[i];
    }
    values.resize(kept);
}

}  // namespace

void SeriesStore::clear() {
    times_.clear();
    for (auto& values : values_) {
        values.clear();
    }
    spacing_ = 0.0;
    start_ = {};
}

bool SeriesStore::add(const engine::Frame& frame) {
    if (!start_.isValid()) {
        start_ = QDateTime::fromString(QString::fromStdString(frame.clock), "yyyy-MM-dd HH:mm:ss");
        start_.setTimeSpec(Qt::UTC);
        start_ = start_.addMSecs(-std::llround(frame.timeS * 1000.0));
    }
    if (frame[engine::FacilityQuantity::FacilityPower] <= 0.0 && frame.timeS <= 0.0) {
        return false;  // before the first step nothing is computed
    }
    if (!times_.empty() && frame.timeS < times_.back()) {
        clear();  // a run that starts again
        return add(frame);
    }
    if (!times_.empty() && frame.timeS - times_.back() <= spacing_) {
        return false;
    }
    times_.push_back(frame.timeS);
    for (std::size_t q = 0; q < values_.size(); ++q) {
        values_[q].push_back(frame.facility[q]);
    }
    if (times_.size() > kMostPoints) {
        spacing_ = std::max(spacing_ * 2.0, 2.0 * (times_.back() - times_.front()) / kMostPoints);
        keepEverySecond(times_);
        for (auto& values : values_) {
            keepEverySecond(values);
        }
    }
    return true;
}

std::size_t SeriesStore::nearest(double timeS) const {
    const auto after = std::lower_bound(times_.begin(), times_.end(), timeS);
    if (after == times_.end()) {
        return times_.empty() ? 0 : times_.size() - 1;
    }
    const auto i = static_cast<std::size_t>(after - times_.begin());
    return i > 0 && timeS - times_[i - 1] < times_[i] - timeS ? i - 1 : i;
}

}  // namespace headroom::ui
