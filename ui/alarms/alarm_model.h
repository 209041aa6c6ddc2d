// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_group.h"
#include "ui/kit/record_table.h"

#include <QCoreApplication>

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace headroom::ui {

class AlarmDesk;

enum class AlarmState { Active, Acknowledged, Ended };

QString alarmStateWord(AlarmState state);
/// Octagon, triangle, circle: as events.
QString alarmIcon(engine::AlarmSeverity severity);
QColor alarmColour(engine::AlarmSeverity severity);

/// An alarm with what a person did about it, or the head of several that go back to one cause: `row` is
/// then the first of them, from the earliest beginning to the last end.
struct AlarmItem {
    engine::AlarmRow row;
    AlarmState state = AlarmState::Active;
    double nowS = 0.0;

    std::int64_t key = 0;   ///< tells rows of the table apart
    double order = 0.0;     ///< among them, the largest first
    bool isMember = false;  ///< is below its head

    // Of heads:
    std::vector<std::int64_t> numbers;  ///< of their alarms; of a single alarm, its own
    QString cause, kinds, areas;
    engine::AlarmSeverity heaviest = engine::AlarmSeverity::Notice;
    bool isOpen = false;

    bool isHead() const { return numbers.size() > 1; }

    engine::AlarmSeverity severity() const { return isHead() ? heaviest : row.severity(); }
};

/// The alarms of the run, active ones first, then those that ended. Several of one first cause are one
/// row, a head, that opens to them; sorted otherwise than by state they are listed one by one.
class AlarmModel : public RecordTable<AlarmItem> {
    Q_DECLARE_TR_FUNCTIONS(AlarmModel)

  public:
    /// In the order of its columns.
    enum Column { State, Severity, Object, Alarm, Cause, Since, Lasted, Area };

    explicit AlarmModel(QObject* parent = nullptr);

    void take(const AlarmDesk& desk, double nowS);

    /// Whether alarms of one cause are together, from the next take() on.
    void setGrouped(bool grouped) { grouped_ = grouped; }

    /// Whether a head shows its alarms, from the next take() on.
    void setOpen(int index, bool open);

    const AlarmItem& item(int index) const { return row(index); }

  private:
    std::vector<AlarmItem> blockOf(const AlarmDesk& desk, std::span<const engine::AlarmRow> rows,
                                   const engine::AlarmGroup& group, double nowS) const;

    bool grouped_ = true;
    std::set<std::int64_t> open_;  ///< heads, by key
};

}  // namespace headroom::ui
