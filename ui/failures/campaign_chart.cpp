// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/campaign_chart.h"

#include "engine/base/scale.h"
#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::ui {

namespace {

using engine::Figure;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Prediction of the law for that figure, in its shown unit.
double lawOf(const engine::ReliabilityLaw& law, const Figure& figure) {
    return figure.key == engine::kMeanTimeToInterruption ? law.mttiS / kHourS
           : figure.key == engine::kEffectiveTime        ? 100.0 * law.ettr
                                                         : kNan;
}

}  // namespace

CampaignLine lineOfSizes(const engine::CampaignResult& result) {
    CampaignLine line;
    line.xLabel = CampaignChart::tr("accelerators of a job, up to");
    line.yLabel = CampaignChart::tr("mean time to interruption (h)");
    line.logX = true;
    for (const engine::SizeEstimate& size : engine::sizesOf(result.replications)) {
        line.x.push_back(size.accelerators);
        line.mean.push_back(size.mttiH.mean);
        line.half.push_back(size.mttiH.halfWidth);
        line.law.push_back(size.analyticH);
    }
    return line;
}

CampaignLine lineOf(const engine::Curve& curve, const Figure& info) {
    CampaignLine line;
    const auto labelled = [](const QString& label, const QString& unit) {
        return unit.isEmpty() ? label : QStringLiteral("%1 (%2)").arg(label, unit);
    };
    line.xLabel =
        labelled(QString::fromStdString(curve.figure.label), unitSymbol(curve.figure.unit));
    line.yLabel =
        labelled(QString::fromUtf8(info.label.data(), static_cast<int>(info.label.size())),
                 unitSymbol(info.unit.symbol));
    for (const engine::CurvePoint& point : curve.points) {
        const engine::Estimate e = engine::estimateOf(point.campaign.replications, info);
        line.x.push_back(point.value);
        line.mean.push_back(e.mean / info.unit.toSi);
        line.half.push_back(e.halfWidth / info.unit.toSi);
        line.law.push_back(point.campaign.replications.empty()
                               ? kNan
                               : lawOf(point.campaign.replications.front().law, info));
    }
    const auto positive = [](double v) { return v > 0.0; };
    line.logX = line.x.size() > 2 && std::all_of(line.x.begin(), line.x.end(), positive) &&
                line.x.back() / line.x.front() >= 8.0;
    return line;
}

CampaignChart::CampaignChart(QWidget* parent)
    : QWidget(parent),
      plot_(makePlot(this, tr("Figure over values, with its 95 % interval and the law"))) {
    setObjectName("campaignChart");
    plot_->setObjectName("campaignPlot");
    high_ = plot_->addGraph();
    low_ = plot_->addGraph();
    mean_ = plot_->addGraph();
    law_ = plot_->addGraph();
    high_->setChannelFillGraph(low_);
    high_->setName(tr("95 % interval"));
    mean_->setName(tr("Mean of replications"));
    mean_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 7));
    law_->setName(tr("Law"));
    low_->removeFromLegend();
    plot_->legend->setVisible(true);
    plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(plot_);
    setMinimumHeight(150);
    connect(&Theme::instance(), &Theme::changed, this, &CampaignChart::paintTheme);
    paintTheme();
}

void CampaignChart::show(const CampaignLine& line) {
    QVector<double> x, mean, high, low, lawX, law;
    double least = 1e300, most = -1e300;
    for (std::size_t i = 0; i < line.x.size(); ++i) {
        if (std::isfinite(line.law[i])) {
            lawX << line.x[i];
            law << line.law[i];
            least = std::min(least, line.law[i]);
            most = std::max(most, line.law[i]);
        }
        if (!std::isfinite(line.mean[i])) {
            continue;
        }
        const double half = std::isfinite(line.half[i]) ? line.half[i] : 0.0;
        x << line.x[i];
        mean << line.mean[i];
        high << line.mean[i] + half;
        low << line.mean[i] - half;
        least = std::min(least, low.back());
        most = std::max(most, high.back());
    }
    mean_->setData(x, mean);
    high_->setData(x, high);
    low_->setData(x, low);
    law_->setData(lawX, law);
    law_->setVisible(!law.isEmpty());
    if (law.isEmpty()) {
        law_->removeFromLegend();
    } else {
        law_->addToLegend();
    }
    plot_->xAxis->setLabel(line.xLabel);
    plot_->yAxis->setLabel(line.yLabel);
    plot_->xAxis->setScaleType(line.logX ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (line.logX) {
        plot_->xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    } else {
        plot_->xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    }
    plot_->xAxis->setNumberFormat("g");
    if (!line.x.empty() && least <= most) {
        const auto [first, last] = std::minmax_element(line.x.begin(), line.x.end());
        const double width = *last - *first;
        if (line.logX) {
            plot_->xAxis->setRange(*first / 1.3, *last * 1.3);
        } else {
            plot_->xAxis->setRange(*first - 0.05 * width - (width > 0.0 ? 0.0 : 1.0),
                                   *last + 0.05 * width + (width > 0.0 ? 0.0 : 1.0));
        }
        const double height = std::max(most - least, 1e-6 * std::max(1.0, std::abs(most)));
        plot_->yAxis->setRange(least - 0.12 * height, most + 0.25 * height);
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CampaignChart::paintTheme() {
    const ThemeColours& c = Theme::instance().colours();
    paintPlot(plot_);
    QColor band = c.series[0];
    band.setAlphaF(0.22F);
    high_->setPen(QPen(Qt::NoPen));
    low_->setPen(QPen(Qt::NoPen));
    high_->setBrush(band);
    mean_->setPen(QPen(c.series[0], 2.0));
    law_->setPen(QPen(c.series[1], 2.0, Qt::DashLine));
}

}  // namespace headroom::ui
