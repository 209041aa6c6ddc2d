// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line_symbols.h"

#include "engine/kinds/power_kind.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

constexpr double kOutline = 1.6;  ///< width of the outline of a body, half of it outside
constexpr double kCorner = 3.0;   ///< of rounded bodies

void wave(DisplayList& out, DrawnPoint c, double width, double stroke) {
    const double h = width / 4.0;
    const std::array points{DrawnPoint{c.x - width / 2.0, c.y},
                            DrawnPoint{c.x - width / 4.0, c.y - 1.9 * h},
                            DrawnPoint{c.x - 0.02 * width, c.y - 0.6 * h},
                            c,
                            DrawnPoint{c.x + 0.02 * width, c.y + 0.6 * h},
                            DrawnPoint{c.x + width / 4.0, c.y + 1.9 * h},
                            DrawnPoint{c.x + width / 2.0, c.y}};
    out.curves(points, Ink::Glyph, stroke);
}

void equals(DisplayList& out, DrawnPoint c, double width, double stroke) {
    for (const double dy : {-1.8, 1.8}) {
        out.line({c.x - width / 2.0, c.y + dy}, {c.x + width / 2.0, c.y + dy}, Ink::Glyph, stroke);
    }
}

/// A box with a slash: what goes in above, what comes out below.
void converter(DisplayList& out, const DrawnBox& box, bool directIn, bool directOut) {
    constexpr double kStroke = 1.3;
    out.box(box, Ink::Body);
    out.line({box.x, box.y + box.height}, {box.x + box.width, box.y}, Ink::Glyph, kStroke);
    const DrawnPoint in{box.x + 0.27 * box.width, box.y + 0.32 * box.height};
    const DrawnPoint outward{box.x + 0.73 * box.width, box.y + 0.70 * box.height};
    const double size = 0.26 * box.width;
    directIn ? equals(out, in, size, kStroke) : wave(out, in, size, kStroke);
    directOut ? equals(out, outward, size, kStroke) : wave(out, outward, size, kStroke);
}

/// A lattice: the grid behind the connection.
void utility(DisplayList& out, const DrawnBox& box) {
    out.box(box, Ink::Body);
    const double inset = kOutline / 2.0, side = box.width - kOutline, step = side / 3.0;
    const double left = box.x + inset, top = box.y + inset;
    for (int i = -2; i <= 2; ++i) {
        const double shift = i * step;
        const double from = std::max(0.0, shift), to = std::min(side, side + shift);
        for (const bool falls : {true, false}) {
            const auto spot = [&](double along) {
                return DrawnPoint{falls ? left + along : left + side - along, top + along - shift};
            };
            out.line(spot(from), spot(to), Ink::Glyph, 1.2);
        }
    }
}

/// Both circles are whole, also where they overlap.
void transformer(DisplayList& out, const DrawnBox& box) {
    const double r = 0.315 * box.height;
    const DrawnPoint upper{box.centre().x, box.y + r}, lower{upper.x, box.y + box.height - r};
    out.circle(upper, r, Ink::Body);
    out.circle(lower, r, Ink::Body);
    out.circle(upper, r, Ink::Outline);
    // On the ground of a body strokes have another colour than around it.
    out.arc(upper, r, -150.0, 120.0, Ink::Glyph, 1.2);
    out.arc(lower, r, 30.0, 120.0, Ink::Glyph, 1.2);
}

void generator(DisplayList& out, const DrawnBox& box, std::string_view letters) {
    const DrawnPoint c = box.centre();
    out.circle(c, box.height / 2.0, Ink::Body);
    out.letters({c.x, c.y - 0.16 * box.height}, letters,
                (letters.size() > 1 ? 0.3 : 0.4) * box.height);
    wave(out, {c.x, c.y + 0.24 * box.height}, 0.36 * box.width, 1.4);
}

/// Contacts of the incomers above, the way that is taken as a thick blade.
void transferSwitch(DisplayList& out, const DrawnBox& box, const UnitSymbol& unit) {
    constexpr double kStroke = 1.6, kBlade = 2.2, kContact = 2.2, kPivot = 2.8;
    out.box(box, Ink::Body, kCorner);
    const double middle = box.centre().x, bottom = box.y + box.height;
    const DrawnPoint pivot{middle, bottom - 0.28 * box.height};
    out.line({middle, bottom}, pivot, Ink::Glyph, kStroke);
    const int n = std::max(2, unit.incomers);
    const double pitch = std::min(0.5 * box.width, 0.9 * box.width / n);
    const double top = box.y + 0.3 * box.height;
    for (int i = 0; i < n; ++i) {
        const DrawnPoint contact{middle + (i - (n - 1) / 2.0) * pitch, top};
        out.line({contact.x, box.y}, contact, Ink::Glyph, kStroke);
        out.circle(contact, kContact, Ink::Ring);
        if (i == unit.position) {
            out.line(pivot, contact, Ink::Glyph, kBlade);
        }
    }
    if (unit.position < 0) {
        out.line(pivot, {middle, top + 0.08 * box.height}, Ink::Glyph, kStroke);
    }
    out.circle(pivot, kPivot, Ink::Solid);
}

}  // namespace

DisplayList drawUnit(const UnitSymbol& unit, const DrawnBox& area) {
    DisplayList out;
    const DrawnPoint c = area.centre();
    const double side = area.height - kOutline;
    const DrawnBox box{c.x - side / 2.0, c.y - side / 2.0, side, side};
    const DrawnBox upper{box.x, box.y, side, side / 2.0}, lower{box.x, c.y, side, side / 2.0};
    const PowerKindInfo& row = infoOf(unit.kind);
    switch (row.symbol) {
        case PowerSymbol::Utility:
            utility(out, box);
            break;
        case PowerSymbol::Transformer:
            transformer(out, box);
            break;
        case PowerSymbol::Busbar:
            out.box({area.x + 2.0, c.y - 4.0, area.width - 4.0, 8.0}, Ink::Bar);
            break;
        case PowerSymbol::Generator:
            generator(out, box, row.letters);
            break;
        case PowerSymbol::Converter:
            if (unit.direct) {
                converter(out, box, false, true);
            } else {
                converter(out, upper, false, true);
                converter(out, lower, true, false);
            }
            break;
        case PowerSymbol::Switch:
            transferSwitch(out, {area.x + 1.0, box.y, area.width - 2.0, side}, unit);
            break;
        case PowerSymbol::Box:
            out.box(box, Ink::Body, kCorner);
            out.letters(c, row.letters, 0.3 * side);
            break;
    }
    return out;
}

DisplayList drawLoad(PowerLoadKind kind, const DrawnBox& area) {
    DisplayList out;
    const DrawnPoint c = area.centre();
    const double side = area.height - kOutline;
    const bool isRack = kind == PowerLoadKind::Rack, isIt = isRack || kind == PowerLoadKind::HallIt;
    const double width = std::max(isIt ? 0.82 * side : side, area.width - 8.0);
    const DrawnBox box{c.x - width / 2.0, c.y - side / 2.0, width, side};
    out.box(box, Ink::Body, isIt ? 2.0 : side / 2.0);
    if (!isRack) {
        out.letters(c, isIt ? "IT" : "M", 0.38 * side);
        return out;
    }
    for (int i = 1; i <= 4; ++i) {
        const double y = box.y + i * side / 5.0;
        out.line({box.x + 6.0, y}, {box.x + width - 6.0, y}, Ink::Glyph, 1.2);
    }
    return out;
}

DisplayList drawBreaker(DrawnPoint c, BreakerState state) {
    DisplayList out;
    const double h = kBreakerHalf - kOutline / 2.0;
    const DrawnBox box{c.x - h, c.y - h, 2.0 * h, 2.0 * h};
    switch (state) {
        case BreakerState::Closed:
            out.box(box, Ink::Body);
            out.line({c.x - h, c.y - h}, {c.x + h, c.y + h}, Ink::Glyph, 1.5);
            out.line({c.x - h, c.y + h}, {c.x + h, c.y - h}, Ink::Glyph, 1.5);
            break;
        case BreakerState::Open:
            out.box(box, Ink::Body);
            // The blade is away from the contact.
            out.line({c.x, c.y + h}, {c.x + 0.75 * h, c.y - 0.6 * h}, Ink::Glyph, 1.6);
            break;
        case BreakerState::Tripped: {
            const std::array diamond{DrawnPoint{c.x, c.y - h - 2.0}, DrawnPoint{c.x + h + 2.0, c.y},
                                     DrawnPoint{c.x, c.y + h + 2.0},
                                     DrawnPoint{c.x - h - 2.0, c.y}};
            out.polygon(diamond, Ink::Body);
            out.line({c.x, c.y + h - 1.0}, {c.x + 0.6 * h, c.y - 0.5 * h}, Ink::Glyph, 1.8);
            break;
        }
    }
    return out;
}

}  // namespace headroom::engine
