// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/dock_tabs.h"

#include <QMainWindow>
#include <QMenu>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace headroom::ui {

DockTabs::DockTabs(QMainWindow* window, QList<QDockWidget*> docks)
    : QObject(window), window_(window), docks_(std::move(docks)) {
    for (const QDockWidget* dock : docks_) {
        connect(dock, &QDockWidget::dockLocationChanged, this, &DockTabs::arrangeSoon);
        connect(dock, &QDockWidget::topLevelChanged, this, &DockTabs::arrangeSoon);
        connect(dock, &QDockWidget::visibilityChanged, this, &DockTabs::arrangeSoon);
    }
    arrangeSoon();
}

bool DockTabs::hasTab(const QDockWidget* dock) const {
    const QList<QDockWidget*> others = window_->tabifiedDockWidgets(const_cast<QDockWidget*>(dock));
    return !dock->isFloating() && !dock->isHidden() &&
           std::any_of(others.begin(), others.end(),
                       [](const QDockWidget* other) { return !other->isHidden(); });
}

/// Once for all signals of one change of the layout.
void DockTabs::arrangeSoon() {
    if (!std::exchange(isDue_, true)) {
        QTimer::singleShot(0, this, &DockTabs::arrange);
    }
}

void DockTabs::arrange() {
    isDue_ = false;
    for (QDockWidget* dock : docks_) {
        const bool isBare = dock->titleBarWidget() != nullptr;
        if (hasTab(dock) == isBare) {
            continue;
        }
        QWidget* before = dock->titleBarWidget();
        dock->setTitleBarWidget(isBare ? nullptr : new QWidget(dock));
        delete before;
    }
    for (QTabBar* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        use(bar);
    }
}

/// The window makes and drops these bars as it needs them.
void DockTabs::use(QTabBar* bar) {
    if (bar->contextMenuPolicy() == Qt::CustomContextMenu) {
        return;
    }
    bar->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(bar, &QTabBar::tabBarDoubleClicked, this, [this, bar](int tab) {
        if (QDockWidget* dock = at(bar, tab)) {
            dock->setFloating(true);
        }
    });
    connect(bar, &QWidget::customContextMenuRequested, this, [this, bar](QPoint where) {
        QDockWidget* dock = at(bar, bar->tabAt(where));
        if (dock == nullptr) {
            return;
        }
        auto* menu = new QMenu(bar);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("&Float Pane"), dock, [dock] { dock->setFloating(true); });
        menu->addAction(tr("&Close Pane"), dock, &QWidget::hide);
        menu->popup(bar->mapToGlobal(where));
    });
}

QDockWidget* DockTabs::at(const QTabBar* bar, int tab) const {
    const auto found = std::find_if(docks_.begin(), docks_.end(), [&](const QDockWidget* dock) {
        return tab >= 0 && hasTab(dock) && dock->windowTitle() == bar->tabText(tab);
    });
    return found == docks_.end() ? nullptr : *found;
}

}  // namespace headroom::ui
