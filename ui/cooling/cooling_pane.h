// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QTabWidget;

namespace headroom::ui {

class CoolingActions;
class CoolingMachineModel;
class FilteredTable;
class QuantityModel;
class Workspace;

/// The coolant plant as tables, the twin of the process diagram: machines, loops, CDU groups, and
/// the air of the halls. The menu of a machine does what the diagram's does.
class CoolingPane : public QWidget {
    Q_OBJECT

  public:
    CoolingPane(Workspace* workspace, CoolingActions* actions, QWidget* parent = nullptr);

    FilteredTable* machines() const { return machines_; }

    FilteredTable* loops() const { return loops_; }

    FilteredTable* cdus() const { return cdus_; }

    FilteredTable* halls() const { return halls_; }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void takeFrame();
    FilteredTable* addTable(QuantityModel* model, const QString& name, const QString& empty);

    Workspace* workspace_;
    CoolingActions* actions_;
    QTabWidget* tabs_;
    CoolingMachineModel* machineModel_;
    QuantityModel* loopModel_;
    QuantityModel* cduModel_;
    QuantityModel* hallModel_;
    FilteredTable* machines_;
    FilteredTable* loops_;
    FilteredTable* cdus_;
    FilteredTable* halls_;
};

}  // namespace headroom::ui
