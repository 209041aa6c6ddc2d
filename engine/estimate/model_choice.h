// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/estimate/model_config.h"

#include <memory>
#include <optional>
#include <string>

namespace headroom::engine {

/// A language model that a person named.
struct ChosenModel {
    const models::LanguageModelSpec* spec = nullptr;
    /// Owner of `spec` where the catalogue does not have it.
    std::shared_ptr<const models::LanguageModelSpec> own;
    std::string config;   ///< type in the config; empty for a part of the catalogue
    std::string weights;  ///< ModelConfig::weights
};

/// A model by its id, a public name ("Llama-3.1 70B", "openai/gpt-oss-120b"), the path of a config.json, or its shape:
/// "layers=80,hidden=8192,heads=64,kv_heads=8,ffn=28672,vocab=128256"; with experts "experts=64,active=8,expert_ffn=1408",
/// also sequence, head_size.
/// EST-006: no such model, or a size that is not known; EST-026, EST-027 and errors of reading the file.
Result<ChosenModel> chooseModel(const std::string& name, const Catalogue& catalogue);

/// EST-006 with the nearest names.
Error unknownModel(const Catalogue& catalogue, const std::string& name);

}  // namespace headroom::engine
