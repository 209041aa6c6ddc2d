// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/document/values.h"
#include "engine/exchange/import_draft.h"

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Sections of a project as tables: one row an object, one column an attribute, with the unit in
/// the name (the keys of the attribute tables). For spreadsheets, in files and over the clipboard.
///
/// Cells: numbers with a decimal point; "true" or "false"; ids of a list with blanks between;
/// numbers of a list with blanks; points of a curve as "x:y x:y". An empty cell: not stated. A text
/// that is empty or begins with ' = + - @ or a blank has a ' before it, which no spreadsheet takes
/// for a formula.
namespace headroom::engine {

using ObjectTableDraft = ImportDraft;

struct ObjectTableOptions {
    std::string file;            ///< for faults
    bool removeMissing = false;  ///< objects of the section that the table lacks are removed
};

/// A value as a cell, and back. Faults as valueFromJson() numbers them, and 012 for numbers that
/// state their unit, a decimal comma or groups of digits.
std::string cellText(const models::Value& value);
tl::expected<models::Value, ValueFault> cellValue(const models::Attribute& attribute,
                                                  std::string_view cell);

/// All objects of a type, with a heading. A table that is not all ASCII begins with a byte order
/// mark, by which spreadsheets know UTF-8, unless tabs separate it.
std::string objectTableText(const Project& project, const models::ComponentType& type,
                            char separator = ',');

/// Changes of a table with a heading. Columns are named by key or by label ("Width",
/// "Width [m]"); those that are absent are kept.
///
/// TAB-001 no heading or no rows, -002 no id column, -003 a column twice, -004 not UTF-8, -005 a
/// quote that does not end, -006 cells missing or too many, -010 unknown column, -011…-018 as in
/// project files, -016 an id twice or taken, -020 in use and so not removed.
ObjectTableDraft parseObjectTable(std::string_view text, const models::ComponentType& type,
                                  const Project& project, const Catalogue& catalogue,
                                  const ObjectTableOptions& options = {});

/// Several tables at once, which may name each other's objects.
struct ObjectTableFile {
    const models::ComponentType* type = nullptr;
    std::string file;
    std::string text;
};

ObjectTableDraft parseObjectTables(const std::vector<ObjectTableFile>& tables,
                                   const Project& project, const Catalogue& catalogue,
                                   bool removeMissing = false);

/// FOLDER/SECTION.csv.
std::filesystem::path objectTableFile(const std::filesystem::path& folder,
                                      const models::ComponentType& type);

/// Types of the sections that have objects.
std::vector<const models::ComponentType*> objectTableTypes(const Project& project);

/// Writes SECTION.csv for every section that has objects; names the files.
Result<std::vector<std::filesystem::path>> writeObjectTables(const Project& project,
                                                             const std::filesystem::path& folder);

/// The tables of a folder whose names are sections; TAB-007 where there is none.
Result<std::vector<ObjectTableFile>> readObjectTables(const std::filesystem::path& folder);

/// The type of a section ("rack_blocks"); null if there is none.
const models::ComponentType* typeOfSection(std::string_view section);

}  // namespace headroom::engine
