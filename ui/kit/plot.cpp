// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/plot.h"

#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kTimePx = 90;  // of a label of the time axis, at usual text
constexpr int kValuePx = 34;

/// Ticks at round times of day, or since the start.
class MomentTicker : public QCPAxisTicker {
  protected:
    double getTickStep(const QCPRange& range) override {
        return momentStep(range.size() / (tickCount() + 1e-9));
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return momentTick(tick, getTickStep(range_));
    }

    QVector<double> createTickVector(double tickStep, const QCPRange& range) override {
        range_ = range;
        return QCPAxisTicker::createTickVector(tickStep, range);
    }

    int getSubTickCount(double) override { return 0; }

  private:
    QCPRange range_;  ///< of the ticks that are labelled
};

/// A graph that draws beyond the axes by half a symbol and its outline.
class MarkGraph : public QCPGraph {
  public:
    MarkGraph(QCustomPlot* plot, int beyondPx)
        : QCPGraph(plot->xAxis, plot->yAxis), beyondPx_(beyondPx) {}

  protected:
    QRect clipRect() const override {
        return QCPGraph::clipRect().adjusted(-beyondPx_, -beyondPx_, beyondPx_, beyondPx_);
    }

  private:
    int beyondPx_;
};

}  // namespace

QCustomPlot* makePlot(QWidget* parent, const QString& accessibleName) {
    auto* plot = new QCustomPlot(parent);
    plot->setAccessibleName(accessibleName);
    plot->setMinimumSize(120, 60);
    plot->axisRect()->setAutoMargins(QCP::msLeft | QCP::msBottom);
    plot->axisRect()->setMargins(QMargins(0, 6, 12, 0));
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->yAxis2}) {
        axis->setNumberFormat("gb");
        axis->setNumberPrecision(4);
        axis->ticker()->setTickStepStrategy(QCPAxisTicker::tssReadability);
    }
    plot->setMouseTracking(true);
    // All charts of a tick in one drawing of the window.
    plot->setPlottingHint(QCP::phImmediateRefresh, false);
    return plot;
}

void paintPlot(QCustomPlot* plot) {
    const ThemeColours& c = Theme::instance().colours();
    plot->setBackground(c.base);
    QFont small = plot->font();
    small.setPointSizeF(std::max(7.0, small.pointSizeF() - 1.0));
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis, plot->yAxis2}) {
        axis->setBasePen(QPen(c.border));
        axis->setTickPen(QPen(c.border));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(c.muted);
        axis->setLabelColor(c.muted);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->setTickLength(0, 4);
        axis->grid()->setPen(QPen(c.grid, 1.0));
        axis->grid()->setZeroLinePen(QPen(c.grid, 1.0));
    }
    plot->legend->setBrush(c.raised);
    plot->legend->setBorderPen(QPen(c.border));
    plot->legend->setTextColor(c.text);
    for (int i = 0; i < plot->itemCount(); ++i) {
        if (auto* line = qobject_cast<QCPItemStraightLine*>(plot->item(i))) {
            line->setPen(QPen(c.muted, 1.0, Qt::DashLine));
        }
    }
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void paintPlotGround(QWidget* pane) {
    QPalette palette;
    palette.setColor(QPalette::Window, Theme::instance().colours().base);
    pane->setPalette(palette);
    pane->setAutoFillBackground(true);
}

QCPItemStraightLine* addCursor(QCustomPlot* plot) {
    auto* cursor = new QCPItemStraightLine(plot);
    cursor->setVisible(false);
    return cursor;
}

QCPGraph* addMarks(QCustomPlot* plot, double symbolPx) {
    auto* marks = new MarkGraph(plot, static_cast<int>(std::ceil(0.5 * symbolPx)) + 1);
    marks->setAdaptiveSampling(false);
    marks->setLayer("grid");
    return marks;
}

void placeCursor(QCPItemStraightLine* cursor, double place) {
    cursor->setVisible(std::isfinite(place));
    if (std::isfinite(place)) {
        const QCPRange range = cursor->parentPlot()->yAxis->range();
        cursor->point1->setCoords(place, range.lower);
        cursor->point2->setCoords(place, range.upper);
    }
}

void showTimes(QCustomPlot* plot, double fromS, double toS) {
    if (!plot->xAxis->ticker().dynamicCast<MomentTicker>()) {
        plot->xAxis->setTicker(QSharedPointer<MomentTicker>::create());
    }
    plot->xAxis->ticker()->setTickCount(
        std::clamp(plot->width() / Theme::instance().grown(kTimePx), 2, 8));
    plot->xAxis->ticker()->setTickOrigin(-momentOffset());
    plot->xAxis->setRange(fromS, toS);
}

void fitValueTicks(QCustomPlot* plot, int least, int most) {
    plot->yAxis->ticker()->setTickCount(
        std::clamp(plot->height() / Theme::instance().grown(kValuePx), least, most));
}

void fitValues(QCustomPlot* plot, double from, double to) {
    constexpr double kRoom = 0.06;
    double low = INFINITY, high = -INFINITY;
    for (int g = 0; g < plot->graphCount(); ++g) {
        bool found = false;
        const QCPRange range = plot->graph(g)->getValueRange(found, QCP::sdBoth, {from, to});
        if (found) {
            low = std::min(low, range.lower);
            high = std::max(high, range.upper);
        }
    }
    if (low <= high) {
        const double room = std::max(kRoom * (high - low), 1e-6 * std::max(1.0, std::abs(high)));
        plot->yAxis->setRange(low - room, high + room);
    }
}

}  // namespace headroom::ui
