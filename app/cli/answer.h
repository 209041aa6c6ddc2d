// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

/// The one place where answers leave the command line: `--format` text, json or csv.
namespace headroom::app {

/// JSON on standard output, indented by two blanks a level.
void printJson(const nlohmann::ordered_json& json);
void printJson(const nlohmann::json& json);

/// A sheet in a format: its table for people, one object a row, or CSV.
void printSheet(const engine::Sheet& sheet, const std::string& format);

/// Sheets by the names that their members have in JSON.
using NamedSheets = std::vector<std::pair<std::string, engine::Sheet>>;

/// Several sheets, named as in their headers.
NamedSheets named(std::vector<engine::Sheet> sheets);

/// Several sheets: titled tables of those with rows, CSV of each, or one object, to which `more` adds members.
void printSheets(const NamedSheets& sheets, const std::string& format,
                 const nlohmann::ordered_json& more = {});

}  // namespace headroom::app
