// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/unit.h"

#include <string_view>

/// Numerator and denominator of a figure that is a ratio, for explanations.
namespace headroom::engine {

struct RatioWords {
    std::string_view key;  ///< of the figure
    std::string_view over;
    models::Unit overUnit;  ///< to people; the sums are in SI
    std::string_view under;
    models::Unit underUnit;
};

/// nullptr if it is not a ratio, or of counts that speak for themselves.
const RatioWords* ratioWords(std::string_view key);

}  // namespace headroom::engine
