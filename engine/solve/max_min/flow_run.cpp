// SPDX-License-Identifier: Apache-2.0
#include "engine/solve/max_min/flow_run.h"

#include "engine/base/scale.h"
#include "engine/solve/max_min/water_fill.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

// Ends that differ by rounding only are one.
constexpr double kSameTime = 1e-12;
// A group that has lost half of its flows is looked at anew if it had this number: it may have fallen
// apart, and links that mattered may not any more.
constexpr std::size_t kSplitFrom = 24;
// So few flows are always run exactly: it costs little, and they are the last, whose ends matter.
constexpr std::size_t kExactUpTo = 96;

class Runner {
  public:
    Runner(const FlowProblem& problem, const FlowRunOptions& options)
        : problem_(problem),
          options_(options),
          left_(problem.bytes),
          finishS_(problem.bytes.size(), kNever) {}

    FlowRun run() {
        runReduced(reduceFlows(problem_), 0.0);
        FlowRun result;
        for (std::size_t c = 0; c < finishS_.size(); ++c) {
            const bool nothing = !(problem_.bytes[c] > 0.0);
            finishS_[c] = (nothing ? 0.0 : finishS_[c]) + options_.latencyS;
            if (finishS_[c] < kNever) {
                result.makespanS = std::max(result.makespanS, finishS_[c]);
            }
        }
        result.finishS = std::move(finishS_);
        result.solves = solves_;
        return result;
    }

  private:
    // One graph on its way to the end; by local flow.
    struct Leg {
        const FlowGraph& graph;
        WaterFill water;
        std::vector<double> rate, sinceS, finishS;

        explicit Leg(const FlowGraph& of)
            : graph(of),
              water(of),
              rate(of.flowId.size(), 0.0),
              sinceS(of.flowId.size(), 0.0),
              finishS(of.flowId.size(), kNever) {}
    };

    void runReduced(const ReducedFlows& reduced, double nowS) {
        for (const LoneFlow& flow : reduced.lone) {
            if (flow.rate > 0.0) {
                finishS_[flow.id] = nowS + left_[flow.id] / flow.rate;
            }
        }
        if (reduced.graph.flows() == 0) {
            return;
        }
        Leg leg(reduced.graph);
        for (int group = 0; group < reduced.graph.groups(); ++group) {
            runGroup(leg, group, nowS);
        }
    }

    void runGroup(Leg& leg, int group, double nowS) {
        leg.water.begin(group);
        for (const std::int32_t f : leg.water.active()) {
            leg.sinceS[f] = nowS;
        }
        fill(leg, nowS);
        const std::size_t atStart = leg.water.active().size();
        while (!leg.water.active().empty()) {
            nowS = retire(leg);
            if (nowS == kNever) {
                return;
            }
            const std::vector<std::int32_t>& active = leg.water.active();
            if (atStart >= kSplitFrom && active.size() <= atStart / 2) {
                for (const std::int32_t f : active) {
                    settle(leg, f, nowS);
                }
                runReduced(reduceFlows(leg.graph, active), nowS);
                return;
            }
            fill(leg, nowS);
        }
    }

    void fill(Leg& leg, double nowS) {
        leg.water.fill();
        ++solves_;
        for (const std::int32_t f : leg.water.changed()) {
            const double rate = leg.water.rate(f);
            if (rate != leg.rate[f]) {
                settle(leg, f, nowS);
                leg.rate[f] = rate;
                const double left = left_[leg.graph.flowId[f]];
                leg.finishS[f] = left > 0.0 ? nowS + left / rate : nowS;
            }
        }
    }

    void settle(Leg& leg, std::int32_t f, double nowS) {
        double& left = left_[leg.graph.flowId[f]];
        left = std::max(left - leg.rate[f] * (nowS - leg.sinceS[f]), 0.0);
        leg.sinceS[f] = nowS;
    }

    // Takes out those that end next; returns when the others get what they leave.
    double retire(Leg& leg) {
        double nextS = kNever;
        for (const std::int32_t f : leg.water.active()) {
            nextS = std::min(nextS, leg.finishS[f]);
        }
        if (nextS == kNever) {
            return kNever;
        }
        const bool exact = leg.water.active().size() <= kExactUpTo;
        const double within = exact ? 0.0 : options_.retireWithin;
        const double withinS = nextS * (1.0 + std::max(within, kSameTime));
        ended_.clear();
        double bytesPerS = 0.0, weighted = 0.0;
        for (const std::int32_t f : leg.water.active()) {
            if (leg.finishS[f] <= withinS) {
                ended_.push_back(f);
                finishS_[leg.graph.flowId[f]] = leg.finishS[f];
                bytesPerS += leg.rate[f];
                weighted += leg.rate[f] * (leg.finishS[f] - nextS);
            }
        }
        leg.water.remove(ended_);
        // At their mean end, so that what the early ones leave unused pays for what the late ones
        // still take: no bytes are gained or lost.
        return within > 0.0 && bytesPerS > 0.0 ? nextS + weighted / bytesPerS : nextS;
    }

    const FlowProblem& problem_;
    const FlowRunOptions& options_;
    std::vector<double> left_;     // by class: bytes of a member
    std::vector<double> finishS_;  // by class
    std::vector<std::int32_t> ended_;
    std::int64_t solves_ = 0;
};

}  // namespace

FlowRun runFlows(const FlowProblem& problem, const FlowRunOptions& options) {
    return Runner(problem, options).run();
}

}  // namespace headroom::engine
