// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::models {

struct LanguageModelSpec;

/// Speculative decoding: a small model, or a head of the model itself, drafts k tokens of each request, and the model
/// verifies them in one pass. The answer stays the same; an iteration gives more than one token.
///
///   P(j) = a^j,  j = 0 ... k
///   E = 1 + a + ... + a^k = (1 - a^(k+1)) / (1 - a)
///
/// An iteration computes k passes of the draft, one token of each request after the other. One pass of the model follows
/// with k + 1 tokens of each request. It reads weights and cache once.
/// P(j) is the probability that at least j drafts are accepted, E the mean number of tokens of an iteration.
/// The acceptance a is the share of drafted tokens that the model accepts, if it accepted those before. A published
/// accepted length is E, and a follows from it.
/// Validity: one chain of drafts (no tree), a alike at all positions and for all requests. Measured chains lose
/// acceptance at later positions, so that an acceptance measured for the first position suits k of 1 to 3.
/// The draft runs at the tensor ranks of the model and shares its iterations: prompts pass it as well.
/// Failure mode: at large batches the matrices have no idle arithmetic left; drafts then cost more than they give.
/// Source: Leviathan, Kalman, Matias, "Fast Inference from Transformers via Speculative Decoding", ICML 2023, equation
/// (1) and theorem 3.8. Heads of one layer: Gloeckle et al., ICML 2024, and DeepSeek-V3 (arXiv 2412.19437, 5.4.3).
struct Speculation {
    int draftTokens = 0;      ///< k; 0 means no speculation
    double acceptance = 0.0;  ///< a, 0..1
    /// Null means a head of the model itself: one layer and the output embedding (MTP, EAGLE).
    const LanguageModelSpec* draft = nullptr;

    bool isOn() const { return draftTokens > 0; }

    /// Tokens of a request that the model computes in an iteration: k + 1.
    double computedTokens() const { return 1.0 + draftTokens; }

    /// Mean tokens of an iteration, E: 1 without speculation.
    double givenTokens() const;

    /// Tokens of one iteration for a uniform number u of 0..1: 1 to k + 1, E on average.
    int givenTokens(double u) const;
};

}  // namespace headroom::models
