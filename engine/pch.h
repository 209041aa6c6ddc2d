// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Headers that nearly every calm source of the engine and of the command line includes, read once: a second and a half of
/// each batch. Headers
/// of the project are not among it, so that a change of one compiles only what uses it.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
