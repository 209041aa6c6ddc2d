// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "engine/document/project.h"
#include "engine/resolve/design.h"

#include <string>
#include <vector>

/// Joins objects to what feeds, cools and connects them, many at once. Each function says which
/// edits would do it; nothing is changed here.
namespace headroom::engine {

/// A power unit, or an array of equal ones, as something to hang loads on.
struct FeedChoice {
    std::string id;
    std::string name;
    std::string kind;  ///< "PDU", for people
    int units = 1;
    double ratedVa = 0.0;  ///< of all its units; NaN where their part states none
    double loadVa = 0.0;   ///< at the design point, of all its units
    double busiest = 0.0;  ///< loading of its busiest unit, 1 is its rating; NaN like ratedVa
};

/// Units that may feed racks and machines: all of low voltage but utilities, transformers and generators; PDUs first.
/// Empty where the wiring cannot be joined (Design::power.faults says why).
std::vector<FeedChoice> feedChoices(const Design& design);

/// Difference of the busiest and the idlest of these feeds, as a share of the mean of their
/// loadings; 0 is balanced, NaN where a rating or a load is missing.
double imbalance(const std::vector<FeedChoice>& choices, const std::vector<std::string>& feeds);

/// Objects among `ids` that have that attribute: "feeds", "cdu_group", "fabric", "loop".
std::vector<std::string> thatHave(const Project& project, const std::vector<std::string>& ids,
                                  std::string_view key);

/// Attributes by which these objects can be fed: "feeds" (racks, halls, CDUs, heat rejection) first, then "fan_feeds" of
/// halls and "pump_feeds" of loops. Each key once.
std::vector<const models::Attribute*> fedParts(const Project& project,
                                               const std::vector<std::string>& ids);

/// Feeds of that part of the objects (fedParts). `cords`: feeds of one rack; 0 means all of `feeds`.
/// Where it is less, rows take the combinations in turn. Machines have no cords.
std::vector<Edit> connectPower(const Project& project, const std::vector<std::string>& ids,
                               const std::vector<std::string>& feeds, int cords,
                               std::string_view part = "feeds");

/// Where CDU groups and the air handlers of halls name the loop that takes their heat.
inline constexpr const char* kLoopKeys[] = {"loop", "air_loop"};

/// CDU group of rack blocks; loop of CDU groups and halls. Empty names take the connection away.
std::vector<Edit> connectCoolant(const Project& project, const std::vector<std::string>& ids,
                                 const std::string& cduGroup, const std::string& loop);

/// Empty if there is none.
std::vector<Edit> connectFabric(const Project& project, const std::vector<std::string>& ids,
                                const std::string& fabric);

}  // namespace headroom::engine
