// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/failures/drill_desk.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace headroom::ui {

/// Asks when a drill begins and how long it lasts: lengths of time as people write them.
class DrillDialog : public QDialog {
    Q_OBJECT

  public:
    DrillDialog(const QString& title, const DrillTiming& start, bool lasts, QWidget* parent);

    /// What keeps it from being accepted; empty: nothing.
    QString wrong() const;
    DrillTiming timing() const;

  signals:
    void chosen(const headroom::ui::DrillTiming& timing);

  private:
    void check();

    QLineEdit* after_;
    QLineEdit* length_;
    QLabel* note_;
    QPushButton* ok_;
};

}  // namespace headroom::ui
