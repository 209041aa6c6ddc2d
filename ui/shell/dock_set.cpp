// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/dock_set.h"

#include "ui/kit/theme.h"
#include "ui/shell/dock_tabs.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>

namespace headroom::ui {

namespace {

constexpr int kStateVersion = 8;  // raise when the meaning of a dock changes, not when one is added

constexpr int kLeastLeft = 235, kMostLeft = 280;    // pixels of the docks at the sides
constexpr int kLeastRight = 350, kMostRight = 430;  // an attribute with its value and unit
constexpr int kLeastProblems = 170;                 // four findings: a drawing has the rest
constexpr int kLeastBelow = 230,
              kMostBelow = 380;  // from 7 rows of a table on a small screen to 14

}  // namespace

DockSet::DockSet(QMainWindow* window, std::span<const DockInfo> rows, DockParts parts)
    : QObject(window), window_(window), rows_(rows) {
    parts.docks = this;
    for (const DockInfo& row : rows_) {
        auto* dock = new QDockWidget(QCoreApplication::translate("Docks", row.title), window_);
        dock->setObjectName(row.name);
        dock->setAccessibleName(dock->windowTitle());
        dock->setWidget(row.make(parts));
        window_->addDockWidget(row.area, dock);
        docks_ << dock;
        addCommand(dock, row);
    }
    new DockTabs(window_, docks_);
}

/// Checked while the pane is open, in front or not.
void DockSet::addCommand(QDockWidget* dock, const DockInfo& row) {
    auto* command = new QAction(dock->windowTitle(), dock);
    command->setObjectName(QStringLiteral("pane.%1").arg(row.pane));
    command->setIcon(Theme::icon(row.icon));
    command->setShortcut(QKeySequence(row.keys));
    command->setStatusTip(
        tr("Bring this pane to the front with the keyboard in it; hide it where that is so"));
    command->setCheckable(true);
    connect(dock->toggleViewAction(), &QAction::toggled, command, &QAction::setChecked);
    connect(command, &QAction::triggered, this, [dock, command] {
        // A person who reads a pane and presses its keys wants to type into it: only the second press hides it.
        const QWidget* at = QApplication::focusWidget();
        if (isInFront(dock) && (at == nullptr || dock->isAncestorOf(at))) {
            dock->hide();
        } else {
            bringForward(dock);
            focus(dock->widget());
        }
        command->setChecked(!dock->isHidden());
    });
    commands_ << command;
}

bool DockSet::isInFront(const QDockWidget* dock) {
    return dock->isVisible() && !dock->visibleRegion().isEmpty();
}

void DockSet::focus(QWidget* pane) {
    for (QWidget* child : pane->findChildren<QWidget*>()) {
        if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus) != 0) {
            child->setFocus(Qt::TabFocusReason);
            return;
        }
    }
    pane->setFocus(Qt::TabFocusReason);
}

QDockWidget* DockSet::byName(const QString& name) const {
    for (QDockWidget* dock : docks_) {
        if (dock->objectName() == name) {
            return dock;
        }
    }
    return nullptr;
}

QDockWidget* DockSet::byPane(const QString& pane) const {
    for (qsizetype i = 0; i < docks_.size(); ++i) {
        if (pane == rows_[static_cast<std::size_t>(i)].pane) {
            return docks_[i];
        }
    }
    return nullptr;
}

void DockSet::bringForward(QDockWidget* dock) {
    dock->show();
    dock->raise();
}

/// Behind the last dock of its area that is placed already.
void DockSet::place(int row) {
    const DockInfo& info = rows_[static_cast<std::size_t>(row)];
    QDockWidget* dock = docks_[row];
    dock->setFloating(false);
    window_->addDockWidget(info.area, dock);
    for (int before = row - 1; before >= 0; --before) {
        if (rows_[static_cast<std::size_t>(before)].area == info.area) {
            window_->tabifyDockWidget(docks_[before], dock);
            return;
        }
    }
}

void DockSet::reset(WorkMode mode) {
    isForDrawing_ = mode == WorkMode::Design;
    for (QDockWidget* dock : docks_) {
        window_->removeDockWidget(dock);
    }
    for (int i = 0; i < docks_.size(); ++i) {
        place(i);
    }
    for (int i = 0; i < docks_.size(); ++i) {
        docks_[i]->setVisible(isIn(rows_[static_cast<std::size_t>(i)].modes, mode));
    }
    for (int i = static_cast<int>(docks_.size()) - 1; i >= 0; --i) {
        if (isIn(rows_[static_cast<std::size_t>(i)].modes, mode)) {
            docks_[i]->raise();  // at last the first of each area
        }
    }
    for (int i = 0; i < docks_.size(); ++i) {
        if (isIn(rows_[static_cast<std::size_t>(i)].front, mode)) {
            docks_[i]->raise();
        }
    }
    // Once more when the window has its final size: before, sizes do not hold.
    size();
    QTimer::singleShot(0, this, [this] { size(); });
}

void DockSet::size() {
    const Theme& theme = Theme::instance();
    // Docks at the sides grow with the text; two fifths of the window stay for what is between them.
    const auto grown = [&theme, this](int usual, int least, int most) {
        return std::min(std::clamp(usual, theme.grown(least), theme.grown(most)),
                        window_->width() * 3 / 10);
    };
    const auto firstOf = [this](Qt::DockWidgetArea area) -> QDockWidget* {
        for (QDockWidget* dock : docks_) {
            if (window_->dockWidgetArea(dock) == area && !dock->isHidden() && !dock->isFloating()) {
                return dock;
            }
        }
        return nullptr;
    };
    if (QDockWidget* left = firstOf(Qt::LeftDockWidgetArea)) {
        window_->resizeDocks({left}, {grown(window_->width() / 6, kLeastLeft, kMostLeft)},
                             Qt::Horizontal);
    }
    if (QDockWidget* right = firstOf(Qt::RightDockWidgetArea)) {
        window_->resizeDocks({right}, {grown(window_->width() / 4, kLeastRight, kMostRight)},
                             Qt::Horizontal);
    }
    if (QDockWidget* below = firstOf(Qt::BottomDockWidgetArea)) {
        window_->resizeDocks(
            {below},
            {isForDrawing_ ? std::clamp(window_->height() / 5, kLeastProblems, kLeastBelow)
                           : std::clamp(window_->height() * 3 / 10, kLeastBelow, kMostBelow)},
            Qt::Vertical);
    }
}

bool DockSet::restore(const QByteArray& state) {
    if (!window_->restoreState(state, kStateVersion)) {
        return false;
    }
    // A state of an older version knows nothing of docks that came later.
    for (int i = 0; i < docks_.size(); ++i) {
        if (window_->dockWidgetArea(docks_[i]) == Qt::NoDockWidgetArea &&
            !docks_[i]->isFloating()) {
            place(i);
            docks_[i]->hide();
        }
    }
    return true;
}

QByteArray DockSet::state() const {
    return window_->saveState(kStateVersion);
}

QList<QWidget*> DockSet::visiblePanes() const {
    struct Place {
        int part;
        QPoint corner;
        QWidget* pane;
    };

    const auto partOf = [this](QDockWidget* dock) {
        switch (window_->dockWidgetArea(dock)) {
            case Qt::LeftDockWidgetArea:
                return 0;
            case Qt::RightDockWidgetArea:
                return 2;
            default:
                return dock->isFloating() ? 4 : 3;
        }
    };
    QList<Place> places{{1, {}, window_->centralWidget()}};
    for (QDockWidget* dock : docks_) {
        if (isInFront(dock)) {
            places << Place{partOf(dock), dock->pos(), dock->widget()};
        }
    }
    std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::tuple(a.part, a.corner.y(), a.corner.x()) <
               std::tuple(b.part, b.corner.y(), b.corner.x());
    });
    QList<QWidget*> panes;
    for (const Place& place : places) {
        panes << place.pane;
    }
    return panes;
}

}  // namespace headroom::ui
