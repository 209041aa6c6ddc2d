// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/alarm_desk.h"

#include "engine/twin/twin_alarms.h"
#include "engine/watch/run_orders.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

#include <QStringList>

#include <algorithm>

namespace headroom::ui {

using engine::AlarmSeverity;

QString alarmSeverityWord(AlarmSeverity severity) {
    return AlarmDesk::tr(engine::alarmSeverityName(severity));
}

QString alarmCountText(int count, AlarmSeverity severity) {
    const QString text =
        severity == AlarmSeverity::Critical ? AlarmDesk::tr("%1 critical")
        : severity == AlarmSeverity::Warning
            ? count == 1 ? AlarmDesk::tr("%1 warning") : AlarmDesk::tr("%1 warnings")
        : count == 1 ? AlarmDesk::tr("%1 notice")
                     : AlarmDesk::tr("%1 notices");
    return text.arg(count);
}

AlarmDesk::AlarmDesk(Workspace* workspace) : QObject(workspace), workspace_(workspace) {
    const auto begin = [this] {
        acknowledged_.clear();
        ofRun_.reset();
        if (engine::RunOrders* orders =
                workspace_->source() != nullptr ? workspace_->source()->orders() : nullptr) {
            orders->pauseOn(rule_);
        }
        follow();
        take();
    };
    connect(workspace, &Workspace::opened, this, begin);
    connect(workspace, &Workspace::closed, this, begin);
    connect(workspace, &Workspace::slowTick, this, &AlarmDesk::follow);
}

bool AlarmDesk::isAcknowledged(std::int64_t number) const {
    return number >= engine::kFirstTwinAlarm ? workspace_->twin().isAcknowledged(number)
                                             : acknowledged_.count(number) > 0;
}

const engine::AlarmList& AlarmDesk::list() const {
    static const engine::AlarmList kNone;
    return list_ == nullptr ? kNone : *list_;
}

void AlarmDesk::follow() {
    const auto frame = workspace_->frame();
    if (auto next = frame ? frame->alarms : nullptr; next != ofRun_) {
        ofRun_ = std::move(next);
        take();
    }
}

void AlarmDesk::followTwin() {
    std::vector<engine::AlarmRow> rows = workspace_->twin().alarms();
    const bool same =
        std::equal(rows.begin(), rows.end(), ofTwin_.begin(), ofTwin_.end(),
                   [](const engine::AlarmRow& a, const engine::AlarmRow& b) {
                       return a.number == b.number && a.sinceS == b.sinceS && a.endedS == b.endedS;
                   });
    if (!same) {
        ofTwin_ = std::move(rows);
        take();
    }
}

void AlarmDesk::take() {
    list_ = ofTwin_.empty() ? ofRun_
                            : std::make_shared<const engine::AlarmList>(engine::withRows(
                                  ofRun_ ? *ofRun_ : engine::AlarmList{}, ofTwin_));
    groups_ = engine::groupAlarms(list().active);
    emit changed();
}

int AlarmDesk::active(engine::AlarmSeverity severity) const {
    return list().activeBySeverity[static_cast<std::size_t>(severity)];
}

int AlarmDesk::fresh(engine::AlarmSeverity severity) const {
    return static_cast<int>(
        std::count_if(list().active.begin(), list().active.end(), [&](const engine::AlarmRow& row) {
            return row.severity() == severity && !isAcknowledged(row.number);
        }));
}

int AlarmDesk::causes(engine::AlarmSeverity severity) const {
    return static_cast<int>(
        std::count_if(groups_.begin(), groups_.end(), [&](const engine::AlarmGroup& group) {
            return group.bySeverity[static_cast<std::size_t>(severity)] > 0;
        }));
}

QString AlarmDesk::summary() const {
    QStringList parts;
    for (const AlarmSeverity severity :
         {AlarmSeverity::Critical, AlarmSeverity::Warning, AlarmSeverity::Notice}) {
        if (const int count = active(severity); count > 0) {
            parts << alarmCountText(count, severity);
        }
    }
    return parts.join(QStringLiteral(", "));
}

void AlarmDesk::acknowledge(std::span<const std::int64_t> numbers) {
    const std::size_t before = acknowledged_.size();
    std::vector<std::int64_t> ofTwin;
    for (const std::int64_t number : numbers) {
        if (number >= engine::kFirstTwinAlarm) {
            ofTwin.push_back(number);
        } else {
            acknowledged_.insert(number);
        }
    }
    if (!ofTwin.empty()) {
        workspace_->twin().acknowledge(ofTwin);
    }
    if (!ofTwin.empty() || acknowledged_.size() > before) {
        emit changed();
    }
}

void AlarmDesk::acknowledgeAll() {
    std::vector<std::int64_t> numbers;
    for (const engine::AlarmRow& row : list().active) {
        numbers.push_back(row.number);
    }
    acknowledge(numbers);
}

void AlarmDesk::select(const engine::AlarmRow& alarm) {
    Selection& selection = workspace_->selection();
    const engine::Layout& layout = workspace_->layout();
    const auto kind = engine::infoOf(alarm.kind).place;
    if (kind == engine::AlarmPlace::Sensor) {
        workspace_->twin().chooseById(alarm.subject);
    } else if (alarm.job >= 0) {
        selection.select({Selected::Kind::Job, -1, {}, alarm.job});
    } else if (kind == engine::AlarmPlace::Rack && alarm.rack >= 0 &&
               alarm.rack < static_cast<int>(layout.racks.size())) {
        selection.select({Selected::Kind::Rack, alarm.rack, alarm.object, -1});
    } else if (workspace_->project().find(alarm.object) != nullptr) {
        selection.select({Selected::Kind::Object, -1, alarm.object, -1});
    }
}

void AlarmDesk::setPauseRule(const engine::PauseRule& rule) {
    rule_ = rule;
    if (engine::RunOrders* orders =
            workspace_->source() != nullptr ? workspace_->source()->orders() : nullptr) {
        orders->pauseOn(rule_);
    }
}

}  // namespace headroom::ui
