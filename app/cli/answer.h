// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

/// The one place where answers leave the command line: `--format` text, json or csv.
namespace headroom::app {

/// JSON on standard output, indented by two blanks a level.
void printJson(const nlohmann::ordered_json& json);
void printJson(const nlohmann::json& json);

/// A sheet in a format: its table for people, one object a row, or CSV.
void printSheet(const engine::Sheet& sheet, const std::string& format);

/// Several sheets: titled tables, one object with the rows of each under its name, or CSV of each.
void printSheets(std::span<const engine::Sheet> sheets, const std::string& format);

}  // namespace headroom::app
