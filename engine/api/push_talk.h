// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/http/http_service.h"
#include "engine/telemetry/live/feeds.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace headroom::engine {

/// Messages of one client that are not acknowledged yet. Under the lock of its desk.
struct PushBox {
    std::string source;
    std::int64_t messages = 0;        ///< taken from the client so far
    std::size_t waitingBytes = 0;     ///< of messages that are not stored yet
    std::deque<std::string> answers;  ///< to go out
};

/// Stores what clients of WebSocket push, on a thread of its own: the network never waits for the disk. A message is
/// answered once it is on disk, in the order in which it came:
///
///   {"type":"stored","message":7,"taken":12,"repeated":0,"contradicted":0,"implausible":0,"unreadable":0,"unknown":0}
///   {"type":"error","message":8,"errors":[{"code":…,"detail":…,"remedy":…}]}     nothing of it was taken
///
/// A reading without an answer at the end of the connection may or may not be stored. Sent again, it is reported as
/// repeated and stored once.
class PushDesk {
  public:
    static constexpr std::size_t kMostOfOne =
        1U << 20U;  ///< bytes of one client that wait for the disk
    static constexpr std::size_t kMostOfAll = 64U << 20U;  ///< and of all

    static constexpr std::size_t kMostAnswers =
        1000;  ///< of one client that does not read them; then it is not heard

    explicit PushDesk(Feeds& feeds);
    /// Stores what has come, and ends.
    ~PushDesk();
    PushDesk(const PushDesk&) = delete;
    PushDesk& operator=(const PushDesk&) = delete;

    /// Whether lines of a given number of bytes find room now.
    bool hasRoom(const PushBox& box, std::size_t bytes) const;

    /// False: there is no room, or it ends; nothing was taken.
    bool take(const std::shared_ptr<PushBox>& box, const std::string& lines);
    std::optional<std::string> answer(PushBox& box);

  private:
    struct Parcel {
        std::shared_ptr<PushBox> box;
        std::int64_t message = 0;
        std::string lines;
    };

    void work();

    Feeds& feeds_;
    mutable std::mutex mutex_;
    std::condition_variable hasWork_;
    std::deque<Parcel> parcels_;
    std::size_t waitingBytes_ = 0;
    bool ends_ = false;
    std::thread thread_;
};

/// A client that pushes JSON lines, each message some of them.
class PushTalk : public Talk {
  public:
    PushTalk(std::shared_ptr<PushDesk> desk, std::string source);

    /// While the disk is behind, what a client sends waits in the network.
    bool mayHear(std::size_t bytes) const override { return desk_->hasRoom(*box_, bytes); }

    std::optional<std::string> hear(const std::string& text) override;
    std::optional<TalkMessage> next(Clock::time_point now) override;

  private:
    std::shared_ptr<PushDesk> desk_;
    std::shared_ptr<PushBox> box_;
};

/// The keys of a receipt, without braces: "\"taken\":12,…".
std::string receiptKeys(const PushReceipt& receipt);

}  // namespace headroom::engine
