// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/sizing/brief.h"

#include <memory>
#include <vector>

/// Variants of one facility that do the same work in another cooling.
namespace headroom::engine {

/// A brief for other racks and another cooling around the work of a project: its accelerators, its
/// climate, weather file and grid, its jobs, start and seed. The racks are the project's own, by
/// shares of its accelerators. Null leaves the standard brief.
FacilityBrief briefLike(const std::shared_ptr<const Project>& project, const Catalogue& catalogue);

/// Jobs, services, tenants and the scheduler of a project, with absolute paths of their files.
std::vector<Object> workOf(const Project& project);

/// Racks of the catalogue that hold the same accelerators as these racks: other coolings of the work.
std::vector<const CatalogueEntry*> racksForSameWork(const FacilityBrief& brief,
                                                    const Catalogue& catalogue);

}  // namespace headroom::engine
