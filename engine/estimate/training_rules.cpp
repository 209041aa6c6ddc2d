// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/training_rules.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace headroom::engine {

namespace {

// Letters and digits of a name alone; words before those that they hold, and narrower rules of a
// word before wider ones. Servers of clouds stand for what is in them.
constexpr auto kAccelerators = std::to_array<AcceleratorRule>({
    {"v100", "v100-pcie", "pcie-gen3", "infiniband-hdr", "pcie"},
    {"v100", "v100-sxm2", "nvlink2", "infiniband-hdr"},
    {"a100", "a100-40gb-pcie", "pcie-gen4", "infiniband-hdr", "pcie40gb"},
    {"a100", "a100-40gb-pcie", "pcie-gen4", "infiniband-hdr", "40gbpcie"},
    {"a100", "a100-80gb-pcie", "pcie-gen4", "infiniband-hdr", "pcie"},
    {"a100", "a100-40gb-sxm", "nvlink3", "infiniband-hdr", "40g"},
    {"a100", "a100-40gb-sxm", "nvlink3", "efa", "p4d24"},
    {"a100", "a100-80gb-sxm", "nvlink3", "infiniband-hdr"},
    {"p4de", "a100-80gb-sxm", "nvlink3", "efa"},
    {"p4d", "a100-40gb-sxm", "nvlink3", "efa"},
    {"a800", "a800-sxm", "nvlink3", "infiniband-hdr"},
    {"a40", "a40", "pcie-gen4", "roce-400g"},
    {"l40s", "l40s", "pcie-gen4", "roce-400g"},
    {"p100", "p100-pcie", "pcie-gen3", "infiniband-hdr"},
    {"rtx6000", "rtx6000", "pcie-gen3", "roce-400g"},
    {"h10096gb500w", "h100-96gb-500w", "nvlink4", "roce-400g"},
    {"gh200", "gh200-96gb", "nvlink4", "slingshot-11", "96"},
    {"gh200", "gh200", "nvlink4", "infiniband-ndr"},
    {"h100", "h100-nvl", "pcie-gen5", "infiniband-ndr", "nvl"},
    {"h100", "h100-pcie", "pcie-gen5", "infiniband-ndr", "pcie"},
    {"h200", "h200-sxm", "nvlink4", "infiniband-ndr"},
    {"h20", "h20-141gb", "nvlink4", "infiniband-ndr", "141"},
    {"h20", "h20", "nvlink4", "infiniband-ndr"},
    {"p5en", "h200-sxm", "nvlink4", "efa"},
    {"p5e", "h200-sxm", "nvlink4", "efa"},
    {"p548xlarge", "h100-sxm", "nvlink4", "efa"},
    {"p6eg", "gb200", "nvlink5", "efa"},
    {"p6b200", "b200-sxm", "nvlink5", "efa"},
    {"h100", "h100-sxm", "nvlink4", "infiniband-ndr"},
    {"h800", "h800-sxm", "nvlink4", "infiniband-ndr"},
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
    {"gfx950", "mi355x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"gfx942", "mi300x", "infinity-fabric-mi300x", "infiniband-ndr"},
    {"gfx90a", "mi250x", "infinity-fabric-mi300x", "slingshot-11"},
    {"mi455", "mi455x", "infinity-fabric-mi300x", "infiniband-xdr"},
    {"v5litepod", "tpu-v5e", "ici", "data-centre-network"},
    {"v5e", "tpu-v5e", "ici", "data-centre-network"},
    {"v5p", "tpu-v5p", "ici", "data-centre-network"},
    {"v6e", "tpu-v6e", "ici", "data-centre-network"},
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
    {"hl225", "gaudi2", "nvlink3", "roce-400g"},
    {"hls2", "gaudi2", "nvlink3", "roce-400g"},
    {"gaudi3", "gaudi3", "nvlink4", "roce-400g"},
    {"hl325", "gaudi3", "nvlink4", "roce-400g"},
    {"hl338", "gaudi3", "nvlink4", "roce-400g"},
    {"trainium2", "trainium2", "nvlink4", "efa"},
    {"trn2", "trainium2", "nvlink4", "efa"},
    {"trainium", "trainium1", "nvlink3", "efa"},
    {"trn1", "trainium1", "nvlink3", "efa"},
    {"inferentia2", "inferentia2", "nvlink3", "efa"},
    {"inf2", "inferentia2", "nvlink3", "efa"},
});

struct Word {
    std::string_view word;
    std::string_view part;
};

// The first framework's name in the text; MLPerf, Megatron-Bridge and JAX have rules of their own before these.
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
    {"neuron", "neuronx-distributed"},
    {"megascale", "megatron-core"},
    {"primus", "megatron-core"},
    {"olmo-core", "torchtitan-compiled"},
    {"fairscale", "llm-foundry"},
    {"deepspeed", "megatron-deepspeed"},
    {"nemo", "megatron-bridge-25"},
    {"megatron", "megatron-core"},
    {"mcore", "megatron-core"},
});

constexpr auto kJax =
    std::to_array<std::string_view>({"maxtext", "jax", "pax", "t5x", "levanter", "gspmd"});

// Words of recipes that run whole layers again, or all but a few of their matrices.
constexpr auto kWholeLayers =
    std::to_array<std::string_view>({"full", "all", "layer", "block", "uniform", "qkv", "save",
                                     "offload", "remat", "custom", "checkpoint"});

constexpr double kWholeLayersFrom = 3e10;  // parameters: between the recipes of 8 and of 70 billion

constexpr double kMostOfAText = 1e6;  // beyond that a slip of the pen

struct Format {
    std::string_view word;
    models::Precision precision;
};

// The first of the words that begin at the same place counts.
constexpr auto kFormats = std::to_array<Format>({
    {"nvfp4", models::Precision::Fp4},
    {"mxfp4", models::Precision::Fp4},
    {"fp4", models::Precision::Fp4},
    {"mxfp8", models::Precision::Fp8Block},
    {"fp8-mx", models::Precision::Fp8Block},
    {"fp8-block", models::Precision::Fp8Block},
    {"fp8-row", models::Precision::Fp8Row},
    {"fp8", models::Precision::Fp8},
    {"float8", models::Precision::Fp8},
    {"e4m3", models::Precision::Fp8},
    {"int8", models::Precision::Int8},
    {"bf16", models::Precision::Bf16},
    {"bfloat16", models::Precision::Bf16},
    {"fp16", models::Precision::Fp16},
    {"float16", models::Precision::Fp16},
});

bool isLetterOrDigit(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// The number that begins at `at`; 0 if none does.
double numberAt(const std::string& text, std::size_t at) {
    return at < text.size() && isDigit(text[at]) ? std::strtod(text.c_str() + at, nullptr) : 0.0;
}

/// The whole number that ends before `end`, blanks between; 0 if none does.
double numberBefore(const std::string& text, std::size_t end) {
    while (end > 0 && text[end - 1] == ' ') {
        --end;
    }
    std::size_t begin = end;
    while (begin > 0 && (isDigit(text[begin - 1]) || text[begin - 1] == '.')) {
        --begin;
    }
    // A sign is not a hyphen: "-5 experts", "moe -5 experts", but "top-2".
    const bool minus =
        begin > 0 && text[begin - 1] == '-' && (begin == 1 || !isLetterOrDigit(text[begin - 2]));
    const double value = begin == end ? 0.0 : std::strtod(text.c_str() + begin, nullptr);
    return minus ? -value : value;
}

/// Year and month of a release "26.04.01", as 26.04; 0 if none.
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

namespace {

/// Whether letters and digits of the text begin with the word, and no digit continues with its last one.
bool beginsWith(std::string_view text, std::string_view word) {
    std::size_t met = 0;
    for (const char c : text) {
        if (met == word.size()) {
            return std::isdigit(static_cast<unsigned char>(c)) == 0 ||
                   std::isdigit(static_cast<unsigned char>(word.back())) == 0;
        }
        if (!isLetterOrDigit(c)) {
            continue;
        }
        if (std::tolower(static_cast<unsigned char>(c)) != word[met]) {
            return false;
        }
        ++met;
    }
    return met == word.size();
}

}  // namespace

const AcceleratorRule* acceleratorRule(const std::string& name) {
    // From where each word begins, and not into a longer number: "maia-100" is not an A100, an A4000 no A40.
    const auto said = [&](std::string_view word) {
        for (std::size_t at = 0; at < name.size(); ++at) {
            const bool begins = at == 0 || !isLetterOrDigit(name[at - 1]);
            if (begins && beginsWith(std::string_view(name).substr(at), word)) {
                return true;
            }
        }
        return false;
    };
    const std::string letters = lettersAndDigits(name);
    const auto it =
        std::find_if(kAccelerators.begin(), kAccelerators.end(), [&](const AcceleratorRule& rule) {
            return said(rule.word) && (rule.with.empty() || holds(letters, rule.with));
        });
    return it != kAccelerators.end() ? &*it : nullptr;
}

int diesRule(const std::string& name) {
    const std::string letters = lettersAndDigits(name);
    return holds(letters, "mi250") && holds(letters, "gcd") ? 2 : 1;
}

std::optional<models::Recompute> recomputeRule(const std::string& text) {
    const std::string word = lowerCase(text);
    if (word.empty()) {
        return std::nullopt;
    }
    if (word == "none" || word == "no" || word == "false" || word == "off") {
        return models::Recompute::None;
    }
    // MaxText's "minimal" keeps every product of a matrix; "save_qkv_proj", "qkv_proj_offloaded"
    // and the like keep a few of them and run the rest of a layer again.
    if (holds(word, "minimal") || holds(word, "selective") || holds(word, "core_attn") ||
        holds(word, "moe_act") || holds(word, "mlp_act") || word == "sel") {
        return models::Recompute::Selective;
    }
    return models::Recompute::Full;
}

bool recomputeIsKnown(const std::string& text) {
    const std::string word = lowerCase(text);
    return recomputeRule(text).value_or(models::Recompute::None) != models::Recompute::Full ||
           word == "yes" || word == "true" ||
           std::any_of(kWholeLayers.begin(), kWholeLayers.end(),
                       [&](std::string_view known) { return holds(word, known); });
}

std::optional<models::Recompute> usualRecompute(const std::string& framework, double parameters) {
    const std::string name = lowerCase(framework);
    if (holds(name, "hai-llm") || holds(name, "dualpipe")) {
        return models::Recompute::Selective;
    }
    if (holds(name, "titan")) {
        return parameters < kWholeLayersFrom ? models::Recompute::Selective
                                             : models::Recompute::Full;
    }
    return std::nullopt;
}

std::optional<ShardingRule> shardingRule(const std::string& text) {
    using models::Sharding;
    const std::string word = lettersAndDigits(text);
    const auto has = [&](std::string_view part) { return holds(word, part); };
    if (word == "none" || word == "no" || word == "false" || word == "ddp" || has("noshard")) {
        return ShardingRule{};
    }
    if (has("zero1") || has("optimizer")) {
        return ShardingRule{Sharding::Zero1, 0};
    }
    if (has("shardgradop") || has("zero2")) {
        return ShardingRule{Sharding::Zero2, 0};
    }
    if (has("full") || has("zero3") || has("fsdp") || has("hsdp") || has("hybrid") ||
        word == "yes" || word == "true") {
        return ShardingRule{Sharding::Zero3, 0};
    }
    const bool count = !word.empty() && word.size() <= 8 && word == text &&
                       std::all_of(word.begin(), word.end(), isDigit) && word[0] != '0';
    return count ? std::optional(ShardingRule{Sharding::Zero3, std::stoi(word)}) : std::nullopt;
}

bool softwareIsKnown(const std::string& framework) {
    const std::string name = lowerCase(framework);
    const auto said = [&](std::string_view word) { return holds(name, word); };
    return said("mlperf") || std::any_of(kJax.begin(), kJax.end(), said) ||
           std::any_of(kSoftware.begin(), kSoftware.end(),
                       [&](const Word& w) { return said(w.word); });
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
    for (const std::string_view jax : kJax) {
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

namespace {

/// The format whose name is first in the text; null if none does.
const Format* formatNamed(const std::string& text) {
    const std::string lower = lowerCase(text);
    std::size_t best = std::string::npos;
    const Format* found = nullptr;
    for (const Format& f : kFormats) {
        const std::size_t at = lower.find(f.word);
        const std::size_t end = at + f.word.size();
        const bool goesOn = at != std::string::npos && end < lower.size() && isDigit(lower[end]);
        if (at != std::string::npos && !goesOn && (best == std::string::npos || at < best)) {
            best = at;
            found = &f;
        }
    }
    return found;
}

/// The number at `at` or behind some blanks and signs of joining; 0 if none is there.
double numberBehind(const std::string& text, std::size_t at) {
    while (at < text.size() && holds(" -_=:", std::string_view(&text[at], 1))) {
        ++at;
    }
    return numberAt(text, at);
}

}  // namespace

std::optional<models::Precision> precisionRule(const std::string& text) {
    if (const Format* format = formatNamed(text)) {
        return format->precision;
    }
    const std::string word = lettersAndDigits(text);
    if (word.empty()
            ? text.empty()
            : word == "amp" || word == "mixed" || word == "half" || word == "mixedprecision") {
        return models::Precision::Bf16;
    }
    return std::nullopt;
}

bool isWidePrecision(const std::string& text) {
    const std::string lower = lowerCase(text);
    return formatNamed(text) == nullptr &&
           (holds(lower, "fp32") || holds(lower, "tf32") || holds(lower, "float32"));
}

ExpertRule expertRule(const std::string& arch) {
    ExpertRule rule;
    const std::string lower = lowerCase(arch);
    const std::size_t moe = lower.find("moe");
    const std::size_t expert = lower.find("expert");
    rule.mixture =
        moe != std::string::npos || expert != std::string::npos || holds(lower, "mixture");
    if (!rule.mixture) {
        return rule;
    }
    // The first that is there: "moe128", "128 routed experts", "128e", "8x22b".
    double experts = moe != std::string::npos ? numberAt(lower, moe + 3) : 0.0;
    for (const std::string_view word : {" routed", " expert", "experts", "e ", "e,", "x"}) {
        for (std::size_t at = lower.find(word); at != std::string::npos && experts == 0.0;
             at = lower.find(word, at + 1)) {
            experts = numberBefore(lower, at);
        }
    }
    double each = 0.0;
    if (const std::size_t top = lower.find("top"); top != std::string::npos) {
        each = numberBehind(lower, top + 3);
    } else if (const std::size_t at = lower.find("activ"); at != std::string::npos) {
        each = numberBefore(lower, at);
    }
    double shared = 0.0;
    if (const std::size_t at = lower.find("shared"); at != std::string::npos) {
        shared = numberBefore(lower, at);
    }
    if (const std::size_t plus = lower.find('+'); plus != std::string::npos && shared == 0.0) {
        shared = numberBehind(lower, plus + 1);
    }
    const auto whole = [](double n) { return n >= 0.0 && n <= kMostOfAText && n == std::floor(n); };
    rule.wrong =
        !(whole(experts) && whole(each) && whole(shared)) || (experts >= 1.0 && each > experts);
    if (rule.wrong || !(experts >= 1.0 && each >= 1.0)) {
        return rule;
    }
    rule.experts = static_cast<int>(experts);
    rule.each = static_cast<int>(each);
    rule.shared = static_cast<int>(shared);
    return rule;
}

int sliceRule(const std::string& interconnect, const std::string& notes, int accelerators) {
    const std::string note = lowerCase(notes);
    for (const std::string_view words : {" slices of", " slice(s) of", " slice of"}) {
        if (const std::size_t at = note.find(words); at != std::string::npos) {
            const double slices = numberBefore(note, at);
            return slices >= 1.0  ? std::max(static_cast<int>(accelerators / slices), 1)
                   : slices < 0.0 ? -1
                                  : 0;
        }
    }
    const std::string lower = lowerCase(interconnect);
    constexpr std::string_view kOf = "slices of ";
    const std::size_t at = lower.find(kOf);
    if (at == std::string::npos) {
        return 0;
    }
    const double chips = numberAt(lower, at + kOf.size());
    const bool minus = lower.compare(at + kOf.size(), 1, "-") == 0;
    return minus || chips > kMostOfAText || chips != std::floor(chips) ? -1
                                                                       : static_cast<int>(chips);
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
