// SPDX-License-Identifier: Apache-2.0
#include "engine/check/rules.h"
#include "engine/estimate/inference.h"
#include "models/workload/inference_service.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headroom::engine {

namespace {

/// Formats of weights and cache that serving software has [bits].
constexpr std::array kServedBits = {4.0, 8.0, 16.0};

template <class F>
void forEachService(const Design& design, F&& f) {
    for (const Object* object : design.project->objectsOf("inference_service")) {
        f(*object, specOf<models::InferenceServiceSpec>(*object));
    }
}

/// Remedy against a fault of checkReplica(), in words of the project.
std::string replicaHint(std::string_view code) {
    if (code == "EST-021") {
        return "Take a {inference_service.tensor_parallel} that divides the attention heads, an "
               "{inference_service.expert_parallel} that divides the experts and is a multiple or "
               "a part of it (1 for dense "
               "models), and no more {inference_service.pipeline_parallel} than layers.";
    }
    if (code == "EST-030") {
        return "State {inference_service.draft_tokens}, or no {inference_service.draft_model}.";
    }
    return "Raise {inference_service.tensor_parallel} or {inference_service.pipeline_parallel}, or "
           "lower "
           "{inference_service.weight_bits} or {inference_service.cache_bits}.";
}

/// What `estimate` refuses of one replica; how many of them there is room for is another rule.
void possibleReplicas(const Design& design, Findings& findings) {
    forEachService(design, [&](const Object& object, const models::InferenceServiceSpec& s) {
        EstimateCluster cluster;
        cluster.acceleratorId = s.accelerator;
        cluster.accelerator = design.catalogue->spec<models::AcceleratorSpec>(s.accelerator);
        cluster.library = design.catalogue->spec<models::CollectiveLibrarySpec>("nccl");
        cluster.accelerators = std::numeric_limits<int>::max();
        InferenceQuestion question;
        question.cluster = &cluster;
        question.model = design.catalogue->spec<models::LanguageModelSpec>(s.model);
        question.stack = design.catalogue->spec<models::ServingStackSpec>(s.stack);
        const auto* requests = design.catalogue->spec<models::RequestProfileSpec>(s.requests);
        if (cluster.accelerator == nullptr || question.model == nullptr ||
            question.stack == nullptr || requests == nullptr || design.fabrics.empty()) {
            return;
        }
        cluster.scaleUp = design.fabrics.front().scaleUp;
        cluster.scaleOut = design.fabrics.front().scaleOut;
        question.requests = *requests;
        question.service = s;
        question.plan = models::planOf(s, *question.stack);
        question.plan.speculation.draft =
            design.catalogue->spec<models::LanguageModelSpec>(s.draftModel);
        const auto possible = checkReplica(question);
        // Prompts of a trace are not those of the profile.
        if (!possible && !(possible.error().code == "EST-024" && !s.trace.empty())) {
            findings.add(Severity::Error, object.id,
                         "A replica cannot be: " + possible.error().message + ".",
                         replicaHint(possible.error().code), 0.0, 0.0, "");
        }
    });
}

void bits(const Design& design, Findings& findings) {
    forEachService(design, [&](const Object& object, const models::InferenceServiceSpec& s) {
        const auto compare = [&](const char* what, const char* hint, double stated) {
            if (std::find(kServedBits.begin(), kServedBits.end(), stated) == kServedBits.end()) {
                findings.add(Severity::Error, object.id,
                             std::string(what) + " of " + amountText(stated, "") +
                                 " bits are not one of its formats.",
                             hint, stated, 0.0, "");
            }
        };
        compare("Weights", "State {inference_service.weight_bits} as 4, 8 or 16.", s.weightBits);
        if (!std::isnan(s.cacheBits)) {
            compare("Keys and values", "State {inference_service.cache_bits} as 4, 8 or 16.",
                    s.cacheBits);
        }
    });
}

void replicas(const Design& design, Findings& findings) {
    forEachService(design, [&](const Object& object, const models::InferenceServiceSpec& s) {
        const auto there = design.accelerators.find(s.accelerator);
        const double most =
            there == design.accelerators.end() ? 0.0 : static_cast<double>(there->second);
        const double each =
            models::InferencePlan{s.tensorParallel, s.pipelineParallel, s.expertParallel}
                .accelerators();
        const double asked = s.replicas * each;
        if (asked > most) {
            findings.add(Severity::Error, object.id,
                         countText(s.replicas) + " replicas of " + amountText(each, "") + " x " +
                             nameOf(design, s.accelerator) + " are " + amountText(asked, "") +
                             ", of which the facility has " + amountText(most, "") + ".",
                         "Lower {inference_service.replicas}, or add racks.", asked, most, "");
        }
        if (s.minimumReplicas > s.maximumReplicas) {
            findings.add(Severity::Error, object.id,
                         "At least " + countText(s.minimumReplicas) +
                             " replicas are more than at most " + countText(s.maximumReplicas) +
                             ".",
                         "Lower {inference_service.minimum_replicas}, or raise "
                         "{inference_service.maximum_replicas}.",
                         s.minimumReplicas, s.maximumReplicas, "");
        }
        if (s.endS >= 0.0 && s.endS <= s.startS) {
            findings.add(Severity::Error, object.id, "It ends before it begins.",
                         "Put {inference_service.end_h} after {inference_service.start_h}.",
                         s.endS / 3600.0, s.startS / 3600.0, "h");
        }
    });
}

constexpr auto kServiceRules = std::to_array<Rule>({
    {"service-possible", "A replica is one that its model and accelerators take",
     &possibleReplicas},
    {"service-bits", "Weights and cache have a format that there is", &bits},
    {"service-replicas", "Replicas find their accelerators, and their limits agree", &replicas},
});

}  // namespace

std::span<const Rule> serviceRules() {
    return kServiceRules;
}

}  // namespace headroom::engine
