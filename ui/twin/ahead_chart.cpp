// SPDX-License-Identifier: Apache-2.0
#include "ui/twin/ahead_chart.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/twin_desk.h"

#include <QLabel>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kIntervalAlpha = 55;
constexpr double kPastShare = 0.5;  // of the hours ahead, before now
constexpr double kLaterPx = 5.0;

/// Values in the unit that the window shows.
DisplayUnit aheadUnit(const models::Unit& unit, double largestSi) {
    if (UnitSystem::instance().converts(unit)) {
        return UnitSystem::instance().shown(unit);
    }
    const ShownUnit shown = shownUnit(unit, largestSi);
    return {shown.symbol, shown.toSi, 0.0};
}

}  // namespace

AheadChart::AheadChart(TwinDesk* desk, QWidget* parent)
    : QWidget(parent),
      desk_(desk),
      head_(new QLabel(this)),
      plot_(makePlot(this, tr("Hours ahead"))) {
    setObjectName("aheadChart");
    head_->setObjectName("aheadChartHead");
    head_->setTextFormat(Qt::RichText);
    head_->setMinimumWidth(40);
    head_->setContentsMargins(8, 4, 6, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 2);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addWidget(plot_, 1);
    for (int b = 0; b < 2; ++b) {
        low_[b] = plot_->addGraph();
        high_[b] = plot_->addGraph();
        high_[b]->setChannelFillGraph(low_[b]);
    }
    past_ = plot_->addGraph();
    middle_[0] = plot_->addGraph();
    middle_[1] = plot_->addGraph();
    later_ = plot_->addGraph();
    later_->setLineStyle(QCPGraph::lsNone);
    now_ = addCursor(plot_);
    connect(&Theme::instance(), &Theme::changed, this, &AheadChart::build);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &AheadChart::build);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, &AheadChart::build);
    build();
}

QString AheadChart::title() const {
    return head_->text();
}

void AheadChart::show(std::shared_ptr<const engine::Ahead> answer, std::size_t curve,
                      const QString& object, double nowSi) {
    answer_ = std::move(answer);
    curve_ = curve;
    object_ = object;
    nowSi_ = nowSi;
    build();
}

void AheadChart::build() {
    for (QCPGraph* graph :
         {past_, low_[0], low_[1], high_[0], high_[1], middle_[0], middle_[1], later_}) {
        graph->data()->clear();
    }
    const bool isThere = answer_ && curve_ < answer_->branches.front().curves.size();
    plot_->setVisible(isThere);
    if (!isThere) {
        head_->clear();
        paintTheme();
        return;
    }
    const engine::AheadCurve& usual = answer_->branches.front().curves[curve_];
    const double nowS = desk_->runTimeS(answer_->fromS);
    toS_ = nowS + answer_->leadS.back();
    fromS_ = nowS - std::min(kPastShare * answer_->leadS.back(), answer_->historyS);
    const TwinDesk::Curve past = desk_->followed(usual.channel, fromS_, nowS);
    double largest = 0.0;
    for (const auto* values : {&usual.low, &usual.high, &past.valueSi}) {
        for (const double value : *values) {
            largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
        }
    }
    const DisplayUnit unit = aheadUnit(usual.quantity->unit, largest);
    const auto set = [&](QCPGraph* graph, const std::vector<double>& timeS,
                         const std::vector<double>& si) {
        QVector<double> keys, values;
        for (std::size_t i = 0; i < std::min(timeS.size(), si.size()); ++i) {
            keys << timeS[i];
            values << unit.shown(si[i]);
        }
        graph->setData(keys, values, true);
    };
    set(past_, past.timeS, past.valueSi);
    // Both branches leave the twin where it is.
    const bool joins = std::isfinite(nowSi_);
    for (std::size_t b = 0; b < answer_->branches.size(); ++b) {
        const engine::AheadCurve& curve = answer_->branches[b].curves[curve_];
        std::vector<double> timeS, low, middle, high;
        if (joins) {
            timeS.push_back(nowS);
            for (auto* values : {&low, &middle, &high}) {
                values->push_back(nowSi_);
            }
        }
        for (std::size_t i = 0; i < answer_->leadS.size() && i < curve.middle.size(); ++i) {
            timeS.push_back(nowS + answer_->leadS[i]);
            low.push_back(curve.low[i]);
            middle.push_back(curve.middle[i]);
            high.push_back(curve.high[i]);
        }
        set(low_[b], timeS, low);
        set(high_[b], timeS, high);
        set(middle_[b], timeS, middle);
        if (b == 0 && !curve.measured.empty()) {
            std::vector<double> laterS;
            for (const double lead : answer_->leadS) {
                laterS.push_back(nowS + lead);
            }
            set(later_, laterS, curve.measured);
        }
    }
    const ThemeColours& c = Theme::instance().colours();
    QString words = QStringLiteral(
                        "<b>%1</b> · %2 &nbsp; <span style='color:%3'>●</span> %4 &nbsp; <span "
                        "style='color:%5'>●</span> %6")
                        .arg(utf8Text(usual.quantity->label).toHtmlEscaped(),
                             (object_.isEmpty() ? tr("Facility") : object_).toHtmlEscaped(),
                             c.muted.name(), tr("so far"), c.series[0].name(), tr("as things go"));
    if (answer_->branches.size() > 1) {
        words += QStringLiteral(" &nbsp; <span style='color:%1'>●</span> %2")
                     .arg(c.series[1].name(), tr("what if"));
    }
    if (!usual.measured.empty()) {
        words += QStringLiteral(" &nbsp; <span style='color:%1'>●</span> %2")
                     .arg(c.text.name(), tr("measured later"));
    }
    words += QStringLiteral(" &nbsp; <span style='color:%1'>%2</span>")
                 .arg(c.muted.name(), tr("bands: nine members of ten"));
    head_->setText(words);
    plot_->yAxis->setLabel(unit.symbol);
    placeCursor(now_, nowS);
    paintTheme();
}

void AheadChart::paintTheme() {
    const ThemeColours& c = Theme::instance().colours();
    paintPlot(plot_);
    for (int b = 0; b < 2; ++b) {
        QColor band = c.series[static_cast<std::size_t>(b)];
        band.setAlpha(kIntervalAlpha);
        low_[b]->setPen(Qt::NoPen);
        high_[b]->setPen(Qt::NoPen);
        high_[b]->setBrush(band);
        middle_[b]->setPen(QPen(c.series[static_cast<std::size_t>(b)], 1.8,
                                b == 0 ? Qt::SolidLine : Qt::DashLine));
    }
    past_->setPen(QPen(c.muted, 1.4));
    later_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, c.text, kLaterPx));
    now_->setPen(QPen(c.accent, 1.4));
    showTimes(plot_, fromS_, toS_);
    fitValueTicks(plot_, 2, 7);
    fitValues(plot_, fromS_, toS_);
    paintPlotGround(this);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void AheadChart::resizeEvent(QResizeEvent*) {
    paintTheme();
}

}  // namespace headroom::ui
