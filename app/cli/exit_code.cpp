// SPDX-License-Identifier: Apache-2.0
#include "app/cli/exit_code.h"

#include "app/cli/safe_output.h"

#include <cstdio>
#include <string>

namespace headroom::app {

namespace {

// Faults of a run that is already under way bear this prefix (resources/help/errors.md), and so does
// memory that is too little for a recording; all others concern a file or what is in it.
bool isSolverFault(const engine::Error& error) {
    return error.code.starts_with("SOL-") || error.code == "STO-015";
}

/// The code in the colour of faults.
void printError(const std::string& text, const std::string& code) {
    const std::string mark = '[' + code + ']';
    const auto at = code.empty() ? std::string::npos : text.find(mark);
    if (at == std::string::npos) {
        std::fprintf(stderr, "%s\n", text.c_str());
        return;
    }
    std::fprintf(stderr, "%s", text.substr(0, at).c_str());
    printInTone(stderr, Tone::Fault, mark);
    std::fprintf(stderr, "%s\n", text.substr(at + mark.size()).c_str());
}

}  // namespace

int fail(const engine::Error& error) {
    return fail(engine::Errors{error});
}

int fail(const engine::Errors& errors) {
    int code = kFile;
    for (const engine::Error& error : errors) {
        printError(error.text(), error.code);
        if (isSolverFault(error)) {
            code = kSolver;
        }
    }
    if (errors.size() > 1) {
        std::fprintf(stderr, "%zu errors\n", errors.size());
    }
    return code;
}

int failUsage(const char* command, const std::string& message) {
    std::fprintf(stderr, "%s\nRun headroom-cli %s --help for more.\n", message.c_str(), command);
    return kUsage;
}

}  // namespace headroom::app
