// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/theme_commands.h"

#include "ui/kit/theme.h"
#include "ui/units/language.h"
#include "ui/workspace/command_set.h"

#include <QSettings>

#include <utility>

namespace headroom::ui {

namespace {

constexpr int kTextStep = 10;  // percent

constexpr std::pair<const char*, const char*> kThemes[] = {{"theme.system", "system"},
                                                           {"theme.light", "light"},
                                                           {"theme.dark", "dark"},
                                                           {"theme.contrast", "contrast"}};

}  // namespace

ThemeCommands::ThemeCommands(CommandSet* commands, QObject* parent) : QObject(parent) {
    for (const auto& [command, name] : kThemes) {
        commands->on(command, this, [name] {
            Theme::instance().choose(name);
            QSettings().setValue("window/theme", QString(name));
        });
        if (Theme::instance().choice() == name) {
            commands->action(command)->setChecked(true);
        }
    }
    const QString language =
        QSettings().value("window/language", languages().front().code).toString();
    for (const Language& each : languages()) {
        commands->on(each.command, this, [this, &each] {
            QSettings().setValue("window/language", QString(each.code));
            emit said(tr("The language changes at the next start"));
        });
        commands->action(each.command)->setChecked(language == each.code);
    }
    const auto resize = [this](int percent) {
        Theme::instance().setTextPercent(percent);
        const int now = Theme::instance().textPercent();
        QSettings().setValue("window/textPercent", now);
        emit said(tr("Text size %1 %").arg(now));
    };
    commands->on("text.larger", this,
                 [resize] { resize(Theme::instance().textPercent() + kTextStep); });
    commands->on("text.smaller", this,
                 [resize] { resize(Theme::instance().textPercent() - kTextStep); });
    commands->on("text.usual", this, [resize] { resize(Theme::kUsualText); });
}

}  // namespace headroom::ui
