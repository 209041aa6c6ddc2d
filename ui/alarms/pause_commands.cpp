// SPDX-License-Identifier: Apache-2.0
#include "ui/alarms/pause_commands.h"

#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QAction>

#include <array>

namespace headroom::ui {

namespace {

using engine::AlarmSeverity;
using engine::EventKind;
using engine::PauseRule;

struct PauseChoice {
    const char* command;
    void (*addTo)(PauseRule& rule);
};

/// Warnings bring critical alarms with them.
constexpr auto kChoices = std::to_array<PauseChoice>({
    {"pause.critical", [](PauseRule& rule) { rule.alarms = AlarmSeverity::Critical; }},
    {"pause.warning", [](PauseRule& rule) { rule.alarms = AlarmSeverity::Warning; }},
    {"pause.failure",
     [](PauseRule& rule) {
         rule.add(EventKind::Failure);
         rule.add(EventKind::Trip);
     }},
    {"pause.limit",
     [](PauseRule& rule) {
         rule.add(EventKind::Limit);
         rule.add(EventKind::Throttle);
     }},
    {"pause.jobLost", [](PauseRule& rule) { rule.add(EventKind::JobInterrupted); }},
    {"pause.preempted", [](PauseRule& rule) { rule.add(EventKind::JobPreempted); }},
});

}  // namespace

void connectPauseCommands(Workspace* workspace, CommandSet* commands, QObject* context) {
    const auto choose = [workspace, commands] {
        PauseRule rule;
        for (const PauseChoice& choice : kChoices) {
            if (commands->action(choice.command)->isChecked()) {
                choice.addTo(rule);
            }
        }
        workspace->alarms().setPauseRule(rule);
    };
    for (const PauseChoice& choice : kChoices) {
        commands->on(choice.command, context, choose);
    }
}

}  // namespace headroom::ui
