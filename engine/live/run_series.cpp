// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run_series.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr std::size_t kFan = 4;  // rows of one kind in a row of the next
constexpr std::size_t kMostRows = 2048;
constexpr std::size_t kLeastRows = 256;
constexpr std::size_t kNumbersOfLevel = std::size_t{1} << 22;  // 16 MB
constexpr std::size_t kLeast = 0, kMean = 1, kMost = 2, kParts = 3;

std::size_t rowsFor(std::size_t channels) {
    const std::size_t rows = kNumbersOfLevel / std::max<std::size_t>(1, kParts * channels);
    return std::clamp(rows, kLeastRows, kMostRows) / kFan * kFan;
}

/// One row of `kFan` finer ones, by channel.
struct Fold {
    float least = std::numeric_limits<float>::quiet_NaN();
    float most = std::numeric_limits<float>::quiet_NaN();
    double sum = 0.0, weight = 0.0;

    void add(float lower, float mean, float upper, double lengthS) {
        least = std::fmin(least, lower);  // of a number and NaN, the number
        most = std::fmax(most, upper);
        if (std::isfinite(mean)) {
            sum += lengthS * static_cast<double>(mean);
            weight += lengthS;
        }
    }

    float mean() const {
        return weight > 0.0 ? static_cast<float>(sum / weight)
                            : std::numeric_limits<float>::quiet_NaN();
    }
};

}  // namespace

std::size_t SeriesCut::at(double timeS) const {
    const auto row = std::lower_bound(toS.begin(), toS.end(), timeS);
    if (row == toS.end()) {
        return toS.empty() ? 0 : toS.size() - 1;
    }
    const auto i = static_cast<std::size_t>(row - toS.begin());
    // Between two single steps the nearer one; a span holds all of its time.
    const bool isStep = !curves.empty() && curves.front().least[i] == curves.front().most[i];
    return i > 0 && isStep && timeS - toS[i - 1] < toS[i] - timeS ? i - 1 : i;
}

RunSeries::RunSeries(std::vector<std::string> channels, std::size_t rows)
    : channels_(std::move(channels)),
      rows_(rows > 0 ? rows / kFan * kFan : rowsFor(channels_.size())) {}

std::size_t RunSeries::oldest(const Level& level) const {
    const std::size_t first = level.total > rows_ ? level.total - rows_ : 0;
    // Whole rows of the next kind only: what they begin, they end.
    return (first + kFan - 1) / kFan * kFan;
}

void RunSeries::add(double timeS, std::span<const double> values) {
    const std::lock_guard lock(mutex_);
    if (timeS <= lastS_ || values.size() != channels_.size()) {
        return;
    }
    scratch_.resize(values.size());
    std::transform(values.begin(), values.end(), scratch_.begin(),
                   [](double v) { return static_cast<float>(v); });
    const double fromS = std::isfinite(lastS_) ? lastS_ : timeS;
    lastS_ = timeS;
    push(0, fromS, timeS, scratch_);
    for (std::size_t n = 0; n < levels_.size() && levels_[n].total % kFan == 0; ++n) {
        fold(n);
    }
}

void RunSeries::push(std::size_t n, double fromS, double toS, std::span<const float> row) {
    if (n == levels_.size()) {
        levels_.emplace_back().width = row.size();
    }
    Level& level = levels_[n];
    const std::size_t at = level.total % rows_;
    if (at == level.toS.size()) {
        level.fromS.push_back(fromS);
        level.toS.push_back(toS);
        level.values.insert(level.values.end(), row.begin(), row.end());
    } else {
        level.fromS[at] = fromS;
        level.toS[at] = toS;
        std::copy(row.begin(), row.end(),
                  level.values.begin() + static_cast<std::ptrdiff_t>(at * level.width));
    }
    ++level.total;
}

/// The last `kFan` rows of a kind become one of the next.
void RunSeries::fold(std::size_t n) {
    const Level& level = levels_[n];
    const std::size_t first = (level.total - kFan) % rows_;  // rows_ is a multiple: no wrap inside
    std::array<double, kFan> lengthS;
    for (std::size_t i = 0; i < kFan; ++i) {
        lengthS[i] = std::max(1e-9, level.toS[first + i] - level.fromS[first + i]);
    }
    const std::size_t parts = n == 0 ? 1 : kParts;
    std::vector<float> row(channels_.size() * kParts);
    for (std::size_t c = 0; c < channels_.size(); ++c) {
        Fold fold;
        for (std::size_t i = 0; i < kFan; ++i) {
            const float* v = &level.values[(first + i) * level.width + c * parts];
            fold.add(v[0], v[parts / 2], v[parts - 1], lengthS[i]);
        }
        row[c * kParts + kLeast] = fold.least;
        row[c * kParts + kMean] = fold.mean();
        row[c * kParts + kMost] = fold.most;
    }
    push(n + 1, level.fromS[first], level.toS[first + kFan - 1], row);
}

void RunSeries::setChannels(std::vector<std::string> channels) {
    const std::lock_guard lock(mutex_);
    if (channels == channels_) {
        return;
    }
    std::vector<std::ptrdiff_t> before;
    for (const std::string& name : channels) {
        const auto found = std::find(channels_.begin(), channels_.end(), name);
        before.push_back(found == channels_.end() ? -1 : found - channels_.begin());
    }
    for (std::size_t n = 0; n < levels_.size(); ++n) {
        Level& level = levels_[n];
        const std::size_t parts = n == 0 ? 1 : kParts;
        std::vector<float> values;
        values.reserve(level.toS.size() * channels.size() * parts);
        for (std::size_t r = 0; r < level.toS.size(); ++r) {
            for (const std::ptrdiff_t c : before) {
                for (std::size_t p = 0; p < parts; ++p) {
                    values.push_back(c < 0 ? std::numeric_limits<float>::quiet_NaN()
                                           : level.values[r * level.width +
                                                          static_cast<std::size_t>(c) * parts + p]);
                }
            }
        }
        level.values = std::move(values);
        level.width = channels.size() * parts;
    }
    channels_ = std::move(channels);
}

std::vector<std::string> RunSeries::channels() const {
    const std::lock_guard lock(mutex_);
    return channels_;
}

void RunSeries::copyRow(const Level& level, std::size_t row, std::span<const int> slots,
                        SeriesCut& cut) const {
    const std::size_t at = row % rows_;
    cut.fromS.push_back(level.fromS[at]);
    cut.toS.push_back(level.toS[at]);
    const std::size_t parts = channels_.empty() ? 1 : level.width / channels_.size();
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const float* v =
            slots[i] < 0
                ? nullptr
                : &level.values[at * level.width + static_cast<std::size_t>(slots[i]) * parts];
        cut.curves[i].least.push_back(v == nullptr ? kNone : v[0]);
        cut.curves[i].mean.push_back(v == nullptr ? kNone : v[parts / 2]);
        cut.curves[i].most.push_back(v == nullptr ? kNone : v[parts - 1]);
    }
}

SeriesCut RunSeries::read(std::span<const std::string> channels, double fromS, double toS,
                          std::size_t most) const {
    const std::lock_guard lock(mutex_);
    SeriesCut cut;
    cut.curves.resize(channels.size());
    if (levels_.empty() || !(fromS <= toS)) {
        return cut;
    }
    std::vector<int> slots;
    for (const std::string& name : channels) {
        const auto found = std::find(channels_.begin(), channels_.end(), name);
        slots.push_back(found == channels_.end() ? -1
                                                 : static_cast<int>(found - channels_.begin()));
    }
    // The finest kind of which the part that it still holds is not too much.
    std::size_t finest = 0;
    const auto firstWhere = [&](const Level& level, const auto& holds) {
        std::size_t first = oldest(level), end = level.total;
        while (first < end) {
            const std::size_t middle = first + (end - first) / 2;
            holds(middle % rows_) ? end = middle : first = middle + 1;
        }
        return first;
    };
    const auto firstWithin = [&](const Level& level) {
        return firstWhere(level, [&](std::size_t at) { return level.toS[at] >= fromS; });
    };
    const auto rowsWithin = [&](const Level& level) {
        const std::size_t end =
            firstWhere(level, [&](std::size_t at) { return level.fromS[at] > toS; });
        return end - std::min(end, firstWithin(level));
    };
    while (finest + 1 < levels_.size() && rowsWithin(levels_[finest]) > most) {
        ++finest;
    }
    // Coarser rows for what is older than it holds, then itself, then finer ones for the last steps
    // that do not fill a row yet, or that a row would show beyond toS.
    const std::size_t coarsest = levels_.size() - 1;
    std::size_t next = 0;  // in rows of the kind that is being read
    for (std::size_t n = coarsest;; --n) {
        const Level& level = levels_[n];
        // From `finest` on everything that is there; before it only what the next finer lacks.
        const std::size_t end = n > finest ? oldest(levels_[n - 1]) / kFan : level.total;
        std::size_t row = std::max({next, oldest(level), std::min(firstWithin(level), end)});
        for (; row < end && level.toS[row % rows_] <= toS; ++row) {
            if (level.toS[row % rows_] >= fromS) {
                copyRow(level, row, slots, cut);
            }
        }
        if (n == 0) {
            break;
        }
        next = row * kFan;
    }
    return cut;
}

double RunSeries::firstS() const {
    const std::lock_guard lock(mutex_);
    if (levels_.empty()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    // The coarsest kind reaches back furthest, unless it has no row beyond what finer ones hold.
    const Level& level = levels_.back();
    const Level& steps = levels_.front();
    return std::min(level.fromS[oldest(level) % rows_], steps.fromS[oldest(steps) % rows_]);
}

double RunSeries::lastS() const {
    const std::lock_guard lock(mutex_);
    return lastS_;
}

}  // namespace headroom::engine
