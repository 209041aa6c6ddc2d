// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/plant/plant.h"
#include "engine/plant/plant_map.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

/// How many entries a space (engine/base/index.h) has in a plant, and what becomes of them when the design is edited.
namespace headroom::engine {

/// "racks", "power units": for messages.
const char* nameOf(Space space);

/// Entries of a space in a plant; 0 for List and Job, and for what a bare plant has not.
std::size_t countOf(Space space, const Plant& plant);

/// Space of a plant in another, after an edit of the design.
class SpaceMaps {
  public:
    explicit SpaceMaps(const PlantMap& map);

    SpaceMaps(const SpaceMaps&) = delete;
    SpaceMaps& operator=(const SpaceMaps&) = delete;

    /// Null means the entries stay what they are (One, List, Job).
    const IndexMap* of(Space space) const { return maps_[static_cast<std::size_t>(space)]; }

  private:
    const IndexMap* join(std::initializer_list<const IndexMap*> maps);

    static constexpr std::size_t kMade = 6;
    std::array<IndexMap, kMade> made_;
    std::size_t next_ = 0;
    std::array<const IndexMap*, static_cast<std::size_t>(Space::Count)> maps_{};
};

}  // namespace headroom::engine
