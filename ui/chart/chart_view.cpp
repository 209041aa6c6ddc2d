// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_view.h"

#include "ui/chart/chart_data.h"
#include "ui/chart/excursions.h"
#include "ui/events/event_look.h"
#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/units/number_name.h"
#include "ui/workspace/workspace.h"

#include <QLabel>
#include <QMouseEvent>
#include <QTextDocument>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <tuple>

namespace headroom::ui {

namespace {

constexpr int kBandAlpha = 70;
constexpr int kFillAlpha = 28;
constexpr double kMarkPx = 6.0;  // reach of the pointer around a mark
constexpr int kLinePx = 40;      // of width for each line of a mark
constexpr double kRoom = 0.08;   // above the largest value, for the marks

QCPGraph* scatter(QCustomPlot* plot) {
    QCPGraph* graph = plot->addGraph();
    graph->setLineStyle(QCPGraph::lsImpulse);
    graph->setAdaptiveSampling(false);
    graph->setLayer("grid");
    return graph;
}

/// A row is a step across its time; a single step a point at its end.
void addRow(QVector<double>& keys, QVector<double>& values, const engine::SeriesCut& cut,
            std::size_t row, bool isStep, double value) {
    if (!isStep) {
        keys << cut.fromS[row];
        values << value;
    }
    keys << cut.toS[row];
    values << value;
}

}  // namespace

ChartView::ChartView(ChartSpec spec, const ChartData* run, QWidget* parent)
    : QWidget(parent),
      spec_(std::move(spec)),
      data_(run),
      head_(new QLabel(this)),
      plot_(makePlot(this, {})),
      cursor_(addCursor(plot_)),
      now_(new QCPItemStraightLine(plot_)),
      limit_(new QCPItemStraightLine(plot_)),
      mark_(new QCPItemStraightLine(plot_)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addWidget(plot_, 1);
    head_->setTextFormat(Qt::RichText);
    head_->setMinimumWidth(40);
    limit_->setVisible(false);
    now_->setVisible(false);
    mark_->setVisible(false);
    plot_->installEventFilter(this);
    connect(&Theme::instance(), &Theme::changed, this, &ChartView::paintTheme);
    build();
}

void ChartView::setSpec(ChartSpec spec) {
    spec_ = std::move(spec);
    axes_ = {};
    build();
}

void ChartView::setLimit(double limit) {
    spec_.limit = limit;
}

QString ChartView::title() const {
    if (!spec_.title.isEmpty() || curves_.empty()) {
        return spec_.title;
    }
    QStringList labels;
    for (const Curve& curve : curves_) {
        labels << labelOf(curve.channel, data_->workspace());
    }
    return labels.join(QStringLiteral(", "));
}

void ChartView::build() {
    plot_->clearGraphs();
    curves_.clear();
    bad_ = scatter(plot_);
    caution_ = scatter(plot_);
    good_ = scatter(plot_);
    QString why;
    std::string_view unit;
    for (const std::string& name : spec_.channels) {
        const auto channel = chartChannel(name);
        if (!channel) {
            continue;
        }
        unit = curves_.empty() ? channel->info->unit.symbol : unit;
        Curve curve{*channel};
        curve.axis = channel->info->unit.symbol == unit ? 0 : 1;
        for (QCPGraph** graph : {&curve.least, &curve.most, &curve.mean}) {
            *graph = plot_->addGraph(plot_->xAxis, valueAxis(curve.axis));
        }
        for (QCPGraph* graph : {curve.least, curve.most, curve.mean}) {
            graph->setAdaptiveSampling(false);
        }
        curve.most->setChannelFillGraph(curve.least);
        curves_.push_back(std::move(curve));
        why += QStringLiteral("<p><b>%1</b><br>%2</p>")
                   .arg(labelOf(*channel, data_->workspace()).toHtmlEscaped(),
                        utf8Text(channel->info->why).toHtmlEscaped());
    }
    head_->setToolTip(why);
    setProperty(kNumberProperty, spec_.channels.empty()
                                     ? QString()
                                     : QString::fromStdString(spec_.channels.front()));
    plot_->setAccessibleName(title());
    setAccessibleName(title());
    paintTheme();
}

bool ChartView::hasTwoUnits() const {
    return std::any_of(curves_.begin(), curves_.end(), [](const Curve& curve) { return curve.axis == 1; });
}

QCPAxis* ChartView::valueAxis(std::size_t axis) const {
    return axis == 0 ? plot_->yAxis : plot_->yAxis2;
}

void ChartView::paintTheme() {
    const ThemeColours& c = Theme::instance().colours();
    paintPlot(plot_);
    const bool two = hasTwoUnits();
    plot_->yAxis2->setVisible(two);
    plot_->yAxis2->setTickLabels(two);
    for (std::size_t i = curves_.size(); two && i-- > 0;) {
        // Each axis is written in the colour of its first curve.
        valueAxis(curves_[i].axis)->setLabelColor(c.series[i % c.series.size()]);
        valueAxis(curves_[i].axis)->setTickLabelColor(c.series[i % c.series.size()]);
    }
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        const QColor colour = c.series[i % c.series.size()];
        QColor band = colour;
        band.setAlpha(kBandAlpha);
        curves_[i].least->setPen(Qt::NoPen);
        curves_[i].most->setPen(Qt::NoPen);
        curves_[i].most->setBrush(band);
        curves_[i].mean->setPen(
            QPen(colour, 1.6, i < c.series.size() ? Qt::SolidLine : Qt::DashLine));
        band.setAlpha(kFillAlpha);
        curves_[i].mean->setBrush(curves_.size() == 1 ? QBrush(band) : QBrush(Qt::NoBrush));
    }
    for (const auto& [graph, kind] : {std::pair{bad_, engine::EventKind::Failure},
                                      std::pair{caution_, engine::EventKind::Limit},
                                      std::pair{good_, engine::EventKind::Repair}}) {
        const QColor colour = lookOf(kind).colour;
        QColor faint = colour;
        faint.setAlpha(kBandAlpha);
        graph->setPen(QPen(faint, 1.0));
        const auto shape = graph == good_      ? QCPScatterStyle::ssCircle
                           : graph == caution_ ? QCPScatterStyle::ssTriangle
                                               : QCPScatterStyle::ssDiamond;
        graph->setScatterStyle(QCPScatterStyle(shape, QPen(colour), colour, kMarkPx));
    }
    now_->setPen(QPen(c.accent, 1.4));
    mark_->setPen(QPen(c.text, 1.2, Qt::DashLine));
    limit_->setPen(QPen(c.bad, 1.2, Qt::DashDotLine));
    paintPlotGround(this);
}

/// From what is drawn by it, unless somebody chose it.
void ChartView::chooseAxis(std::size_t axis) {
    const auto first = std::find_if(curves_.begin(), curves_.end(), [axis](const Curve& c) { return c.axis == axis; });
    if (first == curves_.end()) {
        return;
    }
    const AxisHabit habit = habitOf(first->channel);
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t c = 0; c < curves_.size() && c < cut_.curves.size(); ++c) {
        const engine::SeriesCut::Curve& curve = cut_.curves[c];
        for (std::size_t i = 0; curves_[c].axis == axis && i < cut_.size(); ++i) {
            if (std::isfinite(curve.least[i])) {
                low = std::min(low, static_cast<double>(curve.least[i]));
                high = std::max(high, static_cast<double>(curve.most[i]));
            }
        }
    }
    if (axis == 0 && std::isfinite(spec_.limit)) {
        low = std::min(low, spec_.limit);
        high = std::max(high, spec_.limit);
    }
    if (low > high) {
        low = high = 0.0;
    }
    const models::Unit& unit = first->channel.info->unit;
    DisplayUnit& shownIn = axes_[axis].unit;
    if (UnitSystem::instance().converts(unit)) {
        shownIn = UnitSystem::instance().shown(unit);
    } else {
        const ShownUnit shown = shownUnit(unit, std::max(std::abs(low), std::abs(high)));
        shownIn = {shown.symbol, shown.toSi, 0.0};
    }
    if (axes_[axis].chosen) {
        std::tie(low, high) = *axes_[axis].chosen;
    } else {
        const bool hasFloor = std::isfinite(habit.floor);
        low = hasFloor ? std::min(habit.floor, low) : low;
        double span = std::max({high - low, habit.leastSpan, 1e-3 * std::abs(high)});
        span = span > 0.0 ? span : shownIn.toSi;
        high = low + span * (1.0 + kRoom);
        low -= hasFloor ? 0.0 : span * kRoom;
        high = std::isfinite(habit.ceiling) ? std::max(habit.ceiling, high) : high;
    }
    valueAxis(axis)->setRange(shownIn.shown(low), shownIn.shown(high));
    valueAxis(axis)->setLabel(shownIn.symbol.isEmpty() ? utf8Text(first->channel.info->label) : shownIn.symbol);
}

void ChartView::show(double fromS, double toS, double cursorS) {
    // Two rows for each pixel: what is between them is in their band.
    const auto most = static_cast<std::size_t>(std::max(200, 2 * plot_->width()));
    const double rim = 0.02 * (toS - fromS);  // lines go on to the edge
    cut_ = data_->read(spec_.channels, fromS - rim, toS + rim, most);
    chooseAxis(0);
    chooseAxis(1);
    for (std::size_t c = 0; c < curves_.size() && c < cut_.curves.size(); ++c) {
        const engine::SeriesCut::Curve& curve = cut_.curves[c];
        QVector<double> keys, mean, bandKeys, least, upper, ignored;
        bool anyBand = false;
        for (std::size_t i = 0; i < cut_.size(); ++i) {
            const bool isStep = !(curve.least[i] < curve.most[i]);
            anyBand = anyBand || !isStep;
            const auto shown = [&](float si) { return axes_[curves_[c].axis].unit.shown(static_cast<double>(si)); };
            addRow(keys, mean, cut_, i, isStep, shown(curve.mean[i]));
            addRow(bandKeys, least, cut_, i, isStep, shown(curve.least[i]));
            addRow(ignored, upper, cut_, i, isStep, shown(curve.most[i]));
        }
        curves_[c].mean->setData(keys, mean, true);
        if (!anyBand) {
            bandKeys.clear();
            least.clear();
            upper.clear();
        }
        curves_[c].least->setData(bandKeys, least, true);
        curves_[c].most->setData(bandKeys, upper, true);
    }
    showTimes(plot_, fromS, toS);
    fitValueTicks(plot_, 1, 5);
    plot_->yAxis2->ticker()->setTickCount(plot_->yAxis->ticker()->tickCount());
    showMarks(fromS, toS);
    showLimit(fromS, toS);
    placeCursor(cursor_, cursorS);
    placeCursor(mark_, markS_);
    // A recording goes on beyond the instant that the window shows.
    placeCursor(now_, data_->nowS() < data_->lastS() ? data_->nowS()
                                                     : std::numeric_limits<double>::quiet_NaN());
    showHead(cursorS);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

/// One of a kind in a pixel.
void ChartView::showMarks(double fromS, double toS) {
    const double top = plot_->yAxis->range().upper;
    const double leastS = (toS - fromS) / std::max(1, plot_->width());
    QVector<double> bad, caution, good;
    const auto& marks = data_->marks();
    auto mark = std::lower_bound(marks.begin(), marks.end(), fromS,
                                 [](const EventMark& m, double time) { return m.timeS < time; });
    for (; mark != marks.end() && mark->timeS <= toS; ++mark) {
        const bool isBad =
            mark->kind == engine::EventKind::Failure || mark->kind == engine::EventKind::Trip;
        const bool isGood =
            mark->kind == engine::EventKind::Repair || mark->kind == engine::EventKind::Recovery;
        QVector<double>& keys = isBad ? bad : isGood ? good : caution;
        if (keys.isEmpty() || mark->timeS - keys.back() >= leastS) {
            keys << mark->timeS;
        }
    }
    for (const auto& [graph, keys] :
         {std::pair{bad_, &bad}, std::pair{caution_, &caution}, std::pair{good_, &good}}) {
        graph->setData(*keys, QVector<double>(keys->size(), top), true);
        // Lines down to the time axis while they do not hide the curves.
        graph->setLineStyle(keys->size() * kLinePx <= plot_->width() ? QCPGraph::lsImpulse
                                                                     : QCPGraph::lsNone);
    }
}

void ChartView::showLimit(double fromS, double toS) {
    limitText_.clear();
    limit_->setVisible(std::isfinite(spec_.limit) && !curves_.empty());
    if (!limit_->visible()) {
        return;
    }
    const double at = axes_[0].unit.shown(spec_.limit);
    limit_->point1->setCoords(fromS, at);
    limit_->point2->setCoords(toS, at);
    const models::Unit& unit = curves_.front().channel.info->unit;
    const Excursions e = excursionsOf(
        data_->read({spec_.channels.front()}, fromS, toS, ChartData::kAllRows), 0, spec_.limit);
    limitText_ = tr("%1 %2: %3%4 ×")
                     .arg(e.below ? tr("below") : tr("above"), quantityText(spec_.limit, unit),
                          e.isExact ? QString() : QStringLiteral("≥ "))
                     .arg(e.count);
    if (e.lengthS > 0.0) {
        limitText_ += QStringLiteral(", ") + lengthText(e.lengthS);
    }
}

/// Where the head is narrow the values stay, which also have their colours: curves lose their names first,
/// then the title its end.
QString ChartView::fittingHead(const std::vector<HeadValue>& values) const {
    QFont font = head_->font();
    const QFontMetrics plain(font);
    font.setBold(true);
    const QFontMetrics bold(font);
    const int gap = plain.horizontalAdvance(QStringLiteral("  "));
    int valuesWidth = 0, namesWidth = 0;
    for (const HeadValue& v : values) {
        valuesWidth += gap + bold.horizontalAdvance(v.text);
        namesWidth += plain.horizontalAdvance(v.name);
    }
    QString name = title();
    const int room = head_->width() - valuesWidth;
    const int titleWidth = bold.horizontalAdvance(name);
    const bool hasNames = titleWidth + namesWidth <= room;
    if (titleWidth > room) {
        name = bold.elidedText(name, Qt::ElideRight, std::max(0, room));
    }
    QString html = QStringLiteral("<b>%1</b>").arg(name.toHtmlEscaped());
    for (const HeadValue& v : values) {
        html += QStringLiteral(" &nbsp;<span style='color:%1'>%2<b>%3</b></span>")
                    .arg(v.colour.name(), hasNames ? v.name.toHtmlEscaped() : QString(),
                         v.text.toHtmlEscaped());
    }
    return html;
}

void ChartView::showHead(double cursorS) {
    const ThemeColours& c = Theme::instance().colours();
    std::vector<HeadValue> values;
    if (!limitText_.isEmpty()) {
        values.push_back({{}, limitText_, c.bad});
    }
    const bool any = cut_.size() > 0;
    const std::size_t at = any && std::isfinite(cursorS) ? cut_.at(cursorS) : 0;
    for (std::size_t g = 0; any && g < curves_.size(); ++g) {
        const ChartChannel& channel = curves_[g].channel;
        const engine::SeriesCut::Curve& curve = cut_.curves[g];
        const bool isNow = !std::isfinite(cursorS);
        const double value = isNow ? data_->now(channel.name) : static_cast<double>(curve.mean[at]);
        QString text = quantityText(value, channel.info->unit);
        if (!isNow && curve.least[at] < curve.most[at]) {
            text += QStringLiteral(" (%1 … %2)")
                        .arg(quantityText(static_cast<double>(curve.least[at]), channel.info->unit),
                             quantityText(static_cast<double>(curve.most[at]), channel.info->unit));
        }
        if (std::isfinite(markS_)) {
            // Of what the axis shows: a difference of temperatures has no zero to be moved.
            const DisplayUnit& unit = axes_[curves_[g].axis].unit;
            const double apart = unit.shown(value) -
                                 unit.shown(static_cast<double>(curve.mean[cut_.at(markS_)]));
            text += QStringLiteral(" Δ %1%2").arg(
                apart > 0.0 ? QStringLiteral("+") : QString(),
                numberText(apart, 4) + (unit.symbol.isEmpty() ? QString() : ' ' + unit.symbol));
        }
        text += statisticsText(g);
        const QString name = curves_.size() > 1
                                 ? labelOf(channel, data_->workspace()).remove(" power") + ' '
                                 : QString();
        values.push_back({name, text, c.series[g % c.series.size()]});
    }
    QString html = fittingHead(values);
    if (any && std::isfinite(markS_)) {
        const double to = std::isfinite(cursorS) ? cursorS : data_->nowS();
        html += QStringLiteral(" &nbsp;<span style='color:%1'>Δt %2</span>")
                    .arg(c.muted.name(), lengthText(std::abs(to - markS_)));
    }
    if (any && std::isfinite(cursorS)) {
        const bool isStep =
            curves_.empty() || !(cut_.curves.front().least[at] < cut_.curves.front().most[at]);
        html += QStringLiteral(" &nbsp;<span style='color:%1'>%2</span>")
                    .arg(c.muted.name(), isStep ? momentText(cut_.toS[at])
                                                : momentsText(cut_.fromS[at], cut_.toS[at]));
        if (const engine::Event* event = data_->eventOf(eventAt(cursorS))) {
            html += QStringLiteral(" &nbsp;<span style='color:%1'>%2</span>")
                        .arg(lookOf(event->kind).colour.name(),
                             QStringLiteral("%1: %2")
                                 .arg(QString::fromStdString(event->subject),
                                      shownText(event->text))
                                 .toHtmlEscaped());
        }
    }
    if (html != head_->text()) {
        head_->setText(html);
    }
}

/// Mean by time, over the rows that the span holds.
QString ChartView::statisticsText(std::size_t curve) const {
    if (!statistics_) {
        return {};
    }
    const QCPRange span = plot_->xAxis->range();
    double least = std::numeric_limits<double>::infinity(), most = -least, sum = 0.0, length = 0.0;
    const engine::SeriesCut::Curve& of = cut_.curves[curve];
    for (std::size_t i = 0; i < cut_.size(); ++i) {
        const double from = std::max(cut_.fromS[i], span.lower), to = std::min(cut_.toS[i], span.upper);
        // The first step of a run has no length: nobody knows when it began.
        if (to < from || !std::isfinite(of.mean[i])) {
            continue;
        }
        least = std::min(least, static_cast<double>(of.least[i]));
        most = std::max(most, static_cast<double>(of.most[i]));
        sum += static_cast<double>(of.mean[i]) * (to - from);
        length += to - from;
    }
    const models::Unit& unit = curves_[curve].channel.info->unit;
    return least <= most && length > 0.0 ? tr(" [least %1, mean %2, largest %3]")
                              .arg(quantityText(least, unit), quantityText(sum / length, unit),
                                   quantityText(most, unit))
                        : QString();
}

QString ChartView::headText() const {
    QTextDocument document;
    document.setHtml(head_->text());
    return document.toPlainText();
}

double ChartView::timeAt(QPointF place) const {
    return plot_->xAxis->pixelToCoord(place.x());
}

std::int64_t ChartView::eventAt(double timeS) const {
    const auto& marks = data_->marks();
    const double reachS =
        kMarkPx * plot_->xAxis->range().size() / std::max(1, plot_->axisRect()->width());
    const auto after =
        std::lower_bound(marks.begin(), marks.end(), timeS,
                         [](const EventMark& m, double time) { return m.timeS < time; });
    std::int64_t best = -1;
    double least = reachS;
    for (auto mark = after == marks.begin() ? after : std::prev(after);
         mark != marks.end() && mark <= after; ++mark) {
        if (std::abs(mark->timeS - timeS) <= least) {
            least = std::abs(mark->timeS - timeS);
            best = mark->id;
        }
    }
    return best;
}

void ChartView::zoomValues(std::size_t axis, double factor, double pixelY) {
    const QCPRange range = valueAxis(axis)->range();
    const double around = valueAxis(axis)->pixelToCoord(pixelY);
    const double low = around - (around - range.lower) * factor;
    const double high = around + (range.upper - around) * factor;
    axes_[axis].chosen = {axes_[axis].unit.si(low), axes_[axis].unit.si(high)};
    emit zoomed(1.0, plot_->xAxis->range().center());
}

bool ChartView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_ || data_->isEmpty()) {
        return QWidget::eventFilter(watched, event);
    }
    switch (event->type()) {
        case QEvent::MouseMove: {
            const auto at = static_cast<QMouseEvent*>(event)->position();
            if (!dragging_) {
                emit hovered(timeAt(at));
            } else {
                for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
                    if (auto& chosen = axes_[axis].chosen) {
                        const QCPAxis* values = valueAxis(axis);
                        const double by = (values->pixelToCoord(dragFrom_.y()) - values->pixelToCoord(at.y())) *
                                          axes_[axis].unit.toSi;
                        chosen->first += by;
                        chosen->second += by;
                    }
                }
                dragFrom_ = at;
                emit panned(dragTime_ - timeAt(at));
            }
            return true;
        }
        case QEvent::MouseButtonPress: {
            auto* mouse = static_cast<QMouseEvent*>(event);
            if (mouse->button() == Qt::LeftButton && mouse->modifiers() == Qt::ShiftModifier) {
                emit marked(timeAt(mouse->position()));
                return true;
            }
            dragging_ = mouse->button() == Qt::LeftButton;
            dragFrom_ = mouse->position();
            dragTime_ = timeAt(mouse->position());
            return true;
        }
        case QEvent::MouseButtonRelease:
            dragging_ = false;
            return true;
        case QEvent::MouseButtonDblClick:
            for (ValueAxis& axis : axes_) {
                axis.chosen.reset();
            }
            emit followRequested();
            return true;
        case QEvent::ContextMenu: {
            auto* menu = static_cast<QContextMenuEvent*>(event);
            emit menuRequested(menu->globalPos(), timeAt(menu->pos()));
            return true;
        }
        case QEvent::Wheel: {
            auto* wheel = static_cast<QWheelEvent*>(event);
            const double factor = std::pow(0.8, wheel->angleDelta().y() / 120.0);
            const double x = wheel->position().x(), y = wheel->position().y();
            const bool all = (wheel->modifiers() & Qt::ControlModifier) != 0;
            if (all || x < plot_->axisRect()->left()) {
                zoomValues(0, factor, y);
            }
            if (hasTwoUnits() && (all || x > plot_->axisRect()->right())) {
                zoomValues(1, factor, y);
            }
            if (!all && x >= plot_->axisRect()->left() && (x <= plot_->axisRect()->right() || !hasTwoUnits())) {
                emit zoomed(factor, timeAt(wheel->position()));
            }
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
