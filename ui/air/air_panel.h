// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/air/air_view.h"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSlider;
class QStackedWidget;

namespace headroom::ui {

class AirFlow;
class Workspace;

/// Choices and results about the air of a hall: a small panel over the 3-D view.
class AirPanel : public QFrame {
    Q_OBJECT

  public:
    AirPanel(Workspace* workspace, AirFlow* flow, QWidget* parent);

    const AirView& view() const { return view_; }

    /// Text of the panel about the field, or the reason why there is none.
    QString summary() const;

  signals:
    void viewChanged();
    void closed();

  private:
    void fillHalls();
    void showState();
    void showUse();
    void showFoam();
    void showPlace();
    void change();
    int hottestRack() const;

    Workspace* workspace_;
    AirFlow* flow_;
    AirView view_;
    QComboBox* hall_;
    QComboBox* load_;
    QComboBox* quantity_;
    QComboBox* cut_;
    QSlider* place_;
    QLabel* placeText_;
    QCheckBox* slice_;
    QCheckBox* lines_;
    QStackedWidget* foot_;
    QProgressBar* bar_;
    QPushButton* cancel_;
    QLabel* found_;
    QPushButton* use_;
    QPushButton* foam_;
};

}  // namespace headroom::ui
