// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/training_rules.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace headroom::engine {

namespace {

// Longer words before those that they begin with.
constexpr auto kAccelerators = std::to_array<AcceleratorRule>({
    {"v100", "v100-sxm2", "nvlink2", "infiniband-hdr"},
    {"a100-40gb", "a100-40gb-sxm", "nvlink3", "infiniband-hdr"},
    {"a100", "a100-80gb-sxm", "nvlink3", "infiniband-hdr"},
    {"h100-96gb-500w", "h100-96gb-500w", "nvlink4", "roce-400g"},
    {"h100", "h100-sxm", "nvlink4", "infiniband-ndr"},
    {"h800", "h800-sxm", "nvlink4", "infiniband-ndr"},
    {"h200", "h200-sxm", "nvlink4", "infiniband-ndr"},
    {"gh200", "gh200", "nvlink4", "infiniband-ndr"},
    {"b200", "b200-sxm", "nvlink5", "infiniband-ndr"},
    {"b300", "b300-sxm", "nvlink5", "infiniband-xdr"},
    {"gb200", "gb200", "nvlink5", "infiniband-ndr"},
    {"gb300", "gb300", "nvlink5", "infiniband-xdr"},
    {"mi250x", "mi250x", "infinity-fabric-mi300x", "slingshot-11"},
    {"mi300x", "mi300x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"mi325x", "mi325x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"mi350x", "mi350x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"mi355x", "mi355x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"tpu-v4", "tpu-v4", "ici", "data-centre-network"},
    {"tpu-v5e", "tpu-v5e", "ici", "data-centre-network"},
    {"tpu-v5p", "tpu-v5p", "ici", "data-centre-network"},
    {"tpu-v6e", "tpu-v6e", "ici", "data-centre-network"},
    {"tpu7x", "tpu7x", "ici", "data-centre-network"},
    {"tpu-v7", "tpu7x", "ici", "data-centre-network"},
    {"tpu-ironwood", "tpu7x", "ici", "data-centre-network"},
    {"gaudi2", "gaudi2", "nvlink3", "roce-400g"},
    {"gaudi3", "gaudi3", "nvlink4", "roce-400g"},
});

// Technical reports of Gemma 2 and 3, Mistral 7B, gpt-oss and Qwen 3.
constexpr auto kAttention = std::to_array<AttentionRule>({
    {"gemma3", 256, 1024, 6},
    {"gemma-3", 256, 1024, 6},
    {"gemma2", 256, 4096, 2},
    {"gemma-2", 256, 4096, 2},
    {"gpt-oss", 64, 128, 2},
    {"gpt_oss", 64, 128, 2},
    {"qwen3", 128, 0, 1},
});

struct Word {
    std::string_view word;
    std::string_view part;
};

constexpr auto kBetweenWords = std::to_array<Word>({
    {"roce", "roce-400g"},
    {"ethernet", "roce-400g"},
    {"slingshot", "slingshot-11"},
    {"efa", "efa"},
});

struct Format {
    std::string_view word;
    models::Precision precision;
};

// Of words that begin at the same place the first counts.
constexpr auto kFormats = std::to_array<Format>({
    {"nvfp4", models::Precision::Fp4},
    {"mxfp4", models::Precision::Fp4},
    {"fp4", models::Precision::Fp4},
    {"mxfp8", models::Precision::Fp8Block},
    {"fp8-mx", models::Precision::Fp8Block},
    {"fp8-block", models::Precision::Fp8Block},
    {"fp8-row", models::Precision::Fp8Row},
    {"fp8", models::Precision::Fp8},
    {"int8", models::Precision::Int8},
    {"bf16", models::Precision::Bf16},
    {"fp16", models::Precision::Fp16},
});

/// The number that begins at `at`; 0: none does.
double numberAt(const std::string& text, std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0
               ? std::strtod(text.c_str() + at, nullptr)
               : 0.0;
}

/// The whole number that ends before `end`, blanks between; 0: none does.
double numberBefore(const std::string& text, std::size_t end) {
    while (end > 0 && text[end - 1] == ' ') {
        --end;
    }
    std::size_t begin = end;
    while (begin > 0 && std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0) {
        --begin;
    }
    return begin == end ? 0.0 : std::strtod(text.c_str() + begin, nullptr);
}

/// Year and month of a release "26.04.01", as 26.04; 0: none.
double releaseOf(const std::string& framework, std::string_view name) {
    const std::size_t at = framework.find(name);
    return at == std::string::npos ? 0.0 : numberAt(framework, at + name.size());
}

std::string_view bridgeOf(double release) {
    if (release >= 26.06) {
        return "megatron-bridge-26-06";
    }
    return release >= 26.02 ? "megatron-bridge-26-02" : "megatron-bridge-25";
}

}  // namespace

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

const AcceleratorRule* acceleratorRule(const std::string& name) {
    const std::string lower = lowerCase(name);
    const auto it =
        std::find_if(kAccelerators.begin(), kAccelerators.end(),
                     [&](const AcceleratorRule& rule) { return lower.starts_with(rule.word); });
    return it != kAccelerators.end() ? &*it : nullptr;
}

const AttentionRule* attentionRule(const std::string& model) {
    const std::string name = lowerCase(model);
    const auto it = std::find_if(kAttention.begin(), kAttention.end(),
                                 [&](const AttentionRule& r) { return holds(name, r.word); });
    return it != kAttention.end() ? &*it : nullptr;
}

std::string_view scaleOutRule(const std::string& interconnect) {
    // Management and storage networks stand in the same text: only what leads it, or carries the
    // computing, counts.
    std::string lower = lowerCase(interconnect);
    if (const std::size_t compute = lower.find("compute:"); compute != std::string::npos) {
        lower = lower.substr(compute);
    } else if (const std::size_t first = lower.find("infiniband"); first != std::string::npos) {
        lower = lower.substr(first);
    }
    std::string_view part;
    std::size_t best = std::string::npos;
    for (const Word& w : kBetweenWords) {
        const std::size_t at = lower.find(w.word);
        const std::size_t infiniband = lower.find("infini");
        if (at < best && at < infiniband) {
            best = at;
            part = w.part;
        }
    }
    return part;
}

double adapterRate(const std::string& interconnect, double acceleratorsOfNode) {
    const std::string lower = lowerCase(interconnect);
    std::size_t at = lower.find("gb/s per node");
    if (at == std::string::npos || !(acceleratorsOfNode > 0.0)) {
        return 0.0;
    }
    return numberBefore(lower, at) * 1e9 / 8.0 / acceleratorsOfNode;
}

std::string_view softwareRule(const std::string& framework, const std::string& notes) {
    const std::string name = lowerCase(framework);
    const std::string note = lowerCase(notes);
    if (holds(name, "megatron-bridge")) {
        return bridgeOf(releaseOf(name, "megatron-bridge "));
    }
    if (holds(name, "mlperf")) {
        if (holds(name, "google") || holds(name, "maxtext")) {
            return "maxtext-2024";
        }
        const double round = releaseOf(name, "training v");
        return round >= 4.95 ? "mlperf-2025" : round >= 3.95 ? "mlperf-2024" : "mlperf-2023";
    }
    if (holds(name, "maxtext") || holds(name, "jax")) {
        return holds(name, "recipes") ? "maxtext-2024" : "maxtext-2023";
    }
    if (holds(name, "torchtitan")) {
        return holds(note, "eager") ? "torchtitan-eager" : "torchtitan-compiled";
    }
    if (holds(name, "foundry") || holds(name, "composer") || holds(name, "fsdp")) {
        return "llm-foundry";
    }
    if (holds(name, "deepspeed")) {
        return "megatron-deepspeed";
    }
    if (holds(name, "megatron-lm")) {
        return "megatron-lm-2021";
    }
    return "megatron-core";
}

models::Precision precisionRule(const std::string& text) {
    const std::string lower = lowerCase(text);
    std::size_t best = std::string::npos;
    models::Precision precision = models::Precision::Bf16;
    for (const Format& f : kFormats) {
        const std::size_t at = lower.find(f.word);
        if (at != std::string::npos && (best == std::string::npos || at < best)) {
            best = at;
            precision = f.precision;
        }
    }
    return precision;
}

ExpertRule expertRule(const std::string& arch) {
    ExpertRule rule;
    const std::string lower = lowerCase(arch);
    const std::size_t moe = lower.find("moe");
    const std::size_t top = lower.find("top");
    if (moe == std::string::npos || top == std::string::npos) {
        return rule;
    }
    rule.experts = static_cast<int>(numberAt(lower, moe + 3));
    rule.each = static_cast<int>(numberAt(lower, top + 3));
    if (const std::size_t plus = lower.find('+', top); plus != std::string::npos) {
        rule.shared = static_cast<int>(numberAt(lower, plus + 1));
    }
    return rule;
}

int sliceRule(const std::string& interconnect, const std::string& notes, int accelerators) {
    const std::string note = lowerCase(notes);
    for (const std::string_view words : {" slices of", " slice(s) of", " slice of"}) {
        if (const std::size_t at = note.find(words); at != std::string::npos) {
            const int slices = static_cast<int>(numberBefore(note, at));
            return slices > 0 ? std::max(accelerators / slices, 1) : 0;
        }
    }
    const std::string lower = lowerCase(interconnect);
    constexpr std::string_view kOf = "slices of ";
    const std::size_t at = lower.find(kOf);
    return at == std::string::npos ? 0 : static_cast<int>(numberAt(lower, at + kOf.size()));
}

double loggedAtEnd(const std::string& notes) {
    std::size_t at = notes.find("at last eval [");
    if (at == std::string::npos) {
        return 0.0;
    }
    at += std::string_view("at last eval [").size();
    double sum = 0.0;
    int count = 0;
    while (at < notes.size() && notes[at] != ']') {
        if (const double value = numberAt(notes, at); value > 0.0) {
            sum += value;
            ++count;
            while (at < notes.size() && std::isdigit(static_cast<unsigned char>(notes[at])) != 0) {
                ++at;
            }
        } else {
            ++at;
        }
    }
    return count > 0 ? sum / count : 0.0;
}

}  // namespace headroom::engine
