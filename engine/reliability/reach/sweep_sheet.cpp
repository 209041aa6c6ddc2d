// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/reach/sweep_sheet.h"

#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/sheet/sheet_json.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <cstdint>

namespace headroom::engine {

namespace {

using SweepField = SheetField<const SweepRow*>;

SheetCell countCell(std::int64_t count) {
    return count;
}

std::vector<SweepField> sweepFields() {
    return {
        {{.key = "part", .label = "part", .why = "The part that fails."},
         [](const SweepRow* r) -> SheetCell { return r->first.name; }},
        {{.key = "kind", .label = "kind", .why = "The kind of the part."},
         [](const SweepRow* r) -> SheetCell { return r->first.kind; }},
        {{.key = "alike",
          .label = "alike",
          .why = "Parts that are alike by construction. One of them was tried.",
          .digits = 0},
         [](const SweepRow* r) { return countCell(r->first.alike); }},
        {{.key = "like",
          .label = "like",
          .why = "A part that is like this one and was computed; its row is repeated. Empty if "
                 "this part itself was computed.",
          .isDetail = true},
         [](const SweepRow* r) { return r->like.empty() ? SheetCell() : SheetCell(r->like); }},
        {{.key = "then", .label = "then", .why = "N-1-1: the part that fails after the first."},
         [](const SweepRow* r) { return r->isPair() ? SheetCell(r->second.name) : SheetCell(); }},
        {{.key = "beyond_accelerator_h",
          .label = "beyond both alone",
          .unit = "accelerator-h",
          .why = "N-1-1: work lost beyond the sum of what each failure costs alone.",
          .digits = 1},
         [](const SweepRow* r) {
             return r->isPair() ? SheetCell(r->beyondS / kHourS) : SheetCell();
         }},
        {{.key = "lost_accelerator_h",
          .label = "lost",
          .unit = "accelerator-h",
          .why = "Work that the same hours do without the failure, and earlier work since the last "
                 "checkpoint.",
          .digits = 1},
         [](const SweepRow* r) -> SheetCell { return r->forecast.lostAcceleratorS / kHourS; }},
        {{.key = "lost_share",
          .label = "lost",
          .unit = "%",
          .why = "The same over the work that these hours do without the failure.",
          .digits = 2,
          .shown = 100.0},
         [](const SweepRow* r) -> SheetCell { return r->forecast.lostShare; }},
        {{.key = "lost_tokens",
          .label = "lost",
          .unit = "tokens",
          .why = "Tokens not produced because of the failure.",
          .digits = 0,
          .isDetail = true},
         [](const SweepRow* r) -> SheetCell { return r->forecast.lostTokens(); }},
        {{.key = "interruptions",
          .label = "interruptions",
          .why = "Jobs interrupted beyond those without the failure.",
          .digits = 0},
         [](const SweepRow* r) {
             return countCell(r->forecast.with.interruptions - r->forecast.without.interruptions);
         }},
        {{.key = "racks_off",
          .label = "racks off",
          .why = "Most racks at one time without power or tripped.",
          .digits = 0},
         [](const SweepRow* r) { return countCell(r->forecast.with.racksOff); }},
        {{.key = "racks_throttled",
          .label = "throttled",
          .why = "Most racks at one time below full clock.",
          .digits = 0},
         [](const SweepRow* r) { return countCell(r->forecast.with.racksThrottled); }},
        {{.key = "hottest_c",
          .label = "hottest",
          .unit = "°C",
          .why = "Hottest chip.",
          .digits = 1},
         [](const SweepRow* r) -> SheetCell { return r->forecast.with.hottestC; }},
        {{.key = "design.racks_lost",
          .label = "by design: lost",
          .why = "Racks lost at full load on a design day, with nothing repaired.",
          .digits = 0},
         [](const SweepRow* r) { return countCell(r->reach.racksLost); }},
        {{.key = "design.racks_short_of_capacity",
          .label = "short",
          .why = "Racks short of cooling or network at full load on a design day.",
          .digits = 0},
         [](const SweepRow* r) { return countCell(r->reach.racksStrained); }},
        {{.key = "design.racks_without_redundancy",
          .label = "redundancy lost",
          .why = "Racks that the next failure of the same kind takes.",
          .digits = 0},
         [](const SweepRow* r) { return countCell(r->reach.racksExposed); }},
    };
}

}  // namespace

std::string sweepName(const SweepRow& row) {
    return row.isPair() ? row.first.name + ", then " + row.second.name : row.first.name;
}

Sheet sweepSheet(const Sweep& sweep, SweepRows which) {
    std::vector<const SweepRow*> rows;
    for (const SweepRow& row : sweep.rows) {
        if (which == SweepRows::All || (which == SweepRows::Pairs) == row.isPair()) {
            rows.push_back(&row);
        }
    }
    Sheet sheet = sheetOf<const SweepRow*>(
        "Sweep", "Failures of the design",
        "Lost: work that the same hours do without the failure, and earlier work since the last "
        "checkpoint, so that it can exceed 100 %. By design: at full load on a design day, with "
        "nothing repaired.",
        sweepFields(), rows);
    for (const SweepRow* row : rows) {
        std::string& note = sheet.notes.emplace_back(sweepName(*row));
        for (const ReachStep& step : row->reach.steps) {
            note += '\n' + std::string(reachByName(step.by)) + ": " + step.text;
        }
    }
    return sheet;
}

std::string forecastText(const Forecast& f) {
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    const RunStretch& w = f.with;
    nlohmann::ordered_json json = {
        {"with",
         {bits(w.tokens), bits(w.energyUsd), bits(w.facilityJ), bits(w.itJ), bits(w.hottestC)}},
        {"counts", {w.interruptions, w.racksOff, w.racksThrottled}},
        {"lost", {bits(f.lostAcceleratorS), bits(f.lostShare)}},
        {"fault", {w.fault.code, std::string(w.fault.message), std::string(w.fault.remedy)}},
        {"events", nlohmann::ordered_json::array()}};
    for (const Event& e : f.events) {
        json["events"].push_back({e.id, e.cause, static_cast<int>(e.kind), bits(e.timeS), e.subject,
                                  std::string(e.text)});
    }
    return jsonText(json);
}

std::optional<Forecast> forecastOf(const std::string& text) {
    const auto json = parseJson<nlohmann::ordered_json>(text);
    if (!json.is_object() || !json.contains("with") || json["with"].size() != 5) {
        return std::nullopt;
    }
    const auto real = [](const nlohmann::ordered_json& bits) {
        return std::bit_cast<double>(bits.get<std::uint64_t>());
    };
    Forecast f;
    RunStretch& w = f.with;
    w.tokens = real(json["with"][0]);
    w.energyUsd = real(json["with"][1]);
    w.facilityJ = real(json["with"][2]);
    w.itJ = real(json["with"][3]);
    w.hottestC = real(json["with"][4]);
    w.interruptions = json["counts"][0].get<int>();
    w.racksOff = json["counts"][1].get<int>();
    w.racksThrottled = json["counts"][2].get<int>();
    f.lostAcceleratorS = real(json["lost"][0]);
    f.lostShare = real(json["lost"][1]);
    w.fault.code = json["fault"][0].get<std::string>();
    w.fault.message = json["fault"][1].get<std::string>();
    w.fault.remedy = json["fault"][2].get<std::string>();
    for (const auto& e : json["events"]) {
        Event& event = f.events.emplace_back();
        event.id = e[0].get<std::int64_t>();
        event.cause = e[1].get<std::int64_t>();
        event.kind = static_cast<EventKind>(e[2].get<int>());
        event.timeS = real(e[3]);
        event.subject = e[4].get<std::string>();
        event.text = Words(e[5].get<std::string>());
    }
    return f;
}

std::string sweepJson(const Sweep& sweep, const std::string& project) {
    nlohmann::ordered_json json = {{"project", project},
                                   {"start_s", sweep.startS},
                                   {"horizon_s", sweep.spec.horizonS},
                                   {"complete", sweep.complete},
                                   {"computed", sweep.computed},
                                   {"rows", sheetJson(sweepSheet(sweep))}};
    for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
        const SweepRow& row = sweep.rows[i];
        for (const ReachStep& step : row.reach.steps) {
            json["rows"][i]["design"]["steps"].push_back(step.text);
        }
        // Events of a row that is repeated are those of another part.
        for (const Event& e : row.like.empty() ? row.forecast.events : std::vector<Event>{}) {
            json["rows"][i]["events"].push_back(
                {{"time_s", e.timeS}, {"subject", e.subject}, {"text", e.text}});
        }
    }
    return jsonText(json, 2);
}

}  // namespace headroom::engine
