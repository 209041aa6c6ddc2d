// SPDX-License-Identifier: Apache-2.0
#include "ui/wizard/site_preview.h"

#include "engine/diagram/plan_drawing.h"
#include "engine/text/nice_step.h"
#include "ui/floor/machine_tint.h"
#include "ui/kit/drawing_pen.h"
#include "ui/units/quantity_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kMarginPx = 14.0;
constexpr double kScaleBarPx = 22.0;

QRectF areaOf(const engine::Box& box) {
    return {box.x, box.y, box.width, box.depth};
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
        site_ = site_.united(areaOf(hall.box));
    }
    for (const engine::EquipmentBox& e : layout_.equipment) {
        site_ = site_.united(areaOf(e.box));
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
    DrawingInks inks(c);
    inks.isCrisp = true;
    inks.ofPart = [&](const engine::DrawnItem& item) -> DrawingInks::Part {
        return item.kind == engine::kPlanRack ? DrawingInks::Part{c.accent, {}}
               : item.kind == engine::kPlanMachine
                   ? DrawingInks::Part{equipmentColour(
                                           layout_.equipment[static_cast<std::size_t>(item.index)]
                                               .kind,
                                           c),
                                       {}}
                   : DrawingInks::Part();
    };
    const engine::DrawingWords words = windowWords(font());
    paintDrawing(p,
                 engine::drawPlan({.layout = layout_,
                                   .words = words,
                                   .perMetre = scale,
                                   .origin = {room.center().x() - site_.center().x() * scale,
                                              room.center().y() + site_.center().y() * scale},
                                   .hasNames = false}),
                 inks);
    p.setRenderHint(QPainter::Antialiasing);
    const double lengthM = engine::niceLength(0.35 * room.width() / scale);
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
