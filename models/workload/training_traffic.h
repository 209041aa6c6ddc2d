// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/training_step.h"

/// Messages between the ranks of a training step, and the time of one exchange on the links between them. Nothing is hidden
/// here yet.
namespace headroom::models {

/// One kind of exchange: seconds under way, bytes of one accelerator through its adapter.
struct Exchange {
    double seconds = 0.0;
    double outBytes = 0.0;

    Exchange operator+(const Exchange& o) const {
        return {seconds + o.seconds, outBytes + o.outBytes};
    }

    Exchange times(double n) const { return {n * seconds, n * outBytes}; }
};

/// Ranks of one group: how many, and how many of them share a scale-up domain.
struct RankGroup {
    int ranks = 1;
    int inside = 1;
};

class TrainingTraffic {
  public:
    TrainingTraffic(const TrainingStepInput& input, const ModelShape& shape, double tokens);

    /// One pass of one layer over one micro-batch: two all-reduces of 2 s b h bytes over the tensor
    /// ranks, or two all-gathers and two reduce-scatters with sequence parallelism.
    Exchange tensorPass() const;

    /// Keys and values of one layer round the ring of context ranks.
    Exchange contextPass() const;

    /// Dispatch and combination of one layer of experts.
    Exchange expertPass(double sortedTokens) const;

    /// Activations of one micro-batch to the next stage.
    Exchange send() const;

    /// `bytes` of every rank (before splitting) among the copies that hold the same weights.
    Exchange gather(const RankGroup& group, double bytes) const;
    Exchange scatter(const RankGroup& group, double bytes) const;
    Exchange reduce(const RankGroup& group, double bytes) const;

    RankGroup copies() const;                       ///< of dense weights: data and context ranks
    RankGroup expertCopies() const;                 ///< of experts
    RankGroup shards(const RankGroup& of) const;    ///< within one full set of shards
    RankGroup replicas(const RankGroup& of) const;  ///< across such sets

  private:
    Exchange exchange(Collective collective, double bytes, const RankGroup& group,
                      double share) const;

    const TrainingStepInput& in_;
    const ModelShape& s_;
    double activationBytes_;
};

}  // namespace headroom::models
