// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_plans.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

using models::Recompute;
using models::Sharding;
using models::TrainingPlan;

constexpr int kMostMicroBatch = 64;
constexpr int kMostInterleave = 16;
constexpr int kMicroBatchesOfAStage = 8;
constexpr std::ptrdiff_t kMostPlans = 32;
// Shares of memory: for inferred plans; for a plan that ran, since the sum of activations is
// accurate to about 15 %; and if activations can move to host memory over NVLink-C2C (Grace).
constexpr double kInferredShare = 0.93;
constexpr double kStatedShare = 1.15;
constexpr double kWithHostShare = 2.0;
// Keeps inputs of gates in 8 bits and moments in 16 (DeepSeek-V3 report, section 3.3.3): some GB less than the sum
// of trainingMemory(), which is what it is short of.
constexpr std::string_view kKeepsNarrow = "hai-llm";
constexpr double kPipelinedParameters = 3e10;  // below this nobody cuts a model into stages

/// Numbers that divide n, up to a limit.
std::vector<int> divisors(double n, int most) {
    std::vector<int> found;
    for (int d = 1; d <= most && d <= n; ++d) {
        if (std::fmod(n, d) == 0.0) {
            found.push_back(d);
        }
    }
    return found;
}

class Chooser {
  public:
    Chooser(const StatedPlan& stated, TrainingCase& c)
        : stated_(stated),
          c_(c),
          jax_(holds(c.softwareId, "maxtext")),
          sharded_(jax_ || holds(c.softwareId, "foundry") || holds(c.softwareId, "titan") ||
                   holds(c.softwareId, "zero3") || stated.plan.sharding >= Sharding::Zero2) {}

    void run() {
        const bool ran = stated_.microBatch && stated_.degrees;
        c_.memoryShare = !ran ? kInferredShare : graceHost() ? kWithHostShare : kStatedShare;
        c_.byThroughput = !stated_.batch;
        std::vector<TrainingPlan> plans = degrees();
        plans = widened(plans, [this](const TrainingPlan& p, auto& to) { experts(p, to); });
        plans = widened(plans, [this](const TrainingPlan& p, auto& to) { chunks(p, to); });
        for (TrainingPlan& p : plans) {
            shard(p);
        }
        plans = widened(plans, [this](const TrainingPlan& p, auto& to) { batches(p, to); });
        plans = widened(plans, [this](const TrainingPlan& p, auto& to) { repeats(p, to); });
        roundBatch(plans);
        keepThoseThatFit(plans);
        keepTheFastest(plans);
        if (!stated_.microBatch && oneForAStage() && plans.size() == 1 &&
            plans.front().pipeline > 1 && microBatches(plans.front()) == plans.front().pipeline) {
            assume("as many micro-batches as stages");
        }
        c_.plans = std::move(plans);
        if (c_.plans.empty()) {
            c_.whyNot = "no plan divides the batch";
        }
    }

  private:
    bool graceHost() const { return c_.acceleratorId.starts_with("g"); }

    template <class Widen>
    static std::vector<TrainingPlan> widened(const std::vector<TrainingPlan>& plans, Widen widen) {
        std::vector<TrainingPlan> all;
        for (const TrainingPlan& p : plans) {
            widen(p, all);
        }
        return all;
    }

    void assume(const std::string& what) { c_.assumed += (c_.assumed.empty() ? "" : ", ") + what; }

    /// Bytes that are missing; at most 0: it fits.
    double missing(const TrainingPlan& plan) const {
        const double capacity = c_.accelerator.memoryBytes;
        const models::TrainingMemory memory =
            models::trainingMemory(plan, c_.model, *c_.software, capacity);
        return memory.total() - c_.memoryShare * capacity;
    }

    std::vector<TrainingPlan> degrees() {
        const TrainingPlan& plan = stated_.plan;
        if (stated_.degrees || sharded_) {
            return {plan};
        }
        assume("fastest degrees");
        const models::ModelShape shape = models::shapeOf(c_.model);
        std::vector<TrainingPlan> found;
        for (const int t : {1, 2, 4, 8}) {
            for (const int k : {1, 2, 4, 8}) {
                for (const int p : {1, 2, 4, 8, 16}) {
                    TrainingPlan q = plan;
                    q.tensor = t;
                    q.context = k;
                    q.pipeline = p;
                    const int each = t * k * p;
                    const bool divides = q.accelerators % each == 0 && c_.model.layers % p == 0 &&
                                         std::fmod(shape.heads, t) == 0.0 &&
                                         t <= c_.scaleUpDomain &&
                                         (p == 1 || c_.model.parameters > kPipelinedParameters);
                    const bool shares =
                        !stated_.batch || (q.batchSequences >= q.copies() &&
                                           std::fmod(q.batchSequences, q.copies()) == 0.0);
                    if (divides && shares) {
                        found.push_back(q);
                    }
                }
            }
        }
        return found;
    }

    void experts(const TrainingPlan& plan, std::vector<TrainingPlan>& to) {
        if (stated_.expert || stated_.degrees || sharded_ || c_.model.experts == 0) {
            to.push_back(plan);
            return;
        }
        const int group = plan.accelerators / plan.pipeline;
        for (const int e : divisors(c_.model.experts, std::min(group, 64))) {
            if (group % e == 0) {
                to.push_back(plan);
                to.back().expert = e;
            }
        }
    }

    void chunks(const TrainingPlan& plan, std::vector<TrainingPlan>& to) {
        const bool interleaves = c_.softwareId == "megatron-core" || holds(c_.softwareId, "mlperf");
        if (plan.pipeline <= 1 || stated_.interleave || !interleaves) {
            to.push_back(plan);
            return;
        }
        const int layersOfAStage = c_.model.layers / plan.pipeline;
        for (const int v : divisors(layersOfAStage, kMostInterleave)) {
            to.push_back(plan);
            to.back().interleave = v;
        }
    }

    void shard(TrainingPlan& plan) const {
        if (jax_) {
            plan.sharding = Sharding::Zero3;
            const int group = c_.accelerator.kind == models::AcceleratorKind::Tpu
                                  ? c_.scaleUpDomain
                                  : std::min(c_.scaleUpDomain, 8);
            plan.shardGroup = group < plan.accelerators ? std::max(group / plan.tensor, 1) : 0;
            plan.overlapTensor = true;
        } else if (!stated_.sharding) {
            const bool old =
                c_.softwareId == "megatron-lm-2021" || c_.softwareId == "megatron-deepspeed";
            // torchtitan keeps weights and gradients whole from a step's first micro-batch to its
            // last one in a pipeline (fsdp_reshard_after_forward = "default").
            const bool apart = sharded_ && !(oneForAStage() && plan.pipeline > 1);
            plan.sharding = apart ? Sharding::Zero3 : old ? Sharding::None : Sharding::Zero1;
        }
    }

    /// torchtitan splits the batch of a copy into as many micro-batches as it has stages, unless an argument
    /// sets the number.
    bool oneForAStage() const { return holds(c_.softwareId, "torchtitan"); }

    static long microBatches(const TrainingPlan& plan) {
        return std::lround(plan.batchSequences / plan.copies() / plan.microBatch);
    }

    void batches(const TrainingPlan& plan, std::vector<TrainingPlan>& to) const {
        TrainingPlan q = plan;
        if (!stated_.batch) {
            for (int b = 1; b <= kMostMicroBatch; b *= 2) {
                if (!stated_.microBatch) {
                    q.microBatch = b;
                }
                const int ofAStage = oneForAStage() ? 1 : kMicroBatchesOfAStage;
                q.batchSequences =
                    q.microBatch * q.copies() * (q.pipeline > 1 ? ofAStage * q.pipeline : 1);
                to.push_back(q);
                if (stated_.microBatch) {
                    return;
                }
            }
            return;
        }
        if (stated_.microBatch) {
            if (!stated_.degrees || std::fmod(q.batchSequences, q.copies() * q.microBatch) == 0.0) {
                to.push_back(q);
            }
            return;
        }
        const double share = q.batchSequences / q.copies();
        if (jax_) {
            q.microBatch = share;  // a device takes its share of the batch at once
            to.push_back(q);
            return;
        }
        if (oneForAStage() && q.pipeline > 1 && std::fmod(share, q.pipeline) == 0.0) {
            q.microBatch = share / q.pipeline;
            to.push_back(q);
            return;
        }
        for (const int b : divisors(share, kMostMicroBatch)) {
            q.microBatch = b;
            to.push_back(q);
        }
        if (share < 1.0) {
            q.microBatch = share;
            to.push_back(q);
        }
    }

    /// Where no copies divide the batch: a printed batch may be rounded ("2 million tokens"). The next one
    /// that they do divide.
    void roundBatch(std::vector<TrainingPlan>& plans) {
        const TrainingPlan& plan = stated_.plan;
        const double copies = plan.copies() * (stated_.microBatch ? plan.microBatch : 1.0);
        if (!plans.empty() || !(stated_.degrees || sharded_) || !(copies >= 1.0) ||
            plan.batchSequences < copies) {
            return;
        }
        TrainingPlan q = plan;
        shard(q);
        q.batchSequences = std::round(plan.batchSequences / copies) * copies;
        assume("a batch of " + std::to_string(std::lround(q.batchSequences)) +
               " sequences, which its copies divide");
        std::vector<TrainingPlan> found;
        chunks(q, found);
        found = widened(found, [this](const TrainingPlan& p, auto& to) { batches(p, to); });
        plans = widened(found, [this](const TrainingPlan& p, auto& to) { repeats(p, to); });
    }

    /// DeepSpeed splits the states of the optimiser (ZeRO-1) where they do not fit whole.
    TrainingPlan split(const TrainingPlan& plan) const {
        TrainingPlan q = plan;
        if (!stated_.sharding && plan.sharding == Sharding::None &&
            c_.softwareId == "megatron-deepspeed" && missing(plan) > 0.0) {
            q.sharding = Sharding::Zero1;
        }
        return q;
    }

    void repeats(const TrainingPlan& plan, std::vector<TrainingPlan>& to) const {
        if (stated_.recompute) {
            to.push_back(split(plan));
            return;
        }
        if (stated_.usualRecompute) {
            TrainingPlan q = plan;
            q.recompute = *stated_.usualRecompute;
            // Never less than fits, as everywhere.
            if (missing(q) > 0.0 && c_.softwareId != kKeepsNarrow) {
                q.recompute = Recompute::Full;
            }
            to.push_back(split(q));
            return;
        }
        for (const Recompute r : {Recompute::None, Recompute::Selective, Recompute::Full}) {
            TrainingPlan q = plan;
            q.recompute = r;
            if (missing(q) <= 0.0 || r == Recompute::Full) {
                to.push_back(split(q));
                return;
            }
        }
    }

    /// Where several plans are open, those that fit; where none does, the nearest.
    void keepThoseThatFit(std::vector<TrainingPlan>& plans) {
        if (plans.size() <= 1) {
            return;
        }
        if (!stated_.microBatch) {
            assume("fastest micro-batch");
        }
        const auto nearest = std::min_element(plans.begin(), plans.end(),
                                              [this](const TrainingPlan& a, const TrainingPlan& b) {
                                                  return missing(a) < missing(b);
                                              });
        if (missing(*nearest) > 0.0) {
            plans = {*nearest};
            return;
        }
        std::erase_if(plans, [this](const TrainingPlan& p) { return missing(p) > 0.0; });
    }

    /// Enough that the fastest stays among them while a fit varies the figures.
    void keepTheFastest(std::vector<TrainingPlan>& plans) {
        if (std::ssize(plans) <= kMostPlans) {
            return;
        }
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t i = 0; i < plans.size(); ++i) {
            const models::TrainingStep step = models::trainingStep(c_.input(plans[i]));
            order.emplace_back(c_.byThroughput ? -step.tokensPerS : step.stepS, i);
        }
        std::nth_element(order.begin(), order.begin() + kMostPlans, order.end());
        std::vector<TrainingPlan> kept;
        for (std::size_t i = 0; i < static_cast<std::size_t>(kMostPlans); ++i) {
            kept.push_back(plans[order[i].second]);
        }
        plans = std::move(kept);
    }

    const StatedPlan& stated_;
    TrainingCase& c_;
    bool jax_;
    bool sharded_;
};

}  // namespace

void choosePlans(const StatedPlan& stated, TrainingCase& c) {
    Chooser(stated, c).run();
    const TrainingPlan* first = c.plans.empty() ? nullptr : &c.plans.front();
    const auto assume = [&c](const std::string& what) {
        c.assumed += (c.assumed.empty() ? "" : ", ") + what;
    };
    if (first == nullptr) {
        return;
    }
    if (!stated.recompute && stated.usualRecompute) {
        assume("recomputation as the software's own recipes have it");
    } else if (!stated.recompute && first->recompute != Recompute::None) {
        assume("as little recomputation as fits");
    }
    if (!stated.interleave && first->pipeline > 1 && c.plans.size() == 1) {
        assume("no interleaving");
    }
    if (!stated.batch) {
        assume("batch of most tokens a second");
    }
    if (!stated.sharding && first->sharding == Sharding::Zero3) {
        assume(first->shardGroup > 0 ? "fully sharded over " + std::to_string(first->shardGroup)
                                     : "fully sharded over all");
    }
}

}  // namespace headroom::engine
