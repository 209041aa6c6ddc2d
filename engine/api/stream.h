// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/channel_table.h"
#include "engine/api/subscription.h"
#include "engine/api/twin.h"
#include "engine/http/http_service.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace headroom::engine {

/// The frames of a twin for all who listen: each is written once for all clients that want the same of it.
/// On the server's thread alone.
class Hub {
  public:
    using Clock = Talk::Clock;

    explicit Hub(const Twin& twin) : twin_(twin) {}

    /// Takes the newest frame: with every beat where somebody listens, else once a second, so that a question finds
    /// one that is not older.
    void beat(Clock::time_point now);

    const std::shared_ptr<const Frame>& frame() const { return frame_; }

    std::int64_t number() const {
        return number_;
    }  ///< of the frame; a gap is a frame that a client did not get

    const ChannelTable& table() const { return *table_; }

    std::int64_t tables() const { return tables_; }  ///< one more with each design

    /// {"type":"frame",…} as a subscription wants it; `channels`: those that it matches.
    std::shared_ptr<const std::string> frameText(const Subscription& subscription,
                                                 const std::vector<std::size_t>& channels);
    std::shared_ptr<const std::string> alarmText();
    /// {"type":"run",…}: whether it plays, how fast, what is ordered.
    std::shared_ptr<const std::string> runText(Clock::time_point now);
    /// {"type":"events",…} after one of that number; null if there are none. `last`: of the last in it.
    std::shared_ptr<const std::string> eventText(std::int64_t after, std::int64_t& last);

    /// Number of the newest event, -1 if there is none.
    std::int64_t lastEvent() const;

    void enter() { ++clients_; }

    void leave();

    /// Texts that are kept for clients that ask for the same next. A client has one subscription, so more texts than
    /// clients are of subscriptions that were replaced.
    static constexpr std::size_t kMostKeptBytes = std::size_t{8} << 20U;

    std::size_t keptBytes() const { return keptBytes_; }

  private:
    /// Shares a text and counts it; forgets the others before where there are too many.
    std::shared_ptr<const std::string> kept(std::string text);
    void forget();

    const Twin& twin_;
    std::size_t keptBytes_ = 0;  ///< in frames_ and events_
    std::shared_ptr<const Frame> frame_;
    std::shared_ptr<const Plant> plant_;
    std::unique_ptr<ChannelTable> table_ = std::make_unique<ChannelTable>(nullptr);
    std::int64_t number_ = 0, tables_ = 0;
    int clients_ = 0;
    Clock::time_point lookedAt_{};
    // Written for this frame so far.
    std::unordered_map<std::string, std::shared_ptr<const std::string>> frames_;
    std::unordered_map<std::int64_t, std::pair<std::shared_ptr<const std::string>, std::int64_t>>
        events_;
    std::shared_ptr<const std::string> alarms_;
    std::shared_ptr<const std::string> run_;
    Clock::time_point ranAt_{};
};

/// One client of the stream. Frames: the newest when the last has gone out and its time has come, none is kept for
/// later. Events: all of them, in blocks of kMostEvents. Alarms, and how the run goes: when that has changed.
///
/// A WebSocket client says what it wants, at once by the query and anew with every message
/// (subscriptionOf()); what is wrong is answered by {"type":"error",…}, and the old subscription stays.
class StreamTalk : public Talk {
  public:
    static constexpr std::size_t kMostEvents = 500;

    StreamTalk(std::shared_ptr<Hub> hub, Subscription subscription);
    ~StreamTalk() override;

    std::optional<std::string> hear(const std::string& text) override;
    std::optional<TalkMessage> next(Clock::time_point now) override;

  private:
    void take(Subscription subscription);
    void resolve();

    std::shared_ptr<Hub> hub_;
    Subscription wanted_;
    std::vector<std::size_t> channels_;
    std::int64_t resolved_ = -1;  ///< Hub::tables()
    std::int64_t shown_ = 0;      ///< Hub::number()
    std::int64_t event_ = -1;     ///< the last that was sent
    std::int64_t events_ = -1;    ///< Hub::number() when there were none
    const void* alarms_ = nullptr;
    bool toldAlarms_ = false;
    std::shared_ptr<const std::string> run_;
    Clock::time_point shownAt_{};
    std::vector<std::string> answers_;  ///< to what the client said; kMostAnswers at most
};

/// {"type":"error","errors":[…]}, one line.
std::string streamErrors(const Errors& errors);

}  // namespace headroom::engine
