// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/measured_readings.h"

#include "engine/telemetry/series_faults.h"
#include "engine/twin/time_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace headroom::engine {

MeasuredReadings::MeasuredReadings(const TelemetryMap& map, std::vector<TelemetrySeries> series)
    : map_(map), series_(std::move(series)) {
    for (std::size_t s = 0; s < series_.size(); ++s) {
        const TelemetrySeries& each = series_[s];
        if (!each.timeS.empty() && drives(s)) {
            firstS_ = std::min(firstS_, each.timeS.front());
            lastS_ = std::max(lastS_, each.timeS.back());
        }
    }
}

double MeasuredReadings::periodS() const {
    double periodS = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < series_.size(); ++s) {
        if (!series_[s].timeS.empty() && drives(s)) {
            if (const double usualS = usualPeriodS(series_[s]); usualS > 0.0) {
                periodS = std::min(periodS, usualS);
            }
        }
    }
    return periodS;
}

void MeasuredReadings::begin(double longestSilenceS) {
    longestSilenceS_ = longestSilenceS;
    segmentS_ = firstS_;
    gap_ = firstGap(map_, series_, firstS_, longestSilenceS_);
}

void MeasuredReadings::take(std::span<const StoredSample> samples) {
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

double MeasuredReadings::knownUntilS(double nowS) const {
    double knownS = lastS_;
    const auto gap = firstGap(map_, series_, std::max(nowS, segmentS_), longestSilenceS_);
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

std::vector<TelemetrySeries> MeasuredReadings::drivingSince(double timeS) const {
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

std::vector<TelemetrySeries> MeasuredReadings::drivingNow() const {
    return gap_ || segmentS_ > firstS_ ? drivingSince(segmentS_) : series_;
}

void MeasuredReadings::lookForGap(double nowS) {
    gap_ = firstGap(map_, series_, std::max(nowS, segmentS_), longestSilenceS_);
}

TelemetryGap MeasuredReadings::skipGap() {
    const TelemetryGap gap = *gap_;
    skipped_.push_back(gap);
    segmentS_ = gap.toS;
    gap_ = firstGap(map_, series_, segmentS_, longestSilenceS_);
    return gap;
}

void MeasuredReadings::forgetBefore(double timeS) {
    for (TelemetrySeries& series : series_) {
        const std::size_t first = lastBefore(series.timeS, timeS);
        dropFirst(series.timeS, first);
        dropFirst(series.value, first);
    }
    keptFromS_ = timeS;
}

std::vector<TelemetryFinding> MeasuredReadings::findings() const {
    std::vector<TelemetryFinding> all;
    for (const auto& [sensor, finding] : tooMuch_) {
        all.push_back(finding);
    }
    if (!skipped_.empty()) {
        const auto longest = std::max_element(
            skipped_.begin(), skipped_.end(),
            [](const TelemetryGap& a, const TelemetryGap& b) { return a.lengthS() < b.lengthS(); });
        TelemetryFinding& gap = all.emplace_back();
        gap.fault = TelemetryFault::Gap;
        gap.count = static_cast<long>(skipped_.size());
        gap.firstS = skipped_.front().fromS;
        gap.amount = longest->lengthS();
        gap.words = fmt::format("{}; not simulated, the twin resumes settled at the next reading",
                                (skipped_.size() > 1 ? "longest: " : "") + gapWords(*longest));
    }
    return all;
}

}  // namespace headroom::engine
