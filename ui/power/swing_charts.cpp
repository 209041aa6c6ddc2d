// SPDX-License-Identifier: Apache-2.0
#include "ui/power/swing_charts.h"

#include "ui/kit/plot.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

using engine::SwingPoint;

constexpr int kStackedFrom = 430;      // pixels of height from which charts are above each other
constexpr double kShownDecades = 4.0;  // of the spectrum
constexpr double kStretchesADecade = 60.0;
constexpr int kSwatch = 18;

constexpr std::size_t rowOf(SwingLine line) {
    return static_cast<std::size_t>(line);
}

constexpr SwingLine lineOf(std::size_t i) {
    return static_cast<SwingLine>(i);
}

/// The point that a line is; none means at the utility, without measures.
std::optional<SwingPoint> pointOf(SwingLine line) {
    switch (line) {
        case SwingLine::Accelerators:
            return SwingPoint::Accelerators;
        case SwingLine::RackDemand:
            return SwingPoint::RackInput;
        case SwingLine::RackStorage:
            return SwingPoint::RackStorage;
        case SwingLine::Ups:
            return SwingPoint::Ups;
        case SwingLine::Utility:
            return SwingPoint::Utility;
        default:
            return std::nullopt;
    }
}

QString nameOf(SwingLine line) {
    const auto point = pointOf(line);
    QString name = point ? utf8Text(engine::swingPointInfo(*point).label)
                         : QCoreApplication::translate("SwingCharts", "without measures");
    name[0] = name[0].toUpper();
    return name;
}

QString whyOf(SwingLine line) {
    const auto point = pointOf(line);
    return point ? utf8Text(engine::swingPointInfo(*point).why)
                 : QCoreApplication::translate("SwingCharts",
                                               "Power at the utility without any measure");
}

const engine::SwingMetrics& metricsOf(const SwingPicture& picture, SwingLine line) {
    const auto point = pointOf(line);
    return point ? picture.waveform.metrics[static_cast<std::size_t>(*point)]
                 : picture.waveform.none.metrics;
}

QPen penOf(SwingLine line, const ThemeColours& c) {
    switch (line) {
        case SwingLine::Accelerators:
            return {c.series[2], 1.2};
        case SwingLine::RackDemand:
            return {c.series[1], 1.2};
        case SwingLine::RackStorage:
            return {c.series[3], 1.2};
        case SwingLine::Ups:
            return {c.text, 1.0};
        case SwingLine::Utility:
            return {c.series[0], 1.6};
        default:
            return {c.disabled, 1.0};
    }
}

/// Input, rest, and the value without measures.
bool shownInSpectrum(SwingLine line) {
    return line == SwingLine::RackDemand || line == SwingLine::Utility ||
           line == SwingLine::Unsmoothed;
}

/// Bins to draw: all where they are wide on a logarithmic axis, else the largest of each stretch.
std::vector<std::size_t> drawnLines(const models::Spectrum& spectrum) {
    std::vector<std::size_t> drawn;
    double stretch = -1e300;
    for (std::size_t k = 1; k < spectrum.amplitudeW.size(); ++k) {
        const double now =
            std::floor(kStretchesADecade * std::log10(static_cast<double>(k) * spectrum.binHz));
        if (now > stretch) {
            drawn.push_back(k);
            stretch = now;
        } else if (spectrum.amplitudeW[k] > spectrum.amplitudeW[drawn.back()]) {
            drawn.back() = k;
        }
    }
    return drawn;
}

QIcon swatch(const QPen& pen, double ratio) {
    QPixmap picture(QSize(kSwatch, kSwatch) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen thick = pen;
    thick.setWidthF(pen.widthF() + 1.0);
    thick.setCapStyle(Qt::FlatCap);
    painter.setPen(thick);
    painter.drawLine(QPointF(1.0, kSwatch / 2.0), QPointF(kSwatch - 1.0, kSwatch / 2.0));
    return picture;
}

}  // namespace

const std::vector<double>& SwingPicture::seriesW(SwingLine line) const {
    const auto point = pointOf(line);
    return point ? waveform.at(*point) : waveform.unsmoothedW;
}

SwingPicture makeSwingPicture(const engine::SwingPlant& plant,
                              const engine::WaveformOptions& options) {
    SwingPicture picture{plant, engine::renderWaveform(plant, options), {}};
    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        if (shownInSpectrum(lineOf(i))) {
            picture.spectra[i] = models::spectrumOf(picture.seriesW(lineOf(i)), options.dtS);
        }
    }
    return picture;
}

SwingCharts::SwingCharts(QWidget* parent)
    : QWidget(parent),
      time_(makePlot(this, tr("Power at 10 ms"))),
      spectrum_(makePlot(this, tr("Spectrum"))),
      charts_(new QSplitter(Qt::Horizontal, this)),
      where_(new QLabel(this)) {
    setObjectName("swingCharts");
    time_->setObjectName("swingTime");
    spectrum_->setObjectName("swingSpectrum");
    charts_->addWidget(
        makeChart(time_, tr("Mean power of each 10 ms. The axis does not begin at zero, so "
                            "that pulses are seen.")));
    charts_->addWidget(makeChart(
        spectrum_,
        tr("Amplitude, half of peak to peak, by frequency in the band of the grid operator. Both "
           "axes are logarithmic, the mean is taken off. Where lines are closer than the "
           "chart can show, the largest is drawn. The dashed line is the limit.")));
    charts_->setChildrenCollapsible(false);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeLegend());
    layout->addWidget(charts_, 1);

    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        for (QCustomPlot* plot : {time_, spectrum_}) {
            QCPGraph* graph = plot->addGraph();
            graph->setName(nameOf(lineOf(i)));
            graph->setAdaptiveSampling(true);
            graph->setLayer(lineOf(i) == SwingLine::Unsmoothed ? "background" : "main");
        }
    }
    for (QCPAxis* axis : {spectrum_->xAxis, spectrum_->yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    }
    time_->xAxis->setLabel(tr("s"));
    spectrum_->xAxis->setLabel(tr("Hz"));
    timeCursor_ = addCursor(time_);
    spectrumCursor_ = addCursor(spectrum_);
    limit_ = addCursor(spectrum_);
    connect(&Theme::instance(), &Theme::changed, this, &SwingCharts::paintTheme);
    paintTheme();
    show(nullptr);
}

QWidget* SwingCharts::makeChart(QCustomPlot* plot, const QString& why) {
    auto* box = new QWidget(charts_);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(0);
    auto* head =
        new QLabel(QStringLiteral("<b>%1</b>").arg(plot->accessibleName().toHtmlEscaped()), box);
    head->setToolTip(QStringLiteral("<p>%1</p>").arg(why.toHtmlEscaped()));
    layout->addWidget(head);
    layout->addWidget(plot, 1);
    plot->installEventFilter(this);
    return box;
}

QWidget* SwingCharts::makeLegend() {
    auto* box = new QWidget(this);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(8, 6, 4, 4);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(0);
    QFont small = font();
    small.setPointSizeF(std::max(7.0, font().pointSizeF() - 1.0));
    where_->setFont(small);
    where_->setForegroundRole(QPalette::PlaceholderText);
    where_->setAlignment(Qt::AlignRight);
    grid->addWidget(where_, 0, 0, 1, 2);
    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        Row& row = rows_[i];
        row.box = new QCheckBox(nameOf(lineOf(i)), box);
        row.box->setIconSize(QSize(kSwatch, kSwatch));
        row.box->setChecked(lineOf(i) == SwingLine::RackDemand || lineOf(i) == SwingLine::Utility ||
                            lineOf(i) == SwingLine::Unsmoothed);
        row.value = new QLabel(box);
        row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row.value->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("00.00 MW ")));
        grid->addWidget(row.box, static_cast<int>(i) + 1, 0);
        grid->addWidget(row.value, static_cast<int>(i) + 1, 1);
        connect(row.box, &QCheckBox::toggled, this, &SwingCharts::showLines);
    }
    grid->setRowStretch(static_cast<int>(SwingPicture::kLines) + 1, 1);
    return box;
}

QCheckBox* SwingCharts::toggle(SwingLine line) const {
    return rows_[rowOf(line)].box;
}

QString SwingCharts::valueText(SwingLine line) const {
    return rows_[rowOf(line)].value->text();
}

void SwingCharts::paintTheme() {
    const ThemeColours& c = Theme::instance().colours();
    for (QCustomPlot* plot : {time_, spectrum_}) {
        paintPlot(plot);
        for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
            plot->graph(static_cast<int>(i))->setPen(penOf(lineOf(i), c));
        }
    }
    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        rows_[i].box->setIcon(swatch(penOf(lineOf(i), c), devicePixelRatioF()));
        // Fusion outlines a box in a darker shade of the window: none on a dark ground.
        QPalette outline;
        outline.setColor(QPalette::Window, Theme::instance().isDark() ? c.muted : c.border);
        rows_[i].box->setPalette(outline);
    }
    limit_->setPen(QPen(c.bad, 1.2, Qt::DashLine));
    paintPlotGround(this);
}

void SwingCharts::show(std::shared_ptr<const SwingPicture> picture) {
    picture_ = std::move(picture);
    const double dtS = picture_ ? picture_->waveform.options.dtS : 0.0;
    unit_ = shownUnit(models::unit::megawatt,
                      picture_ ? picture_->waveform.none.metrics.maximumW : 1e6);
    double strongest = 0.0;
    for (std::size_t i = 0; i < SwingPicture::kLines && picture_; ++i) {
        for (const models::SpectrumPeak& line : metricsOf(*picture_, lineOf(i)).lines) {
            strongest = std::max(strongest, line.amplitudeW);
        }
    }
    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        QVector<double> x;
        QVector<double> y;
        if (picture_) {
            const std::vector<double>& series = picture_->seriesW(lineOf(i));
            for (std::size_t k = 0; k < series.size(); ++k) {
                x << (static_cast<double>(k) + 0.5) * dtS;
                y << series[k] / unit_.toSi;
            }
        }
        time_->graph(static_cast<int>(i))->setData(x, y, true);
        x.clear();
        y.clear();
        if (picture_) {
            // Values that a logarithmic axis cannot show lie below it.
            const double leastW = 1e-6 * strongest + 1e-9;
            for (const std::size_t k : drawnLines(picture_->spectra[i])) {
                x << static_cast<double>(k) * picture_->spectra[i].binHz;
                y << std::max(picture_->spectra[i].amplitudeW[k], leastW) / unit_.toSi;
            }
        }
        spectrum_->graph(static_cast<int>(i))->setData(x, y, true);
        QString tip = QStringLiteral("<p><b>%1</b><br>%2</p>")
                          .arg(nameOf(lineOf(i)).toHtmlEscaped(), whyOf(lineOf(i)).toHtmlEscaped());
        if (picture_) {
            const engine::SwingMetrics& m = metricsOf(*picture_, lineOf(i));
            const auto power = [](double w) { return quantityText(w, models::unit::megawatt, 3); };
            const auto ramp = [](double w) {
                return quantityText(w, models::unit::megawattPerSecond, 3);
            };
            tip += QStringLiteral("<p>%1<br>%2<br>%3<br>%4</p>")
                       .arg(tr("Mean %1, from %2 to %3")
                                .arg(power(m.meanW), power(m.minimumW), power(m.maximumW)),
                            tr("Peak to peak %1").arg(power(m.rangeW())),
                            tr("Largest ramp %1 over 100 ms, %2 over 1 s")
                                .arg(ramp(m.ramp100msWPerS), ramp(m.ramp1sWPerS)),
                            m.lines.empty() ? tr("No line in the band")
                                            : tr("Largest line %1 at %2")
                                                  .arg(power(m.bandW()),
                                                       quantityText(m.lines.front().frequencyHz,
                                                                    models::unit::hertz, 3)));
        }
        rows_[i].box->setToolTip(tip);
        rows_[i].value->setToolTip(tip);
    }
    if (picture_) {
        const models::PowerSmoothingSpec& spec = picture_->plant.smoothing;
        time_->xAxis->setRange(0.0, picture_->waveform.options.windowS);
        spectrum_->xAxis->setRange(spec.bandLowHz, spec.bandHighHz);
        const double limitW = spec.limitBandW;
        limit_->setVisible(std::isfinite(limitW));
        if (std::isfinite(limitW)) {
            limit_->point1->setCoords(spec.bandLowHz, limitW / unit_.toSi);
            limit_->point2->setCoords(spec.bandHighHz, limitW / unit_.toSi);
        }
        const double top = std::max({strongest, std::isfinite(limitW) ? limitW : 0.0, 1.0});
        const double decade = std::ceil(std::log10(1.2 * top / unit_.toSi));
        spectrum_->yAxis->setRange(std::pow(10.0, decade - kShownDecades), std::pow(10.0, decade));
    }
    time_->yAxis->setLabel(unit_.symbol);
    spectrum_->yAxis->setLabel(unit_.symbol);
    moveCursor(time_, std::nan(""));
    moveCursor(spectrum_, std::nan(""));
    showMeans();
    showLines();
}

void SwingCharts::showLines() {
    double low = 1e300;
    double high = -1e300;
    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        const bool on = rows_[i].box->isChecked();
        time_->graph(static_cast<int>(i))->setVisible(on);
        spectrum_->graph(static_cast<int>(i))->setVisible(on);
        if (on && picture_) {
            const engine::SwingMetrics& m = metricsOf(*picture_, lineOf(i));
            low = std::min(low, m.minimumW / unit_.toSi);
            high = std::max(high, m.maximumW / unit_.toSi);
        }
    }
    if (low <= high) {
        const double margin = std::max(0.06 * (high - low), 1e-3 * std::abs(high) + 1e-9);
        time_->yAxis->setRange(std::max(0.0, low - margin), high + margin);
    }
    time_->replot(QCustomPlot::rpQueuedReplot);
    spectrum_->replot(QCustomPlot::rpQueuedReplot);
}

void SwingCharts::showMeans() {
    where_->setText(picture_ ? tr("mean over %1")
                                   .arg(quantityText(picture_->waveform.options.windowS,
                                                     models::unit::second, 3))
                             : QString());
    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        rows_[i].value->setText(
            picture_ ? quantityText(metricsOf(*picture_, lineOf(i)).meanW, models::unit::megawatt)
                     : QStringLiteral("–"));
    }
}

void SwingCharts::moveCursor(QCustomPlot* plot, double place) {
    placeCursor(plot == time_ ? timeCursor_ : spectrumCursor_, place);
    plot->replot(QCustomPlot::rpQueuedReplot);
}

void SwingCharts::showAt(QCustomPlot* plot, double place) {
    const bool inTime = plot == time_;
    where_->setText(inTime ? tr("at %1").arg(quantityText(place, models::unit::second, 4))
                           : tr("at %1").arg(quantityText(place, models::unit::hertz, 3)));
    for (std::size_t i = 0; i < SwingPicture::kLines; ++i) {
        const std::vector<double>& values =
            inTime ? picture_->seriesW(lineOf(i)) : picture_->spectra[i].amplitudeW;
        const double step = inTime ? picture_->waveform.options.dtS : picture_->spectra[i].binHz;
        const double index = inTime ? std::floor(place / step) : std::round(place / step);
        const bool known = step > 0.0 && index >= 0.0 && index < static_cast<double>(values.size());
        rows_[i].value->setText(
            known ? quantityText(values[static_cast<std::size_t>(index)], models::unit::megawatt)
                  : QStringLiteral("–"));
    }
    moveCursor(plot, place);
}

bool SwingCharts::eventFilter(QObject* watched, QEvent* event) {
    auto* plot = qobject_cast<QCustomPlot*>(watched);
    if (plot != nullptr && event->type() == QEvent::Resize) {
        plot->yAxis->ticker()->setTickCount(plot == time_ ? std::clamp(plot->height() / 34, 2, 6)
                                                          : std::clamp(plot->height() / 16, 2, 8));
        time_->xAxis->ticker()->setTickCount(std::clamp(time_->width() / 70, 2, 12));
    }
    if (plot != nullptr && picture_ && event->type() == QEvent::MouseMove) {
        const double place =
            plot->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x());
        if (plot->xAxis->range().contains(place)) {
            showAt(plot, place);
        }
    } else if (plot != nullptr && event->type() == QEvent::Leave) {
        moveCursor(plot, std::nan(""));
        showMeans();
    }
    return QWidget::eventFilter(watched, event);
}

void SwingCharts::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const auto wanted = height() >= kStackedFrom ? Qt::Vertical : Qt::Horizontal;
    if (charts_->orientation() != wanted) {
        charts_->setOrientation(wanted);
    }
}

}  // namespace headroom::ui
