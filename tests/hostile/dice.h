// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/random.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace headroom::hostile {

/// Choices that are the same for the same seed, everywhere.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : seed_(seed) {}

    std::uint64_t bits() { return models::randomBits(seed_, 0, next_++); }

    /// 0 … n - 1; 0 where there is nothing to choose from.
    std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(bits() % n); }

    bool oneIn(std::size_t n) { return below(n) == 0; }

    /// On (0, 1).
    double uniform() { return models::randomUniform(seed_, 0, next_++); }

    template <class List>
    decltype(auto) of(List&& list) {
        return list[below(std::size(list))];
    }

  private:
    std::uint64_t seed_;
    std::uint64_t next_ = 0;
};

}  // namespace headroom::hostile
