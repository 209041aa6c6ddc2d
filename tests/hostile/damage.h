// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

/// Ways in which inputs come to harm. Each returns the same bytes for the same seed.
namespace headroom::hostile {

/// Bytes cut, removed, doubled, overwritten, or replaced by odd words.
std::string damagedBytes(std::string bytes, std::uint64_t seed);

/// A JSON text with one to four values, keys or lists changed. A text that is not JSON comes back unchanged.
std::string damagedJson(const std::string& text, std::uint64_t seed);

/// A text of lines with one to four lines or cells removed, doubled, moved or replaced.
std::string damagedLines(const std::string& text, std::uint64_t seed);

/// One of `samples`, damaged in one of these ways, joined with another sample, or (one in 40) unchanged. `samples` must not be
/// empty.
std::string harmed(std::span<const std::string> samples, std::uint64_t seed);

}  // namespace headroom::hostile
