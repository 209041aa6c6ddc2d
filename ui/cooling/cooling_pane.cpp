// SPDX-License-Identifier: Apache-2.0
#include "ui/cooling/cooling_pane.h"

#include "engine/base/index.h"
#include "engine/part/part_address.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/cooling_model.h"
#include "ui/kit/filtered_table.h"
#include "ui/workspace/workspace.h"

#include <QHeaderView>
#include <QMenu>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

template <class Values>
std::vector<double> listOf(const Values& values) {
    return {values.begin(), values.end()};
}

}  // namespace

CoolingPane::CoolingPane(Workspace* workspace, CoolingActions* actions, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      actions_(actions),
      tabs_(new QTabWidget(this)),
      machineModel_(new CoolingMachineModel(this)),
      loopModel_(new QuantityModel(tr("Loop"), "loop", engine::loopQuantities(),
                                   static_cast<int>(engine::LoopQuantity::Mode), this)),
      cduModel_(new QuantityModel(tr("CDU group"), "cdu", engine::cduQuantities(), -1, this)),
      hallModel_(new QuantityModel(tr("Hall"), "hall", engine::hallQuantities(), -1, this)) {
    setObjectName("coolingPane");
    tabs_->setDocumentMode(true);
    machines_ = new FilteredTable(
        machineModel_, tr("Machines of the cooling"),
        tr("Open a project with cooling loops: its pumps, chillers, towers, CDUs and rows of "
           "racks appear here."),
        tabs_);
    machines_->setWidths({250, 130, 105, 80, 85, 75, 75, 95, 85, 60, 60, 80});
    machines_->sortBy(CoolingMachineModel::Name, Qt::AscendingOrder);
    tabs_->addTab(machines_, tr("Machines"));
    loops_ = addTable(loopModel_, tr("Loops"), tr("No cooling loops."));
    cdus_ = addTable(cduModel_, tr("CDU Groups"), tr("No CDU groups."));
    halls_ = addTable(hallModel_, tr("Hall Air"), tr("No halls."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(tabs_);

    connect(workspace, &Workspace::opened, this, &CoolingPane::takeFrame);
    connect(workspace, &Workspace::closed, this, &CoolingPane::takeFrame);
    connect(workspace, &Workspace::slowTick, this, [this] {
        if (isVisible()) {
            takeFrame();
        }
    });
    connect(machines_, &FilteredTable::rowChosen, this, [this](int row) {
        if (const auto frame = workspace_->frame(); frame && frame->cooling) {
            const CoolingTarget target =
                coolingTarget(*frame->cooling, workspace_->layout(), machineModel_->link(row));
            if (target.rack >= 0) {
                workspace_->selection().select(
                    {Selected::Kind::Rack, target.rack, target.object, -1});
            } else if (!target.object.empty()) {
                workspace_->selection().select({Selected::Kind::Object, -1, target.object, -1});
            }
        }
    });
    machines_->setMenu(
        [this](QMenu& menu, int row) { actions_->fillMenu(menu, machineModel_->link(row)); });
}

FilteredTable* CoolingPane::addTable(QuantityModel* model, const QString& name,
                                     const QString& empty) {
    auto* table = new FilteredTable(model, name, empty, tabs_);
    table->view()->setColumnWidth(0, 190);
    for (int c = 1; c < model->columnCount(); ++c) {
        const QString& text = model->head(c).title;
        table->view()->setColumnWidth(
            c, std::max(86, table->view()->fontMetrics().horizontalAdvance(text) + 30));
    }
    table->sortBy(0, Qt::AscendingOrder);
    tabs_->addTab(table, name);
    connect(table, &FilteredTable::rowChosen, this, [this, model](int row) {
        const auto address = engine::PartAddress::parse(model->rows()[at(row)].object);
        workspace_->selection().select(
            {Selected::Kind::Object, -1, std::string(address.object), -1});
    });
    return table;
}

void CoolingPane::takeFrame() {
    const auto frame = workspace_->frame();
    machineModel_->setFrame(frame);
    std::vector<QuantityRow> loops;
    std::vector<QuantityRow> cdus;
    std::vector<QuantityRow> halls;
    const auto add = [](std::vector<QuantityRow>& rows, const std::string& id,
                        const std::string& name, std::vector<double> values) {
        rows.push_back({QString::fromStdString(name), id, std::move(values)});
    };
    if (frame) {
        if (const auto& n = frame->cooling) {
            for (std::size_t i = 0; i < n->loopCircuit.size() && i < frame->loops.size(); ++i) {
                const engine::CoolingCircuit& c = n->circuits[at(n->loopCircuit[i])];
                add(loops, c.id, c.name, listOf(frame->loops[i]));
            }
            for (std::size_t i = 0; i < n->cduCircuit.size() && i < frame->cdus.size(); ++i) {
                const engine::CoolingCircuit& c = n->circuits[at(n->cduCircuit[i])];
                add(cdus, c.id, c.name, listOf(frame->cdus[i]));
            }
        }
        const engine::Layout& layout = workspace_->layout();
        for (std::size_t i = 0; i < layout.halls.size() && i < frame->halls.size(); ++i) {
            add(halls, layout.halls[i].id, layout.halls[i].name, listOf(frame->halls[i]));
        }
    }
    loopModel_->setRows(std::move(loops));
    cduModel_->setRows(std::move(cdus));
    hallModel_->setRows(std::move(halls));
}

void CoolingPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    takeFrame();
}

}  // namespace headroom::ui
