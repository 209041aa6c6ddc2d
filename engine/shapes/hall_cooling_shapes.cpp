// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/machine_shapes.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

/// A cabinet with two doors, a display, and four pipes on its roof: to and from the plant, to and from the racks.
Shape cduShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const Block body = standing(size, 0.0, size.heightM, 0.02);
    b.block(Surface::Body, body);
    const double wide = body.x1 - body.x0, deep = body.y1 - body.y0;
    if (detail == ShapeDetail::Low) {
        b.panel(Surface::Panel, body, Side::South, {0.06, 0.94, 0.1, 0.95});
        return b.take();
    }
    b.panel(Surface::Dark, body, Side::South, {0.0, 1.0, 0.0, 0.05});
    const int doors = wide > 0.8 ? 2 : 1;
    b.posts(Surface::Panel, body, Side::South, {0.03, 0.97, 0.07, 0.97}, doors, 0.95);
    b.panel(Surface::Dark, body, Side::South, {0.5 / doors - 0.16, 0.5 / doors + 0.16, 0.72, 0.86},
            0.03);
    b.panel(Surface::Light, body, Side::South, {0.5 / doors - 0.12, 0.5 / doors + 0.12, 0.75, 0.83},
            0.04);
    b.slats(Surface::Dark, body, Side::South, {0.14, 0.86, 0.12, 0.24}, 3, 0.5, 0.03);
    for (const Side side : {Side::East, Side::West}) {
        b.slats(Surface::Panel, body, side, {0.1, 0.9, 0.55, 0.9}, 4, 0.5);
    }
    const double radius = std::min(0.06, 0.08 * wide);
    int n = 0;
    for (const double u : {-0.36, -0.12, 0.12, 0.36}) {
        b.cylinder(n++ % 2 == 0 ? Surface::Cold : Surface::Warm,
                   {u * wide, body.y1 - 0.25 * deep, body.z1}, Axis::Z, radius, 0.3, 10);
    }
    return b.take();
}

/// A fan wall: filters below, fan modules above on its front, water pipes at one end, a hood on the roof.
Shape airHandlerShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const Block body = standing(size, 0.0, size.heightM, 0.03);
    b.block(Surface::Body, body);
    const double wide = body.x1 - body.x0, deep = body.y1 - body.y0, high = body.z1 - body.z0;
    const int columns = std::clamp(static_cast<int>(std::lround(wide / 0.9)), 1, 8);
    if (detail == ShapeDetail::Low) {
        for (const Side side : {Side::South, Side::North}) {
            b.panel(Surface::Dark, body, side, {0.04, 0.96, 0.35, 0.95});
        }
        return b.take();
    }
    const double fanShare = std::min(0.6, wide / columns / high);
    for (const Side side : {Side::South, Side::North}) {
        b.panel(Surface::Dark, body, side, {0.0, 1.0, 0.0, 0.04});
        b.slats(Surface::Dark, body, side, {0.04, 0.96, 0.07, 0.94 - fanShare}, 7, 0.45);
        b.posts(Surface::Panel, body, side, {0.03, 0.97, 0.96 - fanShare, 0.97}, columns, 0.94);
    }
    const double pitch = wide * 0.94 / columns, radius = 0.42 * std::min(pitch, fanShare * high);
    for (int i = 0; i < columns; ++i) {
        const double x = body.x0 + 0.03 * wide + (i + 0.5) * pitch,
                     z = (0.965 - fanShare / 2.0) * high;
        b.dial(Surface::Dark, {x, body.y0 - 0.03, z}, radius, Side::South);
        b.dial(Surface::Metal, {x, body.y0 - 0.04, z}, 0.3 * radius, Side::South, 8);
        b.dial(Surface::Dark, {x, body.y1 + 0.03, z}, radius, Side::North);
        b.dial(Surface::Metal, {x, body.y1 + 0.04, z}, 0.3 * radius, Side::North, 8);
    }
    b.cylinder(Surface::Cold, {body.x0 + 0.15, body.y1 - 0.25 * deep, high}, Axis::Z, 0.06, 0.3,
               10);
    b.cylinder(Surface::Warm, {body.x0 + 0.4, body.y1 - 0.25 * deep, high}, Axis::Z, 0.06, 0.3, 10);
    const Block box{body.x1 - 0.5, body.y0 - 0.06, 0.52 * high,
                    body.x1 - 0.2, body.y0,        0.66 * high};
    b.block(Surface::Panel, box);
    b.panel(Surface::Light, box, Side::South, {0.2, 0.8, 0.5, 0.8});
    return b.take();
}

}  // namespace headroom::engine
