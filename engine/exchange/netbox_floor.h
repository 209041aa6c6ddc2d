// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/import_draft.h"
#include "engine/exchange/import_plan.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// A rack of which only the name says where it is.
struct NamedRack {
    int line = 0;
    std::string name;
    std::string room;
    std::string part;                ///< of the catalogue
    std::vector<std::string> feeds;  ///< power units of the project; empty if not stated
};

/// Halls and arrays of racks: rows by name, racks in a row by number; equal racks that follow each
/// other are one array, and equal rows that follow each other are one as well. Arrays that the
/// project has already keep what the names do not say. Warning NBX-014 for each hall.
std::vector<WantedObject> netboxFloor(const std::vector<NamedRack>& racks, const std::string& file,
                                      const Project& project, const Catalogue& catalogue,
                                      ImportDraft& draft);

}  // namespace headroom::engine
