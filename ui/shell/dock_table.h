// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>

#include <span>

class QWidget;

namespace headroom::ui {

class CentreViews;
class CommandSet;
class DockSet;
class Workspace;

/// Task of a person: each has its own docks, views and bars, and its own saved layout. People
/// read "workspace"; the class Workspace is what is open.
enum class WorkMode { Explore, Design, Simulate, Present, Operate };
inline constexpr int kWorkModes = 5;
/// Views and panes that a work mode shows at first, at most; all others are in menus.
inline constexpr int kMostInFront = 6;

/// Sets of work modes.
enum WorkModeSet : unsigned {
    kExplore = 1,
    kDesign = 2,
    kSimulate = 4,
    kPresent = 8,
    kOperate = 16,
    kEverywhere = 31
};

constexpr bool isIn(unsigned set, WorkMode mode) {
    return (set >> static_cast<unsigned>(mode) & 1U) != 0;
}

/// Parts from which a dock may be made.
struct DockParts {
    Workspace* workspace;
    CommandSet* commands;
    CentreViews* views;
    const DockSet* docks;  ///< those of the rows above are made already
    QWidget* parent;
};

/// One dock: a row here is all that a new pane needs.
struct DockInfo {
    const char* name;   ///< object name, part of saved layouts: stable
    const char* pane;   ///< MainWindow::showPane() and --show
    const char* title;  ///< title case
    const char* icon;   ///< file name in resources/icons without ending
    const char* keys;   ///< shows or hides it
    Qt::DockWidgetArea area;
    unsigned
        modes;  ///< in which work modes it shows at first; it can be shown in every other. 0 means a
                ///< pane that comes when it is asked for
    QWidget* (*make)(const DockParts& parts);
    unsigned front =
        0;  ///< in which work modes it is in front at first, although others are before it
};

/// Docks of one area are tabs in the order of the table, and the first that shows is in front.
std::span<const DockInfo> dockTable();

}  // namespace headroom::ui
