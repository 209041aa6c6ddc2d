// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/twin_desk.h"

#include "engine/api/attached_run.h"
#include "engine/exchange/site_clock.h"
#include "engine/files/inside_folder.h"
#include "engine/telemetry/document_source.h"
#include "engine/telemetry/ingest.h"
#include "engine/twin/suspects.h"
#include "engine/twin/twin_alarms.h"
#include "models/core/calendar.h"
#include "ui/kit/task.h"
#include "ui/units/moment_text.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QDateTime>
#include <QSettings>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr const char* kRemembered = "telemetry/projects";
constexpr std::size_t kClockText = 19;  // "2026-07-01 14:05:00" of a frame's clock

std::string textOf(const QVariantMap& map, const char* key) {
    return map.value(QString::fromLatin1(key)).toString().toStdString();
}

}  // namespace

struct TwinDesk::Made {
    std::shared_ptr<const TwinAnswer> answer;
    engine::Errors errors;
};

TwinDesk::TwinDesk(Workspace* workspace)
    : QObject(workspace),
      workspace_(workspace),
      task_(new Task(this)),
      ending_(new Task(this)),
      placing_(*new SensorPlacing(workspace, this)) {
    connect(task_, &Task::progressed, this, &TwinDesk::progressed);
    connect(workspace, &Workspace::opened, this, [this] {
        const std::filesystem::path& file = workspace_->project().file;
        // The same project again, rewound or from its beginning, is the same building.
        if (!workspace_->runs().isRewound() && !workspace_->runs().isWatching() &&
            (file.empty() || file != file_)) {
            close();
        }
        showStale();
        placing_.place();
    });
    connect(workspace, &Workspace::closed, this, &TwinDesk::close);
    connect(&placing_, &SensorPlacing::placed, this, &TwinDesk::moved);
    connect(&placing_, &SensorPlacing::wasPut, this, &TwinDesk::choose);
    connect(workspace, &Workspace::projectChanged, this, &TwinDesk::showStale);
    connect(workspace, &Workspace::slowTick, this, &TwinDesk::takeThere);
    connect(&workspace->servedRun(), &ServedRun::changed, this, &TwinDesk::takeThere);
    connect(workspace, &Workspace::slowTick, this, &TwinDesk::follow);
    connect(&workspace->selection(), &Selection::changed, this, &TwinDesk::followSelection);
    connect(this, &TwinDesk::moved, &workspace->alarms(), &AlarmDesk::followTwin);
}

TwinDesk::~TwinDesk() = default;

bool TwinDesk::isBusy() const {
    return task_->isBusy();
}

void TwinDesk::cancel() {
    task_->cancel();
    endLiving();
    emit changed();
}

void TwinDesk::close() {
    task_->cancel();
    endLiving();
    livingReport_.reset();
    there_.reset();
    file_.clear();
    objects_.clear();
    answer_.reset();
    errors_.clear();
    now_.clear();
    placing_.forget();
    sensor_ = -1;
    isStale_ = isOfTimeline_ = false;
    emit changed();
    emit moved();
    emit chosen();
}

void TwinDesk::showStale() {
    if (const bool stale = answer_ != nullptr && workspace_->project().objects != objects_;
        stale != isStale_) {
        isStale_ = stale;
        emit changed();
    }
}

TwinWish TwinDesk::lastWish() const {
    const std::filesystem::path& file = workspace_->project().file;
    if (file.empty()) {
        return {};
    }
    const QVariantMap kept =
        QSettings().value(kRemembered).toMap().value(QString::fromStdString(file.string())).toMap();
    if (!kept.isEmpty()) {
        return {textOf(kept, "telemetry"), textOf(kept, "map"), textOf(kept, "store"),
                kept.value("speed").toDouble()};
    }
    const std::filesystem::path beside = workspace_->project().folder() / "telemetry.json";
    std::error_code ignored;
    const bool isThere = std::filesystem::exists(beside, ignored) &&
                         engine::staysInside(workspace_->project().folder(), "telemetry.json");
    return {{}, isThere ? beside : std::filesystem::path(), {}, 0.0};
}

void TwinDesk::remember() const {
    const std::filesystem::path& file = workspace_->project().file;
    if (file.empty()) {
        return;
    }
    QVariantMap all = QSettings().value(kRemembered).toMap();
    all[QString::fromStdString(file.string())] =
        QVariantMap{{"telemetry", QString::fromStdString(wish_.telemetry)},
                    {"map", QString::fromStdString(wish_.map.string())},
                    {"store", QString::fromStdString(wish_.store.string())},
                    {"speed", wish_.replaySpeed}};
    QSettings().setValue(kRemembered, all);
}

TwinDesk::Made TwinDesk::make(const TwinWish& wish, const engine::Project& project,
                              const std::shared_ptr<const engine::Catalogue>& catalogue,
                              const std::atomic<bool>& cancel,
                              const std::function<void(double, const QString&)>& tell) {
    auto answer = std::make_shared<TwinAnswer>();
    const auto failed = [](engine::Errors errors) { return Made{nullptr, std::move(errors)}; };
    tell(0.0, TwinDesk::tr("reading"));
    auto map = engine::readTelemetryMap(wish.map, engine::siteClockOf(project, *catalogue));
    if (!map) {
        return failed(map.error());
    }
    const engine::ReadingProgress progress = [&](double share) {
        tell(share, TwinDesk::tr("reading %p %"));
        return !cancel;
    };
    auto source = engine::openReadings(wish.telemetry, *map, progress);
    if (!source) {
        return failed(cancel ? engine::Errors{} : source.error());
    }
    auto store = engine::TelemetryStore::open(wish.store, *map);
    if (!store) {
        return failed({store.error()});
    }
    engine::Ingest ingest(*map, **store);
    if (auto taken = ingest.takeAll(**source, engine::isAddress(wish.telemetry), progress);
        !taken) {
        return failed(cancel ? engine::Errors{} : engine::Errors{taken.error()});
    }
    auto all = (*store)->allSeries();
    if (!all) {
        return failed({all.error()});
    }
    answer->source = QString::fromStdString((*source)->name());
    answer->taken = ingest.taken();
    answer->findings = ingest.findings();
    answer->readings = *all;
    const auto start = std::chrono::steady_clock::now();
    auto run = engine::TwinRun::make(project, *catalogue, *map, std::move(*all), {});
    if (!run) {
        return failed(run.error());
    }
    const auto followed =
        (*run)->follow([&](double share) { tell(share, TwinDesk::tr("following %p %")); }, cancel);
    if (!followed) {
        return failed(followed.error());
    }
    if ((*run)->modelled().timeS.empty()) {
        return failed({});  // cancelled before anything was followed
    }
    engine::TwinReport report = engine::judgeTwin(**run);
    engine::nameSuspects(**run, report);
    answer->isWhole = *followed;
    if (!wish.store.empty()) {
        if (auto kept = engine::keepAlarms(**store, *map, report.alarms); !kept) {
            return failed({kept.error()});
        }
        auto book = engine::keptAlarms(**store);
        if (!book) {
            return failed({book.error()});
        }
        answer->kept = std::move(*book);
    }
    answer->modelSd = engine::residualRms(**run, report);
    for (const auto& more : {(*run)->findings(), report.findings}) {
        answer->findings.insert(answer->findings.end(), more.begin(), more.end());
    }
    answer->originS = (*run)->originS();
    answer->report = std::make_shared<const engine::TwinReport>(std::move(report));
    answer->ofMap = std::make_shared<const engine::TelemetryMap>(std::move(*map));
    answer->reader = std::make_unique<const engine::SensorReader>(answer->map(), answer->readings,
                                                                  *answer->report);
    answer->run = std::move(*run);
    answer->wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {std::move(answer), {}};
}

void TwinDesk::open(TwinWish wish) {
    if (task_->isBusy() || isEnding() || !workspace_->isOpen() ||
        workspace_->catalogue() == nullptr) {
        return;
    }
    if (isLive()) {
        const bool again = wish.isLive();
        endLiving();
        if (again && isEnding()) {
            // The store has one writer: it begins once the one before has ended.
            connect(
                this, &TwinDesk::ended, this, [this, wish] { open(wish); },
                Qt::SingleShotConnection);
            return;
        }
    }
    wish_ = std::move(wish);
    errors_.clear();
    file_ = workspace_->project().file;
    remember();
    if (wish_.isLive()) {
        openLive();
        emit changed();
        emit requested();
        return;
    }
    task_->run(
        [wish = wish_, project = workspace_->project(),
         catalogue = workspace_->sharedCatalogue()](const Task::Link& link) {
            return make(wish, project, catalogue, link.isCancelled(),
                        [&link](double share, const QString& text) { link.tell(share, text); });
        },
        [this, file = file_, objects = workspace_->project().objects](Made made) {
            // Not so where another project was opened meanwhile.
            if (file == file_ && workspace_->isOpen() && (!file.empty() || !task_->isCancelled())) {
                objects_ = objects;
                take(std::move(made));
            }
            emit changed();
            emit finished();
        });
    emit changed();
    emit requested();
}

void TwinDesk::take(Made made) {
    errors_ = std::move(made.errors);
    if (!made.answer) {
        return;
    }
    answer_ = std::move(made.answer);
    showStale();
    takeAcknowledged();
    sensor_ = -1;
    now_.clear();
    placing_.take(answer_->ofMap);
    placing_.place();
    follow();
    emit chosen();
}

void TwinDesk::takeAcknowledged() {
    acknowledged_.clear();
    for (std::size_t a = 0; a < answer_->report->alarms.size(); ++a) {
        const std::int64_t number = engine::kFirstTwinAlarm + static_cast<std::int64_t>(a);
        if (const engine::KeptAlarm* kept = keptAs(number);
            kept != nullptr && !kept->acknowledged.empty()) {
            acknowledged_.insert(number);
        }
    }
}

double TwinDesk::runTimeS(double sinceEpochS) const {
    const QDateTime& start = TimeNotation::instance().start();
    return start.isValid() ? sinceEpochS - 1e-3 * static_cast<double>(start.toMSecsSinceEpoch())
           : answer_       ? sinceEpochS - answer_->originS
                           : sinceEpochS;
}

void TwinDesk::follow() {
    if (!answer_) {
        return;
    }
    const auto frame = workspace_->frame();
    const double clockS =
        frame ? models::calendarTimeS(std::string_view(frame->clock).substr(0, kClockText))
              : std::numeric_limits<double>::quiet_NaN();
    isOfTimeline_ = clockS >= answer_->report->fromS && clockS <= answer_->report->nowS;
    const double instantS = isOfTimeline_ ? clockS : answer_->report->nowS;
    if (instantS == instantS_ && !now_.empty()) {
        return;
    }
    instantS_ = instantS;
    now_.resize(answer_->map().sensors.size());
    for (std::size_t s = 0; s < now_.size(); ++s) {
        now_[s] = answer_->reader->at(static_cast<int>(s), instantS_);
    }
    emit moved();
}

void TwinDesk::choose(int sensor) {
    if (sensor == sensor_ || !answer_) {
        return;
    }
    sensor_ = sensor;
    if (sensor >= 0) {
        const engine::SensorPlace& place = places()[static_cast<std::size_t>(sensor)];
        Selected what;
        if (place.rack >= 0) {
            what = {Selected::Kind::Rack, place.rack, place.object, -1};
        } else if (place.equipment >= 0) {
            what = {Selected::Kind::Equipment, place.equipment, place.object, -1};
        } else if (!place.isFacility()) {
            what = {Selected::Kind::Object, -1, place.object, -1};
        }
        isChoosing_ = true;
        if (!what.isNone()) {
            workspace_->selection().select(what);
        }
        isChoosing_ = false;
    }
    emit chosen();
}

/// Another thing is selected elsewhere: its first sensor is looked at.
void TwinDesk::followSelection() {
    const Selected& what = workspace_->selection().current();
    if (isChoosing_ || !answer_ || what.isNone()) {
        return;
    }
    const auto isThere = [&what](const engine::SensorPlace& place) {
        return what.rack() >= 0        ? place.rack == what.index
               : what.equipment() >= 0 ? place.equipment == what.index
                                       : !what.objectId.empty() && place.object == what.objectId;
    };
    if (sensor_ >= 0 && isThere(places()[static_cast<std::size_t>(sensor_)])) {
        return;
    }
    const auto found = std::find_if(places().begin(), places().end(), isThere);
    if (found != places().end()) {
        sensor_ = static_cast<int>(found - places().begin());
        emit chosen();
    }
}

void TwinDesk::chooseById(const std::string& sensor) {
    if (const int found = sensorById(sensor); found >= 0) {
        choose(found);
    }
}

std::vector<engine::AlarmRow> TwinDesk::alarms() const {
    if (!answer_) {
        return {};
    }
    std::vector<engine::AlarmRow> rows = engine::twinAlarmRows(
        answer_->map(), *answer_->report, instantS_, instantS_ - runTimeS(instantS_));
    for (engine::AlarmRow& row : rows) {
        const auto alarm = static_cast<std::size_t>(row.number - engine::kFirstTwinAlarm);
        const int sensor = answer_->report->alarms[alarm].sensor;
        if (static_cast<std::size_t>(sensor) < places().size()) {
            row.object = places()[static_cast<std::size_t>(sensor)].object;
            row.rack = places()[static_cast<std::size_t>(sensor)].rack;
            row.name += " · " + nameOfPlace(sensor).toStdString();
        }
    }
    return rows;
}

/// An alarm is known again by its sensor and when it was raised.
const engine::KeptAlarm* TwinDesk::keptAs(std::int64_t number) const {
    const auto place = static_cast<std::size_t>(number - engine::kFirstTwinAlarm);
    if (!answer_ || place >= answer_->report->alarms.size()) {
        return nullptr;
    }
    const engine::ResidualAlarm& alarm = answer_->report->alarms[place];
    const std::string& sensor = answer_->map().sensors[static_cast<std::size_t>(alarm.sensor)].id;
    const auto found = std::find_if(
        answer_->kept.begin(), answer_->kept.end(), [&](const engine::KeptAlarm& kept) {
            return kept.sensor == sensor &&
                   engine::microseconds(kept.raisedS) == engine::microseconds(alarm.raisedS);
        });
    return found == answer_->kept.end() ? nullptr : &*found;
}

void TwinDesk::acknowledge(const std::vector<std::int64_t>& numbers) {
    acknowledged_.insert(numbers.begin(), numbers.end());
    if (!answer_ || answer_->kept.empty()) {
        return;
    }
    if (there_) {
        for (const std::int64_t number : numbers) {
            if (const engine::KeptAlarm* kept = keptAs(number);
                kept != nullptr && workspace_->servedRun().link() != nullptr) {
                workspace_->servedRun().link()->acknowledge(kept->number);
            }
        }
        return;
    }
    const QString when = QDateTime::currentDateTimeUtc().toString("yyyy-MM-dd HH:mm:ss") + " UTC";
    engine::Errors errors;
    std::unique_ptr<engine::TelemetryStore> store;
    if (!living_) {
        auto opened = engine::TelemetryStore::open(wish_.store, answer_->map());
        if (!opened) {
            errors = {opened.error()};
        } else {
            store = std::move(*opened);
        }
    }
    for (const std::int64_t number : numbers) {
        const engine::KeptAlarm* kept = keptAs(number);
        if (kept == nullptr || !errors.empty()) {
            continue;
        }
        if (auto done = living_
                            ? living_->acknowledge(kept->number, when.toStdString())
                            : engine::acknowledgeAlarm(*store, kept->number, when.toStdString());
            !done) {
            errors = {done.error()};
        }
    }
    if (!errors.empty()) {
        emit workspace_->failed(tr("Who has seen the alarm was not kept"), errors);
    }
}

QString TwinDesk::nameOfPlace(int sensor) const {
    if (sensor < 0 || static_cast<std::size_t>(sensor) >= places().size()) {
        return {};
    }
    const engine::SensorPlace& place = places()[static_cast<std::size_t>(sensor)];
    if (place.isFacility()) {
        return tr("Facility");
    }
    if (place.rack >= 0) {
        return workspace_->nameOf({Selected::Kind::Rack, place.rack, place.object, -1});
    }
    const QString name = workspace_->nameOfObject(place.object);
    return place.unit > 0 ? tr("%1, unit %2").arg(name).arg(place.unit) : name;
}

void TwinDesk::setMarked(bool on) {
    if (on != marked_) {
        marked_ = on;
        emit marked();
    }
}

int TwinDesk::sensorById(const std::string& id) const {
    for (std::size_t s = 0; answer_ && s < answer_->map().sensors.size(); ++s) {
        if (answer_->map().sensors[s].id == id) {
            return static_cast<int>(s);
        }
    }
    return -1;
}

}  // namespace headroom::ui
