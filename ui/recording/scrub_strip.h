// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace headroom::ui {

class ChartData;
class Workspace;

/// All of a run from left to right: how far it is recorded, the instant that the window shows, failures
/// and what ended them, and where branches leave it. A click or drag goes there; arrow keys go by a
/// step, page keys by a twentieth, Home and End to the ends.
class ScrubStrip : public QWidget {
    Q_OBJECT

  public:
    /// `events`: whose marks are drawn.
    ScrubStrip(Workspace* workspace, const ChartData* events, QWidget* parent = nullptr);

    /// Ends of the strip, in seconds after the start of the run.
    double firstS() const;
    double lastS() const;

    /// Where an instant is.
    double xOf(double timeS) const;
    double timeAt(double x) const;

    /// The lines of the tip at a place: the instant, and what happened there.
    QStringList tipAt(double x) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    /// Its keys do not reach the commands of the window.
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QRectF groove() const;
    void paintTicks(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintBranches(QPainter& painter) const;
    void go(double timeS);

    Workspace* workspace_;
    const ChartData* events_;
    std::optional<double> wantedS_;  ///< while it is dragged
    double hoverX_ = -1.0;
};

}  // namespace headroom::ui
