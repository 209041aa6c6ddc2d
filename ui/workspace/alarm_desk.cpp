// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/alarm_desk.h"

#include "ui/workspace/workspace.h"

#include <QStringList>

#include <algorithm>

namespace headroom::ui {

using engine::AlarmSeverity;

QString alarmSeverityWord(AlarmSeverity severity) {
    return AlarmDesk::tr(engine::alarmSeverityName(severity));
}

QString alarmCountText(int count, AlarmSeverity severity) {
    const QString text = severity == AlarmSeverity::Critical  ? AlarmDesk::tr("%1 critical")
                         : severity == AlarmSeverity::Warning ? count == 1
                                                                    ? AlarmDesk::tr("%1 warning")
                                                                    : AlarmDesk::tr("%1 warnings")
                         : count == 1                         ? AlarmDesk::tr("%1 notice")
                                                              : AlarmDesk::tr("%1 notices");
    return text.arg(count);
}

AlarmDesk::AlarmDesk(Workspace* workspace) : QObject(workspace), workspace_(workspace) {
    const auto begin = [this] {
        acknowledged_.clear();
        list_.reset();
        groups_.clear();
        if (workspace_->source() != nullptr) {
            workspace_->source()->pauseOn(rule_);
        }
        follow();
        emit changed();
    };
    connect(workspace, &Workspace::opened, this, begin);
    connect(workspace, &Workspace::closed, this, begin);
    connect(workspace, &Workspace::slowTick, this, &AlarmDesk::follow);
}

const engine::AlarmList& AlarmDesk::list() const {
    static const engine::AlarmList kNone;
    return list_ == nullptr ? kNone : *list_;
}

void AlarmDesk::follow() {
    const auto frame = workspace_->frame();
    auto next = frame ? frame->alarms : nullptr;
    if (next != list_) {
        list_ = std::move(next);
        groups_ = engine::groupAlarms(list().active);
        emit changed();
    }
}

int AlarmDesk::active(engine::AlarmSeverity severity) const {
    return list().activeBySeverity[static_cast<std::size_t>(severity)];
}

int AlarmDesk::fresh(engine::AlarmSeverity severity) const {
    return static_cast<int>(std::count_if(
        list().active.begin(), list().active.end(), [&](const engine::AlarmRow& row) {
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
    acknowledged_.insert(numbers.begin(), numbers.end());
    if (acknowledged_.size() > before) {
        emit changed();
    }
}

void AlarmDesk::acknowledgeAll() {
    for (const engine::AlarmRow& row : list().active) {
        acknowledged_.insert(row.number);
    }
    emit changed();
}

void AlarmDesk::select(const engine::AlarmRow& alarm) {
    Selection& selection = workspace_->selection();
    const engine::Layout& layout = workspace_->layout();
    const auto kind = engine::infoOf(alarm.kind).place;
    if (alarm.job >= 0) {
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
    if (workspace_->source() != nullptr) {
        workspace_->source()->pauseOn(rule_);
    }
}

}  // namespace headroom::ui
