// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"
#include "engine/twin/alarm_book.h"
#include "engine/twin/sensor_instant.h"
#include "engine/twin/sensor_place.h"
#include "engine/twin/twin_loop.h"
#include "engine/twin/twin_report.h"
#include "ui/workspace/sensor_placing.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::engine {
struct FollowedThere;
}

namespace headroom::ui {

class Task;
class Workspace;

/// Telemetry that is to be followed.
struct TwinWish {
    std::string telemetry;  ///< file of readings, list of sources, or an address
    std::filesystem::path map;
    std::filesystem::path store;  ///< readings and alarms are kept there; empty means in memory
    double replaySpeed =
        0.0;  ///< of a file: as if it came now, this factor as fast; 0 means all at once

    /// It continues: readings come one by one.
    bool isLive() const;

    /// A file that lists sources (engine/telemetry/live/source_list.h).
    static bool isSourceList(const std::string& telemetry);

    bool operator==(const TwinWish&) const = default;
};

/// The building next to its models, for the followed time. Never changes: views share it.
struct TwinAnswer {
    std::shared_ptr<const engine::TelemetryMap> ofMap;
    std::vector<engine::TelemetrySeries>
        readings;  ///< by sensor; empty for a twin that streams (SensorReader::measured)
    std::shared_ptr<const engine::TwinReport> report;
    std::vector<engine::TelemetryFinding>
        findings;  ///< of the readings as they came in, then next to the models
    std::unique_ptr<const engine::SensorReader> reader;  ///< over these
    QString source;                                      ///< "file day.csv"
    long taken = 0;                                      ///< readings
    double originS = 0.0;                 ///< start of the run that follows, since 1970
    std::vector<engine::KeptAlarm> kept;  ///< of the store, by number; empty if nothing is kept
    double wallS = 0.0;
    bool isWhole = true;  ///< false: cancelled, so up to then
    std::shared_ptr<const engine::TwinRun>
        run;  ///< where it is, to look ahead from; null means of a twin that continues
    std::vector<double> modelSd;  ///< by sensor: residualRms()

    const engine::TelemetryMap& map() const { return *ofMap; }
};

/// The living twin of the open project: readings of its building, followed by the models in parallel with the window; what each
/// sensor says at the instant that the window shows; the sensor that is looked at.
class TwinDesk : public QObject {
    Q_OBJECT

  public:
    explicit TwinDesk(Workspace* workspace);
    ~TwinDesk() override;

    /// Reads and follows; finished() comes in any case, of what continues once it has begun. The former content is shown
    /// until then.
    void open(TwinWish wish);
    /// Ends the work, or what continues; what was followed by then is shown.
    void cancel();
    /// Nothing is followed any more.
    void close();

    /// A twin continues: sources bring readings, and it keeps up with them.
    bool isLive() const { return living_ != nullptr; }

    /// A building that a served run follows, elsewhere (ServedRun::link()); null if none is shown.
    std::shared_ptr<const engine::FollowedThere> there() const { return there_; }

    /// It is about to end: what was taken is stored.
    bool isEnding() const;

    /// State of each source; of a file its reading.
    std::vector<engine::FeedStatus> sources() const;

    /// Where a twin that continues is; null if none does.
    std::shared_ptr<const engine::TwinNow> living() const;

    /// All views show the twin in place of the window's run, or that again.
    void showInViews(bool on);
    bool isInViews() const;

    /// Hours ahead, or why not.
    struct AheadAnswer {
        std::shared_ptr<const engine::Ahead> ahead;
        std::vector<double> nowSi;  ///< by curve: where the twin is
        engine::Errors errors;
    };

    using AheadWork =
        std::function<AheadAnswer(const engine::AheadSpec& spec, const std::atomic<bool>& cancel)>;

    /// Looks ahead from where the twin is when it is called, on a worker; times of orders are from then on. Empty if nothing is
    /// followed.
    AheadWork aheadWork() const;
    bool canLookAhead() const;

    struct Curve {
        std::vector<double> timeS;  ///< as runTimeS()
        std::vector<double> valueSi;
    };

    /// A channel of the twin up to now, if it is kept: a twin that continues has all, of recorded telemetry those
    /// that a sensor is beside.
    Curve followed(const std::string& channel, double fromS, double toS) const;

    bool isBusy() const;

    const TwinWish& wish() const { return wish_; }

    /// Last opened source for this project, on this machine; at first telemetry.json next to it as the map.
    TwinWish lastWish() const;

    const std::shared_ptr<const TwinAnswer>& answer() const { return answer_; }

    /// Why the last telemetry could not be followed.
    const engine::Errors& errors() const { return errors_; }

    /// The design was changed since.
    bool isStale() const { return isStale_; }

    /// The instant of all that is shown, seconds since 1970 of the site's clock: that of the timeline where the
    /// telemetry reaches there, else the last that was followed.
    double instantS() const { return instantS_; }

    bool isOfTimeline() const { return isOfTimeline_; }

    /// An instant in seconds of the run that the window shows, as views tell times.
    double runTimeS(double sinceEpochS) const;

    /// By sensor of the map, at instantS(); empty without an answer.
    const std::vector<engine::SensorInstant>& now() const { return now_; }

    /// By sensor of the map, in the drawn project.
    const std::vector<engine::SensorPlace>& places() const { return placing_.places(); }

    /// Puts sensors elsewhere, and takes that back.
    SensorPlacing& placing() { return placing_; }

    /// The sensor that is looked at; -1 if none.
    int sensor() const { return sensor_; }

    /// And selects what it is at.
    void choose(int sensor);

    /// By its name in the map; nothing happens where it has none of that name.
    void chooseById(const std::string& sensor);

    QString nameOfPlace(int sensor) const;

    /// By its name in the map; -1 if it has none of that name.
    int sensorById(const std::string& id) const;

    /// Alarms that were raised by instantS(), as rows of the list of alarms.
    std::vector<engine::AlarmRow> alarms() const;

    bool isAcknowledged(std::int64_t number) const { return acknowledged_.count(number) > 0; }

    /// Somebody has seen them; kept with the readings, where those are kept.
    void acknowledge(const std::vector<std::int64_t>& numbers);

    /// Marks on plan and 3-D.
    bool areMarked() const { return marked_; }

    void setMarked(bool on);

    /// Somebody wants to see it: the pane comes forward.
    void show() { emit requested(); }

  signals:
    void changed();  ///< begun, ended, another answer or none, stale
    void progressed(double share, const QString& text);
    void finished();
    void moved();   ///< now() is of another instant, or answer
    void chosen();  ///< sensor() is another one
    void marked();
    void requested();
    void ended();  ///< a twin that continued has: all is stored

  private:
    struct Made;

    static Made make(const TwinWish& wish, const engine::Project& project,
                     const std::shared_ptr<const engine::Catalogue>& catalogue,
                     const std::atomic<bool>& cancel,
                     const std::function<void(double, const QString&)>& tell);
    void take(Made made);
    void follow();
    void remember() const;
    void followSelection();
    void showStale();
    void openLive();
    void begin(std::unique_ptr<engine::Feeds> feeds);
    void takeLiving();
    void takeThere();
    void endLiving();
    void takeAcknowledged();
    const engine::KeptAlarm* keptAs(std::int64_t number) const;

    Workspace* workspace_;
    Task* task_;
    TwinWish wish_;
    std::shared_ptr<const TwinAnswer> answer_;
    engine::Errors errors_;
    std::shared_ptr<engine::TwinLoop> living_;
    QString livingName_;
    std::shared_ptr<const engine::FollowedThere> there_;
    std::shared_ptr<const engine::TelemetryMap> livingMap_;
    std::shared_ptr<const engine::TwinReport> livingReport_;  ///< that answer_ is of
    engine::TwinPhase phase_ = engine::TwinPhase::Gathering;  ///< that was reported last
    Task* ending_;
    SensorPlacing& placing_;
    bool showsSoon_ = false;  ///< in the views, once there is a frame
    std::vector<engine::SensorInstant> now_;
    double instantS_ = 0.0;
    bool isOfTimeline_ = false, isStale_ = false, marked_ = true, isChoosing_ = false;
    int sensor_ = -1;
    std::set<std::int64_t> acknowledged_;  ///< by number of the rows
    std::filesystem::path file_;           ///< of the project that is followed
    std::vector<engine::Object> objects_;  ///< of that time
};

}  // namespace headroom::ui
