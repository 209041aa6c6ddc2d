// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/sensor_chart.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/twin/sensor_words.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kBandAlpha = 60, kSpanAlpha = 38;
constexpr double kZoomPerNotch = 1.25, kShortestS = 120.0;
constexpr double kDragPx = 4.0;

/// Values of a reading in the unit that the window shows.
DisplayUnit displayOf(const models::Unit& unit, double largestSi) {
    if (UnitSystem::instance().converts(unit)) {
        return UnitSystem::instance().shown(unit);
    }
    const ShownUnit shown = shownUnit(unit, largestSi);
    return {shown.symbol, shown.toSi, 0.0};
}

double largestOf(const std::vector<double>& values) {
    double largest = 0.0;
    for (const double value : values) {
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    }
    return largest;
}

}  // namespace

SensorChart::SensorChart(Workspace* workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      desk_(&workspace->twin()),
      head_(new QLabel(this)),
      values_(makePlot(this, tr("Measured and modelled"))),
      residuals_(makePlot(this, tr("Measured less modelled"))) {
    setObjectName("sensorChart");
    head_->setObjectName("sensorChartHead");
    head_->setTextFormat(Qt::RichText);
    head_->setMinimumWidth(40);
    head_->setContentsMargins(8, 4, 6, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 2);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addWidget(values_, 3);
    layout->addWidget(residuals_, 2);
    low_ = values_->addGraph();
    high_ = values_->addGraph();
    modelled_ = values_->addGraph();
    measured_ = values_->addGraph();
    high_->setChannelFillGraph(low_);
    bandLow_ = residuals_->addGraph();
    bandHigh_ = residuals_->addGraph();
    residual_ = residuals_->addGraph();
    bandHigh_->setChannelFillGraph(bandLow_);
    cursors_[0] = addCursor(values_);
    cursors_[1] = addCursor(residuals_);
    zero_ = new QCPItemStraightLine(residuals_);
    values_->xAxis->setTickLabels(false);
    for (QCustomPlot* plot : {values_, residuals_}) {
        plot->installEventFilter(this);
    }
    connect(desk_, &TwinDesk::chosen, this, [this] {
        isZoomed_ = false;
        build();
    });
    connect(desk_, &TwinDesk::changed, this, &SensorChart::build);
    connect(desk_, &TwinDesk::moved, this, &SensorChart::showInstant);
    connect(&Theme::instance(), &Theme::changed, this, &SensorChart::paintTheme);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &SensorChart::build);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, &SensorChart::build);
    build();
}

const engine::SensorSpec* SensorChart::spec() const {
    return desk_->answer() && desk_->sensor() >= 0
               ? &desk_->answer()->map().sensors[static_cast<std::size_t>(desk_->sensor())]
               : nullptr;
}

QString SensorChart::title() const {
    return head_->text();
}

void SensorChart::addSpan(double fromS, double toS, bool isAlarm) {
    for (QCustomPlot* plot : {values_, residuals_}) {
        auto* rect = new QCPItemRect(plot);
        rect->topLeft->setTypeX(QCPItemPosition::ptPlotCoords);
        rect->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
        rect->bottomRight->setTypeX(QCPItemPosition::ptPlotCoords);
        rect->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
        rect->topLeft->setCoords(fromS, 0.0);
        rect->bottomRight->setCoords(toS, 1.0);
        rect->setLayer("background");
        rect->setPen(Qt::NoPen);
        spans_.push_back({rect, isAlarm});
    }
}

void SensorChart::build() {
    for (QCPGraph* graph : {low_, high_, modelled_, measured_, residual_, bandLow_, bandHigh_}) {
        graph->data()->clear();
    }
    for (const Span& span : spans_) {
        span.rect->parentPlot()->removeItem(span.rect);
    }
    spans_.clear();
    const engine::SensorSpec* sensor = spec();
    values_->setVisible(sensor != nullptr);
    residuals_->setVisible(false);
    if (sensor == nullptr) {
        head_->setText(desk_->answer() ? tr("Choose a sensor, in the table or on the floor")
                                       : QString());
        paintTheme();
        return;
    }
    const TwinAnswer& answer = *desk_->answer();
    const engine::TelemetrySeries readings = answer.reader->measured(desk_->sensor());
    const DisplayUnit unit = displayOf(unitOf(*sensor), largestOf(readings.value));
    QVector<double> keys, shown;
    for (std::size_t i = 0; i < readings.timeS.size(); ++i) {
        keys << desk_->runTimeS(readings.timeS[i]);
        shown << unit.shown(readings.value[i]);
    }
    measured_->setData(keys, shown, true);
    fromS_ = desk_->runTimeS(answer.report->fromS);
    toS_ = desk_->runTimeS(answer.report->nowS);
    QString what = tr("nothing of a run is compared with it");
    const int k = answer.reader->residualOf(desk_->sensor());
    if (k >= 0) {
        const engine::ResidualSeries& series = answer.report->series[static_cast<std::size_t>(k)];
        const engine::SensorResidual& judged =
            answer.report->residuals[static_cast<std::size_t>(k)];
        std::vector<double> off, spread;
        for (std::size_t i = 0; i < series.timeS.size(); ++i) {
            off.push_back(series.residual(i));
            spread.push_back(engine::kNinetyWithin *
                             engine::alarmSpread(*sensor, judged, series, i));
        }
        const DisplayUnit difference =
            displayOf(differenceUnitOf(*sensor), std::max(largestOf(off), largestOf(spread)));
        QVector<double> at, model, below, above, residual, least, most;
        for (std::size_t i = 0; i < series.timeS.size(); ++i) {
            // The effect of a machine more or less is expected too.
            const double bend = series.bend.empty() ? 0.0 : series.bend[i];
            const double low = judged.learnedBias + std::min(0.0, bend) - spread[i];
            const double high = judged.learnedBias + std::max(0.0, bend) + spread[i];
            at << desk_->runTimeS(series.timeS[i]);
            model << unit.shown(series.modelled[i]);
            below << unit.shown(series.modelled[i] + low);
            above << unit.shown(series.modelled[i] + high);
            residual << difference.shown(off[i]);
            least << difference.shown(low);
            most << difference.shown(high);
        }
        modelled_->setData(at, model, true);
        low_->setData(at, below, true);
        high_->setData(at, above, true);
        residual_->setData(at, residual, true);
        bandLow_->setData(at, least, true);
        bandHigh_->setData(at, most, true);
        residuals_->yAxis->setLabel(difference.symbol);
        residuals_->setVisible(!at.isEmpty());
        if (sensor->drives == engine::Drive::Nothing) {
            addSpan(fromS_, desk_->runTimeS(answer.report->learnUntilS), false);
        }
        for (const engine::ResidualAlarm& alarm : answer.report->alarms) {
            if (alarm.sensor == desk_->sensor()) {
                addSpan(desk_->runTimeS(alarm.raisedS),
                        alarm.isActive() ? toS_ : desk_->runTimeS(alarm.clearedS), true);
            }
        }
        what = sensor->drives == engine::Drive::Nothing
                   ? tr("band: nine of ten readings are expected in it")
                   : tr("it drives the twin: what differs is bookkeeping, and says nothing of the "
                        "models");
    }
    const ThemeColours& c = Theme::instance().colours();
    head_->setText(
        QStringLiteral("<b>%1</b> · %2 &nbsp; <span style='color:%3'>●</span> %4 &nbsp; "
                       "<span style='color:%5'>●</span> %6 &nbsp; <span style='color:%7'>%8</span>")
            .arg(QString::fromStdString(sensor->id).toHtmlEscaped(),
                 desk_->nameOfPlace(desk_->sensor()).toHtmlEscaped(), c.series[1].name(),
                 tr("measured"), c.series[0].name(), tr("modelled"), c.muted.name(),
                 what.toHtmlEscaped()));
    head_->setToolTip(what);
    values_->yAxis->setLabel(unit.symbol);
    values_->xAxis->setTickLabels(!residuals_->isVisibleTo(this));
    isZoomed_ = isZoomed_ && range0_ >= fromS_ && range1_ <= toS_;
    showTimesOf(isZoomed_ ? range0_ : fromS_, isZoomed_ ? range1_ : toS_);
    paintTheme();
}

void SensorChart::showTimesOf(double fromS, double toS) {
    for (QCustomPlot* plot : {values_, residuals_}) {
        showTimes(plot, fromS, toS);
        fitValueTicks(plot, 2, 6);
        fitValues(plot, fromS, toS);
    }
    // One left edge for both.
    const auto labels = [](QCustomPlot* plot) {
        const QFontMetrics metrics(plot->yAxis->tickLabelFont());
        const QCPRange r = plot->yAxis->range();
        return std::max(metrics.horizontalAdvance(QString::number(r.lower, 'g', 4)),
                        metrics.horizontalAdvance(QString::number(r.upper, 'g', 4)));
    };
    const int edge = std::max(labels(values_), labels(residuals_)) + 34;
    for (QCustomPlot* plot : {values_, residuals_}) {
        plot->axisRect()->setAutoMargins(QCP::msBottom);
        plot->axisRect()->setMargins(QMargins(edge, 6, 12, 0));
        plot->replot(QCustomPlot::rpQueuedReplot);
    }
    range0_ = fromS;
    range1_ = toS;
    showInstant();
}

void SensorChart::showInstant() {
    const bool known = spec() != nullptr;
    for (QCPItemStraightLine* cursor : cursors_) {
        placeCursor(cursor, known ? desk_->runTimeS(desk_->instantS()) : NAN);
        cursor->parentPlot()->replot(QCustomPlot::rpQueuedReplot);
    }
}

void SensorChart::paintTheme() {
    const ThemeColours& c = Theme::instance().colours();
    for (QCustomPlot* plot : {values_, residuals_}) {
        paintPlot(plot);
    }
    QColor band = c.series[0];
    band.setAlpha(kBandAlpha);
    for (QCPGraph* graph : {low_, high_, bandLow_, bandHigh_}) {
        graph->setPen(Qt::NoPen);
    }
    high_->setBrush(band);
    bandHigh_->setBrush(band);
    modelled_->setPen(QPen(c.series[0], 1.6));
    measured_->setPen(QPen(c.series[1], 1.2));
    residual_->setPen(QPen(c.series[1], 1.2));
    zero_->setPen(QPen(c.muted, 1.0));
    zero_->point1->setCoords(0.0, 0.0);
    zero_->point2->setCoords(1.0, 0.0);
    for (QCPItemStraightLine* cursor : cursors_) {
        cursor->setPen(QPen(c.accent, 1.4));
    }
    for (const Span& span : spans_) {
        QColor colour = span.isAlarm ? c.bad : c.muted;
        colour.setAlpha(kSpanAlpha);
        span.rect->setBrush(colour);
    }
    paintPlotGround(this);
}

void SensorChart::resizeEvent(QResizeEvent*) {
    showTimesOf(range0_, range1_);
}

bool SensorChart::eventFilter(QObject* watched, QEvent* event) {
    auto* plot = qobject_cast<QCustomPlot*>(watched);
    const auto timeAt = [plot](const QPointF& at) { return plot->xAxis->pixelToCoord(at.x()); };
    switch (event->type()) {
        case QEvent::Wheel: {
            auto* wheel = static_cast<QWheelEvent*>(event);
            const double factor = std::pow(kZoomPerNotch, -wheel->angleDelta().y() / 120.0);
            const double at = timeAt(wheel->position());
            const double length = std::clamp(factor * (range1_ - range0_),
                                             std::min(kShortestS, toS_ - fromS_), toS_ - fromS_);
            const double share = (at - range0_) / (range1_ - range0_);
            const double from = std::clamp(at - share * length, fromS_, toS_ - length);
            isZoomed_ = length < toS_ - fromS_;
            showTimesOf(from, from + length);
            return true;
        }
        case QEvent::MouseButtonPress:
            pressedAt_ = static_cast<QMouseEvent*>(event)->position().x();
            isPressed_ = static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
            isDragging_ = false;
            return false;
        case QEvent::MouseMove:
            if (auto* mouse = static_cast<QMouseEvent*>(event);
                isPressed_ && (mouse->buttons() & Qt::LeftButton) != 0) {
                isDragging_ = isDragging_ || std::abs(mouse->position().x() - pressedAt_) > kDragPx;
                if (isDragging_) {
                    const double by = timeAt({pressedAt_, 0.0}) - timeAt(mouse->position());
                    const double length = range1_ - range0_;
                    const double from = std::clamp(range0_ + by, fromS_, toS_ - length);
                    pressedAt_ = mouse->position().x();
                    showTimesOf(from, from + length);
                }
            }
            return false;
        case QEvent::MouseButtonRelease:
            if (auto* mouse = static_cast<QMouseEvent*>(event);
                isPressed_ && !isDragging_ && workspace_->runs().canRewind()) {
                const double timeS = std::clamp(timeAt(mouse->position()), fromS_, toS_);
                if (timeS >= 0.0 && timeS <= workspace_->runs().lastS()) {
                    workspace_->runs().seek(timeS);
                }
            }
            isPressed_ = false;
            return false;
        case QEvent::MouseButtonDblClick:
            isPressed_ = isZoomed_ = false;
            showTimesOf(fromS_, toS_);
            return true;
        default:
            return QWidget::eventFilter(watched, event);
    }
}

}  // namespace headroom::ui
