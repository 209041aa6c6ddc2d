// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/fault_table.h"

#include "ui/failures/fault_model.h"
#include "ui/failures/rack_actions.h"
#include "ui/kit/theme.h"
#include "ui/workspace/alarm_desk.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/cause_focus.h"
#include "ui/workspace/subject_names.h"
#include "ui/workspace/workspace.h"

#include <QMenu>

namespace headroom::ui {

FaultTable::FaultTable(Workspace* workspace, RackActions* racks, QWidget* parent)
    : FaultTable(workspace, racks, new SubjectNames(workspace), parent) {}

FaultTable::FaultTable(Workspace* workspace, RackActions* racks, SubjectNames* names,
                       QWidget* parent)
    : FaultTable(workspace, racks, names, new FaultModel(names), parent) {}

FaultTable::FaultTable(Workspace* workspace, RackActions* racks, SubjectNames* names,
                       FaultModel* model, QWidget* parent)
    : FilteredTable(model, tr("Faults"), QString(), parent),
      workspace_(workspace),
      racks_(racks),
      model_(model),
      names_(names) {
    setObjectName("faultTable");
    model->setParent(this);
    names->setParent(this);
    setWidths({140, 120, 190, 170, 104, 116, 200});
    sortBy(FaultModel::Since, Qt::DescendingOrder);
    const auto show = [this] {
        const auto frame = workspace_->frame();
        model_->setFaults(frame ? frame->faults : std::vector<engine::FaultNow>(),
                          frame ? frame->timeS : 0.0);
        // A fault is what somebody has to repair; alarms know of everything that is wrong.
        const QString alarms = workspace_->alarms().summary();
        setEmptyText(alarms.isEmpty()
                         ? tr("Nothing is broken. Failed parts are listed until their repair: "
                              "right click on a part, Fail.")
                         : tr("No fault waits for its repair, but not all is well: %1 active. See "
                              "Alarms.")
                               .arg(alarms));
    };
    connect(&workspace->alarms(), &AlarmDesk::changed, this, show);
    for (const auto signal : {&Workspace::opened, &Workspace::closed, &Workspace::slowTick}) {
        connect(workspace, signal, this, show);
    }
    connect(this, &FilteredTable::rowChosen, this, &FaultTable::select);
    connect(this, &FilteredTable::rowActivated, this, [this](int row) {
        select(row);
        emit placeRequested();
    });
    setMenu([this](QMenu& menu, int row) { fillMenu(menu, row); });
    show();
}

void FaultTable::select(int row) {
    const engine::FaultNow& fault = model_->fault(row);
    const engine::Layout& layout = workspace_->layout();
    if (fault.rack >= 0 && fault.rack < static_cast<int>(layout.racks.size())) {
        const auto block =
            static_cast<std::size_t>(layout.racks[static_cast<std::size_t>(fault.rack)].block);
        workspace_->selection().select(
            {Selected::Kind::Rack, fault.rack, layout.blocks[block], -1});
        return;
    }
    if (const std::string object = names_->objectOf(fault.subject); !object.empty()) {
        workspace_->selection().select({Selected::Kind::Object, -1, object, -1});
    }
}

void FaultTable::fillMenu(QMenu& menu, int row) {
    const engine::FaultNow& fault = model_->fault(row);
    menu.addSection(names_->nameOf(fault.subject));
    workspace_->causes().addTo(menu, fault.event);
    QAction* place = menu.addAction(Theme::icon("fit-selection"), tr("Go To"), this, [this, row] {
        select(row);
        emit placeRequested();
    });
    place->setEnabled(fault.rack >= 0);
    if (fault.rack >= 0) {
        racks_->addRepair(menu, fault.rack);
    }
}

}  // namespace headroom::ui
