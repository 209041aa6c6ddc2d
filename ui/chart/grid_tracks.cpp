// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/grid_tracks.h"

#include "engine/base/scale.h"
#include "engine/grid/year_hours.h"
#include "models/core/calendar.h"
#include "models/facility/project_info.h"
#include "ui/chart/chart_data.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/workspace.h"

#include <QEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kRim = 6.0, kLabelPx = 196.0, kScalePx = 172.0, kGap = 3.0;
constexpr int kTrackAlpha = 40;

using Track = GridTracks::Track;

const models::Unit& unitOf(Track track) {
    return track == Track::Price ? models::unit::dollarPerKilowattHour
                                 : models::unit::gramPerKilowattHour;
}

template <class Spec>
Spec single(const engine::Project& project) {
    const auto stated = project.objectsOf(Spec::type().id);
    return stated.empty() ? Spec{} : engine::specOf<Spec>(*stated.front());
}

}  // namespace

GridTracks::GridTracks(const ChartData* run, QWidget* parent) : QWidget(parent), data_(run) {
    setObjectName("gridTracks");
    setAccessibleName(tr("Price and carbon of the grid's energy by the hour"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&run->workspace(), &Workspace::opened, this, &GridTracks::read);
    connect(&run->workspace(), &Workspace::closed, this, &GridTracks::read);
    connect(&run->workspace(), &Workspace::projectChanged, this, &GridTracks::read);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    read();
}

void GridTracks::read() {
    const Workspace& workspace = data_->workspace();
    hours_.reset();
    fault_.clear();
    update();
    if (!workspace.isOpen() || workspace.catalogue() == nullptr) {
        return;
    }
    auto hours = engine::gridHours(workspace.project(), *workspace.catalogue());
    if (!hours) {
        fault_ = shownText(hours.error().message);
        return;
    }
    hours_ = std::move(*hours);
    const auto start = models::startTime(single<models::ProjectInfo>(workspace.project()).start);
    startYearS_ = start ? start->sinceYearS : 0.0;
}

void GridTracks::show(double fromS, double toS, double cursorS) {
    from_ = fromS;
    to_ = toS;
    cursor_ = cursorS;
    update();
}

double GridTracks::valueAt(Track track, double timeS) const {
    if (!hours_ || !std::isfinite(timeS)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return track == Track::Price ? hours_->usdPerJAt(startYearS_ + timeS)
                                 : hours_->kgPerJAt(startYearS_ + timeS);
}

QString GridTracks::text(Track track) const {
    const QString name = track == Track::Price ? tr("Energy price") : tr("Grid carbon");
    if (!hours_) {
        return fault_.isEmpty() ? name : QStringLiteral("%1: %2").arg(name, fault_);
    }
    const double at = std::isfinite(cursor_) ? cursor_ : data_->nowS();
    return QStringLiteral("%1 %2").arg(name, quantityText(valueAt(track, at), unitOf(track), 3));
}

QString GridTracks::sourceText(Track track) const {
    if (!hours_) {
        return fault_;
    }
    const bool isPrice = track == Track::Price;
    QString said =
        isPrice
            ? tr("Cost of a kilowatt-hour from the grid in each hour, without demand charge and "
                 "fee. Source: %1")
                  .arg(QString::fromStdString(hours_->priceSource))
            : tr("Emission of a kilowatt-hour from the grid in each hour, average of the region. "
                 "Source: %1")
                  .arg(QString::fromStdString(hours_->carbonSource));
    if (isPrice && hours_->priceYear > 0) {
        said += tr(", prices of %1").arg(hours_->priceYear);
    }
    said += QStringLiteral(".\n");
    said += tr("The run's own meters reckon with the price and the mean intensity of the site.");
    return said;
}

double GridTracks::rowHeight() const {
    return fontMetrics().height() + kGap;
}

QSize GridTracks::sizeHint() const {
    return {400, static_cast<int>(2.0 * rowHeight() + kGap)};
}

QRectF GridTracks::strip(Track track) const {
    const double y = track == Track::Price ? 1.0 : 1.0 + rowHeight();
    return {kRim + kLabelPx, y, std::max(10.0, width() - 2.0 * kRim - kLabelPx - kScalePx),
            rowHeight() - kGap};
}

void GridTracks::paintTrack(QPainter& painter, Track track) const {
    const ThemeColours& c = Theme::instance().colours();
    const QRectF area = strip(track);
    const QColor colour = c.series[track == Track::Price ? 2 : 1];
    painter.setPen(c.text);
    const QRectF label(kRim, area.top(), kLabelPx - kRim, area.height());
    painter.drawText(
        label, Qt::AlignVCenter | Qt::AlignLeft,
        fontMetrics().elidedText(text(track), Qt::ElideRight, static_cast<int>(label.width())));
    painter.fillRect(area, c.base);
    if (!hours_) {
        return;
    }
    const std::vector<double>& all = track == Track::Price ? hours_->usdPerJ : hours_->kgPerJ;
    const auto [least, most] = std::minmax_element(all.begin(), all.end());
    const double span = *most - *least;
    const auto yOf = [&](double value) {
        return span > 0.0 ? area.bottom() - 1.0 - (value - *least) / span * (area.height() - 3.0)
                          : area.center().y();
    };
    QPainterPath line;
    const double secondsPerPx = (to_ - from_) / area.width();
    for (int px = 0; px < static_cast<int>(area.width()); ++px) {
        // Over many hours the mean of those under the pixel.
        const double t0 = from_ + px * secondsPerPx;
        double sum = 0.0;
        int count = 0;
        for (double t = t0; count == 0 || t < t0 + secondsPerPx; t += kHourS) {
            sum += valueAt(track, t);
            ++count;
        }
        const double x = area.left() + px, y = yOf(sum / count);
        if (px == 0) {
            line.moveTo(x, y);
        } else {
            line.lineTo(x, line.currentPosition().y());
            line.lineTo(x, y);
        }
    }
    QPainterPath fill = line;
    fill.lineTo(area.right(), area.bottom());
    fill.lineTo(area.left(), area.bottom());
    QColor faint = colour;
    faint.setAlpha(kTrackAlpha);
    painter.fillPath(fill, faint);
    painter.setPen(QPen(colour, 1.4));
    painter.drawPath(line);
    for (const auto& [timeS, pen] : {std::pair{data_->nowS(), QPen(c.accent, 1.4)},
                                     std::pair{cursor_, QPen(c.muted, 1.0, Qt::DashLine)}}) {
        if (std::isfinite(timeS) && timeS > from_ && timeS < to_) {
            const double x = area.left() + (timeS - from_) / secondsPerPx;
            painter.setPen(pen);
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        }
    }
    // The scale: what the whole year spans.
    const double toSi = unitOf(track).toSi;
    const QString scale = span > 0.0
                              ? tr("%1 to %2 in a year")
                                    .arg(numberText(*least / toSi, 3), numberText(*most / toSi, 3))
                              : tr("the same all year");
    painter.setPen(c.muted);
    painter.drawText(
        QRectF(area.right() + kRim, area.top(), kScalePx - kRim, area.height()),
        Qt::AlignVCenter | Qt::AlignLeft,
        fontMetrics().elidedText(scale, Qt::ElideRight, static_cast<int>(kScalePx - kRim)));
}

void GridTracks::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTrack(painter, Track::Price);
    paintTrack(painter, Track::Carbon);
}

void GridTracks::mouseMoveEvent(QMouseEvent* event) {
    const QRectF area = strip(Track::Price);
    const double x = event->position().x();
    if (x >= area.left() && x <= area.right()) {
        emit hovered(from_ + (x - area.left()) / area.width() * (to_ - from_));
    }
}

void GridTracks::leaveEvent(QEvent*) {
    emit left();
}

bool GridTracks::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Track track =
            help->pos().y() < strip(Track::Carbon).top() ? Track::Price : Track::Carbon;
        QToolTip::showText(help->globalPos(),
                           text(track) + QStringLiteral("\n") + sourceText(track), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace headroom::ui
