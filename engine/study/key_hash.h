// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A hash of texts one after the other, for names of runs and of results: FNV-1a, 64 bits, 16 letters.
class KeyHash {
  public:
    KeyHash& add(std::string_view text) {
        for (const char c : text) {
            hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
        }
        hash_ = (hash_ ^ 0xffU) * 0x100000001b3ULL;
        return *this;
    }

    std::string text() const { return fmt::format("{:016x}", hash_); }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

}  // namespace headroom::engine
