// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/twin/residual.h"

#include <QWidget>

#include <memory>
#include <vector>

class QCPGraph;
class QCPItemRect;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

class TwinDesk;
class Workspace;

/// One sensor over time: measured on modelled with the interval in which nine readings of ten are expected, and below it
/// the residual. Grey ground: learning; red: it alarms. The wheel zooms time, dragging moves it, a double click shows all;
/// a click takes the timeline to that instant where the run can go there.
class SensorChart : public QWidget {
    Q_OBJECT

  public:
    explicit SensorChart(Workspace* workspace, QWidget* parent = nullptr);

    QCustomPlot* values() const { return values_; }

    QCustomPlot* residuals() const { return residuals_; }

    /// Text above the charts.
    QString title() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void build();
    void paintTheme();
    void showInstant();
    void showTimesOf(double fromS, double toS);
    void addSpan(double fromS, double toS, bool isAlarm);
    const engine::SensorSpec* spec() const;

    Workspace* workspace_;
    TwinDesk* desk_;
    QLabel* head_;
    QCustomPlot *values_, *residuals_;
    QCPGraph *measured_, *modelled_, *low_, *high_, *residual_, *bandLow_, *bandHigh_;
    QCPItemStraightLine *cursors_[2], *zero_;

    struct Span {
        QCPItemRect* rect;
        bool isAlarm;
    };

    std::vector<Span> spans_;
    double fromS_ = 0.0, toS_ = 1.0;  ///< of all there is, as the run tells times
    double pressedAt_ = 0.0;
    double range0_ = 0.0, range1_ = 1.0;
    bool isPressed_ = false, isDragging_ = false;
    bool isZoomed_ =
        false;  ///< a person chose the times; else all there is is shown, also as it grows
};

}  // namespace headroom::ui
