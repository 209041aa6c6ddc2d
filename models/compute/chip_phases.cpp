// SPDX-License-Identifier: Apache-2.0
#include "models/compute/chip_phases.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

/// Both as one, of their mean activity.
ChipPhase merged(const ChipPhase& a, const ChipPhase& b) {
    const double share = a.share + b.share;
    return {share, (a.share * a.activity + b.share * b.activity) / share};
}

}  // namespace

void ChipPhases::add(double share, double activity) {
    if (!(share > 0.0)) {
        return;
    }
    for (ChipPhase& p : phases_) {
        if (p.share > 0.0 && p.activity == activity) {
            p.share += share;
            return;
        }
    }
    for (ChipPhase& p : phases_) {
        if (!(p.share > 0.0)) {
            p = {share, activity};
            return;
        }
    }
    // All places are taken: of these and the new one, the two closest become one.
    std::array<ChipPhase, kMost + 1> sorted;
    std::copy(phases_.begin(), phases_.end(), sorted.begin());
    sorted[kMost] = {share, activity};
    std::sort(sorted.begin(), sorted.end(),
              [](const ChipPhase& a, const ChipPhase& b) { return a.activity > b.activity; });
    std::size_t closest = 0;
    for (std::size_t i = 1; i < kMost; ++i) {
        if (sorted[i].activity - sorted[i + 1].activity <
            sorted[closest].activity - sorted[closest + 1].activity) {
            closest = i;
        }
    }
    sorted[closest] = merged(sorted[closest], sorted[closest + 1]);
    std::copy(sorted.begin() + static_cast<std::ptrdiff_t>(closest) + 2, sorted.end(),
              sorted.begin() + static_cast<std::ptrdiff_t>(closest) + 1);
    std::copy(sorted.begin(), sorted.end() - 1, phases_.begin());
}

void ChipPhases::add(double share, const ChipPhases& other) {
    for (const ChipPhase& p : other.phases_) {
        add(share * p.share, p.activity);
    }
}

ChipPhases ChipPhases::times(double factor) const {
    ChipPhases scaled = *this;
    for (ChipPhase& p : scaled.phases_) {
        p.share *= factor;
    }
    return scaled;
}

double ChipPhases::mean() const {
    double sum = 0.0;
    for (const ChipPhase& p : phases_) {
        sum += p.share * p.activity;
    }
    return sum;
}

double ChipPhases::highest() const {
    double most = 0.0;
    for (const ChipPhase& p : phases_) {
        most = p.share > 0.0 ? std::max(most, p.activity) : most;
    }
    return most;
}

double ChipPhases::capped(double most) const {
    double sum = 0.0;
    for (const ChipPhase& p : phases_) {
        sum += p.share * std::min(p.activity, most);
    }
    return sum;
}

}  // namespace headroom::models
