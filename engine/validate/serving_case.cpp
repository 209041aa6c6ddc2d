// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/serving_case.h"

#include "engine/estimate/model_name.h"
#include "engine/estimate/training_rules.h"
#include "engine/validate/case_row.h"
#include "models/compute/rank_network.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom::engine {

namespace {

/// Shape of a task's prompts and answers where the row does not state it.
struct ServedTask {
    std::string_view word;
    double promptTokens = 0.0;
    double outputTokens = 0.0;
    double requests = 0.0;  ///< of a run, at least
};

// serving_case.h says where these are from.
constexpr auto kServedTasks =
    std::to_array<ServedTask>({{"lm-arena-chat", 300.0, 640.0, 1024.0},
                               {"gpqa", 225.0, 8000.0, 198.0},
                               {"sourcegraph-fim", 1276.0, 250.0, 1024.0}});

struct ServedWeights {
    std::string_view word;
    double bits = 16.0, expertBits = 0.0;
};

// The first that the text holds counts: "AWQ-int4", "fp8 (e4m3)", "INT8 W8A8".
constexpr auto kServedWeights = std::to_array<ServedWeights>({{"mxfp4", 16.0, 4.0},
                                                              {"fp4", 4.0, 0.0},
                                                              {"int4", 4.0, 0.0},
                                                              {"w4a", 4.0, 0.0},
                                                              {"awq", 4.0, 0.0},
                                                              {"gptq", 4.0, 0.0},
                                                              {"fp8", 8.0, 0.0},
                                                              {"float8", 8.0, 0.0},
                                                              {"e4m3", 8.0, 0.0},
                                                              {"int8", 8.0, 0.0},
                                                              {"w8a", 8.0, 0.0},
                                                              {"bfloat16", 16.0, 0.0},
                                                              {"bf16", 16.0, 0.0},
                                                              {"float16", 16.0, 0.0},
                                                              {"fp16", 16.0, 0.0},
                                                              {"half", 16.0, 0.0}});

constexpr double kMostRanksServed = 1e6;

// Runs of the benchmark that shared a host: serving_case.h.
constexpr std::string_view kCrowdedPart = "b200-sxm";
constexpr double kLongAnswers = 4000.0;

// A mean of a batch over the most that may run at a time: rounding of tables.
constexpr double kMeanOverMost = 1.01;

// Requests of a run over those at a time, where a task's own do not suffice: serving_case.h.
constexpr double kServedRounds = 1.5;

// Limits for iterations with a prompt, and for the 90th percentile over the median: see
// ServingCase::disturbed.
constexpr double kFewPrompts = 0.1;
constexpr double kWideGaps = 1.25;

template <class Table>
auto* servedEntry(const Table& table, const std::string& word) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const auto& entry) { return entry.word == word; });
    return found == table.end() ? nullptr : &*found;
}

class ServingReader {
  public:
    ServingReader(CaseTable& table, std::size_t row, const Catalogue& catalogue)
        : cells_(table, row), catalogue_(catalogue), place_(table.placeOf(row)) {}

    ServingCase read() {
        ServingCase c = any();
        if (!cells_.fault().empty()) {
            c.whyNot = cells_.fault();
        }
        return c;
    }

  private:
    ServingCase any() {
        ServingCase c;
        c.id = cells_.text("id").empty() ? place_ : cells_.text("id");
        c.model = cells_.text("model");
        c.tokensPerS = number("output_tokens_per_s");
        c.itlMedianS = 1e-3 * number("itl_median_ms");
        c.powerW = number("power_w");
        if (const auto limit = cells_.number("limit_pct")) {
            c.limitShare = *limit / 100.0;
        }
        c.load.requests = number("mean_batch");
        const double most = whole("max_concurrent", 0);
        if (!(c.load.requests > 0.0)) {
            c.load.requests = most;
        } else if (most > 0.0 && c.load.requests > kMeanOverMost * most) {
            cells_.wrong("mean_batch", "at most max_concurrent");
        }
        c.load.outputTokens = number("mean_output_tokens");
        readTask(c);
        if (!hardware(c)) {
            return c;
        }
        c.input.crowdedHost = c.accelerators == 1 && c.accelerator == kCrowdedPart &&
                              c.load.outputTokens >= kLongAnswers;
        const double prompts = c.load.requests / (c.load.outputTokens + 1.0);
        const double p90S = 1e-3 * number("itl_p90_ms");
        c.disturbed = prompts < kFewPrompts && p90S > kWideGaps * c.itlMedianS;
        if (!software(c)) {
            return c;
        }
        if (!(c.load.requests > 0.0) || !(c.load.outputTokens > 0.0)) {
            c.whyNot =
                "the row has neither mean batch nor most requests at a time, or no length of "
                "answers";
        } else if (const models::ServingMemory memory = models::servingMemory(c.input);
                   !memory.fits()) {
            c.whyNot = "the weights do not fit so";
        } else if (memory.cacheTokens < memory.unitsOf(c.load.promptTokens)) {
            c.whyNot = "the cache does not hold one prompt";
        }
        return c;
    }

    /// 0 if not stated.
    double number(const char* column) { return cells_.positive(column).value_or(0.0); }

    int whole(const char* column, int fallback = 1) {
        return cells_.count(column).value_or(fallback);
    }

    /// Lengths by their columns, else by the task.
    void readTask(ServingCase& c) {
        const ServedTask* task = servedEntry(kServedTasks, lowerCase(cells_.text("task")));
        c.load.promptTokens = number("mean_prompt_tokens");
        if (task != nullptr) {
            c.load.promptTokens =
                c.load.promptTokens > 0.0 ? c.load.promptTokens : task->promptTokens;
            c.load.outputTokens =
                c.load.outputTokens > 0.0 ? c.load.outputTokens : task->outputTokens;
            c.load.allRequests = std::max(task->requests, kServedRounds * c.load.requests);
        }
    }

    bool hardware(ServingCase& c) {
        const std::string name = cells_.text("accelerator");
        const AcceleratorRule* chip = acceleratorRule(name);
        if (chip == nullptr) {
            c.whyNot = "no part is known for an accelerator \"" + name + "\"";
            return false;
        }
        const auto* part = catalogue_.spec<models::AcceleratorSpec>(std::string(chip->accelerator));
        const auto* links = catalogue_.spec<models::InterconnectSpec>(std::string(chip->scaleUp));
        const auto* library = catalogue_.spec<models::CollectiveLibrarySpec>("nccl");
        if (part == nullptr || links == nullptr || library == nullptr) {
            c.whyNot = "the catalogue lacks " + std::string(chip->accelerator) + ", " +
                       std::string(chip->scaleUp) + " or nccl";
            return false;
        }
        c.accelerator = chip->accelerator;
        c.input.accelerator = part;
        const auto* between =
            catalogue_.spec<models::InterconnectSpec>(std::string(chip->scaleOut));
        c.input.network = models::rankNetwork(*part, links, between);
        c.input.network.library = library;
        const double ranks = static_cast<double>(whole("tp")) * whole("dp");
        const int stated = whole("n_accel", 0);
        if (stated > 0 && ranks > stated) {
            cells_.wrong("n_accel", "at least tp x dp");
        } else if (ranks > kMostRanksServed || whole("ep") > std::max<double>(stated, ranks)) {
            cells_.wrong(ranks > kMostRanksServed ? "tp" : "ep", "no more ranks than accelerators");
        }
        if (!cells_.fault().empty()) {
            return false;
        }
        c.accelerators = std::max(stated, static_cast<int>(ranks));
        c.input.scaleUpDomain = std::max(1, part->scaleUpDomain);
        if (c.accelerators > c.input.scaleUpDomain && !(part->scaleOutBytesPerS > 0.0)) {
            c.whyNot = "more accelerators than their links join, and no network is known";
            return false;
        }
        return true;
    }

    bool software(ServingCase& c) {
        std::string name = shortName(c.model);
        c.input.model = modelNamed(catalogue_, name);
        // A name may continue with a date, "DeepSeek-R1-0528", and words behind it.
        for (std::size_t at = name.rfind('-'); c.input.model == nullptr && at != std::string::npos;
             at = at > 0 ? name.rfind('-', at - 1) : std::string::npos) {
            const std::string_view rest = std::string_view(name).substr(at + 1);
            const bool date = rest.size() >= 4 && rest.find_first_not_of("0123456789") >= 4;
            if (date) {
                c.input.model = modelNamed(catalogue_, name.substr(0, at));
            }
        }
        c.input.stack = catalogue_.spec<models::ServingStackSpec>("vllm");
        if (c.input.model == nullptr || c.input.stack == nullptr) {
            c.whyNot = "the catalogue lacks vllm or the model \"" + c.model + "\"";
            return false;
        }
        if (!(c.load.promptTokens > 0.0)) {
            c.whyNot =
                "the length of prompts of a task \"" + cells_.text("task") + "\" is not known";
            return false;
        }
        const std::string weights = cells_.text("weights");
        const std::string format = weights.empty() ? "bfloat16" : lowerCase(weights);
        const auto* bits =
            std::find_if(kServedWeights.begin(), kServedWeights.end(), [&](const ServedWeights& w) {
                const std::size_t at = format.find(w.word);
                const std::size_t end = at + w.word.size();
                return at != std::string::npos &&
                       (end >= format.size() || format[end] < '0' || format[end] > '9' ||
                        !(w.word.back() >= '0' && w.word.back() <= '9'));
            });
        if (bits == kServedWeights.end()) {
            c.whyNot = "weights as \"" + weights + "\" are not known";
            return false;
        }
        const int copies = whole("dp");
        models::InferencePlan& plan = c.input.plan;
        plan.tensorParallel = std::max(1, c.accelerators / copies);
        plan.expertParallel =
            c.input.model->experts > 0 ? std::max(whole("ep"), copies > 1 ? c.accelerators : 1) : 1;
        plan.weightBits = bits->bits;
        plan.expertBits = bits->expertBits;
        return true;
    }

    /// "Qwen3-8B" of "Qwen/Qwen3-8B".
    static std::string shortName(const std::string& name) {
        const std::size_t slash = name.rfind('/');
        return slash == std::string::npos ? name : name.substr(slash + 1);
    }

    CaseRow cells_;
    const Catalogue& catalogue_;
    std::string place_;
};

}  // namespace

Result<std::vector<ServingCase>> servingCases(const CaseFile& file, const Catalogue& catalogue) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::vector<ServingCase> cases;
    cases.reserve(table->rows());
    for (std::size_t i = 0; i < table->rows(); ++i) {
        cases.push_back(ServingReader(*table, i, catalogue).read());
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return cases;
}

}  // namespace headroom::engine
