// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/floor/ray.h"

#include <optional>
#include <vector>

namespace headroom::ui {

/// Where a person can walk on a site: not through racks, machines, walls and the walls of halls, which have a gap at each door.
/// A hall without doors has an opening in the middle of its south wall.
class Walker {
  public:
    /// Assumption: eyes of a standing person of 1.75 m, and room that one needs.
    static constexpr double kEyeM = 1.65, kRoomM = 0.28;

    explicit Walker(const engine::Layout& layout);

    bool isFree(double x, double y) const;

    /// The way from a place by a step as far as it is free: along what is in the way if it is met at an angle.
    Vec3 step(const Vec3& from, double byX, double byY) const;

    /// A free place in an aisle near to a point, and the direction of the aisle as an azimuth of SceneCamera.
    struct Start {
        Vec3 eye{};
        double azimuth = 0.0;
    };

    Start startNear(double x, double y) const;

  private:
    void addHall(const engine::Layout& layout, std::size_t hall);

    std::vector<engine::Box> solids_;
    std::vector<engine::Box> aisles_;
};

}  // namespace headroom::ui
