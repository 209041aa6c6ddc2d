// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/solve/hydraulics/extended_period.h"
#include "engine/solve/hydraulics/hydraulic_network.h"

#include <filesystem>
#include <string>

/// Pipe networks in EPANET's text format (.inp), converted to SI.
///
/// Read are TITLE, JUNCTIONS, RESERVOIRS, TANKS, PIPES, PUMPS, VALVES, EMITTERS, CURVES, PATTERNS,
/// DEMANDS, STATUS, CONTROLS, RULES, OPTIONS, TIMES; all units of flow; Hazen-Williams (where the
/// file states no law), Darcy-Weisbach and Chezy-Manning; volume curves of tanks; demands that
/// depend on pressure; all kinds of valve. Sections for water quality, cost, reports and maps are
/// ignored. Leakage of pipes is rejected. Bytes may be in any encoding of
/// engine/border/text_encoding.h. The constants are the program's: gravity 32.2 ft/s2, viscosity 1.1e-5 ft2/s times
/// the option, 0.4333 psi per foot.
///
/// Source: Rossman et al., "EPANET 2.2 User Manual", EPA/600/R-20/133 (2020), appendices A and C.
namespace headroom::engine {

struct EpanetModel {
    std::string title;  ///< its first line
    HydraulicNetwork network;
    ExtendedPeriod period;
    // Units of the file's figures.
    bool usUnits = true;
    double m3PerSPerFlow = 1.0;
    double mPerLength = 1.0;
    std::string flowUnit, lengthUnit;  ///< "gpm", "ft"
};

/// INP-001 to INP-004, with file and line.
Result<EpanetModel> readEpanet(const std::filesystem::path& path);

}  // namespace headroom::engine
