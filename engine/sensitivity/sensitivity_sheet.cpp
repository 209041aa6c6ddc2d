// SPDX-License-Identifier: Apache-2.0
#include "engine/sensitivity/sensitivity_sheet.h"

#include "engine/document/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

namespace headroom::engine {

namespace {

struct HeadlineRow {
    const Figure* figure = nullptr;
    double value = 0.0;  ///< in the unit of files
    const Footing* footing = nullptr;
    bool isAssumed = false;
    std::string rests;
};

constexpr double kPercent = 100.0;

/// A number as such. A curve or a list by its first and last number: a table has one line a figure.
SheetCell endCell(const models::Value& value) {
    const auto ends = [](const std::vector<double>& v) {
        return v.empty() ? std::string() : fmt::format("{:.4g} … {:.4g}", v.front(), v.back());
    };
    if (const auto* curve = std::get_if<models::Curve>(&value)) {
        return ends(curve->y());
    }
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        return ends(*list);
    }
    const auto* number = std::get_if<double>(&value);
    return number != nullptr ? SheetCell(*number) : SheetCell(valueText(value));
}

std::string restsText(const Sensitivity& study, std::size_t headline, bool isAssumed) {
    if (!isAssumed) {
        return "what was read";
    }
    const auto found = assumptionsBehind(study, headline);
    if (found.empty()) {
        return "assumptions: many small";
    }
    return fmt::format("assumptions: {} {}{}", found.front()->part->id,
                       found.front()->attribute->key,
                       found.size() > 1 ? fmt::format(" and {} more", found.size() - 1) : "");
}

SheetColumn percentColumn(const char* key, const char* label, const char* why) {
    return {.key = key, .label = label, .unit = "%", .why = why, .digits = 2};
}

SheetColumn wordColumn(const char* key, const char* label, const char* why) {
    return {.key = key, .label = label, .why = why};
}

SheetColumn rangeColumn(const char* key, const char* label, const char* why) {
    return {.key = key, .label = label, .why = why, .digits = significantDigits(4)};
}

}  // namespace

bool restsOnAssumptions(const Footing& footing, double limit) {
    return footing.unsourced > limit;
}

std::vector<const FigureEffect*> assumptionsBehind(const Sensitivity& study, std::size_t headline) {
    std::vector<const FigureEffect*> found;
    for (const FigureEffect& effect : study.effects) {
        if (effect.provenance().isUnsourced() && effect.largest(headline) > study.spec.least) {
            found.push_back(&effect);
        }
    }
    std::stable_sort(found.begin(), found.end(), [headline](const auto* a, const auto* b) {
        return a->largest(headline) > b->largest(headline);
    });
    return found;
}

Sheet headlineSheet(const Sensitivity& study, double limit) {
    std::vector<HeadlineRow> rows;
    for (std::size_t h = 0; h < study.headlines.size(); ++h) {
        const bool isAssumed = restsOnAssumptions(study.footings[h], limit);
        rows.push_back({study.headlines[h], study.values[h] / study.headlines[h]->unit.toSi,
                        &study.footings[h], isAssumed, restsText(study, h, isAssumed)});
    }
    using Field = SheetField<HeadlineRow>;
    SheetColumn key = wordColumn("key", "key", "Key of the figure.");
    key.isDetail = true;
    SheetColumn low = rangeColumn("low", "low", "The value less its half width."),
                high = rangeColumn("high", "high", "The value and its half width."),
                guessed = percentColumn("guessed_pct", "+- guessed",
                                        "Unsourced figures without a range of their own."),
                assumed = wordColumn("rests_on_assumptions", "assumed",
                                     "The unsourced figures move it by more than the limit.");
    low.isDetail = high.isDetail = guessed.isDetail = assumed.isDetail = true;
    const std::vector<Field> fields = {
        {key, [](const HeadlineRow& r) { return SheetCell(std::string(r.figure->key)); }},
        {wordColumn("label", "headline", "Figure of the results."),
         [](const HeadlineRow& r) { return SheetCell(std::string(r.figure->label)); }},
        {wordColumn("value", "value", "Its value in the run."),
         [](const HeadlineRow& r) { return SheetCell(r.value); }},
        {wordColumn("unit", "unit", "Its unit."),
         [](const HeadlineRow& r) { return SheetCell(std::string(r.figure->unit.symbol)); }},
        {low,
         [](const HeadlineRow& r) {
             return SheetCell(r.value - std::abs(r.value) * r.footing->all);
         }},
        {high,
         [](const HeadlineRow& r) {
             return SheetCell(r.value + std::abs(r.value) * r.footing->all);
         }},
        {percentColumn("half_width_pct", "+- all", "Half width from every figure that moves it."),
         [](const HeadlineRow& r) { return SheetCell(kPercent * r.footing->all); }},
        {percentColumn("unsourced_pct", "+- unsourced", "Part from assumptions and from memory."),
         [](const HeadlineRow& r) { return SheetCell(kPercent * r.footing->unsourced); }},
        {guessed, [](const HeadlineRow& r) { return SheetCell(kPercent * r.footing->guessed); }},
        {assumed, [](const HeadlineRow& r) { return SheetCell(r.isAssumed); }},
        {wordColumn("rests_on", "rests on", "The assumption that moves it most."),
         [](const HeadlineRow& r) { return SheetCell(r.rests); }}};
    return sheetOf("headlines", "Headlines",
                   "How far the figures of the catalogue move the results.", fields, rows);
}

Sheet figureSheet(const Sensitivity& study, bool moves) {
    using Field = SheetField<const FigureEffect*>;
    SheetColumn largest =
        percentColumn("largest_pct", "largest", "The largest move of any headline.");
    largest.isDetail = moves;
    std::vector<Field> fields = {
        {wordColumn("type", "type", "Type of part."),
         [](const FigureEffect* e) { return SheetCell(std::string(e->part->type->id)); }},
        {wordColumn("part", "part", "Part of the catalogue."),
         [](const FigureEffect* e) { return SheetCell(e->part->id); }},
        {wordColumn("key", "figure", "Its figure."),
         [](const FigureEffect* e) { return SheetCell(std::string(e->attribute->key)); }},
        {wordColumn("unit", "unit", "Its unit."),
         [](const FigureEffect* e) { return SheetCell(std::string(e->attribute->unit.symbol)); }},
        {rangeColumn("value", "value", "As the catalogue states it."),
         [](const FigureEffect* e) { return endCell(e->value()); }},
        {rangeColumn("low", "low", "Low end of its range."),
         [](const FigureEffect* e) { return endCell(e->ends.low); }},
        {rangeColumn("high", "high", "High end of its range."),
         [](const FigureEffect* e) { return endCell(e->ends.high); }},
        {wordColumn("range_stated", "stated", "The catalogue states the range."),
         [](const FigureEffect* e) { return SheetCell(e->ends.stated); }},
        {wordColumn("status", "status", "Read, derived, assumed or from memory."),
         [](const FigureEffect* e) { return SheetCell(e->provenance().status); }},
        {largest, [](const FigureEffect* e) { return SheetCell(kPercent * e->largest()); }}};
    for (std::size_t h = 0; moves && h < study.headlines.size(); ++h) {
        const std::string key(study.headlines[h]->key);
        fields.push_back(
            {{.key = key + "_pct",
              .label = key,
              .unit = "%",
              .why = "Move of " + std::string(study.headlines[h]->label) + " by a higher figure.",
              .digits = 2},
             [h](const FigureEffect* e) {
                 const double move =
                     std::abs(e->high[h]) >= std::abs(e->low[h]) ? e->high[h] : -e->low[h];
                 return SheetCell(kPercent * move);
             }});
    }
    std::vector<const FigureEffect*> rows;
    for (const FigureEffect& effect : study.effects) {
        rows.push_back(&effect);
    }
    return sheetOf("figures", "Figures",
                   "Figures of the catalogue by how far they move any headline.", fields, rows);
}

}  // namespace headroom::engine
