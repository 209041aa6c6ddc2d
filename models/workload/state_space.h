// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Layers of state space (Mamba-2), in training and in serving: what their kernels do next to the matrices in
/// and out of them.
///   scan in chunks of Q tokens   di (Q + 4 ds) FLOP a token   (di inner width, ds size of a state)
///   one token in decoding        the state of di ds elements is read and written
///   moved elements               x, z and what convolution, scan, gate and norm put out, written and read
/// The scan is five kernels in Triton, which fill matrix units worse than portable kernels of attention: a third
/// of the rate of these. Derived: as long as FlashAttention-2 at 2,048 tokens, and a sixth of it at 16,384 (Dao,
/// Gu, "Transformers are SSMs", arXiv 2405.21060, section 9.3: A100, ds = 64, chunks of 256): 0.055 us a
/// token of width 2,048, 38 TFLOP/s for di = 4,096, where portable attention does 116 (0.371 of the peak).
/// Valid from 1,000 tokens; states of the cache in 16 bits (vLLM's default: the model's format).
namespace headroom::models {

constexpr double kStateChunk = 256.0;
constexpr double kStateRate = 1.0 / 3.0;  ///< of portable attention
constexpr double kStateMoves = 10.0;      ///< elements of the inner width
constexpr double kStateBytes = 2.0;       ///< of an element of a cached state
constexpr double kStateTaps = 4.0;        ///< tokens that the convolution before the scan sees

/// FLOP of the scan for each token and element of the inner width.
constexpr double stateScanFlops(double stateSize) {
    return kStateChunk + 4.0 * stateSize;
}

/// Elements that one request keeps of one layer: states, and what the convolution remembers.
constexpr double stateElements(double inner, double stateSize, double groups) {
    return inner * stateSize + (kStateTaps - 1.0) * (inner + 2.0 * groups * stateSize);
}

}  // namespace headroom::models
