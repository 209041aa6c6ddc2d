// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/kernel_law.h"
#include "models/network/collective.h"
#include "models/workload/language_model.h"
#include "models/workload/serving_stack.h"
#include "models/workload/speculation.h"

#include <cstdint>
#include <memory>

/// One iteration of a serving engine: every request that decodes gets one token, and prompts get
/// the tokens of their chunk, in one pass through the model.
///
/// A pass of M tokens (d decoding, c of prompts) through L layers of width h on t tensor ranks, p
/// stages:
///   state      layers of a hybrid model that keep a state instead of a cache: matrices in and out, the state
///              read and written for every request that decodes, a scan over prompts (state_space.h); they
///              and the others have one all-reduce each, and half of a layer's launches
///   matrices   by the kernel law of the accelerator at their shapes (kernel_law.h), m = M: reading
///              the weights is what takes the time of small M, arithmetic of large
///   attention  of prompts 4 h q FLOP for q pairs of query and key; of decoding the cache of all
///              contexts once through the memory (older kernels: again for queries that share it)
///              latent attention: the latent vectors alone, whole on each tensor rank, with the
///              matrices of keys and values folded into queries and results
///   experts    a batch of M tokens with top-k of E touches E (1 - (1 - k/E)^M) of them
///   tensor     2 all-reduces a layer of M h bytes x 2
///   copies     copies of the attention go layer by layer together, for the experts are shared: all take
///              as long as the one with most tokens. k prompts fall on C copies at random: the busiest has
///              max(1, k/C + sqrt(2 (k/C) ln C)) of them. Software that pads the others up to it
///              (pads_copies) gives the experts C times its tokens, and each rank works through the
///              rows of all copies: so time and draw of prompts go with them (models/workload/inference.md)
///   blocks     grouped kernels take rows of an expert by 16 while an iteration has no more tokens than a
///              rank has experts, by 64 beyond: these read 16-bit weights slower (vLLM, fused_moe.py,
///              get_default_config)
///   stages     the load is cut into p parts which follow each other: p (stage time of M/p + send). A chunk
///              of a prompt is not cut: it passes the stages one after another, and its first token
///              comes later than the iteration by what that pass takes beyond it (laterS)
///   engine     launch floors of the kernels, the launches of layers outside captured graphs (more
///              tokens than graphs cover; with prompts, where graphs are of decoding alone) where they
///              take longer than the work, and the host's share that is not hidden
///   drafts     k drafts of each request (speculation.h): the pass has (k + 1) d tokens that decode, and reads each cache
///              once for them; k passes of the draft come before it, the first with the prompts, without time of
///              the host. A draft is not cut into stages
///   crowded    where neighbours take the processors of its host, an iteration takes no less than
///              H = H0 + h d, whatever the accelerator does meanwhile: T becomes max(T, H), and it waits
/// Switching activity, for the power law of the accelerator (accelerator_power.h): what its parts do,
/// each in its own time, not arithmetic alone:
///   A = min(T, e B / S + c t_c + u t_u + w (T - t_r) + min(1, h / S) t_r) / T
/// B bytes read, e energy of a byte, S the span of power from idle to full activity, T the iteration less what a
/// crowded host keeps it waiting (idle);
///   t_c  the matrix units are busy, by the kernel law. Whole tiles count: in decoding 64 rows for the queries
///        that share a key, as fused kernels pack them (Shah et al., "FlashAttention-3", NeurIPS 2024), whole blocks
///        of 64 rows in grouped kernels (blocks above; reading takes longer than they do, so they cost no time), and as
///        long as grouped kernels run that scale 8-bit weights by blocks: each block of products is scaled
///        before it is summed. c activity in it
///   t_u  collectives, whose kernels poll the memory of peers: u next to waiting
///   t_r  requests are sampled: h [W], the same kernels on a few multiprocessors of any accelerator (by the
///        software; not stated: as waiting), at most the span of a small one. Fitted where S is 560 and 800 W
/// w between and next to kernels. No more than full activity: the regulator of a power limit holds its mean, and its
/// window is longer than an iteration.
/// e, c, u, w where none is stated: fitted with h over H100 and B200 together, 226 steady states of the
/// ML.ENERGY leaderboard (Chung et al., NeurIPS 2025 Datasets and Benchmarks).
/// Sources: Pope et al., "Efficiently Scaling Transformer Inference", MLSys 2023 (memory and
/// compute bounds, all-reduces); Yu et al., "Orca", OSDI 2022 (iteration-level batching); Agrawal
/// et al., "Sarathi-Serve", OSDI 2024 (chunked prefill); Kwon et al., "vLLM", SOSP 2023 (paged
/// cache). Errors over published measurements: models/workload/inference.md.
namespace headroom::models {

struct InferenceServiceSpec;

struct InferencePlan {
    int tensorParallel = 1;
    int pipelineParallel = 1;
    int expertParallel = 1;    ///< over tensorParallel: copies of the attention on ep / tp groups
    double weightBits = 16.0;  ///< and of the matrices' arithmetic: 16, 8 or 4
    double cacheBits = 16.0;   ///< of an element of keys and values
    double expertBits = 0.0;   ///< of experts' weights, where others are wider; 0 means weightBits
    FourBitFormat fourBit =
        FourBitFormat::Usual;  ///< of 4-bit weights; usual: as the model is published
    double memoryShare =
        kNotStated;  ///< of the accelerator's memory for the engine; not stated: the stack's
    Speculation speculation;

    int accelerators() const;

    /// Attention groups: groups of tensor ranks with requests of their own.
    int copies() const {
        return expertParallel > tensorParallel ? expertParallel / tensorParallel : 1;
    }
};

/// Bits of an element of keys and values: those that are stated, else those that the software takes by itself.
double cacheBitsOf(const ServingStackSpec& stack, double weightBits, double stated);

/// The plan that a service of a project states, with its software's defaults. Its draft model is left to the caller.
InferencePlan planOf(const InferenceServiceSpec& service, const ServingStackSpec& stack);

/// No pointer may be null.
struct InferenceInput {
    const LanguageModelSpec* model = nullptr;
    const AcceleratorSpec* accelerator = nullptr;
    const ServingStackSpec* stack = nullptr;
    RankNetwork network;
    int scaleUpDomain = 8;
    InferencePlan plan;
    double clock = 1.0;        ///< of the slowest accelerator of the replica, 0..1
    bool crowdedHost = false;  ///< neighbours take the processors of its host
};

/// Load of one iteration.
struct IterationLoad {
    double decodes = 0.0;        ///< requests that get one more token (with drafts: at least one)
    double contextTokens = 0.0;  ///< sum of their contexts: tokens read from the cache
    double promptTokens = 0.0;   ///< of prompts, all chunks together
    double promptPairs = 0.0;    ///< sum over chunks of tokens x (mean context of the chunk)
    double promptEnds = 0.0;     ///< chunks that end their prompt: they yield a first token
};

enum class InferenceBound : std::uint8_t {
    Matrix,       ///< arithmetic of the matrices
    Weights,      ///< reading the weights
    Cache,        ///< reading the cache
    Attention,    ///< arithmetic of attention over prompts
    Collectives,  ///< tensor, expert, stage traffic
    Engine        ///< launch floors and host
};

const char* inferenceBoundName(InferenceBound bound);  ///< "weights"
const char* inferenceBoundText(InferenceBound bound);  ///< a sentence for people

struct IterationTime {
    double matrixS = 0.0;     ///< matrices that arithmetic bounds
    double weightsS = 0.0;    ///< matrices that reading their weights bounds
    double attentionS = 0.0;  ///< of prompts
    double cacheS = 0.0;      ///< attention of decoding
    double vectorS = 0.0;     ///< norms, activations, residuals, sampling: memory rate
    double tensorS = 0.0;
    double expertS = 0.0;
    double pipelineS = 0.0;    ///< sends between stages
    double launchS = 0.0;      ///< floors of the kernels
    double hostS = 0.0;        ///< scheduling and sampling
    double totalS = 0.0;       ///< sum; infinite where a rate is 0
    double arithmeticS = 0.0;  ///< in which the matrix units are busy, while others read
    double requestsS = 0.0;    ///< of hostS: by requests
    double pausedS = 0.0;      ///< of hostS: nothing runs, the host of the replica is crowded
    double activity = 0.0;     ///< mean switching activity, 0..1
    double flops = 0.0;        ///< of all accelerators of the replica
    double memoryBytes = 0.0;  ///< read by one accelerator
    InferenceBound bound = InferenceBound::Engine;
};

/// Makes once what does not depend on the load: shapes and rates. A time() allocates nothing.
class InferenceStep {
  public:
    explicit InferenceStep(const InferenceInput& input);

    IterationTime time(const IterationLoad& load) const;

    /// From the end of an iteration to the first tokens of its prompts, which leave the last stage
    /// after a chunk has passed them all: (k + p - 1)/p times the pass of one chunk for k of them.
    double laterS(const IterationLoad& load) const;

    /// Tokens of the busiest copy of the attention, times copies, over all tokens of prompts.
    double promptSkew(const IterationLoad& load) const;

    const InferenceInput& input() const { return input_; }

  private:
    /// One matrix of a layer: n x k weights of one rank.
    struct Matrix {
        double n = 0.0;
        double k = 0.0;
        double filled = 0.0;  ///< rows of the matrix units, where blocks have more than tokens fill
    };

    /// One of a given number of parts of the load, through all layers, and all of them after each other.
    IterationTime timeOf(const IterationLoad& load, double parts) const;

    void addMatrix(const MatrixLaw& law, const Matrix& matrix, double rows, double count,
                   double times, IterationTime& sum) const;
    void addProjections(double rows, IterationTime& sum) const;
    void addExperts(double tokens, double ownRows, double layers, IterationTime& sum) const;
    void addAttention(const IterationLoad& load, double part, IterationTime& sum) const;
    void addStates(const IterationLoad& load, double part, double rows, IterationTime& sum) const;
    void addCollectives(double tokens, IterationTime& sum) const;
    void addDrafts(const IterationLoad& load, IterationTime& sum) const;
    double allReduceS(double bytes) const;

    /// Rows and columns of an expert as the software's kernels hold them.
    double heldWidth(double width) const;
    double heldHidden() const;

    /// Values of one token in one layer of one rank: elements in the cache, FLOP per query.
    double cachedElements() const;
    double pairFlops(bool prompt) const;

    InferenceInput input_;
    ModelShape shape_;
    std::shared_ptr<const LanguageModelSpec> head_;  ///< drafts where no model of its own does
    std::shared_ptr<const InferenceStep> draft_;     ///< null without speculation
    double attentionRanks_ = 1.0;                    ///< tensor ranks of one copy of the attention
    double copies_ = 1.0;                            ///< of the attention
    double attentionLayers_ = 1.0;
    double stateLayers_ = 0.0;
    double wholeLayers_ = 1.0;  ///< a mixer and a feed-forward are one
    double scanFlopsPerS_ = 0.0;
    double stages_ = 1.0;
    double expertRanks_ = 1.0;
    double expertSplit_ = 1.0;  ///< ranks that share the width of an expert
    double keyHeadsHere_ = 1.0;
    MatrixLaw law_;               ///< of dense layers' format, at this clock
    MatrixLaw attentionLaw_;      ///< of projections and state space
    MatrixLaw routerLaw_;         ///< 16 bits: routers and the output embedding
    MatrixLaw expertLaw_;         ///< grouped kernels of experts
    bool wideExperts_ = false;    ///< 16 bits
    bool narrowExperts_ = false;  ///< 4 bits
    bool blockScaled_ = false;    ///< 8 bits, and their scales go by blocks
    double attentionFlopsPerS_ = 0.0;
    double bytesPerS_ = 0.0;
};

/// What the cache of a request takes as it grows, in units of one token of the layers that keep all of it:
///   u(n) = g n + s min(n, W)
/// with g = 1 where there are such layers and 0 where all layers have a window W, and s their share of local
/// layers' bytes over global layers'. Valid for software that frees what has left the window; else W has no end.
struct CacheGrowth {
    double global = 1.0;
    double localShare = 0.0;
    double window = 0.0;

    double units(double tokens) const;
    double tokens(double units) const;  ///< inverse; infinite where more tokens take no more
};

/// Memory of one accelerator of a replica. A draft's weights and cache are in it.
struct ServingMemory {
    double weightBytes = 0.0;
    double workspaceBytes = 0.0;
    double cacheBytes = 0.0;          ///< left for the cache; negative: the weights do not fit
    double cacheBytesPerToken = 0.0;  ///< of a unit of `growth`, on the accelerator that holds most
    CacheGrowth growth;
    double requestBytes = 0.0;  ///< states of one request there, however long it is
    double cacheTokens = 0.0;   ///< units of the whole replica; 0 where nothing fits

    bool fits() const { return cacheTokens > 0.0; }

    /// Units that a request's states are as large as.
    double requestTokens() const {
        return requestBytes > 0.0 ? requestBytes / cacheBytesPerToken : 0.0;
    }

    /// Units that a request of a given number of tokens takes, states with them, and bytes on that accelerator.
    double unitsOf(double tokens) const { return growth.units(tokens) + requestTokens(); }

    double bytesOf(double tokens) const { return unitsOf(tokens) * cacheBytesPerToken; }
};

/// Weights by servedWeightBits(); workspace, where the software measures it in a run of its own before it sizes the
/// cache (workspaceTokens T, with B requests):
///   fixed + T 2 (4 h + inner) + B V c
/// inner: (gates + 1) times the width of the feed-forward on one rank, of experts (gates + 1) k of theirs and k h; V
/// logits of each request, c bytes of each while it is sampled (serving_stack).
ServingMemory servingMemory(const InferenceInput& input);

/// Bytes of one token's keys and values in all layers of the whole model, for any window.
///   2 L g d b  (L layers that attend and have a cache of their own, g groups of keys and values, d width of a head, b
/// bytes), or L (w + r) b with the latent width w and the rotated part r of latent attention (DeepSeek-V2, arXiv
/// 2405.04434). Layers with wider or narrower global heads count by theirs.
double cacheBytesPerToken(const LanguageModelSpec& model, double cacheBits);

/// Bytes of the cache of one request of a given number of tokens, of the whole model, states with them.
double requestCacheBytes(const LanguageModelSpec& model, double cacheBits, double tokens);

}  // namespace headroom::models
