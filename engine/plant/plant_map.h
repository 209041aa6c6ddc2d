// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/plant/job_source.h"
#include "engine/plant/plant.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::engine {

/// An index space of two plants: which entry of one is which of the other; -1 if it is not there.
struct IndexMap {
    std::vector<std::int32_t> toOld;  ///< by new index
    std::vector<std::int32_t> toNew;  ///< by old index

    std::int32_t now(std::int32_t old) const {
        return old < 0 || old >= static_cast<std::int32_t>(toNew.size())
                   ? -1
                   : toNew[static_cast<std::size_t>(old)];
    }

    template <Space S>
    Index<S> now(Index<S> old) const {
        return Index<S>(now(static_cast<std::int32_t>(old)));
    }

    bool gone(std::int32_t old) const { return old >= 0 && now(old) < 0; }

    /// Every entry is where it was, and there is none more.
    bool isIdentity() const;
};

/// Common parts of two plants, by id: of a design before and after an edit. Within an array
/// (racks of a block, units of the wiring, servers of a rack) the place in it is the id.
///
///   rack       block, row, column                    server, accelerator   place in their rack,
///                                                    where its kind of server is the same
///   CDU        group and unit                        node, link, circuit   circuit and name; names
///                                                    that occur twice in order
///   unit       array and number, of the same kind    edge, cord            their place in its unit
///                                                    or load, from the same source
///   fabric     id, where it is built the same        source of jobs        id
///   hazard     what it strikes and its mode          drill                 time and order
struct PlantMap {
    IndexMap pool, block, rack, server, slot;
    IndexMap hall, cdu, loop, circuit, node, link, zone;
    IndexMap array, unit, edge, cord, load;
    IndexMap fabric, wan;
    IndexMap training, generator, trace, batch, service;
    IndexMap profile, tenant, remote, dataSet;
    IndexMap hazard, drill, storage;

    /// All of them: the plants differ in figures and positions only.
    bool sameShape() const;

    /// The source of jobs of that kind: Hand and gone sources give -1.
    const IndexMap* sources(JobSource kind) const;
};

/// All of an order as a text, to compare by.
std::string orderKey(const PlantOrder& order);

PlantMap mapPlants(const Plant& before, const Plant& after);

}  // namespace headroom::engine
