// SPDX-License-Identifier: Apache-2.0
#include "models/workload/inference_step.h"

#include "models/compute/accelerator_power.h"
#include "models/core/stated.h"
#include "models/workload/inference_service.h"
#include "models/workload/number_bytes.h"
#include "models/workload/state_space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::models {

namespace {

constexpr double kBitsPerByte = 8.0;
constexpr double kActivationBits = 16.0, kLeastCacheBits = 8.0;
constexpr double kQueryTile = 64.0;  ///< rows of the matrix units that queries of one key fill
constexpr double kExpertBlock =
    64.0;  ///< rows of an expert that grouped kernels take together, of many tokens

// Fitted: inference_step.h.
constexpr double kMatrixActivity = 0.781;
constexpr double kCollectiveActivity = 0.287;

double positive(double value) {
    return value > 0.0 ? value : 0.0;
}

/// The next multiple of a block.
double upTo(double value, double block) {
    return block > 1.0 ? std::ceil(value / block) * block : value;
}

/// a / b, infinite where nothing flows, 0 where nothing has to.
double over(double amount, double rate) {
    if (amount <= 0.0) {
        return 0.0;
    }
    return rate > 0.0 ? amount / rate : std::numeric_limits<double>::infinity();
}

/// The law of weights of a given number of bits. Where the accelerator does not compute in their format, the
/// weights alone are narrow: read so, and multiplied in 16 bits.
MatrixLaw lawOf(const InferenceInput& input, const WeightBits& weights) {
    const AcceleratorSpec& chip = *input.accelerator;
    const double bits = weights.arithmetic;
    MatrixFormat format = MatrixFormat::Bf16;
    if (bits <= 4.0 && chip.fp4FlopsPerS > 0.0) {
        format = MatrixFormat::Fp4;
    } else if (bits <= 8.0 && bits > 4.0) {
        format = chip.fp8FlopsPerS > 0.0 ? MatrixFormat::Fp8 : MatrixFormat::Int8;
    }
    MatrixLaw law = matrixLaw(chip, format);
    const double clock = std::clamp(input.clock, 0.0, 1.0);
    law.flopsPerS *= input.stack->matrixShare * clock;
    // A throttled chip keeps the clock of its memory; a stopped one does nothing.
    law.memoryBytesPerS = clock > 0.0 ? law.memoryBytesPerS * input.stack->bandwidthShare : 0.0;
    law.latencyS = 0.0;  // kernels of a graph: the floor of the serving stack
    if (format == MatrixFormat::Bf16 && bits < 16.0) {
        law.inputBytes = bits / kBitsPerByte;
    }
    law.inputBytes *= weights.stored / bits;  // scales are read with what they scale
    return law;
}

double workS(const IterationTime& t) {
    return t.matrixS + t.weightsS + t.attentionS + t.cacheS + t.vectorS + t.tensorS + t.expertS +
           t.pipelineS + t.launchS;
}

double collectivesS(const IterationTime& t) {
    return t.tensorS + t.expertS + t.pipelineS;
}

double activityOf(const InferenceInput& input, const IterationTime& t) {
    const AcceleratorSpec& chip = *input.accelerator;
    const ServingStackSpec& stack = *input.stack;
    const double spanW = activeSpanW(chip);
    const double busyS = t.totalS - t.pausedS;
    const double wait = waitActivity(chip);
    const double active =
        t.memoryBytes * byteEnergyJ(chip) / spanW +
        statedOr(chip.matrixActivity, kMatrixActivity) * t.arithmeticS +
        statedOr(chip.collectiveActivity, kCollectiveActivity) * collectivesS(t) +
        wait * (busyS - t.requestsS) +
        std::min(1.0, statedOr(stack.hostRequestW, wait * spanW) / spanW) * t.requestsS;
    return std::min(active, busyS) / t.totalS;
}

/// The head that drafts where no other model does: the last layer of the model once more, with its output embedding.
/// Assumption: it attends to the whole context, and its width is that of a layer of the model.
LanguageModelSpec headOf(const LanguageModelSpec& model) {
    const ModelShape shape = shapeOf(model);
    LanguageModelSpec head = model;
    head.layers = 1;
    head.feedForward = static_cast<int>(shape.feedForward);
    head.expertFeedForward = static_cast<int>(shape.expertFeedForward);
    head.denseLayers = 0;
    head.window = 0;
    head.sharedCacheLayers = 0;
    head.attentionLayers = head.stateLayers = head.feedLayers = 0;
    head.tied = true;
    return head;
}

/// The input of the step that computes drafts.
InferenceInput draftInput(const InferenceInput& input, const LanguageModelSpec& draft) {
    InferenceInput drafts = input;
    drafts.model = &draft;
    drafts.plan.pipelineParallel = 1;
    drafts.plan.speculation = {};
    drafts.crowdedHost = false;
    return drafts;
}

/// Sum, activity and bound of the terms.
void finish(const InferenceInput& input, IterationTime& sum) {
    const double computing = sum.matrixS + sum.attentionS;
    const double reading = sum.weightsS + sum.cacheS + sum.vectorS;
    const double collectives = collectivesS(sum);
    const double engine = sum.launchS + sum.hostS;
    sum.totalS = computing + reading + collectives + engine;
    sum.activity = sum.totalS > 0.0 && std::isfinite(sum.totalS) ? activityOf(input, sum) : 0.0;
    const std::array terms = {
        sum.matrixS, sum.weightsS + sum.vectorS, sum.cacheS, sum.attentionS, collectives, engine};
    sum.bound =
        static_cast<InferenceBound>(std::max_element(terms.begin(), terms.end()) - terms.begin());
}

}  // namespace

const char* inferenceBoundName(InferenceBound bound) {
    constexpr std::array kNames = {"matrix",    "weights",     "cache",
                                   "attention", "collectives", "engine"};
    return kNames[static_cast<std::size_t>(bound)];
}

const char* inferenceBoundText(InferenceBound bound) {
    constexpr std::array kTexts = {
        "the arithmetic of the matrices",          "reading the weights from memory",
        "reading the key-value cache from memory", "attention over the prompts",
        "collectives between accelerators",        "kernel launches and the host"};
    return kTexts[static_cast<std::size_t>(bound)];
}

int InferencePlan::accelerators() const {
    return std::max(tensorParallel, expertParallel) * pipelineParallel;
}

double cacheBitsOf(const ServingStackSpec& stack, double weightBits, double stated) {
    if (!std::isnan(stated)) {
        return stated;
    }
    return stack.cacheAsWeights ? std::max(kLeastCacheBits, weightBits) : kActivationBits;
}

InferencePlan planOf(const InferenceServiceSpec& service, const ServingStackSpec& stack) {
    InferencePlan plan;
    plan.tensorParallel = service.tensorParallel;
    plan.pipelineParallel = service.pipelineParallel;
    plan.expertParallel = service.expertParallel;
    plan.weightBits = service.weightBits;
    plan.cacheBits = cacheBitsOf(stack, service.weightBits, service.cacheBits);
    plan.memoryShare = service.memoryShare;
    plan.speculation.draftTokens = service.draftTokens;
    plan.speculation.acceptance = service.draftAcceptance;
    return plan;
}

InferenceStep::InferenceStep(const InferenceInput& input)
    : input_(input), shape_(shapeOf(*input.model)) {
    const InferencePlan& plan = input.plan;
    attentionRanks_ = plan.tensorParallel;
    attentionLayers_ = shape_.layers * shape_.attentionShare;
    stateLayers_ = shape_.layers * shape_.stateShare;
    const double feeds = shape_.expertLayers + shape_.denseLayers * shape_.feedShare;
    wholeLayers_ = 0.5 * (attentionLayers_ + stateLayers_ + feeds);
    scanFlopsPerS_ = kStateRate * attentionFlopsPerS(*input.accelerator, true) *
                     std::clamp(input.clock, 0.0, 1.0);
    copies_ = std::max(1.0, static_cast<double>(plan.expertParallel) / plan.tensorParallel);
    stages_ = plan.pipelineParallel;
    expertRanks_ = plan.expertParallel;
    expertSplit_ = std::max(1.0, static_cast<double>(plan.tensorParallel) / plan.expertParallel);
    keyHeadsHere_ = std::max(1.0, shape_.keyHeads / attentionRanks_);
    const ServedWeightBits bits = servedWeightBits(plan, *input.model, *input.accelerator);
    law_ = lawOf(input, bits.dense);
    attentionLaw_ = lawOf(input, bits.attention);
    routerLaw_ = lawOf(input, {});
    const double expertBits = bits.experts.arithmetic;
    expertLaw_ = lawOf(input, bits.experts);
    narrowExperts_ = expertBits <= 4.0;
    expertLaw_.memoryBytesPerS *= input.stack->expertBandwidthShare *
                                  (expertBits < 16.0 ? input.stack->narrowExpertShare : 1.0);
    if (!std::isnan(input.stack->expertFlopsPerS)) {
        expertLaw_.flopsPerS = std::min(
            routerLaw_.flopsPerS, input.stack->expertFlopsPerS * std::clamp(input.clock, 0.0, 1.0));
    }
    wideExperts_ = expertBits == 16.0;
    blockScaled_ = expertBits == 8.0 && input.model->blockScales;
    attentionFlopsPerS_ = attentionFlopsPerS(*input.accelerator) * input.stack->attentionShare *
                          std::clamp(input.clock, 0.0, 1.0);
    bytesPerS_ = routerLaw_.memoryBytesPerS;
    if (const Speculation& speculation = plan.speculation; speculation.isOn()) {
        if (speculation.draft == nullptr) {
            head_ = std::make_shared<const LanguageModelSpec>(headOf(*input.model));
        }
        draft_ = std::make_shared<const InferenceStep>(
            draftInput(input, head_ ? *head_ : *speculation.draft));
    }
}

double InferenceStep::heldWidth(double width) const {
    return narrowExperts_ ? upTo(width, input_.stack->narrowWidthBlock) : width;
}

double InferenceStep::heldHidden() const {
    return narrowExperts_ ? upTo(shape_.expertHidden, input_.stack->narrowHiddenBlock)
                          : shape_.expertHidden;
}

double InferenceStep::cachedElements() const {
    return shape_.keyRank > 0.0 ? shape_.keyRank + shape_.ropeSize
                                : 2.0 * keyHeadsHere_ * shape_.headSize;
}

/// Scores and their sum of values: of prompts with whole heads, of decoding on what is cached.
double InferenceStep::pairFlops(bool prompt) const {
    const ModelShape& s = shape_;
    const double heads = std::max(1.0, s.heads / attentionRanks_);
    if (s.keyRank <= 0.0) {
        return 4.0 * heads * s.headSize;
    }
    return 2.0 * heads *
           (prompt ? s.headSize + s.ropeSize + s.valueSize : 2.0 * s.keyRank + s.ropeSize);
}

/// Into queries, keys and values, and out of the heads.
void InferenceStep::addProjections(double rows, IterationTime& sum) const {
    const ModelShape& s = shape_;
    const double heads = std::max(1.0, s.heads / attentionRanks_);
    if (s.keyRank <= 0.0) {
        addMatrix(attentionLaw_, {(heads + 2.0 * keyHeadsHere_) * s.headSize, s.hidden}, rows, 1.0,
                  attentionLayers_, sum);
        addMatrix(attentionLaw_, {s.hidden, heads * s.headSize}, rows, 1.0, attentionLayers_, sum);
        return;
    }
    const double from = s.queryRank > 0.0 ? s.queryRank : s.hidden;
    addMatrix(attentionLaw_, {(s.queryRank > 0.0 ? s.queryRank : 0.0) + cachedElements(), s.hidden},
              rows, 1.0, attentionLayers_, sum);
    addMatrix(attentionLaw_, {heads * (s.headSize + s.ropeSize), from}, rows, 1.0, attentionLayers_,
              sum);
    addMatrix(attentionLaw_, {s.keyRank, s.headSize}, rows, heads, attentionLayers_, sum);
    addMatrix(attentionLaw_, {s.valueSize, s.keyRank}, rows, heads, attentionLayers_, sum);
    addMatrix(attentionLaw_, {s.hidden, heads * s.valueSize}, rows, 1.0, attentionLayers_, sum);
}

/// `count` matrices of the same shape in one launch, `rows` tokens for each, `times` launches.
void InferenceStep::addMatrix(const MatrixLaw& law, const Matrix& matrix, double rows, double count,
                              double times, IterationTime& sum) const {
    if (rows <= 0.0 || times <= 0.0) {
        return;
    }
    const double bytes = count * (law.inputBytes * matrix.k * (rows + matrix.n) +
                                  kActivationBytes * rows * matrix.n);
    const double seconds = law.seconds(rows, matrix.n, matrix.k, count);
    const double readingS = over(bytes, law.memoryBytesPerS);
    // In t = (c^3 + r^3)^(1/3), reading is the larger part if r exceeds t / 2^(1/3).
    const bool reads = readingS * std::cbrt(2.0) >= seconds;
    (reads ? sum.weightsS : sum.matrixS) += times * seconds;
    sum.arithmeticS +=
        times * law.arithmeticS(std::max(rows, matrix.filled), matrix.n, matrix.k, count);
    sum.flops += times * count * 2.0 * rows * matrix.n * matrix.k;
    sum.memoryBytes += times * bytes;
}

void InferenceStep::addExperts(double tokens, double ownRows, double layers,
                               IterationTime& sum) const {
    const ModelShape& s = shape_;
    if (layers <= 0.0 || s.experts <= 0.0) {
        return;
    }
    const double width = heldWidth(s.expertFeedForward / expertSplit_);
    const double hidden = heldHidden();
    // Tokens choose alike and apart: E (1 - (1 - k/E)^M) experts are met by at least one.
    const double met = s.experts * (1.0 - std::pow(1.0 - s.expertsPerToken / s.experts, tokens));
    const double imbalance = (expertRanks_ > 1.0 ? input_.stack->expertImbalance : 1.0) *
                             (input_.stack->padsCopies ? copies_ : 1.0);
    const double here = std::max(1.0, met / expertRanks_);
    const double rows = tokens * s.expertsPerToken / expertRanks_ / here * imbalance;
    // All experts of a rank are one grouped multiplication.
    const IterationTime before = sum;
    MatrixLaw law = expertLaw_;
    double filled = rows;
    if (wideExperts_ && tokens > s.experts / expertRanks_) {
        law.memoryBytesPerS *= input_.stack->expertBlockShare;
        filled = std::ceil(rows / kExpertBlock) * kExpertBlock;
    }
    addMatrix(law, {s.gates * width, hidden, filled}, rows, here, layers, sum);
    addMatrix(law, {hidden, width, filled}, rows, here, layers, sum);
    if (blockScaled_) {
        // Each block of products is scaled before it is summed: the units are at it as long as the kernel runs.
        sum.arithmeticS =
            before.arithmeticS + sum.weightsS + sum.matrixS - before.weightsS - before.matrixS;
    }
    const double shared = s.sharedExperts * s.expertFeedForward / attentionRanks_;
    if (shared > 0.0) {
        addMatrix(law_, {s.gates * shared, s.hidden}, ownRows, 1.0, layers, sum);
        addMatrix(law_, {s.hidden, shared}, ownRows, 1.0, layers, sum);
    }
    if (s.expertHidden != s.hidden) {
        addMatrix(law_, {s.expertHidden, s.hidden}, ownRows, 1.0, layers, sum);
        addMatrix(law_, {s.hidden, s.expertHidden}, ownRows, 1.0, layers, sum);
    }
    addMatrix(routerLaw_, {s.experts, s.hidden}, ownRows, 1.0, layers, sum);
}

void InferenceStep::addAttention(const IterationLoad& load, double part, IterationTime& sum) const {
    const ModelShape& s = shape_;
    const double share = part / copies_;
    const double headsHere = std::max(1.0, s.heads / attentionRanks_);
    if (load.promptTokens > 0.0) {
        const double meanContext = load.promptPairs / load.promptTokens;
        const double pairs = load.promptTokens * s.attendedOf(meanContext) * share;
        const double flops = pairFlops(true) * pairs * attentionLayers_;
        sum.attentionS += over(flops, attentionFlopsPerS_);
        sum.arithmeticS += over(flops, attentionFlopsPerS_);
        sum.flops += flops;
    }
    if (load.decodes > 0.0) {
        const double meanContext = load.contextTokens / load.decodes;
        // Once for all queries of a group, and again for a share of the others in older kernels.
        const double reads = 1.0 + (headsHere / keyHeadsHere_ - 1.0) * input_.stack->repeatedReads;
        const double bytes = load.decodes * s.attendedOf(meanContext) * share * cachedElements() *
                             input_.plan.cacheBits / kBitsPerByte * attentionLayers_ * reads;
        const double queries = input_.plan.speculation.computedTokens();
        const double flops = pairFlops(false) * load.decodes * queries * s.attendedOf(meanContext) *
                             share * attentionLayers_;
        sum.cacheS += std::max(over(bytes, bytesPerS_), over(flops, attentionFlopsPerS_));
        sum.memoryBytes += bytes;
        sum.flops += flops;
        // Latent attention has queries enough to fill its tiles.
        const double group = queries * headsHere / keyHeadsHere_;
        const double padded =
            s.keyRank > 0.0 ? 1.0 : std::ceil(group / kQueryTile) * kQueryTile / group;
        sum.arithmeticS += over(padded * flops, attentionFlopsPerS_);
    }
    // Norms, positions, residuals, activations, each read and written once by fused kernels.
    const double tokens =
        (load.decodes * input_.plan.speculation.computedTokens() + load.promptTokens) * share;
    const double inner =
        s.expertLayers > 0.0 ? s.expertFeedForward * s.expertsPerToken : s.feedForward;
    const double elements = 8.0 * s.hidden + 2.0 * (headsHere + 2.0 * keyHeadsHere_) * s.headSize +
                            (s.gates + 1.0) * inner / attentionRanks_;
    // A layer of a hybrid is a mixer or a feed-forward, with half of the norms and residuals.
    const double feed = 4.0 * s.hidden + (s.gates + 1.0) * inner / attentionRanks_;
    const double all = stateLayers_ > 0.0
                           ? (elements - feed) * attentionLayers_ +
                                 feed * (s.expertLayers + s.denseLayers * s.feedShare)
                           : elements * s.layers;
    const double bytes = tokens * all * kActivationBytes;
    sum.vectorS += over(bytes, bytesPerS_);
    sum.memoryBytes += bytes;
}

void InferenceStep::addStates(const IterationLoad& load, double part, double rows,
                              IterationTime& sum) const {
    if (stateLayers_ <= 0.0) {
        return;
    }
    const ModelShape& s = shape_;
    const double inner = s.stateInner / attentionRanks_;
    const double groups = std::max(1.0, s.stateGroups / attentionRanks_);
    const double wide = 2.0 * groups * s.stateSize;
    addMatrix(attentionLaw_, {2.0 * inner + wide, s.hidden}, rows, 1.0, stateLayers_, sum);
    addMatrix(attentionLaw_, {s.hidden, inner}, rows, 1.0, stateLayers_, sum);
    const double share = part / copies_;
    const double kept = stateElements(inner, s.stateSize, groups) * kStateBytes;
    const double stateBytes = 2.0 * load.decodes * share * kept * stateLayers_;
    sum.cacheS += over(stateBytes, bytesPerS_);
    const double flops =
        load.promptTokens * share * inner * stateScanFlops(s.stateSize) * stateLayers_;
    sum.attentionS += over(flops, scanFlopsPerS_);
    sum.flops += flops;
    const double tokens =
        (load.decodes * input_.plan.speculation.computedTokens() + load.promptTokens) * share;
    const double moved = tokens * (4.0 * s.hidden + kStateMoves * inner + 2.0 * wide) *
                         kActivationBytes * stateLayers_;
    sum.vectorS += over(moved, bytesPerS_);
    sum.memoryBytes += stateBytes + moved;
}

double InferenceStep::allReduceS(double bytes) const {
    CollectiveRequest request;
    request.collective = Collective::AllReduce;
    request.bytes = bytes;
    request.ranks = input_.plan.tensorParallel;
    request.domain = std::min(input_.plan.tensorParallel, input_.scaleUpDomain);
    const double library = collectiveTime(input_.network, request).seconds;
    const double floorS = input_.stack->reduceFloorS;
    if (!(floorS > 0.0) || request.ranks > input_.scaleUpDomain) {
        return library;
    }
    // Kernels of serving engines read the peers' buffers themselves: one step, all in the domain.
    const double n = request.ranks;
    const double own = floorS + input_.stack->reducePerRankS * (n - 2.0) +
                       over(2.0 * (n - 1.0) / n * bytes,
                            input_.network.scaleUpBytesPerS * input_.network.scaleUp->efficiency);
    return std::min(library, own);
}

void InferenceStep::addCollectives(double tokens, IterationTime& sum) const {
    const ModelShape& s = shape_;
    const double own = tokens / copies_;
    if (attentionRanks_ > 1.0) {
        sum.tensorS += 2.0 * wholeLayers_ * allReduceS(own * s.hidden * kActivationBytes);
    }
    if (copies_ > 1.0 && s.expertLayers > 0.0) {
        CollectiveRequest request;
        request.collective = Collective::AllToAll;
        request.ranks = input_.plan.expertParallel;
        request.domain = std::min(input_.plan.expertParallel, input_.scaleUpDomain);
        // A token goes to the ranks of its experts, each of them once at most.
        const double copiesOfToken = std::min(s.expertsPerToken, expertRanks_);
        request.bytes = own / attentionRanks_ * copiesOfToken * s.expertHidden * kActivationBytes;
        sum.expertS += 2.0 * s.expertLayers * input_.stack->expertImbalance *
                       collectiveTime(input_.network, request).seconds;
    }
    if (stages_ > 1.0) {
        CollectiveRequest request;
        request.collective = Collective::SendReceive;
        request.ranks = 2;
        const int ranksOfStage = input_.plan.accelerators() / input_.plan.pipelineParallel;
        request.domain = 2 * ranksOfStage <= input_.scaleUpDomain ? 2 : 1;
        request.bytes = own / attentionRanks_ * s.hidden * kActivationBytes;
        sum.pipelineS += stages_ * collectiveTime(input_.network, request).seconds;
    }
}

/// The first pass has the prompts with it, so that the draft knows them.
void InferenceStep::addDrafts(const IterationLoad& load, IterationTime& sum) const {
    IterationLoad decoding = load;
    decoding.promptTokens = decoding.promptPairs = decoding.promptEnds = 0.0;
    for (int j = 0; j < input_.plan.speculation.draftTokens; ++j) {
        const IterationTime pass = draft_->time(j == 0 ? load : decoding);
        sum.matrixS += pass.matrixS;
        sum.weightsS += pass.weightsS;
        sum.attentionS += pass.attentionS;
        sum.cacheS += pass.cacheS;
        sum.vectorS += pass.vectorS;
        sum.tensorS += pass.tensorS;
        sum.expertS += pass.expertS;
        sum.launchS += pass.launchS;
        sum.arithmeticS += pass.arithmeticS;
        sum.flops += pass.flops;
        sum.memoryBytes += pass.memoryBytes;
    }
}

double InferenceStep::promptSkew(const IterationLoad& load) const {
    if (copies_ <= 1.0 || load.promptTokens <= 0.0) {
        return 1.0;
    }
    const double prompts = std::max(1.0, load.promptEnds);
    const double mean = prompts / copies_;
    const double busiest = std::max(1.0, mean + std::sqrt(2.0 * mean * std::log(copies_)));
    return std::min(busiest, prompts) / mean;
}

IterationTime InferenceStep::time(const IterationLoad& carried) const {
    return timeOf(carried, stages_);
}

double InferenceStep::laterS(const IterationLoad& load) const {
    if (stages_ <= 1.0 || load.promptTokens <= 0.0) {
        return 0.0;
    }
    // The part with a chunk has its share of those that decode.
    const double chunks = std::max(1.0, load.promptEnds);
    IterationLoad one;
    one.decodes = load.decodes / stages_;
    one.contextTokens = load.contextTokens / stages_;
    one.promptTokens = load.promptTokens / chunks;
    one.promptPairs = load.promptPairs / chunks;
    one.promptEnds = 1.0;
    return positive(timeOf(one, 1.0).totalS - time(load).totalS);
}

IterationTime InferenceStep::timeOf(const IterationLoad& carried, double parts) const {
    IterationTime sum;
    if (carried.decodes + carried.promptTokens <= 0.0) {
        return sum;
    }
    // As if every copy had what the busiest has: it is the one that the others wait for.
    const double skew = promptSkew(carried);
    IterationLoad load = carried;
    load.promptTokens *= skew;
    load.promptPairs *= skew;
    const double computed = load.decodes * input_.plan.speculation.computedTokens();
    const double tokens = computed + load.promptTokens;
    const double expertTokens = input_.stack->padsCopies ? tokens : computed + carried.promptTokens;
    const ModelShape& s = shape_;
    // The load is cut into parts, one for each stage; a part passes all layers, and while it is in
    // one stage the others are in the others: an iteration takes as long as one part takes for all.
    const double part = 1.0 / parts;
    const double rows = tokens * part / copies_;
    const double t = attentionRanks_;
    addProjections(rows, sum);
    addMatrix(law_, {s.gates * s.feedForward / t, s.hidden}, rows, 1.0, s.denseLayers * s.feedShare,
              sum);
    addMatrix(law_, {s.hidden, s.feedForward / t}, rows, 1.0, s.denseLayers * s.feedShare, sum);
    addExperts(expertTokens * part, rows, s.expertLayers, sum);
    const double outputs = (computed + load.promptEnds) * part / copies_;
    addMatrix(routerLaw_, {s.vocabulary / t, s.hidden}, outputs, 1.0, parts, sum);
    addAttention(load, part, sum);
    addStates(load, part, rows, sum);
    addCollectives(tokens * part, sum);

    const ServingStackSpec& stack = *input_.stack;
    sum.launchS = wholeLayers_ * stack.kernelsPerLayer * stack.kernelFloorS +
                  (blockScaled_ ? s.expertLayers * stack.narrowLayerS : 0.0);
    sum.requestsS =
        stack.hostRequestS * (load.decodes + load.promptEnds) / copies_;  // each its own
    sum.hostS = stack.hostIterationS + sum.requestsS;
    // Counted so far: one rank of each stage, with one part of the load.
    sum.flops *= parts * copies_ * attentionRanks_;
    // Graphs with an upper size hold any tokens (piecewise); other graphs hold decoding alone.
    const bool captured = stack.capturedRequests == 0 ? load.promptTokens <= 0.0
                                                      : tokens <= stack.capturedRequests * copies_;
    const double queuedS = captured ? 0.0 : wholeLayers_ * stack.promptLayerS;
    sum.launchS += positive(queuedS - workS(sum));
    if (draft_) {
        addDrafts(carried, sum);
    }
    if (input_.crowdedHost) {
        const double paceS = stack.crowdedIterationS +
                             stack.crowdedRequestS * (load.decodes + load.promptEnds) / copies_;
        sum.pausedS = positive(paceS - workS(sum) - sum.hostS);
        sum.hostS += sum.pausedS;
    }
    finish(input_, sum);
    return sum;
}

double CacheGrowth::units(double tokens) const {
    return global * tokens + localShare * std::min(tokens, window);
}

double CacheGrowth::tokens(double units) const {
    const double within = units / (global + localShare);
    if (within <= window || !(localShare > 0.0)) {
        return within;
    }
    return global > 0.0 ? (units - localShare * window) / global
                        : std::numeric_limits<double>::infinity();
}

namespace {

/// Elements of one token in one layer of the whole model, in global and in local layers.
double globalElements(const ModelShape& s) {
    return s.keyRank > 0.0 ? s.keyRank + s.ropeSize : 2.0 * s.globalKeyHeads * s.globalHeadSize;
}

double localElements(const ModelShape& s) {
    return s.keyRank > 0.0 ? s.keyRank + s.ropeSize : 2.0 * s.keyHeads * s.headSize;
}

/// Weights of one accelerator.
double servedBytes(const InferenceInput& input, const ModelShape& s) {
    const InferencePlan& plan = input.plan;
    const ServingStackSpec& stack = *input.stack;
    const ServedWeightBits bits = servedWeightBits(plan, *input.model, *input.accelerator);
    const double t = plan.tensorParallel;
    const double p = plan.pipelineParallel;
    const double copies = std::max(1.0, plan.expertParallel / t);
    // Kernels of narrow experts hold each rank's part of an expert in whole blocks.
    const bool narrow = bits.experts.arithmetic <= 4.0;
    const double split = std::max(1.0, t / plan.expertParallel);
    const double hidden = narrow ? upTo(s.expertHidden, stack.narrowHiddenBlock) : s.expertHidden;
    const double width = s.expertFeedForward / split;
    const double held = narrow ? upTo(width, stack.narrowWidthBlock) : width;
    const double expert = s.expertLayers > 0.0 ? (s.gates + 1.0) * hidden * held * split : 0.0;
    const double dense = s.denseLayers * s.denseParameters + s.expertLayers * s.sharedParameters;
    // Routers and embeddings stay in 16 bits; a stage holds one of the two matrices, a lone one holds both.
    const double routers = s.expertLayers * s.experts * s.hidden;
    const double embedding = s.embeddingParameters / std::min(p, 2.0) / t;
    return ((bits.attention.stored * s.layers * s.attentionParameters + bits.dense.stored * dense) /
                t +
            bits.experts.stored * s.expertLayers * s.experts * expert / (t * copies)) /
               kBitsPerByte / p +
           (routers / p + embedding) * kActivationBytes;
}

double workspaceOf(const InferenceInput& input, const ModelShape& s) {
    const ServingStackSpec& stack = *input.stack;
    const double t = input.plan.tensorParallel;
    const double split = std::max(1.0, t / input.plan.expertParallel);
    const double dense =
        s.denseLayers * s.feedShare > 0.0 ? (s.gates + 1.0) * s.feedForward / t : 0.0;
    const double experts =
        s.expertLayers > 0.0
            ? s.expertsPerToken * ((s.gates + 1.0) * s.expertFeedForward / split + s.expertHidden)
            : 0.0;
    const double ofToken = 4.0 * s.hidden + std::max(dense, experts);
    return stack.workspaceBytes + stack.workspaceTokens * kActivationBytes * ofToken +
           (stack.workspaceTokens > 0 ? stack.maximumBatch * s.vocabulary * stack.logitBytes : 0.0);
}

/// Weights and cache of a draft next to those of the model. A head shares the embeddings of the model.
void addDraft(const InferenceInput& input, ServingMemory& memory) {
    const Speculation& speculation = input.plan.speculation;
    LanguageModelSpec draft =
        speculation.draft != nullptr ? *speculation.draft : headOf(*input.model);
    if (speculation.draft == nullptr) {
        draft.vocabulary = 1;
    }
    const InferenceInput drafts = draftInput(input, draft);
    const ModelShape s = shapeOf(draft);
    memory.weightBytes += servedBytes(drafts, s);
    const double ranks =
        s.keyRank > 0.0 ? 1.0 : std::min<double>(input.plan.tensorParallel, s.keyHeads);
    memory.cacheBytesPerToken += cacheBytesPerToken(draft, input.plan.cacheBits) / ranks;
}

}  // namespace

ServingMemory servingMemory(const InferenceInput& input) {
    const ModelShape s = shapeOf(*input.model);
    const InferencePlan& plan = input.plan;
    const double t = plan.tensorParallel;
    const double p = plan.pipelineParallel;
    ServingMemory memory;
    memory.weightBytes = servedBytes(input, s);
    memory.workspaceBytes = workspaceOf(input, s);
    if (plan.speculation.isOn()) {
        addDraft(input, memory);
    }
    memory.cacheBytes =
        input.accelerator->memoryBytes * statedOr(plan.memoryShare, input.stack->memoryShare) -
        memory.weightBytes - memory.workspaceBytes;
    // Tensor ranks share the heads of keys; with more ranks than heads they are kept more than once.
    const auto here = [&](double heads) {
        return s.keyRank > 0.0 ? 1.0 : std::max(1.0, heads / t) / heads;
    };
    const double bytes = plan.cacheBits / kBitsPerByte / p;
    const double global = s.globalCaches * globalElements(s) * here(s.globalKeyHeads) * bytes;
    const double local = s.localCaches * localElements(s) * here(s.keyHeads) * bytes;
    const bool keepsAll = !input.stack->freesWindows || !(local > 0.0);
    memory.cacheBytesPerToken += keepsAll ? global + local : global > 0.0 ? global : local;
    if (!keepsAll) {
        memory.growth = {global > 0.0 ? 1.0 : 0.0, global > 0.0 ? local / global : 1.0, s.window};
    }
    const double groups = std::max(1.0, s.stateGroups / t);
    memory.requestBytes =
        s.layers * s.stateShare / p * kStateBytes *
        (s.stateShare > 0.0 ? stateElements(s.stateInner / t, s.stateSize, groups) : 0.0);
    memory.cacheTokens =
        positive(std::floor(memory.cacheBytes / memory.cacheBytesPerToken)) * plan.copies();
    return memory;
}

double cacheBytesPerToken(const LanguageModelSpec& model, double cacheBits) {
    const ModelShape s = shapeOf(model);
    return (s.globalCaches * globalElements(s) + s.localCaches * localElements(s)) * cacheBits /
           kBitsPerByte;
}

double requestCacheBytes(const LanguageModelSpec& model, double cacheBits, double tokens) {
    const ModelShape s = shapeOf(model);
    const double kept = s.globalCaches * globalElements(s) * tokens +
                        s.localCaches * localElements(s) * std::min(tokens, s.window);
    const double states = s.stateShare > 0.0
                              ? s.layers * s.stateShare * kStateBytes *
                                    stateElements(s.stateInner, s.stateSize, s.stateGroups)
                              : 0.0;
    return kept * cacheBits / kBitsPerByte + states;
}

}  // namespace headroom::models
