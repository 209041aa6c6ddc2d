// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/catalogue_part.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

namespace headroom::hostile {

/// A catalogue file of a project to which an import adds a part.
void catalogue_part(std::string_view bytes) {
    const auto path = scratchFile("tariff.json", bytes);
    engine::CataloguePart part;
    part.type = "tariff";
    part.json = R"({"id": "x", "name": "X"})";
    part.sources = {{"s", "a source"}};
    if (const auto added = engine::addCataloguePart(part, path); !added) {
        require(!added.error().code.empty() && !added.error().remedy.empty(),
                "a refusal without words: " + added.error().text());
    }
}

}  // namespace headroom::hostile
