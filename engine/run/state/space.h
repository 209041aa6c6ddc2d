// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/plant/plant_map.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

/// What entries of the State are counted by.
namespace headroom::engine {

/// An index space of a plant. Those made of two (places of data, nodes with the air of halls) are
/// one list behind the other, or a table by rows.
enum class Space : std::uint8_t {
    One,   ///< a single entry, or a list whose length (stride) the program fixes
    List,  ///< a list that grows and shrinks in a run
    Job,   ///< State::jobs: only of values
    Rack,
    Server,
    Slot,  ///< accelerator
    Block,
    Pool,
    Scheduler,  ///< pools, where the scheduler is not the plain one
    Hall,
    Cdu,
    Loop,
    Circuit,
    Node,     ///< of the coolant network
    AirNode,  ///< these, then the supply air of each hall
    Link,     ///< of the coolant network
    Zone,     ///< of air, hall by hall
    Unit,     ///< of the wiring
    Edge,
    Cord,
    Load,
    Fabric,
    Hazard,
    HazardOrNone,  ///< these, then what no hazard led to
    ServerTree,    ///< Fenwick tree over servers
    Storage,       ///< building blocks of storage
    Drill,
    Source,  ///< of jobs: generators, traces, batches
    Service,
    Remote,     ///< other sites
    DataPlace,  ///< by data set: other sites, then the facility
    Indicator,  ///< of causes: of the facility, then of each loop
    Count
};

/// "racks", "power units": for messages.
const char* nameOf(Space space);

/// Entries of a space in a plant; 0 for List and Job, and for what a bare plant has not.
std::size_t countOf(Space space, const Plant& plant);

/// What a space of a plant is in another, after an edit of the design.
class SpaceMaps {
  public:
    explicit SpaceMaps(const PlantMap& map);

    SpaceMaps(const SpaceMaps&) = delete;
    SpaceMaps& operator=(const SpaceMaps&) = delete;

    /// Null: the entries stay what they are (One, List, Job).
    const IndexMap* of(Space space) const { return maps_[static_cast<std::size_t>(space)]; }

  private:
    const IndexMap* join(std::initializer_list<const IndexMap*> maps);

    static constexpr std::size_t kMade = 6;
    std::array<IndexMap, kMade> made_;
    std::size_t next_ = 0;
    std::array<const IndexMap*, static_cast<std::size_t>(Space::Count)> maps_{};
};

}  // namespace headroom::engine
