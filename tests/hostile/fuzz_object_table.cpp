// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/object_table.h"
#include "tests/hostile/draft_invariant.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sections.h"

namespace headroom::hostile {

/// The name of a section in the first line, then its table; a name with "-" before it: what the
/// table lacks is removed.
void object_table(std::string_view bytes) {
    auto [section, table] = splitLine(bytes);
    const bool removes = section.starts_with('-');
    section.remove_prefix(removes ? 1 : 0);
    const models::ComponentType* type = engine::typeOfSection(section);
    if (type == nullptr) {
        return;
    }
    const engine::Project& project = scenario("distributed-redundant");
    const engine::ObjectTableOptions options{"input.csv", removes};
    const auto draft = engine::parseObjectTable(table, *type, project, shippedCatalogue(), options);
    requireApplies(draft, project);
    for (const engine::ImportFault& fault : draft.faults) {
        require(fault.file == "input.csv", "a fault does not name its file: " + fault.text());
    }
}

}  // namespace headroom::hostile
