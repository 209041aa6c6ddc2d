// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/drill_pane.h"

#include "ui/failures/drill_model.h"
#include "ui/kit/theme.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/drill_desk.h"
#include "ui/workspace/workspace.h"

#include <QKeyEvent>
#include <QMenu>

namespace headroom::ui {

DrillPane::DrillPane(Workspace* workspace, QWidget* parent)
    : DrillPane(workspace, new DrillModel(workspace, nullptr), parent) {}

DrillPane::DrillPane(Workspace* workspace, DrillModel* model, QWidget* parent)
    : FilteredTable(model, tr("Drills"),
                    tr("No drill is planned. Right click on a rack, a machine, a breaker or a "
                       "cable and choose what happens to it, now or later."),
                    parent),
      workspace_(workspace) {
    setObjectName("drillPane");
    model->setParent(this);
    setWidths({110, 104, 230, 290, 120});
    sortBy(DrillModel::At, Qt::AscendingOrder);
    setMenu([this](QMenu& menu, int row) { fillMenu(menu, row); });
    connect(this, &FilteredTable::rowActivated, this, [this](int row) {
        const auto& drill = workspace_->drills().drills()[static_cast<std::size_t>(row)];
        workspace_->blast().show(drill.orders, drill.name);
    });
}

void DrillPane::fillMenu(QMenu& menu, int row) {
    const auto& drill = workspace_->drills().drills()[static_cast<std::size_t>(row)];
    menu.addSection(drill.name);
    workspace_->blast().addTo(menu, drill.orders, drill.name);
    QAction* cancel = menu.addAction(Theme::icon("close"), tr("Cancel Drill"), this,
                                     [this, row] { workspace_->drills().cancel(row); });
    cancel->setObjectName("cancelDrill");
    cancel->setShortcut(QKeySequence::Delete);
    cancel->setEnabled(workspace_->drills().canCancel(row));
    QAction* keep = menu.addAction(Theme::icon("save"), tr("Keep in Project"), this,
                                   [this, row] { workspace_->drills().keepInProject(row); });
    keep->setObjectName("keepDrill");
    keep->setEnabled(workspace_->drills().canKeep(row));
    keep->setToolTip(
        tr("Makes it a drill of the project, which comes again in every run; else it goes with "
           "this run"));
    menu.setToolTipsVisible(true);
    if (drill.ofProject) {
        cancel->setToolTip(tr("The project states it: remove it there"));
    }
}

bool DrillPane::event(QEvent* event) {
    if (event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete && currentRow() >= 0) {
        workspace_->drills().cancel(currentRow());
        return true;
    }
    return FilteredTable::event(event);
}

}  // namespace headroom::ui
