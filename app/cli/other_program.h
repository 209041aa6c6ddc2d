// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace headroom::app {

/// Output of another program.
struct ProgramOutput {
    int code = 0;  ///< 128 + signal where one ended it
    std::string out, err;
    double wallS = 0.0;   ///< from its start to its end
    double cpuS = 0.0;    ///< user and system time of all its threads
    double peakMb = 0.0;  ///< largest resident memory [MB, 1e6 bytes]
};

/// Runs a program of the PATH with these arguments, without a shell and without input, to its end. Nothing if there
/// is no such program. For short answers: what is printed is held in memory.
std::optional<ProgramOutput> runProgram(const std::vector<std::string>& command);

}  // namespace headroom::app
