// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/machine_shapes.h"

namespace headroom::engine {

namespace {

Block cabinetBody(ShapeBuilder& b, const ShapeSize& size) {
    Block body = standing(size, 0.0, size.heightM, 0.02);
    b.block(Surface::Body, body);
    for (const Side side : {Side::South, Side::North}) {
        b.panel(Surface::Dark, body, side, {0.08, 0.92, 0.02, 0.97});
    }
    return body;
}

}  // namespace

/// Switches of a chassis with rows of ports, and cable managers at both sides.
Shape networkRackShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const Block body = cabinetBody(b, size);
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    for (const Side side : {Side::South, Side::North}) {
        b.slats(Surface::Metal, body, side, {0.16, 0.84, 0.08, 0.92}, 12, 0.72, 0.03);
        b.slats(Surface::Light, body, side, {0.62, 0.80, 0.08, 0.92}, 12, 0.1, 0.04);
        b.posts(Surface::Body, body, side, {0.09, 0.15, 0.05, 0.95}, 1, 0.8, 0.04);
        b.posts(Surface::Body, body, side, {0.85, 0.91, 0.05, 0.95}, 1, 0.8, 0.04);
    }
    b.block(Surface::Dark,
            {-0.2, 0.1 * size.depthM, size.heightM, 0.2, 0.3 * size.depthM, size.heightM + 0.08});
    return b.take();
}

/// Enclosures with rows of drives.
Shape storageRackShape(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const Block body = cabinetBody(b, size);
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    constexpr int kEnclosures = 9;
    for (int i = 0; i < kEnclosures; ++i) {
        const double v0 = 0.07 + i * 0.1, v1 = v0 + 0.085;
        b.panel(Surface::Metal, body, Side::South, {0.1, 0.9, v0, v1}, 0.025);
        b.posts(Surface::Dark, body, Side::South, {0.12, 0.88, v0 + 0.01, v1 - 0.01}, 6, 0.75,
                0.035);
        b.panel(Surface::Light, body, Side::South, {0.12, 0.16, v1 - 0.02, v1 - 0.012}, 0.045);
    }
    return b.take();
}

}  // namespace headroom::engine
