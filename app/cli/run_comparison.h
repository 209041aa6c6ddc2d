// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/run_compare.h"

#include <nlohmann/json_fwd.hpp>

namespace headroom::app {

/// A measured run beside its estimate, as `estimate training --log` prints it.
void printComparison(const engine::RunLog& log, const engine::RunComparison& run);
nlohmann::json comparisonJson(const engine::RunLog& log, const engine::RunComparison& run);

}  // namespace headroom::app
