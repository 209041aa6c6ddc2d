// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/serve/serving.h"
#include "tests/support/catalogue_part.h"

/// A replica of one model on catalogue accelerators, for tests of serving.
namespace headroom::tests {

struct ServingCase {
    models::LanguageModelSpec model;
    models::AcceleratorSpec accelerator;
    models::ServingStackSpec stack;
    models::InterconnectSpec scaleUp;
    models::InterconnectSpec scaleOut;
    models::CollectiveLibrarySpec library;
    models::InferencePlan plan;
    models::InferenceServiceSpec service;
    double clock = 1.0;

    models::InferenceInput input() const {
        models::InferenceInput in;
        in.model = &model;
        in.accelerator = &accelerator;
        in.stack = &stack;
        in.network = {&scaleUp,
                      &scaleOut,
                      &library,
                      accelerator.scaleUpBytesPerS,
                      accelerator.scaleOutBytesPerS,
                      false};
        in.scaleUpDomain = accelerator.scaleUpDomain;
        in.plan = plan;
        in.clock = clock;
        return in;
    }

    engine::ServingOptions options() const {
        engine::ServingOptions result;
        result.replica = input();
        result.service = service;
        result.transferBytesPerS = accelerator.scaleOutBytesPerS;
        return result;
    }
};

/// Dense with grouped queries, by its published configuration.
inline models::LanguageModelSpec denseModel(int layers, int hidden, int heads, int keyHeads,
                                            int feedForward, int vocabulary, bool gated = true) {
    models::LanguageModelSpec m;
    m.layers = layers;
    m.hidden = hidden;
    m.heads = heads;
    m.keyHeads = keyHeads;
    m.headSize = hidden / heads;
    m.feedForward = feedForward;
    m.vocabulary = vocabulary;
    m.gated = gated;
    const double feed = (gated ? 3.0 : 2.0) * hidden * static_cast<double>(feedForward);
    const double attention = hidden * static_cast<double>(m.headSize) * 2.0 * (heads + keyHeads);
    m.parameters = layers * (attention + feed) + 2.0 * hidden * static_cast<double>(vocabulary);
    m.activeParameters = m.parameters;
    return m;
}

inline models::LanguageModelSpec llama8b() {
    return denseModel(32, 4096, 32, 8, 14336, 128256);
}

inline models::LanguageModelSpec llama70b() {
    return denseModel(80, 8192, 64, 8, 28672, 128256);
}

/// `chip` with the links of its generation.
inline ServingCase servingCase(const models::LanguageModelSpec& model, const char* chip, int tensor,
                               double bits, const char* stack = "tensorrt-llm-2025",
                               const char* link = "nvlink4") {
    ServingCase c;
    c.model = model;
    c.accelerator = cataloguePart<models::AcceleratorSpec>(chip);
    c.stack = cataloguePart<models::ServingStackSpec>(stack);
    c.scaleUp = cataloguePart<models::InterconnectSpec>(link);
    c.scaleOut = cataloguePart<models::InterconnectSpec>("infiniband-ndr");
    c.library = cataloguePart<models::CollectiveLibrarySpec>("nccl");
    c.plan.tensorParallel = tensor;
    c.plan.weightBits = bits;
    c.plan.cacheBits = bits > 8.0 ? 16.0 : 8.0;
    return c;
}

}  // namespace headroom::tests
