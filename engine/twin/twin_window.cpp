// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/run_until.h"
#include "engine/twin/time_rows.h"
#include "engine/twin/twin_run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

/// The span of telemetry that a twin holds, and how its boundary moves along it.
namespace headroom::engine {

namespace {

constexpr double kLeastStepShare = 1e-9;  // of a step: times are sums

}  // namespace

bool TwinRun::drives(std::size_t sensor) const {
    return drivesRun(map_.sensors[sensor].drives);
}

void TwinRun::take(std::span<const StoredSample> samples) {
    for (const auto& neighbour : neighbours_) {
        neighbour->take(samples);
    }
    for (const StoredSample& sample : samples) {
        const auto s = static_cast<std::size_t>(sample.sensor);
        TelemetrySeries& series = series_[s];
        if (sample.value > mostLoadW_[s]) {
            TelemetryFinding& finding = tooMuch_[sample.sensor];
            if (++finding.count == 1) {
                finding.fault = TelemetryFault::Implausible;
                finding.sensor = map_.sensors[s].id;
                finding.firstS = sample.timeS;
                finding.words = "several times what its racks are rated for; it drives nothing";
            }
            continue;
        }
        if (sample.timeS < keptFromS_) {
            continue;
        }
        const auto place = std::lower_bound(series.timeS.begin(), series.timeS.end(), sample.timeS);
        if (place != series.timeS.end() && *place == sample.timeS) {
            continue;
        }
        series.value.insert(series.value.begin() + (place - series.timeS.begin()), sample.value);
        series.timeS.insert(place, sample.timeS);
        lastS_ = drives(s) ? std::max(lastS_, sample.timeS) : lastS_;
    }
}

double TwinRun::knownUntilS() const {
    double knownS = lastS_;
    const auto gap = firstGap(map_, series_, std::max(nowS(), segmentS_), longestSilenceS_);
    for (std::size_t s = 0; s < series_.size(); ++s) {
        const std::vector<double>& times = series_[s].timeS;
        if (!drives(s) || times.empty()) {
            continue;
        }
        if (times.back() >= lastS_ - map_.longestGapS) {
            knownS = std::min(knownS, times.back());
        }
        // After a silence of all, each may take as long to speak again as the map allows.
        if (gap && times.back() < gap->toS && lastS_ < gap->toS + map_.longestGapS) {
            knownS = std::min(knownS, gap->fromS);
        }
    }
    return knownS;
}

/// Driving readings from a time to the next gap, with the value at that time first. Straight lines never cross a gap: a
/// sensor that has been silent since the last gap holds its last value.
std::vector<TelemetrySeries> TwinRun::drivingSince(double timeS) const {
    const double endS = gap_ ? gap_->fromS : std::numeric_limits<double>::infinity();
    std::vector<TelemetrySeries> since(series_.size());
    for (std::size_t s = 0; s < series_.size(); ++s) {
        const TelemetrySeries& series = series_[s];
        if (!drives(s)) {
            continue;
        }
        const auto from = std::upper_bound(series.timeS.begin(), series.timeS.end(), timeS) -
                          series.timeS.begin();
        const auto end =
            std::upper_bound(series.timeS.begin(), series.timeS.end(), endS) - series.timeS.begin();
        if (end == 0) {
            continue;  // it speaks after the gap for the first time
        }
        const auto at = static_cast<std::size_t>(from);
        double value = series.value[at > 0 ? at - 1 : 0];
        if (at > 0 && from < end) {
            value = series.timeS[at - 1] < std::min(segmentS_, timeS) ? series.value[at]
                                                                      : valueAt(series, timeS);
        }
        since[s].timeS.push_back(timeS);
        since[s].value.push_back(value);
        since[s].timeS.insert(since[s].timeS.end(), series.timeS.begin() + from,
                              series.timeS.begin() + std::max(from, end));
        since[s].value.insert(since[s].value.end(), series.value.begin() + from,
                              series.value.begin() + std::max(from, end));
    }
    return since;
}

double TwinRun::goalRunS() const {
    const double runS = (gap_ ? std::min(untilS_, gap_->fromS) : untilS_) - originS_;
    const double stepS = simulator_->stepS();
    return endsInWholeSteps_ || gap_ ? stepS * std::floor(runS / stepS + kLeastStepShare) : runS;
}

bool TwinRun::isBeforeGap() const {
    return gap_ && untilS_ >= gap_->toS && reachedEnd(*simulator_, goalRunS());
}

bool TwinRun::hasMore() const {
    return !reachedEnd(*simulator_, goalRunS()) || isBeforeGap();
}

/// Settings that were not acted on up to a time of the data come next.
void TwinRun::readSettings(double settledDataS) {
    boundary_.settings = measuredSettings(map_, series_, originS_);
    nextSetting_ = static_cast<std::size_t>(
        std::upper_bound(
            boundary_.settings.begin(), boundary_.settings.end(), settledDataS - originS_,
            [](double runS, const MeasuredSetting& setting) { return runS < setting.atS; }) -
        boundary_.settings.begin());
}

ResultAll<void> TwinRun::extendTo(double untilS) {
    untilS_ = untilS;
    endsInWholeSteps_ = true;
    gap_ = firstGap(map_, series_, std::max(nowS(), segmentS_), longestSilenceS_);
    if (!hasMore()) {
        return {};
    }
    readSettings(originS_ + settledS_);
    if (!isBeforeGap()) {
        if (auto grown = growBoundary(); !grown) {
            return grown;
        }
    }
    for (const auto& neighbour : neighbours_) {
        if (auto done = neighbour->extendTo(untilS); !done) {
            return done;
        }
    }
    return {};
}

ResultAll<void> TwinRun::growBoundary() {
    PlantLoadTrace& known = boundary_.trace;
    std::vector<double>& times = known.table.timeS;
    const auto kept = static_cast<std::size_t>(std::max<std::ptrdiff_t>(
        1, std::upper_bound(times.begin(), times.end(), simulator_->timeS()) - times.begin()));
    const double fromRunS = times[kept - 1];
    auto next =
        boundaryOf(simulator_->plant(), map_, drivingSince(originS_ + fromRunS), originS_, gridS_);
    if (!next) {
        return tl::unexpected(next.error());
    }
    const PlantLoadTrace& more = next->trace;
    if (next->loads != boundary_.loads || more.rackColumn != known.rackColumn) {
        // A sensor spoke for the first time.
        auto whole = boundaryOf(simulator_->plant(), map_,
                                drivingSince(std::max(segmentS_, keptFromS_)), originS_, gridS_);
        if (!whole) {
            return tl::unexpected(whole.error());
        }
        whole->settings = std::move(boundary_.settings);
        boundary_ = std::move(*whole);
    } else {
        times.resize(kept);
        times.insert(times.end(), more.table.timeS.begin() + 1, more.table.timeS.end());
        for (std::size_t c = 0; c < known.table.columns.size(); ++c) {
            known.table.columns[c].resize(kept);
            known.table.columns[c].insert(known.table.columns[c].end(),
                                          more.table.columns[c].begin() + 1,
                                          more.table.columns[c].end());
        }
    }
    auto changed = simulator_->changed(withBoundary(simulator_->plant(), imposed(more)), {});
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    simulator_ = std::move(*changed);
    return {};
}

/// The clock of the run is stopped over the gap. Then it runs for the spin-up under the first readings after it.
ResultAll<void> TwinRun::skipGap() {
    const TelemetryGap gap = *gap_;
    const double settledDataS = originS_ + settledS_;
    skipped_.push_back(gap);
    segmentS_ = gap.toS;
    originS_ = std::floor(gap.toS) - spinUpS_ - std::ceil(simulator_->timeS());
    gap_ = firstGap(map_, series_, segmentS_, longestSilenceS_);
    const auto plant = std::make_shared<Plant>(simulator_->plant());
    setStart(*plant);
    if (auto begun = beginBoundary(*plant); !begun) {
        return begun;
    }
    readSettings(settledDataS);
    auto changed = simulator_->changed(withBoundary(*plant, imposed(boundary_.trace)), {});
    if (!changed) {
        return tl::unexpected(changed.error());
    }
    simulator_ = std::move(*changed);
    note_ = "Skipped a gap: " + gapWords(gap) + ". The state settles under the next reading.";
    return {};
}

void TwinRun::forgetBefore(double timeS, TwinPast past) {
    for (const auto& neighbour : neighbours_) {
        neighbour->forgetBefore(timeS, {});
    }
    for (TelemetrySeries& series : series_) {
        const std::size_t first = lastBefore(series.timeS, timeS);
        dropFirst(series.timeS, first);
        dropFirst(series.value, first);
    }
    readings_.forgetBefore(timeS);
    const std::size_t row = lastBefore(boundary_.trace.table.timeS, timeS - originS_);
    dropFirst(boundary_.trace.table.timeS, row);
    for (std::vector<double>& column : boundary_.trace.table.columns) {
        dropFirst(column, row);
    }
    std::erase_if(events_, [&](const Event& event) { return event.timeS < timeS - originS_; });
    keptFromS_ = timeS;
    past_ = std::move(past);
}

PlantLoadTrace TwinRun::imposed(const PlantLoadTrace& trace) const {
    PlantLoadTrace scaled = trace;
    for (double& share : scaled.rackShare) {
        share *= loadFactor_;
    }
    for (const int column : {scaled.wetBulbColumn, scaled.dryBulbColumn}) {
        if (column >= 0) {
            for (double& degreesC : scaled.table.columns[static_cast<std::size_t>(column)]) {
                degreesC += warmerK_;
            }
        }
    }
    return scaled;
}

}  // namespace headroom::engine
