// SPDX-License-Identifier: Apache-2.0
#include "models/workload/language_model.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kAttributes = std::to_array<Attribute>({
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
});

}  // namespace

const ComponentType& LanguageModelSpec::type() {
    static constexpr ComponentType kType{"language_model",
                                         "Language model",
                                         "",
                                         false,
                                         "The shape of a transformer that is trained or served.",
                                         kAttributes,
                                         &createSpec<LanguageModelSpec>,
                                         &destroySpec<LanguageModelSpec>};
    return kType;
}

}  // namespace headroom::models
