// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/units/moment_parse.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace headroom::ui {

/// Which instants a TimeDialog accepts, seconds after the start of the run.
struct TimeRange {
    double nowS = 0.0;  ///< present instant: relative times and the day of a clock time refer to it
    double firstS = 0.0;
    double lastS = 0.0;
};

/// Asks for an instant of the run. While a person types, the dialog shows the instant that it understood, or the reason
/// why it cannot take the text.
class TimeDialog : public QDialog {
    Q_OBJECT

  public:
    TimeDialog(const QString& title, const QString& button, const TimeRange& range, MomentDay day,
               QWidget* parent = nullptr);

  signals:
    void chosen(double timeS);

  private:
    double typedS() const;
    QString wrong(double timeS) const;
    void check();

    TimeRange range_;
    MomentDay day_;
    QLineEdit* time_;
    QLabel* note_;
    QPushButton* ok_;
};

}  // namespace headroom::ui
