// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_traffic.h"

#include "models/compute/rank_network.h"
#include "models/network/staging.h"
#include "models/workload/number_bytes.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

// Assumption: chips of pods above this are joined in three dimensions, below in two (TPU v4, v5p
// and v5e, v6e).
constexpr int kFlatPod = 256;

/// A torus runs a ring along each of its dimensions in turn: latencies of a given number of ranks.
int torusRanks(int ranks, int pod) {
    const double dimensions = pod > kFlatPod ? 3.0 : 2.0;
    const double each = std::pow(static_cast<double>(ranks), 1.0 / dimensions);
    return std::clamp(static_cast<int>(std::lround(dimensions * (each - 1.0))) + 1, 2, ranks);
}

}  // namespace

TrainingTraffic::TrainingTraffic(const TrainingStepInput& input, const ModelShape& shape,
                                 double tokens)
    : in_(input), s_(shape), activationBytes_(kActivationBytes * tokens * shape.hidden) {}

Exchange TrainingTraffic::exchange(Collective collective, double bytes, const RankGroup& group,
                                   double share) const {
    if (group.ranks <= 1) {
        return {};
    }
    RankNetwork network = rankNetwork(*in_.accelerator, in_.scaleUp, in_.scaleOut, share);
    if (in_.adaptersPerRank > 0.0) {
        network.adaptersPerRank = in_.adaptersPerRank;
    }
    network.networkReduces = in_.networkReduces;
    InterconnectSpec staged;
    if (in_.hostStaging) {
        staged = stagedInterconnect(*in_.scaleOut);
        network.scaleOut = &staged;
        network.scaleOutBytesPerS =
            stagedBytesPerS(staged,
                            adapterBytesPerS(*in_.scaleOut, in_.accelerator->scaleOutBytesPerS)) *
            share;
    }
    const bool torus = in_.accelerator->kind == AcceleratorKind::Tpu &&
                       group.ranks <= group.inside && collective != Collective::AllToAll;
    const int ranks = torus ? torusRanks(group.ranks, in_.accelerator->scaleUpDomain) : group.ranks;
    // The same bytes pass a link as in a ring of all: (n-1)/n of them.
    const double n = group.ranks;
    const double r = ranks;
    const double seen = torus ? bytes * ((n - 1.0) / n) / ((r - 1.0) / r) : bytes;
    const CollectiveTime time = collectiveTime(network, {collective, seen, ranks, group.inside});
    return {time.seconds, time.scaleOutBytes};
}

Exchange TrainingTraffic::tensorPass() const {
    const RankGroup group{in_.plan.tensor, in_.scaleUpDomain};
    if (group.ranks <= 1) {
        return {};
    }
    const Exchange whole =
        exchange(Collective::AllReduce, activationBytes_, group, in_.tensorShare);
    if (!in_.plan.sequenceParallel) {
        return whole.times(2.0);
    }
    const Exchange halves =
        exchange(Collective::AllGather, activationBytes_, group, in_.tensorShare) +
        exchange(Collective::ReduceScatter, activationBytes_, group, in_.tensorShare);
    return halves.times(2.0);
}

Exchange TrainingTraffic::contextPass() const {
    const RankGroup group{in_.plan.context,
                          std::max(in_.scaleUpDomain / std::max(in_.plan.tensor, 1), 1)};
    const double width = 2.0 * s_.keyHeads * s_.headSize / in_.plan.tensor;
    const double bytes =
        kActivationBytes * in_.plan.microBatch * s_.sequence * width;  // of all ranks together
    return exchange(Collective::AllGather, bytes, group, in_.contextShare);
}

Exchange TrainingTraffic::expertPass(double sortedTokens) const {
    const SoftwareStackSpec& soft = in_.software != nullptr ? *in_.software : usualStack();
    const int split = expertTensorRanks(in_.plan, soft);
    const RankGroup group{in_.plan.expert, std::max(in_.scaleUpDomain / split, 1)};
    const double bytes = kActivationBytes * sortedTokens * s_.expertHidden;
    // Ranks that split experts gather each other's rows, and reduce what comes out.
    const RankGroup sharers{split, in_.scaleUpDomain};
    const Exchange rows =
        exchange(Collective::AllGather, split * bytes, sharers, in_.expertShare) +
        exchange(Collective::ReduceScatter, split * bytes, sharers, in_.expertShare);
    if (!soft.expertForwarding || group.ranks <= 1) {
        return exchange(Collective::AllToAll, bytes, group, in_.expertShare).times(2.0) + rows;
    }
    // One copy of a token for each domain, then for each rank, among those of its k experts: of n
    // places k even draws meet n (1 - (1 - 1/n)^k).
    const double k = std::max(s_.expertsPerToken, 1.0);
    const auto met = [k](double n) { return n * (1.0 - std::pow(1.0 - 1.0 / n, k)); };
    const double inside = std::clamp(group.inside, 1, group.ranks);
    const double domains = std::ceil(group.ranks / inside);
    const double token = bytes / k;
    const RankGroup local{static_cast<int>(inside), static_cast<int>(inside)};
    Exchange pass =
        exchange(Collective::AllToAll, token * met(group.ranks), local, in_.expertShare);
    if (domains > 1.0) {
        // So many bytes that what crosses is a copy for each other domain that is met.
        const double n = group.ranks;
        const double crossing = token * met(domains) * (domains - 1.0) / domains;
        const Exchange across =
            exchange(Collective::AllToAll, crossing * n / (n - inside), group, in_.expertShare);
        pass = {std::max(pass.seconds, across.seconds), across.outBytes};
    }
    return pass.times(2.0) + rows;
}

Exchange TrainingTraffic::send() const {
    if (in_.plan.pipeline <= 1) {
        return {};
    }
    // Each tensor rank sends its share of the activations to its peer in the next stage.
    const bool inside = in_.plan.accelerators <= in_.scaleUpDomain;
    return exchange(Collective::SendReceive, activationBytes_ / in_.plan.tensor,
                    {2, inside ? 2 : 1}, in_.pipelineShare);
}

Exchange TrainingTraffic::gather(const RankGroup& group, double bytes) const {
    return exchange(Collective::AllGather, bytes, group, in_.dataShare);
}

Exchange TrainingTraffic::scatter(const RankGroup& group, double bytes) const {
    return exchange(Collective::ReduceScatter, bytes, group, in_.dataShare);
}

Exchange TrainingTraffic::reduce(const RankGroup& group, double bytes) const {
    return exchange(Collective::AllReduce, bytes, group, in_.dataShare);
}

RankGroup TrainingTraffic::copies() const {
    const TrainingPlan& p = in_.plan;
    return {p.copies() * p.context, std::max(in_.scaleUpDomain / std::max(p.tensor, 1), 1)};
}

RankGroup TrainingTraffic::expertCopies() const {
    const TrainingPlan& p = in_.plan;
    const int each =
        p.expert * expertTensorRanks(p, in_.software != nullptr ? *in_.software : usualStack());
    return {std::max(p.accelerators / (p.pipeline * each), 1),
            std::max(in_.scaleUpDomain / each, 1)};
}

RankGroup TrainingTraffic::shards(const RankGroup& of) const {
    const int group = in_.plan.shardGroup;
    return group > 0 && group < of.ranks ? RankGroup{group, of.inside} : of;
}

RankGroup TrainingTraffic::replicas(const RankGroup& of) const {
    const int group = in_.plan.shardGroup;
    if (group <= 0 || group >= of.ranks) {
        return {};
    }
    return {of.ranks / group, std::max(of.inside / group, 1)};
}

}  // namespace headroom::models
