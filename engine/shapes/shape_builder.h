// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/shapes/shape.h"

#include <utility>

namespace headroom::engine {

/// Extent of a machine: x is its width seen from the front.
struct ShapeSize {
    double widthM = 0.0, depthM = 0.0, heightM = 0.0;

    bool operator==(const ShapeSize&) const = default;
};

enum class ShapeDetail : std::uint8_t {
    Full,  ///< some hundred triangles: near enough to be distinguished
    Low    ///< the silhouette: far away
};

/// Corner and opposite corner of an upright block.
struct Block {
    double x0 = 0.0, y0 = 0.0, z0 = 0.0, x1 = 0.0, y1 = 0.0, z1 = 0.0;
};

enum class Side : std::uint8_t { South, East, North, West };
enum class Axis : std::uint8_t { X, Y, Z };

/// A rectangle of a side, as shares of its width and height: u from left to right seen from outside, v from the floor.
struct Patch {
    double u0 = 0.0, u1 = 1.0, v0 = 0.0, v1 = 1.0;
};

struct Centre {
    double x = 0.0, y = 0.0, z = 0.0;
};

/// Puts solids together. All sizes in metres.
class ShapeBuilder {
  public:
    void block(Surface surface, const Block& block);

    /// A flat panel before a side of a block.
    void panel(Surface surface, const Block& block, Side side, const Patch& patch,
               double outM = kOutM);
    /// `count` panels of equal height above each other, `share` of the patch filled by them.
    void slats(Surface surface, const Block& block, Side side, const Patch& patch, int count,
               double share, double outM = kOutM);
    /// The same next to each other.
    void posts(Surface surface, const Block& block, Side side, const Patch& patch, int count,
               double share, double outM = kOutM);

    /// From the centre of its first end along the axis, with caps.
    void cylinder(Surface surface, const Centre& from, Axis axis, double radiusM, double lengthM,
                  int sides = kSides);
    /// An upright cone without caps.
    void cone(Surface surface, const Centre& from, double lowerM, double upperM, double heightM,
              int sides = kSides);
    /// A flat disc that faces up.
    void disc(Surface surface, const Centre& centre, double radiusM, int sides = kSides);
    /// A flat disc that faces south or north.
    void dial(Surface surface, const Centre& centre, double radiusM, Side side, int sides = kSides);
    /// A fan that blows up: ring, well and blades.
    void fan(const Centre& centre, double radiusM);
    /// `count` fans along x in the middle of the top of a block.
    void fans(const Block& top, int count);

    Shape take() { return std::move(shape_); }

    static constexpr double kOutM = 0.015;
    static constexpr int kSides = 12;

  private:
    struct Point {
        double x, y, z;
    };

    void quad(Surface surface, const Point& a, const Point& b, const Point& c, const Point& d);
    void triangle(Surface surface, const Point& a, const Point& b, const Point& c);
    std::uint32_t corner(ShapeMesh& mesh, const Point& at, const Point& normal);

    Shape shape_;
};

/// A block in the middle of the ground: of the whole size, less a margin at each side.
Block standing(const ShapeSize& size, double fromM, double toM, double marginM = 0.0);

}  // namespace headroom::engine
