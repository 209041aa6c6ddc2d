// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/rack_shapes.h"

#include <algorithm>

namespace headroom::engine {

namespace {

constexpr double kRackUnitM = 0.04445;  // EIA-310
constexpr double kUsualServerU = 4.0;   // Assumption: the catalogue may state no height.

constexpr int kMostFaces = 40;  // Nobody could tell more servers apart.

constexpr double kFrameM = 0.05;  // Width of each post.

constexpr double kManifoldM = 0.03;  // Radius. Assumption: pipes of 2 to 3 inches.

/// Equipment of one height, from below.
struct Stack {
    int count = 0;
    double heightU = 1.0;
    Surface face = Surface::Panel;
    bool hasHandles = false;
};

/// The faces of servers, trays and shelves between the posts.
void faces(ShapeBuilder& b, const Block& body, const std::vector<Stack>& stacks, double mountingU) {
    double usedU = 0.0;
    int units = 0;
    for (const Stack& stack : stacks) {
        usedU += stack.count * stack.heightU;
        units += stack.count;
    }
    const double heightM = body.z1 - body.z0, wideM = body.x1 - body.x0;
    const double fitU = std::max(mountingU, usedU);
    if (fitU <= 0.0 || units == 0) {
        return;
    }
    // As the catalogue has them where they fit, closer where it states more than the height takes.
    const double unitM = std::min(kRackUnitM, 0.94 * heightM / fitU);
    const int every = units / kMostFaces + 1;
    const double u0 = kFrameM / wideM, u1 = 1.0 - u0;
    double at = 0.03;
    for (const Stack& stack : stacks) {
        const double each = unitM * stack.heightU / heightM * every;
        for (int i = 0; i < stack.count; i += every) {
            const double top = std::min(0.99, at + each);
            b.panel(stack.face, body, Side::South,
                    {u0, u1, at + 0.08 * (top - at), top - 0.08 * (top - at)}, 0.03);
            const double middle = (at + top) / 2.0, thick = std::min(0.12 * (top - at), 0.006);
            if (stack.hasHandles) {
                b.panel(Surface::Light, body, Side::South,
                        {u1 - 0.10, u1 - 0.04, middle - thick, middle + thick}, 0.04);
            }
            if (stack.heightU >= 3.0) {  // the grille of a tall server
                b.slats(Surface::Dark, body, Side::South,
                        {u0 + 0.05, u1 - 0.14, at + 0.2 * (top - at), top - 0.2 * (top - at)}, 3,
                        0.6, 0.035);
            }
            at = top;
        }
    }
}

void manifold(ShapeBuilder& b, const Block& body, Surface surface, double x) {
    b.cylinder(surface, {x, body.y1 + kManifoldM, body.z0 + 0.1}, Axis::Z, kManifoldM,
               body.z1 - body.z0 + 0.12, 8);
}

Shape cabinet(const RackLook& look, const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    const double gap = std::min(0.02, 0.03 * size.widthM);
    Block body = standing(size, 0.0, size.heightM);
    body.x0 += gap;
    body.x1 -= gap;
    const bool isLiquid = look.form == RackForm::Liquid;
    body.y0 += 0.05;
    body.y1 -= isLiquid || look.hasRearDoor ? 0.14 : 0.02;
    b.block(Surface::Body, body);
    const double u0 = kFrameM / (body.x1 - body.x0);
    b.panel(Surface::Dark, body, Side::South, {u0, 1.0 - u0, 0.02, 0.97});
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    const double serverU = look.serverU > 0.0 ? look.serverU : kUsualServerU;
    const int below = look.switchTrays > 0 ? std::min(look.serversBelow, look.servers) : 0;
    faces(b, body,
          {{look.shelves / 2, 1.0, Surface::Metal, false},
           {below, serverU, Surface::Panel, true},
           {look.switchTrays, 1.0, Surface::Metal, true},
           {look.servers - below, serverU, Surface::Panel, true},
           {look.shelves - look.shelves / 2, 1.0, Surface::Metal, false}},
          look.unitsU);
    // Cable entries on the roof, and the back: manifolds, a coil door, or a perforated door.
    const double wide = body.x1 - body.x0, deep = body.y1 - body.y0;
    for (const double x : {-0.28, 0.28}) {
        b.block(Surface::Dark, {x * wide - 0.07, body.y1 - 0.22 * deep, body.z1, x * wide + 0.07,
                                body.y1 - 0.08 * deep, body.z1 + 0.02});
    }
    if (look.hasRearDoor) {
        Block door{body.x0, body.y1, 0.05, body.x1, body.y1 + 0.12, size.heightM - 0.02};
        b.block(Surface::Panel, door);
        b.slats(Surface::Metal, door, Side::North, {0.08, 0.92, 0.06, 0.94}, 10, 0.5);
        manifold(b, {door.x0, 0.0, 1.5, door.x1, door.y1 - 0.02, size.heightM}, Surface::Cold,
                 door.x0 + 0.08);
        manifold(b, {door.x0, 0.0, 1.5, door.x1, door.y1 - 0.02, size.heightM}, Surface::Warm,
                 door.x0 + 0.18);
    } else if (isLiquid) {
        b.panel(Surface::Dark, body, Side::North, {0.06, 0.94, 0.03, 0.97});
        manifold(b, body, Surface::Cold, -0.32 * wide);
        manifold(b, body, Surface::Warm, 0.32 * wide);
        b.panel(Surface::Metal, body, Side::North, {0.42, 0.58, 0.05, 0.95}, 0.03);  // busbar
    } else {
        b.posts(Surface::Dark, body, Side::North, {0.08, 0.92, 0.04, 0.96}, 2, 0.9);
    }
    return b.take();
}

/// An open bath: frame, lid of two leaves with handles, pipes and a control box at one end.
Shape tank(const ShapeSize& size, ShapeDetail detail) {
    ShapeBuilder b;
    Block bath = standing(size, 0.0, 0.86 * size.heightM, 0.02);
    b.block(Surface::Body, bath);
    Block lid{bath.x0 + 0.02, bath.y0 + 0.02, bath.z1,
              bath.x1 - 0.02, bath.y1 - 0.02, bath.z1 + 0.05};
    b.block(Surface::Panel, lid);
    if (detail == ShapeDetail::Low) {
        return b.take();
    }
    const double wide = bath.x1 - bath.x0, deep = bath.y1 - bath.y0;
    b.panel(Surface::Dark, bath, Side::South, {0.0, 1.0, 0.0, 0.07});
    b.panel(Surface::Dark, bath, Side::North, {0.0, 1.0, 0.0, 0.07});
    b.posts(Surface::Panel, bath, Side::South, {0.04, 0.96, 0.16, 0.9},
            std::max(2, static_cast<int>(wide / 0.6)), 0.82);
    // Windows of the lid over the bath, hinges behind, handles in front.
    for (const double u : {-0.24, 0.24}) {
        const double x = u * wide;
        b.block(Surface::Dark, {x - 0.19 * wide, -0.28 * deep, lid.z1, x + 0.19 * wide, 0.28 * deep,
                                lid.z1 + 0.012});
        b.block(Surface::Metal,
                {x - 0.06, lid.y0 + 0.02, lid.z1, x + 0.06, lid.y0 + 0.06, lid.z1 + 0.05});
        b.cylinder(Surface::Metal, {x - 0.12, lid.y1 - 0.03, lid.z1 + 0.02}, Axis::X, 0.02, 0.24,
                   6);
    }
    const Block box{bath.x1 - 0.16 * wide, bath.y1 - 0.3 * deep, bath.z1, bath.x1 - 0.02, bath.y1,
                    size.heightM};
    b.block(Surface::Panel, box);
    b.panel(Surface::Light, box, Side::South, {0.2, 0.8, 0.4, 0.8});
    b.cylinder(Surface::Cold, {bath.x0 + 0.12, bath.y1 - 0.06, bath.z1 - 0.2}, Axis::Z, 0.045,
               size.heightM - bath.z1 + 0.3, 8);
    b.cylinder(Surface::Warm, {bath.x0 + 0.28, bath.y1 - 0.06, bath.z1 - 0.2}, Axis::Z, 0.045,
               size.heightM - bath.z1 + 0.3, 8);
    return b.take();
}

}  // namespace

Shape rackShape(const RackLook& look, const ShapeSize& size, ShapeDetail detail) {
    return look.form == RackForm::Tank ? tank(size, detail) : cabinet(look, size, detail);
}

}  // namespace headroom::engine
