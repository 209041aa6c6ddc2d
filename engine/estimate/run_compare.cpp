// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/run_compare.h"

#include "models/network/collective.h"
#include "models/workload/software_stack.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

// Assumption: faults that people find: one of two links, and a fifth of the clock.
constexpr double kHalfRate = 0.5;
constexpr double kLowClock = 0.8;
constexpr double kLeastShare = 0.25;
constexpr double kMostShare = 1.5;
// Median steps whose outliers cost more than this are named.
constexpr double kCostlyOutliers = 0.03;
constexpr double kSameBatch = 1e-6;
constexpr double kLeastMessage = 1024.0 * 1024.0;  // smaller ones measure latency

class Suspects {
  public:
    Suspects(const TrainingQuestion& question, double estimatedS, double measuredS)
        : question_(question), estimatedS_(estimatedS), measuredS_(measuredS) {}

    void tryPlan(std::string change, std::string look, const models::TrainingPlan& plan) {
        TrainingQuestion asked = question_;
        asked.plan = plan;
        consider(std::move(change), std::move(look), asked);
    }

    /// The cluster with other accelerators.
    void tryChip(std::string change, std::string look, const models::AcceleratorSpec& chip) {
        EstimateCluster cluster = *question_.cluster;
        cluster.accelerator = &chip;
        TrainingQuestion asked = question_;
        asked.cluster = &cluster;
        consider(std::move(change), std::move(look), asked);
    }

    void trySoftware(const std::string& id, const models::SoftwareStackSpec& software) {
        TrainingQuestion asked = question_;
        asked.software = &software;
        asked.softwareName = id;
        consider("software " + id, "Compare its flags and kernels with those of the run.", asked);
    }

    std::vector<RunSuspect> take() {
        std::sort(found_.begin(), found_.end(), [](const RunSuspect& a, const RunSuspect& b) {
            return std::abs(a.share - 1.0) < std::abs(b.share - 1.0);
        });
        return std::move(found_);
    }

  private:
    void consider(std::string change, std::string look, const TrainingQuestion& asked) {
        if (!checkPlan(asked)) {
            return;
        }
        const double stepS = estimateTraining(asked).step.stepS;
        const double gap = measuredS_ - estimatedS_;
        const double share = gap > 0.0 ? (stepS - estimatedS_) / gap : 0.0;
        if (std::isfinite(stepS) && share >= kLeastShare && share <= kMostShare) {
            found_.push_back({std::move(change), stepS, share, std::move(look)});
        }
    }

    const TrainingQuestion& question_;
    double estimatedS_, measuredS_;
    std::vector<RunSuspect> found_;
};

double measuredStepS(const TrainingQuestion& question, const TrainingEstimate& estimate,
                     const RunLog& log, RunComparison& result) {
    const double own = log.batchSequences;
    const double asked = question.plan.batchSequences;
    if (!log.stepS.empty()) {
        if (own > 0.0 && std::abs(own / asked - 1.0) > kSameBatch) {
            result.notes.push_back(
                fmt::format("The log has {:.0f} sequences a step and the estimate {:.0f}: its time "
                            "is scaled. State --batch {:.0f}.",
                            own, asked, own));
            return log.medianStepS() * asked / own;
        }
        return log.medianStepS();
    }
    const double rate = medianOfList(log.tokensPerS);
    return rate > 0.0 ? estimate.batchTokens / (rate * question.plan.accelerators) : 0.0;
}

}  // namespace

Result<RunComparison> compareRun(const TrainingQuestion& question, const TrainingEstimate& estimate,
                                 const RunLog& log, const Catalogue& catalogue) {
    RunComparison result;
    result.estimatedS = estimate.step.stepS;
    result.measuredS = measuredStepS(question, estimate, log, result);
    if (!(result.measuredS > 0.0) || !std::isfinite(result.estimatedS)) {
        return tl::unexpected(Error{"RLG-003",
                                    "the log states no time of a step and no tokens a second",
                                    "Use the log of a training run.",
                                    {},
                                    {},
                                    0});
    }
    result.slower = result.measuredS / result.estimatedS - 1.0;
    result.inside =
        result.measuredS >= estimate.stepRange.low && result.measuredS <= estimate.stepRange.high;
    if (log.slowShare() > kCostlyOutliers) {
        result.notes.push_back(
            fmt::format("{:.0f} % of the steps take more than 1.3 times the median and cost {:.0f} "
                        "% of the time. Look at "
                        "checkpoints, data and garbage collection at those steps.",
                        100.0 * log.slowSteps(), 100.0 * log.slowShare()));
    }
    Suspects suspects(question, result.estimatedS, result.measuredS);
    models::TrainingPlan plan = question.plan;
    if (plan.recompute != models::Recompute::Full) {
        plan.recompute = models::Recompute::Full;
        suspects.tryPlan("full recomputation",
                         "Look for recompute-granularity full in the run's arguments.", plan);
    }
    plan = question.plan;
    if (plan.sharding != models::Sharding::Zero3) {
        plan.sharding = models::Sharding::Zero3;
        suspects.tryPlan("weights sharded over the copies (ZeRO-3, FSDP)",
                         "Look for the sharding of the run.", plan);
    }
    plan = question.plan;
    if (plan.microBatch > 1.0) {
        plan.microBatch = 1.0;
        suspects.tryPlan("micro-batches of 1", "Look for the micro-batch size of the run.", plan);
    }
    const models::AcceleratorSpec& chip = *question.cluster->accelerator;
    models::AcceleratorSpec halfNetwork = chip;
    halfNetwork.scaleOutBytesPerS *= kHalfRate;
    suspects.tryChip("half of the network between servers",
                     "Run nccl-tests between servers; look for ports that are down or slow.",
                     halfNetwork);
    models::AcceleratorSpec halfLinks = chip;
    halfLinks.scaleUpBytesPerS *= kHalfRate;
    suspects.tryChip("half of the links inside a server",
                     "Run nccl-tests inside one server; read nvidia-smi nvlink -s.", halfLinks);
    models::AcceleratorSpec slowClock = chip;
    slowClock.bf16FlopsPerS *= kLowClock;
    slowClock.fp8FlopsPerS *= kLowClock;
    slowClock.fp4FlopsPerS *= kLowClock;
    suspects.tryChip("clocks at 80 %",
                     "Read clocks, power limits and temperatures of all accelerators (nvidia-smi "
                     "-q -d CLOCK,POWER).",
                     slowClock);
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::SoftwareStackSpec::type().id)) {
        if (entry->spec.get() != question.software) {
            suspects.trySoftware(entry->id,
                                 *static_cast<const models::SoftwareStackSpec*>(entry->spec.get()));
        }
    }
    result.suspects = suspects.take();
    return result;
}

Result<std::vector<CollectiveFigure>> compareCollective(const EstimateCluster& cluster,
                                                        const RunLog& log) {
    static constexpr std::array kNames = {
        std::pair{"all_reduce", models::Collective::AllReduce},
        std::pair{"all_gather", models::Collective::AllGather},
        std::pair{"reduce_scatter", models::Collective::ReduceScatter},
        std::pair{"alltoall", models::Collective::AllToAll},
        std::pair{"broadcast", models::Collective::Broadcast}};
    const auto named = std::find_if(kNames.begin(), kNames.end(),
                                    [&](const auto& name) { return log.operation == name.first; });
    const int ranks = log.ranks > 0 ? log.ranks : cluster.accelerators;
    if (named == kNames.end() || ranks < 2) {
        return tl::unexpected(
            Error{"RLG-003",
                  "the log names no collective, or fewer than two ranks",
                  "Keep the line \"# Collective test starting\" and the list of ranks.",
                  {},
                  {},
                  0});
    }
    models::CollectiveRequest request;
    request.collective = named->second;
    request.ranks = ranks;
    request.domain = std::max(1, cluster.accelerator->scaleUpDomain);
    std::vector<CollectiveFigure> figures;
    for (const RunLog::Message& message : log.messages) {
        if (message.bytes < kLeastMessage || !(message.seconds > 0.0)) {
            continue;
        }
        request.bytes = message.bytes;
        const models::CollectiveTime time = models::collectiveTime(cluster.network(), request);
        figures.push_back({message.bytes, message.busGbPerS,
                           message.busGbPerS * message.seconds / time.seconds,
                           models::collectiveBoundName(time.bound)});
    }
    return figures;
}

}  // namespace headroom::engine
