// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/kinds.h"
#include "engine/validate/serving_case.h"
#include "models/compute/accelerator_power.h"
#include "models/workload/serving_certainty.h"

#include <cstdio>
#include <optional>
#include <string>

namespace headroom::engine {

namespace {

std::string noteOf(const ServingCase& c, const models::ClosedService& service) {
    const models::InferencePlan& plan = c.input.plan;
    char text[200];
    std::snprintf(
        text, sizeof text,
        "%s: tensor %d, experts over %d, %.0f requests of %.0f + %.0f tokens; bound by %s%s",
        c.model.c_str(), plan.tensorParallel, plan.expertParallel, service.requests,
        c.load.promptTokens, c.load.outputTokens, models::inferenceBoundName(service.decode.bound),
        c.input.crowdedHost ? "; its host taken as crowded" : "");
    return text;
}

}  // namespace

Result<void> validateServing(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    if (catalogue == nullptr) {
        return listNotExpressed(file, rows);
    }
    const auto cases = servingCases(file, *catalogue);
    if (!cases) {
        return tl::unexpected(cases.error());
    }
    for (const ServingCase& c : *cases) {
        Compared tokens{"output_tokens_per_s", "1/s", c.tokensPerS, 0.0, {}};
        Compared latency{"itl_median_ms", "ms", 1e3 * c.itlMedianS, 0.0, {}};
        Compared power{"power_w", "W", c.powerW, 0.0, {}};
        if (!c.whyNot.empty()) {
            for (const Compared& q : {tokens, latency, power}) {
                rows.push_back(
                    notExpressedRow(file, c.id, q.quantity, q.unit, q.expected, c.whyNot));
            }
            continue;
        }
        const models::InferenceStep step(c.input);
        const models::ClosedService service = models::closedService(step, c.load);
        const models::AcceleratorSpec& chip = *c.input.accelerator;
        tokens.got = service.tokensPerS;
        latency.got = 1e3 * service.medianS;
        power.got = c.accelerators * models::acceleratorPowerW(chip, service.activity,
                                                               c.input.clock, chip.referenceC);
        const models::ServingCertainty certainty =
            models::servingCertainty(c.input, c.load.requests, c.accelerator);
        const std::string note = noteOf(c, service);
        const auto add = [&](const Compared& compared, double factor) {
            if (!(compared.expected > 0.0)) {
                rows.push_back(notExpressedRow(file, c.id, compared.quantity, compared.unit,
                                               std::nullopt,
                                               "the row states no " + compared.quantity));
                return;
            }
            Compared limited = compared;
            if (c.limitShare) {
                limited.limit = *c.limitShare * compared.expected;
            }
            ValidationRow row = comparedRow(file, c.id, limited, note);
            row.low = compared.got / factor;
            row.high = compared.got * factor;
            row.group = c.model;
            row.disturbed = c.disturbed;
            rows.push_back(std::move(row));
        };
        add(tokens, certainty.tokensFactor);
        add(latency, certainty.latencyFactor);
        add(power, certainty.powerFactor);
    }
    return {};
}

}  // namespace headroom::engine
