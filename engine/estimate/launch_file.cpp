// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/launch_file.h"

#include "engine/base/number.h"
#include "engine/border/text_encoding.h"
#include "engine/estimate/launch_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::engine {

namespace {

/// Names with their values, as texts. A flag has the value "true".
using LaunchWords = std::map<std::string, std::string, std::less<>>;

constexpr double kMostOfALaunch = 1e7;

std::string_view stripped(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Words of a shell, without comments, quotes and the brackets of arrays.
std::vector<std::string> shellWords(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    char quote = '\0';
    const auto finish = [&] {
        if (!word.empty()) {
            words.push_back(std::exchange(word, {}));
        }
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
            // A list of arguments may be one quoted text.
            c == ' ' || c == '\n' || c == '\t'
                ? finish()
                : void(word += quote == '\0' ? std::string() : std::string(1, c));
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '\\') {
            i += i + 1 < text.size() && text[i + 1] == '\r' ? 2 : 1;
        } else if (c == '#' && word.empty()) {
            i = std::min(text.find('\n', i), text.size());
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';') {
            finish();
        } else if ((c == '(' || c == ')') && (word.empty() || !word.starts_with('$'))) {
            if (word.ends_with('=')) {
                word.clear();  // ARGS=(
            }
            finish();
        } else {
            word += c;
        }
    }
    finish();
    return words;
}

bool isName(std::string_view word) {
    return !word.empty() &&
           word.find_first_not_of(
               "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
               std::string_view::npos &&
           (word[0] < '0' || word[0] > '9');
}

/// "$TP", "${TP}" and "${TP:-8}" by the lines before.
std::string withVariables(const std::string& word, const LaunchWords& variables) {
    if (!word.starts_with('$') || word.size() < 2) {
        return word;
    }
    std::string name =
        word[1] == '{' && word.ends_with('}') ? word.substr(2, word.size() - 3) : word.substr(1);
    std::string otherwise;
    if (const std::size_t mark = name.find(":-"); mark != std::string::npos) {
        otherwise = name.substr(mark + 2);
        name.resize(mark);
    }
    const auto found = variables.find(name);
    return found != variables.end() ? found->second : otherwise.empty() ? word : otherwise;
}

/// Options with their values: "--key value", "--key=value", "--flag".
LaunchWords optionsOf(std::string_view text) {
    const std::vector<std::string> words = shellWords(text);
    LaunchWords variables, options;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::size_t equals = word.find('=');
        if (!word.starts_with("--")) {
            if (equals != std::string::npos && isName(std::string_view(word).substr(0, equals))) {
                variables[word.substr(0, equals)] =
                    withVariables(word.substr(equals + 1), variables);
            }
            continue;
        }
        std::string key = word.substr(2, equals == std::string::npos ? equals : equals - 2);
        if (key.find('.') == std::string::npos) {
            std::replace(key.begin(), key.end(), '_', '-');
        }
        const bool hasNext = i + 1 < words.size() && !words[i + 1].starts_with("--");
        options[key] = withVariables(equals != std::string::npos ? word.substr(equals + 1)
                                     : hasNext                   ? words[i + 1]
                                                                 : "true",
                                     variables);
    }
    return options;
}

/// Keys of a TOML as "section.key".
LaunchWords tomlOf(std::string_view text) {
    LaunchWords keys;
    std::string section;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = stripped(line.substr(0, line.find('#')));
        if (line.size() > 2 && line.front() == '[' && line.back() == ']') {
            section = std::string(stripped(line.substr(1, line.size() - 2)));
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || section.empty()) {
            continue;
        }
        std::string_view value = stripped(line.substr(equals + 1));
        if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
            value.back() == value.front()) {
            value = value.substr(1, value.size() - 2);
        }
        keys[section + '.' + std::string(stripped(line.substr(0, equals)))] = std::string(value);
    }
    return keys;
}

class LaunchReader {
  public:
    explicit LaunchReader(LaunchWords words) : words_(std::move(words)) {}

    LaunchPlan megatron() {
        plan_.form = LaunchForm::Megatron;
        plan_.software = "megatron-core";
        plan_.tensor = whole({"tensor-model-parallel-size", "tensor-parallel-size"});
        plan_.pipeline = whole({"pipeline-model-parallel-size", "pipeline-parallel-size"});
        plan_.context = whole({"context-parallel-size"});
        plan_.expert = whole({"expert-model-parallel-size"});
        plan_.expertTensor = whole({"expert-tensor-parallel-size"});
        plan_.sequence = whole({"seq-length"});
        plan_.microBatch = whole({"micro-batch-size"});
        plan_.batch = whole({"global-batch-size"});
        plan_.interleave = whole({"num-virtual-stages-per-pipeline-rank"});
        const int layers = whole({"num-layers"}),
                  layersOfChunk = whole({"num-layers-per-virtual-pipeline-stage"});
        if (plan_.interleave == 0 && layers > 0 && layersOfChunk > 0) {
            plan_.interleave = std::max(1, layers / (std::max(1, plan_.pipeline) * layersOfChunk));
        }
        const int nodes = whole({"nnodes"}), processes = whole({"nproc-per-node"});
        plan_.accelerators = whole({"world-size"});
        plan_.accelerators = plan_.accelerators == 0 && processes > 0
                                 ? std::max(1, nodes) * processes
                                 : plan_.accelerators;
        plan_.wholeSequences = plan_.tensor > 1 && !has("sequence-parallel");
        megatronSharding();
        const std::string granularity = text("recompute-granularity");
        plan_.recompute = granularity == "full" ? models::Recompute::Full
                          : granularity == "selective" || has("recompute-activations")
                              ? models::Recompute::Selective
                              : models::Recompute::None;
        plan_.precision = has("fp8-format") || has("fp8-hybrid")
                              ? (text("fp8-recipe") == "blockwise" ? models::Precision::Fp8Block
                                                                   : models::Precision::Fp8)
                          : has("fp16") ? models::Precision::Fp16
                                        : models::Precision::Bf16;
        return std::move(plan_);
    }

    LaunchPlan torchtitan() {
        plan_.form = LaunchForm::Torchtitan;
        const bool compiles =
            text("compile.enable") == "true" || text("training.compile") == "true";
        plan_.software = compiles ? "torchtitan-compiled" : "torchtitan-eager";
        plan_.tensor = whole({"parallelism.tensor_parallel_degree"});
        plan_.pipeline = whole({"parallelism.pipeline_parallel_degree"});
        plan_.context = whole({"parallelism.context_parallel_degree"});
        plan_.expert = whole({"parallelism.expert_parallel_degree"});
        plan_.expertTensor = whole({"parallelism.expert_tensor_parallel_degree"});
        plan_.sequence = whole({"training.seq_len"});
        const int replicas = whole({"parallelism.data_parallel_replicate_degree"}),
                  shards = whole({"parallelism.data_parallel_shard_degree"});
        const bool sharesAll = !has("parallelism.data_parallel_shard_degree") ||
                               text("parallelism.data_parallel_shard_degree") == "-1";
        plan_.sharding = !sharesAll && shards <= 1 ? models::Sharding::None
                         : text("parallelism.fsdp_reshard_after_forward") == "never"
                             ? models::Sharding::Zero2
                             : models::Sharding::Zero3;
        plan_.shardGroup = replicas > 1 && shards > 1 ? shards : 0;
        const int ofCopy = whole({"training.local_batch_size", "training.batch_size"});
        plan_.batchOfCopy = ofCopy;
        plan_.batch = whole({"training.global_batch_size"});
        const int piece = whole({"parallelism.pipeline_parallel_microbatch_size"});
        plan_.microBatch = plan_.pipeline > 1 ? std::max(1, piece) : ofCopy;
        const std::string mode = text("activation_checkpoint.mode");
        // Options of "selective" other than "op" recompute whole blocks now and then.
        plan_.recompute = mode == "full"   ? models::Recompute::Full
                          : mode == "none" ? models::Recompute::None
                                           : models::Recompute::Selective;
        const bool isFp8 = text("float8.enable_float8_linear") == "true" ||
                           text("model.converters").find("float8") != std::string::npos;
        plan_.precision =
            isFp8 ? (text("quantize.linear.float8.recipe_name").starts_with("rowwise") ||
                             text("float8.recipe_name").starts_with("rowwise")
                         ? models::Precision::Fp8Row
                         : models::Precision::Fp8)
                  : models::Precision::Bf16;
        return std::move(plan_);
    }

  private:
    bool has(std::string_view key) const { return words_.find(key) != words_.end(); }

    std::string text(std::string_view key) const {
        const auto found = words_.find(key);
        return found == words_.end() ? std::string() : found->second;
    }

    /// A whole number above 0; 0 if the file does not state one.
    int whole(std::initializer_list<std::string_view> keys) {
        for (const std::string_view key : keys) {
            const auto found = words_.find(key);
            if (found == words_.end()) {
                continue;
            }
            const auto number = parseNumber(found->second);
            if (number && *number >= 1.0 && *number <= kMostOfALaunch &&
                std::floor(*number) == *number) {
                return static_cast<int>(*number);
            }
            if (!number || *number > 0.0) {
                plan_.notes.push_back(
                    fmt::format("{} is \"{}\", which is not a whole number: state it as an option",
                                key, found->second));
            }
        }
        return 0;
    }

    void megatronSharding() {
        const std::string strategy = text("data-parallel-sharding-strategy");
        if (strategy == "optim_grads_params" || has("use-torch-fsdp2")) {
            plan_.sharding = models::Sharding::Zero3;
        } else if (strategy == "optim_grads") {
            plan_.sharding = models::Sharding::Zero2;
        } else if (strategy == "optim" || has("use-distributed-optimizer")) {
            plan_.sharding = models::Sharding::Zero1;
        } else {
            plan_.sharding = models::Sharding::None;
        }
    }

    LaunchWords words_;
    LaunchPlan plan_;
};

bool hasAnyKey(const LaunchWords& words, std::initializer_list<std::string_view> keys) {
    return std::any_of(keys.begin(), keys.end(),
                       [&](std::string_view key) { return words.find(key) != words.end(); });
}

std::string megatronText(const models::TrainingPlan& plan) {
    std::string out = fmt::format(
        "--tensor-model-parallel-size {}\n--pipeline-model-parallel-size "
        "{}\n--context-parallel-size {}\n--expert-model-parallel-size {}\n",
        plan.tensor, plan.pipeline, plan.context, plan.expert);
    out += plan.expertTensor > 0
               ? fmt::format("--expert-tensor-parallel-size {}\n", plan.expertTensor)
               : "";
    out += plan.interleave > 1
               ? fmt::format("--num-virtual-stages-per-pipeline-rank {}\n", plan.interleave)
               : "";
    out += plan.tensor > 1 && plan.sequenceParallel ? "--sequence-parallel\n" : "";
    out += fmt::format("--micro-batch-size {:.0f}\n--global-batch-size {:.0f}\n", plan.microBatch,
                       plan.batchSequences);
    out += plan.sequence > 0 ? fmt::format("--seq-length {}\n", plan.sequence) : "";
    switch (plan.sharding) {
        case models::Sharding::None:
            break;
        case models::Sharding::Zero1:
            out += "--use-distributed-optimizer\n";
            break;
        case models::Sharding::Zero2:
            out += "--use-megatron-fsdp\n--data-parallel-sharding-strategy optim_grads\n";
            break;
        case models::Sharding::Zero3:
            out += "--use-megatron-fsdp\n--data-parallel-sharding-strategy optim_grads_params\n";
            break;
    }
    out +=
        plan.recompute == models::Recompute::Full
            ? "--recompute-granularity full\n--recompute-method uniform\n--recompute-num-layers 1\n"
        : plan.recompute == models::Recompute::Selective ? "--recompute-granularity selective\n"
                                                         : "";
    out += plan.precision == models::Precision::Fp16 ? "--fp16\n" : "--bf16\n";
    if (plan.precision == models::Precision::Fp8 || plan.precision == models::Precision::Fp8Block) {
        out += plan.precision == models::Precision::Fp8
                   ? "--fp8-format hybrid\n"
                   : "--fp8-format e4m3\n--fp8-recipe blockwise\n";
    }
    return out;
}

std::string torchtitanText(const models::TrainingPlan& plan) {
    const bool isSharded = plan.sharding != models::Sharding::None;
    const int shards = !isSharded ? 1 : plan.shardGroup > 0 ? plan.shardGroup : plan.copies();
    const double ofCopy = plan.batchSequences / std::max(1, plan.copies());
    std::string out =
        fmt::format("[training]\nlocal_batch_size = {:.0f}\nglobal_batch_size = {:.0f}\n",
                    plan.pipeline > 1 ? ofCopy : plan.microBatch, plan.batchSequences);
    out += plan.sequence > 0 ? fmt::format("seq_len = {}\n", plan.sequence) : "";
    out += fmt::format(
        "\n[parallelism]\ndata_parallel_replicate_degree = {}\ndata_parallel_shard_degree = {}\n",
        std::max(1, plan.copies() / shards), shards);
    out +=
        plan.sharding == models::Sharding::Zero2 ? "fsdp_reshard_after_forward = \"never\"\n" : "";
    out += plan.sharding == models::Sharding::Zero1
               ? "# Sharding of the optimiser alone (ZeRO-1) has no key: FSDP shards weights and "
                 "gradients too.\n"
               : "";
    out += fmt::format(
        "tensor_parallel_degree = {}\npipeline_parallel_degree = {}\ncontext_parallel_degree = "
        "{}\nexpert_parallel_degree = {}\n",
        plan.tensor, plan.pipeline, plan.context, plan.expert);
    out += plan.pipeline > 1
               ? fmt::format("pipeline_parallel_microbatch_size = {:.0f}\n", plan.microBatch)
               : "";
    out += fmt::format("\n[activation_checkpoint]\nmode = \"{}\"\n",
                       models::recomputeName(plan.recompute));
    out += plan.precision == models::Precision::Bf16
               ? ""
               : fmt::format("\n# Matrices in {}: choose the converter of [model] that does it.\n",
                             models::precisionName(plan.precision));
    return out;
}

}  // namespace

Result<LaunchPlan> parseLaunch(std::string_view text, const std::string& file) {
    if (auto plan = deepSpeedPlan(text)) {
        return std::move(*plan);
    }
    LaunchWords options = optionsOf(text);
    LaunchWords toml = tomlOf(text);
    const bool isToml =
        hasAnyKey(toml, {"training.seq_len", "training.local_batch_size", "training.batch_size",
                         "parallelism.tensor_parallel_degree",
                         "parallelism.data_parallel_shard_degree", "activation_checkpoint.mode"});
    const bool hasOverrides = std::any_of(options.begin(), options.end(), [](const auto& each) {
        return each.first.starts_with("parallelism.") || each.first.starts_with("training.");
    });
    if (isToml || hasOverrides) {
        for (auto& [key, value] : options) {
            if (key.find('.') != std::string::npos) {
                toml[key] = value;
            }
        }
        return LaunchReader(std::move(toml)).torchtitan();
    }
    if (hasAnyKey(options, {"tensor-model-parallel-size", "pipeline-model-parallel-size",
                            "micro-batch-size", "global-batch-size", "seq-length"})) {
        return LaunchReader(std::move(options)).megatron();
    }
    if (auto plan = maxTextPlan(text)) {
        return std::move(*plan);
    }
    return tl::unexpected(
        Error{"EST-029",
              "the file has no arguments of Megatron or MaxText and no configuration of torchtitan "
              "or DeepSpeed",
              "Name the script that launches the run, its TOML or its JSON",
              file,
              {},
              0});
}

Result<LaunchPlan> readLaunch(const std::filesystem::path& file) {
    const auto decoded = readDecoded(file);
    if (!decoded) {
        return tl::unexpected(decoded.error());
    }
    return parseLaunch(decoded->text, file.string());
}

std::string launchText(const models::TrainingPlan& plan, LaunchForm form) {
    switch (form) {
        case LaunchForm::Megatron:
            return megatronText(plan);
        case LaunchForm::Torchtitan:
            return torchtitanText(plan);
        case LaunchForm::DeepSpeed:
            return deepSpeedText(plan);
        case LaunchForm::MaxText:
            break;
    }
    return maxTextText(plan);
}

}  // namespace headroom::engine
