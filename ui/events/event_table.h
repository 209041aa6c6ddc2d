// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/filtered_table.h"

#include <cstdint>

class QComboBox;
class QMenu;

namespace headroom::ui {

class CommandSet;
class EventModel;
class SubjectNames;
class Workspace;

/// Events; a row chosen selects the place where it happened. Filtered by severity or by kind, each
/// kind with its count; "Next Event" and "Previous Event" go through what is shown, in time.
class EventTable : public FilteredTable {
    Q_OBJECT

  public:
    /// `commands` may be null: then nothing goes from event to event.
    explicit EventTable(Workspace* workspace, CommandSet* commands = nullptr,
                        QWidget* parent = nullptr);

    /// "Why?", "Go To" and what else can be done about an event.
    void fillMenu(QMenu& menu, int row);

    /// To the next one in time (+1) or the one before (-1) of those shown; from none: the oldest or
    /// the newest.
    void go(int steps);

  signals:
    void placeRequested();

  private:
    EventTable(Workspace* workspace, CommandSet* commands, SubjectNames* names, QWidget* parent);
    EventTable(Workspace* workspace, CommandSet* commands, SubjectNames* names, EventModel* model,
               QWidget* parent);
    void select(int row);
    bool shows(int row) const;
    void countKinds();

    Workspace* workspace_;
    EventModel* model_;
    SubjectNames* names_;
    QComboBox* choice_;
    std::int64_t at_ = -1;  ///< event that go() came to
};

}  // namespace headroom::ui
