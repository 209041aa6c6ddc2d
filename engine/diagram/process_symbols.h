// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/display_list.h"
#include "engine/diagram/process_layout.h"

/// Symbols of the process diagram, after ISO 14617. A pump is a circle with a triangle (part 9), a control valve a bow-tie with
/// a membrane drive (part 8). A compressor is a circle whose walls narrow. An exchanger shows plates between two streams.
namespace headroom::engine {

/// Values that a symbol shows. Temperatures are tints; NaN before a run.
struct MachineSymbol {
    ProcessShape shape = ProcessShape::Pumps;
    bool runs = false;       ///< water, fans and compressors are drawn at work
    bool isDead = false;     ///< failed, without power or shut off
    bool flowsLeft = false;  ///< pumps
    bool hasMore = false;    ///< stands for several machines: one more outline behind it
    double coldC =
        std::numeric_limits<double>::quiet_NaN();  ///< Water that comes, on its first side.
    double warmC = std::numeric_limits<double>::quiet_NaN();   ///< Water that leaves there.
    double coldC2 = std::numeric_limits<double>::quiet_NaN();  ///< The same on its second side.
    double warmC2 = std::numeric_limits<double>::quiet_NaN();
};

/// Half of the length and of the height of a valve.
inline constexpr double kValveHalf = 10.0, kValveTall = 6.5;

void drawMachine(DisplayList& out, const MachineSymbol& machine, const DrawnBox& box);

/// A bow-tie in a level pipe, filled from below as far as it is open (0..1).
void drawValve(DisplayList& out, DrawnPoint centre, double opening, Ink side, const Tint& water);

}  // namespace headroom::engine
