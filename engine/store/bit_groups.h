// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headroom::engine {

/// Words of 32 bits that change little from one to the next, as bits in groups: what recordings hold
/// (codec.h). A hundred times as fast as deflating the same bytes, and about as small, because what
/// is left of a physical quantity after its differences are taken looks random.
///
///   d_i = x_i - x_(i - lag)  modulo 2^32, folded to (d << 1) ^ (d >> 31): small ones of either sign
///         have leading zero bits; the first `lag` words stand as they are
///   each 16 of these: one byte w, the bits of the largest (0 … 32), then 16 times w bits, lowest
///         first, filled up to a byte. Where most are zero (bit 6 of that byte), two bytes say which are
///         not, lowest bit first, and only these follow
///   at the end four bytes: Adler-32 of all before
///
/// All little-endian. Lag 1: a series of floats. Lag 2: a list of doubles, whose halves alternate.

/// Appends the packed words to `out`.
void packGroups(std::span<const std::byte> words, int lag, std::vector<std::byte>& out);

/// Fills `words`, whose size says how many there were. False where the data do not fit: damaged.
bool unpackGroups(std::span<const std::byte> data, int lag, std::span<std::byte> words);

}  // namespace headroom::engine
