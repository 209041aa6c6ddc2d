// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/stack_chart.h"

#include "engine/base/scale.h"
#include "ui/chart/chart_channel.h"
#include "ui/chart/chart_data.h"
#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/run_text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QStackedWidget>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

using engine::FacilityQuantity;

/// Told apart by hue and by lightness of neighbours; the legend is in the same order.
constexpr auto kLight =
    std::to_array<QRgb>({0xff1f5fae, 0xff6fb1e8, 0xff0f7f7a, 0xff79cfc0, 0xff9bd36a, 0xff8a4b08,
                         0xffe39a2d, 0xff7a3c9c, 0xffc79be0, 0xff66707d});
constexpr auto kDark =
    std::to_array<QRgb>({0xff3f83da, 0xff9ccbf5, 0xff1f9b94, 0xff93e0d3, 0xffb3e288, 0xffb8721f,
                         0xfff5b95a, 0xff9a5fc0, 0xffdcbcf0, 0xff98a3b0});

QColor colourOf(std::size_t part) {
    const auto& colours = Theme::instance().isDark() ? kDark : kLight;
    return QColor::fromRgb(colours[part % colours.size()]);
}

QString translated(const char* text) {
    return QCoreApplication::translate("Charts", text);
}

double shareIn(const DisplayUnit& unit, double partSi, double itPowerW) {
    const double share = itPowerW > 0.0 ? unit.shown(partSi / itPowerW) : 0.0;
    return std::isfinite(share) ? share : 0.0;
}

}  // namespace

const StackSpec& pueStack() {
    static const StackSpec kSpec{
        QT_TRANSLATE_NOOP("Charts", "PUE by component"),
        FacilityQuantity::Pue,
        {FacilityQuantity::ChillerPower, FacilityQuantity::RejectionFanPower,
         FacilityQuantity::LoopPumpPower, FacilityQuantity::CduPumpPower,
         FacilityQuantity::AirHandlerPower, FacilityQuantity::TransformerLoss,
         FacilityQuantity::UpsLoss, FacilityQuantity::BatteryLoss, FacilityQuantity::PduLoss,
         FacilityQuantity::CableLoss},
        1.0,
        models::unit::none,
        QT_TRANSLATE_NOOP("Charts",
                          "1 for the IT power itself, and on it each consumer and loss over the IT "
                          "power at the same instant. The line is the PUE of the meters; where it "
                          "is not the top of the areas, a battery charges or heat plant of another "
                          "kind runs.")};
    return kSpec;
}

const StackSpec& wueStack() {
    static const StackSpec kSpec{
        QT_TRANSLATE_NOOP("Charts", "WUE by component"),
        FacilityQuantity::Count,
        {FacilityQuantity::EvaporationRate, FacilityQuantity::DriftRate,
         FacilityQuantity::BlowDownRate},
        0.0,
        models::unit::litrePerKilowattHour,
        QT_TRANSLATE_NOOP("Charts",
                          "Water that leaves over the IT power at the same instant: what towers "
                          "and wetted pads evaporate, lose as droplets, and bleed off against "
                          "salts. WUE by the standard is the ratio of a year's sums.")};
    return kSpec;
}

double stackShare(const StackSpec& spec, double partSi, double itPowerW) {
    return shareIn(UnitSystem::instance().shown(spec.unit), partSi, itPowerW);
}

StackChart::StackChart(const StackSpec& spec, const ChartData* run, QWidget* parent)
    : QWidget(parent),
      spec_(spec),
      data_(run),
      head_(new QLabel(this)),
      legend_(new QLabel(this)),
      plot_(makePlot(this, translated(spec.title))),
      cursor_(addCursor(plot_)) {
    setAccessibleName(translated(spec.title));
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addWidget(head_);
    left->addWidget(plot_, 1);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 2);
    layout->setSpacing(10);
    layout->addLayout(left, 1);
    layout->addWidget(legend_, 0, Qt::AlignTop);
    head_->setTextFormat(Qt::RichText);
    head_->setToolTip(translated(spec.why));
    head_->setMinimumWidth(40);
    legend_->setTextFormat(Qt::RichText);
    legend_->setTextInteractionFlags(Qt::NoTextInteraction);
    QString why;
    for (const FacilityQuantity part : spec.parts) {
        why += QStringLiteral("<p><b>%1</b><br>%2</p>")
                   .arg(utf8Text(engine::infoOf(part).label).toHtmlEscaped(),
                        utf8Text(engine::infoOf(part).why).toHtmlEscaped());
    }
    legend_->setToolTip(why);
    // A graph for the ground, one for the upper edge of each part, one for the total.
    for (std::size_t i = 0; i < spec.parts.size() + 1; ++i) {
        QCPGraph* graph = plot_->addGraph();
        graph->setAdaptiveSampling(false);
        if (i > 0) {
            graph->setChannelFillGraph(plot_->graph(static_cast<int>(i) - 1));
        }
    }
    plot_->addGraph();
    plot_->installEventFilter(this);
    plot_->setContextMenuPolicy(Qt::NoContextMenu);  // that of the pane
    connect(&Theme::instance(), &Theme::changed, this, &StackChart::paintTheme);
    paintTheme();
}

void StackChart::paintTheme() {
    const ThemeColours& c = Theme::instance().colours();
    paintPlot(plot_);
    plot_->xAxis->grid()->setVisible(false);
    plot_->graph(0)->setPen(Qt::NoPen);
    for (std::size_t i = 0; i < spec_.parts.size(); ++i) {
        QCPGraph* graph = plot_->graph(static_cast<int>(i) + 1);
        graph->setPen(Qt::NoPen);
        graph->setBrush(colourOf(i));
    }
    plot_->graph(plot_->graphCount() - 1)->setPen(QPen(c.text, 1.3));
    paintPlotGround(this);
    showLegend(std::numeric_limits<double>::quiet_NaN());
}

void StackChart::show(double fromS, double toS, double cursorS) {
    std::vector<std::string> channels;
    for (const FacilityQuantity part : spec_.parts) {
        channels.push_back(channelOf(part));
    }
    channels.push_back(channelOf(FacilityQuantity::ItPower));
    if (spec_.total != FacilityQuantity::Count) {
        channels.push_back(channelOf(spec_.total));
    }
    // Areas are of means: ratios of energies where a point stands for several steps.
    cut_ =
        data_->read(channels, fromS, toS, static_cast<std::size_t>(std::max(200, plot_->width())));
    const auto count = static_cast<qsizetype>(cut_.size());
    QVector<double> keys(cut_.toS.begin(), cut_.toS.end());
    QVector<double> level(count, spec_.base);
    plot_->graph(0)->setData(keys, level, true);
    for (std::size_t part = 0; part < spec_.parts.size(); ++part) {
        for (qsizetype i = 0; i < count; ++i) {
            level[i] += std::max(0.0, shareAt(part, static_cast<std::size_t>(i)));
        }
        plot_->graph(static_cast<int>(part) + 1)->setData(keys, level, true);
    }
    QVector<double> total = level;
    for (qsizetype i = 0; spec_.total != FacilityQuantity::Count && i < count; ++i) {
        total[i] = static_cast<double>(cut_.curves.back().mean[static_cast<std::size_t>(i)]);
    }
    plot_->graph(plot_->graphCount() - 1)->setData(keys, total, true);
    double top = spec_.base;
    for (qsizetype i = 0; i < count; ++i) {
        const double most = std::max(level[i], total[i]);
        top = std::isfinite(most) ? std::max(top, most) : top;
    }
    const DisplayUnit unit = UnitSystem::instance().shown(spec_.unit);
    const double least = spec_.base + (spec_.base > 0.0 ? 0.05 : 0.1);
    plot_->yAxis->setRange(spec_.base, spec_.base + 1.08 * (std::max(top, least) - spec_.base));
    plot_->yAxis->setLabel(unit.symbol.isEmpty() ? QStringLiteral("PUE") : unit.symbol);
    showTimes(plot_, fromS, toS);
    fitValueTicks(plot_, 2, 6);
    placeCursor(cursor_, cursorS);
    showLegend(cursorS);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

double StackChart::shareAt(std::size_t part, std::size_t row) const {
    const auto at = [&](std::size_t curve) {
        return static_cast<double>(cut_.curves[curve].mean[row]);
    };
    return stackShare(spec_, at(part), at(spec_.parts.size()));
}

void StackChart::showLegend(double cursorS) {
    const ThemeColours& c = Theme::instance().colours();
    const bool any = cut_.size() > 0;
    const std::size_t row = !any ? 0 : std::isfinite(cursorS) ? cut_.at(cursorS) : cut_.size() - 1;
    const QString symbol = UnitSystem::instance().shown(spec_.unit).symbol;
    const QString unit = symbol.isEmpty() ? QString() : QStringLiteral(" ") + symbol;
    QString rows;
    double sum = spec_.base;
    // From the top of the stack down, as seen.
    for (std::size_t i = spec_.parts.size(); i-- > 0;) {
        const double share = any ? shareAt(i, row) : 0.0;
        sum += share;
        rows += QStringLiteral(
                    "<tr><td style='color:%1'>&#9632;&nbsp;</td><td>%2</td>"
                    "<td align='right'>&nbsp;&nbsp;%3</td></tr>")
                    .arg(colourOf(i).name(),
                         utf8Text(engine::infoOf(spec_.parts[i]).label).toHtmlEscaped(),
                         any ? QString::number(share, 'f', 4) : QStringLiteral("–"));
    }
    if (spec_.base > 0.0) {
        rows += QStringLiteral("<tr><td></td><td>%1</td><td align='right'>&nbsp;&nbsp;%2</td></tr>")
                    .arg(tr("IT"), QString::number(spec_.base, 'f', 4));
    }
    legend_->setText(QStringLiteral("<table cellspacing='0' cellpadding='0'>%1</table>").arg(rows));
    QString html = QStringLiteral("<b>%1</b>").arg(translated(spec_.title).toHtmlEscaped());
    if (any) {
        const double total = spec_.total == FacilityQuantity::Count ? sum
                             : std::isfinite(cursorS)
                                 ? static_cast<double>(cut_.curves.back().mean[row])
                                 : data_->now(channelOf(spec_.total));
        html += QStringLiteral(" &nbsp;<b>%1%2</b>").arg(numberText(total, 4), unit);
        if (std::isfinite(cursorS)) {
            html += QStringLiteral(" &nbsp;<span style='color:%1'>%2</span>")
                        .arg(c.muted.name(), momentText(cut_.toS[row]));
        }
    }
    head_->setText(html);
}

bool StackChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && !data_->isEmpty()) {
        if (event->type() == QEvent::MouseMove) {
            emit hovered(
                plot_->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x()));
            return true;
        }
        if (event->type() == QEvent::Leave) {
            emit left();
        }
    }
    return QWidget::eventFilter(watched, event);
}

StackPane::StackPane(const ChartData* run, QWidget* parent)
    : QWidget(parent), data_(run), span_(new QComboBox(this)), pages_(new QStackedWidget(this)) {
    setObjectName("stackPane");
    auto* page = new QWidget(pages_);
    pue_ = new StackChart(pueStack(), run, page);
    wue_ = new StackChart(wueStack(), run, page);
    auto* charts = new QHBoxLayout;
    charts->setContentsMargins(0, 0, 0, 0);
    charts->setSpacing(1);
    charts->addWidget(pue_, 3);
    charts->addWidget(wue_, 2);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 3, 8, 3);
    bar->setSpacing(8);
    auto* label = new QLabel(tr("Show"), page);
    label->setBuddy(span_);
    bar->addWidget(label);
    for (const auto& [name, seconds] : {std::pair{tr("Whole run"), 0.0},
                                        {tr("Last hour"), kHourS},
                                        {tr("Last 6 hours"), 6 * kHourS},
                                        {tr("Last day"), 24 * kHourS},
                                        {tr("Last week"), 168 * kHourS}}) {
        span_->addItem(name, seconds);
    }
    span_->setAccessibleName(tr("Time range of the stacks"));
    bar->addWidget(span_);
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addLayout(charts, 1);
    auto* empty = new QLabel(pages_);
    empty->setAlignment(Qt::AlignCenter);
    empty->setForegroundRole(QPalette::PlaceholderText);
    pages_->addWidget(empty);
    pages_->addWidget(page);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(pages_);
    for (StackChart* chart : {pue_, wue_}) {
        connect(chart, &StackChart::hovered, this, [this](double timeS) {
            cursor_ = timeS;
            redraw();
        });
        connect(chart, &StackChart::left, this, [this] {
            cursor_ = std::numeric_limits<double>::quiet_NaN();
            redraw();
        });
    }
    connect(span_, &QComboBox::currentIndexChanged, this, &StackPane::redraw);
    connect(run, &ChartData::grew, this, &StackPane::redraw);
    connect(run, &ChartData::begun, this, &StackPane::redraw);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, &StackPane::redraw);
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &StackPane::redraw);
}

void StackPane::redraw() {
    if (!isVisible()) {
        return;
    }
    pages_->setCurrentIndex(data_->isEmpty() ? 0 : 1);
    if (auto* empty = qobject_cast<QLabel*>(pages_->widget(0))) {
        empty->setText(emptyRunText(data_->workspace(),
                                    tr("Press Play: PUE and WUE by component appear here.")));
    }
    if (data_->isEmpty()) {
        return;
    }
    const double last = data_->lastS();
    const double wanted = span_->currentData().toDouble();
    const double span = wanted > 0.0 ? wanted : std::max(last, 600.0);
    const double to = std::max(last, span);
    for (StackChart* chart : {pue_, wue_}) {
        chart->show(to - span, to, cursor_);
    }
}

void StackPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    redraw();
}

void StackPane::resizeEvent(QResizeEvent*) {
    redraw();
}

}  // namespace headroom::ui
