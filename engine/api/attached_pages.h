// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/followed_there.h"
#include "engine/api/run_pages.h"
#include "engine/api/run_server.h"
#include "engine/run/frame/frame.h"
#include "engine/watch/run_question.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace headroom::engine {

/// Pages of an attached run that its frames do not contain: history of jobs and losses, the page of the watched job, the
/// building that it follows, and answers to questions. A thread of its own asks for them once a second where frames come, on
/// a slow line less often.
class AttachedPages {
  public:
    /// Services of the run, called from the thread that asks.
    struct Run {
        std::function<std::shared_ptr<const Frame>()> frame;  ///< null while the server is away
        /// Dresses the newest frame again, and reports it. Returns it.
        std::function<std::shared_ptr<const Frame>()> show;
    };

    /// `everyS`: real time between two frames.
    AttachedPages(const RunServer& server, double everyS, Run run);
    ~AttachedPages();
    AttachedPages(const AttachedPages&) = delete;
    AttachedPages& operator=(const AttachedPages&) = delete;

    /// A frame came, or the server was reached.
    void runMoved();

    /// Puts the pages into a frame. `isLive`: open spans reach up to the frame.
    void dress(Frame& next, bool isLive) const;

    /// -1 if none.
    void watch(std::int64_t job);
    Error whyNoJobPage() const;

    std::shared_ptr<const FollowedThere> followed() const;

    void ask(const AskedQuestion& question, TakeReply take);

    /// Another run is served there now.
    void forget();

    /// Refuses questions that wait. The request on its way ends with RunServer::stop().
    void end();

  private:
    /// A question that waits for the thread.
    struct PendingQuestion {
        AskedQuestion question;
        TakeReply take;
    };

    void work();
    void takeAll(std::int64_t job);
    void takeHistory();
    void takePage(std::int64_t job);
    void takeFollowed();
    void answer(const PendingQuestion& pending) const;

    const RunServer& server_;
    double everyS_;
    Run run_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    // guarded by mutex_
    std::shared_ptr<const HistoryRead> history_;
    std::shared_ptr<const FollowedThere> followed_;
    std::int64_t watched_ = -1;
    bool isWatchNew_ = false;
    std::shared_ptr<const JobDetail> watchedPage_;
    Error whyNoPage_;
    std::vector<PendingQuestion> questions_;
    bool isEnded_ = false;
    bool hasNews_ = false;  ///< the run moved since it was looked at

    std::atomic<int> served_{0};  ///< one more with each run that is served there
    // of the thread alone
    int followsNothing_ = -1;               ///< that run
    std::shared_ptr<const Frame> pagesOf_;  ///< the pages were asked for last with it
    std::thread thread_;
};

}  // namespace headroom::engine
