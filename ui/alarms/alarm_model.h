// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_list.h"
#include "ui/kit/record_table.h"

#include <QCoreApplication>

namespace headroom::ui {

class AlarmDesk;

enum class AlarmState { Active, Acknowledged, Ended };

QString alarmStateWord(AlarmState state);
/// Octagon, triangle, circle: as events.
QString alarmIcon(engine::AlarmSeverity severity);
QColor alarmColour(engine::AlarmSeverity severity);

/// An alarm with what a person did about it.
struct AlarmItem {
    engine::AlarmRow row;
    AlarmState state = AlarmState::Active;
    double nowS = 0.0;
};

/// The alarms of the run: active ones first, then those that ended.
class AlarmModel : public RecordTable<AlarmItem> {
    Q_DECLARE_TR_FUNCTIONS(AlarmModel)

  public:
    /// In the order of its columns.
    enum Column { State, Severity, Object, Alarm, Cause, Since, Lasted, Area };

    explicit AlarmModel(QObject* parent = nullptr);

    void take(const AlarmDesk& desk, double nowS);

    const AlarmItem& item(int index) const { return row(index); }
};

}  // namespace headroom::ui
