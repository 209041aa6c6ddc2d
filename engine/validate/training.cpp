// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/kinds.h"
#include "engine/validate/training_case.h"

#include <string>
#include <utility>

namespace headroom::engine {

namespace {

std::string unitOf(const std::string& metric) {
    if (metric == "step_time_s") {
        return "s";
    }
    if (metric == "step_time_ms") {
        return "ms";
    }
    if (metric == "tokens_per_s_per_accel") {
        return "1/s";
    }
    if (metric == "tflops_per_accel") {
        return "TFLOP/s";
    }
    return metric == "e2e_minutes" ? "min" : "%";
}

std::string noteOf(const TrainingCase& c, const TrainingAnswer& a) {
    const models::TrainingPlan& p = a.plan;
    std::string note =
        c.acceleratorId + ", " + c.softwareId + ": tensor " + std::to_string(p.tensor) +
        ", stages " + std::to_string(p.pipeline) + " x " + std::to_string(p.interleave) +
        ", context " + std::to_string(p.context) + ", expert " + std::to_string(p.expert) + ", " +
        models::shardingName(p.sharding) + ", " + models::precisionName(p.precision) +
        ", recompute " + models::recomputeName(p.recompute) +
        "; most time: " + models::stepBoundName(a.step.bound);
    if (!a.step.memory.fits()) {
        note += "; out of memory by " +
                std::to_string(static_cast<int>(-a.step.memory.spareBytes / 1e9)) + " GB";
    }
    if (!c.assumed.empty()) {
        note += "; not stated: " + c.assumed;
    }
    return note;
}

}  // namespace

Result<void> validateTraining(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    if (catalogue == nullptr) {
        return listNotExpressed(file, rows);
    }
    const auto cases = trainingCases(file, *catalogue);
    if (!cases) {
        return tl::unexpected(cases.error());
    }
    for (const TrainingCase& c : *cases) {
        const std::string unit = unitOf(c.metric);
        if (!c.whyNot.empty()) {
            rows.push_back(notExpressedRow(file, c.id, c.metric, unit, c.expected, c.whyNot));
            rows.back().group = c.family;
            continue;
        }
        const TrainingAnswer a = answer(c);
        Compared compared{c.metric, unit, c.expected, a.value, {}};
        if (c.limitShare) {
            compared.limit = *c.limitShare * c.expected;
        }
        rows.push_back(comparedRow(file, c.id, compared, noteOf(c, a)));
        const models::CertainRange range = models::rangeOf(a.value, a.spread);
        rows.back().low = range.low;
        rows.back().high = range.high;
        rows.back().group = c.family;
        rows.back().inMean = c.core;
    }
    return {};
}

}  // namespace headroom::engine
