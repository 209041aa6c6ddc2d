// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/event_graph.h"
#include "engine/run/frame/story.h"

#include <array>
#include <cstdint>
#include <vector>

/// Cost of an event and of all its consequences.
namespace headroom::engine {

/// Sums of losses. `workS` is time of accelerators that did not become progress; `outS` is capacity
/// that was away, of which a part is in workS already (a job that waits for it): they are reported
/// separately and never added.
struct BillSum {
    std::array<double, static_cast<std::size_t>(LossKind::Count)> acceleratorS{};
    double tokens = 0.0;     ///< not trained, at the rate that the jobs had before
    double energyJ = 0.0;    ///< at the meter, taken without progress that was kept
    double energyUsd = 0.0;  ///< its price
    double rentUsd = 0.0;    ///< workS times the price of an accelerator hour, where one is given

    double workS() const;

    double outS() const { return acceleratorS[static_cast<std::size_t>(LossKind::OutOfService)]; }

    double usd() const { return energyUsd + rentUsd; }

    /// Nothing was lost.
    bool isEmpty() const { return workS() <= 0.0 && outS() <= 0.0 && energyJ <= 0.0; }

    void add(const Loss& loss, double usdPerAcceleratorS);
    void add(const BillSum& other);
};

/// All losses of a story, those that continue with them, by event. Each is booked once, to the event
/// that caused it: so the bills of all roots, and unexplained(), sum to the total.
class Bill {
  public:
    /// usdPerAcceleratorS: what an accelerator costs while it is held; 0 if not stated.
    explicit Bill(const EventGraph& graph, double usdPerAcceleratorS = 0.0);

    const BillSum& total() const { return total_; }

    /// Losses whose event is not in the story.
    const BillSum& unexplained() const { return unexplained_; }

    /// Booked to this very event.
    BillSum own(std::int64_t id) const;

    /// Sum over it and all its consequences.
    BillSum of(std::int64_t id) const;

    struct Line {
        std::int64_t root = -1;
        BillSum sum;
    };

    /// First events that cost something, the dearest in accelerator time first.
    std::vector<Line> roots() const;

  private:
    struct Entry {
        std::int64_t event = -1;
        BillSum sum;
    };

    const EventGraph& graph_;
    std::vector<Entry> entries_;  ///< by event
    BillSum total_, unexplained_;
};

}  // namespace headroom::engine
