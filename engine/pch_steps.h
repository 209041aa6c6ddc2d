// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The standard library as the steps of a run use it, read once: a second of each batch. Nothing of the project and no
/// library of templates is among it: what a header leaves to be instantiated at the end of a source costs more than to read it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
