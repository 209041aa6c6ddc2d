// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/filtered_table.h"

class QMenu;

namespace headroom::ui {

class AlarmModel;
class CommandSet;
class Workspace;

/// All alarms of the run: active, acknowledged, ended, those of one first cause behind one row. A row chosen
/// selects its object; from there one goes to the place, to the event and to its first cause.
class AlarmTable : public FilteredTable {
    Q_OBJECT

  public:
    AlarmTable(Workspace* workspace, CommandSet* commands, QWidget* parent = nullptr);

    void fillMenu(QMenu& menu, int row);

  signals:
    void placeRequested();
    /// "2 critical, 1 warning"; empty where nothing is active.
    void countChanged(const QString& words);

  private:
    AlarmTable(Workspace* workspace, CommandSet* commands, AlarmModel* model, QWidget* parent);
    void show();
    void group();
    void setOpen(int row, bool open);
    void acknowledge();

    Workspace* workspace_;
    CommandSet* commands_;
    AlarmModel* model_;
};

}  // namespace headroom::ui
