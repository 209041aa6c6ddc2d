// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/plant/plant.h"
#include "engine/plant/server_name.h"
#include "engine/run/frame/frame.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Id of the hazard of voltage sags.
inline constexpr const char* kSagHazard = "voltage-sag";

/// Parts that can break in a plant: each failure mode of the catalogue over its population, and each group of equipment
/// with the failure rate of its part. A population without units is left out.
/// The last step of compile: looks at everything else.
std::vector<PlantHazard> hazardsOf(const Plant& plant, const Catalogue& catalogue);

/// Rates and weights of the hazards by the plant's seed: which batches are bad, which units break
/// more often. Part of hazardsOf; again where a plant gets another seed.
void drawHazards(const Plant& plant, std::vector<PlantHazard>& hazards);

/// Units of that basis in one server of the block; 0 if they do not sit in servers.
int unitsInServer(const PlantBlock& block, models::FailureBasis basis);

/// True where accelerators of the block fail in that way (only_for, not_for).
bool appliesTo(const Plant& plant, const models::FailureModeSpec& mode, const PlantBlock& block);

/// Orders to the plant when a unit of that basis fails, by unit; empty for a basis that is not a machine of the facility.
/// hazard_sites.cpp.
std::vector<PlantOrder> ordersOf(const Plant& plant, const models::FailureModeSpec& mode);

FaultKind faultKindOf(models::FailureKind kind);

/// "B1/R03/S07 accelerator 5", "ups-a/2", "chiller 3 of 4": a unit as people know it; numbering as
/// in HazardClock.
std::string unitNameOf(const Plant& plant, const PlantHazard& hazard, int unit);

}  // namespace headroom::engine
