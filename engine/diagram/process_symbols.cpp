// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_symbols.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace headroom::engine {

namespace {

constexpr double kMachineCorner = 4.0, kFine = 1.2, kFan = 1.3, kStream = 5.0, kPlatePitch = 4.5;

/// Draws the shapes of one machine; those of a dead one are marked.
class MachineMaker {
  public:
    MachineMaker(DisplayList& out, const MachineSymbol& machine, const DrawnBox& box)
        : out_(out), m_(machine), b_(box), c_(box.centre()) {}

    void make() {
        const std::size_t first = out_.shapes().size();
        if (m_.hasMore) {
            more();
        }
        switch (m_.shape) {
            case ProcessShape::Pumps:
                pump();
                break;
            case ProcessShape::Exchanger:
                plates(true);
                break;
            case ProcessShape::Economiser:
                plates(false);
                break;
            case ProcessShape::Chillers:
                chiller();
                break;
            case ProcessShape::Towers:
                tower();
                break;
            case ProcessShape::DryCoolers:
                dryCooler();
                break;
            case ProcessShape::Coils:
                coils();
                break;
            case ProcessShape::Row:
                row();
                break;
            case ProcessShape::Basin:
                basin();
                break;
            case ProcessShape::Tank:
            case ProcessShape::Vessel:
                vessel();
                break;
        }
        if (m_.isDead) {
            out_.kill(first);
        }
    }

  private:
    static Tint level(double from, double to) { return {from, to, false}; }

    static Tint upright(double from, double to) { return {from, to, true}; }

    void more() {
        switch (m_.shape) {
            case ProcessShape::Pumps:
                out_.circle({c_.x + 3.5, c_.y - 3.5}, b_.width / 2.0, Ink::Behind);
                break;
            case ProcessShape::Towers:
            case ProcessShape::DryCoolers:
            case ProcessShape::Chillers:
                out_.box({b_.x + 5.0, b_.y - 4.0, b_.width - 1.0, b_.height - 1.0}, Ink::Behind,
                         kMachineCorner);
                break;
            default:
                break;
        }
    }

    /// The triangle points where the water goes; filled while the pump turns.
    void pump() {
        const double r = b_.width / 2.0, d = m_.flowsLeft ? -1.0 : 1.0;
        out_.circle(c_, r, Ink::Body);
        const std::array points{DrawnPoint{c_.x + d * r, c_.y},
                                DrawnPoint{c_.x - d * 0.5 * r, c_.y - 0.866 * r},
                                DrawnPoint{c_.x - d * 0.5 * r, c_.y + 0.866 * r}};
        DrawnShape& triangle = out_.polygon(points, Ink::Glyph);
        if (m_.runs) {
            triangle.tint.from = m_.warmC;
        }
    }

    void stream(DrawnPoint a, DrawnPoint b, const Tint& tint) {
        out_.line(a, b, Ink::Glyph, kStream).tint = tint;
    }

    /// Two streams that pass each other with a wall of plates between them: facility side on the left or below.
    void plates(bool isUpright) {
        out_.box(b_, Ink::Body, kMachineCorner);
        const double dx = isUpright ? 6.0 : 7.0, dy = isUpright ? 7.0 : 8.0;
        const DrawnBox in{b_.x + dx, b_.y + dy, b_.width - 2.0 * dx, b_.height - 2.0 * dy};
        for (int i = -1; i <= 1; ++i) {
            const double off = kPlatePitch * i;
            isUpright ? out_.line({c_.x + off, in.y}, {c_.x + off, in.bottom()}, Ink::Glyph, kFine)
                      : out_.line({in.x, c_.y + off}, {in.right(), c_.y + off}, Ink::Glyph, kFine);
        }
        if (!m_.runs) {
            return;
        }
        constexpr double kIn = 5.0;
        if (isUpright) {
            const double top = in.y + 1.0, bottom = in.bottom() - 1.0;
            stream({in.x + kIn, top}, {in.x + kIn, bottom}, upright(m_.coldC, m_.warmC));
            stream({in.right() - kIn, top}, {in.right() - kIn, bottom},
                   upright(m_.warmC2, m_.coldC2));
        } else {
            const double left = in.x + 1.0, right = in.right() - 1.0;
            stream({left, in.y + kIn}, {right, in.y + kIn}, level(m_.coldC2, m_.warmC2));
            stream({left, in.bottom() - kIn}, {right, in.bottom() - kIn},
                   level(m_.coldC, m_.warmC));
        }
    }

    /// Condenser above, evaporator below, a compressor between them: a circle whose walls narrow.
    void chiller() {
        out_.box(b_, Ink::Body, kMachineCorner);
        const double h = 0.28 * b_.height;
        for (const bool top : {true, false}) {
            DrawnShape& drum =
                out_.box({b_.x + 7.0, top ? b_.y + 5.0 : b_.bottom() - 5.0 - h, b_.width - 14.0, h},
                         Ink::Glyph, h / 2.0);
            if (m_.runs) {
                drum.tint = top ? level(m_.coldC2, m_.warmC2) : level(m_.coldC, m_.warmC);
            }
        }
        const double r = 0.15 * b_.height;
        out_.circle(c_, r, Ink::Ring);
        for (const double d : {-1.0, 1.0}) {
            out_.line({c_.x + d * 0.8 * r, c_.y + 0.55 * r}, {c_.x + d * 0.35 * r, c_.y - 0.9 * r},
                      Ink::Glyph, kFan);
        }
    }

    void fan(DrawnPoint c, double r) {
        for (const double d : {-1.0, 1.0}) {
            const std::array blade{c,
                                   DrawnPoint{c.x + d * 0.5 * r, c.y - 0.55 * r},
                                   DrawnPoint{c.x + d * r, c.y - 0.35 * r},
                                   DrawnPoint{c.x + d * r, c.y},
                                   DrawnPoint{c.x + d * r, c.y + 0.35 * r},
                                   DrawnPoint{c.x + d * 0.5 * r, c.y + 0.35 * r},
                                   c};
            out_.curves(blade, Ink::Glyph, kFan);
        }
    }

    /// Narrower above, where its fan is; nozzles, and rain below them from warm to cold.
    void tower() {
        const double w = b_.width, h = b_.height;
        const std::array walls{DrawnPoint{b_.x, b_.bottom()},
                               DrawnPoint{b_.x + 0.16 * w, b_.y + 0.30 * h},
                               DrawnPoint{b_.x + 0.24 * w, b_.y},
                               DrawnPoint{b_.right() - 0.24 * w, b_.y},
                               DrawnPoint{b_.right() - 0.16 * w, b_.y + 0.30 * h},
                               DrawnPoint{b_.right(), b_.bottom()}};
        out_.polygon(walls, Ink::Body);
        fan({c_.x, b_.y + 0.17 * h}, 0.20 * w);
        const double spray = b_.y + 0.46 * h;
        out_.line({b_.x + 0.22 * w, spray}, {b_.right() - 0.22 * w, spray}, Ink::Glyph, kFan);
        for (int i = 0; i < 5; ++i) {
            const double x = b_.x + (0.26 + 0.12 * i) * w;
            DrawnShape& rain =
                out_.line({x, spray + 3.0}, {x, b_.bottom() - 4.0}, Ink::Glyph, kFan);
            rain.dash = 4.0;
            rain.space = 3.5;
            if (m_.runs) {
                rain.width = 1.8;
                rain.tint = upright(m_.warmC, m_.coldC);
            }
        }
    }

    /// A coil of tubes with fins, as a zigzag.
    void zigzag(const DrawnBox& box, bool isUpright) {
        constexpr int kTeeth = 3;
        const double along = isUpright ? box.height : box.width;
        const double across = isUpright ? box.width : box.height;
        const double step = along / (2.0 * kTeeth + 1.0);
        std::vector<DrawnPoint> points;
        const auto add = [&](double far, double side) {
            points.push_back(isUpright
                                 ? DrawnPoint{box.centre().x - side * across / 2.0, box.y + far}
                                 : DrawnPoint{box.x + far, box.centre().y + side * across / 2.0});
        };
        add(0.0, 0.0);
        add(0.5 * step, 0.0);
        for (int i = 0; i < 2 * kTeeth; ++i) {
            add((i + 1.0) * step, i % 2 == 0 ? -1.0 : 1.0);
        }
        add(along - 0.5 * step, 0.0);
        add(along, 0.0);
        DrawnShape& coil = out_.lines(points, Ink::Glyph, m_.runs ? 2.2 : 1.6);
        if (m_.runs) {
            coil.tint = {m_.coldC, m_.warmC, isUpright};
        }
    }

    void dryCooler() {
        const std::array walls{DrawnPoint{b_.x, b_.y + 4.0}, DrawnPoint{b_.right(), b_.y + 4.0},
                               DrawnPoint{b_.right() - 0.12 * b_.width, b_.bottom()},
                               DrawnPoint{b_.x + 0.12 * b_.width, b_.bottom()}};
        out_.polygon(walls, Ink::Body);
        for (const double x : {0.3, 0.7}) {
            fan({b_.x + x * b_.width, b_.y + 0.22 * b_.height}, 0.13 * b_.width);
        }
        zigzag({b_.x + 0.16 * b_.width, b_.y + 0.48 * b_.height, 0.68 * b_.width, 0.3 * b_.height},
               false);
    }

    void coils() {
        out_.box(b_, Ink::Body, kMachineCorner);
        zigzag({b_.x + 0.30 * b_.width - 8.0, c_.y - 0.46 * b_.height, 16.0, 0.92 * b_.height},
               true);
        const DrawnPoint hub{b_.x + 0.74 * b_.width, c_.y};
        out_.circle(hub, 0.19 * b_.width, Ink::Glyph);
        fan(hub, 0.17 * b_.width);
    }

    void row() {
        DrawnShape& rack = out_.box(b_, Ink::Body, 2.0);
        if (m_.runs) {
            rack.tint = upright(m_.coldC, m_.warmC);
        }
    }

    /// Open above.
    void basin() {
        const DrawnBox tub{b_.x, b_.y + 0.42 * b_.height, b_.width, 0.5 * b_.height};
        constexpr double kFree = 6.0;
        out_.box({tub.x, tub.y + kFree, tub.width, tub.height - kFree}, Ink::Water).tint.from =
            m_.coldC;
        const std::array walls{DrawnPoint{tub.x, tub.y}, DrawnPoint{tub.x, tub.bottom()},
                               DrawnPoint{tub.right(), tub.bottom()},
                               DrawnPoint{tub.right(), tub.y}};
        out_.lines(walls, Ink::Glyph, 1.6);
    }

    /// Dished ends; a membrane parts gas from water.
    void vessel() {
        const double r = std::min(b_.width / 2.0, 0.28 * b_.height);
        out_.box(b_, Ink::Body, r);
        std::vector<DrawnPoint> lower{{b_.x, c_.y}, {b_.right(), c_.y}};
        constexpr int kParts = 6;
        for (const bool isLeft : {false, true}) {
            for (int i = 0; i <= kParts; ++i) {
                const double turn = std::numbers::pi / 2.0 * (isLeft ? i + kParts : i) / kParts;
                lower.push_back({(isLeft ? b_.x + r : b_.right() - r) + r * std::cos(turn),
                                 b_.bottom() - r + r * std::sin(turn)});
            }
        }
        out_.polygon(lower, Ink::Water).tint.from = m_.coldC;
        out_.line({b_.x, c_.y}, {b_.right(), c_.y}, Ink::Glyph, kFine);
        out_.box(b_, Ink::Outline, r);
    }

    DisplayList& out_;
    const MachineSymbol& m_;
    const DrawnBox& b_;
    DrawnPoint c_;
};

}  // namespace

void drawMachine(DisplayList& out, const MachineSymbol& machine, const DrawnBox& box) {
    MachineMaker(out, machine, box).make();
}

void drawValve(DisplayList& out, DrawnPoint c, double opening, Ink side, const Tint& water) {
    const double open = std::clamp(opening, 0.0, 1.0);
    // Both halves, and of each the part below the level: a triangle, cut at the height to which it is open.
    const double level = c.y + kValveTall - 2.0 * kValveTall * open;
    for (const double d : {-1.0, 1.0}) {
        const std::array half{c, DrawnPoint{c.x + d * kValveHalf, c.y - kValveTall},
                              DrawnPoint{c.x + d * kValveHalf, c.y + kValveTall}};
        out.polygon(half, Ink::Body).width = 1.4;
        std::vector<DrawnPoint> filled;
        const double end = c.x + d * kValveHalf;
        if (open > 0.5) {
            const double near = c.x + d * kValveHalf * (c.y - level) / kValveTall;
            filled = {c, {near, level}, {end, level}, {end, c.y + kValveTall}};
        } else if (open > 0.0) {
            const double near = c.x + d * kValveHalf * (level - c.y) / kValveTall;
            filled = {{near, level}, {end, level}, {end, c.y + kValveTall}};
        }
        if (!filled.empty()) {
            out.polygon(filled, side).tint = water;
        }
        out.polygon(half, Ink::Outline).width = 1.4;
    }
    // Stem and drive.
    out.line(c, {c.x, c.y - kValveTall - 2.0}, Ink::Glyph, 1.4);
    std::vector<DrawnPoint> drive;
    constexpr int kParts = 8;
    constexpr double kDrive = 5.0;
    for (int i = 0; i <= kParts; ++i) {
        const double turn = std::numbers::pi * i / kParts;
        drive.push_back(
            {c.x + kDrive * std::cos(turn), c.y - kValveTall - 2.0 - kDrive * std::sin(turn)});
    }
    out.polygon(drive, Ink::Body).width = 1.4;
}

}  // namespace headroom::engine
