// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/site_preview.h"

#include "ui/kit/theme.h"
#include "ui/units/quantity_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kMarginPx = 14.0;
constexpr double kScaleBarPx = 22.0;

QRectF rectOf(const engine::Box& box) {
    return {box.x, box.y, box.width, box.depth};
}

QColor colourOf(const engine::EquipmentBox& e, const ThemeColours& c) {
    switch (e.kind) {
        case engine::EquipmentKind::Cdu:
        case engine::EquipmentKind::Crah:
        case engine::EquipmentKind::Chiller:
        case engine::EquipmentKind::CoolingTower:
        case engine::EquipmentKind::DryCooler:
        case engine::EquipmentKind::Pump:
        case engine::EquipmentKind::CondenserPump:
            return c.equipmentCooling;
        case engine::EquipmentKind::NetworkRack:
            return c.equipmentNetwork;
        case engine::EquipmentKind::StorageRack:
            return c.equipmentStorage;
        default:
            return c.equipmentPower;
    }
}

/// 1, 2 or 5 times a power of ten, at most `most`.
double roundLength(double most) {
    const double power = std::pow(10.0, std::floor(std::log10(most)));
    return most >= 5.0 * power ? 5.0 * power : most >= 2.0 * power ? 2.0 * power : power;
}

}  // namespace

SitePreview::SitePreview(QWidget* parent) : QWidget(parent) {
    setObjectName("wizardPreview");
    setAccessibleName(tr("The site from above"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SitePreview::show(engine::Layout layout) {
    layout_ = std::move(layout);
    site_ = {};
    for (const engine::HallBox& hall : layout_.halls) {
        site_ = site_.united(rectOf(hall.box));
    }
    for (const engine::EquipmentBox& e : layout_.equipment) {
        site_ = site_.united(rectOf(e.box));
    }
    update();
}

void SitePreview::clear() {
    layout_ = {};
    site_ = {};
    update();
}

void SitePreview::paintEvent(QPaintEvent*) {
    const ThemeColours& c = Theme::instance().colours();
    QPainter p(this);
    p.fillRect(rect(), c.base);
    p.setPen(c.border);
    p.drawRect(rect().adjusted(0, 0, -1, -1));
    if (site_.isEmpty()) {
        return;
    }
    const QRectF room =
        QRectF(rect()).adjusted(kMarginPx, kMarginPx, -kMarginPx, -kMarginPx - kScaleBarPx);
    const double scale = std::min(room.width() / site_.width(), room.height() / site_.height());
    const auto mapped = [&](const engine::Box& box) {
        const double x = room.center().x() + (box.x - site_.center().x()) * scale;
        const double y = room.center().y() - (box.y + box.depth - site_.center().y()) * scale;
        return QRectF(x, y, box.width * scale, box.depth * scale);
    };
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(c.text, 1.2));
    p.setBrush(c.floor);
    for (const engine::HallBox& hall : layout_.halls) {
        p.drawRect(mapped(hall.box));
    }
    p.setPen(Qt::NoPen);
    for (const engine::EquipmentBox& e : layout_.equipment) {
        p.fillRect(mapped(e.box), colourOf(e, c));
    }
    for (const engine::RackBox& rack : layout_.racks) {
        p.fillRect(mapped(rack.box), c.accent);
    }
    const double lengthM = roundLength(0.35 * room.width() / scale);
    const double y = height() - kMarginPx;
    const QPointF from(kMarginPx, y), to(kMarginPx + lengthM * scale, y);
    p.setPen(QPen(c.muted, 1.4));
    p.drawLine(from, to);
    p.drawLine(from - QPointF(0, 4), from + QPointF(0, 4));
    p.drawLine(to - QPointF(0, 4), to + QPointF(0, 4));
    p.setPen(c.muted);
    p.drawText(QPointF(to.x() + 8.0, y + 4.0), quantityText(lengthM, models::unit::metre, 3));
}

}  // namespace headroom::ui
