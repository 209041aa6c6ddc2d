// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/workspace.h"

#include <QMainWindow>

#include <filesystem>
#include <optional>

class QLabel;
class QMenu;

#include <string>

namespace headroom::ui {

class CentreViews;
class CommandSet;
class DockSet;
class ExchangeCommands;
class FileCommands;
class Guides;
class HelpDesk;
class RecentFiles;
class Safety;
class Tour;
class WorkModes;

/// Puts the panes together: tree on the left, views in the middle, inspector and job on the right,
/// charts, jobs and events below, transport at the foot.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    struct Options {
        QString noOpenGl;   ///< why there is no 3-D; empty if there is
        QString scenarios;  ///< folder of the shipped scenarios
        QString help;       ///< folder of the help pages
        bool keepsLayout = true;
        /// Whether projects play once they are open, except in the workspace Design; without a value it stays as
        /// Workspace has it.
        std::optional<bool> playsOnOpen = std::nullopt;
        bool tour = false;  ///< the first project that is ever opened is shown with the tour
        std::filesystem::path copies;  ///< folder of autosaves; empty if nothing is autosaved
        bool locks = false;            ///< leaves a note next to an open project
    };

    MainWindow(Workspace* workspace, const Options& options);
    ~MainWindow() override;

    Safety* safety() const { return safety_; }

    CommandSet* commands() const { return commands_; }

    Tour* tour() const;

    HelpDesk* help() const;

    CentreViews* views() const { return views_; }

    void open(const QString& path);

    WorkModes* workModes() const { return modes_; }

    /// A dock or a view by the name in its table, "air", "trays", "blast" (of what is selected) or
    /// "why" (the newest trouble of it): to the front.
    void showPane(const QString& name);
    /// Every name that showPane() knows.
    static QStringList paneNames();

  protected:
    void closeEvent(QCloseEvent* event) override;

  private:
    void buildBars();
    void buildDrawing();
    void connectWindow();
    void connectPanes();
    void showTitle();
    void tell(const QString& what);
    void showHover();
    void focusPane(int direction);
    void showMenu(const QPoint& at);
    void addPowerOrders(QMenu& menu);
    void startAgain();
    void showBlast();
    void sayWhyNot();
    void showPause();
    void connectFailures();

    Workspace* workspace_;
    Options options_;
    CommandSet* commands_;
    RecentFiles* recent_;
    Safety* safety_;
    FileCommands* files_ = nullptr;
    ExchangeCommands* exchange_ = nullptr;
    CentreViews* views_;
    DockSet* docks_;
    WorkModes* modes_;
    Guides* guides_ = nullptr;
    QLabel* hover_;
    QLabel* faultCount_;      ///< in the status bar
    int newDocument_ = -1;    ///< of the design without a file that was shown in the plan first
    std::string shownPause_;  ///< what the run stopped for, as told already
};

}  // namespace headroom::ui
