// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/table.h"
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/document/project.h"
#include "engine/explain/stale_figures.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/sheet_json.h"
#include "models/core/attribute.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
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
std::string valueCell(const models::Value& value) {
    if (std::holds_alternative<models::Curve>(value) ||
        std::holds_alternative<std::vector<double>>(value)) {
        return engine::jsonText(valueJson(value));
    }
    return engine::valueText(value);
}

bool isStated(const models::Value& value) {
    return !std::holds_alternative<std::monostate>(value);
}

void print(const CatalogOptions& options, const Cells& cells, const Json& json) {
    const std::string text = options.format == "json"  ? engine::jsonText(json, 2) + "\n"
                             : options.format == "csv" ? csvTable(cells)
                                                       : alignedTable(cells);
    std::fputs(text.c_str(), stdout);
}

void printTypes(const CatalogOptions& options, const engine::Catalogue& catalogue) {
    Cells cells = {{"type", "what", "parts"}};
    Json json = Json::array();
    for (const models::ComponentType* type : models::catalogueTypes()) {
        const std::size_t parts = catalogue.entriesOf(type->id).size();
        cells.push_back({std::string(type->id), std::string(type->label), std::to_string(parts)});
        json.push_back({{"type", type->id}, {"label", type->label}, {"parts", parts}});
    }
    print(options, cells, json);
}

// For people a list of names; for programs all figures, one column per attribute.
void printParts(const CatalogOptions& options, const engine::Catalogue& catalogue,
                const models::ComponentType& type) {
    const bool wide = options.format != "text";
    Cells cells = {{"id", "name"}};
    for (const models::Attribute& a : type.attributes) {
        if (wide) {
            cells[0].emplace_back(a.key);
        }
    }
    Json json = Json::array();
    for (const engine::CatalogueEntry* entry : catalogue.entriesOf(type.id)) {
        std::vector<std::string> row = {entry->id, entry->name};
        Json values = Json::object();
        for (std::size_t i = 0; i < type.attributes.size(); ++i) {
            values[std::string(type.attributes[i].key)] = valueJson(entry->values[i]);
            if (wide) {
                row.push_back(isStated(entry->values[i]) ? valueCell(entry->values[i]) : "");
            }
        }
        cells.push_back(std::move(row));
        json.push_back({{"id", entry->id}, {"name", entry->name}, {"values", values}});
    }
    print(options, cells, json);
}

// "8 to 12", empty where nobody stated a range.
std::string rangeCell(const engine::Provenance& p) {
    return p.hasRange() ? valueCell(p.low) + " to " + valueCell(p.high) : "";
}

// One figure a line, its source cited by number: sources are sentences.
std::string partText(const engine::CatalogueEntry& entry) {
    Cells cells = {{"figure", "value", "unit", "range", "status", "date", "source"}};
    std::vector<std::string> sources;
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        if (!isStated(entry.values[i])) {
            continue;
        }
        const models::Attribute& a = entry.type->attributes[i];
        const engine::Provenance& p = entry.provenance[i];
        std::string cited;
        for (const std::string& text : {p.source, p.note}) {
            if (!text.empty()) {
                cited += "[" + std::to_string(citation(sources, text)) + "]";
            }
        }
        cells.push_back({std::string(a.label), valueCell(entry.values[i]),
                         std::string(a.unit.symbol), rangeCell(p), p.status, p.date, cited});
    }
    std::string text = entry.id + ": " + entry.name + " (" + std::string(entry.type->label) +
                       ")\n\n" + alignedTable(cells);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        text += (i == 0 ? "\n[" : "[") + std::to_string(i + 1) + "] " + sources[i] + '\n';
    }
    return text;
}

void printPart(const CatalogOptions& options, const engine::CatalogueEntry& entry) {
    if (options.format == "text") {
        std::fputs(partText(entry).c_str(), stdout);
        return;
    }
    Cells cells = {
        {"key", "label", "value", "unit", "low", "high", "status", "date", "source", "note"}};
    Json figures = Json::array();
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
        if (!isStated(entry.values[i])) {
            continue;
        }
        const models::Attribute& a = entry.type->attributes[i];
        const engine::Provenance& p = entry.provenance[i];
        cells.push_back({std::string(a.key), std::string(a.label), valueCell(entry.values[i]),
                         std::string(a.unit.symbol), p.hasRange() ? valueCell(p.low) : "",
                         p.hasRange() ? valueCell(p.high) : "", p.status, p.date, p.source,
                         p.note});
        figures.push_back({{"key", a.key},
                           {"label", a.label},
                           {"value", valueJson(entry.values[i])},
                           {"unit", a.unit.symbol},
                           {"low", valueJson(p.low)},
                           {"high", valueJson(p.high)},
                           {"status", p.status},
                           {"date", p.date},
                           {"source", p.source},
                           {"note", p.note}});
    }
    print(options, cells,
          {{"type", entry.type->id}, {"id", entry.id}, {"name", entry.name}, {"figures", figures}});
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
    const auto today = options.today.empty() ? std::optional(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()))
                                             : engine::lastDayOf(options.today);
    if (!today) {
        return failUsage("catalog", "--as-of " + options.today + " is not a date, as 2026-11-30");
    }
    const engine::Sheet sheet = engine::staleFigures(catalogue, options.type, *seconds / kDayS, *today);
    if (options.format == "json") {
        std::printf("%s\n", engine::jsonText(engine::sheetJson(sheet), 2).c_str());
    } else if (options.format == "csv") {
        std::fputs(engine::sheetCsv(sheet).c_str(), stdout);
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
        printParts(options, *catalogue, *type);
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
    command.option("--format", options->format, "text, json or csv")
        .type("FORMAT")
        .check(oneOf({"text", "json", "csv"}))
        .showDefault();
    const Option stale =
        command.option("--stale", options->stale, "only parts with figures whose source is older than this: 180d").type("TIME");
    command.option("--as-of", options->today, "day from which --stale counts, as 2026-11-30; without it today")
        .type("DATE")
        .needs(stale);
    addWide(command);
    command.action([options, &code] { code = catalog(*options); });
}

}  // namespace headroom::app
