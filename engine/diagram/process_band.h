// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/index.h"
#include "engine/diagram/process_sketch.h"

#include <cstddef>
#include <vector>

/// One band of a process diagram: a facility loop with its plant (process_plant.cpp) and its lanes
/// (process_lanes.cpp). Used by process_layout.cpp alone.
namespace headroom::engine {

namespace process {

inline constexpr double kMargin = 24.0;  // left of the plant
inline constexpr double kPump = 40.0;    // side of a pump of the plant
inline constexpr double kTag = 15.0;     // height of a line of text next to a pipe

/// -1 outside of the list.
template <class List>
int member(const List& list, int index) {
    return index >= 0 && at(index) < list.size() ? static_cast<int>(list[at(index)]) : -1;
}

}  // namespace process

/// A machine on its way through the plant, or a vessel that the water passes.
struct ProcessStation {
    int link = -1;
    int node = -1;
    std::vector<int> before;  ///< pipes from the station before it
    int nodeBefore = -1;
    ProcessBox box;
    double inY = 0.0;
    bool flowsLeft = false;

    ProcessPoint in() const { return {flowsLeft ? box.x + box.width : box.x, inY}; }

    ProcessPoint out() const { return {flowsLeft ? box.x : box.x + box.width, inY}; }
};

struct ProcessWalk {
    std::vector<ProcessStation> stations;
    std::vector<int> after;  ///< pipes behind the last machine
    int lastNode = -1;
    int last = -1;  ///< machine
};

ProcessShape processShapeOf(CoolingLinkKind kind);

class ProcessBandMaker {
  public:
    ProcessBandMaker(ProcessSketch& sketch, int loop)
        : sketch_(sketch),
          n_(sketch.network()),
          style_(sketch.style()),
          loop_(loop),
          circuit_(n_.loopCircuit[at(loop)]),
          outdoor_(process::member(n_.loopOutdoor, loop)) {}

    /// Draws the band at (0, 0).
    void make();
    /// Moves what make() drew.
    void shift(std::size_t band, double dx, double dy) const;

  private:
    struct Counts {
        std::size_t symbols = 0, runs = 0, valves = 0, tags = 0, lanes = 0;
    };

    struct Lane {
        int link = -1;
        std::vector<int> folded;  ///< CduPrimary links that it stands for next to its own
        double top = 0.0, supplyY = 0.0, returnY = 0.0, height = 0.0;
    };

    const CoolingLink& link(int l) const { return n_.links[at(l)]; }

    int secondary(int group) const { return process::member(n_.cduSecondary, group); }

    double columnX(int column) const;
    Counts counts() const;
    void tag(ProcessTagKind kind, int l, double x, double y, double width);
    ProcessWalk walkOf(int from, int to) const;
    void place(ProcessStation& s, double x, double y, double side, bool flowsLeft);
    void draw(const ProcessStation& s, int other = -1);
    void join(std::vector<ProcessPoint> points, const ProcessStation& to, int flow = -1);
    void vessel(int node, const ProcessBox& box, const ProcessBox& text);
    void leftovers(int circuit);
    void plant();
    void joinOutdoor(const std::vector<ProcessStation>& top, std::size_t firstPre,
                     const std::vector<ProcessStation>& inside, const ProcessWalk& walk,
                     double topY, double outY, double right);
    void mains();
    void foldLanes(std::vector<Lane>& lanes) const;
    void bypass(const Lane& lane);
    double leads(const Lane& lane, int other, ProcessShape shape);
    void addLane(const Lane& lane, double left, double right, const ProcessBox& air);
    void hallLane(const Lane& lane);
    void cduLane(const Lane& lane);
    double racks(const Lane& lane, int group, int rackCircuit, double left);
    int rowsOf(int rackCircuit) const;
    void row(const Lane& lane, int link, double x, double pitch);
    double foldedRows(const Lane& lane, int group, int standsFor, double last, double pitch);

    ProcessSketch& sketch_;
    const CoolingNetwork& n_;
    const ProcessStyle& style_;
    int loop_;
    int circuit_;
    int outdoor_;
    Counts first_, end_;
    double width_ = 0.0, height_ = 0.0;
    double trackX_ = 0.0, returnX_ = 0.0, supplyX_ = 0.0, supplyY_ = 0.0, returnY_ = 0.0;
    std::vector<ProcessPoint> supplyEntry_, returnEntry_;
    std::vector<int> facilityAfter_;
    int facilityLastNode_ = -1;
    int pumps_ = -1;
    bool tight_ = false;
};

}  // namespace headroom::engine
