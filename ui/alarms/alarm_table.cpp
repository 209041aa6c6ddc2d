// SPDX-License-Identifier: Apache-2.0
#include "ui/alarms/alarm_table.h"

#include "ui/alarms/alarm_model.h"
#include "ui/kit/theme.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/workspace.h"

#include <QMenu>
#include <QToolButton>

namespace headroom::ui {

AlarmTable::AlarmTable(Workspace* workspace, CommandSet* commands, QWidget* parent)
    : AlarmTable(workspace, commands, new AlarmModel, parent) {}

AlarmTable::AlarmTable(Workspace* workspace, CommandSet* commands, AlarmModel* model,
                       QWidget* parent)
    : FilteredTable(model, tr("Alarms"), {}, parent),
      workspace_(workspace),
      model_(model) {
    setObjectName("alarmTable");
    model->setParent(this);
    setWidths({120, 84, 190, 250, 330, 104, 90});
    sortBy(AlarmModel::State, Qt::DescendingOrder);
    for (const char* id : {"alarm.acknowledge", "alarm.acknowledgeAll"}) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(commands->action(id));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        addToHead(button);
    }
    connect(&workspace->alarms(), &AlarmDesk::changed, this, &AlarmTable::show);
    connect(workspace, &Workspace::slowTick, this, &AlarmTable::show);
    connect(this, &FilteredTable::rowChosen, this,
            [this](int row) { workspace_->alarms().select(model_->item(row).row); });
    connect(this, &FilteredTable::rowActivated, this, [this](int row) {
        workspace_->alarms().select(model_->item(row).row);
        emit placeRequested();
    });
    setMenu([this](QMenu& menu, int row) { fillMenu(menu, row); });
    commands->on("alarm.acknowledge", this, [this] { acknowledge(); });
    commands->on("alarm.acknowledgeAll", this, [this] { workspace_->alarms().acknowledgeAll(); });
    show();
}

void AlarmTable::show() {
    const auto frame = workspace_->frame();
    setEmptyText(workspace_->player() != nullptr
                     ? tr("A recording holds no alarms: what happened stands among its events.")
                     : tr("No alarm so far: every unit of power and cooling, every rack, switch and "
                          "job stands as it should."));
    model_->take(workspace_->alarms(), frame ? frame->timeS : 0.0);
    const engine::AlarmList& list = workspace_->alarms().list();
    setRemark(list.left > 0 ? tr("%1 older ones are only in a recording").arg(list.left)
                            : QString());
    emit countChanged(workspace_->alarms().summary());
}

/// The chosen one; where none is, the heaviest that nobody has seen.
void AlarmTable::acknowledge() {
    AlarmDesk& desk = workspace_->alarms();
    if (const int row = currentRow();
        row >= 0 && model_->item(row).state == AlarmState::Active) {
        desk.acknowledge(model_->item(row).row.number);
        return;
    }
    for (const engine::AlarmRow& row : desk.list().active) {
        if (!desk.isAcknowledged(row.number)) {
            desk.acknowledge(row.number);
            return;
        }
    }
}

void AlarmTable::fillMenu(QMenu& menu, int row) {
    const AlarmItem item = model_->item(row);
    menu.addSection(QString::fromStdString(item.row.name));
    QAction* seen = menu.addAction(Theme::icon("ok"), tr("Acknowledge"), this, [this, item] {
        workspace_->alarms().acknowledge(item.row.number);
    });
    seen->setEnabled(item.state == AlarmState::Active);
    menu.addAction(Theme::icon("fit-selection"), tr("Go To"), this, [this, item] {
        workspace_->alarms().select(item.row);
        emit placeRequested();
    });
    CauseFocus& causes = workspace_->causes();
    QAction* event = menu.addAction(Theme::icon("events"), tr("The Event"), this, [this, item] {
        workspace_->causes().explain(item.row.event);
    });
    event->setEnabled(causes.graph().find(item.row.event) != nullptr);
    QAction* cause =
        menu.addAction(Theme::icon("causes"), tr("Its First Cause"), this, [this, item] {
            workspace_->causes().explain(item.row.cause >= 0 ? item.row.cause : item.row.event);
        });
    cause->setEnabled(item.row.cause >= 0 &&
                      causes.graph().find(item.row.cause) != nullptr);
}

}  // namespace headroom::ui
