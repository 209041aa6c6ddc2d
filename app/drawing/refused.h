// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace headroom::drawing {

/// A drawing that is not read: words, and a remedy.
struct Refused : std::runtime_error {
    Refused(const std::string& words, std::string givenRemedy)
        : std::runtime_error(words), remedy(std::move(givenRemedy)) {}

    std::string remedy;
};

inline constexpr std::size_t kMostLines = 200'000;     ///< after blocks are expanded
inline constexpr std::size_t kMostPoints = 1'500'000;  ///< after curves are divided
inline constexpr std::size_t kMostUses = 1'000'000;    ///< of blocks, nested ones counted
inline constexpr int kMostDepth = 32;                  ///< blocks within blocks
inline constexpr long kMostBytes = 256L << 20U;        ///< of a file
inline constexpr const char* kLess =
    "In the CAD program, keep the layers of one floor plan, purge the rest and save again";

}  // namespace headroom::drawing
