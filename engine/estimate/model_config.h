// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "models/workload/language_model.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A language model of the config.json that model hubs keep next to the weights.
struct ModelConfig {
    models::LanguageModelSpec spec;  ///< parameters counted from the shape
    std::string name;                ///< "qwen3_moe", for messages
    std::string weights;  ///< "mxfp4" where its weights are quantised; empty means 16 bits
};

/// Whether a name of a model means a file: one that exists, or a folder with a config.json.
bool isModelFile(const std::string& name);

/// Reads the config of a decoder with attention: dense, experts, latent attention, sliding windows. For models that also
/// see or hear, the text part. `path` is the file, or the folder with it.
///
/// EST-026: the file is not such a config, or a size is missing; the key is named. EST-027: layers with a
/// state space or an encoder are not read.
Result<ModelConfig> readModelConfig(const std::filesystem::path& path);

Result<ModelConfig> parseModelConfig(std::string_view text, const std::string& file);

}  // namespace headroom::engine
