// SPDX-License-Identifier: Apache-2.0
#include "engine/border/counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr double kNearEnd =
    0.9;  // share of the register's range that was reached before a roll-over
constexpr double kNearBegin = 0.1;  // and that is not reached behind it

/// The end of the register that a counter passed between two readings; 0 if none.
double endPassed(double before, double after) {
    const double decimal = before > 0.0 ? std::pow(10.0, std::ceil(std::log10(before))) : 0.0;
    for (const double end : {decimal, 4294967296.0}) {
        if (end >= 100.0 && before >= kNearEnd * end && before <= end &&
            after <= kNearBegin * end) {
            return end;
        }
    }
    return 0.0;
}

}  // namespace

std::optional<double> CounterReader::rate(double utcS, double count) {
    const double stepS = utcS - lastS_;
    double rise = count - last_;
    const double before = last_;
    if (hasLast_ && stepS <= 0.0) {
        return std::nullopt;
    }
    lastS_ = utcS;
    last_ = count;
    if (!hasLast_) {
        hasLast_ = true;
        return std::nullopt;
    }
    if (rise < 0.0) {
        const double end = endPassed(before, count);
        if (end <= 0.0) {
            ++resets_;
            return std::nullopt;
        }
        ++rollOvers_;
        rise += end;
    }
    if (stepS > longestS_) {
        ++gaps_;
        return std::nullopt;
    }
    return rise / stepS;
}

std::vector<std::string> CounterReader::notes() const {
    std::vector<std::string> notes;
    const auto add = [&](long number, const char* words) {
        if (number > 0) {
            notes.push_back(fmt::format("{} {}", number, words));
        }
    };
    add(rollOvers_, "times the counter passed its end and began at 0.");
    add(resets_, "times the counter fell (reset or exchange); these intervals have no rate.");
    add(gaps_, "gaps of the counter are too long; they have no rate.");
    return notes;
}

}  // namespace headroom::engine
