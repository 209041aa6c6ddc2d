// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Bytes of the numbers that training and inference move, not those of the arithmetic.
namespace headroom::models {

inline constexpr double kActivationBytes = 2.0;  ///< between layers and ranks: 16 bits
inline constexpr double kWeightBytes = 2.0;      ///< held for, and gathered by, training: 16 bits

}  // namespace headroom::models
