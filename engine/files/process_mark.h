// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A process, distinguished from a later one with the same number.
struct ProcessMark {
    std::string host;
    std::int64_t pid = 0;
    std::int64_t start = 0;  ///< ticks since the machine started, 0: not known

    bool operator==(const ProcessMark&) const = default;

    static ProcessMark own();
    /// The process was of this host and has ended, also where its parent has not collected it. False for other hosts: nobody knows.
    bool isDead() const;
};

/// Eight hexadecimal digits, the same in every program (FNV-1a, 32 bits).
std::string shortHash(std::string_view text);

/// The part of a file name that names this process: "3f2a91bc-1768-94711-" is process 1768, started at tick 94711, on host 3f2a91bc. The
/// host is a hash of its name and its space of process numbers.
std::string ownMark();

/// Whether `rest`, a file name from its mark on, is of a process of this host that has ended. False for any other text.
bool isMarkOfTheDead(std::string_view rest);

}  // namespace headroom::engine
