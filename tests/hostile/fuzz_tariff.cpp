// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/energy_prices.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <filesystem>
#include <vector>

namespace headroom::hostile {

/// A tariff of a project's own catalogue, and the bill of a flat load under it.
void tariff(std::string_view bytes) {
    const std::filesystem::path folder = scratchFolder() / "tariffs";
    std::filesystem::create_directory(folder);
    const auto path = scratchFile("tariffs/tariff.json", bytes);
    const auto own = engine::Catalogue::load(folder);
    if (!own) {
        requireRefusal(own.error(), path.string());
        return;
    }
    for (const engine::CatalogueEntry& entry : own->entries()) {
        models::EconomicsSpec economics;
        economics.tariff = entry.id;
        const auto prices = engine::energyPrices(scenario("tour-small-hall"), *own, economics);
        if (!prices) {
            require(!prices.error().code.empty() && !prices.error().remedy.empty(),
                    "a refusal without words");
            continue;
        }
        const std::vector<double> flat(engine::kHoursOfYear, 1e6);
        const models::TariffBill bill = engine::energyBill(*prices, flat, 0.95);
        for (const double usd : {bill.energyUsd, bill.demandUsd, bill.fixedUsd, bill.reactiveUsd}) {
            requireFinite(usd, "bill of " + entry.id);
        }
        requireFinite(engine::hourlyPrices(*prices), "price of " + entry.id);
    }
}

}  // namespace headroom::hostile
