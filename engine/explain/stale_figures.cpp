// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/stale_figures.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

namespace headroom::engine {

namespace {

struct StalePart {
    const CatalogueEntry* entry = nullptr;
    std::int64_t aged = 0, undated = 0;
    std::int64_t ageDays = 0;  ///< of the oldest figure
    std::size_t oldest = 0;    ///< attribute
};

/// Reads the whole of a text as a count; negative: it is none.
int countOf(std::string_view text) {
    int value = -1;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc() && end == text.data() + text.size() ? value : -1;
}

StalePart ageOf(const CatalogueEntry& entry, double leastDays, std::chrono::sys_days today) {
    StalePart part;
    part.entry = &entry;
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        if (std::holds_alternative<std::monostate>(entry.values[i])) {
            continue;
        }
        const auto day = lastDayOf(entry.provenance[i].date);
        if (!day) {
            ++part.undated;
            continue;
        }
        const std::int64_t ageDays = (today - *day).count();
        if (static_cast<double>(ageDays) < leastDays) {
            continue;
        }
        if (part.aged == 0 || ageDays > part.ageDays) {
            part.ageDays = ageDays;
            part.oldest = i;
        }
        ++part.aged;
    }
    return part;
}

}  // namespace

std::optional<std::chrono::sys_days> lastDayOf(std::string_view date) {
    using namespace std::chrono;
    const auto isDigits = [](std::string_view text, std::size_t size) {
        return text.size() == size &&
               std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    };
    if (date.size() < 4 || !isDigits(date.substr(0, 4), 4)) {
        return std::nullopt;
    }
    const year y{countOf(date.substr(0, 4))};
    if (date.size() == 4) {
        return sys_days{y / December / 31};
    }
    if (date.size() < 7 || date[4] != '-' || !isDigits(date.substr(5, 2), 2)) {
        return std::nullopt;
    }
    const month m{static_cast<unsigned>(countOf(date.substr(5, 2)))};
    if (!m.ok()) {
        return std::nullopt;
    }
    if (date.size() == 7) {
        return sys_days{y / m / last};
    }
    if (date.size() != 10 || date[7] != '-' || !isDigits(date.substr(8, 2), 2)) {
        return std::nullopt;
    }
    const year_month_day whole = y / m / day{static_cast<unsigned>(countOf(date.substr(8, 2)))};
    return whole.ok() ? std::optional(sys_days{whole}) : std::nullopt;
}

Sheet staleFigures(const Catalogue& catalogue, std::string_view type, double leastDays,
                   std::chrono::sys_days today) {
    std::vector<StalePart> parts;
    for (const models::ComponentType* each : models::catalogueTypes()) {
        if (!type.empty() && each->id != type) {
            continue;
        }
        for (const CatalogueEntry* entry : catalogue.entriesOf(each->id)) {
            if (const StalePart part = ageOf(*entry, leastDays, today); part.aged > 0) {
                parts.push_back(part);
            }
        }
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const StalePart& a, const StalePart& b) { return a.ageDays > b.ageDays; });
    const auto oldest = [](const StalePart& part) -> const Provenance& {
        return part.entry->provenance[part.oldest];
    };
    const std::vector<SheetField<StalePart>> fields{
        {{.key = "type", .label = "type", .why = "Type of part."},
         [](const StalePart& part) { return SheetCell(std::string(part.entry->type->id)); }},
        {{.key = "id", .label = "part", .why = "Part of the catalogue."},
         [](const StalePart& part) { return SheetCell(part.entry->id); }},
        {{.key = "aged_figures",
          .label = "aged",
          .why = "Figures whose source is older than the limit."},
         [](const StalePart& part) { return SheetCell(part.aged); }},
        {{.key = "undated_figures",
          .label = "undated",
          .why = "Figures of the part whose source states no date."},
         [](const StalePart& part) { return SheetCell(part.undated); }},
        {{.key = "oldest_date", .label = "oldest", .why = "Date of the oldest source."},
         [&](const StalePart& part) { return SheetCell(oldest(part).date); }},
        {{.key = "age_d",
          .label = "age",
          .unit = "d",
          .why = "Days since the last day that this date can mean.",
          .digits = 0},
         [](const StalePart& part) { return SheetCell(part.ageDays); }},
        {{.key = "oldest_figure", .label = "figure", .why = "The figure with the oldest source."},
         [](const StalePart& part) {
             return SheetCell(std::string(part.entry->type->attributes[part.oldest].key));
         }},
        {{.key = "source", .label = "source", .why = "The oldest source.", .isDetail = true},
         [&](const StalePart& part) { return SheetCell(oldest(part).source); }}};
    return sheetOf<StalePart>("aged", "Figures of the catalogue by age of their source", "", fields,
                              parts);
}

}  // namespace headroom::engine
