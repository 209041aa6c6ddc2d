// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/fabric/fabric_model.h"
#include "ui/kit/text_table.h"

#include <QWidget>

class QTabWidget;

namespace headroom::ui {

class FabricActions;
class FabricFocus;
class FilteredTable;

/// The fabric as tables: its figures, what is picked, all links, jobs on it, faults, switches,
/// counters, parts. The same facts as the diagram, for screen readers and for large fabrics.
class FabricPane : public QWidget {
    Q_OBJECT

  public:
    FabricPane(FabricFocus* focus, FabricActions* actions, QWidget* parent = nullptr);

  signals:
    /// A row was double-clicked that has a place in the diagram.
    void placeRequested();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    FilteredTable* add(QAbstractTableModel* model, const QString& title, const QString& name,
                       const QString& empty, std::initializer_list<int> widths);
    void connectTables();
    void takeFrame();
    void fillFigures();
    void fillPick();
    void fillJobs();
    void fillFaults();
    void fillSwitches();
    void fillCounters();
    void fillParts();

    FabricFocus* focus_;
    FabricActions* actions_;
    QTabWidget* tabs_;
    FabricLinkModel* linkModel_;
    TextTable *figures_, *pick_, *jobs_, *faults_, *switches_, *counters_, *parts_;
    FilteredTable *pickTable_ = nullptr, *linkTable_ = nullptr, *jobTable_ = nullptr,
                  *faultTable_ = nullptr, *switchTable_ = nullptr;
    int ticks_ = 0;
};

}  // namespace headroom::ui
