// SPDX-License-Identifier: Apache-2.0
#include "ui/table/tables.h"

#include "ui/shell/workspace.h"
#include "ui/table/event_model.h"

#include <QHeaderView>
#include <QTableView>

#include <array>

namespace headroom::ui {

EventTable::EventTable(Workspace* workspace, QWidget* parent)
    : EventTable(workspace, new EventModel, parent) {}

EventTable::EventTable(Workspace* workspace, EventModel* model, QWidget* parent)
    : FilteredTable(model, tr("Events"),
                    tr("Nothing has happened yet. Job starts, failures, repairs and limits are "
                       "listed here."),
                    parent) {
    setObjectName("eventTable");
    model->setParent(this);
    constexpr auto kWidths = std::to_array<int>({104, 140, 170});
    for (int i = 0; i < static_cast<int>(kWidths.size()); ++i) {
        view()->horizontalHeader()->resizeSection(i, kWidths[static_cast<std::size_t>(i)]);
    }
    sortBy(EventModel::Time, Qt::DescendingOrder);
    connect(workspace, &Workspace::opened, model, &EventModel::clear);
    connect(workspace, &Workspace::closed, model, &EventModel::clear);
    connect(workspace, &Workspace::slowTick, this, [workspace, model] {
        if (const auto frame = workspace->frame()) {
            model->addEvents(*frame);
        }
    });
    const auto select = [workspace, model](int row) {
        const int rack = model->event(row).rack;
        const engine::Layout& layout = workspace->layout();
        if (rack >= 0 && rack < static_cast<int>(layout.racks.size())) {
            const auto block =
                static_cast<std::size_t>(layout.racks[static_cast<std::size_t>(rack)].block);
            workspace->selection().select({Selected::Kind::Rack, rack, layout.blocks[block], -1});
        }
    };
    connect(this, &FilteredTable::rowChosen, this, select);
    connect(this, &FilteredTable::rowActivated, this, [this, select](int row) {
        select(row);
        emit placeRequested();
    });
}

}  // namespace headroom::ui
