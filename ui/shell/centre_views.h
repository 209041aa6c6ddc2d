// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/scene/rack_colouring.h"

#include <QStackedWidget>

class QComboBox;
class QLabel;
class QTabWidget;

namespace headroom::ui {

class CommandSet;
class PlanView;
class SceneView;
class WelcomePage;
class Workspace;

/// The middle of the window: the welcome page, or 3-D and plan as tabs with the choice of what
/// colours the racks. Without OpenGL there is the plan and a notice that says why.
class CentreViews : public QStackedWidget {
    Q_OBJECT

  public:
    /// `noOpenGl`: the reason why there is no 3-D; empty where there is.
    CentreViews(Workspace* workspace, CommandSet* commands, WelcomePage* welcome,
                const QString& noOpenGl, QWidget* parent = nullptr);

    SceneView* scene() const { return scene_; }  ///< null without OpenGL

    PlanView* plan() const { return plan_; }

    RackColouring* colouring() const { return colouring_; }

    /// Drops 3-D for the plan after it failed while running.
    QImage picture();
    void fitSelection();
    bool showsScene() const;

  signals:
    void activated();
    void menuRequested(const QPoint& globalPosition);

  private:
    void connectCommands(CommandSet* commands);
    QWidget* noticeBar(const QString& why);
    QWidget* colourChoice(CommandSet* commands);

    Workspace* workspace_;
    RackColouring* colouring_;
    QTabWidget* tabs_;
    SceneView* scene_ = nullptr;
    PlanView* plan_;
    QComboBox* colour_ = nullptr;
};

}  // namespace headroom::ui
