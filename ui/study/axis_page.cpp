// SPDX-License-Identifier: Apache-2.0
#include "ui/study/axis_page.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/study/study_words.h"
#include "ui/units/quantity_text.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::ui {

namespace {

using engine::DesignKind;

constexpr double kHalfBar = 0.32;

QString numberOf(const AxisBar& bar) {
    QString text = numberText(bar.value, 4);
    if (std::isfinite(bar.error)) {
        text += QStringLiteral(" ± ") + numberText(bar.error, 2);
    }
    return text;
}

}  // namespace

AxisBars axisBars(const StudyAnswer& answer, const engine::FigureAnswer& figure) {
    const engine::Study& study = answer.study();
    std::vector<std::size_t> order(study.axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return figure.axes[a].weight > figure.axes[b].weight;
    });
    // A scale for differences, not for the figure: they are smaller.
    const double most = order.empty() ? 0.0 : figure.axes[order.front()].weight;
    const FigureScale scale = figureScale(*figure.figure, most);
    AxisBars made;
    const QString label = utf8Text(figure.figure->label);
    made.label = scale.unit.isEmpty() ? AxisPage::tr("Change of %1").arg(label)
                                      : AxisPage::tr("Change of %1 (%2)").arg(label, scale.unit);
    const auto values = [&](std::size_t a, const auto& of) {
        const engine::StudyAxis& axis = study.axes[a];
        for (std::size_t level = 0; level < axis.levelCount(); ++level) {
            const auto [value, error] = of(level);
            made.bars.push_back(
                {QStringLiteral("%1: %2").arg(QString::fromStdString(axis.name),
                                              axisValueText(axis, axis.levelText(level),
                                                            *answer.project, *answer.catalogue)),
                 value * scale.by, error * scale.by});
        }
    };
    for (const std::size_t a : order) {
        const engine::AxisAnswer& of = figure.axes[a];
        const QString name = QString::fromStdString(study.axes[a].name);
        switch (study.design) {
            case DesignKind::Factorial:
            case DesignKind::Paired:
                made.about = AxisPage::tr(
                    "Mean at each value, less the mean of all; with its standard error.");
                values(a, [&](std::size_t i) {
                    return std::pair(of.levels[i].value, of.levels[i].error);
                });
                break;
            case DesignKind::OneAtATime:
                made.about = AxisPage::tr("Each value alone, against the unchanged project.");
                values(a,
                       [&](std::size_t i) { return std::pair(of.alone[i], models::kNotStated); });
                break;
            case DesignKind::Morris:
                made.about = AxisPage::tr(
                    "Mean size of steps over the range (mu*), with its standard error; pale: their "
                    "deviation (sigma). As large "
                    "as mu*: curved, or together with other axes.");
                made.bars.push_back({name, of.morris.meanSize.value * scale.by,
                                     of.morris.meanSize.error * scale.by,
                                     of.morris.deviation * scale.by});
                break;
            case DesignKind::Indices:
                made.about = AxisPage::tr(
                    "Share of the variance by the axis alone; pale: with all others together. With "
                    "standard errors.");
                made.label = AxisPage::tr("Share of the variance of %1 (%)").arg(label);
                made.bars.push_back({name, 100.0 * of.share.first.value,
                                     100.0 * of.share.first.error, 100.0 * of.share.total.value});
                break;
            case DesignKind::LatinHypercube:
            case DesignKind::Sobol:
            case DesignKind::Search:
                made.about = AxisPage::tr(
                    "Slope of a straight line over the whole range, with its standard error, and "
                    "what it explains.");
                made.bars.push_back({AxisPage::tr("%1 (explains %2 %)")
                                         .arg(name, numberText(100.0 * of.slope.explained, 3)),
                                     of.slope.slope.value * scale.by,
                                     of.slope.slope.error * scale.by});
                break;
        }
    }
    return made;
}

AxisPage::AxisPage(QWidget* parent) : FigurePage("studyAxis", tr("Effect of each axis"), parent) {
    plot_->installEventFilter(this);
    draw();
}

void AxisPage::draw() {
    plot_->clearItems();
    plot_->clearPlottables();
    tips_.clear();
    paintPlot(plot_);
    paintPlotGround(this);
    const int f = figure_->currentIndex();
    const bool has = answer_ && f >= 0 &&
                     static_cast<std::size_t>(f) < answer_->answers.figures.size() &&
                     answer_->answers.status.done > 0;
    plot_->setVisible(has);
    about_->setText(has ? QString() : tr("The effect of each axis appears after the first runs."));
    if (!has) {
        return;
    }
    const AxisBars made = axisBars(*answer_, answer_->answers.figures[static_cast<std::size_t>(f)]);
    about_->setText(made.about);
    const ThemeColours& colours = Theme::instance().colours();
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    double least = 0.0, most = 0.0;
    const auto rect = [&](double x, double y, double half, const QColor& colour) {
        auto* item = new QCPItemRect(plot_);
        item->topLeft->setCoords(0.0, y - half);
        item->bottomRight->setCoords(x, y + half);
        item->setPen(QPen(Qt::NoPen));
        item->setBrush(colour);
        least = std::min(least, x);
        most = std::max(most, x);
    };
    const auto line = [&](double fromX, double toX, double y) {
        auto* item = new QCPItemLine(plot_);
        item->start->setCoords(fromX, y);
        item->end->setCoords(toX, y);
        item->setPen(QPen(colours.text, 1.4));
        item->setHead(QCPLineEnding(QCPLineEnding::esBar, 6, 6));
        item->setTail(QCPLineEnding(QCPLineEnding::esBar, 6, 6));
        least = std::min({least, fromX, toX});
        most = std::max({most, fromX, toX});
    };
    for (std::size_t i = 0; i < made.bars.size(); ++i) {
        const AxisBar& bar = made.bars[i];
        const auto y = static_cast<double>(i);
        ticker->addTick(y, bar.label);
        if (std::isfinite(bar.second)) {
            QColor pale = colours.accent;
            pale.setAlphaF(0.3F);
            rect(bar.second, y, kHalfBar, pale);
        }
        if (!std::isfinite(bar.value)) {
            continue;
        }
        rect(bar.value, y, std::isfinite(bar.second) ? 0.6 * kHalfBar : kHalfBar,
             bar.value < 0.0 ? colours.series[1] : colours.accent);
        if (std::isfinite(bar.error)) {
            line(bar.value - bar.error, bar.value + bar.error, y);
        }
        QString tip = QStringLiteral("%1\n%2: %3").arg(bar.label, made.label, numberOf(bar));
        if (std::isfinite(bar.second)) {
            tip += QStringLiteral("\n") + tr("pale: %1").arg(numberText(bar.second, 4));
        }
        tips_.emplace_back(QRectF(-1e300, y - 0.5, 2e300, 1.0), tip);
    }
    plot_->yAxis->setTicker(ticker);
    plot_->yAxis->setRangeReversed(true);
    plot_->yAxis->setRange(-0.6, std::max(0.4, static_cast<double>(made.bars.size()) - 0.4));
    plot_->yAxis->grid()->setVisible(false);
    const double room = 0.06 * std::max(most - least, 1e-300);
    plot_->xAxis->setRange(least < 0.0 ? least - room : 0.0,
                           most > 0.0 ? most + room : (least < 0.0 ? 0.0 : 1.0));
    plot_->xAxis->setLabel(made.label);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool AxisPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPointF at(plot_->xAxis->pixelToCoord(help->pos().x()),
                         plot_->yAxis->pixelToCoord(help->pos().y()));
        const auto hit = std::find_if(tips_.begin(), tips_.end(),
                                      [&](const auto& tip) { return tip.first.contains(at); });
        QToolTip::showText(help->globalPos(), hit == tips_.end() ? QString() : hit->second, plot_);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
