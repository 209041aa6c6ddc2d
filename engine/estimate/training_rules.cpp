// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/training_rules.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace headroom::engine {

namespace {

// Letters and digits of a name alone; words before those that they hold.
constexpr auto kAccelerators = std::to_array<AcceleratorRule>({
    {"v100", "v100-sxm2", "nvlink2", "infiniband-hdr"},
    {"a10040gb", "a100-40gb-sxm", "nvlink3", "infiniband-hdr"},
    {"a100sxm440gb", "a100-40gb-sxm", "nvlink3", "infiniband-hdr"},
    {"a100", "a100-80gb-sxm", "nvlink3", "infiniband-hdr"},
    {"a800", "a100-80gb-sxm", "nvlink3", "infiniband-hdr"},
    {"h10096gb500w", "h100-96gb-500w", "nvlink4", "roce-400g"},
    {"gh200", "gh200", "nvlink4", "infiniband-ndr"},
    {"h100", "h100-sxm", "nvlink4", "infiniband-ndr"},
    {"h800", "h800-sxm", "nvlink4", "infiniband-ndr"},
    {"h200", "h200-sxm", "nvlink4", "infiniband-ndr"},
    {"gb200", "gb200", "nvlink5", "infiniband-ndr"},
    {"gb300", "gb300", "nvlink5", "infiniband-xdr"},
    {"b200", "b200-sxm", "nvlink5", "infiniband-ndr"},
    {"b300", "b300-sxm", "nvlink5", "infiniband-xdr"},
    {"rubin", "rubin", "nvlink5", "infiniband-xdr"},
    {"mi250", "mi250x", "infinity-fabric-mi300x", "slingshot-11"},
    {"mi300", "mi300x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"mi325", "mi325x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"mi350", "mi350x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"mi355", "mi355x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"mi455", "mi455x", "infinity-fabric-mi300x", "infiniband-xdr"},
    {"v5litepod", "tpu-v5e", "ici", "data-centre-network"},
    {"tpuv5lite", "tpu-v5e", "ici", "data-centre-network"},
    {"tpuv4", "tpu-v4", "ici", "data-centre-network"},
    {"tpuv5e", "tpu-v5e", "ici", "data-centre-network"},
    {"tpuv5p", "tpu-v5p", "ici", "data-centre-network"},
    {"tpuv6", "tpu-v6e", "ici", "data-centre-network"},
    {"trillium", "tpu-v6e", "ici", "data-centre-network"},
    {"tpu7", "tpu7x", "ici", "data-centre-network"},
    {"tpuv7", "tpu7x", "ici", "data-centre-network"},
    {"ironwood", "tpu7x", "ici", "data-centre-network"},
    {"tpu4", "tpu-v4", "ici", "data-centre-network"},
    {"tpu5e", "tpu-v5e", "ici", "data-centre-network"},
    {"tpu5p", "tpu-v5p", "ici", "data-centre-network"},
    {"tpu6e", "tpu-v6e", "ici", "data-centre-network"},
    {"gaudi2", "gaudi2", "nvlink3", "roce-400g"},
    {"gaudi3", "gaudi3", "nvlink4", "roce-400g"},
    {"trainium2", "trainium2", "nvlink4", "efa"},
    {"trn2", "trainium2", "nvlink4", "efa"},
    {"trainium", "trainium1", "nvlink3", "efa"},
    {"trn1", "trainium1", "nvlink3", "efa"},
});

struct Word {
    std::string_view word;
    std::string_view part;
};

// Of a framework's name, the first that it holds; MLPerf, Megatron-Bridge and JAX have rules of
// their own before these.
constexpr auto kSoftware = std::to_array<Word>({
    {"titan", "torchtitan-compiled"},
    {"compile", "torchtitan-compiled"},
    {"llm.c", "torchtitan-compiled"},
    {"foundry", "llm-foundry"},
    {"composer", "llm-foundry"},
    {"fsdp", "llm-foundry"},
    {"hugging", "llm-foundry"},
    {"transformers", "llm-foundry"},
    {"lightning", "llm-foundry"},
    {"litgpt", "llm-foundry"},
    {"torchtune", "llm-foundry"},
    {"metaseq", "megatron-deepspeed"},
    {"neox", "megatron-deepspeed"},
    {"colossal", "megatron-deepspeed"},
    {"hai-llm", "hai-llm"},
    {"dualpipe", "hai-llm"},
    {"optimum", "megatron-core"},
    {"deepspeed", "megatron-deepspeed"},
    {"nemo", "megatron-bridge-25"},
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

std::string lettersAndDigits(std::string_view text) {
    std::string letters;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return letters;
}

const AcceleratorRule* acceleratorRule(const std::string& name) {
    // From where each word begins: "maia-100" is no A100.
    const auto said = [&](std::string_view word) {
        for (std::size_t at = 0; at < name.size(); ++at) {
            const bool begins =
                at == 0 || std::isalnum(static_cast<unsigned char>(name[at - 1])) == 0;
            if (begins && lettersAndDigits(std::string_view(name).substr(at)).starts_with(word)) {
                return true;
            }
        }
        return false;
    };
    const auto it = std::find_if(kAccelerators.begin(), kAccelerators.end(),
                                 [&](const AcceleratorRule& rule) { return said(rule.word); });
    return it != kAccelerators.end() ? &*it : nullptr;
}

std::optional<models::Recompute> recomputeRule(const std::string& text) {
    const std::string word = lowerCase(text);
    if (word.empty()) {
        return std::nullopt;
    }
    if (word == "none" || word == "no" || word == "false") {
        return models::Recompute::None;
    }
    // MaxText's "minimal" keeps every product of a matrix; "save_qkv_proj", "qkv_proj_offloaded"
    // and the like keep a few of them and run the rest of a layer again.
    if (holds(word, "minimal") || holds(word, "selective") || holds(word, "core_attn") ||
        holds(word, "moe_act") || holds(word, "mlp_act")) {
        return models::Recompute::Selective;
    }
    return models::Recompute::Full;
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
        if (holds(name, "habana") || holds(name, "gaudi") || holds(name, "hls-")) {
            return "megatron-deepspeed";  // what its submissions train with
        }
        const double round = releaseOf(name, "training v");
        return round >= 4.95 ? "mlperf-2025" : round >= 3.95 ? "mlperf-2024" : "mlperf-2023";
    }
    for (const std::string_view jax : {"maxtext", "jax", "pax", "t5x", "levanter", "gspmd"}) {
        if (holds(name, jax)) {
            return holds(name, "recipes") ? "maxtext-2024" : "maxtext-2023";
        }
    }
    if (holds(name, "deepspeed") && !holds(name, "megatron") &&
        (holds(name, "zero-3") || holds(name, "zero3") || holds(name, "zero stage 3"))) {
        return "deepspeed-zero3";
    }
    if (holds(name, "titan") && holds(note, "eager")) {
        return "torchtitan-eager";
    }
    for (const std::string_view early : {"sc21", "korthikanti", "2021", "2022"}) {
        if (holds(name, "megatron-lm") && holds(name, early)) {
            return "megatron-lm-2021";
        }
    }
    const auto it = std::find_if(kSoftware.begin(), kSoftware.end(),
                                 [&](const Word& w) { return holds(name, w.word); });
    return it != kSoftware.end() ? it->part : "megatron-core";
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
