// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/power_case.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <vector>

namespace headroom::engine {

/// MATPOWER's matrices as text holds them. Cells that are not numbers are NaN.
struct PowerMatrices {
    double baseMw = 0.0;
    std::map<std::string, std::vector<std::vector<double>>>
        rows;                                       ///< "bus", "gen", "branch", "dcline"
    std::map<std::string, std::vector<int>> lines;  ///< of the rows in a .m file
};

/// Error of a case file: "PFC-001" and so on, at a line or a JSON place.
Error powerCaseError(const std::filesystem::path& path, const char* code, std::string message,
                     std::string remedy, int line = 0, std::string place = {});

/// The statements of a .m file that fill mpc.
Result<PowerMatrices> readMatpower(const std::filesystem::path& path, std::string_view text);

/// {"baseMVA": …, "bus": [[…]], "gen": [[…]], "branch": [[…]]}
Result<PowerMatrices> readMatrixJson(const std::filesystem::path& path, const nlohmann::json& json);

Result<PowerCase> powerCaseOf(const std::filesystem::path& path, const PowerMatrices& matrices);

/// The JSON of pandapower's to_json.
Result<PowerCase> readPandapower(const std::filesystem::path& path, const nlohmann::json& json);

/// Gives each bus its kind by the generators in service. PFC-004.
Result<void> chooseSlack(const std::filesystem::path& path, const std::vector<bool>& generates,
                         LoadFlowNetwork& network);

}  // namespace headroom::engine
