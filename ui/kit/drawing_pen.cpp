// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/drawing_pen.h"

#include "ui/kit/condition_mark.h"
#include "ui/kit/ink.h"

#include <QFont>
#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace headroom::ui {

namespace {

using engine::DrawnPoint;
using engine::DrawnShape;
using engine::Ink;
using Form = DrawnShape::Form;

constexpr double kGlyphWidth = 1.2, kRingWidth = 1.6, kBarOutline = 1.2, kFine = 1.1;
constexpr double kTipRim = 0.9;  // around arrow heads, so that they are seen on their pipe

QPointF spot(const DrawnPoint& p) {
    return {p.x, p.y};
}

QFont sized(QFont font, double pixels, bool isHeavy) {
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setWeight(isHeavy ? QFont::DemiBold : QFont::Normal);
    return font;
}

QColor faint(QColor colour, float alpha) {
    colour.setAlphaF(alpha);
    return colour;
}

bool isOpen(const DrawnShape& shape) {
    return shape.form == Form::Lines || shape.form == Form::Curves;
}

/// Paints the shapes of one list.
class Pen {
  public:
    Pen(QPainter& painter, const DrawingInks& inks, const engine::DisplayList& drawing)
        : painter_(painter), inks_(inks), drawing_(drawing), font_(painter.font()) {}

    void paint(const DrawnShape& shape) {
        usePart(shape);
        if (shape.form == Form::Letters) {
            letters(shape);
        } else if (shape.form == Form::Mark) {
            mark(shape);
        } else {
            prepare(shape);
            if (inks_.isCrisp) {
                painter_.setRenderHint(
                    QPainter::Antialiasing,
                    shape.ink != Ink::Tile && (shape.form != Form::Box || shape.radius > 0.0));
            }
            geometry(shape);
            state(shape);
        }
    }

  private:
    void usePart(const DrawnShape& shape) {
        if (inks_.ofPart && shape.item != partItem_) {
            partItem_ = shape.item;
            part_ = partItem_ < 0
                        ? DrawingInks::Part()
                        : inks_.ofPart(drawing_.items()[static_cast<std::size_t>(partItem_)]);
        }
    }

    /// A hatch and a rim over a body, in the colour of its condition, over any ground.
    void state(const DrawnShape& shape) {
        constexpr double kLeast = 3.0, kLarge = 12.0;  // widths
        if (shape.ink != Ink::Body || shape.condition == engine::Condition::Normal ||
            shape.form != Form::Box || shape.box.width <= kLeast) {
            return;
        }
        const QRectF box = rectOf(shape.box);
        const QColor ink = conditionColour(shape.condition, inks_.theme);
        if (engine::infoOf(shape.condition).isDark) {
            painter_.fillRect(box, QBrush(faint(ink, 0.7F), Qt::BDiagPattern));
        }
        painter_.setPen(QPen(ink, box.width() > kLarge ? 2.0 : 1.2));
        painter_.setBrush(Qt::NoBrush);
        painter_.drawRect(box.adjusted(1.0, 1.0, -1.0, -1.0));
    }

    QColor line(const DrawnShape& shape) const {
        return shape.isDead ? inks_.theme.disabled : inks_.line;
    }

    QColor glyph(const DrawnShape& shape) const {
        return shape.isDead             ? inks_.theme.disabled
               : part_.ground.isValid() ? inkOn(part_.ground)
                                        : inks_.glyph;
    }

    bool isTinted(const DrawnShape& shape) const {
        return std::isfinite(shape.tint.from) && inks_.tint != nullptr;
    }

    QBrush tintOf(const DrawnShape& shape) const {
        const QColor from = inks_.tint(shape.tint.from);
        if (!std::isfinite(shape.tint.to)) {
            return from;
        }
        const QRectF box = rectOf(shape.box);
        QLinearGradient ramp(box.topLeft(), shape.tint.upright ? box.bottomLeft() : box.topRight());
        ramp.setColorAt(0.0, from);
        ramp.setColorAt(1.0, inks_.tint(shape.tint.to));
        return ramp;
    }

    QBrush fluid(const DrawnShape& shape) const {
        return isTinted(shape)            ? tintOf(shape)
               : shape.ink == Ink::Return ? QBrush(inks_.warm)
                                          : QBrush(inks_.cold);
    }

    void stroke(const DrawnShape& shape, const QBrush& brush, double width) {
        QPen pen(brush, shape.width > 0.0 ? shape.width : width);
        if (shape.dash > 0.0) {
            pen.setCapStyle(Qt::FlatCap);
            pen.setDashPattern({shape.dash / pen.widthF(), shape.space / pen.widthF()});
        }
        painter_.setPen(pen);
        painter_.setBrush(Qt::NoBrush);
    }

    void fill(const QPen& outline, const QBrush& brush) {
        painter_.setPen(outline);
        painter_.setBrush(brush);
    }

    void prepare(const DrawnShape& shape) {
        const ThemeColours& theme = inks_.theme;
        switch (shape.ink) {
            case Ink::Body:
                if (part_.ground.isValid()) {
                    fill(part_.line.isValid() && shape.width > 0.0 ? QPen(part_.line, shape.width)
                                                                   : QPen(Qt::NoPen),
                         part_.ground);
                    break;
                }
                fill(QPen(line(shape), shape.width > 0.0 ? shape.width : inks_.outline),
                     isTinted(shape) ? tintOf(shape) : inks_.ground);
                break;
            case Ink::Outline:
                stroke(shape, line(shape), inks_.outline);
                break;
            case Ink::Glyph:
                if (isTinted(shape) && isOpen(shape)) {
                    stroke(shape, tintOf(shape), kGlyphWidth);
                } else {
                    stroke(shape, glyph(shape), kGlyphWidth);
                    painter_.setBrush(isTinted(shape) ? tintOf(shape) : QBrush(Qt::NoBrush));
                }
                break;
            case Ink::Ring:
                fill(QPen(glyph(shape), kRingWidth), inks_.ground);
                break;
            case Ink::Solid:
                fill(Qt::NoPen, glyph(shape));
                break;
            case Ink::Bar:
                fill(QPen(inks_.line, kBarOutline), inks_.bar);
                break;
            case Ink::Behind:
                fill(QPen(theme.muted, kFine), theme.raised);
                break;
            case Ink::Frame:
                stroke(shape, theme.border, 1.0);
                break;
            case Ink::Head:
                fill(Qt::NoPen, theme.window);
                break;
            case Ink::Room:
                fill(QPen(theme.border, kGlyphWidth), theme.raised);
                break;
            case Ink::Supply:
            case Ink::Return:
                if (isOpen(shape)) {
                    stroke(shape, fluid(shape), kGlyphWidth);
                } else {
                    fill(QPen(theme.base, kTipRim), fluid(shape));
                }
                break;
            case Ink::Water: {
                const QColor water = isTinted(shape) ? inks_.tint(shape.tint.from) : theme.muted;
                fill(Qt::NoPen, faint(water, 0.55F));
                break;
            }
            case Ink::Link:
                stroke(shape, isTinted(shape) ? tintOf(shape) : QBrush(faint(theme.accent, 0.55F)),
                       kGlyphWidth);
                flat();
                break;
            case Ink::Rim:
                stroke(shape, theme.muted, kGlyphWidth);
                flat();
                break;
            case Ink::Rest:
                fill(QPen(theme.border, shape.width > 0.0 ? shape.width : kFine, Qt::DashLine),
                     isTinted(shape) ? tintOf(shape) : QBrush(theme.raised));
                break;
            case Ink::Gap:
                stroke(shape, theme.base, kGlyphWidth);
                flat();
                break;
            case Ink::Wire:
                stroke(shape, theme.muted, kGlyphWidth);
                break;
            case Ink::LiveWire:
                stroke(shape, theme.accent, kGlyphWidth);
                break;
            case Ink::DeadWire:
                stroke(shape, theme.disabled, kGlyphWidth);
                break;
            case Ink::Label:
                fill(Qt::NoPen, faint(theme.raised, 0.9F));
                break;
            case Ink::Text:
            case Ink::Quiet:
            case Ink::Caution:
            case Ink::Bad:
                stroke(shape, wordInk(shape), kGlyphWidth);
                flat();
                break;
            case Ink::Touch:
                break;
            default:
                preparePlan(shape);
                break;
        }
    }

    void preparePlan(const DrawnShape& shape) {
        constexpr float kTile = 0.16F, kPale = 0.18F, kSpace = 0.13F, kClear = 0.45F, kRamp = 0.35F;
        const ThemeColours& theme = inks_.theme;
        switch (shape.ink) {
            case Ink::Floor:
                fill(Qt::NoPen, inks_.floor);
                break;
            case Ink::Hall:
                stroke(shape, theme.wall, kGlyphWidth);
                break;
            case Ink::Tile:
                stroke(shape, faint(theme.text, kTile * static_cast<float>(shape.tint.from)), 1.0);
                break;
            case Ink::HotAisle:
                fill(Qt::NoPen, theme.hotAisle);
                break;
            case Ink::ColdAisle:
                fill(Qt::NoPen, theme.coldAisle);
                break;
            case Ink::Tray:
                stroke(shape, theme.equipmentNetwork, kGlyphWidth);
                painter_.setBrush(faint(theme.equipmentNetwork, kPale));
                break;
            case Ink::Space:
                stroke(shape, theme.accent, kGlyphWidth);
                painter_.setBrush(faint(theme.accent, kSpace));
                break;
            case Ink::Clear:
                stroke(shape, theme.caution, kGlyphWidth);
                painter_.setBrush(QBrush(faint(theme.caution, kClear), Qt::FDiagPattern));
                break;
            case Ink::Ramp:
                stroke(shape, theme.text, 1.0);
                painter_.setBrush(faint(theme.wall, kRamp));
                break;
            case Ink::Wall:
                stroke(shape, theme.text, 1.0);
                painter_.setBrush(theme.wall);
                break;
            case Ink::Column:
                painter_.fillRect(rectOf(shape.box), theme.floor);
                stroke(shape, theme.text, kGlyphWidth);
                painter_.setBrush(QBrush(theme.text, Qt::BDiagPattern));
                break;
            default:
                break;
        }
    }

    void flat() {
        QPen pen = painter_.pen();
        pen.setCapStyle(Qt::FlatCap);
        painter_.setPen(pen);
    }

    void geometry(const DrawnShape& shape) {
        const QRectF box = rectOf(shape.box);
        switch (shape.form) {
            case Form::Lines:
                if (shape.points.size() == 2) {
                    painter_.drawLine(spot(shape.points[0]), spot(shape.points[1]));
                    return;
                }
                points(shape);
                painter_.drawPolyline(polygon_);
                return;
            case Form::Polygon:
                points(shape);
                painter_.drawPolygon(polygon_);
                break;
            case Form::Curves: {
                QPainterPath path(spot(shape.points.front()));
                for (std::size_t i = 1; i + 2 < shape.points.size(); i += 3) {
                    path.cubicTo(spot(shape.points[i]), spot(shape.points[i + 1]),
                                 spot(shape.points[i + 2]));
                }
                painter_.drawPath(path);
                return;
            }
            case Form::Box:
                shape.radius > 0.0 ? painter_.drawRoundedRect(box, shape.radius, shape.radius)
                                   : painter_.drawRect(box);
                break;
            case Form::Ellipse:
                painter_.drawEllipse(box);
                break;
            case Form::Letters:
            case Form::Mark:
                return;
        }
        hatch(shape);
    }

    /// Over what has no power, failed or is shut off.
    void hatch(const DrawnShape& shape) {
        const QBrush over =
            shape.isDead ? QBrush(inks_.theme.disabled, Qt::BDiagPattern) : inks_.hatch;
        if (over.style() == Qt::NoBrush || (shape.ink != Ink::Body && shape.ink != Ink::Bar)) {
            return;
        }
        QPainterPath path;
        switch (shape.form) {
            case Form::Polygon:
                path.addPolygon(polygon_);
                path.closeSubpath();
                break;
            case Form::Ellipse:
                path.addEllipse(rectOf(shape.box));
                break;
            default:
                path.addRoundedRect(rectOf(shape.box), shape.radius, shape.radius);
                break;
        }
        painter_.fillPath(path, over);
    }

    void points(const DrawnShape& shape) {
        polygon_.clear();
        for (const DrawnPoint& p : shape.points) {
            polygon_ << spot(p);
        }
    }

    QColor wordInk(const DrawnShape& shape) const {
        if (shape.isOnTint) {
            return inkOn(isTinted(shape) ? inks_.tint(shape.tint.from) : inks_.theme.raised);
        }
        switch (shape.ink) {
            case Ink::Glyph:
                return glyph(shape);
            case Ink::Supply:
            case Ink::Return:
                return fluid(shape).color();
            case Ink::Quiet:
                return inks_.theme.muted;
            case Ink::Caution:
                return inks_.theme.caution;
            case Ink::Bad:
                return inks_.theme.bad;
            default:
                return inks_.theme.text;
        }
    }

    void letters(const DrawnShape& shape) {
        const int pixels = std::max(1, static_cast<int>(std::lround(shape.radius)));
        if (pixels != pixels_ || shape.isHeavy != isHeavy_) {
            painter_.setFont(sized(font_, shape.radius, shape.isHeavy));
            pixels_ = pixels;
            isHeavy_ = shape.isHeavy;
        }
        painter_.setPen(wordInk(shape));
        if (shape.isUpright) {
            const QPointF middle = rectOf(shape.box).center();
            painter_.save();
            painter_.translate(middle);
            painter_.rotate(-90.0);
            painter_.drawText(QRectF(), Qt::AlignCenter | Qt::TextDontClip,
                              QString::fromStdString(shape.words));
            painter_.restore();
            return;
        }
        const int side = shape.side == DrawnShape::Side::Left    ? Qt::AlignLeft
                         : shape.side == DrawnShape::Side::Right ? Qt::AlignRight
                                                                 : Qt::AlignHCenter;
        painter_.drawText(rectOf(shape.box), side | Qt::AlignVCenter | Qt::TextDontClip,
                          QString::fromStdString(shape.words));
    }

    void mark(const DrawnShape& shape) {
        const QPointF centre = rectOf(shape.box).center();
        if (shape.state < 0) {
            paintConditionMark(painter_, centre, shape.radius, shape.condition, inks_.theme);
        } else if (inks_.stateMark) {
            inks_.stateMark(painter_, centre, shape.radius, shape.state);
        }
    }

    QPainter& painter_;
    const DrawingInks& inks_;
    const engine::DisplayList& drawing_;
    QFont font_;
    DrawingInks::Part part_;
    int partItem_ = -1;  ///< that has part_
    QPolygonF polygon_;
    int pixels_ = -1;
    bool isHeavy_ = false;
};

}  // namespace

DrawingInks::DrawingInks(const ThemeColours& colours)
    : line(colours.text),
      ground(colours.raised),
      glyph(colours.text),
      bar(colours.text),
      theme(colours),
      floor(colours.floor) {}

void paintDrawing(QPainter& painter, const engine::DisplayList& drawing, const DrawingInks& inks,
                  const QRectF& visible) {
    constexpr double kOver = 12.0;  // of strokes and letters over the box of a shape
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    Pen pen(painter, inks, drawing);
    const QRectF area = visible.adjusted(-kOver, -kOver, kOver, kOver);
    for (const DrawnShape& shape : drawing.shapes()) {
        const engine::DrawnBox& b = shape.box;
        const bool isSeen = visible.isEmpty() || (b.x <= area.right() && b.right() >= area.left() &&
                                                  b.y <= area.bottom() && b.bottom() >= area.top());
        if (shape.ink != Ink::Touch && isSeen) {
            pen.paint(shape);
        }
    }
    painter.restore();
}

}  // namespace headroom::ui
