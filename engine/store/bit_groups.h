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
///   d_i = x_i - x_(i - 1)  modulo 2^32, folded to (d << 1) ^ (d >> 31): small ones of either sign
///         have leading zero bits; the first word is not coded
///   each 16 of these: one byte w, the bits of the largest (0 … 32), then 16 times w bits, lowest
///         first, filled up to a byte. Where most are zero (bit 6 of that byte), two bytes say which are
///         not, lowest bit first, and only these follow
///   at the end four bytes: Adler-32 of all before
///
/// All little-endian.

/// Appends the packed words to `out`.
void packGroups(std::span<const std::uint32_t> words, std::vector<std::byte>& out);

/// Fills `words`, whose size says how many there were. False where the data do not fit: damaged.
bool unpackGroups(std::span<const std::byte> data, std::span<std::uint32_t> words);

}  // namespace headroom::engine
