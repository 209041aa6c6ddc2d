// SPDX-License-Identifier: Apache-2.0
#include "ui/elevation/rack_elevation.h"
#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kNumbers = 24.0;  // px left of the units for their numbers
constexpr double kHead = 22.0;     // px over a face for its title
constexpr double kSide = 12.0;     // px of frame on either side, for strips and manifolds
constexpr double kGap = 14.0;
constexpr double kMargin = 10.0;
constexpr double kAspect = 0.4826 / kRackUnitM;  // 19 inches over one unit

QColor tinted(const QColor& colour, int alpha) {
    QColor made = colour;
    made.setAlpha(alpha);
    return made;
}

}  // namespace

QColor slotColour(RackSlot::What what) {
    const ThemeColours& colours = Theme::instance().colours();
    return what == RackSlot::What::Server       ? colours.series[0]
           : what == RackSlot::What::SwitchTray ? colours.series[3]   // as network cables
                                                : colours.series[1];  // as cords
}

RackDrawing::RackDrawing(QWidget* parent) : QWidget(parent) {
    setObjectName("rackDrawing");
    setAccessibleName(tr("Front and rear of the rack"));
}

void RackDrawing::show(std::optional<RackContents> contents) {
    contents_ = std::move(contents);
    update();
}

int RackDrawing::shownUnits() const {
    const double used = contents_->usedU();
    const int needed = std::isfinite(used) ? static_cast<int>(std::ceil(used)) : 0;
    return std::max({contents_->unitsU, needed, 1});
}

/// Units as high as the widget allows, and no face wider than half of it.
RackDrawing::Face RackDrawing::faceAt(bool rear) const {
    const double high = height() - 2.0 * kMargin - kHead - 6.0;
    const double half = (width() - 2.0 * kMargin - kGap) / 2.0;
    const double wide = half - kNumbers - 2.0 * kSide;
    const int units = shownUnits();
    const double unitPx = std::max(3.0, high / units);
    const double facePx = std::min(wide, std::max(unitPx * kAspect, 90.0));
    const double total = 2.0 * (kNumbers + 2.0 * kSide + facePx) + kGap;
    const double left =
        (width() - total) / 2.0 + (rear ? kNumbers + 2.0 * kSide + facePx + kGap : 0.0);
    return {{left + kNumbers + kSide, kMargin + kHead, facePx, unitPx * units}, unitPx};
}

QRectF RackDrawing::placeBox(const Face& face, const RackSlot& slot) const {
    const double top = face.frame.bottom() - (slot.fromU + slot.heightU) * face.unitPx;
    return {face.frame.left(), top, face.frame.width(), slot.heightU * face.unitPx};
}

void RackDrawing::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!contents_) {
        return;
    }
    paintFace(painter, false);
    paintFace(painter, true);
}

void RackDrawing::paintFace(QPainter& painter, bool rear) const {
    const ThemeColours& colours = Theme::instance().colours();
    const Face face = faceAt(rear);
    painter.setPen(colours.text);
    painter.drawText(QRectF(face.frame.left(), kMargin - 4.0, face.frame.width(), kHead),
                     Qt::AlignCenter, rear ? tr("Rear") : tr("Front"));
    painter.setPen(QPen(colours.border, 1.2));
    painter.setBrush(colours.raised);
    painter.drawRoundedRect(face.frame.adjusted(-kSide, -5.0, kSide, 5.0), 2.0, 2.0);
    if (contents_->server.isTank || contents_->places.empty()) {
        painter.setPen(colours.muted);
        painter.drawText(face.frame.adjusted(4, 4, -4, -4), Qt::AlignCenter | Qt::TextWordWrap,
                         contents_->server.isTank
                             ? tr("A bath: servers hang in the coolant")
                             : tr("The catalogue does not state how high these servers are"));
        return;
    }
    paintUnits(painter, face);
    paintServers(painter, face, rear);
    if (rear) {
        paintRear(painter, face);
    } else {
        paintGravity(painter, face);
    }
}

void RackDrawing::paintUnits(QPainter& painter, const Face& face) const {
    const ThemeColours& colours = Theme::instance().colours();
    QFont small = font();
    small.setPointSizeF(std::max(6.5, font().pointSizeF() - 2.0));
    painter.setFont(small);
    const double line = QFontMetricsF(small).height();
    const int each = face.unitPx >= line ? 1 : face.unitPx * 2.0 >= line ? 2 : 5;
    painter.setBrush(colours.base);
    painter.setPen(Qt::NoPen);
    painter.drawRect(face.frame);
    const int known = contents_->unitsU;
    for (int u = 1; u <= shownUnits(); ++u) {
        const double top = face.frame.bottom() - u * face.unitPx;
        painter.setPen(QPen(colours.grid, 0.7));
        painter.drawLine(QPointF(face.frame.left(), top), QPointF(face.frame.right(), top));
        if (u == 1 || u % each == 0) {
            painter.setPen(known > 0 && u > known ? colours.bad : colours.muted);
            painter.drawText(QRectF(face.frame.left() - kSide - kNumbers,
                                    top + face.unitPx / 2.0 - line / 2.0, kNumbers - 4.0, line),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(u));
        }
    }
    painter.setFont(font());
}

void RackDrawing::paintServers(QPainter& painter, const Face& face, bool rear) const {
    for (const RackSlot& slot : contents_->places) {
        paintSlot(painter, placeBox(face, slot).adjusted(1.0, 0.8, -1.0, -0.8), slot, rear);
    }
    if (const auto free = contents_->freeU(); free && *free >= 2.0 && !rear) {
        const RackSlot empty{contents_->usedU(), *free};
        painter.setPen(Theme::instance().colours().muted);
        painter.drawText(placeBox(face, empty), Qt::AlignCenter | Qt::TextWordWrap,
                         contents_->hasUnstatedHeights()
                             ? tr("%1 U for shared equipment and reserve").arg(numberText(*free, 3))
                             : tr("%1 U free").arg(numberText(*free, 3)));
    }
}

QString RackDrawing::wordsOn(const RackSlot& slot, bool rear) const {
    switch (slot.what) {
        case RackSlot::What::SwitchTray:
            return tr("switch %1").arg(slot.number);
        case RackSlot::What::Shelf:
            return tr("shelf %1").arg(slot.number);
        case RackSlot::What::Server:
            break;
    }
    if (rear) {
        return contents_->server.supplies > 0 && contents_->shelves == 0
                   ? tr("%1 · %2 supplies").arg(slot.number).arg(contents_->server.supplies)
                   : QString::number(slot.number);
    }
    return QStringLiteral("%1 · %2 × %3")
        .arg(slot.number)
        .arg(contents_->server.accelerators)
        .arg(QString::fromStdString(contents_->server.accelerator));
}

void RackDrawing::paintSlot(QPainter& painter, const QRectF& box, const RackSlot& slot,
                            bool rear) const {
    const ThemeColours& colours = Theme::instance().colours();
    const bool beyond =
        contents_->unitsU > 0 && slot.fromU + slot.heightU > contents_->unitsU + 1e-9;
    const QColor body = beyond ? colours.bad : slotColour(slot.what);
    painter.setPen(QPen(body, 1.0));
    painter.setBrush(tinted(body, 46));
    painter.drawRect(box);
    if (box.height() >= QFontMetricsF(font()).height() - 2.0) {
        painter.setPen(colours.text);
        const QString words = wordsOn(slot, rear);
        // Hoses and cables run at the right of the rear.
        const QRectF room = box.adjusted(8.0, 0, rear ? -0.3 * box.width() : -6.0, 0);
        const bool fits = painter.fontMetrics().horizontalAdvance(words) <= room.width();
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         rear && !fits
                             ? QString::number(slot.number)
                             : painter.fontMetrics().elidedText(words, Qt::ElideRight,
                                                                static_cast<int>(room.width())));
    }
}

/// Strips with the cords on either side, manifold and hoses between them, cables to the right.
void RackDrawing::paintRear(QPainter& painter, const Face& face) const {
    const ThemeColours& colours = Theme::instance().colours();
    const double bottom = face.frame.bottom();
    const double top = face.frame.top();
    const int strips = std::min(contents_->cords, 2);
    for (int s = 0; s < strips; ++s) {
        const double x = s == 0 ? face.frame.left() - kSide + 3.0 : face.frame.right() + 3.0;
        painter.setPen(QPen(colours.series[1], 1.0));
        painter.setBrush(tinted(colours.series[1], 90));
        painter.drawRect(QRectF(x, top, 6.0, bottom - top));
        painter.setPen(colours.text);
        painter.drawText(QRectF(x - 6.0, top - kHead + 2.0, 18.0, kHead - 8.0), Qt::AlignCenter,
                         s == 0 ? "A" : "B");
    }
    for (const RackSlot& slot : contents_->places) {
        const QRectF box = placeBox(face, slot);
        const double y = box.center().y();
        painter.setPen(QPen(colours.series[1], 1.4));
        // Where shelves feed a bus bar, cords end there.
        const bool isShelf = slot.what == RackSlot::What::Shelf;
        const bool hasCord = contents_->shelves > 0 ? isShelf : !isShelf;
        if (strips > 0 && hasCord) {
            painter.drawLine(QPointF(box.left() - 3.0, y), QPointF(box.left() + 5.0, y));
        }
        if (strips > 1 && hasCord) {
            painter.drawLine(QPointF(box.right() - 5.0, y), QPointF(box.right() + 3.0, y));
        }
        if (contents_->server.isLiquid && !isShelf) {
            const double x = box.right() - 0.18 * box.width();
            painter.setPen(QPen(colours.series[2], 1.6));
            painter.drawLine(QPointF(x - 12.0, y), QPointF(x, y));
        }
        if (contents_->server.adapters > 0 && slot.what == RackSlot::What::Server) {
            const double x = box.right() - 0.10 * box.width();
            painter.setPen(QPen(colours.series[3], 1.2));
            painter.drawLine(QPointF(x - 6.0, y), QPointF(x, y));
        }
    }
    const auto riser = [&](double share, const QColor& colour, double wide) {
        const double x = face.frame.right() - share * face.frame.width();
        painter.setPen(QPen(colour, wide));
        painter.drawLine(QPointF(x, top + 2.0), QPointF(x, bottom - 2.0));
    };
    if (contents_->shelves > 0) {
        riser(0.5, slotColour(RackSlot::What::Shelf), 4.0);  // bus bar
    }
    if (contents_->server.isLiquid) {
        riser(0.18, colours.series[2], 3.0);
        riser(0.155, tinted(colours.series[2], 150), 3.0);
    }
    if (contents_->server.adapters > 0) {
        riser(0.10, colours.series[3], 2.0);
    }
    if (!contents_->rearDoor.empty()) {
        painter.setPen(QPen(colours.series[2], 1.2, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(face.frame.adjusted(-kSide + 1.0, -4.0, kSide - 1.0, 4.0));
    }
}

/// The sign of drawings for a centre of mass, at its height.
void RackDrawing::paintGravity(QPainter& painter, const Face& face) const {
    const auto height = contents_->centreOfGravityM();
    if (!height) {
        return;
    }
    const ThemeColours& colours = Theme::instance().colours();
    const double bottomM = (contents_->heightM - contents_->unitsU * kRackUnitM) / 2.0;
    const double y = face.frame.bottom() - (*height - bottomM) / kRackUnitM * face.unitPx;
    const QPointF at(face.frame.right() + kSide / 2.0, y);
    const QRectF circle(at.x() - 5.0, at.y() - 5.0, 10.0, 10.0);
    painter.setPen(QPen(colours.text, 1.0));
    painter.setBrush(colours.base);
    painter.drawEllipse(circle);
    painter.setBrush(colours.text);
    painter.drawPie(circle, 0, 90 * 16);
    painter.drawPie(circle, 180 * 16, 90 * 16);
}

QString RackDrawing::tipAt(const QPointF& at) const {
    if (!contents_) {
        return {};
    }
    for (const bool rear : {false, true}) {
        const Face face = faceAt(rear);
        for (const RackSlot& slot : contents_->places) {
            if (!placeBox(face, slot).contains(at)) {
                continue;
            }
            const bool isServer = slot.what == RackSlot::What::Server;
            QStringList lines{isServer ? tr("Server %1: %2")
                                             .arg(slot.number)
                                             .arg(QString::fromStdString(contents_->server.name))
                              : slot.what == RackSlot::What::Shelf
                                  ? tr("Power shelf %1").arg(slot.number)
                                  : tr("Switch tray %1 of the scale-up network").arg(slot.number)};
            lines << tr("Units %1 to %2")
                         .arg(numberText(slot.fromU + 1.0, 3))
                         .arg(numberText(slot.fromU + slot.heightU, 3));
            if (isServer && std::isfinite(contents_->server.nameplateW)) {
                lines << tr("Nameplate %1")
                             .arg(quantityText(contents_->server.nameplateW, models::unit::kilowatt,
                                               3));
            }
            if (isServer && std::isfinite(contents_->server.massKg)) {
                lines << quantityText(contents_->server.massKg, models::unit::kilogram, 4);
            }
            return lines.join('\n');
        }
    }
    return {};
}

bool RackDrawing::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace headroom::ui
