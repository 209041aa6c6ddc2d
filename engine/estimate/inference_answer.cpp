// SPDX-License-Identifier: Apache-2.0
#include "engine/estimate/inference_answer.h"

#include "engine/sheet/figure_row.h"
#include "engine/sheet/sheet_json.h"
#include "engine/text/shown.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace headroom::engine {

namespace {

constexpr double kBytesOfGB = 1e9;

struct IterationPart {
    const char* key;
    const char* label;
    double models::IterationTime::*seconds;
};

constexpr std::array kIterationParts = {
    IterationPart{"weights_s", "Matrices, reading weights", &models::IterationTime::weightsS},
    IterationPart{"matrix_s", "Matrices, arithmetic", &models::IterationTime::matrixS},
    IterationPart{"cache_s", "Reading the cache", &models::IterationTime::cacheS},
    IterationPart{"attention_s", "Attention over prompts", &models::IterationTime::attentionS},
    IterationPart{"vector_s", "Vectors", &models::IterationTime::vectorS},
    IterationPart{"tensor_s", "Tensor parallel", &models::IterationTime::tensorS},
    IterationPart{"expert_s", "Expert parallel", &models::IterationTime::expertS},
    IterationPart{"pipeline_s", "Between stages", &models::IterationTime::pipelineS},
    IterationPart{"launch_s", "Launches", &models::IterationTime::launchS},
    IterationPart{"host_s", "Host", &models::IterationTime::hostS},
};

void addPercentiles(FigureRow& all, const std::string& key, const std::string& label,
                    const Percentiles& p) {
    all.seconds(key + ".mean", label + ", mean", p.mean);
    all.seconds(key + ".p50", label + ", p50", p.p50);
    all.seconds(key + ".p90", label + ", p90", p.p90);
    all.seconds(key + ".p99", label + ", p99", p.p99);
}

using FleetField = SheetField<InferenceEstimate>;

const std::vector<FleetField>& fleetPlanFields() {
    using E = InferenceEstimate;
    static const std::vector<FleetField> all = {
        {{.key = "accelerators", .label = "accelerators", .digits = 0},
         [](const E& e) { return SheetCell(std::int64_t{e.accelerators}); }},
        {{.key = "replicas", .label = "replicas", .digits = 0},
         [](const E& e) { return SheetCell(std::int64_t{e.replicas}); }},
        {{.key = "tensor_parallel", .label = "tp", .why = "Tensor parallel ranks", .digits = 0},
         [](const E& e) { return SheetCell(std::int64_t{e.plan.tensorParallel}); }},
        {{.key = "pipeline_parallel", .label = "pp", .why = "Pipeline stages", .digits = 0},
         [](const E& e) { return SheetCell(std::int64_t{e.plan.pipelineParallel}); }},
        {{.key = "expert_parallel", .label = "ep", .why = "Expert parallel ranks", .digits = 0},
         [](const E& e) { return SheetCell(std::int64_t{e.plan.expertParallel}); }},
        {{.key = "weight_bits", .label = "weight bits", .isDetail = true},
         [](const E& e) { return SheetCell(e.plan.weightBits); }},
        {{.key = "cache_bits", .label = "cache bits", .isDetail = true},
         [](const E& e) { return SheetCell(e.plan.cacheBits); }},
    };
    return all;
}

void addServed(FigureRow& all, const ServingResult& s) {
    all.seconds("served.window_from_s", "window begins", s.windowFromS);
    all.seconds("served.window_until_s", "window ends", s.windowUntilS);
    all.count("served.requests_in_window", "requests in the window",
              static_cast<std::int64_t>(s.counted));
    all.number("served.arrivals_per_s", "requests/s that arrive", s.arrivalsPerS);
    all.count("served.requests", "requests", static_cast<std::int64_t>(s.requests));
    all.count("served.completed", "completed", static_cast<std::int64_t>(s.completed));
    all.count("served.rejected", "too long", static_cast<std::int64_t>(s.rejected));
    all.count("served.preemptions", "preempted", static_cast<std::int64_t>(s.preemptions));
    all.number("served.requests_per_s", "requests/s served", s.requestsPerS);
    all.number("served.output_tokens_per_s", "output tokens/s", s.outputTokensPerS);
    all.number("served.goodput_per_s", "goodput, requests/s", s.goodputPerS);
    all.share("served.slo_attainment", "requests that meet both limits", s.sloAttainment);
    addPercentiles(all, "served.ttft_s", "time to first token", s.ttft);
    addPercentiles(all, "served.tpot_s", "time per output token", s.tpot);
    addPercentiles(all, "served.end_to_end_s", "whole request", s.endToEnd);
    all.number("served.mean_batch", "mean batch", s.meanBatch);
    all.share("served.utilization", "busy", s.utilization);
    all.share("served.activity", "activity", s.activity);
    all.share("served.cache_use", "cache used", s.cacheUse);
    all.seconds("served.simulated_s", "simulated", s.endS);
}

}  // namespace

double heldTokens(const InferenceEstimate& e) {
    return e.memory.cacheTokens / e.memory.unitsOf(e.requestTokens) * e.requestTokens;
}

Sheet inferenceFigures(const InferenceEstimate& e) {
    FigureRow all("estimate", "Inference");
    for (const FleetField& field : fleetPlanFields()) {
        SheetColumn column = field.column;
        column.key = "plan." + column.key;
        all.add(std::move(column), field.cell(e));
    }
    const double requestBytes = e.memory.bytesOf(e.requestTokens);
    all.number("memory.weights_gb", "weights", e.memory.weightBytes / kBytesOfGB, "GB");
    all.number("memory.workspace_gb", "workspace", e.memory.workspaceBytes / kBytesOfGB, "GB");
    all.number("memory.cache_gb", "cache", e.memory.cacheBytes / kBytesOfGB, "GB");
    all.number("memory.cache_bytes_per_token", "cache of a token", requestBytes / e.requestTokens,
               "B");
    all.number("memory.cache_tokens", "tokens that the cache holds", heldTokens(e));
    all.number("memory.request_tokens", "tokens of a request", e.requestTokens);
    all.number("memory.request_cache_gb", "cache of a request, one accelerator",
               requestBytes / kBytesOfGB, "GB");
    all.number("memory.request_cache_all_gb", "cache of a request, all",
               e.requestCacheBytes / kBytesOfGB, "GB");
    all.count("memory.largest_batch", "requests that decode together, at most", e.largestBatch);
    if (e.foundTokens > 0.0) {
        all.number("prefix.found_tokens", "tokens of a prompt that the prefix cache holds",
                   e.foundTokens);
    }
    if (e.plan.speculation.isOn()) {
        all.number("drafts.tokens_per_iteration", "tokens of a request in an iteration",
                   e.plan.speculation.givenTokens());
    }
    const double capacityPerS = e.steady.capacityPerS * e.replicas;
    all.number("steady.capacity_per_s", "capacity, requests/s", capacityPerS);
    all.share("steady.utilization", "busy", e.steady.utilization);
    all.number("steady.batch", "batch", e.steady.batch);
    all.seconds("steady.ttft_mean_s", "first token, mean", e.steady.ttftMeanS);
    all.seconds("steady.ttft_p99_s", "first token, p99", e.steady.ttftP99S);
    all.seconds("steady.tpot_mean_s", "output token, mean", e.steady.tpotMeanS);
    all.seconds("steady.tpot_p99_s", "output token, p99", e.steady.tpotP99S);
    all.flag("steady.saturated", "saturated", e.steady.saturated);
    all.seconds("start_s", "start of a replica", e.startS);
    all.watts("power_w", "power", e.powerW);
    all.number("certainty.capacity_per_s.low", "capacity, low end of 90 %",
               capacityPerS / e.certainty.tokensFactor);
    all.number("certainty.capacity_per_s.high", "capacity, high end of 90 %",
               capacityPerS * e.certainty.tokensFactor);
    all.seconds("certainty.tpot_mean_s.low", "output token, low end of 90 %",
                e.steady.tpotMeanS / e.certainty.latencyFactor);
    all.seconds("certainty.tpot_mean_s.high", "output token, high end of 90 %",
                e.steady.tpotMeanS * e.certainty.latencyFactor);
    all.watts("certainty.power_w.low", "power, low end of 90 %", e.powerLowW);
    all.watts("certainty.power_w.high", "power, high end of 90 %", e.powerHighW);
    all.number("energy_per_token_j", "energy of an output token", e.energyPerTokenJ, "J");
    all.number("usd_per_million_tokens", "a million output tokens", e.usdPerMillionTokens, "USD");
    if (e.served) {
        addServed(all, *e.served);
    }
    return all.take();
}

Sheet iterationParts(const InferenceEstimate& e) {
    const std::string decoding =
        fmt::format("decoding {}", shownNumber(std::max(1.0, std::round(e.steady.batch)), 6));
    const auto share = [](const char* key) {
        return SheetColumn{.key = key,
                           .label = "share",
                           .unit = "%",
                           .digits = significantDigits(3),
                           .shown = 100.0};
    };
    Sheet sheet{"iteration",
                "Parts of an iteration",
                "",
                {{.key = "part"},
                 {.key = "label", .label = "Part of an iteration"},
                 {.key = "prompt_s", .label = "mean prompt", .unit = "s", .asText = shownSeconds},
                 share("prompt_share"),
                 {.key = "decode_s", .label = decoding, .unit = "s", .asText = shownSeconds},
                 share("decode_share")},
                {}};
    const auto add = [&](const char* key, const char* label,
                         double models::IterationTime::*seconds) {
        const double prompt = e.prompt.*seconds, decode = e.decode.*seconds;
        sheet.rows.push_back({std::string(key), std::string(label), prompt,
                              prompt / e.prompt.totalS, decode, decode / e.decode.totalS});
    };
    for (const IterationPart& part : kIterationParts) {
        add(part.key, part.label, part.seconds);
    }
    add("total_s", "Sum", &models::IterationTime::totalS);
    return sheet;
}

Sheet latencySheet(const InferenceEstimate& e) {
    const auto seconds = [](const char* key) {
        return SheetColumn{.key = key, .label = key, .unit = "s", .asText = shownSeconds};
    };
    Sheet sheet{"latency",
                "Latency",
                "",
                {{.key = "latency", .label = "Iteration by iteration"},
                 seconds("mean"),
                 seconds("p50"),
                 seconds("p90"),
                 seconds("p99")},
                {}};
    const auto add = [&](const char* label, const Percentiles& p) {
        sheet.rows.push_back({std::string(label), p.mean, p.p50, p.p90, p.p99});
    };
    if (e.served) {
        add("Time to first token", e.served->ttft);
        add("Time per output token", e.served->tpot);
        add("Whole request", e.served->endToEnd);
    }
    sheet.rows.push_back({"Steady state, first token",
                          e.steady.ttftMeanS,
                          e.steady.ttftP50S,
                          {},
                          e.steady.ttftP99S});
    sheet.rows.push_back(
        {"Steady state, output token", e.steady.tpotMeanS, {}, {}, e.steady.tpotP99S});
    return sheet;
}

Sheet fleetSheet(const FleetSearch& search) {
    std::vector<FleetField> fields = fleetPlanFields();
    fields.push_back(
        {{.key = "slo_attainment",
          .label = "met",
          .unit = "%",
          .why = "Requests that meet both limits",
          .digits = 2,
          .shown = 100.0},
         [](const InferenceEstimate& e) { return SheetCell(e.served->sloAttainment); }});
    fields.push_back(
        {{.key = "ttft_p99_s", .label = "ttft p99", .unit = "s", .asText = shownSeconds},
         [](const InferenceEstimate& e) { return SheetCell(e.served->ttft.p99); }});
    fields.push_back(
        {{.key = "tpot_p99_s", .label = "tpot p99", .unit = "s", .asText = shownSeconds},
         [](const InferenceEstimate& e) { return SheetCell(e.served->tpot.p99); }});
    fields.push_back({{.key = "power_w", .label = "power", .unit = "W", .asText = shownWatts},
                      [](const InferenceEstimate& e) { return SheetCell(e.powerW); }});
    return sheetOf<InferenceEstimate>("fleets", "Fleets", "", fields, search.best);
}

Sheet clientFigures(const ClosedEstimate& closed, const models::ServingCertainty& certainty) {
    FigureRow all("closed", "Clients");
    all.number("clients", "clients", closed.clients);
    all.number("running", "running", closed.running);
    all.number("requests_per_s", "requests/s", closed.requestsPerS);
    all.number("output_tokens_per_s", "output tokens/s", closed.outputTokensPerS);
    all.number("output_tokens_per_s_interval.low", "output tokens/s, low end of 90 %",
               closed.outputTokensPerS / certainty.tokensFactor);
    all.number("output_tokens_per_s_interval.high", "output tokens/s, high end of 90 %",
               closed.outputTokensPerS * certainty.tokensFactor);
    all.seconds("tpot_median_s", "output token, median", closed.tpotMedianS);
    all.seconds("tpot_median_s_interval.low", "output token, low end of 90 %",
                closed.tpotMedianS / certainty.latencyFactor);
    all.seconds("tpot_median_s_interval.high", "output token, high end of 90 %",
                closed.tpotMedianS * certainty.latencyFactor);
    all.seconds("ttft_s", "first token", closed.ttftS);
    all.watts("power_w", "power", closed.powerW);
    return all.take();
}

nlohmann::json inferenceJson(const InferenceEstimate& e) {
    nlohmann::json all = rowJson(inferenceFigures(e));
    const Sheet parts = iterationParts(e);
    all["prompt"] = keyedJson(parts, "part", "prompt_s");
    all["prompt"]["bound"] = models::inferenceBoundName(e.prompt.bound);
    all["decode"] = keyedJson(parts, "part", "decode_s");
    all["decode"]["bound"] = models::inferenceBoundName(e.decode.bound);
    return all;
}

nlohmann::json searchJson(const FleetSearch& search) {
    return {{"plans", search.plans},
            {"too_slow", search.tooSlow},
            {"out_of_memory", search.outOfMemory},
            {"best", sheetJson(fleetSheet(search))}};
}

}  // namespace headroom::engine
