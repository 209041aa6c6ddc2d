// SPDX-License-Identifier: Apache-2.0
#include "engine/border/series_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::size_t kKinds = 64;
constexpr double kAlike = 0.01;

bool alike(double a, double b) {
    return std::abs(a - b) <= kAlike * std::max(std::abs(a), std::abs(b));
}

}  // namespace

void SeriesStep::add(double utcS) {
    firstS_ = count_ == 0 ? utcS : std::min(firstS_, utcS);
    lastS_ = count_ == 0 ? utcS : std::max(lastS_, utcS);
    const double intervalS = utcS - previousS_;
    previousS_ = utcS;
    if (count_++ == 0) {
        return;
    }
    backward_ += intervalS < 0.0 ? 1 : 0;
    const double lengthS = std::abs(intervalS);
    const auto found = std::find_if(kinds_.begin(), kinds_.end(),
                                    [&](const Kind& kind) { return alike(kind.stepS, lengthS); });
    if (found != kinds_.end()) {
        ++found->count;
    } else if (kinds_.size() < kKinds) {
        kinds_.push_back({lengthS, 1});
    }
}

double SeriesStep::stepS() const {
    const auto most =
        std::max_element(kinds_.begin(), kinds_.end(),
                         [](const Kind& a, const Kind& b) { return a.count < b.count; });
    return most != kinds_.end() && 2 * most->count > count_ - 1 ? most->stepS : 0.0;
}

std::string SeriesStep::words() const {
    constexpr double kStepMinuteS = 60.0, kStepHourS = 3600.0, kStepDayS = 86400.0;
    const double usualS = stepS();
    if (count_ < 2) {
        return "one row";
    }
    if (usualS <= 0.0) {
        return "irregular";
    }

    struct Named {
        double stepS;
        const char* words;
    };

    for (const Named& named : {Named{kStepHourS, "hourly"}, Named{0.5 * kStepHourS, "half hours"},
                               Named{0.25 * kStepHourS, "quarter hours"},
                               Named{kStepMinuteS, "every minute"}, Named{kStepDayS, "daily"}}) {
        if (alike(named.stepS, usualS)) {
            return named.words;
        }
    }
    return usualS >= kStepMinuteS && std::fmod(usualS, kStepMinuteS) == 0.0
               ? fmt::format("every {:.0f} min", usualS / kStepMinuteS)
               : fmt::format("every {:.6g} s", usualS);
}

}  // namespace headroom::engine
