// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/solve/electrical/three_phase.h"

#include <filesystem>
#include <string>
#include <vector>

/// Feeders in the script language of OpenDSS: the part of it that published test feeders use.
///
/// Read are `new` circuit, linecode, line (by linecode, or r1 x1 r0 x0 c1 c0), transformer of two
/// windings (three phases, or single ones as regulators), load (models 1 constant power, 2 constant
/// impedance, 5 constant current), capacitor; `redirect`; taps set by
/// `Transformer.NAME.Taps=[a b]`. Properties that only steer studies or displays are passed over.
/// Regulator controls are not run: published solutions state the taps at which they hold, and where
/// the script states them in a comment for that purpose they are taken from there.
namespace headroom::engine {

struct DssFeeder {
    std::string name;
    PhaseNetwork network;
    std::string taps;  ///< what was done about regulators, for people; empty: there are none
};

/// DSS-001: a line cannot be understood; DSS-002: an element or a property of it is not read, and
/// the circuit would not be the one that is meant. File and line are named.
Result<DssFeeder> readDss(const std::filesystem::path& path);

}  // namespace headroom::engine
