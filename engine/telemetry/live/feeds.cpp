// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/feeds.h"

#include "engine/base/log.h"
#include "engine/document/json_text.h"
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/ingest.h"
#include "engine/telemetry/json_lines.h"
#include "engine/telemetry/live/protocols.h"
#include "engine/telemetry/live/replay_source.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kFirstPauseS = 1.0, kLongestPauseS = 30.0;
constexpr auto kPauseNap = std::chrono::milliseconds(50);
/// Readings that are held for who is slow: 24 bytes each.
constexpr std::size_t kMostFresh = 200'000;  // 5 MB; the store has the rest
constexpr int kRateS = 30;

/// Readings a second over the last half minute: a count for each second.
class RecentRate {
  public:
    void add(std::int64_t count, double nowS) {
        const auto second = static_cast<std::int64_t>(nowS);
        Bucket& bucket = buckets_[static_cast<std::size_t>(second % kRateS)];
        bucket =
            bucket.second == second ? Bucket{second, bucket.count + count} : Bucket{second, count};
        firstS_ = std::isnan(firstS_) ? nowS : firstS_;
    }

    double perS(double nowS) const {
        const auto second = static_cast<std::int64_t>(nowS);
        std::int64_t count = 0;
        for (const Bucket& bucket : buckets_) {
            count += second - bucket.second < kRateS ? bucket.count : 0;
        }
        return count == 0
                   ? 0.0
                   : static_cast<double>(count) / std::clamp(nowS - firstS_, 1.0, double{kRateS});
    }

  private:
    struct Bucket {
        std::int64_t second = -kRateS, count = 0;
    };

    std::array<Bucket, kRateS> buckets_{};
    double firstS_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace

std::string_view feedStateWord(FeedState state) {
    switch (state) {
        case FeedState::Waiting:
            return "waiting";
        case FeedState::Connecting:
            return "connecting";
        case FeedState::Running:
            return "running";
        case FeedState::Silent:
            return "silent";
        case FeedState::Away:
            return "away";
        case FeedState::Ended:
            return "ended";
        case FeedState::Failed:
            break;
    }
    return "failed";
}

struct Feeds::Private {
    /// One source: touched by its thread, and by others under `mutex`.
    struct Feed {
        Feed(FeedSpec given, const TelemetryMap& all, TelemetryStore& store)
            : spec(std::move(given)), ingest(all, store) {}

        FeedSpec spec;
        std::unique_ptr<ReplaySource> replay;
        Ingest ingest;
        FeedStatus status;
        RecentRate rate;
        double connectedS = 0.0;
        bool storeFails = false;
        std::thread thread;
    };

    Private(SourceList given, std::unique_ptr<TelemetryStore> opened)
        : list(std::move(given)), store(std::move(opened)) {}

    const TelemetryMap& mapOf(const Feed& feed) const { return list.maps[feed.spec.map]; }

    Result<void> take(Feed& feed, const Delivery& delivery);
    void run(Feed& feed);
    void play(Feed& feed);
    void askAgainAndAgain(Feed& feed);
    void pause(double seconds) const;
    void became(Feed& feed, FeedState state);
    void failed(Feed& feed, FeedState state, const Error& error);
    void noteTrouble(Feed& feed, const Error& trouble);
    FeedStatus statusOf(const Feed& feed) const;

    const SourceList list;
    mutable std::mutex mutex;  ///< of all below, and of the store
    std::unique_ptr<TelemetryStore> store;
    std::vector<std::unique_ptr<Feed>> feeds;
    FreshReadings fresh;
    std::condition_variable hasFresh;
    std::atomic<bool> stops = false;
    bool hasBegun = false;
};

Feeds::Feeds() = default;

Feeds::~Feeds() {
    stop();
}

ResultAll<std::unique_ptr<Feeds>> Feeds::open(SourceList list, const std::filesystem::path& store) {
    auto kept = TelemetryStore::open(store, list.all);
    if (!kept) {
        return tl::unexpected(Errors{kept.error()});
    }
    std::unique_ptr<Feeds> made(new Feeds);
    made->d_ = std::make_unique<Private>(std::move(list), std::move(*kept));
    Private& d = *made->d_;
    double firstS = std::numeric_limits<double>::infinity();
    for (const FeedSpec& spec : d.list.feeds) {
        auto feed = std::make_unique<Private::Feed>(spec, d.list.all, *d.store);
        feed->spec.live.cancel = &d.stops;
        feed->status.id = spec.id;
        feed->status.what = spec.what();
        if (spec.kind == FeedKind::Replay) {
            auto recorded = openReadings(spec.file, d.list.maps[spec.map]);
            if (!recorded) {
                return tl::unexpected(recorded.error());
            }
            auto replay = ReplaySource::of(std::move(*recorded), spec.speed, feed->spec.live);
            if (!replay) {
                return tl::unexpected(Errors{replay.error()});
            }
            feed->replay = std::move(*replay);
            firstS = std::fmin(firstS, feed->replay->firstS());
        }
        d.feeds.push_back(std::move(feed));
    }
    for (const auto& feed : d.feeds) {
        if (feed->replay) {
            feed->replay->beginAt(firstS);
        }
    }
    return made;
}

const SourceList& Feeds::list() const {
    return d_->list;
}

void Feeds::start() {
    const std::lock_guard lock(d_->mutex);
    if (std::exchange(d_->hasBegun, true)) {
        return;
    }
    for (const auto& feed : d_->feeds) {
        feed->status.state =
            feed->spec.kind == FeedKind::Address ? FeedState::Connecting : FeedState::Running;
        feed->connectedS = nowSinceEpochS();
        if (feed->spec.kind != FeedKind::Push) {
            feed->thread = std::thread([this, one = feed.get()] { d_->run(*one); });
        }
    }
}

void Feeds::stop() {
    d_->stops = true;
    for (const auto& feed : d_->feeds) {
        if (feed->thread.joinable()) {
            feed->thread.join();
        }
    }
    const std::lock_guard lock(d_->mutex);
    for (const auto& feed : d_->feeds) {
        if (feed->status.state != FeedState::Failed) {
            feed->status.state = FeedState::Ended;
        }
    }
    d_->hasFresh.notify_all();
}

/// Under the lock: everything of a delivery is on disk when this returns.
Result<void> Feeds::Private::take(Feed& feed, const Delivery& delivery) {
    const int first = list.firstSensor[feed.spec.map];
    Delivery shifted;
    const Delivery* taken = &delivery;
    if (first > 0) {
        shifted = delivery;
        for (Reading& reading : shifted.readings) {
            reading.sensor += first;
        }
        for (Unreadable& each : shifted.unreadable) {
            each.sensor += each.sensor < 0 ? 0 : first;
        }
        taken = &shifted;
    }
    ReadingTimes times = feed.replay ? feed.replay->times()
                                     : ReadingTimes::live(mapOf(feed).siteS(nowSinceEpochS()));
    if (auto kept = feed.ingest.take(*taken, times); !kept) {
        feed.storeFails = true;
        return kept;
    }
    feed.storeFails = false;
    const double nowS = nowSinceEpochS();
    feed.status.state = FeedState::Running;
    ++feed.status.deliveries;
    feed.status.taken += feed.ingest.became().taken;
    feed.rate.add(feed.ingest.became().taken, nowS);
    if (!delivery.readings.empty()) {
        feed.status.arrivedS = nowS;
    }
    for (const StoredSample& sample : feed.ingest.fresh()) {
        feed.status.newestS = std::fmax(feed.status.newestS, sample.timeS);
    }
    if (feed.spec.kind != FeedKind::Replay && !std::isnan(feed.status.newestS)) {
        feed.status.lagS = mapOf(feed).siteS(nowS) - feed.status.newestS;
    }
    if (fresh.samples.size() + feed.ingest.fresh().size() > kMostFresh) {
        fresh.samples = {};
        fresh.isBroken = true;
    }
    if (!fresh.isBroken) {
        fresh.samples.insert(fresh.samples.end(), feed.ingest.fresh().begin(),
                             feed.ingest.fresh().end());
    }
    hasFresh.notify_all();
    return {};
}

void Feeds::Private::became(Feed& feed, FeedState state) {
    const std::lock_guard lock(mutex);
    feed.status.state = state;
    feed.connectedS = state == FeedState::Running ? nowSinceEpochS() : feed.connectedS;
}

void Feeds::Private::failed(Feed& feed, FeedState state, const Error& error) {
    logLine(LogCategory::Telemetry, "{}: {}", feed.status.what, error.text());
    const std::lock_guard lock(mutex);
    feed.status.state = state;
    ++feed.status.failures;
    feed.status.lastError = error.text();
    feed.status.errorS = nowSinceEpochS();
}

/// A source that tries again by itself.
void Feeds::Private::noteTrouble(Feed& feed, const Error& trouble) {
    const bool isAway = feed.status.state == FeedState::Away;
    if (!trouble.code.empty() && !isAway) {
        failed(feed, FeedState::Away, trouble);
    } else if (trouble.code.empty() && isAway) {
        became(feed, FeedState::Running);
    }
}

void Feeds::Private::pause(double seconds) const {
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    while (!stops && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(kPauseNap);
    }
}

void Feeds::Private::run(Feed& feed) {
    if (feed.replay) {
        play(feed);
    } else {
        askAgainAndAgain(feed);
    }
    hasFresh.notify_all();
}

void Feeds::Private::play(Feed& feed) {
    const DeliverySink sink = [&](const Delivery& delivery) {
        const std::lock_guard lock(mutex);
        return take(feed, delivery);
    };
    for (bool more = true; more && !stops;) {
        const auto next = feed.replay->next(sink);
        if (!next) {
            failed(feed, FeedState::Failed, next.error());
            return;
        }
        more = *next;
    }
    became(feed, FeedState::Ended);
}

void Feeds::Private::askAgainAndAgain(Feed& feed) {
    const DeliverySink sink = [&](const Delivery& delivery) {
        const std::lock_guard lock(mutex);
        return take(feed, delivery);
    };
    double pauseS = kFirstPauseS;
    while (!stops) {
        auto source = openLive(feed.spec.address, mapOf(feed), feed.spec.live);
        Error error;
        if (source) {
            const std::int64_t before = feed.status.deliveries;
            became(feed, FeedState::Running);
            for (bool more = true; more && !stops;) {
                const auto next = (*source)->next(sink);
                if (!next) {
                    error = next.error();
                    break;
                }
                more = *next;
                noteTrouble(feed, (*source)->trouble());
            }
            if (error.code.empty()) {
                break;  // stopped, or its time is up
            }
            pauseS = feed.status.deliveries > before ? kFirstPauseS : pauseS;
        } else {
            error = source.error();
        }
        if (error.code == "TEL-060") {  // how it is named: it will not get better
            failed(feed, FeedState::Failed, error);
            return;
        }
        failed(feed, feed.storeFails ? FeedState::Failed : FeedState::Away, error);
        pause(pauseS);
        pauseS = std::min(2.0 * pauseS, kLongestPauseS);
    }
    became(feed, FeedState::Ended);
}

FeedStatus Feeds::Private::statusOf(const Feed& feed) const {
    FeedStatus status = feed.status;
    const double nowS = nowSinceEpochS();
    status.perS = feed.rate.perS(nowS);
    status.findings = feed.ingest.findings();
    for (const TelemetryFinding& finding : status.findings) {
        status.faults += finding.count;
    }
    const double sinceS =
        std::isnan(status.arrivedS) ? feed.connectedS : std::fmax(status.arrivedS, feed.connectedS);
    if (status.state == FeedState::Running && !feed.replay &&
        nowS - sinceS > mapOf(feed).longestGapS) {
        status.state = FeedState::Silent;
    }
    return status;
}

std::vector<FeedStatus> Feeds::status() const {
    const std::lock_guard lock(d_->mutex);
    std::vector<FeedStatus> all;
    for (const auto& feed : d_->feeds) {
        all.push_back(d_->statusOf(*feed));
    }
    return all;
}

bool Feeds::haveEnded() const {
    const std::lock_guard lock(d_->mutex);
    return d_->hasBegun && std::all_of(d_->feeds.begin(), d_->feeds.end(), [](const auto& feed) {
               return feed->status.state == FeedState::Ended ||
                      (feed->status.state == FeedState::Failed &&
                       feed->spec.kind == FeedKind::Replay);
           });
}

Result<PushReceipt> Feeds::push(const std::string& id, std::string_view lines) {
    Private::Feed* feed = nullptr;
    int candidates = 0;
    for (const auto& each : d_->feeds) {
        if (each->spec.kind == FeedKind::Push && (id.empty() || each->spec.id == id)) {
            feed = each.get();
            ++candidates;
        }
    }
    if (candidates != 1 || d_->stops) {
        return tl::unexpected(
            Error{"TEL-072",
                  d_->stops        ? std::string("nothing is taken any more: it ends")
                  : candidates > 1 ? std::string("several sources take readings, and none is named")
                  : id.empty()     ? std::string("no source takes readings that are sent")
                                   : "no source that takes readings is called " + inQuotes(id),
                  "Name one that the list of sources has with \"pushed\": true",
                  d_->list.file.string(),
                  {},
                  0});
    }
    const TelemetryMap& map = d_->mapOf(*feed);
    const Delivery delivery = readJsonLines(lines, map, map.siteS(nowSinceEpochS()));
    const std::lock_guard lock(d_->mutex);
    if (auto kept = d_->take(*feed, delivery); !kept) {
        feed->status.state = FeedState::Failed;
        ++feed->status.failures;
        feed->status.lastError = kept.error().text();
        feed->status.errorS = nowSinceEpochS();
        return tl::unexpected(kept.error());
    }
    const Ingest::Became& became = feed->ingest.became();
    return PushReceipt{became.taken,
                       became.repeated,
                       became.contradicted,
                       became.implausible,
                       static_cast<std::int64_t>(delivery.unreadable.size()),
                       static_cast<std::int64_t>(delivery.unknown.size())};
}

bool Feeds::waitForFresh(double seconds) {
    std::unique_lock lock(d_->mutex);
    const auto any = [&] { return !d_->fresh.samples.empty() || d_->fresh.isBroken; };
    d_->hasFresh.wait_for(lock, std::chrono::duration<double>(seconds),
                          [&] { return any() || d_->stops; });
    return any();
}

FreshReadings Feeds::takeFresh() {
    const std::lock_guard lock(d_->mutex);
    return std::exchange(d_->fresh, {});
}

Result<std::vector<TelemetrySeries>> Feeds::series(double fromS) const {
    const std::lock_guard lock(d_->mutex);
    return d_->store->allSeries(fromS);
}

Result<StoredSpan> Feeds::span(double fromS, std::int64_t mostOfOne) const {
    const std::lock_guard lock(d_->mutex);
    return d_->store->span(fromS, mostOfOne);
}

Result<void> Feeds::with(const std::function<Result<void>(TelemetryStore&)>& use) {
    const std::lock_guard lock(d_->mutex);
    return use(*d_->store);
}

}  // namespace headroom::engine
