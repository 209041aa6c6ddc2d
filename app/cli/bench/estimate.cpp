// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/estimate.h"

#include "engine/estimate/search.h"

#include <chrono>

namespace headroom::app {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

double benchStepEstimateS(const engine::Catalogue& catalogue, int rounds) {
    const auto cluster = engine::clusterOf("h100-sxm:2048", catalogue);
    // A shape of its own, so that the catalogue's parts may change.
    models::LanguageModelSpec model;
    model.parameters = 235e9;
    model.activeParameters = 22e9;
    model.layers = 94;
    model.hidden = 4096;
    model.heads = 64;
    model.keyHeads = 4;
    model.headSize = 128;
    model.vocabulary = 151936;
    model.sequence = 4096;
    model.experts = 128;
    model.expertsPerToken = 8;
    model.expertFeedForward = 1536;
    const auto* profile = catalogue.spec<models::JobProfileSpec>("llm-pretraining");
    if (!cluster || profile == nullptr || rounds < 1) {
        return 0.0;
    }
    engine::TrainingQuestion question;
    question.cluster = &*cluster;
    question.model = &model;
    question.profile = profile;
    question.plan.accelerators = 2048;
    question.plan.tensor = 2;
    question.plan.pipeline = 8;
    question.plan.expert = 16;
    question.plan.batchSequences = 2048;
    models::TrainingStepInput input = engine::stepInput(question);
    double sum = 0.0;
    const auto start = Clock::now();
    for (int i = 0; i < rounds; ++i) {
        input.clock = 1.0 - 1e-9 * i;  // no two alike
        sum += models::trainingStep(input).stepS;
    }
    return sum > 0.0 ? since(start) / rounds : 0.0;
}

SearchBench benchPlanSearch(const engine::Catalogue& catalogue) {
    SearchBench bench;
    const auto cluster = engine::clusterOf("h100-sxm:16384", catalogue);
    const auto* model = catalogue.spec<models::LanguageModelSpec>("llama3-405b");
    const auto* profile = catalogue.spec<models::JobProfileSpec>("llm-pretraining");
    if (!cluster || model == nullptr || profile == nullptr) {
        return bench;
    }
    engine::TrainingQuestion question;
    question.cluster = &*cluster;
    question.model = model;
    question.profile = profile;
    question.plan.accelerators = 16384;
    question.plan.batchSequences = 16384;
    const auto start = Clock::now();
    engine::PlanSearchOptions options;
    options.objective = engine::PlanObjective::Cost;  // fewer accelerators too
    const engine::PlanSearch search = engine::searchPlans(question, options);
    bench.wallS = since(start);
    bench.plans = search.plans;
    bench.estimated = search.estimated;
    return bench;
}

}  // namespace headroom::app
