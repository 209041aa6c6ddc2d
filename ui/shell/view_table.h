// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/dock_table.h"

#include <QString>

#include <span>
#include <string_view>

namespace headroom::engine {
struct Layout;
struct Object;
}  // namespace headroom::engine

namespace headroom::ui {

/// Which tools are next to the tabs while a view is in front.
enum class ViewTools { None, OfRacks, OfFolds };

/// Material for building a view. It belongs to `parent`.
struct ViewParts {
    Workspace* workspace;
    CommandSet* commands;
    CentreViews* views;  ///< knows the rows above, and what several views share
    QWidget* parent;
};

/// One tab of the middle: a row here is all that a new view needs.
struct ViewInfo {
    const char* name;     ///< MainWindow::showPane() and --show
    const char* command;  ///< brings it to the front, and back where its tab was hidden
    const char* tab;      ///< title of the tab
    const char* text;     ///< of the command, title case
    const char* tip;      ///< of the command, a sentence
    const char* hint;     ///< what the mouse does; the status bar says it while nothing is hovered
    const char* icon;     ///< file name in resources/icons without ending
    const char* keys;
    unsigned modes;  ///< work modes in which its tab shows
    ViewTools tools;
    QWidget* (*make)(const ViewParts& parts);  ///< null if it cannot be shown here
};

inline constexpr std::string_view kPlanView = "plan", kSceneView = "scene";

/// The name of the view that shows an object: the plan if it has a place on the site, else the diagram that it
/// belongs to. Empty for objects of neither, such as policies and jobs.
std::string_view viewOfPlace(const engine::Layout& layout, const engine::Object& object);

/// In the order of the tabs. A view that shows a part of something larger is a Framed.
std::span<const ViewInfo> viewTable();

/// A text of the table in the language of the window.
QString viewWord(const char* text);

}  // namespace headroom::ui
