// SPDX-License-Identifier: Apache-2.0
#include "ui/power/power_pane.h"

#include "engine/power/network.h"
#include "ui/floor/rack_colouring.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/theme.h"
#include "ui/power/capacity_bar.h"
#include "ui/power/power_actions.h"
#include "ui/power/power_model.h"
#include "ui/workspace/workspace.h"

#include <QMenu>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom::ui {

PowerPane::PowerPane(Workspace* workspace, RackColouring* colouring, PowerActions* actions,
                     QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      actions_(actions),
      unitModel_(new PowerUnitModel(this)),
      breakerModel_(new BreakerModel(this)),
      tabs_(new QTabWidget(this)) {
    setObjectName("powerPane");
    const QString empty = tr(
        "Open a project with power units: its transformers, boards, UPS and breakers appear here.");
    units_ = new FilteredTable(unitModel_, tr("Power units"), empty, tabs_);
    breakers_ = new FilteredTable(breakerModel_, tr("Breakers"), empty, tabs_);
    units_->view()->setItemDelegateForColumn(PowerUnitModel::Loading,
                                             new CapacityBar(colouring, this));
    units_->setWidths({190, 110, 120, 180, 85, 85, 80, 80, 80, 75});
    breakers_->setWidths({220, 220, 110, 90, 90, 100, 110});
    units_->sortBy(PowerUnitModel::Name, Qt::AscendingOrder);
    breakers_->sortBy(BreakerModel::To, Qt::AscendingOrder);
    tabs_->setDocumentMode(true);
    tabs_->addTab(units_, tr("Units"));
    tabs_->addTab(breakers_, tr("Breakers"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tabs_);

    connect(workspace, &Workspace::opened, this, &PowerPane::takeFrame);
    connect(workspace, &Workspace::closed, this, &PowerPane::takeFrame);
    connect(workspace, &Workspace::slowTick, this, [this] {
        if (isVisible()) {
            takeFrame();
        }
    });
    connect(colouring, &RackColouring::scaleChanged, units_->view()->viewport(),
            qOverload<>(&QWidget::update));
    connect(units_, &FilteredTable::rowChosen, this, [this](int unit) {
        if (const auto frame = workspace_->frame(); frame && frame->network) {
            const auto& network = *frame->network;
            const int array = network.units[static_cast<std::size_t>(unit)].array;
            workspace_->selection().select({Selected::Kind::Object, -1,
                                            network.arrays[static_cast<std::size_t>(array)].id,
                                            -1});
        }
    });
    addMenus();
}

void PowerPane::addMenus() {
    units_->setMenu([this](QMenu& menu, int row) { actions_->fillUnitMenu(menu, row, false); });
    breakers_->setMenu([this](QMenu& menu, int row) {
        actions_->fillBreakerMenu(menu, {breakerModel_->edge(row)});
    });
    connect(breakers_, &FilteredTable::rowActivated, this,
            [this](int row) { actions_->toggleBreaker(breakerModel_->edge(row)); });
    breakers_->view()->setToolTip(tr("Double click opens or closes a breaker"));
}

void PowerPane::takeFrame() {
    unitModel_->setFrame(workspace_->frame());
    breakerModel_->setFrame(workspace_->frame());
}

void PowerPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
