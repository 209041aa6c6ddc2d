// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/level_queue.h"

#include <algorithm>

namespace headroom::engine {

namespace {

// Bands reach to a given number of times the mean of the first levels; what is above is in the last one.
constexpr double kReach = 4.0;

}  // namespace

std::size_t LevelQueue::bandOf(double level) const {
    const double band = (level - from_) * perLevel_;
    const auto last = static_cast<double>(band_.size() - 1);
    return band < last ? static_cast<std::size_t>(std::max(band, 0.0)) : band_.size() - 1;
}

void LevelQueue::start(double from, std::span<const Entry> entries) {
    heap_.clear();
    band_.assign(entries.size() + 1, -1);
    current_ = 0;
    from_ = from;
    double sum = 0.0;
    for (const Entry& entry : entries) {
        sum += entry.level - from;
    }
    const auto count = static_cast<double>(entries.size());
    perLevel_ = sum > 0.0 ? count * count / (kReach * sum) : 0.0;
    for (const Entry& entry : entries) {
        keep(entry, bandOf(entry.level));
    }
}

void LevelQueue::keep(Entry entry, std::size_t band) {
    level_[entry.link] = entry.level;
    next_[entry.link] = band_[band];
    band_[band] = entry.link;
}

const LevelQueue::Entry* LevelQueue::front() {
    while (heap_.empty()) {
        while (current_ < band_.size() && band_[current_] < 0) {
            ++current_;
        }
        if (current_ == band_.size()) {
            return nullptr;
        }
        for (std::int32_t l = band_[current_]; l >= 0; l = next_[l]) {
            heapPush({level_[l], l});
        }
        band_[current_] = -1;
    }
    return &heap_.front();
}

void LevelQueue::heapPush(Entry entry) {
    heap_.push_back(entry);
    std::size_t at = heap_.size() - 1;
    while (at > 0 && entry.level < heap_[(at - 1) / 2].level) {
        heap_[at] = heap_[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap_[at] = entry;
}

void LevelQueue::siftDown() {
    const Entry entry = heap_.front();
    std::size_t at = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 2 * at + 1) {
        if (child + 1 < heap_.size() && heap_[child + 1].level < heap_[child].level) {
            ++child;
        }
        if (heap_[child].level >= entry.level) {
            break;
        }
        heap_[at] = heap_[child];
        at = child;
    }
    heap_[at] = entry;
}

void LevelQueue::pop() {
    heap_.front() = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
        siftDown();
    }
}

void LevelQueue::raise(double level) {
    const std::size_t band = bandOf(level);
    if (band > current_) {
        keep({level, heap_.front().link}, band);
        pop();
    } else {
        heap_.front().level = level;
        siftDown();
    }
}

}  // namespace headroom::engine
