// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/object_table.h"
#include "tests/hostile/draft_invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

#include <algorithm>

namespace headroom::hostile {

/// The name of a section in the first line, then what is pasted over the first objects and
/// attributes of it.
void object_cells(std::string_view bytes) {
    const auto [section, cells] = splitLine(bytes);
    const models::ComponentType* type = engine::typeOfSection(section);
    if (type == nullptr) {
        return;
    }
    constexpr std::size_t kMostRows = 3;
    const engine::Project& project = scenario("distributed-redundant");
    std::vector<std::string> ids, keys;
    for (const engine::Object* object : project.objectsOf(type->id)) {
        if (ids.size() < kMostRows) {
            ids.push_back(object->id);
        }
    }
    // As many columns as the first line has cells, so that most texts fit.
    const std::string_view first = splitLine(cells).first;
    const auto columns = static_cast<std::size_t>(std::count(first.begin(), first.end(), '\t')) + 1;
    for (const models::Attribute& attribute : type->attributes) {
        if (keys.size() < columns) {
            keys.emplace_back(attribute.key);
        }
    }
    requireApplies(engine::parseObjectCells(cells, *type, ids, keys, project, shippedCatalogue()),
                   project);
}

}  // namespace headroom::hostile
