// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// What the software of a serving engine costs beside its kernels, and how it uses memory.
/// One set of figures a generation of software, never one a model.
struct ServingStackSpec {
    double hostIterationS = kNotStated;  ///< scheduling and sampling, not hidden, an iteration
    double hostRequestS = kNotStated;    ///< and for each request of the iteration
    double kernelFloorS = kNotStated;    ///< of each kernel in a captured graph
    int kernelsPerLayer = 8;             ///< all of them
    double reduceFloorS = kNotStated;    ///< of the engine's own all-reduce; none: the library's
    double memoryShare = kNotStated;     ///< of the accelerator's memory that may be used
    double workspaceBytes = kNotStated;  ///< of one accelerator: context, buffers, graphs
    double promptLayerS = 0.0;           ///< host time to launch a layer where prompts are in it
    double matrixShare = 1.0;            ///< of the matrix rate of the accelerator's kernel law
    double attentionShare = 1.0;         ///< of its rate of fused attention
    double bandwidthShare = 1.0;         ///< of its memory rate: weights, cache, vectors
    double repeatedReads = 0.0;          ///< of queries that share keys, those that read them again
    double expertImbalance = 1.0;        ///< busiest expert rank over the mean
    int cacheBlockTokens = 16;           ///< granule of the paged cache
    int maximumBatch = 256;              ///< requests of one replica that decode together
    int chunkTokens = 2048;              ///< most tokens of an iteration (chunked prefill)
    double startS = kNotStated;          ///< of a replica, beside loading its weights
    double decodeActivity = kNotStated;  ///< switching activity while memory-bound, 0..1
    double prefillActivity = kNotStated;  ///< while matrix-bound
    double waitActivity = kNotStated;     ///< in collectives, launches, host

    static const ComponentType& type();
};

}  // namespace headroom::models
