// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/bill.h"
#include "engine/report/sections.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::engine::report {

/// A first cause of a run: what it led to, and what that cost.
struct Incident {
    double timeS = 0.0;
    std::string subject, text;  ///< id of the part, and the event
    std::string name;           ///< of the part
    std::size_t followed = 0;   ///< events, directly or not
    BillSum bill;
};

/// Incidents that cost something or that alarms of the summary name, in time; the dearest kMostIncidents.
Result<std::vector<Incident>> incidentsOf(const Recording& recording, const Json& summary);

inline constexpr std::size_t kMostIncidents = 12;

/// Accelerators in service, first causes with their bill (numbered as on the charts), alarms.
Section incidentsSection(const Recording& recording, const Json& summary,
                         const std::vector<Incident>& incidents);

}  // namespace headroom::engine::report
