// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace headroom::engine {

/// Writes lines to a descriptor on a thread of its own, so that a caller never waits for a terminal that is stopped or a
/// pipe that nobody reads. Lines beyond kMostWaiting are dropped; the next line that goes out states how many.
class LineJournal {
  public:
    static constexpr std::size_t kMostWaiting = 256;
    static constexpr std::size_t kLongestLine = 1024;  ///< bytes; longer lines are cut

    /// `descriptor` stays open for as long as the journal lives, and is not closed by it.
    explicit LineJournal(int descriptor);
    /// Writes what waits if the other end takes it at once; else drops it.
    ~LineJournal();
    LineJournal(const LineJournal&) = delete;
    LineJournal& operator=(const LineJournal&) = delete;

    /// From any thread; returns at once.
    void add(const std::string& line);

    std::int64_t dropped() const;

  private:
    void work();
    bool write(std::string text);

    int descriptor_;
    mutable std::mutex mutex_;
    std::condition_variable hasWork_;
    std::deque<std::string> lines_;
    std::int64_t dropped_ = 0, reported_ = 0;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace headroom::engine
