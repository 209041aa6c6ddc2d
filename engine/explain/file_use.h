// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "engine/drawings/building.h"
#include "engine/explain/explain.h"
#include "engine/sheet/sheet.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// How an open project can use a file of others. File > Import shows the preview of a file and offers these uses; each use has one row
/// in the table of file_use.cpp. A format that no project can use names the command that reads it.
namespace headroom::engine {

enum class FileUse {
    Project,       ///< Opens it.
    Recording,     ///< Opens it.
    Drawing,       ///< Places it under the plan.
    Floor,         ///< Makes halls, columns, doors and rooms of a DXF floor plan.
    Weather,       ///< Site.weather_file.
    Prices,        ///< Economics.price_file.
    Carbon,        ///< Economics.carbon_file.
    Tariff,        ///< Adds it to the project's own catalogue.
    Telemetry,     ///< Readings that the living twin follows.
    TelemetryMap,  ///< Names the columns of readings.
    Jobs,          ///< A job trace of the project.
    Requests,      ///< Inference_service.trace.
    Inventory,     ///< Racks or devices of NetBox and openDCIM.
    DeviceType,    ///< A server and its rack for the project's own catalogue.
    Table,         ///< Objects of one section.
    Command,       ///< The command line reads it.
};

/// Row of the table of uses.
struct FileUseInfo {
    FileUse use;
    std::string_view button;  ///< Verb and object, in title case; empty if there is no button
    std::string_view does;    ///< One sentence: the effect of the button
    std::string_view word;    ///< `import --as`; empty if the command line has no such use
    bool needsProject = true;
};

const FileUseInfo& fileUseInfo(FileUse use);

/// Profile of recorded jobs in a project without other job traces.
inline constexpr std::string_view kProfileOfRecordedJobs = "philly-mixed";

/// A use of one file. The first of several is the most likely.
struct FileOffer {
    FileUse use = FileUse::Command;
    std::string section;  ///< Section of a table: "rack_blocks"
    bool operator==(const FileOffer&) const = default;
};

/// A file as understood before it is imported.
struct FilePreview {
    std::filesystem::path file;
    Explanation explanation;
    std::vector<FileOffer> offers;  ///< At least one
};

/// Recognises any file: also projects, recordings and pictures, which explainFile() does not read. Errors of the readers.
Result<FilePreview> previewFile(const std::filesystem::path& file, const ExplainOptions& options);

/// The offer that `import --use FILE --as WORD` takes: the first without a word. IMP-031: the file does not offer such a use; the message
/// lists the words that it offers.
Result<FileOffer> chosenOffer(const FilePreview& preview, std::string_view word);

/// Words of `import --as`.
std::vector<std::string> fileUseWords();

/// One row a column of the file: name, meaning, unit and the first rows as understood. "why" holds format, form, span and step.
Sheet explanationSheet(const Explanation& explanation);

/// Whether the cell of explanationSheet() says that a reader skips it.
bool isSkippedCell(std::string_view cell);

/// The building in a DXF floor plan, with the roles of its layers; a dry run. `file` and `stem` of the roles are set here. Errors of
/// readDxf().
Result<ImportDraft> floorDraft(const std::filesystem::path& file, BuildingRoles roles,
                               const Project& project, const Catalogue& catalogue,
                               const std::atomic<bool>* cancel = nullptr);

/// Edits by which the project uses the file as weather, prices, carbon intensity, jobs, requests or floor. A file in the project's folder or
/// below it is named by its relative path. IMP-030: the use is not an edit, or the project has nothing that could use the file. `cancel` ends the
/// reading of a floor (DRW-006).
Result<std::vector<Edit>> fileUseEdits(FileUse use, const std::filesystem::path& file,
                                       const Project& project, const Catalogue& catalogue,
                                       const std::atomic<bool>* cancel = nullptr);

}  // namespace headroom::engine
