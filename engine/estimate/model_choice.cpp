// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_choice.h"

#include "engine/document/json_text.h"
#include "engine/estimate/model_name.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

/// Words of a shape and the keys of a config that they stand for.
constexpr auto kShapeWords = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"layers", "num_hidden_layers"},
    {"hidden", "hidden_size"},
    {"heads", "num_attention_heads"},
    {"kv_heads", "num_key_value_heads"},
    {"head_size", "head_dim"},
    {"ffn", "intermediate_size"},
    {"vocab", "vocab_size"},
    {"sequence", "max_position_embeddings"},
    {"experts", "num_experts"},
    {"active", "num_experts_per_tok"},
    {"expert_ffn", "moe_intermediate_size"},
    {"shared_experts", "n_shared_experts"},
    {"dense_layers", "first_k_dense_replace"},
});

Error shapeFault(std::string message) {
    std::string words;
    for (const auto& [word, key] : kShapeWords) {
        words += (words.empty() ? "" : ", ") + std::string(word);
    }
    return {
        "EST-006",
        std::move(message),
        "State sizes as layers=80,hidden=8192,heads=64,kv_heads=8,ffn=28672,vocab=128256. Known: " +
            words + ".",
        {},
        {},
        0};
}

bool isShape(const std::string& name) {
    return name.find('=') != std::string::npos;
}

/// The config of a shape, whose sizes are whole numbers.
Result<nlohmann::json> configOf(const std::string& shape) {
    nlohmann::json config = {{"model_type", "llama"}};
    for (std::size_t from = 0; from < shape.size();) {
        const std::size_t comma = std::min(shape.find(',', from), shape.size());
        const std::string pair = shape.substr(from, comma - from);
        from = comma + 1;
        const std::size_t sign = pair.find('=');
        const std::string word = pair.substr(0, sign);
        std::vector<std::string> words;
        std::string_view key;
        for (const auto& [each, configKey] : kShapeWords) {
            words.emplace_back(each);
            key = each == word ? configKey : key;
        }
        if (key.empty()) {
            return tl::unexpected(shapeFault("\"" + word + "\" is not a size of a model. " +
                                             didYouMean(word, words, "")));
        }
        const std::string text = sign == std::string::npos ? "" : pair.substr(sign + 1);
        char* end = nullptr;
        const long size = std::strtol(text.c_str(), &end, 10);
        if (text.empty() || *end != '\0' || size < 1) {
            return tl::unexpected(
                shapeFault(word + ": \"" + text + "\" is not a whole number above 0."));
        }
        config[std::string(key)] = size;
    }
    for (const auto& [word, key] : kShapeWords) {
        const bool isNeeded =
            word == "layers" || word == "hidden" || word == "heads" || word == "vocab";
        if (isNeeded && !config.contains(key)) {
            return tl::unexpected(shapeFault("The shape states no " + std::string(word) + "."));
        }
    }
    return config;
}

}  // namespace

Error unknownModel(const Catalogue& catalogue, const std::string& name) {
    std::string near;
    for (const std::string& id : modelsNear(catalogue, name)) {
        near += (near.empty() ? "Did you mean " : " or ") + id;
    }
    return {"EST-006",
            "the catalogue has no language model \"" + name + "\"",
            (near.empty() ? near : near + "? ") +
                "headroom-cli catalog language_model lists them. Another model is described by its "
                "config.json, by its shape (layers=80,hidden=8192,…), or by a part of your own "
                "(--parts).",
            {},
            {},
            0};
}

Result<ChosenModel> chooseModel(const std::string& name, const Catalogue& catalogue) {
    ChosenModel chosen;
    if (const auto* part = catalogue.spec<models::LanguageModelSpec>(name)) {
        chosen.spec = part;
        return chosen;
    }
    if (isModelFile(name) || isShape(name)) {
        const auto config = isModelFile(name)
                                ? readModelConfig(name)
                                : configOf(name).and_then([&](const nlohmann::json& json) {
                                      return parseModelConfig(json.dump(), name);
                                  });
        if (!config) {
            return tl::unexpected(config.error());
        }
        chosen.own = std::make_shared<const models::LanguageModelSpec>(config->spec);
        chosen.spec = chosen.own.get();
        chosen.config = config->name.empty() ? "a model" : config->name;
        chosen.weights = config->weights;
        return chosen;
    }
    if (const auto* named = modelNamed(catalogue, name)) {
        chosen.spec = named;
        return chosen;
    }
    return tl::unexpected(unknownModel(catalogue, name));
}

}  // namespace headroom::engine
