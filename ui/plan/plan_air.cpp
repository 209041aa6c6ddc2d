// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_air.h"

#include "ui/kit/paint.h"
#include "ui/plan/plan_view.h"
#include "ui/units/quantity_text.h"

#include <QPainter>

#include <utility>

namespace headroom::ui {

namespace {

constexpr double kSliceOpacity = 0.72;  // racks and their names stay readable below

}  // namespace

PlanAir::PlanAir(std::shared_ptr<const engine::AirField> shown, const AirView& as)
    : field(std::move(shown)), view(as) {
    if (field == nullptr || !view.slice) {
        return;
    }
    scale = airScale(*field, view.quantity);
    if (isLevel()) {
        image = airSliceImage(*field, view, scale);
    }
}

QImage airSliceImage(const engine::AirField& field, const AirView& view, const AirScale& scale) {
    const int k = engine::airCutCell(field, view.cut, view.place);
    QImage image(field.cells.nx, field.cells.ny, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    for (int j = 0; j < field.cells.ny; ++j) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(field.cells.ny - 1 - j));
        for (int i = 0; i < field.cells.nx; ++i) {
            const std::size_t cell = field.cells.index(i, j, k);
            if (field.solid[cell] == 0) {
                line[i] = airColour(scale, airValue(field, view.quantity, cell));
            }
        }
    }
    return image;
}

void paintAir(QPainter& painter, const PlanView& view, const PlanAir& air,
              const ThemeColours& colours) {
    if (air.field == nullptr || !air.view.slice) {
        return;
    }
    const engine::AirField& field = *air.field;
    const double eastM = field.x0 + field.sizeX * field.cells.nx,
                 northM = field.y0 + field.sizeY * field.cells.ny;
    const double atM = airCutM(field, air.view);
    const QString at = quantityText(atM, models::unit::metre, 3);
    if (air.isLevel()) {
        const QRectF area(view.toWindow(field.x0, northM), view.toWindow(eastM, field.y0));
        painter.save();
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.setOpacity(kSliceOpacity);
        painter.drawImage(area, air.image);
        painter.restore();
        paintLabel(painter, area.topLeft() + QPointF(area.width() / 2.0, 10.0),
                   QCoreApplication::translate("PlanAir", "Air %1 above the floor").arg(at),
                   colours);
        return;
    }
    const bool isEastward = air.view.cut == engine::AirCut::WestEast;
    const QPointF from = isEastward ? view.toWindow(field.x0, field.y0 + atM)
                                    : view.toWindow(field.x0 + atM, field.y0);
    const QPointF to =
        isEastward ? view.toWindow(eastM, field.y0 + atM) : view.toWindow(field.x0 + atM, northM);
    painter.setPen(QPen(colours.selected, 1.5, Qt::DashDotLine));
    painter.drawLine(from, to);
    paintLabel(painter, (from + to) / 2.0,
               QCoreApplication::translate("PlanAir", "Slice of air, %1 from the wall").arg(at),
               colours);
}

}  // namespace headroom::ui
