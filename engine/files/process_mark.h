// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace headroom::engine {

/// A process, so that another one with the same number is told apart.
struct ProcessMark {
    std::string host;
    std::int64_t pid = 0;
    std::int64_t start = 0;  ///< ticks since the machine started, 0: not known

    bool operator==(const ProcessMark&) const = default;

    static ProcessMark own();
    /// Of this host, and gone. Of other hosts nobody knows.
    bool isDead() const;
};

}  // namespace headroom::engine
