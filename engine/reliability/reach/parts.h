// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/contingency.h"
#include "engine/reliability/reach/reach.h"
#include "models/facility/requirement.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// A part that can fail by itself, as the order that fails it.
struct FailablePart {
    PlantOrder order;
    std::string name;      ///< "UPS ups-a/1"
    std::string kind;      ///< "UPS", "CDU pumps", "leaf switch"
    std::string owner;     ///< id of the project object: what a view selects
    int alike = 1;         ///< how many parts this one stands for, itself with them
    bool isPower = false;  ///< a unit of the wiring
    std::vector<CascadeTrip>
        trips;  ///< that follow by overload, where a study says so (powerParts)
};

/// Every part of a plant whose failure is one event: units of the wiring, one of each group of
/// equal machines, valves, leaks of rows, switches and links of fabrics, storage, racks and
/// servers. Parts that are alike by construction (machines in parallel in one header, racks of a
/// block, links of a tier) are named once, with their number. Of the switches of one tier, at most
/// `most` are taken, evenly spread, each for its share; 0 means all.
std::vector<FailablePart> failableParts(const Plant& plant, const ReachMap& map, int most = 16);

/// Part of the facility of a part, as requirements are stated. Racks, servers, rows and storage answer for themselves:
/// losing them is the failure, not what follows from it; one valve opening stands for all units of a group, so a stuck one
/// is not a single failure.
enum class PartDomain { Power, Cooling, Network, Other };

PartDomain domainOf(const FailablePart& part);

/// Distinct units of the wiring, each for those like it, among the cases of a study of single
/// failures. A unit whose modules replace each other fails module by module and is left out.
std::vector<FailablePart> powerParts(const PowerNetwork& network, const FailureStudy& study,
                                     models::PowerParts meant = models::PowerParts::All);

}  // namespace headroom::engine
