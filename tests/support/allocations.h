// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace headroom::tests {

/// Allocations of this program so far. Tests that read it name allocations.cpp among their SOURCES.
extern std::size_t allocations;

}  // namespace headroom::tests
