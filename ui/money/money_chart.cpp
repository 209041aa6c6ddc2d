// SPDX-License-Identifier: Apache-2.0
#include "ui/money/money_chart.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

void MoneyCanvas::bar(double fromX, double fromY, double toX, double toY, const QColor& colour,
                      const QString& tip) {
    auto* rect = new QCPItemRect(plot_);
    rect->topLeft->setCoords(fromX, fromY);
    rect->bottomRight->setCoords(toX, toY);
    rect->setPen(QPen(Qt::NoPen));
    rect->setBrush(colour);
    say(fromX, fromY, toX, toY, tip);
}

void MoneyCanvas::word(double x, double y, const QString& text, const QColor& colour,
                       bool onRight) {
    auto* item = new QCPItemText(plot_);
    item->position->setCoords(x, y);
    item->setPositionAlignment((onRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    item->setPadding(QMargins(4, 0, 4, 0));
    item->setText(text);
    item->setFont(plot_->xAxis->tickLabelFont());
    item->setColor(colour);
}

void MoneyCanvas::say(double fromX, double fromY, double toX, double toY, const QString& tip) {
    tips_->emplace_back(QRectF(QPointF(fromX, fromY), QPointF(toX, toY)).normalized(), tip);
}

void MoneyCanvas::nameRows(const QStringList& names) {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype i = 0; i < names.size(); ++i) {
        ticker->addTick(static_cast<double>(i), names[i]);
    }
    plot_->yAxis->setTicker(ticker);
    plot_->yAxis->setRangeReversed(true);
    plot_->yAxis->setRange(-0.6, static_cast<double>(names.size()) - 0.4);
    plot_->yAxis->grid()->setVisible(false);
}

void MoneyCanvas::scaleX(double from, double to, const QString& label) {
    plot_->xAxis->setRange(from, to);
    plot_->xAxis->setLabel(label);
}

void MoneyCanvas::scaleY(double from, double to, const QString& label) {
    plot_->yAxis->setRange(from, to);
    plot_->yAxis->setLabel(label);
}

MoneyScale moneyScale(double most, const std::string& currency) {
    struct Step {
        double by;
        const char* prefix;
    };

    constexpr auto kSteps = std::to_array<Step>({{1e9, "G"}, {1e6, "M"}, {1e3, "k"}});
    const QString unit = QString::fromStdString(currency);
    for (const Step& step : kSteps) {
        if (std::abs(most) >= step.by) {
            return {step.by, QStringLiteral("%1 %2").arg(step.prefix, unit)};
        }
    }
    return {1.0, unit};
}

QString amountText(double amount, const std::string& currency) {
    const MoneyScale scale = moneyScale(amount, currency);
    return numberText(amount / scale.by) + QChar(0x2009) + scale.unit;
}

MoneyChart::MoneyChart(const QString& name, Draw drawing, QWidget* parent)
    : QWidget(parent), plot_(makePlot(this, name)), draw_(drawing) {
    setObjectName("moneyChart");
    plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    plot_->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(plot_);
    setMinimumHeight(150);
    connect(&Theme::instance(), &Theme::changed, this, &MoneyChart::draw);
    draw();
}

void MoneyChart::show(std::shared_ptr<const MoneyAnswer> answer) {
    answer_ = std::move(answer);
    draw();
}

void MoneyChart::draw() {
    plot_->clearItems();
    plot_->clearPlottables();
    tips_.clear();
    plot_->legend->setVisible(false);
    paintPlot(plot_);
    paintPlotGround(this);
    const bool has = answer_ && answer_->study;
    plot_->setVisible(has);
    if (has) {
        MoneyCanvas canvas(plot_, &tips_);
        draw_(canvas, *answer_);
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

QString MoneyChart::tipAt(QPointF place) const {
    const QPointF at(plot_->xAxis->pixelToCoord(place.x()), plot_->yAxis->pixelToCoord(place.y()));
    // The element drawn last lies on top.
    const auto hit = std::find_if(tips_.rbegin(), tips_.rend(),
                                  [&](const auto& tip) { return tip.first.contains(at); });
    return hit == tips_.rend() ? QString() : hit->second;
}

bool MoneyChart::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), plot_);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace headroom::ui
