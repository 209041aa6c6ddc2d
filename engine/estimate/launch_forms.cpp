// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/launch_forms.h"

#include "engine/base/json.h"
#include "engine/base/number.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

using FormWords = std::map<std::string, std::string, std::less<>>;

constexpr double kMostOfAForm = 1e7;

std::string wordOf(const FormWords& words, std::string_view key) {
    const auto found = words.find(key);
    return found == words.end() ? std::string() : found->second;
}

/// A number above 0 of a key; 0 if the file does not state one. A text that is not a number ("auto") is noted.
double numberOf(const FormWords& words, std::string_view key, LaunchPlan& plan) {
    const std::string text = wordOf(words, key);
    if (text.empty()) {
        return 0.0;
    }
    const auto number = parseNumber(text);
    if (!number) {
        plan.notes.push_back(
            fmt::format("{} is \"{}\", which is not a number: state it as an option", key, text));
    }
    return number && *number > 0.0 && *number <= kMostOfAForm ? *number : 0.0;
}

int wholeOf(const FormWords& words, std::string_view key, LaunchPlan& plan) {
    return static_cast<int>(numberOf(words, key, plan));
}

bool hasKey(const FormWords& words, std::string_view key) {
    return words.find(key) != words.end();
}

/// Members of objects as "zero_optimization.stage".
void flatten(const nlohmann::json& json, const std::string& path, FormWords& words) {
    for (const auto& [key, value] : json.items()) {
        const std::string name = path.empty() ? key : path + '.' + key;
        if (value.is_object()) {
            flatten(value, name, words);
        } else if (!value.is_array()) {
            words[name] = value.is_string() ? value.get<std::string>() : value.dump();
        }
    }
}

/// Words of a command line as KEY=VALUE, and lines KEY: VALUE of a YAML. Comments are left out.
FormWords pairsOf(std::string_view text) {
    FormWords words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        line.resize(std::min(line.find('#'), line.size()));
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos && line.find('=') == std::string::npos) {
            line[colon] = '=';
            line.erase(colon + 1, line.find_first_not_of(' ', colon + 1) - colon - 1);
        }
        for (std::size_t from = 0; from < line.size();) {
            const std::size_t next = std::min(line.find_first_of(" \t\\\r", from), line.size());
            std::string word = line.substr(from, next - from);
            from = next + 1;
            std::erase_if(word, [](char c) { return c == '\'' || c == '"'; });
            if (const std::size_t sign = word.find('=');
                sign != std::string::npos && sign > 0 && sign + 1 < word.size()) {
                words[word.substr(0, sign)] = word.substr(sign + 1);
            }
        }
    }
    return words;
}

/// Degree within a slice times that between slices; 0 if neither is stated, -1 if the rest is meant.
int degreeOf(const FormWords& words, const std::string& kind, LaunchPlan& plan) {
    int degree = 0;
    for (const char* mesh : {"ici_", "dcn_"}) {
        const std::string key = mesh + kind + "_parallelism";
        if (wordOf(words, key) == "-1") {
            return -1;
        }
        if (const int each = wholeOf(words, key, plan); each > 0) {
            degree = std::max(1, degree) * each;
        }
    }
    return degree;
}

int stageOf(models::Sharding sharding) {
    switch (sharding) {
        case models::Sharding::None:
            return 0;
        case models::Sharding::Zero1:
            return 1;
        case models::Sharding::Zero2:
            return 2;
        case models::Sharding::Zero3:
            break;
    }
    return 3;
}

bool isFp8(models::Precision precision) {
    return precision == models::Precision::Fp8 || precision == models::Precision::Fp8Block ||
           precision == models::Precision::Fp8Row;
}

}  // namespace

std::optional<LaunchPlan> deepSpeedPlan(std::string_view text) {
    const auto json = parseJson<nlohmann::json>(text);
    if (!json.is_object()) {
        return std::nullopt;
    }
    FormWords words;
    flatten(json, {}, words);
    constexpr auto kOwn = std::to_array<std::string_view>(
        {"train_batch_size", "train_micro_batch_size_per_gpu", "zero_optimization.stage"});
    if (std::none_of(kOwn.begin(), kOwn.end(),
                     [&](std::string_view key) { return hasKey(words, key); })) {
        return std::nullopt;
    }
    LaunchPlan plan;
    plan.form = LaunchForm::DeepSpeed;
    constexpr std::array kStages = {models::Sharding::None, models::Sharding::Zero1,
                                    models::Sharding::Zero2, models::Sharding::Zero3};
    const int stage = std::min(wholeOf(words, "zero_optimization.stage", plan), 3);
    plan.sharding = kStages.at(static_cast<std::size_t>(stage));
    plan.software = stage == 3 ? "deepspeed-zero3" : "megatron-deepspeed";
    plan.shardGroup = wholeOf(words, "zero_optimization.mics_shard_size", plan);
    plan.tensor = wholeOf(words, "tensor_parallel.autotp_size", plan);
    plan.microBatch = numberOf(words, "train_micro_batch_size_per_gpu", plan);
    plan.batch = numberOf(words, "train_batch_size", plan);
    if (plan.batch == 0.0) {
        plan.batchOfCopy =
            plan.microBatch * std::max(1.0, numberOf(words, "gradient_accumulation_steps", plan));
    }
    if (wordOf(words, "bf16.enabled") == "true") {
        plan.precision = models::Precision::Bf16;
    } else if (wordOf(words, "fp16.enabled") == "true") {
        plan.precision = models::Precision::Fp16;
    }
    return plan;
}

std::optional<LaunchPlan> maxTextPlan(std::string_view text) {
    const FormWords words = pairsOf(text);
    constexpr auto kOwn = std::to_array<std::string_view>(
        {"per_device_batch_size", "ici_fsdp_parallelism", "ici_tensor_parallelism",
         "dcn_data_parallelism", "max_target_length"});
    if (std::none_of(kOwn.begin(), kOwn.end(),
                     [&](std::string_view key) { return hasKey(words, key); })) {
        return std::nullopt;
    }
    LaunchPlan plan;
    plan.form = LaunchForm::MaxText;
    plan.software = "maxtext-2024";
    plan.tensor = std::max(0, degreeOf(words, "tensor", plan));
    plan.pipeline = std::max(0, degreeOf(words, "pipeline", plan));
    plan.context =
        std::max({0, degreeOf(words, "context", plan), degreeOf(words, "sequence", plan)});
    plan.expert = std::max(0, degreeOf(words, "expert", plan));
    plan.interleave = wholeOf(words, "num_pipeline_repeats", plan);
    plan.sequence = wholeOf(words, "max_target_length", plan);
    const int shards = degreeOf(words, "fsdp", plan), copies = degreeOf(words, "data", plan);
    plan.sharding = shards == 1 ? models::Sharding::None : models::Sharding::Zero3;
    plan.shardGroup = shards > 1 && copies > 1 ? shards : 0;
    const double accumulated = std::max(1.0, numberOf(words, "gradient_accumulation_steps", plan));
    const double ranks = static_cast<double>(std::max(1, plan.tensor)) *
                         std::max(1, plan.pipeline) * std::max(1, plan.context);
    const double ofCopy = numberOf(words, "per_device_batch_size", plan) * ranks;
    plan.batchOfCopy = ofCopy * accumulated;
    plan.microBatch = ofCopy / std::max(1.0, numberOf(words, "num_pipeline_microbatches", plan));
    const std::string remat = wordOf(words, "remat_policy");
    if (!remat.empty()) {
        plan.recompute = remat == "full" ? models::Recompute::Full : models::Recompute::Selective;
    }
    plan.precision = wordOf(words, "quantization").find("fp8") != std::string::npos
                         ? models::Precision::Fp8
                         : models::Precision::Bf16;
    return plan;
}

std::string deepSpeedText(const models::TrainingPlan& plan) {
    nlohmann::ordered_json json;
    json["train_batch_size"] = std::llround(plan.batchSequences);
    json["train_micro_batch_size_per_gpu"] = std::llround(plan.microBatch);
    json["gradient_accumulation_steps"] = std::llround(plan.microBatches());
    json["zero_optimization"] = {{"stage", stageOf(plan.sharding)}};
    if (plan.shardGroup > 0) {
        json["zero_optimization"]["mics_shard_size"] = plan.shardGroup;
    }
    if (plan.tensor > 1) {
        json["tensor_parallel"] = {{"autotp_size", plan.tensor}};
    }
    json[plan.precision == models::Precision::Fp16 ? "fp16" : "bf16"] = {{"enabled", true}};
    std::string rest;
    if (plan.pipeline > 1 || plan.context > 1 || plan.expert > 1) {
        rest +=
            fmt::format("Set in the code: {} pipeline stages, {} sequence ranks, {} expert ranks. ",
                        plan.pipeline, plan.context, plan.expert);
    }
    rest += plan.recompute == models::Recompute::None
                ? ""
                : fmt::format("Recompute activations in the code: {}. ",
                              models::recomputeName(plan.recompute));
    rest += isFp8(plan.precision) ? "The matrices of the plan have 8 bits. " : "";
    if (!rest.empty()) {
        json["comment"] = rest.substr(0, rest.size() - 1);
    }
    return json.dump(2) + '\n';
}

std::string maxTextText(const models::TrainingPlan& plan) {
    const bool isSharded = plan.sharding != models::Sharding::None;
    const int shards = !isSharded ? 1 : plan.shardGroup > 0 ? plan.shardGroup : plan.copies();
    const double ranks = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
    const double steps = plan.pipeline > 1 ? 1.0 : plan.microBatches();
    std::string out = fmt::format(
        "ici_tensor_parallelism={}\nici_pipeline_parallelism={}\nici_context_parallelism={}\n"
        "ici_expert_parallelism={}\nici_fsdp_parallelism={}\nici_data_parallelism={}\n",
        plan.tensor, plan.pipeline, plan.context, plan.expert, shards,
        std::max(1, plan.copies() / std::max(1, shards)));
    out += "# Move degrees that reach across slices from ici_ to dcn_.\n";
    out += isSharded && plan.sharding != models::Sharding::Zero3
               ? "# FSDP shards weights and gradients too: ZeRO-1 and ZeRO-2 have no key.\n"
               : "";
    out += fmt::format("per_device_batch_size={:g}\ngradient_accumulation_steps={:.0f}\n",
                       plan.batchSequences / std::max(1, plan.copies()) / steps / ranks, steps);
    out += plan.pipeline > 1
               ? fmt::format("num_pipeline_microbatches={:.0f}\nnum_pipeline_repeats={}\n",
                             plan.microBatches(), std::max(1, plan.interleave))
               : "";
    out += plan.sequence > 0 ? fmt::format("max_target_length={}\n", plan.sequence) : "";
    out += fmt::format("remat_policy={}\n",
                       plan.recompute == models::Recompute::Full ? "full" : "minimal");
    out += isFp8(plan.precision) ? "quantization=fp8\n" : "";
    return out;
}

}  // namespace headroom::engine
