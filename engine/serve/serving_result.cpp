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

double ServingTally::counted(double fromS, double untilS) const {
    return std::max(0.0, std::min(untilS, options_.untilS) - std::max(fromS, options_.warmupS));
}

bool ServingTally::counts(double timeS) const {
    return timeS >= options_.warmupS && timeS < options_.untilS;
}

void ServingTally::advance(double timeS, std::size_t inSystem) {
    inSystemS_ += static_cast<double>(inSystem) * counted(lastS_, timeS);
    lastS_ = timeS;
}

void ServingTally::iteration(double endS, double lastsS, double activity, double batch,
                             double cacheShare) {
    ++sum_.iterations;
    const double durationS = counted(endS - lastsS, endS);
    busyS_ += durationS;
    activityS_ += activity * durationS;
    if (durationS > 0.0) {
        phasesS_.add(durationS, activity);
    }
    batchS_ += batch * durationS;
    cacheS_ += cacheShare * durationS;
}

void ServingTally::found(int tokens) {
    sum_.foundTokens += static_cast<std::uint64_t>(tokens);
}

void ServingTally::gave(std::uint32_t id, int token, int tokens, double timeS) {
    sum_.outputTokens += static_cast<std::uint64_t>(tokens);
    answeredTokens_ += counts(timeS) ? tokens : 0.0;
    if (token == 1) {
        sum_.outcomes[id].firstTokenS = timeS;
        sum_.promptTokens += static_cast<std::uint64_t>(requests_[id].promptTokens);
        promptTokens_ += counts(timeS) ? requests_[id].promptTokens : 0.0;
    }
}

void ServingTally::completed(std::uint32_t id, double timeS) {
    ++sum_.completed;
    answers_ += counts(timeS) ? 1.0 : 0.0;
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

void ServingTally::held(double fromS, double untilS, bool decodes) {
    const double durationS = counted(fromS, untilS);
    heldS_ += durationS;
    decodingHeldS_ += decodes ? durationS : 0.0;
}

ServingResult ServingTally::result(double endS) {
    const models::InferenceServiceSpec& service = options_.service;
    std::vector<double> ttft;
    std::vector<double> tpot;
    std::vector<double> total;
    double met = 0.0;
    double arrived = 0.0;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        const RequestOutcome& outcome = sum_.outcomes[i];
        const Request& request = requests_[i];
        if (!counts(request.arrivalS)) {
            continue;
        }
        arrived += 1.0;
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
    }
    ServingResult result = sum_;
    result.ttft = percentiles(ttft);
    result.tpot = percentiles(tpot);
    result.endToEnd = percentiles(total);
    result.endS = endS;
    result.windowFromS = options_.warmupS;
    result.windowUntilS = std::min(endS, options_.untilS);
    result.counted = static_cast<std::uint64_t>(arrived);
    const double spanS = result.windowUntilS - result.windowFromS;
    if (spanS > 0.0) {
        result.arrivalsPerS = arrived / spanS;
        result.requestsPerS = answers_ / spanS;
        result.outputTokensPerS = answeredTokens_ / spanS;
        result.totalTokensPerS = (answeredTokens_ + promptTokens_) / spanS;
        result.goodputPerS = met / spanS;
    }
    result.sloAttainment = arrived > 0.0 ? met / arrived : 0.0;
    if (busyS_ > 0.0) {
        result.meanBatch = batchS_ / busyS_;
    }
    if (heldS_ > 0.0) {
        result.utilization = busyS_ / heldS_;
        result.activity = activityS_ / heldS_;
        result.phases = phasesS_.times(1.0 / heldS_);
        result.cacheUse = cacheS_ / heldS_;
    }
    if (spanS > 0.0) {
        result.meanReplicas = decodingHeldS_ / spanS;
        result.meanInSystem = inSystemS_ / spanS;
    }
    const models::AcceleratorSpec& chip = *options_.replica.accelerator;
    result.acceleratorSeconds = heldS_ * options_.replica.plan.accelerators();
    result.energyJ =
        result.acceleratorSeconds *
        models::acceleratorPowerW(chip, result.phases, options_.replica.clock, chip.referenceC);
    return result;
}

}  // namespace headroom::engine
