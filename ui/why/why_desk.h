// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/why/asked_number.h"

#include <QObject>
#include <QPoint>

class QAction;
class QWidget;

namespace headroom::ui {

/// Where somebody asks why a number is what it is: Ctrl and click on it, or the command while its row
/// is current. A widget says which number it shows in kNumberProperty, a cell or the first cell of a
/// row in kNumberRole. A cell of a table without a name is explained by the tool tip of its column, or by kWhyRole.
class WhyDesk : public QObject {
    Q_OBJECT

  public:
    WhyDesk(QAction* ask, QWidget* window);

    /// At a place of the widget; none if there is no number.
    static AskedNumber at(QWidget* widget, QPoint place);
    /// Text of the current cell or row of the list that has the keyboard.
    static AskedNumber current(QWidget* focus);

  signals:
    void asked(const AskedNumber& number);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* window_;
};

}  // namespace headroom::ui
