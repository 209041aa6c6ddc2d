// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_case.h"

#include "engine/estimate/link_text.h"
#include "engine/estimate/model_name.h"
#include "engine/estimate/training_rules.h"
#include "engine/validate/case_row.h"
#include "engine/validate/training_plans.h"
#include "models/workload/training_work.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

using models::TrainingPlan;

// MLPerf's GPT-3: 5,760 sequences are evaluated after every 24,576 trained ones, its Llama 3.1 8B:
// 1,024 after 12,288, its 405B: 5,760 after 46,080 (training rules of mlcommons.org); forward
// passes only.
constexpr double kForwardShare = 1.0 / 3.0;
constexpr double kEvaluationGpt = 5760.0 / 24576.0 * kForwardShare;
constexpr double kEvaluationLlama8 = 1024.0 / 12288.0 * kForwardShare;
constexpr double kEvaluationLlama405 = 5760.0 / 46080.0 * kForwardShare;

constexpr auto kMetrics =
    std::to_array<std::string_view>({"step_time_s", "step_time_ms", "tokens_per_s_per_accel",
                                     "tflops_per_accel", "mfu_pct", "hfu_pct", "e2e_minutes"});

std::string metricNames() {
    std::string names;
    for (const std::string_view metric : kMetrics) {
        names += (names.empty() ? "" : ", ") + std::string(metric);
    }
    return names;
}

constexpr std::size_t kFamilyLetters = 4;
constexpr double kSameParameters = 0.06;  // of two counts of one model
constexpr auto kOtherLayers =
    std::to_array<std::string_view>({"hybrid", "mamba", "ssm", "state-space", "rwkv", "retnet"});
constexpr double kDenseShare = 0.9;  // of active parameters in all, above which nothing is routed
constexpr int kLastOfOldMegatron = 2020;  // chips of that year and before

// Tokens that MLPerf's GPT-3 needs, where a row does not log them: a line through the logged ones
// of batches of 2,048 to 6,144 sequences.
constexpr double kGptTokens = 1.10e9;
constexpr double kGptTokensPerSequence = 5.4e4;
constexpr double kLoggedAreTokens = 1e8;  // samples of a run are fewer, tokens more

/// Layer sizes of MaxText's global_parameter_scale: heads and inner width, width, layers double in
/// turn from a base of 16 heads of 128, 7,168, 2,048 and 16 layers at one billion parameters.
void maxTextShape(double billions, models::LanguageModelSpec& model) {
    const int power = std::max(0, static_cast<int>(std::lround(std::log2(billions))));
    const int base = power / 3;
    const int rest = power % 3;
    const int wide = 1 << (base + (rest > 0 ? 1 : 0));
    model.heads = model.keyHeads = 16 * wide;
    model.headSize = 128;
    model.feedForward = 7168 * wide;
    model.hidden = 2048 * (1 << (base + (rest > 1 ? 1 : 0)));
    model.layers = 16 * (1 << base);
    model.vocabulary = 32000;
    model.gated = true;
    model.tied = false;
}

/// Kind of feed-forward and embeddings that explains the number of parameters best.
void inferVariant(models::LanguageModelSpec& model) {
    double best = std::numeric_limits<double>::infinity();
    models::LanguageModelSpec found = model;
    for (const bool gated : {false, true}) {
        for (const bool tied : {true, false}) {
            models::LanguageModelSpec m = model;
            m.gated = gated;
            m.tied = tied;
            const models::ModelShape s = models::shapeOf(m);
            const double all =
                s.embeddingParameters + s.layers * s.attentionParameters +
                s.denseLayers * s.denseParameters +
                s.expertLayers * (s.experts * s.expertParameters + s.sharedParameters);
            const double off = std::abs(all / model.parameters - 1.0);
            if (off < best) {
                best = off;
                found = m;
            }
        }
    }
    model = found;
}

class Reader {
  public:
    Reader(CaseTable& table, std::size_t row, const Catalogue& catalogue)
        : table_(table), row_(row), cells_(table, row), catalogue_(catalogue) {}

    TrainingCase read() {
        TrainingCase c;
        c.id = text("id").empty() ? table_.placeOf(row_) : text("id");
        if (table_.has("primary_metric")) {
            anyRun(c);
        } else {
            singleNode(c);
        }
        if (!cells_.fault().empty()) {
            c.whyNot = cells_.fault();
        }
        return c;
    }

  private:
    void anyRun(TrainingCase& c) {
        c.family = text("family");
        c.metric = text("primary_metric");
        c.core = !table_.has("core") || text("core") == "1";
        if (table_.has("core") && text("core") != "1" && text("core") != "0" &&
            !text("core").empty()) {
            cells_.wrong("core", "1 (it counts in the means) or 0");
        }
        if (std::find(kMetrics.begin(), kMetrics.end(), c.metric) == kMetrics.end()) {
            cells_.wrong("primary_metric", "one of " + metricNames());
            return;
        }
        const std::optional<double> expected = cells_.number(c.metric);
        if (!expected || !(*expected > 0.0)) {
            c.whyNot = "the row has no value of its primary metric";
            return;
        }
        c.expected = *expected;
        if (const std::optional<double> limit = cells_.number("limit_pct")) {
            c.limitShare = *limit / 100.0;
        }
        if (!hardware(c, text("accelerator"))) {
            return;
        }
        c.softwareId = softwareRule(text("framework"), text("notes"));
        c.otherSoftware = !softwareIsKnown(text("framework"));
        if (isWidePrecision(text("precision"))) {
            c.whyNot = "matrices in " + text("precision") + ": laws are of 16, 8 and 4 bits";
            return;
        }
        const std::optional<models::Precision> precision = precisionRule(text("precision"));
        if (!precision) {
            cells_.wrong("precision", "a format with a law: bf16, fp16, fp8, mxfp8, int8 or nvfp4");
            return;
        }
        if (!models::multiplies(c.accelerator, *precision)) {
            c.whyNot = c.acceleratorId + " has no matrices in " + text("precision") +
                       ": state the format that it computes in";
            return;
        }
        const bool megatron = holds(lowerCase(text("framework")), "megatron-lm");
        if (megatron && c.softwareId == "megatron-core" &&
            !holds(lowerCase(text("framework")), "megascale") &&
            c.accelerator.year <= kLastOfOldMegatron) {
            c.softwareId = "megatron-lm-2021";  // what there was on these chips
        }
        if (!model(c) || !parts(c)) {
            return;
        }
        const StatedPlan plan = stated(c);
        if (!cells_.fault().empty() || !divides(plan, c)) {
            return;
        }
        choosePlans(plan, c);
        c.inferred = !c.assumed.empty();
        if (c.otherSoftware) {
            assume(c, c.softwareId + " for \"" + text("framework") + "\"");
        }
        const bool many = c.plans.empty() || c.plans.front().accelerators > c.scaleUpDomain;
        if (otherNetwork_ && many) {
            assume(c, c.scaleOutId + " for \"" + text("interconnect") + "\"");
        }
        if (!c.whyNot.empty()) {
            return;
        }
        basis(c);
        endToEnd(c);
    }

    std::string text(const char* column) const { return table_.text(row_, column); }

    int whole(const char* column, int fallback) { return cells_.count(column).value_or(fallback); }

    /// Degrees and batch as the row states them belong together, or it is said.
    static bool divides(const StatedPlan& stated, TrainingCase& c) {
        const TrainingPlan& plan = stated.plan;
        const double n = plan.accelerators;
        const double each = static_cast<double>(plan.tensor) * plan.pipeline * plan.context;
        if (std::fmod(n, each) != 0.0) {
            c.whyNot = "the row states degrees that do not divide its " +
                       std::to_string(plan.accelerators) +
                       " accelerators: mend n_accel, tp, pp or cp";
            return false;
        }
        if (plan.expert > 1 && std::fmod(n / plan.pipeline, plan.expert) != 0.0) {
            c.whyNot = "the row states " + std::to_string(plan.expert) +
                       " expert ranks, which do not divide a stage's accelerators: mend ep";
            return false;
        }
        const double share = n / each * plan.microBatch;
        if (stated.degrees && stated.batch && share > plan.batchSequences) {
            c.whyNot =
                "the row states a batch below copies x micro-batch: mend global_batch_seqs or "
                "micro_batch";
            return false;
        }
        return true;
    }

    void assume(TrainingCase& c, const std::string& what) const {
        c.assumed += (c.assumed.empty() ? "" : ", ") + what;
    }

    bool hardware(TrainingCase& c, const std::string& name) {
        const AcceleratorRule* rule = acceleratorRule(name);
        const auto* part =
            rule != nullptr
                ? catalogue_.spec<models::AcceleratorSpec>(std::string(rule->accelerator))
                : nullptr;
        if (part == nullptr) {
            c.whyNot = "the catalogue has no accelerator \"" + name + "\"";
            return false;
        }
        const int dies = diesRule(name);
        c.accelerator = dies > 1 ? models::dieOf(*part, dies) : *part;
        c.acceleratorId = rule->accelerator;
        c.scaleUpId = rule->scaleUp;
        const bool tpu = part->kind == models::AcceleratorKind::Tpu;
        c.scaleOutId = rule->scaleOut;
        // Chips with ports of their own reach each other by these, not by their hosts' adapters.
        if (part->kind == models::AcceleratorKind::Gpu) {
            const LinkText link = linkText(text("interconnect"), whole("accel_per_node", 8));
            if (!link.part.empty()) {
                c.scaleOutId = link.part;
            }
            if (link.bytesPerS > 0.0) {
                c.accelerator.scaleOutBytesPerS = link.bytesPerS;
            }
            otherNetwork_ = !link.known && !text("interconnect").empty();
            if (!link.fault.empty()) {
                cells_.wrong("interconnect",
                             "a network with its rate, as \"8x400Gb/s NDR\" (" + link.fault + ")");
            }
        }
        if (std::isnan(c.accelerator.scaleOutBytesPerS)) {
            c.accelerator.scaleOutBytesPerS = 6.25e9;
            assume(c, "50 Gbit/s between slices");
        }
        c.scaleUpDomain = c.accelerator.scaleUpDomain;
        if (tpu) {
            const int slice = sliceRule(text("interconnect"), text("notes"), whole("n_accel", 1));
            if (slice < 0) {
                cells_.wrong("interconnect", "slices of a whole number of chips");
            }
            c.scaleUpDomain = slice > 0 ? slice : part->scaleUpDomain;
        }
        return true;
    }

    bool parts(TrainingCase& c) {
        c.software = catalogue_.spec<models::SoftwareStackSpec>(c.softwareId);
        c.scaleUp = catalogue_.spec<models::InterconnectSpec>(c.scaleUpId);
        c.scaleOut = catalogue_.spec<models::InterconnectSpec>(c.scaleOutId);
        if (c.software == nullptr || c.scaleUp == nullptr || c.scaleOut == nullptr) {
            c.whyNot =
                "the catalogue lacks " + c.softwareId + ", " + c.scaleUpId + " or " + c.scaleOutId;
            return false;
        }
        return true;
    }

    /// Parts that the row leaves out of a model that the catalogue knows by its name.
    void known(const models::LanguageModelSpec& named, models::LanguageModelSpec& m) const {
        const bool same = (m.layers == 0 || m.layers == named.layers) &&
                          (m.hidden == 0 || m.hidden == named.hidden);
        if (!same) {
            return;
        }
        const models::LanguageModelSpec row = m;
        m = named;
        m.sequence = row.sequence;
        const auto take = [](int stated, int& to) {
            if (stated > 0) {
                to = stated;
            }
        };
        take(row.heads, m.heads);
        take(row.vocabulary, m.vocabulary);
        if (m.keyRank == 0) {
            take(row.keyHeads, m.keyHeads);
        }
    }

    bool model(TrainingCase& c) {
        models::LanguageModelSpec& m = c.model;
        const std::optional<double> billions = cells_.positive("params_b");
        if (const auto some = cells_.positive("active_params_b");
            some && billions && *some > *billions) {
            cells_.wrong("active_params_b", "at most params_b");
        }
        if (expertRule(text("arch")).wrong) {
            cells_.wrong(
                "arch",
                "a mixture as \"moe128top8\", of at least as many experts as a token takes");
        }
        m.sequence = whole("seq_len", 2048);
        m.layers = whole("layers", 0);
        m.hidden = whole("hidden", 0);
        m.heads = whole("heads", 0);
        m.keyHeads = whole("kv_heads", 0);
        m.vocabulary = whole("vocab", 0);
        if (m.keyHeads > m.heads && m.heads > 0) {
            cells_.wrong("kv_heads", "at most heads");
        }
        const models::LanguageModelSpec* named = modelNamed(catalogue_, text("model"));
        const bool bare = m.layers == 0 || m.hidden == 0;
        if (named != nullptr) {
            known(*named, m);
        }
        if (bare && m.layers > 0 && m.hidden > 0) {
            assume(c, "shape of " + text("model"));
        }
        if ((m.layers == 0 || m.hidden == 0) && billions && holds(c.softwareId, "maxtext")) {
            maxTextShape(*billions, m);
            m.parameters = m.activeParameters = *billions * 1e9;
            assume(c, "layer sizes of MaxText's parameter scale");
            return true;
        }
        if (m.layers == 0 || m.hidden == 0) {
            c.whyNot = "the row states neither layers and width nor a model that is known";
            return false;
        }
        if (m.vocabulary <= 1) {
            m.vocabulary = 51200;
        }
        if (!std::isnan(m.parameters)) {
            return true;  // the catalogue's
        }
        shape(c, billions);
        return c.whyNot.empty();
    }

    /// The one model of the catalogue that has the row's layers, width and parameters, where its name begins like the
    /// row's: variants of a family are called many names.
    bool byShape(TrainingCase& c, const std::optional<double>& billions) {
        const models::LanguageModelSpec* found = nullptr;
        const std::string family = lettersAndDigits(text("model")).substr(0, kFamilyLetters);
        for (const CatalogueEntry* entry :
             catalogue_.entriesOf(models::LanguageModelSpec::type().id)) {
            const auto* spec = static_cast<const models::LanguageModelSpec*>(entry->spec.get());
            const bool same = family.size() == kFamilyLetters &&
                              lettersAndDigits(entry->id).starts_with(family) &&
                              spec->layers == c.model.layers && spec->hidden == c.model.hidden &&
                              billions &&
                              std::abs(*billions * 1e9 / spec->parameters - 1.0) < kSameParameters;
            if (same && found != nullptr) {
                return false;
            }
            found = same ? spec : found;
        }
        if (found == nullptr) {
            return false;
        }
        known(*found, c.model);
        assume(c, "the shape of the catalogue's model of that size");
        return true;
    }

    /// A model that no part of the catalogue is: from the row's columns alone.
    void shape(TrainingCase& c, const std::optional<double>& billions) {
        models::LanguageModelSpec& m = c.model;
        const ExpertRule experts = expertRule(text("arch"));
        const std::optional<double> active = cells_.positive("active_params_b");
        const bool fewer = billions && active && *active < kDenseShare * *billions;
        const std::string arch = lowerCase(text("arch"));
        const bool hybrid = std::any_of(kOtherLayers.begin(), kOtherLayers.end(),
                                        [&](std::string_view word) { return holds(arch, word); });
        const bool unknown = (experts.mixture || fewer) && experts.experts == 0;
        if ((hybrid || unknown) && byShape(c, billions)) {
            return;
        }
        if (unknown) {
            c.whyNot = "a mixture of experts whose numbers the row does not state: \"" +
                       text("arch") + "\"";
            return;
        }
        if (hybrid) {
            c.whyNot = "layers of another kind, whose shape the row does not say: \"" + arch + "\"";
            return;
        }
        if (!arch.empty() && !experts.mixture && !holds(arch, "dense") &&
            !holds(arch, "transformer")) {
            assume(c, "a dense model for \"" + text("arch") + "\"");
        }
        m.experts = experts.experts;
        m.expertsPerToken = experts.each;
        m.sharedExperts = experts.shared;
        (experts.experts > 0 ? m.expertFeedForward : m.feedForward) = whole("ffn", 0);
        if (m.feedForward == 0 && experts.experts == 0) {
            m.gated = false;
            assume(c, "feed-forward four times the width");
            m.feedForward = 4 * m.hidden;
        }
        if (billions) {
            m.parameters = *billions * 1e9;
            inferVariant(m);
        } else {
            m.gated = false;
            m.tied = true;
            const models::ModelShape s = models::shapeOf(m);
            m.parameters =
                s.embeddingParameters + s.layers * (s.attentionParameters + s.denseParameters);
        }
        m.activeParameters = active ? *active * 1e9 : m.parameters;
    }

    StatedPlan stated(TrainingCase& c) {
        StatedPlan s;
        TrainingPlan& plan = s.plan;
        plan.accelerators = whole("n_accel", 1);
        plan.tensor = whole("tp", 1);
        plan.pipeline = whole("pp", 1);
        plan.interleave = whole("vp", 1);
        plan.context = whole("cp", 1);
        plan.expert = whole("ep", 1);
        s.degrees = !text("tp").empty() || !text("pp").empty();
        s.interleave = !text("vp").empty();
        s.expert = !text("ep").empty();
        whole("dp", 1);  // follows from the others, and is looked at all the same
        const std::optional<double> batch = cells_.number("global_batch_seqs");
        s.batch = batch.has_value();
        if (s.batch && !(*batch >= 1.0)) {
            cells_.wrong("global_batch_seqs", "a number from 1 on");
        }
        plan.batchSequences = s.batch ? *batch : plan.accelerators;
        plan.microBatch = whole("micro_batch", 0);
        s.microBatch = plan.microBatch > 0.0;
        plan.sequence = c.model.sequence;
        plan.precision = precisionRule(text("precision")).value_or(models::Precision::Bf16);
        // Automatic mixed precision reduces gradients in 32 bits.
        plan.gradientBytes = lowerCase(text("precision")).starts_with("amp") ? 4.0 : 0.0;
        const std::optional<models::Recompute> again = recomputeRule(text("recompute"));
        s.recompute = again.has_value();
        s.usualRecompute = usualRecompute(text("framework"), c.model.parameters);
        plan.recompute = again.value_or(models::Recompute::None);
        if (!recomputeIsKnown(text("recompute"))) {
            if (lettersAndDigits(text("recompute")).find_first_not_of("0123456789") ==
                std::string::npos) {
                cells_.wrong("recompute", "none, selective or full");
            }
            assume(c, "whole layers again for \"" + text("recompute") + "\"");
        }
        const bool old = c.softwareId == "megatron-lm-2021" || c.softwareId == "megatron-deepspeed";
        const bool named = holds(text("notes"), "sequence parallel");
        plan.sequenceParallel = named ? !holds(text("notes"), "no sequence parallel") : !old;
        plan.overlapTensor = holds(lowerCase(text("notes")), "async tp") ||
                             holds(c.softwareId, "bridge") || holds(c.softwareId, "mlperf");
        const std::string framework = lowerCase(text("framework"));
        if (const std::string word = text("fsdp"); !word.empty()) {
            const std::optional<ShardingRule> rule = shardingRule(word);
            if (!rule) {
                cells_.wrong(
                    "fsdp",
                    "full_shard, shard_grad_op, zero1 to zero3, none, or over how many copies");
            } else if (rule->sharding != models::Sharding::None) {
                plan.sharding = rule->sharding;
                plan.shardGroup = rule->group > 1 ? rule->group * plan.context : 0;
                s.sharding = true;
            }
        } else if (holds(framework, "zero-3") || holds(framework, "fsdp")) {
            plan.sharding = models::Sharding::Zero3;
            s.sharding = true;
        }
        return s;
    }

    void basis(TrainingCase& c) {
        const std::string word = lowerCase(text("tflops_basis"));
        c.basisStated =
            !word.empty() || !(c.metric.ends_with("pct") || c.metric == "tflops_per_accel");
        if (holds(word, "causal") || holds(word, "halved")) {
            c.basis = FlopBasis::Causal;
        } else if (holds(word, "hardware")) {
            c.basis = FlopBasis::MegatronHardware;
        } else if (holds(word, "maxtext")) {
            c.basis = FlopBasis::MaxText;
        } else if (!word.empty() && !holds(word, "model") && !holds(word, "mfu") &&
                   !holds(word, "6n")) {
            c.basisStated = false;
            assume(c, "attention counted whole or halved for \"" + text("tflops_basis") + "\"");
        }
    }

    void endToEnd(TrainingCase& c) {
        if (c.metric != "e2e_minutes") {
            return;
        }
        const bool gpt = c.model.vocabulary < 60000;
        c.evaluationShare = gpt                         ? kEvaluationGpt
                            : c.model.parameters < 3e10 ? kEvaluationLlama8
                                                        : kEvaluationLlama405;
        const double logged = loggedAtEnd(text("notes"));
        if (logged > 0.0) {
            c.trainedTokens = logged > kLoggedAreTokens ? logged : logged * c.model.sequence;
        } else if (gpt) {
            c.trainedTokens = kGptTokens + kGptTokensPerSequence * c.plans.front().batchSequences;
            assume(c, "tokens to the target by batch");
        } else {
            c.whyNot = "the row does not say how much was trained";
        }
    }

    /// Rows of 1 to 8 A100 in one server: GPT shapes in 16 bits with Megatron-DeepSpeed.
    void singleNode(TrainingCase& c) {
        c.metric = "step_time_ms";
        c.family = "single-node";
        c.core = false;  // the score is that of the rows which say so
        c.expected = cells_.positive("step_time_ms").value_or(0.0);
        c.softwareId = "megatron-deepspeed";
        if (!hardware(c, "A100-80GB")) {
            return;
        }
        models::LanguageModelSpec& m = c.model;
        m.layers = whole("layers", 1);
        m.hidden = whole("hidden", 1);
        m.heads = whole("heads", 1);
        m.sequence = whole("seq_len", 1024);
        m.vocabulary = 51200;
        m.gated = false;
        m.tied = true;
        m.feedForward = 4 * m.hidden;
        const models::ModelShape s = models::shapeOf(m);
        m.parameters = m.activeParameters =
            s.embeddingParameters + s.layers * (s.attentionParameters + s.denseParameters);
        if (!parts(c)) {
            return;
        }
        TrainingPlan plan;
        plan.accelerators = whole("n_gpus", 1);
        whole("dp", 1);
        plan.tensor = whole("tp", 1);
        plan.pipeline = whole("pp", 1);
        plan.batchSequences = whole("global_batch_seqs", 0);
        plan.microBatch = whole("micro_batch", 0);
        plan.sequence = m.sequence;
        plan.precision = models::Precision::Fp16;
        plan.sharding = models::Sharding::None;
        plan.recompute = models::Recompute::None;
        plan.sequenceParallel = false;
        const double each = static_cast<double>(plan.tensor) * plan.pipeline;
        const double share = plan.accelerators / each * plan.microBatch;
        if (!(c.expected > 0.0) || std::fmod(plan.accelerators, each) != 0.0 || !(share > 0.0) ||
            !(plan.batchSequences >= share)) {
            c.whyNot =
                "the row lacks its time or its batches, or its degrees do not divide its "
                "accelerators";
            return;
        }
        c.plans = {plan};
    }

    CaseTable& table_;
    std::size_t row_;
    CaseRow cells_;
    const Catalogue& catalogue_;
    bool otherNetwork_ = false;  ///< the row names one that no rule knows
};

}  // namespace

Result<std::vector<TrainingCase>> trainingCases(const CaseFile& file, const Catalogue& catalogue) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::vector<TrainingCase> cases;
    cases.reserve(table->rows());
    for (std::size_t row = 0; row < table->rows(); ++row) {
        cases.push_back(Reader(*table, row, catalogue).read());
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return cases;
}

}  // namespace headroom::engine
