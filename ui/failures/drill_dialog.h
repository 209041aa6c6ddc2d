// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/drill_desk.h"

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;

namespace headroom::ui {

/// Asks when a drill begins and how long it lasts: lengths of time as people write them.
class DrillDialog : public QDialog {
    Q_OBJECT

  public:
    DrillDialog(const QString& title, const DrillTiming& start, bool lasts, QWidget* parent);

    /// Reason why the dialog cannot be accepted. Empty if it can.
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

/// Entries "Until Repaired", "1 min" …, "Other…" and "Later…", each of which calls `chosen`.
/// `lasts`: false where what happens has no length, as a crash: "Now" and "Later…".
void addDrillTimings(QMenu* menu, const QString& title,
                     const std::function<void(const DrillTiming&)>& chosen, bool lasts = true);

}  // namespace headroom::ui
