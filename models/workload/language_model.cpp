// SPDX-License-Identifier: Apache-2.0
#include "models/workload/language_model.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::models {

namespace {

constexpr auto kFourBitWords = std::to_array<std::string_view>({"usual", "mxfp4", "nvfp4", "int4"});
constexpr auto kNarrowWords =
    std::to_array<std::string_view>({"layers", "feed_forward", "experts"});

constexpr auto kLanguageModelAttributes = std::to_array<Attribute>({
    number<&LanguageModelSpec::parameters>(
        "parameters_billion", "Parameters", unit::billion,
        {.min = 0.001, .max = 1000000.0, .required = true, .doc = "All parameters."}),
    number<&LanguageModelSpec::activeParameters>(
        "active_parameters_billion", "Active parameters", unit::billion,
        {.min = 0.001,
         .max = 1000000.0,
         .required = true,
         .doc = "Used by one token; all of them in a dense model."}),
    integer<&LanguageModelSpec::layers>(
        "layers", "Layers",
        {.min = 1, .max = 10000, .required = true, .doc = "Transformer blocks."}),
    integer<&LanguageModelSpec::hidden>(
        "hidden", "Hidden size",
        {.min = 1, .max = 1000000, .required = true, .doc = "Width of the residual stream."}),
    integer<&LanguageModelSpec::vocabulary>("vocabulary", "Vocabulary",
                                            {.min = 1, .max = 10000000, .doc = "Tokens."}),
    integer<&LanguageModelSpec::sequence>(
        "sequence_length", "Sequence length",
        {.min = 1, .max = 10000000, .required = true, .doc = "Tokens of one training sequence."}),
    integer<&LanguageModelSpec::heads>(
        "heads", "Heads", {.min = 0, .max = 100000, .doc = "Heads of queries; 0: width over 128."}),
    integer<&LanguageModelSpec::keyHeads>(
        "key_heads", "Key heads",
        {.min = 0, .max = 100000, .doc = "Heads of keys and values; 0: as many as of queries."}),
    integer<&LanguageModelSpec::headSize>(
        "head_size", "Head size",
        {.min = 0, .max = 100000, .doc = "Width of one head; 0: width over heads."}),
    integer<&LanguageModelSpec::feedForward>(
        "feed_forward", "Feed-forward width",
        {.min = 0,
         .max = 10000000,
         .doc = "Inner width of a layer without experts; 0: by the number of parameters."}),
    boolean<&LanguageModelSpec::gated>(
        "gated", "Gated", {.doc = "Two matrices into the inner width (SwiGLU), else one."}),
    boolean<&LanguageModelSpec::tied>("tied_embeddings", "Tied embeddings",
                                      {.doc = "Input and output embeddings are one matrix."}),
    integer<&LanguageModelSpec::experts>(
        "experts", "Experts",
        {.min = 0, .max = 100000, .doc = "Experts of one layer; 0: a dense model."}),
    integer<&LanguageModelSpec::expertsPerToken>(
        "experts_per_token", "Experts per token",
        {.min = 0, .max = 100000, .doc = "That each token is sent to."}),
    integer<&LanguageModelSpec::expertFeedForward>(
        "expert_feed_forward", "Expert width",
        {.min = 0,
         .max = 10000000,
         .doc = "Inner width of one expert; 0: by the number of parameters."}),
    integer<&LanguageModelSpec::expertHidden>(
        "expert_hidden", "Expert input",
        {.min = 0,
         .max = 1000000,
         .doc = "Width that tokens are projected to before routed experts, and back (latent "
                "experts); 0: "
                "the model's."}),
    integer<&LanguageModelSpec::sharedExperts>(
        "shared_experts", "Shared experts",
        {.min = 0, .max = 1000, .doc = "That every token passes."}),
    integer<&LanguageModelSpec::denseLayers>(
        "dense_layers", "Dense layers",
        {.min = 0, .max = 10000, .doc = "Leading layers without experts."}),
    integer<&LanguageModelSpec::window>(
        "window", "Attention window",
        {.min = 0,
         .max = 100000000,
         .doc = "Tokens that local layers attend to; 0: all layers are global."}),
    integer<&LanguageModelSpec::globalEvery>(
        "global_every", "Global layers",
        {.min = 0,
         .max = 10000,
         .doc = "Number of layers of which one attends to everything; 0: none."}),
    boolean<&LanguageModelSpec::chunkedWindow>("chunked_window", "Chunked window",
                                               {.doc = "Local attention stays within chunks of the "
                                                       "window's tokens; else the window slides."}),
    integer<&LanguageModelSpec::sharedCacheLayers>(
        "shared_cache_layers", "Layers without a cache",
        {.min = 0,
         .max = 10000,
         .doc = "Last layers, which read the keys and values of earlier layers."}),
    integer<&LanguageModelSpec::globalKeyHeads>(
        "global_key_heads", "Key heads of global layers",
        {.min = 0, .max = 100000, .doc = "Where they differ; 0: as local layers."}),
    integer<&LanguageModelSpec::globalHeadSize>(
        "global_head_size", "Head size of global layers",
        {.min = 0, .max = 100000, .doc = "Where it differs; 0: as local layers."}),
    integer<&LanguageModelSpec::queryRank>(
        "query_rank", "Latent queries",
        {.min = 0, .max = 1000000, .doc = "Width of the queries' latent vector; 0: none."}),
    integer<&LanguageModelSpec::keyRank>("key_rank", "Latent keys",
                                         {.min = 0,
                                          .max = 1000000,
                                          .doc = "Width of the latent vector of keys and values; "
                                                 "0: plain attention."}),
    integer<&LanguageModelSpec::ropeSize>(
        "rope_size", "Rotated part",
        {.min = 0,
         .max = 100000,
         .doc = "Width of the rotated part of a head in latent attention, in addition to its head "
                "size."}),
    integer<&LanguageModelSpec::valueSize>(
        "value_size", "Value size",
        {.min = 0, .max = 100000, .doc = "Value size of a head; 0: head size."}),
    integer<&LanguageModelSpec::attentionLayers>(
        "attention_layers", "Attention layers",
        {.min = 0,
         .max = 10000,
         .doc = "Attention layers of a hybrid model; 0: every layer attends."}),
    integer<&LanguageModelSpec::stateLayers>(
        "state_layers", "State-space layers",
        {.min = 0,
         .max = 10000,
         .doc = "State-space layers of a hybrid model (Mamba-2); 0: none."}),
    integer<&LanguageModelSpec::feedLayers>(
        "feed_layers", "Feed-forward layers",
        {.min = 0,
         .max = 10000,
         .doc = "Feed-forward layers of a hybrid model; 0: every layer has one."}),
    integer<&LanguageModelSpec::stateInner>(
        "state_inner", "State-space width",
        {.min = 0,
         .max = 1000000,
         .doc = "Inner width of a state-space layer; 0: twice the width."}),
    integer<&LanguageModelSpec::stateSize>(
        "state_size", "State size", {.min = 1, .max = 100000, .doc = "Size of one head's state."}),
    integer<&LanguageModelSpec::stateGroups>(
        "state_groups", "State groups",
        {.min = 1, .max = 10000, .doc = "That share projections into and out of the state."}),
    boolean<&LanguageModelSpec::plainActivation>(
        "plain_activation", "Plain activation",
        {.doc = "The gate is clamped and has a bias, for which there is no fused kernel."}),
    choice<&LanguageModelSpec::fourBit>(
        "four_bit_format", "4-bit format", kFourBitWords,
        {.doc =
             "Format of its published 4-bit weights; usual: NVFP4 on accelerators that multiply 4 "
             "bits, else groups of 128 integers."}),
    choice<&LanguageModelSpec::fourBitParts>(
        "four_bit_parts", "Narrow in 4 bits", kNarrowWords,
        {.doc = "Matrices that published 4-bit weights narrow; the others stay in 16 bits."}),
    boolean<&LanguageModelSpec::blockScales>(
        "block_scales", "Scaled by blocks",
        {.doc = "Its published 8-bit weights have a scale for each block (DeepSeek, Qwen), not for "
                "each channel (Llama): grouped kernels then scale while they multiply."}),
    text<&LanguageModelSpec::aliases>("aliases", "Other names", {.doc = "With commas between."}),
});

}  // namespace

const ComponentType& LanguageModelSpec::type() {
    static constexpr ComponentType kType{"language_model",
                                         "Language model",
                                         "",
                                         false,
                                         "The shape of a transformer that is trained or served.",
                                         kLanguageModelAttributes,
                                         &createSpec<LanguageModelSpec>,
                                         &destroySpec<LanguageModelSpec>};
    return kType;
}

namespace {

// Assumption where heads are not stated: the width of a head in most published models.
constexpr double kHeadSize = 128.0;

double positiveOr(double value, double fallback) {
    return value > 0.0 ? value : fallback;
}

/// Inner width of a feed-forward of a given number of parameters with `matrices` matrices.
double widthOf(double parameters, double hidden, double matrices) {
    return std::max(1.0, parameters / (hidden * matrices));
}

/// Shares of the sorts of layer; experts are in layers that feed forward.
void hybrid(const LanguageModelSpec& model, ModelShape& s) {
    const auto share = [&](int layers, double otherwise) {
        return layers > 0 ? std::min(layers / s.layers, 1.0) : otherwise;
    };
    s.attentionShare = share(model.attentionLayers, 1.0);
    s.stateShare = share(model.stateLayers, 0.0);
    s.feedShare = share(model.feedLayers, 1.0);
    s.stateInner = s.stateShare > 0.0 ? positiveOr(model.stateInner, 2.0 * s.hidden) : 0.0;
    s.stateSize = std::max(model.stateSize, 1);
    s.stateGroups = std::max(model.stateGroups, 1);
    if (s.experts > 0.0 && model.feedLayers > 0) {
        const double leading = s.denseLayers;
        s.expertLayers = std::clamp(model.feedLayers - leading, 0.0, s.layers);
        s.denseLayers = s.layers - s.expertLayers;
        s.feedShare = s.denseLayers > 0.0 ? leading / s.denseLayers : 0.0;
    }
}

/// Which of the layers that attend see everything, and which have keys and values of their own. Patterns end
/// with the global layer: of n layers floor(n / every) are global.
void windows(const LanguageModelSpec& model, ModelShape& s) {
    const double attending = s.layers * s.attentionShare;
    const bool local = model.window > 0 && model.globalEvery != 1;
    const auto global = [&](double layers) {
        if (!local) {
            return layers;
        }
        return model.globalEvery > 0 ? std::floor(layers / model.globalEvery) : 0.0;
    };
    s.window = local ? model.window : 0.0;
    s.chunkedWindow = model.chunkedWindow;
    s.globalLayers = global(attending);
    s.localLayers = attending - s.globalLayers;
    const double own = std::max(attending - std::max(model.sharedCacheLayers, 0), 1.0);
    s.globalCaches = global(own);
    s.localCaches = own - s.globalCaches;
    s.globalKeyHeads = positiveOr(model.globalKeyHeads, s.keyHeads);
    s.globalHeadSize = positiveOr(model.globalHeadSize, s.headSize);
    // Before causality, which halves what a whole sequence or a chunk attends to, but not a sliding window.
    const double seen = s.chunkedWindow ? s.window : 2.0 * s.window;
    s.attended =
        attending > 0.0
            ? (s.globalLayers * s.sequence + s.localLayers * std::min(seen, s.sequence)) / attending
            : s.sequence;
}

/// Sizes and parameters of attention and state space in an average layer.
void attention(const LanguageModelSpec& model, ModelShape& s) {
    s.valueSize = positiveOr(model.valueSize, s.headSize);
    double parameters = s.hidden * s.headSize * (2.0 * s.heads + 2.0 * s.keyHeads);
    if (s.globalHeadSize != s.headSize || s.globalKeyHeads != s.keyHeads) {
        const double wide = s.hidden * s.globalHeadSize * (2.0 * s.heads + 2.0 * s.globalKeyHeads);
        const double attending = s.globalLayers + s.localLayers;
        parameters = (s.globalLayers * wide + s.localLayers * parameters) / attending;
    }
    if (model.keyRank > 0) {
        s.queryRank = std::max(model.queryRank, 0);
        s.keyRank = model.keyRank;
        s.ropeSize = std::max(model.ropeSize, 0);
        s.keyHeads = s.heads;
        const double query = s.heads * (s.headSize + s.ropeSize);
        parameters = (s.queryRank > 0.0 ? s.queryRank * (s.hidden + query) : s.hidden * query) +
                     s.hidden * (s.keyRank + s.ropeSize) +
                     s.keyRank * s.heads * (s.headSize + s.valueSize) +
                     s.heads * s.valueSize * s.hidden;
        s.headSize += s.ropeSize;
    }
    const double state = s.hidden * (3.0 * s.stateInner + 2.0 * s.stateGroups * s.stateSize);
    s.attentionParameters = s.attentionShare * parameters + s.stateShare * state;
}

}  // namespace

double ModelShape::attendedOf(double context) const {
    const double attending = globalLayers + localLayers;
    if (!(localLayers > 0.0)) {
        return context;
    }
    // Behind a whole chunk, half of one on average.
    const double seen = context <= window ? context : (chunkedWindow ? 0.5 : 1.0) * window;
    return (globalLayers * context + localLayers * seen) / attending;
}

ModelShape shapeOf(const LanguageModelSpec& model, double sequence) {
    ModelShape s;
    s.hidden = std::max(model.hidden, 1);
    s.heads = positiveOr(model.heads, std::max(1.0, std::round(s.hidden / kHeadSize)));
    s.keyHeads = positiveOr(model.keyHeads, s.heads);
    s.headSize = positiveOr(model.headSize, s.hidden / s.heads);
    s.gates = model.gated ? 2.0 : 1.0;
    s.plainActivation = model.plainActivation;
    s.vocabulary = std::max(model.vocabulary, 1);
    s.sequence = sequence > 0.0 ? sequence : std::max(model.sequence, 1);
    s.layers = std::max(model.layers, 1);
    s.expertHidden = positiveOr(model.expertHidden, s.hidden);
    s.experts = std::max(model.experts, 0);
    s.expertsPerToken = std::clamp<double>(model.expertsPerToken, 0.0, s.experts);
    s.sharedExperts = s.experts > 0.0 ? std::max(model.sharedExperts, 0) : 0.0;
    s.denseLayers =
        s.experts > 0.0 ? std::clamp<double>(model.denseLayers, 0.0, s.layers) : s.layers;
    s.expertLayers = s.layers - s.denseLayers;
    hybrid(model, s);
    windows(model, s);
    attention(model, s);
    const double outer = s.vocabulary * s.hidden;
    s.embeddingParameters = model.tied ? outer : 2.0 * outer;
    const double matrices = s.gates + 1.0;
    const double inner =
        std::max(model.parameters - s.embeddingParameters - s.layers * s.attentionParameters, 0.0);
    s.feedForward = positiveOr(model.feedForward, widthOf(inner / s.layers, s.hidden, matrices));
    s.denseParameters = s.feedShare * matrices * s.hidden * s.feedForward;
    if (s.experts > 0.0 && s.expertLayers > 0.0) {
        const double rest = (inner - s.denseLayers * s.denseParameters) / s.expertLayers;
        s.expertFeedForward =
            positiveOr(model.expertFeedForward,
                       widthOf(rest / (s.experts + s.sharedExperts), s.hidden, matrices));
        s.expertParameters = matrices * s.expertHidden * s.expertFeedForward;
        s.sharedParameters = s.sharedExperts * matrices * s.hidden * s.expertFeedForward +
                             (s.expertHidden != s.hidden ? 2.0 * s.hidden * s.expertHidden : 0.0);
    }
    s.matrixParameters =
        outer + s.layers * s.attentionParameters + s.denseLayers * s.denseParameters +
        s.expertLayers * (s.expertsPerToken * s.expertParameters + s.sharedParameters);
    return s;
}

}  // namespace headroom::models
