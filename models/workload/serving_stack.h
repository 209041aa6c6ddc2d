// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

#include <string>
#include <string_view>

namespace headroom::models {

/// Costs of the software of a serving engine next to its kernels, and its use of memory.
/// One set of figures a generation of software, never one a model.
struct ServingStackSpec {
    double hostIterationS = kNotStated;  ///< scheduling and sampling, not hidden, an iteration
    double hostRequestS = kNotStated;    ///< and for each request of the iteration
    double kernelFloorS = kNotStated;    ///< of each kernel in a captured graph
    int kernelsPerLayer = 8;             ///< all of them
    double reduceFloorS = kNotStated;  ///< of the engine's own all-reduce; none means the library's
    double memoryShare = kNotStated;   ///< of the accelerator's memory that may be used
    double workspaceBytes = kNotStated;  ///< of one accelerator: context, buffers, graphs
    int workspaceTokens =
        0;  ///< of a run that measures activations next to it; 0 if they are in workspaceBytes
    double logitBytes = 0.0;       ///< that this run takes for each logit of the most requests
    bool freesWindows = true;      ///< of layers with a window, keys and values behind it
    int narrowWidthBlock = 1;      ///< that kernels of 4-bit experts hold their width in
    int narrowHiddenBlock = 1;     ///< the same of the model's width
    double promptLayerS = 0.0;     ///< host time to launch a layer that no captured graph covers
    double matrixShare = 1.0;      ///< of the matrix rate of the accelerator's kernel law
    double attentionShare = 1.0;   ///< of its rate of fused attention
    double bandwidthShare = 1.0;   ///< of its memory rate: weights, cache, vectors
    double repeatedReads = 0.0;    ///< of queries that share keys, those that read them again
    double expertImbalance = 1.0;  ///< busiest expert rank over the mean
    int cacheBlockTokens = 16;     ///< granule of the paged cache
    int maximumBatch = 256;        ///< requests of one replica that decode together
    int chunkTokens = 2048;        ///< most tokens of an iteration (chunked prefill)
    double startS = kNotStated;    ///< of a replica, next to loading its weights
    int capturedRequests = 0;      ///< most tokens in captured graphs; 0 means decoding alone
    double expertBandwidthShare = 1.0;  ///< of bandwidthShare: grouped kernels of experts
    double narrowExpertShare = 1.0;     ///< and again where their weights have 8 or 4 bits
    double expertBlockShare = 1.0;  ///< and again where 16-bit experts have more than a token each
    double expertFlopsPerS =
        kNotStated;  ///< most of grouped kernels, regardless of the format; at most the
                     ///< 16-bit matrix rate; not stated: as other matrices
    double narrowLayerS =
        0.0;  ///< that a layer of 8-bit experts takes beside: scales, order, padding
    double reducePerRankS = 0.0;  ///< what each further rank adds to reduceFloorS
    double hostRequestW =
        kNotStated;  ///< drawn over idle in hostRequestS: sampling; not stated: as waiting
    double crowdedIterationS = 0.0;  ///< least time of an iteration on a crowded host
    double crowdedRequestS = 0.0;    ///< and for each request of it
    bool padsCopies =
        false;  ///< copies of the attention run as many tokens as the busiest of them, and
                ///< each rank works through all rows that they gather
    bool cacheAsWeights =
        false;  ///< a cache whose format is not stated is as wide as the weights, at least 8 bits
    std::string calibratedOn;  ///< ids of accelerators, comma between

    bool isCalibratedOn(std::string_view accelerator) const;

    static const ComponentType& type();
};

}  // namespace headroom::models
