// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/model_config.h"

#include "engine/base/json.h"
#include "engine/border/text_encoding.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr double kMostOfASize = 1e8;

// Families whose feed-forward layers have one matrix into the inner width; all others have two.
constexpr std::array<std::string_view, 12> kUngated = {
    "gpt2", "gpt_neo", "gptj", "opt",        "bloom",       "falcon",
    "mpt",  "codegen", "phi",  "starcoder2", "gpt_bigcode", "nemotron"};
// Families whose embeddings are one matrix where the config does not say.
constexpr std::array<std::string_view, 8> kTied = {"gemma", "gpt2",   "opt",    "bloom",
                                                   "mpt",   "falcon", "cohere", "gpt_bigcode"};
// Hybrids with a state space, and encoders.
constexpr std::array<std::string_view, 10> kOtherLayers = {
    "mamba",      "jamba", "nemotron_h",       "bamba", "zamba",
    "qwen3_next", "rwkv",  "granitemoehybrid", "t5",    "bert"};

Error configError(const std::string& file, const char* code, std::string message,
                  std::string remedy) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = file;
    return error;
}

class ConfigReader {
  public:
    ConfigReader(const Json& json, std::string file) : json_(json), file_(std::move(file)) {}

    Result<ModelConfig> read() {
        model_.name = text(json_, "model_type");
        if (flag("is_encoder_decoder", false) || model_.name == "t5") {
            return tl::unexpected(
                configError(file_, "EST-027",
                            "configs of " + model_.name +
                                " are not read: the model has an encoder besides its decoder",
                            "Name a model of headroom-cli catalog language_model."));
        }
        if (anyOf(kOtherLayers, model_.name)) {
            return tl::unexpected(configError(
                file_, "EST-027",
                "configs of " + model_.name + " are not read: not all of its layers attend",
                "Name a model of headroom-cli catalog language_model."));
        }
        sizes();
        feedForward();
        experts();
        latent();
        windows();
        if (fault_) {
            return tl::unexpected(std::move(*fault_));
        }
        countParameters();
        const auto quantised = json_.find("quantization_config");
        if (quantised != json_.end() && quantised->is_object()) {
            model_.weights = text(*quantised, "quant_method");
        }
        return std::move(model_);
    }

  private:
    template <std::size_t N>
    static bool anyOf(const std::array<std::string_view, N>& words, const std::string& name) {
        return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
            return name == word || (name.starts_with(word) && word != "phi" && word != "nemotron" &&
                                    word != "falcon");
        });
    }

    static std::string text(const Json& object, const char* key) {
        const auto it = object.find(key);
        return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
    }

    std::optional<double> value(std::initializer_list<const char*> keys) const {
        for (const char* key : keys) {
            const auto it = json_.find(key);
            if (it != json_.end() && it->is_number() && std::isfinite(it->get<double>()) &&
                it->get<double>() >= 0.0 && it->get<double>() <= kMostOfASize) {
                return it->get<double>();
            }
        }
        return std::nullopt;
    }

    int size(std::initializer_list<const char*> keys, int otherwise) const {
        return static_cast<int>(value(keys).value_or(otherwise));
    }

    int need(std::initializer_list<const char*> keys) {
        const auto found = value(keys);
        if ((!found || *found < 1.0) && !fault_) {
            fault_ =
                configError(file_, "EST-026", std::string("the config states no ") + *keys.begin(),
                            "Use the config.json of a language model of a hub.");
        }
        return static_cast<int>(found.value_or(1.0));
    }

    bool flag(const char* key, bool otherwise) const {
        const auto it = json_.find(key);
        return it != json_.end() && it->is_boolean() ? it->get<bool>() : otherwise;
    }

    void sizes() {
        models::LanguageModelSpec& m = model_.spec;
        m.layers = need({"num_hidden_layers", "n_layer", "num_layers", "n_layers"});
        m.hidden = need({"hidden_size", "n_embd", "d_model"});
        m.heads = need({"num_attention_heads", "n_head", "n_heads"});
        m.vocabulary = need({"vocab_size", "padded_vocab_size"});
        m.sequence = std::max(size({"max_position_embeddings", "n_positions", "max_seq_len",
                                    "seq_length", "max_sequence_length"},
                                   2048),
                              1);
        // Falcon 40B and 180B keep "multi_query" and have groups all the same.
        m.keyHeads =
            flag("multi_query", false) && !flag("new_decoder_architecture", false)
                ? 1
                : size({"num_key_value_heads", "num_kv_heads", "multi_query_group_num"}, m.heads);
        m.headSize = size({"head_dim", "kv_channels"}, 0);
        m.tied = flag("tie_word_embeddings", anyOf(kTied, model_.name));
    }

    void feedForward() {
        models::LanguageModelSpec& m = model_.spec;
        m.feedForward =
            size({"intermediate_size", "ffn_hidden_size", "ffn_dim", "n_inner"}, 4 * m.hidden);
        const std::string activation = text(json_, "hidden_act");
        m.gated = !anyOf(kUngated, model_.name) && activation != "relu2";
    }

    void experts() {
        models::LanguageModelSpec& m = model_.spec;
        m.experts =
            size({"n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts"}, 0);
        if (m.experts < 2) {
            m.experts = 0;
            return;
        }
        m.expertsPerToken = std::max(size({"num_experts_per_tok", "experts_per_token",
                                           "num_experts_per_token", "moe_top_k", "moe_topk"},
                                          1),
                                     1);
        m.expertFeedForward =
            size({"moe_intermediate_size", "expert_ffn_hidden_size"}, m.feedForward);
        m.sharedExperts = size({"n_shared_experts", "num_shared_experts"}, 0);
        if (const auto shared = value({"shared_expert_intermediate_size"})) {
            m.sharedExperts =
                static_cast<int>(std::lround(*shared / std::max(m.expertFeedForward, 1)));
        }
        if (model_.name.starts_with("llama4")) {
            // One shared expert; the dense layers have a width of their own.
            m.sharedExperts = 1;
            m.expertFeedForward = m.feedForward;
            m.feedForward = size({"intermediate_size_mlp"}, m.feedForward);
        }
        const auto dense = json_.find("mlp_only_layers");
        const int listed =
            dense != json_.end() && dense->is_array() ? static_cast<int>(dense->size()) : 0;
        const int step = std::max(
            size({"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq"}, 1), 1);
        m.denseLayers =
            std::max({size({"first_k_dense_replace"}, 0), listed, m.layers - m.layers / step});
    }

    void latent() {
        models::LanguageModelSpec& m = model_.spec;
        m.keyRank = size({"kv_lora_rank"}, 0);
        if (m.keyRank > 0) {
            m.queryRank = size({"q_lora_rank"}, 0);
            m.ropeSize = size({"qk_rope_head_dim"}, 0);
            m.headSize = size({"qk_nope_head_dim"}, m.headSize);
            m.valueSize = size({"v_head_dim"}, 0);
        }
    }

    // Layers that see everything: by a list of kinds, by a pattern, or by the family.
    void windows() {
        models::LanguageModelSpec& m = model_.spec;
        m.window = size({"sliding_window", "sliding_window_size", "attention_chunk_size"}, 0);
        if (m.window == 0 || !flag("use_sliding_window", true) || m.window >= m.sequence) {
            m.window = 0;
            return;
        }
        m.chunkedWindow = value({"attention_chunk_size"}).has_value();
        const auto kinds = json_.find("layer_types");
        if (kinds != json_.end() && kinds->is_array() && !kinds->empty()) {
            const auto global = std::count(kinds->begin(), kinds->end(), Json("full_attention"));
            m.globalEvery = global == 0
                                ? 0
                                : static_cast<int>(std::lround(static_cast<double>(kinds->size()) /
                                                               static_cast<double>(global)));
            return;
        }
        const int family = model_.name == "gemma2" || model_.name == "gpt_oss" ? 2
                           : model_.name.starts_with("gemma3")                 ? 6
                           : m.chunkedWindow                                   ? 4
                                                                               : 0;
        m.globalEvery = size({"sliding_window_pattern", "global_attn_every_n_layers"}, family);
    }

    void countParameters() {
        models::LanguageModelSpec& m = model_.spec;
        m.parameters = m.activeParameters = 0.0;
        const models::ModelShape s = models::shapeOf(m);
        const double shared = s.embeddingParameters + s.layers * s.attentionParameters +
                              s.denseLayers * s.denseParameters +
                              s.expertLayers * s.sharedParameters;
        m.parameters = shared + s.expertLayers * s.experts *
                                    (s.expertParameters + (s.experts > 0.0 ? s.hidden : 0.0));
        m.activeParameters = shared + s.expertLayers * s.expertsPerToken * s.expertParameters;
    }

    const Json& json_;
    std::string file_;
    ModelConfig model_;
    std::optional<Error> fault_;
};

}  // namespace

bool isModelFile(const std::string& name) {
    std::error_code ignored;
    const std::filesystem::path path(name);
    return std::filesystem::is_regular_file(path, ignored) ||
           std::filesystem::is_regular_file(path / "config.json", ignored);
}

Result<ModelConfig> parseModelConfig(std::string_view text, const std::string& file) {
    const Json json = parseJson<Json>(text);
    if (!json.is_object() || json.contains("halls")) {
        return tl::unexpected(configError(file, "EST-026", "the file is not the config of a model",
                                          "Use the config.json of a language model of a hub."));
    }
    for (const char* part : {"text_config", "llm_config", "language_config"}) {
        const auto it = json.find(part);
        if (it != json.end() && it->is_object()) {
            return ConfigReader(*it, file).read();
        }
    }
    return ConfigReader(json, file).read();
}

Result<ModelConfig> readModelConfig(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path file =
        std::filesystem::is_directory(path, ignored) ? path / "config.json" : path;
    const auto text = readDecoded(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return parseModelConfig(text->text, file.string());
}

}  // namespace headroom::engine
