// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/inference_service.h"
#include "models/workload/request_profile.h"

namespace headroom::models {

/// Prefix cache: keys and values of the first tokens of a prompt exist before the request arrives, since all requests
/// share them (system prompt) or an earlier turn of the conversation left them.
///
///   S' = min(S, P)
///   F  = min(S' + h (P - S'), P - 1)
///
/// F found tokens of a prompt of P, S tokens that all prompts share, h share of the other tokens that earlier turns left in the cache. Found tokens are not computed, so
/// that they shorten the time to first token and leave arithmetic to others. They are read by attention like all others.
/// The shared prefix is held once in each copy of the attention; found tokens of a conversation are held by its request.
/// The last token of a prompt is always computed: it yields the first token of the answer.
/// Validity: h is that of the service with its routing and its room for idle conversations (a measured hit rate); the
/// room that idle conversations take is what the running requests leave.
/// Failure mode: a full cache evicts idle conversations, and h falls.
/// Source: Kwon et al., "vLLM", SOSP 2023 (section 4.4, shared prefix); Zheng et al., "SGLang", NeurIPS 2024
/// (RadixAttention).
struct PrefixReuse {
    double sharedTokens = 0.0;  ///< S
    double foundShare = 0.0;    ///< h, 0..1

    bool isOn() const { return sharedTokens > 0.0 || foundShare > 0.0; }

    /// F of a prompt of that many tokens, whole.
    double foundTokens(double promptTokens) const;
};

/// Lengths of the part of prompts that is computed, and the mean of the part that is found.
struct ComputedPrompt {
    LengthMoments computed;
    double foundTokens = 0.0;
};

/// The prefix cache that a service states.
PrefixReuse prefixOf(const InferenceServiceSpec& service);

ComputedPrompt computedPrompt(const Curve& promptTokens, const PrefixReuse& reuse);

}  // namespace headroom::models
