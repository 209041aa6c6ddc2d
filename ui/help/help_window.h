// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QAction;
class QLineEdit;
class QListWidget;
class QStackedWidget;
class QTextBrowser;
class QTreeWidget;

namespace headroom::ui {

class HelpBook;

/// The manual in a window of its own: contents or what a search found at the left, the page at the
/// right. Alt+Left and Alt+Right go back and forward, Ctrl+F to the search, Esc closes.
class HelpWindow : public QWidget {
    Q_OBJECT

  public:
    /// `book` must outlive the window.
    explicit HelpWindow(const HelpBook* book, QWidget* parent = nullptr);

    /// "cooling.md#control"; shows an error in place of a missing page.
    void show(const QString& topic);
    void search(const QString& words);

    /// The page that is shown, with its anchor where one was asked for.
    QString topic() const { return at_ < 0 ? QString() : visits_[at_].topic; }

    QTextBrowser* browser() const { return browser_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// Places of headings are known once the page has its width.
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Visit {
        QString topic;
        int scroll = -1;  ///< where it was left; -1 means at its anchor
    };

    void fillContents();
    void fillHits();
    void visit(int index);
    void go(int steps);
    void render(const QString& page);
    void dress();
    void scrollTo(const QString& anchor);
    void markHits();
    void showPlace();
    void follow(const QString& link);

    const HelpBook* book_;
    QLineEdit* typed_;
    QStackedWidget* left_;
    QTreeWidget* contents_;
    QListWidget* hits_;
    QTextBrowser* browser_;
    QAction *back_, *forward_;
    QList<Visit> visits_;
    int at_ = -1;
    QString shown_;  ///< page that is rendered
};

}  // namespace headroom::ui
