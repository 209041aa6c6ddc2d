// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/table.h"
#include "engine/base/scale.h"
#include "engine/document/project.h"
#include "engine/explain/stale_figures.h"
#include "engine/sheet/sheet_json.h"
#include "models/core/attribute.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

struct CatalogOptions {
    std::string type;
    std::string id;
    std::string format = "text";
    std::string stale;
    std::string today;
};

Json valueJson(const models::Value& value) {
    return std::visit(
        [](const auto& v) -> Json {
            using T = std::decay_t<decltype(v)>;
            if constexpr (std::is_same_v<T, std::monostate>) {
                return nullptr;
            } else if constexpr (std::is_same_v<T, models::Curve>) {
                Json points = Json::array();
                for (std::size_t i = 0; i < v.x().size(); ++i) {
                    points.push_back({v.x()[i], v.y()[i]});
                }
                return points;
            } else {
                return v;
            }
        },
        value);
}

// Position of `text` in `texts`, 1-based as people cite; appended where it is new.
std::size_t citation(std::vector<std::string>& texts, const std::string& text) {
    const auto found = std::find(texts.begin(), texts.end(), text);
    const auto index = static_cast<std::size_t>(found - texts.begin());
    if (found == texts.end()) {
        texts.push_back(text);
    }
    return index + 1;
}

// Curves and lists in full; everything else as people read it.
engine::SheetCell valueCell(const models::Value& value) {
    const bool isList = std::holds_alternative<models::Curve>(value) ||
                        std::holds_alternative<std::vector<double>>(value);
    return isList ? engine::jsonCell(valueJson(value))
                  : engine::SheetCell(engine::valueText(value));
}

bool isStated(const models::Value& value) {
    return !std::holds_alternative<std::monostate>(value);
}

void printTypes(const CatalogOptions& options, const engine::Catalogue& catalogue) {
    engine::Sheet sheet{"types",
                        "Types of parts",
                        "",
                        {{.key = "type", .label = "type"},
                         {.key = "label", .label = "what"},
                         {.key = "parts", .label = "parts", .digits = 0}},
                        {}};
    for (const models::ComponentType* type : models::catalogueTypes()) {
        const auto parts = static_cast<std::int64_t>(catalogue.entriesOf(type->id).size());
        sheet.rows.push_back({std::string(type->id), std::string(type->label), parts});
    }
    printSheet(sheet, options.format);
}

/// Names for people; all figures for files, one column an attribute.
engine::Sheet partSheet(const engine::Catalogue& catalogue, const models::ComponentType& type) {
    engine::Sheet sheet{"parts",
                        std::string(type.label),
                        "",
                        {{.key = "id", .label = "id"}, {.key = "name", .label = "name"}},
                        {}};
    for (const models::Attribute& a : type.attributes) {
        sheet.columns.push_back({.key = std::string(a.key)});
    }
    for (const engine::CatalogueEntry* entry : catalogue.entriesOf(type.id)) {
        auto& row = sheet.rows.emplace_back(std::vector<engine::SheetCell>{entry->id, entry->name});
        for (const models::Value& value : entry->values) {
            row.push_back(isStated(value) ? valueCell(value) : engine::SheetCell(std::string()));
        }
    }
    return sheet;
}

/// JSON has the values of a part in an object, with curves as lists.
Json partsJson(const engine::Catalogue& catalogue, const models::ComponentType& type) {
    Json json = Json::array();
    for (const engine::CatalogueEntry* entry : catalogue.entriesOf(type.id)) {
        Json values = Json::object();
        for (std::size_t i = 0; i < type.attributes.size(); ++i) {
            values[std::string(type.attributes[i].key)] = valueJson(entry->values[i]);
        }
        json.push_back({{"id", entry->id}, {"name", entry->name}, {"values", std::move(values)}});
    }
    return json;
}

/// One stated figure of a part a row.
engine::Sheet figureSheet(const engine::CatalogueEntry& entry) {
    const auto column = [](const char* key, const char* label) {
        return engine::SheetColumn{.key = key, .label = label};
    };
    engine::Sheet sheet{"figures",
                        fmt::format("{}: {} ({})", entry.id, entry.name, entry.type->label),
                        "",
                        {column("key", ""), column("label", "figure"), column("value", "value"),
                         column("unit", "unit"), column("low", "from"), column("high", "to"),
                         column("status", "status"), column("date", "date"),
                         column("source", "source"), column("note", "")},
                        {}};
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        if (isStated(entry.values[i])) {
            const models::Attribute& a = entry.type->attributes[i];
            const engine::Provenance& p = entry.provenance[i];
            const auto range = [&](const models::Value& end) {
                return p.hasRange() ? valueCell(end) : engine::SheetCell(std::string());
            };
            sheet.rows.push_back({std::string(a.key), std::string(a.label),
                                  valueCell(entry.values[i]), std::string(a.unit.symbol),
                                  range(p.low), range(p.high), p.status, p.date, p.source, p.note});
        }
    }
    return sheet;
}

/// For people sources are cited by number: they are sentences.
std::string partText(engine::Sheet sheet) {
    const auto source = static_cast<std::size_t>(engine::columnIndex(sheet, "source"));
    std::vector<std::string> sources;
    for (auto& row : sheet.rows) {
        std::string cited;
        for (const std::size_t column : {source, source + 1}) {
            if (const auto& text = std::get<std::string>(row[column]); !text.empty()) {
                cited += fmt::format("[{}]", citation(sources, text));
            }
        }
        row[source] = cited;
    }
    std::string text = sheet.title + "\n\n" + tableText(sheet);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        text += fmt::format("{}[{}] {}\n", i == 0 ? "\n" : "", i + 1, sources[i]);
    }
    return text;
}

void printPart(const CatalogOptions& options, const engine::CatalogueEntry& entry) {
    const engine::Sheet sheet = figureSheet(entry);
    if (options.format == "text") {
        std::fputs(partText(sheet).c_str(), stdout);
    } else if (options.format == "csv") {
        printSheet(sheet, "csv");
    } else {
        Json figures = engine::sheetJson(sheet);
        std::size_t row = 0;
        for (std::size_t i = 0; i < entry.values.size(); ++i) {
            if (isStated(entry.values[i])) {  // numbers as numbers, curves as lists
                figures[row]["value"] = valueJson(entry.values[i]);
                figures[row]["low"] = valueJson(entry.provenance[i].low);
                figures[row++]["high"] = valueJson(entry.provenance[i].high);
            }
        }
        printJson(Json{{"type", entry.type->id},
                       {"id", entry.id},
                       {"name", entry.name},
                       {"figures", std::move(figures)}});
    }
}

int unknown(const std::string& what, const std::string& word,
            const std::vector<std::string>& known) {
    std::string message = "\"" + word + "\" is not a " + what;
    if (const std::string near = engine::nearest(word, known); !near.empty()) {
        message += "; did you mean " + near + "?";
    }
    return failUsage("catalog", message);
}

int printStale(const CatalogOptions& options, const engine::Catalogue& catalogue) {
    const auto seconds = parseDuration(options.stale);
    if (!seconds) {
        return failUsage("catalog", durationFault("--stale", options.stale));
    }
    const auto today =
        options.today.empty()
            ? std::optional(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()))
            : engine::lastDayOf(options.today);
    if (!today) {
        return failUsage("catalog", "--as-of " + options.today + " is not a date, as 2026-11-30");
    }
    const engine::Sheet sheet =
        engine::staleFigures(catalogue, options.type, *seconds / kDayS, *today);
    if (options.format != "text") {
        printSheet(sheet, options.format);
    } else if (sheet.rows.empty()) {
        std::printf("no figure has a source older than %s\n", options.stale.c_str());
    } else {
        std::fputs(titledTable(sheet).c_str(), stdout);
    }
    return kFine;
}

int catalog(const CatalogOptions& options) {
    const auto catalogue = openCatalogue();
    if (!catalogue) {
        return fail(catalogue.error());
    }
    if (!options.id.empty() && !options.stale.empty()) {
        return failUsage("catalog", "--stale lists all parts of a type: leave out " + options.id);
    }
    if (options.type.empty() && !options.stale.empty()) {
        return printStale(options, *catalogue);
    }
    if (options.type.empty()) {
        printTypes(options, *catalogue);
        return kFine;
    }
    const models::ComponentType* type = nullptr;
    std::vector<std::string> known;
    for (const models::ComponentType* candidate : models::catalogueTypes()) {
        known.emplace_back(candidate->id);
        type = candidate->id == options.type ? candidate : type;
    }
    if (type == nullptr) {
        return unknown("type of part", options.type, known);
    }
    if (!options.stale.empty()) {
        return printStale(options, *catalogue);
    }
    if (options.id.empty()) {
        if (options.format == "json") {
            printJson(partsJson(*catalogue, *type));
        } else {
            printSheet(partSheet(*catalogue, *type), options.format);
        }
        return kFine;
    }
    const engine::CatalogueEntry* entry = catalogue->find(type->id, options.id);
    if (entry == nullptr) {
        known.clear();
        for (const engine::CatalogueEntry* candidate : catalogue->entriesOf(type->id)) {
            known.push_back(candidate->id);
        }
        return unknown("part of type " + options.type, options.id, known);
    }
    printPart(options, *entry);
    return kFine;
}

}  // namespace

void addCatalog(Subcommand app, int& code) {
    auto options = std::make_shared<CatalogOptions>();
    Subcommand command = app.subcommand(
        "catalog", "List the types of parts, the parts of a type, or one part with its sources");
    command.option("TYPE", options->type, "type of part, as ups or accelerator").type("");
    command.option("ID", options->id, "one part of that type").type("");
    addFormat(command, options->format, {"text", "json", "csv"});
    const Option stale =
        command
            .option("--stale", options->stale,
                    "only parts with figures whose source is older than this: 180d")
            .type("TIME");
    command
        .option("--as-of", options->today,
                "day from which --stale counts, as 2026-11-30; without it today")
        .type("DATE")
        .needs(stale);
    addWide(command);
    command.action([options, &code] { code = catalog(*options); });
}

}  // namespace headroom::app
