// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDockWidget>
#include <QList>
#include <QObject>

class QMainWindow;
class QTabBar;

namespace headroom::ui {

/// A dock that shares its place with others is named by its tab alone: it has no title bar. A double click on the tab lets it
/// float, and the menu of the tab closes it.
class DockTabs : public QObject {
    Q_OBJECT

  public:
    DockTabs(QMainWindow* window, QList<QDockWidget*> docks);

    /// Whether that dock has a tab, in front or not.
    bool hasTab(const QDockWidget* dock) const;

  private:
    void arrangeSoon();
    void arrange();
    void use(QTabBar* bar);
    QDockWidget* at(const QTabBar* bar, int tab) const;

    QMainWindow* window_;
    QList<QDockWidget*> docks_;
    bool isDue_ = false;
};

}  // namespace headroom::ui
