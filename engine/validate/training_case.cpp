// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_case.h"

#include "engine/estimate/model_name.h"
#include "engine/estimate/training_rules.h"
#include "engine/validate/link_text.h"
#include "engine/validate/training_plans.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace headroom::engine {

namespace {

using models::TrainingPlan;

// Beyond these a cell is a slip of the pen.
constexpr double kMostFigure = 1e9;

// MLPerf's GPT-3: 5,760 sequences are evaluated after every 24,576 trained ones, its Llama 3.1 8B:
// 1,024 after 12,288, its 405B: 5,760 after 46,080 (training rules of mlcommons.org); forward
// passes only.
constexpr double kForwardShare = 1.0 / 3.0;
constexpr double kEvaluationGpt = 5760.0 / 24576.0 * kForwardShare;
constexpr double kEvaluationLlama8 = 1024.0 / 12288.0 * kForwardShare;
constexpr double kEvaluationLlama405 = 5760.0 / 46080.0 * kForwardShare;

constexpr double kEndToEndSpread = 0.05;
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

/// What sort of feed-forward and embeddings explains the number of parameters best.
void inferVariant(models::LanguageModelSpec& model) {
    double best = std::numeric_limits<double>::infinity();
    models::LanguageModelSpec found = model;
    for (const bool gated : {false, true}) {
        for (const bool tied : {true, false}) {
            models::LanguageModelSpec m = model;
            m.gated = gated;
            m.tied = tied;
            const models::ModelShape s = models::shapeOf(m);
            const double all = s.embeddingParameters + s.layers * s.attentionParameters +
                               s.denseLayers * s.denseParameters +
                               s.expertLayers * (s.experts + s.sharedExperts) * s.expertParameters;
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
    Reader(CaseTable& table, const Catalogue& catalogue) : table_(table), catalogue_(catalogue) {}

    TrainingCase read(std::size_t row) {
        row_ = row;
        TrainingCase c;
        c.id = text("id").empty() ? table_.placeOf(row) : text("id");
        if (!table_.has("primary_metric")) {
            singleNode(c);
            return c;
        }
        c.family = text("family");
        c.metric = text("primary_metric");
        c.core = !table_.has("core") || text("core") == "1";
        const std::optional<double> expected = number(c.metric.c_str());
        if (!expected || !(*expected > 0.0)) {
            c.whyNot = "the row has no value of its primary metric";
            return c;
        }
        c.expected = *expected;
        if (const std::optional<double> limit = number("limit_pct")) {
            c.limitShare = *limit / 100.0;
        }
        if (!hardware(c, text("accelerator"))) {
            return c;
        }
        c.softwareId = softwareRule(text("framework"), text("notes"));
        c.otherSoftware = !softwareIsKnown(text("framework"));
        if (isWidePrecision(text("precision"))) {
            c.whyNot = "matrices in " + text("precision") + ": laws are of 16, 8 and 4 bits";
            return c;
        }
        const bool megatron = holds(lowerCase(text("framework")), "megatron-lm");
        if (megatron && c.softwareId == "megatron-core" &&
            !holds(lowerCase(text("framework")), "megascale") &&
            c.accelerator.year <= kLastOfOldMegatron) {
            c.softwareId = "megatron-lm-2021";  // what there was on these chips
        }
        if (!model(c) || !parts(c)) {
            return c;
        }
        choosePlans(stated(c), c);
        c.inferred = !c.assumed.empty();
        if (c.otherSoftware) {
            assume(c, c.softwareId + " for \"" + text("framework") + "\"");
        }
        if (!c.whyNot.empty()) {
            return c;
        }
        basis(c);
        endToEnd(c);
        return c;
    }

  private:
    std::string text(const char* column) const { return table_.text(row_, column); }

    std::optional<double> number(const char* column) {
        return table_.optionalWithin(row_, column, 0.0, kMostFigure);
    }

    int whole(const char* column, int fallback) {
        const std::optional<double> value = number(column);
        return value && *value >= 1.0 ? static_cast<int>(*value) : fallback;
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
        }
        if (std::isnan(c.accelerator.scaleOutBytesPerS)) {
            c.accelerator.scaleOutBytesPerS = 6.25e9;
            assume(c, "50 Gbit/s between slices");
        }
        c.scaleUpDomain = c.accelerator.scaleUpDomain;
        if (tpu) {
            const int slice = sliceRule(text("interconnect"), text("notes"), whole("n_accel", 1));
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

    /// What the row leaves out of a model that the catalogue knows by its name.
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
        const std::optional<double> billions = number("params_b");
        m.sequence = whole("seq_len", 2048);
        m.layers = whole("layers", 0);
        m.hidden = whole("hidden", 0);
        m.heads = whole("heads", 0);
        m.keyHeads = whole("kv_heads", 0);
        m.vocabulary = whole("vocab", 0);
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

    /// A model that no part of the catalogue is: from the row's columns alone.
    void shape(TrainingCase& c, const std::optional<double>& billions) {
        models::LanguageModelSpec& m = c.model;
        const ExpertRule experts = expertRule(text("arch"));
        const std::optional<double> some = number("active_params_b");
        const bool fewer = billions && some && *some > 0.0 && *some < kDenseShare * *billions;
        if ((experts.mixture || fewer) && experts.experts == 0) {
            c.whyNot = "a mixture of experts whose numbers the row does not state: \"" +
                       text("arch") + "\"";
            return;
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
        const std::optional<double> active = number("active_params_b");
        m.activeParameters = active && *active > 0.0 ? *active * 1e9 : m.parameters;
    }

    StatedPlan stated(const TrainingCase& c) {
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
        const std::optional<double> batch = number("global_batch_seqs");
        s.batch = batch && *batch > 0.0;
        plan.batchSequences = s.batch ? *batch : plan.accelerators;
        plan.microBatch = number("micro_batch").value_or(0.0);
        s.microBatch = plan.microBatch > 0.0;
        plan.sequence = c.model.sequence;
        plan.precision = precisionRule(text("precision"));
        // Automatic mixed precision reduces gradients in 32 bits.
        plan.gradientBytes = lowerCase(text("precision")).starts_with("amp") ? 4.0 : 0.0;
        const std::optional<models::Recompute> again = recomputeRule(text("recompute"));
        s.recompute = again.has_value();
        plan.recompute = again.value_or(models::Recompute::None);
        const bool old = c.softwareId == "megatron-lm-2021" || c.softwareId == "megatron-deepspeed";
        plan.sequenceParallel = !old || holds(text("notes"), "sequence parallel");
        plan.overlapTensor = holds(lowerCase(text("notes")), "async tp") ||
                             holds(c.softwareId, "bridge") || holds(c.softwareId, "mlperf");
        const std::string word = lowerCase(text("fsdp"));
        const std::string framework = lowerCase(text("framework"));
        if (word == "shard_grad_op") {
            plan.sharding = models::Sharding::Zero2;
            s.sharding = true;
        } else if (!word.empty() || holds(framework, "zero-3") || holds(framework, "fsdp")) {
            plan.sharding = models::Sharding::Zero3;
            const double group = word.empty() ? 0.0 : std::strtod(word.c_str(), nullptr);
            plan.shardGroup = group > 1.0 ? static_cast<int>(group) * plan.context : 0;
            s.sharding = true;
        }
        return s;
    }

    void basis(TrainingCase& c) const {
        const std::string word = lowerCase(text("tflops_basis"));
        c.basisStated =
            !word.empty() || !(c.metric.ends_with("pct") || c.metric == "tflops_per_accel");
        if (holds(word, "causal") || holds(word, "halved")) {
            c.basis = FlopBasis::Causal;
        } else if (holds(word, "hardware")) {
            c.basis = FlopBasis::MegatronHardware;
        } else if (holds(word, "maxtext")) {
            c.basis = FlopBasis::MaxText;
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
        c.expected = table_.number(row_, "step_time_ms");
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
        plan.tensor = whole("tp", 1);
        plan.pipeline = whole("pp", 1);
        plan.batchSequences = table_.number(row_, "global_batch_seqs");
        plan.microBatch = table_.number(row_, "micro_batch");
        plan.sequence = m.sequence;
        plan.precision = models::Precision::Fp16;
        plan.sharding = models::Sharding::None;
        plan.recompute = models::Recompute::None;
        plan.sequenceParallel = false;
        c.plans = {plan};
    }

    CaseTable& table_;
    const Catalogue& catalogue_;
    std::size_t row_ = 0;
};

/// FLOP of a step as the row's source counts them.
double countedFlops(const TrainingCase& c, const TrainingPlan& plan) {
    const models::ModelShape s = models::shapeOf(c.model);
    const double tokens = plan.batchSequences * s.sequence;
    const double attention =
        12.0 * s.layers * s.attentionShare * s.hidden * s.sequence;  // of a token, whole
    switch (c.basis) {
        case FlopBasis::MegatronHardware:  // every layer forward twice
            return 4.0 / 3.0 * tokens * (72.0 * s.layers * s.hidden * s.hidden + attention) +
                   6.0 * tokens * s.hidden * s.vocabulary;
        case FlopBasis::Causal:
            return tokens * (6.0 * s.matrixParameters + 0.5 * attention);
        case FlopBasis::MaxText:
        case FlopBasis::Model:
            return tokens * (6.0 * s.matrixParameters + attention);
    }
    return 0.0;
}

/// FLOP with whole over those with halved attention.
double attentionCount(const TrainingCase& run, const TrainingPlan& plan) {
    TrainingCase c = run;
    c.basis = FlopBasis::Model;
    const double whole = countedFlops(c, plan);
    c.basis = FlopBasis::Causal;
    return whole / countedFlops(c, plan);
}

const models::JobProfileSpec& usualProfile() {
    static const models::JobProfileSpec kProfile = [] {
        models::JobProfileSpec p;
        p.matrixShare = models::kNotStated;
        p.overlap = models::kNotStated;
        return p;
    }();
    return kProfile;
}

double valueOf(const TrainingCase& c, const TrainingPlan& plan, const models::TrainingStep& step) {
    if (c.metric == "step_time_s") {
        return step.stepS;
    }
    if (c.metric == "step_time_ms") {
        return step.stepS * 1e3;
    }
    if (c.metric == "e2e_minutes") {
        const double steps =
            c.trainedTokens / (plan.batchSequences * static_cast<double>(c.model.sequence));
        return steps * step.stepS * (1.0 + c.evaluationShare) / 60.0;
    }
    const double n = plan.accelerators;
    if (c.metric == "tokens_per_s_per_accel") {
        return step.tokensPerS / n;
    }
    const double rate = countedFlops(c, plan) / n / step.stepS;
    if (c.metric == "tflops_per_accel") {
        return rate / 1e12;
    }
    return 100.0 * rate / c.accelerator.bf16FlopsPerS;  // mfu_pct, hfu_pct
}

}  // namespace

models::TrainingStepInput TrainingCase::input(const models::TrainingPlan& plan) const {
    models::TrainingStepInput in;
    in.model = &model;
    in.accelerator = &accelerator;
    in.profile = &usualProfile();
    in.software = software;
    in.scaleUp = scaleUp;
    in.scaleOut = scaleOut;
    in.plan = plan;
    in.scaleUpDomain = scaleUpDomain;
    in.speedSpread = accelerator.speedSpread;
    return in;
}

TrainingAnswer answer(const TrainingCase& run) {
    TrainingAnswer best;
    bool found = false;
    for (const TrainingPlan& plan : run.plans) {
        const models::TrainingStep step = models::trainingStep(run.input(plan));
        const bool better = !found || (run.byThroughput ? step.tokensPerS > best.step.tokensPerS
                                                        : step.stepS < best.step.stepS);
        if (better) {
            best.plan = plan;
            best.step = step;
            found = true;
        }
    }
    best.value = valueOf(run, best.plan, best.step);
    best.spread = spreadOf(run, best, models::trainingKnowledge(run.input(best.plan)));
    return best;
}

double spreadOf(const TrainingCase& run, const TrainingAnswer& answer,
                models::TrainingKnowledge knowledge) {
    knowledge.planInferred = run.inferred;
    knowledge.otherSoftware = run.otherSoftware;
    const double step = models::trainingSpread(run.input(answer.plan), answer.step, knowledge);
    // How much was trained, evaluated and started beside the steps is known to some per cent.
    const double end = run.metric == "e2e_minutes" ? kEndToEndSpread : 0.0;
    // Sources count causal attention whole or halved; long sequences tell these apart.
    const double counts = run.basisStated ? 0.0 : 0.5 * std::log(attentionCount(run, answer.plan));
    return std::hypot(step, end, counts);
}

Result<std::vector<TrainingCase>> trainingCases(const CaseFile& file, const Catalogue& catalogue) {
    auto table = CaseTable::read(file.path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::vector<TrainingCase> cases;
    Reader reader(*table, catalogue);
    for (std::size_t row = 0; row < table->rows(); ++row) {
        cases.push_back(reader.read(row));
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return cases;
}

}  // namespace headroom::engine
