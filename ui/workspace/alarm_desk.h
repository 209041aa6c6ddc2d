// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/alarms/alarm_group.h"
#include "engine/alarms/alarm_list.h"
#include "engine/live/session.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace headroom::ui {

class Workspace;

QString alarmSeverityWord(engine::AlarmSeverity severity);

/// "2 critical", "1 warning", "3 warnings".
QString alarmCountText(int count, engine::AlarmSeverity severity);

/// The alarms of what is open, of its run and of its living twin, which of them a person has acknowledged, and what the run stops for.
/// To acknowledge says "seen": the alarm stays until its condition ends, and no longer blinks.
class AlarmDesk : public QObject {
    Q_OBJECT

  public:
    explicit AlarmDesk(Workspace* workspace);

    /// Value of the present frame; empty where nothing is simulated.
    const engine::AlarmList& list() const;

    /// Also those of the twin, which keeps them.
    bool isAcknowledged(std::int64_t number) const;

    /// Active alarms of that severity, and how many of them nobody has acknowledged.
    int active(engine::AlarmSeverity severity) const;
    int fresh(engine::AlarmSeverity severity) const;
    /// How many first causes the active ones of that severity go back to.
    int causes(engine::AlarmSeverity severity) const;

    /// The active ones by first cause, as indices into list().active.
    const std::vector<engine::AlarmGroup>& groups() const { return groups_; }

    /// "2 critical, 1 warning" of what is active; empty if nothing is.
    QString summary() const;

    void acknowledge(std::span<const std::int64_t> numbers);
    /// All that are active.
    void acknowledgeAll();

    /// Selects what the alarm is about: racks, an object of the project, a job.
    void select(const engine::AlarmRow& alarm);

    /// The twin's alarms are others, or of another instant.
    void followTwin();

    /// Holds from now on, for projects that are opened later as well.
    void setPauseRule(const engine::PauseRule& rule);

    const engine::PauseRule& pauseRule() const { return rule_; }

    /// Asks for the pane.
    void show() { emit requested(); }

  signals:
    void changed();    ///< another list, or acknowledged
    void requested();  ///< the pane is wanted

  private:
    void follow();
    void take();

    Workspace* workspace_;
    std::shared_ptr<const engine::AlarmList> ofRun_;
    std::vector<engine::AlarmRow> ofTwin_;
    std::shared_ptr<const engine::AlarmList> list_;  ///< of both
    std::vector<engine::AlarmGroup> groups_;
    std::set<std::int64_t> acknowledged_;
    engine::PauseRule rule_;
};

}  // namespace headroom::ui
