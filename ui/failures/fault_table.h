// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/filtered_table.h"

class QMenu;

namespace headroom::ui {

class FaultModel;
class RackActions;
class SubjectNames;
class Workspace;

/// Present faults, with the repair of each. A row chosen selects the place.
class FaultTable : public FilteredTable {
    Q_OBJECT

  public:
    FaultTable(Workspace* workspace, RackActions* racks, QWidget* parent = nullptr);

    void fillMenu(QMenu& menu, int row);

  signals:
    void placeRequested();

  private:
    FaultTable(Workspace* workspace, RackActions* racks, SubjectNames* names, QWidget* parent);
    FaultTable(Workspace* workspace, RackActions* racks, SubjectNames* names, FaultModel* model,
               QWidget* parent);
    void select(int row);

    Workspace* workspace_;
    RackActions* racks_;
    FaultModel* model_;
    SubjectNames* names_;
};

}  // namespace headroom::ui
