// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/shape_builder.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::engine {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

}  // namespace

Block standing(const ShapeSize& size, double fromM, double toM, double marginM) {
    const double halfX = std::max(0.01, size.widthM / 2.0 - marginM);
    const double halfY = std::max(0.01, size.depthM / 2.0 - marginM);
    return {-halfX, -halfY, fromM, halfX, halfY, toM};
}

std::uint32_t ShapeBuilder::corner(ShapeMesh& mesh, const Point& at, const Point& normal) {
    const auto index = static_cast<std::uint32_t>(mesh.points.size() / 3);
    for (const double v : {at.x, at.y, at.z}) {
        mesh.points.push_back(static_cast<float>(v));
    }
    for (const double v : {normal.x, normal.y, normal.z}) {
        mesh.normals.push_back(static_cast<float>(v));
    }
    return index;
}

void ShapeBuilder::triangle(Surface surface, const Point& a, const Point& b, const Point& c) {
    const Point u{b.x - a.x, b.y - a.y, b.z - a.z}, v{c.x - a.x, c.y - a.y, c.z - a.z};
    Point n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (length <= 0.0) {
        return;
    }
    n = {n.x / length, n.y / length, n.z / length};
    ShapeMesh& mesh = shape_.surfaces[static_cast<std::size_t>(surface)];
    for (const Point* p : {&a, &b, &c}) {
        mesh.triangles.push_back(corner(mesh, *p, n));
    }
}

void ShapeBuilder::quad(Surface surface, const Point& a, const Point& b, const Point& c,
                        const Point& d) {
    const Point u{b.x - a.x, b.y - a.y, b.z - a.z}, v{d.x - a.x, d.y - a.y, d.z - a.z};
    Point n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (length <= 0.0) {
        return;
    }
    n = {n.x / length, n.y / length, n.z / length};
    ShapeMesh& mesh = shape_.surfaces[static_cast<std::size_t>(surface)];
    const std::array<std::uint32_t, 4> at = {corner(mesh, a, n), corner(mesh, b, n),
                                             corner(mesh, c, n), corner(mesh, d, n)};
    for (const int i : {0, 1, 2, 0, 2, 3}) {
        mesh.triangles.push_back(at[static_cast<std::size_t>(i)]);
    }
}

void ShapeBuilder::block(Surface surface, const Block& b) {
    // Without the bottom: nobody looks at it from below the floor.
    quad(surface, {b.x0, b.y0, b.z1}, {b.x1, b.y0, b.z1}, {b.x1, b.y1, b.z1}, {b.x0, b.y1, b.z1});
    for (const Side side : {Side::South, Side::East, Side::North, Side::West}) {
        panel(surface, b, side, {}, 0.0);
    }
}

void ShapeBuilder::panel(Surface surface, const Block& b, Side side, const Patch& patch,
                         double outM) {
    const double z0 = b.z0 + patch.v0 * (b.z1 - b.z0), z1 = b.z0 + patch.v1 * (b.z1 - b.z0);
    const auto upright = [&](double xa, double ya, double xb, double yb) {
        quad(surface, {xa, ya, z0}, {xb, yb, z0}, {xb, yb, z1}, {xa, ya, z1});
    };
    const double wide = b.x1 - b.x0, deep = b.y1 - b.y0;
    switch (side) {
        case Side::South:
            upright(b.x0 + patch.u0 * wide, b.y0 - outM, b.x0 + patch.u1 * wide, b.y0 - outM);
            break;
        case Side::North:
            upright(b.x1 - patch.u0 * wide, b.y1 + outM, b.x1 - patch.u1 * wide, b.y1 + outM);
            break;
        case Side::East:
            upright(b.x1 + outM, b.y0 + patch.u0 * deep, b.x1 + outM, b.y0 + patch.u1 * deep);
            break;
        case Side::West:
            upright(b.x0 - outM, b.y1 - patch.u0 * deep, b.x0 - outM, b.y1 - patch.u1 * deep);
            break;
    }
}

void ShapeBuilder::slats(Surface surface, const Block& b, Side side, const Patch& patch, int count,
                         double share, double outM) {
    const double pitch = (patch.v1 - patch.v0) / std::max(1, count);
    for (int i = 0; i < count; ++i) {
        const double v = patch.v0 + (i + 0.5 * (1.0 - share)) * pitch;
        panel(surface, b, side, {patch.u0, patch.u1, v, v + share * pitch}, outM);
    }
}

void ShapeBuilder::posts(Surface surface, const Block& b, Side side, const Patch& patch, int count,
                         double share, double outM) {
    const double pitch = (patch.u1 - patch.u0) / std::max(1, count);
    for (int i = 0; i < count; ++i) {
        const double u = patch.u0 + (i + 0.5 * (1.0 - share)) * pitch;
        panel(surface, b, side, {u, u + share * pitch, patch.v0, patch.v1}, outM);
    }
}

void ShapeBuilder::cylinder(Surface surface, const Centre& from, Axis axis, double radiusM,
                            double lengthM, int sides) {
    // (across, beyond, along): axes in an order that keeps triangles counter-clockwise.
    const auto place = [&](double across, double beyond, double along) -> Point {
        switch (axis) {
            case Axis::X:
                return {along, across, beyond};
            case Axis::Y:
                return {beyond, along, across};
            default:
                return {across, beyond, along};
        }
    };
    const auto moved = [&](const Point& p) {
        return Point{from.x + p.x, from.y + p.y, from.z + p.z};
    };
    ShapeMesh& mesh = shape_.surfaces[static_cast<std::size_t>(surface)];
    std::vector<std::uint32_t> low, high, cap, foot;
    for (int i = 0; i < sides; ++i) {
        const double angle = kTurn * i / sides;
        const double c = std::cos(angle), s = std::sin(angle);
        const Point out = place(c, s, 0.0);
        low.push_back(corner(mesh, moved(place(c * radiusM, s * radiusM, 0.0)), out));
        high.push_back(corner(mesh, moved(place(c * radiusM, s * radiusM, lengthM)), out));
        foot.push_back(
            corner(mesh, moved(place(c * radiusM, s * radiusM, 0.0)), place(0.0, 0.0, -1.0)));
        cap.push_back(
            corner(mesh, moved(place(c * radiusM, s * radiusM, lengthM)), place(0.0, 0.0, 1.0)));
    }
    for (std::size_t i = 0; i < low.size(); ++i) {
        const std::size_t next = (i + 1) % low.size();
        mesh.triangles.insert(mesh.triangles.end(),
                              {low[i], low[next], high[next], low[i], high[next], high[i]});
        if (i >= 1 && i + 1 < low.size()) {
            mesh.triangles.insert(mesh.triangles.end(),
                                  {cap[0], cap[i], cap[i + 1], foot[0], foot[i + 1], foot[i]});
        }
    }
}

void ShapeBuilder::cone(Surface surface, const Centre& from, double lowerM, double upperM,
                        double heightM, int sides) {
    ShapeMesh& mesh = shape_.surfaces[static_cast<std::size_t>(surface)];
    const double slope = (lowerM - upperM) / std::max(0.01, heightM);
    const double length = std::sqrt(1.0 + slope * slope);
    std::vector<std::uint32_t> low, high;
    for (int i = 0; i < sides; ++i) {
        const double c = std::cos(kTurn * i / sides), s = std::sin(kTurn * i / sides);
        const Point out{c / length, s / length, slope / length};
        low.push_back(corner(mesh, {from.x + c * lowerM, from.y + s * lowerM, from.z}, out));
        high.push_back(
            corner(mesh, {from.x + c * upperM, from.y + s * upperM, from.z + heightM}, out));
    }
    for (std::size_t i = 0; i < low.size(); ++i) {
        const std::size_t next = (i + 1) % low.size();
        mesh.triangles.insert(mesh.triangles.end(),
                              {low[i], low[next], high[next], low[i], high[next], high[i]});
    }
}

void ShapeBuilder::disc(Surface surface, const Centre& centre, double radiusM, int sides) {
    const auto rim = [&](int i) {
        return Point{centre.x + radiusM * std::cos(kTurn * i / sides),
                     centre.y + radiusM * std::sin(kTurn * i / sides), centre.z};
    };
    for (int i = 1; i + 1 < sides; ++i) {
        triangle(surface, rim(0), rim(i), rim(i + 1));
    }
}

void ShapeBuilder::dial(Surface surface, const Centre& centre, double radiusM, Side side,
                        int sides) {
    const double turn = side == Side::South ? kTurn : -kTurn;
    const auto rim = [&](int i) {
        return Point{centre.x + radiusM * std::cos(turn * i / sides), centre.y,
                     centre.z + radiusM * std::sin(turn * i / sides)};
    };
    for (int i = 1; i + 1 < sides; ++i) {
        triangle(surface, rim(0), rim(i), rim(i + 1));
    }
}

void ShapeBuilder::fan(const Centre& centre, double radiusM) {
    constexpr int kBlades = 5;
    const double ring = 0.16 * radiusM;
    cone(Surface::Dark, centre, radiusM, 0.96 * radiusM, ring);
    disc(Surface::Dark, {centre.x, centre.y, centre.z + 0.35 * ring}, 0.97 * radiusM);
    const double z = centre.z + 0.75 * ring;
    for (int i = 0; i < kBlades; ++i) {
        const double a = kTurn * i / kBlades, b = a + 0.55;
        const auto at = [&](double angle, double share, double up) {
            return Point{centre.x + share * radiusM * std::cos(angle),
                         centre.y + share * radiusM * std::sin(angle), z + up * ring};
        };
        quad(Surface::Metal, at(a, 0.2, 0.0), at(a, 0.88, -0.1), at(b, 0.88, 0.15),
             at(b + 0.3, 0.2, 0.1));
    }
    disc(Surface::Panel, {centre.x, centre.y, z + 0.2 * ring}, 0.2 * radiusM, 8);
}

void ShapeBuilder::fans(const Block& top, int count) {
    const double pitch = (top.x1 - top.x0) / std::max(1, count);
    const double radius = 0.43 * std::min(pitch, top.y1 - top.y0);
    for (int i = 0; i < count; ++i) {
        fan({top.x0 + (i + 0.5) * pitch, (top.y0 + top.y1) / 2.0, top.z1}, radius);
    }
}

}  // namespace headroom::engine
