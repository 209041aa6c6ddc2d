// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_view.h"

#include "engine/store/run_notes.h"
#include "ui/chart/chart_data.h"
#include "ui/chart/chart_legend.h"
#include "ui/chart/chart_statistics.h"
#include "ui/chart/excursions.h"
#include "ui/events/event_look.h"
#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/axis_unit.h"
#include "ui/units/moment_text.h"
#include "ui/units/number_name.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QFontMetrics>
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

constexpr int kBandAlpha = 45, kQuantileAlpha = 95;
constexpr int kFillAlpha = 28, kNoteGroundAlpha = 160;

/// Reach of the pointer around a mark.
constexpr double kMarkPx = 6.0;

/// Width for each line of a mark.
constexpr int kLinePx = 40;

/// Room above the largest value, for the marks.
constexpr double kRoom = 0.08;

/// Shorter rows in a row, for its quantiles.
constexpr std::size_t kFinerRows = 12;

/// Height that the table leaves to the curves.
constexpr int kLeastPlotPx = 70;

/// Width below which the words of a note, or of an event in the head, tell nothing.
constexpr int kLeastNotePx = 40, kLeastWordsPx = 60;

/// Width below which the name of a curve cannot be told from another.
constexpr int kLeastHeadNamePx = 28;

/// Ranks of the parts of a head: values stay longest, words of a note or an event lose their end.
constexpr int kStays = 1, kCurveNames = 5, kWords = 6;

/// Rich text is a little wider than the sum of its parts.
constexpr int kHeadMarginPx = 8;

/// Values closer than that are equal.
constexpr double kRoundingShare = 1e-6;

/// The head shows the values of this number of curves. A table shows those of more.
constexpr std::size_t kHeadCurves = 2;

/// Notes come from files: one line, and no more of it than a note holds.
QString plainNote(const std::string& text) {
    return QString::fromStdString(text).simplified().left(
        static_cast<qsizetype>(engine::kMostNoteBytes));
}

/// The words of a label that its chart's title does not say: "Queued" below "Jobs".
QString shortName(const QString& label, const QString& title) {
    const QStringList known = title.toLower().split(' ', Qt::SkipEmptyParts)
                              << QStringLiteral("power");
    QStringList words;
    for (const QString& word : label.split(' ', Qt::SkipEmptyParts)) {
        QString bare = word.toLower();
        bare.remove(',');
        if (!known.contains(bare)) {
            words << word;
        }
    }
    return words.isEmpty() ? label : words.join(' ');
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

/// Cuts the ends of the longest names of curves until they are `excessPx` narrower together. Returns false, and cuts nothing, if less
/// than some letters of a name would stay.
template <class Part>
bool cutNames(std::vector<Part>& parts, const QFontMetrics& plain, int excessPx) {
    const auto widthOf = [&](const Part& part) { return plain.horizontalAdvance(part.text); };
    int longest = 0;
    for (const Part& part : parts) {
        longest = std::max(longest, part.leaves == kCurveNames ? widthOf(part) : 0);
    }
    for (int cap = longest; cap >= kLeastHeadNamePx; --cap) {
        int saved = 0;
        for (const Part& part : parts) {
            saved += part.leaves == kCurveNames ? std::max(0, widthOf(part) - cap) : 0;
        }
        if (saved < excessPx) {
            continue;
        }
        for (Part& part : parts) {
            if (part.leaves == kCurveNames) {
                part.text = plain.elidedText(part.text, Qt::ElideRight, cap);
            }
        }
        return true;
    }
    return false;
}

}  // namespace

ChartView::ChartView(ChartSpec spec, const ChartData* run, QWidget* parent)
    : QWidget(parent),
      spec_(std::move(spec)),
      data_(run),
      head_(new QLabel(this)),
      plot_(makePlot(this, {})),
      legend_(new ChartLegend(this)),
      cursor_(addCursor(plot_)),
      now_(new QCPItemStraightLine(plot_)),
      limit_(new QCPItemStraightLine(plot_)),
      mark_(new QCPItemStraightLine(plot_)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addWidget(plot_, 1);
    layout->addWidget(legend_);
    legend_->setVisible(false);
    // By the height at which it is drawn: a pane that was hidden has another one.
    connect(plot_, &QCustomPlot::beforeReplot, this, [this] {
        fitValueTicks(plot_, 1, 5);
        plot_->yAxis2->ticker()->setTickCount(plot_->yAxis->ticker()->tickCount());
    });
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
    for (QCPGraph** marks : {&bad_, &caution_, &good_, &notes_}) {
        *marks = addMarks(plot_, kMarkPx);
        (*marks)->setLineStyle(QCPGraph::lsImpulse);
    }
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
        for (QCPGraph** graph : {&curve.least, &curve.most, &curve.low, &curve.high, &curve.mean}) {
            *graph = plot_->addGraph(plot_->xAxis, valueAxis(curve.axis));
            (*graph)->setAdaptiveSampling(false);
        }
        curve.most->setChannelFillGraph(curve.least);
        curve.high->setChannelFillGraph(curve.low);
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
    return std::any_of(curves_.begin(), curves_.end(),
                       [](const Curve& curve) { return curve.axis == 1; });
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
        for (QCPGraph* edge :
             {curves_[i].least, curves_[i].most, curves_[i].low, curves_[i].high}) {
            edge->setPen(Qt::NoPen);
        }
        curves_[i].most->setBrush(band);
        band.setAlpha(kQuantileAlpha);
        curves_[i].high->setBrush(band);
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
    notes_->setPen(QPen(c.text, 1.0, Qt::DotLine));
    notes_->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(c.text), c.caution, kMarkPx));
    now_->setPen(QPen(c.accent, 1.4));
    mark_->setPen(QPen(c.text, 1.2, Qt::DashLine));
    limit_->setPen(QPen(c.bad, 1.2, Qt::DashDotLine));
    paintPlotGround(this);
}

/// From what is drawn by it, unless somebody chose it.
void ChartView::chooseAxis(std::size_t axis) {
    const auto first = std::find_if(curves_.begin(), curves_.end(),
                                    [axis](const Curve& c) { return c.axis == axis; });
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
    axes_[axis].beyond = std::numeric_limits<double>::quiet_NaN();
    if (habit.floor == 0.0 && !std::isfinite(habit.ceiling)) {
        double top = 0.0;
        bool spikes = false;
        for (std::size_t c = 0; c < curves_.size() && c < cut_.curves.size(); ++c) {
            const double without = curves_[c].axis == axis
                                       ? topWithoutSpikes(cut_, c)
                                       : std::numeric_limits<double>::quiet_NaN();
            const CurveStatistics all =
                statisticsOf(cut_, c, -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::infinity());
            spikes = spikes || std::isfinite(without);
            top = std::max(top, std::isfinite(without)                               ? without
                                : curves_[c].axis == axis && std::isfinite(all.most) ? all.most
                                                                                     : 0.0);
        }
        if (spikes && top < high) {
            axes_[axis].beyond = high;
            high = top;
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
    shownIn = axisUnit(unit, std::max(std::abs(low), std::abs(high)));
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
    // In a low chart a label that is longer than its axis would be cut: the head has name and unit.
    const QString label =
        shownIn.symbol.isEmpty() ? utf8Text(first->channel.info->label) : shownIn.symbol;
    const int roomPx = valueAxis(axis)->axisRect()->height();
    const QFontMetrics metrics(valueAxis(axis)->labelFont());
    valueAxis(axis)->setLabel(metrics.horizontalAdvance(label) > roomPx ? QString() : label);
}

void ChartView::show(double fromS, double toS, double cursorS) {
    // Two rows for each pixel: what is between them is in their band.
    const auto most = static_cast<std::size_t>(std::max(200, 2 * plot_->width()));
    const double rim = 0.02 * (toS - fromS);  // lines continue to the edge
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
            const auto shown = [&](float si) {
                return axes_[curves_[c].axis].unit.shown(static_cast<double>(si));
            };
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
    showBands(fromS - rim, toS + rim, most);
    showTimes(plot_, fromS, toS);
    showMarks(fromS, toS);
    showNotes(fromS, toS);
    showLimit(fromS, toS);
    placeCursor(cursor_, cursorS);
    placeCursor(mark_, markS_);
    // A recording continues beyond the instant that the window shows.
    placeCursor(now_, data_->nowS() < data_->lastS() ? data_->nowS()
                                                     : std::numeric_limits<double>::quiet_NaN());
    showLegend(cursorS);
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

/// Where names and values of several curves do not fit behind the title, they have a line of their own if the chart is high enough.
QString ChartView::fittingHead(const std::vector<HeadPart>& parts) const {
    const QFontMetrics plain(head_->font());
    int needed = plain.horizontalAdvance(title());
    bool hasNames = false;
    for (const HeadPart& part : parts) {
        hasNames = hasNames || part.leaves == kCurveNames;
        if (part.leaves == kCurveNames || part.leaves <= kStays) {
            needed += plain.horizontalAdvance(part.text + QStringLiteral("  "));
        }
    }
    const int room = head_->width() - kHeadMarginPx;
    if (hasNames && needed > room && height() >= 2 * plain.height() + kLeastPlotPx) {
        const auto first = std::find_if(parts.begin(), parts.end(), [](const HeadPart& part) {
            return part.leaves == kCurveNames;
        });
        return fittingLine(title(), {parts.begin(), first}) + QStringLiteral("<br>") +
               fittingLine({}, {first, parts.end()});
    }
    return fittingLine(title(), parts);
}

/// Where the head is narrow its parts leave, the least important first; the title loses its end last. So
/// it never reaches beyond its chart.
QString ChartView::fittingLine(QString name, std::vector<HeadPart> parts) const {
    QFont font = head_->font();
    const QFontMetrics plain(font);
    font.setBold(true);
    const QFontMetrics bold(font);
    const int gap = plain.horizontalAdvance(QStringLiteral("  "));
    const auto widthOf = [&](const HeadPart& part) {
        return gap + (part.isBold ? bold : plain).horizontalAdvance(part.text);
    };
    const int room = head_->width() - kHeadMarginPx;
    const int titlePx = bold.horizontalAdvance(name);
    const auto partsPx = [&] {
        int all = 0;
        for (const HeadPart& part : parts) {
            all += widthOf(part);
        }
        return all;
    };
    while (!parts.empty() && titlePx + partsPx() > room) {
        const auto first = std::max_element(
            parts.begin(), parts.end(),
            [](const HeadPart& a, const HeadPart& b) { return a.leaves < b.leaves; });
        const int rank = first->leaves;
        // The values stay while some letters of the title do.
        if (rank <= kStays && std::min(titlePx, kLeastWordsPx) + partsPx() <= room) {
            break;
        }
        const int left = widthOf(*first) - gap - (titlePx + partsPx() - room);
        if (rank == kWords && left >= kLeastWordsPx) {
            first->text = plain.elidedText(first->text, Qt::ElideRight, left);
            break;
        }
        // Two values without names are read as nothing: the title gives a third of itself for them.
        const int excess = titlePx + partsPx() - room;
        if (rank == kCurveNames &&
            (cutNames(parts, plain, excess) || cutNames(parts, plain, excess - titlePx / 3))) {
            break;
        }
        // Parts of one rank leave together: a name on one curve alone would be read as that of all.
        std::erase_if(parts, [rank](const HeadPart& part) { return part.leaves == rank; });
    }
    if (titlePx + partsPx() > room) {
        name = bold.elidedText(name, Qt::ElideRight, std::max(0, room - partsPx()));
    }
    QString html = QStringLiteral("<b>%1</b>").arg(name.toHtmlEscaped());
    for (const HeadPart& part : parts) {
        const QString text = part.text.toHtmlEscaped();
        html += QStringLiteral(" &nbsp;<span style='color:%1'>%2</span>")
                    .arg(part.colour.name(),
                         part.isBold ? QStringLiteral("<b>%1</b>").arg(text) : text);
    }
    return html;
}

double ChartView::valueAt(std::size_t curve, double cursorS) const {
    return std::isfinite(cursorS) ? static_cast<double>(cut_.curves[curve].mean[cut_.at(cursorS)])
                                  : data_->now(curves_[curve].channel.name);
}

/// A difference of what the axis shows: a difference of temperatures has no zero to be moved.
QString ChartView::apartText(std::size_t curve, double value) const {
    const DisplayUnit& unit = axes_[curves_[curve].axis].unit;
    const double marked = static_cast<double>(cut_.curves[curve].mean[cut_.at(markS_)]);
    const double largest = std::max(std::abs(value), std::abs(marked));
    // Series hold seven digits: a smaller difference is rounding, not a change.
    const bool isEqual = std::abs(value - marked) <= kRoundingShare * largest;
    const double apart = isEqual ? 0.0 : unit.shown(value) - unit.shown(marked);
    return (apart > 0.0 ? QStringLiteral("+") : QString()) + numberText(apart, 4) +
           (unit.symbol.isEmpty() ? QString() : ' ' + unit.symbol);
}

bool ChartView::wantsLegend() const {
    return cut_.size() > 0 && !curves_.empty() &&
           (statistics_ || std::isfinite(markS_) || curves_.size() > kHeadCurves);
}

void ChartView::showLegend(double cursorS) {
    std::vector<ChartLegend::Row> rows;
    const QCPRange span = plot_->xAxis->range();
    const ThemeColours& c = Theme::instance().colours();
    for (std::size_t g = 0; wantsLegend() && g < curves_.size() && g < cut_.curves.size(); ++g) {
        const models::Unit& unit = curves_[g].channel.info->unit;
        const auto text = [&](double value) {
            return std::isfinite(value) ? quantityText(value, unit) : QString();
        };
        const CurveStatistics s = statisticsOf(cut_, g, span.lower, span.upper);
        const double value = std::isfinite(cursorS) ? valueAt(g, cursorS) : s.last;
        rows.push_back({c.series[g % c.series.size()],
                        labelOf(curves_[g].channel, data_->workspace()),
                        {text(s.least), text(s.mean), text(s.most), text(value),
                         std::isfinite(markS_) ? apartText(g, valueAt(g, cursorS)) : QString()}});
    }
    const bool shown = !rows.empty();
    legend_->setRows(std::move(rows), std::isfinite(cursorS) ? tr("at cursor") : tr("last"));
    const bool fits =
        head_->sizeHint().height() + kLeastPlotPx + legend_->sizeHint().height() <= height();
    legend_->setVisible(shown && fits);
}

/// Values of the curves, with their names where both fit; the table has them where it is shown.
void ChartView::addHeadValues(std::vector<HeadPart>& parts, double cursorS) const {
    const ThemeColours& c = Theme::instance().colours();
    const std::size_t at = std::isfinite(cursorS) ? cut_.at(cursorS) : 0;
    for (std::size_t g = 0; g < curves_.size() && g < cut_.curves.size() && legend_->isHidden();
         ++g) {
        const ChartChannel& channel = curves_[g].channel;
        const engine::SeriesCut::Curve& curve = cut_.curves[g];
        const QColor colour = c.series[g % c.series.size()];
        if (curves_.size() > 1) {
            parts.push_back({shortName(labelOf(channel, data_->workspace()), title()), colour,
                             false, kCurveNames});
        }
        parts.push_back({quantityText(valueAt(g, cursorS), channel.info->unit), colour, true, 1});
        if (std::isfinite(cursorS) && curve.least[at] < curve.most[at]) {
            parts.push_back(
                {QStringLiteral("(%1 … %2)")
                     .arg(quantityText(static_cast<double>(curve.least[at]), channel.info->unit),
                          quantityText(static_cast<double>(curve.most[at]), channel.info->unit)),
                 colour, true, 3});
        }
        if (std::isfinite(markS_)) {
            parts.push_back(
                {QStringLiteral("Δ ") + apartText(g, valueAt(g, cursorS)), colour, true, 2});
        }
    }
}

void ChartView::showHead(double cursorS) {
    const ThemeColours& c = Theme::instance().colours();
    std::vector<HeadPart> parts;
    if (!limitText_.isEmpty()) {
        parts.push_back({limitText_, c.bad, true, 2});
    }
    const bool any = cut_.size() > 0;
    if (any) {
        addHeadValues(parts, cursorS);
    }
    for (std::size_t axis = 0; any && axis < axes_.size(); ++axis) {
        const auto first = std::find_if(curves_.begin(), curves_.end(),
                                        [axis](const Curve& curve) { return curve.axis == axis; });
        if (std::isfinite(axes_[axis].beyond) && first != curves_.end()) {
            parts.push_back({tr("peak %1 beyond the axis")
                                 .arg(quantityText(axes_[axis].beyond, first->channel.info->unit)),
                             c.muted, false, 4});
        }
    }
    if (any && std::isfinite(markS_)) {
        const double to = std::isfinite(cursorS) ? cursorS : data_->nowS();
        parts.push_back(
            {QStringLiteral("Δt ") + lengthText(std::abs(to - markS_)), c.muted, true, 1});
    }
    if (any && std::isfinite(cursorS)) {
        const std::size_t at = cut_.at(cursorS);
        const bool isStep =
            curves_.empty() || !(cut_.curves.front().least[at] < cut_.curves.front().most[at]);
        parts.push_back(
            {isStep ? momentText(cut_.toS[at]) : momentsText(cut_.fromS[at], cut_.toS[at]), c.muted,
             false, 3});
        if (const int note = noteAt(cursorS); note >= 0) {
            parts.push_back({plainNote(data_->notes()[static_cast<std::size_t>(note)].text), c.text,
                             false, kWords});
        } else if (const engine::Event* event = data_->eventOf(eventAt(cursorS))) {
            parts.push_back({QStringLiteral("%1: %2").arg(QString::fromStdString(event->subject),
                                                          shownText(event->text)),
                             lookOf(event->kind).colour, false, kWords});
        }
    }
    const QString html = fittingHead(std::move(parts));
    if (html != head_->text()) {
        head_->setText(html);
    }
}

/// The band from p10 to p90 of each row, from rows that are shorter; without several in a row there is none.
void ChartView::showBands(double fromS, double toS, std::size_t rows) {
    const bool anySpan = std::any_of(
        cut_.curves.begin(), cut_.curves.end(), [](const engine::SeriesCut::Curve& curve) {
            return !std::equal(curve.least.begin(), curve.least.end(), curve.most.begin(),
                               [](float a, float b) { return !(a < b); });
        });
    engine::SeriesCut fine;
    if (anySpan) {
        fine = data_->read(spec_.channels, fromS, toS, rows * kFinerRows);
    }
    for (std::size_t c = 0; c < curves_.size() && c < cut_.curves.size(); ++c) {
        QVector<double> keys, low, high, again;
        if (fine.size() > cut_.size() && c < fine.curves.size()) {
            const QuantileBand band = quantileBandOf(cut_, fine, c);
            const DisplayUnit& unit = axes_[curves_[c].axis].unit;
            for (std::size_t i = 0; i < cut_.size(); ++i) {
                addRow(keys, low, cut_, i, false, unit.shown(static_cast<double>(band.low[i])));
                addRow(again, high, cut_, i, false, unit.shown(static_cast<double>(band.high[i])));
            }
        }
        curves_[c].low->setData(keys, low, true);
        curves_[c].high->setData(keys, high, true);
    }
}

/// A square at the top, a dotted line, and as many words at its foot as there is room for up to the next
/// note: curves that begin at zero leave the foot free.
void ChartView::showNotes(double fromS, double toS) {
    const std::vector<engine::RunNote>& notes = data_->notes();
    const double top = plot_->yAxis->range().upper;
    QVector<double> keys;
    std::size_t used = 0;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        if (notes[i].timeS < fromS || notes[i].timeS > toS) {
            continue;
        }
        keys << notes[i].timeS;
        const double left = plot_->xAxis->coordToPixel(notes[i].timeS);
        const double right = i + 1 < notes.size()
                                 ? std::min(plot_->xAxis->coordToPixel(notes[i + 1].timeS),
                                            double(plot_->axisRect()->right()))
                                 : double(plot_->axisRect()->right());
        const int room = static_cast<int>(right - left) - 2 * static_cast<int>(kMarkPx);
        if (room < kLeastNotePx) {
            continue;
        }
        if (used == noteTexts_.size()) {
            noteTexts_.push_back(new QCPItemText(plot_));
            noteTexts_.back()->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
            noteTexts_.back()->setPadding(QMargins(3, 1, 3, 1));
        }
        QCPItemText* words = noteTexts_[used++];
        const ThemeColours& c = Theme::instance().colours();
        QColor ground = c.base;
        ground.setAlpha(kNoteGroundAlpha);
        words->setColor(c.text);
        words->setBrush(ground);
        words->setFont(font());
        words->setText(
            QFontMetrics(font()).elidedText(plainNote(notes[i].text), Qt::ElideRight, room));
        words->position->setType(QCPItemPosition::ptPlotCoords);
        words->position->setCoords(notes[i].timeS, plot_->yAxis->range().lower);
        words->position->setPixelPosition(words->position->pixelPosition() +
                                          QPointF(kMarkPx, -2.0));
        words->setVisible(true);
    }
    for (; used < noteTexts_.size(); ++used) {
        noteTexts_[used]->setVisible(false);
    }
    notes_->setData(keys, QVector<double>(keys.size(), top), true);
}

int ChartView::noteAt(double timeS) const {
    const double reachS =
        kMarkPx * plot_->xAxis->range().size() / std::max(1, plot_->axisRect()->width());
    const std::vector<engine::RunNote>& notes = data_->notes();
    int best = -1;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const double apartS = std::abs(notes[i].timeS - timeS);
        if (apartS <= reachS &&
            (best < 0 || apartS < std::abs(notes[static_cast<std::size_t>(best)].timeS - timeS))) {
            best = static_cast<int>(i);
        }
    }
    return best;
}

QString ChartView::legendText() const {
    return legend_->isHidden() ? QString() : legend_->text();
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
                        const double by =
                            (values->pixelToCoord(dragFrom_.y()) - values->pixelToCoord(at.y())) *
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
            if (!all && x >= plot_->axisRect()->left() &&
                (x <= plot_->axisRect()->right() || !hasTwoUnits())) {
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
