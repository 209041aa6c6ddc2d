// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPoint>
#include <QString>

class QAction;
class QWidget;

namespace headroom::ui {

/// Where somebody asks why a number is what it is: Ctrl and click on it, or the command while its row
/// is current. A widget says which number it shows in kNumberProperty, a row of a list in kNumberRole.
class WhyDesk : public QObject {
    Q_OBJECT

  public:
    WhyDesk(QAction* ask, QWidget* window);

    /// A number and the text that is shown for it; empty: there is none at that place.
    struct Found {
        QString number, shown;
    };

    /// `at` in places of the widget.
    static Found at(QWidget* widget, QPoint at);
    /// Of the current row of the list that has the keyboard.
    static Found current(QWidget* focus);

  signals:
    void asked(const QString& number, const QString& shown);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* window_;
};

}  // namespace headroom::ui
