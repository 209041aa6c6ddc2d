// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/file_use.h"

#include "engine/document/order.h"
#include "engine/drawings/drawing_units.h"
#include "engine/drawings/read_dxf.h"
#include "engine/exchange/object_table.h"
#include "engine/files/file_kind.h"
#include "engine/files/inside_folder.h"
#include "engine/resolve/facility.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <utility>

namespace headroom::engine {

namespace {

using std::filesystem::path;

constexpr std::string_view kSkipped = " (not read)";

constexpr auto kUses = std::to_array<FileUseInfo>({
    {FileUse::Project, "Open Project", "Opens the project in place of the open one.", "", false},
    {FileUse::Recording, "Open Recording", "Opens the recorded run in place of the open project.",
     "", false},
    {FileUse::Drawing, "Place Drawing",
     "Places the drawing under the plan. Two clicks set the scale of a picture.", ""},
    {FileUse::Floor, "Make Building",
     "Makes halls, columns, doors and rooms of the layers, with the drawing under the plan.",
     "floor"},
    {FileUse::Weather, "Use as Weather", "The site uses this weather in place of its climate.",
     "weather"},
    {FileUse::Prices, "Use as Energy Prices",
     "These prices replace the energy prices of the tariff.", "prices"},
    {FileUse::Carbon, "Use as Carbon Intensity", "This intensity replaces that of the grid region.",
     "carbon"},
    {FileUse::Tariff, "Add Tariff",
     "Adds the tariff to the project's own catalogue. Choose it under Economics.", "tariff"},
    {FileUse::Telemetry, "Follow Readings…",
     "Opens the dialog that follows these readings as the living twin.", "telemetry"},
    {FileUse::TelemetryMap, "Use Map…", "Opens the dialog that follows readings by this map.", ""},
    {FileUse::Jobs, "Add Job Trace",
     "Adds a job trace that replays these jobs, with the profile of the other traces, else "
     "philly-mixed.",
     "jobs"},
    {FileUse::Requests, "Use as Requests", "The inference service serves these requests.",
     "requests"},
    {FileUse::Inventory, "Import Racks…", "Opens the import of racks and devices with this file.",
     "inventory"},
    {FileUse::DeviceType, "Import Device Type…",
     "Opens the import of a server for the project's own catalogue.", "device-type"},
    {FileUse::Table, "Import Table…",
     "Opens the import of a section with this table. It lists each change first.", "table"},
    {FileUse::Command, "", "The window cannot use this file.", ""},
});

struct FormatUse {
    std::string_view format;  ///< id in engine/border/formats.cpp
    FileUse use;
};

// One row a format that a project can use. Formats without a row are for the command line.
constexpr auto kFormatUses = std::to_array<FormatUse>({
    {"epw", FileUse::Weather},
    {"tmy3", FileUse::Weather},
    {"nsrdb", FileUse::Weather},
    {"open-meteo", FileUse::Weather},
    {"pvgis", FileUse::Weather},
    {"nasa-power", FileUse::Weather},
    {"dwd", FileUse::Weather},
    {"meteostat", FileUse::Weather},
    {"noaa-lcd", FileUse::Weather},
    {"asos", FileUse::Weather},
    {"urdb", FileUse::Tariff},
    {"prometheus", FileUse::Telemetry},
    {"redfish", FileUse::Telemetry},
    {"exposition", FileUse::Telemetry},
    {"influx-csv", FileUse::Telemetry},
    {"influx-lines", FileUse::Telemetry},
    {"influx-json", FileUse::Telemetry},
    {"grafana", FileUse::Telemetry},
    {"haystack", FileUse::Telemetry},
    {"green-button", FileUse::Telemetry},
    {"entso-e-xml", FileUse::Prices},
    {"nvidia-smi", FileUse::Telemetry},
    {"home-assistant", FileUse::Telemetry},
    {"electricity-maps", FileUse::Carbon},
    {"entso-e", FileUse::Prices},
    {"opendcim", FileUse::Inventory},
    {"netbox-devices", FileUse::Inventory},
    {"netbox-racks", FileUse::Inventory},
    {"device-type", FileUse::DeviceType},
    {"sacct-json", FileUse::Jobs},
    {"sacct", FileUse::Jobs},
    {"slurm-records", FileUse::Jobs},
    {"pbs-records", FileUse::Jobs},
    {"kubernetes", FileUse::Jobs},
    {"philly", FileUse::Jobs},
    {"swf", FileUse::Jobs},
    {"opendc-tasks", FileUse::Jobs},
    {"openb", FileUse::Jobs},
    {"pai", FileUse::Jobs},
    {"acme", FileUse::Jobs},
    {"jobs", FileUse::Jobs},
    {"azure-requests", FileUse::Requests},
    {"burstgpt", FileUse::Requests},
    {"mooncake", FileUse::Requests},
    {"requests", FileUse::Requests},
    {"project", FileUse::Project},
    {"telemetry-map", FileUse::TelemetryMap},
});

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool isPicture(const path& file) {
    constexpr std::array<std::string_view, 4> kEndings = {".png", ".jpg", ".jpeg", ".svg"};
    return std::find(kEndings.begin(), kEndings.end(), lower(file.extension().string())) !=
           kEndings.end();
}

/// The section whose keys or labels most columns name; empty without a column "id", or if fewer than two columns match.
std::string sectionOf(const Explanation& e) {
    const bool hasId = std::any_of(e.columns.begin(), e.columns.end(),
                                   [](const ExplainedColumn& c) { return lower(c.name) == "id"; });
    std::string best;
    std::size_t most = 0;
    for (const models::ComponentType* type : models::documentTypes()) {
        const auto matches =
            std::count_if(e.columns.begin(), e.columns.end(), [&](const ExplainedColumn& column) {
                return std::any_of(type->attributes.begin(), type->attributes.end(),
                                   [&](const models::Attribute& a) {
                                       return column.name == a.key ||
                                              lower(column.name) == lower(std::string(a.label));
                                   });
            });
        if (hasId && !type->single && static_cast<std::size_t>(matches) > most) {
            most = static_cast<std::size_t>(matches);
            best = type->section;
        }
    }
    return most >= 1 ? best : std::string();
}

/// Uses of a table of no known format: objects if it names them, else series over time.
std::vector<FileOffer> offersOfTable(const Explanation& e) {
    std::vector<FileOffer> offers;
    if (std::string section = sectionOf(e); !section.empty()) {
        offers.push_back({FileUse::Table, std::move(section)});
    }
    const auto has = [&](std::string_view meaning) {
        return std::any_of(e.columns.begin(), e.columns.end(), [&](const ExplainedColumn& c) {
            return c.meaning.starts_with(meaning);
        });
    };
    if (has("instant") && has("number")) {
        const auto named = [&](std::string_view word) {
            return std::any_of(e.columns.begin(), e.columns.end(), [&](const ExplainedColumn& c) {
                return lower(c.name + ' ' + c.unit).find(word) != std::string::npos;
            });
        };
        std::vector<FileUse> series = {FileUse::Telemetry, FileUse::Prices, FileUse::Carbon};
        if (named("price") || named("/mwh") || named("/kwh")) {
            std::swap(series[0], series[1]);
        }
        if (named("carbon") || named("co2")) {
            series = {FileUse::Carbon, FileUse::Telemetry, FileUse::Prices};
        }
        for (const FileUse use : series) {
            offers.push_back({use, {}});
        }
    }
    if (offers.empty()) {
        offers.push_back({FileUse::Table, {}});
    }
    return offers;
}

std::vector<FileOffer> offersOf(const Explanation& e) {
    const auto row = std::find_if(kFormatUses.begin(), kFormatUses.end(),
                                  [&](const FormatUse& each) { return each.format == e.id; });
    if (row != kFormatUses.end()) {
        return {{row->use, {}}};
    }
    return e.id.empty() ? offersOfTable(e) : std::vector<FileOffer>{{FileUse::Command, {}}};
}

FilePreview plain(const path& file, std::string format, FileUse use) {
    FilePreview preview{file, {}, {{use, {}}}};
    preview.explanation.format = std::move(format);
    std::error_code failure;
    if (const auto bytes = std::filesystem::file_size(file, failure); !failure) {
        preview.explanation.form = fmt::format("{:.3g} MB", static_cast<double>(bytes) / 1e6);
    }
    return preview;
}

/// A DXF with its layers: one column of the preview each, with the role that its name suggests.
Result<FilePreview> drawnPreview(const path& file, const std::atomic<bool>* cancel) {
    const auto drawing = readDxf(file, cancel);
    if (!drawing) {
        return tl::unexpected(drawing.error());
    }
    FilePreview preview{file, {}, {{FileUse::Floor, {}}, {FileUse::Drawing, {}}}};
    Explanation& e = preview.explanation;
    const UnitOfDrawing unit = unitOf(*drawing);
    e.format = "a DXF drawing";
    e.form = fmt::format("{:.4g} m by {:.4g} m, {} lines on {} layers in {}",
                         drawing->width * unit.used().metres, drawing->depth * unit.used().metres,
                         drawing->lines.size(), drawing->layers.size(), unit.used().name);
    if (!unit.finding.empty()) {
        e.form += ". " + unit.finding;
    }
    for (const LayerSummary& layer : layersOf(*drawing, {})) {
        const auto role =
            std::find_if(layerRoles().begin(), layerRoles().end(),
                         [&](const LayerRoleInfo& info) { return info.role == layer.role; });
        ExplainedColumn column;
        column.name = layer.name;
        column.meaning = std::string(role->label);
        column.unit = fmt::format("{} lines, {} closed, {} texts{}", layer.lines, layer.closed,
                                  layer.texts, layer.isHidden ? ", hidden" : "");
        e.columns.push_back(std::move(column));
    }
    return preview;
}

/// The id of what a file brings: its name in small letters, digits and hyphens.
std::string stemOf(const path& file) {
    std::string stem;
    for (const char each : file.stem().string()) {
        const auto c = static_cast<unsigned char>(each);
        if (std::isalnum(c) != 0) {
            stem += static_cast<char>(std::tolower(c));
        } else if (!stem.empty() && stem.back() != '-') {
            stem += '-';
        }
    }
    while (!stem.empty() && stem.back() == '-') {
        stem.pop_back();
    }
    constexpr std::size_t kLongest = 40;
    stem = stem.substr(0, kLongest);
    return stem.empty() || std::isalpha(static_cast<unsigned char>(stem.front())) == 0
               ? "plan" + (stem.empty() ? "" : '-' + stem)
               : stem;
}

/// A file in the folder of the project or below it by its relative path.
std::string pathInProject(const path& file, const Project& project) {
    std::error_code failed;
    const path folder =
        std::filesystem::absolute(project.folder().empty() ? "." : project.folder(), failed)
            .lexically_normal();
    const bool isInside = !failed && !project.file.empty() && namesInside(folder, file);
    return isInside ? file.lexically_relative(folder).generic_string() : file.string();
}

Error unused(const path& file, std::string message, std::string remedy) {
    return {"IMP-030", std::move(message), std::move(remedy), file.string(), {}, 0};
}

/// Sets an attribute of a section with exactly one object, which need not exist yet.
std::vector<Edit> setOfSection(const Project& project, std::string_view section,
                               std::string_view key, std::string value) {
    if (const Object* stated = project.find(section); stated != nullptr) {
        return {SetAttribute{stated->id, std::string(key), std::move(value)}};
    }
    const models::ComponentType* type = typeOfSection(section);
    Object object{std::string(section), type, std::vector<models::Value>(type->attributes.size())};
    const auto at = std::find_if(type->attributes.begin(), type->attributes.end(),
                                 [&](const models::Attribute& a) { return a.key == key; });
    object.values[static_cast<std::size_t>(at - type->attributes.begin())] = std::move(value);
    return {AddObject{std::move(object)}};
}

/// Profile of recorded jobs: that of the project's other traces, else the mix of a shared cluster, else the first of the
/// catalogue. Empty if there is none.
std::string profileOfJobs(const Project& project, const Catalogue& catalogue) {
    for (const Object* trace : project.objectsOf("job_trace")) {
        const models::Value stated = trace->value("profile");
        if (const auto* profile = std::get_if<std::string>(&stated)) {
            return *profile;
        }
    }
    std::string first;
    for (const CatalogueEntry& entry : catalogue.entries()) {
        if (entry.type->id == std::string_view("job_profile") &&
            (first.empty() || entry.id == kProfileOfRecordedJobs)) {
            first = entry.id;
        }
    }
    return first;
}

Result<std::vector<Edit>> jobEdits(const path& file, const Project& project,
                                   const Catalogue& catalogue) {
    const auto counts =
        resolve(std::make_shared<const Project>(asBuilt(project)), catalogue).accelerators();
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == counts.end()) {
        return tl::unexpected(unused(file,
                                     "The project has no accelerators that could run these jobs",
                                     "Place racks first"));
    }
    const models::ComponentType* type = typeOfSection("job_traces");
    const std::string stem = file.stem().string();
    std::string id = "trace";
    for (int n = 2; project.find(id) != nullptr; ++n) {
        id = fmt::format("trace-{}", n);
    }
    Object trace{id, type, std::vector<models::Value>(type->attributes.size())};
    const auto set = [&](std::string_view key, const std::string& value) {
        for (std::size_t i = 0; i < type->attributes.size(); ++i) {
            if (type->attributes[i].key == key) {
                trace.values[i] = value;
            }
        }
    };
    set("name", stem);
    set("file", pathInProject(file, project));
    set("accelerator", most->first);
    set("profile", profileOfJobs(project, catalogue));
    return std::vector<Edit>{AddObject{std::move(trace)}};
}

Result<std::vector<Edit>> requestEdits(const path& file, const Project& project) {
    const auto services = project.objectsOf("inference_service");
    if (services.size() != 1) {
        return tl::unexpected(
            services.empty()
                ? unused(file,
                         "The project has no inference service that could serve these requests",
                         "Add an inference service in the Table, then import the file again")
                : unused(file,
                         fmt::format("The project has {} inference services", services.size()),
                         "Choose the file as Trace of one of them in the Inspector"));
    }
    return std::vector<Edit>{
        SetAttribute{services.front()->id, "trace", pathInProject(file, project)}};
}

}  // namespace

const FileUseInfo& fileUseInfo(FileUse use) {
    return *std::find_if(kUses.begin(), kUses.end(),
                         [use](const FileUseInfo& info) { return info.use == use; });
}

Result<FilePreview> previewFile(const path& file, const ExplainOptions& options) {
    const FileKind kind = fileKind(file);
    if (kind == FileKind::Recording) {
        return plain(file, "a recording of Headroom", FileUse::Recording);
    }
    if (kind == FileKind::Project) {
        return plain(file, "a project of Headroom", FileUse::Project);
    }
    if (kind == FileKind::Other && isPicture(file)) {
        return plain(file, "a picture", FileUse::Drawing);
    }
    if (kind == FileKind::Other && isDxfName(file)) {
        return drawnPreview(file, options.cancel);
    }
    auto explanation = explainFile(file, options);
    if (!explanation) {
        return tl::unexpected(std::move(explanation.error()));
    }
    std::vector<FileOffer> offers = offersOf(*explanation);
    return FilePreview{file, std::move(*explanation), std::move(offers)};
}

Result<FileOffer> chosenOffer(const FilePreview& preview, std::string_view word) {
    const auto& offers = preview.offers;
    if (word.empty()) {
        return offers.front();
    }
    const auto found = std::find_if(offers.begin(), offers.end(), [&](const FileOffer& offer) {
        return fileUseInfo(offer.use).word == word;
    });
    if (found != offers.end()) {
        return *found;
    }
    std::string known;
    for (const FileOffer& offer : offers) {
        if (const std::string_view each = fileUseInfo(offer.use).word; !each.empty()) {
            known += fmt::format("{}{}", known.empty() ? "" : ", ", each);
        }
    }
    return tl::unexpected(
        Error{"IMP-031",
              fmt::format("This is {} and cannot be used as {}", preview.explanation.format, word),
              known.empty() ? "Read it with: " + preview.explanation.use : "Choose from: " + known,
              preview.file.string(),
              {},
              0});
}

std::vector<std::string> fileUseWords() {
    std::vector<std::string> words;
    for (const FileUseInfo& info : kUses) {
        if (!info.word.empty()) {
            words.emplace_back(info.word);
        }
    }
    return words;
}

Sheet explanationSheet(const Explanation& e) {
    Sheet sheet;
    sheet.name = "Preview";
    sheet.title = "Columns as understood";
    sheet.why =
        fmt::format("Form: {}{}{}{}", e.form, e.rows > 0 ? fmt::format(", {} rows", e.rows) : "",
                    e.step.empty() ? "" : ", " + e.step,
                    e.from.empty() ? "" : fmt::format(", {} to {}", e.from, e.to));
    std::vector<std::string> heads = {"Column", "Meaning", "Unit"};
    for (std::size_t i = 0; i < e.first.size(); ++i) {
        heads.push_back(fmt::format("Row {}", i + 1));
    }
    sheet.columns = SheetColumns(heads);
    for (std::size_t c = 0; c < e.columns.size(); ++c) {
        std::vector<SheetCell> row = {e.columns[c].name, e.columns[c].meaning, e.columns[c].unit};
        for (const std::vector<std::string>& cells : e.first) {
            row.emplace_back(c < cells.size() ? cells[c] : std::string());
        }
        sheet.rows.push_back(std::move(row));
    }
    return sheet;
}

bool isSkippedCell(std::string_view cell) {
    return cell.ends_with(kSkipped);
}

Result<ImportDraft> floorDraft(const path& file, BuildingRoles roles, const Project& project,
                               const Catalogue& catalogue, const std::atomic<bool>* cancel) {
    const auto drawing = readDxf(file, cancel);
    if (!drawing) {
        return tl::unexpected(drawing.error());
    }
    roles.file = pathInProject(file, project);
    roles.stem = stemOf(file);
    return buildingFrom(*drawing, roles, project, catalogue);
}

namespace {

Result<std::vector<Edit>> floorEdits(const path& file, const Project& project,
                                     const Catalogue& catalogue, const std::atomic<bool>* cancel) {
    auto draft = floorDraft(file, {}, project, catalogue, cancel);
    if (!draft) {
        return tl::unexpected(std::move(draft.error()));
    }
    for (const ImportFault& fault : draft->faults) {
        if (!fault.isWarning) {
            return tl::unexpected(
                Error{fault.code, fault.message, fault.remedy, file.string(), {}, 0});
        }
    }
    return std::move(draft->edits);
}

}  // namespace

Result<std::vector<Edit>> fileUseEdits(FileUse use, const path& file, const Project& project,
                                       const Catalogue& catalogue,
                                       const std::atomic<bool>* cancel) {
    switch (use) {
        case FileUse::Weather:
            return setOfSection(project, "site", "weather_file", pathInProject(file, project));
        case FileUse::Prices:
            return setOfSection(project, "economics", "price_file", pathInProject(file, project));
        case FileUse::Carbon:
            return setOfSection(project, "economics", "carbon_file", pathInProject(file, project));
        case FileUse::Jobs:
            return jobEdits(file, project, catalogue);
        case FileUse::Requests:
            return requestEdits(file, project);
        case FileUse::Floor:
            return floorEdits(file, project, catalogue, cancel);
        default:
            return tl::unexpected(unused(file, "This use of a file changes no attribute",
                                         "Use the button of its preview"));
    }
}

}  // namespace headroom::engine
