// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;

namespace headroom::ui {

class Workspace;

/// Consequences of the shown blast radius, and the path of the failure.
class BlastPanel : public QWidget {
    Q_OBJECT

  public:
    explicit BlastPanel(Workspace* workspace, QWidget* parent = nullptr);

  private:
    void showReach();
    QString countsText() const;

    Workspace* workspace_;
    QStackedWidget* pages_;
    QLabel *title_, *counts_;
    QListWidget* steps_;
    QPushButton* clear_;
};

}  // namespace headroom::ui
