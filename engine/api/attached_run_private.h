// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/attached_run.h"
#include "engine/api/channel_table.h"
#include "engine/api/followed_there.h"
#include "engine/api/run_pages.h"
#include "engine/base/json.h"
#include "engine/files/temporary_folder.h"
#include "engine/plant/plant.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// Members of an attached run: attached_run.cpp implements the public functions, attached_run_follow.cpp its threads.
namespace headroom::engine {

using AttachJson = nlohmann::json;

/// Discarded where it is not a JSON.
inline AttachJson parsedAttach(const std::string& text) {
    return parseJson<AttachJson>(text);
}

/// The text of a key; empty if there is none.
inline std::string wordInAttach(const AttachJson& json, const char* key) {
    const auto at = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && at != json.end() && at->is_string() ? at->get<std::string>()
                                                                   : std::string();
}

/// The whole number of a key; 0 if there is none.
inline std::int64_t numberInAttach(const AttachJson& json, const char* key) {
    const auto at = json.is_object() ? json.find(key) : json.end();
    return json.is_object() && at != json.end() && at->is_number_integer() ? at->get<std::int64_t>()
                                                                           : 0;
}

/// For a query: what is not a letter, digit or one of a few marks is escaped.
std::string escapedForQuery(std::string_view text);
/// With commas between.
std::string joinedWords(const std::vector<std::string>& words);

/// A question that waits for the thread that asks the server.
struct PendingQuestion {
    AskedQuestion question;
    TakeReply take;
};

struct AttachedRun::Private {
    Private(const AttachWish& given, std::unique_ptr<HttpClient> made)
        : wish(given), client(std::move(made)) {}

    const AttachWish& wish;
    std::unique_ptr<HttpClient> client;
    std::shared_ptr<const Catalogue> catalogue;
    std::atomic<bool> stop{false};
    std::atomic<bool> leave{false};  ///< the stream: `stop`, or `broken`

    mutable std::mutex mutex;
    std::condition_variable wake;
    // guarded by mutex
    AttachState state;
    std::optional<std::chrono::steady_clock::time_point> again;
    std::shared_ptr<const Frame> frame;
    std::shared_ptr<const Plant> plant;
    std::shared_ptr<RunSeries> series;
    RunStatus status;
    std::vector<PendingOrder> orders;
    Project project;
    std::shared_ptr<const Catalogue> parts;  ///< that it was read with: parts of its own too
    std::string serverText;                  ///< of the design that the server has
    std::int64_t revision = 0;
    std::deque<HttpQuestion> outbox;
    std::shared_ptr<const HistoryRead> pages;
    std::shared_ptr<const FollowedThere> followed;
    std::shared_ptr<const Frame> pagesOf;  ///< that they were asked for last
    std::int64_t watched = -1;
    bool isWatchNew = false;
    std::shared_ptr<const JobDetail> watchedPage;
    Error whyNoPage;
    std::vector<PendingQuestion> questions;
    int followsNothing = -1;         ///< that run; of the asker alone
    std::atomic<int> pagesOfRun{0};  ///< one more with each run that is served there

    std::mutex telling;
    // guarded by telling
    std::function<void()> framed, stated;
    std::shared_ptr<const Frame> toldFrame;  ///< that `framed` was called for
    std::function<void(const Error&)> refused;

    // of the listener alone
    std::string instance, builtText;
    std::optional<TemporaryFolder> folder;  ///< of the design and its files; none if none came yet
    std::unique_ptr<ChannelTable> table;
    std::shared_ptr<const Frame> base;
    std::vector<std::shared_ptr<const std::vector<Event>>> blocks;
    std::vector<Event> recent;
    std::shared_ptr<const Story> story;
    std::shared_ptr<const AlarmList> alarms;
    std::int64_t lastEvent = -1, design = -1;
    int unread = 0;  ///< frames, one after the other
    Error broken;    ///< why the stream is left; no code: it is not

    std::thread listener, sender, asker;

    void tellChanged();

    void tellRefused(const Error& error);

    // Asking.

    HttpQuestion question(std::string method, std::string target, std::string body = {}) const;

    /// Refusal of the server.
    Error refusalOf(const HttpAnswer& answer) const;

    Result<HttpAnswer> get(const std::string& target) const;

    // Beginning.

    /// Whether it is a Headroom like this one, and what it serves.
    Errors greet();

    /// Another run is served there now: nothing of the one before continues.
    void forget();

    /// Fetches the design, and builds it where it is another one.
    Errors takeDesign();

    /// Fetches what it is read from next to its text, into a folder of our own.
    Result<void> takeFiles();

    /// Samples of the server's series since our last one.
    void takePast();

    /// Rows of one answer. All answers have the same rows while the run is paused; otherwise the rows of the first answer
    /// count.
    static bool takeCurves(const AttachJson& body, std::size_t first,
                           const std::vector<std::string>& names, std::vector<double>& timeS,
                           std::vector<std::vector<float>>& curves);

    // Listening.

    std::string streamTarget() const;

    void listen();

    void leaveFor(const Error& why);

    void setPhase(AttachPhase phase, const Error& why,
                  std::optional<std::chrono::steady_clock::time_point> next, int tries);

    void hear(const std::string& text);

    /// Frames of a design that was edited meanwhile: the text follows the frame, or the frame the text.
    void followDesign(std::int64_t number);

    void takeFrame(const AttachJson& message);

    void dress(Frame& next) const;

    void publish(std::shared_ptr<const Frame> next);

    /// The frame that is there, with other events and alarms.
    void tellAgain();

    void takeEvents(const AttachJson& message);

    void takeRun(const AttachJson& message);

    // Asking for pages.

    void dressPages(Frame& next) const;
    void showPages();
    void takeHistory();
    void takePage(std::int64_t job);
    void takeFollowed();
    void answerQuestion(const PendingQuestion& pending);
    void askOn();

    // Sending.

    void post(HttpQuestion asked);

    void send();

    void end();

    Errors refusal;  ///< of the first contact
};

}  // namespace headroom::engine
