// SPDX-License-Identifier: Apache-2.0
#include "engine/border/counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kNearEnd = 0.9;       // share of the register's range that was reached before a roll-over
constexpr double kNearBegin = 0.1;     // and that is not reached behind it
constexpr double kLongestUsual = 3.0;  // intervals beyond are gaps
constexpr double kRisingShare = 0.5;
constexpr double kFallingShare = 0.02;  // falls of a counter: roll-overs and resets

/// The end of the register that a counter passed between two readings; 0: none.
double endPassed(double before, double after) {
    const double decimal = before > 0.0 ? std::pow(10.0, std::ceil(std::log10(before))) : 0.0;
    for (const double end : {decimal, 4294967296.0}) {
        if (end >= 100.0 && before >= kNearEnd * end && before <= end && after <= kNearBegin * end) {
            return end;
        }
    }
    return 0.0;
}

double medianStep(std::span<const double> utcS) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < utcS.size(); ++i) {
        steps.push_back(utcS[i] - utcS[i - 1]);
    }
    if (steps.empty()) {
        return 0.0;
    }
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return *middle;
}

}  // namespace

CounterRates ratesOfCounter(std::span<const double> utcS, std::span<const double> count) {
    CounterRates rates;
    const double longestS = kLongestUsual * medianStep(utcS);
    for (std::size_t i = 1; i < std::min(utcS.size(), count.size()); ++i) {
        const double stepS = utcS[i] - utcS[i - 1];
        double rise = count[i] - count[i - 1];
        if (stepS <= 0.0) {
            continue;
        }
        if (rise < 0.0) {
            const double end = endPassed(count[i - 1], count[i]);
            if (end <= 0.0) {
                ++rates.resets;
                continue;
            }
            ++rates.rollOvers;
            rise += end;
        }
        if (stepS > longestS) {
            ++rates.gaps;
            continue;
        }
        rates.utcS.push_back(utcS[i]);
        rates.rate.push_back(rise / stepS);
    }
    return rates;
}

bool looksLikeCounter(std::span<const double> value) {
    std::size_t rises = 0, falls = 0;
    for (std::size_t i = 1; i < value.size(); ++i) {
        rises += value[i] > value[i - 1] ? 1 : 0;
        falls += value[i] < value[i - 1] ? 1 : 0;
    }
    const double steps = static_cast<double>(value.size()) - 1.0;
    constexpr double kLeast = 8.0;
    return steps >= kLeast && static_cast<double>(rises) >= kRisingShare * steps && static_cast<double>(falls) <= kFallingShare * steps;
}

std::vector<std::string> CounterRates::notes() const {
    std::vector<std::string> notes;
    const auto add = [&](long number, const char* words) {
        if (number > 0) {
            notes.push_back(fmt::format("{} {}", number, words));
        }
    };
    add(rollOvers, "times the counter passed its end and began at 0.");
    add(resets, "times the counter fell (reset or exchange); these intervals have no rate.");
    add(gaps, "gaps of the counter are longer than three usual intervals; they have no rate.");
    return notes;
}

}  // namespace headroom::engine
