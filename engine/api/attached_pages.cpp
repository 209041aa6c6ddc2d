// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_pages.h"

#include "engine/api/question_transport.h"
#include "engine/run/frame/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace headroom::engine {

namespace {

using PageClock = std::chrono::steady_clock;

constexpr double kLateS = 60.0;  // readings that were judged later than the twin stepped
constexpr double kPagesEveryS = 1.0, kSlowPages = 4.0;  // of a slow line: every fourth frame
constexpr auto kShortestWait = std::chrono::milliseconds(50);

}  // namespace

AttachedPages::AttachedPages(const RunServer& server, double everyS, Run run)
    : server_(server), everyS_(everyS), run_(std::move(run)), thread_([this] { work(); }) {}

AttachedPages::~AttachedPages() {
    end();
}

void AttachedPages::runMoved() {
    {
        const std::lock_guard lock(mutex_);
        hasNews_ = true;
    }
    wake_.notify_one();
}

void AttachedPages::dress(Frame& next, bool isLive) const {
    const std::lock_guard lock(mutex_);
    next.watched =
        watchedPage_ != nullptr && watchedPage_->row.id == watched_ ? watchedPage_ : nullptr;
    if (!history_) {
        return;
    }
    auto history = std::make_shared<JobHistory>(history_->jobs);
    for (JobSpan& span : history->open) {
        span.toS = isLive ? std::max(span.fromS, next.timeS) : span.toS;
    }
    next.history = history_->isKept ? std::move(history) : nullptr;
    auto told = next.story ? std::make_shared<Story>(*next.story) : std::make_shared<Story>();
    told->losses = history_->losses.losses;
    told->open = history_->losses.open;
    told->left = history_->losses.left;
    next.story = std::move(told);
}

void AttachedPages::watch(std::int64_t job) {
    {
        const std::lock_guard lock(mutex_);
        isWatchNew_ = job >= 0 && job != watched_;
        watched_ = job;
        watchedPage_.reset();
        whyNoPage_ = {};
    }
    wake_.notify_one();
}

Error AttachedPages::whyNoJobPage() const {
    const std::lock_guard lock(mutex_);
    return whyNoPage_;
}

std::shared_ptr<const FollowedThere> AttachedPages::followed() const {
    const std::lock_guard lock(mutex_);
    return followed_;
}

void AttachedPages::ask(const AskedQuestion& question, TakeReply take) {
    {
        const std::lock_guard lock(mutex_);
        if (!isEnded_) {
            questions_.push_back({question, std::exchange(take, {})});
        }
    }
    if (take) {
        take(tl::unexpected(runEnded()));
    } else {
        wake_.notify_one();
    }
}

void AttachedPages::forget() {
    const std::lock_guard lock(mutex_);
    history_.reset();
    followed_.reset();
    watchedPage_.reset();
    ++served_;
}

void AttachedPages::end() {
    {
        const std::lock_guard lock(mutex_);
        isEnded_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void AttachedPages::takeHistory() {
    auto read = std::make_shared<HistoryRead>();
    {
        const std::lock_guard lock(mutex_);
        if (history_) {
            *read = *history_;
        }
    }
    const auto before = served_.load();
    bool isAnew = false;
    do {
        const auto answer =
            server_.get(fmt::format("/api/v1/history?cards={}&spans={}&losses={}",
                                    read->place.cards, read->place.spans, read->place.losses));
        if (!answer) {
            return;  // asked again with the next frame
        }
        if (!readHistory(parsedAttach(answer->body), *read)) {
            if (std::exchange(isAnew, true)) {
                return;
            }
            *read = {};  // the run left something out meanwhile: all of it from the beginning
            read->isWhole = false;
        }
    } while (!read->isWhole && !server_.isStopped());
    const std::lock_guard lock(mutex_);
    if (served_.load() == before) {
        history_ = std::move(read);
    }
}

void AttachedPages::takePage(std::int64_t job) {
    auto answer = server_.get(fmt::format("/api/v1/jobs/{}", job));
    auto page = answer ? readJobDetail(parsedAttach(answer->body)) : nullptr;
    const std::lock_guard lock(mutex_);
    if (watched_ == job) {
        watchedPage_ = std::move(page);
        whyNoPage_ = answer ? Error{} : answer.error();
    }
}

/// The server reports that a run follows no building. The client then asks again only after another run is served.
void AttachedPages::takeFollowed() {
    const std::shared_ptr<const FollowedThere> before = followed();
    const auto run = served_.load();
    if (followsNothing_ == run) {
        return;
    }
    const auto answer = server_.get(
        fmt::format("/api/v1/telemetry?since_s={:.3f}",
                    before && before->nowS() == before->nowS() ? before->nowS() - kLateS : 0.0));
    if (!answer) {
        followsNothing_ = answer.error().code == "WEB-031" ? run : followsNothing_;
        return;
    }
    auto read = readFollowed(parsedAttach(answer->body), before.get());
    const std::lock_guard lock(mutex_);
    if (read && served_.load() == run) {
        followed_ = std::move(read);
    }
}

void AttachedPages::answer(const PendingQuestion& pending) const {
    const auto answer = server_.get(targetOfQuestion(pending.question));
    if (!answer) {
        pending.take(tl::unexpected(answer.error()));
        return;
    }
    pending.take(replyFrom(pending.question, parsedAttach(answer->body)));
}

void AttachedPages::takeAll(std::int64_t job) {
    takeHistory();
    takeFollowed();
    if (job >= 0) {
        takePage(job);
    }
}

void AttachedPages::work() {
    const auto every = std::chrono::duration_cast<PageClock::duration>(
        std::chrono::duration<double>(std::max(kPagesEveryS, kSlowPages * everyS_)));
    auto due = PageClock::now();
    while (true) {
        {
            const std::lock_guard lock(mutex_);
            hasNews_ = false;
        }
        // Before the lock: the run dresses frames under a lock of its own.
        const std::shared_ptr<const Frame> now = run_.frame();
        std::vector<PendingQuestion> asked;
        std::int64_t job = -1;
        bool isDue = now != nullptr && now != pagesOf_ && PageClock::now() >= due;
        {
            std::unique_lock lock(mutex_);
            const bool isWanted = now != nullptr && isWatchNew_;
            if (!isEnded_ && questions_.empty() && !isWanted && !isDue) {
                const auto until = std::max(due, PageClock::now() + kShortestWait);
                wake_.wait_until(lock, until, [&] {
                    return isEnded_ || hasNews_ || !questions_.empty() ||
                           (now != nullptr && isWatchNew_);
                });
                continue;
            }
            asked = std::exchange(questions_, {});
            if (isEnded_) {
                lock.unlock();
                for (const PendingQuestion& pending : asked) {
                    pending.take(tl::unexpected(runEnded()));
                }
                return;
            }
            isDue = isDue || isWatchNew_;
            isWatchNew_ = false;
            job = watched_;
        }
        if (isDue) {
            pagesOf_ = now;
        }
        for (const PendingQuestion& pending : asked) {
            answer(pending);
        }
        if (isDue) {
            takeAll(job);
            due = PageClock::now() + every;
            pagesOf_ = run_.show();
        }
    }
}

}  // namespace headroom::engine
