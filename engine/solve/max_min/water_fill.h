// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solve/max_min/flow_graph.h"
#include "engine/solve/max_min/level_queue.h"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace headroom::engine {

/// Progressive filling of one group of a graph, and again after some of its flows ended.
///
/// The *level* of a flow is its rate over its weight when it froze. A flow that froze at level h loaded no link that filled
/// below h; so when it ends, all that froze below h is kept, and filling continues from there.
///
/// Links wait in a queue by the level at which they would fill. That level only rises while others
/// freeze, so an entry is looked at again when it comes to the front and never moved before.
class WaterFill {
  public:
    /// Refers to the graph, which must outlive it.
    explicit WaterFill(const FlowGraph& graph);

    /// Begins a group: nobody has a rate.
    void begin(int group);

    /// Takes flows of the group out; other flows keep their rates until fill().
    void remove(std::span<const std::int32_t> flows);

    /// Fills from the lowest level that has changed. Afterwards changed() are the flows among the
    /// group's that it looked at.
    void fill();

    double rate(std::int32_t flow) const { return level_[flow] * graph_.weight[flow]; }

    /// Link of the graph that stops a flow; -1 means its cap.
    std::int32_t stoppedBy(std::int32_t flow) const { return stoppedBy_[flow]; }

    const std::vector<std::int32_t>& active() const { return active_; }

    const std::vector<std::int32_t>& changed() const { return changed_; }

  private:
    void reopen();
    void queueLinks();
    void renew(std::int32_t link);
    double nextCap();
    void fillLink(std::int32_t link, double level);
    void freeze(std::int32_t flow, double level, std::int32_t by);

    const FlowGraph& graph_;
    // by flow
    std::vector<double> level_;
    std::vector<std::int32_t> stoppedBy_;
    std::vector<char> open_;
    std::vector<char> gone_;
    // by link: what frozen flows leave, and weight of the open ones
    std::vector<double> room_;
    std::vector<double> slope_;
    std::vector<double> slopeSummed_;  ///< slope when it was last summed, not subtracted from
    std::vector<std::int32_t> openFlows_;
    std::vector<std::int32_t> activeFlows_;

    std::vector<std::int32_t> active_, changed_, touched_;
    std::vector<std::int32_t> byCap_;  ///< flows with a cap, by the level of it
    std::size_t capAt_ = 0;
    std::vector<LevelQueue::Entry> entries_;
    LevelQueue queue_;
    double from_ = 0.0;  ///< lowest level that has changed
};

}  // namespace headroom::engine
