// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/plant/plant.h"

#include <string>

/// A plant with nothing but what reliability asks about: servers of one kind in racks, a fabric, and
/// one job. The facility around is plain and large enough; campaigns on it do not compute power and
/// heat.
namespace headroom::engine {

struct BareCluster {
    std::string rack = "air-h100-2";         ///< catalogue id
    int servers = 2;                         ///< at least; whole racks and rows of them
    int jobAccelerators = 8;                 ///< of its only job, which never ends
    double checkpointS = 1800.0;             ///< between two checkpoints
    std::string checkpointPolicy = "fixed";  ///< or young, daly
    std::string profile = "llm-pretraining";
    std::uint64_t seed = 1;
};

/// Errors: those of reading and compiling a project.
ResultAll<Plant> barePlant(const Catalogue& catalogue, const BareCluster& cluster);

/// Factor on the failure rate of every part of the plant.
void scaleFailures(Plant& plant, double factor);

/// The rack whose servers have a given number of accelerators of that name or catalogue id (capitals, spaces
/// and signs aside; the more of the name agrees the better); empty if none. With the most servers of
/// those that are air-cooled first.
std::string rackWith(const Catalogue& catalogue, const std::string& accelerator, int perServer);

}  // namespace headroom::engine
