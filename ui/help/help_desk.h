// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/help/help_book.h"
#include "ui/help/help_window.h"

#include <QObject>
#include <QPointer>

class QAction;
class QWidget;

namespace headroom::ui {

/// Opens the manual where it is asked for: at the page of the widget that has the keyboard, also in
/// a dialog that holds the rest of the window.
class HelpDesk : public QObject {
    Q_OBJECT

  public:
    /// `context`: the command whose keys ask for help; dialogs do not see those of the window.
    HelpDesk(const QString& folder, QAction* context, QWidget* window);

    const HelpBook& book() const { return book_; }

    /// Null while it was never asked for.
    HelpWindow* window() const { return shown_; }

    void show(const QString& topic);
    /// Topic of the widget with the keyboard. If no widget has a page, the page about the window.
    void showContext();
    /// To the search field.
    void search(const QString& words = {});

    /// Page that showContext() opens now.
    QString contextTopic() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    HelpWindow* bring();

    HelpBook book_;
    QAction* context_;
    QWidget* window_;
    QPointer<HelpWindow> shown_;
};

}  // namespace headroom::ui
