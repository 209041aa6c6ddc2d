// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

/// Available memory: a file that needs more is refused before it exhausts the machine.
namespace headroom::engine {

/// Bytes that this process may still take: the least of what its limits leave (ulimit -v, ulimit
/// -d, the control group) and of what the machine has available, swap included. The largest number
/// where the system tells none of them.
std::uint64_t memoryLeft();

/// "3.2 GB", "310 MB": for messages.
std::string memoryText(double bytes);

}  // namespace headroom::engine
