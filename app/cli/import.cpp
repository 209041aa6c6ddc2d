// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/progress.h"
#include "engine/border/text_encoding.h"
#include "engine/document/companions.h"
#include "engine/document/edit.h"
#include "engine/drawings/drawing_units.h"
#include "engine/exchange/device_type.h"
#include "engine/exchange/netbox.h"
#include "engine/exchange/object_table.h"
#include "engine/exchange/site_clock.h"
#include "engine/exchange/urdb.h"
#include "engine/explain/explain.h"
#include "engine/explain/file_use.h"
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace headroom::app {

namespace {

struct ImportOptions {
    std::string project;
    std::string csv, section, tables;
    std::string racks, devices, parts, feeds, cables;
    std::string deviceType, like, tariff;
    std::vector<std::string> statuses;
    std::string use, as, unit;
    std::vector<std::string> roles;
    std::string zone, sheet, format = "text";
    bool explain = false;
    bool removeMissing = false;
    bool apply = false;
    bool all = false;
};

void printFaults(const std::vector<engine::ImportFault>& faults) {
    for (const engine::ImportFault& fault : faults) {
        std::printf("%s\n", fault.text().c_str());
    }
}

/// Planned changes, line by line; unchanged lines only on request.
void print(const engine::ImportDraft& draft, bool all) {
    printFaults(draft.faults);
    for (const engine::ImportRow& row : draft.rows) {
        if (row.action != engine::ImportAction::Same || all) {
            std::printf("%-8s %s%s%s\n", engine::importActionName(row.action), row.id.c_str(),
                        row.words.empty() ? "" : ": ", row.words.c_str());
        }
    }
    std::printf("%s\n", draft.summary().c_str());
}

/// Applies what is without fault, all or nothing, and saves. Faults of lines leave exit code 1.
int finish(const engine::ImportDraft& draft, Opened& opened, const ImportOptions& options) {
    print(draft, options.all);
    const bool hasFaults = draft.errors() > 0 || draft.refusals() > 0;
    if (!options.apply) {
        std::printf("dry run: nothing was changed; --apply changes %s\n",
                    opened.project.file.c_str());
        return hasFaults ? kFindings : kFine;
    }
    if (draft.edits.empty()) {
        std::printf("nothing to change\n");
        return hasFaults ? kFindings : kFine;
    }
    const auto done = engine::applyAll(opened.project, opened.catalogue, draft.edits);
    if (!done) {
        return fail(done.error());
    }
    if (const auto saved = engine::saveProject(opened.project, opened.project.file); !saved) {
        return fail(saved.error());
    }
    std::printf("applied to %s\n", opened.project.file.c_str());
    return hasFaults ? kFindings : kFine;
}

engine::Result<engine::ForeignFile> foreign(const std::string& path) {
    if (path.empty()) {
        return engine::ForeignFile{};
    }
    auto decoded = engine::readDecoded(path, engine::kJsonMemoryPerByte);
    if (!decoded) {
        return tl::unexpected(std::move(decoded.error()));
    }
    return engine::ForeignFile{path, std::move(decoded->text)};
}

int importNetbox(Opened& opened, const ImportOptions& options) {
    auto racks = foreign(options.racks);
    auto devices = foreign(options.devices);
    auto parts = foreign(options.parts);
    auto feeds = foreign(options.feeds);
    auto cables = foreign(options.cables);
    for (const auto* file : {&racks, &devices, &parts, &feeds, &cables}) {
        if (!*file) {
            return fail(file->error());
        }
    }
    engine::NetboxExport data{
        std::move(*racks), std::move(*devices), std::move(*parts), std::move(*feeds), {},
        std::move(*cables)};
    for (const std::string& status : options.statuses) {
        data.statuses.push_back(status);
        std::transform(status.begin(), status.end(), data.statuses.back().begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    }
    return finish(engine::parseNetbox(data, opened.project, opened.catalogue), opened, options);
}

int importTables(Opened& opened, const ImportOptions& options) {
    std::vector<engine::ObjectTableFile> tables;
    if (!options.tables.empty()) {
        auto read = engine::readObjectTables(options.tables);
        if (!read) {
            return fail(read.error());
        }
        tables = std::move(*read);
    } else {
        const models::ComponentType* type = engine::typeOfSection(options.section);
        if (type == nullptr) {
            std::vector<std::string> sections;
            for (const models::ComponentType* each : models::documentTypes()) {
                sections.emplace_back(each->section);
            }
            const std::string near = engine::nearest(options.section, sections);
            return failUsage("import", "there is no section \"" + options.section + "\"" +
                                           (near.empty() ? "" : "; did you mean " + near + "?"));
        }
        auto decoded = engine::readDecoded(options.csv, engine::kCsvMemoryPerByte);
        if (!decoded) {
            return fail(decoded.error());
        }
        tables.push_back({type, options.csv, std::move(decoded->text)});
    }
    return finish(
        engine::parseObjectTables(tables, opened.project, opened.catalogue, options.removeMissing),
        opened, options);
}

int importTariff(const Opened& opened, const ImportOptions& options) {
    const auto text = engine::readDecoded(options.tariff);
    if (!text) {
        return fail(text.error());
    }
    const auto tariff = engine::readUrdb(text->text, options.tariff);
    if (!tariff) {
        return fail(tariff.error());
    }
    std::printf("tariff %s: %s, %s, prices of %d\n  energy  %s\n  demand  %s%s\n",
                tariff->id.c_str(), tariff->utility.c_str(), tariff->name.c_str(),
                tariff->priceYear, tariff->energy.c_str(),
                tariff->demand.empty() ? "none" : tariff->demand.c_str(),
                tariff->isDemandInVa ? " (kVA)" : "");
    std::printf("  fee     %.2f USD/month", tariff->fixedUsdPerMonth);
    std::printf("; ratchet %.0f %%; least charge %.2f USD/month\n", tariff->ratchetPct,
                tariff->leastUsdPerMonth);
    for (const std::string& note : tariff->notes) {
        std::printf("Note: %s\n", note.c_str());
    }
    const auto folder = engine::projectCatalogueFolder(opened.project.folder());
    if (!options.apply) {
        std::printf("dry run: nothing was changed; --apply adds the tariff to %s\n",
                    folder.c_str());
        return kFine;
    }
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (const auto done = engine::addToCatalogue(*tariff, folder); !done) {
        return fail(done.error());
    }
    std::printf("added to %s; use it: headroom-cli cost PROJECT --tariff %s\n", folder.c_str(),
                tariff->id.c_str());
    return kFine;
}

int importDeviceType(const Opened& opened, const ImportOptions& options) {
    const auto text = engine::readTextFile(options.deviceType);
    if (!text) {
        return fail(text.error());
    }
    const auto draft =
        engine::parseDeviceType(*text, options.deviceType, options.like, opened.catalogue);
    printFaults(draft.faults);
    if (draft.errors() > 0) {
        return kFindings;
    }
    const auto folder = engine::projectCatalogueFolder(opened.project.folder());
    for (const engine::ImportRow& row : draft.rows(options.deviceType, opened.catalogue)) {
        std::printf("%s %s: %s\n", engine::importActionName(row.action), row.id.c_str(),
                    row.words.c_str());
    }
    std::printf("to %s\n", folder.c_str());
    if (!options.apply) {
        std::printf("dry run: nothing was changed\n");
        return kFine;
    }
    if (const auto done = engine::addToCatalogue(draft, folder); !done) {
        return fail(done.error());
    }
    return kFine;
}

/// Text of an attribute for people; lists and objects of other kinds do not occur in the uses of a file.
std::string valueWords(const models::Value& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : std::string();
}

/// The change, in one row an edit: "set  site: weather_file july.epw".
void printUse(const engine::Edit& edit) {
    if (const auto* set = std::get_if<engine::SetAttribute>(&edit)) {
        std::printf("set      %s: %s %s\n", set->objectId.c_str(), set->key.c_str(),
                    valueWords(set->value).c_str());
    } else if (const auto* add = std::get_if<engine::AddObject>(&edit)) {
        std::string words;
        for (std::size_t i = 0; i < add->object.values.size(); ++i) {
            if (const std::string value = valueWords(add->object.values[i]); !value.empty()) {
                words += (words.empty() ? "" : ", ") +
                         std::string(add->object.type->attributes[i].key) + ' ' + value;
            }
        }
        std::printf("add      %s: %s\n", add->object.id.c_str(), words.c_str());
    }
}

/// The building of a floor plan, with its layers and their roles.
int importFloor(Opened& opened, const ImportOptions& options) {
    engine::BuildingRoles roles;
    for (const std::string& each : options.roles) {
        const std::size_t at = each.rfind('=');
        const auto* role =
            engine::layerRole(at == std::string::npos ? "" : std::string_view(each).substr(at + 1));
        if (role == nullptr) {
            return failUsage("import", "--role " + each +
                                           " is not LAYER=ROLE with ignore, outline, column, "
                                           "door, wall or room");
        }
        roles.byLayer[each.substr(0, at)] = role->role;
    }
    if (!options.unit.empty()) {
        roles.metresPerUnit = engine::drawingUnit(options.unit)->metres;
    }
    const auto draft = engine::floorDraft(std::filesystem::absolute(options.use).lexically_normal(),
                                          roles, opened.project, opened.catalogue);
    return draft ? finish(*draft, opened, options) : fail(draft.error());
}

/// Uses the file as its format suggests, or as --as names. The same as File > Import in the window.
int importUse(Opened& opened, ImportOptions options) {
    engine::ExplainOptions how;
    how.site = engine::siteClockOf(opened.project, opened.catalogue);
    how.sheet = options.sheet;
    const auto preview = engine::previewFile(options.use, how);
    if (!preview) {
        return fail(preview.error());
    }
    const auto offer = engine::chosenOffer(*preview, options.as);
    if (!offer) {
        return fail(offer.error());
    }
    const bool isEdit =
        offer->use == engine::FileUse::Weather || offer->use == engine::FileUse::Prices ||
        offer->use == engine::FileUse::Carbon || offer->use == engine::FileUse::Jobs ||
        offer->use == engine::FileUse::Requests || offer->use == engine::FileUse::Tariff;
    std::printf("%s: %s.%s%s\n", options.use.c_str(), preview->explanation.format.c_str(),
                isEdit ? " " : "",
                isEdit ? std::string(engine::fileUseInfo(offer->use).does).c_str() : "");
    for (const engine::FileOffer& other : preview->offers) {
        if (const std::string_view word = engine::fileUseInfo(other.use).word;
            !(other == *offer) && !word.empty()) {
            std::printf("other use: --as %s\n", std::string(word).c_str());
        }
    }
    switch (offer->use) {
        case engine::FileUse::Floor:
            for (const auto& layer : preview->explanation.columns) {
                std::printf("layer    %s: %s (%s)\n", layer.name.c_str(), layer.meaning.c_str(),
                            layer.unit.c_str());
            }
            return importFloor(opened, options);
        case engine::FileUse::Tariff:
            options.tariff = options.use;
            return importTariff(opened, options);
        case engine::FileUse::Table:
            options.csv = options.use;
            options.section = offer->section;
            return offer->section.empty()
                       ? failUsage("import", "name the section: --csv FILE --section NAME")
                       : importTables(opened, options);
        case engine::FileUse::DeviceType:
            options.deviceType = options.use;
            return options.like.empty() ? failUsage("import", "a device type needs --like SERVER")
                                        : importDeviceType(opened, options);
        default:
            break;
    }
    const auto edits =
        engine::fileUseEdits(offer->use, std::filesystem::absolute(options.use).lexically_normal(),
                             opened.project, opened.catalogue);
    if (!edits) {
        engine::Error error = edits.error();
        if (!preview->explanation.use.empty() && offer->use != engine::FileUse::Jobs &&
            offer->use != engine::FileUse::Requests) {
            error.remedy = "Read it with: " + preview->explanation.use;
        }
        return fail(error);
    }
    for (const engine::Edit& edit : *edits) {
        printUse(edit);
    }
    if (!options.apply) {
        std::printf("dry run: nothing was changed; --apply changes %s\n",
                    opened.project.file.c_str());
        return kFine;
    }
    if (const auto done = engine::applyAll(opened.project, opened.catalogue, *edits); !done) {
        return fail(done.error());
    }
    if (const auto saved = engine::saveProject(opened.project, opened.project.file); !saved) {
        return fail(saved.error());
    }
    std::printf("applied to %s\n", opened.project.file.c_str());
    return kFine;
}

/// How a file is understood, without a project.
int explain(const ImportOptions& options) {
    engine::ExplainOptions how;
    if (!options.zone.empty()) {
        const auto zone = engine::TimeZone::named(options.zone);
        if (!zone) {
            return fail(zone.error());
        }
        constexpr double kRecentS = 1.8e9;  // winter and summer of 2027
        how.site.wall = *zone;
        how.site.aheadS = zone->standardAheadS(kRecentS);
    }
    how.sheet = options.sheet;
    Progress bar("read", true, 2.0);
    how.progress = [&](double share) {
        bar.update(share, options.project);
        return !catchInterrupts();
    };
    const auto explanation = engine::explainFile(options.project, how);
    bar.finish();
    if (catchInterrupts()) {
        return kCancelled;
    }
    if (!explanation) {
        return fail(explanation.error());
    }
    std::printf("%s", options.format == "json" ? engine::explanationJson(*explanation).c_str()
                                               : engine::explanationText(*explanation).c_str());
    return kFine;
}

int import(const ImportOptions& options) {
    if (options.explain) {
        return explain(options);
    }
    const bool isTable = !options.csv.empty() || !options.tables.empty();
    const bool isNetbox = !options.racks.empty() || !options.devices.empty();
    const int ways = (isTable ? 1 : 0) + (isNetbox ? 1 : 0) + (options.deviceType.empty() ? 0 : 1) +
                     (options.tariff.empty() ? 0 : 1) + (options.use.empty() ? 0 : 1);
    if (ways != 1) {
        return failUsage(
            "import",
            "name one of --use, --csv, --tables, --netbox-racks, --device-type, --tariff");
    }
    if ((!options.as.empty() || !options.roles.empty() || !options.unit.empty()) &&
        options.use.empty()) {
        return failUsage("import", "--as, --role and --unit need --use");
    }
    if (isTable && !options.csv.empty() && (options.section.empty() || !options.tables.empty())) {
        return failUsage("import", "--csv needs --section, and no --tables");
    }
    if (isNetbox && (options.racks.empty() || options.devices.empty())) {
        return failUsage("import", "--netbox-racks and --netbox-devices belong together");
    }
    auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    engine::OutputGuard guard;
    for (const std::string& file : {options.csv, options.racks, options.devices, options.parts,
                                    options.deviceType, options.tariff, options.use}) {
        guard.reads(file);
    }
    if (options.apply && options.deviceType.empty() && options.tariff.empty()) {
        guard.writes("PROJECT", opened->project.file, engine::FileKind::Project);
    }
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (!options.use.empty()) {
        return importUse(*opened, options);
    }
    if (isNetbox) {
        return importNetbox(*opened, options);
    }
    if (!options.tariff.empty()) {
        return importTariff(*opened, options);
    }
    return isTable ? importTables(*opened, options) : importDeviceType(*opened, options);
}

}  // namespace

void addImport(Subcommand app, int& code) {
    auto options = std::make_shared<ImportOptions>();
    Subcommand command = app.subcommand("import",
                                        "Bring floor plans, weather, prices, jobs, tables, NetBox "
                                        "racks or device types into a project; a dry run without "
                                        "--apply; exit 1 on faults");
    command
        .option("PROJECT", options->project,
                "project file, or a folder with a project.json; with --explain the file to explain")
        .required()
        .type("");
    command
        .option("--use", options->use,
                "use the file as its format suggests: weather, prices, jobs, requests, tariff, "
                "floor, …; "
                "--explain shows how it is read")
        .type("FILE");
    command.option("--as", options->as, "use of --use, where a table has several")
        .type("USE")
        .check(oneOf(engine::fileUseWords()));
    command
        .option("--role", options->roles,
                "of a floor plan: what a layer becomes, ignore, outline, column, door, wall or "
                "room; by its name if left out")
        .type("LAYER=ROLE");
    command
        .option("--unit", options->unit,
                "of a floor plan: its unit, where the file states a wrong one")
        .type("UNIT")
        .check(oneOf({"mm", "cm", "m", "in", "ft"}));
    command.option("--csv", options->csv, "table of one section, keys in the first line")
        .type("FILE");
    command.option("--section", options->section, "section of --csv: halls, rack_blocks, …")
        .type("NAME");
    command.option("--tables", options->tables, "folder with a SECTION.csv for each section")
        .type("DIR");
    command.flag("--remove-missing", options->removeMissing, "remove objects that the tables lack");
    command.option("--netbox-racks", options->racks, "racks of NetBox, CSV or JSON").type("FILE");
    command.option("--netbox-devices", options->devices, "devices of NetBox, CSV or JSON")
        .type("FILE");
    command.option("--parts", options->parts, "CSV: device_type,server,rack; server - for none")
        .type("FILE");
    command
        .option("--tariff", options->tariff,
                "tariff of the Utility Rate Database, JSON, into the project's own catalogue")
        .type("FILE");
    command
        .option("--netbox-feeds", options->feeds,
                "power feeds of NetBox: racks hang on the power units that have the names of their "
                "panels; warns of racks that draw more than "
                "these carry")
        .type("FILE");
    command
        .option("--netbox-cables", options->cables,
                "cables of NetBox, CSV: counts them and warns of power feeds without a cable")
        .type("FILE");
    command
        .option(
            "--netbox-status", options->statuses,
            "statuses that count as built; default: all but planned, inventory, decommissioning")
        .type("WORD");
    command
        .option("--device-type", options->deviceType,
                "device type in YAML, as a server of the project's own catalogue")
        .type("FILE");
    command
        .option("--like", options->like,
                "server that lends the figures which a device type does not state")
        .type("ID");
    command.flag("--explain", options->explain,
                 "show how a file is understood: format, step, zone, columns, units, skipped rows, "
                 "first rows");
    command.option("--zone", options->zone, "time zone of times without an offset, for --explain")
        .type("ZONE");
    command
        .option("--sheet", options->sheet,
                "sheet of an XLSX workbook, for --explain and --use; default: the first with data")
        .type("NAME");
    addFormat(command, options->format, {"text", "json"}, "of --explain: ");
    command.flag("--apply", options->apply, "change the project; lines with faults are left out");
    command.flag("--all", options->all, "list what stays the same as well");
    command.action([options, &code] { code = import(*options); });
}

}  // namespace headroom::app
