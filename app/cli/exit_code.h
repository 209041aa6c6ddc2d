// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

/// Exit codes of headroom-cli. Stable: scripts rely on it.
namespace headroom::app {

inline constexpr int kFine = 0;
inline constexpr int kFindings = 1;  ///< design errors, failed limits
inline constexpr int kUsage = 2;
inline constexpr int kFile = 3;    ///< a file that is missing, damaged or says what it must not
inline constexpr int kSolver = 4;  ///< the simulation itself could not continue
inline constexpr int kCancelled = 130;

/// Print to standard error and return the exit code that fits.
int fail(const engine::Error& error);
int fail(const engine::Errors& errors);
int failUsage(const char* command, const std::string& message);

}  // namespace headroom::app
