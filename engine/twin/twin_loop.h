// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/live/run_series.h"
#include "engine/live/session.h"
#include "engine/run/frame/frame.h"
#include "engine/telemetry/live/feeds.h"
#include "engine/twin/ahead.h"
#include "engine/twin/alarm_book.h"
#include "engine/twin/twin_report.h"
#include "engine/watch/any_run.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// A twin that keeps up with its building: sources bring readings into the store, the run follows them, residuals and
/// alarms continue.
namespace headroom::engine {

struct TwinLoopSpec {
    /// Spin-up, steps and threads of the run; `untilS` is not looked at.
    TwinSpec run;
    /// Its first part of the data teaches what is usual, no alarm is raised in it. NaN: two hours.
    TwinReportSpec report;
    /// Span of the stored past that is followed again before the coming readings.
    double historyS = 6.0 * 3600.0;
    /// Memory holds readings, modelled values and residuals of this last span, or of a shorter one with `keptReadings`. Error
    /// figures, learned biases and alarms cover all of the past; the store has all readings.
    double keptS = 7.0 * 86400.0;
    std::int64_t keptReadings = 500'000;
    /// Recording of the run, committed at least once a second (Recorder): it survives any end of the program. A new
    /// file, STO-002 otherwise. Without states: what drives the twin is in the store and not in the project, so the twin is shown
    /// from its recording, and nothing branches off it. Empty if there is none.
    std::filesystem::path recording;
};

enum class TwinPhase {
    Gathering,  ///< for each sensor that drives it, a first reading
    Starting,   ///< compiles, and settles under the first readings
    Following,  ///< all that is known was followed, or is being
    Ended,      ///< all sources have ended and all that they gave was followed, or it was stopped
    Failed      ///< `errors` say why; the sources continue storing
};

/// "following", as tables call it.
std::string_view twinPhaseWord(TwinPhase phase);

/// Knowledge of a running twin at a moment. Never changes: viewers keep it as long as they like.
struct TwinNow {
    TwinPhase phase = TwinPhase::Gathering;
    Errors errors;
    std::vector<std::string>
        waitsFor;  ///< while gathering: sensors that drive it and have said nothing, by id
    double firstS =
        std::numeric_limits<double>::quiet_NaN();  ///< of the data, since 1970, site's clock
    double nowS = std::numeric_limits<double>::quiet_NaN();  ///< the twin is here
    double newestS =
        std::numeric_limits<double>::quiet_NaN();  ///< newest reading of what drives it
    double learnUntilS = std::numeric_limits<double>::quiet_NaN();
    double followsPerS = 0.0;  ///< seconds of the data that it followed in one, lately
    /// Residuals, series measured and modelled of each sensor that is compared, alarms, what only the models show. Null
    /// until it follows.
    std::shared_ptr<const TwinReport> report;
    std::vector<KeptAlarm>
        alarms;  ///< of the store, by number, the newest 1,000: also those that are over
    std::vector<TelemetryFinding>
        findings;  ///< readings that could not drive it; of sources: FeedStatus
    std::shared_ptr<const Frame> frame;  ///< of the run; null until it follows
    std::shared_ptr<const Plant>
        plant;                ///< of that frame; another one only where a set-point moved
    std::int64_t number = 0;  ///< one more with each that is published
};

/// The run continues by the clock of the data: as far as each sensor that drives it has told, a silent one excepted
/// (TwinRun::knownUntilS()). So recorded days may be played at any speed, and a building in its own time. Members may be
/// called from any thread but start() and stop(), which one calls.
class TwinLoop : public AnyRun {
  public:
    /// `feeds` not started. Nothing begins before start().
    TwinLoop(Project project, std::shared_ptr<const Catalogue> catalogue,
             std::unique_ptr<Feeds> feeds, TwinLoopSpec spec);

    /// Stops.
    ~TwinLoop() override;
    TwinLoop(const TwinLoop&) = delete;
    TwinLoop& operator=(const TwinLoop&) = delete;

    void start();
    /// Sources first, then the run, which follows what came until then no more; alarms are kept. Taken readings are stored.
    void stop();

    const TelemetryMap& map() const { return feeds_->map(); }

    Feeds& feeds() { return *feeds_; }

    std::vector<FeedStatus> sources() const { return feeds_->status(); }

    /// Never null.
    std::shared_ptr<const TwinNow> now() const;

    /// Channels of the run at each frame that was published, for charts. The same object for all of the run; its channels
    /// are named once the run begins.
    std::shared_ptr<const RunSeries> series() const override { return series_; }

    /// Null until it follows.
    std::shared_ptr<const Frame> frame() const override { return now()->frame; }

    std::shared_ptr<const Layout> layout() const override;

    /// Null until it follows. Without telemetry(): alarms of the twin name their suspects, and events of the run are those
    /// of the models.
    std::shared_ptr<const Plant> plant() const override { return now()->plant; }

    Error whyNoJobPage() const override;
    /// On the loop's thread.
    void onFrame(std::function<void()> callback) override;
    /// Before start(): the channels of the series until the run begins.
    void nameChannels(const std::vector<Channel>& channels);
    /// A run that follows plays by the clock of the data.
    RunStatus status() const override;
    /// Called on the loop's thread after each TwinNow that is published: be short.
    void whenPublished(std::function<void()> tell);

    /// Somebody has seen an alarm. TEL-031.
    Result<void> acknowledge(std::int64_t number, const std::string& words);

    /// Hours ahead from where it is, on the caller's thread; the run waits meanwhile, the sources do not. TEL-073: it
    /// does not follow yet. Errors of lookAhead().
    ResultAll<Ahead> ahead(const AheadSpec& spec, const std::atomic<bool>& cancel);

    /// State of the run so far, as `run --format json` has it. TEL-073: it does not follow yet.
    Result<RunSummary> summary();

    /// On the caller's thread, between two slices of the run. Null if it does not follow yet.
    void look(std::function<void(const Simulator*)> look) override;

    /// On the caller's thread, between two slices of the run. TEL-073: it does not follow yet.
    void ask(const AskedQuestion& question, TakeReply take) override;

    /// The run itself, after stop(); null if it never followed.
    const TwinRun* run() const { return run_.get(); }

  private:
    class Worker;

    Project project_;
    std::shared_ptr<const Catalogue> catalogue_;
    std::unique_ptr<Feeds> feeds_;
    TwinLoopSpec spec_;
    void tellPublished();

    std::mutex telling_;
    std::function<void()> published_, framed_;  ///< guarded by telling_
    std::shared_ptr<RunSeries> series_;
    std::unique_ptr<TwinRun> run_;
    std::unique_ptr<Worker> worker_;
};

}  // namespace headroom::engine
