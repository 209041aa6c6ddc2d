// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/policy_charts.h"

#include "engine/base/scale.h"
#include "ui/jobs/job_palette.h"
#include "ui/kit/plot.h"
#include "ui/kit/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

/// Completion times as people say them: 1 min, 10 min, 1 h, …
QSharedPointer<QCPAxisTickerText> lengthTicker() {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    ticker->addTick(10.0, QObject::tr("10 s"));
    ticker->addTick(30.0, QObject::tr("30 s"));
    ticker->addTick(kMinuteS, QObject::tr("1 min"));
    ticker->addTick(2.0 * kMinuteS, QObject::tr("2 min"));
    ticker->addTick(5.0 * kMinuteS, QObject::tr("5 min"));
    ticker->addTick(15.0 * kMinuteS, QObject::tr("15 min"));
    ticker->addTick(30.0 * kMinuteS, QObject::tr("30 min"));
    ticker->addTick(kHourS, QObject::tr("1 h"));
    ticker->addTick(2.0 * kHourS, QObject::tr("2 h"));
    ticker->addTick(6.0 * kHourS, QObject::tr("6 h"));
    ticker->addTick(12.0 * kHourS, QObject::tr("12 h"));
    ticker->addTick(kDayS, QObject::tr("1 d"));
    ticker->addTick(3.0 * kDayS, QObject::tr("3 d"));
    ticker->addTick(10.0 * kDayS, QObject::tr("10 d"));
    ticker->addTick(30.0 * kDayS, QObject::tr("30 d"));
    ticker->addTick(100.0 * kDayS, QObject::tr("100 d"));
    return ticker;
}

}  // namespace

PolicyCharts::PolicyCharts(QWidget* parent) : QWidget(parent) {
    setObjectName("policyCharts");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(14);
    completion_ = chart(tr("Jobs done after"),
                        tr("Share of all jobs whose completion time, end less submission, is not "
                           "longer. A line further left is better."));
    queue_ = chart(tr("Jobs waiting for their first start"),
                   tr("Over the time since the first submission. Jobs that were preempted and wait "
                      "again are not counted."));
    completion_->xAxis->setScaleType(QCPAxis::stLogarithmic);
    completion_->xAxis->setTicker(lengthTicker());
    completion_->yAxis->setLabel(tr("jobs done (%)"));
    completion_->yAxis->setRange(0.0, 100.0);
    queue_->yAxis->setLabel(tr("jobs"));
    connect(&Theme::instance(), &Theme::changed, this, &PolicyCharts::paintTheme);
    paintTheme();
}

QCustomPlot* PolicyCharts::chart(const QString& title, const QString& tip) {
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    auto* head = new QLabel(title, this);
    QFont heavy = head->font();
    heavy.setWeight(QFont::DemiBold);
    head->setFont(heavy);
    head->setToolTip(tip);
    QCustomPlot* plot = makePlot(this, title);
    plot->setMinimumSize(160, 90);
    plot->setToolTip(tip);
    column->addWidget(head);
    column->addWidget(plot, 1);
    static_cast<QHBoxLayout*>(layout())->addLayout(column, 1);
    return plot;
}

void PolicyCharts::clear() {
    jct_.clear();
    depth_.clear();
    emphasised_ = -1;
    completion_->clearGraphs();
    queue_->clearGraphs();
    scaleAxes();
    paintTheme();
}

void PolicyCharts::add(const PolicyOutcome& outcome) {
    jct_.push_back(outcome.jct);
    depth_.push_back(outcome.queue);
    completion_->addGraph()->setLineStyle(QCPGraph::lsStepLeft);
    queue_->addGraph()->setLineStyle(QCPGraph::lsStepLeft);
    scaleAxes();
    paintTheme();
}

void PolicyCharts::emphasise(int row) {
    emphasised_ = row;
    paintTheme();
}

/// Hours or days, and what all lines need.
void PolicyCharts::scaleAxes() {
    double least = 1e300;
    double longest = kMinuteS;
    double last = kHourS;
    double deepest = 1.0;
    for (std::size_t i = 0; i < jct_.size(); ++i) {
        if (!jct_[i].empty()) {
            least = std::min(least, jct_[i].front().x);
            longest = std::max(longest, jct_[i].back().x);
        }
        for (const CurvePoint& point : depth_[i]) {
            last = std::max(last, point.x);
            deepest = std::max(deepest, point.y);
        }
    }
    const bool days = last > 3.0 * kDayS;
    queue_->xAxis->setLabel(days ? tr("days") : tr("hours"));
    const double unit = days ? kDayS : kHourS;
    for (std::size_t i = 0; i < jct_.size(); ++i) {
        QVector<double> x;
        QVector<double> y;
        for (const CurvePoint& point : jct_[i]) {
            x << std::max(1.0, point.x);
            y << 100.0 * point.y;
        }
        completion_->graph(static_cast<int>(i))->setData(x, y, true);
        x.clear();
        y.clear();
        for (const CurvePoint& point : depth_[i]) {
            x << point.x / unit;
            y << point.y;
        }
        queue_->graph(static_cast<int>(i))->setData(x, y, true);
    }
    completion_->xAxis->setRange(std::clamp(least, 5.0, longest / 2.0), longest * 1.1);
    queue_->xAxis->setRange(0.0, last / unit);
    queue_->yAxis->setRange(0.0, 1.06 * deepest);
}

void PolicyCharts::paintTheme() {
    for (QCustomPlot* plot : {completion_, queue_}) {
        paintPlot(plot);
        for (int i = 0; i < plot->graphCount(); ++i) {
            // Neighbours differ in line as well as in colour.
            const bool strong = i == emphasised_;
            plot->graph(i)->setPen(QPen(JobPalette::ofTenant(i), strong ? 3.2 : 1.6,
                                        i % 2 == 0 ? Qt::SolidLine : Qt::DashLine));
            plot->graph(i)->setLayer(strong ? "overlay" : "main");
        }
    }
    paintPlotGround(this);
}

}  // namespace headroom::ui
