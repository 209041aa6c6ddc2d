// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_paint.h"

#include "engine/diagram/plan_drawing.h"
#include "models/facility/drawing.h"
#include "models/facility/hall.h"
#include "ui/floor/blast_paint.h"
#include "ui/floor/condition_paint.h"
#include "ui/floor/drawing_cache.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/plan_objects.h"
#include "ui/floor/rack_colouring.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/drawing_pen.h"
#include "ui/kit/paint.h"
#include "ui/plan/plan_lines.h"
#include "ui/plan/plan_view.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFontInfo>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::ui {

namespace {

constexpr double kLeastLetters = 8.0;  // pixels

QColor faint(QColor colour, double share) {
    colour.setAlphaF(static_cast<float>(share));
    return colour;
}

/// The lines of a DXF in one pixel, crisp at any zoom. Lines outside of the window and below a pixel are left out.
void paintLines(QPainter& painter, const PlanView& view, const models::DrawingSpec& spec,
                const engine::VectorDrawing& drawing, const ThemeColours& colours) {
    const double scale = spec.widthM / drawing.width;
    const auto shown = engine::shownLayers(drawing, spec.hiddenLayers);
    const QRectF window(view.rect());
    painter.setPen(QPen(colours.text, 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPolygonF points;
    for (const engine::DrawnLine& line : drawing.lines) {
        if (!shown[static_cast<std::size_t>(line.layer)]) {
            continue;
        }
        points.clear();
        for (const engine::PlanPoint& p : line.points) {
            points << view.toWindow(spec.xM + p.x * scale, spec.yM + p.y * scale);
        }
        const QRectF box = points.boundingRect();
        if (!box.adjusted(-1.0, -1.0, 1.0, 1.0).intersects(window) ||
            (points.size() > 1 && std::max(box.width(), box.height()) < 0.7)) {
            continue;
        }
        if (points.size() == 1) {
            painter.drawPoint(points.front());
        } else if (line.isClosed) {
            painter.drawPolygon(points);
        } else {
            painter.drawPolyline(points);
        }
    }
    constexpr double kLegible = 5.0, kLargest = 400.0;  // pixels
    for (const engine::DrawnText& text : drawing.texts) {
        const double pixels = text.height * scale * view.pixelsPerMetre();
        const QPointF at = view.toWindow(spec.xM + text.at.x * scale, spec.yM + text.at.y * scale);
        if (!shown[static_cast<std::size_t>(text.layer)] || pixels < kLegible ||
            pixels > kLargest ||
            !window.adjusted(-kLargest, -kLargest, kLargest, kLargest).contains(at)) {
            continue;
        }
        painter.save();
        painter.translate(at);
        painter.rotate(-text.angle * 180.0 / 3.141592653589793);
        QFont font = painter.font();
        font.setPixelSize(static_cast<int>(pixels));
        painter.setFont(font);
        painter.drawText(QPointF(0.0, 0.0), QString::fromStdString(text.words));
        painter.restore();
    }
}

void paintDrawings(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const engine::Project& project = view.workspace().project();
    DrawingCache& cache = DrawingCache::instance();
    for (const engine::Object* object : project.objectsOf("drawing")) {
        const auto spec = engine::specOf<models::DrawingSpec>(*object);
        const auto area = cache.areaOf(project, *object);
        if (!spec.visible || !area) {
            continue;
        }
        painter.setOpacity(spec.opacity);
        const QString path = DrawingCache::pathOf(project, *object);
        if (const auto* lines = cache.lines(path)) {
            paintLines(painter, view, spec, *lines, colours);
            painter.setOpacity(1.0);
            continue;
        }
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(view.toWindow(*area), cache.picture(path));
        painter.setOpacity(1.0);
    }
}

/// One line at the lower edge for each visible drawing that is being read or was refused.
void paintDrawingNotes(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    constexpr double kFromEdge = 22.0, kLine = 24.0;  // pixels
    const engine::Project& project = view.workspace().project();
    const DrawingCache& cache = DrawingCache::instance();
    QPointF at(view.rect().center().x(), view.rect().bottom() - kFromEdge);
    for (const engine::Object* object : project.objectsOf("drawing")) {
        const QString path = DrawingCache::pathOf(project, *object);
        const QString name = QFileInfo(path).fileName();
        const engine::Error* error = cache.errorOf(path);
        if (!engine::specOf<models::DrawingSpec>(*object).visible ||
            (error == nullptr && !cache.isReading(path))) {
            continue;
        }
        paintLabel(painter, at,
                   error == nullptr
                       ? QCoreApplication::translate("Plan", "Reading the drawing %1…").arg(name)
                       : QCoreApplication::translate("Plan", "The drawing %1 is not shown: %2")
                             .arg(name, shownText(error->message)),
                   colours);
        at.ry() -= kLine;
    }
}

bool hasDrawings(const PlanView& view) {
    return !view.workspace().project().objectsOf("drawing").empty();
}

std::vector<engine::FloorTiles> tilesOf(const PlanView& view) {
    std::vector<engine::FloorTiles> tiles;
    for (const engine::HallBox& hall : view.workspace().layout().halls) {
        const engine::Object* object = view.workspace().project().find(hall.id);
        const models::HallSpec spec =
            object == nullptr ? models::HallSpec{} : engine::specOf<models::HallSpec>(*object);
        tiles.push_back({spec.tileM, spec.tileXM, spec.tileYM});
    }
    return tiles;
}

DrawingInks inksOf(const PlanView& view, const ThemeColours& colours) {
    DrawingInks inks(colours);
    inks.isCrisp = true;
    if (hasDrawings(view)) {
        inks.floor = faint(colours.floor, 0.55);
    }
    const auto rackColours = view.colouring().colours();
    const auto tints = view.colouring().machineColours();
    const auto& equipment = view.workspace().layout().equipment;
    inks.ofPart = [=, &colours, &equipment](const engine::DrawnItem& item) -> DrawingInks::Part {
        const auto i = static_cast<std::size_t>(item.index);
        if (item.kind == engine::kPlanRack) {
            return {i < rackColours.size() ? QColor::fromRgb(rackColours[i]) : colours.idleRack,
                    colours.floor};
        }
        if (item.kind == engine::kPlanMachine) {
            const QColor fill = i < tints.size() ? QColor::fromRgb(tints[i])
                                                 : equipmentColour(equipment[i].kind, colours);
            return {fill, fill.darker(140)};
        }
        return {};
    };
    return inks;
}

/// Over the racks that a blast is looked at for.
void paintBlast(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const engine::BlastReach* blast = view.workspace().blast().reach();
    const auto& racks = view.workspace().layout().racks;
    for (std::size_t i = 0; blast != nullptr && i < std::min(racks.size(), blast->racks.size());
         ++i) {
        const QRectF area = view.toWindow(racks[i].box);
        if (area.intersects(QRectF(view.rect())) && view.workspace().blast().isAt(i)) {
            paintReach(painter, area.adjusted(0.5, 0.5, -0.5, -0.5), blast->racks[i].reach,
                       colours);
        }
    }
}

/// Over everything: the condition of racks and machines.
void paintConditions(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const engine::Layout& layout = view.workspace().layout();
    const auto placeOf = [&view, &painter](const engine::Box& box) {
        const QRectF area = view.toWindow(box);
        MarkPlace place{area.center(), std::min(area.width(), area.height())};
        if (view.labelsVisible()) {
            // Names and letters are in the middle of what has room for them: a word goes to the lower edge, a
            // mark to a corner.
            place.toWords = {0.0, area.height() / 2.0};
            if (place.size > painter.fontMetrics().height()) {
                place.toMark = area.bottomRight() - area.center();
            }
        }
        return place;
    };
    const auto frame = view.workspace().frame();
    paintMachineConditions(
        painter, view.rect(), machineConditions(layout, frame.get()),
        [&](std::size_t i) { return placeOf(layout.equipment[i].box); }, colours);
    paintRackMarks(painter,
                   rackMarks(view.rect(), painter.font(), layout, view.colouring().conditions(),
                             [&](std::size_t i) { return placeOf(layout.racks[i].box); }),
                   colours);
}

/// A dashed frame with its name around each block and each of its copies.
void paintBlocks(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    Workspace& workspace = view.workspace();
    for (const char* type : {"block", "block_use"}) {
        for (const engine::Object* object : workspace.project().objectsOf(type)) {
            const auto area = footprintOf(workspace, object->id);
            if (!area) {
                continue;
            }
            const QRectF frame = view.toWindow(*area).adjusted(-5, -5, 5, 5);
            painter.setPen(QPen(colours.muted, 1.3, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(frame);
            QString name = workspace.nameOfObject(object->id);
            if (QString(type) == "block") {
                name = QCoreApplication::translate("Plan", "%1 (block)").arg(name);
            }
            if (view.labelsVisible() &&
                QFontMetricsF(painter.font()).horizontalAdvance(name) < frame.width()) {
                painter.setPen(colours.muted);
                painter.drawText(frame.topLeft() + QPointF(2, -4), name);
            }
        }
    }
}

/// A frame around what is selected, and a ring around that where it is a speck among a thousand.
void outlineArea(QPainter& painter, const QRectF& area) {
    constexpr double kSpeck = 10.0, kRing = 11.0;  // pixels
    painter.drawRect(area.adjusted(-1, -1, 1, 1));
    if (std::max(area.width(), area.height()) < kSpeck) {
        painter.drawEllipse(area.center(), kRing, kRing);
    }
}

void outline(QPainter& painter, const PlanView& view, const Selected& what, const QPen& pen) {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    Workspace& workspace = view.workspace();
    const engine::Layout& layout = workspace.layout();
    engine::Box box;
    if (boxOf(layout, what, box)) {
        outlineArea(painter, view.toWindow(box));
    } else if (what.kind == Selected::Kind::Job && workspace.frame()) {
        const auto frame = workspace.frame();
        const auto& jobs = frame->rack(engine::RackQuantity::Job);
        for (std::size_t i = 0; i < std::min(jobs.size(), layout.racks.size()); ++i) {
            if (std::llround(jobs[i]) == what.job) {
                painter.drawRect(view.toWindow(layout.racks[i].box).adjusted(-1, -1, 1, 1));
            }
        }
    } else if (what.kind == Selected::Kind::Object) {
        if (const auto area = footprintOf(workspace, what.objectId)) {
            painter.drawRect(view.toWindow(*area).adjusted(-3, -3, 3, 3));
        }
    }
}

void paintHallSizes(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    for (const engine::HallBox& hall : view.workspace().layout().halls) {
        if (!view.workspace().selection().contains({Selected::Kind::Object, -1, hall.id, -1})) {
            continue;
        }
        const QRectF area = view.toWindow(hall.box);
        paintDimension(painter, area.topLeft() - QPointF(0, 16), area.topRight() - QPointF(0, 16),
                       distanceText(hall.box.width), colours);
        paintDimension(painter, area.bottomLeft() - QPointF(16, 0), area.topLeft() - QPointF(16, 0),
                       distanceText(hall.box.depth), colours);
    }
}

}  // namespace

engine::DisplayList planDrawing(const PlanView& view) {
    const QPointF origin = view.toWindow(0.0, 0.0);
    const QRect window = view.rect();
    const double letters = QFontInfo(view.font()).pixelSize();
    const engine::DrawingWords words = windowWords(view.font());
    const std::vector<engine::FloorTiles> tiles = tilesOf(view);
    return engine::drawPlan({.layout = view.workspace().layout(),
                             .words = words,
                             .letters = {.least = std::min(kLeastLetters, letters),
                                         .most = letters,
                                         .name = letters,
                                         .hall = letters},
                             .perMetre = view.pixelsPerMetre(),
                             .origin = {origin.x(), origin.y()},
                             .visible = {0.0, 0.0, static_cast<double>(window.width()),
                                         static_cast<double>(window.height())},
                             .tiles = tiles,
                             .racks = view.colouring().conditions(),
                             .hasNames = view.labelsVisible(),
                             .hasAisles = view.aislesVisible()});
}

void paintPlan(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    paintDrawings(painter, view, colours);
    paintDrawing(painter, planDrawing(view), inksOf(view, colours));
    painter.setRenderHint(QPainter::Antialiasing);
    paintBlast(painter, view, colours);
    paintBlocks(painter, view, colours);
    paintWanLines(painter, view, colours);
    paintConditions(painter, view, colours);
    paintDrawingNotes(painter, view, colours);
}

void paintSelection(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const Selection& selection = view.workspace().selection();
    outline(painter, view, selection.hovered(), QPen(colours.text, 1.5));
    for (const Selected& what : selection.all()) {
        outline(painter, view, what,
                QPen(colours.selected, what == selection.current() ? 3.0 : 2.0));
    }
    paintHallSizes(painter, view, colours);
}

void paintGhost(QPainter& painter, const QRectF& area, const ThemeColours& colours, bool allowed) {
    const QColor colour = allowed ? colours.selected : colours.bad;
    painter.setPen(QPen(colour, 1.4));
    painter.setBrush(faint(colour, 0.25));
    painter.drawRect(area);
}

void paintDimension(QPainter& painter, QPointF from, QPointF to, const QString& text,
                    const ThemeColours& colours) {
    constexpr double kTick = 5.0;
    const QLineF line(from, to);
    painter.setPen(QPen(colours.selected, 1.2));
    painter.drawLine(line);
    if (line.length() > 1.0) {
        const QLineF normal = line.normalVector().unitVector();
        const QPointF across(normal.dx() * kTick, normal.dy() * kTick);
        painter.drawLine(from - across, from + across);
        painter.drawLine(to - across, to + across);
    }
    paintLabel(painter, line.center(), text, colours);
}

}  // namespace headroom::ui
