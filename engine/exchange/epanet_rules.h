// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/epanet_text.h"
#include "engine/solve/hydraulics/hydraulic_network.h"
#include "engine/solve/hydraulics/period_rules.h"

#include <functional>
#include <vector>

/// The section [RULES] of EPANET's files.
namespace headroom::engine {

/// Names and scales of the file that rules refer to.
struct EpanetRuleContext {
    const std::map<std::string, int, std::less<>>& nodes;
    const std::map<std::string, int, std::less<>>& links;
    const HydraulicNetwork& network;
    double flow = 1.0, length = 1.0, pressure = 1.0;  ///< SI per unit of the file
    /// A setting in the file's units, of a pump or valve, in those of HydraulicControl.
    std::function<double(int link, double value, const EpanetLine& line)> settingOf;
};

/// INP-001 a clause cannot be understood; INP-002 it names a part that the file does not have;
/// INP-003 it asks for the power of a pump, which is not read.
Result<std::vector<HydraulicRule>> readEpanetRules(const std::filesystem::path& path,
                                                   const std::vector<EpanetLine>& lines,
                                                   const EpanetRuleContext& context);

}  // namespace headroom::engine
