// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/solve/electrical/load_flow.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Cases of balanced load flow as power engineers keep them: MATPOWER's .m files, the same matrices as
/// JSON, and networks of pandapower.
namespace headroom::engine {

struct PowerCase {
    LoadFlowNetwork network;  ///< per unit of baseMw
    double baseMw = 0.0;
    std::vector<long> number;  ///< of the buses, as the file numbers them
    /// Further numbers of buses that closed switches join, with the bus.
    std::vector<std::pair<long, int>> aliases;
};

/// MATPOWER's rules (bustypes, ext2int): a PV or slack bus without a generator in service is PQ; without a
/// slack bus the first PV bus becomes it; several generators of a bus add up, and the last one's voltage
/// holds; buses of type 4 and branches to them are out of service; a ratio of 0 is 1. Reactive limits are
/// not enforced. A DC line is a generator at each of its ends (toggle_dcline): minus the power sent, and that power less the loss.
///
/// Tables of pandapower that are read: bus, line, trafo, ext_grid, gen, sgen, load, shunt, and switches
/// between buses, at lines and at transformers. A table that would change the result and is not read is
/// rejected by name.
///
/// PFC-001 the text is not such a case, or a value is missing, with place or line. PFC-002 a statement or a
/// table is not read. PFC-003 a number names no bus, or two buses. PFC-004 no generator in service can be
/// the slack.
Result<PowerCase> readPowerCase(const std::filesystem::path& path);

/// Whether a text is such a case, for those who look for cases in a folder.
bool isPowerCase(std::string_view text);

}  // namespace headroom::engine
