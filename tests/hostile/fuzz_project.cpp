// SPDX-License-Identifier: Apache-2.0
#include "engine/document/blocks.h"
#include "engine/document/project.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

void project(std::string_view bytes) {
    const auto read = engine::parseProject(std::string(bytes), "input.json", shippedCatalogue());
    if (!read) {
        requireRefusal(read.error(), "input.json");
        return;
    }
    requireWhole(*read, shippedCatalogue());
    engine::withBlocks(*read);
}

}  // namespace headroom::hostile
