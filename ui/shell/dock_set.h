// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/dock_table.h"

#include <QByteArray>
#include <QDockWidget>
#include <QList>
#include <QObject>

class QAction;
class QMainWindow;

namespace headroom::ui {

/// The docks of the window, made from the table, and where they are.
class DockSet : public QObject {
    Q_OBJECT

  public:
    /// `rows` must outlive the set.
    DockSet(QMainWindow* window, std::span<const DockInfo> rows, DockParts parts);

    const QList<QDockWidget*>& all() const { return docks_; }

    /// Action of each dock: raises it, or hides it if it is in front. In the order of all().
    const QList<QAction*>& commands() const { return commands_; }

    /// Null where no row has that name.
    QDockWidget* byName(const QString& name) const;
    QDockWidget* byPane(const QString& pane) const;

    /// The pane of that class, and the dock around it; the table must have one.
    template <class Pane>
    Pane* content() const {
        for (QDockWidget* dock : docks_) {
            if (auto* pane = qobject_cast<Pane*>(dock->widget())) {
                return pane;
            }
        }
        Q_ASSERT_X(false, "DockSet::content", Pane::staticMetaObject.className());
        return nullptr;
    }

    /// Shows it and brings it before the tabs next to it.
    static void bringForward(QDockWidget* dock);

    /// The first part of a pane that keys can reach.
    static void focus(QWidget* pane);

    /// As the table says for that mode.
    void reset(WorkMode mode);
    /// False: the state is not one of ours, and docks must be reset.
    bool restore(const QByteArray& state);
    QByteArray state() const;

    /// Docks that can be seen, and the middle of the window, in reading order: left, middle, right,
    /// below.
    QList<QWidget*> visiblePanes() const;

  private:
    void addCommand(QDockWidget* dock, const DockInfo& row);
    static bool isInFront(const QDockWidget* dock);
    void place(int row);
    void size();

    QMainWindow* window_;
    std::span<const DockInfo> rows_;
    QList<QDockWidget*> docks_;  ///< in the order of the rows
    QList<QAction*> commands_;
    bool isForDrawing_ = false;  ///< the workspace is one for drawing
};

}  // namespace headroom::ui
