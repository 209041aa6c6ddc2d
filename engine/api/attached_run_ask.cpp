// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run_private.h"
#include "engine/api/question_transport.h"
#include "engine/run/frame/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

/// Requests of views that frames do not answer: growing histories of jobs and losses, the page of one job, questions.
namespace headroom::engine {

namespace {

constexpr double kLateS = 60.0;  // readings that were judged later than the twin stepped
constexpr double kPagesEveryS = 1.0, kSlowPages = 4.0;  // of a slow line: every fourth frame

}  // namespace

/// Under mutex: what was fetched next to the stream goes into a frame.
void AttachedRun::Private::dressPages(Frame& next) const {
    next.watched = watchedPage != nullptr && watchedPage->row.id == watched ? watchedPage : nullptr;
    if (!pages) {
        return;
    }
    auto history = std::make_shared<JobHistory>(pages->jobs);
    for (JobSpan& span : history->open) {
        span.toS = state.isLive ? std::max(span.fromS, next.timeS) : span.toS;
    }
    next.history = pages->isKept ? std::move(history) : nullptr;
    auto told = next.story ? std::make_shared<Story>(*next.story) : std::make_shared<Story>();
    told->losses = pages->losses.losses;
    told->open = pages->losses.open;
    told->left = pages->losses.left;
    next.story = std::move(told);
}

/// The pages that came, on the frame that is there.
void AttachedRun::Private::showPages() {
    {
        const std::lock_guard lock(mutex);
        if (!frame) {
            return;
        }
        auto next = std::make_shared<Frame>(*frame);
        dressPages(*next);
        frame = std::move(next);
        pagesOf = frame;
    }
    tellChanged();
}

void AttachedRun::Private::takeHistory() {
    auto read = std::make_shared<HistoryRead>();
    {
        const std::lock_guard lock(mutex);
        if (pages) {
            *read = *pages;
        }
    }
    const auto before = pagesOfRun.load();
    bool isAnew = false;
    do {
        const auto answer =
            get(fmt::format("/api/v1/history?cards={}&spans={}&losses={}", read->place.cards,
                            read->place.spans, read->place.losses));
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
    } while (!read->isWhole && !stop);
    const std::lock_guard lock(mutex);
    if (pagesOfRun.load() == before) {
        pages = std::move(read);
    }
}

void AttachedRun::Private::takePage(std::int64_t job) {
    auto answer = get(fmt::format("/api/v1/jobs/{}", job));
    auto page = answer ? readJobDetail(parsedAttach(answer->body)) : nullptr;
    const std::lock_guard lock(mutex);
    if (watched == job) {
        watchedPage = std::move(page);
        whyNoPage = answer ? Error{} : answer.error();
    }
}

/// The server reports that a run follows no building. The client then asks again only after another run is served.
void AttachedRun::Private::takeFollowed() {
    std::shared_ptr<const FollowedThere> before;
    {
        const std::lock_guard lock(mutex);
        before = followed;
    }
    const auto run = pagesOfRun.load();
    if (followsNothing == run) {
        return;
    }
    const auto answer = get(
        fmt::format("/api/v1/telemetry?since_s={:.3f}",
                    before && before->nowS() == before->nowS() ? before->nowS() - kLateS : 0.0));
    if (!answer) {
        followsNothing = answer.error().code == "WEB-031" ? run : followsNothing;
        return;
    }
    auto read = readFollowed(parsedAttach(answer->body), before.get());
    const std::lock_guard lock(mutex);
    if (read && pagesOfRun.load() == run) {
        followed = std::move(read);
    }
}

void AttachedRun::Private::answerQuestion(const PendingQuestion& pending) {
    const auto answer = get(targetOfQuestion(pending.question));
    if (!answer) {
        pending.take(tl::unexpected(answer.error()));
        return;
    }
    pending.take(replyFrom(pending.question, parsedAttach(answer->body)));
}

void AttachedRun::Private::askOn() {
    using Clock = std::chrono::steady_clock;
    const auto every = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(std::max(kPagesEveryS, kSlowPages * wish.everyS)));
    auto due = Clock::now();
    while (true) {
        std::vector<PendingQuestion> asked;
        std::int64_t job = -1;
        bool isDue = false;
        {
            std::unique_lock lock(mutex);
            const auto has = [&] {
                const bool isThere = state.phase == AttachPhase::Attached && frame != nullptr;
                isDue = isThere && frame != pagesOf && Clock::now() >= due;
                return stop || !questions.empty() || (isThere && isWatchNew) || isDue;
            };
            while (!has()) {
                wake.wait_until(lock, std::max(due, Clock::now() + std::chrono::milliseconds(50)));
            }
            asked = std::exchange(questions, {});
            if (stop) {
                lock.unlock();
                for (const PendingQuestion& pending : asked) {
                    pending.take(tl::unexpected(runEnded()));
                }
                return;
            }
            isDue = isDue || isWatchNew;
            isWatchNew = false;
            job = watched;
            if (isDue) {
                pagesOf = frame;
            }
        }
        for (const PendingQuestion& pending : asked) {
            answerQuestion(pending);
        }
        if (isDue) {
            takeHistory();
            takeFollowed();
            if (job >= 0) {
                takePage(job);
            }
            due = Clock::now() + every;
            showPages();
        }
    }
}

}  // namespace headroom::engine
