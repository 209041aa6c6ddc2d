// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/fleet/fleet_question.h"

#include <functional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kMilliseconds = 1e3, kGrams = 1e3, kKilowatts = 1e-3;

SheetField<Fleet> fleetNumber(SheetColumn column, std::function<double(const Fleet&)> value) {
    return {std::move(column), [value = std::move(value)](const Fleet& f) {
                return f.fault.empty() ? SheetCell(value(f)) : SheetCell();
            }};
}

SheetColumn milliseconds(std::string key, std::string label, std::string why) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = "ms",
            .why = std::move(why),
            .digits = 0,
            .shown = kMilliseconds,
            .better = Better::Less};
}

SheetColumn kilowatts(std::string key, std::string label, std::string why) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = "kW",
            .why = std::move(why),
            .digits = 1,
            .shown = kKilowatts,
            .better = Better::Less};
}

SheetColumn lessIsBetter(std::string key, std::string label, std::string unit, std::string why,
                         int digits, double shown = 1.0) {
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = std::move(unit),
            .why = std::move(why),
            .digits = digits,
            .shown = shown,
            .better = Better::Less};
}

std::vector<SheetField<Fleet>> sizeFields() {
    return {
        {{.key = "place", .label = "on", .why = "Accelerators, servers or offer."},
         [](const Fleet& f) { return SheetCell(f.place); }},
        {{.key = "accelerators",
          .label = "accelerators",
          .why = "Smallest fleet that meets both limits at the peak.",
          .better = Better::Less},
         [](const Fleet& f) {
             return f.fault.empty() ? SheetCell(std::int64_t{f.peak.accelerators}) : SheetCell();
         }},
        fleetNumber(
            lessIsBetter("accelerators_low", "from", "", "Low end of the 90 % interval.", 0),
            [](const Fleet& f) { return f.acceleratorsLow; }),
        fleetNumber(
            lessIsBetter("accelerators_high", "to", "", "High end of the 90 % interval.", 0),
            [](const Fleet& f) { return f.acceleratorsHigh; }),
        {{.key = "plan", .label = "replica", .why = "Plan of a replica."},
         [](const Fleet& f) { return SheetCell(f.plan); }},
        {{.key = "replicas", .label = "replicas", .why = "Replicas that answer."},
         [](const Fleet& f) {
             return f.fault.empty() ? SheetCell(std::int64_t{f.peak.replicas}) : SheetCell();
         }},
    };
}

std::vector<SheetField<Fleet>> answerFields() {
    return {
        fleetNumber(milliseconds("ttft_p50_s", "TTFT p50", "Time to first token at the peak."),
                    [](const Fleet& f) { return f.peak.served->ttft.p50; }),
        fleetNumber(milliseconds("ttft_p99_s", "p99", "Time to first token at the peak."),
                    [](const Fleet& f) { return f.peak.served->ttft.p99; }),
        fleetNumber(milliseconds("tpot_p50_s", "TPOT p50", "Time per output token at the peak."),
                    [](const Fleet& f) { return f.peak.served->tpot.p50; }),
        fleetNumber({.key = "attainment",
                     .label = "in time",
                     .unit = "%",
                     .why = "Requests that meet both limits at the peak.",
                     .digits = 1,
                     .shown = 100.0,
                     .better = Better::More},
                    [](const Fleet& f) { return f.peak.served->sloAttainment; }),
        fleetNumber(kilowatts("peak_w", "peak", "Accelerators and racks at the peak."),
                    [](const Fleet& f) { return f.peak.powerW; }),
        fleetNumber(kilowatts("mean_w", "mean", "The same fleet at the mean rate of the day."),
                    [](const Fleet& f) { return f.meanPowerW; }),
        fleetNumber(lessIsBetter("usd_per_million", "cost", "USD/M tokens",
                                 "A million output tokens over the day.", 3),
                    [](const Fleet& f) { return f.usdPerMillion; }),
        fleetNumber(
            lessIsBetter("usd_low", "from", "USD/M tokens", "Low end of the 90 % interval.", 3),
            [](const Fleet& f) { return f.usdLow; }),
        fleetNumber(
            lessIsBetter("usd_high", "to", "USD/M tokens", "High end of the 90 % interval.", 3),
            [](const Fleet& f) { return f.usdHigh; }),
        fleetNumber(lessIsBetter("kg_per_million", "carbon", "g/M tokens",
                                 "Operation by location, of a million output tokens.", 0, kGrams),
                    [](const Fleet& f) { return f.kgPerMillion; }),
        fleetNumber(lessIsBetter("kg_low", "from", "g/M tokens", "Low end of the 90 % interval.", 0,
                                 kGrams),
                    [](const Fleet& f) { return f.kgLow; }),
        fleetNumber(lessIsBetter("kg_high", "to", "g/M tokens", "High end of the 90 % interval.", 0,
                                 kGrams),
                    [](const Fleet& f) { return f.kgHigh; }),
        {{.key = "note", .label = "note", .why = "Reason if no fleet meets the limits."},
         [](const Fleet& f) { return SheetCell(f.fault); }},
    };
}

Sheet curveSheetOf(const std::vector<FleetPoint>& curve) {
    using P = FleetPoint;
    const std::vector<SheetField<P>> fields = {
        {{.key = "place", .label = "on", .why = "Accelerators, servers or offer."},
         [](const P& p) { return SheetCell(p.place); }},
        {{.key = "load",
          .label = "load",
          .unit = "%",
          .why = "Arrivals over capacity.",
          .digits = 0,
          .shown = 100.0},
         [](const P& p) { return SheetCell(p.share); }},
        {{.key = "requests_per_s", .label = "requests/s", .why = "Arrivals.", .digits = 1},
         [](const P& p) { return SheetCell(p.requestsPerS); }},
        {{.key = "tokens_per_s", .label = "tokens/s", .why = "Output tokens.", .digits = 0},
         [](const P& p) { return SheetCell(p.tokensPerS); }},
        {{.key = "tokens_low",
          .label = "from",
          .why = "Low end of the 90 % interval.",
          .digits = 0},
         [](const P& p) { return SheetCell(p.tokensLow); }},
        {{.key = "tokens_high",
          .label = "to",
          .why = "High end of the 90 % interval.",
          .digits = 0},
         [](const P& p) { return SheetCell(p.tokensHigh); }},
        {milliseconds("ttft_p50_s", "TTFT p50", "Time to first token."),
         [](const P& p) { return SheetCell(p.ttftP50S); }},
        {milliseconds("ttft_p99_s", "p99", "Time to first token."),
         [](const P& p) { return SheetCell(p.ttftP99S); }},
        {milliseconds("tpot_s", "TPOT", "Mean time per output token."),
         [](const P& p) { return SheetCell(p.tpotS); }},
        {kilowatts("power_w", "power", "Accelerators and racks."),
         [](const P& p) { return SheetCell(p.powerW); }},
        {lessIsBetter("joules_per_token", "energy", "J/token", "Energy per output token.", 2),
         [](const P& p) { return SheetCell(p.joulesPerToken); }},
    };
    return sheetOf<P>("Curve", "Throughput and latency of each fleet",
                      "Steady state of the fleets above, by load.", fields, curve);
}

Sheet closedSheetOf(const std::vector<ClosedPoint>& points) {
    using P = ClosedPoint;
    const std::vector<SheetField<P>> fields = {
        {{.key = "place", .label = "on", .why = "Accelerators, servers or offer."},
         [](const P& p) { return SheetCell(p.place); }},
        {{.key = "clients",
          .label = "clients",
          .why = "Clients that ask again at once.",
          .digits = 0},
         [](const P& p) { return SheetCell(p.closed.clients); }},
        {{.key = "running",
          .label = "running",
          .why = "Clients whose request is computed: as many as the cache holds.",
          .digits = 0},
         [](const P& p) { return SheetCell(p.closed.running); }},
        {{.key = "requests_per_s", .label = "requests/s", .why = "Answers.", .digits = 1},
         [](const P& p) { return SheetCell(p.closed.requestsPerS); }},
        {{.key = "tokens_per_s",
          .label = "tokens/s",
          .why = "Output tokens.",
          .digits = 0,
          .better = Better::More},
         [](const P& p) { return SheetCell(p.closed.outputTokensPerS); }},
        {{.key = "tokens_low",
          .label = "from",
          .why = "Low end of the 90 % interval.",
          .digits = 0},
         [](const P& p) { return SheetCell(p.tokensLow); }},
        {{.key = "tokens_high",
          .label = "to",
          .why = "High end of the 90 % interval.",
          .digits = 0},
         [](const P& p) { return SheetCell(p.tokensHigh); }},
        {milliseconds("ttft_s", "TTFT", "Mean time to first token."),
         [](const P& p) { return SheetCell(p.closed.ttftS); }},
        {milliseconds("tpot_p50_s", "TPOT p50", "Median time per output token."),
         [](const P& p) { return SheetCell(p.closed.tpotMedianS); }},
        {kilowatts("power_w", "power", "Accelerators and racks."),
         [](const P& p) { return SheetCell(p.closed.powerW); }},
        {lessIsBetter("joules_per_token", "energy", "J/token", "Energy per output token.", 2),
         [](const P& p) { return SheetCell(p.closed.powerW / p.closed.outputTokensPerS); }},
    };
    return sheetOf<P>("Closed loop", "Clients that ask again at once",
                      "The fleets above under as many clients, and fewer and more of them.", fields,
                      points);
}

}  // namespace

std::vector<Sheet> fleetSheets(const std::vector<Fleet>& fleets,
                               const std::vector<FleetPoint>& curve,
                               const std::vector<ClosedPoint>& closed) {
    std::vector<SheetField<Fleet>> fields = sizeFields();
    for (SheetField<Fleet>& field : answerFields()) {
        fields.push_back(std::move(field));
    }
    std::vector<Sheet> sheets = {
        sheetOf<Fleet>("Fleets", "Smallest fleet of each kind",
                       "Sized for the peak; cost and carbon over the day.", fields, fleets),
        curveSheetOf(curve)};
    if (!closed.empty()) {
        sheets.push_back(closedSheetOf(closed));
    }
    return sheets;
}

}  // namespace headroom::engine
