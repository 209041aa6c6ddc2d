// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/device_type.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <filesystem>

namespace headroom::hostile {

void device_type(std::string_view bytes) {
    const engine::Catalogue& parts = shippedCatalogue();
    const std::string like = parts.entriesOf("server").front()->id;
    const auto draft = engine::parseDeviceType(std::string(bytes), "input.yaml", like, parts);
    engine::ImportDraft faults;
    faults.faults = draft.faults;
    requireFaults(faults);
    if (draft.errors() > 0) {
        return;
    }
    require(!draft.part.empty(), "neither a part nor an error");
    draft.rows("input.yaml", parts);
    // What would be added can be read; it names parts that are not in this folder (-017).
    const std::filesystem::path folder = scratchFolder() / "own";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const auto added = engine::addToCatalogue(draft, folder);
    require(added.has_value(), "cannot be added: " + (added ? "" : added.error().text()));
    const auto again = engine::addToCatalogue(draft, folder);
    require(again.has_value(), "cannot be added twice: " + (again ? "" : again.error().text()));
    if (const auto read = engine::Catalogue::load(folder); !read) {
        for (const engine::Error& error : read.error()) {
            require(error.code == "CAT-017", "adds what cannot be read: " + error.text());
        }
    }
}

}  // namespace headroom::hostile
