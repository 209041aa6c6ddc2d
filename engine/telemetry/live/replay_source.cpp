// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/replay_source.h"

#include "engine/telemetry/live/protocols.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kReadingsTogether = 20'000;
constexpr auto kReplayNap = std::chrono::milliseconds(20);

double steadyS() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

Result<std::unique_ptr<ReplaySource>> ReplaySource::of(std::unique_ptr<TelemetrySource> recorded,
                                                       double speed, const LiveSpec& spec) {
    std::unique_ptr<ReplaySource> source(new ReplaySource(speed, spec));
    source->name_ = recorded->name();
    const DeliverySink gather = [&](const Delivery& delivery) -> Result<void> {
        const auto add = [](auto& to, const auto& from) {
            to.insert(to.end(), from.begin(), from.end());
        };
        add(source->readings_, delivery.readings);
        add(source->rest_.unreadable, delivery.unreadable);
        add(source->rest_.unknown, delivery.unknown);
        return {};
    };
    for (bool more = true; more;) {
        const auto next = recorded->next(gather);
        if (!next) {
            return tl::unexpected(next.error());
        }
        more = *next;
    }
    std::stable_sort(source->readings_.begin(), source->readings_.end(),
                     [](const Reading& a, const Reading& b) { return a.timeS < b.timeS; });
    // A reading that cannot be in time is handed on at once, for its finding: nobody waits for the year 58,000.
    const auto first = std::stable_partition(
        source->readings_.begin(), source->readings_.end(),
        [&](const Reading& r) { return !source->times_.isPlausible(r.timeS); });
    source->first_ = static_cast<std::size_t>(first - source->readings_.begin());
    source->originS_ = source->firstS();
    return source;
}

double ReplaySource::firstS() const {
    return first_ < readings_.size() ? readings_[first_].timeS
                                     : std::numeric_limits<double>::quiet_NaN();
}

Result<bool> ReplaySource::next(const DeliverySink& sink) {
    if (begunS_ < 0.0) {
        begunS_ = steadyS();
    }
    const double wallS = steadyS() - begunS_;
    if (wallS >= spec_.forS || (spec_.cancel != nullptr && *spec_.cancel)) {
        return false;
    }
    const double untilS =
        speed_ > 0.0 ? originS_ + wallS * speed_ : std::numeric_limits<double>::infinity();
    Delivery delivery = std::exchange(rest_, {});
    for (; next_ < readings_.size() && (next_ < first_ || readings_[next_].timeS <= untilS) &&
           delivery.readings.size() < kReadingsTogether;
         ++next_) {
        delivery.readings.push_back(readings_[next_]);
    }
    if (delivery.readings.empty() && delivery.unreadable.empty() && delivery.unknown.empty()) {
        std::this_thread::sleep_for(kReplayNap);
        return next_ < readings_.size();
    }
    if (auto taken = sink(delivery); !taken) {
        return tl::unexpected(taken.error());
    }
    return next_ < readings_.size();
}

}  // namespace headroom::engine
