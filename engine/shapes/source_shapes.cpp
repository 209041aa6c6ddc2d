// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/machine_shapes.h"

#include <algorithm>

namespace headroom::engine {

/// The end of the grid: a gantry with three insulators over a switching kiosk.
Shape utilityShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double wide = size.widthM, high = size.heightM;
    const Block kiosk{-0.5 * wide, -0.5 * size.depthM, 0.0,
                      0.5 * wide,  0.5 * size.depthM,  0.45 * high};
    b.block(Surface::Body, kiosk);
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    for (const double x : {-0.45, 0.41}) {
        b.block(Surface::Metal, {x * wide, -0.06, 0.0, x * wide + 0.12, 0.06, high});
    }
    b.block(Surface::Metal, {-0.48 * wide, -0.06, 0.95 * high, 0.48 * wide, 0.06, high});
    for (const double x : {-0.25, 0.0, 0.25}) {
        b.cylinder(Surface::Dark, {x * wide, 0.0, 0.7 * high}, Axis::Z, 0.07, 0.25 * high, 8);
    }
    return b.take();
}

/// A set in a container: doors, air inlet louvres, radiator outlet, silencer with stack, tank under the floor.
Shape gensetShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double wide = size.widthM, deep = size.depthM, high = size.heightM;
    const double floor = 0.16 * high, roof = 0.82 * high;
    const Block box = standing(size, floor, roof, 0.06);
    b.block(Surface::Dark, standing(size, 0.0, floor, 0.16));  // fuel tank in the base
    b.block(Surface::Body, box);
    if (detail == ShapeDetail::Low) {
        b.panel(Surface::Dark, box, Side::East, {0.06, 0.94, 0.1, 0.9}, 0.03);
        for (const Side side : {Side::South, Side::North}) {
            b.posts(Surface::Dark, box, side, {0.1, 0.85, 0.5, 0.84}, 3, 0.5, 0.04);
        }
        b.block(Surface::Panel,
                {-0.44 * wide, -0.3 * deep, roof, -0.26 * wide, 0.3 * deep, roof + 0.1 * high});
        b.block(Surface::Metal,
                {-0.3 * wide, -0.18 * deep, roof, 0.05 * wide, 0.18 * deep, 0.95 * high});
        return b.take();
    }
    // Ribs of the container, doors with louvres, the radiator's end.
    const int ribs = std::max(4, static_cast<int>(wide / 0.9));
    for (const Side side : {Side::South, Side::North}) {
        b.posts(Surface::Panel, box, side, {0.0, 1.0, 0.0, 1.0}, ribs, 0.07, 0.03);
        for (const double u : {0.12, 0.42, 0.66}) {
            b.panel(Surface::Panel, box, side, {u, u + 0.15, 0.06, 0.9}, 0.035);
            b.slats(Surface::Dark, box, side, {u + 0.02, u + 0.13, 0.5, 0.84}, 5, 0.55, 0.045);
            b.panel(Surface::Metal, box, side, {u + 0.125, u + 0.135, 0.32, 0.44}, 0.05);
        }
    }
    b.panel(Surface::Dark, box, Side::East, {0.06, 0.94, 0.08, 0.92});
    b.slats(Surface::Metal, box, Side::East, {0.06, 0.94, 0.08, 0.92}, 9, 0.4, 0.03);
    b.panel(Surface::Panel, box, Side::West, {0.2, 0.8, 0.04, 0.86});
    b.slats(Surface::Dark, box, Side::West, {0.28, 0.72, 0.5, 0.78}, 4, 0.6, 0.03);
    // On the roof: silencer along it, stack with its elbow, an inlet hood.
    const double muffler = 0.09 * high;
    b.cylinder(Surface::Metal, {-0.12 * wide, 0.0, roof + 1.4 * muffler}, Axis::X, muffler,
               0.34 * wide, 14);
    for (const double x : {-0.08, 0.16}) {
        b.block(Surface::Metal,
                {x * wide, -muffler, roof, x * wide + 0.08, muffler, roof + muffler});
    }
    b.cylinder(Surface::Metal, {-0.15 * wide, 0.0, roof}, Axis::Z, 0.5 * muffler, high - roof, 10);
    b.cylinder(Surface::Dark, {-0.15 * wide, 0.0, high - 0.02}, Axis::Z, 0.42 * muffler, 0.03, 10);
    b.block(Surface::Panel,
            {-0.44 * wide, -0.3 * deep, roof, -0.26 * wide, 0.3 * deep, roof + 0.1 * high});
    return b.take();
}

/// A line of equal modules, each with a door and a vent on its roof.
Shape fuelCellShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const Block body = standing(size, 0.1, size.heightM - 0.12, 0.04);
    b.block(Surface::Dark, standing(size, 0.0, 0.1));
    b.block(Surface::Body, body);
    const int modules = std::clamp(static_cast<int>(size.widthM / 1.2), 1, 8);
    if (detail == ShapeDetail::Low) {
        b.posts(Surface::Panel, body, Side::South, {0.0, 1.0, 0.08, 0.94}, modules, 0.85);
        return b.take();
    }
    for (const Side side : {Side::South, Side::North}) {
        b.posts(Surface::Panel, body, side, {0.0, 1.0, 0.05, 0.95}, modules, 0.88);
        b.posts(Surface::Dark, body, side, {0.0, 1.0, 0.12, 0.3}, modules, 0.55, 0.03);
        b.posts(Surface::Light, body, side, {0.0, 1.0, 0.86, 0.89}, modules, 0.2, 0.03);
    }
    for (int i = 0; i < modules; ++i) {
        const double x = body.x0 + (i + 0.5) * (body.x1 - body.x0) / modules;
        b.block(Surface::Metal, {x - 0.3, -0.3, body.z1, x + 0.3, 0.3, size.heightM});
    }
    return b.take();
}

}  // namespace headroom::engine
