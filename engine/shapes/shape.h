// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Machines as they look, made of triangles. The origin is the middle of the base, and the front looks south, in metres: x east,
/// y north, z up. Every length follows from the size of the machine.
namespace headroom::engine {

/// Material of a part of a shape; pictures choose its colour.
enum class Surface : std::uint8_t {
    Body,   ///< takes the colour of the value or state
    Panel,  ///< painted sheet: doors, trays, lids
    Dark,   ///< openings, grilles, screens, fan rings
    Metal,  ///< bare metal: fins, frames, bushings, stacks
    Cold,   ///< supply pipes
    Warm,   ///< return pipes
    Light,  ///< lamps and displays
    Count
};

inline constexpr std::size_t kSurfaces = static_cast<std::size_t>(Surface::Count);

struct ShapeMesh {
    std::vector<float> points;   ///< x, y, z of each corner
    std::vector<float> normals;  ///< of each corner, length 1
    std::vector<std::uint32_t>
        triangles;  ///< three corners each, counter-clockwise seen from outside

    std::size_t triangleCount() const { return triangles.size() / 3; }
};

struct Shape {
    std::array<ShapeMesh, kSurfaces> surfaces;

    const ShapeMesh& of(Surface surface) const {
        return surfaces[static_cast<std::size_t>(surface)];
    }

    std::size_t triangleCount() const;
};

/// The shape turned clockwise, seen from above, by quarters.
Shape turned(Shape shape, int quarters);

}  // namespace headroom::engine
