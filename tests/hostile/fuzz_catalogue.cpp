// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <filesystem>
#include <string>

namespace headroom::hostile {

namespace {

// A catalogue file bears the name of the type that it states.
std::string typeOf(std::string_view bytes) {
    const std::size_t key = bytes.find("\"type\"");
    for (const models::ComponentType* type : models::catalogueTypes()) {
        const std::string word = '"' + std::string(type->id) + '"';
        if (key != std::string_view::npos && bytes.substr(key, 64).find(word) != bytes.npos) {
            return std::string(type->id);
        }
    }
    return "ups";
}

}  // namespace

void catalogue(std::string_view bytes) {
    const std::filesystem::path folder = scratchFolder() / "catalog";
    std::filesystem::create_directory(folder);
    const auto path = scratchFile("catalog/" + typeOf(bytes) + ".json", bytes);
    const auto read = engine::Catalogue::load(folder);
    std::filesystem::remove(path);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    for (const engine::CatalogueEntry& entry : read->entries()) {
        require(entry.spec != nullptr, entry.id + " has no spec");
        require(entry.values.size() == entry.type->attributes.size() &&
                    entry.provenance.size() == entry.values.size(),
                entry.id + " does not fit its table");
        for (std::size_t i = 0; i < entry.values.size(); ++i) {
            requireFinite(entry.values[i],
                          entry.id + "." + std::string(entry.type->attributes[i].key));
        }
    }
}

}  // namespace headroom::hostile
