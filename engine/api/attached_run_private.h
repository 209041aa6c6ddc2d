// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/attached_design.h"
#include "engine/api/attached_pages.h"
#include "engine/api/attached_run.h"
#include "engine/api/received_story.h"
#include "engine/api/request_outbox.h"
#include "engine/api/run_server.h"
#include "engine/api/run_viewers.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace headroom::engine {

/// The connection of an attached run: reaches the server, listens to it, and puts what it sends on the frame that viewers see.
/// attached_run_follow.cpp implements it; attached_run.cpp implements the public functions.
struct AttachedRun::Private {
    Private(const AttachWish& given, std::unique_ptr<HttpClient> client,
            const std::shared_ptr<const Catalogue>& shipped);

    const AttachWish& wish;
    RunServer server;
    RunViewers viewers;
    AttachedDesign design;
    std::atomic<bool> leave{false};  ///< the stream: the run ends, or `broken`

    mutable std::mutex mutex;
    std::condition_variable wake;
    // guarded by mutex
    AttachState state;
    std::optional<std::chrono::steady_clock::time_point> again;
    std::shared_ptr<const Frame> frame;
    std::shared_ptr<RunSeries> series;
    RunStatus status;
    std::vector<PendingOrder> orders;
    Errors refusal;  ///< of the first contact

    // of the listener alone
    std::string instance;
    ReceivedStory story;
    std::int64_t designNumber = -1;
    int unread = 0;  ///< frames, one after the other
    Error broken;    ///< why the stream is left; no code: it is not

    // The threads begin last.
    RequestOutbox outbox;
    AttachedPages pages;
    std::thread listener;

    void end();

    void tellChanged();

    // Beginning.

    /// Whether it is a Headroom like this one, and what it serves.
    Errors greet();

    /// Another run is served there now: nothing of the one before continues.
    void forget();

    /// Fetches the design; true if it is another one, whose channels the series has from now on.
    ResultAll<bool> takeDesign();

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

    void publish(std::shared_ptr<Frame> next);

    /// Dresses the newest frame again and reports it. Returns the frame; null if there is none. `withStory`: of the listener alone.
    std::shared_ptr<const Frame> showAgain(bool withStory);

    void takeEvents(const AttachJson& message);

    void takeRun(const AttachJson& message);
};

}  // namespace headroom::engine
