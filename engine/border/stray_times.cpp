// SPDX-License-Identifier: Apache-2.0
#include "engine/border/stray_times.h"

#include "models/core/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kOneInStrays = 100;  // a stray group has one time in 100 at most
constexpr std::size_t kOneInLost = 10;
constexpr double kStrayDayS = 86400.0;

}  // namespace

void StrayTimes::add(double timeS) {
    if (std::isnan(timeS)) {
        return;
    }
    ++count_;
    const auto after = groups_.upper_bound(timeS);
    const auto before = after == groups_.begin() ? groups_.end() : std::prev(after);
    const bool joinsBefore = before != groups_.end() && timeS - before->second.lastS <= kStrayS;
    const bool joinsAfter = after != groups_.end() && after->first - timeS <= kStrayS;
    if (joinsBefore) {
        Group& group = before->second;
        group.lastS = std::max(group.lastS, timeS);
        ++group.count;
        if (joinsAfter && after->first - group.lastS <= kStrayS) {
            group.lastS = std::max(group.lastS, after->second.lastS);
            group.count += after->second.count;
            groups_.erase(after);
        }
    } else if (joinsAfter) {
        auto moved = groups_.extract(after);
        moved.key() = timeS;
        ++moved.mapped().count;
        groups_.insert(std::move(moved));
    } else {
        groups_.emplace(timeS, Group{timeS, 1});
    }
}

void StrayTimes::decide() {
    const std::size_t most = std::max<std::size_t>(1, count_ / kOneInStrays);
    std::size_t strays = 0;
    std::erase_if(groups_, [&](const auto& each) {
        strays += each.second.count <= most ? each.second.count : 0;
        return each.second.count > most;
    });
    if (strays * kOneInLost > count_) {
        groups_.clear();
    }
    isDecided_ = true;
}

bool StrayTimes::contains(double timeS) const {
    const auto after = groups_.upper_bound(timeS);
    return isDecided_ && after != groups_.begin() && timeS <= std::prev(after)->second.lastS;
}

double StrayTimes::firstS() const {
    return groups_.begin()->first;
}

std::string strayWords(double timeS) {
    return fmt::format("a time of {}, more than {:.0f} days from all others; left out",
                       models::calendarText(static_cast<std::int64_t>(std::floor(timeS)) * 1000),
                       kStrayS / kStrayDayS);
}

}  // namespace headroom::engine
