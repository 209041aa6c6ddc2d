// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/money/rates.h"
#include "engine/money/typical_year.h"
#include "models/economics/spot_capacity.h"

#include <string>
#include <vector>

/// Cost of spot servers in work: how often gangs lose them, and how many more hours the same work takes.
/// Laws: models::spotLossesPerS() and models::expectedEttr(), those of `estimate` and of the broker.
namespace headroom::engine {

enum class SpotEnd { Seldom, AsStated, Often };

/// Spot terms of a catalogue offer that has a spot price.
models::SpotCapacity spotTermsOf(const std::string& offer, const Catalogue& catalogue,
                                 PriceRates& rates, SpotEnd end = SpotEnd::AsStated);

/// Share of the time that a gang holds in which it makes progress that it keeps, losses alone: 1 without any.
double keptOnSpot(const WorkedGang& gang, const models::SpotCapacity& terms);

/// Hours to pay for the work of an hour that nobody interrupts, over all gangs by what they hold:
///   sum of h / kept over sum of h.  Infinite where a gang keeps nothing; 1 where there is no gang.
double spotStretch(const std::vector<WorkedGang>& gangs, const models::SpotCapacity& terms);

/// A sentence on the gang that holds most: how often it loses its servers, what it keeps, and which gangs are taken
/// back before they write a checkpoint. Empty where there is no gang.
std::string spotText(const std::vector<WorkedGang>& gangs, const std::string& offer,
                     const Catalogue& catalogue, PriceRates& rates);

}  // namespace headroom::engine
