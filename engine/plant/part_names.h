// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::engine {

struct CoolingLink;
struct Plant;

/// Ids of parts, which events and alarms carry as their subject, and the names that people read. An id begins with the id of
/// an object of the project: "ups-a/2", "cdus", "liquid/R01-09/S03", "warm/towers", "cdus/2/pumps".

/// The id of the machines of a link: "warm/towers", "cdus/2" of a CDU, "cdus/2/pumps", "hall/air handlers", "liquid/row 2".
std::string partOf(const Plant& plant, const CoolingLink& link);

/// The name that the project gives a part: "UPS A 2", "CDUs of hall 3", "R01-09/S03 of Liquid racks", "Towers of Warm water".
/// The id itself where nothing is named so, as of jobs and indicators.
std::string nameOfPart(const Plant& plant, const std::string& id);

}  // namespace headroom::engine
