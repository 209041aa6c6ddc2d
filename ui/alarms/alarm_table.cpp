// SPDX-License-Identifier: Apache-2.0
#include "ui/alarms/alarm_table.h"

#include "engine/replay/player.h"
#include "ui/alarms/alarm_model.h"
#include "ui/kit/theme.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/run_text.h"
#include "ui/workspace/workspace.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>

namespace headroom::ui {

AlarmTable::AlarmTable(Workspace* workspace, CommandSet* commands, QWidget* parent)
    : AlarmTable(workspace, commands, new AlarmModel, parent) {}

AlarmTable::AlarmTable(Workspace* workspace, CommandSet* commands, AlarmModel* model,
                       QWidget* parent)
    : FilteredTable(model, tr("Alarms"), {}, parent),
      workspace_(workspace),
      commands_(commands),
      model_(model) {
    setObjectName("alarmTable");
    model->setParent(this);
    setWidths({164, 84, 190, 300, 330, 104, 90});
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
        if (model_->item(row).isHead()) {
            setOpen(row, !model_->item(row).isOpen);
            return;
        }
        workspace_->alarms().select(model_->item(row).row);
        emit placeRequested();
    });
    connect(view(), &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (const int row = currentRow();
            row >= 0 && index.column() == AlarmModel::State && model_->item(row).isHead()) {
            setOpen(row, !model_->item(row).isOpen);
        }
    });
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Left}) {
        connect(new QShortcut(key, view(), nullptr, nullptr, Qt::WidgetShortcut),
                &QShortcut::activated, this, [this, key] {
                    if (const int row = currentRow(); row >= 0) {
                        setOpen(row, key == Qt::Key_Right);
                    }
                });
    }
    connect(view()->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            &AlarmTable::group);
    connect(findChild<QLineEdit*>(), &QLineEdit::textChanged, this, &AlarmTable::group);
    setMenu([this](QMenu& menu, int row) { fillMenu(menu, row); });
    commands->on("alarm.acknowledge", this, [this] { acknowledge(); });
    commands->on("alarm.acknowledgeAll", this, [this] { workspace_->alarms().acknowledgeAll(); });
    show();
}

void AlarmTable::show() {
    const auto frame = workspace_->frame();
    setEmptyText(workspace_->source() != nullptr && !workspace_->source()->knowsAlarms()
                     ? tr("This recording keeps no alarms; its events list the failures.")
                 : !frame ? emptyRunText(*workspace_, QString())
                          : tr("No alarm so far: every unit of power and cooling, every rack, "
                               "switch and job is in its normal state."));
    model_->take(workspace_->alarms(), frame ? frame->timeS : 0.0);
    const engine::AlarmList& list = workspace_->alarms().list();
    const auto groups = static_cast<int>(workspace_->alarms().groups().size());
    const auto active = static_cast<int>(list.active.size());
    QStringList remarks;
    if (active > groups) {
        remarks << (groups == 1 ? tr("%1 active alarms of 1 cause").arg(active)
                                : tr("%1 active alarms of %2 causes").arg(active).arg(groups));
    }
    if (list.left > 0) {
        remarks << tr("%1 older ones are not kept").arg(list.left);
    }
    setRemark(remarks.join(QStringLiteral(" · ")));
    // Nothing is to be seen, or everything was.
    const bool isAnyFresh = std::any_of(
        list.active.begin(), list.active.end(),
        [this](const auto& row) { return !workspace_->alarms().isAcknowledged(row.number); });
    for (const char* id : {"alarm.acknowledge", "alarm.acknowledgeAll"}) {
        commands_->action(id)->setEnabled(isAnyFresh);
    }
    emit countChanged(workspace_->alarms().summary());
}

/// Heads would be between what is searched, or sorted by something else.
void AlarmTable::group() {
    model_->setGrouped(view()->horizontalHeader()->sortIndicatorSection() == AlarmModel::State &&
                       findChild<QLineEdit*>()->text().isEmpty());
    show();
}

void AlarmTable::setOpen(int row, bool open) {
    model_->setOpen(row, open);
    show();
}

/// The chosen row, a head with all its alarms; where none is chosen, the first that nobody has seen.
void AlarmTable::acknowledge() {
    int row = currentRow();
    if (row < 0 || model_->item(row).state != AlarmState::Active) {
        row = -1;
        for (int i = 0; i < model_->rowCount(); ++i) {
            if (model_->item(i).state == AlarmState::Active &&
                (row < 0 || model_->item(i).order > model_->item(row).order)) {
                row = i;
            }
        }
    }
    if (row >= 0) {
        workspace_->alarms().acknowledge(model_->item(row).numbers);
    }
}

void AlarmTable::fillMenu(QMenu& menu, int row) {
    const AlarmItem item = model_->item(row);
    menu.addSection(item.isHead() ? item.cause : QString::fromStdString(item.row.name));
    QAction* seen = menu.addAction(
        Theme::icon("ok"),
        item.isHead() ? tr("Acknowledge These %1").arg(item.numbers.size()) : tr("Acknowledge"),
        this, [this, item] { workspace_->alarms().acknowledge(item.numbers); });
    seen->setEnabled(item.state == AlarmState::Active);
    if (item.isHead()) {
        menu.addAction(item.isOpen ? tr("Close") : tr("Open"), this,
                       [this, row, open = !item.isOpen] { setOpen(row, open); });
    }
    menu.addAction(Theme::icon("fit-selection"), tr("Go To"), this, [this, item] {
        workspace_->alarms().select(item.row);
        emit placeRequested();
    });
    CauseFocus& causes = workspace_->causes();
    QAction* event = menu.addAction(Theme::icon("events"), tr("The Event"), this,
                                    [this, item] { workspace_->causes().explain(item.row.event); });
    event->setEnabled(causes.graph().find(item.row.event) != nullptr);
    QAction* cause =
        menu.addAction(Theme::icon("causes"), tr("Its First Cause"), this, [this, item] {
            workspace_->causes().explain(item.row.cause >= 0 ? item.row.cause : item.row.event);
        });
    cause->setEnabled(item.row.cause >= 0 && causes.graph().find(item.row.cause) != nullptr);
}

}  // namespace headroom::ui
