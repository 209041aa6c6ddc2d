// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <nlohmann/json.hpp>

#include <string>

namespace headroom::app {

/// Work for which people wait, with the goal of its speed and the benchmark that measures it: one row each. With results
/// (objects of benchmarks, by their name) also what was measured; without any, goals alone. `bench` not empty: rows of
/// that benchmark.
engine::Sheet benchRows(const nlohmann::ordered_json& results, const std::string& bench = {});

}  // namespace headroom::app
