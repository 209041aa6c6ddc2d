// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/run_until.h"
#include "engine/twin/time_rows.h"
#include "engine/twin/twin_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

/// How the boundary of a twin moves along the telemetry that it holds.
namespace headroom::engine {

namespace {

constexpr double kLeastStepShare = 1e-9;  // of a step: times are sums

}  // namespace

void TwinRun::take(std::span<const StoredSample> samples) {
    for (const auto& neighbour : neighbours_) {
        neighbour->take(samples);
    }
    measured_.take(samples);
}

double TwinRun::goalRunS() const {
    const double runS =
        (measured_.gap() ? std::min(untilS_, measured_.gap()->fromS) : untilS_) - originS_;
    const double stepS = simulator_->stepS();
    return endsInWholeSteps_ || measured_.gap() ? stepS * std::floor(runS / stepS + kLeastStepShare)
                                                : runS;
}

bool TwinRun::isBeforeGap() const {
    return measured_.gap() && untilS_ >= measured_.gap()->toS &&
           reachedEnd(*simulator_, goalRunS());
}

bool TwinRun::hasMore() const {
    return !reachedEnd(*simulator_, goalRunS()) || isBeforeGap();
}

/// Settings that were not acted on up to a time of the data come next.
void TwinRun::readSettings(double settledDataS) {
    boundary_.settings = measured_.settings(originS_);
    design_.resumeSettings(boundary_.settings, settledDataS - originS_);
}

ResultAll<void> TwinRun::extendTo(double untilS) {
    untilS_ = untilS;
    endsInWholeSteps_ = true;
    measured_.lookForGap(nowS());
    if (!hasMore()) {
        return {};
    }
    readSettings(originS_ + design_.settledS());
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
    auto next = boundaryOf(simulator_->plant(), map(), measured_.drivingSince(originS_ + fromRunS),
                           originS_, gridS_);
    if (!next) {
        return tl::unexpected(next.error());
    }
    const PlantLoadTrace& more = next->trace;
    if (next->loads != boundary_.loads || more.rackColumn != known.rackColumn) {
        // A sensor spoke for the first time.
        auto whole = boundaryOf(simulator_->plant(), map(),
                                measured_.drivingSince(std::max(measured_.segmentS(), keptFromS())),
                                originS_, gridS_);
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
    const double settledDataS = originS_ + design_.settledS();
    const TelemetryGap gap = measured_.skipGap();
    originS_ = std::floor(gap.toS) - spinUpS_ - std::ceil(simulator_->timeS());
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
    measured_.forgetBefore(timeS);
    modelled_.forgetBefore(timeS);
    const std::size_t row = lastBefore(boundary_.trace.table.timeS, timeS - originS_);
    dropFirst(boundary_.trace.table.timeS, row);
    for (std::vector<double>& column : boundary_.trace.table.columns) {
        dropFirst(column, row);
    }
    std::erase_if(events_, [&](const Event& event) { return event.timeS < timeS - originS_; });
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
