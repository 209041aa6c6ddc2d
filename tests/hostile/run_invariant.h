// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <cstdint>
#include <string>

/// What must hold of a run of any legal project.
namespace headroom::hostile {

struct RunLimits {
    double untilS = 1800.0;       ///< simulated
    int mostSteps = 400;          ///< whichever comes first
    bool withOrder = true;        ///< another order of objects changes no figure
    bool withNames = true;        ///< nor do other ids
    double mostImbalance = 1e-6;  ///< of a step's energy
};

struct RunVerdict {
    bool ran = false;     ///< false: refused, with a code
    std::string refusal;  ///< its text
    int findings = 0;
    double simulatedS = 0.0;
    std::uint64_t stateHash = 0;
};

/// Checks, compiles and steps the project. Throws BrokenInvariant where
///
///   - what is written and read again is another project,
///   - a finding holds no number or no sentence, or a fix that it offers is refused,
///   - a refusal has no code that the help explains, or no remedy,
///   - a channel or a figure of the summary is no finite number (kMayBeUndefined in the source says
///     which may be without one, and when),
///   - a figure leaves its range: shares 0 to 1, PUE 1 or more, energies, water, money and counts
///     not below 0, temperatures above absolute zero,
///   - energy in and out of a step differ by more than mostImbalance,
///   - a second run gives another state, or a saved state does not come back,
///   - another order of objects, or other ids, give other figures.
RunVerdict examine(const engine::Project& project, const engine::Catalogue& catalogue,
                   std::uint64_t seed, const RunLimits& limits = {});

}  // namespace headroom::hostile
