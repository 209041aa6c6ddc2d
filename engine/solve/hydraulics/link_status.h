// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/hydraulics/hydraulic_network.h"
#include "engine/solve/hydraulics/link_law.h"

#include <cstdint>

/// Behaviour of a link while a network is solved: check valves, pumps and regulating valves as status machines (EPANET 2.2
/// manual, section 12.1.3 and table 12.2).
namespace headroom::engine {

enum class LinkStatus : std::uint8_t {
    Closed,  ///< by its settings
    Held,    ///< shut by itself: flow would go the wrong way
    Open,    ///< by its law
    Active   ///< a valve that regulates: its flow follows its setting
};

/// Flow and heads at a link; levels are heads that its setting means at either end.
struct LinkSight {
    double flowM3PerS = 0.0;
    double fromM = 0.0, toM = 0.0;
    double levelM = 0.0;  ///< Prv, Psv: elevation + setting at the end that it holds
};

/// Closed by its settings?
bool isClosed(const HydraulicLink& link);

/// Which way it lets flow pass, pumps and pressure valves always forward.
FlowDirection directionOf(const HydraulicLink& link);

/// Prv, Psv, Fcv that regulate.
bool isRegulator(const HydraulicLink& link);

/// State of a link that is not closed, from the flow and heads that the caller gave.
LinkStatus startStatus(const HydraulicLink& link, const LinkLaw& law, const LinkSight& sight);

/// From `status`, not Closed, after an iteration.
/// `regulates` false: a regulator that cannot hold its setting now.
LinkStatus nextStatus(const HydraulicLink& link, const LinkLaw& law, LinkStatus status,
                      const LinkSight& sight, bool regulates = true);

}  // namespace headroom::engine
