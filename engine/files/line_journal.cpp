// SPDX-License-Identifier: Apache-2.0
#include "engine/files/line_journal.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace headroom::engine {

namespace {

constexpr int kLookMs = 100;      // between two looks at whether the journal ends
constexpr int kFarewellMs = 200;  // for the last lines, once it ends

}  // namespace

LineJournal::LineJournal(int descriptor) : descriptor_(descriptor), thread_([this] { work(); }) {}

LineJournal::~LineJournal() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    hasWork_.notify_all();
    thread_.join();
}

void LineJournal::add(const std::string& line) {
    {
        const std::lock_guard lock(mutex_);
        if (ends_ || lines_.size() >= kMostWaiting) {
            ++dropped_;
            return;
        }
        lines_.push_back(line.substr(0, kLongestLine) + '\n');
    }
    hasWork_.notify_all();
}

std::int64_t LineJournal::dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
}

/// False: the other end takes nothing and the journal ends, or it is closed. A pipe that poll() calls writable takes
/// PIPE_BUF bytes without waiting, and a line is shorter.
bool LineJournal::write(std::string text) {
    pollfd asked{descriptor_, POLLOUT, 0};
    for (;;) {
        bool ends = false;
        {
            const std::lock_guard lock(mutex_);
            ends = ends_;
        }
        const int ready = ::poll(&asked, 1, ends ? kFarewellMs : kLookMs);
        if (ready > 0 && (asked.revents & POLLOUT) != 0) {
            const ssize_t written = ::write(descriptor_, text.data(), text.size());
            if (written < 0) {
                if (errno == EINTR || errno == EAGAIN) {
                    continue;
                }
                return false;
            }
            text.erase(0, static_cast<std::size_t>(written));
            if (text.empty()) {
                return true;
            }
        } else if (ends || ready > 0) {  // without POLLOUT: an error or a closed pipe
            return false;
        }
    }
}

void LineJournal::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        hasWork_.wait(lock, [this] { return ends_ || !lines_.empty(); });
        if (lines_.empty()) {
            return;
        }
        std::string text = std::move(lines_.front());
        lines_.pop_front();
        const std::int64_t missing = dropped_ - std::exchange(reported_, dropped_);
        lock.unlock();
        if (missing > 0) {
            text = "(" + std::to_string(missing) + " lines dropped: nobody read them)\n" + text;
        }
        const bool goesOut = write(std::move(text));
        lock.lock();
        if (!goesOut) {
            dropped_ += static_cast<std::int64_t>(lines_.size()) + 1;
            lines_.clear();
        }
    }
}

}  // namespace headroom::engine
