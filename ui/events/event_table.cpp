// SPDX-License-Identifier: Apache-2.0
#include "ui/events/event_table.h"

#include "ui/events/event_model.h"
#include "ui/kit/theme.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

namespace headroom::ui {

EventTable::EventTable(Workspace* workspace, QWidget* parent)
    : EventTable(workspace, new EventModel, parent) {}

EventTable::EventTable(Workspace* workspace, EventModel* model, QWidget* parent)
    : FilteredTable(model, tr("Events"),
                    tr("Nothing has happened yet. Job starts, failures, repairs and limits are "
                       "listed here."),
                    parent),
      workspace_(workspace),
      model_(model) {
    setObjectName("eventTable");
    model->setParent(this);
    setWidths({104, 140, 170});
    sortBy(EventModel::Time, Qt::DescendingOrder);
    connect(workspace, &Workspace::opened, model, &EventModel::clear);
    connect(workspace, &Workspace::closed, model, &EventModel::clear);
    connect(workspace, &Workspace::slowTick, this, [this, workspace, model] {
        if (const auto frame = workspace->frame()) {
            model->addEvents(*frame);
            setRemark(model->left() > 0
                          ? tr("%1 older ones are only in a recording").arg(model->left())
                          : QString());
        }
    });
    connect(this, &FilteredTable::rowChosen, this, &EventTable::select);
    connect(this, &FilteredTable::rowActivated, this, [this](int row) {
        select(row);
        emit placeRequested();
    });
    setMenu([this](QMenu& menu, int row) { fillMenu(menu, row); });
}

void EventTable::select(int row) {
    const engine::Event& event = model_->event(row);
    const engine::Layout& layout = workspace_->layout();
    if (event.rack >= 0 && event.rack < static_cast<int>(layout.racks.size())) {
        const auto block =
            static_cast<std::size_t>(layout.racks[static_cast<std::size_t>(event.rack)].block);
        workspace_->selection().select(
            {Selected::Kind::Rack, event.rack, layout.blocks[block], -1});
    } else if (event.job >= 0) {
        workspace_->selection().select({Selected::Kind::Job, -1, {}, event.job});
    }
}

void EventTable::fillMenu(QMenu& menu, int row) {
    const engine::Event& event = model_->event(row);
    menu.addSection(QString::fromStdString(event.subject));
    CauseFocus& causes = workspace_->causes();
    causes.addTo(menu, event.id);
    const std::size_t effects = causes.graph().consequences(event.id);
    QAction* followed =
        menu.addAction(effects == 0   ? tr("Nothing Followed")
                       : effects == 1 ? tr("What Followed? (1 Event)")
                                      : tr("What Followed? (%1 Events)").arg(effects),
                       this, [this, id = event.id] { workspace_->causes().explain(id); });
    followed->setEnabled(effects > 0);
    QAction* place = menu.addAction(Theme::icon("fit-selection"), tr("Go To"), this, [this, row] {
        select(row);
        emit placeRequested();
    });
    place->setEnabled(event.rack >= 0);
}

}  // namespace headroom::ui
