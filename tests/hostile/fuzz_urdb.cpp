// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "engine/exchange/urdb.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <filesystem>
#include <string>

namespace headroom::hostile {

/// A tariff of the Utility Rate Database, put into a catalogue and read there again. The same bytes are then the catalogue file
/// that the tariff is added to.
void urdb(std::string_view bytes) {
    const std::filesystem::path folder = scratchFolder() / "urdb";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    const auto read = engine::readUrdb(std::string(bytes), "rate.json");
    if (!read) {
        requireRefusal(read.error(), "rate.json");
        return;
    }
    for (const double value : {read->fixedUsdPerMonth, read->leastUsdPerMonth, read->ratchetPct}) {
        requireFinite(value, "tariff");
    }
    require(!read->id.empty() && !read->energy.empty(), "a tariff without id or energy");
    if (const auto added = engine::addToCatalogue(*read, folder); !added) {
        require(!added.error().code.empty(), "a refusal without a code");
        return;
    }
    const auto catalogue = engine::Catalogue::load(folder);
    require(catalogue.has_value(), "the tariff cannot be read from the catalogue: " +
                                       (catalogue ? "" : engine::text(catalogue.error())));
    require(engine::addToCatalogue(*read, folder).has_value(), "the tariff cannot be added twice");
}

}  // namespace headroom::hostile
