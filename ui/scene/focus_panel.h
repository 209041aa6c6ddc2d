// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/ray.h"
#include "ui/scene/scene_focus.h"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSlider;
class QToolButton;

namespace headroom::ui {

class Workspace;

/// Choices about what the 3-D view shows and cuts: a small panel over it.
class FocusPanel : public QFrame {
    Q_OBJECT

  public:
    FocusPanel(Workspace* workspace, QWidget* parent);

    const SceneFocus& focus() const { return focus_; }

    /// Shows another focus, and announces it if it differs.
    void setFocus(const SceneFocus& focus);

    /// Path from the selection; does nothing where nothing is selected.
    void showPath(SceneFocus::Path path);
    /// Only the selected objects, or all but these.
    void chooseSelection(SceneFocus::Rule rule);

  signals:
    void changed();
    void closed();

  private:
    void fillSubjects();
    void showFocus();
    void showPaths();
    void takeRule();
    void takeCut();
    void takePlace();
    Bounds3 site() const;

    Workspace* workspace_;
    SceneFocus focus_;
    QComboBox *rule_, *subject_, *rest_, *cut_;
    QLabel* path_;
    QPushButton *power_, *coolant_, *job_;
    QToolButton* noPath_;
    QSlider* place_;
    QLabel* placeText_;
    QCheckBox* flipped_;
    int document_ = -1;
    bool filling_ = false;
};

}  // namespace headroom::ui
