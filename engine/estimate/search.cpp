// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/search.h"

#include "models/compute/kernel_law.h"
#include "models/workload/training_bound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <tuple>

namespace headroom::engine {

namespace {

using models::Recompute;
using models::Sharding;
using models::TrainingPlan;
using models::TrainingStep;

constexpr int kMostTensor = 64;
constexpr int kMostStages = 128;
constexpr int kMostContext = 64;
constexpr int kMostExpert = 256;
constexpr int kContextFrom = 8192;  ///< tokens of a sequence
constexpr double kMostMicroBatch = 16.0;
constexpr int kHalvings = 4;     ///< of the accelerators, where fewer may be better
constexpr int kNumberBits = 40;  ///< of a plan's number within its combination
constexpr double kRounding = 1e-9;
constexpr double kUsualBatchTokens = 4e6;
constexpr int kAcceleratorsForASequence = 8;

/// Degrees to try: 1, 2, 4 ... `most`, or the one that is held.
std::vector<int> degrees(int held, int most) {
    if (held > 0) {
        return {held};
    }
    std::vector<int> list;
    for (int d = 1; d <= most; d *= 2) {
        list.push_back(d);
    }
    return list;
}

/// Stages: divisors of the layers, so that stages are even, and powers of two.
std::vector<int> stages(int held, int layers) {
    if (held > 0) {
        return {held};
    }
    std::vector<int> list;
    for (int p = 1; p <= std::min(layers, kMostStages); ++p) {
        const bool powerOfTwo = (p & (p - 1)) == 0;
        if (layers % p == 0 || powerOfTwo) {
            list.push_back(p);
        }
    }
    return list;
}

/// Chunks: divisors of the layers of the longest stage.
std::vector<int> chunks(int held, int layers, int pipeline) {
    if (held > 0) {
        return {held};
    }
    std::vector<int> list{1};
    const int longest = (layers + pipeline - 1) / pipeline;
    for (int v = 2; pipeline > 1 && v * pipeline <= layers; ++v) {
        if (longest % v == 0) {
            list.push_back(v);
        }
    }
    return list;
}

/// Inputs of a micro-batch's work that are not axes of the search.
struct WorkKey {
    int tensor, context, expert, expertTensor;
    double microBatch;
    Recompute recompute;

    bool operator<(const WorkKey& other) const {
        return std::tie(tensor, context, expert, expertTensor, microBatch, recompute) <
               std::tie(other.tensor, other.context, other.expert, other.expertTensor,
                        other.microBatch, other.recompute);
    }
};

/// Accelerators, software, precision and batch: one of each axis that varies.
struct Combination {
    TrainingPlan plan;
    PlanSearchOptions::Software software;
    std::uint64_t number = 0;  ///< in the order of the axes
    double probe = 0.0;        ///< score of a plan that is good elsewhere
};

class Search {
  public:
    Search(const TrainingQuestion& question, const PlanSearchOptions& options,
           const PlanSearchProgress& progress, const std::atomic<bool>* cancel)
        : question_(question),
          options_(options),
          progress_(progress),
          cancel_(cancel),
          shape_(models::shapeOf(*question.model, question.plan.sequence)) {
        sequence_ = question.plan.sequence > 0 ? question.plan.sequence : question.model->sequence;
        input_ = stepInput(question);
        if (options.objective == PlanObjective::Energy) {
            leastW_ =
                question.cluster->powerW(leastActivity(*question.profile, *input_.accelerator));
        }
    }

    PlanSearch run() {
        std::vector<Combination> all = combinations();
        if (!all.empty()) {
            // The first combination leaves a good plan behind; the others follow by what that one does in them.
            over(all.front(), 0, all.size());
            orderByProbe(all);
        }
        for (std::size_t i = 1; i < all.size(); ++i) {
            over(all[i], i, all.size());
        }
        std::sort(result_.best.begin(), result_.best.end(), before);
        if (!isFront() && result_.best.size() > options_.best) {
            result_.best.resize(options_.best);
        }
        result_.complete = !cancelled();
        return std::move(result_);
    }

  private:
    bool cancelled() const {
        return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed);
    }

    static bool before(const RankedPlan& a, const RankedPlan& b) {
        return a.score != b.score ? a.score < b.score : a.number < b.number;
    }

    /// Below every phase of a step.
    static double leastActivity(const models::JobProfileSpec& profile,
                                const models::AcceleratorSpec& accelerator) {
        const double memory = std::isnan(profile.memoryActivity)
                                  ? models::memoryActivity(accelerator)
                                  : profile.memoryActivity;
        return std::min({profile.computeActivity, profile.communicationActivity, memory,
                         models::waitActivity(profile), models::collectiveActivity(profile)});
    }

    std::vector<Combination> combinations() const {
        std::vector<PlanSearchOptions::Software> software = options_.software;
        if (software.empty()) {
            software.push_back({question_.softwareName, &softwareOf(question_)});
        }
        const std::vector<models::Precision> precisions =
            options_.precisions.empty() ? std::vector{question_.plan.precision}
                                        : options_.precisions;
        const std::vector<double> batches = options_.batches.empty()
                                                ? std::vector{question_.plan.batchSequences}
                                                : options_.batches;
        const int halvings = options_.objective == PlanObjective::Time ? 0 : kHalvings;
        std::vector<Combination> all;
        int n = question_.plan.accelerators;
        for (int i = 0; i <= halvings && n >= 1; ++i, n /= 2) {
            for (const PlanSearchOptions::Software& s : software) {
                for (const models::Precision precision : precisions) {
                    for (const double batch : batches) {
                        Combination& c = all.emplace_back();
                        c.plan = question_.plan;
                        c.plan.accelerators = n;
                        c.plan.precision = precision;
                        c.plan.batchSequences = batch;
                        c.software = s;
                        c.number = all.size() - 1;
                    }
                }
            }
        }
        return all;
    }

    /// The combinations after the first, those first in which the best plan so far does best. It changes the time of
    /// the search alone, not its answer.
    void orderByProbe(std::vector<Combination>& all) {
        if (result_.best.empty()) {
            return;
        }
        const RankedPlan best = *std::min_element(result_.best.begin(), result_.best.end(), before);
        for (std::size_t i = 1; i < all.size(); ++i) {
            TrainingPlan plan = best.plan;
            plan.accelerators = all[i].plan.accelerators;
            plan.precision = all[i].plan.precision;
            plan.batchSequences = all[i].plan.batchSequences;
            take(all[i]);
            input_.plan = plan;
            all[i].probe = score(plan, models::trainingStep(input_).stepS);
        }
        std::stable_sort(
            all.begin() + 1, all.end(),
            [](const Combination& a, const Combination& b) { return a.probe < b.probe; });
    }

    void take(const Combination& combination) {
        named_ = combination.software;
        software_ = input_.software = combination.software.spec;
        number_ = combination.number << kNumberBits;
        works_.clear();
    }

    void over(const Combination& combination, std::size_t index, std::size_t all) {
        take(combination);
        overDegrees(combination.plan, [&](double share) {
            if (progress_) {
                progress_((static_cast<double>(index) + share) / static_cast<double>(all));
            }
        });
    }

    template <class Report>
    void overDegrees(TrainingPlan plan, Report&& report) {
        const int layers = static_cast<int>(shape_.layers);
        const int domain = std::max(1, input_.scaleUpDomain);
        const std::vector<int> tensors = degrees(options_.tensor, std::min(domain, kMostTensor));
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const int t = tensors[i];
            report(static_cast<double>(i) / static_cast<double>(tensors.size()));
            if (std::fmod(shape_.heads, t) != 0.0) {
                continue;
            }
            for (const int p : stages(options_.pipeline, layers)) {
                const int contexts = sequence_ >= kContextFrom ? kMostContext : 1;
                for (const int c : degrees(options_.context, contexts)) {
                    if (plan.accelerators % (t * p * c) != 0 || cancelled()) {
                        continue;
                    }
                    plan.tensor = t;
                    plan.pipeline = p;
                    plan.context = c;
                    overExperts(plan);
                }
            }
        }
    }

    void overExperts(TrainingPlan plan) {
        const int most =
            shape_.experts > 0.0 ? std::min(kMostExpert, static_cast<int>(shape_.experts)) : 1;
        const int copies = plan.copies();
        for (const int e : degrees(options_.expert, most)) {
            if (e > 1 && ((copies * plan.context * plan.tensor) % e != 0 ||
                          std::fmod(shape_.experts, e) != 0.0)) {
                continue;
            }
            plan.expert = e;
            const int split = models::expertTensorRanks(plan, *software_);
            if (split > 1 && shape_.experts > 0.0 &&
                std::fmod(shape_.expertFeedForward, split) != 0.0) {
                continue;
            }
            for (const int v :
                 chunks(options_.interleave, static_cast<int>(shape_.layers), plan.pipeline)) {
                plan.interleave = v;
                overBatches(plan);
            }
        }
    }

    void overBatches(TrainingPlan plan) {
        const int copies = plan.copies();
        const double first = options_.microBatch > 0.0 ? options_.microBatch : 1.0;
        const double last = options_.microBatch > 0.0 ? options_.microBatch : kMostMicroBatch;
        for (double b = first; b <= last; b *= 2.0) {
            const double share = copies * b;
            if (plan.batchSequences < share || std::fmod(plan.batchSequences, share) != 0.0) {
                continue;
            }
            // Interleaving needs as many micro-batches as stages.
            if (plan.interleave > 1 &&
                std::fmod(plan.batchSequences / share, plan.pipeline) != 0.0) {
                continue;
            }
            plan.microBatch = b;
            overStates(plan);
        }
    }

    void overStates(TrainingPlan plan) {
        constexpr std::array kShardings = {Sharding::Zero1, Sharding::Zero3};
        constexpr std::array kRecomputes = {Recompute::None, Recompute::Selective, Recompute::Full};
        for (const Sharding sharding : kShardings) {
            if (options_.anySharding) {
                plan.sharding = sharding;
            }
            for (const Recompute recompute : kRecomputes) {
                // Fused attention keeps no scores: there is nothing selective to compute again.
                if (options_.anyRecompute && recompute == Recompute::Selective &&
                    software_->attention == models::AttentionKernel::Fused) {
                    continue;
                }
                if (options_.anyRecompute) {
                    plan.recompute = recompute;
                }
                consider(plan);
                if (!options_.anyRecompute) {
                    break;
                }
            }
            if (!options_.anySharding) {
                break;
            }
        }
    }

    void consider(const TrainingPlan& plan) {
        const std::uint64_t number = number_++;
        if (!options_.unsupported && models::planGap(plan, *software_) != models::PlanGap::None) {
            ++result_.notCombined;
            return;
        }
        ++result_.plans;
        const models::TrainingMemory memory = models::trainingMemory(
            plan, *question_.model, *software_, input_.accelerator->memoryBytes);
        if (!memory.fits()) {
            ++result_.outOfMemory;
            if (result_.outOfMemory == 1 || -memory.spareBytes < result_.leastMissingBytes) {
                result_.leastMissingBytes = -memory.spareBytes;
                result_.nearest = plan;
            }
            return;
        }
        ++result_.estimated;
        input_.plan = plan;
        if (!options_.everyStep && isRuledOut(leastScore(plan), memory.spareBytes)) {
            ++result_.ruledOut;
            return;
        }
        const TrainingStep step = models::trainingStep(input_);
        if (std::isfinite(step.stepS)) {
            const RankedPlan ranked{plan, step, score(plan, step), named_, number};
            if (isFront()) {
                keepOnFront(ranked);
            } else {
                keep(ranked);
            }
        }
    }

    bool isFront() const { return options_.frontGrainBytes > 0.0; }

    double grains(double spareBytes) const {
        return std::floor(spareBytes / options_.frontGrainBytes);
    }

    /// No score from `least` on can be among the best plans, or on the front.
    bool isRuledOut(double least, double spareBytes) const {
        if (!isFront()) {
            return least > worstKept_;
        }
        return std::any_of(result_.best.begin(), result_.best.end(), [&](const RankedPlan& kept) {
            return kept.score < least && grains(kept.step.memory.spareBytes) >= grains(spareBytes);
        });
    }

    /// Adds a plan that no other one beats, in place of those that it beats.
    void keepOnFront(const RankedPlan& ranked) {
        const auto beats = [&](const RankedPlan& a, const RankedPlan& b) {
            return before(a, b) &&
                   grains(a.step.memory.spareBytes) >= grains(b.step.memory.spareBytes);
        };
        std::vector<RankedPlan>& front = result_.best;
        if (std::any_of(front.begin(), front.end(),
                        [&](const RankedPlan& kept) { return beats(kept, ranked); })) {
            return;
        }
        std::erase_if(front, [&](const RankedPlan& kept) { return beats(ranked, kept); });
        front.push_back(ranked);
    }

    /// A score that the plan cannot be below; kRounding: sums of both are made in different orders.
    double leastScore(const TrainingPlan& plan) {
        const WorkKey key{plan.tensor,     plan.context,
                          plan.expert,     models::expertTensorRanks(plan, *software_),
                          plan.microBatch, plan.recompute};
        auto found = works_.find(key);
        if (found == works_.end()) {
            found = works_
                        .emplace(key, models::microBatchWork({&shape_, input_.accelerator,
                                                              software_, &plan, input_.clock}))
                        .first;
        }
        const double stepS = models::leastStepS(input_, shape_, found->second) * (1.0 - kRounding);
        return score(plan, stepS) * (options_.objective == PlanObjective::Energy ? leastW_ : 1.0);
    }

    /// Seconds, or accelerator-seconds, of the question's batch.
    double score(const TrainingPlan& plan, double stepS) const {
        stepS *= question_.plan.batchSequences / plan.batchSequences;
        return options_.objective == PlanObjective::Time ? stepS : stepS * plan.accelerators;
    }

    double score(const TrainingPlan& plan, const TrainingStep& step) const {
        const double seconds = score(plan, step.stepS);
        return options_.objective == PlanObjective::Energy
                   ? seconds * question_.cluster->powerW(step.phases)
                   : seconds;
    }

    /// Plans of one idea share all of this.
    static bool sameIdea(const RankedPlan& a, const RankedPlan& b) {
        const TrainingPlan& p = a.plan;
        const TrainingPlan& q = b.plan;
        return p.accelerators == q.accelerators && p.tensor == q.tensor &&
               p.pipeline == q.pipeline && p.expert == q.expert && p.sharding == q.sharding &&
               p.precision == q.precision && p.batchSequences == q.batchSequences &&
               a.software.spec == b.software.spec;
    }

    /// The best plan of each of the best ideas.
    void keep(const RankedPlan& ranked) {
        std::vector<RankedPlan>& best = result_.best;
        const auto same = std::find_if(best.begin(), best.end(), [&](const RankedPlan& other) {
            return sameIdea(ranked, other);
        });
        if (same != best.end()) {
            if (!before(ranked, *same)) {
                return;
            }
            *same = ranked;
        } else if (best.size() < options_.best) {
            best.push_back(ranked);
        } else {
            const auto worst = std::max_element(best.begin(), best.end(), before);
            if (worst == best.end() || !before(ranked, *worst)) {
                return;
            }
            *worst = ranked;
        }
        if (best.size() == options_.best) {
            worstKept_ = std::max_element(best.begin(), best.end(), before)->score;
        }
    }

    const TrainingQuestion& question_;
    const PlanSearchOptions& options_;
    const PlanSearchProgress& progress_;
    const std::atomic<bool>* cancel_;
    models::ModelShape shape_;
    models::TrainingStepInput input_;
    const models::SoftwareStackSpec* software_ = nullptr;
    PlanSearchOptions::Software named_;
    int sequence_ = 0;
    double leastW_ = 0.0;       ///< of an accelerator in the lightest phase of a step
    std::uint64_t number_ = 0;  ///< of the next plan
    double worstKept_ = std::numeric_limits<double>::infinity();
    std::map<WorkKey, models::MicroBatchWork> works_;  ///< of the combination
    PlanSearch result_;
};

struct Term {
    const char* name;
    double TrainingStep::*seconds;
};

constexpr std::array kTerms = {
    Term{"matrix multiplication", &TrainingStep::matrixS},
    Term{"attention", &TrainingStep::attentionS},
    Term{"vectors", &TrainingStep::vectorS},
    Term{"recomputation", &TrainingStep::recomputeS},
    Term{"the optimiser", &TrainingStep::optimiserS},
    Term{"launches", &TrainingStep::launchS},
    Term{"the pipeline's bubble", &TrainingStep::bubbleS},
    Term{"tensor-parallel collectives", &TrainingStep::tensorS},
    Term{"context-parallel traffic", &TrainingStep::contextS},
    Term{"expert traffic", &TrainingStep::expertS},
    Term{"sends between stages", &TrainingStep::pipelineS},
    Term{"traffic among copies", &TrainingStep::dataS},
};

}  // namespace

std::vector<models::Precision> precisionsOf(const TrainingQuestion& question) {
    using models::Precision;
    std::vector<Precision> found;
    for (const Precision p :
         {Precision::Bf16, Precision::Fp8, Precision::Fp8Block, Precision::Fp4}) {
        if (models::multiplies(*question.cluster->accelerator, p)) {
            found.push_back(p);
        }
    }
    return found;
}

std::vector<double> batchesAround(double batch) {
    std::vector<double> found;
    for (const double factor : {0.5, 1.0, 2.0, 4.0, 8.0}) {
        if (batch * factor >= 1.0) {
            found.push_back(std::floor(batch * factor));
        }
    }
    return found;
}

std::vector<PlanSearchOptions::Software> softwareFor(const models::AcceleratorSpec& accelerator,
                                                     const Catalogue& catalogue) {
    std::vector<PlanSearchOptions::Software> found;
    for (const CatalogueEntry* entry : catalogue.entriesOf(models::SoftwareStackSpec::type().id)) {
        const auto* spec = static_cast<const models::SoftwareStackSpec*>(entry->spec.get());
        if (spec->year >= accelerator.year && spec->trainsOn == accelerator.kind) {
            found.push_back({entry->id, spec});
        }
    }
    return found;
}

PlanSearch searchPlans(const TrainingQuestion& question, const PlanSearchOptions& options,
                       const PlanSearchProgress& progress, const std::atomic<bool>* cancel) {
    return Search(question, options, progress, cancel).run();
}

std::string whyBetter(const RankedPlan& best, const RankedPlan& other) {
    const Term* saves = nullptr;
    const Term* costs = nullptr;
    for (const Term& term : kTerms) {
        const double gain = other.step.*term.seconds - best.step.*term.seconds;
        if (gain > 0.0 && (saves == nullptr ||
                           gain > other.step.*(saves->seconds) - best.step.*(saves->seconds))) {
            saves = &term;
        }
        if (gain < 0.0 && (costs == nullptr ||
                           gain < other.step.*(costs->seconds) - best.step.*(costs->seconds))) {
            costs = &term;
        }
    }
    if (saves == nullptr) {
        return "It loses on no part of the step.";
    }
    char text[256];
    const double gain = other.step.*(saves->seconds) - best.step.*(saves->seconds);
    std::snprintf(text, sizeof text,
                  "Against tp %d, pp %d, vp %d, cp %d, dp %d the first saves %.3g s of %s a step",
                  other.plan.tensor, other.plan.pipeline, other.plan.interleave, other.plan.context,
                  other.plan.copies(), gain, saves->name);
    std::string why = text;
    if (costs != nullptr) {
        const double loss = best.step.*(costs->seconds) - other.step.*(costs->seconds);
        std::snprintf(text, sizeof text, " and spends %.3g s more on %s", loss, costs->name);
        why += text;
    }
    return why + ".";
}

double usualBatchSequences(int accelerators, int sequence) {
    const double least = std::max(kUsualBatchTokens / sequence,
                                  static_cast<double>(accelerators) / kAcceleratorsForASequence);
    return std::exp2(std::ceil(std::log2(std::max(least, 1.0))));
}

}  // namespace headroom::engine
