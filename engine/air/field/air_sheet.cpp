// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_sheet.h"

#include "engine/air/field/study.h"

#include <cstdint>
#include <numeric>
#include <vector>

namespace headroom::engine {

namespace {

using RowField = SheetField<AirRow>;
using RackField = SheetField<const RackAirResult*>;

SheetColumn inletColumn(const char* key, const char* label, const char* why) {
    return {.key = key, .label = label, .unit = "°C", .why = why, .digits = 1, .better = Better::Less};
}

SheetColumn hotColumn(const char* key, const char* label, const char* why) {
    return {.key = key, .label = label, .unit = "%", .why = why, .digits = 1, .shown = 100.0, .better = Better::Less};
}

}  // namespace

std::string airRackName(const Layout& layout, int rack) {
    const RackBox& box = layout.racks[static_cast<std::size_t>(rack)];
    return layout.blocks[static_cast<std::size_t>(box.block)] + " " + box.name();
}

Sheet airRowSheet(const AirField& field, const Layout& layout) {
    const std::vector<RowField> fields = {
        {{.key = "block", .label = "block", .why = "Block of racks."}, [](const AirRow& r) { return SheetCell(r.block); }},
        {{.key = "row", .label = "row", .why = "Row of the block, from 1."},
         [](const AirRow& r) { return SheetCell(std::int64_t{r.row} + 1); }},
        {{.key = "racks", .label = "racks", .why = "Racks of the row that move air."},
         [](const AirRow& r) { return SheetCell(std::int64_t{r.racks}); }},
        {inletColumn("mean_inlet_c", "mean inlet", "Mean of the inlets of the row."),
         [](const AirRow& r) { return SheetCell(r.meanInletC); }},
        {inletColumn("hottest_inlet_c", "hottest", "Hottest inlet of the row."),
         [](const AirRow& r) { return SheetCell(r.hottestInletC); }},
        {hotColumn("mean_hot_fraction", "hot air, mean", "Share of the air at the inlets that racks blew out."),
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
        {{.key = "sway_k", .label = "sway", .unit = "K", .why = "Standard deviation of the inlet over time.", .digits = 1},
         [](const RackAirResult* r) { return SheetCell(r->swayK); }},
        {{.key = "outlet_c", .label = "outlet", .unit = "°C", .why = "Air that the rack blows out.", .digits = 1},
         [](const RackAirResult* r) { return SheetCell(r->outletC); }},
        {hotColumn("hot_fraction", "hot air", "Share of the air at its inlet that racks blew out."),
         [](const RackAirResult* r) { return SheetCell(r->hotFraction); }},
        {{.key = "flow_m3_per_s", .label = "air", .unit = "m3/s", .why = "Air through the rack.", .digits = 2},
         [](const RackAirResult* r) { return SheetCell(r->flowM3PerS); }},
        {{.key = "heat_kw", .label = "heat", .unit = "kW", .why = "Heat that the rack gives to the air.", .digits = 1},
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

}  // namespace headroom::engine
