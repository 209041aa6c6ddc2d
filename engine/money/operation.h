// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/money/cost.h"

namespace headroom::engine {

/// Payments of the first whole year, all phases built:
///
///   energy, demand, reactive energy, fee   of the tariff, for the hours of the typical year
///   agreement = what it delivers x its price;  surplus x its price, taken off
///   upkeep of own supply = solar field and battery x rate
///   fuel, water                            of the typical year, at the prices of the site
///   staff = (base + IT power x rate) x cost of a person
///   maintenance = delivered plant x rate;  support = delivered machines x rate
///   licences by accelerator;  insurance = (capital - land) x rate
///   property tax = (land + building + installed plant) x rate
///   colocation = IT power x rate x 12, in place of plant, its staff, maintenance and taxes
///   rent of what the project's jobs hold elsewhere, with energy and data there
///   price of carbon = what operation emits x price
std::vector<RunningLine> runningLines(const CostBasis& basis, const Capital& capital,
                                      PriceRates& rates);

}  // namespace headroom::engine
