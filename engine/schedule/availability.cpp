// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/availability.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace headroom::engine {

namespace {

constexpr std::size_t kBlock = 256;  ///< steps, at most twice that

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

void Availability::reset(double from, std::int32_t accelerators) {
    fromS.assign(1, {from});
    free.assign(1, {accelerators});
    added.assign(1, 0);
    least.assign(1, accelerators);
    most.assign(1, accelerators);
}

void Availability::refresh(std::size_t b) {
    const auto [low, high] = std::minmax_element(free[b].begin(), free[b].end());
    least[b] = *low + added[b];
    most[b] = *high + added[b];
}

/// Makes a step begin at `atS`.
void Availability::cut(double atS) {
    std::size_t b = 0;
    while (b + 1 < fromS.size() && fromS[b + 1].front() <= atS) {
        ++b;
    }
    std::vector<double>& times = fromS[b];
    const auto next = std::upper_bound(times.begin(), times.end(), atS);
    if (next == times.begin()) {
        times.front() = atS;  // before all: the first step reaches back
        return;
    }
    if (*(next - 1) == atS) {
        return;
    }
    const auto i = next - times.begin();
    free[b].insert(free[b].begin() + i, free[b][static_cast<std::size_t>(i - 1)]);
    times.insert(next, atS);
    if (times.size() < 2 * kBlock) {
        return;
    }
    const auto at = static_cast<std::ptrdiff_t>(b + 1);
    const auto half = static_cast<std::ptrdiff_t>(kBlock);
    std::vector<double> laterS(times.begin() + half, times.end());
    std::vector<std::int32_t> later(free[b].begin() + half, free[b].end());
    times.resize(kBlock);
    free[b].resize(kBlock);
    fromS.insert(fromS.begin() + at, std::move(laterS));
    free.insert(free.begin() + at, std::move(later));
    added.insert(added.begin() + at, added[b]);
    least.insert(least.begin() + at, 0);
    most.insert(most.begin() + at, 0);
    refresh(b);
    refresh(b + 1);
}

void Availability::add(double from, double until, std::int32_t accelerators) {
    if (!(until > from)) {
        return;
    }
    cut(from);
    if (until < kForever) {
        cut(until);
    }
    for (std::size_t b = 0; b < fromS.size(); ++b) {
        if (fromS[b].front() >= until) {
            break;
        }
        const bool starts = fromS[b].front() >= from;
        const bool ends = (b + 1 < fromS.size() ? fromS[b + 1].front() : kForever) <= until;
        if (starts && ends) {
            added[b] += accelerators;
            least[b] += accelerators;
            most[b] += accelerators;
            continue;
        }
        if (fromS[b].back() < from) {
            continue;
        }
        for (std::size_t i = 0; i < fromS[b].size(); ++i) {
            if (fromS[b][i] >= from && fromS[b][i] < until) {
                free[b][i] += accelerators;
            }
        }
        refresh(b);
    }
}

double Availability::earliest(double from, double runS, std::int32_t accelerators) const {
    double start = 0.0;  // of the stretch in which there are enough, where one is open
    bool open = false;
    for (std::size_t b = 0; b < fromS.size(); ++b) {
        const double blockEndS = b + 1 < fromS.size() ? fromS[b + 1].front() : kForever;
        if (blockEndS <= from) {
            continue;
        }
        if (open && least[b] >= accelerators) {
            if (blockEndS - start >= runS) {
                return start;
            }
            continue;
        }
        if (!open && most[b] < accelerators) {
            continue;
        }
        const std::vector<double>& times = fromS[b];
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double endS = i + 1 < times.size() ? times[i + 1] : blockEndS;
            if (endS <= from) {
                continue;
            }
            if (free[b][i] + added[b] < accelerators) {
                open = false;
                continue;
            }
            if (!open) {
                open = true;
                start = std::max(from, times[i]);
            }
            if (endS - start >= runS) {
                return start;
            }
        }
    }
    return open ? start : kForever;
}

void Availability::forget(double beforeS) {
    std::size_t blocks = 0;
    while (blocks + 1 < fromS.size() && fromS[blocks + 1].front() <= beforeS) {
        ++blocks;
    }
    const auto n = static_cast<std::ptrdiff_t>(blocks);
    fromS.erase(fromS.begin(), fromS.begin() + n);
    free.erase(free.begin(), free.begin() + n);
    added.erase(added.begin(), added.begin() + n);
    least.erase(least.begin(), least.begin() + n);
    most.erase(most.begin(), most.begin() + n);
}

}  // namespace headroom::engine
