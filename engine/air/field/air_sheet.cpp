// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_sheet.h"

#include "engine/air/field/study.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace headroom::engine {

namespace {

using RowField = SheetField<AirRow>;
using RackField = SheetField<const RackAirResult*>;

SheetColumn inletColumn(const char* key, const char* label, const char* why) {
    return {
        .key = key, .label = label, .unit = "°C", .why = why, .digits = 1, .better = Better::Less};
}

SheetColumn hotColumn(const char* key, const char* label, const char* why) {
    return {.key = key,
            .label = label,
            .unit = "%",
            .why = why,
            .digits = 1,
            .shown = 100.0,
            .better = Better::Less};
}

}  // namespace

std::string airRackName(const Layout& layout, int rack) {
    const RackBox& box = layout.racks[static_cast<std::size_t>(rack)];
    return layout.blocks[static_cast<std::size_t>(box.block)] + " " + box.name();
}

Sheet airRowSheet(const AirField& field, const Layout& layout) {
    const std::vector<RowField> fields = {
        {{.key = "block", .label = "block", .why = "Block of racks."},
         [](const AirRow& r) { return SheetCell(r.block); }},
        {{.key = "row", .label = "row", .why = "Row of the block, from 1."},
         [](const AirRow& r) { return SheetCell(std::int64_t{r.row} + 1); }},
        {{.key = "racks", .label = "racks", .why = "Racks of the row that move air."},
         [](const AirRow& r) { return SheetCell(std::int64_t{r.racks}); }},
        {inletColumn("mean_inlet_c", "mean inlet", "Mean of the inlets of the row."),
         [](const AirRow& r) { return SheetCell(r.meanInletC); }},
        {inletColumn("hottest_inlet_c", "hottest", "Hottest inlet of the row."),
         [](const AirRow& r) { return SheetCell(r.hottestInletC); }},
        {hotColumn("mean_hot_fraction", "hot air, mean",
                   "Share of the air at the inlets that racks blew out."),
         [](const AirRow& r) { return SheetCell(r.meanHotFraction); }},
        {hotColumn("most_hot_fraction", "most", "The same of the rack that draws most of it."),
         [](const AirRow& r) { return SheetCell(r.mostHotFraction); }}};
    return sheetOf("rows", "Rows", "Inlets of each row of racks.", fields, airRows(field, layout));
}

Sheet airRackSheet(const AirField& field, const Layout& layout, std::span<const std::size_t> racks,
                   const std::string& hall) {
    const bool isJoined = !hall.empty();
    const std::vector<RackField> fields = {
        {{.key = "hall", .label = "hall", .why = "Id of the hall."},
         [&](const RackAirResult*) { return isJoined ? SheetCell(hall) : SheetCell(); }},
        {{.key = "rack", .label = "rack", .why = "Block and rack."},
         [&](const RackAirResult* r) { return SheetCell(airRackName(layout, r->rack)); }},
        {inletColumn("inlet_c", "inlet", "Mean over the front of the rack."),
         [](const RackAirResult* r) { return SheetCell(r->inletC); }},
        {inletColumn("top_inlet_c", "top third", "Mean of the top third of its front."),
         [](const RackAirResult* r) { return SheetCell(r->topInletC); }},
        {inletColumn("max_inlet_c", "warmest", "Warmest cell before its front."),
         [](const RackAirResult* r) { return SheetCell(r->maxInletC); }},
        {{.key = "sway_k",
          .label = "sway",
          .unit = "K",
          .why = "Standard deviation of the inlet over time.",
          .digits = 1},
         [](const RackAirResult* r) { return SheetCell(r->swayK); }},
        {{.key = "outlet_c",
          .label = "outlet",
          .unit = "°C",
          .why = "Air that the rack blows out.",
          .digits = 1},
         [](const RackAirResult* r) { return SheetCell(r->outletC); }},
        {hotColumn("hot_fraction", "hot air", "Share of the air at its inlet that racks blew out."),
         [](const RackAirResult* r) { return SheetCell(r->hotFraction); }},
        {{.key = "flow_m3_per_s",
          .label = "air",
          .unit = "m3/s",
          .why = "Air through the rack.",
          .digits = 2},
         [](const RackAirResult* r) { return SheetCell(r->flowM3PerS); }},
        {{.key = "heat_kw",
          .label = "heat",
          .unit = "kW",
          .why = "Heat that the rack gives to the air.",
          .digits = 1},
         [](const RackAirResult* r) { return SheetCell(1e-3 * r->heatW); }},
        {{.key = "settled", .label = "settled", .why = "The field of the hall settled."},
         [&](const RackAirResult*) { return isJoined ? SheetCell(field.settled) : SheetCell(); }}};
    std::vector<const RackAirResult*> rows;
    rows.reserve(racks.size());
    for (const std::size_t rack : racks) {
        rows.push_back(&field.racks[rack]);
    }
    return sheetOf("racks", "Racks", "Air at each rack.", fields, rows);
}

Sheet airRackSheet(const AirField& field, const Layout& layout, const std::string& hall) {
    std::vector<std::size_t> all(field.racks.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return airRackSheet(field, layout, all, hall);
}

Sheet airOverTimeSheet(const AirOverTime& course, const Layout& layout) {
    using Field = SheetField<AirInstant>;
    const auto hottest = [&](const AirInstant& now) {
        return static_cast<std::size_t>(std::max_element(now.inletC.begin(), now.inletC.end()) -
                                        now.inletC.begin());
    };
    const std::vector<Field> fields = {
        {{.key = "time_s", .label = "time", .unit = "s", .why = "Since the loss.", .digits = 0},
         [](const AirInstant& i) { return SheetCell(i.timeS); }},
        {inletColumn("supply_c", "supply", "Air that the handlers blow."),
         [](const AirInstant& i) { return SheetCell(i.supplyC); }},
        {inletColumn("return_c", "return", "Air that leaves the hall."),
         [](const AirInstant& i) { return SheetCell(i.returnC); }},
        {inletColumn("mean_inlet_c", "mean inlet", "Mean of all racks."),
         [](const AirInstant& i) {
             const auto racks = static_cast<double>(i.inletC.size());
             return racks > 0.0
                        ? SheetCell(std::accumulate(i.inletC.begin(), i.inletC.end(), 0.0) / racks)
                        : SheetCell();
         }},
        {inletColumn("hottest_inlet_c", "hottest", "Hottest inlet of a rack."),
         [](const AirInstant& i) { return SheetCell(i.indices.hottestInletC); }},
        {{.key = "hottest_rack",
          .label = "its rack",
          .why = "Block and rack of the hottest inlet."},
         [&](const AirInstant& i) {
             return i.inletC.empty()
                        ? SheetCell()
                        : SheetCell(airRackName(layout, course.before.racks[hottest(i)].rack));
         }},
        {{.key = "rci_high",
          .label = "RCI high",
          .unit = "%",
          .why = "Rack cooling index.",
          .digits = 0,
          .shown = 100.0},
         [](const AirInstant& i) { return SheetCell(i.indices.rciHigh); }}};
    return sheetOf("over time", "Inlets over time", "Inlets after a loss.", fields,
                   course.instants);
}

Sheet airRacksOverTimeSheet(const AirOverTime& course, const Layout& layout,
                            const std::string& hall) {
    struct Cell {
        const AirInstant* now;
        std::size_t rack;
    };

    std::vector<Cell> cells;
    for (const AirInstant& now : course.instants) {
        for (std::size_t r = 0; r < now.inletC.size(); ++r) {
            cells.push_back({&now, r});
        }
    }
    using Field = SheetField<Cell>;
    const std::vector<Field> fields = {
        {{.key = "hall", .label = "hall", .why = "Id of the hall."},
         [&](const Cell&) { return SheetCell(hall); }},
        {{.key = "time_s", .label = "time", .unit = "s", .why = "Since the loss.", .digits = 0},
         [](const Cell& c) { return SheetCell(c.now->timeS); }},
        {{.key = "rack", .label = "rack", .why = "Block and rack."},
         [&](const Cell& c) {
             return SheetCell(airRackName(layout, course.before.racks[c.rack].rack));
         }},
        {inletColumn("inlet_c", "inlet", "Mean over the front of the rack."),
         [](const Cell& c) { return SheetCell(c.now->inletC[c.rack]); }},
        {inletColumn("top_inlet_c", "top third", "Mean of the top third of its front."),
         [](const Cell& c) { return SheetCell(c.now->topInletC[c.rack]); }}};
    return sheetOf("racks over time", "Racks over time", "Inlet of each rack after a loss.", fields,
                   cells);
}

}  // namespace headroom::engine
