// SPDX-License-Identifier: Apache-2.0
#include "ui/planner/planner_chart.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <variant>

namespace headroom::ui {

namespace {

constexpr double kNearPx = 12.0, kPointPx = 7.0, kLinePx = 1.6;
constexpr double kRim = 1.08;
constexpr std::size_t kMostNamed = 12;  ///< groups in a legend

/// Symbols of groups beyond the colours of the theme.
constexpr std::array kShapes = {QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare,
                                QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond};

QString headOf(const engine::SheetColumn& column) {
    return QString::fromStdString(engine::columnHeading(engine::columnHead(column)));
}

QString textOf(const engine::Sheet& sheet, int row, std::size_t column) {
    return QString::fromStdString(
        engine::cellText(sheet.rows[static_cast<std::size_t>(row)][column], sheet.columns[column],
                         engine::Thousands::ThinSpace));
}

}  // namespace

PlannerChart::PlannerChart(QWidget* parent)
    : QWidget(parent), plot_(makePlot(this, tr("Chart of the answer"))) {
    setObjectName("plannerChart");
    plot_->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(plot_);
    connect(&Theme::instance(), &Theme::changed, this, &PlannerChart::draw);
    draw();
}

void PlannerChart::show(const engine::PlanningChart& chart, const engine::Sheet& sheet) {
    chart_ = chart;
    sheet_ = sheet;
    points_.clear();
    const int x = engine::columnIndex(sheet, chart.x), y = engine::columnIndex(sheet, chart.y);
    const int group = chart.group.empty() ? -1 : engine::columnIndex(sheet, chart.group);
    for (std::size_t r = 0; x >= 0 && y >= 0 && r < sheet.rows.size(); ++r) {
        const auto value = [&](int column) {
            const auto c = static_cast<std::size_t>(column);
            return engine::shownValue(sheet.rows[r][c], sheet.columns[c]);
        };
        const int row = static_cast<int>(r);
        if (std::isfinite(value(x)) && std::isfinite(value(y))) {
            points_.push_back(
                {value(x), value(y), row,
                 group < 0 ? QString() : textOf(sheet, row, static_cast<std::size_t>(group))});
        }
    }
    std::stable_sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) {
        return std::tie(a.group, a.x) < std::tie(b.group, b.x);
    });
    draw();
}

void PlannerChart::drawGroup(const QString& group, std::size_t index) {
    const ThemeColours& colours = Theme::instance().colours();
    const QColor colour = colours.series[index % colours.series.size()];
    QVector<double> x, y;
    for (const Point& point : points_) {
        if (point.group == group) {
            x << point.x;
            y << point.y;
        }
    }
    auto* graph = plot_->addGraph();
    graph->setLineStyle(chart_.isJoined ? QCPGraph::lsLine : QCPGraph::lsNone);
    graph->setPen(QPen(colour, kLinePx));
    const auto shape = kShapes[index / colours.series.size() % kShapes.size()];
    graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour), QBrush(colour), kPointPx));
    graph->setData(x, y, true);
    graph->setName(group);
    if (group.isEmpty() || index >= kMostNamed) {
        graph->removeFromLegend();
    }
}

void PlannerChart::draw() {
    plot_->clearPlottables();
    paintPlot(plot_);
    paintPlotGround(this);
    plot_->setVisible(!points_.empty());
    std::size_t groups = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        if (i == 0 || points_[i].group != points_[i - 1].group) {
            drawGroup(points_[i].group, groups++);
        }
    }
    const auto labelOf = [&](const std::string& key) {
        const int column = engine::columnIndex(sheet_, key);
        return column < 0 ? QString() : headOf(sheet_.columns[static_cast<std::size_t>(column)]);
    };
    plot_->xAxis->setLabel(labelOf(chart_.x));
    plot_->yAxis->setLabel(labelOf(chart_.y));
    plot_->xAxis->setScaleType(chart_.isLogX ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const QSharedPointer<QCPAxisTicker> ticker(
        chart_.isLogX ? static_cast<QCPAxisTicker*>(new QCPAxisTickerLog) : new QCPAxisTicker);
    ticker->setTickStepStrategy(QCPAxisTicker::tssReadability);
    plot_->xAxis->setTicker(ticker);
    plot_->legend->setVisible(groups > 1 || (groups == 1 && !points_.front().group.isEmpty()));
    plot_->rescaleAxes();
    plot_->xAxis->scaleRange(kRim);
    plot_->yAxis->scaleRange(kRim);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

int PlannerChart::rowAt(QPointF pixel) const {
    int row = -1;
    double nearest = kNearPx;
    for (const Point& point : points_) {
        const double away = std::hypot(plot_->xAxis->coordToPixel(point.x) - pixel.x(),
                                       plot_->yAxis->coordToPixel(point.y) - pixel.y());
        if (away < nearest) {
            nearest = away;
            row = point.row;
        }
    }
    return row;
}

QString PlannerChart::rowText(int row) const {
    QStringList lines;
    for (std::size_t c = 0; row >= 0 && c < sheet_.columns.size(); ++c) {
        const QString text = textOf(sheet_, row, c);
        if (!text.isEmpty() && !sheet_.columns[c].label.empty()) {
            lines << headOf(sheet_.columns[c]) + ": " + text;
        }
    }
    return lines.join('\n');
}

bool PlannerChart::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), rowText(rowAt(help->pos())), plot_);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
