// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/rack_colouring.h"
#include "ui/shell/dock_table.h"

#include <QIcon>
#include <QList>
#include <QStackedWidget>

#include <span>

class QComboBox;
class QLabel;
class QTabWidget;

namespace headroom::ui {

class CauseView;
class CommandSet;
class CoolingActions;
class FabricActions;
class FabricFocus;
class FabricView;
class GanttView;
class JobActions;
class OneLineView;
class PlanView;
class PolicyView;
class PowerActions;
class ProcessView;
class RackActions;
class ReliabilityView;
class SceneView;
class WelcomePage;
class Workspace;

/// One tab of the middle.
struct ViewInfo {
    const char* name;     ///< MainWindow::showPane() and --show
    const char* command;  ///< brings it to the front, and back where its tab was hidden
    unsigned modes;       ///< work modes in which its tab shows
};

/// The middle of the window: the welcome page, or 3-D, plan, one-line, process and fabric diagram
/// the Gantt chart, the comparison of policies, causes and reliability as tabs, with the choice of
/// what colours the racks. Without OpenGL there is the plan and a notice that says why.
class CentreViews : public QStackedWidget {
    Q_OBJECT

  public:
    /// `noOpenGl`: the reason why there is no 3-D; empty where there is.
    CentreViews(Workspace* workspace, CommandSet* commands, WelcomePage* welcome,
                const QString& noOpenGl, QWidget* parent = nullptr);

    /// In the order of the tabs.
    static std::span<const ViewInfo> table();

    /// The tabs of that mode; the one in front stays.
    void setMode(WorkMode mode);

    SceneView* scene() const { return scene_; }  ///< null without OpenGL

    PlanView* plan() const { return plan_; }

    OneLineView* oneLine() const { return oneLine_; }

    RackColouring* colouring() const { return colouring_; }

    PowerActions* powerActions() const { return powerActions_; }

    ProcessView* process() const { return process_; }

    CoolingActions* coolingActions() const { return coolingActions_; }

    FabricView* fabric() const { return fabric_; }

    FabricFocus* fabricFocus() const { return fabricFocus_; }

    FabricActions* fabricActions() const { return fabricActions_; }

    GanttView* gantt() const { return gantt_; }

    JobActions* jobActions() const { return jobActions_; }

    RackActions* rackActions() const { return rackActions_; }

    CauseView* causes() const { return causes_; }

    QImage picture();
    void fitSelection();
    bool showsScene() const;
    bool showsOneLine() const;
    bool showsProcess() const;
    bool showsFabric() const;
    bool showsGantt() const;
    bool showsPolicies() const;
    bool showsCauses() const;
    bool showsReliability() const;

  signals:
    void activated();
    void jobActivated();
    void menuRequested(const QPoint& globalPosition);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void connectCommands(CommandSet* commands);
    QWidget* viewOf(const ViewInfo& info) const;
    void bringForward(QWidget* view);
    QWidget* noticeBar(const QString& why);
    QWidget* viewTools(CommandSet* commands);
    void showTools();

    Workspace* workspace_;
    RackColouring* colouring_;
    PowerActions* powerActions_;
    CoolingActions* coolingActions_;
    FabricFocus* fabricFocus_;
    FabricActions* fabricActions_;
    JobActions* jobActions_;
    RackActions* rackActions_;
    QTabWidget* tabs_;
    QList<QIcon> tabIcons_;
    SceneView* scene_ = nullptr;
    PlanView* plan_;
    OneLineView* oneLine_;
    ProcessView* process_;
    FabricView* fabric_;
    GanttView* gantt_;
    PolicyView* policies_;
    CauseView* causes_;
    ReliabilityView* reliability_;
    QComboBox* colour_ = nullptr;
    QList<QWidget*> ofRacks_;    ///< tools that only 3-D and plan have
    QList<QWidget*> whereWide_;  ///< of these, what gives way to the names of the views
    QList<QWidget*> fits_;       ///< tools that every view has
    QList<QWidget*> ofOneLine_;  ///< tools that only the one-line diagram has
};

}  // namespace headroom::ui
