// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/sizing_sheet.h"

#include "engine/sheet/figure_row.h"
#include "engine/sizing/parts.h"

#include <cstdint>

namespace headroom::engine {

namespace {

constexpr double kWattsOfMw = 1e6;

}  // namespace

Sheet sizingFigures(const SizingSummary& s) {
    FigureRow row("sizing", "Sizing");
    row.number("it_mw", "IT at full activity", s.itW / kWattsOfMw, "MW");
    row.number("it_rated_mw", "IT rated", s.ratedW / kWattsOfMw, "MW");
    row.number("facility_mw", "at the meter at full load", s.facilityW / kWattsOfMw, "MW");
    row.add({.key = "design_pue", .label = "PUE at full load", .digits = 2}, s.designPue);
    row.count("accelerators", "accelerators", s.accelerators);
    row.count("racks", "racks", s.racks);
    row.count("halls", "halls", s.halls);
    row.add({.key = "hall_m2", .label = "floor of the halls", .unit = "m2", .digits = 0}, s.hallM2);
    row.add({.key = "site_m2", .label = "site", .unit = "m2", .digits = 0}, s.siteM2);
    return row.take();
}

std::string choiceName(const SizedFacility& made, const Catalogue& catalogue,
                       const SizingChoice& choice) {
    const Object* object = made.project.find(choice.object);
    if (object != nullptr && object->type->find("name") != nullptr) {
        const auto* name = std::get_if<std::string>(&object->value("name"));
        return name == nullptr || name->empty() ? std::string(object->type->label) : *name;
    }
    if (object != nullptr) {
        return std::string(object->type->label);
    }
    return choice.object == kAllRacks ? "Racks" : sizing::partName(catalogue, choice.object);
}

Sheet choiceSheet(const SizedFacility& made, const Catalogue& catalogue) {
    const std::vector<SheetField<SizingChoice>> fields = {
        {{.key = "object"}, [](const SizingChoice& c) { return SheetCell(c.object); }},
        {{.key = "name", .label = "Object"},
         [&](const SizingChoice& c) { return SheetCell(choiceName(made, catalogue, c)); }},
        {{.key = "what", .label = "Chosen"},
         [](const SizingChoice& c) { return SheetCell(static_cast<const std::string&>(c.what)); }},
        {{.key = "why", .label = "Why"},
         [](const SizingChoice& c) { return SheetCell(static_cast<const std::string&>(c.why)); }},
    };
    return sheetOf<SizingChoice>("choices", "Choices", "", fields, made.choices);
}

Sheet airRoundSheet(const std::vector<AirRound>& rounds) {
    static const std::vector<SheetField<AirRound>> fields = {
        {{.key = "hall", .label = "hall"}, [](const AirRound& r) { return SheetCell(r.hall); }},
        {{.key = "hottest_inlet_c", .label = "hottest inlet", .unit = "\u00b0C", .digits = 1},
         [](const AirRound& r) { return r.hall.empty() ? SheetCell() : SheetCell(r.hottestC); }},
        {{.key = "rci_high", .label = "RCI", .unit = "%", .digits = 1, .shown = 100.0},
         [](const AirRound& r) { return SheetCell(r.rciHigh); }},
        {{.key = "hot_halls", .label = "halls too hot", .digits = 0},
         [](const AirRound& r) { return SheetCell(std::int64_t{r.hotHalls}); }},
        {{.key = "settled", .label = "settled"},
         [](const AirRound& r) { return SheetCell(r.settled); }},
        {{.key = "next", .label = "next"}, [](const AirRound& r) { return SheetCell(r.next); }},
    };
    return sheetOf<AirRound>("air", "Air", "", fields, rounds);
}

}  // namespace headroom::engine
