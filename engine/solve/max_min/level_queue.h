// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headroom::engine {

/// Links by the level at which they would fill, lowest first. Levels are only ever raised, and not
/// below the lowest: links wait unsorted in bands of level, and only those of the lowest band that
/// is not empty are in a heap. Most raises so cost a move to another list.
class LevelQueue {
  public:
    struct Entry {
        double level = 0.0;
        std::int32_t link = 0;
    };

    /// Links are numbered below `links`.
    explicit LevelQueue(std::size_t links) : next_(links), level_(links) {}

    /// Begins anew with these; levels are at or above `from`.
    void start(double from, std::span<const Entry> entries);

    /// The lowest, nullptr if there is none. Until then pop() and raise() are not allowed.
    const Entry* front();

    void pop();

    /// Gives the lowest another level, at or above its own.
    void raise(double level);

  private:
    std::size_t bandOf(double level) const;
    void keep(Entry entry, std::size_t band);
    void heapPush(Entry entry);
    void siftDown();

    std::vector<Entry> heap_;
    std::vector<std::int32_t> band_;  ///< first link of each band; -1 means empty
    std::vector<std::int32_t> next_;  ///< by link, in its band
    std::vector<double> level_;       ///< by link, in its band
    std::size_t current_ = 0;         ///< band of the heap
    double from_ = 0.0, perLevel_ = 0.0;
};

}  // namespace headroom::engine
