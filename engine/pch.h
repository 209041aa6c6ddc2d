// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What nearly every source of the engine includes, read once for each library: half a second of each batch. Headers of the
/// project are not among it, so that a change of one compiles only what uses it.
#include <fmt/format.h>
#include <tl/expected.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
