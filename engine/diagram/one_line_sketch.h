// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/diagram/one_line.h"

#include <vector>

/// A one-line between its nodes and its lines: a layered drawing (K. Sugiyama, S. Tagawa, M. Toda, IEEE Trans. SMC 11
/// (1981) 109). The diagram of one_line.cpp is ordered (one_line_order.cpp), placed (one_line_places.cpp) and drawn as
/// lines (one_line_route.cpp). For these files alone.
namespace headroom::engine {

/// A place in a layer: a node, or the bend of a wire that passes through it.
struct SketchVertex {
    int node = -1;
    int layer = 0;
    std::vector<int> up;    ///< segments to the layer above, in the order of their ports
    std::vector<int> down;  ///< to the layer below
    double x = 0.0;         ///< of the symbol's centre
    double left = 0.0;      ///< extent
    double right = 0.0;
    bool board = false;
};

struct SketchSegment {
    int upper = 0;
    int lower = 0;
    double outOffset = 0.0;  ///< of its port from the centre of the upper vertex
    double inOffset = 0.0;
};

struct OneLineSketch {
    std::vector<SketchVertex> vertices;
    std::vector<SketchSegment> segments;
    std::vector<std::vector<int>> layers;  ///< vertices in order
    std::vector<int> place;                ///< by vertex: within its layer
    std::vector<std::vector<int>> paths;   ///< by wire: its segments from the top

    double upperX(const SketchSegment& s) const { return vertices[at(s.upper)].x + s.outOffset; }

    double lowerX(const SketchSegment& s) const { return vertices[at(s.lower)].x + s.inOffset; }
};

/// Orders the vertices of each layer so that few wires cross: sweeps of medians, then swaps of neighbours; the best of
/// them stays.
void orderLayers(OneLineSketch& sketch, int layers);

/// Where wires leave and reach their symbols, in the order of what they lead to.
void orderPorts(OneLineSketch& sketch, const OneLineStyle& style);

/// x of each vertex: nothing overlaps, wires are short and straight where they can be; the leftmost begins at 0.
void placeVertices(OneLineSketch& sketch, const OneLineStyle& style);

/// y of the layers, tracks of what runs level between them, and the points of each wire.
void routeWires(const OneLineSketch& sketch, const OneLineStyle& style, OneLine& out);

}  // namespace headroom::engine
