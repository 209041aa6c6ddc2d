// SPDX-License-Identifier: Apache-2.0
#include "ui/compare/compare_charts.h"

#include "ui/chart/chart_channel.h"
#include "ui/chart/chart_statistics.h"
#include "ui/compare/compare_set.h"
#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/axis_unit.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_system.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace headroom::ui {

namespace {

constexpr double kRoom = 0.06;  // of the values, above and below
constexpr int kClickPx = 4;
constexpr double kMarkPx = 7.0;
constexpr int kLeftPx = 72;  // for labels and numbers of both

engine::SeriesCut cutOf(const Compared& one, const std::string& channel, double fromS, double toS,
                        std::size_t most) {
    const std::vector<std::string> names = {channel};
    if (one.frames) {
        return one.frames->series()->read(names, fromS, toS, most);
    }
    engine::SeriesCut none;
    none.curves.resize(1);
    return none;
}

/// At a time, NaN beyond the run's end.
double valueAt(const engine::SeriesCut& cut, double timeS) {
    if (cut.size() == 0 || timeS > cut.toS.back() || timeS < cut.fromS.front()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return static_cast<double>(cut.curves.front().mean[cut.at(timeS)]);
}

void fitValues(QCustomPlot* plot, double low, double high, bool symmetrical) {
    if (!(low <= high)) {
        low = 0.0;
        high = 1.0;
    }
    if (symmetrical) {
        high = std::max(std::abs(low), std::abs(high));
        low = -high;
    }
    const double span = std::max(high - low, std::max(1e-9, 1e-6 * std::abs(high)));
    plot->yAxis->setRange(low - kRoom * span, high + kRoom * span);
}

}  // namespace

CompareCharts::CompareCharts(CompareSet* set, QWidget* parent)
    : QWidget(parent),
      set_(set),
      channel_(new QComboBox(this)),
      head_(new QLabel(this)),
      values_(makePlot(this, tr("Values of all runs"))),
      differences_(makePlot(this, tr("Differences from the baseline"))),
      nowAbove_(addCursor(values_)),
      nowBelow_(addCursor(differences_)) {
    setObjectName("compareCharts");
    for (QCustomPlot* plot : {values_, differences_}) {
        connect(plot, &QCustomPlot::beforeReplot, this, [plot] { fitValueTicks(plot, 1, 5); });
    }
    channel_->setObjectName("compareChannel");
    channel_->setAccessibleName(tr("Quantity"));
    channel_->setEditable(true);
    channel_->setInsertPolicy(QComboBox::NoInsert);
    channel_->completer()->setFilterMode(Qt::MatchContains);
    channel_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    channel_->setMinimumContentsLength(32);
    head_->setTextFormat(Qt::RichText);
    head_->setMinimumWidth(40);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 8, 0);
    row->addWidget(channel_);
    row->addWidget(head_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(values_, 3);
    layout->addWidget(differences_, 2);
    for (QCustomPlot* plot : {values_, differences_}) {
        link(plot);
        // One below the other: the same instant at the same place.
        plot->axisRect()->setAutoMargins(QCP::msBottom | QCP::msTop | QCP::msRight);
        QMargins margins = plot->axisRect()->margins();
        margins.setLeft(kLeftPx);
        plot->axisRect()->setMargins(margins);
    }
    connect(channel_, &QComboBox::currentIndexChanged, this, [this] {
        rebuild();
        redraw();
    });
    connect(set, &CompareSet::changed, this, [this] {
        fillChannels();
        readFailures();
        rebuild();
        fit();
    });
    connect(set, &CompareSet::timeChanged, this, &CompareCharts::showTime);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        rebuild();
        redraw();
    });
    connect(&UnitSystem::instance(), &UnitSystem::changed, this, &CompareCharts::redraw);
    connect(&TimeNotation::instance(), &TimeNotation::changed, this, &CompareCharts::redraw);
    fillChannels();
    readFailures();
    rebuild();
    fit();
}

void CompareCharts::link(QCustomPlot* plot) {
    plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    plot->axisRect()->setRangeDrag(Qt::Horizontal);
    plot->axisRect()->setRangeZoom(Qt::Horizontal);
    connect(plot->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) {
                if (range.lower != fromS_ || range.upper != toS_) {
                    fromS_ = range.lower;
                    toS_ = range.upper;
                    redraw();
                }
            });
    connect(plot, &QCustomPlot::mouseDoubleClick, this, &CompareCharts::fit);
    auto pressed = std::make_shared<QPoint>();
    connect(plot, &QCustomPlot::mousePress, this,
            [pressed](QMouseEvent* event) { *pressed = event->pos(); });
    connect(plot, &QCustomPlot::mouseRelease, this, [this, plot, pressed](QMouseEvent* event) {
        const bool isClick = (event->pos() - *pressed).manhattanLength() <= kClickPx;
        if (isClick && event->button() == Qt::LeftButton) {
            set_->setTime(
                std::clamp(plot->xAxis->pixelToCoord(event->pos().x()), 0.0, set_->lastS()));
        }
    });
}

void CompareCharts::resizeEvent(QResizeEvent*) {
    redraw();  // as many rows as there are pixels
}

std::string CompareCharts::channel() const {
    return channel_->currentData().toString().toStdString();
}

void CompareCharts::setChannel(const std::string& name) {
    channel_->setCurrentIndex(channel_->findData(QString::fromStdString(name)));
}

/// All that any of the runs has; what is chosen stays.
void CompareCharts::setSpan(double fromS, double toS) {
    fromS_ = fromS;
    toS_ = std::max(toS, fromS + 1.0);
    redraw();
}

void CompareCharts::fillChannels() {
    const QString before = channel_->currentData().toString();
    const QSignalBlocker quiet(channel_);
    channel_->clear();
    std::set<std::string> known;
    for (const Compared& one : set_->all()) {
        if (!one.candidate.recording) {
            continue;
        }
        for (const engine::RecordedChannel& recorded : one.candidate.recording->channels()) {
            if (known.insert(recorded.name).second) {
                const QString label = QString::fromStdString(recorded.label);
                channel_->addItem(recorded.object.empty()
                                      ? label
                                      : QStringLiteral("%1 · %2").arg(
                                            QString::fromStdString(recorded.object), label),
                                  QString::fromStdString(recorded.name));
                channel_->setItemData(channel_->count() - 1, QString::fromStdString(recorded.why),
                                      Qt::ToolTipRole);
            }
        }
    }
    const int kept = channel_->findData(before);
    const int usual = channel_->findData(QStringLiteral("facility/facility_power_kw"));
    channel_->setCurrentIndex(kept >= 0 ? kept : usual >= 0 ? usual : 0);
}

void CompareCharts::readFailures() {
    failuresS_.clear();
    for (const Compared& one : set_->all()) {
        std::vector<double>& times = failuresS_.emplace_back();
        const auto events = one.candidate.recording ? one.candidate.recording->events()
                                                    : engine::Result<std::vector<engine::Event>>();
        for (const engine::Event& event : events ? *events : std::vector<engine::Event>()) {
            if (event.kind == engine::EventKind::Failure || event.kind == engine::EventKind::Trip) {
                times.push_back(event.timeS);
            }
        }
    }
}

/// Lines in the colours of their runs; the baseline's is the thicker one. After them marks of failures and trips, a diamond at the top
/// in the colour of the run.
void CompareCharts::rebuild() {
    const ThemeColours& c = Theme::instance().colours();
    for (QCustomPlot* plot : {values_, differences_}) {
        plot->clearGraphs();
        for (std::size_t i = 0; i < set_->all().size(); ++i) {
            QCPGraph* graph = plot->addGraph();
            const bool isBase = i == set_->baseline();
            graph->setPen(QPen(set_->all()[i].colour, isBase ? 2.2 : 1.4));
        }
        paintPlot(plot);
    }
    for (const Compared& one : set_->all()) {
        QCPGraph* marks = addMarks(values_, kMarkPx);
        marks->setLineStyle(QCPGraph::lsNone);
        marks->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(one.colour), one.colour, kMarkPx));
    }
    nowAbove_->setPen(QPen(c.accent, 1.2));
    nowBelow_->setPen(QPen(c.accent, 1.2));
    differences_->yAxis->grid()->setZeroLinePen(QPen(c.text, 1.0));
}

void CompareCharts::fit() {
    fromS_ = 0.0;
    toS_ = std::max(60.0, set_->lastS());
    redraw();
}

void CompareCharts::redraw() {
    const auto known = chartChannel(channel());
    const auto most = static_cast<std::size_t>(std::max(200, 2 * values_->width()));
    std::vector<engine::SeriesCut> cuts;
    for (const Compared& one : set_->all()) {
        cuts.push_back(cutOf(one, channel(), fromS_, toS_, most));
    }
    double largestSi = 0.0;
    for (const engine::SeriesCut& cut : cuts) {
        for (std::size_t r = 0; r < cut.size(); ++r) {
            const auto si = std::abs(static_cast<double>(cut.curves.front().mean[r]));
            largestSi = std::isfinite(si) ? std::max(largestSi, si) : largestSi;
        }
    }
    const DisplayUnit unit = known ? axisUnit(known->info->unit, largestSi) : DisplayUnit{};
    constexpr double kFar = std::numeric_limits<double>::infinity();
    double low = kFar, high = -kFar, least = kFar, largest = -kFar;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        QVector<double> keys, values, differences;
        for (std::size_t r = 0; r < cuts[i].size(); ++r) {
            const auto si = static_cast<double>(cuts[i].curves.front().mean[r]);
            const double value = unit.shown(si);
            keys << cuts[i].toS[r];
            values << value;
            low = std::isfinite(value) ? std::min(low, value) : low;
            high = std::isfinite(value) ? std::max(high, value) : high;
            const double difference =
                value - unit.shown(valueAt(cuts[set_->baseline()], cuts[i].toS[r]));
            differences << difference;
            least = std::isfinite(difference) ? std::min(least, difference) : least;
            largest = std::isfinite(difference) ? std::max(largest, difference) : largest;
        }
        values_->graph(static_cast<int>(i))->setData(keys, values, true);
        differences_->graph(static_cast<int>(i))
            ->setData(i == set_->baseline() ? QVector<double>() : keys,
                      i == set_->baseline() ? QVector<double>() : differences, true);
    }
    fitValues(values_, low, high, false);
    fitValues(differences_, least, largest, true);
    for (std::size_t i = 0; i < failuresS_.size(); ++i) {
        const QVector<double> times(failuresS_[i].begin(), failuresS_[i].end());
        const int marks = static_cast<int>(failuresS_.size() + i);
        values_->graph(marks)->setData(
            times, QVector<double>(times.size(), values_->yAxis->range().upper), true);
    }
    values_->yAxis->setLabel(unit.symbol);
    differences_->yAxis->setLabel(unit.symbol.isEmpty() ? tr("difference")
                                                        : tr("difference, %1").arg(unit.symbol));
    for (QCustomPlot* plot : {values_, differences_}) {
        showTimes(plot, fromS_, toS_);
    }
    showTime();
}

void CompareCharts::showTime() {
    for (const auto& [plot, line] :
         {std::pair{values_, nowAbove_}, std::pair{differences_, nowBelow_}}) {
        placeCursor(line, set_->timeS());
        plot->replot(QCustomPlot::rpQueuedReplot);
    }
    showHead();
}

/// Every run's value at the instant, and its mean over the time that is shown.
void CompareCharts::showHead() {
    const auto known = chartChannel(channel());
    QString html = QStringLiteral("<span style='color:%1'>%2</span>")
                       .arg(Theme::instance().colours().muted.name(), momentText(set_->timeS()));
    double base = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> values, means;
    const auto rows = static_cast<std::size_t>(std::max(200, 2 * values_->width()));
    for (std::size_t i = 0; i < set_->all().size(); ++i) {
        means.push_back(
            statisticsOf(cutOf(set_->all()[i], channel(), fromS_, toS_, rows), 0, fromS_, toS_)
                .mean);
        const double timeS = set_->timeS();
        values.push_back(
            valueAt(cutOf(set_->all()[i], channel(), timeS - 60.0, timeS + 60.0, 400), timeS));
        base = i == set_->baseline() ? values.back() : base;
    }
    for (std::size_t i = 0; known && i < values.size(); ++i) {
        const models::Unit& unit = known->info->unit;
        html += QStringLiteral(" &nbsp;<span style='color:%1'>■</span> %2 <b>%3</b>")
                    .arg(set_->all()[i].colour.name(),
                         QString::fromStdString(set_->all()[i].candidate.name).toHtmlEscaped(),
                         quantityText(values[i], unit));
        if (std::isfinite(means[i])) {
            html += QStringLiteral(" <span style='color:%1'>%2</span>")
                        .arg(Theme::instance().colours().muted.name(),
                             tr("mean %1").arg(quantityText(means[i], unit)));
        }
    }
    if (html != head_->text()) {
        head_->setText(html);
    }
}

}  // namespace headroom::ui
