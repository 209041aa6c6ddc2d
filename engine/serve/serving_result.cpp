// SPDX-License-Identifier: Apache-2.0
#include "engine/serve/serving_result.h"

#include "models/compute/accelerator_power.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

Percentiles percentiles(std::vector<double>& values) {
    Percentiles result;
    if (values.empty()) {
        return result;
    }
    std::sort(values.begin(), values.end());
    for (const double value : values) {
        result.mean += value / static_cast<double>(values.size());
    }
    const auto at = [&](double share) {
        const auto rank =
            static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
        return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
    };
    result.p50 = at(0.5);
    result.p90 = at(0.9);
    result.p99 = at(0.99);
    return result;
}

ServingTally::ServingTally(const RequestStream& requests, const ServingOptions& options)
    : requests_(requests), options_(options) {
    sum_.requests = requests.size();
    sum_.outcomes.resize(requests.size());
}

void ServingTally::advance(double timeS, std::size_t inSystem) {
    inSystemS_ += static_cast<double>(inSystem) * (timeS - lastS_);
    lastS_ = timeS;
}

void ServingTally::iteration(double durationS, double activity, double batch, double cacheShare) {
    ++sum_.iterations;
    busyS_ += durationS;
    activityS_ += activity * durationS;
    phasesS_.add(durationS, activity);
    batchS_ += batch * durationS;
    cacheS_ += cacheShare * durationS;
}

void ServingTally::gave(std::uint32_t id, int token, double timeS) {
    ++sum_.outputTokens;
    if (token == 1) {
        sum_.outcomes[id].firstTokenS = timeS;
        sum_.promptTokens += static_cast<std::uint64_t>(requests_[id].promptTokens);
    }
}

void ServingTally::completed(std::uint32_t id, double timeS) {
    ++sum_.completed;
    sum_.outcomes[id].endS = timeS;
}

void ServingTally::rejected(std::uint32_t id) {
    ++sum_.rejected;
    sum_.outcomes[id].rejected = true;
}

void ServingTally::preempted(const std::vector<std::uint32_t>& ids, int recomputedTokens) {
    for (const std::uint32_t id : ids) {
        ++sum_.outcomes[id].preemptions;
    }
    sum_.preemptions += ids.size();
    sum_.recomputedTokens += static_cast<std::uint64_t>(recomputedTokens);
}

void ServingTally::scaled(double timeS, int replicas) {
    sum_.scaling.push_back({timeS, replicas});
}

void ServingTally::held(double durationS, bool decodes) {
    heldS_ += durationS;
    decodingHeldS_ += decodes ? durationS : 0.0;
}

ServingResult ServingTally::result(double endS) {
    const models::InferenceServiceSpec& service = options_.service;
    std::vector<double> ttft;
    std::vector<double> tpot;
    std::vector<double> total;
    double met = 0.0;
    double counted = 0.0;
    double outputTokens = 0.0;
    double promptTokens = 0.0;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        const RequestOutcome& outcome = sum_.outcomes[i];
        const Request& request = requests_[i];
        if (request.arrivalS < options_.warmupS) {
            continue;
        }
        counted += 1.0;
        if (outcome.rejected) {
            continue;
        }
        const double first = outcome.firstTokenS - request.arrivalS;
        ttft.push_back(first);
        total.push_back(outcome.endS - request.arrivalS);
        double each = 0.0;
        if (request.outputTokens > 1) {
            each = (outcome.endS - outcome.firstTokenS) / (request.outputTokens - 1);
            tpot.push_back(each);
        }
        met += first <= service.ttftLimitS && each <= service.tpotLimitS ? 1.0 : 0.0;
        outputTokens += request.outputTokens;
        promptTokens += request.promptTokens;
    }
    ServingResult result = sum_;
    result.ttft = percentiles(ttft);
    result.tpot = percentiles(tpot);
    result.endToEnd = percentiles(total);
    result.endS = endS;
    const double spanS = endS - options_.warmupS;
    if (spanS > 0.0) {
        result.requestsPerS = static_cast<double>(total.size()) / spanS;
        result.outputTokensPerS = outputTokens / spanS;
        result.totalTokensPerS = (outputTokens + promptTokens) / spanS;
        result.goodputPerS = met / spanS;
    }
    result.sloAttainment = counted > 0.0 ? met / counted : 0.0;
    if (busyS_ > 0.0) {
        result.meanBatch = batchS_ / busyS_;
    }
    if (heldS_ > 0.0) {
        result.utilization = busyS_ / heldS_;
        result.activity = activityS_ / heldS_;
        result.phases = phasesS_.times(1.0 / heldS_);
        result.cacheUse = cacheS_ / heldS_;
    }
    if (endS > 0.0) {
        result.meanReplicas = decodingHeldS_ / endS;
        result.meanInSystem = inSystemS_ / endS;
    }
    const models::AcceleratorSpec& chip = *options_.replica.accelerator;
    result.acceleratorSeconds = heldS_ * options_.replica.plan.accelerators();
    result.energyJ =
        result.acceleratorSeconds *
        models::acceleratorPowerW(chip, result.phases, options_.replica.clock, chip.referenceC);
    return result;
}

}  // namespace headroom::engine
