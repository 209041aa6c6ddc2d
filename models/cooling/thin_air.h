// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/cooling/chiller.h"
#include "models/cooling/dry_cooler.h"

/// Ratings of machines outdoors in the air of a site: catalogues state them at sea level. For air handlers see
/// crahRatedHeatW() and crahFanW(). Cells of towers keep theirs: they move the same volume of lighter air, which takes
/// more moisture for each kilogram. Validity: 60 to 110 kPa.
namespace headroom::models {

/// Rated heat of a dry cooler [W] in air of that pressure, at the temperatures of its rating: UA and heat capacity of
/// its air follow the air's mass (dryCoolerLaw()).
double coolerRatedHeatW(const DryCoolerSpec& spec, double pressurePa);

/// Rated heat of a chiller [W]: of one that is cooled by air the capacity at the air that condenserAirC() makes of its
/// reference condition; of others the rating itself.
double chillerRatedHeatW(const ChillerSpec& spec, double pressurePa);

/// Rated power of fans [W] in air of that pressure: fan laws, in proportion to the density.
double thinAirFanW(double ratedW, double pressurePa);

}  // namespace headroom::models
