// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_loop.h"

#include "engine/live/run.h"
#include "engine/store/recorder.h"
#include "engine/twin/suspects.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kWaitS = 0.2;
constexpr double kSliceWallS = 0.1;     // of stepping, between two looks at what else is to do
constexpr double kPublishEveryS = 0.1;  // at most so often
constexpr double kJudgeShare = 0.1;     // of the time, for residuals and alarms
constexpr double kLeastJudgeS = 0.5, kLeastFaultsS = 30.0;
constexpr double kMostSettleS = 120.0;  // of the data, for the first readings of all that drives it
constexpr double kUsualLearnS = 7200.0;
constexpr std::int64_t kReadTogether =
    5'000;  // readings of one sensor that the store gives at once
constexpr double kLeastKeptS = 6.0 * 3600.0;
constexpr double kForgetShare = 0.25,
                 kForgetAtOnceShare = 1.0;  // above the span that memory should hold
constexpr double kForgetGridS = 3600.0;

double loopClockS() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

/// The thread that follows, and what it shares.
class TwinLoop::Worker {
  public:
    explicit Worker(TwinLoop& loop) : loop_(loop) {}

    /// Before anything new comes: the past that is followed again ends with what is stored now.
    void lookBack() {
        const auto looked = loop_.feeds_->with([&](TelemetryStore& store) -> Result<void> {
            const auto newest = store.newestS();
            if (!newest) {
                return tl::unexpected(newest.error());
            }
            fromS_ = std::isnan(*newest) ? fromS_ : *newest - loop_.spec_.historyS;
            auto kept = keptAlarms(store, static_cast<std::int64_t>(kMostEndedAlarms));
            if (!kept) {
                return tl::unexpected(kept.error());
            }
            alarms_ = std::move(*kept);
            return {};
        });
        if (!looked) {
            errors_ = {looked.error()};
        }
    }

    void start() {
        thread_ = std::thread([this] { work(); });
    }

    void stop() {
        stops_ = true;
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    std::shared_ptr<const TwinNow> now() const {
        const std::lock_guard lock(mutex_);
        return now_;
    }

    Result<void> acknowledge(std::int64_t number, const std::string& words) {
        auto done = loop_.feeds_->with([&](TelemetryStore& store) -> Result<void> {
            if (auto noted = acknowledgeAlarm(store, number, words); !noted) {
                return noted;
            }
            return readAlarms(store);
        });
        if (done) {
            republishAlarms();
        }
        return done;
    }

    ResultAll<Ahead> ahead(const AheadSpec& spec, const std::atomic<bool>& cancel) {
        const std::lock_guard following(following_);
        const auto known = now();
        if (loop_.run_ == nullptr || !known->report) {
            return tl::unexpected(Errors{notYet()});
        }
        AheadSpec from = spec;
        for (BranchOrder& order : from.orders) {
            order.command.timeS += loop_.run_->simulator().timeS();
        }
        return lookAhead(*loop_.run_, from, residualRms(*loop_.run_, *known->report), cancel);
    }

    Result<RunSummary> summary() {
        const std::lock_guard following(following_);
        if (loop_.run_ == nullptr) {
            return tl::unexpected(notYet());
        }
        return loop_.run_->simulator().summary();
    }

    Result<RunReply> answer(const AskedQuestion& question) {
        const std::lock_guard following(following_);
        if (loop_.run_ == nullptr) {
            return tl::unexpected(notYet());
        }
        return question.answer(loop_.run_->simulator());
    }

    void look(const std::function<void(const Simulator*)>& look) {
        const std::lock_guard following(following_);
        look(loop_.run_ ? &loop_.run_->simulator() : nullptr);
    }

  private:
    static Error notYet() {
        return {"TEL-073",
                "the twin does not follow yet: there is nothing to ask it",
                "Wait until it follows; its state says what it waits for",
                {},
                {},
                0};
    }

    /// Does something again when so long has passed, and so long that it takes at most a share of all time.
    class Cadence {
      public:
        Cadence(double leastS, double share) : leastS_(leastS), share_(share) {}

        bool isDue() const { return loopClockS() >= nextS_; }

        template <class Work>
        auto run(Work&& work) {
            const double beganS = loopClockS();
            auto result = work();
            const double endedS = loopClockS();
            nextS_ = endedS + std::max(leastS_, (endedS - beganS) / share_);
            return result;
        }

      private:
        double leastS_, share_, nextS_ = 0.0;
    };

    void work() {
        if (errors_.empty() && gather() && begin()) {
            follow();
        }
        closeRecording();
        if (errors_.empty()) {
            phase_ = TwinPhase::Ended;
        } else {
            phase_ = TwinPhase::Failed;
        }
        publish();
        while (!stops_ && phase_ == TwinPhase::Failed) {
            std::this_thread::sleep_for(std::chrono::duration<double>(kWaitS));
            loop_.feeds_->takeFresh();  // they are stored
        }
    }

    bool fail(Errors errors) {
        errors_ = std::move(errors);
        return false;
    }

    bool isNeeded(std::size_t sensor) const {
        const Drive drive = loop_.map().sensors[sensor].drives;
        return drive != Drive::Nothing && drive != Drive::Setting;
    }

    /// All that is stored of the last hours, and what comes, until it can begin.
    bool gather() {
        for (;;) {
            // Readings taken from here on are fresh for the run, whether or not it is in the series too: take() knows.
            auto stored = loop_.feeds_->span(fromS_, kReadTogether);
            if (!stored) {
                return fail({stored.error()});
            }
            series_ = std::move(stored->series);
            readUntilS_ = stored->untilS;
            if (stops_) {
                return false;
            }
            if (isEnough()) {
                return true;
            }
            phase_ = TwinPhase::Gathering;
            publish();
            if (loop_.feeds_->haveEnded()) {
                return fail({{"TEL-046",
                              "no sensor that drives anything has a reading",
                              "Check the names of columns and the span of the data",
                              loop_.map().file.string(),
                              {},
                              0}});
            }
            loop_.feeds_->waitForFresh(kWaitS);
            static_cast<void>(loop_.feeds_->takeFresh());
        }
    }

    bool isEnough() {
        waitsFor_.clear();
        double firstS = std::numeric_limits<double>::infinity(), lastS = -firstS;
        bool any = false;
        for (std::size_t s = 0; s < series_.size(); ++s) {
            if (!isNeeded(s)) {
                continue;
            }
            any = true;
            if (series_[s].timeS.empty()) {
                waitsFor_.push_back(loop_.map().sensors[s].id);
            } else {
                firstS = std::min(firstS, series_[s].timeS.front());
                lastS = std::max(lastS, series_[s].timeS.back());
            }
        }
        if (!any || !(firstS <= lastS)) {
            return false;
        }
        const double settleS = std::min(kMostSettleS, loop_.map().longestGapS);
        return waitsFor_.empty() || lastS - firstS >= settleS || loop_.feeds_->haveEnded();
    }

    bool begin() {
        phase_ = TwinPhase::Starting;
        publish();
        TwinSpec spec = loop_.spec_.run;
        spec.untilS = std::numeric_limits<double>::infinity();
        spec.neighbours = true;
        auto made =
            TwinRun::make(loop_.project_, *loop_.catalogue_, loop_.map(), std::move(series_), spec);
        if (!made) {
            return fail(made.error());
        }
        const std::lock_guard following(following_);
        loop_.run_ = std::move(*made);
        plant_ = loop_.run_->simulator().sharedPlant();
        return record();
    }

    bool record() {
        if (loop_.spec_.recording.empty()) {
            return true;
        }
        const Simulator& simulator = loop_.run_->simulator();
        auto recorder = Recorder::create(
            loop_.spec_.recording,
            runInfo(simulator, loop_.project_, *loop_.catalogue_, loop_.spec_.run.options),
            simulator.channels(), false);
        if (!recorder) {
            return fail({recorder.error()});
        }
        recorder_ = std::move(*recorder);
        RecordingPlan plan;
        plan.keepsStates = false;
        recording_.emplace(simulator, *recorder_, plan);
        loop_.run_->whenStepped([this](Simulator& stepped) { return recording_->take(stepped); });
        return true;
    }

    /// The recording is complete at any end; its error is reported where nothing worse is.
    void closeRecording() {
        if (!recorder_) {
            return;
        }
        const std::lock_guard following(following_);
        const Simulator& simulator = loop_.run_->simulator();
        recording_->close(simulator);
        const auto done = recorder_->finish(summaryJson(simulator.summary(), 0.0));
        loop_.run_->whenStepped({});
        recording_.reset();
        recorder_.reset();
        if (!done && errors_.empty()) {
            errors_ = {done.error()};
        }
    }

    void follow() {
        TwinRun& run = *loop_.run_;
        phase_ = TwinPhase::Following;
        double extendedS = -std::numeric_limits<double>::infinity();
        while (!stops_) {
            const bool haveEnded = loop_.feeds_->haveEnded();
            if (!takeIn(run)) {
                return;
            }
            const double knownS = haveEnded && !isBehind() ? run.lastS() : run.knownUntilS();
            if (knownS > extendedS) {
                const std::lock_guard following(following_);
                if (auto done = run.extendTo(knownS); !done) {
                    fail(done.error());
                    return;
                }
                extendedS = knownS;
            }
            const double beforeS = run.nowS(), beganS = loopClockS();
            if (!stepOn(run)) {
                return;
            }
            const bool isThere = !run.hasMore();
            pace(run.nowS() - beforeS, loopClockS() - beganS);
            if ((mustForget(run) || judge_.isDue()) &&
                !judge_.run([&] { return judgeAndKeep(run, false); })) {
                return;
            }
            if (loopClockS() >= publishS_) {
                publishS_ = loopClockS() + kPublishEveryS;
                publish();
            }
            if (isThere && haveEnded && !isBehind()) {
                break;
            }
            if (isThere && !isBehind()) {
                loop_.feeds_->waitForFresh(kWaitS);
            }
        }
        static_cast<void>(judgeAndKeep(run, true));
    }

    /// The store has more than the run has read.
    bool isBehind() const { return readUntilS_ < std::numeric_limits<double>::infinity(); }

    /// Gives the run the readings that came, or the next piece of the store if that has more than memory holds.
    bool takeIn(TwinRun& run) {
        FreshReadings fresh = loop_.feeds_->takeFresh();
        if (fresh.isBroken && !isBehind()) {
            readUntilS_ = run.nowS();
        }
        const std::lock_guard following(following_);
        // A later reading comes with its piece of the store; an earlier one is late.
        std::erase_if(fresh.samples,
                      [this](const StoredSample& sample) { return sample.timeS > readUntilS_; });
        run.take(fresh.samples);
        if (!isBehind() && readingsAhead(run) > kReadTogether) {
            readUntilS_ =
                run.lastS();  // sources are faster than the run: the store keeps the rest until it gets there
        }
        return !isBehind() || run.hasMore() || readOn(run);
    }

    /// Most readings of one driving sensor after the present of the run.
    static std::int64_t readingsAhead(const TwinRun& run) {
        std::int64_t most = 0;
        for (std::size_t s = 0; s < run.series().size(); ++s) {
            const std::vector<double>& times = run.series()[s].timeS;
            if (drivesRun(run.map().sensors[s].drives)) {
                most = std::max<std::int64_t>(
                    most, times.end() - std::upper_bound(times.begin(), times.end(), run.nowS()));
            }
        }
        return most;
    }

    bool readOn(TwinRun& run) {
        const auto stored = loop_.feeds_->span(readUntilS_, kReadTogether);
        if (!stored) {
            return fail({stored.error()});
        }
        for (std::size_t s = 0; s < stored->series.size(); ++s) {
            const TelemetrySeries& series = stored->series[s];
            std::vector<StoredSample> samples;
            for (std::size_t i = 0; i < series.timeS.size(); ++i) {
                samples.push_back({static_cast<int>(s), series.timeS[i], series.value[i]});
            }
            run.take(samples);
        }
        readUntilS_ = stored->untilS;
        return true;
    }

    /// How much of the followed time memory should hold.
    double keptS(const TwinRun& run) const {
        double readings = 0.0;
        for (const TelemetrySeries& series : run.series()) {
            readings += static_cast<double>(series.timeS.size());
        }
        const double perS = readings / std::max(1.0, run.lastS() - heldFromS(run));
        return std::max(kLeastKeptS,
                        std::min(loop_.spec_.keptS, static_cast<double>(loop_.spec_.keptReadings) /
                                                        std::max(perS, 1e-9)));
    }

    static double heldFromS(const TwinRun& run) { return std::max(run.firstS(), run.keptFromS()); }

    /// Span in memory above the one that it should hold, as a share of the latter.
    double keptBeyond(const TwinRun& run) const {
        return (run.nowS() - heldFromS(run)) / keptS(run) - 1.0;
    }

    /// Whether memory holds twice the span that it should.
    bool mustForget(const TwinRun& run) const {
        return report_ != nullptr && keptBeyond(run) > kForgetAtOnceShare &&
               run.nowS() - keptS(run) - kForgetGridS > report_->learnUntilS;
    }

    /// Drops what is older than memory should hold, once learning is over. Whole hours: their means stay whole.
    void forgetOld(TwinRun& run) {
        const double fromS = kForgetGridS * std::floor((run.nowS() - keptS(run)) / kForgetGridS);
        if (keptBeyond(run) <= kForgetShare || fromS < report_->learnUntilS ||
            fromS <= heldFromS(run)) {
            return;
        }
        TwinPast past = pastBefore(run, *report_, fromS, loop_.spec_.report.alarms);
        const std::lock_guard following(following_);
        run.forgetBefore(fromS, std::move(past));
    }

    /// For a while, or as far as is known.
    bool stepOn(TwinRun& run) {
        const std::lock_guard following(following_);
        const double untilS = loopClockS() + kSliceWallS;
        auto done = run.followWhile([&] { return loopClockS() < untilS && !stops_; });
        if (!done) {
            return fail(done.error());
        }
        if (recorder_) {
            if (Error error = recorder_->failure(); !error.code.empty()) {
                return fail({std::move(error)});
            }
        }
        return true;
    }

    void pace(double followedS, double wallS) {
        paceS_ += followedS;
        paceWallS_ += wallS;
        const double sinceS = loopClockS() - paceSinceS_;
        if (sinceS >= 1.0) {
            followsPerS_ = paceSinceS_ > 0.0 ? paceS_ / sinceS : 0.0;
            paceS_ = paceWallS_ = 0.0;
            paceSinceS_ = loopClockS();
        }
    }

    Result<void> readAlarms(TelemetryStore& store) {
        auto all = keptAlarms(store, static_cast<std::int64_t>(kMostEndedAlarms));
        if (!all) {
            return tl::unexpected(all.error());
        }
        const std::lock_guard lock(mutex_);
        alarms_ = std::move(*all);
        return {};
    }

    /// Residuals and alarms of what was followed; alarms go to the store.
    bool judgeAndKeep(TwinRun& run, bool isLast) {
        TwinReportSpec spec = loop_.spec_.report;
        spec.learnS = std::isnan(spec.learnS) ? kUsualLearnS : spec.learnS;
        spec.findsFaults = isLast || faults_.isDue();
        std::shared_ptr<TwinReport> report;
        if (spec.findsFaults) {
            report =
                faults_.run([&] { return std::make_shared<TwinReport>(judgeTwin(run, spec)); });
            modelFindings_ = report->findings;
        } else {
            report = std::make_shared<TwinReport>(judgeTwin(run, spec));
            report->findings = modelFindings_;
        }
        nameSuspects(run, *report);
        const auto kept = loop_.feeds_->with([&](TelemetryStore& store) -> Result<void> {
            // The store has the final state of each alarm that ended before the span in memory.
            std::vector<ResidualAlarm> alarms;
            std::copy_if(report->alarms.begin(), report->alarms.end(), std::back_inserter(alarms),
                         [&](const ResidualAlarm& alarm) {
                             return alarm.isActive() || alarm.clearedS >= run.past().untilS;
                         });
            if (auto done = keepAlarms(store, loop_.map(), alarms); !done) {
                return done;
            }
            return readAlarms(store);
        });
        report_ = std::move(report);
        forgetOld(run);
        return kept ? true : fail({kept.error()});
    }

    void publish() {
        auto next = std::make_shared<TwinNow>();
        next->phase = phase_;
        next->errors = errors_;
        next->waitsFor = waitsFor_;
        next->followsPerS = followsPerS_;
        next->report = report_;
        if (const TwinRun* run = loop_.run_.get();
            run != nullptr && !run->modelled().timeS.empty()) {
            next->firstS = run->firstS();
            next->nowS = run->nowS();
            next->newestS = run->lastS();
            next->findings = run->findings();
            if (report_) {
                next->learnUntilS = report_->learnUntilS;
            }
            if (run->designs() != designs_) {
                designs_ = run->designs();
                plant_ = run->simulator().sharedPlant();
            }
            if (framedS_ != run->nowS()) {
                framedS_ = run->nowS();
                auto frame = run->simulator().frame();
                frame->design = designs_;  // loads that continued are the same design
                keepSeries(run->simulator());
                frame_ = std::move(frame);
            }
            next->frame = frame_;
            next->plant = plant_;
        }
        {
            const std::lock_guard lock(mutex_);
            next->alarms = alarms_;
            next->number = now_->number + 1;
            now_ = std::move(next);
        }
        loop_.tellPublished();
    }

    /// A point of the charts for each frame.
    void keepSeries(const Simulator& simulator) {
        const std::vector<Channel>& channels = simulator.channels();
        if (chartedDesigns_ != designs_) {
            chartedDesigns_ = designs_;
            loop_.nameChannels(channels);
        }
        std::vector<double> values(channels.size());
        simulator.sample(values);
        loop_.series_->add(simulator.timeS(), values);
    }

    void republishAlarms() {
        const std::lock_guard lock(mutex_);
        auto next = std::make_shared<TwinNow>(*now_);
        next->alarms = alarms_;
        ++next->number;
        now_ = std::move(next);
    }

    TwinLoop& loop_;
    std::thread thread_;
    std::atomic<bool> stops_ = false;
    std::mutex following_;                ///< who steps the run, or reads it
    std::unique_ptr<Recorder> recorder_;  ///< null if nothing is recorded
    std::optional<RunRecording> recording_;

    // The loop's own.
    TwinPhase phase_ = TwinPhase::Gathering;
    Errors errors_;
    double fromS_ = -std::numeric_limits<double>::infinity();
    std::vector<TelemetrySeries> series_;
    double readUntilS_ =
        std::numeric_limits<double>::infinity();  ///< of the store; infinite: all that is there
    std::vector<std::string> waitsFor_;
    Cadence judge_{kLeastJudgeS, kJudgeShare}, faults_{kLeastFaultsS, kJudgeShare};
    std::shared_ptr<const TwinReport> report_;
    std::vector<TelemetryFinding> modelFindings_;
    std::shared_ptr<const Frame> frame_;
    std::shared_ptr<const Plant> plant_;
    int designs_ = 0;
    int chartedDesigns_ = -1;  ///< that the channels of the series are of
    double framedS_ = -1.0, publishS_ = 0.0;
    double paceS_ = 0.0, paceWallS_ = 0.0, paceSinceS_ = 0.0, followsPerS_ = 0.0;

    mutable std::mutex mutex_;
    std::shared_ptr<const TwinNow> now_ = std::make_shared<TwinNow>();
    std::vector<KeptAlarm> alarms_;
};

TwinLoop::TwinLoop(Project project, std::shared_ptr<const Catalogue> catalogue,
                   std::unique_ptr<Feeds> feeds, TwinLoopSpec spec)
    : project_(std::move(project)),
      catalogue_(std::move(catalogue)),
      feeds_(std::move(feeds)),
      spec_(std::move(spec)),
      series_(std::make_shared<RunSeries>(std::vector<std::string>())),
      worker_(std::make_unique<Worker>(*this)) {}

TwinLoop::~TwinLoop() {
    stop();
}

void TwinLoop::start() {
    worker_->lookBack();
    feeds_->start();
    worker_->start();
}

void TwinLoop::stop() {
    feeds_->stop();
    worker_->stop();
}

std::shared_ptr<const TwinNow> TwinLoop::now() const {
    return worker_->now();
}

Result<void> TwinLoop::acknowledge(std::int64_t number, const std::string& words) {
    return worker_->acknowledge(number, words);
}

Result<RunSummary> TwinLoop::summary() {
    return worker_->summary();
}

void TwinLoop::ask(const AskedQuestion& question, TakeReply take) {
    take(worker_->answer(question));
}

void TwinLoop::look(std::function<void(const Simulator*)> look) {
    worker_->look(look);
}

ResultAll<Ahead> TwinLoop::ahead(const AheadSpec& spec, const std::atomic<bool>& cancel) {
    return worker_->ahead(spec, cancel);
}

}  // namespace headroom::engine
