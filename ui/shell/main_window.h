// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/workspace.h"

#include <QMainWindow>

class QDockWidget;
class QLabel;

namespace headroom::ui {

class CentreViews;
class ChartSet;
class CommandSet;
class CoolingPane;
class EventTable;
class BlastPanel;
class DrillPane;
class FabricPane;
class FaultTable;
class FileCommands;
class Inspector;
class JobPage;
class JobTable;
class LossPane;
class ObjectTree;
class PowerPane;
class ProblemPanel;
class RecentFiles;
class StackPane;
class SwingPane;

/// Puts the panes together: tree on the left, views in the middle, inspector and job on the right,
/// charts, jobs and events below, transport at the foot.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    struct Options {
        QString noOpenGl;   ///< why there is no 3-D; empty: there is
        QString scenarios;  ///< folder of the shipped scenarios
        QString help;       ///< folder of the help pages
        bool keepsLayout = true;
    };

    MainWindow(Workspace* workspace, const Options& options);
    ~MainWindow() override;

    CommandSet* commands() const { return commands_; }

    CentreViews* views() const { return views_; }

    void open(const QString& path);
    /// "charts", "jobs", "events", "power", "losses", "swings", "cooling", "stacks", "links" (of
    /// the fabric), "job", "plan", "one-line", "process", "fabric", "gantt", "policies", "causes", "reliability", "faults", "drills", "table", "rack", "blast"
    /// (of what is selected) or "why" (the newest trouble of it): to the front.
    void showPane(const QString& name);

  protected:
    void closeEvent(QCloseEvent* event) override;

  private:
    QDockWidget* dock(const char* name, const QString& title, const char* icon, QWidget* content,
                      Qt::DockWidgetArea area);
    void buildDocks();
    void connectWindow();
    void resetLayout();
    bool restoreLayout();
    void changeTheme(bool dark);
    void showTitle();
    void showHover();
    void focusPane(int direction);
    void showMenu(const QPoint& at);
    void showJobPage();
    void showBlast();
    void connectFailures();

    Workspace* workspace_;
    Options options_;
    CommandSet* commands_;
    RecentFiles* recent_;
    FileCommands* files_ = nullptr;
    CentreViews* views_;
    ObjectTree* tree_;
    Inspector* inspector_;
    ChartSet* charts_;
    JobTable* jobs_;
    JobPage* jobPage_;
    EventTable* events_;
    PowerPane* power_;
    LossPane* losses_;
    SwingPane* swings_;
    CoolingPane* cooling_;
    StackPane* stacks_;
    FabricPane* fabric_;
    FaultTable* faults_;
    DrillPane* drills_;
    BlastPanel* blast_;
    ProblemPanel* problems_;
    QLabel* hover_;
    QLabel* faultCount_;  ///< in the status bar
    QList<QDockWidget*> docks_;
    QDockWidget* jobDock_ = nullptr;  ///< the one of docks_ beside the inspector
    QDockWidget* blastDock_ = nullptr;
    QDockWidget* rackDock_ = nullptr;
};

}  // namespace headroom::ui
