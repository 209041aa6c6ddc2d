// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

/// Memory that a weight takes in the formats of published checkpoints, scales with it.
///   bits = b + s / n     b bits an element, s bits of scales for each block of n elements
///   MXFP4   4 + 8 / 32 = 4.25    OCP Microscaling Formats (MX) Specification 1.0, 2023, section 5
///   NVFP4   4 + 8 / 16 = 4.5     NVIDIA, "Introducing NVFP4", 2025 (and one 32-bit scale a tensor)
///   int4    4 + (16 + 4) / 128   groups of 128 with a 16-bit scale and a 4-bit zero (AWQ, arXiv 2306.00978)
///   fp8     8 + 32 / 16384       one 32-bit scale for each block of 128 x 128 (DeepSeek-V3, arXiv 2412.19437);
///                                scales of a channel or a tensor are less
/// Embeddings, output head, routers and norms stay in 16 bits in all of them.
namespace headroom::models {

struct AcceleratorSpec;
struct InferencePlan;
struct LanguageModelSpec;

/// Format of a model's published 4-bit weights. Usual: NVFP4 where the accelerator multiplies 4 bits, else int4.
enum class FourBitFormat : std::uint8_t { Usual, Mxfp4, Nvfp4, Int4 };

/// Layers that published 4-bit weights narrow; the others stay in 16 bits.
enum class NarrowParts : std::uint8_t {
    Layers,       ///< all matrices of the layers
    FeedForward,  ///< feed-forward matrices and experts; attention stays wide
    Experts       ///< routed experts alone
};

/// Bits of one kind of matrix: of its arithmetic, and of a weight in memory.
struct WeightBits {
    double arithmetic = 16.0;
    double stored = 16.0;
};

/// The matrices of a served model.
struct ServedWeightBits {
    WeightBits attention;  ///< and state space
    WeightBits dense;      ///< feed-forward and shared experts
    WeightBits experts;    ///< routed
};

ServedWeightBits servedWeightBits(const InferencePlan& plan, const LanguageModelSpec& model,
                                  const AcceleratorSpec& accelerator);

}  // namespace headroom::models
