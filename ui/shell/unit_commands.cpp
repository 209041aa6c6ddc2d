// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/unit_commands.h"

#include "ui/units/moment_text.h"
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
    commands->on("time.clock", this, [] { TimeNotation::instance().choose(TimeChoice::Clock); });
    commands->on("time.since", this, [] { TimeNotation::instance().choose(TimeChoice::Since); });
    const auto mark = [commands] {
        const bool since = TimeNotation::instance().choice() == TimeChoice::Since;
        commands->action(since ? "time.since" : "time.clock")->setChecked(true);
        for (const auto& [id, choice] : kCommands) {
            commands->action(id)->setChecked(UnitSystem::instance().choice() == choice);
        }
    };
    const auto tellAnew = [mark, workspace, window] {
        mark();
        // Views that draw figures draw them anew; those that keep texts make them at each tick.
        if (workspace->frame() != nullptr) {
            emit workspace->frameArrived();
            emit workspace->slowTick();
        }
        for (QWidget* widget : window->findChildren<QWidget*>()) {
            widget->update();
        }
    };
    connect(&units, &UnitSystem::changed, this, tellAnew);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, tellAnew);
    mark();
}

}  // namespace headroom::ui
