// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <atomic>
#include <filesystem>
#include <functional>

/// Runs an exported case (openfoam.h) with the OpenFOAM of this machine, as a separate program.
namespace headroom::engine {

struct FoamProgress {
    int iteration = 0, iterations = 0;  ///< steady; seconds after a loss
    bool isAfterLoss = false;
    double residual = 1.0;  ///< largest initial residual of the last iteration
};

/// Whether the solver is on the path.
bool hasOpenFoam();

/// Runs Allrun in the folder and waits. `progress` is called about five times a second, on the calling thread. AIR-011 no
/// OpenFOAM is installed; AIR-002 cancelled: the solver and all that it started are ended; AIR-012 it failed.
Result<void> runFoamCase(const std::filesystem::path& folder,
                         const std::function<void(const FoamProgress&)>& progress,
                         const std::atomic<bool>* cancel);

/// Progress that the log of a solver states.
FoamProgress foamProgress(const std::filesystem::path& folder);

}  // namespace headroom::engine
