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
};

/// Runs a program of the PATH with these arguments, without a shell and without input, to its end. Nothing: there
/// is no such program. For short answers: what is printed is held in memory.
std::optional<ProgramOutput> runProgram(const std::vector<std::string>& command);

}  // namespace headroom::app
