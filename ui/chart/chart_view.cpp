// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_view.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::ui {

ChartView::ChartView(ChartSpec spec, const SeriesStore* store, QWidget* parent)
    : QWidget(parent),
      spec_(std::move(spec)),
      store_(store),
      head_(new QLabel(this)),
      plot_(makePlot(this, QCoreApplication::translate("Charts", spec_.title))),
      cursor_(addCursor(plot_)) {
    setAccessibleName(plot_->accessibleName());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addWidget(plot_, 1);
    head_->setTextFormat(Qt::RichText);
    head_->setMinimumWidth(40);
    QString why;
    for (const auto quantity : spec_.quantities) {
        why += QStringLiteral("<p><b>%1</b><br>%2</p>")
                   .arg(utf8Text(engine::infoOf(quantity).label).toHtmlEscaped(),
                        utf8Text(engine::infoOf(quantity).why).toHtmlEscaped());
    }
    head_->setToolTip(why);

    unit_ = {unitSymbol(engine::infoOf(spec_.quantities.front()).unit.symbol),
             engine::infoOf(spec_.quantities.front()).unit.toSi};
    for (std::size_t i = 0; i < spec_.quantities.size(); ++i) {
        QCPGraph* graph = plot_->addGraph();
        graph->setAdaptiveSampling(true);
        graph->setName(utf8Text(engine::infoOf(spec_.quantities[i]).label));
    }
    plot_->installEventFilter(this);
    connect(&Theme::instance(), &Theme::changed, this, &ChartView::paintTheme);
    paintTheme();
}

void ChartView::paintTheme() {
    const ThemeColours& c = Theme::instance().colours();
    paintPlot(plot_);
    plot_->xAxis->grid()->setVisible(false);
    for (int i = 0; i < plot_->graphCount(); ++i) {
        plot_->graph(i)->setPen(QPen(c.series[static_cast<std::size_t>(i) % c.series.size()], 1.6));
    }
    if (plot_->graphCount() == 1) {
        QColor fill = c.series[0];
        fill.setAlpha(28);
        plot_->graph(0)->setBrush(fill);
    }
    paintPlotGround(this);
}

void ChartView::chooseAxis(double fromS, double toS) {
    const auto& times = store_->times();
    const auto first = static_cast<std::size_t>(
        std::lower_bound(times.begin(), times.end(), fromS) - times.begin());
    const auto last =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), toS) - times.begin());
    double most = 0.0;
    for (const auto quantity : spec_.quantities) {
        const auto& values = store_->values(quantity);
        for (std::size_t i = first; i < last; ++i) {
            if (std::isfinite(values[i])) {
                most = std::max(most, values[i]);
            }
        }
    }
    unit_ = shownUnit(engine::infoOf(spec_.quantities.front()).unit, most);
    double top = spec_.ceilingShown;
    if (top <= 0.0) {
        const double span = std::max(most / unit_.toSi - spec_.floorShown, spec_.leastSpanShown);
        top = spec_.floorShown + 1.08 * (span > 0.0 ? span : 1.0);
    }
    plot_->yAxis->setRange(spec_.floorShown, top);
    plot_->yAxis->setLabel(unit_.symbol.isEmpty()
                               ? utf8Text(engine::infoOf(spec_.quantities.front()).label)
                               : unit_.symbol);
}

void ChartView::show(double fromS, double toS, double cursorS) {
    chooseAxis(fromS, toS);
    const double start = static_cast<double>(store_->start().toSecsSinceEpoch());
    const auto& times = store_->times();
    QVector<double> keys(static_cast<qsizetype>(times.size()));
    for (std::size_t i = 0; i < times.size(); ++i) {
        keys[static_cast<qsizetype>(i)] = start + times[i];
    }
    QVector<double> shown(keys.size());
    for (std::size_t g = 0; g < spec_.quantities.size(); ++g) {
        const auto& values = store_->values(spec_.quantities[g]);
        for (std::size_t i = 0; i < values.size(); ++i) {
            shown[static_cast<qsizetype>(i)] = values[i] / unit_.toSi;
        }
        plot_->graph(static_cast<int>(g))->setData(keys, shown, true);
    }
    showTimes(plot_, start, fromS, toS);
    fitValueTicks(plot_, 1, 5);
    placeCursor(cursor_, start + cursorS);
    showHead(cursorS);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ChartView::showHead(double cursorS) {
    const ThemeColours& c = Theme::instance().colours();
    QString html = QStringLiteral("<b>%1</b>")
                       .arg(QCoreApplication::translate("Charts", spec_.title).toHtmlEscaped());
    const auto& times = store_->times();
    if (!times.empty()) {
        const std::size_t at = std::isfinite(cursorS) ? store_->nearest(cursorS) : times.size() - 1;
        for (std::size_t g = 0; g < spec_.quantities.size(); ++g) {
            const engine::QuantityInfo& info = engine::infoOf(spec_.quantities[g]);
            const QString name = spec_.quantities.size() > 1
                                     ? utf8Text(info.label).remove(" power").toHtmlEscaped() + ' '
                                     : QString();
            html += QStringLiteral(" &nbsp;<span style='color:%1'>%2<b>%3</b></span>")
                        .arg(c.series[g % c.series.size()].name(), name,
                             quantityText(store_->values(spec_.quantities[g])[at], info.unit));
        }
        if (std::isfinite(cursorS)) {
            const auto moment = store_->start().addSecs(static_cast<qint64>(times[at]));
            html += QStringLiteral(" &nbsp;<span style='color:%1'>%2</span>")
                        .arg(c.muted.name(), moment.toString("d MMM HH:mm:ss"));
        }
    }
    head_->setText(html);
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_ || store_->times().empty()) {
        return QWidget::eventFilter(watched, event);
    }
    const double start = static_cast<double>(store_->start().toSecsSinceEpoch());
    const auto timeAt = [&](QPointF at) { return plot_->xAxis->pixelToCoord(at.x()) - start; };
    switch (event->type()) {
        case QEvent::MouseMove: {
            const auto at = static_cast<QMouseEvent*>(event)->position();
            if (dragging_) {
                emit panned(dragFrom_ - timeAt(at));
            } else {
                emit hovered(timeAt(at));
            }
            return true;
        }
        case QEvent::MouseButtonPress:
            dragging_ = true;
            dragFrom_ = timeAt(static_cast<QMouseEvent*>(event)->position());
            return true;
        case QEvent::MouseButtonRelease:
            dragging_ = false;
            return true;
        case QEvent::MouseButtonDblClick:
            emit followRequested();
            return true;
        case QEvent::Wheel: {
            auto* wheel = static_cast<QWheelEvent*>(event);
            emit zoomed(std::pow(0.8, wheel->angleDelta().y() / 120.0), timeAt(wheel->position()));
            return true;
        }
        case QEvent::Leave:
            emit left();
            return false;
        default:
            return false;
    }
}

}  // namespace headroom::ui
