// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>

#include <span>

class QFrame;
class QLabel;
class QPushButton;

namespace headroom::ui {

/// One stop of the tour: a part of the window, by its object name, and what to say about it.
struct TourStop {
    const char* part;   ///< object name of a widget
    const char* pane;   ///< MainWindow::showPane() brings it forward; empty if it is always there
    const char* title;  ///< title case
    const char* text;
};

/// Walks through the parts of the window: all else is dimmed, the part itself can be used.
/// Enter and Right continue, Left goes back, Esc leaves, from anywhere in the window.
class Tour : public QWidget {
    Q_OBJECT

  public:
    static std::span<const TourStop> stops();

    /// Over the whole of `window`; shown by begin().
    explicit Tour(QWidget* window);

    void begin();
    void leave();

    /// -1 if it is not under way.
    int stop() const { return isVisible() ? at_ : -1; }

    /// The part that is shown, in places of the window.
    QRect hole() const { return hole_; }

    /// Whether it was shown on this computer, to the end or not.
    static bool wasShown();

  signals:
    /// The part of the stop must be seen: its pane.
    void paneWanted(const QString& pane);
    void ended();

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void go(int stop);
    void place();
    bool takeKey(int key);

    QWidget* window_;
    QFrame* card_;
    QLabel *title_, *text_, *count_;
    QPushButton *back_, *next_;
    int at_ = 0;
    QRect hole_;
};

}  // namespace headroom::ui
