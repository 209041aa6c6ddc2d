// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/table/filtered_table.h"

namespace headroom::ui {

class EventModel;
class JobModel;
class Workspace;

/// The jobs of the run; a row chosen is the window's selection.
class JobTable : public FilteredTable {
    Q_OBJECT

  public:
    explicit JobTable(Workspace* workspace, QWidget* parent = nullptr);

  private:
    JobTable(Workspace* workspace, JobModel* model, QWidget* parent);
};

/// What happened; a row chosen selects the place where it did.
class EventTable : public FilteredTable {
    Q_OBJECT

  public:
    explicit EventTable(Workspace* workspace, QWidget* parent = nullptr);

  signals:
    void placeRequested();

  private:
    EventTable(Workspace* workspace, EventModel* model, QWidget* parent);
};

}  // namespace headroom::ui
