// SPDX-License-Identifier: Apache-2.0
#include "ui/plan/plan_paint.h"

#include "models/facility/drawing.h"
#include "models/facility/hall.h"
#include "ui/floor/blast_paint.h"
#include "ui/floor/condition_paint.h"
#include "ui/floor/drawing_cache.h"
#include "ui/floor/machine_tint.h"
#include "ui/floor/part_key.h"
#include "ui/floor/plan_objects.h"
#include "ui/floor/rack_colouring.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/condition_mark.h"
#include "ui/kit/ink.h"
#include "ui/kit/paint.h"
#include "ui/plan/plan_lines.h"
#include "ui/plan/plan_names.h"
#include "ui/plan/plan_view.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/blast_focus.h"
#include "ui/workspace/workspace.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kNamesFrom = 46.0;  // pixels of a rack's width from which its name is written
constexpr double kTilesFrom = 7.0;   // pixels of a floor tile from which tiles are drawn
constexpr double kTilesFull = 24.0;  // from which they are as dark as they get

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

/// Faint lines that fade out when tiles become small.
void paintTiles(QPainter& painter, const PlanView& view, const engine::HallBox& hall,
                const ThemeColours& colours) {
    const engine::Object* object = view.workspace().project().find(hall.id);
    const models::HallSpec spec =
        object == nullptr ? models::HallSpec{} : engine::specOf<models::HallSpec>(*object);
    const double pixels = spec.tileM * view.pixelsPerMetre();
    if (pixels < kTilesFrom) {
        return;
    }
    const double share =
        std::clamp((pixels - kTilesFrom) / (kTilesFull - kTilesFrom), 0.15, 1.0) * 0.16;
    painter.setPen(QPen(faint(colours.text, share), 1.0));
    const QRectF area = view.toWindow(hall.box).intersected(QRectF(view.rect()));
    const QPointF low = view.toSite(area.bottomLeft());
    const QPointF high = view.toSite(area.topRight());
    const auto first = [&](double from, double origin) {
        return origin + std::ceil((from - origin) / spec.tileM) * spec.tileM;
    };
    for (double x = first(low.x(), hall.box.x + spec.tileXM); x <= high.x(); x += spec.tileM) {
        const double at = std::round(view.toWindow(x, 0.0).x());
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
    }
    for (double y = first(low.y(), hall.box.y + spec.tileYM); y <= high.y(); y += spec.tileM) {
        const double at = std::round(view.toWindow(0.0, y).y());
        painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
    }
}

void paintFloor(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const engine::Layout& layout = view.workspace().layout();
    const bool over = hasDrawings(view);
    for (const engine::HallBox& hall : layout.halls) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(over ? faint(colours.floor, 0.55) : colours.floor);
        painter.drawRect(view.toWindow(hall.box));
        paintTiles(painter, view, hall, colours);
    }
    if (view.aislesVisible()) {
        painter.setPen(Qt::NoPen);
        for (const engine::AisleBox& aisle : layout.aisles) {
            painter.setBrush(aisle.hot ? colours.hotAisle : colours.coldAisle);
            painter.drawRect(view.toWindow(aisle.box));
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.wall, std::clamp(0.2 * view.pixelsPerMetre(), 1.5, 6.0)));
    for (const engine::HallBox& hall : layout.halls) {
        painter.drawRect(view.toWindow(hall.box));
    }
}

/// Words in the middle of an area, where they fit; whether they do.
bool paintWords(QPainter& painter, const QRectF& area, const QStringList& lines,
                const QColor& colour) {
    const QFontMetricsF metrics(painter.font());
    double widest = 0.0;
    for (const QString& line : lines) {
        widest = std::max(widest, metrics.horizontalAdvance(line));
    }
    const double height = metrics.height() * static_cast<double>(lines.size());
    if (widest + 8.0 < area.width() && height + 4.0 < area.height()) {
        painter.setPen(colour);
        painter.drawText(area, Qt::AlignCenter, lines.join('\n'));
        return true;
    }
    if (widest + 8.0 < area.height() && height + 4.0 < area.width()) {
        painter.save();
        painter.translate(area.center());
        painter.rotate(-90.0);
        painter.setPen(colour);
        painter.drawText(QRectF(-area.height() / 2, -area.width() / 2, area.height(), area.width()),
                         Qt::AlignCenter, lines.join('\n'));
        painter.restore();
        return true;
    }
    return false;
}

/// A leaf in each direction of the wall, hinged at the ends of the opening.
void paintDoor(QPainter& painter, const QRectF& area, const ThemeColours& colours) {
    painter.setPen(QPen(colours.floor, 1.0));
    painter.setBrush(colours.floor);
    painter.drawRect(area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.text, 1.4));
    const bool runsEast = area.width() >= area.height();
    const double leaf = (runsEast ? area.width() : area.height()) / 2.0;
    const QPointF ends[2] = {runsEast ? QPointF(area.left(), area.bottom()) : area.topLeft(),
                             runsEast ? QPointF(area.right(), area.bottom()) : area.bottomLeft()};
    for (int i = 0; i < 2; ++i) {
        const QPointF open = ends[i] + (runsEast ? QPointF(0, leaf) : QPointF(-leaf, 0));
        painter.drawLine(ends[i], open);
        const QRectF circle(ends[i] - QPointF(leaf, leaf), QSizeF(2 * leaf, 2 * leaf));
        const int start = runsEast ? (i == 0 ? 270 : 180) : (i == 0 ? 180 : 90);
        painter.setPen(QPen(faint(colours.text, 0.55), 1.0));
        painter.drawArc(circle, start * 16, 90 * 16);
        painter.setPen(QPen(colours.text, 1.4));
    }
}

void paintStructure(QPainter& painter, const PlanView& view, const engine::StructureBox& part,
                    const ThemeColours& colours) {
    const QRectF area = view.toWindow(part.box);
    if (!area.adjusted(-60, -60, 60, 60).intersects(QRectF(view.rect()))) {
        return;
    }
    const QString name = QString::fromStdString(part.name);
    switch (part.kind) {
        case models::StructureKind::Wall:
            painter.fillRect(area, colours.wall);
            painter.setPen(QPen(colours.text, 1.0));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(area);
            return;
        case models::StructureKind::Column:
            painter.fillRect(area, colours.floor);
            painter.setPen(QPen(colours.text, 1.4));
            painter.setBrush(QBrush(colours.text, Qt::BDiagPattern));
            painter.drawRect(area);
            return;
        case models::StructureKind::Door:
            paintDoor(painter, area, colours);
            return;
        case models::StructureKind::Room:
            painter.setPen(QPen(colours.accent, 1.4));
            painter.setBrush(faint(colours.accent, 0.13));
            painter.drawRect(area);
            if (view.labelsVisible()) {
                paintWords(painter, area,
                           {name.isEmpty() ? structureWord(part.kind) : name,
                            areaText(part.box.width * part.box.depth)},
                           colours.text);
            }
            return;
        case models::StructureKind::KeepClear:
            painter.setPen(QPen(colours.caution, 1.2, Qt::DashLine));
            painter.setBrush(QBrush(faint(colours.caution, 0.45), Qt::FDiagPattern));
            painter.drawRect(area);
            if (view.labelsVisible()) {
                paintWords(painter, area, {name.isEmpty() ? structureWord(part.kind) : name},
                           colours.text);
            }
            return;
        case models::StructureKind::Ramp: {
            painter.setPen(QPen(colours.text, 1.0));
            painter.setBrush(faint(colours.wall, 0.35));
            painter.drawRect(area);
            const bool runsEast = area.width() >= area.height();
            painter.drawLine(runsEast ? QLineF(area.left() + 4, area.center().y(), area.right() - 4,
                                               area.center().y())
                                      : QLineF(area.center().x(), area.bottom() - 4,
                                               area.center().x(), area.top() + 4));
            return;
        }
        case models::StructureKind::Tray: {
            painter.setPen(QPen(colours.equipmentNetwork, 1.2, Qt::DashDotLine));
            painter.setBrush(faint(colours.equipmentNetwork, 0.18));
            painter.drawRect(area);
            return;
        }
    }
}

/// Areas lie under machines and racks, solid parts over them.
bool isArea(models::StructureKind kind) {
    return kind == models::StructureKind::Room || kind == models::StructureKind::KeepClear ||
           kind == models::StructureKind::Ramp;
}

void paintStructures(QPainter& painter, const PlanView& view, const ThemeColours& colours,
                     bool areas) {
    for (const engine::StructureBox& part : view.workspace().layout().structures) {
        if (isArea(part.kind) == areas) {
            paintStructure(painter, view, part, colours);
        }
    }
}

void paintRack(QPainter& painter, const engine::RackBox& rack, const QRectF& body,
               const QColor& fill, engine::Condition condition, const ThemeColours& colours) {
    painter.fillRect(body, fill);
    if (condition != engine::Condition::Normal && body.width() > 3.0) {
        // A hatch and a rim in the colour of its condition, over any colour of the floor.
        const QColor ink = conditionColour(condition, colours);
        if (engine::infoOf(condition).isDark) {
            painter.fillRect(body, QBrush(faint(ink, 0.7), Qt::BDiagPattern));
        }
        painter.setPen(QPen(ink, body.width() > 12.0 ? 2.0 : 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(body.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (body.width() > 6.0) {
        // The front, where the air goes in, is a bar inside the rack, so that it contrasts with the fill alone and
        // is seen on any floor and in any theme.
        const double deep = rack.runsNorth() ? body.width() : body.height();
        const double edge = std::max(1.5, 0.08 * deep);
        const double rim = std::clamp(0.05 * deep, 1.0, 2.5);
        QRectF front = body.adjusted(rim, rim, -rim, -rim);
        switch (rack.facing) {
            case models::Facing::South:
                front.setTop(front.bottom() - edge);
                break;
            case models::Facing::North:
                front.setBottom(front.top() + edge);
                break;
            case models::Facing::West:
                front.setRight(front.left() + edge);
                break;
            case models::Facing::East:
                front.setLeft(front.right() - edge);
                break;
        }
        painter.fillRect(front, inkOn(fill));
    }
    if (body.width() > kNamesFrom) {
        // Below the mark, where there is one.
        painter.setPen(inkOn(fill));
        painter.drawText(body.adjusted(0, 2, 0, -2),
                         condition == engine::Condition::Normal
                             ? Qt::AlignCenter
                             : Qt::AlignHCenter | Qt::AlignBottom,
                         QString::fromStdString(rack.name()));
    }
}

void paintRacks(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const engine::Layout& layout = view.workspace().layout();
    const auto rackColours = view.colouring().colours();
    const QRectF visible = view.rect();
    const auto conditions = view.colouring().conditions();
    const engine::BlastReach* blast = view.workspace().blast().reach();
    for (std::size_t i = 0; i < layout.racks.size(); ++i) {
        const engine::RackBox& rack = layout.racks[i];
        const QRectF area = view.toWindow(rack.box);
        if (!area.intersects(visible)) {
            continue;
        }
        const QRgb colour = i < rackColours.size() ? rackColours[i] : colours.idleRack.rgb();
        const double gap = area.width() > 5.0 ? std::min(1.5, 0.08 * area.width()) : 0.0;
        const QRectF body = area.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
        paintRack(painter, rack, body, QColor::fromRgb(colour),
                  i < conditions.size() ? conditions[i] : engine::Condition::Normal, colours);
        if (blast != nullptr && i < blast->racks.size() && view.workspace().blast().isAt(i)) {
            paintReach(painter, body, blast->racks[i].reach, colours);
        }
    }
}

/// Word below word where that is narrower, along the longer side.
bool paintMachineName(QPainter& painter, const QRectF& area, const QString& name,
                      const QColor& colour) {
    const double longest = std::max(area.width(), area.height());
    const bool oneLine = QFontMetricsF(painter.font()).horizontalAdvance(name) + 8.0 < longest;
    return paintWords(painter, area, oneLine ? QStringList{name} : name.split(' '), colour);
}

void paintEquipment(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    const auto tints = view.colouring().machineColours();
    const auto& equipment = view.workspace().layout().equipment;
    for (std::size_t i = 0; i < equipment.size(); ++i) {
        const engine::EquipmentBox& machine = equipment[i];
        const QRectF area = view.toWindow(machine.box);
        if (!area.intersects(QRectF(view.rect()))) {
            continue;
        }
        const QColor fill =
            i < tints.size() ? QColor::fromRgb(tints[i]) : equipmentColour(machine.kind, colours);
        painter.setPen(QPen(fill.darker(140), 1.0));
        painter.setBrush(fill);
        painter.drawRect(area);
        if (view.labelsVisible() &&
            !paintMachineName(painter, area, QString::fromUtf8(machine.kindName()), inkOn(fill))) {
            const std::string_view tag = machine.tag();
            paintWords(painter, area,
                       {QString::fromUtf8(tag.data(), static_cast<qsizetype>(tag.size()))},
                       inkOn(fill));
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

void paintPlan(QPainter& painter, const PlanView& view, const ThemeColours& colours) {
    paintDrawings(painter, view, colours);
    paintFloor(painter, view, colours);
    paintStructures(painter, view, colours, true);
    paintEquipment(painter, view, colours);
    paintRacks(painter, view, colours);
    painter.setRenderHint(QPainter::Antialiasing);
    paintStructures(painter, view, colours, false);
    if (view.labelsVisible()) {
        paintMachineNames(painter, view, colours);
    }
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
