// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_case.h"

#include <cmath>

namespace headroom::engine {

namespace {

using models::TrainingPlan;

constexpr double kEndToEndSpread = 0.05;

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
    // How much was trained, evaluated and started next to the steps is known to some per cent.
    const double end = run.metric == "e2e_minutes" ? kEndToEndSpread : 0.0;
    // Sources count causal attention whole or halved; long sequences tell these apart.
    const double counts = run.basisStated ? 0.0 : 0.5 * std::log(attentionCount(run, answer.plan));
    return std::hypot(step, end, counts);
}

}  // namespace headroom::engine
