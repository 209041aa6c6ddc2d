// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/way_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace headroom::ui {

namespace {

constexpr double kUpright = 0.9;  // Sine of the slope from which a stretch counts as upright.

WayPoint wayLess(const WayPoint& a, const WayPoint& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double wayDot(const WayPoint& a, const WayPoint& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

WayPoint wayCross(const WayPoint& a, const WayPoint& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

WayPoint wayUnit(const WayPoint& a) {
    const double size = std::sqrt(wayDot(a, a));
    return {a[0] / size, a[1] / size, a[2] / size};
}

void addCorner(engine::ShapeMesh& mesh, const WayPoint& at, const WayPoint& normal) {
    for (std::size_t k = 0; k < 3; ++k) {
        mesh.points.push_back(static_cast<float>(at[k]));
        mesh.normals.push_back(static_cast<float>(normal[k]));
    }
}

/// The four corners that were added last, counter-clockwise seen from outside.
void addLastQuad(engine::ShapeMesh& mesh) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3) - 4;
    mesh.triangles.insert(mesh.triangles.end(),
                          {first, first + 1, first + 2, first, first + 2, first + 3});
}

/// Sides of a box around a stretch, each with its own normals.
int addBox(engine::ShapeMesh& mesh, const WayPoint& from, const WayPoint& to, const WayPoint& a,
           const WayPoint& b) {
    const auto corner = [&](const WayPoint& end, double across, double up) {
        return WayPoint{end[0] + across * a[0] + up * b[0], end[1] + across * a[1] + up * b[1],
                        end[2] + across * a[2] + up * b[2]};
    };
    constexpr std::array<std::array<double, 2>, 4> kCorners = {
        {{1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}}};
    for (std::size_t i = 0; i < kCorners.size(); ++i) {
        const auto& p = kCorners[i];
        const auto& q = kCorners[(i + 1) % kCorners.size()];
        const WayPoint out = wayUnit({(p[0] + q[0]) * a[0] + (p[1] + q[1]) * b[0],
                                      (p[0] + q[0]) * a[1] + (p[1] + q[1]) * b[1],
                                      (p[0] + q[0]) * a[2] + (p[1] + q[1]) * b[2]});
        addCorner(mesh, corner(from, p[0], p[1]), out);
        addCorner(mesh, corner(from, q[0], q[1]), out);
        addCorner(mesh, corner(to, q[0], q[1]), out);
        addCorner(mesh, corner(to, p[0], p[1]), out);
        addLastQuad(mesh);
    }
    return 16;
}

}  // namespace

double wayLengthM(std::span<const WayPoint> points) {
    double lengthM = 0.0;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const WayPoint way = wayLess(points[i + 1], points[i]);
        lengthM += std::sqrt(wayDot(way, way));
    }
    return lengthM;
}

int addPrism(engine::ShapeMesh& mesh, const WayPoint& from, const WayPoint& to, double widthM,
             double heightM, int sides) {
    constexpr int kBoxSides = 4;
    const WayPoint along = wayUnit(wayLess(to, from));
    const bool isUpright = std::abs(along[2]) > kUpright;
    const WayPoint up = isUpright ? WayPoint{1, 0, 0} : WayPoint{0, 0, 1};
    WayPoint a = wayUnit(wayCross(along, up));
    WayPoint b = wayCross(along, a);  // a, along and b turn to the right
    const auto scale = [](const WayPoint& v, double by) {
        return WayPoint{v[0] * by, v[1] * by, v[2] * by};
    };
    if (sides == kBoxSides) {
        return addBox(mesh, from, to, scale(a, widthM / 2.0), scale(b, heightM / 2.0));
    }
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    const auto count = static_cast<std::uint32_t>(sides);
    for (int i = 0; i < sides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / sides;
        const double c = std::cos(angle), s = std::sin(angle);
        const WayPoint out = {c * a[0] + s * b[0], c * a[1] + s * b[1], c * a[2] + s * b[2]};
        for (const WayPoint* end : {&from, &to}) {
            addCorner(mesh,
                      {(*end)[0] + widthM / 2.0 * c * a[0] + heightM / 2.0 * s * b[0],
                       (*end)[1] + widthM / 2.0 * c * a[1] + heightM / 2.0 * s * b[1],
                       (*end)[2] + widthM / 2.0 * c * a[2] + heightM / 2.0 * s * b[2]},
                      out);
        }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t p = first + 2 * i, q = first + 2 * ((i + 1) % count);
        mesh.triangles.insert(mesh.triangles.end(), {p, q, q + 1, p, q + 1, p + 1});
    }
    return 2 * sides;
}

std::pair<WayPoint, WayPoint> stretchOf(std::span<const WayPoint> points, std::size_t i,
                                        double widthM) {
    WayPoint from = points[i], to = points[i + 1];
    const double lengthM = wayLengthM(points.subspan(i, 2));
    if (lengthM <= widthM) {
        return {from, to};
    }
    const double share = widthM / 2.0 / lengthM;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double by = share * (points[i + 1][axis] - points[i][axis]);
        from[axis] -= i > 0 ? by : 0.0;
        to[axis] += i + 2 < points.size() ? by : 0.0;
    }
    return {from, to};
}

void addWay(engine::ShapeMesh& mesh, std::span<const WayPoint> points, double widthM,
            double heightM, int sides) {
    constexpr double kShortestM = 1e-3;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        if (wayLengthM(points.subspan(i, 2)) > kShortestM) {
            addPrism(mesh, points[i], points[i + 1], widthM, heightM, sides);
        }
    }
}

int addBlock(engine::ShapeMesh& mesh, const WayPoint& foot, const WayPoint& size) {
    const double x = size[0] / 2.0, y = size[1] / 2.0;
    const WayPoint top{foot[0], foot[1], foot[2] + size[2]};
    addBox(mesh, foot, top, {0, -y, 0}, {x, 0, 0});
    for (const double z : {foot[2], top[2]}) {
        const double turn = z > foot[2] ? 1.0 : -1.0;
        const WayPoint out{0, 0, turn};
        addCorner(mesh, {foot[0] - x, foot[1] - turn * y, z}, out);
        addCorner(mesh, {foot[0] + x, foot[1] - turn * y, z}, out);
        addCorner(mesh, {foot[0] + x, foot[1] + turn * y, z}, out);
        addCorner(mesh, {foot[0] - x, foot[1] + turn * y, z}, out);
        addLastQuad(mesh);
    }
    return 24;
}

double distanceToWay(const Ray& ray, std::span<const WayPoint> points, double radiusM) {
    const WayPoint eye = {ray.origin[0], ray.origin[1], ray.origin[2]};
    const WayPoint look = wayUnit({ray.direction[0], ray.direction[1], ray.direction[2]});
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        // Closest points of the ray and of the stretch.
        const WayPoint way = wayLess(points[i + 1], points[i]), w = wayLess(eye, points[i]);
        const double b = wayDot(look, way), c = wayDot(way, way), d = wayDot(look, w),
                     e = wayDot(way, w);
        const double across = c - b * b;
        const double share = std::clamp(across > 1e-9 ? (e - b * d) / across : 0.0, 0.0, 1.0);
        const double t = share * b - d;
        const WayPoint gap = {w[0] + t * look[0] - share * way[0],
                              w[1] + t * look[1] - share * way[1],
                              w[2] + t * look[2] - share * way[2]};
        if (t > 0.0 && t < nearest && std::sqrt(wayDot(gap, gap)) <= radiusM) {
            nearest = t;
        }
    }
    return nearest;
}

}  // namespace headroom::ui
