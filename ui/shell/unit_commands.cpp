// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/unit_commands.h"

#include "ui/units/unit_system.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QWidget>

#include <array>
#include <utility>

namespace headroom::ui {

namespace {

constexpr auto kCommands =
    std::to_array<std::pair<const char*, UnitChoice>>({{"units.si", UnitChoice::Si},
                                                       {"units.us", UnitChoice::Us},
                                                       {"units.mixed", UnitChoice::Mixed}});

}  // namespace

UnitCommands::UnitCommands(Workspace* workspace, CommandSet* commands, QWidget* window)
    : QObject(window) {
    UnitSystem& units = UnitSystem::instance();
    for (const auto& [id, choice] : kCommands) {
        const UnitChoice chosen = choice;
        commands->on(id, this, [chosen] { UnitSystem::instance().choose(chosen); });
    }
    const auto mark = [commands] {
        for (const auto& [id, choice] : kCommands) {
            commands->action(id)->setChecked(UnitSystem::instance().choice() == choice);
        }
    };
    connect(&units, &UnitSystem::changed, this, mark);
    connect(&units, &UnitSystem::changed, this, [workspace, window] {
        // Views that draw figures draw them anew; those that keep texts make them at each tick.
        if (workspace->frame() != nullptr) {
            emit workspace->frameArrived();
            emit workspace->slowTick();
        }
        for (QWidget* widget : window->findChildren<QWidget*>()) {
            widget->update();
        }
    });
    mark();
}

}  // namespace headroom::ui
