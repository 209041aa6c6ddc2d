// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/diagnosis/story_sheet.h"

#include "engine/sheet/figure_row.h"

#include <cstdint>

namespace headroom::engine {

namespace {

constexpr double kSecondsOfHour = 3600.0;
constexpr double kJoulesOfKwh = 3.6e6;

using EventField = SheetField<const Event*>;

std::vector<EventField> eventFields(const StoryClock& clock) {
    return {
        {{.key = "id", .label = "event", .digits = 0},
         [](const Event* e) { return SheetCell(std::int64_t{e->id}); }},
        {{.key = "time_s", .label = "run time", .unit = "s", .digits = 1, .isDetail = true},
         [](const Event* e) { return SheetCell(e->timeS); }},
        {{.key = "local_time", .label = "time"},
         [clock](const Event* e) { return SheetCell(clock(e->timeS)); }},
        {{.key = "kind", .label = "kind", .isDetail = true},
         [](const Event* e) { return SheetCell(std::string(eventKindName(e->kind))); }},
        {{.key = "area", .label = "area", .isDetail = true},
         [](const Event* e) { return SheetCell(std::string(eventAreaName(e->area))); }},
        {{.key = "subject", .label = "subject"},
         [](const Event* e) { return SheetCell(e->subject); }},
        {{.key = "text", .label = "event"},
         [](const Event* e) { return SheetCell(static_cast<const std::string&>(e->text)); }},
        {{.key = "cause", .label = "cause", .digits = 0, .isDetail = true},
         [](const Event* e) {
             return e->cause < 0 ? SheetCell(models::kNotStated)
                                 : SheetCell(std::int64_t{e->cause});
         }},
    };
}

void addBill(FigureRow& row, const BillSum& sum) {
    const auto hours = [&](std::string key, const char* label, double seconds, bool isDetail) {
        row.add({.key = std::move(key),
                 .label = label,
                 .unit = "accelerator h",
                 .digits = 2,
                 .better = Better::Less,
                 .isDetail = isDetail},
                seconds / kSecondsOfHour);
    };
    hours("work_accelerator_h", "work lost", sum.workS(), false);
    hours("out_of_service_accelerator_h", "out of service, not added", sum.outS(), true);
    for (std::size_t kind = 0; kind < sum.acceleratorS.size(); ++kind) {
        const char* name = lossKindName(static_cast<LossKind>(kind));
        hours("by_kind_accelerator_h." + std::string(name), name, sum.acceleratorS[kind], true);
    }
    row.add({.key = "tokens",
             .label = "tokens not trained",
             .unit = "million",
             .digits = significantDigits(4),
             .shown = 1e-6,
             .isDetail = true},
            sum.tokens);
    row.add({.key = "energy_kwh",
             .label = "energy without progress",
             .unit = "kWh",
             .digits = 2,
             .isDetail = true},
            sum.energyJ / kJoulesOfKwh);
    row.add(
        {.key = "energy_usd", .label = "its cost", .unit = "USD", .digits = 2, .isDetail = true},
        sum.energyUsd);
    row.add(
        {.key = "rent_usd", .label = "accelerators", .unit = "USD", .digits = 2, .isDetail = true},
        sum.rentUsd);
}

}  // namespace

Sheet eventSheet(const std::vector<const Event*>& events, const StoryClock& clock) {
    return sheetOf<const Event*>("events", "Events", "", eventFields(clock), events);
}

Sheet billFigures(const BillSum& sum) {
    FigureRow row("bill", "Bill");
    addBill(row, sum);
    return row.take();
}

Sheet rootSheet(const EventGraph& graph, const Bill& bill, const std::vector<std::int64_t>& roots,
                const StoryClock& clock) {
    std::vector<const Event*> events;
    for (const std::int64_t root : roots) {
        events.push_back(graph.find(root));
    }
    Sheet sheet = eventSheet(events, clock);
    sheet.columns.push_back({.key = "consequences", .label = "consequences", .digits = 0});
    for (SheetColumn column : billFigures({}).columns) {
        column.key = "bill." + column.key;
        sheet.columns.push_back(std::move(column));
    }
    for (std::size_t r = 0; r < roots.size(); ++r) {
        auto& cells = sheet.rows[r];
        cells.emplace_back(static_cast<std::int64_t>(graph.consequences(roots[r])));
        const Sheet sums = billFigures(bill.of(roots[r]));
        cells.insert(cells.end(), sums.rows.front().begin(), sums.rows.front().end());
    }
    return sheet;
}

Sheet consequenceSheet(const CauseTree& tree) {
    static const std::vector<SheetField<Consequence>> fields = {
        {{.key = "parent", .label = "parent", .digits = 0},
         [](const Consequence& c) { return SheetCell(std::int64_t{c.parent}); }},
        {{.key = "depth", .label = "depth", .digits = 0},
         [](const Consequence& c) { return SheetCell(std::int64_t{c.depth}); }},
        {{.key = "kind", .label = "kind"},
         [](const Consequence& c) { return SheetCell(std::string(eventKindName(c.kind))); }},
        {{.key = "area", .label = "area"},
         [](const Consequence& c) { return SheetCell(std::string(eventAreaName(c.area))); }},
        {{.key = "from_s", .label = "from", .unit = "s", .digits = 1},
         [](const Consequence& c) { return SheetCell(c.fromS); }},
        {{.key = "to_s", .label = "to", .unit = "s", .digits = 1},
         [](const Consequence& c) { return SheetCell(c.toS); }},
        {{.key = "text", .label = "consequence"},
         [](const Consequence& c) { return SheetCell(static_cast<const std::string&>(c.text)); }},
    };
    return sheetOf<Consequence>("consequences", "Consequences", "", fields, tree.nodes);
}

Sheet suspectSheet(const Diagnosis& diagnosis) {
    static const std::vector<SheetField<Suspect>> fields = {
        {{.key = "part", .label = "part"}, [](const Suspect& s) { return SheetCell(s.name); }},
        {{.key = "score", .label = "score", .unit = "%", .digits = 0, .shown = 100.0},
         [](const Suspect& s) { return SheetCell(s.score); }},
    };
    return sheetOf<Suspect>("suspects", "Suspects", "", fields, diagnosis.suspects);
}

Sheet hitFigures(const HitRate& rate) {
    FigureRow row("hits", "Hit rate");
    row.count("faults", "faults", rate.faults);
    row.count("seen", "with an alarm within half an hour", rate.seen);
    row.count("first", "first suspect right", rate.first);
    row.count("first_three", "among the first three", rate.firstThree);
    row.count("most_common", "by always naming the most common part", rate.common);
    row.text("most_common_part", "most common part", rate.commonPart);
    return row.take();
}

Sheet trialSheet(const HitRate& rate) {
    using Trial = HitRate::Trial;
    static const std::vector<SheetField<Trial>> fields = {
        {{.key = "part", .label = "part"}, [](const Trial& t) { return SheetCell(t.part); }},
        {{.key = "said", .label = "first suspect"},
         [](const Trial& t) { return SheetCell(t.said); }},
        {{.key = "first_alarm_s", .label = "first alarm", .unit = "s", .digits = 0},
         [](const Trial& t) { return SheetCell(t.firstS < 0.0 ? models::kNotStated : t.firstS); }},
        {{.key = "place", .label = "place among suspects", .digits = 0},
         [](const Trial& t) { return SheetCell(std::int64_t{t.place}); }},
    };
    return sheetOf<Trial>("trials", "Trials", "", fields, rate.trials);
}

}  // namespace headroom::engine
