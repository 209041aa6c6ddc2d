// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/plan_support.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom::engine {

namespace {

/// Whether a plan of the question, changed, can be and is one that its software combines.
bool admits(const TrainingQuestion& question, const models::TrainingPlan& plan) {
    TrainingQuestion changed = question;
    changed.plan = plan;
    return models::planGap(plan, softwareOf(question)) == models::PlanGap::None &&
           checkPlan(changed).has_value();
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

}  // namespace

std::string planGapText(const models::TrainingPlan& plan, const models::SoftwareStackSpec& software,
                        const std::string& softwareName) {
    const std::string sharding = models::shardingName(plan.sharding);
    switch (models::planGap(plan, software)) {
        case models::PlanGap::None:
            return {};
        case models::PlanGap::Tensor:
            return softwareName + " has no tensor ranks.";
        case models::PlanGap::Stages:
            return softwareName + " has no pipeline stages.";
        case models::PlanGap::Chunks:
            return softwareName + " does not interleave chunks of layers.";
        case models::PlanGap::Context:
            return softwareName + " has no context ranks.";
        case models::PlanGap::Experts:
            return softwareName + " has no expert ranks.";
        case models::PlanGap::Sharding:
            return softwareName + " does not shard as deep as " + sharding + ".";
        case models::PlanGap::ShardingWithStages:
            return softwareName + " does not combine " + sharding + " with pipeline stages: " +
                   models::shardingName(software.deepestShardingStages) + " at most.";
    }
    return {};
}

std::string memoryRemedy(const TrainingQuestion& question) {
    const models::TrainingPlan& plan = question.plan;
    const int domain = std::max(1, question.cluster->accelerator->scaleUpDomain);
    std::vector<std::string> helps;
    const auto offer = [&](const models::TrainingPlan& changed, const std::string& words) {
        if (admits(question, changed)) {
            helps.push_back(words);
        }
    };
    models::TrainingPlan p = plan;
    p.tensor *= 2;
    if (p.tensor <= domain) {
        offer(p, "raise --tp");
    }
    p = plan;
    p.pipeline *= 2;
    offer(p, "raise --pp");
    if (question.model->experts > 0) {
        p = plan;
        p.expert *= 2;
        offer(p, "raise --ep");
    }
    for (const models::Sharding deeper : {models::Sharding::Zero3, models::Sharding::Zero2}) {
        p = plan;
        p.sharding = deeper;
        if (deeper > plan.sharding && plan.copies() * plan.context > 1 &&
            models::planGap(p, softwareOf(question)) == models::PlanGap::None) {
            helps.push_back(std::string("shard more (--sharding ") + models::shardingName(deeper) +
                            ")");
            break;
        }
    }
    if (plan.recompute != models::Recompute::Full) {
        helps.push_back("recompute more (--recompute full)");
    }
    if (plan.microBatch > 1.0) {
        helps.push_back("take a smaller --micro-batch");
    }
    if (plan.optimiser == models::Optimiser::Usual || plan.optimiser == models::Optimiser::Adam) {
        helps.push_back("take a smaller optimiser (--optimiser adam_8bit)");
    }
    if (plan.offload == models::Offload::None) {
        helps.push_back("move states to the host (--offload optimiser)");
    }
    helps.push_back(plan.accelerators < question.cluster->accelerators
                        ? "use more of the accelerators (--accelerators)"
                        : "take more accelerators, or accelerators with more memory");
    return listed(helps);
}

}  // namespace headroom::engine
