// SPDX-License-Identifier: Apache-2.0
#include "models/workload/training_certainty.h"

#include "models/compute/accelerator_power.h"

#include <algorithm>
#include <cmath>

namespace headroom::models {

namespace {

constexpr double kNinetyPercent = 1.645;

/// a and b of the header.
struct Known {
    double always, prior;

    double square(int families) const {
        return always * always + prior * prior / (1.0 + std::max(families, 0));
    }
};

constexpr double kFloor = 0.045;
constexpr Known kComputing{0.05, 0.20};
constexpr Known kTraffic{0.15, 0.40};    // vectors, conversions, optimiser, launches
constexpr Known kExchanges{0.20, 0.60};  // that are not hidden
constexpr double kBubble = 0.15;
constexpr double kPlan = 0.07;
constexpr double kMixture = 0.08;
// Releases of one recipe of gpt-oss, whose gates no kernel fuses, differ by 60 % (ln 1.6 / 2). No run has state-space
// layers or latent experts. Assumption: as unsure as such mixtures.
constexpr double kPlainMixture = 0.15;
constexpr double kUnseenLayers = 0.12;
// Software that nobody held runs against: ln 1.6 is the most that six runs with NeuronX, known to no rule
// then, were slower than with what stood in. Assumption: 90 % of others lie within that.
constexpr double kOtherSoftware = 0.28;
constexpr double kScale = 0.03;

/// d_limit^2 of the header.
double underLimitSquare(const TrainingStepInput& input) {
    const AcceleratorSpec& accelerator = *input.accelerator;
    if (!std::isnan(accelerator.voltageSlope) || !(input.clock > 0.0) || input.clock >= 1.0) {
        return 0.0;
    }
    const double power = clockPower(accelerator, input.clock);
    const double deviation = power > 0.0 ? std::log(input.clock / power) / kNinetyPercent : 0.0;
    return deviation * deviation;
}

}  // namespace

TrainingKnowledge trainingKnowledge(const TrainingStepInput& input) {
    const SoftwareStackSpec& software = input.software != nullptr ? *input.software : usualStack();
    return {input.accelerator->trainingFamilies, software.trainingFamilies, false};
}

double trainingSpread(const TrainingStepInput& input, const TrainingStep& step,
                      const TrainingKnowledge& knowledge) {
    if (!(step.stepS > 0.0) || !std::isfinite(step.stepS)) {
        return kNotStated;
    }
    const auto part = [&](double seconds, double square) {
        const double share = seconds / step.stepS;
        return share * share * square;
    };
    double variance = kFloor * kFloor;
    variance += part(step.matrixS + step.attentionS + step.recomputeS,
                     kComputing.square(knowledge.acceleratorFamilies));
    const int software = knowledge.otherSoftware ? 0 : knowledge.softwareFamilies;
    if (knowledge.otherSoftware) {
        variance +=
            part(step.matrixS + step.attentionS + step.recomputeS, kOtherSoftware * kOtherSoftware);
    }
    variance += part(step.vectorS + step.optimiserS + step.launchS, kTraffic.square(software));
    variance += part(step.tensorS + step.contextS + step.expertS + step.pipelineS + step.dataS,
                     kExchanges.square(software));
    variance += part(step.bubbleS, kBubble * kBubble);
    variance += part(step.matrixS + step.attentionS + step.recomputeS, underLimitSquare(input));
    if (knowledge.planInferred) {
        variance += kPlan * kPlan;
    }
    if (input.model->experts > 0) {
        variance += kMixture * kMixture;
    }
    if (input.model->experts > 0 && input.model->plainActivation) {
        variance += kPlainMixture * kPlainMixture;
    }
    if (input.model->stateLayers > 0 || input.model->expertHidden > 0) {
        variance += kUnseenLayers * kUnseenLayers;
    }
    const SoftwareStackSpec& stack = input.software != nullptr ? *input.software : usualStack();
    const double beyond =
        kScale *
        std::log2(std::max(input.plan.accelerators / std::max<double>(stack.largestRun, 1.0), 1.0));
    return std::sqrt(variance + beyond * beyond);
}

CertainRange rangeOf(double value, double spread) {
    return {value * std::exp(-kNinetyPercent * spread), value * std::exp(kNinetyPercent * spread)};
}

}  // namespace headroom::models
