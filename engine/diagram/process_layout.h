// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cooling/network.h"

#include <cstdint>
#include <vector>

/// The process diagram of the coolant piping: which symbols there are, where they are drawn and which
/// way the pipes go. Geometry only; who draws it knows colours and text.
///
/// A band for each facility loop, and in it from left to right
///   plant   towers, basin and condenser pumps above, flowing left; economiser, chillers or dry
///           coolers below them, flowing right, each with both of its sides; loop pumps and
///           expansion vessel at the foot, flowing left
///   mains   two upright lines, return left of supply, with the bypass between them
///   lanes   a tap below the other: control valve and exchanger of a CDU group or the coils of a
///           hall, and to their right the rack circuit with a box for each row of racks
/// A supply main is a tree: taps are in the order of its walk, and a pipe that passes a tap by
/// (the long pipe of a reverse return, a second branch) runs on a track of its own. Equal bands
/// are below each other in as many columns as come nearest to the shape of a screen. The same
/// network gives the same diagram, and every link of it is drawn once. Separate CDUs of one group
/// may be folded: one lane with the rows of all, whose exchanger and pumps stand for all of them.
namespace headroom::engine {

/// Lengths are in units of the diagram; one is a pixel at 100 %.
struct ProcessStyle {
    double title = 46.0;     ///< height of a band's head
    double slot = 158.0;     ///< from machine to machine in the plant
    double symbol = 52.0;    ///< side of a machine's symbol
    double text = 56.0;      ///< height of the text under a machine
    double cduLane = 130.0;  ///< from tap to tap
    double hallLane = 112.0;
    double bypassLane = 50.0;
    double tightLane = 94.0;   ///< of both where a loop has many
    int tightFrom = 13;        ///< number of lanes from which they are tight
    double row = 30.0;         ///< from row to row of racks
    double leastRow = 14.0;    ///< the same where there are many
    double rowsWidth = 330.0;  ///< that rows get before they become narrower
    double gap = 44.0;         ///< between bands
    double shape = 1.6;        ///< width over height of where it is to be seen
    bool fold = false;         ///< separate CDUs of one group become one lane
};

enum class ProcessShape : std::uint8_t {
    Pumps,
    Exchanger,  ///< of a CDU group
    Economiser,
    Chillers,
    Towers,
    DryCoolers,
    Coils,
    Row,    ///< one row of racks
    Basin,  ///< open, under the towers
    Tank,   ///< buffer
    Vessel  ///< expansion
};

struct ProcessPoint {
    double x = 0.0;
    double y = 0.0;
};

struct ProcessBox {
    double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
};

struct ProcessSymbol {
    ProcessShape shape = ProcessShape::Pumps;
    int link = -1;   ///< the link that flows through it; cold side of an exchanger
    int other = -1;  ///< its second link: rack side of a CDU, outdoor side of economiser or chiller
    int node = -1;   ///< of basin, tank and vessel
    ProcessBox box;
    ProcessBox text;         ///< room for its words; no width: there is none
    bool flowsLeft = false;  ///< which way a pump points
    int band = 0;
};

/// A stretch of pipe, level and upright.
struct ProcessRun {
    int pipe = -1;                     ///< the link that it is, or
    int node = -1;                     ///< the node that it belongs to, between machines
    int flow = -1;                     ///< the link whose flow it carries
    bool supply = true;                ///< on the cold side
    std::vector<ProcessPoint> points;  ///< in the direction of positive flow
};

/// A control valve in a pipe.
struct ProcessValve {
    int link = -1;  ///< whose valve it is
    ProcessPoint at;
    ProcessBox text;
};

/// Text next to a pipe, of a link.
enum class ProcessTagKind : std::uint8_t { InTemperature, OutTemperature, Flow };

struct ProcessTag {
    ProcessTagKind kind = ProcessTagKind::Flow;
    int link = -1;
    ProcessBox box;
};

/// Words next to a lane: a CDU group or a hall.
struct ProcessLane {
    int link = -1;  ///< CduPrimary or AirHandlers
    ProcessBox name;
    ProcessBox air;  ///< of a hall: where supply and return air are written
    ProcessBox box;  ///< the whole lane
};

struct ProcessBand {
    int loop = -1;
    ProcessBox box;
    ProcessBox title;
};

struct ProcessLayout {
    std::vector<ProcessSymbol> symbols;
    std::vector<ProcessRun> runs;
    std::vector<ProcessValve> valves;
    std::vector<ProcessTag> tags;
    std::vector<ProcessLane> lanes;
    std::vector<ProcessBand> bands;
    /// Where a level run passes over an upright one that it is not joined to.
    std::vector<ProcessPoint> hops;
    /// By link: its symbol or its run; -1 if it has the other one.
    std::vector<int> symbolOfLink, runOfLink;
    /// By link: the links that its symbol, valve and words stand for, itself first. Empty means itself.
    std::vector<std::vector<int>> folded;
    double width = 0.0, height = 0.0;
};

ProcessLayout layOutProcess(const CoolingNetwork& network, const ProcessStyle& style = {});

}  // namespace headroom::engine
