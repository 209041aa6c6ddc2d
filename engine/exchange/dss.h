// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/solve/electrical/three_phase.h"

#include <filesystem>
#include <string>
#include <vector>

/// Feeders in the script language of OpenDSS, as people write it and as OpenDSS saves it.
///
/// Commands: New (also with the name in quotes), Edit, More and ~, CLASS.NAME.KEY=VALUE, like=, Enable,
/// Disable, Open, Close, Redirect, Compile, Set LoadMult. Classes: Circuit and Vsource, LineCode and Line
/// (matrices, or r1 x1 r0 x0 c1 c0), XfmrCode and Transformer (two or three windings, one or three
/// phases), Load (models 1, 2, 3, 5, 6, 8), Generator, PVSystem, Capacitor, Reactor, SwtControl. Values
/// without keys follow the order of their class, and keys may be cut. Properties and classes that only
/// steer studies or displays are ignored. Shapes over time, controls, fuses and relays are named in
/// `notes`. Regulator controls are not run: published solutions state the taps at which they hold, and
/// if the script states them in a comment for that purpose they are taken from there.
namespace headroom::engine {

struct DssFeeder {
    std::string name;
    PhaseNetwork network;
    std::string notes;  ///< parts of the script that were simplified, for people; may be empty
};

/// DSS-001: a line cannot be understood; DSS-002: an element or a property of it is not read, and
/// the circuit would not be the one that is meant. File and line are named.
Result<DssFeeder> readDss(const std::filesystem::path& path);

}  // namespace headroom::engine
