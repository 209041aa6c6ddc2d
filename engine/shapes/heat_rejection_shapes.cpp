// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/machine_shapes.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

/// A packaged chiller: base frame, V of condenser coils with fans, compressors below, cylinders of the evaporator.
Shape chillerShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double wide = size.widthM, deep = size.depthM, high = size.heightM;
    const Block upper = standing(size, 0.42 * high, 0.96 * high, 0.05);
    const int fans = std::clamp(static_cast<int>(std::lround(wide / (0.5 * deep))), 1, 10);
    if (detail == ShapeDetail::Low) {
        const Block body = standing(size, 0.0, 0.96 * high, 0.05);
        b.block(Surface::Body, body);
        for (const Side side : {Side::South, Side::North}) {
            b.panel(Surface::Metal, body, side, {0.02, 0.98, 0.45, 0.95});
        }
        b.block(Surface::Dark,
                {body.x0 + 0.2, -0.35 * deep, body.z1, body.x1 - 0.2, 0.35 * deep, body.z1 + 0.1});
        return b.take();
    }
    b.block(Surface::Dark, standing(size, 0.0, 0.06 * high, 0.05));
    b.block(Surface::Body, upper);
    for (const Side side : {Side::South, Side::North}) {
        b.posts(Surface::Metal, upper, side, {0.02, 0.98, 0.08, 0.9}, fans, 0.88);
        b.slats(Surface::Dark, upper, side, {0.03, 0.97, 0.12, 0.86}, 6, 0.18, 0.03);
    }
    for (const Side side : {Side::East, Side::West}) {
        b.panel(Surface::Panel, upper, side, {0.08, 0.92, 0.08, 0.92});
    }
    // Two rows of fans, as packaged chillers have.
    const double middle = (upper.y0 + upper.y1) / 2.0;
    b.fans({upper.x0, upper.y0, upper.z0, upper.x1, middle, upper.z1}, fans);
    b.fans({upper.x0, middle, upper.z0, upper.x1, upper.y1, upper.z1}, fans);
    // Beneath: evaporator barrel with its water pipes, two compressors, control panel, posts.
    const double barrel = 0.14 * high;
    b.cylinder(Surface::Metal, {-0.44 * wide, 0.18 * deep, 0.06 * high + barrel}, Axis::X, barrel,
               0.62 * wide, 14);
    b.cylinder(Surface::Cold, {-0.40 * wide, 0.18 * deep, 0.06 * high + 2.0 * barrel}, Axis::Z,
               0.09, 0.12 * high, 8);
    b.cylinder(Surface::Warm, {0.12 * wide, 0.18 * deep, 0.06 * high + 2.0 * barrel}, Axis::Z, 0.09,
               0.12 * high, 8);
    for (const double x : {-0.25, 0.05}) {
        b.cylinder(Surface::Dark, {x * wide, -0.22 * deep, 0.06 * high + 0.12 * high}, Axis::X,
                   0.12 * high, 0.2 * wide, 12);
    }
    const Block control{0.3 * wide,  -0.5 * deep + 0.06, 0.06 * high,
                        0.48 * wide, -0.2 * deep,        0.42 * high};
    b.block(Surface::Panel, control);
    b.panel(Surface::Light, control, Side::South, {0.35, 0.65, 0.6, 0.8});
    for (const double x : {-0.485, 0.485}) {
        for (const double y : {-0.45, 0.45}) {
            b.block(Surface::Metal, {x * wide - 0.05, y * deep - 0.05, 0.0, x * wide + 0.05,
                                     y * deep + 0.05, 0.42 * high});
        }
    }
    return b.take();
}

/// A water-cooled chiller: barrels of evaporator and condenser next to each other, compressor with its motor above,
/// control panel in front.
Shape waterChillerShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double wide = size.widthM, deep = size.depthM, high = size.heightM;
    const double barrel = std::min(0.22 * high, 0.23 * deep), axis = 0.1 * high + barrel;
    b.block(Surface::Metal, standing(size, 0.0, 0.05 * high, 0.1));
    if (detail == ShapeDetail::Low) {
        b.block(Surface::Body,
                {-0.46 * wide, -0.46 * deep, 0.05 * high, 0.46 * wide, 0.46 * deep, axis + barrel});
        b.block(Surface::Body,
                {-0.2 * wide, -0.2 * deep, axis + barrel, 0.3 * wide, 0.2 * deep, high});
        return b.take();
    }
    for (const double y : {-0.24, 0.24}) {
        b.cylinder(Surface::Body, {-0.42 * wide, y * deep, axis}, Axis::X, barrel, 0.84 * wide, 18);
        for (const double x : {-0.47, 0.42}) {  // water boxes with their flanges
            b.cylinder(Surface::Dark, {x * wide, y * deep, axis}, Axis::X, 0.96 * barrel,
                       0.05 * wide, 18);
        }
        for (const double x : {-0.3, 0.26}) {
            b.block(Surface::Metal, {x * wide, y * deep - 0.8 * barrel, 0.05 * high, x * wide + 0.1,
                                     y * deep + 0.8 * barrel, axis});
        }
        const double pipe = 0.4 * barrel;
        b.cylinder(Surface::Cold, {-0.45 * wide, y * deep, axis + 0.7 * barrel}, Axis::Z, pipe,
                   0.3 * high, 10);
        b.cylinder(Surface::Warm, {-0.36 * wide, y * deep, axis + 0.7 * barrel}, Axis::Z, pipe,
                   0.3 * high, 10);
    }
    const double top = axis + 1.5 * barrel, radius = 0.5 * (high - top);
    b.cylinder(Surface::Metal, {0.0, 0.0, top + radius}, Axis::X, radius, 0.16 * wide, 16);
    b.cylinder(Surface::Body, {0.16 * wide, 0.0, top + radius}, Axis::X, 0.8 * radius, 0.22 * wide,
               16);
    b.cylinder(Surface::Metal, {-0.06 * wide, 0.0, top + radius}, Axis::X, 0.55 * radius,
               0.06 * wide, 12);
    b.cylinder(Surface::Metal, {0.06 * wide, 0.24 * deep, axis}, Axis::Z, 0.35 * barrel,
               top + radius - axis, 10);
    const Block control{0.08 * wide, -0.5 * deep, 0.3 * high, 0.3 * wide, -0.4 * deep, 0.8 * high};
    b.block(Surface::Panel, control);
    b.panel(Surface::Light, control, Side::South, {0.3, 0.7, 0.6, 0.85});
    return b.take();
}

/// An induced-draught counterflow tower: basin, louvres on all sides, casing, fan stack, ladder.
Shape towerShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double high = size.heightM;
    const Block casing = standing(size, 0.0, 0.8 * high, 0.15);
    b.block(Surface::Body, casing);
    const double radius = 0.40 * std::min(casing.x1 - casing.x0, casing.y1 - casing.y0);
    if (detail == ShapeDetail::Low) {
        for (const Side side : {Side::South, Side::East, Side::North, Side::West}) {
            b.panel(Surface::Dark, casing, side, {0.05, 0.95, 0.1, 0.4}, 0.05);
        }
        b.cone(Surface::Panel, {0.0, 0.0, casing.z1}, 1.05 * radius, radius, high - casing.z1, 10);
        b.disc(Surface::Dark, {0.0, 0.0, 0.97 * high}, radius, 10);
        return b.take();
    }
    b.block(Surface::Metal, standing(size, 0.0, 0.09 * high));
    for (const Side side : {Side::South, Side::East, Side::North, Side::West}) {
        b.panel(Surface::Dark, casing, side, {0.04, 0.96, 0.12, 0.42}, 0.02);
        b.slats(Surface::Panel, casing, side, {0.04, 0.96, 0.12, 0.42}, 7, 0.42, 0.06);
        b.posts(Surface::Metal, casing, side, {0.0, 1.0, 0.09, 1.0}, 4, 0.03, 0.04);
    }
    b.cone(Surface::Panel, {0.0, 0.0, casing.z1}, 1.12 * radius, radius, high - casing.z1, 20);
    b.disc(Surface::Dark, {0.0, 0.0, casing.z1 + 0.5 * (high - casing.z1)}, 1.02 * radius, 20);
    b.fan({0.0, 0.0, high - 0.35 * (high - casing.z1)}, 0.97 * radius);
    // Rails around the deck, water in at the top, out at the basin, a ladder.
    for (const double z : {0.06, 0.12}) {
        for (const double y : {casing.y0, casing.y1 - 0.04}) {
            b.block(Surface::Metal, {casing.x0, y, casing.z1 + z * high, casing.x1, y + 0.04,
                                     casing.z1 + z * high + 0.04});
        }
        for (const double x : {casing.x0, casing.x1 - 0.04}) {
            b.block(Surface::Metal, {x, casing.y0, casing.z1 + z * high, x + 0.04, casing.y1,
                                     casing.z1 + z * high + 0.04});
        }
    }
    for (const double x : {casing.x0, 0.0, casing.x1 - 0.04}) {
        for (const double y : {casing.y0, casing.y1 - 0.04}) {
            b.block(Surface::Metal, {x, y, casing.z1, x + 0.04, y + 0.04, casing.z1 + 0.12 * high});
        }
    }
    b.cylinder(Surface::Warm, {casing.x1 - 0.5, casing.y1 + 0.12, 0.0}, Axis::Z, 0.16, 0.7 * high,
               10);
    b.cylinder(Surface::Cold, {casing.x1 - 1.0, casing.y1 + 0.12, 0.0}, Axis::Z, 0.16, 0.12 * high,
               10);
    const Block ladder{casing.x0 + 0.3, casing.y0 - 0.15, 0.1,
                       casing.x0 + 0.8, casing.y0 - 0.1,  casing.z1 + 0.5};
    b.posts(Surface::Metal, ladder, Side::South, {0.0, 1.0, 0.0, 1.0}, 2, 0.12);
    b.slats(Surface::Metal, ladder, Side::South, {0.0, 1.0, 0.02, 1.0}, 12, 0.14);
    return b.take();
}

/// A table of coils on legs with fans on top, headers at one end.
Shape dryCoolerShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double wide = size.widthM, deep = size.depthM, high = size.heightM;
    const Block table = standing(size, 0.35 * high, 0.94 * high, 0.04);
    b.block(Surface::Body, table);
    for (const Side side : {Side::South, Side::North}) {
        b.panel(Surface::Metal, table, side, {0.01, 0.99, 0.08, 0.88});
    }
    const int fans = std::clamp(static_cast<int>(std::lround(wide / (0.55 * deep))), 1, 10);
    if (detail == ShapeDetail::Low) {
        b.block(Surface::Dark, {table.x0 + 0.2, -0.36 * deep, table.z1, table.x1 - 0.2, 0.36 * deep,
                                table.z1 + 0.1});
        for (const double x : {-0.48, 0.44}) {
            b.block(Surface::Metal,
                    {x * wide, -0.45 * deep, 0.0, (x + 0.04) * wide, 0.45 * deep, table.z0});
        }
        return b.take();
    }
    for (const Side side : {Side::South, Side::North}) {
        b.slats(Surface::Dark, table, side, {0.01, 0.99, 0.12, 0.84}, 5, 0.2, 0.03);
        b.posts(Surface::Body, table, side, {0.0, 1.0, 0.0, 1.0}, fans, 0.05, 0.04);
    }
    const double middle = (table.y0 + table.y1) / 2.0;
    if (deep > 2.0) {
        b.fans({table.x0, table.y0, table.z0, table.x1, middle, table.z1}, fans);
        b.fans({table.x0, middle, table.z0, table.x1, table.y1, table.z1}, fans);
    } else {
        b.fans(table, fans);
    }
    const int legs = std::clamp(static_cast<int>(wide / 2.5), 2, 5);
    for (int i = 0; i < legs; ++i) {
        const double x = table.x0 + 0.1 + i * (wide - 0.36) / (legs - 1);
        for (const double y : {table.y0 + 0.05, table.y1 - 0.15}) {
            b.block(Surface::Metal, {x, y, 0.0, x + 0.1, y + 0.1, table.z0});
        }
    }
    for (const double y : {-0.2, 0.2}) {
        const Surface of = y < 0.0 ? Surface::Cold : Surface::Warm;
        b.cylinder(of, {table.x1 + 0.06, y * deep, 0.2 * high}, Axis::Z, 0.08, 0.66 * high, 8);
    }
    return b.take();
}

/// An end-suction pump on its base: casing, motor with fins, suction and discharge.
Shape pumpShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double wide = size.widthM, deep = size.depthM, high = size.heightM;
    const double radius = std::min(0.30 * high, 0.34 * deep), axis = 0.12 * high + radius;
    b.block(Surface::Metal, standing(size, 0.0, 0.12 * high, 0.1));
    if (detail == ShapeDetail::Low) {
        b.block(Surface::Body, {-0.42 * wide, -radius, 0.12 * high, 0.42 * wide, radius,
                                0.12 * high + 2.0 * radius});
        return b.take();
    }
    b.cylinder(Surface::Body, {-0.05 * wide, 0.0, axis}, Axis::X, 0.85 * radius, 0.44 * wide, 16);
    for (int i = 0; i < 4; ++i) {
        b.cylinder(Surface::Metal, {(0.02 + 0.08 * i) * wide, 0.0, axis}, Axis::X, 0.93 * radius,
                   0.02, 16);
    }
    b.cylinder(Surface::Dark, {0.39 * wide, 0.0, axis}, Axis::X, 0.8 * radius, 0.05 * wide, 14);
    b.cylinder(Surface::Metal, {-0.12 * wide, 0.0, axis}, Axis::X, 0.3 * radius, 0.1 * wide, 10);
    b.cylinder(Surface::Body, {-0.34 * wide, 0.0, axis}, Axis::X, radius, 0.22 * wide, 16);
    b.cylinder(Surface::Warm, {-0.5 * wide, 0.0, axis}, Axis::X, 0.42 * radius, 0.17 * wide, 10);
    b.cylinder(Surface::Cold, {-0.23 * wide, 0.3 * radius, axis}, Axis::Z, 0.38 * radius,
               high - axis, 10);
    b.block(Surface::Panel, {0.04 * wide, -0.25 * radius, axis + 0.8 * radius, 0.2 * wide,
                             0.25 * radius, axis + 1.15 * radius});
    b.block(Surface::Metal,
            {0.0, -0.5 * radius, 0.1 * high, 0.3 * wide, 0.5 * radius, axis - 0.7 * radius});
    return b.take();
}

}  // namespace headroom::engine
