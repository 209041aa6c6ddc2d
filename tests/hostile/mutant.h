// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Projects that are legal but that nobody would draw, made from others by the attribute tables
/// alone: what a table gains is mutated from then on.
namespace headroom::hostile {

struct MutantOptions {
    std::size_t mostChanges = 4;
    /// Whole numbers of objects (racks, units, jobs) go no further, so that runs end in time; their
    /// tables allow more.
    std::int64_t mostCount = 300;
};

struct Mutant {
    engine::Project project;
    std::vector<std::string> changes;  ///< in words, in their order
};

/// Values at the ends of their ranges, tiny, huge and none; other choices and references; objects
/// removed and doubled; odd names. Each change is one that an editor would accept. The same bytes
/// for the same seed.
Mutant mutantOf(const engine::Project& project, const engine::Catalogue& catalogue,
                std::uint64_t seed, const MutantOptions& options = {});

/// The same design with objects of each type in another order.
engine::Project reordered(const engine::Project& project, std::uint64_t seed);

/// The same design with other ids, in the same order.
engine::Project renamed(const engine::Project& project);

}  // namespace headroom::hostile
