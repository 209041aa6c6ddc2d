// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// The shape of a transformer that is trained or served.
struct LanguageModelSpec {
    double parameters = kNotStated;
    double activeParameters = kNotStated;
    int layers = 1;
    int hidden = 1;
    int vocabulary = 1;
    int sequence = 2048;
    // Where 0 is stated or nothing is, the value in brackets stands in: see shapeOf().
    int heads = 0;        ///< of queries (hidden / 128)
    int keyHeads = 0;     ///< of keys and values (heads)
    int headSize = 0;     ///< (hidden / heads)
    int feedForward = 0;  ///< inner width of a dense layer (by the parameters)
    bool gated = true;    ///< two matrices into the inner width (SwiGLU), else one
    bool tied = false;    ///< input and output embeddings are one matrix
    int experts = 0;      ///< of a layer; 0: dense
    int expertsPerToken = 0;
    int expertFeedForward = 0;
    int sharedExperts = 0;  ///< that every token passes, of the same inner width
    int denseLayers = 0;    ///< leading layers without experts
    int window = 0;         ///< tokens that local attention sees; 0: all of it is global
    int globalEvery = 1;    ///< one layer in so many sees everything

    static const ComponentType& type();
};

/// A model with every size known: stated, or derived from parameters, layers and width.
struct ModelShape {
    double layers = 1, denseLayers = 1, expertLayers = 0;
    double hidden = 1, heads = 1, keyHeads = 1, headSize = 1;
    double feedForward = 1;  ///< of dense layers
    double gates = 2;        ///< matrices into the inner width: 2 gated, 1 not
    double experts = 0, expertsPerToken = 0, expertFeedForward = 0, sharedExperts = 0;
    double vocabulary = 1;
    double sequence = 1;  ///< tokens
    double attended = 1;  ///< mean length that a token's attention spans, before causality
    double attentionParameters = 0;  ///< of one layer
    double denseParameters = 0;      ///< feed-forward, of one dense layer
    double expertParameters = 0;     ///< of one expert
    double embeddingParameters = 0;  ///< all of them: one matrix or two
    double matrixParameters = 0;     ///< that one token meets, output embedding with them
};

ModelShape shapeOf(const LanguageModelSpec& model, double sequence = 0.0);

}  // namespace headroom::models
