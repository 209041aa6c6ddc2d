// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/network.h"

#include <cstdint>
#include <span>
#include <vector>

/// The one-line diagram of a wiring: which boxes there are, where they are drawn and which way the
/// wires go. Geometry only; who draws it knows colours and text.
///
/// Layered drawing after K. Sugiyama, S. Tagawa, M. Toda, IEEE Trans. SMC 11 (1981) 109:
///   1. layers: longest path from the sources, utilities on top; what hangs on no utility (a
///      generator, its board) moves down to just above what it feeds; racks are at the bottom
///   2. order in a layer: sweeps of barycentres down and up, kept where they cross fewest wires
///   3. places: in each layer the least sum of weighted squares of the distance to what a box is
///      joined to, with least gaps kept (pool adjacent violators, exact); swept down and up
///   4. wires: right angles, one track per net between two layers, tracks ordered to cross least
/// The same network gives the same diagram.
namespace headroom::engine {

/// Lengths are in units of the diagram; one is a pixel at 100 %.
struct OneLineStyle {
    double symbol = 44.0;   ///< width and height of a symbol
    double label = 140.0;   ///< width of the text to the right of it
    double pitch = 26.0;    ///< between wires at one symbol; a busbar grows with them
    double gap = 22.0;      ///< between boxes side by side
    double wireGap = 14.0;  ///< between a wire that passes through a layer and its neighbours
    double track = 8.0;     ///< between parallel wires
    double above = 33.0;    ///< room over a symbol, for its breakers
    double below = 10.0;    ///< room under a symbol
    int unfoldedUpTo = 60;  ///< units in all above which every array is drawn as one symbol
    int arrayUpTo = 6;      ///< units of an array above which it is drawn as one symbol
};

enum class OneLineFold : std::int8_t { Automatic, Folded, Unfolded };

struct OneLinePoint {
    double x = 0.0;
    double y = 0.0;
};

/// A symbol with its text: a unit, an array folded into one, or loads with the same cords.
struct OneLineNode {
    int array = -1;     ///< into PowerNetwork::arrays; -1 means loads
    int firstUnit = 0;  ///< into PowerNetwork::units
    int units = 0;      ///< more than one: folded
    std::vector<int> loads;
    int layer = 0;
    double x = 0.0, y = 0.0;  ///< top left corner
    double width = 0.0, height = 0.0;
    double symbolWidth = 0.0;  ///< of `width`, from the left

    bool isLoad() const { return array < 0; }
};

/// From a symbol down to another: all incomers between the two, or all cords.
struct OneLineWire {
    int from = 0;
    int to = 0;
    std::vector<int> edges;            ///< into PowerNetwork::edges; empty means cords
    std::vector<OneLinePoint> points;  ///< from the source down, level or straight down
};

/// At least one of the edges that the wire draws has a breaker.
bool hasBreakers(const PowerNetwork& network, const OneLineWire& wire);

struct OneLine {
    std::vector<OneLineNode> nodes;
    std::vector<OneLineWire> wires;
    std::vector<int> nodeOfUnit;
    std::vector<int> nodeOfLoad;
    double width = 0.0;
    double height = 0.0;
    int layers = 0;
};

/// Name of the load in the window: racks, network and storage, or machines of the cooling.
enum class PowerLoadGroup : std::uint8_t { Racks, NetworkAndStorage, Mechanical };

PowerLoadGroup powerLoadGroup(PowerLoadKind kind);

/// `fold` is by array; shorter or empty: the rest is Automatic. `owner` is by load: those without
/// cords are one symbol where it is the same; empty means all of a group are.
OneLine layOutOneLine(const PowerNetwork& network, std::span<const OneLineFold> fold = {},
                      const OneLineStyle& style = {}, std::span<const int> owner = {});

}  // namespace headroom::engine
