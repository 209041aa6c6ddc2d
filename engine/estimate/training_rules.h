// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/workload/training_plan.h"

#include <optional>
#include <string>
#include <string_view>

/// How tables of training runs name things, and which part of the catalogue is meant. Rules see
/// names only, never a figure of the run.
namespace headroom::engine {

/// An accelerator with the links that come with it; empty where no rule knows the name.
struct AcceleratorRule {
    std::string_view
        word;  ///< that the name holds from where a word begins, letters and digits alone
    std::string_view accelerator;
    std::string_view scaleUp;
    std::string_view scaleOut;
    std::string_view with = {};  ///< that the name must hold too, anywhere: "pcie"
};

/// By the name that makers and clouds print: "AMD Instinct MI355X", "TPU-trillium", "NVIDIA DGX H100".
const AcceleratorRule* acceleratorRule(const std::string& name);

/// Dies of a module that software sees one by one, where the name says that dies are counted: 2 of
/// "MI250X (GCD)"; else 1.
int diesRule(const std::string& name);

/// Software and its generation: id of a software_stack; megatron-core where no rule knows the name.
std::string_view softwareRule(const std::string& framework, const std::string& notes);

/// Whether a rule knows the name.
bool softwareIsKnown(const std::string& framework);

/// The first format that the text names, e.g. FP8 of "FP8-CS (FP8-MX)"; BF16 of an empty text and of one that says
/// "amp", "mixed" or "half" alone. Nothing means no such format is known ("FP3").
std::optional<models::Precision> precisionRule(const std::string& text);

/// Matrices in 32 bits, or 19 of them (TF32), and in nothing narrower: no law of matrices covers them.
bool isWidePrecision(const std::string& text);

/// Words of a recipe for recomputation; "minimal" and the like keep all results of matrices. Nothing if it says
/// nothing. A word that no rule knows is taken as whole layers.
std::optional<models::Recompute> recomputeRule(const std::string& text);

/// Whether a rule knows the word, or there is none.
bool recomputeIsKnown(const std::string& text);

/// Recomputation in the software's own recipes, for rows that do not state it: HAI-LLM norms and up-projections
/// (DeepSeek-V3, arXiv 2412.19437, section 3.2.3); torchtitan by operator in its recipes of 8 billion parameters and
/// whole layers in those of 70 and 405 (train_configs/llama3_*.toml). Nothing means as little as fits.
std::optional<models::Recompute> usualRecompute(const std::string& framework, double parameters);

/// Split state of the copies, and the number of sharers (0 is all), of "full_shard", "shard_grad_op", "zero3", "64", "none".
struct ShardingRule {
    models::Sharding sharding = models::Sharding::None;
    int group = 0;
};

/// Nothing means no such splitting is known. Not for an empty text.
std::optional<ShardingRule> shardingRule(const std::string& text);

/// Experts of "moe128top8", with "+1" shared ones, "MoE, 128 experts, top-8, 1 shared", "MoE 8x22B top 2".
struct ExpertRule {
    int experts = 0, each = 0, shared = 0;
    bool mixture = false;  ///< the text speaks of one, whether its numbers are read or not
    bool wrong = false;    ///< a number of it cannot be meant: "-5 experts", 9 of 8
};

ExpertRule expertRule(const std::string& arch);

/// Accelerators joined by the chip-to-chip network of a TPU row: a slice. "2 slices of …", "slices
/// of 256"; 0 if not stated; -1 means a number that cannot be meant.
int sliceRule(const std::string& interconnect, const std::string& notes, int accelerators);

/// Mean of "[1207959552, 1258291200]" behind "at last eval"; 0 if not stated.
double loggedAtEnd(const std::string& notes);

std::string lowerCase(std::string_view text);

/// "llama3170b" of "Llama-3.1 70B".
std::string lettersAndDigits(std::string_view text);

}  // namespace headroom::engine
