// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <filesystem>
#include <string>
#include <vector>

/// Tariffs of the Utility Rate Database (OpenEI), as its page or its interface gives them in JSON.
namespace headroom::engine {

struct UrdbTariff {
    std::string id;  ///< of the tariff in a catalogue, from utility and name
    std::string name, utility;
    std::string energy, demand;  ///< rows as models/economics/tariff_spec.h reads them
    int priceYear = 0;
    double fixedUsdPerMonth = 0.0, leastUsdPerMonth = 0.0;
    double ratchetPct = 0.0;
    bool isDemandInVa = false;
    std::vector<std::string> notes;  ///< what is left out or assumed
};

/// One tariff, or the first of "items". URD-001 not such JSON; URD-002 no schedule of energy that can be read.
Result<UrdbTariff> readUrdb(const std::string& text, const std::string& file);

/// The tariff as a part, put into tariff.json of a project's catalogue folder. Errors of addCataloguePart().
Result<void> addToCatalogue(const UrdbTariff& tariff, const std::filesystem::path& folder);

}  // namespace headroom::engine
