// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run.h"
#include "engine/api/channel_table.h"
#include "engine/api/followed_there.h"
#include "engine/exchange/site_clock.h"
#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/live/source_list.h"
#include "ui/kit/task.h"
#include "ui/workspace/served_run.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaObject>
#include <QPointer>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

/// A twin that continues: sources, what it knows at a moment, and the views that show it.
namespace headroom::ui {

namespace {

constexpr std::size_t kFollowedRows = 600;

struct Opened {
    std::unique_ptr<engine::Feeds> feeds;
    engine::Errors errors;
};

Opened openFeeds(const TwinWish& wish, const engine::SiteClock& site) {
    Opened opened;
    engine::ResultAll<engine::SourceList> list = tl::unexpected(engine::Errors{});
    if (TwinWish::isSourceList(wish.telemetry)) {
        list = engine::readSourceList(wish.telemetry, wish.map, site);
    } else if (auto map = engine::readTelemetryMap(wish.map, site)) {
        engine::FeedSpec feed;
        const bool isAddress = engine::isAddress(wish.telemetry);
        feed.id = isAddress ? "address" : "replay";
        feed.kind = isAddress ? engine::FeedKind::Address : engine::FeedKind::Replay;
        feed.address = isAddress ? wish.telemetry : std::string();
        feed.file = isAddress ? std::filesystem::path() : std::filesystem::path(wish.telemetry);
        feed.speed = wish.replaySpeed;
        list = engine::sourceListOf(std::move(feed), std::move(*map));
    } else {
        list = tl::unexpected(map.error());
    }
    if (!list) {
        opened.errors = list.error();
        return opened;
    }
    auto feeds = engine::Feeds::open(std::move(*list), wish.store);
    if (!feeds) {
        opened.errors = feeds.error();
        return opened;
    }
    opened.feeds = std::move(*feeds);
    return opened;
}

}  // namespace

bool TwinWish::isSourceList(const std::string& telemetry) {
    constexpr qint64 kHead = 4096;
    QFile file(QString::fromStdString(telemetry));
    return file.open(QIODevice::ReadOnly) && file.read(kHead).contains("headroom-sources/");
}

bool TwinWish::isLive() const {
    return replaySpeed > 0.0 || engine::isAddress(telemetry) || isSourceList(telemetry);
}

void TwinDesk::openLive() {
    const engine::SiteClock site =
        engine::siteClockOf(workspace_->project(), *workspace_->catalogue());
    task_->run([wish = wish_, site] { return std::make_shared<Opened>(openFeeds(wish, site)); },
               [this, file = file_](const std::shared_ptr<Opened>& opened) {
                   if (file == file_ && workspace_->isOpen()) {
                       errors_ = std::move(opened->errors);
                       if (opened->feeds) {
                           begin(std::move(opened->feeds));
                       }
                   }
                   emit changed();
                   emit finished();
               });
}

void TwinDesk::begin(std::unique_ptr<engine::Feeds> feeds) {
    answer_.reset();
    livingReport_.reset();
    now_.clear();
    objects_ = workspace_->project().objects;
    livingMap_ = std::make_shared<const engine::TelemetryMap>(feeds->map());
    auto loop =
        std::make_shared<engine::TwinLoop>(workspace_->project(), workspace_->sharedCatalogue(),
                                           std::move(feeds), engine::TwinLoopSpec{});
    const QString name =
        livingMap_->name.empty() ? workspace_->title() : QString::fromStdString(livingMap_->name);
    living_ = loop;
    livingName_ = tr("The living twin of %1").arg(name);
    auto pending = std::make_shared<std::atomic<bool>>(false);
    living_->whenPublished([self = QPointer<TwinDesk>(this), target = this, pending] {
        if (!pending->exchange(true)) {
            QMetaObject::invokeMethod(
                target,
                [self, pending] {
                    pending->store(false);
                    if (self) {
                        self->takeLiving();
                    }
                },
                Qt::QueuedConnection);
        }
    });
    showsSoon_ = true;
    loop->start();
    placing_.hide();
    emit chosen();
}

/// Present knowledge of the loop, as an answer like that of recorded readings.
void TwinDesk::takeLiving() {
    if (!living_) {
        return;
    }
    const auto now = living_->now();
    if (now->phase == engine::TwinPhase::Failed) {
        errors_ = now->errors;
    }
    if (showsSoon_ && now->frame) {
        showsSoon_ = false;
        workspace_->runs().watch(living_, livingName_);
    }
    if (now->report && now->report != livingReport_) {
        livingReport_ = now->report;
        auto answer = std::make_shared<TwinAnswer>();
        answer->ofMap = livingMap_;
        answer->report = now->report;
        answer->kept = now->alarms;
        for (const engine::FeedStatus& source : living_->sources()) {
            answer->taken += static_cast<long>(source.taken);
            answer->source += (answer->source.isEmpty() ? QString() : QStringLiteral(", ")) +
                              QString::fromStdString(source.what);
            answer->findings.insert(answer->findings.end(), source.findings.begin(),
                                    source.findings.end());
        }
        answer->findings.insert(answer->findings.end(), now->findings.begin(), now->findings.end());
        answer->findings.insert(answer->findings.end(), now->report->findings.begin(),
                                now->report->findings.end());
        answer->originS = now->frame ? now->nowS - now->frame->timeS : now->firstS;
        answer->reader = std::make_unique<const engine::SensorReader>(
            answer->map(), answer->readings, *answer->report);
        const bool isFirst = answer_ == nullptr;
        answer_ = std::move(answer);
        takeAcknowledged();
        placing_.take(answer_->ofMap);
        now_.clear();
        if (isFirst) {
            placing_.place();
        }
        follow();
        emit changed();
        return;
    }
    follow();
    if (now->phase != phase_) {
        phase_ = now->phase;
        emit changed();
    }
}

/// Answer of a served run about the building that it follows, like that of one that is followed here.
void TwinDesk::takeThere() {
    const engine::RunLink* run = workspace_->servedRun().link();
    auto now = run != nullptr && !living_ ? run->followed() : nullptr;
    if (now == there_) {
        return;
    }
    const bool isFirst = there_ == nullptr || now == nullptr ||
                         now->map->sensors.size() != there_->map->sensors.size();
    there_ = std::move(now);
    if (there_ == nullptr) {
        if (!task_->isBusy()) {
            answer_.reset();
            now_.clear();
            sensor_ = -1;
            placing_.hide();
            emit changed();
            emit chosen();
        }
        return;
    }
    auto answer = std::make_shared<TwinAnswer>();
    answer->ofMap = there_->map;
    answer->report = std::shared_ptr<const engine::TwinReport>(there_, &there_->report);
    answer->kept = there_->alarms;
    for (const engine::FeedStatus& source : there_->sources) {
        answer->taken += static_cast<long>(source.taken);
        answer->source += (answer->source.isEmpty() ? QString() : QStringLiteral(", ")) +
                          QString::fromStdString(source.what);
    }
    const auto frame = workspace_->frame();
    answer->originS = frame ? there_->nowS() - frame->timeS : there_->report.fromS;
    answer->reader = std::make_unique<const engine::SensorReader>(answer->map(), answer->readings,
                                                                  *answer->report);
    answer_ = std::move(answer);
    objects_ = workspace_->project().objects;
    file_ = workspace_->project().file;
    errors_.clear();
    takeAcknowledged();
    now_.clear();
    if (isFirst) {
        sensor_ = -1;
        placing_.take(answer_->ofMap);
        placing_.place();
        emit chosen();
    }
    follow();
    emit changed();
}

void TwinDesk::endLiving() {
    if (!living_) {
        return;
    }
    const auto living = std::exchange(living_, nullptr);
    living->whenPublished({});
    showsSoon_ = false;
    if (workspace_->runs().isWatching()) {
        workspace_->runs().backToLive();
    }
    // Sources end after what they do now: what was taken is stored, and what was followed stays to be looked at.
    ending_->run([living] { living->stop(); },
                 [this] {
                     emit changed();
                     emit ended();
                 });
    emit changed();
}

bool TwinDesk::canLookAhead() const {
    return living_ ? living_->frame() != nullptr : answer_ && answer_->run;
}

TwinDesk::AheadWork TwinDesk::aheadWork() const {
    if (!canLookAhead()) {
        return {};
    }
    return [living = living_, answer = answer_](engine::AheadSpec spec,
                                                const std::atomic<bool>& cancel) {
        if (!living) {
            for (engine::BranchOrder& order : spec.orders) {
                order.command.timeS += answer->run->simulator().timeS();
            }
        }
        auto looked = living ? living->ahead(spec, cancel)
                             : engine::lookAhead(*answer->run, spec, answer->modelSd, cancel);
        if (!looked) {
            return AheadAnswer{{}, {}, looked.error()};
        }
        AheadAnswer given;
        const auto now = living ? living->now() : nullptr;
        const auto frame = living ? now->frame : answer->run->simulator().frame();
        const engine::ChannelTable table(living ? now->plant.get()
                                                : &answer->run->simulator().plant());
        for (const engine::AheadCurve& curve : looked->branches.front().curves) {
            const auto channel = table.find(curve.channel);
            given.nowSi.push_back(channel && frame
                                      ? table.value(*frame, *channel) * curve.quantity->unit.toSi
                                      : std::numeric_limits<double>::quiet_NaN());
        }
        given.ahead = std::make_shared<const engine::Ahead>(std::move(*looked));
        return given;
    };
}

TwinDesk::Curve TwinDesk::followed(const std::string& channel, double fromS, double toS) const {
    Curve curve;
    if (living_) {
        const auto cut =
            living_->series()->read(std::vector<std::string>{channel}, fromS, toS, kFollowedRows);
        for (std::size_t i = 0; i < cut.size(); ++i) {
            curve.timeS.push_back(cut.toS[i]);
            curve.valueSi.push_back(static_cast<double>(cut.curves.front().mean[i]));
        }
        return curve;
    }
    for (std::size_t s = 0; answer_ && s < answer_->map().sensors.size(); ++s) {
        const int k = answer_->reader->residualOf(static_cast<int>(s));
        if (k < 0 || answer_->map().sensors[s].channel != channel) {
            continue;
        }
        const engine::ResidualSeries& series = answer_->report->series[static_cast<std::size_t>(k)];
        for (std::size_t i = 0; i < series.timeS.size(); ++i) {
            if (const double when = runTimeS(series.timeS[i]); when >= fromS && when <= toS) {
                curve.timeS.push_back(when);
                curve.valueSi.push_back(series.modelled[i]);
            }
        }
        break;
    }
    return curve;
}

bool TwinDesk::isEnding() const {
    return ending_->isBusy();
}

std::shared_ptr<const engine::TwinNow> TwinDesk::living() const {
    return living_ ? living_->now() : nullptr;
}

std::vector<engine::FeedStatus> TwinDesk::sources() const {
    if (living_) {
        return living_->sources();
    }
    if (there_) {
        return there_->sources;
    }
    if (!answer_) {
        return {};
    }
    engine::FeedStatus status;
    status.id = "file";
    status.what = answer_->source.toStdString();
    status.state = engine::FeedState::Ended;
    status.taken = answer_->taken;
    status.newestS = answer_->report->nowS;
    for (const engine::TelemetryFinding& finding : answer_->findings) {
        status.faults += finding.count;
    }
    return {std::move(status)};
}

bool TwinDesk::isInViews() const {
    return living_ && workspace_->runs().isWatching();
}

void TwinDesk::showInViews(bool on) {
    if (!living_ || on == isInViews()) {
        return;
    }
    if (on && living_->frame() != nullptr) {
        workspace_->runs().watch(living_, livingName_);
    } else if (!on) {
        workspace_->runs().backToLive();
    }
    emit changed();
}

}  // namespace headroom::ui
