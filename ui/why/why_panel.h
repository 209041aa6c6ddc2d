// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/why/asked_number.h"

#include <QList>
#include <QString>
#include <QWidget>

class QLabel;
class QTextBrowser;
class QToolButton;

namespace headroom::ui {

class Workspace;

/// From what a number of the window follows: its value, its law with the values of now, what it rests
/// on, where that is valid, what changed it last. Follows the run; its links ask on.
class WhyPanel : public QWidget {
    Q_OBJECT

  public:
    explicit WhyPanel(Workspace* workspace, QWidget* parent = nullptr);

    /// A number by its name (ui/units/number_name.h), and what the window showed for it.
    void show(const QString& number, const QString& shown = {}) {
        show(AskedNumber{.number = number, .shown = shown});
    }

    void show(const AskedNumber& asked);

    /// Empty if none was asked for, or one without a name.
    QString number() const { return asked_.isEmpty() ? QString() : asked_.back().number; }

    QString asText() const;

  signals:
    void helpWanted(const QString& topic);

  private:
    void refresh();
    void goBack();
    void follow(const QString& link);

    Workspace* workspace_;
    QToolButton* back_;
    QLabel *title_, *value_;
    QTextBrowser* text_;
    QList<AskedNumber> asked_;  ///< the last is shown
    QString html_;
};

}  // namespace headroom::ui
