// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/case_file.h"

#include "engine/base/json.h"
#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/border/csv_table.h"
#include "engine/document/json_text.h"
#include "engine/exchange/power_case.h"
#include "engine/files/input_file.h"
#include "engine/validate/case_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

std::string lowerCase(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// Stem and last extension of a file name, ".gz" taken off, in lower case.
struct Name {
    std::string stem;
    std::string extension;
};

Name nameOf(const std::filesystem::path& path) {
    std::filesystem::path name = path.filename();
    if (lowerCase(name.extension().string()) == ".gz") {
        name = name.stem();
    }
    return {name.stem().string(), lowerCase(name.extension().string())};
}

// Kind of a file that is not a case itself but belongs to one.
constexpr std::string_view kCompanion = "companion";

bool hasAll(const CsvTable& table, std::initializer_list<std::string_view> columns) {
    return std::all_of(columns.begin(), columns.end(),
                       [&](std::string_view column) { return table.column(column) >= 0; });
}

/// Kinds whose tables are known by their names too.
constexpr auto kKindsByStem = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"training_runs", "training"},
     {"collectives", "collective"},
     {"merkel_", "tower"},
     {"serving_runs", "serving"},
     {"power_limit_runs", "power_limit"}});

struct Told {
    std::string kind;
    std::optional<Error> damage = std::nullopt;  ///< of an unknown file that cannot be read
};

Told damaged(Error error) {
    return {"unknown", std::move(error)};
}

std::string kindOfTable(const CsvTable& table, const std::string& stem) {
    if (hasAll(table, {"t_dry_c", "rel_hum", "p_pa"})) {
        return "psychrometrics";
    }
    if (hasAll(table, {"chiller", "t_eva_lvg_c", "t_con_ent_c", "plr"})) {
        return "chiller";
    }
    if (hasAll(table, {"t_range_k", "t_wb_c", "approach_k"}) ||
        hasAll(table, {"t_water_in_c", "t_water_out_c", "fan_speed_ratio"})) {
        return "tower";
    }
    if (hasAll(table, {"collective", "size_bytes", "time_us"})) {
        return "collective";
    }
    if (hasAll(table, {"max_concurrent", "itl_median_ms", "power_w"})) {
        return "serving";
    }
    if (hasAll(table, {"power_limit_w", "highest_limit_w", "time_ratio"})) {
        return "power_limit";
    }
    if (hasAll(table, {"n_gpus", "step_time_ms"}) || hasAll(table, {"n_accel", "primary_metric"})) {
        return "training";
    }
    if (hasAll(table, {"name", "q_eva_w", "cop", "cap_a1"}) || hasAll(table, {"bus", "vm_pu"}) ||
        hasAll(table, {"from", "to", "pf_mw"}) || hasAll(table, {"time_s", "kind", "id"}) ||
        hasAll(table, {"submit_s", "duration_s"}) || stem.find("_voltages") != std::string::npos) {
        return std::string(kCompanion);
    }
    return "unknown";
}

Told kindOfCsv(const std::filesystem::path& path, const std::string& stem) {
    const auto table = readCsvTable(path);
    if (table) {
        return {kindOfTable(*table, stem)};
    }
    // The kind's own reader says what is wrong, where the name tells the kind.
    for (const auto& [begin, kind] : kKindsByStem) {
        if (stem.starts_with(begin)) {
            return {std::string(kind)};
        }
    }
    return damaged(table.error());
}

/// Kinds whose files name their format: "fabric-cases/1".
constexpr auto kKindsByFormat =
    std::to_array<std::string_view>({"fabric", "reliability", "schedule", "cost"});

// A file that is not a JSON but begins like a case file has been cut or damaged: it goes to the reader of its kind, which
// says so. Formats are in the first lines.
Told kindOfDamaged(const std::filesystem::path& path, const std::string& text) {
    constexpr std::size_t kHeadBytes = 200;
    const std::string_view head = std::string_view(text).substr(0, kHeadBytes);
    for (const std::string_view kind : kKindsByFormat) {
        if (head.find("\"" + std::string(kind) + "-cases/1\"") != std::string_view::npos) {
            return {std::string(kind)};
        }
    }
    Error error = caseError(path, {}, "the file is empty");
    if (!text.empty()) {
        if (const auto parsed = JsonText::parse(text, path.string(), "VAL"); !parsed) {
            error = parsed.error().front();
            error.code = "VAL-003";
        }
    }
    error.remedy =
        "Copy the file again if it was cut off, or correct its JSON. Move a file that is not a "
        "case to another folder.";
    return damaged(std::move(error));
}

Told kindOfJson(const std::filesystem::path& path) {
    auto text = readTextFile(path);
    if (!text) {
        return damaged(std::move(text.error()));
    }
    const auto json = parseJson<nlohmann::json>(*text);
    if (json.is_discarded() && path.filename() != "expected.json") {
        return kindOfDamaged(path, *text);
    }
    if (!json.is_object()) {
        return {path.filename() == "expected.json" ? std::string(kCompanion) : "unknown"};
    }
    const auto format = json.find("format");
    if (format != json.end() && format->is_string()) {
        for (const std::string_view kind : kKindsByFormat) {
            if (*format == std::string(kind) + "-cases/1") {
                return {std::string(kind)};
            }
        }
    }
    if (isPowerCase(*text)) {
        return {"powerflow"};
    }
    std::error_code ignored;
    if (path.filename() == "project.json" &&
        std::filesystem::exists(path.parent_path() / "expected.json", ignored)) {
        return {"facility"};
    }
    if (json.contains("facts") && json.contains("best") && json.contains("tolerance")) {
        return {"air"};
    }
    // Projects and parts that lie next to the halls of kind air.
    if ((path.filename().string().ends_with(".project.json") || path.filename() == "parts.json") &&
        (format != json.end() || json.contains("rack"))) {
        return {std::string(kCompanion)};
    }
    if (json.contains("yorkcalc")) {
        return {std::string(kCompanion)};
    }
    return {"unknown"};
}

Told kindOf(const std::filesystem::path& path) {
    const auto [stem, extension] = nameOf(path);
    if (extension == ".csv") {
        return kindOfCsv(path, stem);
    }
    if (extension == ".json") {
        return kindOfJson(path);
    }
    if (extension == ".inp") {
        return {"hydraulics"};
    }
    if (extension == ".dss") {
        // A feeder's own file opens a circuit; what it includes does not.
        auto text = readTextFile(path);
        if (!text) {
            return damaged(std::move(text.error()));
        }
        return {lowerCase(*text).find("circuit.") != std::string::npos ? "feeder"
                                                                       : std::string(kCompanion)};
    }
    if (extension == ".m") {
        auto text = readTextFile(path);
        if (!text) {
            return damaged(std::move(text.error()));
        }
        return {isPowerCase(*text) ? "powerflow" : "unknown"};
    }
    // Description of cases for people.
    return {extension == ".md" ? std::string(kCompanion) : "unknown"};
}

/// Feeder files without a circuit that no other file of theirs includes: a feeder that was cut off before its circuit.
void addLoneFeeders(const std::vector<std::filesystem::path>& feederFiles,
                    std::vector<CaseFile>& files) {
    std::vector<std::string> texts;
    for (const std::filesystem::path& path : feederFiles) {
        texts.push_back(lowerCase(readTextFile(path).value_or(std::string())));
    }
    for (std::size_t i = 0; i < feederFiles.size(); ++i) {
        const std::string stem = lowerCase(nameOf(feederFiles[i]).stem);
        bool isMeant = texts[i].find("circuit.") != std::string::npos;
        for (std::size_t k = 0; k < texts.size() && !isMeant; ++k) {
            isMeant = k != i && texts[k].find(stem) != std::string::npos;
        }
        if (!isMeant) {
            Error error = caseError(feederFiles[i], {},
                                    "the file opens no circuit, and no other feeder includes it");
            error.remedy =
                "Copy the file again if it was cut off. Move a file that is not a case to another "
                "folder.";
            files.push_back({feederFiles[i], "unknown", std::move(error)});
        }
    }
}

// Nothing that is named is a case. Where a file cannot even be read, that is said.
Error noCase(const std::vector<std::filesystem::path>& paths, const std::vector<CaseFile>& files) {
    for (const std::filesystem::path& path : paths) {
        if (!isFolder(path)) {
            if (auto text = readTextFile(path); !text) {
                return text.error();
            }
        }
    }
    Error error;
    error.code = "VAL-002";
    if (paths.size() == 1 && !isFolder(paths.front())) {
        error.message = "this is not a case of any kind";
    } else {
        error.message = "there is no case of any kind";
        constexpr std::size_t kNamed = 5;
        for (std::size_t i = 0; i < std::min(files.size(), kNamed); ++i) {
            error.message +=
                (i == 0 ? " among " : ", ") + plainText(files[i].path.filename().string());
        }
        if (files.size() > kNamed) {
            error.message += " and " + std::to_string(files.size() - kNamed) + " more files";
        }
    }
    error.remedy = "Name a case file, or a folder of them; the help on validation lists the kinds.";
    error.file = paths.empty() ? std::string() : paths.front().string();
    return error;
}

}  // namespace

std::string CaseFile::stem() const {
    return nameOf(path).stem;
}

Result<std::vector<CaseFile>> findCaseFiles(const std::vector<std::filesystem::path>& paths) {
    std::vector<std::filesystem::path> found;
    for (const std::filesystem::path& path : paths) {
        std::error_code fault;
        if (std::filesystem::is_directory(path, fault)) {
            const std::size_t first = found.size();
            auto it = std::filesystem::recursive_directory_iterator(
                path, std::filesystem::directory_options::skip_permission_denied, fault);
            for (; !fault && it != std::filesystem::recursive_directory_iterator();
                 it.increment(fault)) {
                std::error_code ignored;
                if (it->is_regular_file(ignored) &&
                    !it->path().filename().string().starts_with('.')) {
                    found.push_back(it->path());
                }
            }
            std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
        } else if (std::filesystem::exists(path, fault)) {
            found.push_back(path);
        } else {
            Error error;
            error.code = "VAL-001";
            error.message = "there is no such file or folder";
            error.remedy = "Name a case file, or a folder of them.";
            error.file = path.string();
            return tl::unexpected(std::move(error));
        }
        if (fault) {
            Error error;
            error.code = "VAL-001";
            error.message = "the folder cannot be searched: " + fault.message();
            error.remedy = "Check its permissions.";
            error.file = path.string();
            return tl::unexpected(std::move(error));
        }
    }
    std::vector<CaseFile> files;
    std::vector<std::filesystem::path> feederFiles;
    std::set<std::filesystem::path> seen;
    for (const std::filesystem::path& path : found) {
        std::error_code ignored;
        if (!seen.insert(std::filesystem::weakly_canonical(path, ignored)).second) {
            continue;
        }
        if (nameOf(path).extension == ".dss") {
            feederFiles.push_back(path);
        }
        Told told = kindOf(path);
        if (told.kind != kCompanion) {
            files.push_back({path, std::move(told.kind), std::move(told.damage)});
        }
    }
    addLoneFeeders(feederFiles, files);
    const auto isUnknown = [](const CaseFile& file) { return file.kind == "unknown"; };
    for (const CaseFile& file : files) {
        // A folder of cases may hold other files; one that is named is meant.
        if (isUnknown(file) && std::find(paths.begin(), paths.end(), file.path) != paths.end()) {
            return tl::unexpected(file.damage ? *file.damage : noCase({file.path}, {}));
        }
    }
    if (std::none_of(files.begin(), files.end(),
                     [&](const CaseFile& file) { return !isUnknown(file) || file.damage; })) {
        return tl::unexpected(noCase(paths, files));
    }
    return files;
}

Result<CaseTable> CaseTable::read(const std::filesystem::path& path) {
    auto table = readCsvTable(path);
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    CaseTable result;
    result.path_ = path;
    result.stem_ = nameOf(path).stem;
    result.table_ = std::move(*table);
    return result;
}

std::string CaseTable::text(std::size_t row, std::string_view column) const {
    const int index = table_.column(column);
    return index < 0 ? std::string()
                     : std::string(table_.cell(row, static_cast<std::size_t>(index)));
}

double CaseTable::number(std::size_t row, std::string_view column) {
    const auto value = parseNumber(text(row, column));
    if (!value) {
        refuse(row, column, "a number");
    }
    return value.value_or(0.0);
}

std::optional<double> CaseTable::optionalNumber(std::size_t row, std::string_view column) {
    if (text(row, column).empty()) {
        return std::nullopt;
    }
    return number(row, column);
}

std::optional<double> CaseTable::optionalWithin(std::size_t row, std::string_view column,
                                                double least, double most) {
    const auto value = optionalNumber(row, column);
    if (value && !(*value >= least && *value <= most)) {
        char range[80];
        std::snprintf(range, sizeof range, "a number from %g to %g", least, most);
        refuse(row, column, range);
    }
    return value;
}

void CaseTable::refuse(std::size_t row, std::string_view column, std::string_view expected) {
    if (fault_) {
        return;
    }
    Error error;
    error.code = "VAL-003";
    error.message = has(column)
                        ? "column " + std::string(column) + " holds \"" + text(row, column) +
                              "\" where " + std::string(expected) + " should be"
                        : "the column " + std::string(column) + " is missing";
    error.remedy = "Compare the file with the format of its kind.";
    error.file = path_.string();
    error.line = has(column) ? table_.line(row) : 1;
    fault_ = std::move(error);
}

std::string CaseTable::placeOf(std::size_t row) const {
    return stem_ + ":" + std::to_string(table_.line(row));
}

}  // namespace headroom::engine
