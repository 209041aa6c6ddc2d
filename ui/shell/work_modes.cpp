// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/work_modes.h"

#include "ui/kit/theme.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/dock_set.h"
#include "ui/workspace/command_set.h"

#include <QHBoxLayout>
#include <QMainWindow>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>

namespace headroom::ui {

namespace {

/// Names in commands and settings.
constexpr const char* kNames[kWorkModes] = {"explore", "design", "simulate", "present", "operate"};
constexpr const char* kModeCommands[kWorkModes] = {"workspace.explore", "workspace.design",
                                                   "workspace.simulate", "workspace.present",
                                                   "workspace.operate"};

QString stateKey(WorkMode mode) {
    return QStringLiteral("window/layout/%1").arg(kNames[static_cast<int>(mode)]);
}

}  // namespace

WorkModes::WorkModes(QMainWindow* window, DockSet* docks, CentreViews* views, CommandSet* commands,
                     bool keeps)
    : QObject(window),
      window_(window),
      docks_(docks),
      views_(views),
      commands_(commands),
      keeps_(keeps) {
    for (int i = 0; i < kWorkModes; ++i) {
        commands_->on(kModeCommands[i], this, [this, i] { change(static_cast<WorkMode>(i)); });
    }
    commands_->on("window.resetLayout", this, [this] { reset(); });
}

void WorkModes::add(QToolBar* bar, unsigned modes) {
    bars_ << Bar{bar, modes};
}

void WorkModes::begin() {
    const QSettings settings;
    if (keeps_) {
        for (int i = 0; i < kWorkModes; ++i) {
            states_[i] = settings.value(stateKey(static_cast<WorkMode>(i))).toByteArray();
        }
        const QString last = settings.value("window/workspace").toString();
        for (int i = 0; i < kWorkModes; ++i) {
            if (last == kNames[i]) {
                mode_ = static_cast<WorkMode>(i);
            }
        }
    }
    bare_ = true;
    enter(mode_);
    hideAll();
}

void WorkModes::change(WorkMode mode) {
    if (mode == mode_) {
        return;
    }
    if (!bare_) {
        states_[static_cast<int>(mode_)] = docks_->state();
    }
    enter(mode);
}

void WorkModes::enter(WorkMode mode) {
    mode_ = mode;
    commands_->action(kModeCommands[static_cast<int>(mode)])->setChecked(true);
    if (bare_) {
        emit changed();
        return;
    }
    const QByteArray& state = states_[static_cast<int>(mode)];
    if (state.isEmpty() || !docks_->restore(state)) {
        docks_->reset(mode);
    }
    for (const Bar& bar : bars_) {
        bar.bar->setVisible(isIn(bar.modes, mode));
    }
    views_->setMode(mode);
    emit changed();
}

void WorkModes::setBare(bool on) {
    if (bare_ == on) {
        return;
    }
    if (on) {
        states_[static_cast<int>(mode_)] = docks_->state();
        bare_ = true;
        hideAll();
    } else {
        bare_ = false;
        enter(mode_);
    }
}

void WorkModes::hideAll() {
    for (QDockWidget* dock : docks_->all()) {
        dock->hide();
    }
    for (const Bar& bar : bars_) {
        bar.bar->hide();
    }
}

void WorkModes::reset() {
    states_[static_cast<int>(mode_)].clear();
    enter(mode_);
}

void WorkModes::keep() const {
    if (!keeps_) {
        return;
    }
    QSettings settings;
    for (int i = 0; i < kWorkModes; ++i) {
        const bool isPresent = !bare_ && static_cast<int>(mode_) == i;
        settings.setValue(stateKey(static_cast<WorkMode>(i)),
                          isPresent ? docks_->state() : states_[i]);
    }
    settings.setValue("window/workspace", QString(kNames[static_cast<int>(mode_)]));
}

QWidget* WorkModes::makeSwitch(QWidget* parent) const {
    auto* box = new QWidget(parent);
    box->setObjectName("workspaceSwitch");
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(4, 1, 6, 1);
    row->setSpacing(2);
    for (const char* id : kModeCommands) {
        auto* button = new QToolButton(box);
        button->setDefaultAction(commands_->action(id));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        Theme::instance().keepIconSize(button, 16);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(tr("Workspace %1").arg(commands_->action(id)->text()));
        row->addWidget(button);
    }
    return box;
}

}  // namespace headroom::ui
