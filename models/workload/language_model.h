// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"
#include "models/workload/weight_format.h"

#include <string>

namespace headroom::models {

/// The shape of a transformer that is trained or served.
struct LanguageModelSpec {
    double parameters = kNotStated;
    double activeParameters = kNotStated;
    int layers = 1;
    int hidden = 1;
    int vocabulary = 1;
    int sequence = 2048;
    // Where 0 is stated or nothing is, the value in brackets is in: see shapeOf().
    int heads = 0;        ///< of queries (hidden / 128)
    int keyHeads = 0;     ///< of keys and values (heads)
    int headSize = 0;     ///< (hidden / heads)
    int feedForward = 0;  ///< inner width of a dense layer (by the parameters)
    bool gated = true;    ///< two matrices into the inner width (SwiGLU), else one
    bool tied = false;    ///< input and output embeddings are one matrix
    int experts = 0;      ///< of a layer; 0 means dense
    int expertsPerToken = 0;
    int expertFeedForward = 0;
    int expertHidden = 0;   ///< width that routed experts see, behind a projection (hidden)
    int sharedExperts = 0;  ///< that every token passes, of the same inner width
    int denseLayers = 0;    ///< leading layers without experts
    int window = 0;         ///< tokens that local attention sees; 0 means all of it is global
    int globalEvery = 1;    ///< one layer in a given number of sees everything; 0 if none does
    bool chunkedWindow =
        false;  ///< local attention stays within chunks of `window` tokens; else it slides
    int sharedCacheLayers = 0;  ///< last layers that read the keys and values of earlier ones
    int globalKeyHeads = 0;     ///< of layers that see everything (keyHeads)
    int globalHeadSize = 0;     ///< the same (headSize)
    // Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434): queries and keys go by way of
    // narrow latent vectors; headSize is then the part of a head without rotation.
    int queryRank = 0;  ///< width of the queries' latent vector; 0 if none
    int keyRank = 0;    ///< of keys and values together; 0 means plain attention
    int ropeSize = 0;   ///< rotated part of a head, one for all heads of keys
    int valueSize = 0;  ///< of a head (headSize)
    // Hybrids: layers that are one of attention, state space (Mamba-2: Dao, Gu, arXiv 2405.21060)
    // and feed-forward alone. 0 if all layers attend and feed forward, none is of the other sort.
    int attentionLayers = 0;
    int stateLayers = 0;
    int feedLayers = 0;
    int stateInner = 0;            ///< width of a state-space layer (2 hidden)
    int stateSize = 128;           ///< of one head's state
    int stateGroups = 8;           ///< that share their input and output projections
    bool plainActivation = false;  ///< gates that no fused kernel covers: clamped, with bias
    FourBitFormat fourBit = FourBitFormat::Usual;    ///< of its published 4-bit weights
    NarrowParts fourBitParts = NarrowParts::Layers;  ///< matrices that these narrow
    bool blockScales = true;  ///< its published 8-bit weights are scaled by blocks, not by channels
    std::string aliases;      ///< other names of the model, comma between

    static const ComponentType& type();
};

/// A model with every size known: stated, or derived from parameters, layers and width.
struct ModelShape {
    double layers = 1, denseLayers = 1, expertLayers = 0;
    double hidden = 1, heads = 1, keyHeads = 1, headSize = 1;
    double feedForward = 1;  ///< of dense layers
    double gates = 2;        ///< matrices into the inner width: 2 gated, 1 not
    double experts = 0, expertsPerToken = 0, expertFeedForward = 0, sharedExperts = 0;
    double expertHidden = 1;  ///< of routed experts; shared ones have the model's width
    double vocabulary = 1;
    double sequence = 1;   ///< tokens
    double attended = 1;   ///< mean length that a token's attention spans, before causality
    double valueSize = 1;  ///< of one head
    // Of the layers that attend: those that see everything, and those that see a window of a given number of tokens.
    double globalLayers = 1, localLayers = 0, window = 0;
    bool chunkedWindow = false;
    double globalCaches = 1, localCaches = 0;  ///< of these, with keys and values of their own
    double globalKeyHeads = 1, globalHeadSize = 1;

    /// Mean tokens that a token behind `context` others attends to, over the layers that attend.
    double attendedOf(double context) const;
    double queryRank = 0, keyRank = 0, ropeSize = 0;  ///< of latent attention
    bool plainActivation = false;
    // Value of an average layer: the share of layers of that sort.
    double attentionShare = 1, stateShare = 0;
    double feedShare = 1;  ///< of dense layers
    double stateInner = 0, stateSize = 0, stateGroups = 0;
    double attentionParameters = 0;  ///< of an average layer, state space with them
    double denseParameters = 0;      ///< feed-forward, of an average dense layer
    double expertParameters = 0;     ///< of one routed expert
    double sharedParameters =
        0;  ///< of one layer: shared experts, and projections to a narrower width
    double embeddingParameters = 0;  ///< all of them: one matrix or two
    double matrixParameters = 0;     ///< that one token meets, output embedding with them
};

ModelShape shapeOf(const LanguageModelSpec& model, double sequence = 0.0);

}  // namespace headroom::models
