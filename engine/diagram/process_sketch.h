// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/diagram/process_layout.h"

#include <span>

/// Shared parts of drawing the plant and drawing a lane of a process diagram: walks through a circuit, pipes along a line,
/// and taps on a main. Used by process_layout.cpp alone.
namespace headroom::engine {

/// Where a tap leaves a main.
struct ProcessTap {
    int node = -1;
    double at = 0.0;  ///< along the main
    int link = -1;    ///< that leaves there
};

/// A main as a line: upright at x = across, or level at y = across.
struct ProcessMain {
    int root = -1;
    bool outward = true;  ///< water leaves the root (supply); else it comes back to it
    bool upright = true;
    double across = 0.0;
    double track = 0.0;               ///< distance to a second pipe next to it
    int flow = -1;                    ///< of the part that has one node only
    std::vector<ProcessPoint> entry;  ///< from the machine at its root towards the line
    std::vector<ProcessTap> taps;
};

class ProcessSketch {
  public:
    ProcessSketch(const CoolingNetwork& network, const ProcessStyle& style);

    const CoolingNetwork& network() const { return network_; }

    const ProcessStyle& style() const { return style_; }

    ProcessLayout& out() { return out_; }

    bool isDrawn(int link) const;
    int addSymbol(ProcessSymbol symbol);
    /// A line that the pipes share by its length; of the node where there is no pipe.
    void addPath(std::vector<ProcessPoint> points, std::span<const int> pipes, int node, int flow);
    /// The way through most machines from a node to another (or back to itself), by links that
    /// water passes on its way through the plant; the first found among equals.
    std::vector<int> chain(int from, int to) const;
    /// Nodes behind the root by pipes that are not drawn yet, parents first.
    std::vector<int> treeOf(int root, bool outward) const;
    void addMain(const ProcessMain& main);
    /// Any place where the node is drawn.
    bool placeOf(int node, ProcessPoint& place) const;
    /// Level runs over upright ones.
    void findHops();

  private:
    std::vector<int> pipesAt(int node, bool outward) const;
    void extend(const ProcessMain& main, int node, double at,
                const std::vector<ProcessPoint>& entry);

    const CoolingNetwork& network_;
    const ProcessStyle& style_;
    ProcessLayout out_;
    std::vector<std::vector<int>> incoming_;  ///< links by the node that they reach
};

}  // namespace headroom::engine
