// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/ingest.h"

#include "engine/document/json_text.h"
#include "models/core/calendar.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace headroom::engine {

namespace {

/// A time of a reading that cannot be, as it came.
std::string timeWords(double timeS) {
    const bool isDay = timeS >= 0.0 && timeS < models::calendarTimeS("9999-12-31");
    return isDay ? "of " + models::calendarText(std::llround(timeS * 1e3))
                 : fmt::format("of {:g} s since 1970", timeS);
}

}  // namespace

Error readingCancelled(const std::string& source) {
    return {"TEL-022", "the reading was cancelled", "Read it again.", source, {}, 0};
}

Ingest::Ingest(const TelemetryMap& map, TelemetryStore& store)
    : map_(map),
      store_(store),
      lastS_(map.sensors.size(), -std::numeric_limits<double>::infinity()) {}

Result<void> Ingest::take(const Delivery& delivery, ReadingTimes& times) {
    samples_.clear();
    fresh_.clear();
    places_.clear();
    last_ = {};
    for (const Reading& reading : delivery.readings) {
        const SensorSpec& sensor = map_.sensors[static_cast<std::size_t>(reading.sensor)];
        if (!times.isPlausible(reading.timeS)) {
            ++last_.implausible;
            note(reading.sensor, TelemetryFault::Time, std::numeric_limits<double>::quiet_NaN(),
                 reading.place,
                 fmt::format(
                     "the first is {}, which is before 1970 or more than a day ahead; left out",
                     timeWords(reading.timeS)));
            continue;
        }
        double si = sensor.readingUnit().si(reading.value);
        if (sensor.counterUnit != nullptr) {
            // Registers end at a power of ten of their own unit.
            const auto rate = rateOf(reading);
            if (!rate) {
                continue;
            }
            si = *rate * sensor.counterUnit->toSi;
        }
        if (!std::isfinite(si) || !models::isPlausible(sensor.unit->kind, si)) {
            ++last_.implausible;
            note(reading.sensor, TelemetryFault::Implausible, reading.timeS, reading.place,
                 fmt::format("the first is {:g} {}, which {} cannot be; left out", reading.value,
                             sensor.readingUnit().symbol,
                             models::measuredKindWords(sensor.unit->kind)));
            continue;
        }
        samples_.push_back({reading.sensor, reading.timeS, si});
        places_.push_back(reading.place);
    }
    if (auto kept = store_.append(samples_, became_); !kept) {
        return kept;
    }
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        const StoredSample& sample = samples_[i];
        double& lastS = lastS_[static_cast<std::size_t>(sample.sensor)];
        if (became_[i] == Stored::New && sample.timeS < lastS) {
            note(sample.sensor, TelemetryFault::OutOfOrder, sample.timeS, places_[i],
                 "put in its place");
        }
        lastS = std::max(lastS, sample.timeS);
        if (became_[i] == Stored::Repeated) {
            ++last_.repeated;
            note(sample.sensor, TelemetryFault::Repeated, sample.timeS, places_[i], "");
        } else if (became_[i] == Stored::Contradicted) {
            ++last_.contradicted;
            note(sample.sensor, TelemetryFault::Contradicted, sample.timeS, places_[i],
                 "another value at a time that is there already; the first stays");
        } else {
            ++taken_;
            ++last_.taken;
            fresh_.push_back(sample);
        }
    }
    for (const Unreadable& each : delivery.unreadable) {
        note(each.sensor, TelemetryFault::Unreadable, std::numeric_limits<double>::quiet_NaN(),
             each.place, "the first is " + each.text);
    }
    for (const std::string& name : delivery.unknown) {
        note(-1, TelemetryFault::UnknownName, std::numeric_limits<double>::quiet_NaN(), 0,
             "the first is " + inQuotes(name));
    }
    return {};
}

/// The rate of a counter since its reading before, in its unit per second; nothing, and noted, where there is none.
std::optional<double> Ingest::rateOf(const Reading& reading) {
    const auto known = counters_.try_emplace(reading.sensor, map_.longestGapS).first;
    CounterReader& counter = known->second;
    const long resets = counter.resets(), gaps = counter.gaps(), rollOvers = counter.rollOvers();
    const auto rate = counter.rate(reading.timeS, reading.value);
    const char* words = counter.resets() > resets
                            ? "the counter fell; no rate until its next reading"
                        : counter.gaps() > gaps ? "a gap longer than longest_gap_s has no rate"
                        : counter.rollOvers() > rollOvers
                            ? "the counter passed its end and began at 0; its rate continues"
                            : nullptr;
    if (words != nullptr) {
        note(reading.sensor, TelemetryFault::Counter, reading.timeS, reading.place, words);
    }
    return rate;
}

Result<void> Ingest::takeAll(TelemetrySource& source, bool isLive,
                             const ReadingProgress& progress) {
    ReadingTimes recorded = ReadingTimes::recorded(map_.siteS(nowSinceEpochS()));
    const DeliverySink sink = [&](const Delivery& delivery) {
        ReadingTimes live = ReadingTimes::live(map_.siteS(nowSinceEpochS()));
        return take(delivery, isLive ? live : recorded);
    };
    for (;;) {
        const auto more = source.next(sink);
        if (!more) {
            return tl::unexpected(more.error());
        }
        if (!*more) {
            return {};
        }
        if (progress && !progress(source.share())) {
            return tl::unexpected(readingCancelled(source.name()));
        }
    }
}

void Ingest::note(int sensor, TelemetryFault fault, double timeS, int place,
                  const std::string& words) {
    Tally& tally = tallies_[{sensor, fault}];
    if (++tally.count == 1) {
        tally.firstS = timeS;
        tally.place = place;
        tally.words = words;
    }
}

std::vector<TelemetryFinding> Ingest::findings() const {
    std::vector<TelemetryFinding> all;
    for (const auto& [key, tally] : tallies_) {
        TelemetryFinding finding;
        finding.fault = key.second;
        finding.sensor =
            key.first < 0 ? std::string() : map_.sensors[static_cast<std::size_t>(key.first)].id;
        finding.count = tally.count;
        finding.firstS = tally.firstS;
        finding.place = tally.place;
        finding.words = tally.words;
        all.push_back(std::move(finding));
    }
    return all;
}

}  // namespace headroom::engine
