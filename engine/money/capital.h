// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/bill/bill_of_materials.h"
#include "engine/figures/sums.h"
#include "engine/money/lines.h"
#include "engine/money/rates.h"
#include "models/economics/economics.h"
#include "models/economics/own_supply.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Purchases of a project, from its own bill of materials.
struct CapitalQuestion {
    const BillOfMaterials* bill = nullptr;
    const Catalogue* catalogue = nullptr;
    Sums design;  ///< headlineOf(): IT power, floor, accelerators, agreed power
    double liquidRacks = 0.0;
    models::Premises premises = models::Premises::Own;
    models::OwnSupplySpec supply = {};  ///< solar field and battery
    double perUsd = 1.0;                ///< units of the currency for one dollar
};

struct Capital {
    std::vector<CapitalLine> lines;
    std::vector<std::string> unpriced;  ///< lines of the bill for which nobody has a price
    // Sums that operation is reckoned from [cents].
    models::Cents electrical = 0, cooling = 0;  ///< delivered
    models::Cents installedPlant = 0, building = 0, land = 0;
    models::Cents machines = 0;  ///< machines, network, storage, delivered
    models::Cents supply = 0;    ///< solar field and battery
    models::Cents rented = 0;    ///< of land and building: what somebody else has built
    models::Cents total = 0;
};

/// Lines of the bill at the price of their part; where it states none, at the rate of the price
/// book for the part's rating. To these come what a bill does not list, by the rates that each
/// line names:
///
///   boards hold their breakers, servers their adapters: those are not priced again
///   connection = agreed power (that of the design where none is agreed) x rate
///   piping = IT power x rate;  PDUs and liquid by rack
///   building area = floor of the halls x building_ratio;  site area = that x site_ratio
///   installation = delivered plant x rate;  installation and spares of machines likewise
///   design fees, management, interim = (building + installed plant) x rate
///   commissioning = installed plant x rate
///   own supply = rated power of the field, energy and power of the battery x rates, turnkey
///   contingency = (building + installed plant + these services) x rate
///
/// With colocation, site, building, plant and their services are somebody else's; with a leased shell its land,
/// site work and shell are: no lines, but `land` and `building` have them, since the tenant pays their taxes.
Capital capitalOf(const CapitalQuestion& question, PriceRates& rates);

}  // namespace headroom::engine
