// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/machine_shapes.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Cabinets side by side, each with a door; the front has what `dress` adds.
Block lineUp(ShapeBuilder& b, const ShapeSize& size, int cabinets) {
    const Block body = standing(size, 0.0, size.heightM, 0.02);
    b.block(Surface::Body, body);
    b.panel(Surface::Dark, body, Side::South, {0.0, 1.0, 0.0, 0.05});
    b.posts(Surface::Panel, body, Side::South, {0.0, 1.0, 0.07, 0.97}, cabinets, 0.94);
    return body;
}

int cabinetsOf(double wideM, double eachM, int most) {
    return std::clamp(static_cast<int>(std::lround(wideM / eachM)), 1, most);
}

}  // namespace

/// Oil-filled: tank between banks of radiators, conservator, three bushings each for primary and secondary.
Shape transformerShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double wide = size.widthM, deep = size.depthM, high = size.heightM;
    const Block tank{-0.32 * wide, -0.26 * deep, 0.06 * high,
                     0.32 * wide,  0.26 * deep,  0.66 * high};
    b.block(Surface::Metal, standing(size, 0.0, 0.06 * high, 0.05));
    b.block(Surface::Body, tank);
    if (detail == ShapeDetail::Low) {
        for (const double x : {-0.47, 0.34}) {
            b.block(Surface::Metal, {x * wide, -0.3 * deep, 0.12 * high, (x + 0.13) * wide,
                                     0.3 * deep, 0.6 * high});
        }
        b.block(Surface::Dark,
                {-0.2 * wide, -0.05 * deep, tank.z1, 0.2 * wide, 0.05 * deep, 0.9 * high});
        return b.take();
    }
    constexpr int kFins = 5;
    for (const double side : {-1.0, 1.0}) {
        for (int i = 0; i < kFins; ++i) {
            const double y = (-0.26 + 0.12 * i) * deep;
            const double near = side * 0.32 * wide, far = side * 0.48 * wide;
            b.block(Surface::Body, {std::min(near, far), y, 0.14 * high, std::max(near, far),
                                    y + 0.05 * deep, 0.6 * high});
        }
    }
    for (const Side side : {Side::South, Side::North}) {
        b.posts(Surface::Metal, tank, side, {0.0, 1.0, 0.0, 1.0}, 4, 0.08, 0.04);
    }
    b.panel(Surface::Panel, tank, Side::South, {0.4, 0.6, 0.35, 0.7}, 0.05);
    for (const double x : {-0.18, 0.0, 0.18}) {
        const double radius = 0.035 * wide;
        b.cylinder(Surface::Dark, {x * wide, -0.12 * deep, tank.z1}, Axis::Z, radius, 0.22 * high,
                   10);
        b.cylinder(Surface::Panel, {x * wide, -0.12 * deep, tank.z1 + 0.08 * high}, Axis::Z,
                   1.5 * radius, 0.02 * high, 10);
        b.cylinder(Surface::Metal, {x * wide, -0.12 * deep, tank.z1 + 0.22 * high}, Axis::Z,
                   0.3 * radius, 0.08 * high, 6);
        b.cylinder(Surface::Dark, {x * wide, 0.14 * deep, tank.z1}, Axis::Z, 0.8 * radius,
                   0.1 * high, 8);
    }
    b.cylinder(Surface::Body, {-0.28 * wide, 0.34 * deep, 0.86 * high}, Axis::X, 0.07 * high,
               0.5 * wide, 12);
    for (const double x : {-0.2, 0.14}) {
        b.block(Surface::Metal,
                {x * wide, 0.32 * deep, 0.06 * high, x * wide + 0.08, 0.36 * deep, 0.8 * high});
    }
    return b.take();
}

/// Sections with breakers above each other, a bus chamber on top, meters.
Shape switchboardShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const int sections = cabinetsOf(size.widthM, 0.8, 12);
    const Block body = lineUp(b, size, sections);
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    constexpr int kBreakers = 4;
    for (int i = 0; i < kBreakers; ++i) {
        const double v = 0.1 + 0.19 * i;
        b.posts(Surface::Dark, body, Side::South, {0.0, 1.0, v, v + 0.15}, sections, 0.6, 0.03);
        b.posts(Surface::Light, body, Side::South, {0.0, 1.0, v + 0.11, v + 0.13}, sections, 0.08,
                0.04);
    }
    b.panel(Surface::Metal, body, Side::South, {0.0, 1.0, 0.88, 0.96}, 0.03);
    return b.take();
}

/// Power modules behind a grille, next to battery cabinets with plain doors.
Shape upsShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const int cabinets = cabinetsOf(size.widthM, 0.6, 8);
    const Block body = lineUp(b, size, cabinets);
    if (detail == ShapeDetail::Low) {
        b.panel(Surface::Dark, body, Side::South, {0.04, 0.5, 0.12, 0.9}, 0.03);
        return b.take();
    }
    const int power = std::max(1, cabinets / 2);
    const double split = static_cast<double>(power) / cabinets;
    b.posts(Surface::Dark, body, Side::South, {0.0, split, 0.1, 0.78}, power, 0.8, 0.025);
    b.slats(Surface::Metal, body, Side::South, {0.03, split - 0.03, 0.12, 0.76}, 8, 0.4, 0.035);
    b.panel(Surface::Light, body, Side::South, {split / 2.0 - 0.06, split / 2.0 + 0.06, 0.84, 0.91},
            0.03);
    if (cabinets > power) {
        b.posts(Surface::Dark, body, Side::South, {split, 1.0, 0.12, 0.2}, cabinets - power, 0.6,
                0.025);
        b.posts(Surface::Dark, body, Side::South, {split, 1.0, 0.82, 0.9}, cabinets - power, 0.6,
                0.025);
        b.posts(Surface::Metal, body, Side::South, {split, 1.0, 0.45, 0.6}, cabinets - power, 0.05,
                0.03);
    }
    for (int i = 0; i < power; ++i) {  // fans on the roof of the power modules
        const double pitch = (body.x1 - body.x0) / cabinets;
        b.disc(Surface::Dark, {body.x0 + (i + 0.5) * pitch, 0.0, body.z1 + 0.015},
               0.34 * std::min(pitch, body.y1 - body.y0), 10);
    }
    return b.take();
}

/// Two source compartments and the load between them.
Shape transferSwitchShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const Block body = lineUp(b, size, 3);
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    b.posts(Surface::Dark, body, Side::South, {0.0, 1.0, 0.45, 0.75}, 3, 0.5, 0.03);
    b.posts(Surface::Metal, body, Side::South, {0.0, 1.0, 0.57, 0.63}, 3, 0.2,
            0.05);  // handles of the switches
    b.posts(Surface::Light, body, Side::South, {0.0, 1.0, 0.82, 0.86}, 3, 0.2, 0.03);
    b.slats(Surface::Dark, body, Side::South, {0.08, 0.92, 0.1, 0.3}, 6, 0.4, 0.03);
    for (const double x : {-0.3, 0.0, 0.3}) {  // both incomers and the load leave upwards
        b.cylinder(Surface::Metal, {x * size.widthM, 0.0, body.z1}, Axis::Z, 0.05, 0.15, 8);
    }
    return b.take();
}

/// Transformer grilles below, two panelboards with rows of breakers above.
Shape pduShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const Block body = lineUp(b, size, 2);
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    b.slats(Surface::Dark, body, Side::South, {0.06, 0.94, 0.1, 0.32}, 5, 0.5, 0.025);
    for (const double u : {0.08, 0.58}) {
        b.panel(Surface::Dark, body, Side::South, {u, u + 0.34, 0.4, 0.84}, 0.025);
        b.slats(Surface::Metal, body, Side::South, {u + 0.03, u + 0.15, 0.42, 0.82}, 8, 0.6, 0.035);
        b.slats(Surface::Metal, body, Side::South, {u + 0.19, u + 0.31, 0.42, 0.82}, 8, 0.6, 0.035);
    }
    b.panel(Surface::Light, body, Side::South, {0.42, 0.58, 0.88, 0.93}, 0.03);
    return b.take();
}

}  // namespace headroom::engine
